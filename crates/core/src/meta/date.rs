//! When the page was published.

use crate::dom::{AttributeName, Tag};
use crate::page::{BlockIndex, Page};
use crate::text::dates;

/// A publish date: ISO 8601, and as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishDate {
    /// `2010-12-15`, `2010-12-15T09:30:00`, with the offset where it is known.
    pub iso: String,
    /// What the page says.
    pub raw: String,
}

const META_NAMES: &[&str] = &[
    "article:published_time",
    "og:published_time",
    "datepublished",
    "publishdate",
    "publish-date",
    "publish_date",
    "pubdate",
    "publication_date",
    "dc.date.issued",
    "dcterms.created",
    "sailthru.date",
    "parsely-pub-date",
    "date",
    "dc.date",
    "og:time",
    "weibo:article:create_at",
];

/// Blocks before the main text, and from its start on, in which a date is looked for.
const BLOCKS_BEFORE: usize = 12;
const BLOCKS_AFTER_START: usize = 3;

/// The date that the page gives for machines; else the first `time` element's; else the first date
/// in a short block around the start of the main text; else the one in the address.
pub(super) fn find(page: &Page, main_start: Option<BlockIndex>) -> Option<PublishDate> {
    let data = page.structured();
    let given = META_NAMES
        .iter()
        .filter_map(|name| data.meta(name))
        .chain(data.json_ld("datePublished"))
        .chain(data.microdata("datePublished"));
    given
        .filter_map(from_text)
        .next()
        .or_else(|| from_time_element(page))
        .or_else(|| near_start(page, main_start.unwrap_or(0)))
        .or_else(|| page.url().and_then(from_text))
}

pub(super) fn from_text(text: &str) -> Option<PublishDate> {
    let date = dates::find(text)?;
    Some(PublishDate { iso: date.to_iso(), raw: text[date.range].to_owned() })
}

fn from_time_element(page: &Page) -> Option<PublishDate> {
    let document = page.document();
    let times = document.ids().filter(|id| document.tag(*id) == Tag::TIME);
    times.filter_map(|id| document.attribute(id, AttributeName::DATETIME)).find_map(from_text)
}

fn near_start(page: &Page, start: BlockIndex) -> Option<PublishDate> {
    let first = start.saturating_sub(BLOCKS_BEFORE);
    let last = (start + BLOCKS_AFTER_START).min(page.blocks().len());
    // The nearest to the start first: above it, then from it on.
    let above = (first..start).rev();
    let candidates = above.chain(start..last).map(|index| &page.blocks()[index]);
    candidates
        .filter(|block| block.characters < 120)
        .find_map(|block| from_text(&page.block_text(block)))
}
