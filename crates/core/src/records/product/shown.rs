//! The facts that a page shows of its product: price, labels, and whether it can be bought.

use std::ops::Range;

use super::places::{is_of_another, way_to_buy};
use super::price::Price;
use super::words;
use super::{Product, choices, declared, labels, pairs, rating};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Name, Names, NodeFlags, Page};
use crate::text::address::Address;

/// A statement about stock within this many nodes after the product's name is about the product itself.
const NEAR: u32 = 800;

/// What the page shows beside the name of its product.
pub(super) struct Seen {
    name: Option<NodeId>,
    /// What is said of the stock near the name.
    stock: Option<bool>,
    /// A short text says that the product is sold, and nothing offers to buy it.
    says_sold: bool,
    /// The way to buy.
    buy: Option<NodeId>,
}

impl Seen {
    pub(super) fn of(page: &Page, name: Option<NodeId>) -> Self {
        let (near, buy) = (near(name), way_to_buy(page, name));
        let stock = stock(page, name, near.0..near.1);
        let says_sold = buy.is_none() && said_near(page, name, near) == Some(false);
        Self { name, stock, says_sold, buy }
    }

    /// True if the page offers a product, or says that it is sold.
    pub(super) fn is_offered(&self) -> bool {
        self.buy.is_some() || self.says_sold || self.stock == Some(false)
    }

    /// Adds what the page shows.
    pub(super) fn add(self, page: &Page, price: Option<Price>, product: &mut Product) {
        let is_silent = self.stock.is_none() && product.availability.is_none();
        let anywhere = || stock(page, self.name, NodeId(0)..NodeId(u32::MAX)) == Some(true);
        if self.stock == Some(false) || is_silent && self.says_sold {
            product.availability = Some("OutOfStock".to_owned());
        } else if product.availability.is_none()
            && (self.stock.is_some() || self.buy.is_some() || anywhere())
        {
            product.availability = Some("InStock".to_owned());
        }
        if let Some(price) = price {
            add_price(page, product, price);
        }
        labels::add(page, product);
        let (from, to) = near(self.name);
        rating::add(page, from, product);
        if product.sku.is_none() {
            product.sku = number_of_form(page).or_else(|| number_of_address(page));
        }
        // One chooses before one buys.
        let to = self.buy.filter(|buy| *buy > from).map_or(to, |buy| buy.min(to));
        let chosen = self.buy.map(|_| choices::choices(page, from, to)).unwrap_or_default();
        for mut shown in [chosen, pairs::parameters(page)] {
            shown.retain(|pair| product.parameters.iter().all(|other| other.name != pair.name));
            product.parameters.append(&mut shown);
        }
    }
}

/// The nodes near the name of a product: the way to buy follows it, and is rarely before it.
fn near(name: Option<NodeId>) -> (NodeId, NodeId) {
    let from = name.unwrap_or(NodeId(0));
    (from, NodeId(from.0.saturating_add(NEAR)))
}

fn add_price(page: &Page, product: &mut Product, price: Price) {
    let is_same = |one: &str, other: &str| {
        let number = |text: &str| super::money::amount(text)?.parse::<f64>().ok();
        number(one).is_some() && number(one) == number(other)
    };
    // Of two prices that are declared, as of the first bid and the last, the one that is shown counts.
    let told = declared::price_of_meta(page);
    if let Some(told) = told.filter(|told| is_same(told, &price.sum.amount)) {
        product.price = Some(told);
    }
    // What is declared may be the price before a sale that is shown.
    let was = product.price.as_deref().zip(price.former.as_deref());
    let is_former =
        price.is_plain && was.is_some_and(|(declared, former)| is_same(declared, former));
    if product.price.is_none() || is_former {
        let language = page.structured().language.as_deref().unwrap_or("");
        let is_japanese = language.starts_with("ja");
        let shown = price.sum.currency;
        let currency = if is_japanese && shown == "CNY" { "JPY" } else { shown };
        product.price = Some(price.sum.amount.clone());
        product.currency.get_or_insert_with(|| currency.to_owned());
        product.list_price = product.list_price.take().or(price.former);
    } else if product.list_price.is_none()
        && product.price.as_deref().is_some_and(|declared| is_same(declared, &price.sum.amount))
    {
        product.list_price = price.former;
    }
    let is_shown = product.price.as_deref().is_some_and(|own| is_same(own, &price.sum.amount));
    product.highest_price = product.highest_price.take().or(price.highest).filter(|_| is_shown);
}

/// The stock as short elements named for it say, not those in cards of other products. One of several offers is enough.
fn stock(page: &Page, name: Option<NodeId>, within: Range<NodeId>) -> Option<bool> {
    let named = page.elements().filter(|node| within.contains(&node.id)).filter(|node| {
        let is_stock = |names: Names| names.has(Name::Stock) && !names.has(Name::Price);
        (1..=160).contains(&node.characters())
            && !node.flags().has(NodeFlags::HIDDEN)
            && (is_stock(node.class()) || is_stock(node.id_names()))
            && !is_of_another(*node, name)
    });
    let said = named.take(20).filter_map(|node| {
        let can = words::in_stock(&node.shown(" "))?;
        // A row of a table without stock is the offer of one store.
        (can || !node.is(Tag::TR)).then_some(can)
    });
    said.max()
}

/// The stock as a short text says that is hardly anything else.
fn said_near(page: &Page, name: Option<NodeId>, (from, to): (NodeId, NodeId)) -> Option<bool> {
    let mut near = page.block_refs().filter(|block| {
        let node = block.node();
        !block.is_hidden
            && block.characters <= 24
            && node.id > from
            && node.id < to
            && !block.is_mostly_linked()
            && !block.text().bytes().any(|byte| byte.is_ascii_digit())
    });
    near.find_map(|block| {
        let is_row = || block.container().around().take(3).any(|node| node.is(Tag::TR));
        words::in_stock(block.text()).filter(|_| !is_row() && !is_of_another(block.node(), name))
    })
}

/// The seller's number in a field of a form or in an attribute.
fn number_of_form(page: &Page) -> Option<String> {
    let document = page.document();
    let is_number = |value: &&str| {
        (3..=40).contains(&value.len())
            && value.bytes().any(|byte| byte.is_ascii_digit())
            && !value.contains(char::is_whitespace)
    };
    let is_field = |name: &str| Names::of(name).has(Name::NumberField);
    document
        .elements()
        .find_map(|id| {
            if document.tag(id) == Tag::INPUT {
                let value = document.attribute(id, AttributeName::VALUE).map(str::trim);
                let name = document.attribute(id, AttributeName::NAME).unwrap_or("");
                let is_named = is_field(name) || page.marks().id(id).has(Name::NumberField);
                return value.filter(is_number).filter(|_| is_named);
            }
            let mut own = document.attributes(id).filter(|(name, _)| name.starts_with("data-"));
            own.find(|(name, value)| is_field(name) && is_number(&value.trim()))
                .map(|(_, value)| value.trim())
        })
        .map(str::to_owned)
}

/// The number at the end of the page's own address.
fn number_of_address(page: &Page) -> Option<String> {
    let own = page.structured().canonical_url.as_deref().or(page.url())?;
    let stem = Address::of(own).steps().next_back()?.split('.').next()?;
    let number = stem.rsplit(['-', '_']).next()?;
    let is_number = (5..=14).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| number.to_owned())
}
