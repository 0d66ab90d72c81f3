//! The facts of a product that a page declares.

use super::keys::{self, Data, Of};
use super::{Product, json_ld, microdata, money, words};
use crate::page::plain::plain;
use crate::page::{Label, Page, StructuredData};
use crate::text::templates::is_unfilled;

/// Adds the facts that the page declares; true if it declares a product.
pub(super) fn add(page: &Page, names: &[String], product: &mut Product) -> bool {
    let data = page.structured();
    let object = json_ld::product(&data.json_ld, names).map(json_ld::facts);
    let microdata = microdata::facts(page);
    let is_declared = object.is_some() || microdata.is_some() || is_product_by_meta(page);
    for mut facts in object.into_iter().chain(microdata).chain([keys::facts(&Metas(data))]) {
        facts.map_facts(readable);
        // An address is no number.
        facts.sku.take_if(|sku| sku.contains("://"));
        product.fill(facts);
    }
    is_declared
}

/// A fact without the marks of HTML; `None` if it says nothing.
fn readable(fact: &str) -> Option<String> {
    let text = plain(fact);
    let text =
        text.trim_matches(|c: char| c.is_whitespace() || ('\u{200b}'..='\u{200f}').contains(&c));
    (!text.is_empty() && !is_unfilled(text)).then(|| text.to_owned())
}

/// True if `og:type` says product, or a `meta` has a price.
fn is_product_by_meta(page: &Page) -> bool {
    let data = page.structured();
    let kind = data.meta("og:type").unwrap_or("");
    let is_price = |name: &str| name.ends_with("price:amount") && name.contains(':');
    kind.ends_with("product")
        || kind.ends_with("product.item")
        || data.meta.iter().any(|(name, _)| is_price(name))
}

/// The price that a `meta` tells.
pub(super) fn price_of_meta(page: &Page) -> Option<String> {
    keys::facts(&Metas(page.structured())).price
}

/// The `meta` elements of a page.
struct Metas<'a>(&'a StructuredData);

impl Data for Metas<'_> {
    fn values(&self, _: Of, name: &str) -> Vec<String> {
        let value = match name {
            "card:price" => self.card(Label::SalePrice).or_else(|| self.card(Label::Price)),
            "card:brand" => self.card(Label::Brand),
            // Others may be properties of microdata.
            _ => self.0.meta(name).filter(|_| name.contains(':') || name == "description"),
        };
        value.map(str::to_owned).into_iter().collect()
    }
}

impl Metas<'_> {
    /// The value of `twitter:data1` if `twitter:label1` is such a label.
    fn card(&self, label: Label) -> Option<&str> {
        ["1", "2"].iter().find_map(|number| {
            let word = self.0.meta(&format!("twitter:label{number}"))?;
            let value = self.0.meta(&format!("twitter:data{number}"));
            value.filter(|_| Label::of(word) == Some(label))
        })
    }
}

/// Brings what was found into the forms that are promised.
pub(super) fn tidy(product: &mut Product) {
    for price in [&mut product.price, &mut product.highest_price, &mut product.list_price] {
        *price = price.as_deref().and_then(money::amount).filter(|price| is_sum(price));
    }
    let number =
        |price: &Option<String>| price.as_deref().and_then(|price| price.parse::<f64>().ok());
    let (own, list) = (number(&product.price), number(&product.list_price));
    if own.zip(list).is_some_and(|(own, list)| list <= own) {
        product.list_price = None;
    }
    if number(&product.highest_price).is_none_or(|highest| own.is_none_or(|own| highest <= own)) {
        product.highest_price = None;
    }
    product.currency = product.currency.take().map(|code| code.trim().to_uppercase());
    product.brand = product
        .brand
        .take()
        .map(|brand| brand_of(&brand))
        .filter(|brand| !brand.is_empty() && brand.chars().count() <= 60);
    product.gtin = product.gtin.take().and_then(|number| gtin_of(&number));
    if product.gtin.is_none() {
        let number = product.sku.as_deref().and_then(book_number);
        product.gtin = number;
    }
    product.availability = product.availability.take().and_then(|told| availability_of(&told));
    if let Some(sku) = &product.sku {
        product.sku = Some(sku.strip_prefix("sku:").unwrap_or(sku).trim().to_owned());
    }
}

fn is_sum(price: &str) -> bool {
    price.bytes().any(|digit| matches!(digit, b'1'..=b'9'))
}

/// A brand without the words around it, as in `More of the brand: Acme`.
fn brand_of(text: &str) -> String {
    let text = text.trim();
    let after = text.rsplit([':', '：']).next().unwrap_or(text).trim();
    if after.is_empty() { text.to_owned() } else { after.to_owned() }
}

/// A trade item number: 8 to 14 digits that are not all alike.
fn gtin_of(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| c.is_ascii_digit() || *c == 'X').collect();
    let first = digits.chars().next()?;
    ((8..=14).contains(&digits.len()) && !digits.chars().all(|c| c == first)).then_some(digits)
}

/// A number that is an ISBN.
fn book_number(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_book = digits.len() == 13 && (digits.starts_with("978") || digits.starts_with("979"));
    is_book.then_some(digits)
}

/// `InStock` of `https://schema.org/InStock`, `in stock` and `instock`.
fn availability_of(told: &str) -> Option<String> {
    const TERMS: &[(&str, &str)] = &[
        ("instock", "InStock"),
        ("outofstock", "OutOfStock"),
        ("oos", "OutOfStock"),
        ("soldout", "OutOfStock"),
        ("preorder", "PreOrder"),
        ("presale", "PreSale"),
        ("backorder", "BackOrder"),
        ("availablefororder", "BackOrder"),
        ("pending", "PreOrder"),
        ("limitedavailability", "LimitedAvailability"),
        ("onlineonly", "OnlineOnly"),
        ("instoreonly", "InStoreOnly"),
        ("discontinued", "Discontinued"),
        ("madetoorder", "MadeToOrder"),
        ("reserved", "Reserved"),
    ];
    let last = told.trim().trim_end_matches('/').rsplit('/').next().unwrap_or(told);
    let plain: String =
        last.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let term = TERMS.iter().find(|(word, _)| *word == plain).map(|(_, term)| *term);
    let shown = || words::in_stock(told).map(|can| if can { "InStock" } else { "OutOfStock" });
    term.or_else(shown).map(str::to_owned)
}
