//! Chinese names: in agency lines (`本报记者 王五`), and alone under a title.

use std::sync::LazyLock;

use super::no_names::is_region;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::phrases;

static FAMILY_NAMES: LazyLock<(Vec<char>, Vec<&str>)> = LazyLock::new(|| {
    let lines = include_str!("../../data/family_names.txt").lines();
    let mut lines = lines.filter(|line| !line.starts_with('#'));
    let single = lines.next().unwrap_or("").chars().collect();
    let double = lines.next().unwrap_or("").split(' ').collect();
    (single, double)
});

/// True if a text is one Chinese name or several, each with a usual family name.
pub(super) fn are_chinese_names(text: &str) -> bool {
    let (single, double) = &*FAMILY_NAMES;
    let is_one = |name: &str| {
        let length = name.chars().count();
        let of_two =
            double.iter().any(|family| name.starts_with(family)) && (3..=4).contains(&length);
        let of_one = name.starts_with(single.as_slice()) && (2..=3).contains(&length);
        name.chars().all(is_cjk) && (of_one || of_two) && !is_region(name)
    };
    let mut names =
        text.split(|c| is_blank(c) || c == '、').filter(|name| !name.is_empty()).peekable();
    names.peek().is_some() && names.all(is_one)
}

/// The reporters of an agency line (`新华社北京2月13日电（记者 张三 李四）`, `本报记者 王五`), from a
/// text that holds `记者`, `通讯员` or `实习生`.
pub(super) fn reporters(text: &str) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, role) in ROLES.iter().flat_map(|role| text.match_indices(role)) {
        let rest = &text[at + role.len()..];
        let (names, after) = han_run(rest);
        // Who took the picture did not write the text.
        if !TOOK_PICTURE.contains(&after) {
            found.extend(names);
        }
    }
    (!found.is_empty()).then(|| found.join("; "))
}

const ROLES: &[&str] = &["记者", "記者", "通讯员", "实习生"];

/// Words that no name contains: activities of reporters, and other roles.
static NO_NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    phrases::group(include_str!("../../data/no_names.txt"), "not_in_chinese").collect()
});

/// Family names beyond one character are rare, and given names have one or two.
const NAME_LENGTH: std::ops::RangeInclusive<usize> = 2..=4;

/// Words that follow the name of a photographer.
pub(super) const TOOK_PICTURE: &[&str] = &["摄", "攝", "摄影", "供图", "图"];

/// The names at the start of a text, and the word of Chinese characters after them.
fn han_run(rest: &str) -> (Vec<String>, &str) {
    let rest = rest.trim_start_matches(|c| is_blank(c) || "：:/／".contains(c));
    let end = rest.find(|c: char| !(is_cjk(c) || is_blank(c) || c == '、' || c == '·'));
    let run = &rest[..end.unwrap_or(rest.len())];
    let mut names = Vec::new();
    for piece in run.split(|c| is_blank(c) || c == '、').filter(|piece| !piece.is_empty()) {
        let stop = NO_NAMES.iter().filter_map(|word| piece.find(word)).min();
        let name = &piece[..stop.unwrap_or(piece.len())];
        if TOOK_PICTURE.contains(&piece) || !NAME_LENGTH.contains(&name.chars().count()) {
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
