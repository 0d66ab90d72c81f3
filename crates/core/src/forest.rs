//! Reads and evaluates boosted trees; knows nothing of pages.
//!
//! A model file is a line of JSON (`format`, `classes`, `columns`, `edges`: how many a column,
//! `trees`: how many inner nodes each, at most 31, `scale`) and then, little-endian: the edges of all columns as
//! f32, ascending; for each tree its nodes (column u8, edge u8, 1 if a missing value goes left u8,
//! left i16, right i16; a negative child -1-k is leaf k), its leaves (i16, times `scale`), and what
//! the rows of each node came to in training (i16, times `scale`). A value goes left when it is at
//! most the edge. Tree `i` is of class `i` modulo `classes`.

use serde::Deserialize;

use crate::numbers;

/// The version of the format that is read.
const FORMAT: u32 = 2;
/// Places of a row: the most columns that a model may know, so that a byte is always the place of one.
pub const ROW: usize = 256;
/// The most inner nodes of a tree; leaves are numbered from one more on.
const MOST_NODES: usize = 31;
/// The number of the first leaf: a power of two, so that a bit tells leaves from nodes.
const FIRST_LEAF: u8 = 32;
/// All numbers of nodes and leaves.
const NUMBERS: usize = 64;
/// Where rows are let go before they have been through all trees.
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// After which part of the trees, one over this number; checks come in the order of the trees.
    pub part: usize,
    /// A sum below this would stay below, and come to about so many times as much.
    pub hopeless: (f32, f32),
    /// A sum above this would stay above, and come to about so many times as much.
    pub sure: (f32, f32),
}

impl Check {
    /// What a sum would come to, where that is clear by now.
    fn outcome(&self, sum: f32) -> Option<f32> {
        let (is_hopeless, is_sure) = (sum < self.hopeless.0, sum > self.sure.0);
        let times = if is_hopeless { self.hopeless.1 } else { self.sure.1 };
        (is_hopeless || is_sure).then_some(sum * times)
    }
}

/// Rows that go down a tree side by side.
const LANES: usize = 8;

/// A forest for rows of known columns.
#[derive(Debug, Clone, Default)]
pub struct Forest {
    classes: usize,
    columns: Vec<usize>,
    trees: Vec<Tree>,
}

#[derive(Debug, Clone)]
struct Tree {
    /// By number. A leaf's leads to itself, so that rows that have arrived need no question.
    nodes: [Node; NUMBERS],
    /// What rows come to at a leaf, and for explanations what those of a node came to in training.
    values: [f32; NUMBERS],
    /// How many inner nodes there are.
    size: usize,
}

/// A row goes to the second of `next` when its value times `sign` is at most `edge`, else to the
/// first; so a missing value, which is neither at most nor over anything, goes to the first without a
/// question of its own. An array and not a branch: which way a row goes cannot be foreseen.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    edge: f32,
    sign: f32,
    /// The place in a row.
    column: u8,
    /// Nodes, or from [`FIRST_LEAF`] on leaves.
    next: [u8; 2],
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

/// The values of a row: what is to be asked for is told by [`Forest::columns`], in that order; the rest of the
/// places is the caller's.
pub type Row = [f32; ROW];

impl Forest {
    /// Reads a model file for rows whose columns have these names, in this order.
    ///
    /// # Errors
    /// When the file is damaged or needs a column that is not among the names.
    pub fn read(bytes: &[u8], columns: &[&str]) -> Result<Self, ModelError> {
        let end = bytes.iter().position(|b| *b == b'\n').ok_or(ModelError::Damaged("no header"))?;
        let header: Header =
            serde_json::from_slice(&bytes[..end]).map_err(|_| ModelError::Damaged("header"))?;
        if header.format != FORMAT
            || header.edges.len() != header.columns.len()
            || header.columns.len() > ROW
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
            let tree = reader.tree(*count, &edges, header.scale);
            tree.filter(Tree::is_sound).ok_or(ModelError::Damaged("trees"))
        });
        let trees = trees.collect::<Result<_, _>>()?;
        let columns = header.columns.iter().filter_map(place).collect();
        Ok(Self { classes: header.classes, columns, trees })
    }

    /// The columns that the forest asks for, by their place among the names given to [`Forest::read`].
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// A row of the values of all columns that were named to [`Forest::read`].
    fn row(&self, values: &[f32]) -> Row {
        let mut row = [f32::NAN; ROW];
        for (slot, place) in row.iter_mut().zip(&self.columns) {
            *slot = values.get(*place).copied().unwrap_or(f32::NAN);
        }
        row
    }

    /// The log odds for each of some rows, of a forest of one class. Rows whose answer is clear at a check are
    /// not asked further. Tree by tree, so that a tree is near while many rows go through it.
    pub fn log_odds(&self, rows: &[Row], checks: &[Check]) -> Vec<f32> {
        let mut sums = vec![0.0f32; rows.len()];
        let mut open: Vec<usize> = (0..sums.len()).collect();
        let mut asked = 0;
        for check in checks {
            let until = self.trees.len() / check.part;
            if until == asked {
                continue;
            }
            ask(&self.trees[asked..until], rows, &open, &mut sums);
            asked = until;
            open.retain(|row| match check.outcome(sums[*row]) {
                Some(outcome) => {
                    sums[*row] = outcome;
                    false
                }
                None => true,
            });
        }
        ask(&self.trees[asked..], rows, &open, &mut sums);
        sums
    }

    /// The probability of each class for a row of the values of all columns named to [`Forest::read`].
    pub fn class_probabilities(&self, values: &[f32]) -> Vec<f32> {
        let row = self.row(values);
        let mut sums = vec![0.0f32; self.classes];
        for (index, tree) in self.trees.iter().enumerate() {
            sums[index % self.classes] += tree.value(&row);
        }
        let highest = sums.iter().copied().fold(f32::MIN, f32::max);
        sums.iter_mut().for_each(|sum| *sum = numbers::exp(*sum - highest));
        let whole: f32 = sums.iter().sum();
        sums.iter_mut().for_each(|sum| *sum /= whole);
        sums
    }

    /// What each of the values of all columns adds to the log odds: on the way down a tree, each step from
    /// a node's mean to its child's is the work of the node's column.
    pub fn contributions(&self, values: &[f32]) -> Vec<f32> {
        let row = self.row(values);
        let mut contributions = vec![0.0; values.len()];
        for tree in &self.trees {
            let mut at = tree.first();
            while at < FIRST_LEAF {
                let node = tree.node(at);
                let next = node.child(&row);
                if let Some(sum) = contributions.get_mut(self.columns[usize::from(node.column)]) {
                    *sum += tree.value_at(next) - tree.value_at(at);
                }
                at = next;
            }
        }
        contributions
    }
}

/// Adds what trees say of some of the rows to their sums.
fn ask(trees: &[Tree], rows: &[Row], asked: &[usize], sums: &mut [f32]) {
    for tree in trees {
        let (lanes, rest) = asked.as_chunks::<LANES>();
        for lanes in lanes {
            let values = tree.values(lanes.map(|row| &rows[row]));
            lanes.iter().zip(values).for_each(|(row, value)| sums[*row] += value);
        }
        if let [row] = rest {
            sums[*row] += tree.value(&rows[*row]);
        } else if let [first, ..] = rest {
            // Side by side, eight take little longer than two.
            let values =
                tree.values(std::array::from_fn(|lane| &rows[*rest.get(lane).unwrap_or(first)]));
            rest.iter().zip(values).for_each(|(row, value)| sums[*row] += value);
        }
    }
}

impl Node {
    /// The node that sends a value at most `edge` to `left`, and a missing one to `left` too if
    /// `missing_left`.
    fn new(column: u8, edge: f32, missing_left: bool, left: u8, right: u8) -> Self {
        if missing_left {
            // Over the edge is the same as, negated, at most the next number below its negation.
            let edge = (-edge).next_down();
            Self { edge, sign: -1.0, column, next: [left, right] }
        } else {
            Self { edge, sign: 1.0, column, next: [right, left] }
        }
    }

    #[inline(always)]
    fn child(&self, row: &Row) -> u8 {
        self.next[usize::from(row[usize::from(self.column)] * self.sign <= self.edge)]
    }
}

impl Tree {
    fn value(&self, row: &Row) -> f32 {
        let mut at = self.first();
        while at < FIRST_LEAF {
            at = self.node(at).child(row);
        }
        self.value_at(at)
    }

    /// The values of some rows, which go down the tree side by side: no step waits for another's.
    #[inline(always)]
    fn values(&self, rows: [&Row; LANES]) -> [f32; LANES] {
        let mut at = [self.first(); LANES];
        while at.iter().fold(FIRST_LEAF, |all, at| all & at) == 0 {
            for (at, row) in at.iter_mut().zip(rows) {
                *at = self.node(*at).child(row);
            }
        }
        at.map(|at| self.value_at(at))
    }

    /// The inner nodes.
    fn nodes(&self) -> &[Node] {
        &self.nodes[..self.size.min(MOST_NODES)]
    }

    #[inline(always)]
    fn node(&self, at: u8) -> &Node {
        &self.nodes[usize::from(at) % NUMBERS]
    }

    fn first(&self) -> u8 {
        if self.size == 0 { FIRST_LEAF } else { 0 }
    }

    #[inline(always)]
    fn value_at(&self, at: u8) -> f32 {
        self.values[usize::from(at) % NUMBERS]
    }

    /// Checks that every child comes later than its node, so that walks end, and that leaves exist.
    fn is_sound(&self) -> bool {
        let is_leaf = |child: u8| {
            child.checked_sub(FIRST_LEAF).is_some_and(|leaf| usize::from(leaf) <= self.size)
        };
        let is_later = |index: usize, child: u8| (index + 1..self.size).contains(&child.into());
        self.nodes().iter().enumerate().all(|(index, node)| {
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

    fn numbers(&mut self, into: &mut [f32], scale: f32) -> Option<()> {
        for number in into {
            *number = f32::from(i16::from_le_bytes(self.take()?)) * scale;
        }
        Some(())
    }

    /// The child of this number in a file: a node, or -1-k for leaf k.
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
        let mut tree = Tree { nodes: [Node::default(); NUMBERS], values: [0.0; NUMBERS], size };
        for (number, node) in (0u8..).zip(&mut tree.nodes) {
            node.next = [number; 2];
        }
        for node in &mut tree.nodes[..size] {
            let [column, edge, missing] = self.take()?;
            let (left, right) = (self.child()?, self.child()?);
            let edge = *edges.get(usize::from(column))?.get(usize::from(edge))?;
            *node = Node::new(column, edge, missing == 1, left, right);
        }
        let (means, leaves) = tree.values.split_at_mut(FIRST_LEAF.into());
        self.numbers(&mut leaves[..=size], scale)?;
        self.numbers(&mut means[..size], scale)?;
        Some(tree)
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
        let logit = |row: &[f32]| forest.log_odds(&[forest.row(row)], &[])[0];
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
    fn rows_side_by_side_come_to_what_each_does_alone() {
        let forest = Forest::read(&model(), &["a", "x", "b"]).unwrap();
        let values = (0..21u8).map(|i| [f32::from(i % 4) * 2.0, 0.0, f32::from(i % 3)]);
        let rows: Vec<Row> = values.map(|values| forest.row(&values)).collect();
        let alone = |row: &Row| forest.log_odds(&[*row], &[])[0];
        for count in 0..rows.len() {
            let expected: Vec<f32> = rows[..count].iter().map(alone).collect();
            assert_eq!(forest.log_odds(&rows[..count], &[]), expected);
        }
        assert!([-1.0, 0.0, 2.0].iter().all(|sum| rows.iter().map(alone).any(|own| own == *sum)));
    }

    #[test]
    fn rows_are_let_go_where_their_answer_is_clear() {
        // The same tree twice, of which a check comes after the first.
        let mut two = model();
        let header = two.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        let tree = two[header + 8..].to_vec();
        two.extend(tree);
        let text = String::from_utf8(two[..header].to_vec()).unwrap().replace("[2]", "[2,2]");
        let two = [text.as_bytes(), &two[header..]].concat();
        let forest = Forest::read(&two, &["a", "b"]).unwrap();
        let rows = [[9.0, 1.0], [5.0, 1.5], [5.1, 1.5]].map(|values| forest.row(&values));
        let check = Check { part: 2, hopeless: (-0.5, 3.0), sure: (1.5, 5.0) };
        assert_eq!(forest.log_odds(&rows, &[]), [-2.0, 0.0, 4.0]);
        assert_eq!(forest.log_odds(&rows, &[check]), [-3.0, 0.0, 10.0]);
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
