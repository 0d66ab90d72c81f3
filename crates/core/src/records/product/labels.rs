//! Facts of a product after their labels: `品牌：…`, `Item no. …`.

use super::Product;
use crate::dom::Tag;
use crate::page::{BlockRef, Label, Page};
use crate::text::templates::is_unfilled;

/// Blocks that are read for labels, at most.
const MOST_BLOCKS: usize = 3_000;
/// The maximum number of characters in a block with a label, and in a value.
const LONGEST: u32 = 160;
const LONGEST_VALUE: usize = 40;

/// Adds facts that follow their labels, in the same block or in the next.
pub(super) fn add(page: &Page, product: &mut Product) {
    let blocks = page.block_refs().take(MOST_BLOCKS);
    let blocks = blocks.filter(|block| !block.is_noscript && block.characters <= LONGEST);
    // Most blocks are no facts; this is quick to see.
    let may_tell = |text: &str| Label::at_start(text).is_some() || text.contains([':', '：']);
    let mut maker = None;
    for block in blocks.filter(|block| may_tell(block.text())) {
        for found in block.labels() {
            let field = match found.label {
                Label::Brand => &mut product.brand,
                Label::Maker => &mut maker,
                Label::Sku => &mut product.sku,
                Label::Mpn => &mut product.mpn,
                Label::Gtin => &mut product.gtin,
                _ => continue,
            };
            let is_entry = found.is_alone && is_entry(block);
            if field.is_none() && !is_entry && fits(found.label, found.value) {
                *field = Some(found.value.to_owned());
            }
        }
    }
    product.brand = product.brand.take().or(maker);
}

/// True for an entry of a menu or the name of a tab: the block behind it is another, and no value.
fn is_entry(block: BlockRef) -> bool {
    let next = block.next().map(BlockRef::container);
    let is_like_next = next.is_some_and(|next| {
        let entry = block.container();
        entry.is(Tag::LI) && entry != next && entry.parent() == next.parent() && entry.is_like(next)
    });
    block.is_mostly_linked() || is_like_next
}

/// True if a value may be a number, or a name of a few words.
fn fits(label: Label, value: &str) -> bool {
    let length = value.chars().count();
    let is_long = length > LONGEST_VALUE || length == 0;
    !is_long
        && !is_unfilled(value)
        && !value.ends_with([':', '：'])
        && match label {
            Label::Sku | Label::Gtin => length >= 3 && value.contains(|c: char| c.is_ascii_digit()),
            Label::Mpn => value.split(' ').count() <= 4 && !value.ends_with(['?', '？']),
            _ => !value.contains(['。', '?', '？', '!']) && !value.starts_with("http"),
        }
}
