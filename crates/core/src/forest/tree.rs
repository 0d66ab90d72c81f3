//! One tree: as nodes for a walk, and as questions for many rows at once.

use super::rows::{ROWS, Values};

/// The most inner nodes of a tree; leaves are numbered from one more on, and a bit each.
pub(super) const MOST_NODES: usize = 31;
/// The number of the first leaf.
pub(super) const FIRST_LEAF: u8 = 32;
/// All numbers of nodes and leaves.
pub(super) const NUMBERS: usize = 64;

#[derive(Debug, Clone)]
pub(super) struct Tree {
    /// The inner nodes, by number.
    pub(super) nodes: Vec<Node>,
    /// By number: the value of a leaf, and the mean of the training rows at a node, for explanations.
    pub(super) values: [f32; NUMBERS],
    /// The nodes as questions: first those that send missing values to the right, then the others.
    tests: [Vec<Test>; 2],
    /// The values of the leaves from left to right. No row comes to the place behind the last one; it spares a check of
    /// bounds.
    leaves: [f32; FIRST_LEAF as usize + 1],
}

/// A node as a question to many rows. Every node of a tree is asked; a node that sends a row to its right takes the leaves on
/// its left from the row, and the first leaf that remains is the row's (Lucchese et al., QuickScorer, SIGIR 2015). These are
/// more questions than on a walk down, but the same ones for all rows, so the compiler can ask many rows by one instruction.
#[derive(Debug, Clone, Copy)]
struct Test {
    edge: f32,
    column: u8,
    /// A bit for each leaf from the left, the lowest first: 0 for the leaves on the node's left.
    others: u32,
}

/// A node. A row goes to the left if its value is at most `edge`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) edge: f32,
    /// The place of its column in a row.
    pub(super) column: u8,
    /// True if a row without a value goes to the left.
    pub(super) missing_left: bool,
    /// The children: nodes, or from [`FIRST_LEAF`] on leaves.
    pub(super) left: u8,
    pub(super) right: u8,
}

impl Node {
    pub(super) fn child(&self, value: f32) -> u8 {
        let goes_left = value <= self.edge || self.missing_left && value.is_nan();
        if goes_left { self.left } else { self.right }
    }
}

impl Tree {
    /// A tree of nodes; `None` unless children follow their parents, since a walk might not end.
    pub(super) fn new(nodes: Vec<Node>, values: [f32; NUMBERS]) -> Option<Self> {
        let number_of_leaves = leaves_below(&nodes)?;
        let below = |child: u8| match child.checked_sub(FIRST_LEAF) {
            Some(_) => 1,
            None => number_of_leaves[usize::from(child)],
        };
        let mut tree = Self {
            nodes,
            values,
            tests: [Vec::new(), Vec::new()],
            leaves: [0.0; FIRST_LEAF as usize + 1],
        };
        // Where the leaves below each child begin, counted from the left.
        let mut starts = [0; NUMBERS];
        for (index, node) in tree.nodes.iter().enumerate() {
            let start = starts[index];
            let on_left = below(node.left);
            starts[usize::from(node.left)] = start;
            starts[usize::from(node.right)] = start + on_left;
            let others = !(((1u64 << on_left) - 1) << start) as u32;
            let test = Test { edge: node.edge, column: node.column, others };
            tree.tests[usize::from(node.missing_left)].push(test);
        }
        for leaf in usize::from(FIRST_LEAF)..=usize::from(FIRST_LEAF) + tree.nodes.len() {
            tree.leaves[starts[leaf]] = values[leaf];
        }
        Some(tree)
    }

    /// The value of the leaf that a row comes to.
    pub(super) fn value(&self, value_in: impl Fn(u8) -> f32) -> f32 {
        let mut at = self.first();
        while let Some(node) = self.nodes.get(usize::from(at)) {
            at = node.child(value_in(node.column));
        }
        self.values[usize::from(at)]
    }

    /// Adds the values of the leaves that the rows of a table come to.
    pub(super) fn add(&self, table: &[Values], sums: &mut Values) {
        let mut leaves = [u32::MAX; ROWS];
        let [missing_right, missing_left] = &self.tests;
        for test in missing_right {
            for (leaves, value) in leaves.iter_mut().zip(&table[usize::from(test.column)]) {
                *leaves &= test.others | all_if(*value <= test.edge);
            }
        }
        for test in missing_left {
            for (leaves, value) in leaves.iter_mut().zip(&table[usize::from(test.column)]) {
                *leaves &= test.others | !all_if(*value > test.edge);
            }
        }
        for (sum, leaves) in sums.iter_mut().zip(&leaves) {
            *sum += self.leaves[leaves.trailing_zeros() as usize];
        }
    }

    pub(super) fn first(&self) -> u8 {
        if self.nodes.is_empty() { FIRST_LEAF } else { 0 }
    }
}

/// All bits or none, without a branch.
#[inline]
fn all_if(condition: bool) -> u32 {
    u32::from(condition).wrapping_neg()
}

/// The number of leaves below each node; `None` unless children follow their parents.
fn leaves_below(nodes: &[Node]) -> Option<[usize; FIRST_LEAF as usize]> {
    let mut below = [0; FIRST_LEAF as usize];
    let mut seen = 0u64;
    for (index, node) in nodes.iter().enumerate().rev() {
        for child in [node.left, node.right] {
            let number = usize::from(child);
            let is_leaf =
                (FIRST_LEAF.into()..=usize::from(FIRST_LEAF) + nodes.len()).contains(&number);
            let is_later = (index + 1..nodes.len()).contains(&number);
            if !is_leaf && !is_later || seen >> number & 1 == 1 {
                return None;
            }
            seen |= 1 << number;
            below[index] += if is_leaf { 1 } else { below[number] };
        }
    }
    Some(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_to_the_same_leaves_together_as_on_a_walk() {
        let node =
            |edge, missing_left, left, right| Node { edge, column: 0, missing_left, left, right };
        let nodes = vec![
            node(0.5, true, 1, FIRST_LEAF),
            node(-1.5, false, FIRST_LEAF + 1, 2),
            node(-0.25, true, FIRST_LEAF + 2, FIRST_LEAF + 3),
        ];
        let values = std::array::from_fn(|index| index as f32 * 0.1);
        let tree = Tree::new(nodes, values).unwrap();
        let value =
            |row: usize| if row % 7 == 3 { f32::NAN } else { row as f32 * 0.37 % 4.0 - 2.0 };
        let table = [std::array::from_fn(value)];
        let mut sums = [0.0; ROWS];
        tree.add(&table, &mut sums);
        let walked: Values =
            std::array::from_fn(|row| tree.value(|column| table[usize::from(column)][row]));
        assert_eq!(sums, walked);
    }
}
