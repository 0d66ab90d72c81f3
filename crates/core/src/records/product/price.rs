//! The price that a page shows near the name of its product.

use rustc_hash::FxHashMap;

use super::money::{self, Sum};
use super::places::is_of_another;
use super::words;
use crate::dom::{NodeId, Tag};
use crate::page::{Label, Labelled, Name, NodeFlags, Page};

/// Places with a sum that are looked at, at most.
const MOST: usize = 200;
/// The maximum number of characters in a text with a price.
const LONGEST: u32 = 40;
/// The maximum number of nodes between prices of one product.
const NEAR: u32 = 60;

/// A place that shows a sum.
pub(super) struct Shown {
    node: NodeId,
    sum: Sum,
    is_named: bool,
    is_former: bool,
    /// True if its label calls it a lower price than usual.
    is_sale: bool,
    /// True if it is shown the same way over and over, and so belongs to other products.
    is_card: bool,
}

/// The price of the page's product.
pub(super) struct Price {
    pub(super) sum: Sum,
    pub(super) former: Option<String>,
    /// The other end of a range: `¥39 - ¥59`.
    pub(super) highest: Option<String>,
    /// True if it is called a price and follows the name.
    pub(super) is_plain: bool,
}

/// The price of the page: the first that follows the name and is called so, before others.
pub(super) fn price(page: &Page, name: Option<NodeId>) -> Option<Price> {
    let mut found = named(page);
    found.extend(others(page));
    found.retain(|shown| !is_of_another(page.node(shown.node), name));
    found.sort_by_key(|shown| (shown.node, !shown.is_named));
    let score = |shown: &Shown| {
        let follows = name.is_some_and(|name| shown.node > name);
        i32::from(shown.is_named) * 2 + i32::from(follows) * 3 - i32::from(shown.is_card) * 4
    };
    let mut best: Option<&Shown> = None;
    for shown in found.iter().filter(|shown| !shown.is_former) {
        if best.is_none_or(|best| score(shown) > score(best)) {
            best = Some(shown);
        }
    }
    let best = best?;
    let number = |shown: &Shown| shown.sum.amount.parse::<f64>().unwrap_or(0.0);
    let far = |shown: &&Shown| shown.node.0.abs_diff(best.node.0);
    let is_near = |shown: &&Shown| far(shown) <= NEAR;
    let former = found.iter().filter(|shown| shown.is_former).min_by_key(far).filter(is_near);
    let sale = found.iter().filter(|shown| shown.is_sale && !shown.is_former && !best.is_sale);
    let sale = sale.min_by_key(far).filter(is_near).filter(|shown| number(shown) < number(best));
    // 价格 ¥58, 促销价 ¥39.90: what is called the price is the one before the sale.
    let (best, former) = sale.map_or((best, former), |sale| (sale, former.or(Some(best))));
    let former = former.filter(|shown| number(shown) > number(best));
    let document = page.document();
    let is_short = |id: &NodeId| page.node(*id).characters() <= LONGEST;
    let mut around = document.around(best.node).take(3).filter(is_short);
    Some(Price {
        highest: around.find_map(|id| money::end_of_range(&page.text_of(id, " "), &best.sum)),
        sum: best.sum.clone(),
        former: former.map(|shown| shown.sum.amount.clone()),
        is_plain: score(best) >= 5,
    })
}

/// Elements that are named for a price.
fn named(page: &Page) -> Vec<Shown> {
    let document = page.document();
    let mut found: Vec<Shown> = Vec::new();
    let mut times: FxHashMap<(Tag, u32, Option<u32>), usize> = FxHashMap::default();
    for id in document.elements() {
        let is_struck = matches!(document.tag(id), Tag::DEL | Tag::S | Tag::STRIKE);
        let (class, own) = (page.marks().class(id), page.marks().id(id));
        if !is_struck && !class.has(Name::Price) && !own.has(Name::Price) {
            continue;
        }
        let characters = page.node(id).characters();
        if !(1..=LONGEST).contains(&characters) || page.flags(id).has(NodeFlags::HIDDEN) {
            continue;
        }
        let is_former = is_struck || class.is_former_price() || own.is_former_price();
        let Some((sum, is_labelled_former)) = sum_of(&page.text_of(id, "")) else { continue };
        let around = document.parent(id).map(|id| page.marks().spelling(id));
        let key = (document.tag(id), page.marks().spelling(id), around);
        let alike = times.entry(key).or_default();
        *alike += 1;
        let is_former = is_former || is_labelled_former || is_inside_struck(page, id);
        // What holds another sum is not itself one.
        let is_around = |before: &Shown| id < document.end(before.node);
        while let Some(holder) = found.pop_if(|before| is_around(before)) {
            let rest = if is_struck { beside_struck(page, &holder, id) } else { None };
            if let Some(rest) = rest {
                found.push(rest);
                break;
            }
        }
        let (is_named, is_sale, is_card) = (true, false, *alike > 3);
        found.push(Shown { node: id, sum, is_named, is_former, is_sale, is_card });
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// The sum next to an element that is struck out, within the same holder.
fn beside_struck(page: &Page, holder: &Shown, struck: NodeId) -> Option<Shown> {
    let text = page.text_of(holder.node, "").replacen(&page.text_of(struck, ""), " ", 1);
    let (sum, is_former) = sum_of(text.trim())?;
    (!is_former).then_some(Shown { sum, ..*holder })
}

/// True if an element is in one that is struck out or named for a former price.
fn is_inside_struck(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    document.ancestors(id).take(2).any(|id| {
        matches!(document.tag(id), Tag::DEL | Tag::S | Tag::STRIKE)
            || page.marks().class(id).is_former_price() && page.node(id).characters() <= LONGEST
    })
}

/// Short blocks with a sum; those with a label for it count as named.
fn others(page: &Page) -> Vec<Shown> {
    let short = page.blocks().iter().filter(|block| {
        !block.is_hidden && block.characters <= LONGEST && !block.is_mostly_linked()
    });
    let mut found = Vec::new();
    let mut alone = None;
    for block in short {
        let text = page.block_text(block);
        let before = alone.take();
        let own = Labelled::first(text).filter(|found| found.label.is_price());
        alone = own.as_ref().filter(|own| own.is_alone).map(|own| own.label);
        let Some(sum) = money::sum(text).filter(|_| !words::is_other_sum(text)) else { continue };
        let label = own.map(|own| own.label).or(before);
        let node = page.texts_of(block).first().map_or(block.container, |text| text.node);
        let is_struck = is_inside_struck(page, node);
        let is_former = label == Some(Label::ListPrice) || is_struck;
        let is_sale = label == Some(Label::SalePrice);
        found.push(Shown {
            node,
            sum,
            is_named: label.is_some(),
            is_former,
            is_sale,
            is_card: false,
        });
        if found.len() >= MOST {
            break;
        }
    }
    found
}

/// The sum in a text that is nothing else, and true if the text calls it a former price.
fn sum_of(text: &str) -> Option<(Sum, bool)> {
    if words::is_other_sum(text) {
        return None;
    }
    let is_former = Labelled::first(text).is_some_and(|found| found.label == Label::ListPrice);
    Some((money::sum(text)?, is_former))
}
