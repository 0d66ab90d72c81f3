//! The method of the paper 一种高效的新闻网页噪声过滤方法 (邹永强, 钟志农, 2011).
//!
//! The page is cut at layout tags into text blocks; runs of blocks whose smoothed lengths pass a
//! low threshold, and in one block a high one, are the main text (section 1.2.2). Title and report
//! time stand around its edges (section 1.2.3).

mod blocks;
mod edges;

use std::ops::Range;

use super::body;
use super::options::{BlockSmoothingOptions, BodyOptions};
use super::trace::{Curve, MethodTrace};
use super::verdict::{AboutPage, Verdict, runs, whole};
use crate::dom::NodeId;
use crate::page::Page;
use blocks::{TextBlock, blocks};
use edges::Edges;

/// Judges a page by block smoothing. Title and time are part of the trace's work: without a trace the answer is about
/// blocks alone.
pub(super) fn judge(
    page: &Page,
    options: &BlockSmoothingOptions,
    trace: Option<&mut MethodTrace>,
) -> Verdict {
    let judged = Judged::of(page, options);
    let mut verdict = judged.verdict(page);
    if let Some(trace) = trace {
        verdict.about = judged.about(page);
        trace.curves.extend(judged.curves());
    }
    verdict
}

/// The paper's text blocks of a page, and which of them are main text.
pub(super) struct Judged {
    blocks: Vec<TextBlock>,
    /// Their text nodes, one block's behind another's.
    texts: Vec<NodeId>,
    smoothed: Vec<f32>,
    pub(super) thresholds: Thresholds,
    /// Runs of blocks.
    main: Vec<Range<usize>>,
}

impl Judged {
    pub(super) fn of(page: &Page, options: &BlockSmoothingOptions) -> Self {
        let (blocks, texts) = blocks(page, options);
        let smoothed = smooth(&blocks);
        let thresholds = Thresholds::of(&smoothed);
        let main = main_blocks(&smoothed, thresholds);
        let mut judged = Self { blocks, texts, smoothed, thresholds, main };
        if options.body != BodyOptions::default() {
            judged.settle(page, options.body);
        }
        judged
    }

    /// What the options make of the main blocks: those with a text that they choose.
    fn settle(&mut self, page: &Page, options: BodyOptions) {
        let place = |node: &NodeId| page.texts().binary_search_by_key(node, |text| text.node).ok();
        let mut chosen = vec![false; page.texts().len()];
        for block in self.main.iter().flat_map(|run| &self.blocks[run.clone()]) {
            let places = self.texts_of(block).iter().filter_map(place);
            places.for_each(|text| chosen[text] = true);
        }
        body::settle(page, &mut chosen, options);
        let is_chosen =
            |block| self.texts_of(block).iter().filter_map(place).any(|text| chosen[text]);
        self.main = runs(self.blocks.iter().map(is_chosen));
    }

    fn texts_of(&self, block: &TextBlock) -> &[NodeId] {
        &self.texts[block.texts.clone()]
    }

    /// Title and publish time, which stand around the edges of the main text.
    fn about(&self, page: &Page) -> AboutPage {
        let edges = Edges::of(&self.blocks, &self.main);
        AboutPage {
            title: edges.title(page, self),
            publish_time: edges.publish_time(page.document(), self),
            ..AboutPage::default()
        }
    }

    /// The answer about blocks.
    pub(super) fn verdict(&self, page: &Page) -> Verdict {
        let kept = self.main.iter().flat_map(|run| &self.blocks[run.clone()]);
        let kept = kept.flat_map(|block| self.texts_of(block));
        let spans = kept.map(|node| whole(page, *node)).collect();
        let mut score = vec![0.0; page.document().len()];
        for (block, value) in self.blocks.iter().zip(&self.smoothed) {
            self.texts_of(block).iter().for_each(|node| score[node.index()] = *value);
        }
        Verdict::from_spans(page, spans, |i| score[page.texts()[i].node.index()])
    }

    /// The lengths of blocks as counted and as smoothed.
    fn curves(self) -> [Curve; 2] {
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
        [
            curve("block lengths", raw, Vec::new(), self.main.clone()),
            curve("smoothed block lengths", self.smoothed, lines, self.main),
        ]
    }
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
pub(crate) struct Thresholds {
    /// N'min = (2 Nmin + Navg) / 3.
    pub(crate) least: f32,
    /// N标定 = (sum of the nine largest + Navg) / 10.
    pub(crate) mark: f32,
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
        let verdict =
            judge(&page, &BlockSmoothingOptions::default(), Some(&mut MethodTrace::default()));
        let kept: Vec<&str> = verdict.spans.iter().map(|s| page.document().text(s.node)).collect();
        assert!(kept.iter().any(|text| text.starts_with("今天的会议")), "{kept:?}");
        assert!(!kept.contains(&"相关链接") && !kept.contains(&"首页"), "{kept:?}");
    }

    #[test]
    fn options_keep_links_and_forms() {
        let form = format!("<form>{PAGE}</form><div><a>条款</a>甲</div>");
        let kept = |options: BlockSmoothingOptions| {
            let page = Page::new(&form, None);
            let spans = judge(&page, &options, Some(&mut MethodTrace::default())).spans;
            spans.iter().map(|s| page.document().text(s.node).to_owned()).collect::<Vec<_>>()
        };
        let faithful = BlockSmoothingOptions::default();
        assert!(!kept(faithful.clone()).iter().any(|text| text.starts_with("今天的会议")));
        let forms = BlockSmoothingOptions { keep_forms: true, ..faithful };
        let texts = kept(forms.clone());
        assert!(texts.iter().any(|text| text.starts_with("今天的会议")), "{texts:?}");
        assert!(!texts.iter().any(|text| text == "相关链接"), "{texts:?}");
        let texts = kept(BlockSmoothingOptions { keep_links: true, ..forms });
        assert!(texts.iter().any(|text| text == "相关链接"), "{texts:?}");
        assert!(!texts.iter().any(|text| text == "条款"), "{texts:?}");
    }

    #[test]
    fn the_best_options_keep_short_texts_between_and_after() {
        let html = PAGE
            .replace("<h2>", "<div class=text><h2>")
            .replace("<div>版权", "<p><br><br><p>完</div><div>版权");
        let page = Page::new(&html, None);
        let texts = |options| {
            let spans = judge(&page, &options, Some(&mut MethodTrace::default())).spans;
            spans.iter().map(|s| page.document().text(s.node)).collect::<Vec<_>>()
        };
        assert_eq!(
            texts(BlockSmoothingOptions::default()).last(),
            Some(&"与会代表一致认为，明年的工作重点是改善民生，提高服务水平。")
        );
        let best = texts(BlockSmoothingOptions::best());
        assert_eq!((best.first(), best.last()), (Some(&"城市供水会议"), Some(&"完")), "{best:?}");
    }

    #[test]
    fn title_and_time_stand_at_the_edges() {
        let page = Page::new(PAGE, None);
        let verdict =
            judge(&page, &BlockSmoothingOptions::default(), Some(&mut MethodTrace::default()));
        assert_eq!(verdict.about.title.as_deref(), Some("城市供水会议"));
        assert_eq!(verdict.about.publish_time.as_deref(), Some("2010年12月15日"));
        let page = Page::new(&PAGE.replace("h2", "b"), None);
        let verdict =
            judge(&page, &BlockSmoothingOptions::default(), Some(&mut MethodTrace::default()));
        assert_eq!(verdict.about.title.as_deref(), Some("会议召开"));
    }
}
