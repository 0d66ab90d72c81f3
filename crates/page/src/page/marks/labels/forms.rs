//! The ways to write a label: with a mark before its value, or in the form of a byline.

use std::ops::Range;

use super::kind::Label;
use crate::text::chars::{is_blank, is_cjk};
use crate::text::people::are_chinese_names;
use crate::text::separators::parts_columns;

/// The start of a label's value, and true if a mark precedes it; `None` if the word is not a label here.
pub(super) fn value_start(text: &str, at: &Range<usize>, label: Label) -> Option<(usize, bool)> {
    let (before, after) = (&text[..at.start], &text[at.end..]);
    let word = Word { label, word: &text[at.clone()], before, after };
    if word.is_part_of_another() {
        return None;
    }
    let is_mark = |c: char| label.marks().contains(&c);
    if let Some(mark) = word.next().filter(|c| is_mark(*c)) {
        let from = at.end + word.gap() + mark.len_utf8();
        let value = text[from..].trim_start_matches(|c| is_mark(c) || is_blank(c));
        return word.may_have(mark).then_some((text.len() - value.len(), true));
    }
    FORMS.iter().any(|(_, is_so)| is_so(&word)).then_some((at.end + word.gap(), false))
}

/// A way to write a label without a mark before the value: an example, and the rule.
type Form = (&'static str, fn(&Word) -> bool);

const FORMS: &[Form] = &[
    ("某某 点击", |word| word.label.is_end() && word.ends_value()),
    ("By Ann Lee", |word| word.is_latin_label() && word.precedes_latin_value()),
    ("2005/03/15 22:36 by", |word| word.is_latin_label() && word.ends_latin_text()),
    ("(综合整理自某报、某网)", |word| {
        word.is_excerpt()
            && word.next().is_some_and(|c| c.is_alphabetic() || matches!(c, '《' | '“'))
    }),
    ("，作者某某。", |word| word.label == Label::Author && word.ends_notice()),
    ("发表于2010-12-15", |word| word.is_chinese_label() && word.precedes_date()),
    ("记者 某某", |word| word.is_chinese_label() && word.precedes_person()),
    ("某网| 作者某某", |word| word.is_chinese_label() && word.begins_column()),
    ("(某网编辑 某某)", |word| word.is_chinese_label() && word.precedes_editor()),
    ("更新时间", |word| word.is_chinese_label() && word.ends_chinese_text()),
    ("型号", |word| word.label.is_fact() && word.before.is_empty() && word.after.is_empty()),
    ("Bestellnummer 79961", |word| word.label.is_fact() && word.precedes_number()),
    ("价格 ¥58", |word| word.label.is_price() && word.next().is_some_and(|c| SUMS.contains(&c))),
];

/// Signs of money before a sum.
const SUMS: &[char] = &['¥', '￥', '$', '€', '£', '₩'];

/// A word of a label, and the text around it.
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
        !self.label.is_end() && !self.label.is_fact() && self.is_latin()
    }

    fn is_chinese_label(&self) -> bool {
        !self.label.is_end() && !self.label.is_fact() && !self.is_latin()
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
        // "Observational model": the name of something else.
        let before = self.before.trim_end_matches(is_blank);
        if self.label.is_fact()
            && self.is_latin()
            && before.ends_with(|c: char| c.is_alphabetic() && !is_cjk(c))
        {
            return true;
        }
        let joins = self.is_latin() || self.label.is_fact() || self.word.chars().count() == 1;
        joins && self.previous().is_some_and(|c| c.is_alphanumeric() || c == '\'')
    }

    /// True if the value may follow this mark. In "and/or" the slash is not a mark of a label.
    fn may_have(&self, mark: char) -> bool {
        if self.label.is_fact() {
            return matches!(mark, ':' | '：') || self.before.is_empty();
        }
        !(self.is_latin() && (mark == '/' || mark == '|' && !self.label.is_end()))
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
                || c.is_lowercase() && self.word.to_lowercase().ends_with("by")
        })
    }

    /// "By A", "von A", "Updated 3 May", but not in the middle of a sentence.
    fn precedes_latin_value(&self) -> bool {
        let before = self.before.trim_end_matches(is_blank);
        // "12 May, 10:15 GMT Updated 13 May", "This page of the manual was last edited on 3 May".
        let is_after_time = self.label.is_of_date() && ends_with_zone(before);
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
            _ => {
                self.label.is_of_date()
                    && (before.is_empty() || before.ends_with([',', '|', '·', '•']))
            }
        };
        self.after.is_empty() && is_label
    }

    /// "(综合整理自某报": where an excerpt is from, in brackets or at the start.
    fn is_excerpt(&self) -> bool {
        self.label == Label::Source
            && !self.is_latin()
            && self.word.ends_with(['自', '于'])
            && (self.previous().is_none_or(|c| "(（【[".contains(c))
                || matches!(self.before, "本文" | "文章" | "原文"))
    }

    /// "本文转载自某网，作者某某。": a name is the rest of a notice.
    fn ends_notice(&self) -> bool {
        let rest = self.after.trim_end_matches(|c| is_blank(c) || "。）)】]".contains(c));
        self.word == "作者" && self.before.ends_with(['，', ',', '；']) && are_chinese_names(rest)
    }

    fn precedes_date(&self) -> bool {
        // "公司创建于1998年" is about something else.
        let is_own = self.word != "创建于" || self.previous().is_none_or(|c| !is_cjk(c));
        self.label.is_of_date() && is_own && self.next().is_some_and(|c| c.is_ascii_digit())
    }

    fn precedes_person(&self) -> bool {
        let is_role = self.label == Label::Author
            && (self.word.ends_with(['者', '员']) || self.word.contains(['/', '／', '、']));
        is_role && self.gap() > 0 && self.precedes_name()
    }

    /// "| 作者某某", "| 来源某网 |": a column of the label and a short value.
    fn begins_column(&self) -> bool {
        let before = self.before.trim_end_matches(is_blank);
        let value = self.after.split(parts_columns).next().unwrap_or("").trim_matches(is_blank);
        let is_short = (2..=12).contains(&value.chars().count()) && !value.contains(is_blank);
        let is_column = before.ends_with(parts_columns)
            || before.is_empty() && self.after.contains(parts_columns);
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

    /// A number in one word is all that surrounds it.
    fn precedes_number(&self) -> bool {
        let value = self.after.trim_matches(is_blank);
        let has_digit = value.contains(|c: char| c.is_ascii_digit());
        self.before.is_empty() && self.gap() > 0 && has_digit && !value.contains(is_blank)
    }
}

/// True if a text ends with the abbreviation of a time zone or of a half of the day: `10:15 GMT`, `10:15 pm`.
fn ends_with_zone(text: &str) -> bool {
    let word = text.rsplit(is_blank).next().unwrap_or("");
    let is_zone = (2..=5).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase());
    is_zone || ["am", "pm"].contains(&word)
}
