//! The addresses of images: the real one among those that an element has, and what an address says.

use std::sync::LazyLock;

use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Node, Page};
use crate::text::address::{Address, FileKind};
use crate::text::phrases::Phrases;

/// Attributes that hold the address of an image to be loaded later by a script, likeliest first.
const LAZY: &[&str; 16] = &[
    "data-original",
    "data-src",
    "data-lazy-src",
    "data-actualsrc",
    "data-original-src",
    "data-origin-src",
    "data-lazyload",
    "data-lazy",
    "data-url",
    "data-echo",
    "data-hi-res-src",
    "data-full-src",
    "data-image",
    "data-img-src",
    "file",
    "zoomfile",
];

/// Attributes that hold several addresses with sizes.
const SETS: &[&str; 3] = &["data-srcset", "data-lazy-srcset", "srcset"];

/// The address of the image that an element shows once scripts have run.
pub(super) fn real_address(node: Node) -> Option<String> {
    lazy(node)
        .or_else(|| absolute(node.page, node.attribute(AttributeName::SRC)?))
        .or_else(|| of_picture(node))
        .or_else(|| of_any_attribute(node))
        .or_else(|| noscript_twin(node))
}

/// An address made absolute; `None` for that of a placeholder.
fn absolute(page: &Page, address: &str) -> Option<String> {
    page.addresses().media(address).filter(|_| !is_placeholder(address))
}

/// The address of an image to be loaded later. Most images have none.
fn lazy(node: Node) -> Option<String> {
    if !node.attributes().any(|(name, _)| may_be_other(name)) {
        return None;
    }
    let mut values = named(node, LAZY).filter(|value| may_be_image(value));
    values.find_map(|value| absolute(node.page, value)).or_else(|| of_sets(node))
}

/// The address in an attribute that holds several.
fn of_sets(node: Node) -> Option<String> {
    named(node, SETS).find_map(|set| absolute(node.page, best_of_set(set)?))
}

/// The address in a `source` of the `picture` around an image.
fn of_picture(node: Node) -> Option<String> {
    let picture = node.parent().filter(|parent| parent.is(Tag::PICTURE))?;
    picture.children().filter(|child| child.is(Tag::SOURCE)).find_map(of_sets)
}

/// The address of an image file in any attribute.
fn of_any_attribute(node: Node) -> Option<String> {
    let values = node.attributes().map(|(_, value)| value);
    let mut files = values.filter(|value| value.contains('/') && is_image_file(value));
    files.find_map(|value| absolute(node.page, value))
}

/// True if the value of an attribute may be an image's address, and not a flag (`true`, `lazy`, `48213`) or a page.
fn may_be_image(value: &str) -> bool {
    let is_page = Address::of(value.trim()).kind() == Some(FileKind::Page);
    value.contains(['/', '.']) && !is_page && !value.starts_with(['{', '[', '#'])
}

/// True if the file name in an address ends like that of an image.
pub fn is_image_file(address: &str) -> bool {
    Address::of(address).kind() == Some(FileKind::Image)
}

/// The values of an element's attributes with these names, in the order of the names.
fn named<'p, const N: usize>(
    node: Node<'p>,
    names: &'static [&str; N],
) -> impl Iterator<Item = &'p str> {
    let mut values = [None; N];
    for (name, value) in node.attributes().filter(|(name, _)| may_be_other(name)) {
        if let Some(place) = names.iter().position(|other| *other == name) {
            values[place].get_or_insert(value);
        }
    }
    values.into_iter().flatten()
}

/// True if an attribute may be one of [`LAZY`] or [`SETS`].
fn may_be_other(name: &str) -> bool {
    name.starts_with("data-") || name.ends_with("file") || name == "srcset"
}

/// The image of a `noscript` that follows a placeholder or contains it.
fn noscript_twin(node: Node) -> Option<String> {
    let page = node.page;
    // Blanks, and the end of a wrapper, may be between the two.
    let after = (node.end().index()..page.document().len()).take(3);
    let mut after = after.map(|at| page.node(NodeId::from_index(at)));
    let noscript = after.find(|node| node.is(Tag::NOSCRIPT))?;
    let mut images = noscript.descendants().filter(|node| node.is(Tag::IMG)).take(3);
    images.find_map(|image| absolute(page, image.attribute(AttributeName::SRC)?))
}

/// The address with the greatest width or density in a `srcset`.
fn best_of_set(set: &str) -> Option<&str> {
    let mut best: Option<(f32, &str)> = None;
    let mut rest = set.get(..set.floor_char_boundary(16_384))?.trim();
    while !rest.is_empty() {
        // An address ends at a blank; commas may be part of it.
        let end = rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let (descriptor, next) = match address.strip_suffix(',') {
            Some(_) => ("", after),
            None => after.split_once(',').unwrap_or((after, "")),
        };
        let descriptor = descriptor.trim();
        let number = descriptor.trim_end_matches(['w', 'x', 'h']).trim().parse().unwrap_or(1.0);
        let address = address.trim_matches(',');
        if !address.is_empty() && best.is_none_or(|(most, _)| number > most) {
            best = Some((number, address));
        }
        rest = next.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
    }
    best.map(|(_, address)| address)
}

/// Words in the file names of placeholder images.
static PLACEHOLDERS: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(&["address.placeholder"]));

/// True if an address is that of a placeholder for an image loaded later.
fn is_placeholder(address: &str) -> bool {
    let is_script =
        address.trim_start().get(..5).is_some_and(|start| start.eq_ignore_ascii_case("data:"));
    is_script || address.trim() == "#" || PLACEHOLDERS.are_in(Address::of(address).file())
}

/// The size that an address asks a server for: `/80x80/`, `?w=60&h=60`, `_w975_h549.`.
pub fn size_in_address(address: &str) -> Option<(u32, u32)> {
    let mut width = None;
    for part in address.split(|c: char| !c.is_ascii_alphanumeric() && c != '=') {
        if let (Some(width), Some((_, rest))) = (number(part), part.split_once('x'))
            && let Some(height) = number(rest)
        {
            return Some((width, height));
        }
        if let Some(found) = number_after(part, ["width", "w"]) {
            width = Some(found);
        } else if let Some(height) = number_after(part, ["height", "h"])
            && let Some(width) = width
        {
            return Some((width, height));
        }
    }
    None
}

/// The number of two to four digits that a text begins with.
fn number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (2..=4).contains(&digits).then(|| text[..digits].parse().ok()).flatten()
}

/// The number behind one of two names: `w60`, `width=60`.
fn number_after(part: &str, names: [&str; 2]) -> Option<u32> {
    let mut values = names.iter().filter_map(|name| part.strip_prefix(name));
    values.find_map(|value| number(value.trim_start_matches('=')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_with_addresses_are_looked_for_where_they_may_be() {
        assert!(LAZY.iter().chain(SETS).all(|name| may_be_other(name)));
        assert!(!may_be_other("src") && !may_be_other("alt"));
    }

    #[test]
    fn sizes_in_addresses() {
        for (address, expected) in [
            ("https://a.example/t/80x80/f1/x.png", Some((80, 80))),
            ("https://a.example/x.png?w=60&h=70&crop=1", Some((60, 70))),
            ("https://a.example/E5_size97_w975_h549.jpg", Some((975, 549))),
            ("https://a.example/0x0:0x0/x.jpg", None),
            ("https://a.example/w/h/2024x.jpg", None),
        ] {
            assert_eq!(size_in_address(address), expected, "{address}");
        }
    }
}
