//! The headings of a page, and how they resemble its `title` element.

use super::words::{SECTION, without_told_label};
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::meta::candidate::normalised;
use crate::meta::origin::Origin;
use crate::page::{Block, Page, TextNode, leads_home};
use crate::text::chars::is_cjk;
use crate::text::{clean, count, titles};
use std::borrow::Cow;
use std::hash::Hasher;

use rustc_hash::FxHasher;

/// A heading of the page.
pub(super) struct Heading {
    pub(super) level: u8,
    pub(super) text: String,
    /// The text in the form by which titles are compared.
    pub(super) compared: String,
    /// Bytes of its first line, where it has several.
    pub(super) first_line: Option<usize>,
    /// True if it is a link to the site's first page: the site's name.
    pub(super) leads_home: bool,
}

/// Tokens of the longest heading that may be a title: a longer one is a paragraph.
const LONGEST: u32 = 80;
/// More headings than this are sections of a long page, not its title.
const MOST_HEADINGS: usize = 40;
/// The maximum number of characters of a badge behind a heading.
const MOST_OF_BADGE: usize = 6;
/// The maximum number of characters of a kicker before a heading.
const MOST_OF_KICKER: usize = 30;
/// The minimum number of characters of a heading without its badge or kicker.
const LEAST_BESIDE_BADGE: usize = 4;

/// A heading without the sign of its permanent link: `Models¶`, `Models#`. If the title element has the sign too, it
/// is part of the title (`Learn C#`).
fn without_link_sign<'a>(text: &'a str, element: &str) -> &'a str {
    let text = text.trim_end_matches(['¶', ' ']);
    match text.strip_suffix('#') {
        Some(before) if !element.contains(text) => before.trim_end(),
        _ => text,
    }
}

/// Visible headings with text, in document order.
pub(super) fn headings(page: &Page) -> Vec<Heading> {
    let document = page.document();
    let element = page.structured().title.as_deref().unwrap_or("");
    let mut found: Vec<Heading> = Vec::new();
    let mut last: Option<NodeId> = None;
    for block in page.blocks().iter().filter(|block| block.is_heading && !block.is_hidden) {
        let own =
            Some(block.container).into_iter().chain(document.ancestors(block.container).take(8));
        let Some(id) = own.into_iter().find(|id| document.tag(*id).heading_level().is_some())
        else {
            continue;
        };
        let text = heading_text(page, block, element);
        let text = text.as_ref();
        if last == Some(id) {
            // A heading over several lines.
            if let Some(heading) = found.last_mut() {
                heading.first_line.get_or_insert(heading.text.len());
                if !heading.text.ends_with(is_cjk) || !text.starts_with(is_cjk) {
                    clean::push_space(&mut heading.text);
                }
                heading.text.push_str(text);
            }
            continue;
        }
        if found.len() == MOST_HEADINGS {
            break;
        }
        let text = without_told_label(without_link_sign(text, element), element).to_owned();
        found.push(Heading {
            level: document.tag(id).heading_level().unwrap_or(6),
            text,
            compared: String::new(),
            first_line: None,
            leads_home: block.is_mostly_linked() && is_link_home(page, block),
        });
        last = Some(id);
    }
    found.iter_mut().for_each(|heading| heading.compared = normalised(&heading.text));
    found
}

/// True if a block begins with a link to the site's first page.
fn is_link_home(page: &Page, block: &Block) -> bool {
    let document = page.document();
    let first = page.texts_of(block).first().map(|text| text.node);
    let around = first.into_iter().flat_map(|text| document.ancestors(text).take(4));
    let mut links = around.filter_map(|id| document.attribute(id, AttributeName::HREF));
    // A path from the page itself may lead to the first page of a part of the site.
    links
        .next()
        .is_some_and(|link| link.contains('/') && !link.starts_with('.') && leads_home(link))
}

/// The text of a heading without that of buttons in it ("Copy link"), unless it is one, and without the badge behind it and the
/// kicker before it, which the title element lacks.
pub(super) fn heading_text<'a>(page: &'a Page, block: &Block, element: &str) -> Cow<'a, str> {
    if !block.is_heading {
        return Cow::Borrowed(page.block_text(block));
    }
    let document = page.document();
    let is_button = |text: &TextNode| {
        document.ancestors(text.node).take(3).any(|id| document.tag(id) == Tag::BUTTON)
    };
    let texts = page.texts_of(block);
    let joined = |texts: &[&TextNode]| {
        let mut joined = String::new();
        for text in texts {
            text.push_to(&mut joined, document.text(text.node));
        }
        joined.trim().to_owned()
    };
    let mut own: Vec<&TextNode> = texts.iter().filter(|text| !is_button(text)).collect();
    let whole = page.block_text(block);
    let is_title = |rest: &[&TextNode]| {
        let title = joined(rest);
        title.chars().count() >= LEAST_BESIDE_BADGE && element.contains(&title)
    };
    let is_whole = element.contains(whole);
    if let [rest @ .., last] = own.as_slice()
        && !is_whole
        && is_badge(document, last.node)
        && is_title(rest)
    {
        own.pop();
    }
    if let [first, rest @ ..] = own.as_slice()
        && !is_whole
        && is_apart(document, first.node, MOST_OF_KICKER)
        && !element.contains(document.text(first.node).trim())
        && is_title(rest)
    {
        own.remove(0);
    }
    if own.is_empty() || own.len() == texts.len() {
        return Cow::Borrowed(whole);
    }
    Cow::Owned(joined(&own))
}

/// True if a text is a few characters in an element of their own: `<h1>A door <span>New</span></h1>`. Brackets are part of the
/// title: a year, a number of parts.
fn is_badge(document: &Document, text: NodeId) -> bool {
    let own = document.text(text).trim();
    is_apart(document, text, MOST_OF_BADGE) && !own.starts_with(['(', '（', '['])
}

/// True if a text is short and in an element of its own: `<h1><a>[Question]</a> How deep is a well?</h1>`.
fn is_apart(document: &Document, text: NodeId, most: usize) -> bool {
    let around = document.ancestors(text).take(2);
    let mut tags = around.map(|id| document.tag(id));
    tags.any(|tag| matches!(tag, Tag::SPAN | Tag::SMALL | Tag::A))
        && document.text(text).trim().chars().count() <= most
}

/// The origin of a heading, by how much of the `title` element it repeats; `None` if it cannot be the title.
pub(super) fn heading_origin(
    heading: &Heading,
    own_part: &str,
    element: &str,
    first_level: usize,
) -> Option<Origin> {
    let text = heading.compared.as_str();
    let share = shared(&heading.text, own_part);
    let is_repeated = !text.is_empty() && element.contains(text);
    // Lists of keywords; the second half of a title in two headings.
    let is_rest = heading.text.starts_with(char::is_lowercase)
        && normalised(own_part).find(text).is_some_and(|at| at > 0);
    let is_long = count::tokens(&heading.text) > LONGEST;
    if is_long || titles::parts(&heading.text).len() > 3 || is_repeated && is_rest {
        return None;
    }
    Some(match (is_repeated, share) {
        (true, share) if share >= 0.99 => Origin::HeadingRepeated,
        (true, share) if share >= 0.5 && count::tokens(&heading.text) > 2 => Origin::HeadingMostOf,
        (true, _) if heading.level == 1 => Origin::HeadingPartOf,
        (true, _) => return None,
        (false, share) if heading.level == 1 && share >= 0.5 => Origin::HeadingLike,
        (false, _) if !element.is_empty() && SECTION.contains(&text) => return None,
        (false, _) if heading.level == 1 && first_level == 1 => Origin::HeadingOnly,
        (false, _) if heading.level == 1 => Origin::HeadingOneOf,
        _ => return None,
    })
}

/// Bytes of a title at most: a longer one shares nothing.
const MOST_OF_TITLE: usize = 20_000;
/// Words of a title at most.
const MOST_WORDS: usize = 200;

/// A word of a title, as a hash of its letters in lower case.
pub(super) type Word = u64;

/// The words of a title; ideographs are words of their own. Too many are none.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    if text.len() > MOST_OF_TITLE {
        return words;
    }
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if word.contains(is_cjk) {
            words.extend(word.chars().map(|c| hash([c])));
        } else if word.is_ascii() {
            words.push(hash(word.chars().map(|c| c.to_ascii_lowercase())));
        } else {
            words.push(hash(word.to_lowercase().chars()));
        }
    }
    if words.len() > MOST_WORDS { Vec::new() } else { words }
}

fn hash(letters: impl IntoIterator<Item = char>) -> Word {
    let mut hasher = FxHasher::default();
    letters.into_iter().for_each(|letter| hasher.write_u32(letter.into()));
    hasher.finish()
}

/// The share of the words of `other` that `text` has too, 0 to 1.
fn shared(text: &str, other: &str) -> f32 {
    shared_words(&words(text), &words(other))
}

/// The share of the words of `other` that another title has too, 0 to 1.
pub(super) fn shared_words(text: &[Word], other: &[Word]) -> f32 {
    if other.is_empty() {
        return 0.0;
    }
    let common = other.iter().filter(|word| text.contains(word)).count() as f32;
    // Of the longer one, so that a word of the title alone is no title.
    common / other.len().max(text.len()) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badges_are_no_part_of_a_heading() {
        for (heading, expected) in [
            ("深井水泵大全 <span>17+</span>", "深井水泵大全"),
            ("深井水泵大全 <small>新</small>", "深井水泵大全"),
            ("深井水泵大全 <span>(2025)</span>", "深井水泵大全 (2025)"),
            ("深井水泵大全 <b>新</b>", "深井水泵大全 新"),
            ("深井水泵大全 <a href=/e>编辑</a>", "深井水泵大全"),
            ("水泵 <span>17+</span>", "水泵 17+"),
            ("<span>农具专题</span> 深井水泵大全", "深井水泵大全"),
            ("<span>深井</span>水泵大全", "深井水泵大全"),
        ] {
            let page = Page::new(&format!("<title>深井水泵大全</title><h1>{heading}</h1>"), None);
            assert_eq!(headings(&page)[0].text, expected, "{heading}");
        }
    }
}
