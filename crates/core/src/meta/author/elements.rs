//! Elements with a class, relation or address of authors.

use crate::dom::{AttributeName, NodeId, NodeKind, Tag};
use crate::meta::origin::Origin;
use crate::meta::people::may_be_names;
use crate::meta::place::Place;
use crate::page::{Block, Label, Labelled, Name, Page};
use crate::text::chars::is_cjk;
use crate::text::dates::{self, DateOrder};
use crate::text::lexicon::Group;

/// True if the class or the id of an element says that it holds the name of an account.
pub(in crate::meta) fn names_account(page: &Page, id: NodeId) -> bool {
    page.marks().is(id, Name::Account)
}

/// Parts of addresses of profiles.
static PROFILES: Group = Group::of("address.profile");

/// Parts of the addresses of sign-in pages in the same folders.
static GATES: Group = Group::of("address.gate");

/// True for an address of a person's page.
pub(in crate::meta) fn is_profile(address: &str) -> bool {
    PROFILES.are_in(address) && !GATES.are_in(address)
}

/// Finds authors in elements around the article with a class, relation or address of authors.
pub(super) fn of_elements(place: &Place, add: &mut impl FnMut(&str, Origin, f32)) {
    let (page, document) = (place.page, place.page.document());
    let blocks = page.blocks();
    let Some(first) = blocks.get(place.title.saturating_sub(12)) else { return };
    let last = blocks.get(place.main.end + 20).or(blocks.last());
    let end = last.map_or(0, |block| page.texts_of(block).first().map_or(0, |text| text.node.0));
    // The container of the first block, so that elements around it are seen.
    for id in (first.container.0..end).map(NodeId) {
        if document.kind(id) != NodeKind::Element || document.end(id).0 - id.0 > 60 {
            continue;
        }
        let Some((origin, score)) = element_score(page, id) else { continue };
        if is_in_comment(page, id) {
            continue;
        }
        let texts = page.texts().partition_point(|text| text.node < id);
        let Some(text) = page.texts().get(texts).filter(|text| text.node < document.end(id)) else {
            continue;
        };
        let Some(index) = page.block_of(text.node) else { continue };
        let value = without_marks(page, id).unwrap_or_else(|| page.text_of(id, " | "));
        if value.chars().count() > 120 {
            continue;
        }
        let hidden = if blocks[index].is_hidden { 0.1 } else { 0.0 };
        let score = score - place.farness(index) - hidden;
        let may_be = |part: &&str| !is_author_label(part) && may_be_names(part);
        let mut parts = value.split(" | ").map(cut_off).filter(may_be);
        let labels: Vec<Labelled> = Labelled::all(&value).collect();
        let is_author = |l: &Labelled| l.label == Label::Author || is_from_account(page, id, l);
        if labels.iter().any(|l| matches!(l.label, Label::Editor | Label::Source))
            && !labels.iter().any(is_author)
        {
            continue;
        }
        let named = labels.into_iter().find(|l| is_author(l) && !l.value.is_empty());
        if let Some(value) = named.map(|l| l.value).or_else(|| parts.next()) {
            add(value, origin, score);
        }
    }
}

/// The text of an element without raised marks of affiliations, a semicolon in place of each: `李明远;张静;`. `None` for
/// an element without such marks.
fn without_marks(page: &Page, id: NodeId) -> Option<String> {
    let document = page.document();
    let end = document.end(id);
    if !(id.0..end.0).any(|id| document.tag(NodeId(id)) == Tag::SUP) {
        return None;
    }
    let mut out = String::new();
    let first = page.texts().partition_point(|text| text.node < id);
    for text in page.texts()[first..].iter().take_while(|text| text.node < end) {
        let mut around = document.ancestors(text.node).take_while(|around| *around != id);
        if !around.any(|around| document.tag(around) == Tag::SUP) {
            text.push_to(&mut out, document.text(text.node));
        } else if !out.ends_with(';') {
            out.push(';');
        }
    }
    Some(out)
}

/// True if a value is the account that wrote a text, not the paper that it is from: `来自 [某人]`, all of an element
/// for an author, the name in a link.
fn is_from_account(page: &Page, id: NodeId, found: &Labelled) -> bool {
    let document = page.document();
    let is_whole = || page.text_of(id, " | ").len() <= found.word.len() + found.value.len() + 2;
    let is_link = |id: u32| {
        let id = NodeId(id);
        document.tag(id) == Tag::A && document.text_content(id).trim() == found.value
    };
    found.word == "来自"
        && !found.has_mark
        && !found.value.is_empty()
        && is_whole()
        && (id.0..document.end(id).0).any(is_link)
}

/// True if a labelled value of a block is the account that wrote the text: see [`is_from_account`].
pub(in crate::meta) fn is_of_account(page: &Page, block: &Block, found: &Labelled) -> bool {
    let id = block.container;
    matches!(element_score(page, id), Some((Origin::AuthorClass, _)))
        && is_from_account(page, id, found)
}

static AUTHOR_LABELS: Group = Group::of("person.author_label");

/// True if a text is only a label: "By", "Written by", "Author", "作者".
fn is_author_label(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.is_empty()
        || Label::of(&text) == Some(Label::Author)
        || AUTHOR_LABELS.contains(&text.as_str())
}

/// True if an element is part of a comment or of an answer.
pub(in crate::meta) fn is_in_comment(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    document.parent(id).is_some_and(|around| page.marks().within(around, 5, Name::InComment))
}

fn element_score(page: &Page, id: NodeId) -> Option<(Origin, f32)> {
    let document = page.document();
    let attribute = |name| document.attribute(id, name).unwrap_or("");
    if document.tag(id) == Tag::A
        && attribute(AttributeName::REL)
            .split_whitespace()
            .any(|rel| rel.eq_ignore_ascii_case("author"))
    {
        return Some((Origin::RelAuthor, 0.78));
    }
    if attribute(AttributeName::ITEMPROP).eq_ignore_ascii_case("author") {
        return Some((Origin::ItempropAuthor, 0.76));
    }
    let is = |name| page.marks().is(id, name);
    if is(Name::Author) && !is(Name::MoreThanAuthor) || is(Name::Account) && !is(Name::OtherAccount)
    {
        return Some((Origin::AuthorClass, 0.66));
    }
    (document.tag(id) == Tag::A && is_profile(attribute(AttributeName::HREF)))
        .then_some((Origin::ProfileLink, 0.62))
}

/// Cuts a name off before a date, another column or a count in the same element.
fn cut_off(value: &str) -> &str {
    let date = dates::find_written(value, DateOrder::MonthFirst).map(|date| date.range.start);
    let count = value
        .match_indices(' ')
        .map(|(at, _)| at)
        .find(|at| value[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    let value =
        &value[..date.into_iter().chain(count).min().filter(|at| *at > 0).unwrap_or(value.len())];
    let end = value
        .find(['|', '•', '·', '⋅', '–', '—', '\n'])
        .filter(|at| *at > 0 && !value[..*at].ends_with(is_cjk));
    value[..end.unwrap_or(value.len())].trim()
}
