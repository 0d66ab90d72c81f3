//! The names of a product's facts in data: one table for JSON-LD, microdata and `meta`.

use super::{Product, money};
use crate::page::Label;

/// The kinds of data that are products, without the address of their vocabulary.
const KINDS: [&str; 10] = [
    "product",
    "productgroup",
    "individualproduct",
    "productmodel",
    "someproducts",
    "vehicle",
    "car",
    "book",
    "softwareapplication",
    "mobileapplication",
];

/// True if data of this kind are those of a product: `Product`, `https://schema.org/Book`.
pub(super) fn is_kind_of_product(kind: &str) -> bool {
    let kind = kind.trim().rsplit(['/', ':']).next().unwrap_or(kind);
    KINDS.iter().any(|known| kind.eq_ignore_ascii_case(known))
}

/// A fact of a product, in the form of one text.
type Fact = fn(&mut Product) -> &mut Option<String>;

/// Where schema.org has a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Of {
    Item,
    Offers,
    /// The item, or else its offers.
    Any,
    Rating,
    /// Offers of a price that is no longer asked.
    FormerOffers,
}

/// How several values are one.
#[derive(Debug, Clone, Copy)]
enum Choice {
    First,
    Lowest,
    Highest,
    /// Of sizes and colours one may be out of stock.
    InStock,
}

/// The names of a fact: the properties of schema.org and where they are, those of `meta` elements, labels of cards.
struct Key {
    fact: Fact,
    choice: Choice,
    of: Of,
    properties: &'static [&'static str],
    metas: &'static [&'static str],
    labels: &'static [Label],
}

/// A row of the table.
macro_rules! keys {
    ($($fact:ident, $choice:ident of $of:ident: $properties:expr, $metas:expr, $labels:expr;)*) => {
        &[$(Key {
            fact: |product| &mut product.$fact,
            choice: Choice::$choice,
            of: Of::$of,
            properties: &$properties,
            metas: &$metas,
            labels: &$labels,
        }),*]
    };
}

/// Of several names the first counts.
const KEYS: &[Key] = keys! {
    name, First of Item: ["name"], [], [];
    price, Lowest of Offers: ["lowPrice", "price"], PRICES, [Label::SalePrice, Label::Price];
    highest_price, Highest of Offers: ["highPrice", "price"], [], [];
    list_price, First of FormerOffers: ["price"],
        ["product:original_price:amount", "og:price:standard_amount"], [];
    currency, First of Offers: ["priceCurrency"], ["product:price:currency", "og:price:currency"], [];
    brand, First of Item: ["brand", "manufacturer"], ["product:brand", "og:brand"], [Label::Brand];
    sku, First of Any: ["sku", "productID"],
        ["product:retailer_item_id", "product:sku", "product:retailer_part_no"], [];
    mpn, First of Any: ["mpn", "model"], ["product:mfr_part_no"], [];
    gtin, First of Any: ["gtin13", "gtin", "gtin12", "gtin14", "gtin8", "isbn"],
        ["product:ean", "product:upc", "product:isbn", "product:gtin", "book:isbn"], [];
    availability, InStock of Offers: ["availability"], ["product:availability", "og:availability"], [];
    rating, First of Rating: ["ratingValue"], [], [];
    rating_count, First of Rating: ["reviewCount", "ratingCount"], [], [];
    description, First of Item: ["description"], ["og:description", "description"], [];
};

/// The names of a price in `meta` elements, whose presence says that the page is a product's.
pub(super) const PRICES: [&str; 3] =
    ["product:sale_price:amount", "product:price:amount", "og:price:amount"];

/// Data in the vocabulary of schema.org.
pub(super) trait Data {
    /// The values of a property, in the order of the data.
    fn values(&self, of: Of, property: &str) -> Vec<String>;
}

/// The facts that data tell.
pub(super) fn facts(data: &impl Data) -> Product {
    let mut product = Product::default();
    for key in KEYS {
        let values = key.properties.iter().flat_map(|property| data.values(key.of, property));
        *(key.fact)(&mut product) = key.choice.of(values.collect());
    }
    let price = product.price.clone();
    product.highest_price.take_if(|highest| price.as_ref() == Some(highest));
    product
}

impl Choice {
    fn of(self, values: Vec<String>) -> Option<String> {
        let amount = |text: &String| {
            let amount = money::amount(text)?;
            Some((amount.parse::<f64>().ok().filter(|number| *number > 0.0)?, amount))
        };
        let amounts = || values.iter().filter_map(amount);
        let found = match self {
            Self::First => None,
            Self::Lowest => amounts().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text),
            Self::Highest => {
                return amounts().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text);
            }
            Self::InStock => values.iter().find(|term| term.ends_with("InStock")).cloned(),
        };
        found.or_else(|| values.into_iter().next())
    }
}

/// The facts that `meta` elements tell, by their names and by the labels of cards.
pub(super) fn facts_of_meta(
    meta: impl Fn(&str) -> Option<String>,
    card: impl Fn(&[Label]) -> Option<String>,
) -> Product {
    let mut product = Product::default();
    for key in KEYS {
        let named = key.metas.iter().find_map(|name| meta(name));
        *(key.fact)(&mut product) = named.or_else(|| card(key.labels));
    }
    product
}

impl Product {
    /// Takes each fact from another where this one lacks it; the highest price only with the price that it belongs to.
    pub(super) fn fill(&mut self, mut other: Self) {
        if self.price.is_some() {
            other.highest_price = None;
        }
        for key in KEYS {
            let value = (key.fact)(&mut other).take();
            let fact = (key.fact)(self);
            *fact = fact.take().or(value);
        }
        if self.parameters.is_empty() {
            self.parameters = other.parameters;
        }
    }

    /// Changes each fact that is text, or drops it.
    pub(super) fn map_facts(&mut self, change: impl Fn(&str) -> Option<String>) {
        for key in KEYS {
            let fact = (key.fact)(self);
            *fact = fact.as_deref().and_then(&change);
        }
    }
}
