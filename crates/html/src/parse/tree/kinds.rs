//! The roles of HTML elements in tree construction: one table, a byte per tag.

use crate::Tag;

/// Section "The stack of open elements": the special category.
pub(in crate::parse) const SPECIAL: u8 = 1;
/// Bounds "in scope".
pub(in crate::parse) const SCOPE: u8 = 2;
/// Bounds "in list item scope" besides those that bound every scope.
pub(in crate::parse) const LIST_SCOPE: u8 = 4;
/// Bounds "in button scope" besides those that bound every scope.
pub(in crate::parse) const BUTTON_SCOPE: u8 = 8;
/// Bounds "in table scope".
pub(in crate::parse) const TABLE_SCOPE: u8 = 16;
/// Ended by "generate implied end tags".
pub(in crate::parse) const IMPLIED: u8 = 32;
/// Ended by "generate all implied end tags thoroughly" as well.
pub(in crate::parse) const IMPLIED_THOROUGHLY: u8 = 64;
/// Special, but neither `address`, `div` nor `p`: where the search for an open `li` ends.
pub(in crate::parse) const ITEM_SEARCH_END: u8 = 128;

#[rustfmt::skip]
const SPECIAL_TAGS: &[Tag] = &[
    Tag::ADDRESS, Tag::APPLET, Tag::AREA, Tag::ARTICLE, Tag::ASIDE, Tag::BASE, Tag::BASEFONT,
    Tag::BGSOUND, Tag::BLOCKQUOTE, Tag::BODY, Tag::BR, Tag::BUTTON, Tag::CAPTION, Tag::CENTER,
    Tag::COL, Tag::COLGROUP, Tag::DD, Tag::DETAILS, Tag::DIR, Tag::DIV, Tag::DL, Tag::DT,
    Tag::EMBED, Tag::FIELDSET, Tag::FIGCAPTION, Tag::FIGURE, Tag::FOOTER, Tag::FORM, Tag::FRAME,
    Tag::FRAMESET, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::HEAD, Tag::HEADER,
    Tag::HGROUP, Tag::HR, Tag::HTML, Tag::IFRAME, Tag::IMG, Tag::INPUT, Tag::KEYGEN, Tag::LI,
    Tag::LINK, Tag::LISTING, Tag::MAIN, Tag::MARQUEE, Tag::MENU, Tag::META, Tag::NAV, Tag::NOEMBED,
    Tag::NOFRAMES, Tag::NOSCRIPT, Tag::OBJECT, Tag::OL, Tag::P, Tag::PARAM, Tag::PLAINTEXT,
    Tag::PRE, Tag::SCRIPT, Tag::SEARCH, Tag::SECTION, Tag::SELECT, Tag::SOURCE, Tag::STYLE,
    Tag::SUMMARY, Tag::TABLE, Tag::TBODY, Tag::TD, Tag::TEMPLATE, Tag::TEXTAREA, Tag::TFOOT,
    Tag::TH, Tag::THEAD, Tag::TITLE, Tag::TR, Tag::TRACK, Tag::UL, Tag::WBR, Tag::XMP,
];

#[rustfmt::skip]
const SCOPE_TAGS: &[Tag] = &[
    Tag::APPLET, Tag::CAPTION, Tag::HTML, Tag::MARQUEE, Tag::OBJECT, Tag::SELECT, Tag::TABLE,
    Tag::TD, Tag::TEMPLATE, Tag::TH,
];

const TABLE_SCOPE_TAGS: &[Tag] = &[Tag::HTML, Tag::TABLE, Tag::TEMPLATE];

#[rustfmt::skip]
const IMPLIED_TAGS: &[Tag] = &[
    Tag::DD, Tag::DT, Tag::LI, Tag::OPTGROUP, Tag::OPTION, Tag::P, Tag::RB, Tag::RP, Tag::RT,
    Tag::RTC,
];

#[rustfmt::skip]
const IMPLIED_THOROUGHLY_TAGS: &[Tag] = &[
    Tag::CAPTION, Tag::COLGROUP, Tag::TBODY, Tag::TD, Tag::TFOOT, Tag::TH, Tag::THEAD, Tag::TR,
];

static KINDS: [u8; 256] = {
    let mut table = [0; 256];
    mark(&mut table, SPECIAL_TAGS, SPECIAL | ITEM_SEARCH_END);
    unmark(&mut table, &[Tag::ADDRESS, Tag::DIV, Tag::P], ITEM_SEARCH_END);
    mark(&mut table, SCOPE_TAGS, SCOPE);
    mark(&mut table, &[Tag::OL, Tag::UL], LIST_SCOPE);
    mark(&mut table, &[Tag::BUTTON], BUTTON_SCOPE);
    mark(&mut table, TABLE_SCOPE_TAGS, TABLE_SCOPE);
    mark(&mut table, IMPLIED_TAGS, IMPLIED | IMPLIED_THOROUGHLY);
    mark(&mut table, IMPLIED_THOROUGHLY_TAGS, IMPLIED_THOROUGHLY);
    table
};

const fn mark(table: &mut [u8; 256], tags: &[Tag], kinds: u8) {
    let mut at = 0;
    while at < tags.len() {
        table[tags[at].number() as usize] |= kinds;
        at += 1;
    }
}

const fn unmark(table: &mut [u8; 256], tags: &[Tag], kinds: u8) {
    let mut at = 0;
    while at < tags.len() {
        table[tags[at].number() as usize] &= !kinds;
        at += 1;
    }
}

/// The roles of the HTML element with this tag.
pub(in crate::parse) fn kinds(tag: Tag) -> u8 {
    KINDS.get(usize::from(tag.number())).copied().unwrap_or(0)
}
