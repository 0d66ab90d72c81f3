//! Names right under the title, without a label.

use super::Add;
use super::is_in_comment;
use super::signed::is_person;
use crate::meta::origin::Origin;
use crate::meta::people::{ends_in_office, has_role};
use crate::meta::place::Line;
use crate::page::{Label, Labelled, has_label};
use crate::text::chars::{is_blank, is_cjk};
use crate::text::people::{are_chinese_names, has_menu_word};

/// Marks that papers set before a name.
const MARKS: &[char] = &['◎', '○', '●', '□', '■', '◇', '◆', '△', '▲', '☆', '★', '※', '▪', '•'];

/// Names under the title in parts of their own: alone, with an office, in a line with a date or next to one.
pub(super) fn names_alone(line: &Line, add: &mut Add) {
    if !line.is_under_title || is_in_comment(line.page, line.block.container) {
        return;
    }
    let date = line.day();
    let is_short = line.block.characters <= 30 && line.block.link_characters == 0;
    if date.is_none() && !is_short {
        return;
    }
    let (has_date, range) = (date.is_some(), date.unwrap_or(0..0));
    let is_dated = || has_date || line.is_by_date();
    let is_bare = |piece: &str| has_date || piece == line.text;
    let is_bracket = |c: char| "[]【】（）—–".contains(c);
    let is_word = |piece: &str| has_label(piece) || has_menu_word(&piece.to_lowercase());
    let is_end = |word: &str| {
        matches!(Label::of(word), Some(Label::Published | Label::Modified | Label::End))
    };
    for piece in line.pieces(&range).flat_map(|piece| piece.split(is_bracket)) {
        let piece = piece.trim_matches(|c: char| MARKS.contains(&c) || c.is_whitespace());
        // "홍길동 기자 입력": the label of the date.
        let labelled = piece.rsplit_once(' ').filter(|(_, last)| is_end(last));
        let piece = labelled.map_or(piece, |(before, _)| before);
        let with_office = piece.split_once(", ").filter(|(_, office)| ends_in_office(office));
        let name = with_office.map_or(piece, |(name, _)| name);
        if is_bare(piece) && are_chinese_names(piece) {
            add(piece, Origin::UnderTitle, 0.58 - line.far);
        } else if (is_person(name) && !is_word(name) || has_role(name))
            && (with_office.is_some() || is_dated())
        {
            let score = if with_office.is_some() { 0.55 } else { 0.5 };
            add(name, Origin::UnderTitle, score - line.far);
        }
    }
}

/// `[英] 某某·某某 著`, `张三/文`: a name before what it did.
pub(super) fn names_before_work(line: &Line, add: &mut Add) {
    const LONGEST: u32 = 40;
    let is_place = line.is_under_title || line.is_last;
    if !is_place || line.block.characters > LONGEST || Label::at_start(line.text).is_some() {
        return;
    }
    // What an author does.
    let is_work = |word: &str| Label::of(word) == Some(Label::Author) && word.contains(is_cjk);
    let words: Vec<&str> = line.text.split(is_blank).filter(|word| !word.is_empty()).collect();
    for (at, word) in words.iter().enumerate() {
        let own = word.rsplit_once(['/', '／']).filter(|(_, work)| is_work(work));
        let last = || at.checked_sub(1).map(|before| words[before]).filter(|_| is_work(word));
        let Some(name) = own.map(|(name, _)| name).or_else(last) else { continue };
        let name = name.rsplit([']', '】', '）', '〕', ')']).next().unwrap_or(name);
        let is_foreign = name.contains('·') && name.chars().all(|c| is_cjk(c) || c == '·');
        if is_foreign || are_chinese_names(name) {
            add(name, Origin::Byline, 0.6 - line.far);
        }
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
