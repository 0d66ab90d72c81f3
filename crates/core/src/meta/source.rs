//! The first publication of a text (来源): the paper, agency or site that it was taken from.

use super::author::{is_of_account, names_account, person_under_title};
use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use super::place::Place;
use crate::dom::{NodeId, NodeKind};
use crate::page::{Block, Label, Labelled, Name, Names, Page, has_label};
use crate::text::chars::{is_blank, is_cjk};
use crate::text::dates;
use crate::text::people::{VOCABULARY, are_chinese_names, is_region};
use crate::text::phrases::Group;

/// Sources in the page's data, in labelled lines and near dates.
pub(super) fn candidates(place: &Place) -> Vec<Candidate> {
    let mut found = Candidates::default();
    for (value, score) in declared::values(place.page, "source") {
        found.add(&cleaned(value).unwrap_or_default(), Origin::MetaSource, score);
    }
    if let Some(account) = account(place) {
        found.add(&account, Origin::SourceClass, 0.5);
    }
    for line in place.lines(200).filter(|line| !line.block.is_hidden) {
        let (text, block) = (line.text, line.block);
        let far = (line.distance as f32 * 0.01).min(0.25);
        let is_person = |found: &Labelled| {
            found.word == "供稿" && are_chinese_names(found.value)
                || is_of_account(place.page, block, found)
        };
        for label in line.labels().filter(|l| l.label == Label::Source && !is_person(l)) {
            let is_named =
                text.trim_start_matches(['(', '（', '【', '[']).len() <= label.rest.len() + 18;
            if label.has_mark || label.is_alone || is_named || text.contains('|') {
                let score = if line.is_head { 0.9 - far } else { 0.72 };
                found.add(&cleaned(label.value).unwrap_or_default(), Origin::SourceLine, score);
            }
        }
        if !line.is_head {
            found.add(attribution(text).unwrap_or_default(), Origin::SourceLine, 0.6);
            continue;
        }
        // The date and the source of "date-source" are in elements of their own.
        let is_bare = block.characters <= 20 && dates::find(text).is_none() && !has_label(text);
        if is_bare && is_named_source(place, block) {
            found.add(&cleaned(text).unwrap_or_default(), Origin::SourceClass, 0.66 - far);
        } else if let Some(value) = part_named_source(place, block) {
            found.add(&cleaned(value).unwrap_or_default(), Origin::SourceClass, 0.6 - far);
        }
        let beside = after_date(text).or_else(|| before_date(text));
        if let Some(value) = beside.filter(|_| place.is_title_shown) {
            found.add(&value, Origin::BesideDate, 0.5 - far);
        }
    }
    if let Some(value) = place.page.structured().meta("og:site_name").and_then(cleaned) {
        found.add(&value, Origin::OgSiteName, 0.1);
    }
    found.sorted()
}

/// True if a block's element, or the one around it, is named a source.
fn is_named_source(place: &Place, block: &Block) -> bool {
    let mut own = place.page.document().around(block.container).take(2);
    own.any(|id| is_source(place.page, id))
}

/// True if the class or the id of an element says that it holds the source.
fn is_source(page: &Page, id: NodeId) -> bool {
    let is = |names: Names| names.has(Name::Source) && !names.has(Name::SourceCode);
    is(page.marks().class(id)) || is(page.marks().id(id))
}

/// The one text of a line whose element inside it is named a source: a name without a date and without a label.
fn part_named_source<'p>(place: &Place<'p>, block: &Block) -> Option<&'p str> {
    let (page, document) = (place.page, place.page.document());
    let is_part = |text: NodeId| {
        let around = document.ancestors(text).take_while(|id| *id != block.container);
        around.take(2).any(|id| is_source(page, id))
    };
    let mut parts = page.texts_of(block).iter().map(|text| text.node).filter(|id| is_part(*id));
    let part = document.text(parts.next()?).trim();
    let is_name = (2..=20).contains(&part.chars().count()) && part.contains(is_cjk);
    let is_bare = dates::find(part).is_none() && !has_label(part);
    (is_name && is_bare && parts.next().is_none()).then_some(part)
}

/// The name of the account under the title that published what a person wrote.
fn account(place: &Place) -> Option<String> {
    let (page, document) = (place.page, place.page.document());
    person_under_title(place)?;
    let node = |at: usize| page.blocks().get(at).and_then(|block| page.texts_of(block).first());
    let (from, to) = (node(place.title)?.node, node(place.title + 6)?.node);
    let elements = (from.0..to.0).map(NodeId).filter(|id| document.kind(*id) == NodeKind::Element);
    let accounts = elements.filter(|id| names_account(page, *id)).map(|id| page.text_of(id, " "));
    let author = page.structured().meta("author").map(str::trim);
    accounts.filter_map(|text| cleaned(&text)).filter(|text| author != Some(text)).find(|text| {
        text.chars().count() <= 20 && text.contains(is_cjk) && !are_chinese_names(text)
    })
}

/// The paper of a last line `——《某刊》1998年3月号`.
fn attribution(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['—', '─'])?.trim_start_matches(['—', '─', ' ']);
    let (name, after) = rest.strip_prefix('《')?.split_once('》')?;
    (after.chars().count() <= 20 && (2..=20).contains(&name.chars().count())).then_some(name)
}

/// The name that is alone after a date: `2022-02-13 09:57 某某网`.
fn after_date(text: &str) -> Option<String> {
    // An address or a channel in Latin letters may precede it.
    let is_start = |at: usize| at <= 6 || at <= 30 && text[..at].is_ascii();
    let date = dates::find(text).filter(|date| is_start(date.range.start))?;
    let rest = text[date.range.end..].trim_matches(is_blank);
    let is_name = (2..=20).contains(&rest.chars().count()) && rest.contains(is_cjk);
    (is_name
        && !rest.starts_with("来自")
        && !["记者", "記者"].iter().any(|word| rest.contains(word))
        && !has_label(rest)
        && !rest.contains(['，', '。', '：', ':']))
    .then(|| cleaned(rest))
    .flatten()
}

/// The paper between a name and a date: `张三/某某日报 2022-02-13`.
fn before_date(text: &str) -> Option<String> {
    let (name, rest) = text.split_once(['/', '／'])?;
    let paper = rest[..dates::find(rest)?.range.start].trim_matches(is_blank);
    let is_paper = (2..=20).contains(&paper.chars().count()) && paper.chars().all(is_cjk);
    (is_paper && are_chinese_names(name.trim())).then(|| cleaned(paper)).flatten()
}

/// Forums name the program with which a post was written, by the name of a device and words for programs: 来自手机网页版.
static DEVICES: Group = Group::of(VOCABULARY, "device");
const PROGRAMS: &[&str] = &["客户端", "网页", "版", "端", "app", " "];

/// True if a value names the program with which a post was written.
fn is_program(value: &str) -> bool {
    let value = value.to_lowercase();
    let Some(mut rest) = DEVICES.iter().find_map(|device| value.strip_prefix(device)) else {
        return false;
    };
    // The name alone may be that of a firm: 苹果.
    let is_alone = rest.is_empty() && !value.is_ascii();
    while let Some(shorter) = PROGRAMS.iter().find_map(|word| rest.strip_prefix(word)) {
        rest = shorter;
    }
    rest.is_empty() && !is_alone
}

/// The name of a paper, cut at the first blank if it is Chinese; `None` if there is no name.
fn cleaned(value: &str) -> Option<String> {
    let value = value
        .trim_matches(|c: char| is_blank(c) || "|-—:：/[]【】()（）<>《》".contains(c) && c != ']');
    let mut end = value.len();
    for (at, c) in value.char_indices().filter(|(_, c)| is_blank(*c)) {
        let after = value[at + c.len_utf8()..].chars().next();
        // A blank between two Latin words is part of a name.
        let is_latin = !value[..at].ends_with(is_cjk) && after.is_some_and(|c| !is_cjk(c));
        if !is_latin {
            end = at;
            break;
        }
    }
    let value = value[..end].trim();
    // A number of comments after it.
    let value = value.trim_end_matches(|c: char| c.is_ascii_digit() || is_blank(c));
    let length = value.chars().count();
    let is_address = value.contains("://");
    let is_empty_word = matches!(value, "转载" | "转载文章" | "未知" | "不详" | "暂无");
    ((2..=40).contains(&length)
        && !is_address
        && !is_region(value)
        && !is_empty_word
        && !is_program(value)
        && value.chars().any(char::is_alphabetic))
    .then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_by_a_device_and_words_for_programs() {
        for (value, expected) in [
            ("Android客户端", true),
            ("手机网页版", true),
            ("iPhone", true),
            ("苹果", false),
            ("苹果日报", false),
            ("新华社客户端", false),
        ] {
            assert_eq!(is_program(value), expected, "{value}");
        }
    }

    #[test]
    fn papers_between_names_and_dates() {
        assert_eq!(before_date("张三/某某日报 2025年10月24日07:15").as_deref(), Some("某某日报"));
        assert_eq!(before_date("要闻/民生 2025年10月24日"), None);
        assert_eq!(before_date("张三/某某日报"), None);
    }
}
