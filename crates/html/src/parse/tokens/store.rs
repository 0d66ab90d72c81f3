//! The store that tokens point into: attributes, names, and text that is not as written in the page.

use crate::document::Attribute;
use crate::names::{ATTRIBUTE_NAMES, TAG_NAMES};
use crate::parse::name_table::{FreeSlot, KnownSlots, NameKey, NameTable, NameText};
use crate::parse::references::Meaning;
use crate::span::Span;
use crate::{AttributeName, Tag};

static KNOWN_TAGS: KnownSlots = KnownSlots::of(TAG_NAMES, 1);
static KNOWN_ATTRIBUTES: KnownSlots = KnownSlots::of(ATTRIBUTE_NAMES, 0);

/// The longest text, in bytes, that may be copied repeatedly.
const CHEAP: u32 = 16;

/// Buffers that outlive a page.
#[derive(Debug)]
pub(in crate::parse) struct Store {
    /// Text behind the page's in the document: decoded references and the like.
    pub(in crate::parse) side: String,
    /// The start of `side`: the length of the page.
    base: usize,
    pub(in crate::parse) attributes: Vec<Attribute>,
    pub(in crate::parse) tags: NameTable,
    pub(in crate::parse) attribute_names: NameTable,
    /// By attribute name: the last tag that had it.
    last_tag_with: Vec<u32>,
    /// Counts tags.
    tag_count: u32,
    /// Bytes of attributes that were too many, or whose names were too many to have numbers.
    pub(in crate::parse) ignored_bytes: u64,
    /// Attributes of a page at most.
    pub(in crate::parse) most_attributes: usize,
}

impl Default for Store {
    fn default() -> Self {
        Self {
            side: String::new(),
            base: 0,
            attributes: Vec::new(),
            tags: NameTable::new(TAG_NAMES, &KNOWN_TAGS),
            attribute_names: NameTable::new(ATTRIBUTE_NAMES, &KNOWN_ATTRIBUTES),
            last_tag_with: Vec::new(),
            tag_count: 0,
            ignored_bytes: 0,
            most_attributes: usize::MAX,
        }
    }
}

impl Store {
    /// Makes ready for a page of this many bytes.
    pub(in crate::parse) fn reset(&mut self, page_bytes: usize) {
        self.side.clear();
        self.base = page_bytes;
        self.attributes.clear();
        self.tags.clear();
        self.attribute_names.clear();
        self.last_tag_with.clear();
        self.tag_count = 0;
        self.ignored_bytes = 0;
    }

    pub(in crate::parse) fn base(&self) -> usize {
        self.base
    }

    /// The start of the next text of `side`.
    pub(in crate::parse) fn side_end(&self) -> usize {
        self.base + self.side.len()
    }

    pub(in crate::parse) fn push_meaning(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Character(c) => self.side.push(c),
            Meaning::Text(text) => self.side.push_str(text),
        }
    }

    /// `text` in `side`.
    pub(in crate::parse) fn push(&mut self, text: &str) -> Span {
        let start = self.side_end();
        self.side.push_str(text);
        span(start, self.side_end())
    }

    /// Joins two texts, at the end of `side` unless they are next to each other.
    pub(in crate::parse) fn join(&mut self, page: &str, before: Span, after: Span) -> Span {
        if before.end == after.start {
            return Span { start: before.start, end: after.end };
        }
        let start =
            if self.is_last(before) { before.start as usize } else { self.copy(page, before) };
        self.copy(page, after);
        span(start, self.side_end())
    }

    /// True if [`Store::join`] need not copy much of a text that may be joined with many others.
    pub(in crate::parse) fn joins_cheaply(&self, before: Span) -> bool {
        before.end - before.start <= CHEAP || self.is_last(before)
    }

    /// True if a text ends where `side` does.
    fn is_last(&self, text: Span) -> bool {
        text.start as usize >= self.base && text.end as usize == self.side_end()
    }

    /// Copies a text to the end of `side`. Returns where it begins.
    fn copy(&mut self, page: &str, text: Span) -> usize {
        let start = self.side_end();
        let (from, to) = (text.start as usize, text.end as usize);
        match from.checked_sub(self.base) {
            Some(from) => self.side.extend_from_within(from..to - self.base),
            None => self.side.push_str(&page[from..to]),
        }
        start
    }

    /// The text of a span.
    pub(in crate::parse) fn text<'a>(&'a self, page: &'a str, span: Span) -> &'a str {
        text(page, &self.side, self.base, span)
    }

    /// The name of a tag.
    pub(in crate::parse) fn tag_name<'a>(&'a self, page: &'a str, tag: Tag) -> &'a str {
        self.name_text(page, self.tags.text(tag.number()))
    }

    /// The name of an attribute.
    pub(in crate::parse) fn attribute_name<'a>(
        &'a self,
        page: &'a str,
        name: AttributeName,
    ) -> &'a str {
        self.name_text(page, self.attribute_names.text(name.number()))
    }

    fn name_text<'a>(&'a self, page: &'a str, text: NameText) -> &'a str {
        name_text(page, &self.side, self.base, text)
    }

    /// The value of an attribute among some; the first one.
    pub(in crate::parse) fn value<'a>(
        &'a self,
        page: &'a str,
        attributes: Span,
        name: AttributeName,
    ) -> Option<&'a str> {
        let found = self.slice(attributes).iter().find(|attribute| attribute.name == name)?;
        Some(self.text(page, found.value))
    }

    /// The names of some attributes.
    pub(in crate::parse) fn names_of<'a>(
        &'a self,
        page: &'a str,
        attributes: Span,
    ) -> impl Iterator<Item = &'a str> {
        self.slice(attributes).iter().map(move |a| self.attribute_name(page, a.name))
    }

    fn slice(&self, attributes: Span) -> &[Attribute] {
        &self.attributes[attributes.start as usize..attributes.end as usize]
    }

    /// True if two elements have the same attributes, in any order.
    pub(in crate::parse) fn are_equal(&self, page: &str, a: Span, b: Span) -> bool {
        let (a, b) = (self.slice(a), self.slice(b));
        let same = |(a, b): (&Attribute, &Attribute)| {
            a.name == b.name && self.text(page, a.value) == self.text(page, b.value)
        };
        if a.len() != b.len() || a.iter().zip(b).all(same) {
            return a.len() == b.len();
        }
        // Each element has a name once, so sorted by name they pair up.
        let sorted = |attributes: &[Attribute]| {
            let mut sorted = attributes.to_vec();
            sorted.sort_unstable_by_key(|attribute| attribute.name);
            sorted
        };
        sorted(a).iter().zip(&sorted(b)).all(same)
    }

    /// New attributes: those of the spans in their order, the first of each name.
    pub(in crate::parse) fn merge_attributes(&mut self, spans: impl Iterator<Item = Span>) -> Span {
        self.begin_tag();
        let start = self.attributes.len();
        for index in spans.flat_map(|span| span.start as usize..span.end as usize) {
            let attribute = self.attributes[index];
            let last = &mut self.last_tag_with[usize::from(attribute.name.number())];
            if std::mem::replace(last, self.tag_count) != self.tag_count {
                self.attributes.push(attribute);
            }
        }
        span(start, self.attributes.len())
    }

    /// The number of the tag whose name is at `name`, as yet in any case.
    #[inline(always)]
    pub(in crate::parse) fn tag(&mut self, page: &str, key: NameKey, name: Span) -> Tag {
        let found = self.tags.find(key, |text| self.is_same(page, text, name));
        Tag::from_number(found.unwrap_or_else(|free| self.add_tag(page, key, free, name)))
    }

    #[cold]
    fn add_tag(&mut self, page: &str, key: NameKey, free: FreeSlot, name: Span) -> u16 {
        let Self { tags, side, base, .. } = self;
        tags.add(key, free, || in_lower_case(page, side, *base, name))
    }

    /// The number of an SVG or MathML name, written as it is to be.
    pub(in crate::parse) fn foreign_tag(&mut self, page: &str, name: &str) -> Tag {
        if name == "svg" || name == "math" {
            return Tag::known(name).unwrap_or(Tag::NONE);
        }
        let key = NameKey::of(name.as_bytes()).foreign();
        let Self { tags, side, base, .. } = self;
        Tag::from_number(number(tags, side, *base, page, key, name))
    }

    /// [`Store::foreign_tag`], where the name has a number already.
    pub(in crate::parse) fn seen_foreign_tag(&self, page: &str, name: &str) -> Option<Tag> {
        if name == "svg" || name == "math" {
            return Tag::known(name);
        }
        let key = NameKey::of(name.as_bytes()).foreign();
        let is_same = |text| self.name_text(page, text) == name;
        self.tags.find(key, is_same).ok().map(Tag::from_number)
    }

    /// The number of an HTML tag named as it is to be written.
    pub(in crate::parse) fn exact_tag(&mut self, page: &str, name: &str) -> Tag {
        let key = NameKey::of(name.as_bytes());
        let Self { tags, side, base, .. } = self;
        Tag::from_number(number(tags, side, *base, page, key, name))
    }

    /// The number of an attribute named as it is to be written.
    pub(in crate::parse) fn exact_attribute(&mut self, page: &str, name: &str) -> AttributeName {
        let key = NameKey::of(name.as_bytes());
        let Self { attribute_names, side, base, .. } = self;
        AttributeName::from_number(number(attribute_names, side, *base, page, key, name))
    }

    /// The number of the attribute whose name is at `name`, as yet in any case; `None` if this tag has it already.
    #[inline(always)]
    pub(in crate::parse) fn attribute(
        &mut self,
        page: &str,
        key: NameKey,
        name: Span,
    ) -> Option<AttributeName> {
        let found = self.attribute_names.find(key, |text| self.is_same(page, text, name));
        let number = found.unwrap_or_else(|free| self.add_attribute(page, key, free, name));
        if self.last_tag_with.len() <= usize::from(number) {
            self.last_tag_with.resize(self.attribute_names.len(), 0);
        }
        let last = &mut self.last_tag_with[usize::from(number)];
        if std::mem::replace(last, self.tag_count) == self.tag_count {
            return None;
        }
        Some(AttributeName::from_number(number))
    }

    #[cold]
    fn add_attribute(&mut self, page: &str, key: NameKey, free: FreeSlot, name: Span) -> u16 {
        let Self { attribute_names, side, base, .. } = self;
        attribute_names.add(key, free, || in_lower_case(page, side, *base, name))
    }

    /// A new tag begins: its attributes may have any name again.
    #[inline(always)]
    pub(in crate::parse) fn begin_tag(&mut self) {
        self.tag_count = self.tag_count.wrapping_add(1);
    }

    /// True if a name is the one at `name`, in any case.
    fn is_same(&self, page: &str, text: NameText, name: Span) -> bool {
        let known = self.name_text(page, text);
        let bytes = &page.as_bytes()[name.start as usize..name.end as usize];
        if known.as_bytes() == bytes {
            return true;
        }
        if bytes.contains(&0) {
            return known == lower_case(&page[name.start as usize..name.end as usize]);
        }
        known.as_bytes().eq_ignore_ascii_case(bytes)
    }
}

fn text<'a>(page: &'a str, side: &'a str, base: usize, span: Span) -> &'a str {
    let (start, end) = (span.start as usize, span.end as usize);
    if start >= base { &side[start - base..end - base] } else { &page[start..end] }
}

fn name_text<'a>(page: &'a str, side: &'a str, base: usize, name: NameText) -> &'a str {
    match name {
        NameText::Known(name) => name,
        NameText::Other(span) => text(page, side, base, span),
    }
}

/// The number of a name written as it is to be; a new name goes behind all other text.
fn number(
    table: &mut NameTable,
    side: &mut String,
    base: usize,
    page: &str,
    key: NameKey,
    name: &str,
) -> u16 {
    let found = table.find(key, |text| name_text(page, side, base, text) == name);
    found.unwrap_or_else(|free| table.add(key, free, || pushed(side, base, name)))
}

/// A name behind all other text.
fn pushed(side: &mut String, base: usize, name: &str) -> Span {
    let start = base + side.len();
    side.push_str(name);
    span(start, base + side.len())
}

fn lower_case(name: &str) -> String {
    name.to_ascii_lowercase().replace('\0', "\u{FFFD}")
}

/// The span of a name in lower case and without NULs: in the page if it is so there.
fn in_lower_case(page: &str, side: &mut String, base: usize, name: Span) -> Span {
    let text = &page[name.start as usize..name.end as usize];
    if !text.bytes().any(|b| b.is_ascii_uppercase() || b == 0) {
        return name;
    }
    pushed(side, base, &lower_case(text))
}

/// A span from lengths: they fit, as a page is at most [`super::super::MAX_BYTES`] long, and what
/// is decoded is at most a few times that.
#[inline(always)]
pub(in crate::parse) fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}
