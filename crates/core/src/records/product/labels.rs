//! Facts of a product after their labels: `品牌：…`, `Item no. …`.

use super::Product;
use super::words::{self, Fact};
use crate::page::Page;

/// Blocks that are read for labels, at most.
const MOST_BLOCKS: usize = 3_000;
/// The maximum number of characters in a block with a label or a value.
const LONGEST: u32 = 160;

/// Adds facts that follow their labels, in the same block or in the next.
pub(super) fn add(page: &Page, product: &mut Product) {
    let blocks = page.blocks().iter().take(MOST_BLOCKS).filter(|block| !block.is_noscript);
    let (mut label, mut maker) = (None, None);
    for block in blocks {
        let text = page.block_text(block);
        let before = label.take();
        if block.characters > LONGEST {
            continue;
        }
        // Links of these words are entries of a menu.
        label = words::label(text).filter(|_| !block.is_mostly_linked());
        // In a heading the number is behind the name.
        let behind = || page.texts_of(block).iter().skip(1).filter(|_| block.is_heading);
        let told = words::labelled(text)
            .or_else(|| before.filter(|_| label.is_none()).map(|fact| (fact, text)))
            .or_else(|| {
                behind().find_map(|text| words::labelled(page.document().text(text.node).trim()))
            });
        let Some((fact, value)) = told else { continue };
        let field = match fact {
            Fact::Brand => &mut product.brand,
            Fact::Maker => &mut maker,
            Fact::Sku => &mut product.sku,
            Fact::Mpn => &mut product.mpn,
            Fact::Gtin => &mut product.gtin,
            Fact::Price | Fact::SalePrice | Fact::ListPrice => continue,
        };
        if field.is_none() {
            *field = value_of(fact, value);
        }
    }
    product.brand = product.brand.take().or(maker);
}

/// A value as far as it belongs to the label: a number up to the next blank, a name of a few words.
fn value_of(fact: Fact, text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches([':', '：', '#']).trim();
    let is_number = matches!(fact, Fact::Sku | Fact::Gtin);
    let value = if is_number { text.split_whitespace().next()? } else { text };
    let value = value.split(['，', '；', '|', '\n']).next()?.trim();
    let length = value.chars().count();
    let has_digit = value.chars().any(|c| c.is_ascii_digit());
    let fits = match fact {
        Fact::Sku | Fact::Gtin => (3..=40).contains(&length) && has_digit,
        Fact::Mpn => length <= 40 && !value.ends_with(['?', '？']),
        _ => length <= 40 && !value.contains(['。', '?', '？', '!']) && !value.starts_with("http"),
    };
    (fits && length > 0).then(|| value.to_owned())
}
