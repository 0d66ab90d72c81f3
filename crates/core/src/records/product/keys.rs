//! The names of a product's facts in data: one table for JSON-LD, microdata and `meta`.

use super::{Product, money};

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

/// How several values are one: the first, the lowest or highest amount. Of sizes and colours one may be out of stock.
#[derive(Debug, Clone, Copy)]
enum Choice {
    First,
    Lowest,
    Highest,
    InStock,
}

/// A fact, how it is chosen, where it is, and its names, of which the first counts: properties of schema.org, and names of
/// `meta` elements with their colons. `card:` stands for the label of a card.
type Key = (Fact, Choice, Of, &'static [&'static str]);

#[rustfmt::skip]
const KEYS: &[Key] = &[
    (|p| &mut p.name, Choice::First, Of::Item, &["name"]),
    (|p| &mut p.price, Choice::Lowest, Of::Offers, &["lowPrice", "price", "product:sale_price:amount", "product:price:amount", "og:price:amount", "card:price"]),
    (|p| &mut p.highest_price, Choice::Highest, Of::Offers, &["highPrice", "price"]),
    (|p| &mut p.list_price, Choice::First, Of::FormerOffers, &["price", "product:original_price:amount", "og:price:standard_amount"]),
    (|p| &mut p.currency, Choice::First, Of::Offers, &["priceCurrency", "product:price:currency", "og:price:currency"]),
    (|p| &mut p.brand, Choice::First, Of::Item, &["brand", "manufacturer", "product:brand", "og:brand", "card:brand"]),
    (|p| &mut p.sku, Choice::First, Of::Any, &["sku", "productID", "product:retailer_item_id", "product:sku", "product:retailer_part_no"]),
    (|p| &mut p.mpn, Choice::First, Of::Any, &["mpn", "model", "product:mfr_part_no"]),
    (|p| &mut p.gtin, Choice::First, Of::Any, &["gtin13", "gtin", "gtin12", "gtin14", "gtin8", "isbn", "product:ean", "product:upc", "product:isbn", "product:gtin", "book:isbn"]),
    (|p| &mut p.availability, Choice::InStock, Of::Offers, &["availability", "product:availability", "og:availability"]),
    (|p| &mut p.rating, Choice::First, Of::Rating, &["ratingValue"]),
    (|p| &mut p.rating_count, Choice::First, Of::Rating, &["reviewCount", "ratingCount"]),
    (|p| &mut p.description, Choice::First, Of::Item, &["og:description", "description"]),
];

/// Data with names of the table.
pub(super) trait Data {
    /// The values of a name, in the order of the data.
    fn values(&self, of: Of, name: &str) -> Vec<String>;
}

/// The facts that data tell.
pub(super) fn facts(data: &impl Data) -> Product {
    let mut product = Product::default();
    for (fact, choice, of, names) in KEYS {
        let values = names.iter().flat_map(|name| data.values(*of, name));
        *fact(&mut product) = choice.of(values.collect());
    }
    let price = product.price.clone();
    product.highest_price.take_if(|highest| price.as_ref() == Some(highest));
    product
}

impl Choice {
    fn of(self, values: Vec<String>) -> Option<String> {
        let amounts = values.iter().filter_map(|text| {
            let amount = money::amount(text)?;
            Some((amount.parse::<f64>().ok().filter(|number| *number > 0.0)?, amount))
        });
        let found = match self {
            Self::First => None,
            Self::Lowest => amounts.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text),
            Self::Highest => {
                return amounts.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, text)| text);
            }
            Self::InStock => values.iter().find(|term| term.ends_with("InStock")).cloned(),
        };
        found.or_else(|| values.into_iter().next())
    }
}

impl Product {
    /// Takes each fact from another where this one lacks it; the highest price only with the price that it belongs to.
    pub(super) fn fill(&mut self, mut other: Self) {
        other.highest_price.take_if(|_| self.price.is_some());
        for (fact, ..) in KEYS {
            let known = fact(self).take();
            *fact(self) = known.or_else(|| fact(&mut other).take());
        }
        if self.parameters.is_empty() {
            self.parameters = other.parameters;
        }
    }

    /// Changes each fact that is text, or drops it.
    pub(super) fn map_facts(&mut self, change: impl Fn(&str) -> Option<String>) {
        for (fact, ..) in KEYS {
            *fact(self) = fact(self).as_deref().and_then(&change);
        }
    }
}
