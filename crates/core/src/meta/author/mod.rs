//! The author.

mod agency;
mod elements;
mod signed;
mod under_title;

use std::collections::HashMap;

use serde_json::Value;

use super::candidate::{Candidate, Candidates, normalised};
use super::declared;
use super::origin::Origin;
use super::people::{given_name_first, is_handle, looks_like_names, names};
use super::place::{Line, Place};
use super::script_values;
use crate::dom::Tag;
use crate::page::{BlockIndex, Label, Labelled, Page, is_opinion};
use crate::text::address::Address;
use crate::text::chars::is_cjk;
use crate::text::dates::{self, DateOrder};
use crate::text::people::{are_chinese_names, is_anybody};
use elements::of_elements;
pub(super) use elements::{is_in_comment, is_of_account, is_profile, names_account};

/// Authors that are read at most, of `meta` and of JSON-LD.
const MOST_AUTHORS: usize = 20;

/// Authors in the page's data, in elements for them, and in bylines.
pub(super) fn candidates(
    place: &Place,
    editors: &[Candidate],
    site: &[Candidate],
) -> Vec<Candidate> {
    let page = place.page;
    // Templates write the editor into the data.
    let is_editor = |names: &str| editors.iter().any(|one| one.value == names);
    let mut found = Candidates::default();
    let is_site = site_names(page, site);
    let mut add = |value: &str, origin, score: f32| {
        // A site's name may look like two people's.
        let whole = (is_site(value) && value.contains(" and ")).then(|| value.to_owned());
        let is_told = |names: &String| !names.split("; ").all(is_anybody);
        if let Some(names) = whole.or_else(|| names(value)).filter(is_told) {
            // A person may have named the site; Chinese templates name the site for want of one.
            let penalty = match is_site(&names) {
                true if names.contains(is_cjk) => 0.45,
                true => 0.25,
                false => 0.0,
            };
            let is_of_data = matches!(origin, Origin::MetaAuthor | Origin::JsonLdAuthor);
            let editor = if is_of_data && is_editor(&names) { 0.25 } else { 0.0 };
            found.add(&names, origin, score - penalty - editor);
        }
    };
    for name in json_ld(page) {
        add(&name, Origin::JsonLdAuthor, 0.8);
    }
    let data = page.structured();
    // Sites write what they please into these two.
    let label =
        data.meta("twitter:label1").filter(|label| label.to_lowercase().contains("written"));
    let labelled = label.map(|_| ("twitter:data1", 0.66));
    for (name, score) in declared::names("author").chain(labelled) {
        let values = data.metas(name).take(MOST_AUTHORS);
        let values: Vec<String> = match name {
            "citation_author" => values.map(given_name_first).collect(),
            _ => values.map(str::to_owned).collect(),
        };
        add(&values.join("; "), Origin::MetaAuthor, score);
    }
    if let Some(name) = script_values::author(page) {
        add(&name, Origin::Script, 0.5);
    }
    of_elements(place, &mut add);
    for line in place.lines(LONG_LINE).filter(|line| !line.is_of_other) {
        let short = SHORT_RULES.iter().filter(|_| line.block.characters <= SHORT_LINE);
        short.chain(RULES).for_each(|rule| rule(&line, &mut add));
    }
    let mut more = corroborations(found.all());
    // Of an account and a person, the person wrote the text.
    if person_under_title(place).is_some() {
        for (more, one) in more.iter_mut().zip(found.all()) {
            let is_account = one.value.contains(is_cjk) && !are_chinese_names(&one.value);
            *more -= if one.origin == Origin::AuthorClass && is_account { ACCOUNT } else { 0.0 };
        }
    }
    found.raise(&more);
    found.sorted()
}

/// Taken from the score of an account if a person is named too.
const ACCOUNT: f32 = 0.2;

/// The Chinese name that is all of a block right under the title, or the author of the page's data there.
pub(super) fn person_under_title(place: &Place) -> Option<BlockIndex> {
    let given = place.page.structured().meta("author").map(str::trim);
    let is_person = |index: &BlockIndex| {
        let block = place.page.blocks().get(*index);
        let block = block.filter(|block| !block.is_hidden && block.characters <= 8);
        let text = block.map(|block| place.page.block_text(block));
        text.is_some_and(|text| are_chinese_names(text) || given == Some(text))
    };
    let under = place.title + 1..place.title + 5;
    under.into_iter().find(is_person).filter(|_| place.is_title_shown)
}

/// Added to a score for each other origin of the same author.
const CORROBORATION: f32 = 0.03;

/// By candidate, the addition to its score for other origins that name the same authors or some of them. At most two
/// origins count.
fn corroborations(all: &[Candidate]) -> Vec<f32> {
    let names_of = |one: &Candidate| one.value.split("; ").map(normalised).collect::<Vec<_>>();
    let names: Vec<Vec<String>> = all.iter().map(names_of).collect();
    let of_one = |at: usize| {
        let mut origins = vec![all[at].origin];
        for (other, said) in all.iter().zip(&names) {
            let is_new = origins.len() < 3 && !origins.contains(&other.origin);
            if is_new && said.iter().all(|name| names[at].contains(name)) {
                origins.push(other.origin);
            }
        }
        (origins.len() - 1) as f32 * CORROBORATION
    };
    (0..all.len()).map(of_one).collect()
}

/// A test for the site's own name, which templates write when an author is missing.
pub(super) fn site_names(page: &Page, site: &[Candidate]) -> impl Fn(&str) -> bool + use<> {
    let mut own: Vec<String> = site.iter().map(|one| normalised(&one.value)).collect();
    own.extend(page.url().and_then(host_label));
    move |names| {
        // A person's pages are named after the person.
        let is_person =
            are_chinese_names(names) && !names.ends_with(['网', '報', '报', '社', '台', '站']);
        let names = normalised(names);
        // Chinese channels are named after their site: 某网财经 of 某网.
        let is_start =
            |own: &String| names.chars().count() >= 2 && own.starts_with(&names) && !is_person;
        // Some write their address: example.com.
        let is_address = |own: &String| {
            let rest = names.strip_prefix(own.as_str()).filter(|_| own.chars().count() >= 4);
            rest.is_some_and(|rest| ["com", "org", "net", "cn", "de", "fr"].contains(&rest))
        };
        let is_own = own.contains(&names)
            || own.iter().any(is_address)
            || names.contains(is_cjk) && own.iter().any(is_start);
        is_own || names.starts_with("admin")
    }
}

/// The part of an address that is the site's name: `example` of `https://www.example.com/`.
pub(super) fn host_label(url: &str) -> Option<String> {
    let labels: Vec<&str> = Address::of(url).host.trim_start_matches("www.").split('.').collect();
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
    let named = names_by_id(&data.json_ld);
    let works = data.json_ld.iter().filter(|object| object.get("author").is_some());
    for work in works.filter(|work| !is_opinion(work)) {
        let names = author_names(&work["author"], &named);
        if !names.is_empty() {
            found.push(names.join("; "));
        }
    }
    found
}

/// The names of objects, by what others refer to them by; the first that has one counts.
fn names_by_id(objects: &[Value]) -> HashMap<&str, &str> {
    let mut named = HashMap::new();
    for object in objects {
        let text = |key: &str| object.get(key).and_then(Value::as_str);
        if let (Some(id), Some(name)) = (text("@id"), text("name")) {
            named.entry(id).or_insert(name);
        }
    }
    named
}

fn author_names(author: &Value, named: &HashMap<&str, &str>) -> Vec<String> {
    let one = |value: &Value| -> Option<String> {
        if let Some(name) = value.as_str() {
            return Some(name.to_owned());
        }
        // Some templates write a person where the name should be.
        let own = value.get("name").and_then(|name| name.get("name").unwrap_or(name).as_str());
        let id = value.get("@id").and_then(Value::as_str);
        own.or_else(|| named.get(id?).copied()).map(str::to_owned)
    };
    match author {
        Value::Array(authors) => authors.iter().take(MOST_AUTHORS).filter_map(one).collect(),
        author => one(author).into_iter().collect(),
    }
}

/// Characters of a line with labels at most, and of one with reporters.
const SHORT_LINE: u32 = 150;
const LONG_LINE: u32 = 2_000;

/// Takes an author's name, where it was found, and its score.
type Add<'a> = dyn FnMut(&str, Origin, f32) + 'a;

/// Adds the authors that a line names in one way.
type Rule = fn(&Line, &mut Add);

/// The ways in which a short line names its author.
const SHORT_RULES: &[Rule] = &[
    labelled_names,
    contributors,
    under_title::names_alone,
    under_title::names_before_work,
    posters,
    under_title::posters_before_dates,
    posters_after_dates,
    signed::signatures,
    signed::names_with_roles,
];

/// The ways in which a line of any length does.
const RULES: &[Rule] = &[agency::agency_names, agency::names_in_brackets, signed::subjects];

/// Bytes behind a name that are looked at for a date.
const BEHIND_NAME: usize = 32;

/// `作者：某人`, `By Ann Lee`.
fn labelled_names(line: &Line, add: &mut Add) {
    // "Posted on March 15, 2024 by ann in News".
    let before = line.labels().take_while(|found| found.label == Label::Published);
    let dated: usize = before.map(|found| found.word.len() + found.value.len()).sum();
    for found in line.labels().filter(|found| found.label == Label::Author) {
        let value = found.value;
        let is_latin = !value.contains(is_cjk);
        // A Chinese label with a colon is sure of its value, be it an account.
        let is_sure = found.has_mark && found.word.contains(is_cjk);
        // "Posted by ann on 03/15/2024 in News".
        let is_dated = || {
            let after = found.rest.strip_prefix(value).unwrap_or("");
            let after = &after[..after.floor_char_boundary(BEHIND_NAME)];
            let date = dates::find_written(after, DateOrder::MonthFirst);
            date.is_some_and(|date| date.range.start <= " on ".len())
        };
        let is_handle = is_handle(value)
            && (is_sure || line.text.len() <= value.len() + 24 + dated || is_latin && is_dated());
        if is_latin && !looks_like_names(value) && !(is_handle && (line.is_head || is_sure)) {
            continue;
        }
        // A Chinese label with a colon is plain anywhere.
        let (score, far) = match (found.has_mark, is_latin) {
            (true, false) => (0.9, line.far / 5.0),
            (true, true) if is_sure => (0.9, line.far / 5.0),
            (true, true) => (0.86, line.far),
            (false, _) => (0.79, line.far),
        };
        let score = if line.is_head { score } else { score - 0.05 };
        add(value, Origin::Byline, score - far - line.hidden());
    }
}

/// `供稿：某某`, where it is a person and no office.
fn contributors(line: &Line, add: &mut Add) {
    let is_person =
        |found: &Labelled| found.word == "供稿" && found.has_mark && are_chinese_names(found.value);
    let named = line.labels().filter(is_person);
    named.for_each(|found| add(found.value, Origin::Byline, 0.78 - line.far / 3.0));
}

/// `由某某张贴`.
fn posters(line: &Line, add: &mut Add) {
    if let Some(poster) = poster(line.text) {
        add(poster, Origin::Byline, 0.7 - line.far);
    }
}

/// `posted @ 2023-07-08 22:14 [某某] 阅读(12)`: the link between the date and the counts.
fn posters_after_dates(line: &Line, add: &mut Add) {
    let published = line.labels().find(|found| found.label == Label::Published);
    let Some(found) = published else { return };
    let Some(date) = dates::find(found.rest) else { return };
    let after = found.rest[date.range.end..].trim_start();
    let document = line.page.document();
    let is_link = |id| document.tag(id) == Tag::A;
    for text in line.page.texts_of(line.block) {
        let name = document.text(text.node).trim();
        let rest = after.strip_prefix(name).filter(|_| !name.is_empty());
        let Some(rest) = rest.map(str::trim_start) else { continue };
        let is_counted = COUNTS.iter().any(|word| rest.starts_with(word));
        if is_counted && document.ancestors(text.node).take(3).any(is_link) {
            add(name, Origin::Byline, 0.7 - line.far);
        }
    }
}

/// Words at the start of the counts after an author.
const COUNTS: &[&str] = &["阅读", "浏览", "閱讀", "瀏覽", "评论", "views"];

/// The name in `由某某张贴`, `由某某发表于`.
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
