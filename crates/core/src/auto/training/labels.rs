//! Labels of blocks for training: the share of each block that is in the gold text, by alignment of the page's tokens with
//! those of the gold.

use std::collections::HashSet;
use std::ops::Range;

use crate::page::Page;
use crate::text::chars::is_cjk;

/// The most cells that the alignment table may have; larger pages get no labels.
const MAX_CELLS: usize = 600_000_000;
/// Points for a matched token, and for one that continues a match.
const MATCH: i32 = 2;
const CONSECUTIVE: i32 = 3;
/// The most tokens of a block that may match by chance.
const SHORT_BLOCK: usize = 4;

/// The share of each block's tokens that is in `gold`, 0 to 1; `None` if the page is too large to be aligned.
///
/// Tokens are aligned in order by a dynamic program, 2 points a match and 3 for one that continues
/// a match. A block of at most four tokens counts only when all of them match in a row and the
/// match begins or ends a line of the gold or continues in a neighbouring block.
pub fn labels(page: &Page, gold: &str) -> Option<Vec<f32>> {
    shares(page, gold, |_| true)
}

/// The share of each block's tokens that is in `optional`, text that is neither main text nor noise, 0 to 1; `None` if the page
/// is too large to be aligned. Blocks that are main text by their `labels` have 0.
pub fn optional_labels(page: &Page, labels: &[f32], optional: &str) -> Option<Vec<f32>> {
    shares(page, optional, |block| labels[block] < 0.5)
}

/// The share of each block's tokens that is in `gold`; 0 for blocks that `is_asked` excludes.
fn shares(page: &Page, gold: &str, is_asked: impl Fn(usize) -> bool) -> Option<Vec<f32>> {
    let mut tokens = Vec::new();
    let mut starts = vec![0];
    for block in page.block_refs() {
        if is_asked(block.at) {
            push_tokens(&mut tokens, block.text());
        }
        starts.push(tokens.len());
    }
    let gold = GoldTokens::of(gold);
    let matches = align(&tokens, &gold.tokens)?;
    let blocks = starts.windows(2).map(|pair| pair[0]..pair[1]);
    Some(blocks.map(|block| gold.share(&matches, block)).collect())
}

/// A gold text.
struct GoldTokens {
    tokens: Vec<u32>,
    /// The first token of each line, and the end.
    line_starts: HashSet<usize>,
}

impl GoldTokens {
    fn of(gold: &str) -> Self {
        let (mut tokens, mut line_starts) = (Vec::new(), HashSet::new());
        for line in gold.lines() {
            line_starts.insert(tokens.len());
            push_tokens(&mut tokens, line);
        }
        line_starts.insert(tokens.len());
        Self { tokens, line_starts }
    }

    /// The share of a block's tokens that are matched; all or nothing of a short one.
    fn share(&self, matches: &[Option<usize>], block: Range<usize>) -> f32 {
        let within = &matches[block.clone()];
        let (count, matched) = (within.len(), within.iter().flatten().count());
        if count > SHORT_BLOCK || count == 0 {
            return matched as f32 / count.max(1) as f32;
        }
        let in_row = within.windows(2).all(|p| p[0].is_some() && p[1] == p[0].map(|at| at + 1));
        let is_whole = matched == count && in_row;
        let (first, last) = (within[0], within[count - 1]);
        let is_edge = first.is_some_and(|at| self.line_starts.contains(&at))
            || last.is_some_and(|at| self.line_starts.contains(&(at + 1)));
        let before = block.start.checked_sub(1).and_then(|i| matches[i]);
        let after = matches.get(block.end).copied().flatten();
        let continues = before.is_some() && before.map(|at| at + 1) == first
            || after.is_some() && last.map(|at| at + 1) == after;
        f32::from(is_whole && (is_edge || continues))
    }
}

/// Appends the tokens of `text` as hashes: CJK characters and lower-case words.
fn push_tokens(tokens: &mut Vec<u32>, text: &str) {
    let mut word: Option<u32> = None;
    for c in text.chars().flat_map(char::to_lowercase) {
        if !is_cjk(c) && (c.is_alphanumeric() || c == '_') {
            word = Some(mix(word.unwrap_or(START), c));
            continue;
        }
        tokens.extend(word.take());
        if is_cjk(c) {
            tokens.push(mix(START, c));
        }
    }
    tokens.extend(word);
}

/// The hash of no characters.
const START: u32 = 0x811c_9dc5;

fn mix(hash: u32, c: char) -> u32 {
    (hash ^ u32::from(c)).wrapping_mul(0x0100_0193)
}

/// For every token of the page, the token of the gold that it matches.
fn align(page: &[u32], gold: &[u32]) -> Option<Vec<Option<usize>>> {
    const UP: u8 = 1;
    const LEFT: u8 = 2;
    const DIAGONAL: u8 = 3;
    const CONTINUES: u8 = 4;
    let width = gold.len() + 1;
    let cells = width.checked_mul(page.len() + 1).filter(|cells| *cells <= MAX_CELLS)?;
    let mut steps = vec![0u8; cells];
    let mut best = vec![0i32; width];
    // The best alignment that ends in a match of this very cell.
    let mut ending = vec![i32::MIN / 2; width];
    for (i, token) in page.iter().enumerate() {
        let row = &mut steps[(i + 1) * width..(i + 2) * width];
        let (mut corner_best, mut corner_ending) = (best[0], ending[0]);
        for (j, other) in gold.iter().enumerate() {
            let (above_best, above_ending) = (best[j + 1], ending[j + 1]);
            let mut step = if above_best >= best[j] { UP } else { LEFT };
            let mut value = above_best.max(best[j]);
            ending[j + 1] = i32::MIN / 2;
            if token == other {
                let continued = corner_ending + CONSECUTIVE;
                let fresh = corner_best + MATCH;
                ending[j + 1] = continued.max(fresh);
                let continues = continued >= fresh;
                if ending[j + 1] >= value {
                    (value, step) = (ending[j + 1], DIAGONAL);
                }
                step |= if continues { CONTINUES } else { 0 };
            }
            (corner_best, corner_ending) = (above_best, above_ending);
            best[j + 1] = value;
            row[j + 1] = step;
        }
    }
    let mut matches = vec![None; page.len()];
    let (mut i, mut j, mut in_match) = (page.len(), gold.len(), false);
    while i > 0 && j > 0 {
        let step = steps[i * width + j];
        if in_match || step & 3 == DIAGONAL {
            matches[i - 1] = Some(j - 1);
            in_match = step & CONTINUES != 0;
            (i, j) = (i - 1, j - 1);
        } else if step & 3 == UP {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    Some(matches)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, gold: &str, expected: &[f32]) {
        assert_eq!(labels(&Page::new(html, None), gold).unwrap(), expected, "{html} / {gold}");
    }

    #[test]
    fn shares_of_blocks() {
        check("<p>今天开会了吗<p>今天开会了", "今天开会了吗", &[1.0, 0.0]);
        check(
            "<p>one two three four five six<p>menu",
            "two three four five six",
            &[5.0 / 6.0, 0.0],
        );
        check("<p>a b c d e<p>f g h i j", "a b c d e\nf g h i j", &[1.0, 1.0]);
    }

    #[test]
    fn short_blocks_must_match_whole_and_at_an_edge() {
        check("<p>新闻<p>今天的新闻很多很长", "今天的新闻很多很长", &[0.0, 1.0]);
        check("<p>标题<p>今天开会了吗", "标题\n今天开会了吗", &[1.0, 1.0]);
        check("<p>one two<p>x", "one three two", &[0.0, 0.0]);
    }

    #[test]
    fn optional_blocks_are_none_of_the_main_text() {
        let page = Page::new("<h1>开会了</h1><p>今天开会了吗<p>责任编辑：某某<p>首页", None);
        let labels = labels(&page, "今天开会了吗").unwrap();
        assert_eq!(labels, [0.0, 1.0, 0.0, 0.0]);
        let optional = optional_labels(&page, &labels, "开会了\n责任编辑：某某").unwrap();
        assert_eq!(optional, [1.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn empty_sides() {
        check("<p>a", "", &[0.0]);
        assert_eq!(labels(&Page::new("", None), "a").unwrap(), Vec::<f32>::new());
    }
}
