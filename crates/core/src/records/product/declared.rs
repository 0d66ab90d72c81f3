//! The facts of a product that a page declares.

use std::borrow::Cow;

use super::{Parameter, Product, money, pairs, words};
use crate::page::facts::{Row, rows};
use crate::page::plain::plain;
use crate::page::{Page, Thing, Told};
use crate::records::declared::{self, readable};

/// A fact of a product, in the form of one text, and its row in the table of facts.
type Fact = (fn(&mut Product) -> &mut Option<String>, &'static str);

const FACTS: [Fact; 13] = [
    (|p| &mut p.name, "product.name"),
    (|p| &mut p.price, "product.price"),
    (|p| &mut p.highest_price, "product.highest_price"),
    (|p| &mut p.list_price, "product.list_price"),
    (|p| &mut p.currency, "product.currency"),
    (|p| &mut p.brand, "product.brand"),
    (|p| &mut p.sku, "product.sku"),
    (|p| &mut p.mpn, "product.mpn"),
    (|p| &mut p.gtin, "product.gtin"),
    (|p| &mut p.availability, "product.availability"),
    (|p| &mut p.rating, "product.rating"),
    (|p| &mut p.rating_count, "product.rating_count"),
    (|p| &mut p.description, "product.description"),
];

/// The kinds of data that are products.
const KINDS: &str = "kinds.product";

/// Adds the facts that the page declares; true if it declares a product.
pub(super) fn add(page: &Page, names: &[String], product: &mut Product) -> bool {
    let things = [declared::object(page, KINDS, names), item(page)];
    let is_declared = things.iter().any(Option::is_some) || is_product_by_meta(page);
    for thing in things.into_iter().flatten() {
        let facts = facts(|row| texts(row, thing));
        product.fill(Product { parameters: parameters(thing), ..facts });
    }
    product.fill(of_metas(page));
    is_declared
}

/// The item of microdata that is the page's product. Offers without a product around them count as its own.
fn item(page: &Page) -> Option<Thing<'_>> {
    match declared::item(page, KINDS) {
        (_, true) => None,
        (Some(item), _) => Some(item),
        (None, _) => page
            .things()
            .loose()
            .filter(|page| rows("product.price").iter().any(|row| !row.of_thing(*page).is_empty())),
    }
}

fn of_metas(page: &Page) -> Product {
    facts(|row| row.of_metas(page).into_iter().map(str::to_owned).collect())
}

fn texts(row: &Row, thing: Thing) -> Vec<String> {
    row.of_thing(thing).iter().filter_map(Told::text).map(Cow::into_owned).collect()
}

/// The facts whose values somebody tells.
fn facts(said: impl Fn(&Row) -> Vec<String>) -> Product {
    let mut product = Product::default();
    for (fact, name) in FACTS {
        let Some(row) = rows(name).first() else { continue };
        *fact(&mut product) = choose(row.form, said(row)).as_deref().and_then(readable);
    }
    let price = product.price.clone();
    product.highest_price.take_if(|highest| price.as_ref() == Some(highest));
    // An address is no number.
    product.sku.take_if(|sku| sku.contains("://"));
    product
}

/// One value of several: the first, the lowest or highest amount. Of sizes and colours one may be out of stock.
fn choose(form: &str, values: Vec<String>) -> Option<String> {
    let amounts = values.iter().filter_map(|text| {
        let amount = money::amount(text)?;
        Some((amount.parse::<f64>().ok().filter(|number| *number > 0.0)?, amount))
    });
    let found = match form {
        "lowest" => amounts.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text),
        "highest" => return amounts.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text),
        "in_stock" => values.iter().find(|term| term.ends_with("InStock")).cloned(),
        _ => None,
    };
    found.or_else(|| values.into_iter().next())
}

/// The pairs of an object of JSON-LD. Those of microdata are numbers for the shop's own programs.
fn parameters(thing: Thing) -> Vec<Parameter> {
    if thing.node().is_some() {
        return Vec::new();
    }
    let all = declared::said(thing, "product.parameters");
    let pairs = all.iter().filter_map(Told::thing).take(pairs::MOST).filter_map(|pair| {
        let [name, value] = ["name", "value"].map(|part| pair.values(part).first()?.text());
        pairs::parameter(&plain(&name?), &plain(&value?))
    });
    pairs.collect()
}

impl Product {
    /// Takes each fact from another where this one lacks it; the highest price only with the price that it belongs to.
    fn fill(&mut self, mut other: Self) {
        other.highest_price.take_if(|_| self.price.is_some());
        for (fact, _) in FACTS {
            let known = fact(self).take();
            *fact(self) = known.or_else(|| fact(&mut other).take());
        }
        if self.parameters.is_empty() {
            self.parameters = other.parameters;
        }
    }
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
    of_metas(page).price
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
    product.availability = product.availability.take().and_then(|said| availability_of(&said));
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
fn availability_of(said: &str) -> Option<String> {
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
    let last = said.trim().trim_end_matches('/').rsplit('/').next().unwrap_or(said);
    let plain: String =
        last.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let term = TERMS.iter().find(|(word, _)| *word == plain).map(|(_, term)| *term);
    let shown = || words::in_stock(said).map(|can| if can { "InStock" } else { "OutOfStock" });
    term.or_else(shown).map(str::to_owned)
}
