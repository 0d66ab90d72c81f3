//! Labelled values in short texts: `来源：某报 作者：某人`, `By A. Writer | Updated 3 May`.

use std::sync::LazyLock;

use super::chinese_names::{TOOK_PICTURE, are_chinese_names};
use crate::page::{BlockIndex, Page};
use crate::text::chars::{is_blank, is_cjk};
use crate::text::dates::{self, DateOrder};
use crate::text::phrases::Phrases;

/// The kind of value that a label announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Author,
    Source,
    Editor,
    Published,
    Modified,
    /// Who took or drew the pictures.
    Pictures,
    Translation,
    /// Another field. It only ends the value before it.
    End,
}

impl Label {
    /// True if the label tells who contributed without being an author.
    fn is_contribution(self) -> bool {
        matches!(self, Self::Pictures | Self::Translation)
    }

    /// True if the label mainly ends the value before it: only a mark gives it a value.
    fn is_end(self) -> bool {
        self == Self::End || self.is_contribution()
    }
}

const LABELS: &[(&str, Label)] = &[
    ("author", Label::Author),
    ("source", Label::Source),
    ("editor", Label::Editor),
    ("published", Label::Published),
    ("modified", Label::Modified),
    ("pictures", Label::Pictures),
    ("translation", Label::Translation),
    ("end", Label::End),
];

static PHRASES: LazyLock<Phrases> = LazyLock::new(|| {
    let names: Vec<&str> = LABELS.iter().map(|(name, _)| *name).collect();
    Phrases::read_with_capitals(include_str!("../../data/byline_labels.txt"), &names)
});

/// A label and the value after it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Labelled<'a> {
    pub(super) label: Label,
    /// The text up to the next label, date or mark; empty if the value is elsewhere.
    pub(super) value: &'a str,
    /// The rest of the text after the label.
    pub(super) rest: &'a str,
    /// True if a colon or a similar mark separates the two.
    pub(super) has_mark: bool,
    /// The label itself.
    pub(super) word: &'a str,
}

/// The labelled values of a text, in order, without those of contributors.
pub(super) fn labelled(text: &str) -> Vec<Labelled<'_>> {
    with_contributions(text).0
}

/// The labelled values of a text, in order, and apart from them those that name contributors.
pub(super) fn with_contributions(text: &str) -> (Vec<Labelled<'_>>, Vec<Labelled<'_>>) {
    let found: Vec<(usize, usize, usize, Label, bool)> = PHRASES
        .find_ranges(text)
        .filter_map(|(group, range)| {
            let label = LABELS[group].1;
            let (start, has_mark) = value_start(text, range.start, range.end, label)?;
            Some((range.start, range.end, start, label, has_mark))
        })
        .collect();
    let (mut values, mut contributions) = (Vec::new(), Vec::new());
    for (number, &(word_start, word_end, start, label, has_mark)) in found.iter().enumerate() {
        let next = found.get(number + 1).map_or(text.len(), |next| next.0);
        let is_empty = label == Label::End || label.is_contribution() && !has_mark;
        if is_empty || start > next {
            continue;
        }
        let value = cut(&text[start..next], label);
        // "文/某网专栏作者 某某": the first value is a role.
        let followed =
            found.get(number + 1).filter(|next| next.3 == label && label == Label::Author);
        if followed.is_some_and(|next| text[..next.0].ends_with(value) && !value.is_empty()) {
            continue;
        }
        // "某社记者 某某 摄" names who took a picture.
        let after = text[next..].split([' ', '）', ')', '。']).next().unwrap_or("");
        let is_label = found.get(number + 1).is_some_and(|next| next.4);
        if label == Label::Author
            && !is_label
            && TOOK_PICTURE.contains(&after)
            && !text[start..next].contains('/')
        {
            continue;
        }
        let word = &text[word_start..word_end];
        let into = if label.is_contribution() { &mut contributions } else { &mut values };
        into.push(Labelled { label, value, rest: &text[start..], has_mark, word });
    }
    (values, contributions)
}

/// The text of the block after a label that is alone in its block.
pub(super) fn value_after(page: &Page, index: BlockIndex) -> String {
    let next = page.blocks().get(index + 1).filter(|next| next.characters <= 40 && !next.is_hidden);
    let text = next.map(|next| page.block_text(next)).unwrap_or_default();
    let is_value = labelled(text).is_empty() && !begins_section(text);
    if is_value { text.to_owned() } else { String::new() }
}

/// True if a text begins with the number of a section: `一、登记`.
fn begins_section(text: &str) -> bool {
    let rest =
        text.trim_start_matches(|c: char| "一二三四五六七八九十".contains(c) || c.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(['、', '.', '．'])
}

/// True if a text is a label and nothing else.
pub(super) fn is_only_label(text: &str) -> bool {
    PHRASES.at_start(text).is_some_and(|(_, length)| length == text.len())
}

/// A text without the label of authors and the colon that it begins with: `Автор: Анна Белова`.
pub(super) fn without_author_label(text: &str) -> &str {
    let label = PHRASES.at_start(text).filter(|(group, _)| LABELS[*group].1 == Label::Author);
    let rest = label.map(|(_, length)| text[length..].trim_start_matches(is_blank));
    let value = rest.and_then(|rest| rest.strip_prefix([':', '：']));
    value.map_or(text, |value| value.trim_start_matches(is_blank))
}

const COLONS: &[char] = &[':', '：', '﹕', '∶', '/', '／', '︱', '|', '丨', '｜'];

/// The start of a label's value, and true if a mark precedes it; `None` if the word is not a label here.
fn value_start(text: &str, start: usize, end: usize, label: Label) -> Option<(usize, bool)> {
    let word = Word { label, word: &text[start..end], before: &text[..start], after: &text[end..] };
    if word.is_part_of_another() {
        return None;
    }
    if let Some(mark) = word.next().filter(|c| COLONS.contains(c)) {
        let from = end + word.gap() + mark.len_utf8();
        let value = text[from..].trim_start_matches(|c| COLONS.contains(&c) || is_blank(c));
        return word.may_have(mark).then_some((text.len() - value.len(), true));
    }
    FORMS.iter().any(|(_, is_so)| is_so(&word)).then_some((end + word.gap(), false))
}

/// A way to write a label without a mark before the value: an example, and the rule.
type Form = (&'static str, fn(&Word) -> bool);

const FORMS: &[Form] = &[
    ("某某 点击", |word| word.label.is_end() && word.ends_value()),
    ("By Ann Lee", |word| word.is_latin_label() && word.precedes_latin_value()),
    ("2005/03/15 22:36 by", |word| word.is_latin_label() && word.ends_latin_text()),
    ("(综合整理自某报、某网)", |word| {
        word.is_excerpt() && word.next().is_some_and(char::is_alphabetic)
    }),
    ("发表于2010-12-15", |word| word.is_chinese_label() && word.precedes_date()),
    ("记者 某某", |word| word.is_chinese_label() && word.precedes_person()),
    ("某网| 作者某某", |word| word.is_chinese_label() && word.begins_column()),
    ("(某网编辑 某某)", |word| word.is_chinese_label() && word.precedes_editor()),
    ("更新时间", |word| word.is_chinese_label() && word.ends_chinese_text()),
];

/// A word of the vocabulary of labels, and the text around it.
struct Word<'a> {
    label: Label,
    word: &'a str,
    before: &'a str,
    after: &'a str,
}

impl Word<'_> {
    fn is_latin(&self) -> bool {
        self.word.chars().next().is_some_and(|c| !is_cjk(c))
    }

    fn is_latin_label(&self) -> bool {
        !self.label.is_end() && self.is_latin()
    }

    fn is_chinese_label(&self) -> bool {
        !self.label.is_end() && !self.is_latin()
    }

    /// The character right before the word.
    fn previous(&self) -> Option<char> {
        self.before.chars().next_back()
    }

    /// Bytes of the blanks after the word.
    fn gap(&self) -> usize {
        self.after.len() - self.after.trim_start_matches(is_blank).len()
    }

    /// The first character after those blanks.
    fn next(&self) -> Option<char> {
        self.after[self.gap()..].chars().next()
    }

    /// True if another label precedes it closely: `作者：张三时间：`.
    fn follows_value(&self) -> bool {
        self.before.chars().rev().take(12).any(|c| matches!(c, ':' | '：'))
    }

    /// True if it is only the end of a longer word.
    fn is_part_of_another(&self) -> bool {
        // "引用日期", "上市时间": the dates of something else.
        let is_general = matches!(self.word, "日期" | "时间");
        if is_general && self.previous().is_some_and(is_cjk) && !self.follows_value() {
            return true;
        }
        let joins = self.is_latin() || self.word.chars().count() == 1;
        joins && self.previous().is_some_and(|c| c.is_alphanumeric() || c == '\'')
    }

    /// True if the value may follow this mark. In "and/or" the slash is not a mark of a label.
    fn may_have(&self, mark: char) -> bool {
        !(self.is_latin() && (mark == '/' || mark == '|' && !self.label.is_end()))
    }

    fn is_of_date(&self) -> bool {
        matches!(self.label, Label::Published | Label::Modified)
    }

    fn ends_value(&self) -> bool {
        match self.is_latin() {
            true => self.gap() > 0,
            false => self.previous().is_none_or(|c| !is_cjk(c)),
        }
    }

    /// True if the next character may begin a name: a capital, a digit, a handle, a Chinese character.
    fn precedes_name(&self) -> bool {
        self.next().is_some_and(|c| {
            c.is_uppercase()
                || c.is_numeric()
                || c == '@'
                || is_cjk(c)
                || c.is_lowercase() && self.word.eq_ignore_ascii_case("by")
        })
    }

    /// "By A", "von A", "Updated 3 May", but not in the middle of a sentence.
    fn precedes_latin_value(&self) -> bool {
        let before = self.before.trim_end_matches(is_blank);
        // "12 May, 10:15 GMT Updated 13 May", "This page of the manual was last edited on 3 May".
        let is_after_time = self.is_of_date() && ends_with_zone(before);
        let is_plain = self.label == Label::Modified && self.word.contains(' ');
        let is_in_sentence = before.ends_with(char::is_alphabetic)
            && before.len() > 16
            && !is_after_time
            && !is_plain;
        let begins_word = self.previous().is_none_or(|c| !c.is_alphanumeric());
        self.gap() > 0 && self.precedes_name() && begins_word && !is_in_sentence
    }

    /// "2005/03/15 22:36 by", but not "is sponsored by"; "Updated", "3 May 2024, updated".
    fn ends_latin_text(&self) -> bool {
        let before = self.before.trim_end_matches(is_blank);
        let is_label = match self.label {
            Label::Author => {
                self.word.ends_with(['y', 'Y']) && !before.ends_with(char::is_alphabetic)
            }
            _ => self.is_of_date() && (before.is_empty() || before.ends_with([',', '|', '·', '•'])),
        };
        self.after.is_empty() && is_label
    }

    /// "(综合整理自某报": where an excerpt is from, in brackets or at the start.
    fn is_excerpt(&self) -> bool {
        self.label == Label::Source
            && !self.is_latin()
            && self.word.ends_with(['自', '于'])
            && self.previous().is_none_or(|c| "(（【[".contains(c))
    }

    fn precedes_date(&self) -> bool {
        // "公司创建于1998年" is about something else.
        let is_own = self.word != "创建于" || self.previous().is_none_or(|c| !is_cjk(c));
        self.is_of_date() && is_own && self.next().is_some_and(|c| c.is_ascii_digit())
    }

    fn precedes_person(&self) -> bool {
        let is_role = self.label == Label::Author && self.word.ends_with(['者', '员']);
        is_role && self.gap() > 0 && self.precedes_name()
    }

    /// "| 作者某某", "| 来源某网 |": a column of the label and a short value.
    fn begins_column(&self) -> bool {
        let is_bar = |c: char| matches!(c, '|' | '｜' | '丨');
        let before = self.before.trim_end_matches(is_blank);
        let value = self.after.split(is_bar).next().unwrap_or("").trim_matches(is_blank);
        let is_short = (2..=12).contains(&value.chars().count()) && !value.contains(is_blank);
        let is_column =
            before.ends_with(is_bar) || before.is_empty() && self.after.contains(is_bar);
        match self.label {
            Label::Author => is_column && self.gap() == 0 && are_chinese_names(value),
            Label::Source => {
                is_column && self.gap() == 0 && is_short && value.chars().all(char::is_alphanumeric)
            }
            _ => false,
        }
    }

    /// "某网编辑 某某)": a name is all that follows.
    fn precedes_editor(&self) -> bool {
        let rest =
            self.after[self.gap()..].trim_end_matches(|c| is_blank(c) || "）)】]".contains(c));
        self.label == Label::Editor && self.gap() > 0 && are_chinese_names(rest)
    }

    fn ends_chinese_text(&self) -> bool {
        let may_stand_alone = self.label != Label::Author || self.word.ends_with('由');
        self.after.is_empty() && may_stand_alone && !self.is_excerpt()
    }
}

/// True if a text ends with the abbreviation of a time zone or of a half of the day: `10:15 GMT`, `10:15 pm`.
fn ends_with_zone(text: &str) -> bool {
    let word = text.rsplit(is_blank).next().unwrap_or("");
    let is_zone = (2..=5).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase());
    is_zone || ["am", "pm"].contains(&word)
}

/// Cuts a value off before a date, a closing bracket or another column.
fn cut(value: &str, label: Label) -> &str {
    if matches!(label, Label::Published | Label::Modified) {
        return value.trim_matches(is_blank);
    }
    let end = value.find([
        '）', ')', ']', '】', '|', '｜', '丨', '•', '⋅', '。', '；', ';', '(', '（', '>', '·',
        '〕', '」', '—', '–',
    ]);
    // A middle dot inside a foreigner's name in Chinese, brackets inside a name.
    let mut value =
        &value[..end.filter(|end| *end > 0).map_or(value.len(), |end| keep_inner(value, end))];
    // What a person wrote is no part of the name, nor is the verb before it: "张三辑自《某书》".
    if let Some(work) = value.find('《').filter(|at| label == Label::Author && *at > 0) {
        value = &value[..work];
        let verb = value.strip_suffix('自').and_then(|rest| rest.char_indices().next_back());
        value = &value[..verb.map_or(work, |(at, _)| at)];
    }
    if let Some(date) = dates::find_written(value, DateOrder::MonthFirst) {
        value = &value[..date.range.start];
    }
    if let Some(digit) = value
        .find(|c: char| c.is_ascii_digit())
        .filter(|at| *at > 0 && value[..*at].ends_with(is_blank))
    {
        value = &value[..digit];
    }
    value.trim_matches(|c: char| {
        is_blank(c) || "[【（(《〔「".contains(c) || ",，、:：-/／\"“”".contains(c)
    })
}

/// The end of a value, if the mark at `end` may be part of it.
fn keep_inner(value: &str, end: usize) -> usize {
    let mark = value[end..].chars().next();
    match mark {
        // "卡尔·某某".
        Some('·') if value[..end].ends_with(is_cjk) => {
            let after = end + '·'.len_utf8();
            let more = value[after..].find(|c: char| !is_cjk(c)).unwrap_or(value.len() - after);
            after + more
        }
        // "某某 (A. Name)", "某站[整理]".
        Some(open @ ('(' | '（')) => {
            let close = if open == '(' { ')' } else { '）' };
            let inner = &value[end + open.len_utf8()..];
            match inner.find(close) {
                Some(at) if at < 40 && inner[..at].chars().all(|c| !c.is_ascii_digit()) => {
                    end + open.len_utf8() + at + close.len_utf8()
                }
                _ => end,
            }
        }
        _ => end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Label, &str)]) {
        let found: Vec<(Label, &str)> = labelled(text).iter().map(|l| (l.label, l.value)).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn labels_of_both_scripts() {
        use Label::{Author, Editor, Modified, Published, Source};
        check("来源：某报 作者：张三", &[(Source, "某报"), (Author, "张三")]);
        check("作者：张三 点击：33 次", &[(Author, "张三")]);
        check("（责任编辑：李四）", &[(Editor, "李四")]);
        check("[责任编辑：李四 PN054]", &[(Editor, "李四 PN054")]);
        check("【文/某网专栏作者 王五】", &[(Author, "王五")]);
        check("（综合整理自某报、某网等）", &[(Source, "某报、某网等")]);
        check("文 / 张三　图 / 李四", &[(Author, "张三")]);
        check("采写/张三", &[(Author, "张三")]);
        check("王文：两国的对话", &[]);
        check("2005/03/15 22:36 by", &[(Author, "")]);
        check("is sponsored by", &[]);
        check("May 3, 2024, updated", &[(Modified, "")]);
        check("Updated", &[(Modified, "")]);
        check("来源: 某周刊 2019-09-07", &[(Source, "某周刊")]);
        check(
            "By Ann Lee | Updated May 3, 2024",
            &[(Author, "Ann Lee"), (Modified, "May 3, 2024")],
        );
        check("发表于2010-12-15 09:30", &[(Published, "2010-12-15 09:30")]);
        check("作者：卡尔·某某", &[(Author, "卡尔·某某")]);
        check("They came to town by Car and left on Monday", &[]);
        check("Автор: Анна Белова", &[(Author, "Анна Белова")]);
        check("信息来源", &[(Source, "")]);
        check("本报记者 赵六 钱七", &[(Author, "赵六 钱七")]);
        check("资料图：街头。某社记者 贾天 摄", &[]);
        check("By ANN LEE JAN. 13, 2017", &[(Author, "ANN LEE")]);
        check("nearby Town", &[]);
        check(
            "发表于2025-03-18 | 33次阅读| 来源某网| 0 条评论| 作者张三",
            &[(Published, "2025-03-18 | 33次"), (Source, "某网"), (Author, "张三")],
        );
        check("（某网编辑 王五）", &[(Editor, "王五")]);
        check("作者:张三 选稿:李四", &[(Author, "张三"), (Editor, "李四")]);
        check("本文来源于某报 2019-09-07", &[(Source, "某报")]);
        check("［引用日期2020-3-1］", &[]);
        check("上市时间：2025年6月", &[]);
        check("作者：张三时间：2025-06-03", &[(Author, "张三"), (Published, "2025-06-03")]);
        check("创建于 2024-02-11", &[(Published, "2024-02-11")]);
        check("公司创建于1998年3月2日", &[]);
        check(
            "Published 12 Nov 2026, 22:15 GMT Updated 13 Nov 2026, 08:02 GMT",
            &[(Published, "12 Nov 2026, 22:15 GMT"), (Modified, "13 Nov 2026, 08:02 GMT")],
        );
        check("This page was last edited on 3 May 2026", &[(Modified, "3 May 2026")]);
        check("", &[]);
    }
}
