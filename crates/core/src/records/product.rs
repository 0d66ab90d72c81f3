//! The facts of a product: from JSON-LD, microdata and meta elements, or else the name and price that the page shows.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dom::{AttributeName, NodeKind};
use crate::page::Page;

/// The facts of a product. Values are those of the page; numbers have a decimal point and no separators of thousands.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Product {
    /// Its name.
    pub name: Option<String>,
    /// Its price; the lowest of several.
    pub price: Option<String>,
    /// The currency, as an ISO 4217 code.
    pub currency: Option<String>,
    /// Its brand or maker.
    pub brand: Option<String>,
    /// The seller's number for it.
    pub sku: Option<String>,
    /// Its global trade item number.
    pub gtin: Option<String>,
    /// Whether it can be bought: `InStock`, `OutOfStock`, ... (schema.org `ItemAvailability`).
    pub availability: Option<String>,
    /// The mean rating.
    pub rating: Option<String>,
    /// The number of ratings.
    pub rating_count: Option<String>,
    /// Its description.
    pub description: Option<String>,
}

/// The facts of the page's product; `None` without name and price.
pub(super) fn product(page: &Page) -> Option<Product> {
    let mut product = page
        .structured()
        .json_ld
        .iter()
        .find(|object| is_product(object))
        .map(of_json_ld)
        .unwrap_or_default();
    add_microdata(page, &mut product);
    add_meta(page, &mut product);
    if product.price.is_none() {
        add_shown_price(page, &mut product);
    }
    if product.name.is_none() {
        let heading = page.blocks().iter().find(|block| block.is_heading && !block.is_hidden);
        product.name = heading.map(|block| page.block_text(block).to_owned());
    }
    (product.name.is_some() || product.price.is_some()).then_some(product)
}

fn is_product(object: &Value) -> bool {
    let is_it = |kind: &str| {
        matches!(
            kind,
            "Product"
                | "ProductGroup"
                | "IndividualProduct"
                | "ProductModel"
                | "Book"
                | "SoftwareApplication"
        )
    };
    match object.get("@type") {
        Some(Value::String(kind)) => is_it(kind),
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).any(is_it),
        _ => false,
    }
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        Value::Object(object) => text(object.get("name")),
        Value::Array(items) => text(items.first()),
        _ => None,
    }
}

fn of_json_ld(object: &Value) -> Product {
    let get = |key: &str| text(object.get(key));
    let offers = object.get("offers");
    let offer =
        offers.and_then(|offers| offers.as_array().map_or(Some(offers), |list| list.first()));
    let of_offer = |key: &str| text(offer.and_then(|offer| offer.get(key)));
    let of_price = |key: &str| {
        let specified = offer.and_then(|offer| offer.get("priceSpecification"));
        text(
            specified
                .and_then(|price| price.as_array().map_or(Some(price), |list| list.first()))
                .and_then(|price| price.get(key)),
        )
    };
    let rating = object.get("aggregateRating");
    let of_rating = |key: &str| text(rating.and_then(|rating| rating.get(key)));
    Product {
        name: get("name"),
        price: of_offer("lowPrice").or_else(|| of_offer("price")).or_else(|| of_price("price")),
        currency: of_offer("priceCurrency").or_else(|| of_price("priceCurrency")),
        brand: get("brand"),
        sku: get("sku"),
        gtin: ["gtin13", "gtin", "gtin12", "gtin14", "gtin8", "isbn"]
            .iter()
            .find_map(|key| get(key)),
        availability: of_offer("availability").map(|value| last_part(&value)),
        rating: of_rating("ratingValue"),
        rating_count: of_rating("reviewCount").or_else(|| of_rating("ratingCount")),
        description: get("description"),
    }
}

/// `InStock` of `https://schema.org/InStock`.
fn last_part(address: &str) -> String {
    address.rsplit('/').next().unwrap_or(address).to_owned()
}

fn add_microdata(page: &Page, product: &mut Product) {
    let microdata = |property: &str| page.structured().microdata(page.document(), property);
    let add = |field: &mut Option<String>, property: &str| {
        if field.is_none() {
            *field = microdata(property);
        }
    };
    if microdata("price").is_some() {
        add(&mut product.name, "name");
    }
    add(&mut product.price, "price");
    add(&mut product.currency, "priceCurrency");
    add(&mut product.brand, "brand");
    add(&mut product.sku, "sku");
    add(&mut product.rating, "ratingValue");
    add(&mut product.rating_count, "reviewCount");
    if product.availability.is_none() {
        product.availability = microdata("availability").map(|value| last_part(&value));
    }
}

fn add_meta(page: &Page, product: &mut Product) {
    let data = page.structured();
    let add = |field: &mut Option<String>, names: &[&str]| {
        if field.is_none() {
            *field = names.iter().find_map(|name| data.meta(name)).map(str::to_owned);
        }
    };
    add(&mut product.price, &["product:price:amount", "og:price:amount"]);
    add(&mut product.currency, &["product:price:currency", "og:price:currency"]);
    add(&mut product.brand, &["product:brand", "og:brand"]);
    add(&mut product.availability, &["product:availability", "og:availability"]);
    add(&mut product.description, &["og:description", "description"]);
}

/// Signs of currencies and their codes. The page's language decides what `$` and `¥` mean.
const CURRENCIES: &[(&str, &str)] = &[
    ("US$", "USD"),
    ("HK$", "HKD"),
    ("NT$", "TWD"),
    ("R$", "BRL"),
    ("€", "EUR"),
    ("£", "GBP"),
    ("₹", "INR"),
    ("₩", "KRW"),
    ("₽", "RUB"),
    ("¥", "CNY"),
    ("￥", "CNY"),
    ("$", "USD"),
    ("元", "CNY"),
    ("円", "JPY"),
    ("EUR", "EUR"),
    ("USD", "USD"),
    ("GBP", "GBP"),
    ("CHF", "CHF"),
];

/// The first visible short text with a currency and a number, in an element whose class says price
/// where there is one.
fn add_shown_price(page: &Page, product: &mut Product) {
    let document = page.document();
    let named = document.ids().filter(|id| {
        document.kind(*id) == NodeKind::Element
            && document
                .attribute(*id, AttributeName::CLASS)
                .is_some_and(|class| class.to_ascii_lowercase().contains("price"))
    });
    let named = named
        .take(40)
        .filter(|id| page.stats().characters(document, *id) <= 60)
        .map(|id| page.text_of(id, " "));
    let others = page
        .blocks()
        .iter()
        .filter(|block| !block.is_hidden && block.characters <= 20)
        .map(|block| page.block_text(block).to_owned());
    let Some((price, currency)) = named.chain(others).find_map(|text| price_in(&text)) else {
        return;
    };
    product.price = Some(price);
    let is_japanese =
        page.structured().language.as_deref().is_some_and(|language| language.starts_with("ja"));
    let currency = if is_japanese && currency == "CNY" { "JPY" } else { currency };
    product.currency.get_or_insert_with(|| currency.to_owned());
}

fn price_in(text: &str) -> Option<(String, &'static str)> {
    let (at, (sign, currency)) = CURRENCIES
        .iter()
        .filter_map(|entry| Some((text.find(entry.0)?, entry)))
        .min_by_key(|(at, (sign, _))| (*at, std::cmp::Reverse(sign.len())))?;
    let after = text[at + sign.len()..].trim_start();
    let before = text[..at].trim_end();
    let number = number_at_start(after).or_else(|| {
        let start = before
            .rfind(|c: char| !(c.is_ascii_digit() || ".,".contains(c)))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        number_at_start(&before[start..])
    })?;
    Some((number, currency))
}

/// A number with a point: `1299.00` of `1,299.00` and of `1.299,00`.
fn number_at_start(text: &str) -> Option<String> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || ".,".contains(c))).unwrap_or(text.len());
    let number = text[..end].trim_end_matches(['.', ',']);
    if !number.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mark = number
        .rfind(['.', ','])
        .filter(|at| number.len() - at - 1 == 2 || number.len() - at - 1 == 1);
    let digits = |part: &str| part.chars().filter(char::is_ascii_digit).collect::<String>();
    Some(match mark {
        Some(at) => format!("{}.{}", digits(&number[..at]), digits(&number[at..])),
        None => digits(number),
    })
}
