//! Meanings of the words of short blocks.

use std::sync::LazyLock;

use super::names::groups;
use super::patterns::{Patterns, Set, Whole};

/// The most characters of a block whose words are read.
pub(super) const LONGEST: u32 = 200;

groups! {
    /// A meaning of the words of a block.
    Word, WORDS:
    /// A notice of the site: of rights, of liability, of where to complain.
    Notice = "block.notice",
    /// Rights and liability, in a notice or a sentence.
    Rights = "block.rights",
    /// A grant of rights.
    Grant = "block.grant",
    /// A reprint.
    Reprint = "block.reprint",
    /// A notice of the site within a text.
    SiteTalk = "block.site_talk",
    /// An offer to those who read on for money.
    Offer = "block.offer",
    /// Facts about a person: when they joined.
    AboutPerson = "block.about_person",
    /// A button below a post, and nothing else.
    Button = "block.button",
    /// The rank of a person, and nothing else.
    Rank = "block.rank",
    /// A link to more of the items below it, and nothing else.
    More = "block.more",
    /// Another article.
    AnotherArticle = "block.another_article",
    /// The day of something else than a text: a birth, an event, a term.
    OtherDay = "block.other_day",
    /// The line above attachments.
    Attachments = "block.attachments",
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::of(WORDS, Whole::Text));

/// The meanings of the words of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Words(Set);

impl Words {
    /// The meanings of the words of any text, for callers whose texts are not blocks.
    pub fn of(text: &str) -> Self {
        Self(PATTERNS.groups_in(text))
    }

    /// True if it has this meaning.
    pub fn has(self, word: Word) -> bool {
        self.0.has(word as u8)
    }
}
