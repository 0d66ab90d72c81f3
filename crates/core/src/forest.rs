//! Reads and evaluates boosted trees; knows nothing of pages.
//!
//! A model file is a line of JSON (`format`, `classes`, `columns`, `edges`: how many a column,
//! `trees`: how many inner nodes each, `scale`) and then, little-endian: the edges of all columns as
//! f32, ascending; for each tree its nodes (column u8, edge u8, 1 if a missing value goes left u8,
//! left i16, right i16; a negative child -1-k is leaf k), its leaves (i16, times `scale`), and what
//! the rows of each node came to in training (i16, times `scale`). A value goes left when it is at
//! most the edge. Tree `i` is of class `i` modulo `classes`.

use serde::Deserialize;

use crate::numbers;

/// The version of the format that is read.
const FORMAT: u32 = 2;
/// The most columns that a model may have.
const MAX_COLUMNS: usize = 256;
/// Where a row is given up: after which part of the trees (one over this number), below which sum,
/// and how many times as much it would come to in the end. That spares most rows most trees;
/// cross-validated F1 and calibration stay the same.
const CHECKS: [(usize, f32, f32); 2] = [(12, -1.5, 3.0), (6, -2.0, 2.2)];

/// Rows that go down a tree side by side.
const LANES: usize = 8;

/// A forest for rows of known columns.
#[derive(Debug, Clone, Default)]
pub struct Forest {
    classes: usize,
    trees: Vec<Tree>,
}

#[derive(Debug, Clone)]
struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<f32>,
    /// By node, for explanations.
    means: Vec<f32>,
}

/// A row goes to the second of `next` when its value times `sign` is at most `edge`, else to the
/// first; so a missing value, which is neither at most nor over anything, goes to the first without a
/// question of its own. An array and not a branch: which way a row goes cannot be foreseen.
#[derive(Debug, Clone, Copy)]
struct Node {
    edge: f32,
    sign: f32,
    /// The place in a row.
    column: u16,
    next: [i16; 2],
}

#[derive(Debug, Deserialize)]
struct Header {
    format: u32,
    classes: usize,
    columns: Vec<String>,
    edges: Vec<usize>,
    trees: Vec<usize>,
    scale: f32,
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
            || header.classes == 0
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
        let places: Vec<usize> = header.columns.iter().filter_map(place).collect();
        let trees = header.trees.iter().map(|count| {
            let tree = reader.tree(*count, &edges, &places, header.scale);
            tree.filter(Tree::is_sound).ok_or(ModelError::Damaged("trees"))
        });
        Ok(Self { classes: header.classes, trees: trees.collect::<Result<_, _>>()? })
    }

    /// Whether the forest looks at the value in each place of a row of `width`.
    pub fn uses(&self, width: usize) -> Vec<bool> {
        uses(&self.trees, width)
    }

    /// Like [`Forest::uses`], of the trees that every row goes through.
    pub fn uses_first(&self, width: usize) -> Vec<bool> {
        uses(&self.trees[..self.trees.len() / CHECKS[0].0], width)
    }

    /// The probability for each of some rows of `width` values, in the order of the columns given to
    /// [`Forest::read`], of a forest of one class. Rows that look hopeless early are not asked
    /// further. Tree by tree, so that a tree is near while many rows go through it.
    ///
    /// At first a row needs only the values that [`Forest::uses_first`] tells; `fill` is asked for
    /// the others, by the row's index, when they are needed.
    pub fn probabilities(
        &self,
        rows: &mut [f32],
        width: usize,
        mut fill: impl FnMut(usize, &mut [f32]),
    ) -> Vec<f32> {
        let mut sums = vec![0.0f32; rows.len() / width.max(1)];
        let mut hopeful: Vec<usize> = (0..sums.len()).collect();
        let mut asked = 0;
        let ask = |trees: &[Tree], rows: &[f32], hopeful: &[usize], sums: &mut [f32]| {
            for tree in trees {
                let (lanes, rest) = hopeful.as_chunks::<LANES>();
                for lanes in lanes {
                    let values = tree.values(lanes.map(|row| &rows[row * width..][..width]));
                    lanes.iter().zip(values).for_each(|(row, value)| sums[*row] += value);
                }
                for row in rest {
                    sums[*row] += tree.value(&rows[row * width..][..width]);
                }
            }
        };
        for (part, hopeless, fall) in CHECKS {
            let until = self.trees.len() / part;
            ask(&self.trees[asked..until], rows, &hopeful, &mut sums);
            let is_first = asked == 0;
            asked = until;
            hopeful.retain(|row| {
                let is_hopeless = sums[*row] < hopeless;
                if is_hopeless {
                    sums[*row] *= fall;
                }
                !is_hopeless
            });
            if is_first {
                hopeful.iter().for_each(|row| fill(*row, &mut rows[row * width..][..width]));
            }
        }
        ask(&self.trees[asked..], rows, &hopeful, &mut sums);
        sums.iter_mut().for_each(|sum| *sum = numbers::probability(*sum));
        sums
    }

    /// The probability of each class; the row is as those of [`Forest::probabilities`].
    pub fn class_probabilities(&self, row: &[f32]) -> Vec<f32> {
        let mut sums = vec![0.0f32; self.classes];
        for (index, tree) in self.trees.iter().enumerate() {
            sums[index % self.classes] += tree.value(row);
        }
        let highest = sums.iter().copied().fold(f32::MIN, f32::max);
        sums.iter_mut().for_each(|sum| *sum = numbers::exp(*sum - highest));
        let whole: f32 = sums.iter().sum();
        sums.iter_mut().for_each(|sum| *sum /= whole);
        sums
    }

    /// What each value of a row adds to the log odds: on the way down a tree, each step from a
    /// node's mean to its child's is the work of the node's column.
    pub fn contributions(&self, row: &[f32]) -> Vec<f32> {
        let mut contributions = vec![0.0; row.len()];
        for tree in &self.trees {
            let mut at = tree.first();
            while let Ok(index) = usize::try_from(at) {
                let node = tree.nodes[index];
                at = node.child(row);
                let after = match usize::try_from(at) {
                    Ok(next) => tree.means[next],
                    Err(_) => tree.leaf(at),
                };
                if let Some(sum) = contributions.get_mut(usize::from(node.column)) {
                    *sum += after - tree.means[index];
                }
            }
        }
        contributions
    }
}

fn uses(trees: &[Tree], width: usize) -> Vec<bool> {
    let mut uses = vec![false; width];
    for node in trees.iter().flat_map(|tree| &tree.nodes) {
        if let Some(place) = uses.get_mut(usize::from(node.column)) {
            *place = true;
        }
    }
    uses
}

impl Node {
    /// The node that sends a value at most `edge` to `left`, and a missing one to `left` too if
    /// `missing_left`.
    fn new(column: u16, edge: f32, missing_left: bool, left: i16, right: i16) -> Self {
        if missing_left {
            // Over the edge is the same as, negated, at most the next number below its negation.
            let edge = (-edge).next_down();
            Self { edge, sign: -1.0, column, next: [left, right] }
        } else {
            Self { edge, sign: 1.0, column, next: [right, left] }
        }
    }

    #[inline(always)]
    fn child(&self, row: &[f32]) -> i16 {
        let value = row.get(usize::from(self.column)).copied().unwrap_or(f32::NAN);
        self.next[usize::from(value * self.sign <= self.edge)]
    }
}

impl Tree {
    fn value(&self, row: &[f32]) -> f32 {
        let mut at = self.first();
        while at >= 0 {
            at = self.nodes[at as usize].child(row);
        }
        self.leaf(at)
    }

    /// The values of some rows, which go down the tree side by side: no step waits for another's.
    #[inline(always)]
    fn values(&self, rows: [&[f32]; LANES]) -> [f32; LANES] {
        let mut at = [self.first(); LANES];
        while at.iter().fold(-1, |all, at| all & at) >= 0 {
            for (at, row) in at.iter_mut().zip(rows) {
                let next = self.nodes[(*at).max(0) as usize].child(row);
                *at = if *at < 0 { *at } else { next };
            }
        }
        at.map(|at| self.leaf(at))
    }

    fn first(&self) -> i16 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    fn leaf(&self, at: i16) -> f32 {
        self.leaves[(-1 - at) as usize]
    }

    /// Checks that every child comes later than its node, so that walks end, and that leaves exist.
    fn is_sound(&self) -> bool {
        let is_leaf =
            |child: i16| usize::try_from(-1 - child).is_ok_and(|leaf| leaf < self.leaves.len());
        let is_later = |index: usize, child: i16| {
            usize::try_from(child).is_ok_and(|child| child > index && child < self.nodes.len())
        };
        self.nodes.iter().enumerate().all(|(index, node)| {
            node.next.iter().all(|child| is_leaf(*child) || is_later(index, *child))
        })
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

    fn numbers(&mut self, count: usize, scale: f32) -> Option<Vec<f32>> {
        (0..count).map(|_| Some(f32::from(i16::from_le_bytes(self.take()?)) * scale)).collect()
    }

    fn tree(
        &mut self,
        inner_nodes: usize,
        edges: &[Vec<f32>],
        places: &[usize],
        scale: f32,
    ) -> Option<Tree> {
        let nodes = (0..inner_nodes).map(|_| {
            let [column, edge, missing] = self.take()?;
            let left = i16::from_le_bytes(self.take()?);
            let right = i16::from_le_bytes(self.take()?);
            let edge = *edges.get(usize::from(column))?.get(usize::from(edge))?;
            let column = u16::try_from(*places.get(usize::from(column))?).ok()?;
            Some(Node::new(column, edge, missing == 1, left, right))
        });
        let nodes = nodes.collect::<Option<_>>()?;
        let leaves = self.numbers(inner_nodes.checked_add(1)?, scale)?;
        Some(Tree { nodes, leaves, means: self.numbers(inner_nodes, scale)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One tree over `b`: at most 1 goes to leaf 0, else over `a`: at most 5 to leaf 1, else 2.
    fn model() -> Vec<u8> {
        let mut bytes =
            br#"{"format":2,"classes":1,"columns":["b","a"],"edges":[1,1],"trees":[2],"scale":0.5}"#
                .to_vec();
        bytes.push(b'\n');
        bytes.extend([1.0f32, 5.0].map(f32::to_le_bytes).concat());
        for (column, missing, left, right) in [(0u8, 1u8, -1i16, 1i16), (1, 0, -2, -3)] {
            bytes.extend([column, 0, missing]);
            bytes.extend(left.to_le_bytes());
            bytes.extend(right.to_le_bytes());
        }
        bytes.extend([-2i16, 0, 4, 1, 2].map(i16::to_le_bytes).concat());
        bytes
    }

    #[test]
    fn evaluates_trees() {
        let forest = Forest::read(&model(), &["a", "x", "b"]).unwrap();
        assert_eq!(forest.uses(3), [true, false, true]);
        let logit = |row: &[f32]| {
            let p = forest.probabilities(&mut row.to_vec(), 3, |_, _| {})[0];
            ((p / (1.0 - p)).ln() * 1000.0).round() / 1000.0
        };
        assert_eq!(logit(&[9.0, 0.0, 1.0]), -1.0);
        assert_eq!(logit(&[5.0, 0.0, 1.5]), 0.0);
        assert_eq!(logit(&[5.1, 0.0, 1.5]), 2.0);
        assert_eq!(logit(&[9.0, 0.0, f32::NAN]), -1.0);
        assert_eq!(logit(&[f32::NAN, 0.0, 2.0]), 2.0);
        assert_eq!(forest.contributions(&[5.1, 0.0, 1.5]), [1.0, 0.0, 0.5]);
        assert_eq!(forest.contributions(&[5.1, 0.0, 1.0]), [0.0, 0.0, -1.5]);
        assert_eq!(forest.class_probabilities(&[9.0, 0.0, 1.0]), [1.0]);
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
        let at = endless.len() - 10 - 7 + 3;
        endless[at..at + 2].copy_from_slice(&0i16.to_le_bytes());
        assert!(matches!(Forest::read(&endless, &["a", "b"]), Err(ModelError::Damaged(_))));
    }
}
