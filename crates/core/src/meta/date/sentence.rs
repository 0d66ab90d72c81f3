//! Dates inside the sentences of a text: `成立于2006年1月23日，是一家公司`, `On 3 May 1998 the bridge was opened.`

use crate::text::chars::is_cjk;
use crate::text::separators::parts_head;

/// Characters right behind a date that go on like a sentence, where no mark follows them.
const LONG_RUN: usize = 8;
/// Words in small letters around a date: with the end of a sentence behind them, and without.
const WORDS_OF_SENTENCE: usize = 4;
const WORDS_ALONE: usize = 7;

/// What says that a text was published, behind its date: `于2023年3月12日发布`.
const VERBS: &[&str] = &["发布", "发表", "刊发", "首发", "發佈", "發表", "更新", "修改", "编辑"];
/// What goes on to say of what or where something was published, behind such a verb.
const OBJECTS: &[char] = &['在', '了', '的', '會', '会'];
/// What leads to a date in a sentence.
const LEADING: &[char] = &['于', '於', '至', '到', '在', '自', '从', '從', '为', '為', '是'];

/// True if a date is inside a sentence, by the text of its line before it and after it. A time of day stands in few sentences.
pub(super) fn is_inside(before: &str, after: &str, has_time: bool) -> bool {
    let is_gap = |c: char| parts_head(c) || matches!(c, '\n' | '\t' | '\u{3000}');
    let before = before.rsplit(is_gap).next().unwrap_or("");
    let after = after.split(is_gap).next().unwrap_or("");
    goes_on(after, has_time) || is_led_to(before, after, has_time) || has_words(before, after)
}

/// The text behind a verb that says that the page was published: not `发表在《某刊》`.
fn behind_verb(after: &str) -> Option<&str> {
    let rest = VERBS.iter().find_map(|verb| after.strip_prefix(verb))?;
    (!rest.starts_with(OBJECTS)).then_some(rest)
}

/// True if characters without blanks between them go on right behind a date, as in a sentence.
fn goes_on(after: &str, has_time: bool) -> bool {
    let after = behind_verb(after).unwrap_or(after);
    let run = after.chars().take_while(|c| is_cjk(*c)).count();
    let rest = after.trim_start_matches(is_cjk);
    let goes_on = rest.starts_with(['，', '、', '。', '；', '！', '？']);
    let is_followed = rest.chars().skip(1).any(char::is_alphabetic);
    match run {
        // "2020年12月31日，水库开始蓄水"
        0 => goes_on && is_followed,
        1 => goes_on,
        _ => goes_on || run >= LONG_RUN && !has_time && !rest.starts_with([':', '：']),
    }
}

/// True if a word leads to a date: `统计数据截至2021年04月`.
fn is_led_to(before: &str, after: &str, has_time: bool) -> bool {
    let has_verb = behind_verb(after.trim_start()).is_some();
    let mut back = before.chars().rev();
    let is_word =
        back.next().is_some_and(|c| LEADING.contains(&c)) && back.next().is_some_and(is_cjk);
    is_word && !has_time && !has_verb
}

/// True if a line has the words of a sentence, in scripts that part words: those in small letters count, or those of scripts
/// that have no capitals.
fn has_words(before: &str, after: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let mut letters = word.chars();
        let first =
            letters.next().filter(|c| c.is_alphabetic() && !c.is_uppercase() && !is_cjk(*c));
        first.is_some() && letters.next().is_some() && !word.contains('.')
    };
    let count = |text: &str| text.split_whitespace().filter(is_word).count();
    // "Town, (12.11.2021). The ...": what precedes the text.
    let is_apart = after.trim_start_matches([')', '）', ' ']).starts_with(['-', '.', ':', '：']);
    let words = count(before) + if is_apart { 0 } else { count(after) };
    let end = after.trim_end_matches([')', '"', '”', '»', '\'', ']', ' ']);
    let is_ended = end.ends_with(['.', '?', '!', '।', '؟', '۔']);
    words >= if is_ended { WORDS_OF_SENTENCE } else { WORDS_ALONE }
}

#[cfg(test)]
mod tests {
    use super::is_inside;

    #[test]
    fn sentences_and_lines_of_their_own() {
        for (before, after, has_time, expected) in [
            ("水厂成立于", "，是一家企业。", false, true),
            ("张三，", "出生于某地，歌手。", false, true),
            ("（", "第十届全体会议第二十八次会议通过）", false, true),
            ("（统计数据截至", "）", false, true),
            ("活动延长，至", "前会员继续免费。", false, true),
            ("", "，水库开始蓄水。", false, true),
            ("该书于", "发表在《某刊》", false, true),
            ("将于", "在市民中心举行。", true, true),
            ("The mill was opened on ", " by the mayor of the town.", false, true),
            ("", " was the day on which the old mill at the river burnt", false, true),
            ("Die Brücke wurde am ", " nach langer Zeit eröffnet.", false, true),
            ("", "", false, false),
            ("某局办公室", "", false, false),
            ("", "成都日报评论（人参与）", true, false),
            ("于 ", " 发布", true, false),
            ("本文于", "发布", false, false),
            ("", "中国某报", false, false),
            ("", "来源：某报", false, false),
            ("来源：某报 ", " 编辑：张三", false, false),
            ("By Ann Miller, ", " in News, with 3 comments", false, false),
            ("by Ann Miller ", " at 7:18 p.m.", false, false),
            ("Von Anna Müller, ", "", false, false),
            ("Altdorf (", "). The ferry left the landing at six in the morning.", false, false),
        ] {
            assert_eq!(is_inside(before, after, has_time), expected, "{before}|{after}");
        }
    }
}
