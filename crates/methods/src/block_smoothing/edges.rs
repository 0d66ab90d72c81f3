//! Title and report time around the edges of the main text (section 1.2.3).

use super::judged::Judged;
use zhengwen_page::dom::Document;
use zhengwen_page::page::Page;
use zhengwen_page::text::{clean, dates, titles};

/// The number of non-empty blocks around the first and the last main block that are looked at.
const WINDOW: usize = 2;

/// The non-empty blocks around the first main block i and the last one j.
#[derive(Default)]
pub(super) struct Edges {
    /// Blocks i-2 to i+2.
    start: Vec<usize>,
    /// Blocks j-2 to j+2.
    end: Vec<usize>,
}

impl Edges {
    pub(super) fn of(judged: &Judged) -> Self {
        let (blocks, main) = (&judged.blocks, &judged.main);
        let filled: Vec<usize> = (0..blocks.len()).filter(|i| blocks[*i].characters > 0).collect();
        let mut filled_main = filled.iter().filter(|block| {
            let run = main.partition_point(|run| run.end <= **block);
            main.get(run).is_some_and(|run| run.contains(*block))
        });
        let Some(first) = filled_main.next() else { return Self::default() };
        let last = filled_main.next_back().unwrap_or(first);
        Self { start: around(&filled, *first), end: around(&filled, *last) }
    }

    /// The heading of the highest level in blocks i-2 to i+2, else the `title` element filtered.
    pub(super) fn title(&self, page: &Page, judged: &Judged) -> Option<String> {
        let texts = self.start.iter().flat_map(|i| judged.texts_of(&judged.blocks[*i]));
        let headings = texts.filter_map(|text| {
            let mut ancestors = page.document().node(*text).ancestors();
            ancestors.find_map(|node| Some((node.tag().heading_level()?, node)))
        });
        let highest = headings.min_by_key(|(level, _)| *level);
        let heading = highest.map(|(_, node)| clean::collapsed(&node.text_content()));
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

/// The non-empty blocks around a block.
fn around(filled: &[usize], block: usize) -> Vec<usize> {
    let at = filled.partition_point(|other| *other < block);
    let end = (at + WINDOW + 1).min(filled.len());
    filled[at.saturating_sub(WINDOW).min(end)..end].to_vec()
}
