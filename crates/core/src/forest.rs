//! Reads and evaluates boosted trees; knows nothing of pages.
//!
//! A model file is a line of JSON (`format`, `columns`, `edges`: how many a column, `trees`: how
//! many inner nodes each, `leaf_scale`) and then, little-endian: the edges of all columns as f32,
//! ascending; for each tree its nodes (column u8, edge u8, 1 if a missing value goes left u8, left
//! i16, right i16; a negative child -1-k is leaf k) and its leaves (i16, times `leaf_scale`). A
//! value goes left when it is at most the edge.

use serde::Deserialize;

/// The version of the format that is read.
const FORMAT: u32 = 1;
/// The bin of a missing value, right of every edge.
const MISSING: u8 = u8::MAX;
/// The most columns that a model may have.
const MAX_COLUMNS: usize = 256;

/// A forest for rows of known columns.
#[derive(Debug, Clone)]
pub struct Forest {
    /// For each of the file's columns, its place in a row.
    places: Vec<usize>,
    edges: Vec<Vec<f32>>,
    trees: Vec<Tree>,
}

#[derive(Debug, Clone)]
struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<f32>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    /// Twice the column, plus 1 when a missing value goes left: the place in a row's bins.
    bin: u16,
    edge: u8,
    left: i16,
    right: i16,
}

#[derive(Debug, Deserialize)]
struct Header {
    format: u32,
    columns: Vec<String>,
    edges: Vec<usize>,
    trees: Vec<usize>,
    leaf_scale: f32,
}

/// Why a model file could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelError {
    /// The file is cut, damaged, or of another version.
    Damaged(&'static str),
    /// The model was trained with columns that the table no longer has.
    MissingColumns(Vec<String>),
}

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Damaged(what) => write!(f, "the model file is damaged: {what}"),
            Self::MissingColumns(names) => {
                write!(f, "the model needs columns that do not exist: {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for ModelError {}

impl Forest {
    /// Reads a model file for rows whose columns have these names, in this order.
    ///
    /// # Errors
    /// When the file is damaged or needs a column that the rows do not have.
    pub fn read(bytes: &[u8], columns: &[&str]) -> Result<Self, ModelError> {
        let end = bytes.iter().position(|b| *b == b'\n').ok_or(ModelError::Damaged("no header"))?;
        let header: Header =
            serde_json::from_slice(&bytes[..end]).map_err(|_| ModelError::Damaged("header"))?;
        if header.format != FORMAT
            || header.edges.len() != header.columns.len()
            || header.columns.len() > MAX_COLUMNS
        {
            return Err(ModelError::Damaged("another version"));
        }
        let place = |name: &String| columns.iter().position(|column| column == name);
        let missing = header.columns.iter().filter(|name| place(name).is_none());
        let missing: Vec<String> = missing.cloned().collect();
        if !missing.is_empty() {
            return Err(ModelError::MissingColumns(missing));
        }
        let mut reader = Reader { rest: &bytes[end + 1..] };
        let mut edges = Vec::with_capacity(header.edges.len());
        for count in &header.edges {
            let column: Option<Vec<f32>> =
                (0..*count).map(|_| reader.take().map(f32::from_le_bytes)).collect();
            edges.push(column.ok_or(ModelError::Damaged("edges"))?);
        }
        let trees = header.trees.iter().map(|count| {
            let tree =
                reader.tree(*count, header.leaf_scale).ok_or(ModelError::Damaged("trees"))?;
            tree.check(&edges).map(|()| tree)
        });
        let trees = trees.collect::<Result<_, _>>()?;
        Ok(Self { places: header.columns.iter().filter_map(place).collect(), edges, trees })
    }

    /// The probability for a row of values in the order of the columns given to [`Forest::read`].
    pub fn probability(&self, row: &[f32]) -> f32 {
        // Each column twice: with a missing value right of every edge, and left of it.
        let mut bins = [MISSING; 2 * MAX_COLUMNS];
        for (column, (place, edges)) in self.places.iter().zip(&self.edges).enumerate() {
            let value = row.get(*place).copied().unwrap_or(f32::NAN);
            let pair = &mut bins[2 * column..2 * column + 2];
            if value.is_nan() {
                pair[1] = 0;
            } else {
                let below = edges.partition_point(|edge| *edge < value);
                pair.fill(u8::try_from(below).unwrap_or(MISSING));
            }
        }
        let sum: f32 = self.trees.iter().map(|tree| tree.value(&bins)).sum();
        1.0 / (1.0 + (-sum).exp())
    }
}

impl Tree {
    fn value(&self, bins: &[u8; 2 * MAX_COLUMNS]) -> f32 {
        let mut at = if self.nodes.is_empty() { -1 } else { 0 };
        while at >= 0 {
            let node = &self.nodes[at as usize];
            let bin = bins[usize::from(node.bin) % (2 * MAX_COLUMNS)];
            at = if bin <= node.edge { node.left } else { node.right };
        }
        self.leaves[(-1 - at) as usize]
    }

    /// Checks that every child comes later than its node (so that walks end) and that columns,
    /// edges and leaves exist.
    fn check(&self, edges: &[Vec<f32>]) -> Result<(), ModelError> {
        let is_leaf =
            |child: i16| usize::try_from(-1 - child).is_ok_and(|leaf| leaf < self.leaves.len());
        let is_later = |index: usize, child: i16| {
            usize::try_from(child).is_ok_and(|child| child > index && child < self.nodes.len())
        };
        let is_sound = |(index, node): (usize, &Node)| {
            let children = [node.left, node.right];
            edges.get(usize::from(node.bin / 2)).is_some_and(|e| usize::from(node.edge) < e.len())
                && children.iter().all(|child| is_leaf(*child) || is_later(index, *child))
        };
        let is_sound = self.nodes.iter().enumerate().all(is_sound) && !self.leaves.is_empty();
        is_sound.then_some(()).ok_or(ModelError::Damaged("a tree"))
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*bytes)
    }

    fn tree(&mut self, inner_nodes: usize, leaf_scale: f32) -> Option<Tree> {
        let nodes = (0..inner_nodes).map(|_| {
            let [column, edge, missing] = self.take()?;
            let left = i16::from_le_bytes(self.take()?);
            let right = i16::from_le_bytes(self.take()?);
            let bin = 2 * u16::from(column) + u16::from(missing == 1);
            Some(Node { bin, edge, left, right })
        });
        let nodes = nodes.collect::<Option<_>>()?;
        let leaf = |_| Some(f32::from(i16::from_le_bytes(self.take()?)) * leaf_scale);
        let leaves = (0..=inner_nodes).map(leaf).collect::<Option<_>>()?;
        Some(Tree { nodes, leaves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One tree over `b`: at most 1 goes to leaf 0, else over `a`: at most 5 to leaf 1, else 2.
    fn model() -> Vec<u8> {
        let mut bytes =
            br#"{"format":1,"columns":["b","a"],"edges":[1,1],"trees":[2],"leaf_scale":0.5}"#
                .to_vec();
        bytes.push(b'\n');
        bytes.extend([1.0f32, 5.0].map(f32::to_le_bytes).concat());
        for (column, missing, left, right) in [(0u8, 1u8, -1i16, 1i16), (1, 0, -2, -3)] {
            bytes.extend([column, 0, missing]);
            bytes.extend(left.to_le_bytes());
            bytes.extend(right.to_le_bytes());
        }
        bytes.extend([-2i16, 0, 4].map(i16::to_le_bytes).concat());
        bytes
    }

    #[test]
    fn evaluates_trees() {
        let forest = Forest::read(&model(), &["a", "x", "b"]).unwrap();
        let logit = |row: &[f32]| {
            let p = forest.probability(row);
            ((p / (1.0 - p)).ln() * 1000.0).round() / 1000.0
        };
        assert_eq!(logit(&[9.0, 0.0, 1.0]), -1.0);
        assert_eq!(logit(&[5.0, 0.0, 1.5]), 0.0);
        assert_eq!(logit(&[5.1, 0.0, 1.5]), 2.0);
        assert_eq!(logit(&[9.0, 0.0, f32::NAN]), -1.0);
        assert_eq!(logit(&[f32::NAN, 0.0, 2.0]), 2.0);
    }

    #[test]
    fn damaged_files_are_told() {
        let model = model();
        assert!(matches!(
            Forest::read(&model, &["a"]),
            Err(ModelError::MissingColumns(names)) if names == ["b"]
        ));
        for length in 0..model.len() {
            let read = Forest::read(&model[..length], &["a", "b"]);
            assert!(matches!(read, Err(ModelError::Damaged(_))), "{length}");
        }
        let mut endless = model;
        let at = endless.len() - 6 - 7 + 3;
        endless[at..at + 2].copy_from_slice(&0i16.to_le_bytes());
        assert!(matches!(Forest::read(&endless, &["a", "b"]), Err(ModelError::Damaged(_))));
    }
}
