//! The group of a page: content, comments, a list or a front page.

use zhengwen_page::dom::{Document, NodeId, Tag};
use zhengwen_page::kind::PageGroup;
use zhengwen_page::page::{Block, Page};
use zhengwen_page::text::address::Address;
use zhengwen_page::text::dates;

/// Dated entries with text of their own that make a page one of comments.
const COMMENT_DATES: usize = 4;

/// The post's four groups, by what it says of them: comment pages hold a text and several dated
/// entries; content pages one text of sentences; lists and front pages mostly links, front pages
/// in many separate blocks.
pub(super) fn page_group(page: &Page, topic: Option<NodeId>) -> PageGroup {
    let document = page.document();
    let all = page.stats().amounts(document, Document::ROOT);
    let topic = topic.map(|id| page.stats().amounts(document, id)).unwrap_or_default();
    let own_text = topic.characters.saturating_sub(topic.link_characters);
    let has_sentences = topic.punctuation > 5 && own_text > topic.link_characters * 2;
    let is_dated = |block: &&Block| {
        block.link_characters == 0
            && block.characters < 60
            && dates::find(page.block_text(block)).is_some_and(|found| found.date.time.is_some())
    };
    let dated = page.blocks().iter().filter(is_dated).take(COMMENT_DATES + 1).count();
    let link_share = all.link_characters as f32 / all.characters.max(1) as f32;
    if has_sentences && dated >= COMMENT_DATES && link_share < 0.5 {
        return PageGroup::Comment;
    }
    if has_sentences {
        return PageGroup::Content;
    }
    let is_root = page.url().is_some_and(|url| Address::of(url).is_first_page());
    let images = document.ids().filter(|id| document.tag(*id) == Tag::IMG).count();
    if is_root || images >= 20 && all.links >= 150 { PageGroup::Home } else { PageGroup::List }
}
