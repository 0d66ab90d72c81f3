//! The alignment of two feature trees (template-matching's paper, section 2.3.2): the pairing of
//! their level-order sequences with the largest sum of similarities, and what only the first has.

use super::tree::{FeatureNode, FeatureTree};

/// The result of an alignment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Alignment {
    /// For each node of the first tree, the index of its partner in the second, if their similarity is over the threshold;
    /// `None` for the candidates for main content (definition 7): nodes deleted or poorly replaced. Its length is the number of
    /// nodes that were aligned.
    pub partners: Vec<Option<u32>>,
    /// The number of nodes of both trees that were left out because the table had no room for them:
    /// the last ones in level order, which are the deepest.
    pub left_out: u32,
}

impl Alignment {
    /// The indices of the candidates, ascending.
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.partners.len()).filter(|place| self.partners[*place].is_none())
    }
}

/// The threshold Ts (definition 6): nodes are similar above it. The paper gives no value.
const THRESHOLD: (u32, u32) = (1, 2);

/// The maximum number of cells in the table of directions: two bits each, and one for similar
/// pairs.
const MOST_CELLS: usize = 1 << 26;

/// Aligns a page's tree with that of a similar page. Time grows with the product of their sizes;
/// memory is three bits per pair of nodes, and two rows.
pub fn align(page: &FeatureTree, similar: &FeatureTree) -> Alignment {
    align_within(page, similar, MOST_CELLS)
}

fn align_within(page: &FeatureTree, similar: &FeatureTree, most_cells: usize) -> Alignment {
    let with_boxes = page.has_boxes && similar.has_boxes;
    let (width, height) = fitting(page.nodes.len(), similar.nodes.len(), most_cells);
    let left_out = page.nodes.len() - width + similar.nodes.len() - height;
    let mut table = Table::new(width, height);
    let mut above = vec![0; width + 1];
    let mut row = vec![0; width + 1];
    for (down, theirs) in similar.nodes[..height].iter().enumerate() {
        for (along, ours) in page.nodes[..width].iter().enumerate() {
            let similarity = if ours.tag == theirs.tag {
                let parents = table.is_similar(theirs.parent as usize, ours.parent as usize);
                compare(ours, theirs, down.min(along) == 0, parents, with_boxes)
            } else {
                0
            };
            if similarity * THRESHOLD.1 > unit(with_boxes) * THRESHOLD.0 {
                table.set_similar(down, along);
            }
            // Ties go up and left, then up, then left.
            let (both, up, left) = (above[along] + similarity, above[along + 1], row[along]);
            let (sum, direction) = if both >= up && both >= left {
                (both, Direction::UpLeft)
            } else if up >= left {
                (up, Direction::Up)
            } else {
                (left, Direction::Left)
            };
            row[along + 1] = sum;
            table.set_direction(down, along, direction);
        }
        std::mem::swap(&mut above, &mut row);
    }
    Alignment {
        partners: table.partners(width, height),
        left_out: u32::try_from(left_out).unwrap_or(u32::MAX),
    }
}

/// The number of nodes of each tree that fit the table: the longer tree is cut first.
fn fitting(width: usize, height: usize, most_cells: usize) -> (usize, usize) {
    let side = most_cells.isqrt();
    if width * height <= most_cells {
        (width, height)
    } else if width.min(height) > side {
        (side, side)
    } else if width > height {
        (most_cells / height.max(1), height)
    } else {
        (width, most_cells / width.max(1))
    }
}

/// Full similarity, 1, in whole parts: the number of features compared.
fn unit(with_boxes: bool) -> u32 {
    if with_boxes { 7 } else { 3 }
}

/// `CompareTwoCNode`, rules 2 to 7 in order, in parts of [`unit`]; rule 1, equal tags, already
/// holds. Only one body is at the root of each tree, where rules 2 and 3 apply.
fn compare(
    a: &FeatureNode,
    b: &FeatureNode,
    has_root: bool,
    parents_similar: bool,
    with_boxes: bool,
) -> u32 {
    if has_root {
        let both = a.depth == 0 && b.depth == 0;
        return if both { unit(with_boxes) } else { 0 };
    }
    if !parents_similar || a.is_content != b.is_content {
        return 0;
    }
    if a.is_content {
        return if a.inner_html == b.inner_html { unit(with_boxes) } else { 0 };
    }
    let mut same = u32::from(a.id == b.id) + u32::from(a.class == b.class);
    same += u32::from(a.depth == b.depth);
    if with_boxes {
        let [a, b] = [a, b].map(|node| {
            node.rectangle.map(|r| [r.width, r.height, r.left, r.top]).unwrap_or_default()
        });
        same += a.iter().zip(b).map(|(x, y)| u32::from((x - y).abs() < 0.5)).sum::<u32>();
    }
    same
}

/// The cell that a cell's sum comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Both nodes are paired.
    UpLeft = 0,
    /// The second tree's node is left over: an addition.
    Up = 1,
    /// The first tree's node is left over: a deletion.
    Left = 2,
}

/// The pointer table, with two bits per cell and one more for whether the two nodes are similar. It
/// has a row for every node of the second tree.
struct Table {
    width: usize,
    directions: Vec<u8>,
    similar: Vec<u8>,
}

impl Table {
    fn new(width: usize, height: usize) -> Self {
        let cells = width * height;
        Self { width, directions: vec![0; cells / 4 + 1], similar: vec![0; cells / 8 + 1] }
    }

    fn is_similar(&self, down: usize, along: usize) -> bool {
        let cell = down * self.width + along;
        self.similar[cell / 8] >> (cell % 8) & 1 == 1
    }

    fn set_similar(&mut self, down: usize, along: usize) {
        let cell = down * self.width + along;
        self.similar[cell / 8] |= 1 << (cell % 8);
    }

    fn set_direction(&mut self, down: usize, along: usize, direction: Direction) {
        let cell = down * self.width + along;
        self.directions[cell / 4] |= (direction as u8) << (cell % 4 * 2);
    }

    fn direction(&self, down: usize, along: usize) -> Direction {
        let cell = down * self.width + along;
        match self.directions[cell / 4] >> (cell % 4 * 2) & 3 {
            0 => Direction::UpLeft,
            1 => Direction::Up,
            _ => Direction::Left,
        }
    }

    /// Walks back from the last cell (step 3) and returns the partners, where they are similar.
    fn partners(&self, width: usize, height: usize) -> Vec<Option<u32>> {
        let mut partners = vec![None; width];
        let (mut along, mut down) = (width, height);
        while along > 0 && down > 0 {
            match self.direction(down - 1, along - 1) {
                Direction::UpLeft => {
                    (along, down) = (along - 1, down - 1);
                    if self.is_similar(down, along) {
                        partners[along] = u32::try_from(down).ok();
                    }
                }
                Direction::Up => down -= 1,
                Direction::Left => along -= 1,
            }
        }
        partners
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use zhengwen_page::page::Page;

    fn tree(html: &str) -> FeatureTree {
        FeatureTree::of(&Page::new(html, None))
    }

    /// Checks the texts of the first page's candidates.
    fn check(page: &str, similar: &str, expected: &[&str]) {
        let page = Page::new(page, None);
        let found = FeatureTree::of(&page);
        let texts: Vec<String> = align(&found, &tree(similar))
            .candidates()
            .map(|place| page.document().text_content(found.nodes[place].node))
            .collect();
        assert_eq!(texts, expected, "{similar}");
    }

    #[test]
    fn what_the_other_page_has_not_is_a_candidate() {
        let menu = "<ul id=menu><li>Home<li>News</ul>";
        let page = format!("{menu}<div id=main><p>One.<p>Two.</div>");
        check(&page, &format!("{menu}<div id=main><p>Three.</div>"), &["One.", "Two."]);
        check(&page, &page, &[]);
        check(&page, &format!("{menu}<div id=main><p>Two.</div>"), &["One."]);
        check("<p>a", "", &["a"]);
    }

    #[test]
    fn rules_are_asked_in_their_order() {
        // Structure nodes are similar if two of three features are equal, but not if only one is.
        check("<div id=a><ul></ul></div>", "<div id=b><ul></ul></div>", &[]);
        check("<div id=a class=x><ul></ul></div>", "<div id=b class=y><ul></ul></div>", &["", ""]);
        // A content node and a structure node are never alike.
        check("<div>text</div>", "<div><i>text</i></div>", &["text"]);
        // Children of dissimilar parents are dissimilar.
        check("<div id=a class=x><p>t</div>", "<div id=b class=y><p>t</div>", &["t", "t"]);
    }

    #[test]
    fn pages_too_long_for_the_table_say_so() {
        let page = tree(&format!("<p>x{}", "<p>y".repeat(20)));
        let whole = align_within(&page, &page, 1 << 20);
        assert_eq!((whole.left_out, whole.candidates().count()), (0, 0));
        let cut = align_within(&page, &page, 100);
        assert_eq!((cut.left_out, cut.partners.len()), (24, 10));
        assert_eq!(fitting(1000, 4, 100), (25, 4));
    }

    /// The tables as printed in the paper, with every cell kept: sums and, for every pair, the
    /// similarity.
    fn plain(a: &FeatureTree, b: &FeatureTree) -> Vec<Option<u32>> {
        let (n, m) = (a.nodes.len(), b.nodes.len());
        let mut similarity = vec![vec![0; n]; m];
        let mut sums = vec![vec![0; n + 1]; m + 1];
        for j in 0..m {
            for i in 0..n {
                let (x, y) = (&a.nodes[i], &b.nodes[j]);
                let parents = i.min(j) > 0
                    && similarity[y.parent as usize][x.parent as usize] * 2 > unit(false);
                if x.tag == y.tag {
                    similarity[j][i] = compare(x, y, i.min(j) == 0, parents, false);
                }
                sums[j + 1][i + 1] =
                    (sums[j][i] + similarity[j][i]).max(sums[j][i + 1]).max(sums[j + 1][i]);
            }
        }
        let (mut i, mut j, mut partners) = (n, m, vec![None; n]);
        while i > 0 && j > 0 {
            let sum = sums[j][i];
            if sum == sums[j - 1][i - 1] + similarity[j - 1][i - 1] {
                (i, j) = (i - 1, j - 1);
                if similarity[j][i] * 2 > unit(false) {
                    partners[i] = Some(j as u32);
                }
            } else if sum == sums[j - 1][i] {
                j -= 1;
            } else {
                i -= 1;
            }
        }
        partners
    }

    fn page_of_tags() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "<div>",
            "<div id=a>",
            "<div class=b>",
            "</div>",
            "<ul><li>",
            "</ul>",
            "<p>",
            "</p>",
            "x",
            "y",
            "<b>z</b>",
            "<i>w</i>",
        ]);
        prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn packed_tables_answer_as_plain_ones(a in page_of_tags(), b in page_of_tags()) {
            let (a, b) = (tree(&a), tree(&b));
            prop_assert_eq!(align(&a, &b).partners, plain(&a, &b));
        }
    }
}
