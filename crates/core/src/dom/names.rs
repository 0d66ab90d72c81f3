//! Names of elements and attributes as small numbers: known ones have constants, the others are
//! numbered per document.

use std::collections::HashMap;

/// An element's name as a number. Known names are equal across documents; others only within one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(u16);

/// An attribute's name as a number. Known names are equal across documents; others only within one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeName(u16);

/// Defines the constants, the table of names and the look-up of a type from one list.
macro_rules! known_names {
    ($type:ident, $enum:ident, $table:ident: $($constant:ident = $name:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "numbers the constants")]
        #[repr(u16)]
        enum $enum { $($constant),* }
        const $table: &[&str] = &[$($name),*];
        impl $type {
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: Self = Self($enum::$constant as u16);
            )*
            /// The number of a known name.
            pub fn known(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$constant),)*
                    _ => None,
                }
            }
        }
    };
}

known_names! { Tag, KnownTag, TAG_NAMES:
    NONE = "",
    A = "a", ABBR = "abbr", ADDRESS = "address", AREA = "area", ARTICLE = "article", ASIDE = "aside",
    AUDIO = "audio", B = "b", BASE = "base", BDI = "bdi", BDO = "bdo", BIG = "big",
    BLOCKQUOTE = "blockquote", BODY = "body", BR = "br", BUTTON = "button", CANVAS = "canvas",
    CAPTION = "caption", CENTER = "center", CITE = "cite", CODE = "code", COL = "col",
    COLGROUP = "colgroup", DATA = "data", DATALIST = "datalist", DD = "dd", DEL = "del",
    DETAILS = "details", DFN = "dfn", DIALOG = "dialog", DIR = "dir", DIV = "div", DL = "dl",
    DT = "dt", EM = "em", EMBED = "embed", FIELDSET = "fieldset", FIGCAPTION = "figcaption",
    FIGURE = "figure", FONT = "font", FOOTER = "footer", FORM = "form", FRAME = "frame",
    FRAMESET = "frameset", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
    HEAD = "head", HEADER = "header", HGROUP = "hgroup", HR = "hr", HTML = "html", I = "i",
    IFRAME = "iframe", IMAGE = "image", IMG = "img", INPUT = "input", INS = "ins", KBD = "kbd",
    LABEL = "label", LEGEND = "legend", LI = "li", LINK = "link", MAIN = "main", MAP = "map",
    MARK = "mark", MATH = "math", MENU = "menu", META = "meta", METER = "meter", NAV = "nav",
    NOFRAMES = "noframes", NOSCRIPT = "noscript", OBJECT = "object", OL = "ol",
    OPTGROUP = "optgroup", OPTION = "option", OUTPUT = "output", P = "p", PARAM = "param",
    PICTURE = "picture", PRE = "pre", PROGRESS = "progress", Q = "q", RB = "rb", RP = "rp",
    RT = "rt", RTC = "rtc", RUBY = "ruby", S = "s", SAMP = "samp", SCRIPT = "script",
    SEARCH = "search", SECTION = "section", SELECT = "select", SLOT = "slot", SMALL = "small",
    SOURCE = "source", SPAN = "span", STRIKE = "strike", STRONG = "strong", STYLE = "style",
    SUB = "sub", SUMMARY = "summary", SUP = "sup", SVG = "svg", TABLE = "table", TBODY = "tbody",
    TD = "td", TEMPLATE = "template", TEXTAREA = "textarea", TFOOT = "tfoot", TH = "th",
    THEAD = "thead", TIME = "time", TITLE = "title", TR = "tr", TRACK = "track", TT = "tt",
    U = "u", UL = "ul", VAR = "var", VIDEO = "video", WBR = "wbr", XMP = "xmp",
}

known_names! { AttributeName, KnownAttribute, ATTRIBUTE_NAMES:
    ALT = "alt", ARIA_HIDDEN = "aria-hidden", ARIA_LABEL = "aria-label", CHARSET = "charset",
    CLASS = "class", COLSPAN = "colspan", CONTENT = "content", DATA_SRC = "data-src",
    DATETIME = "datetime", HEIGHT = "height", HIDDEN = "hidden", HREF = "href",
    HTTP_EQUIV = "http-equiv", ID = "id", ITEMPROP = "itemprop", ITEMSCOPE = "itemscope",
    ITEMTYPE = "itemtype", LANG = "lang", NAME = "name", ONCLICK = "onclick",
    PROPERTY = "property", REL = "rel", ROLE = "role", ROWSPAN = "rowspan", SRC = "src",
    STYLE = "style", TARGET = "target", TITLE = "title", TYPE = "type", VALUE = "value",
    WIDTH = "width",
}

impl Tag {
    /// The level of a heading, 1 to 6.
    pub fn heading_level(self) -> Option<u8> {
        match self {
            Self::H1 => Some(1),
            Self::H2 => Some(2),
            Self::H3 => Some(3),
            Self::H4 => Some(4),
            Self::H5 => Some(5),
            Self::H6 => Some(6),
            _ => None,
        }
    }

    /// Whether a browser breaks the line before and after the element (HTML standard, section
    /// "Rendering"), table cells included.
    pub fn is_block_level(self) -> bool {
        matches!(
            self,
            Self::ADDRESS
                | Self::ARTICLE
                | Self::ASIDE
                | Self::BLOCKQUOTE
                | Self::BODY
                | Self::CAPTION
                | Self::CENTER
                | Self::COL
                | Self::COLGROUP
                | Self::DD
                | Self::DETAILS
                | Self::DIALOG
                | Self::DIR
                | Self::DIV
                | Self::DL
                | Self::DT
                | Self::FIELDSET
                | Self::FIGCAPTION
                | Self::FIGURE
                | Self::FOOTER
                | Self::FORM
                | Self::FRAMESET
                | Self::H1
                | Self::H2
                | Self::H3
                | Self::H4
                | Self::H5
                | Self::H6
                | Self::HEAD
                | Self::HEADER
                | Self::HGROUP
                | Self::HR
                | Self::HTML
                | Self::LEGEND
                | Self::LI
                | Self::MAIN
                | Self::MENU
                | Self::NAV
                | Self::OL
                | Self::OPTGROUP
                | Self::OPTION
                | Self::P
                | Self::PRE
                | Self::SEARCH
                | Self::SECTION
                | Self::SUMMARY
                | Self::TABLE
                | Self::TBODY
                | Self::TD
                | Self::TFOOT
                | Self::TH
                | Self::THEAD
                | Self::TITLE
                | Self::TR
                | Self::UL
                | Self::XMP
        )
    }

    /// Whether the element only changes how its words look, so that `<b>un</b>do` is one word.
    pub fn is_formatting(self) -> bool {
        matches!(
            self,
            Self::B
                | Self::BDI
                | Self::BDO
                | Self::BIG
                | Self::CODE
                | Self::DEL
                | Self::DFN
                | Self::EM
                | Self::FONT
                | Self::I
                | Self::INS
                | Self::KBD
                | Self::MARK
                | Self::Q
                | Self::S
                | Self::SAMP
                | Self::SMALL
                | Self::STRIKE
                | Self::STRONG
                | Self::SUB
                | Self::SUP
                | Self::TT
                | Self::U
                | Self::VAR
                | Self::WBR
                | Self::RUBY
                | Self::RB
                | Self::RT
                | Self::RP
                | Self::RTC
        )
    }

    /// Whether the element never has content and so no end tag.
    pub fn is_void(self) -> bool {
        matches!(
            self,
            Self::AREA
                | Self::BASE
                | Self::BR
                | Self::COL
                | Self::EMBED
                | Self::FRAME
                | Self::HR
                | Self::IMG
                | Self::INPUT
                | Self::LINK
                | Self::META
                | Self::PARAM
                | Self::SOURCE
                | Self::TRACK
                | Self::WBR
        )
    }

    /// Whether what the element holds is never text of the page: scripts, styles, drawings,
    /// embedded documents, choices of forms.
    pub fn is_never_text(self) -> bool {
        matches!(
            self,
            Self::SCRIPT
                | Self::STYLE
                | Self::TEMPLATE
                | Self::SVG
                | Self::IFRAME
                | Self::SELECT
                | Self::TEXTAREA
                | Self::NOFRAMES
                | Self::DATALIST
                | Self::OBJECT
                | Self::CANVAS
                | Self::AUDIO
                | Self::VIDEO
        )
    }
}

/// The names of one document that have no constant.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    tags: Others,
    attributes: Others,
}

impl Names {
    pub(super) fn tag(&self, tag: Tag) -> &str {
        self.tags.name(tag.0, TAG_NAMES)
    }

    pub(super) fn attribute(&self, name: AttributeName) -> &str {
        self.attributes.name(name.0, ATTRIBUTE_NAMES)
    }

    pub(super) fn number_tag(&mut self, name: &str) -> Tag {
        Tag::known(name).unwrap_or_else(|| self.number_foreign_tag(name))
    }

    /// Like [`Names::number_tag`], but an SVG `title` or `a` is not the HTML element of that name.
    pub(super) fn number_foreign_tag(&mut self, name: &str) -> Tag {
        Tag(self.tags.number(name, TAG_NAMES))
    }

    pub(super) fn number_attribute(&mut self, name: &str) -> AttributeName {
        AttributeName::known(name)
            .unwrap_or_else(|| AttributeName(self.attributes.number(name, ATTRIBUTE_NAMES)))
    }
}

#[derive(Debug, Clone, Default)]
struct Others {
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, u16>,
}

/// A hostile page may invent names without end; those past this many share the last number.
const MAX_OTHER_NAMES: usize = 10_000;

impl Others {
    fn name(&self, number: u16, known: &'static [&'static str]) -> &str {
        let number = usize::from(number);
        match known.get(number) {
            Some(name) => name,
            None => self.names.get(number - known.len()).map_or("", |name| name),
        }
    }

    fn number(&mut self, name: &str, known: &[&str]) -> u16 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let index = self.names.len().min(MAX_OTHER_NAMES);
        let number = u16::try_from(known.len() + index).unwrap_or(u16::MAX);
        if index < MAX_OTHER_NAMES {
            self.names.push(name.into());
            self.numbers.insert(name.into(), number);
        } else if index == self.names.len() {
            self.names.push("other".into());
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_and_other_names() {
        let mut names = Names::default();
        assert_eq!(names.number_tag("div"), Tag::DIV);
        let own = names.number_tag("x-own");
        assert_eq!(names.number_tag("x-own"), own);
        assert_eq!(
            (names.tag(own), names.tag(Tag::DIV), names.tag(Tag::NONE)),
            ("x-own", "div", "")
        );
        assert_ne!(names.number_foreign_tag("title"), Tag::TITLE);
    }

    #[test]
    fn names_without_end_share_a_number() {
        let mut names = Names::default();
        for i in 0..30_000 {
            let tag = names.number_tag(&format!("x-{i}"));
            assert!(!names.tag(tag).is_empty());
        }
    }
}
