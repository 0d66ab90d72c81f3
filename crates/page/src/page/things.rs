//! The things that a page's data describe: objects of JSON-LD and items of microdata as one graph of things and their
//! properties. It is read when it is first asked for; a page without such data costs nothing.

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::{Node, Page, kinds_of};
use crate::dom::{AttributeName, Document, NodeId, Tag};

/// Things that are looked at on one page, items of microdata that are told apart, and values of one property, at most.
const MOST: usize = 4_000;
const MOST_VALUES: usize = 400;

/// Members in which the thing that a page is about may be; related ones are in others.
const AROUND: [&str; 5] = ["mainEntity", "mainEntityOfPage", "item", "itemListElement", "about"];
/// Properties under which an item of microdata may be what the page is about.
const OWN: [&str; 5] = ["mainEntity", "about", "itemOffered", "", "item"];
/// Properties whose elements hold what is not said of the item around them, also where no scope says so.
const APART: [&str; 11] = [
    "brand",
    "manufacturer",
    "seller",
    "author",
    "review",
    "reviews",
    "itemListElement",
    "isRelatedTo",
    "isSimilarTo",
    "additionalProperty",
    "isAccessoryOrSparePartFor",
];
/// Parts of an item that many pages give without the property, by their kind.
const PARTS: [(&str, &str); 3] =
    [("Offer", "offers"), ("AggregateOffer", "offers"), ("AggregateRating", "aggregateRating")];
/// Price types of what is no longer asked.
const FORMER: [&str; 4] = ["ListPrice", "StrikethroughPrice", "MSRP", "SRP"];

/// What was read so far.
#[derive(Debug, Clone, Default)]
pub(super) struct PageThings {
    items: OnceLock<Vec<Item>>,
    /// The places of the objects that others refer to.
    ids: OnceLock<FxHashMap<String, usize>>,
}

/// An item of microdata.
#[derive(Debug, Clone)]
struct Item {
    node: NodeId,
    /// True if it may be what the page is about.
    is_own: bool,
    properties: Vec<Property>,
}

/// A property of an item: its element, its name where the element has none, and the item that it is.
#[derive(Debug, Clone)]
struct Property {
    node: NodeId,
    part: &'static str,
    item: Option<usize>,
}

/// The things of a page.
#[derive(Debug, Clone, Copy)]
pub struct Things<'p> {
    page: &'p Page,
}

/// A thing with its kinds and properties.
#[derive(Debug, Clone, Copy)]
pub struct Thing<'p> {
    page: &'p Page,
    source: Source<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Source<'p> {
    Object(&'p Value),
    Item(&'p Item),
}

/// A value of a property.
#[derive(Debug, Clone)]
pub enum Told<'p> {
    /// Words or a number.
    Text(Cow<'p, str>),
    /// An element, whose words are the value.
    Element(Node<'p>),
    /// Another thing.
    Thing(Thing<'p>),
}

impl Page {
    /// The things that the page's data describe.
    pub fn things(&self) -> Things<'_> {
        Things { page: self }
    }
}

impl<'p> Things<'p> {
    fn of_object(self, object: &'p Value) -> Thing<'p> {
        Thing { page: self.page, source: Source::Object(object) }
    }

    fn of_item(self, item: &'p Item) -> Thing<'p> {
        Thing { page: self.page, source: Source::Item(item) }
    }

    /// The objects of JSON-LD that stand by themselves, in order.
    pub fn objects(self) -> impl Iterator<Item = Thing<'p>> {
        self.page.structured().json_ld.iter().map(move |object| self.of_object(object))
    }

    /// The objects of JSON-LD of these kinds that the page may be about, each once.
    pub fn objects_of(self, is_kind: impl Fn(&str) -> bool) -> Vec<Thing<'p>> {
        let mut waiting: Vec<Thing> = self.objects().collect();
        waiting.reverse();
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        while let Some(thing) = waiting.pop() {
            if seen.len() >= MOST || !seen.insert(thing.identity()) {
                continue;
            }
            if thing.kinds().any(&is_kind) {
                found.push(thing);
                continue;
            }
            let inside = AROUND.iter().flat_map(|name| thing.values(name));
            let inside = inside.filter_map(|said| said.thing()).collect::<Vec<_>>();
            waiting.extend(inside.into_iter().rev());
        }
        found
    }

    /// The items of microdata of these kinds that the page may be about, in document order.
    pub fn items_of(self, is_kind: impl Fn(&str) -> bool) -> impl Iterator<Item = Thing<'p>> {
        let items = self.items().iter().skip(1).filter(|item| item.is_own);
        items.map(move |item| self.of_item(item)).filter(move |thing| thing.kinds().any(&is_kind))
    }

    /// What the page's microdata say outside all items.
    pub fn loose(self) -> Option<Thing<'p>> {
        self.items().first().map(|item| self.of_item(item))
    }

    /// The items, before them one for what is in none; empty without microdata.
    fn items(self) -> &'p [Item] {
        self.page.things.items.get_or_init(|| {
            let has_any = self.page.document().has_attribute_anywhere(AttributeName::ITEMPROP);
            if has_any { read_items(self.page) } else { Vec::new() }
        })
    }

    /// The object that others mean by this id: of several the first with most members.
    fn by_id(self, id: &str) -> Option<&'p Value> {
        let objects = &self.page.structured().json_ld;
        let ids = self.page.things.ids.get_or_init(|| {
            let mut ids = FxHashMap::<String, usize>::default();
            for (at, object) in objects.iter().enumerate() {
                if let Some(id) = object.get("@id").and_then(Value::as_str) {
                    let known = ids.entry(id.to_owned()).or_insert(at);
                    if members(object) > members(&objects[*known]) {
                        *known = at;
                    }
                }
            }
            ids
        });
        ids.get(id).map(|at| &objects[*at])
    }
}

fn members(object: &Value) -> usize {
    object.as_object().map_or(0, serde_json::Map::len)
}

/// Reads microdata in one pass.
fn read_items(page: &Page) -> Vec<Item> {
    let mut items = vec![Item { node: Document::ROOT, is_own: false, properties: Vec::new() }];
    let mut open: Vec<(NodeId, usize)> = Vec::new();
    for node in page.elements() {
        let property = node.attribute(AttributeName::ITEMPROP).map(str::trim);
        let has_scope = node.attribute(AttributeName::ITEMSCOPE).is_some();
        if property.is_none() && !has_scope {
            continue;
        }
        while open.pop_if(|(end, _)| *end <= node.id).is_some() {}
        let around = open.last().map_or(0, |(_, item)| *item);
        let part = if property.is_none() { part_of(node) } else { "" };
        let is_item =
            (has_scope || property.is_some_and(|name| APART.contains(&name))) && items.len() < MOST;
        let item = is_item.then_some(items.len());
        if property.is_some() || !part.is_empty() {
            items[around].properties.push(Property { node: node.id, part, item });
        }
        if let Some(item) = item {
            let is_own = property.is_none_or(|name| OWN.contains(&name));
            items.push(Item { node: node.id, is_own, properties: Vec::new() });
            open.push((node.end(), item));
        }
    }
    items
}

/// The property that an item without one is for the item around it.
fn part_of(node: Node) -> &'static str {
    let kind = bare(node.value(AttributeName::ITEMTYPE).trim());
    PARTS.iter().find(|(part, _)| *part == kind).map_or("", |(_, property)| property)
}

/// A kind without the address of its vocabulary.
fn bare(kind: &str) -> &str {
    kind.trim().rsplit(['/', '#', ':']).next().unwrap_or(kind)
}

impl<'p> Thing<'p> {
    /// Its kinds, without the address of their vocabulary.
    pub fn kinds(self) -> impl Iterator<Item = &'p str> {
        let (object, item) = match self.source {
            Source::Object(object) => (Some(object), None),
            Source::Item(item) => (None, Some(self.page.node(item.node))),
        };
        let items = item.map_or("", |node| node.value(AttributeName::ITEMTYPE)).split_whitespace();
        object.into_iter().flat_map(kinds_of).chain(items).map(bare)
    }

    /// What tells it from all others of its page, to leave circles.
    pub fn identity(self) -> usize {
        match self.source {
            Source::Object(object) => std::ptr::from_ref(object).addr(),
            Source::Item(item) => std::ptr::from_ref(item).addr(),
        }
    }

    /// The element of an item of microdata.
    pub fn node(self) -> Option<Node<'p>> {
        match self.source {
            Source::Object(_) => None,
            Source::Item(item) => Some(self.page.node(item.node)),
        }
    }

    /// The values of a property, in order.
    pub fn values(self, name: &str) -> Vec<Told<'p>> {
        match self.source {
            Source::Object(object) => {
                object.get(name).map_or_else(Vec::new, |value| self.of_json(value))
            }
            Source::Item(item) => self.of_elements(item, name),
        }
    }

    fn of_json(self, value: &'p Value) -> Vec<Told<'p>> {
        let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        // A list in a list is rare, and one level is enough.
        let all = all
            .iter()
            .flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
        let said = all.filter_map(|value| match value {
            Value::String(text) => Some(Told::Text(Cow::Borrowed(text.trim()))),
            Value::Number(number) => Some(Told::Text(Cow::Owned(number.to_string()))),
            Value::Object(_) => Some(Told::Thing(self.page.things().of_object(self.meant(value)))),
            _ => None,
        });
        said.take(MOST_VALUES).collect()
    }

    /// The object that one stands for which says little more than an id.
    fn meant(self, object: &'p Value) -> &'p Value {
        let id = object.get("@id").and_then(Value::as_str).filter(|_| members(object) <= 2);
        let meant = id.and_then(|id| self.page.things().by_id(id));
        meant.filter(|meant| members(meant) > members(object)).unwrap_or(object)
    }

    fn of_elements(self, item: &'p Item, name: &str) -> Vec<Told<'p>> {
        let things = self.page.things();
        let mut end = NodeId(0);
        let named = item.properties.iter().filter(|property| {
            let node = self.page.node(property.node);
            let mut names = node.value(AttributeName::ITEMPROP).split_whitespace();
            let is_named = property.part == name || names.any(|other| other == name);
            // One inside another would say the same once more.
            let is_new = is_named && node.id >= end;
            end = if is_new { node.end() } else { end };
            is_new
        });
        let said = named.map(|property| match property.item {
            Some(item) => Told::Thing(things.of_item(&things.items()[item])),
            None => {
                let node = self.page.node(property.node);
                given(node).map_or(Told::Element(node), |text| Told::Text(Cow::Borrowed(text)))
            }
        });
        said.take(MOST_VALUES).collect()
    }

    /// The values at the end of a path of properties: `publisher.name`. A text stands for the `name` or the `url` of a
    /// thing. Three steps are more than a property: `offer` are all offers, also of variants and inside others, `asked` and
    /// `former` the specifications of a price that is asked and of one that was.
    pub fn said(self, path: &str) -> Vec<Told<'p>> {
        let mut found = vec![Told::Thing(self)];
        for step in path.split('.') {
            let next = found.into_iter().flat_map(|said| match said {
                Told::Thing(thing) => thing.step(step),
                text if matches!(step, "name" | "url") => vec![text],
                _ => Vec::new(),
            });
            found = next.take(MOST_VALUES).collect();
        }
        found
    }

    fn step(self, step: &str) -> Vec<Told<'p>> {
        let specified = |is_former: bool| {
            let all = self.values("priceSpecification").into_iter();
            let all =
                all.filter(|said| said.thing().is_some_and(|price| price.is_former() == is_former));
            all.collect()
        };
        match step {
            "offer" => self.offers(),
            "asked" => specified(false),
            "former" => specified(true),
            _ => self.values(step),
        }
    }

    fn is_former(self) -> bool {
        let kinds = self.values("priceType");
        let kind = kinds.first().and_then(Told::text).unwrap_or_default();
        FORMER.iter().any(|former| kind.ends_with(former))
    }

    fn offers(self) -> Vec<Told<'p>> {
        let variants = self.values("hasVariant").into_iter().filter_map(|said| said.thing());
        let mut found = self.values("offers");
        found.extend(variants.flat_map(|variant| variant.values("offers")));
        let mut at = 0;
        while at < found.len().min(MOST_VALUES) {
            let inside = found[at].thing().map(|offer| offer.values("offers"));
            found.extend(inside.unwrap_or_default());
            at += 1;
        }
        found.truncate(MOST_VALUES);
        found
    }

    /// What a thing is called where one text is wanted: its name or value, or else the words of its element.
    fn text(self) -> Option<Cow<'p, str>> {
        let content = self.node().and_then(given);
        let named = ["name", "@value", "value"].iter().filter(|_| content.is_none());
        let named = named.flat_map(|name| self.values(name)).find(|said| said.thing().is_none());
        let words = || self.node().map(|node| Cow::Owned(node.shown(" ")));
        content.map(Cow::Borrowed).or_else(|| named.and_then(|said| said.text())).or_else(words)
    }
}

impl<'p> Told<'p> {
    /// The thing, if it is one.
    pub fn thing(&self) -> Option<Thing<'p>> {
        match self {
            Self::Thing(thing) => Some(*thing),
            _ => None,
        }
    }

    /// The value in one line; of a thing its name.
    pub fn text(&self) -> Option<Cow<'p, str>> {
        let text = match self {
            Self::Text(text) => Some(text.clone()),
            Self::Element(node) => Some(Cow::Owned(node.shown(" "))),
            Self::Thing(thing) => thing.text(),
        };
        text.filter(|text| !text.trim().is_empty())
    }
}

/// The value that an element gives in an attribute. The address of a link in the text is none: it has words.
fn given(node: Node<'_>) -> Option<&str> {
    let href = node.attribute(AttributeName::HREF).filter(|_| node.is(Tag::LINK));
    let given = [AttributeName::CONTENT, AttributeName::DATETIME].into_iter();
    let given = given.filter_map(|name| node.attribute(name)).chain(href);
    given.map(str::trim).find(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(things: &[Thing], path: &str) -> Vec<String> {
        let said = things.iter().flat_map(|thing| thing.said(path));
        said.filter_map(|said| said.text().map(Cow::into_owned)).collect()
    }

    #[test]
    fn one_reader_for_json_ld_and_microdata() {
        let html = r#"<script type="application/ld+json">{"@graph":[
            {"@type":"WebPage","mainEntity":{"@id":"/k"},"publisher":{"@id":"/p"}},
            {"@id":"/k","@type":"https://schema.org/Product","name":"Kettle","offers":[{"price":9,"offers":{"price":"7"}}]},
            {"@id":"/p","@type":"Organization","name":"Acme"}]}</script>
            <div itemscope itemtype="https://schema.org/Product"><b itemprop="name"> Kettle</b>
            <p itemprop=brand>Of <b itemprop=name>Acme</b></p>
            <div itemscope itemtype=https://schema.org/Offer><meta itemprop=price content=9></div>
            <div itemprop=offers itemscope><link itemprop=availability href=/InStock><i itemprop=price>7</i></div></div>"#;
        let page = Page::new(html, None);
        let things = page.things();
        let objects = things.objects_of(|kind| kind == "Product");
        let items: Vec<Thing> = things.items_of(|kind| kind == "Product").collect();
        for found in [&objects, &items] {
            assert_eq!(texts(found, "name"), ["Kettle"]);
            assert_eq!(texts(found, "offer.price"), ["9", "7"]);
        }
        assert_eq!(texts(&items, "brand"), ["Acme"]);
        assert_eq!(texts(&items, "offer.availability"), ["/InStock"]);
        let all: Vec<Thing> = things.objects().collect();
        assert_eq!(texts(&all, "publisher.name"), ["Acme"]);
    }

    #[test]
    fn circles_end() {
        let html = r#"<script type="application/ld+json">[{"@id":"a","mainEntity":{"@id":"b"},"name":"A"},
            {"@id":"b","mainEntity":[{"@id":"a"},{"@id":"b"}],"offers":{"@id":"b"},"name":"B","@type":"Thing"}]</script>"#;
        let page = Page::new(html, None);
        assert!(page.things().objects_of(|kind| kind == "Product").is_empty());
        let found = page.things().objects_of(|kind| kind == "Thing");
        assert_eq!(texts(&found, "offers.offers.name"), ["B"]);
        assert_eq!(found[0].said("offer").len(), MOST_VALUES);
    }
}
