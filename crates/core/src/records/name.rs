//! Who wrote a post.

use std::sync::LazyLock;

use super::place::Place;
use super::short::{is_button, written_date};
use crate::dom::{AttributeName, Tag};
use crate::page::{BlockRef, Is, Label, Line, Name, Node, Piece, Word};
use crate::text::lexicon::Group;
use crate::text::phrases::Phrases;

/// Elements of a post that are looked at.
const MOST_ELEMENTS: usize = 400;
/// Characters of a name.
const LONGEST: u32 = 40;

/// The author of a post: from `data-author`, microdata, a class, a link to a profile, the words of a term, or the line with
/// its time.
pub(super) fn author_in(place: &Place) -> Option<String> {
    let node = place.node();
    let mut attributes = node.in_document().attributes();
    if let Some((_, name)) = attributes.find(|(name, _)| is_attribute_of_name(name)) {
        return Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    named(place).or_else(|| speaker(node)).or_else(|| first_link(node)).or_else(|| in_head(place))
}

fn is_attribute_of_name(name: &str) -> bool {
    matches!(name, "data-author" | "data-username")
}

/// The name in an element that is named for it, in a link to a profile, or in an element about the person.
fn named(place: &Place) -> Option<String> {
    let (mut weak, mut weakest) = (None, None);
    // A term is the name itself.
    let first = usize::from(!place.node().is(Tag::DT));
    let elements = place.nodes().skip(first).filter(|node| node.is_element());
    for node in elements.take(MOST_ELEMENTS) {
        if !(1..=LONGEST).contains(&node.characters()) {
            continue;
        }
        if is_named_for_author(node)
            && let Some(name) = name_of(node).or_else(|| first_text(node))
        {
            return Some(name);
        }
        if weak.is_none() && leads_to_profile(node) {
            weak = name_of(node);
        }
        if weakest.is_none() && node.class().has(Name::AboutPoster) {
            weakest = name_of(node);
        }
    }
    weak.or(weakest)
}

fn is_named_for_author(node: Node) -> bool {
    node.value(AttributeName::ITEMPROP) == "author"
        || node.value(AttributeName::REL) == "author"
        || node.class().has(Name::Poster)
}

/// Parts of the addresses of profiles.
const PROFILES: [&str; 10] =
    ["user", "member", "profile", "people", "author", "space", "uid=", "home", "/u/", "/~"];

/// Parts that seldom stand in other addresses.
static SURE_PROFILES: LazyLock<Phrases> = LazyLock::new(|| {
    let parts = ["/user/", "/u/", "/member", "/people/", "/profile", "uid="];
    Phrases::numbered(parts.into_iter().map(|part| (part.into(), 0)))
});

/// True if a link leads to a profile by such a part.
pub(super) fn surely_leads_to_profile(link: Node) -> bool {
    SURE_PROFILES.are_in(link.value(AttributeName::HREF))
}

fn leads_to_profile(node: Node) -> bool {
    let address = node.value(AttributeName::HREF);
    node.is(Tag::A) && PROFILES.iter().any(|part| address.contains(part))
}

/// The name that an answer inside a post begins with, as a link: `Ann: ...`, `Ann 回复 Bob：...`.
pub(super) fn first_link(node: Node) -> Option<String> {
    if !node.is(Tag::LI) || !node.page.marks().within(node.id, 3, Name::Answers) {
        return None;
    }
    let mut texts = node.descendants().filter(|node| !node.text().trim().is_empty());
    let (name, said) = (texts.next()?, texts.next()?);
    let is_link = name.ancestors().take(2).any(|node| node.is(Tag::A));
    let goes_on = said.text().trim_start().starts_with([':', '：', '回']);
    let name = name.text().trim();
    (is_link && goes_on && is_name(name)).then(|| name.to_owned())
}

/// Words after the name of who says what follows: `Ann said...`.
static SAID: Group = Group::of("thread.said");

/// The name before such a word at the end of a text.
fn before_said(text: &str) -> Option<&str> {
    SAID.iter().find_map(|word| text.strip_suffix(word)).map(str::trim)
}

/// The name in a term that says who said what follows.
fn speaker(node: Node) -> Option<String> {
    if !node.is(Tag::DT) {
        return None;
    }
    let text = node.shown("\n");
    let first = text.lines().next()?.trim_end_matches(|c: char| !c.is_alphanumeric());
    before_said(first).filter(|name| is_name(name)).map(str::to_owned)
}

/// Blocks of a post that are looked at for a line with name and time, and characters of it.
const MOST_LINES: usize = 6;
const LONGEST_LINE: u32 = 80;

/// The name in a line with the time: `Ann · 2020-03-03`, `Posted by Ann on 3 March 2020`, `Ann says: 3 March 2020`.
fn in_head(place: &Place) -> Option<String> {
    let lines = place.all_blocks().filter(|block| !block.is_hidden).take(MOST_LINES);
    lines.filter(|block| block.characters <= LONGEST_LINE).find_map(name_beside_time)
}

fn name_beside_time(block: BlockRef) -> Option<String> {
    if block.day().is_none() || block.says(Word::AboutPerson) {
        return None;
    }
    let line = Line::of(block);
    let mut bare = line.pieces().iter().filter(|piece| is_bare(piece));
    // A piece by itself is a name only if no other may be.
    let only = bare.next().filter(|_| bare.next().is_none());
    let signed = line.pieces().iter().find(|piece| is_signed(piece));
    let name = signed.or(only)?.text;
    let mut words = name.split_whitespace();
    let is_counted = words.clone().any(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let is_few = words.nth(MOST_WORDS).is_none();
    (is_name(name) && !is_counted && is_few && !is_rest_of_time(name)).then(|| name.to_owned())
}

/// True for what is left of a time whose writing is not known: `08:12 PM`, `20h15`, `, Monday`.
fn is_rest_of_time(name: &str) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let begins_with_mark = |c: char| c.is_ascii_punctuation() && !"@_*(<[~".contains(c) || c == '،';
    name.starts_with(begins_with_mark)
        || name.contains(':') && digits > 1
        || letters < 2 && digits >= letters
}

/// Words of a name that stands in a line.
const MOST_WORDS: usize = 3;

/// True for words with neither label nor verb, which are not those of a time.
fn is_bare(piece: &Piece) -> bool {
    piece.is == Is::Text
        && piece.label.is_none()
        && piece.verb.is_none()
        && piece.text.chars().any(char::is_alphanumeric)
        && !is_no_name(&piece.text.to_lowercase())
}

/// True for what a label calls the author, or a verb says to write.
fn is_signed(piece: &Piece) -> bool {
    let is_author = piece.label.is_some_and(|label| label.field == Some(Label::Author));
    let writes = piece.label.is_none() && piece.verb.is_some();
    piece.is == Is::Text && !piece.text.is_empty() && (is_author || writes)
}

/// The first text of an element with more than a name, if that text is a name.
fn first_text(node: Node) -> Option<String> {
    let mut texts = node.descendants().map(|node| node.text().trim());
    let first = texts.find(|text| !text.is_empty())?;
    (is_name(first) && first.starts_with(char::is_alphabetic)).then(|| first.to_owned())
}

/// The one element within a named one that is named for the person too: the letter in place of a portrait, or a rank, is beside it.
fn innermost(outer: Node) -> Node {
    let is_named = |node: &Node| {
        node.attribute(AttributeName::ITEMPROP) == Some("name") || node.class().has(Name::Poster)
    };
    let mut inner = outer.descendants().filter(is_named);
    match (inner.next(), inner.next()) {
        (Some(only), None) if only.characters() > 0 => only,
        _ => outer,
    }
}

/// The first block of an element's text, without a label before it, if it is a name.
fn name_of(outer: Node) -> Option<String> {
    let text = innermost(outer).shown("\n");
    let first = text.lines().next().unwrap_or("").trim();
    let first = first.strip_prefix("By ").or_else(|| first.strip_prefix("by ")).unwrap_or(first);
    let name = first.trim_end_matches([':', '：', ',']).trim();
    is_name(name).then(|| name.to_owned())
}

/// Words for what was done at a time.
static NO_NAMES: [Group; 3] =
    [Group::of("person.no_name"), Group::of("label.published"), Group::of("label.modified")];
static POSTER_LABELS: Group = Group::of("person.poster_label");

/// True if the last word is short, as in `Ann B.` and `Ann Lee Jr.`: its full stop ends no sentence.
fn ends_in_initial(name: &str) -> bool {
    let last = name.rsplit(' ').next().unwrap_or("");
    last.len() < name.len() && last.chars().count() <= 3
}

fn is_no_name(lower: &str) -> bool {
    NO_NAMES.iter().any(|words| words.contains(&lower))
}

fn is_name(name: &str) -> bool {
    let length = name.chars().count();
    // The letter in place of a portrait, and labels.
    let is_letter = length == 1 && name.is_ascii();
    let lower = name.to_lowercase();
    !is_letter
        && !POSTER_LABELS.contains(&lower.as_str())
        && (1..=LONGEST as usize).contains(&length)
        && name.chars().any(char::is_alphanumeric)
        && written_date(name).is_none()
        && !is_button(name)
        && !is_no_name(&lower)
        && !name.ends_with(['。', '！', '？'])
        && (!name.ends_with('.') || ends_in_initial(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    #[test]
    fn names_end_in_initials_but_not_in_sentences() {
        for (text, expected) in
            [("Ann B.", true), ("Ann Lee Jr.", true), ("Thanks a lot.", false), ("ok.", false)]
        {
            assert_eq!(is_name(text), expected, "{text}");
        }
    }

    #[test]
    fn names_beside_times() {
        for (line, expected) in [
            ("Ann Lee · 2020-03-03 10:00", Some("Ann Lee")),
            ("Posted by ann77 on 3 March 2020", Some("ann77")),
            ("Ann says: March 3, 2020 at 10:00 pm", Some("Ann")),
            ("山人 发表于 2020-03-03 10:00", Some("山人")),
            ("2020-03-03 10:00", None),
            ("2020-03-03، 08:12 PM#1", None),
            ("3 March 2020 h15", None),
            ("Joined: 3 March 2020", None),
            ("We were all there when it began on 3 March 2020", None),
        ] {
            let page = Page::new(&format!("<div><p>{line}</p></div>"), None);
            let place = Place::of(page.elements().find(|node| node.is(Tag::DIV)).unwrap());
            assert_eq!(in_head(&place).as_deref(), expected, "{line}");
        }
    }
}
