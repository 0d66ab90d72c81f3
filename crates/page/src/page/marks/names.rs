//! Meanings of the class and the id of elements.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::patterns::{Patterns, Set, Whole};
use crate::dom::{AttributeName, Document, NodeId, NodeRef};
use crate::text::lexicon::Group;

/// Defines an enum of meanings, and their names in the lexicon in the order of their bits.
macro_rules! groups {
    ($(#[$about:meta])* $type:ident, $names:ident, $all:ident: $($(#[$doc:meta])* $variant:ident = $group:literal,)*) => {
        groups! { $(#[$about])* $type, $names: $($(#[$doc])* $variant = $group,)* }
        /// Each of them, in that order.
        pub(super) const $all: &[$type] = &[$($type::$variant),*];
    };
    ($(#[$about:meta])* $type:ident, $names:ident: $($(#[$doc:meta])* $variant:ident = $group:literal,)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $type { $($(#[$doc])* $variant,)* }
        pub(super) const $names: &[&str] = &[$($group),*];
    };
}
pub(super) use groups;

groups! {
    /// A meaning of the name of an element.
    Name, NAMES:
    /// The text of a post and nothing else.
    ContentElement = "content_element",
    /// A word for text; see [`Names::holds_text`].
    ContentWord = "content_word",
    /// A word that only ends in one for text.
    NoContentWord = "no_content_word",
    /// The text of a comment, within it.
    TextOfComment = "text_of_comment",
    /// The words of a person under all of their posts.
    Signature = "signature",
    /// Words of another post.
    Quotation = "quotation",
    /// Answers to one post, in it or under it.
    Answers = "answers",
    /// All comments.
    Comments = "comments",
    /// One comment.
    Comment = "comment",
    /// One comment, by a class that is no more than the word.
    CommentClass = "comment_class",
    /// Many comments, or a part of one.
    PartOfComments = "part_of_comments",
    /// A comment or an answer, or a part of one.
    InComment = "in_comment",
    /// The name of who wrote a post.
    Poster = "poster",
    /// That name and more about the person.
    AboutPoster = "about_poster",
    /// Facts about a person: when they joined.
    Joined = "joined",
    /// The author of an article.
    Author = "author",
    /// More than the name of the author.
    MoreThanAuthor = "more_than_author",
    /// The name of an account, whatever else is named.
    Account = "account",
    /// The account of somebody else.
    OtherAccount = "other_account",
    /// A date of publication or change.
    Dated = "dated",
    /// A change.
    Changed = "changed",
    /// The source of an article.
    Source = "source",
    /// Source code.
    SourceCode = "source_code",
    /// A title; see [`Names::is_title`].
    Title = "title",
    /// A subtitle.
    Subtitle = "subtitle",
    /// A title or a head.
    TitleOrHead = "title_or_head",
    /// A breadcrumb.
    Breadcrumb = "breadcrumb",
    /// A price.
    Price = "price",
    /// A price before; see [`Names::is_former_price`].
    FormerPrice = "former_price",
    /// What is in stock.
    Stock = "stock",
    /// What computes a sum: the rates of a loan, the postage.
    Calculator = "calculator",
    /// The seller's number, of a field of a form or of a data attribute.
    NumberField = "number_field",
    /// An emoji.
    Emoji = "emoji",
    /// A code to scan.
    ScanCode = "scan_code",
    /// A note in the margin.
    SideNote = "side_note",
    /// The number of such a note, or what opens it.
    PartOfNote = "part_of_note",
    /// A box for a note, a hint or a warning.
    Box = "box",
    /// Such a box that begins with its class as a paragraph.
    CapitalBox = "capital_box",
    /// The kind of such a box, or another word.
    BoxKind = "box_kind",
    /// An alert, which may be such a box.
    Alert = "alert",
    /// The kind of an alert that is such a box.
    AlertKind = "alert_kind",
    /// The label of such a box.
    BoxLabel = "box_label",
    /// A picture of a formula.
    Formula = "formula",
    /// A block of code without `pre`.
    Code = "code",
    /// A block of code if a line or `code` is in it.
    CodeIfLines = "code_if_lines",
    /// A `code` element that is a block.
    CodeBlock = "code_block",
    /// A line of code.
    CodeLine = "code_line",
    /// The numbers of lines.
    CodeNumbers = "code_numbers",
    /// A button, a bar or a message in code.
    CodeExtra = "code_extra",
    /// Letters by which an editor measures.
    CodeMeasure = "code_measure",
    /// Text for screen readers alone.
    ScreenReader = "screen_reader",
    /// A caption.
    Caption = "caption",
    /// A standfirst.
    Standfirst = "standfirst",
    /// What else is between the heading and the text: a byline, a date, a picture.
    HeadFurniture = "head_furniture",
    /// A pull quote.
    PullQuote = "pull_quote",
    /// A notice to readers between paragraphs.
    SiteNotice = "site_notice",
    /// A box of links: contents, a table that leads to other articles.
    LinkBox = "link_box",
    /// What is shown in place of the rest of a text that costs money.
    Paywall = "paywall",
    /// A form that readers fill in.
    ReadersForm = "readers_form",
    /// A poem, or a stanza.
    Poem = "poem",
    /// The face of a person.
    Face = "face",
    /// The entry of a menu that is marked as the page's own.
    Marked = "marked",
}

const _: () = assert!(NAMES.len() <= 64, "a bit each");

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::of(NAMES, Whole::Class));

/// The meanings of a class or of an id.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Names(Set);

impl Names {
    /// The meanings of the value of an attribute.
    pub fn of(value: &str) -> Self {
        Self(PATTERNS.groups_in(value))
    }

    /// The meanings of the class of an element, for callers without a page.
    pub fn of_class(node: NodeRef) -> Self {
        Self::of(node.value(AttributeName::CLASS))
    }

    /// True if it has this meaning.
    pub fn has(self, name: Name) -> bool {
        self.0.has(name as u8)
    }

    /// True if it is a word for the text of a post, or ends in one.
    pub fn holds_text(self) -> bool {
        self.has(Name::ContentWord) && !self.has(Name::NoContentWord)
    }

    /// True if it is a title and no subtitle.
    pub fn is_title(self) -> bool {
        self.has(Name::Title) && !self.has(Name::Subtitle)
    }

    /// True if it is a price that was.
    pub fn is_former_price(self) -> bool {
        self.has(Name::Price) && self.has(Name::FormerPrice)
    }
}

/// The way an element is built: its first two classes, without numbers and without those that differ between elements
/// alike (`odd`, `last`). The first two usually say what it is, later ones how it looks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Build(u32);

impl Build {
    /// That of an element without such classes.
    pub const PLAIN: Self = Self(0);
}

/// The meanings of the names of all elements; elements with the same class and the same id share an entry.
#[derive(Debug, Clone)]
pub(super) struct ElementNames {
    /// By node, the place of its entry, up to the last node with a class or an id; 0 without one.
    places: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) class: Names,
    pub(super) id: Names,
    pub(super) build: Build,
    /// A number for the class: that of all elements with the same class, 0 without one.
    pub(super) spelling: u32,
}

impl Entry {
    pub(super) fn is(&self, name: Name) -> bool {
        self.class.has(name) || self.id.has(name)
    }
}

impl ElementNames {
    pub(super) fn of(document: &Document) -> Self {
        let mut entries = vec![Entry::default()];
        let mut class_places: FxHashMap<&str, u32> = FxHashMap::from_iter([("", 0)]);
        let mut id_places: FxHashMap<(u32, &str), u32> = FxHashMap::default();
        let mut builds: FxHashMap<[&str; 2], u32> = FxHashMap::from_iter([([""; 2], 0)]);
        let mut places = Vec::with_capacity(document.len());
        for node in document.elements() {
            let (mut class, mut id) = ("", "");
            for (name, value) in document.attributes_where(node, is_name) {
                *(if name == AttributeName::ID { &mut id } else { &mut class }) = value;
            }
            let mut place = *class_places.entry(class).or_insert_with(|| {
                let (next, spelling) = (builds.len() as u32, entries.len() as u32);
                let build = Build(*builds.entry(build_of(class)).or_insert(next));
                entries.push(Entry {
                    class: Names::of(class),
                    build,
                    spelling,
                    ..Entry::default()
                });
                spelling
            });
            if !id.is_empty() {
                place = *id_places.entry((place, id)).or_insert_with(|| {
                    entries.push(Entry { id: Names::of(id), ..entries[place as usize] });
                    entries.len() as u32 - 1
                });
            }
            if place > 0 {
                places.resize(node.index(), 0);
                places.push(place);
            }
        }
        places.shrink_to_fit();
        Self { places, entries }
    }

    pub(super) fn entry(&self, node: NodeId) -> &Entry {
        &self.entries[self.places.get(node.index()).map_or(0, |place| *place as usize)]
    }

    /// True if the class or the id of any element has this meaning.
    pub(super) fn has_any(&self, name: Name) -> bool {
        self.entries.iter().any(|entry| entry.is(name))
    }
}

fn is_name(name: AttributeName) -> bool {
    matches!(name, AttributeName::CLASS | AttributeName::ID)
}

/// The ends of classes that differ between elements built alike.
static DIFFERING: Group = Group::of("build.differing");

/// The classes that say how an element is built.
fn build_of(class: &str) -> [&str; 2] {
    let words = class.split_whitespace().filter(|word| {
        let end = word.rsplit(['-', '_']).next().unwrap_or(word);
        !DIFFERING.iter().any(|other| other.eq_ignore_ascii_case(end))
    });
    let mut kept = words
        .map(|word| word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '_'))
        .filter(|word| !word.is_empty());
    [(); 2].map(|()| kept.next().unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn names_are_those_of_class_and_id() {
        let page =
            Page::new("<div id=comments><p class='post-author odd'>a<p class=post-author1>b", None);
        let (marks, document) = (page.marks(), page.document());
        let [div, first, second] = [4, 5, 7].map(NodeId);
        assert_eq!(document.name(div), "div");
        assert!(marks.is(div, Name::Comments) && !marks.class(div).has(Name::Comments));
        assert!(marks.class(first).has(Name::Poster));
        assert!(marks.within(first, 2, Name::Comments) && !marks.within(first, 1, Name::Comments));
        assert_eq!(marks.build(first), marks.build(second));
        assert_ne!(marks.build(first), Build::PLAIN);
    }
}
