//! Facts of a product after their labels: `品牌：…`, `Item no. …`.

use super::Product;
use crate::page::{Label, Page};

/// Blocks that are read for labels, at most.
const MOST_BLOCKS: usize = 3_000;
/// The maximum number of characters in a block with a label, and in a value.
const LONGEST: u32 = 160;
const LONGEST_VALUE: usize = 40;

/// Adds facts that follow their labels, in the same block or in the next.
pub(super) fn add(page: &Page, product: &mut Product) {
    let blocks = page.blocks().iter().take(MOST_BLOCKS);
    let blocks = blocks.filter(|block| !block.is_noscript && block.characters <= LONGEST);
    // Most blocks are no facts; this is quick to see.
    let may_tell = |text: &str| Label::at_start(text).is_some() || text.contains([':', '：']);
    let mut maker = None;
    for block in blocks.filter(|block| may_tell(page.block_text(block))) {
        for found in page.marks().labels(block) {
            let field = match found.label {
                Label::Brand => &mut product.brand,
                Label::Maker => &mut maker,
                Label::Sku => &mut product.sku,
                Label::Mpn => &mut product.mpn,
                Label::Gtin => &mut product.gtin,
                _ => continue,
            };
            // Links of these words are entries of a menu.
            let is_told = !(found.is_alone && block.is_mostly_linked());
            if field.is_none() && is_told && fits(found.label, found.value) {
                *field = Some(found.value.to_owned());
            }
        }
    }
    product.brand = product.brand.take().or(maker);
}

/// True if a value may be a number, or a name of a few words.
fn fits(label: Label, value: &str) -> bool {
    let length = value.chars().count();
    let is_long = length > LONGEST_VALUE || length == 0;
    !is_long
        && match label {
            Label::Sku | Label::Gtin => length >= 3 && value.contains(|c: char| c.is_ascii_digit()),
            Label::Mpn => value.split(' ').count() <= 4 && !value.ends_with(['?', '？']),
            _ => !value.contains(['。', '?', '？', '!']) && !value.starts_with("http"),
        }
}
