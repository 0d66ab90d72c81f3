//! Reporters in agency lines and in brackets: `新华社北京2月13日电（记者 张三 李四）`, `本报记者 王五`.

use super::Add;
use crate::meta::origin::Origin;
use crate::meta::place::Line;
use crate::page::Label;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::lexicon::Group;
use crate::text::people::are_chinese_names;

/// `新华社北京电（记者 某某）`.
pub(super) fn agency_names(line: &Line, add: &mut Add) {
    for (part, score) in agency_parts(line.text, line.block.characters <= 60) {
        if let Some(names) = reporters(part) {
            let score = if line.is_head { score } else { score - 0.03 };
            add(&names, Origin::AgencyLine, score);
        }
    }
}

/// `新华社北京5月19日电（某某、某某）`, and names in the brackets that end the text.
pub(super) fn names_in_brackets(line: &Line, add: &mut Add) {
    let inner = |open: usize, rest: &'_ str| -> Option<(usize, usize)> {
        let end = rest[open..].find(['）', ')'])?;
        (end < 60).then_some((open, open + end))
    };
    let text = line.text.trim_end_matches(|c: char| c.is_whitespace());
    let first = text.find(['（', '(']).filter(|at| {
        text[..*at].ends_with(['电', '讯', '電', '訊']) && text[..*at].chars().count() < 40
    });
    let last = text.rfind(['（', '(']).filter(|_| {
        let is_whole = text.starts_with(['（', '(']);
        !line.is_head && text.ends_with(['）', ')']) && (is_whole || line.block.characters > 12)
    });
    for (at, score) in [(first, 0.8), (last, 0.72)] {
        let Some(at) = at else { continue };
        let open = at + text[at..].chars().next().map_or(0, char::len_utf8);
        let Some((open, end)) = inner(open, text) else { continue };
        let names = text[open..end].trim();
        if are_chinese_names(names) {
            add(names, Origin::AgencyLine, score);
        }
    }
}

/// The end of a leading dateline: `某网记者张三1月11日报道`.
fn dateline_end(text: &str) -> Option<usize> {
    let start: usize = text.chars().take(40).map(char::len_utf8).sum();
    let ends = ["日报道", "日电", "日讯", "日消息", "报道："];
    ends.iter().filter_map(|end| text[..start].find(end)).min()
}

/// The parts of a block that may name reporters: brackets near its start or end, or all of a short line.
fn agency_parts(text: &str, is_line: bool) -> Vec<(&str, f32)> {
    // Most texts lack the characters common to all of the words.
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
    } else if let Some(end) = dateline_end(text) {
        parts.push((&text[..end], 0.8));
    }
    parts
}

/// The reporters of an agency line (`新华社北京2月13日电（记者 张三 李四）`, `本报记者 王五`), from a
/// text that holds `记者`, `通讯员` or `实习生`.
fn reporters(text: &str) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, role) in ROLES.iter().flat_map(|role| text.match_indices(role)) {
        let rest = &text[at + role.len()..];
        let (names, after) = han_run(rest);
        // Who took the picture did not write the text.
        if !took_picture(after) {
            found.extend(names);
        }
    }
    (!found.is_empty()).then(|| found.join("; "))
}

const ROLES: &[&str] = &["记者", "記者", "通讯员", "实习生"];

/// Words that no name contains: activities of reporters, and other roles.
static NO_NAMES: Group = Group::of("person.not_in_chinese");

/// Family names beyond one character are rare, and given names have one or two.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=4;

/// True if a word says that somebody took a picture: `摄`, but not `摄影报道`.
fn took_picture(word: &str) -> bool {
    Label::of(word) == Some(Label::Pictures) && !word.ends_with("报道")
}

/// The names at the start of a text, and the word of Chinese characters after them.
fn han_run(rest: &str) -> (Vec<String>, &str) {
    let rest = rest.trim_start_matches(|c| is_blank(c) || "：:/／".contains(c));
    let end = rest.find(|c: char| !(is_cjk(c) || is_blank(c) || c == '、' || c == '·'));
    let run = &rest[..end.unwrap_or(rest.len())];
    let mut names = Vec::new();
    for piece in run.split(|c| is_blank(c) || c == '、').filter(|piece| !piece.is_empty()) {
        let stop = NO_NAMES.iter().filter_map(|word| piece.find(word)).min();
        let name = &piece[..stop.unwrap_or(piece.len())];
        if took_picture(piece) || !NAME_LENGTH.contains(&name.chars().count()) {
            return (names, piece);
        }
        names.push(name.to_owned());
        if let Some(stop) = stop {
            return (names, &piece[stop..]);
        }
    }
    (names, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agency_lines() {
        for (text, expected) in [
            ("新华社北京2月13日电（记者 张三 李四）会议", Some("张三; 李四")),
            ("本报记者 王五", Some("王五")),
            ("本报记者赵小六发自北京", Some("赵小六")),
            ("某报记者马小俊/文受访者供图", Some("马小俊")),
            ("本报讯（记者 常一 通讯员 马二）", Some("常一; 马二")),
            ("某社记者 贾天 摄", None),
            ("本报记者 张三 文/图", Some("张三")),
            ("记者从会议上获悉", None),
            ("记者了解到，今年", None),
        ] {
            assert_eq!(reporters(text).as_deref(), expected, "{text}");
        }
    }
}
