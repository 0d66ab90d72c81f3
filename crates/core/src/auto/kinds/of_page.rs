//! What several numbers of a page's kind look at: its title, its name, its links and pictures.

use rustc_hash::FxHashMap;

use crate::dom::{AttributeName, Tag};
use crate::page::{BlockRef, Node, Page};

/// The longest name, in characters.
const LONGEST: u32 = 100;

/// The title of a page in parts, the block that shows its name, and the elements that are looked at more than once.
pub(super) struct OfPage<'p> {
    pub(super) parts: Vec<&'p str>,
    pub(super) name: Option<BlockRef<'p>>,
    pub(super) links: Vec<Node<'p>>,
    pub(super) images: Vec<Node<'p>>,
    pub(super) inputs: Vec<Node<'p>>,
    /// The `link` elements, which lead to other forms of the page.
    pub(super) forms: Vec<Node<'p>>,
    amounts: FxHashMap<Tag, u32>,
}

impl<'p> OfPage<'p> {
    pub(super) fn of(page: &'p Page) -> Self {
        let title = page.structured().title.as_deref().unwrap_or("");
        let parts = parts(title);
        let name = name(page, title, &parts);
        let [links, images, inputs, forms] = [(); 4].map(|()| Vec::new());
        let mut found =
            Self { parts, name, links, images, inputs, forms, amounts: FxHashMap::default() };
        for node in page.elements() {
            *found.amounts.entry(node.tag()).or_default() += 1;
            match node.tag() {
                Tag::A => found.links.push(node),
                Tag::IMG => found.images.push(node),
                Tag::INPUT => found.inputs.push(node),
                Tag::LINK => found.forms.push(node),
                _ => {}
            }
        }
        found
    }
}

impl OfPage<'_> {
    /// How many elements have one of these tags.
    pub(super) fn amount(&self, tags: &[Tag]) -> u32 {
        tags.iter().filter_map(|tag| self.amounts.get(tag)).sum()
    }

    /// How many links have an address.
    pub(super) fn links_with_address(&self) -> usize {
        self.links.iter().filter(|link| link.attribute(AttributeName::HREF).is_some()).count()
    }
}

/// The parts of a title. A hyphen within a word parts nothing.
fn parts(title: &str) -> Vec<&str> {
    let mut before = ' ';
    let mut is_part = |c: char| {
        let is_mark = "|_–—·»>/｜－,，".contains(c) || c == '-' && !before.is_ascii_alphanumeric();
        before = c;
        is_mark
    };
    let parts = title.split(|c: char| is_part(c)).map(str::trim);
    parts.filter(|part| !part.is_empty()).take(20).collect()
}

/// The longest heading that the title holds, else the first text that is a part of it, else the first heading.
fn name<'p>(page: &'p Page, title: &str, parts: &[&str]) -> Option<BlockRef<'p>> {
    let (mut longest, mut part, mut first) = (None::<BlockRef>, None, None);
    for block in page.block_refs() {
        if block.characters < 2 || block.characters > LONGEST || block.is_hidden {
            continue;
        }
        if block.is_heading {
            let is_longer = longest.is_none_or(|other| other.characters < block.characters);
            if is_longer && title.contains(block.text().trim()) {
                longest = Some(block);
            }
            first = first.or(Some(block));
        } else if part.is_none() && !block.is_mostly_linked() {
            part = parts.contains(&block.text().trim()).then_some(block);
        }
    }
    longest.or(part).or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphen_within_a_word_parts_nothing() {
        assert_eq!(
            parts("T-shirts and e-mail - Shop | Site"),
            ["T-shirts and e-mail", "Shop", "Site"]
        );
        assert_eq!(parts("青瓷-某某陶瓷"), ["青瓷", "某某陶瓷"]);
    }
}
