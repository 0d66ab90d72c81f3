//! One tree: its nodes for a walk, and as questions for many rows at once.

use super::{ROWS_AT_ONCE, Values};

/// The most inner nodes of a tree; leaves are numbered from one more on, and a bit each.
pub(super) const MOST_NODES: usize = 31;
/// The number of the first leaf.
pub(super) const FIRST_LEAF: u8 = 32;
/// All numbers of nodes and leaves.
pub(super) const NUMBERS: usize = 64;

/// Rows that are asked by the same instructions.
pub(super) const LANES: usize = 16;
/// Groups of so many rows in a table.
const GROUPS: usize = ROWS_AT_ONCE / LANES;

#[derive(Debug, Clone)]
pub(super) struct Tree {
    /// The inner nodes, by number.
    pub(super) nodes: Vec<Node>,
    /// By number: what rows come to at a leaf, and for explanations what those of a node came to in training.
    pub(super) values: [f32; NUMBERS],
    /// The nodes as questions; first those that send missing values to the right.
    tests: [Vec<Test>; 2],
    /// What rows come to at the leaves from the left to the right; the place behind the last possible one spares a
    /// question, no row comes there.
    leaves: [f32; FIRST_LEAF as usize + 1],
}

/// A node as it is asked for many rows: without a walk. Every node of a tree is asked, and those that send a row to
/// their right take the leaves on their left from it; the first that is left is the row's (Lucchese et al., QuickScorer,
/// SIGIR 2015). More questions than on the way down, but the same ones for all rows, so that none waits for another.
#[derive(Debug, Clone, Copy)]
struct Test {
    edge: f32,
    column: u8,
    /// A bit for each leaf from the left, the lowest first: those that are not on the node's left.
    others: u32,
}

/// A row goes to the left when its value is at most `edge`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) edge: f32,
    /// The place in a row.
    pub(super) column: u8,
    /// Whether a row without a value goes to the left.
    pub(super) missing_left: bool,
    /// Nodes, or from [`FIRST_LEAF`] on leaves.
    pub(super) left: u8,
    pub(super) right: u8,
}

/// So few rows are sooner walked down a tree one by one than asked together.
const FEW: usize = 3;

/// How many groups and rows by themselves so many rows are asked in.
pub(super) fn steps(count: usize) -> (usize, usize) {
    let rest = count % LANES;
    if rest <= FEW { (count / LANES, rest) } else { (count / LANES + 1, 0) }
}

/// Adds what trees say of the first rows of a table to their sums.
pub(super) fn ask(trees: &[Tree], table: &[Values], count: usize, sums: &mut Values) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // The one unsafe block of the project. Eight values are compared at once in place of four, which spares 2 %
        // of a page's instructions; nothing else differs, so the sums are the same to the last bit.
        // SAFETY: the function asks for nothing but AVX2, which the processor was just found to have.
        #[allow(unsafe_code)]
        unsafe {
            return ask_with_avx2(trees, table, count, sums);
        }
    }
    ask_plainly(trees, table, count, sums);
}

/// [`ask`], compiled for processors with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn ask_with_avx2(trees: &[Tree], table: &[Values], count: usize, sums: &mut Values) {
    ask_plainly(trees, table, count, sums);
}

#[inline(always)]
fn ask_plainly(trees: &[Tree], table: &[Values], count: usize, sums: &mut Values) {
    let (groups, few) = steps(count);
    let together = count - few;
    for tree in trees {
        if groups == GROUPS {
            // All at once: each question is read once.
            tree.add::<ROWS_AT_ONCE, { ROWS_AT_ONCE / 8 }>(table, 0, sums);
            continue;
        }
        for (group, sums) in sums.as_chunks_mut::<LANES>().0.iter_mut().enumerate().take(groups) {
            tree.add::<LANES, { LANES / 8 }>(table, group, sums);
        }
        for (row, sum) in sums.iter_mut().enumerate().take(count).skip(together) {
            *sum += tree.value(|column| table[usize::from(column)][row]);
        }
    }
}

impl Node {
    pub(super) fn child(&self, value: f32) -> u8 {
        let goes_left = value <= self.edge || self.missing_left && value.is_nan();
        if goes_left { self.left } else { self.right }
    }
}

impl Tree {
    /// None of nodes of which a child does not come later, so that walks would not end, or that are no tree.
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

    /// What a row comes to, by its values in columns.
    pub(super) fn value(&self, value_in: impl Fn(u8) -> f32) -> f32 {
        let mut at = self.first();
        while let Some(node) = self.nodes.get(usize::from(at)) {
            at = node.child(value_in(node.column));
        }
        self.values[usize::from(at)]
    }

    /// Adds what the rows of a group of so many come to, which are asked by eights: more would not be asked by one
    /// instruction.
    #[inline(always)]
    fn add<const ROWS: usize, const EIGHTS: usize>(
        &self,
        table: &[Values],
        group: usize,
        sums: &mut [f32; ROWS],
    ) {
        let values = |test: &Test| {
            let (groups, _) = table[usize::from(test.column)].as_chunks::<ROWS>();
            groups[group].as_chunks::<8>().0.iter()
        };
        let mut leaves = [[u32::MAX; 8]; EIGHTS];
        let [missing_right, missing_left] = &self.tests;
        for test in missing_right {
            for (leaves, values) in leaves.iter_mut().zip(values(test)) {
                for (leaves, value) in leaves.iter_mut().zip(values) {
                    *leaves &= test.others | all_if(*value <= test.edge);
                }
            }
        }
        for test in missing_left {
            for (leaves, values) in leaves.iter_mut().zip(values(test)) {
                for (leaves, value) in leaves.iter_mut().zip(values) {
                    *leaves &= test.others | !all_if(*value > test.edge);
                }
            }
        }
        for (sum, leaves) in sums.iter_mut().zip(leaves.as_flattened()) {
            *sum += self.leaves[leaves.trailing_zeros() as usize];
        }
    }

    pub(super) fn first(&self) -> u8 {
        if self.nodes.is_empty() { FIRST_LEAF } else { 0 }
    }
}

/// All bits or none: no branch, so that the compiler asks many values by one instruction.
#[inline(always)]
fn all_if(condition: bool) -> u32 {
    u32::from(condition).wrapping_neg()
}

/// How many leaves are below each node; none where the nodes are not one tree of which every child comes later.
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
    fn the_sums_are_the_same_with_and_without_avx2() {
        let node =
            |edge, missing_left, left, right| Node { edge, column: 0, missing_left, left, right };
        let nodes = vec![
            node(0.5, true, 1, FIRST_LEAF),
            node(-1.5, false, FIRST_LEAF + 1, 2),
            node(-0.25, true, FIRST_LEAF + 2, FIRST_LEAF + 3),
        ];
        let values = std::array::from_fn(|index| index as f32 * 0.1);
        let trees = [Tree::new(nodes, values).unwrap()];
        let value =
            |row: usize| if row % 7 == 3 { f32::NAN } else { row as f32 * 0.37 % 4.0 - 2.0 };
        let table = [std::array::from_fn(value)];
        for count in 0..=ROWS_AT_ONCE {
            let (mut sums, mut plain, mut walked) = ([0.0; 32], [0.0; 32], [0.0; 32]);
            ask(&trees, &table, count, &mut sums);
            ask_plainly(&trees, &table, count, &mut plain);
            for row in 0..count {
                walked[row] = trees[0].value(|column| table[usize::from(column)][row]);
            }
            assert_eq!(sums.map(f32::to_bits), plain.map(f32::to_bits));
            assert_eq!(sums[..count], walked[..count]);
        }
    }
}
