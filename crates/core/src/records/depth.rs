//! The depth of a post among the answers: as the page declares it, or by nested elements.

use rustc_hash::FxHashMap;

use super::post::Post;
use super::row::Row;
use crate::dom::{AttributeName, NodeId, NodeKind, Tag};
use crate::page::Page;
use crate::text::lexicon::Group;

static NAMES: Group = Group::of("thread.depth");

/// The maximum number of elements of a post that are searched for its level.
const MOST: usize = 14;

/// The depths of posts by their first and last nodes. Depths that the page declares are preferred, if most posts have one and
/// there are at least two levels, the first of them the lowest.
pub(super) fn depths(page: &Page, places: &[(NodeId, NodeId)]) -> Vec<u32> {
    let told: Vec<Option<u32>> = places.iter().map(|(id, end)| level(page, *id, *end)).collect();
    let mut levels: Vec<u32> = told.iter().copied().flatten().collect();
    let (first, number) = (levels.first().copied(), levels.len());
    levels.sort_unstable();
    levels.dedup();
    if levels.len() >= 2 && first == levels.first().copied() && number * 5 >= places.len() * 3 {
        let rank = |level: Option<u32>| {
            let place = level.and_then(|level| levels.binary_search(&level).ok()).unwrap_or(0);
            u32::try_from(place).unwrap_or(0)
        };
        return told.into_iter().map(rank).collect();
    }
    nested(page, places)
}

/// The number of other posts around each. A `div` with the answers, next to the post in a common `div`, counts as part of that
/// post.
fn nested(page: &Page, places: &[(NodeId, NodeId)]) -> Vec<u32> {
    let document = page.document();
    let last = places.last().map_or(NodeId(0), |(id, _)| *id);
    // Anything up to the next post in the same element may answer this one.
    let mut beside: FxHashMap<NodeId, NodeId> = FxHashMap::default();
    let next = places.iter().rev().map(|(id, _)| beside.insert(document.parent(*id)?, *id));
    let mut next: Vec<Option<NodeId>> = next.collect();
    next.reverse();
    // The end of the answers to each open post.
    let mut open: Vec<NodeId> = Vec::new();
    let mut depths = Vec::with_capacity(places.len());
    for ((at, (id, end)), next) in places.iter().enumerate().zip(next) {
        while open.last().is_some_and(|end| end <= id) {
            open.pop();
        }
        depths.push(u32::try_from(open.len()).unwrap_or(0));
        let around = document.parent(*id).unwrap_or(*id);
        // An element around all posts says nothing of one.
        let is_own = document.end(around) <= last || at > 0 && around > places[0].0;
        let around_end = next.map_or(document.end(around), |next| next.min(document.end(around)));
        let reach = if is_own { around_end } else { *end };
        open.push(reach.max(*end));
    }
    depths
}

/// Sets depths and parents; a post without a level is an answer inside the one before it.
pub(super) fn set<'r>(posts: impl Iterator<Item = &'r mut Post>, levels: &[Option<u32>]) {
    let levels = levels.iter().scan(0, |last, level| {
        let inside = *last + 1;
        *last = level.unwrap_or(*last);
        Some(level.unwrap_or(inside))
    });
    let depths: Vec<u32> = levels.collect();
    let parents = parents(&depths);
    for ((post, depth), parent) in posts.zip(depths).zip(parents) {
        post.depth = if parent.is_none() { 0 } else { depth };
        post.parent = parent;
    }
}

/// Sets depths and parents anew after some rows were taken away.
pub(super) fn set_again(rows: &mut [Row]) {
    let mut last: Vec<u32> = Vec::new();
    let levels = rows.iter().map(|row| {
        last.retain(|level| *level < row.post.depth);
        last.push(row.post.depth);
        u32::try_from(last.len() - 1).ok()
    });
    let levels: Vec<Option<u32>> = levels.collect();
    set(rows.iter_mut().map(|row| &mut row.post), &levels);
}

/// The place of the post that each one answers: the last one before it that is a level higher.
fn parents(depths: &[u32]) -> Vec<Option<u32>> {
    // The last post at each level.
    let mut last: Vec<u32> = Vec::new();
    let mut found = Vec::with_capacity(depths.len());
    for (at, depth) in depths.iter().enumerate() {
        let level = (*depth as usize).min(last.len());
        last.truncate(level);
        found.push(last.last().copied());
        last.push(u32::try_from(at).unwrap_or(u32::MAX));
    }
    found
}

/// The level that a post declares: in an attribute, a class, an indent, or the width of an image of one line.
fn level(page: &Page, id: NodeId, end: NodeId) -> Option<u32> {
    let document = page.document();
    let elements = (id.0..end.0).map(NodeId).filter(|id| document.kind(*id) == NodeKind::Element);
    elements.take(MOST).find_map(|id| {
        let named = document.attributes(id).find_map(|(name, value)| {
            let name =
                name.strip_prefix("data-").or_else(|| name.strip_prefix("aria-")).unwrap_or(name);
            is_named(name).then(|| value.trim().parse().ok())?
        });
        named
            .or_else(|| page.classes(id).find_map(level_of_class))
            .or_else(|| level_of_style(document.attribute(id, AttributeName::STYLE)?))
            .or_else(|| {
                let attribute = |name| {
                    document.attribute(id, name).and_then(|value| value.trim().parse::<u32>().ok())
                };
                let is_line =
                    document.tag(id) == Tag::IMG && attribute(AttributeName::HEIGHT) == Some(1);
                attribute(AttributeName::WIDTH).filter(|_| is_line)
            })
    })
}

/// The number in `depth-2` or `level2`.
fn level_of_class(class: &str) -> Option<u32> {
    let number = class.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number = number.parse().ok()?;
    let name = class.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches(['-', '_']);
    is_named(name).then_some(number)
}

/// True if a name, or the last part of it, is a word for a level.
fn is_named(name: &str) -> bool {
    let last = name.rsplit(['-', '_']).next().unwrap_or(name);
    NAMES.iter().any(|word| word.eq_ignore_ascii_case(last))
}

/// The indent in pixels or ems of a `style`.
fn level_of_style(style: &str) -> Option<u32> {
    let at = ["margin-left:", "padding-left:"]
        .iter()
        .find_map(|name| Some(style.find(name)? + name.len()))?;
    let digits: String =
        style[at..].trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_of_depths() {
        let found = parents(&[0, 1, 2, 1, 0, 3]);
        assert_eq!(found, [None, Some(0), Some(1), Some(0), None, Some(4)]);
    }

    #[test]
    fn levels_of_classes_and_styles() {
        assert_eq!(level_of_class("depth-3"), Some(3));
        assert_eq!(level_of_class("row2"), None);
        assert_eq!(level_of_style("color:red;margin-left: 40px"), Some(40));
    }

    #[test]
    fn answers_stand_in_elements_beside_what_they_answer() {
        let one = |id: &str, below: &str| {
            format!("<div class=thing id={id}><p>{id}</p></div><div class=child>{below}</div>")
        };
        let inside = |id: &str, below: &str| {
            format!("<div class=thing id={id}><p>{id}</p><div class=child>{below}</div></div>")
        };
        for one in [&one as &dyn Fn(&str, &str) -> String, &inside] {
            let answers = format!("<div class=list>{}</div>", one("c", &one("d", "")));
            let top = one("b", &answers) + &one("e", "") + &one("f", "");
            let html = format!("<main><div id=a>a</div><div><div class=list>{top}</div></div>");
            let page = Page::new(&html, None);
            let document = page.document();
            let with_id = |id: &NodeId| document.attribute(*id, AttributeName::ID).is_some();
            let places: Vec<_> =
                document.elements().filter(with_id).map(|id| (id, document.end(id))).collect();
            assert_eq!(depths(&page, &places), [0, 0, 1, 2, 0, 0]);
        }
    }
}
