//! Names right under the title, without a label.

use super::Add;
use crate::meta::origin::Origin;
use crate::meta::people::{ends_in_office, has_role, is_capitalised, names};
use crate::meta::place::Line;
use crate::page::{Label, Labelled, has_label};
use crate::text::chars::is_blank;
use crate::text::dates::{self, DateOrder};
use crate::text::people::are_chinese_names;

/// Marks that papers set before a name.
const MARKS: &[char] = &['◎', '○', '●', '□', '■', '◇', '◆', '△', '▲', '☆', '★', '※', '▪', '•'];

/// Chinese names under the title, alone or with a date.
pub(super) fn chinese_names(line: &Line, add: &mut Add) {
    if !line.is_under_title {
        return;
    }
    let date = dates::find(line.text);
    let is_dated = date.is_some();
    if !is_dated && (line.block.characters > 30 || line.block.link_characters > 0) {
        return;
    }
    let range = date.map_or(0..0, |date| date.range);
    let parts = [&line.text[..range.start], &line.text[range.end..]].into_iter();
    let is_mark = |c: char| "[]【】（）".contains(c) || is_dated && "/|·•".contains(c);
    let pieces = parts.flat_map(|part| part.split(is_mark)).map(str::trim);
    for piece in pieces.filter(|piece| is_dated || *piece == line.text) {
        let piece = piece.trim_start_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
        if are_chinese_names(piece) {
            add(piece, Origin::UnderTitle, 0.58 - line.far);
        }
    }
}

/// `Ann Lee · Mar 15, 2024 · 5 min read`, `홍길동 기자 | 입력 2024.03.15`: the name that a dated line begins with.
pub(super) fn names_with_dates(line: &Line, add: &mut Add) {
    let date = || dates::find_written(line.text, DateOrder::MonthFirst);
    let date = line.is_under_title.then(date).flatten();
    let Some(date) = date else { return };
    let before = &line.text[..date.range.start];
    // "March 15, 2024 · 3 min · Ann Lee".
    let after = line.text[date.range.end..].rsplit_once('·');
    let after = after.filter(|(reading, _)| reading.trim().ends_with("min"));
    if let Some(name) = after.map(|(_, name)| name.trim()).filter(is_capitalised) {
        add(name, Origin::UnderTitle, 0.5 - line.far);
    }
    let Some((first, _)) = before.split_once(['·', '•', '|', '/', '⋅', '—', '–']) else {
        return;
    };
    let first = first.trim();
    if first.is_ascii() && is_capitalised(&first) || has_role(first) {
        add(first, Origin::UnderTitle, 0.5 - line.far);
    }
}

/// `Ann Lee, Science Editor`, all of a line.
pub(super) fn names_with_offices(line: &Line, add: &mut Add) {
    if !line.is_under_title {
        return;
    }
    let Some((name, office)) = line.text.split_once(", ") else { return };
    let is_person = is_capitalised(&name) && names(name).is_some();
    if is_person && ends_in_office(office) && !office.contains(',') {
        add(name, Origin::UnderTitle, 0.55 - line.far);
    }
}

/// `某某 发表于 2024-03-15`: the one word before the label.
pub(super) fn posters_before_dates(line: &Line, add: &mut Add) {
    const LONGEST: usize = 16;
    // A paper precedes the other labels: `某报 发布时间：2024-03-15`.
    let is_of_person =
        |found: &Labelled| found.label == Label::Published && found.word.ends_with(['于', '於']);
    let Some(label) = line.labels().find(is_of_person) else { return };
    let Some((before, _)) = line.text.split_once(label.word) else { return };
    let name = before.trim();
    let is_word = (2..=LONGEST).contains(&name.chars().count()) && !name.contains(is_blank);
    if line.is_under_title && is_word && !has_label(name) {
        add(name, Origin::Byline, 0.6 - line.far);
    }
}
