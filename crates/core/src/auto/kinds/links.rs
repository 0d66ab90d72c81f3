//! The links of a page for its kind, by words in their addresses.

use std::sync::LazyLock;

use crate::dom::AttributeName;
use crate::page::Node;
use crate::text::hash;
use crate::text::phrases::Phrases;

/// What addresses lead to.
const GROUPS: [&str; 9] =
    ["product", "thread", "article", "help", "list", "media", "account", "cart", "company"];

/// The links that are read at most.
const MOST: usize = 2000;

static WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&GROUPS.map(|group| format!("path.{group}"))));

/// The names of the numbers, in the order of [`links`].
pub(super) fn names() -> impl Iterator<Item = String> {
    GROUPS.iter().map(|group| format!("links.{group}"))
}

/// By group, the share of links to such addresses; NaN without links.
pub(super) fn links(links: &[Node]) -> [f32; GROUPS.len()] {
    let (mut counts, mut all) = ([0u32; GROUPS.len()], 0u32);
    for href in links.iter().filter_map(|node| node.attribute(AttributeName::HREF)).take(MOST) {
        all += 1;
        hash::bits(WORDS.groups(href)).for_each(|group| counts[group] += 1);
    }
    counts.map(|count| count as f32 / all as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auto::kinds::of_page::OfPage;
    use crate::page::Page;

    #[test]
    fn addresses_tell_what_they_lead_to() {
        let page = Page::new(
            "<a href=/product/1>a</a><a href=/news/2>b</a><a href=/product/3>c</a><a href=#>d</a>",
            None,
        );
        let found = links(&OfPage::of(&page).links);
        assert_eq!((found[0], found[2], found[1]), (0.5, 0.25, 0.0));
        assert!(links(&[])[0].is_nan());
    }
}
