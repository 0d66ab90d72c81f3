//! The facts that a page shows of its product: price, labels, and whether it can be bought.

use super::price::{self, Price};
use super::words;
use super::{Product, choices, declared, labels, pairs, rating};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Name, Names, NodeFlags, Page};
use crate::text::address::Address;
use crate::text::clean::collapsed;

/// The facts found on the page.
pub(super) struct Seen {
    name: NodeId,
    price: Option<Price>,
    /// The stock as elements named for it say, and true if there is a button to buy.
    stock: Option<bool>,
    can_buy: bool,
}

/// The names of the page: the first heading that what it calls itself holds, or else the first; then what it calls itself.
pub(super) fn names(page: &Page) -> Vec<String> {
    let document = page.document();
    let data = page.structured();
    let declared = data.meta("og:title").map(str::to_owned).or_else(|| data.title.clone());
    let is_declared =
        |name: &String| declared.as_ref().is_some_and(|all| all.contains(name.as_str()));
    let visible = |id: &NodeId| !page.flags(*id).has(NodeFlags::HIDDEN);
    let headings = document.elements().filter(|id| document.tag(*id) == Tag::H1).filter(visible);
    let lines = headings.take(20).filter_map(|id| {
        let text = page.text_of(id, "\n");
        text.lines().next().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty())
    });
    let mut headings: Vec<String> = lines.collect();
    let heading = headings.iter().position(is_declared).map(|at| headings.swap_remove(at));
    let smaller = || {
        let heading = page.blocks().iter().find(|block| block.is_heading && !block.is_hidden);
        heading.map(|block| page.block_text(block).to_owned()).filter(is_declared)
    };
    let heading = heading.or_else(|| headings.into_iter().next()).or_else(smaller);
    heading.into_iter().chain(declared.clone()).filter(|name| !name.is_empty()).collect()
}

/// A statement about stock within this many nodes after the product's name is about the product itself.
const NEAR: u32 = 800;

/// Looks at what is shown.
pub(super) fn look(page: &Page, names: &[String], can_buy: bool) -> Seen {
    let name = price::place_of_name(page, names);
    let from = name.unwrap_or(NodeId(0));
    // The way to buy follows the name, and is rarely before it.
    let near = NodeId(from.0.saturating_add(NEAR));
    let anywhere = || stock(page, NodeId(0), NodeId(u32::MAX)).filter(|can| *can);
    let stock = stock(page, from, near).or_else(anywhere);
    Seen { name: from, price: price::price(page, name), stock, can_buy }
}

impl Seen {
    /// True if a product is shown: a price near the name, and a way to buy.
    pub(super) fn is_product(&self) -> bool {
        self.can_buy && self.price.as_ref().is_some_and(|price| price.is_plain)
    }

    /// Adds what the page shows.
    pub(super) fn add(self, page: &Page, product: &mut Product) {
        let is_out = self.stock == Some(false);
        if is_out {
            product.availability = Some("OutOfStock".to_owned());
        } else if product.availability.is_none() && (self.stock == Some(true) || self.can_buy) {
            product.availability = Some("InStock".to_owned());
        }
        if let Some(price) = self.price {
            add_price(page, product, price);
        }
        labels::add(page, product);
        rating::add(page, self.name, product);
        if product.sku.is_none() {
            product.sku = number_of_form(page).or_else(|| number_of_address(page));
        }
        let near = NodeId(self.name.0.saturating_add(NEAR));
        let chosen =
            if self.can_buy { choices::choices(page, self.name, near) } else { Vec::new() };
        for mut shown in [chosen, pairs::parameters(page)] {
            let is_new = |pair: &super::Parameter| {
                product.parameters.iter().all(|other| other.name != pair.name)
            };
            shown.retain(is_new);
            product.parameters.append(&mut shown);
        }
    }
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

/// The stock as short elements named for it say. One of several offers is enough.
fn stock(page: &Page, from: NodeId, to: NodeId) -> Option<bool> {
    let document = page.document();
    let named = document.elements().filter(|id| *id >= from && *id < to).filter(|id| {
        let is_stock = |names: Names| names.has(Name::Stock) && !names.has(Name::Price);
        (1..=160).contains(&page.node(*id).characters())
            && !page.flags(*id).has(NodeFlags::HIDDEN)
            && (is_stock(page.marks().class(*id)) || is_stock(page.marks().id(*id)))
    });
    let told = named.take(20).filter_map(|id| {
        let can = words::in_stock(&page.text_of(id, " "))?;
        // A row of a table without stock is the offer of one store.
        (can || document.tag(id) != Tag::TR).then_some(can)
    });
    told.max()
}

/// The maximum number of characters on a button.
const BUTTON: u32 = 30;

/// True if the page has a button to buy.
pub(super) fn can_buy(page: &Page) -> bool {
    let document = page.document();
    let is_said = |text: &str| text.len() <= 90 && words::in_stock(text) == Some(true);
    document.elements().any(|id| match document.tag(id) {
        Tag::A | Tag::BUTTON => {
            let characters = page.node(id).characters();
            let is_button = (1..=BUTTON).contains(&characters);
            is_button && is_said(&page.text_of(id, " "))
                || document.tag(id) == Tag::BUTTON
                    && characters == 0
                    && is_said(&collapsed(&document.text_content(id)))
        }
        Tag::INPUT => document.attribute(id, AttributeName::VALUE).is_some_and(is_said),
        Tag::IMG => document.attribute(id, AttributeName::ALT).is_some_and(is_said),
        _ => false,
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
