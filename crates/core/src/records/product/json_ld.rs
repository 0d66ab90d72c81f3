//! The facts of a product in JSON-LD.

use serde_json::Value;

use super::keys::{self, Data, Of, is_kind_of_product};
use super::{Parameter, Product, pairs};
use crate::page::kinds_of;
use crate::page::plain::plain;

/// Objects of one page that are looked at, at most.
const MOST: usize = 4_000;

/// The object of the page's product: of those with offers, or else of all, the one whose name is among the names of the page.
/// If there are several and the page has the name of none of them, it is a list.
pub(super) fn product<'a>(objects: &'a [Value], names: &[String]) -> Option<&'a Value> {
    let found = products(objects);
    let score = |object: &Value| {
        let name = text(object.get("name")).unwrap_or_default();
        let is_page = names.iter().any(|other| is_alike(&name, other));
        let has_offers = object.get("offers").is_some();
        (is_page, has_offers)
    };
    // Of several the first.
    let best = found.iter().rev().max_by_key(|object| score(object))?;
    let first = text(found.first()?.get("name"));
    let is_one = found.len() < 3 || found.iter().all(|object| text(object.get("name")) == first);
    (score(best).0 || is_one).then_some(*best)
}

/// True if one of two names begins or holds the other.
fn is_alike(one: &str, other: &str) -> bool {
    let squashed = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let (one, other) = (squashed(one), squashed(other));
    let shorter = one.len().min(other.len());
    shorter >= 4 && (one.contains(&other) || other.contains(&one))
}

/// All objects that are products, also inside others.
fn products(objects: &[Value]) -> Vec<&Value> {
    let mut waiting: Vec<&Value> = objects.iter().rev().collect();
    let (mut found, mut seen) = (Vec::new(), 0);
    while let Some(value) = waiting.pop() {
        seen += 1;
        if seen > MOST {
            break;
        }
        match value {
            Value::Array(items) => waiting.extend(items.iter().rev()),
            Value::Object(_) if kinds_of(value).any(is_kind_of_product) => found.push(value),
            // Related products are in other members.
            Value::Object(object) => {
                const AROUND: [&str; 5] =
                    ["mainEntity", "mainEntityOfPage", "item", "itemListElement", "about"];
                waiting.extend(AROUND.iter().rev().filter_map(|key| object.get(*key)));
            }
            _ => {}
        }
    }
    found
}

fn text(value: Option<&Value>) -> Option<String> {
    let told = match value? {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        Value::Object(object) => {
            let name = ["name", "@value", "value"].iter().find_map(|key| object.get(*key));
            name.and_then(Value::as_str)?.trim().to_owned()
        }
        Value::Array(items) => {
            // One level of a list.
            let first = items.first().filter(|first| !first.is_array());
            return text(first);
        }
        _ => return None,
    };
    Some(told).filter(|told| !told.is_empty())
}

/// The offers of an object in JSON-LD, with those of its variants and those inside offers.
fn offers(object: &Value) -> Vec<&Value> {
    let mut waiting: Vec<&Value> = object.get("offers").into_iter().collect();
    if let Some(Value::Array(variants)) = object.get("hasVariant") {
        waiting.extend(variants.iter().filter_map(|variant| variant.get("offers")));
    }
    let mut found = Vec::new();
    while let Some(value) = waiting.pop() {
        if found.len() >= 200 {
            break;
        }
        match value {
            Value::Array(items) => waiting.extend(items.iter().rev()),
            Value::Object(offer) => {
                found.push(value);
                waiting.extend(offer.get("offers"));
            }
            _ => {}
        }
    }
    found
}

/// An offer's value for this key, its own or that of its `priceSpecification`; `list` asks for the price before.
fn of_offer(offer: &Value, key: &str, list: bool) -> Option<String> {
    let is_list = |value: &Value| {
        let kind = text(value.get("priceType")).unwrap_or_default();
        ["ListPrice", "StrikethroughPrice", "MSRP", "SRP"].iter().any(|end| kind.ends_with(end))
    };
    let specified = match offer.get("priceSpecification") {
        Some(Value::Array(all)) => all.iter().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let own = if list { None } else { text(offer.get(key)) };
    own.or_else(|| {
        specified.iter().filter(|value| is_list(value) == list).find_map(|one| text(one.get(key)))
    })
}

/// An object of JSON-LD with its offers.
struct Item<'a> {
    object: &'a Value,
    offers: Vec<&'a Value>,
}

impl Data for Item<'_> {
    fn values(&self, of: Of, property: &str) -> Vec<String> {
        let item = || text(self.object.get(property));
        let of_offers =
            |list| self.offers.iter().filter_map(move |offer| of_offer(offer, property, list));
        match of {
            Of::Item => item().into_iter().collect(),
            Of::Offers => of_offers(false).collect(),
            Of::FormerOffers => of_offers(true).collect(),
            Of::Any => item().into_iter().chain(of_offers(false)).collect(),
            Of::Rating => {
                let rating = self.object.get("aggregateRating");
                rating.and_then(|rating| text(rating.get(property))).into_iter().collect()
            }
        }
    }
}

pub(super) fn facts(object: &Value) -> Product {
    let facts = keys::facts(&Item { object, offers: offers(object) });
    Product { parameters: parameters(object), ..facts }
}

/// The pairs of `additionalProperty`.
fn parameters(object: &Value) -> Vec<Parameter> {
    let Some(Value::Array(all)) = object.get("additionalProperty") else { return Vec::new() };
    let pair = |one: &Value| {
        pairs::parameter(&plain(&text(one.get("name"))?), &plain(&text(one.get("value"))?))
    };
    all.iter().take(pairs::MOST).filter_map(pair).collect()
}
