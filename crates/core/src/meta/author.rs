//! Who wrote it.

use serde_json::Value;

use super::bylines::{Label, labelled};
use super::candidate::{Candidate, Candidates, normalised};
use super::people::{
    are_chinese_names, is_handle, looks_like_names, may_be_names, names, reporters,
};
use super::place::Place;
use crate::dom::{AttributeName, NodeId, NodeKind, Tag};
use crate::page::{Block, BlockIndex, Page};
use crate::text::chars::is_cjk;
use crate::text::dates::{self, DateOrder};

/// `meta` elements that name authors.
const META_NAMES: &[(&str, f32)] = &[
    ("author", 0.74),
    ("article:author", 0.72),
    ("og:article:author", 0.72),
    ("dc.creator", 0.7),
    ("dcterms.creator", 0.7),
    ("parsely-author", 0.76),
    ("sailthru.author", 0.76),
    ("citation_author", 0.76),
    ("byl", 0.76),
    ("twitter:data1", 0.66),
];

/// Authors of one page that are read, of `meta` and of JSON-LD.
const MOST_AUTHORS: usize = 20;

/// What the page gives for its author.
pub(super) fn candidates(place: &Place) -> Vec<Candidate> {
    let page = place.page;
    let mut found = Candidates::default();
    let is_site = site_names(page);
    let mut add = |value: &str, source, score: f32| {
        if let Some(names) = names(value) {
            // A person may have named the site; Chinese templates name the site for want of one.
            let penalty = match is_site(&names) {
                true if names.contains(is_cjk) => 0.45,
                true => 0.25,
                false => 0.0,
            };
            found.add(&names, source, score - penalty);
        }
    };
    for name in json_ld(page) {
        add(&name, "JSON-LD author", 0.8);
    }
    for (name, score) in META_NAMES {
        if *name == "twitter:data1"
            && !page
                .structured()
                .meta("twitter:label1")
                .is_some_and(|l| l.to_lowercase().contains("written"))
        {
            continue;
        }
        let values: Vec<&str> = page.structured().metas(name).take(MOST_AUTHORS).collect();
        if !values.is_empty() {
            add(&values.join("; "), "meta author", *score);
        }
    }
    of_elements(place, &mut add);
    for (index, block) in place.head() {
        of_block(place, index, block, true, &mut add);
    }
    for (index, block) in place.tail() {
        of_block(place, index, block, false, &mut add);
    }
    let more = corroborations(found.all());
    found.raise(&more);
    found.sorted()
}

/// What each other sort of place adds that names the same author.
const CORROBORATION: f32 = 0.03;

/// By candidate, what other sorts of places that name the same authors, or some of them, add to its
/// score; two count.
fn corroborations(all: &[Candidate]) -> Vec<f32> {
    let names_of = |one: &Candidate| one.value.split("; ").map(normalised).collect::<Vec<_>>();
    let names: Vec<Vec<String>> = all.iter().map(names_of).collect();
    let of_one = |at: usize| {
        let mut sources: Vec<&str> = vec![all[at].source];
        for (other, said) in all.iter().zip(&names) {
            let is_new = sources.len() < 3 && !sources.contains(&other.source);
            if is_new && said.iter().all(|name| names[at].contains(name)) {
                sources.push(other.source);
            }
        }
        (sources.len() - 1) as f32 * CORROBORATION
    };
    (0..all.len()).map(of_one).collect()
}

/// Whether names are the site's own: templates write it where an author is missing.
fn site_names(page: &Page) -> impl Fn(&str) -> bool + use<> {
    let data = page.structured();
    let mut own: Vec<String> = ["og:site_name", "application-name"]
        .iter()
        .filter_map(|name| data.meta(name))
        .map(normalised)
        .collect();
    own.extend(page.url().and_then(host_label));
    move |names| {
        let names = normalised(names);
        // Chinese channels are named after their site: 某网财经 of 某网.
        let is_start = |own: &String| names.chars().count() >= 2 && own.starts_with(&names);
        let is_own = own.contains(&names) || names.contains(is_cjk) && own.iter().any(is_start);
        is_own || names == "admin" || names == "administrator"
    }
}

/// The part of an address that is the site's name: `example` of `https://www.example.com/`.
pub(super) fn host_label(url: &str) -> Option<String> {
    let host = url.split_once("://")?.1.split(['/', '?', '#', ':']).next()?;
    let labels: Vec<&str> = host.trim_start_matches("www.").split('.').collect();
    let generic = ["com", "co", "org", "net", "gov", "edu", "ac"];
    let at = labels.iter().rposition(|label| label.len() > 2 && !generic.contains(label))?;
    // The last label is the top-level domain.
    let at = if at + 1 == labels.len() { at.checked_sub(1)? } else { at };
    Some(normalised(labels[at]))
}

/// Names of the authors of the page's JSON-LD articles; references by `@id` are followed.
fn json_ld(page: &Page) -> Vec<String> {
    let data = page.structured();
    let mut found = Vec::new();
    let works = data.json_ld.iter().filter(|object| object.get("author").is_some());
    for work in works.filter(|work| !is_opinion(work)) {
        let names = author_names(&work["author"], &data.json_ld);
        if !names.is_empty() {
            found.push(names.join("; "));
        }
    }
    found
}

/// Whether an object is what a reader wrote about the page.
fn is_opinion(object: &Value) -> bool {
    let kind = object.get("@type").and_then(Value::as_str).unwrap_or("");
    matches!(kind, "Review" | "Comment" | "Answer" | "UserReview")
}

fn author_names(author: &Value, objects: &[Value]) -> Vec<String> {
    let one = |value: &Value| -> Option<String> {
        if let Some(name) = value.as_str() {
            return Some(name.to_owned());
        }
        let own = value.get("name").and_then(Value::as_str);
        let id = value.get("@id").and_then(Value::as_str);
        let referred = || {
            let same = |object: &&Value| object.get("@id").and_then(Value::as_str) == id;
            objects.iter().filter(same).find_map(|object| object.get("name")?.as_str())
        };
        own.or_else(|| id.and_then(|_| referred())).map(str::to_owned)
    };
    match author {
        Value::Array(authors) => authors.iter().take(MOST_AUTHORS).filter_map(one).collect(),
        author => one(author).into_iter().collect(),
    }
}

/// Words in classes, ids and the like of elements that hold an author's name.
const NAME_WORDS: &[&str] = &[
    "author",
    "byline",
    "writer",
    "username",
    "user-name",
    "user_name",
    "nickname",
    "posted-by",
    "postedby",
    "creator",
    "contributor",
    "zuozhe",
    "autor",
    "auteur",
    "journalist",
    "reporter",
];

/// Words of elements that hold more than the name.
const OTHER_WORDS: &[&str] = &[
    "bio",
    "avatar",
    "image",
    "img",
    "date",
    "time",
    "comment",
    "related",
    "social",
    "follow",
    "description",
    "count",
    "link-list",
];

/// Parts of addresses of profiles.
const PROFILES: &[&str] = &[
    "/author/",
    "/authors/",
    "/profile/",
    "/people/",
    "/user/",
    "/users/",
    "/member",
    "/contributor",
];

/// Parts of addresses where visitors sign in, which are of the same folders.
const GATES: &[&str] = &["login", "signin", "sign-in", "sign_in", "signup", "sign-up", "register"];

/// Elements around the article whose names or relations say that they hold the author.
fn of_elements(place: &Place, add: &mut impl FnMut(&str, &'static str, f32)) {
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
        let Some((source, score)) = element_score(page, id) else { continue };
        if is_in_comment(page, id) {
            continue;
        }
        let texts = page.texts().partition_point(|text| text.node < id);
        let Some(text) = page.texts().get(texts).filter(|text| text.node < document.end(id)) else {
            continue;
        };
        let Some(index) = page.block_of(text.node) else { continue };
        let value = page.text_of(id, " | ");
        if value.chars().count() > 120 {
            continue;
        }
        let hidden = if blocks[index].is_hidden { 0.1 } else { 0.0 };
        let score = score - farness(place, index) - hidden;
        let may_be = |part: &&str| !is_label(part) && may_be_names(part);
        let mut parts = value.split(" | ").map(cut_off).filter(may_be);
        let labels = labelled(&value);
        if labels.iter().any(|l| matches!(l.label, Label::Editor | Label::Source))
            && !labels.iter().any(|l| l.label == Label::Author)
        {
            continue;
        }
        let named = labels.into_iter().find(|l| l.label == Label::Author && !l.value.is_empty());
        if let Some(value) = named.map(|l| l.value).or_else(|| parts.next()) {
            add(value, source, score);
        }
    }
}

/// Whether a text is only a label: "By", "Written by", "Author", "作者".
fn is_label(text: &str) -> bool {
    let text = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.is_empty()
        || [
            "by",
            "written by",
            "author",
            "authors",
            "posted by",
            "words by",
            "about the author",
            "作者",
            "op",
            "original poster",
            "follow",
            "insights from",
            "article by",
            "story by",
            "reviewed by",
            "updated",
            "published",
        ]
        .contains(&text.as_str())
}

/// Whether a class or id holds one of the words, in either case.
fn is_named(name: &str, words: &[&str]) -> bool {
    let name = name.as_bytes();
    let holds = |word: &&str| {
        let word = word.as_bytes();
        let mut parts = name.windows(word.len());
        parts.any(|part| part[0] | 0x20 == word[0] && part.eq_ignore_ascii_case(word))
    };
    words.iter().any(holds)
}

/// Whether an element stands in what a reader wrote.
fn is_in_comment(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let is_comment = |id: NodeId| {
        let names = [AttributeName::CLASS, AttributeName::ID];
        let mut values = names.iter().filter_map(|name| document.attribute(id, *name));
        values.any(|value| value.to_ascii_lowercase().contains("comment"))
    };
    document.ancestors(id).take(5).any(is_comment)
}

fn element_score(page: &Page, id: NodeId) -> Option<(&'static str, f32)> {
    let document = page.document();
    let attribute = |name| document.attribute(id, name).unwrap_or("");
    if document.tag(id) == Tag::A
        && attribute(AttributeName::REL)
            .split_whitespace()
            .any(|rel| rel.eq_ignore_ascii_case("author"))
    {
        return Some(("rel=author", 0.78));
    }
    if attribute(AttributeName::ITEMPROP).eq_ignore_ascii_case("author") {
        return Some(("itemprop=author", 0.76));
    }
    let (class, own) = (attribute(AttributeName::CLASS), attribute(AttributeName::ID));
    let has = |words| is_named(class, words) || is_named(own, words);
    if has(NAME_WORDS) && !has(OTHER_WORDS) {
        return Some(("class of author", 0.66));
    }
    let holds = |href: &str, parts: &[&str]| parts.iter().any(|part| href.contains(part));
    let is_profile = |href: &str| holds(href, PROFILES) && !holds(href, GATES);
    (document.tag(id) == Tag::A && is_profile(attribute(AttributeName::HREF)))
        .then_some(("link to a profile", 0.62))
}

/// A name without what follows it in the same element: a date, another column, a count.
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

/// What distance from the title and the main text takes from a score.
fn farness(place: &Place, index: BlockIndex) -> f32 {
    let distance = place.distance(index);
    let after_main = index.checked_sub(place.main.end).map(|after| after + 6);
    let nearest = after_main.map_or(distance, |after| after.min(distance));
    (nearest as f32 * 0.012).min(0.3)
}

/// Bylines and agency lines of a block.
fn of_block(
    place: &Place,
    index: BlockIndex,
    block: &Block,
    is_head: bool,
    add: &mut impl FnMut(&str, &'static str, f32),
) {
    let page = place.page;
    if block.characters > 2_000 {
        return;
    }
    let hidden = if block.is_hidden { 0.1 } else { 0.0 };
    let text = page.block_text(block);
    let is_short = block.characters <= 150;
    let far = farness(place, index);
    if is_short {
        for found in labelled(text).iter().filter(|found| found.label == Label::Author) {
            let is_alone = found.value.is_empty();
            let value = if is_alone { value_after(page, index) } else { found.value.to_owned() };
            let is_latin = !value.contains(is_cjk);
            let is_handle = is_handle(&value) && text.len() <= value.len() + 24;
            if is_latin && !looks_like_names(&value) && !(is_handle && is_head) {
                continue;
            }
            // A Chinese label with a colon is plain wherever it stands.
            let (score, far) = match (found.has_mark, is_latin) {
                (true, false) => (0.9, far / 3.0),
                (true, true) => (0.86, far),
                (false, _) => (0.79, far),
            };
            let score = if is_head { score } else { score - 0.05 };
            add(&value, "byline", score - far - hidden);
        }
    }
    let is_under_title = (1..=4).contains(&index.wrapping_sub(place.title)) && place.is_title_shown;
    let is_dated = dates::find(text).is_some();
    if is_under_title
        && (block.characters <= 30 && block.link_characters == 0 || is_dated && is_short)
    {
        let pieces = text.split(['[', ']', '【', '】', '（', '）']).map(str::trim);
        for piece in pieces.filter(|piece| (is_dated || *piece == text) && are_chinese_names(piece))
        {
            add(piece, "name under the title", 0.58 - far);
        }
    }
    if let Some(poster) = poster(text).filter(|_| is_short) {
        add(poster, "byline", 0.7 - far);
    }
    for (part, score) in agency_parts(text, is_short && block.characters <= 60) {
        if let Some(names) = reporters(part) {
            add(&names, "agency line", if is_head { score } else { score - 0.03 });
        }
    }
}

/// Who `由某某张贴`, `由某某发表于` names.
fn poster(text: &str) -> Option<&str> {
    let rest = &text[text.find('由')? + '由'.len_utf8()..];
    let end = ["张贴", "发表", "发布", "上传", "于", "提交"]
        .iter()
        .filter_map(|word| rest.find(word))
        .min()?;
    Some(rest[..end].trim()).filter(|name| {
        (1..=20).contains(&name.chars().count()) && !name.contains(['，', '。', '、'])
    })
}

/// The text of the block after a label that stands alone.
pub(super) fn value_after(page: &Page, index: BlockIndex) -> String {
    let next = page.blocks().get(index + 1).filter(|next| next.characters <= 40 && !next.is_hidden);
    let text = next.map(|next| page.block_text(next)).unwrap_or_default();
    if labelled(text).is_empty() { text.to_owned() } else { String::new() }
}

/// Where a block may name its reporters: brackets near its start or end, or all of a short line.
fn agency_parts(text: &str, is_line: bool) -> Vec<(&str, f32)> {
    // Most texts have none of the characters that all of the words have.
    let has_word = || ["者", "通讯员", "实习生"].iter().any(|word| text.contains(word));
    if !text.contains(['者', '员', '生']) || !has_word() {
        return Vec::new();
    }
    let mut parts = Vec::new();
    for (open, close) in [('（', '）'), ('(', ')'), ('【', '】')] {
        for (at, _) in text.match_indices(open) {
            let rest = &text[at + open.len_utf8()..];
            let Some(end) = rest.find(close) else { continue };
            let is_edge = text[..at].chars().count() < 60 || rest.len() - end < 30;
            if is_edge && end < 240 {
                parts.push((&rest[..end], 0.8));
            }
        }
    }
    if is_line && !text.contains('。') {
        parts.push((text, 0.8));
    }
    parts
}
