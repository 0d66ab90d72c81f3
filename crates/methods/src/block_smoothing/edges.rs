//! Title and report time around the edges of the main text (section 1.2.3).

use std::ops::Range;

use super::blocks::TextBlock;
use super::judged::Judged;
use zhengwen_page::dom::{Document, NodeId};
use zhengwen_page::page::Page;
use zhengwen_page::text::{clean, dates, titles};

/// The number of non-empty blocks around the first and the last main block that are looked at.
const WINDOW: usize = 2;

/// The non-empty blocks around the first main block i and the last one j.
pub(super) struct Edges {
    /// Blocks i-2 to i+2.
    start: Vec<usize>,
    /// Blocks j-2 to j+2.
    end: Vec<usize>,
}

impl Edges {
    pub(super) fn of(blocks: &[TextBlock], main: &[Range<usize>]) -> Self {
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
    pub(super) fn title(&self, page: &Page, judged: &Judged) -> Option<String> {
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
    pub(super) fn publish_time(&self, document: &Document, judged: &Judged) -> Option<String> {
        self.start.iter().chain(&self.end).find_map(|index| {
            let texts =
                judged.texts_of(&judged.blocks[*index]).iter().map(|node| document.text(*node));
            let text: String = texts.collect();
            dates::find(&text).map(|date| text[date.range].to_owned())
        })
    }
}
