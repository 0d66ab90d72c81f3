//! Icons in place of the words of a table cell: ticks, crosses, and others that have a label for screen readers.

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Page, classes, media};
use crate::text::address::Address;
use crate::text::phrases::Group;

/// Nodes of a cell that are looked at.
const MOST_NODES: usize = 40;
/// Characters of a label at most.
const LONGEST: usize = 40;

/// Words of classes and of names of files, and the sign that the icon shows.
const SIGNS: &[(&str, &[&str])] = &[
    ("✓", &["check", "checked", "checkmark", "ok", "success", "tick", "yes"]),
    ("✗", &["close", "cross", "no", "remove", "times", "x", "xmark"]),
];

/// Other words in the names of icons.
static OTHERS: Group = Group::of(include_str!("../../data/icon_words.txt"), "other");

/// The words for the icons of a cell without text: their labels, else the sign for their names. `None` if it holds a link, or a
/// picture that is not an icon.
pub(super) fn words(page: &Page, cell: NodeId) -> Option<String> {
    let document = page.document();
    let inside = || document.descendants(cell).take(MOST_NODES);
    let says_more = |id| match document.tag(id) {
        Tag::A => true,
        Tag::IMG => is_picture(page, id),
        _ => false,
    };
    if inside().any(says_more) {
        return None;
    }
    inside().find_map(|id| label(document, id).or_else(|| sign(document, id).map(str::to_owned)))
}

/// True if an image is content and not an icon.
fn is_picture(page: &Page, id: NodeId) -> bool {
    media::image(page, id).is_some_and(|image| {
        let (name, kind) = parts_of_file(&image.address);
        kind != "svg" && sign_of(name).is_none()
    })
}

/// The name of an address's file, and its extension.
fn parts_of_file(address: &str) -> (&str, &str) {
    let file = Address::of(address).file();
    file.split_once('.').unwrap_or((file, ""))
}

/// The label of an icon: what screen readers read of it.
fn label(document: &Document, id: NodeId) -> Option<String> {
    let attribute = |name| document.attribute(id, name);
    let told = match document.tag(id) {
        Tag::IMG => attribute(AttributeName::ALT),
        _ if document.name(id) == "title" => document
            .children(id)
            .find_map(|text| (document.kind(text) == NodeKind::Text).then(|| document.text(text))),
        Tag::SVG | Tag::I | Tag::SPAN => {
            attribute(AttributeName::ARIA_LABEL).or_else(|| attribute(AttributeName::TITLE))
        }
        _ => None,
    };
    let words: Vec<&str> = told?.split_whitespace().collect();
    let label = words.join(" ");
    (!label.is_empty() && label.chars().count() <= LONGEST).then_some(label)
}

/// The sign of an icon by its class, the part of a drawing that it uses, or its file.
fn sign(document: &Document, id: NodeId) -> Option<&'static str> {
    let attribute = |name: &str| document.attributes(id).find(|(own, _)| *own == name);
    let value = |name: &str| attribute(name).map(|(_, value)| value);
    match document.tag(id) {
        Tag::IMG => sign_of(parts_of_file(value("src")?).0),
        Tag::I | Tag::SPAN | Tag::SVG | Tag::B | Tag::EM => classes(document, id).find_map(sign_of),
        _ if document.name(id) == "use" => {
            let address = value("href").or_else(|| value("xlink:href"))?;
            sign_of(address.rsplit('#').next()?)
        }
        _ => None,
    }
}

/// The sign for a name, if all its words are those of icons.
fn sign_of(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let mut found = None;
    for word in name.split(['-', '_']).filter(|word| !word.is_empty()) {
        match SIGNS.iter().find(|(_, words)| words.contains(&word)) {
            Some((sign, _)) => found = found.or(Some(*sign)),
            None if OTHERS.contains(&word) => {}
            None => return None,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_of_cells_say_what_they_show() {
        for (cell, said) in [
            ("<img src=/a.svg alt='Not included'>", Some("Not included")),
            ("<svg><title>Yes</title><path></svg>", Some("Yes")),
            ("<span role=img aria-label=Included></span>", Some("Included")),
            ("<i class='fa fa-check-circle'></i>", Some("✓")),
            ("<i class='icon-x red'></i>", Some("✗")),
            ("<svg><use href='/icons.svg#icon-tick'></svg>", Some("✓")),
            ("<img src=/img/cross.png>", Some("✗")),
            ("<span class=no-wrap></span>", None),
            ("<img src=/img/photo-check.jpg alt='A check'>", None),
            ("", None),
        ] {
            let page = Page::new(&format!("<table><tr><td>{cell}"), Some("https://a.example/"));
            let document = page.document();
            let td = document.ids().find(|id| document.tag(*id) == Tag::TD).unwrap();
            assert_eq!(words(&page, td).as_deref(), said, "{cell}");
        }
    }
}
