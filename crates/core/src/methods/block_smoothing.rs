//! Seed 001: 邹永强, 钟志农, 一种高效的新闻网页噪声过滤方法 (2011).
//!
//! The page is cut at layout tags into text blocks; runs of blocks whose smoothed lengths pass a
//! low threshold, and in one block a high one, are the main text (section 1.2.2). Title and report
//! time stand around its edges (section 1.2.3).

use std::ops::Range;

use super::options::BlockSmoothingOptions;
use super::verdict::{Curve, Verdict, whole};
use crate::dom::{Document, NodeId, NodeKind, Tag};
use crate::page::{NodeFlags, Page};
use crate::text::{clean, count, dates, titles};

/// Judges a page by seed 001.
pub(super) fn judge(page: &Page, options: &BlockSmoothingOptions) -> Verdict {
    let judged = Judged::of(page, options);
    let edges = Edges::of(&judged.blocks, &judged.main);
    let title = edges.title(page, &judged);
    let publish_time = edges.publish_time(page.document(), &judged);
    Verdict { title, publish_time, ..judged.verdict(page) }
}

/// Like [`judge`], of the blocks alone: without title and time.
pub(super) fn judge_blocks(page: &Page, options: &BlockSmoothingOptions) -> Verdict {
    Judged::of(page, options).verdict(page)
}

/// The paper's text blocks of a page, and which of them are main text.
struct Judged {
    blocks: Vec<TextBlock>,
    /// Their text nodes, one block's behind another's.
    texts: Vec<NodeId>,
    smoothed: Vec<f32>,
    thresholds: Thresholds,
    /// Runs of blocks.
    main: Vec<Range<usize>>,
}

impl Judged {
    fn of(page: &Page, options: &BlockSmoothingOptions) -> Self {
        let (blocks, texts) = blocks(page, options);
        let smoothed = smooth(&blocks);
        let thresholds = Thresholds::of(&smoothed);
        let main = main_blocks(&smoothed, thresholds);
        Self { blocks, texts, smoothed, thresholds, main }
    }

    fn texts_of(&self, block: &TextBlock) -> &[NodeId] {
        &self.texts[block.texts.clone()]
    }

    /// What is said of blocks.
    fn verdict(self, page: &Page) -> Verdict {
        let kept = self.main.iter().flat_map(|run| &self.blocks[run.clone()]);
        let kept = kept.flat_map(|block| self.texts_of(block));
        let spans = kept.map(|node| whole(page, *node)).collect();
        let mut score = vec![0.0; page.document().len()];
        for (block, value) in self.blocks.iter().zip(&self.smoothed) {
            self.texts_of(block).iter().for_each(|node| score[node.index()] = *value);
        }
        let mut verdict = Verdict::from_spans(page, spans, |i| score[page.texts()[i].node.index()]);
        let curve = |name, values, thresholds, chosen| Curve {
            name,
            x: "block",
            unit: "characters",
            values,
            thresholds,
            chosen,
        };
        let raw = self.blocks.iter().map(|block| block.characters as f32).collect();
        let lines = vec![("N'min", self.thresholds.least), ("mark", self.thresholds.mark)];
        verdict.curves = vec![
            curve("block lengths", raw, Vec::new(), self.main.clone()),
            curve("smoothed block lengths", self.smoothed, lines, self.main),
        ];
        verdict
    }
}

/// A text block of the paper: what stands between two opening tags of type II.
#[derive(Debug, Default)]
struct TextBlock {
    /// Its text nodes, as a range of [`Judged::texts`].
    texts: Range<usize>,
    /// Without blanks.
    characters: u32,
}

/// Table 1, type I: dropped with all that they hold. Link text is noise to this paper. `svg` and
/// `template` are younger than the table.
fn is_noise(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::A
            | Tag::SCRIPT
            | Tag::NOSCRIPT
            | Tag::STYLE
            | Tag::META
            | Tag::PARAM
            | Tag::BUTTON
            | Tag::SELECT
            | Tag::OPTGROUP
            | Tag::OPTION
            | Tag::LABEL
            | Tag::TEXTAREA
            | Tag::FIELDSET
            | Tag::LEGEND
            | Tag::INPUT
            | Tag::IMAGE
            | Tag::MAP
            | Tag::AREA
            | Tag::FORM
            | Tag::IFRAME
            | Tag::EMBED
            | Tag::OBJECT
            | Tag::SVG
            | Tag::TEMPLATE
    )
}

/// Table 1, type II, with the names that print lost: `ul ol li` before `dl`, and `br` among them.
fn separates(tag: Tag, options: &BlockSmoothingOptions) -> bool {
    match tag {
        Tag::SPAN => options.split_at_span,
        Tag::UL
        | Tag::OL
        | Tag::LI
        | Tag::DL
        | Tag::DT
        | Tag::DD
        | Tag::P
        | Tag::HR
        | Tag::BR
        | Tag::DIV
        | Tag::TABLE
        | Tag::TR
        | Tag::TD
        | Tag::TH
        | Tag::HEAD
        | Tag::BODY
        | Tag::TBODY => true,
        _ => false,
    }
}

/// Section 1.2.1: the blocks, and the text nodes of all of them.
fn blocks(page: &Page, options: &BlockSmoothingOptions) -> (Vec<TextBlock>, Vec<NodeId>) {
    let document = page.document();
    let mut blocks = Vec::with_capacity(page.blocks().len());
    let mut texts = Vec::with_capacity(page.texts().len());
    let mut block = TextBlock::default();
    let mut id = NodeId(0);
    while id.index() < document.len() {
        let tag = document.tag(id);
        if is_noise(tag) {
            id = document.end(id);
            continue;
        }
        if separates(tag, options) {
            blocks.push(std::mem::take(&mut block));
            block.texts = texts.len()..texts.len();
        } else if document.kind(id) == NodeKind::Text {
            // The paper counts the `title` element too.
            let characters = if page.flags(id).has(NodeFlags::NEVER_TEXT) {
                count::characters(document.text(id))
            } else {
                page.stats().characters(document, id)
            };
            if characters > 0 {
                texts.push(id);
                block.texts.end = texts.len();
                block.characters += characters;
            }
        }
        id = NodeId(id.0 + 1);
    }
    blocks.push(block);
    (blocks, texts)
}

/// Section 1.2.2, step 1: the operator 1/4 [1 2 1]; beyond the ends there is nothing.
fn smooth(blocks: &[TextBlock]) -> Vec<f32> {
    let length = |block: &TextBlock| block.characters as f32;
    let at = |index: Option<usize>| index.and_then(|i| blocks.get(i)).map_or(0.0, length);
    let smoothed = |i: usize| (at(i.checked_sub(1)) + 2.0 * at(Some(i)) + at(Some(i + 1))) / 4.0;
    (0..blocks.len()).map(smoothed).collect()
}

/// Section 1.2.2, step 2; both of smoothed lengths.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Thresholds {
    /// N'min = (2 Nmin + Navg) / 3.
    least: f32,
    /// N标定 = (sum of the nine largest + Navg) / 10.
    mark: f32,
}

/// How many of the largest lengths make the mark.
const LARGEST: usize = 9;

impl Thresholds {
    fn of(smoothed: &[f32]) -> Self {
        let least = smoothed.iter().copied().filter(|n| *n > 0.0).fold(f32::INFINITY, f32::min);
        let sum: f64 = smoothed.iter().map(|n| f64::from(*n)).sum();
        let average = (sum / smoothed.len().max(1) as f64) as f32;
        let mut largest = smoothed.to_vec();
        let descending = |a: &f32, b: &f32| b.total_cmp(a);
        if largest.len() > LARGEST {
            largest.select_nth_unstable_by(LARGEST, descending);
            largest.truncate(LARGEST);
        }
        largest.sort_unstable_by(descending);
        let mark = (largest.iter().sum::<f32>() + average) / (largest.len() + 1) as f32;
        let least = if least.is_finite() { (2.0 * least + average) / 3.0 } else { f32::INFINITY };
        Self { least, mark }
    }
}

/// Rules 1 and 2: runs of blocks at or over N'min; sure are those with a block at or over the mark,
/// and those between two sure ones go with them.
fn main_blocks(smoothed: &[f32], thresholds: Thresholds) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, length) in smoothed.iter().enumerate() {
        if *length < thresholds.least {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == index => run.end = index + 1,
            _ => runs.push(index..index + 1),
        }
    }
    let is_sure = |run: &Range<usize>| smoothed[run.clone()].iter().any(|n| *n >= thresholds.mark);
    let first = runs.iter().position(is_sure);
    let last = runs.iter().rposition(is_sure);
    match (first, last) {
        (Some(first), Some(last)) => runs.drain(first..=last).collect(),
        _ => Vec::new(),
    }
}

/// How many non-empty blocks around the first and the last main block are looked at.
const WINDOW: usize = 2;

/// The non-empty blocks around the first main block i and the last one j.
struct Edges {
    /// Blocks i-2 to i+2.
    start: Vec<usize>,
    /// Blocks j-2 to j+2.
    end: Vec<usize>,
}

impl Edges {
    fn of(blocks: &[TextBlock], main: &[Range<usize>]) -> Self {
        let filled: Vec<usize> = (0..blocks.len()).filter(|i| blocks[*i].characters > 0).collect();
        let around = |block: usize| {
            let at = filled.partition_point(|i| *i < block);
            let end = (at + WINDOW + 1).min(filled.len());
            filled[at.saturating_sub(WINDOW).min(end)..end].to_vec()
        };
        let is_main = |i: &&usize| {
            let run = main.partition_point(|run| run.end <= **i);
            main.get(run).is_some_and(|run| run.contains(*i))
        };
        match (filled.iter().find(is_main), filled.iter().rev().find(is_main)) {
            (Some(first), Some(last)) => Self { start: around(*first), end: around(*last) },
            _ => Self { start: Vec::new(), end: Vec::new() },
        }
    }

    /// The heading of the highest level in blocks i-2 to i+2, else the `title` element filtered.
    fn title(&self, page: &Page, judged: &Judged) -> Option<String> {
        let document = page.document();
        let heading_of = |text: NodeId| {
            document.ancestors(text).find_map(|id| Some((document.tag(id).heading_level()?, id)))
        };
        let texts = self.start.iter().flat_map(|i| judged.texts_of(&judged.blocks[*i]));
        let headings = texts.filter_map(|text| heading_of(*text));
        let highest = headings.min_by_key(|(level, _)| *level);
        let heading = highest.map(|(_, id)| clean::collapsed(&document.text_content(id)));
        heading.filter(|text| !text.is_empty()).or_else(|| {
            let title = page.structured().title.as_deref()?;
            Some(titles::without_site_name(title).to_owned())
        })
    }

    /// The first date in blocks i-2 to i+2, then in j-2 to j+2, as written.
    fn publish_time(&self, document: &Document, judged: &Judged) -> Option<String> {
        self.start.iter().chain(&self.end).find_map(|index| {
            let texts =
                judged.texts_of(&judged.blocks[*index]).iter().map(|node| document.text(*node));
            let text: String = texts.collect();
            dates::find(&text).map(|date| text[date.range].to_owned())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smoothing_and_thresholds_as_printed() {
        let block = |characters| TextBlock { characters, ..TextBlock::default() };
        let smoothed = smooth(&[0, 8, 4, 0].map(block));
        assert_eq!(smoothed, [2.0, 5.0, 4.0, 1.0]);
        let thresholds = Thresholds::of(&smoothed);
        assert_eq!(thresholds, Thresholds { least: (2.0 + 3.0) / 3.0, mark: (12.0 + 3.0) / 5.0 });
        let many = vec![10.0; 20];
        assert_eq!(Thresholds::of(&many), Thresholds { least: 10.0, mark: 10.0 });
    }

    #[test]
    fn rule_two_keeps_runs_between_sure_ones() {
        let thresholds = Thresholds { least: 5.0, mark: 50.0 };
        let runs = main_blocks(&[9.0, 1.0, 60.0, 6.0, 1.0, 7.0, 1.0, 51.0, 1.0, 9.0], thresholds);
        assert_eq!(runs, [2..4, 5..6, 7..8]);
        assert!(main_blocks(&[9.0, 9.0], thresholds).is_empty());
        assert!(main_blocks(&[], Thresholds::of(&[])).is_empty());
    }

    const PAGE: &str = "<title>会议召开_某某网</title><div><a>首页</a><a>新闻</a></div>\
        <h2>城市供水会议</h2><div>2010年12月15日</div>\
        <p>今天的会议讨论了城市供水的问题，代表们提出了许多建议，市长作了总结。\
        <p>会议还讨论了道路建设和环境保护，并且通过了明年的预算草案。<a>相关链接</a>\
        <p>与会代表一致认为，明年的工作重点是改善民生，提高服务水平。<div>版权</div>";

    #[test]
    fn keeps_long_blocks_without_their_links() {
        let page = Page::new(PAGE, None);
        let verdict = judge(&page, &BlockSmoothingOptions::default());
        let kept: Vec<&str> = verdict.spans.iter().map(|s| page.document().text(s.node)).collect();
        assert!(kept.iter().any(|text| text.starts_with("今天的会议")), "{kept:?}");
        assert!(!kept.contains(&"相关链接") && !kept.contains(&"首页"), "{kept:?}");
    }

    #[test]
    fn title_and_time_stand_at_the_edges() {
        let page = Page::new(PAGE, None);
        let verdict = judge(&page, &BlockSmoothingOptions::default());
        assert_eq!(verdict.title.as_deref(), Some("城市供水会议"));
        assert_eq!(verdict.publish_time.as_deref(), Some("2010年12月15日"));
        let page = Page::new(&PAGE.replace("h2", "b"), None);
        let verdict = judge(&page, &BlockSmoothingOptions::default());
        assert_eq!(verdict.title.as_deref(), Some("会议召开"));
    }
}
