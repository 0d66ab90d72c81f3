//! The facts of a product: declared ones (JSON-LD, microdata, `meta`), and shown ones: the price near the name, tables of
//! parameters, labels.

mod choices;
mod declared;
mod labels;
mod money;
mod pairs;
pub(super) mod places;
mod price;
mod rating;
mod scripts;
mod shown;
mod words;

use serde::{Deserialize, Serialize};

use super::known::Known;
use crate::kind::{KindProbability, PageKind};
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
    /// The highest price of its variants or offers, if they differ in price.
    #[serde(default)]
    pub highest_price: Option<String>,
    /// Its price before, or by the maker's list (原价, 市场价).
    #[serde(default)]
    pub list_price: Option<String>,
    /// The currency, as an ISO 4217 code.
    pub currency: Option<String>,
    /// Its brand or maker.
    pub brand: Option<String>,
    /// The seller's number for it (货号).
    pub sku: Option<String>,
    /// The maker's number for it (型号).
    #[serde(default)]
    pub mpn: Option<String>,
    /// Its global trade item number (条形码, ISBN).
    pub gtin: Option<String>,
    /// Its availability: `InStock`, `OutOfStock`, ... (schema.org `ItemAvailability`).
    pub availability: Option<String>,
    /// The mean rating.
    pub rating: Option<String>,
    /// The number of ratings.
    pub rating_count: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// What a buyer may choose (颜色分类, 尺寸), its values joined by `; `, and its parameters (规格, 参数), each in the order of
    /// the page.
    #[serde(default)]
    pub parameters: Vec<Parameter>,
}

/// A parameter of a product.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Parameter {
    /// Its name, like `颜色`.
    pub name: String,
    /// Its value for this product, like `红色`.
    pub value: String,
}

/// Lists that are products with a higher probability are looked at as such.
const POSSIBLE: f32 = 0.1;
/// Less likely product pages are not searched for a way to buy.
const UNLIKELY: f32 = 0.01;

/// The facts of the page's product: where the page declares one, where it shows one, and on every page of products as
/// far as there are any. Also true if its name is only a guess.
pub(super) fn product(page: &Page, known: &Known) -> Option<(Product, bool)> {
    let is_list =
        matches!(known.kind, Some(PageKind::Home | PageKind::Listing | PageKind::Collection));
    let (names, is_sure) = places::names(page);
    let mut product = Product::default();
    let is_declared = declared::add(page, &names, &mut product);
    let is_product = is_declared || known.kind == Some(PageKind::Product);
    let probability =
        |kind: &KindProbability| kind.kind == PageKind::Product && kind.probability > POSSIBLE;
    if is_list && (is_declared || !known.kinds.iter().any(probability)) {
        // What a list shows is of its items.
        declared::tidy(&mut product);
        let has_any = is_declared && (product.name.is_some() || product.price.is_some());
        return has_any.then_some((product, false));
    }
    // Looking at prices and stock is most of the work; without a way to buy prices make no product.
    let is_unlikely = known
        .kinds
        .iter()
        .any(|kind| kind.kind == PageKind::Product && kind.probability < UNLIKELY);
    if is_unlikely && !is_product {
        return None;
    }
    let name = places::place_of_name(page, &names);
    let seen = shown::Seen::of(page, name);
    if !is_product && !seen.is_offered() {
        return None;
    }
    let price = price::price(page, name);
    if !is_product && price.as_ref().is_none_or(|price| !price.is_plain) {
        return None;
    }
    seen.add(page, price, &mut product);
    product.sku = product.sku.or_else(|| scripts::number(page));
    declared::tidy(&mut product);
    let is_unsure = product.name.is_none() && !is_sure;
    product.name = product.name.or_else(|| names.into_iter().next());
    (product.name.is_some() || product.price.is_some()).then_some((product, is_unsure))
}
