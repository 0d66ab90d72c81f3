//! The group of a page: content, comments, a list or a front page.

use zhengwen_page::dom::Tag;
use zhengwen_page::kind::PageGroup;
use zhengwen_page::page::{Amounts, Page};
use zhengwen_page::text::address::Address;
use zhengwen_page::text::dates;

/// Dated entries with text of their own that make a page one of comments.
const COMMENT_DATES: usize = 4;

/// The post's four groups, by what it says of them: comment pages hold a text and several dated
/// entries; content pages one text of sentences; lists and front pages mostly links, front pages
/// in many separate blocks.
pub(super) fn page_group(page: &Page, topic: Amounts) -> PageGroup {
    let all = page.root().amounts();
    let has_sentences =
        topic.punctuation > 5 && topic.plain_characters() > topic.link_characters * 2;
    let dated = page.block_refs().filter(|block| {
        block.link_characters == 0
            && block.characters < 60
            && dates::find(block.text()).is_some_and(|found| found.date.time.is_some())
    });
    let dated = dated.take(COMMENT_DATES + 1).count();
    let link_share = all.link_characters as f32 / all.characters.max(1) as f32;
    if has_sentences && dated >= COMMENT_DATES && link_share < 0.5 {
        return PageGroup::Comment;
    }
    if has_sentences {
        return PageGroup::Content;
    }
    let is_root = page.url().is_some_and(|url| Address::of(url).is_first_page());
    let images = page.elements().filter(|node| node.is(Tag::IMG)).count();
    if is_root || images >= 20 && all.links >= 150 { PageGroup::Home } else { PageGroup::List }
}
