//! Names of elements that the rules ask for.

use crate::dom::{AttributeName, Document, NodeId};

/// A meaning of the name of an element.
#[derive(Debug, Clone, Copy)]
pub(super) enum Name {
    Caption,
    Standfirst,
    HeadFurniture,
    PullQuote,
    Notice,
    Form,
    Face,
}

pub(super) fn is_named(document: &Document, id: NodeId, name: Name) -> bool {
    let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
    let own = document.attribute(id, AttributeName::ID).unwrap_or("");
    let holds = |parts: &[&str], value: &str| {
        let value = value.to_ascii_lowercase();
        parts.iter().any(|part| value.contains(part))
    };
    let has_word = |words: &[&str]| {
        let mut own = class.split(|c: char| !c.is_ascii_alphanumeric());
        own.any(|own| words.iter().any(|word| word.eq_ignore_ascii_case(own)))
    };
    match name {
        Name::Caption => [class, own].iter().any(|value| is_caption(value)),
        Name::Standfirst => has_word(STANDFIRST),
        Name::HeadFurniture => has_word(HEAD_FURNITURE),
        Name::PullQuote => holds(&["pullquote", "pull-quote", "pull_quote"], class),
        Name::Notice => holds(NOTICES, class),
        Name::Form => holds(FORMS, class) || holds(FORMS, own),
        Name::Face => has_word(&["avatar", "gravatar", "userpic", "headshot"]),
    }
}
fn is_caption(value: &str) -> bool {
    let mut words = value.split_ascii_whitespace();
    words.any(|word| {
        let word = word.to_ascii_lowercase();
        CAPTIONS.iter().any(|name| word.ends_with(name) || word.starts_with("caption"))
    })
}
const STANDFIRST: &[&str] = &[
    "chapeau",
    "chapo",
    "daoyu",
    "deck",
    "dek",
    "entradilla",
    "ingress",
    "lead",
    "lede",
    "preamble",
    "sommario",
    "standfirst",
    "sub",
    "subhead",
    "subheading",
    "subheadline",
    "subtitle",
    "subtitulo",
    "untertitel",
    "vorspann",
];
const HEAD_FURNITURE: &[&str] = &[
    "asset",
    "attribution",
    "author",
    "byline",
    "caption",
    "card",
    "credit",
    "date",
    "font",
    "icon",
    "image",
    "img",
    "media",
    "meta",
    "photo",
    "picture",
    "share",
    "time",
    "video",
];
const CAPTIONS: &[&str] = &[
    "caption",
    "figcaption",
    "imgdesc",
    "picdesc",
    "photodesc",
    "img-desc",
    "pic-desc",
    "img-info",
    "pictext",
    "img_txt",
];
const NOTICES: &[&str] = &[
    "newsletter",
    "subscri",
    "promo",
    "paywall",
    "advert",
    "disclaimer",
    "signup",
    "notice",
    "banner",
];
const FORMS: &[&str] =
    &["comment", "reply", "respond", "feedback", "contact", "newsletter", "subscri", "signup"];
