//! The outline of a page for its kind: its frame, its groups of items, its title, and the addresses that it gives itself.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};

use super::of_page::OfPage;
use super::page_facts::log;
use super::said::Said;
use crate::auto::features::layout::Layout;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::page::{Groups, Node, Page, Pair};
use crate::text::hash;
use crate::text::phrases::Phrases;

/// The groups of words.
const GROUPS: [&str; 10] = [
    "breadcrumb",
    "paging",
    "more",
    "byline",
    "frame",
    "contact",
    "trade",
    "facts",
    "sort",
    "replies",
];

/// The elements that are counted.
const ELEMENTS: [(&str, Tag); 7] = [
    ("h1", Tag::H1),
    ("article", Tag::ARTICLE),
    ("section", Tag::SECTION),
    ("time", Tag::TIME),
    ("form", Tag::FORM),
    ("nav", Tag::NAV),
    ("figure", Tag::FIGURE),
];

/// Other numbers of the outline.
const NUMBERS: [&str; 14] = [
    "title_parts",
    "title_length",
    "title_heading",
    "is_root",
    "hosts",
    "foreign_links",
    "page_numbers",
    "dated",
    "bylines",
    "parameters",
    "arrows",
    "groups",
    "largest_group",
    "headed_groups",
];

/// The longest text of the frame, in characters.
const SHORT: u32 = 40;
/// The fewest siblings that make a group.
const LEAST_ITEMS: usize = 3;

static WORDS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&GROUPS.map(|group| format!("outline.{group}"))));

/// The names of the numbers, in the order of [`outline`].
pub(super) fn names() -> Vec<String> {
    let words = GROUPS.map(|group| format!("outline.{group}"));
    let elements = ELEMENTS.iter().map(|(name, _)| format!("outline.{name}"));
    words.into_iter().chain(elements).chain(NUMBERS.map(|name| format!("outline.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, shares from 0 to 1, NaN of nothing.
pub(super) fn outline(layout: &Layout, alike: &Groups, said: &Said, of_page: &OfPage) -> Vec<f32> {
    let page = layout.page;
    let mut numbers = Vec::with_capacity(GROUPS.len() + ELEMENTS.len() + NUMBERS.len());
    numbers.extend(words(page).map(log));
    numbers.extend(ELEMENTS.map(|(_, tag)| log(of_page.amount(&[tag]))));
    numbers.extend(title(page));
    numbers.extend(addresses(page, of_page));
    numbers.extend(short_texts(page, said).map(log));
    numbers.extend(groups(layout, alike));
    numbers
}

/// By group, the number of short texts with words of the group.
fn words(page: &Page) -> [u32; GROUPS.len()] {
    let mut counts = [0; GROUPS.len()];
    for block in page.block_refs().filter(|block| block.characters <= SHORT) {
        hash::bits(WORDS.groups(block.text())).for_each(|group| counts[group] += 1);
    }
    counts
}

/// The parts of the title, the length of the longest, and 1 if a heading of the page is one of them.
fn title(page: &Page) -> [f32; 3] {
    let Some(title) = page.structured().title.as_deref() else { return [f32::NAN; 3] };
    let parts = title.split(|c| "|_-–—·»>/｜－".contains(c));
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    let longest = parts.clone().map(|part| part.chars().count()).max().unwrap_or(0);
    // A page may have many parts and many headings.
    let known: FxHashSet<&str> = parts.clone().collect();
    let has_heading = page.block_refs().filter(|block| block.is_heading).any(|block| {
        let text = block.text().trim();
        text.chars().count() >= 4 && known.contains(text)
    });
    [log(parts.clone().count() as u32), log(longest as u32), f32::from(has_heading)]
}

/// 1 if the page calls itself the root of its site, the number of hosts that it links to, and the share of links to other
/// hosts.
fn addresses(page: &Page, of_page: &OfPage) -> [f32; 3] {
    let mut forms = of_page.forms.iter();
    let canonical =
        forms.find(|node| node.value(AttributeName::REL).eq_ignore_ascii_case("canonical"));
    let canonical = canonical.and_then(|node| node.attribute(AttributeName::HREF));
    let address = page.url().or(canonical).or_else(|| page.structured().meta("og:url"));
    let is_root = address.and_then(path).map_or(f32::NAN, |path| f32::from(is_root(path)));
    let mut hosts: FxHashMap<&str, u32> = FxHashMap::default();
    let mut links = 0u32;
    for node in &of_page.links {
        if let Some(href) = node.attribute(AttributeName::HREF) {
            links += 1;
            if let Some(host) = host(href) {
                *hosts.entry(host).or_default() += 1;
            }
        }
    }
    // Without an address of its own, the page is taken to be of the host that it links to most.
    let most = hosts.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0))).map(|(host, _)| *host);
    let home = address.and_then(host).or(most);
    let foreign: u32 =
        hosts.iter().filter(|(host, _)| Some(**host) != home).map(|(_, count)| count).sum();
    [is_root, log(hosts.len() as u32), foreign as f32 / links as f32]
}

/// The host of an absolute address.
fn host(address: &str) -> Option<&str> {
    // Quicker than a search for a text, which prepares itself for long ones.
    let slashes = address.as_bytes().windows(2).position(|two| two == b"//")?;
    let rest = &address[slashes + 2..];
    rest.split(['/', '?', '#']).next().filter(|host| !host.is_empty())
}

/// The part of an absolute address after the host.
pub(super) fn path(address: &str) -> Option<&str> {
    let rest = address.split_once("//")?.1;
    Some(rest.find('/').map_or("", |at| &rest[at..]))
}

pub(super) fn is_root(path: &str) -> bool {
    let path = path.trim_matches('/');
    path.is_empty()
        || !path.contains('/') && (path.starts_with("index.") || path.starts_with("default."))
}

/// Short texts: page numbers, dates, bylines with a date, parameters (`产地：江西`), and the most arrows of a breadcrumb.
fn short_texts(page: &Page, said: &Said) -> [u32; 5] {
    let mut counts = [0; 5];
    for block in page.block_refs().filter(|block| block.characters <= 2 * SHORT) {
        let text = block.text().trim();
        let is_number = block.characters <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        counts[0] += u32::from(is_number && block.is_mostly_linked());
        if said.dates.has(block.at) {
            counts[1] += 1;
            counts[2] += u32::from(WORDS.find(text).any(|(group, _)| GROUPS[group] == "byline"));
        }
        counts[3] += u32::from(is_parameter(text));
        let arrows = text.matches(['>', '»', '›', '→']).count() as u32;
        counts[4] = counts[4].max(arrows);
    }
    counts
}

/// True if a text is a short name, a colon and a value.
pub(super) fn is_parameter(text: &str) -> bool {
    let is_short = |name: &str| (2..=8).contains(&name.chars().count());
    Pair::of(text).is_some_and(|pair| is_short(pair.name) && !pair.value.is_empty())
}

/// Siblings built alike with links in them: the number of groups, the share of the largest in the text of all, and the number
/// of groups after a short text of their own.
fn groups(layout: &Layout, alike: &Groups) -> [f32; 3] {
    let (page, containers) = (layout.page, &layout.containers);
    let (mut count, mut all, mut largest) = (0, 0.0, 0.0f32);
    let mut parents: FxHashSet<NodeId> = FxHashSet::default();
    for members in alike.iter().filter(|members| members.len() >= LEAST_ITEMS) {
        let sums = members.iter().map(|id| containers.sum(containers.blocks_in(page.node(*id))));
        let linked = sums.filter(|sum| sum.link_characters > 0.0);
        let (items, tokens) =
            linked.fold((0, 0.0), |(items, tokens), sum| (items + 1, tokens + sum.tokens));
        if items >= LEAST_ITEMS {
            (count, all, largest) = (count + 1, all + tokens, largest.max(tokens));
            parents.extend(page.node(members[0]).parent().map(|parent| parent.id));
        }
    }
    let headed = parents.iter().filter(|parent| is_headed(layout, page.node(**parent))).count();
    [log(count), largest / all, log(headed as u32)]
}

/// True if a short text that is no item is right before a group, within its parent's parent.
fn is_headed(layout: &Layout, group: Node) -> bool {
    let blocks_in = |node| layout.containers.blocks_in(node);
    let Some(before) = blocks_in(group).start.checked_sub(1) else { return false };
    let block = layout.block(before);
    group.parent().is_some_and(|parent| blocks_in(parent).contains(&before))
        && (block.is_heading || block.characters <= SHORT / 4)
}

#[cfg(test)]
mod tests {
    use super::super::pool::alike;
    use super::*;

    fn numbers(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        let layout = Layout::of(&page);
        names()
            .into_iter()
            .zip(outline(&layout, &alike(&layout), &Said::of(&page), &OfPage::of(&page)))
            .collect()
    }

    #[test]
    fn a_list_has_a_breadcrumb_page_numbers_and_one_group() {
        let items = "<li><a href=/1>第一条新闻的标题</a> 2024-05-18</li>".repeat(5);
        let found = numbers(&format!(
            "<title>通知公告_某某学院</title><p>当前位置：<a href=/>首页</a> &gt; <a href=/t>通知公告</a></p>\
             <h2>通知公告</h2><ul>{items}</ul><p><a href=?1>1</a></p><p><a href=?2>2</a></p><p><a href=?2>下一页</a></p>"
        ));
        assert_eq!((found["outline.breadcrumb"], found["outline.paging"]), (1.0, 1.0));
        assert_eq!(
            (found["outline.title_parts"], found["outline.title_heading"]),
            (3f32.log2(), 1.0)
        );
        assert_eq!(
            (found["outline.page_numbers"], found["outline.dated"]),
            (3f32.log2(), 6f32.log2())
        );
        assert_eq!(found["outline.arrows"], 1.0);
        assert_eq!((found["outline.groups"], found["outline.headed_groups"]), (3f32.log2(), 1.0));
    }

    #[test]
    fn a_home_calls_itself_the_root() {
        let root = numbers("<link rel=canonical href=https://example.com/><p>a");
        let other = numbers("<link rel=canonical href=https://example.com/a/1.html><p>a");
        assert_eq!((root["outline.is_root"], other["outline.is_root"]), (1.0, 0.0));
        assert!(numbers("<p>a")["outline.is_root"].is_nan());
    }
}
