//! Hashes of the paths and texts of a page, to compare the pages of a site in linear time.

use std::borrow::Cow;

use zhengwen_page::dom::{AttributeName, NodeId, NodeRef};
use zhengwen_page::page::Page;
use zhengwen_page::text::hash::{self, mix};

/// The number of characters at either end of a text that may repeat even if the whole does not:
/// `责任编辑：`, `来源：`.
const EDGE: usize = 3;

/// The hashes of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageKeys {
    /// By node: the hash of the tags, ids and classes from the root down to it, all numbers alike;
    /// 0 for nodes that are not elements.
    pub(crate) paths: Vec<u64>,
    /// The distinct paths of elements that hold text of a block, ascending.
    pub(crate) with_text: Vec<u64>,
    /// The hashes by block.
    pub(crate) blocks: Vec<BlockKeys>,
}

/// Hashes of a text at its path, all numbers alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockKeys {
    /// Of the whole text.
    pub(crate) text: u64,
    /// Of its first characters.
    pub(crate) start: u64,
    /// Of its last characters.
    pub(crate) end: u64,
}

impl PageKeys {
    /// The hashes of a page.
    pub(crate) fn of(page: &Page) -> Self {
        let mut paths = vec![0; page.document().len()];
        for element in page.document().elements().map(|id| page.document().node(id)) {
            let above = element.parent().map_or(0, |parent| paths[parent.id.index()]);
            paths[element.id.index()] = mix(above, element_key(element));
        }
        let blocks = page.block_refs().map(|block| {
            let path = paths[block.container.index()];
            let text = alike(block.text().trim());
            BlockKeys {
                text: text_key(path, 1, &text),
                start: text_key(path, 2, first_characters(&text)),
                end: text_key(path, 3, last_characters(&text)),
            }
        });
        let blocks = blocks.collect();
        Self { with_text: with_text(page, &paths), paths, blocks }
    }
}

fn with_text(page: &Page, paths: &[u64]) -> Vec<u64> {
    let mut has_text = vec![false; paths.len()];
    page.blocks().iter().for_each(|block| has_text[block.container.index()] = true);
    let mut found = Vec::new();
    for index in (1..paths.len()).rev().filter(|index| paths[*index] != 0) {
        if has_text[index] {
            found.push(paths[index]);
            let above = page.document().parent(NodeId::from_index(index)).map_or(0, NodeId::index);
            has_text[above] = true;
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn text_key(path: u64, kind: u64, text: &str) -> u64 {
    mix(mix(path, kind), hash::text(text))
}

fn element_key(element: NodeRef) -> u64 {
    let names = [AttributeName::ID, AttributeName::CLASS].map(|name| element.attribute(name));
    names.into_iter().fold(hash::text(element.name()), |key, value| {
        mix(key, value.map_or(0, |value| hash::text(&alike(value))))
    })
}

/// Replaces every run of digits in a text by `0`.
fn alike(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|b| b.is_ascii_digit()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_ascii_digit() { '0' } else { c };
        if c != '0' || !out.ends_with('0') {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// The first [`EDGE`] characters of a text.
pub(crate) fn first_characters(text: &str) -> &str {
    &text[..text.char_indices().nth(EDGE).map_or(text.len(), |(at, _)| at)]
}

/// The last [`EDGE`] characters of a text.
pub(crate) fn last_characters(text: &str) -> &str {
    &text[text.char_indices().nth_back(EDGE - 1).map_or(0, |(at, _)| at)..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(html: &str) -> PageKeys {
        PageKeys::of(&Page::new(html, None))
    }

    #[test]
    fn digits_do_not_tell_pages_apart() {
        let [a, b] = ["7", "12"].map(|n| keys(&format!("<div id=post-{n}><p>第 {n} 条</div>")));
        assert_eq!((&a.paths, &a.blocks), (&b.paths, &b.blocks));
        let c = keys("<div id=post-7><p class=x>第 7 条</div>");
        assert_ne!(a.blocks, c.blocks);
    }

    #[test]
    fn edges_of_texts() {
        let [a, b] = ["张三", "李四"].map(|name| keys(&format!("<p>责任编辑：{name}")).blocks[0]);
        assert_eq!((a.start, a.text == b.text, a.end == b.end), (b.start, false, false));
        assert_eq!((first_characters("一二"), last_characters("一二三四五")), ("一二", "三四五"));
    }
}
