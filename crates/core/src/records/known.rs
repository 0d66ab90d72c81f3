//! The facts known of a page when its records are looked for.

use crate::kind::{KindProbability, PageKind};
use crate::page::{BlockIndex, Page};
use crate::text::chars::is_cjk;
use crate::text::dates::Moment;
use crate::text::lexicon::Group;
use crate::text::titles;

/// The facts known of a page when its records are looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The page kind.
    pub kind: Option<PageKind>,
    /// The probabilities of all page kinds, the likeliest first; empty if the method does not estimate them.
    pub kinds: &'a [KindProbability],
    /// By block, true if it is main text.
    pub kept: &'a [bool],
    /// When it was read.
    pub read_at: Option<Moment>,
}

/// The kinds of pages that list items.
pub(crate) const LISTS: [PageKind; 3] = [PageKind::Home, PageKind::Listing, PageKind::Collection];

/// Kinds of this probability together are looked at although another is likelier.
const POSSIBLE: f32 = 0.2;
/// Records of a kind that is only possible hold at least this share of the main text: 3 / 5.
const MOST_TEXT: (u32, u32) = (3, 5);

/// Words for a search in titles.
static SEARCHES: Group = Group::of("title.search");

impl Known<'_> {
    /// True if the page may be of one of these kinds although another is likelier.
    pub(super) fn may_be(&self, kinds: &[PageKind]) -> bool {
        let asked = self.kinds.iter().filter(|likely| kinds.contains(&likely.kind));
        asked.map(|likely| likely.probability).sum::<f32>() >= POSSIBLE
    }

    /// True if the blocks of these ranges hold most of the main text.
    pub(super) fn hold_most(
        &self,
        page: &Page,
        ranges: impl Iterator<Item = std::ops::Range<BlockIndex>>,
    ) -> bool {
        let kept = |at: &BlockIndex| self.kept.get(*at) == Some(&true);
        let amount = |at: BlockIndex| page.blocks()[at].characters;
        let held: u32 = ranges.flatten().filter(kept).map(amount).sum();
        let all: u32 = (0..self.kept.len()).filter(kept).map(amount).sum();
        held * MOST_TEXT.1 >= all * MOST_TEXT.0
    }

    /// True if the title of the page says that it shows what was found: its items need not be likely.
    pub(crate) fn may_be_search(&self, page: &Page) -> bool {
        let title = page.structured().title.as_deref().unwrap_or("").to_lowercase();
        // Inside a part of the title the word may tell a trade: "executive search firm".
        let tells = |part: &str, word: &str| match word.starts_with(is_cjk) {
            true => part.contains(word),
            false => {
                let mut words = part.split(|c: char| !c.is_alphanumeric());
                words.next() == Some(word) || words.next_back() == Some(word)
            }
        };
        let mut parts = titles::parts(&title).into_iter();
        parts.any(|part| SEARCHES.iter().any(|word| tells(part, word)))
    }

    /// One past the last block of the main text.
    pub(super) fn main_end(&self) -> BlockIndex {
        self.kept.iter().rposition(|kept| *kept).map_or(0, |last| last + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_tell_searches() {
        let known = Known { kind: None, kinds: &[], kept: &[], read_at: None };
        for (title, expected) in [
            ("Search results for rye | Mill", true),
            ("Rye - Site search", true),
            ("有关“秸秆”的搜索结果", true),
            ("Ten firms - Alpha, an executive search firm", false),
            ("Researchers of rye", false),
        ] {
            let page = Page::new(&format!("<title>{title}</title>"), None);
            assert_eq!(known.may_be_search(&page), expected, "{title}");
        }
    }
}
