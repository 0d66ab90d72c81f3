//! Names at the end of a text: `— Ann Lee`, a name alone at the right, `Ann Lee reports from Town`, what is said about the
//! author.

use super::Add;
use crate::dom::Tag;
use crate::meta::origin::Origin;
use crate::meta::people::{is_capitalised, is_korean_role, says_office};
use crate::meta::place::Line;
use crate::page::Label;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::people::are_chinese_names;

/// A name that is all of the last line, behind a dash or at the right.
pub(super) fn signatures(line: &Line, add: &mut Add) {
    let bare = line.text.trim_start_matches(['—', '─', '–', ' ']);
    let is_signed = || bare.len() < line.text.len() || is_right(line);
    if line.is_last && is_person(bare) && is_signed() && !is_of_picture(line) {
        add(bare, Origin::Byline, 0.6);
    }
}

/// A name and what its owner does, with an address or without: `홍길동 기자 hong@example.com`, `【記者・田中花子】`.
pub(super) fn names_with_roles(line: &Line, add: &mut Add) {
    const LONGEST: u32 = 40;
    if line.block.characters > LONGEST || line.block.link_characters > LONGEST / 2 {
        return;
    }
    if !line.text.contains(|c: char| matches!(c, '・' | '\u{ac00}'..='\u{d7a3}')) {
        return;
    }
    let bare = line.text.trim_matches(|c: char| is_blank(c) || "[]【】()（）=".contains(c));
    let name = match bare.split_once('・') {
        Some((work, name)) => {
            name_of(name).filter(|_| work.ends_with("記者") || work.ends_with("特派員"))
        }
        None => {
            let words = bare.split(is_blank).take_while(|word| !word.contains('@'));
            let words: Vec<&str> = words.collect();
            words.split_last().and_then(|(role, before)| {
                is_korean_role(role).then(|| before.last().copied()).flatten().and_then(name_of)
            })
        }
    };
    if let Some(name) = name {
        add(name, Origin::Byline, 0.7 - line.far);
    }
}

/// The text if it may be a name of a few characters.
fn name_of(text: &str) -> Option<&str> {
    ((2..=6).contains(&text.chars().count()) && text.chars().all(is_cjk)).then_some(text)
}

/// True if a text is a name and nothing else.
pub(super) fn is_person(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphabetic() || " .'-".contains(c);
    are_chinese_names(text)
        || text.chars().all(is_of_name) && is_capitalised(&text) && !text.contains(" of ")
}

/// True if a line is next to a picture, or in a quotation.
fn is_of_picture(line: &Line) -> bool {
    let document = line.page.document();
    let mut around = document.around(line.block.container).take(3);
    let has_picture = |id| document.descendants(id).take(40).any(|id| document.tag(id) == Tag::IMG);
    let is_box = |id| matches!(document.tag(id), Tag::FIGCAPTION | Tag::BLOCKQUOTE);
    around.any(is_box) || document.around(line.block.container).take(2).any(has_picture)
}

/// True if a line is set at the right.
fn is_right(line: &Line) -> bool {
    let document = line.page.document();
    let mut around = document.around(line.block.container).take(2);
    let mut attributes = around.by_ref().flat_map(|id| document.attributes(id));
    attributes.any(|(name, value)| match name {
        "align" => value.eq_ignore_ascii_case("right"),
        "style" => value.replace(' ', "").contains("text-align:right"),
        _ => false,
    })
}

/// Whom the first sentence behind the text is about, if it says what an author does or is said about the author:
/// `Ann Lee reports from Town`, `关于作者` and below it `林某某，某地人`.
pub(super) fn subjects(line: &Line, add: &mut Add) {
    if line.is_head {
        return;
    }
    let Some((name, rest)) = subject(line.text) else { return };
    let before = line.index.checked_sub(1).map(|at| &line.page.blocks()[at]);
    let label = before.and_then(|block| Label::of(line.page.block_text(block)));
    let does_report = ["reports from ", "reported from "].iter().any(|word| rest.starts_with(word));
    if does_report || says_office(rest) || label == Some(Label::Author) {
        add(name, Origin::Byline, 0.6 - line.far / 2.0);
    }
}

/// The name that a sentence begins with, and the rest of the sentence.
fn subject(text: &str) -> Option<(&str, &str)> {
    let mut blanks = text.match_indices(' ').map(|(at, _)| at).take(5);
    let end = match text.starts_with(is_cjk) {
        true => text.find(['，', ',', '：', ' ', '系', '是'])?,
        false => blanks.find(|at| text[at + 1..].starts_with(char::is_lowercase))?,
    };
    let (name, rest) = text.split_at(end);
    is_person(name).then(|| (name, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_of_sentences() {
        for (text, expected) in [
            ("Ann Lee reports from Town.", Some("Ann Lee")),
            ("Ann Lee is a writer.", Some("Ann Lee")),
            ("The river is high.", None),
            ("袁小源，某县人。", Some("袁小源")),
            ("河水涨了，路断了。", None),
        ] {
            assert_eq!(subject(text).map(|(name, _)| name), expected, "{text}");
        }
    }
}
