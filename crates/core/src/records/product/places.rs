//! Where the page's own product stands: its name, the way to buy it, and the cards of other products.

use super::words;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Name, Node, NodeFlags, Page, leads_home};
use crate::text::clean::collapsed;
use crate::text::titles;

/// Levels at which a card is looked for, and elements in it that are looked at.
const LEVELS: usize = 8;
const MOST: usize = 80;

/// True if an element is in a card of another product: one of three or more that are built alike, away from the page's own
/// name, each with a link and a picture, a heading or a price.
pub(super) fn is_of_another(element: Node, name: Option<NodeId>) -> bool {
    let around = element.around().take(LEVELS);
    let mut inner = around.take_while(|node| name.is_none_or(|name| !node.contains(name)));
    inner.any(|node| {
        let is_record = node.may_be_record() && (node.says_what_it_is() || node.is(Tag::LI));
        is_record
            && is_card(node)
            && node.siblings_alike(64).filter(|other| is_card(*other)).nth(1).is_some()
    })
}

fn is_card(record: Node) -> bool {
    let (mut has_link, mut has_more) = (leads_elsewhere(record), false);
    for node in record.elements().take(MOST) {
        has_link |= leads_elsewhere(node);
        has_more |= matches!(node.tag(), Tag::IMG | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5)
            || node.is_named(Name::Price);
    }
    has_link && has_more
}

fn leads_elsewhere(node: Node) -> bool {
    let href = node.attribute(AttributeName::HREF).map_or("", str::trim);
    node.is(Tag::A) && !href.is_empty() && !href.starts_with('#') && !href.contains("script:")
}

/// True for a button, a link or a picture that offers to buy.
fn offers_to_buy(node: Node) -> bool {
    const LONGEST: u32 = 30;
    let says = |text: &str| text.len() <= 90 && words::in_stock(text) == Some(true);
    match node.tag() {
        Tag::A | Tag::BUTTON => match node.characters() {
            0 => node.is(Tag::BUTTON) && says(&collapsed(&node.text_content())),
            characters => characters <= LONGEST && says(&node.shown(" ")),
        },
        Tag::INPUT => says(node.value(AttributeName::VALUE)),
        Tag::IMG => says(node.value(AttributeName::ALT)),
        _ => false,
    }
}

fn is_shown(node: Node) -> bool {
    !node.flags().has(NodeFlags::HIDDEN)
}

/// The names of the page: its own heading, then what it calls itself. Also true if the title of the page has that heading.
pub(in crate::records) fn names(page: &Page) -> (Vec<String>, bool) {
    let data = page.structured();
    let declared = data.meta("og:title").map(str::to_owned).or_else(|| data.title.clone());
    let title = data.title.as_deref().or(declared.as_deref()).unwrap_or("");
    let heading = heading(page, title, declared.as_deref().unwrap_or(""));
    let is_sure = heading.as_ref().is_some_and(|(rank, _)| *rank >= IN_TITLE);
    let names = heading.map(|(_, line)| line).into_iter().chain(declared.clone());
    (names.filter(|name| !name.is_empty()).collect(), is_sure)
}

/// The rank from which on a heading is in the title of the page, and no site's.
const IN_TITLE: u8 = 4;
/// The most headings that are looked at.
const MOST_HEADINGS: usize = 40;

/// The heading of the page's own product: that of the page's title before one that the title has beside it, as the name of the
/// site is; a first heading before smaller ones.
fn heading(page: &Page, title: &str, declared: &str) -> Option<(u8, String)> {
    let main = titles::without_site_name(title);
    let site = page.structured().meta("og:site_name").unwrap_or("");
    let shown = page.elements().filter(|node| node.tag().heading_level().is_some());
    let shown = shown.filter(|node| node.characters() > 0 && is_shown(*node));
    let mut best: Option<(u8, String)> = None;
    for node in shown.take(MOST_HEADINGS) {
        let text = node.shown("\n");
        let Some(line) = text.lines().map(str::trim).find(|line| !line.is_empty()) else {
            continue;
        };
        let is_first = node.is(Tag::H1);
        let is_main = main.contains(line) || line.contains(main) && !main.is_empty();
        // A word of the title may be the heading of a section.
        let is_most = is_main && line.len() * 2 >= main.len();
        let is_site = line == site
            || node
                .elements()
                .any(|link| leads_home(link.value(AttributeName::HREF)) && link.is(Tag::A));
        let rank = match (is_first, is_most) {
            _ if is_site => 0,
            (true, true) => 6,
            (false, true) => 5,
            (true, false) if is_main => 4,
            (true, false) if declared.contains(line) => 3,
            (true, false) => 2,
            (false, false) if declared.contains(line) => 1,
            (false, false) => 0,
        };
        if rank > best.as_ref().map_or(0, |(rank, _)| *rank) {
            best = Some((rank, line.to_owned()));
        }
    }
    best
}

/// The heading with the page's name, or else the first block with one of its names.
pub(super) fn place_of_name(page: &Page, names: &[String]) -> Option<NodeId> {
    let name = names.first()?;
    let mut headings = page.elements().filter(|node| node.tag().heading_level().is_some());
    let heading = headings
        .find(|node| is_shown(*node) && node.shown("\n").lines().any(|line| line.trim() == name));
    let block = || {
        let mut shown = page.block_refs().filter(|block| !block.is_hidden);
        shown
            .find(|block| names.iter().any(|name| name == block.text()))
            .map(|block| block.container().id)
    };
    heading.map(|node| node.id).or_else(block)
}

/// The page's own way to buy: the first one behind the name, or else before it.
pub(super) fn way_to_buy(page: &Page, name: Option<NodeId>) -> Option<NodeId> {
    let ways = page.elements().filter(|node| offers_to_buy(*node)).take(MOST);
    let mut first = None;
    for node in ways.filter(|node| !is_of_another(*node, name)) {
        if name.is_none_or(|name| node.id > name) {
            return Some(node.id);
        }
        first = first.or(Some(node.id));
    }
    first
}
