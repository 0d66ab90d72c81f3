//! Icons in place of the words of a table cell: ticks, crosses, and others that have a label for screen readers.

use crate::dom::{AttributeName, NodeRef, Tag};
use crate::page::{Node, media};
use crate::text::address::Address;
use crate::text::lexicon::Group;

/// Nodes of a cell that are looked at.
const MOST_NODES: usize = 40;
/// Characters of a label at most.
const LONGEST: usize = 40;

/// Words of classes and of names of files, and the sign that the icon shows.
static SIGNS: [(&str, Group); 2] = [("✓", Group::of("icon.tick")), ("✗", Group::of("icon.cross"))];

/// Other words in the names of icons.
static OTHERS: Group = Group::of("icon.other");

/// The words for the icons of a cell without text: their labels, else the sign for their names. `None` if it holds a link, or a
/// picture that is not an icon.
pub(super) fn words(cell: Node) -> Option<String> {
    if cell.descendants().take(MOST_NODES).any(|node| node.is(Tag::A) || is_picture(node)) {
        return None;
    }
    let mut inside = cell.in_document().descendants().take(MOST_NODES);
    inside.find_map(|node| label(node).or_else(|| sign(node).map(str::to_owned)))
}

/// True if an element is an image that is content and not an icon.
fn is_picture(node: Node) -> bool {
    let image = node.is(Tag::IMG).then(|| media::image(node)).flatten();
    image.is_some_and(|image| {
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
fn label(node: NodeRef) -> Option<String> {
    let text = match node.tag() {
        Tag::IMG => node.attribute(AttributeName::ALT),
        _ if node.name() == "title" => {
            node.children().find(|child| child.is_text()).map(NodeRef::text)
        }
        Tag::SVG | Tag::I | Tag::SPAN => {
            node.attribute(AttributeName::ARIA_LABEL).or(node.attribute(AttributeName::TITLE))
        }
        _ => None,
    };
    let words: Vec<&str> = text?.split_whitespace().collect();
    let label = words.join(" ");
    (!label.is_empty() && label.chars().count() <= LONGEST).then_some(label)
}

/// The sign of an icon by its class, the part of a drawing that it uses, or its file.
fn sign(node: NodeRef) -> Option<&'static str> {
    match node.tag() {
        Tag::IMG => sign_of(parts_of_file(node.attribute(AttributeName::SRC)?).0),
        Tag::I | Tag::SPAN | Tag::SVG | Tag::B | Tag::EM => node.classes().find_map(sign_of),
        _ if node.name() == "use" => {
            let address =
                node.attribute_named("href").or_else(|| node.attribute_named("xlink:href"))?;
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
    use crate::page::Page;

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
            let td = page.elements().find(|node| node.is(Tag::TD)).unwrap();
            assert_eq!(words(td).as_deref(), said, "{cell}");
        }
    }
}
