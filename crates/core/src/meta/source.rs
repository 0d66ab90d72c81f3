//! The first publication of a text (来源): the paper, agency or site that it was taken from.

use super::author::{is_of_account, names_account, person_under_title};
use super::candidate::{Candidate, Candidates};
use super::declared;
use super::origin::Origin;
use super::place::{Line, Place};
use crate::dom::{NodeId, NodeKind};
use crate::page::{Block, Label, Labelled, Name, Names, Page, has_label};
use crate::text::chars::{is_blank, is_cjk};
use crate::text::dates;
use crate::text::lexicon::Group;
use crate::text::people::{are_chinese_names, is_region};

/// Sources in the page's data, in labelled lines and near dates.
pub(super) fn candidates(place: &Place) -> Vec<Candidate> {
    let mut found = Candidates::default();
    for (value, score) in declared::values(place.page, "source") {
        found.add(&cleaned(value).unwrap_or_default(), Origin::MetaSource, score);
    }
    if let Some(account) = account(place) {
        found.add(&account, Origin::SourceClass, 0.5);
    }
    for line in place.lines(200).filter(|line| !line.block.is_hidden && !line.is_of_other) {
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
        if let Some(value) = named_source(place, block) {
            found.add(&cleaned(value).unwrap_or_default(), Origin::SourceClass, 0.64 - far);
        }
        if let Some(value) = place.is_title_shown.then(|| beside_date(&line)).flatten() {
            found.add(&value, Origin::BesideDate, 0.5 - far);
        }
    }
    if let Some(value) = place.page.structured().meta("og:site_name").and_then(cleaned) {
        found.add(&value, Origin::OgSiteName, 0.1);
    }
    found.sorted()
}

/// True if the class or the id of an element says that it holds the source.
fn is_source(page: &Page, id: NodeId) -> bool {
    let is = |names: Names| names.has(Name::Source) && !names.has(Name::SourceCode);
    is(page.marks().class(id)) || is(page.marks().id(id))
}

/// The one text of a line in an element that is named a source: a name without a date and without a label.
fn named_source<'p>(place: &Place<'p>, block: &Block) -> Option<&'p str> {
    let (page, document) = (place.page, place.page.document());
    let is_part = |text: &NodeId| document.ancestors(*text).take(3).any(|id| is_source(page, id));
    let mut parts = page.texts_of(block).iter().map(|text| text.node).filter(is_part);
    let part = document.text(parts.next()?).trim();
    let is_bare = dates::find(part).is_none() && !has_label(part);
    let is_short = (2..=20).contains(&part.chars().count());
    (is_short && is_bare && parts.next().is_none()).then_some(part)
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

/// The name of a paper in a line with a date: `2022-02-13 09:57 某某网`, `张三/某某日报 2022-02-13`. What is no paper by its
/// last words must be alone, behind the date.
fn beside_date(line: &Line) -> Option<String> {
    let date = line.day()?;
    let after = line.text[date.end..].as_ptr();
    let is_name = |piece: &&str| {
        (2..=20).contains(&piece.chars().count())
            && piece.contains(is_cjk)
            && !are_chinese_names(piece)
            && !["来自", "星期"].iter().any(|word| piece.starts_with(word))
            && !["记者", "記者"].iter().any(|word| piece.contains(word))
            && !has_label(piece)
            && !piece.contains(['，', '。', '：', ':'])
    };
    let names: Vec<&str> = line.pieces(&date).filter(is_name).collect();
    let paper = names.iter().find(|name| PAPER_ENDS.iter().any(|end| name.ends_with(end)));
    // "某通字〔2024〕3号" is the number of a document, "8月31日" no name.
    let is_other = |name: &str| name.ends_with(['字', '日']);
    let is_alone = names.len() == 1 && !has_label(&line.text[date.end..]);
    let is_alone = |name: &&&str| is_alone && name.as_ptr() >= after && !is_other(name);
    let alone = || names.first().filter(is_alone);
    paper.or_else(alone).and_then(|name| cleaned(name))
}

/// Last words of the names of papers, sites and stations.
static PAPER_ENDS: Group = Group::of("person.paper_end");

/// True if a text ends as names of papers, sites and stations do.
pub(super) fn ends_like_paper(text: &str) -> bool {
    PAPER_ENDS.iter().any(|end| text.ends_with(end))
}

/// Forums name the program with which a post was written, by the name of a device and words for programs: 来自手机网页版.
static DEVICES: Group = Group::of("person.device");
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
pub(super) fn cleaned(value: &str) -> Option<String> {
    let value = value
        .trim_matches(|c: char| is_blank(c) || "|-—:：/[]【】()（）<>《》".contains(c) && c != ']');
    // 《某刊》杂志2016年第4期.
    let value = value.split_once('》').map_or(value, |(paper, _)| paper);
    // A note in a bracket that does not close.
    let open = value.find(['（', '(']).filter(|at| *at > 0 && !value.contains(['）', ')']));
    let value = &value[..open.unwrap_or(value.len())];
    // "微信公众号“某某”".
    let account = value.strip_prefix("微信").unwrap_or(value).strip_prefix("公众号");
    let quoted = account.and_then(|account| account.split(['“', '”', '"', '「', '」']).nth(1));
    let value = quoted.unwrap_or(value);
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
}
