//! Boosted trees; they know nothing of pages.
//!
//! A model file begins with a line of JSON: `format`, `classes`, `columns` (names), `edges` (the number of edges of each
//! column), `trees` (the number of inner nodes of each tree, at most 31) and `scale`. Then follow, little-endian, the edges of
//! all columns (f32, ascending), and for each tree
//!
//! - its nodes: column (u8), edge (u8), 1 if a missing value goes left (u8), left and right child (i16; -1-k is leaf k),
//! - its leaves (i16, times `scale`),
//! - the mean of the training rows at each node (i16, times `scale`).
//!
//! A value goes left if it is at most the edge. Tree `i` is of class `i` modulo `classes`.

mod rows;
mod tree;

use std::num::NonZeroUsize;

use serde::Deserialize;

use crate::numbers;
pub(crate) use rows::{ROWS, Values};
use tree::{FIRST_LEAF, MOST_NODES, NUMBERS, Node, Tree};

/// The version of the format that is read.
const FORMAT: u32 = 2;
/// The most columns that a model may know, so that a byte is always the place of one.
const MOST_COLUMNS: usize = 256;

/// A check on the way through the trees: rows whose outcome is clear leave there.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The check comes after the first `1 / part` of the trees. A check that does not come behind the one before
    /// it is left out.
    pub part: NonZeroUsize,
    /// A sum of log odds below the first number is hopeless; it would end near its product with the second.
    pub hopeless: (f32, f32),
    /// The same for a sum above the first number; `None` if rows do not leave for that.
    #[serde(default)]
    pub sure: Option<(f32, f32)>,
}

impl Check {
    /// The outcome of a row with this sum, if it is clear.
    fn outcome(&self, sum: f32) -> Option<f32> {
        let (most, times) = self.hopeless;
        if sum < most {
            return Some(sum * times);
        }
        self.sure.filter(|(least, _)| sum > *least).map(|(_, times)| sum * times)
    }
}

/// A forest.
#[derive(Debug, Clone, Default)]
pub struct Forest {
    classes: usize,
    columns: Vec<usize>,
    trees: Vec<Tree>,
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
    /// The model needs columns that the table does not have.
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

/// The values of a row, in the order of [`Forest::columns`].
type Row = [f32; MOST_COLUMNS];

impl Forest {
    /// Reads a model file for rows with these columns, in this order.
    ///
    /// # Errors
    /// If the file is damaged or needs a column that is not among them.
    pub fn read(bytes: &[u8], columns: &[&str]) -> Result<Self, ModelError> {
        let end = bytes.iter().position(|b| *b == b'\n').ok_or(ModelError::Damaged("no header"))?;
        let header: Header =
            serde_json::from_slice(&bytes[..end]).map_err(|_| ModelError::Damaged("header"))?;
        if header.format != FORMAT
            || header.edges.len() != header.columns.len()
            || header.columns.len() > MOST_COLUMNS
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
        let trees = header.trees.iter().map(|count| {
            reader.tree(*count, &edges, header.scale).ok_or(ModelError::Damaged("trees"))
        });
        let trees = trees.collect::<Result<_, _>>()?;
        let columns = header.columns.iter().filter_map(place).collect();
        Ok(Self { classes: header.classes, columns, trees })
    }

    /// The columns that the forest asks for, by their place in the columns given to [`Forest::read`].
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// The values that the forest asks for, out of those of all columns given to [`Forest::read`].
    fn row(&self, values: &[f32]) -> Row {
        let mut row = [f32::NAN; MOST_COLUMNS];
        for (slot, place) in row.iter_mut().zip(&self.columns) {
            *slot = values.get(*place).copied().unwrap_or(f32::NAN);
        }
        row
    }

    /// The log odds of the first `count` rows of a table, at most `ROWS`, for a forest of one class. The table has the columns
    /// of [`Forest::columns`], in that order, and may have more behind them; of a table with fewer columns the log odds are
    /// NaN.
    pub fn log_odds(&self, table: &[Values], count: usize, checks: &[Check]) -> Vec<f32> {
        let mut found = vec![f32::NAN; count.min(ROWS)];
        if table.len() < self.columns.len() {
            return found;
        }
        let mut sums = [0.0; ROWS];
        let mut asked = 0;
        for check in checks {
            let until = self.trees.len() / check.part;
            if until <= asked {
                continue;
            }
            self.trees[asked..until].iter().for_each(|tree| tree.add(table, &mut sums));
            asked = until;
            let open = found.iter_mut().zip(&sums).filter(|(found, _)| found.is_nan());
            open.for_each(|(found, sum)| *found = check.outcome(*sum).unwrap_or(f32::NAN));
            if found.iter().all(|found| !found.is_nan()) {
                return found;
            }
        }
        self.trees[asked..].iter().for_each(|tree| tree.add(table, &mut sums));
        let open = found.iter_mut().zip(&sums).filter(|(found, _)| found.is_nan());
        open.for_each(|(found, sum)| *found = *sum);
        found
    }

    /// The log odds of a row with the values of all columns given to [`Forest::read`], for a forest of one class; 0 without
    /// trees.
    pub fn log_odds_of(&self, values: &[f32]) -> f32 {
        let row = self.row(values);
        self.trees.iter().map(|tree| tree.value(|column| row[usize::from(column)])).sum()
    }

    /// True without trees.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }

    /// The probability of each class for a row with the values of all columns given to [`Forest::read`].
    pub fn class_probabilities(&self, values: &[f32]) -> Vec<f32> {
        let row = self.row(values);
        let mut sums = vec![0.0f32; self.classes];
        for (index, tree) in self.trees.iter().enumerate() {
            sums[index % self.classes] += tree.value(|column| row[usize::from(column)]);
        }
        let highest = sums.iter().copied().fold(f32::MIN, f32::max);
        sums.iter_mut().for_each(|sum| *sum = numbers::exp(*sum - highest));
        let whole: f32 = sums.iter().sum();
        sums.iter_mut().for_each(|sum| *sum /= whole);
        sums
    }

    /// The additions of the values of all columns to the log odds. On the way down a tree, each step from a node's mean to its
    /// child's mean counts for the node's column.
    pub fn contributions(&self, values: &[f32]) -> Vec<f32> {
        let row = self.row(values);
        let mut contributions = vec![0.0; values.len()];
        for tree in &self.trees {
            let mut at = tree.first();
            while at < FIRST_LEAF {
                let node = tree.nodes[usize::from(at)];
                let next = node.child(row[usize::from(node.column)]);
                let (value, before) =
                    (tree.values[usize::from(next)], tree.values[usize::from(at)]);
                if let Some(sum) = contributions.get_mut(self.columns[usize::from(node.column)]) {
                    *sum += value - before;
                }
                at = next;
            }
        }
        contributions
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

    fn numbers(&mut self, into: &mut [f32], scale: f32) -> Option<()> {
        for number in into {
            *number = f32::from(i16::from_le_bytes(self.take()?)) * scale;
        }
        Some(())
    }

    /// Reads a child: a node, or -1-k for leaf k.
    fn child(&mut self) -> Option<u8> {
        let number = i16::from_le_bytes(self.take()?);
        match u8::try_from(number) {
            Ok(node) => Some(node).filter(|node| *node < FIRST_LEAF),
            Err(_) => u8::try_from(-1 - i32::from(number)).ok()?.checked_add(FIRST_LEAF),
        }
    }

    fn tree(&mut self, size: usize, edges: &[Vec<f32>], scale: f32) -> Option<Tree> {
        if size > MOST_NODES {
            return None;
        }
        let mut nodes = Vec::with_capacity(size);
        for _ in 0..size {
            let [column, edge, missing] = self.take()?;
            let (left, right) = (self.child()?, self.child()?);
            let edge = *edges.get(usize::from(column))?.get(usize::from(edge))?;
            nodes.push(Node { edge, column, missing_left: missing == 1, left, right });
        }
        let mut values = [0.0; NUMBERS];
        let (means, leaves) = values.split_at_mut(FIRST_LEAF.into());
        self.numbers(&mut leaves[..=size], scale)?;
        self.numbers(&mut means[..size], scale)?;
        Tree::new(nodes, values)
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
        assert_eq!(forest.columns(), [2, 0]);
        let logit = |row: &[f32]| log_odds(&forest, &[row], &[])[0];
        assert_eq!(logit(&[9.0, 0.0, 1.0]), -1.0);
        assert_eq!(logit(&[5.0, 0.0, 1.5]), 0.0);
        assert_eq!(logit(&[5.1, 0.0, 1.5]), 2.0);
        assert_eq!(logit(&[9.0, 0.0, f32::NAN]), -1.0);
        assert_eq!(logit(&[f32::NAN, 0.0, 2.0]), 2.0);
        assert_eq!(forest.contributions(&[5.1, 0.0, 1.5]), [1.0, 0.0, 0.5]);
        assert_eq!(forest.contributions(&[5.1, 0.0, 1.0]), [0.0, 0.0, -1.5]);
        assert_eq!(forest.class_probabilities(&[9.0, 0.0, 1.0]), [1.0]);
        assert!(forest.log_odds(&[[0.0; ROWS]], 1, &[])[0].is_nan());
    }

    /// Of rows of all columns.
    fn log_odds(forest: &Forest, rows: &[&[f32]], checks: &[Check]) -> Vec<f32> {
        let value = |place: &usize, row: usize| rows.get(row).map_or(f32::NAN, |row| row[*place]);
        let column = |place: &usize| std::array::from_fn(|row| value(place, row));
        let table: Vec<Values> = forest.columns().iter().map(column).collect();
        forest.log_odds(&table, rows.len(), checks)
    }

    #[test]
    fn rows_asked_together_come_to_what_each_does_on_its_way_down() {
        let forest = Forest::read(&model(), &["a", "x", "b"]).unwrap();
        let rows: Vec<[f32; 3]> =
            (0..ROWS as u8).map(|i| [f32::from(i % 4) * 2.0, 0.0, f32::from(i % 3)]).collect();
        let alone = |row: &[f32; 3]| {
            let row = forest.row(row);
            forest.trees[0].value(|column| row[usize::from(column)])
        };
        for count in 0..=rows.len() {
            let expected: Vec<f32> = rows[..count].iter().map(alone).collect();
            let rows: Vec<&[f32]> = rows[..count].iter().map(<[f32; 3]>::as_slice).collect();
            assert_eq!(log_odds(&forest, &rows, &[]), expected);
        }
        assert!(
            [-1.0, 0.0, 2.0].iter().all(|sum| rows.iter().map(alone).any(|value| value == *sum))
        );
    }

    #[test]
    fn the_embedded_forest_asks_rows_together_as_on_their_way_down() {
        let bytes = include_bytes!("../../model/blocks.model");
        let header = bytes.split(|byte| *byte == b'\n').next().unwrap();
        let header: Header = serde_json::from_slice(header).unwrap();
        let names: Vec<&str> = header.columns.iter().map(String::as_str).collect();
        let forest = Forest::read(bytes, &names).unwrap();
        let edges: Vec<f32> = forest.trees.iter().flat_map(|t| &t.nodes).map(|n| n.edge).collect();
        let value =
            |at: usize| if at.is_multiple_of(7) { f32::NAN } else { edges[at * 31 % edges.len()] };
        let row = |row: usize| (0..names.len()).map(|at| value(row * 997 + at)).collect();
        let rows: Vec<Vec<f32>> = (0..ROWS).map(row).collect();
        let sum = |row: &Vec<f32>| {
            let row = forest.row(row);
            forest
                .trees
                .iter()
                .fold(0.0, |sum, tree| sum + tree.value(|column| row[usize::from(column)]))
        };
        let rows_of: Vec<&[f32]> = rows.iter().map(Vec::as_slice).collect();
        let expected: Vec<f32> = rows.iter().map(sum).collect();
        assert_eq!(log_odds(&forest, &rows_of, &[]), expected);
    }

    #[test]
    fn rows_are_let_go_where_their_answer_is_clear() {
        // The same tree twice; a check comes after the first.
        let mut two = model();
        let header = two.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let tree = two[header + 8..].to_vec();
        two.extend(tree);
        let text = String::from_utf8(two[..header].to_vec()).unwrap().replace("[2]", "[2,2]");
        let two = [text.as_bytes(), &two[header..]].concat();
        let forest = Forest::read(&two, &["a", "b"]).unwrap();
        let kinds: [(&[f32], f32, f32); 3] =
            [(&[9.0, 1.0], -2.0, -3.0), (&[5.0, 1.5], 0.0, 0.0), (&[5.1, 1.5], 4.0, 10.0)];
        let part = NonZeroUsize::new(2).unwrap();
        let check = Check { part, hopeless: (-0.5, 3.0), sure: Some((1.5, 5.0)) };
        // Those that stay are moved up, over others or not.
        for count in 0..=ROWS {
            let chosen: Vec<_> = (0..count).map(|row| kinds[(row * row + row / 5) % 3]).collect();
            let rows: Vec<&[f32]> = chosen.iter().map(|kind| kind.0).collect();
            let all: Vec<f32> = chosen.iter().map(|kind| kind.1).collect();
            let checked: Vec<f32> = chosen.iter().map(|kind| kind.2).collect();
            assert_eq!(log_odds(&forest, &rows, &[]), all);
            assert_eq!(log_odds(&forest, &rows, &[check]), checked);
        }
    }

    #[test]
    fn damaged_files_are_refused() {
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
