//! Names of elements and attributes as small numbers: known ones have constants, others are
//! numbered per document.

use crate::span::Span;

/// An element's name as a number. Known names are equal across documents; others only within one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tag(u16);

/// An attribute's name as a number. Known names are equal across documents; others only within one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttributeName(u16);

/// Defines the constants, the name table and the look-up of a type from one list.
macro_rules! known_names {
    ($type:ident, $enum:ident, $table:ident: $($constant:ident = $name:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "numbers the constants")]
        #[repr(u16)]
        enum $enum { $($constant),* }
        pub(super) const $table: &[&str] = &[$($name),*];
        impl $type {
            /// The number: known names have the lowest ones, in the order of their constants.
            #[inline]
            pub const fn number(self) -> u16 {
                self.0
            }
            pub(super) const fn from_number(number: u16) -> Self {
                Self(number)
            }
            $(
                #[doc = concat!("`", $name, "`")]
                pub const $constant: Self = Self($enum::$constant as u16);
            )*
            /// The number of the name at this index of a document's own names; `None` if there are too many.
            pub(super) fn other(place: usize) -> Option<Self> {
                u16::try_from($table.len() + place).ok().map(Self)
            }
            /// The name if it has a constant, in ASCII; `None` for the own names of a document.
            #[inline]
            pub fn known_name(self) -> Option<&'static str> {
                $table.get(usize::from(self.0)).copied()
            }
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
    A = "a", ABBR = "abbr", ADDRESS = "address", APPLET = "applet", AREA = "area", ARTICLE = "article", ASIDE = "aside",
    AUDIO = "audio", B = "b", BASE = "base", BASEFONT = "basefont", BDI = "bdi", BDO = "bdo", BGSOUND = "bgsound", BIG = "big",
    BLOCKQUOTE = "blockquote", BODY = "body", BR = "br", BUTTON = "button", CANVAS = "canvas",
    CAPTION = "caption", CENTER = "center", CITE = "cite", CODE = "code", COL = "col",
    COLGROUP = "colgroup", DATA = "data", DATALIST = "datalist", DD = "dd", DEL = "del",
    DETAILS = "details", DFN = "dfn", DIALOG = "dialog", DIR = "dir", DIV = "div", DL = "dl",
    DT = "dt", EM = "em", EMBED = "embed", FIELDSET = "fieldset", FIGCAPTION = "figcaption",
    FIGURE = "figure", FONT = "font", FOOTER = "footer", FORM = "form", FRAME = "frame",
    FRAMESET = "frameset", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
    HEAD = "head", HEADER = "header", HGROUP = "hgroup", HR = "hr", HTML = "html", I = "i",
    IFRAME = "iframe", IMAGE = "image", IMG = "img", INPUT = "input", INS = "ins", KBD = "kbd",
    KEYGEN = "keygen", LABEL = "label", LEGEND = "legend", LI = "li", LINK = "link", LISTING = "listing", MAIN = "main", MAP = "map",
    MARK = "mark", MARQUEE = "marquee", MATH = "math", MENU = "menu", META = "meta", METER = "meter", NAV = "nav",
    NOBR = "nobr", NOEMBED = "noembed", NOFRAMES = "noframes", NOSCRIPT = "noscript", OBJECT = "object", OL = "ol",
    OPTGROUP = "optgroup", OPTION = "option", OUTPUT = "output", P = "p", PARAM = "param",
    PICTURE = "picture", PLAINTEXT = "plaintext", PRE = "pre", PROGRESS = "progress", Q = "q", RB = "rb", RP = "rp",
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
    #[inline]
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

    /// True if a browser breaks the line before and after the element (HTML standard, section
    /// "Rendering"), including table cells.
    #[inline]
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

    /// True if the element only changes how its words look, so that `<b>un</b>do` is one word.
    #[inline]
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

    /// True if the element never has content and so has no end tag.
    #[inline]
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

    /// True if the element's content is never text of the page: scripts, styles, graphics, embedded
    /// documents, form options.
    #[inline]
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

/// The names in one document that have no constant: their spans in its text.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) tags: Vec<Span>,
    pub(super) attributes: Vec<Span>,
}

impl Names {
    /// The name of a tag: a known one, or one of the spans of `text`.
    #[inline]
    pub(super) fn tag<'a>(&self, tag: Tag, text: &'a str) -> &'a str {
        name(tag.0, TAG_NAMES, &self.tags, text)
    }

    #[inline]
    pub(super) fn attribute<'a>(&self, attribute: AttributeName, text: &'a str) -> &'a str {
        name(attribute.0, ATTRIBUTE_NAMES, &self.attributes, text)
    }
}

#[inline]
fn name<'a>(number: u16, known: &[&'static str], others: &[Span], text: &'a str) -> &'a str {
    let number = usize::from(number);
    match known.get(number) {
        Some(name) => name,
        None => others.get(number - known.len()).map_or("", |span| span.of(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeId;
    use crate::parse;

    #[test]
    fn known_and_other_names() {
        let document = parse("<x-own></x-own><X-OWN><svg><title>");
        let tags: Vec<Tag> = document.ids().map(|id| document.tag(id)).collect();
        assert_eq!(tags[5], tags[4]);
        assert_eq!(document.name(NodeId(5)), "x-own");
        assert_eq!(document.name(NodeId(7)), "title");
        assert_ne!(tags[7], Tag::TITLE);
        assert_eq!((Tag::known("div"), document.tag_name(Tag::NONE)), (Some(Tag::DIV), ""));
    }

    #[test]
    fn long_names_are_one_however_they_are_read() {
        // Eight bytes at a time if all are small letters, else byte by byte.
        for length in 6..40 {
            let name: String = ('a'..='z').cycle().take(length).collect();
            let other = name[..length - 1].to_owned() + "-";
            let html = format!(
                "<x{name} {name}=1 {other}=2 {}=3><X{name} {name}='4' {other}>",
                name.to_uppercase()
            );
            for html in [&html, &(html.clone() + &" ".repeat(20))] {
                let document = parse(html);
                let (first, second) = (NodeId(4), NodeId(5));
                assert_eq!(document.name(first), format!("x{name}"), "{html}");
                assert_eq!(document.tag(first), document.tag(second), "{html}");
                let attributes = |id| document.attributes(id).collect::<Vec<_>>();
                assert_eq!(attributes(first), [(name.as_str(), "1"), (&other, "2")], "{html}");
                assert_eq!(attributes(second), [(name.as_str(), "4"), (&other, "")], "{html}");
            }
        }
    }

    #[test]
    fn names_without_end_share_a_number() {
        let html: String = (0..30_000).map(|i| format!("<x-{i}>")).collect();
        let document = parse(&html);
        assert!(document.ids().skip(1).all(|id| !document.name(id).is_empty()));
    }
}
