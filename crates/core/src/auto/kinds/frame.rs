//! The place of a page in its site for its kind: the steps that lead to it, the entry of the menu that is marked as its own,
//! the parts of its title, and whether its name is the site's or one of those that links have.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::menu::{ENTRY, is_home, marked, steps};
use super::of_page::OfPage;
use super::outline::{is_root, path};
use super::page_facts::{GROUPS, WORDS, log};
use crate::dom::{AttributeName, Tag};
use crate::page::{Page, kinds_of, leads_home};
use crate::text::hash;
use crate::text::lexicon::Group;
use crate::text::phrases::Phrases;

/// What the columns of a site are of, as breadcrumbs and menus name them.
const COLUMNS: [&str; 6] = ["product", "news", "company", "help", "forum", "work"];

/// Other numbers.
const NUMBERS: [&str; 18] = [
    "ends_like_site",
    "root_elsewhere",
    "commas",
    "steps",
    "last_is_name",
    "marked",
    "marked_home",
    "marked_is_name",
    "name_in_links",
    "name_of_site",
    "part_of_site",
    "has_copyright",
    "upward",
    "home_links",
    "query",
    "is_work",
    "is_site",
    "is_list",
];

/// Types of schema.org by what a page of such an object is, in lower case.
const TYPES: [&[&str]; 3] = [
    &[
        "movie",
        "book",
        "software",
        "game",
        "album",
        "recording",
        "course",
        "event",
        "hotel",
        "tvseries",
        "vehicle",
    ],
    &["organization", "website", "business"],
    &["itemlist", "collectionpage", "searchresults"],
];

/// The longest line of copyright, in characters.
const COPYRIGHT_LINE: u32 = 320;
static OF_COLUMNS: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(&COLUMNS.map(|column| format!("column.{column}"))));
static SITE_END: Group = Group::of("title.site_end");
static COPYRIGHT: Group = Group::of("edge.copyright");

/// The names of the numbers, in the order of [`frame`].
pub(super) fn names() -> Vec<String> {
    let words = GROUPS.map(|group| format!("own.{group}")).into_iter();
    let columns = COLUMNS.map(|group| format!("column.{group}"));
    words.chain(columns).chain(NUMBERS.map(|name| format!("frame.{name}"))).collect()
}

/// The numbers of a page: counts as log2 of one more, others 0 or 1, NaN of nothing.
pub(super) fn frame(page: &Page, of_page: &OfPage) -> Vec<f32> {
    let steps = steps(page);
    let last = steps.last().copied();
    let marked = marked(page);
    let name = of_page.name.map(|block| block.text().trim());
    let first = of_page.parts.first().copied();
    let mut numbers = Vec::with_capacity(GROUPS.len() + COLUMNS.len() + NUMBERS.len());
    let entries = || marked.iter().copied().filter(|text| !is_home(text));
    numbers.extend(sums::<{ GROUPS.len() }>(&[
        meanings(&WORDS, first),
        meanings(&WORDS, last),
        meanings(&WORDS, entries()),
        meanings(&WORDS, name),
    ]));
    numbers.extend(sums::<{ COLUMNS.len() }>(&[
        meanings(&OF_COLUMNS, steps.iter().copied()),
        meanings(&OF_COLUMNS, entries()),
    ]));
    let is_name = |text: &str| Some(text) == first || Some(text) == name;
    let (title, count) = (page.structured().title.as_deref().unwrap_or(""), steps.len());
    numbers.extend([
        f32::from(first.is_some_and(|part| SITE_END.iter().any(|word| part.ends_with(word)))),
        root_elsewhere(page, of_page),
        log(title.matches(['，', ',', '、', '|', '_']).count() as u32),
        if count == 0 { f32::NAN } else { count as f32 },
        last.map_or(f32::NAN, |last| f32::from(is_name(last))),
        log(marked.len() as u32),
        f32::from(marked.iter().any(|text| is_home(text))),
        f32::from(marked.iter().any(|text| is_name(text))),
    ]);
    numbers.extend(names_of_site(page, of_page));
    numbers.push(f32::from(has_query(page, of_page)));
    numbers.extend(types(page));
    numbers
}

/// The meanings of the words of some texts, a bit each.
fn meanings<'p>(words: &Phrases, texts: impl IntoIterator<Item = &'p str>) -> u64 {
    texts.into_iter().fold(0, |set, text| set | words.groups(text))
}

/// By group, in how many sets it is.
fn sums<const N: usize>(sets: &[u64]) -> [f32; N] {
    let mut counts = [0.0; N];
    sets.iter().flat_map(|set| hash::bits(*set)).for_each(|group| counts[group] += 1.0);
    counts
}

/// How many links have the page's name, whether it is the site's, whether a part of the title is, and whether a line of
/// copyright was found; then the share of links that go up in the folders of the site, and the number of those to its first
/// page.
fn names_of_site(page: &Page, of_page: &OfPage) -> [f32; 6] {
    let first = of_page.parts.first().copied().unwrap_or("");
    let name = of_page.name.map_or("", |block| block.text().trim());
    let (mut in_links, mut has_copyright) = (0, false);
    let mut site = OfSite::default();
    let (upward, home) = site.see_links(page, of_page);
    // A line of copyright is near the end.
    for block in page.block_refs().rev() {
        let is_linked = block.is_mostly_linked();
        if is_linked && block.characters <= ENTRY {
            let text = block.text().trim();
            in_links += u32::from(text == first || text == name);
        } else if !is_linked
            && block.characters <= COPYRIGHT_LINE
            && !(has_copyright && site.is_name && site.has_part)
            && COPYRIGHT.are_in(block.text())
        {
            has_copyright = true;
            site.see(of_page, block.text());
        }
    }
    let [is_name, has_part, has_copyright] =
        [site.is_name, site.has_part, has_copyright].map(f32::from);
    let upward = upward as f32 / of_page.links_with_address() as f32;
    [log(in_links), is_name, has_part, has_copyright, upward, log(home)]
}

/// What texts that name the site have of the title.
#[derive(Default)]
struct OfSite {
    is_name: bool,
    has_part: bool,
}

impl OfSite {
    fn see(&mut self, of_page: &OfPage, text: &str) {
        self.is_name |= of_page.parts.first().is_some_and(|first| text.contains(first));
        self.has_part |= of_page.parts.iter().any(|part| text.contains(part));
    }

    /// Sees the name that the page's data give the site, and what links to its first page say. Returns how many links go up,
    /// and how many home.
    fn see_links(&mut self, page: &Page, of_page: &OfPage) -> (u32, u32) {
        page.structured().meta("og:site_name").into_iter().for_each(|name| self.see(of_page, name));
        let (mut upward, mut home) = (0, 0);
        for link in &of_page.links {
            let href = link.value(AttributeName::HREF);
            upward += u32::from(href.starts_with("../"));
            if !leads_home(href) {
                continue;
            }
            home += u32::from(link.attribute(AttributeName::HREF).is_some());
            let images = link.elements().filter(|node| node.is(Tag::IMG)).take(2);
            images.for_each(|image| self.see(of_page, image.value(AttributeName::ALT)));
            let text = link.blocks().next().filter(|block| block.characters <= 2 * ENTRY);
            text.into_iter().for_each(|block| self.see(of_page, block.text()));
        }
        (upward, home)
    }
}

/// 1 if the page is the root of a site by the address of the same page for phones or in another language, NaN without one.
fn root_elsewhere(page: &Page, of_page: &OfPage) -> f32 {
    let links = of_page.forms.iter().filter(|node| {
        node.value(AttributeName::REL).eq_ignore_ascii_case("alternate")
            && node.value(AttributeName::TYPE).is_empty()
    });
    let links = links.filter_map(|node| node.attribute(AttributeName::HREF));
    let agents = page.structured().metas("mobile-agent");
    let agents = agents.filter_map(|content| content.split_once("url=")).map(|(_, url)| url);
    let mut roots = links.chain(agents).filter_map(path).map(is_root);
    let Some(first) = roots.next() else { return f32::NAN };
    f32::from(first || roots.take(20).any(|is_root| is_root))
}

/// True if a field for a search holds words of the title.
fn has_query(page: &Page, of_page: &OfPage) -> bool {
    let Some(title) = page.structured().title.as_deref() else { return false };
    of_page.inputs.iter().take(50).any(|node| {
        let value = node.value(AttributeName::VALUE).trim();
        let is_text = matches!(node.value(AttributeName::TYPE), "" | "text" | "search");
        is_text && value.chars().nth(1).is_some() && title.contains(value)
    })
}

/// By group of types, 1 if an object of the page has one.
fn types(page: &Page) -> [f32; TYPES.len()] {
    let objects = page.structured().json_ld.iter();
    let types: FxHashSet<u64> = objects
        .flat_map(kinds_of)
        .flat_map(|name| {
            let name = name.to_lowercase();
            (0..TYPES.len() as u64)
                .filter(move |group| TYPES[*group as usize].iter().any(|word| name.contains(word)))
        })
        .collect();
    let set = types.iter().fold(0, |set, group| set | 1 << group);
    let mut found = [0.0; TYPES.len()];
    hash::bits(set).for_each(|group| found[group] = 1.0);
    found
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    fn numbers(html: &str) -> FxHashMap<String, f32> {
        let page = Page::new(html, None);
        names().into_iter().zip(frame(&page, &OfPage::of(&page))).collect()
    }

    #[test]
    fn steps_and_the_marked_entry_tell_the_column() {
        let found = numbers(
            "<title>青瓷茶杯-产品中心-某某陶瓷</title><ul><li><a href=/>首页</a><li class=active><a href=/p>产品中心</a></ul>\
             <p>当前位置：<a href=/>首页</a> &gt; <a href=/p>产品中心</a> &gt; 青瓷茶杯<h1>青瓷茶杯</h1><p>© 2024 某某陶瓷",
        );
        assert_eq!((found["frame.steps"], found["frame.last_is_name"]), (2.0, 1.0));
        assert_eq!((found["frame.marked"], found["frame.marked_home"]), (1.0, 0.0));
        assert_eq!((found["column.product"], found["column.news"]), (2.0, 0.0));
        assert_eq!((found["frame.name_of_site"], found["frame.part_of_site"]), (0.0, 1.0));
    }

    #[test]
    fn a_first_page_has_the_name_of_the_site_and_marks_its_own_entry() {
        let found = numbers(
            "<title>某某陶瓷</title><a href=/><img alt=某某陶瓷></a><ul><li class=on><a href=/>首页</a></ul><p>茶杯",
        );
        assert_eq!((found["frame.name_of_site"], found["frame.marked_home"]), (1.0, 1.0));
        assert!(found["frame.steps"].is_nan() && found["frame.root_elsewhere"].is_nan());
    }

    #[test]
    fn a_search_repeats_its_words_and_phones_have_another_address() {
        let found = numbers(
            "<title>茶杯_搜索</title><meta name=mobile-agent content='format=html5;url=https://m.example/s?q=1'>\
             <input name=q value=茶杯><a href=../a.html>a</a><a href=b.html>b</a>",
        );
        assert_eq!((found["frame.query"], found["frame.root_elsewhere"]), (1.0, 0.0));
        assert_eq!(found["frame.upward"], 0.5);
    }
}
