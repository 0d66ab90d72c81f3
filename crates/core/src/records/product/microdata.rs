//! The facts of a product in microdata.

use super::Product;
use super::keys::{self, Data, Of, is_kind_of_product};
use crate::dom::{AttributeName, Document, NodeId};
use crate::page::Page;
use crate::text::clean::collapsed;

/// Properties that are read of one product, at most.
const MOST: usize = 400;

/// A property and its value.
struct Property<'a> {
    name: &'a str,
    element: NodeId,
}

/// The first element that says it is a product, with those after it.
fn products(document: &Document) -> impl Iterator<Item = NodeId> + '_ {
    document.elements().filter(|id| {
        let kind = document.attribute(*id, AttributeName::ITEMTYPE).unwrap_or("");
        // Shops name the whole list of a page so.
        let is_list = kind.trim().ends_with("SomeProducts");
        is_kind_of_product(kind)
            && !is_list
            && document.attribute(*id, AttributeName::ITEMPROP).is_none_or(is_around)
    })
}

/// True if a product under this property is still the page's own.
fn is_around(property: &str) -> bool {
    matches!(property.trim(), "mainEntity" | "about" | "itemOffered" | "" | "item")
}

/// The facts of the page's product, or `None` if there are several side by side and no sign which is the page's.
pub(super) fn facts(page: &Page) -> Option<Product> {
    let document = page.document();
    if !document.has_attribute_anywhere(AttributeName::ITEMPROP) {
        return None;
    }
    let mut found = products(document);
    let first = found.next();
    let end = first.map_or(NodeId(0), |id| document.end(id));
    let beside = found.filter(|id| *id >= end).take(2).count();
    // Offers without a product around them count as its own.
    let (start, end) = match first {
        Some(first) if beside < 2 => (first, end),
        Some(_) => return None,
        None => (NodeId(0), NodeId(u32::try_from(document.len()).unwrap_or(u32::MAX))),
    };
    let item = Item { page, properties: own(document, start, end) };
    (first.is_some() || !item.values(Of::Offers, "price").is_empty()).then(|| keys::facts(&item))
}

/// An item of microdata.
struct Item<'a> {
    page: &'a Page,
    properties: Vec<Property<'a>>,
}

impl Data for Item<'_> {
    fn values(&self, of: Of, property: &str) -> Vec<String> {
        if of == Of::FormerOffers {
            return Vec::new();
        }
        let named = self.properties.iter().filter(|known| known.name == property);
        named
            .map(|known| value(self.page, known.element))
            .filter(|value| !value.is_empty())
            .collect()
    }
}

/// The properties of an item and of its offers, rating and brand, not of what it is related to, and not the name of an
/// offer or of who wrote a review.
fn own(document: &Document, start: NodeId, end: NodeId) -> Vec<Property<'_>> {
    let mut found = Vec::new();
    let mut id = start.0 + 1;
    while id < end.0 && found.len() < MOST {
        let node = NodeId(id);
        id += 1;
        let scope = document.attribute(node, AttributeName::ITEMSCOPE);
        let Some(property) = document.attribute(node, AttributeName::ITEMPROP) else {
            if scope.is_some() && node != start {
                // Something else: a breadcrumb, a rating of a review, another product.
                let kind = document.attribute(node, AttributeName::ITEMTYPE).unwrap_or("");
                let is_part = ["Offer", "AggregateOffer", "AggregateRating"];
                if !is_kind_of_product(kind) && !is_part.iter().any(|part| kind.ends_with(part)) {
                    id = document.end(node).0;
                }
            }
            continue;
        };
        let name = property.trim();
        const PASSED: [&str; 9] = [
            "isRelatedTo",
            "isSimilarTo",
            "review",
            "reviews",
            "itemListElement",
            "seller",
            "author",
            "additionalProperty",
            "isAccessoryOrSparePartFor",
        ];
        found.push(Property { name, element: node });
        if PASSED.contains(&name) || matches!(name, "brand" | "manufacturer") {
            id = document.end(node).0.max(id);
        }
    }
    found
}

/// The value of a property: what it gives, the name inside it, or its text.
fn value(page: &Page, element: NodeId) -> String {
    let document = page.document();
    let given = |id: NodeId| {
        let content = document.attribute(id, AttributeName::CONTENT);
        content.or_else(|| {
            document.attribute(id, AttributeName::HREF).filter(|_| is_link(document, id))
        })
    };
    let is_scope = document.attribute(element, AttributeName::ITEMSCOPE).is_some();
    if let Some(given) = given(element).filter(|given| !given.trim().is_empty()) {
        return collapsed(given);
    }
    let name = document.descendants(element).take(60).find(|id| {
        is_scope
            && document.attribute(*id, AttributeName::ITEMPROP).is_some_and(|p| p.trim() == "name")
    });
    let from = name.unwrap_or(element);
    if let Some(given) = given(from).filter(|given| !given.trim().is_empty()) {
        return collapsed(given);
    }
    page.text_of(from, " ")
}

/// True if an element's address is its value: `link` is, a link in the text has words.
fn is_link(document: &Document, id: NodeId) -> bool {
    document.name(id) == "link"
}
