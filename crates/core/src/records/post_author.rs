//! Who wrote a post.

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{Name, Page};
use crate::text::dates::{self, FoundDate};
use crate::text::lexicon::Group;

/// The author of the post that the nodes from `id` to `end` are: from `data-author`, microdata, a class, or a link to a profile.
pub(super) fn author_in(page: &Page, id: NodeId, end: NodeId) -> Option<String> {
    let document = page.document();
    if let Some((_, name)) =
        document.attributes(id).find(|(name, _)| matches!(*name, "data-author" | "data-username"))
    {
        return Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    let (mut weak, mut weakest) = (None, None);
    // A term is the name itself.
    let start = if document.tag(id) == Tag::DT { id.0 } else { id.0 + 1 };
    let own = (start..end.0).map(NodeId);
    let elements = own.filter(|node| document.kind(*node) == NodeKind::Element);
    for node in elements.take(400) {
        let amount = page.node(node).characters();
        if !(1..=40).contains(&amount) {
            continue;
        }
        let attribute = |name| document.attribute(node, name).unwrap_or("");
        let class = page.marks().class(node);
        let is_named = attribute(AttributeName::ITEMPROP) == "author"
            || attribute(AttributeName::REL) == "author"
            || class.has(Name::Poster);
        let href = attribute(AttributeName::HREF);
        let is_profile = document.tag(node) == Tag::A
            && [
                "user", "member", "profile", "people", "author", "space", "uid=", "home", "/u/",
                "/~",
            ]
            .iter()
            .any(|part| href.contains(part));
        let name = || Some(name_text(page, innermost(page, node))).filter(|name| is_name(name));
        if is_named && let Some(name) = name().or_else(|| first_text(document, node)) {
            return Some(name);
        }
        if is_profile && weak.is_none() {
            weak = name();
        }
        if weakest.is_none() && class.has(Name::AboutPoster) {
            weakest = name();
        }
    }
    weak.or(weakest).or_else(|| speaker(page, id)).or_else(|| first_link(page, id))
}

/// The name that an answer inside a post begins with, as a link: `Ann: ...`, `Ann 回复 Bob：...`.
pub(super) fn first_link(page: &Page, id: NodeId) -> Option<String> {
    let document = page.document();
    if document.tag(id) != Tag::LI || !page.marks().within(id, 3, Name::Answers) {
        return None;
    }
    let is_text =
        |id: &NodeId| document.kind(*id) == NodeKind::Text && !document.text(*id).trim().is_empty();
    let mut texts = document.descendants(id).filter(is_text);
    let (name, said) = (texts.next()?, texts.next()?);
    let is_link = document.ancestors(name).take(2).any(|id| document.tag(id) == Tag::A);
    let goes_on = document.text(said).trim_start().starts_with([':', '：', '回']);
    let name = document.text(name).trim();
    (is_link && goes_on && is_name(name)).then(|| name.to_owned())
}

/// Words after the name of who says what follows: `Ann said...`.
static SAID: Group = Group::of("thread.said");

/// The name in a term that says who said what follows.
fn speaker(page: &Page, id: NodeId) -> Option<String> {
    if page.document().tag(id) != Tag::DT {
        return None;
    }
    let text = page.text_of(id, "\n");
    let first = text.lines().next()?.trim_end_matches(|c: char| !c.is_alphanumeric());
    let name = SAID.iter().find_map(|word| first.strip_suffix(word))?.trim();
    is_name(name).then(|| name.to_owned())
}

/// The first text of an element with more than a name, if that text is a name.
fn first_text(document: &Document, id: NodeId) -> Option<String> {
    let texts = document.descendants(id).filter(|id| document.kind(*id) == NodeKind::Text);
    let first = texts.map(|id| document.text(id).trim()).find(|text| !text.is_empty())?;
    (is_name(first) && first.starts_with(char::is_alphabetic)).then(|| first.to_owned())
}

/// The one element within a named one that is named for the person too: the letter in place of a portrait, or a rank, is beside it.
fn innermost(page: &Page, outer: NodeId) -> NodeId {
    let document = page.document();
    let is_named = |id: &NodeId| {
        document.attribute(*id, AttributeName::ITEMPROP) == Some("name")
            || page.marks().class(*id).has(Name::Poster)
    };
    let mut inner = document.descendants(outer).filter(is_named);
    match (inner.next(), inner.next()) {
        (Some(one), None) if page.node(one).characters() > 0 => one,
        _ => outer,
    }
}

/// The first block of an element's text, without a label before it.
fn name_text(page: &Page, id: NodeId) -> String {
    let text = page.text_of(id, "\n");
    let first = text.lines().next().unwrap_or("").trim();
    let first = first.strip_prefix("By ").or_else(|| first.strip_prefix("by ")).unwrap_or(first);
    first.trim_end_matches([':', '：', ',']).trim().to_owned()
}

pub(super) fn written_date(text: &str) -> Option<FoundDate> {
    dates::find(text).or_else(|| dates::find_day(text, None))
}

static POSTER_LABELS: Group = Group::of("person.poster_label");

/// True if the last word is short, as in `Ann B.` and `Ann Lee Jr.`: its full stop ends no sentence.
fn ends_in_initial(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or("");
    last.len() < name.len() && last.chars().count() <= 3
}

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    // The letter in place of a portrait, and labels.
    let is_letter = length == 1 && name.is_ascii();
    let lower = name.to_lowercase();
    let is_label = POSTER_LABELS.contains(&lower.as_str());
    !is_letter
        && !is_label
        && (1..=40).contains(&length)
        && name.chars().any(char::is_alphanumeric)
        && written_date(name).is_none()
        && !name.ends_with(['。', '！', '？'])
        && (!name.ends_with('.') || ends_in_initial(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_in_initials_but_not_in_sentences() {
        for (text, expected) in
            [("Ann B.", true), ("Ann Lee Jr.", true), ("Thanks a lot.", false), ("ok.", false)]
        {
            assert_eq!(is_name(text), expected, "{text}");
        }
    }
}
