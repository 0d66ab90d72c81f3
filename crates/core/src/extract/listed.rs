//! What changes for a page that turns out to list things: its kind, and the fields that are those of its items.

use std::collections::HashSet;

use crate::kind::{KindProbability, PageKind};
use crate::meta::{Candidate, Fields, Origin};
use crate::page::{BlockRef, Page};
use crate::records::{LISTS, Records};
use crate::text::address::Address;
use crate::text::lexicon::Group;
use crate::text::titles;

/// The first page of a site has this many columns with headings.
const LEAST_COLUMNS: usize = 2;
/// The items of a page that lists with a lower probability are those beside its text.
const LEAST_PROBABILITY: f32 = 0.2;

/// The kinds of a page in view of its items: where they hold most of the text, the page lists, and surely so if its title
/// says that it shows what a search found. Two probabilities change places, so that the likeliest kind stays the first.
pub(super) fn kinds(
    records: &Records,
    judged: &[KindProbability],
    is_search: bool,
) -> Vec<KindProbability> {
    let mut kinds = judged.to_vec();
    let Some(first) = kinds.first().map(|kind| kind.kind) else { return kinds };
    let is_settled = first == PageKind::Forum || LISTS.contains(&first);
    if records.items.is_empty() || !records.posts.is_empty() || is_settled {
        return kinds;
    }
    let likely = kinds.iter().position(|kind| match is_search {
        true => kind.kind == PageKind::Listing,
        false => LISTS.contains(&kind.kind) && kind.probability >= LEAST_PROBABILITY,
    });
    if let Some(at) = likely {
        kinds[0].kind = std::mem::replace(&mut kinds[at].kind, first);
    }
    kinds
}

/// True if a page may be the first of its site: it has columns, and its address has no path or is not known.
fn is_first_page(page: &Page, records: &Records) -> bool {
    let headed = records.groups.iter().filter(|group| group.heading.is_some()).count();
    headed >= LEAST_COLUMNS && page.url().is_none_or(|url| Address::of(url).is_first_page())
}

/// Leaves out the titles, names and dates of items.
pub(super) fn without_items(
    page: &Page,
    kind: Option<PageKind>,
    records: &Records,
    fields: &mut Fields,
) {
    if !kind.is_some_and(|kind| LISTS.contains(&kind)) || records.items.is_empty() {
        return;
    }
    let titles: HashSet<String> = records.items.iter().map(|item| letters(&item.title)).collect();
    // The page's own name may be a link among its items.
    let element = letters(page.structured().title.as_deref().unwrap_or(""));
    let is_other = |title: &Candidate| {
        let title = letters(&title.value);
        element.starts_with(&title) || !titles.contains(&title)
    };
    let is_of_item = fields.title.first().is_some_and(|title| !is_other(title));
    if fields.title.iter().any(is_other) {
        fields.title.retain(is_other);
    }
    if is_of_item && is_first_page(page, records) {
        put_name_first(page, fields);
    }
    let times = records.items.iter().filter_map(|item| item.time.as_deref());
    let days: HashSet<&str> = times.filter_map(|time| time.get(..10)).collect();
    for dates in [&mut fields.publish_date, &mut fields.modified_date] {
        dates.retain(|date| {
            let day = date.value.to_string();
            is_declared(date.origin) || !day.get(..10).is_some_and(|day| days.contains(day))
        });
    }
    let places = records.item_places.iter();
    let blocks = places.flat_map(|(start, end)| page.blocks_between(*start, *end));
    let short = blocks.map(|at| page.block(at)).filter(|block| block.characters <= LONGEST_NAMES);
    let texts: Vec<&str> = short.map(BlockRef::text).take(MOST_TEXTS).collect();
    fields.author.retain(|author| {
        is_declared(author.origin) || !texts.iter().any(|text| text.contains(author.value.as_str()))
    });
}

/// Characters of a block of an item that may name its author, and blocks that are looked at.
const LONGEST_NAMES: u32 = 80;
const MOST_TEXTS: usize = 400;

/// True if data of the page says so of the page itself.
fn is_declared(origin: Origin) -> bool {
    matches!(
        origin,
        Origin::Meta | Origin::JsonLd | Origin::MetaAuthor | Origin::JsonLdAuthor | Origin::Method
    )
}

/// The name of the site is the title of its first page.
fn put_name_first(page: &Page, fields: &mut Fields) {
    /// The words that the first page of any site may be called by, in a title with the site's name.
    static WORDS: Group = Group::of("title.first_page");
    const LEAST_SCORE: f32 = 0.5;
    let declared = fields.site_name.first().filter(|name| name.score >= LEAST_SCORE);
    let element = page.structured().title.as_deref().unwrap_or("");
    let parts = titles::parts(element).into_iter().map(str::trim);
    let mut named =
        parts.filter(|part| !part.is_empty() && !WORDS.contains(&part.to_lowercase().as_str()));
    let name = declared.map(|name| name.value.clone()).or_else(|| named.next().map(str::to_owned));
    if let Some(value) = name {
        fields.title.retain(|title| title.value != value);
        fields
            .title
            .insert(0, Candidate { value, raw: None, origin: Origin::OgSiteName, score: 1.0 });
    }
}

/// The characters of a title that count when two are compared.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
