//! Seed 001: 邹永强, 钟志农, 一种高效的新闻网页噪声过滤方法 (2011).
//!
//! The page is cut at layout tags into text blocks; runs of blocks whose smoothed lengths pass a
//! low threshold, and in one block a high one, are the main text (section 1.2.2). Title and report
//! time stand around its edges (section 1.2.3).

use std::ops::Range;

use super::options::BlockSmoothingOptions;
use super::verdict::{Curve, Verdict, whole};
use crate::dom::walk::{Event, walk};
use crate::dom::{Document, NodeId, NodeKind, Tag};
use crate::page::{NodeFlags, Page};
use crate::text::{clean, count, dates, titles};

/// Judges a page by seed 001.
pub(super) fn judge(page: &Page, options: &BlockSmoothingOptions) -> Verdict {
    let blocks = blocks(page, options);
    let lengths: Vec<u32> = blocks.iter().map(|block| block.characters).collect();
    let smoothed = smooth(&lengths);
    let thresholds = Thresholds::of(&smoothed);
    let main = main_blocks(&smoothed, thresholds);
    let kept = main.iter().flat_map(Range::clone);
    let mut spans = Vec::new();
    let mut score = vec![0.0; page.document().len()];
    for index in kept {
        spans.extend(blocks[index].texts.iter().map(|node| whole(page, *node)));
    }
    for (block, value) in blocks.iter().zip(&smoothed) {
        block.texts.iter().for_each(|node| score[node.index()] = *value);
    }
    let mut verdict = Verdict::from_spans(page, spans, |i| score[page.texts()[i].node.index()]);
    let edges = Edges::of(&blocks, &main);
    verdict.title = edges.title(page, &blocks);
    verdict.publish_time = edges.publish_time(page.document(), &blocks);
    let curve = |name, values, thresholds, chosen| Curve {
        name,
        x: "block",
        unit: "characters",
        values,
        thresholds,
        chosen,
    };
    let raw = lengths.iter().map(|length| *length as f32).collect();
    let lines = vec![("N'min", thresholds.least), ("mark", thresholds.mark)];
    verdict.curves = vec![
        curve("block lengths", raw, Vec::new(), main.clone()),
        curve("smoothed block lengths", smoothed, lines, main),
    ];
    verdict
}

/// A text block of the paper: what stands between two opening tags of type II.
#[derive(Debug, Default)]
struct TextBlock {
    texts: Vec<NodeId>,
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

/// Section 1.2.1.
fn blocks(page: &Page, options: &BlockSmoothingOptions) -> Vec<TextBlock> {
    let document = page.document();
    let mut blocks = vec![TextBlock::default()];
    let mut steps = walk(document, Document::ROOT);
    while let Some(step) = steps.next() {
        match step {
            Event::Start(id) if is_noise(document.tag(id)) => steps.skip_subtree(),
            Event::Start(id) if separates(document.tag(id), options) => {
                blocks.push(TextBlock::default());
            }
            Event::Leaf(id) if document.kind(id) == NodeKind::Text => {
                // The paper counts the `title` element too.
                let characters = if page.flags(id).has(NodeFlags::NEVER_TEXT) {
                    count::characters(document.text(id))
                } else {
                    page.stats().amounts(document, id).characters
                };
                if let Some(block) = blocks.last_mut()
                    && characters > 0
                {
                    block.texts.push(id);
                    block.characters += characters;
                }
            }
            _ => {}
        }
    }
    blocks
}

/// Section 1.2.2, step 1: the operator 1/4 [1 2 1]; beyond the ends there is nothing.
fn smooth(lengths: &[u32]) -> Vec<f32> {
    let at = |index: Option<usize>| index.and_then(|i| lengths.get(i)).map_or(0.0, |n| *n as f32);
    (0..lengths.len())
        .map(|i| (at(i.checked_sub(1)) + 2.0 * at(Some(i)) + at(Some(i + 1))) / 4.0)
        .collect()
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
        largest.sort_unstable_by(|a, b| b.total_cmp(a));
        largest.truncate(LARGEST);
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
    fn title(&self, page: &Page, blocks: &[TextBlock]) -> Option<String> {
        let document = page.document();
        let heading_of = |text: NodeId| {
            document.ancestors(text).find_map(|id| Some((document.tag(id).heading_level()?, id)))
        };
        let headings =
            self.start.iter().flat_map(|i| &blocks[*i].texts).filter_map(|t| heading_of(*t));
        let highest = headings.min_by_key(|(level, _)| *level);
        let heading = highest.map(|(_, id)| clean::collapsed(&document.text_content(id)));
        heading.filter(|text| !text.is_empty()).or_else(|| {
            let title = page.structured().title.as_deref()?;
            Some(titles::without_site_name(title).to_owned())
        })
    }

    /// The first date in blocks i-2 to i+2, then in j-2 to j+2, as written.
    fn publish_time(&self, document: &Document, blocks: &[TextBlock]) -> Option<String> {
        self.start.iter().chain(&self.end).find_map(|index| {
            let texts = blocks[*index].texts.iter().map(|node| document.text(*node));
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
        let smoothed = smooth(&[0, 8, 4, 0]);
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
