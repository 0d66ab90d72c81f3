//! Items of list and home pages: similar siblings that each have a link with a title.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::heading;
use super::known::Known;
use super::known::LISTS;
use crate::dom::{AttributeName, NodeId, NodeKind, Tag};
use crate::kind::PageKind;
use crate::page::{Page, media};
use crate::text::address::{Address, FileKind};
use crate::text::count;
use crate::text::dates::{self, Moment};

/// An item of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Item {
    /// Its title.
    pub title: String,
    /// The target of its title's link, absolute if the page's address is known.
    pub url: String,
    /// Its time, in ISO 8601, where one is shown.
    pub time: Option<String>,
    /// Its summary, where there is one.
    pub summary: Option<String>,
    /// The address of its picture, absolute where the page's address is known.
    #[serde(default)]
    pub image: Option<String>,
}

/// Items of one column of a home page or one part of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ItemGroup {
    /// The heading above them, where there is one.
    pub heading: Option<String>,
    /// Their places in the list of items, from 0.
    pub items: Vec<u32>,
}

/// Items of one page at most.
const MOST: usize = 1_000;
/// An image that at least this many items of a group show is an icon.
const SHARED: usize = 3;
/// A title has at least this many tokens, but for that of a card, and in a list most of whose titles have: shorter texts belong to menus.
const LEAST_TITLE: u32 = 4;

/// The items of a page.
#[derive(Debug, Default)]
pub(super) struct Items {
    pub(super) items: Vec<Item>,
    pub(super) groups: Vec<ItemGroup>,
    /// The ranges of nodes that hold them.
    pub(super) places: Vec<(NodeId, NodeId)>,
}

/// Similar elements with the item that each is.
type Column = (Vec<NodeId>, Vec<Item>);

/// The items, and their groups: on a list page those of the group with most title text and of similar groups, on a home page
/// those of all groups.
pub(super) fn items(page: &Page, known: &Known) -> Items {
    let mut found: Vec<Column> = Vec::new();
    for members in page.alike().siblings(3) {
        let items = read_group(page, members, known.read_at);
        // Most members must have a title.
        if items.len() >= 3 && items.len() * 3 >= members.len() * 2 {
            found.push((members.to_vec(), items));
        }
    }
    let mut found = in_text(page, known, outermost(page, found));
    let is_list = known.kind.is_some_and(|kind| LISTS.contains(&kind));
    let members = found.iter().flat_map(|(members, _)| members);
    if !is_list && !known.hold_most(page, members.map(|id| page.blocks_within(*id))) {
        return Items::default();
    }
    let most = found.iter().map(|(_, items)| weight(items)).max().unwrap_or(0);
    let least = if known.kind == Some(PageKind::Home) { 0 } else { most.div_ceil(3) };
    found.retain(|(_, items)| weight(items) >= least);
    if is_list && !found.is_empty() {
        add_lone(page, known, &mut found);
    }
    in_columns(page, found)
}

/// The amount of text of items, by which groups are compared.
fn weight(items: &[Item]) -> u32 {
    let summary =
        |item: &Item| item.summary.as_deref().map_or(0, |text| count::tokens(text).min(60));
    items.iter().map(|item| count::tokens(&item.title).min(40) + summary(item)).sum()
}

/// Items under the headings above them, each address once.
fn in_columns(page: &Page, found: Vec<Column>) -> Items {
    let mut all = Items::default();
    let mut seen = std::collections::HashSet::new();
    let mut from = NodeId(0);
    for (members, own) in found {
        let is_lone = members.len() == 1;
        let (start, end) = span(page, &members);
        let heading = if is_lone { None } else { heading::above(page, start, from) };
        all.places.push((start, end));
        from = end;
        let mut column = ItemGroup { heading, items: Vec::new() };
        for item in own {
            if all.items.len() < MOST && seen.insert(item.url.clone()) {
                column.items.extend(u32::try_from(all.items.len()));
                all.items.push(item);
            }
        }
        match all.groups.last_mut() {
            // Parts of one list have one heading.
            Some(last)
                if !is_lone && column.heading.is_none() || column.heading == last.heading =>
            {
                last.items.append(&mut column.items);
            }
            _ if column.items.is_empty() => {}
            _ => all.groups.push(column),
        }
    }
    all
}

/// The first node of a group, and the one after its last.
fn span(page: &Page, members: &[NodeId]) -> (NodeId, NodeId) {
    let last = members.last().map_or(NodeId(0), |last| page.document().end(*last));
    (members[0], last)
}

/// Elements around a lone story that are looked at, and blocks of it at most.
const LONE_LEVELS: usize = 3;
const LONE_BLOCKS: usize = 5;

/// Adds the stories that are in no list: headings of the main text that are links, without those of columns.
fn add_lone(page: &Page, known: &Known, found: &mut Vec<Column>) {
    let document = page.document();
    let spans: Vec<(NodeId, NodeId)> =
        found.iter().map(|(members, _)| span(page, members)).collect();
    let is_apart = |id: NodeId| {
        let end = document.end(id);
        spans.iter().all(|(start, last)| end <= *start || *last <= id)
    };
    let starts = || {
        spans.iter().scan(NodeId(0), |from, span| Some((span.0, std::mem::replace(from, span.1))))
    };
    let heads: Vec<String> =
        starts().filter_map(|(start, from)| heading::above(page, start, from)).collect();
    let is_story = |at: &usize| {
        let block = &page.blocks()[*at];
        let is_head = |text: &str| heads.iter().any(|head| head == text);
        known.kept.get(*at) == Some(&true)
            && block.is_heading
            && block.is_mostly_linked()
            && block.tokens >= LEAST_TITLE
            && !is_head(page.block_text(block))
    };
    let stories = (0..page.blocks().len()).filter(is_story).filter_map(|at| {
        let around = document.around(page.blocks()[at].container).take(LONE_LEVELS);
        let is_small = |id: &NodeId| is_apart(*id) && page.blocks_within(*id).len() <= LONE_BLOCKS;
        let id = around.take_while(is_small).last()?;
        let (item, _) = read(page, id, known.read_at).filter(|(_, is_long)| *is_long)?;
        Some((vec![id], vec![item]))
    });
    let stories: Vec<Column> = stories.take(MOST).collect();
    found.extend(stories);
    found.sort_by_key(|(members, _)| members[0]);
}

/// The groups of which at least half is main text, without menus, rankings, links to friends, and those with times on a page
/// that lists; all groups if there are none.
fn in_text(page: &Page, known: &Known, found: Vec<Column>) -> Vec<Column> {
    let is_list = known.kind.is_some_and(|kind| LISTS.contains(&kind));
    let has_times = |items: &[Item]| {
        items.iter().filter(|item| item.time.is_some()).count() * 3 >= items.len() * 2
    };
    let is_kept = |members: &[NodeId]| {
        let (mut kept, mut all) = (0u32, 0u32);
        for index in members.iter().flat_map(|member| page.blocks_within(*member)) {
            let characters = page.blocks()[index].characters;
            all += characters;
            kept += if known.kept.get(index) == Some(&true) { characters } else { 0 };
        }
        kept * 2 >= all && kept > 0
    };
    let kept: Vec<bool> = found.iter().map(|(members, _)| is_kept(members)).collect();
    if !kept.contains(&true) {
        return found;
    }
    let all = found.into_iter().zip(kept);
    let own = all.filter(|((_, items), kept)| *kept || is_list && has_times(items));
    own.map(|(column, _)| column).collect()
}

/// Groups that are not inside a member of another group. Where groups are inside the members of one, the side with more items
/// is chosen: columns of a page are not its items, the lists in them are.
fn outermost(page: &Page, mut found: Vec<Column>) -> Vec<Column> {
    // The innermost first, and of those that begin together.
    found.sort_by_key(|(members, _)| {
        let (start, end) = span(page, members);
        (std::cmp::Reverse(start), end)
    });
    let mut kept: Vec<Column> = Vec::new();
    let characters = |members: &[NodeId]| {
        members.iter().fold(0u32, |sum, id| sum.saturating_add(page.node(*id).characters()))
    };
    for (members, items) in found {
        let (_, end) = span(page, &members);
        let inside = kept.iter().rev().take_while(|(other, _)| span(page, other).1 <= end).count();
        let inner = &kept[kept.len() - inside..];
        let is_largest = inner.iter().all(|(_, own)| own.len() <= items.len());
        let count: usize = inner.iter().map(|(_, own)| own.len()).sum();
        let held = || inner.iter().map(|(members, _)| characters(members)).sum::<u32>();
        let are_lists = count > items.len() && held() * 3 >= characters(&members) * 2;
        if inside == 0 || is_largest && !are_lists {
            kept.truncate(kept.len() - inside);
            kept.push((members, items));
        }
    }
    kept.reverse();
    kept
}

/// The items of similar elements. Most of them have a title that is long enough; the others may be short.
fn read_group(page: &Page, members: &[NodeId], read_at: Option<Moment>) -> Vec<Item> {
    let members = || members.iter().take(MOST);
    let mut items: Vec<(Item, bool)> =
        members().filter_map(|id| read(page, *id, read_at)).collect();
    let long = items.iter().filter(|(_, is_long)| *is_long).count();
    if long * 3 < members().len() * 2 {
        items.retain(|(_, is_long)| *is_long);
    }
    let mut items: Vec<Item> = items.into_iter().map(|(item, _)| item).collect();
    let mut shown: HashMap<String, usize> = HashMap::new();
    items
        .iter()
        .filter_map(|item| item.image.clone())
        .for_each(|address| *shown.entry(address).or_default() += 1);
    for item in &mut items {
        item.image = item.image.take().filter(|address| shown[address] < SHARED);
    }
    items
}

/// An element as an item: its longest link is the title, headings first. Also true if the title is long enough for an item by itself.
fn read(page: &Page, id: NodeId, read_at: Option<Moment>) -> Option<(Item, bool)> {
    let document = page.document();
    // An element of many nodes is a section, not an item.
    if document.end(id).0 - id.0 > 600 {
        return None;
    }
    let is_link =
        |node: &NodeId| document.kind(*node) == NodeKind::Element && document.tag(*node) == Tag::A;
    let links = std::iter::once(id).chain(document.descendants(id)).filter(is_link);
    let titled = links.filter(|node| address_of(page, *node).is_some()).filter_map(|node| {
        let characters = page.node(node).characters();
        let is_heading = document
            .ancestors(node)
            .take(3)
            .chain(document.descendants(node).take(6))
            .any(|near| document.tag(near).heading_level().is_some());
        (2..=300).contains(&characters).then(|| {
            // The time of the last answer may be a link too.
            let has_words = page.text_of(node, " ").chars().any(char::is_alphabetic);
            (is_heading, has_words, characters.min(120), std::cmp::Reverse(node))
        })
    });
    let (is_heading, _, _, std::cmp::Reverse(link)) = titled.max()?;
    let shown = title_of(page, link);
    let title = whole_title(page, link, &shown);
    let url = address_of(page, link)?;
    let image = image_of(page, id);
    let is_card = is_heading || image.is_some();
    let is_file = || Address::of(&url).kind() == Some(FileKind::Document);
    let may_be_short = || is_card || is_chapter(&title) || is_file();
    let is_long = count::tokens(&title) >= LEAST_TITLE || may_be_short();
    let mut item = Item { title, url, image, ..Item::default() };
    for block in
        page.blocks_within(id).map(|index| &page.blocks()[index]).filter(|block| !block.is_hidden)
    {
        let text = page.block_text(block);
        if item.time.is_none() && block.characters <= 60 {
            item.time = time_of(text, read_at);
            let mut texts = page.texts_of(block).iter().map(|text| document.text(text.node));
            let mut day = || texts.find_map(|text| dates::month_and_day(text, read_at?));
            item.time = item.time.or_else(|| day().map(|date| date.to_string()));
        }
        let is_other = !item.title.contains(text) && !text.starts_with(&shown);
        let is_longer = count::tokens(text) > 8
            && item.summary.as_ref().is_none_or(|summary| summary.len() < text.len());
        if is_other
            && is_longer
            && (block.link_characters * 2 < block.characters || block.punctuation > 0)
        {
            item.summary = Some(text.to_owned());
        }
    }
    if item.time.is_none() {
        let times = document.descendants(id).filter(|node| document.tag(*node) == Tag::TIME);
        item.time = times
            .filter_map(|node| document.attribute(node, AttributeName::DATETIME))
            .find_map(|text| time_of(text, read_at));
    }
    Some((item, is_long))
}

/// The target of a link, if it is another page.
fn address_of(page: &Page, link: NodeId) -> Option<String> {
    let href = page.document().attribute(link, AttributeName::HREF)?;
    page.addresses().page(Some(href).filter(|href| !href.starts_with('#'))?)
}

/// The title of a link: the heading inside it, or all of its words.
fn title_of(page: &Page, link: NodeId) -> String {
    let document = page.document();
    let heading =
        document.descendants(link).find(|node| document.tag(*node).heading_level().is_some());
    let text = page.text_of(heading.unwrap_or(link), "\n");
    // A card that is one link: its first line that is long enough.
    let line = text.lines().find(|line| count::tokens(line) >= LEAST_TITLE).unwrap_or(&text);
    line.trim().to_owned()
}

/// The title that a link gives in full where it shows it cut: `…` at its end.
fn whole_title(page: &Page, link: NodeId, shown: &str) -> String {
    let start = shown.trim_end_matches(['…', '.']);
    let given = page.document().attribute(link, AttributeName::TITLE).map(str::trim).unwrap_or("");
    let is_cut = start.len() < shown.len() && given.len() > start.len() && given.starts_with(start);
    if is_cut { given.to_owned() } else { shown.to_owned() }
}

/// True if a short title is that of a chapter: `第三章`, `Chapter 3`, `3. Water`.
fn is_chapter(title: &str) -> bool {
    let rest = title.trim_start_matches(|c: char| c.is_alphabetic() && c != '第').trim_start();
    let is_numbered = rest.starts_with(|c: char| c.is_ascii_digit()) && count::tokens(title) >= 2;
    title.starts_with('第') && title.contains(['章', '回', '节', '卷', '集', '话']) || is_numbered
}

/// The first picture of an item that has an address.
fn image_of(page: &Page, id: NodeId) -> Option<String> {
    let document = page.document();
    let mut pictures = document.descendants(id).filter(|id| document.tag(*id) == Tag::IMG);
    pictures.find_map(|id| media::image(page.node(id))).map(|image| image.address)
}

fn time_of(text: &str, read_at: Option<Moment>) -> Option<String> {
    dates::find_day(text, read_at).map(|found| found.date.to_string())
}
