//! Labels with their values in short texts: `来源：某报 作者：某人`, `By A. Writer | Updated 3 May`, `货号：A-12`.

mod forms;
mod kind;
mod value;

use std::ops::Range;

use forms::value_start;
pub use kind::Label;
use kind::{ALL, PHRASES};
pub(super) use value::begins_section;
pub(in crate::page) use value::cut;

/// A label and the value after it.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled<'a> {
    /// The label.
    pub label: Label,
    /// The text up to the next label, date or mark; that of the next block if the label is alone.
    pub value: &'a str,
    /// True if no value follows the label in its own text.
    pub is_alone: bool,
    /// The rest of the text after the label.
    pub rest: &'a str,
    /// True if a colon or a similar mark separates the two.
    pub has_mark: bool,
    /// The label itself.
    pub word: &'a str,
}

impl<'a> Labelled<'a> {
    /// The labelled values of any text, in order, for callers whose texts are no blocks.
    pub fn all(text: &'a str) -> impl Iterator<Item = Self> {
        find(text).into_iter().map(move |found| found.of(text))
    }

    /// The label that a text begins with.
    pub fn first(text: &'a str) -> Option<Self> {
        Label::at_start(text)?;
        Self::all(text).next().filter(|found| text.starts_with(found.word))
    }
}

/// True if a text has a label of a text.
pub fn has_label(text: &str) -> bool {
    find(text).iter().any(|found| found.label.is_of_text())
}

/// The places of a label and its value in a text.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) label: Label,
    word: Range<u32>,
    /// The value, and the first byte after the label.
    value: Range<u32>,
    rest: u32,
    has_mark: bool,
}

impl Found {
    pub(super) fn is_alone(&self) -> bool {
        self.value.is_empty()
    }

    pub(super) fn of<'a>(&self, text: &'a str) -> Labelled<'a> {
        let [value, word] =
            [&self.value, &self.word].map(|part| &text[part.start as usize..part.end as usize]);
        Labelled {
            label: self.label,
            value,
            is_alone: self.is_alone(),
            rest: &text[self.rest as usize..],
            has_mark: self.has_mark,
            word,
        }
    }
}

/// A label, its word, the start of its value, and true if a mark precedes the value.
pub(in crate::page) type LabelWord = (Label, Range<usize>, usize, bool);

/// The words of a text that are labels in it, in order; those that only end a value too.
pub(in crate::page) fn words(text: &str) -> impl Iterator<Item = LabelWord> {
    PHRASES.find_ranges(text).filter_map(|(group, word)| {
        let label = ALL[group];
        if let Some((start, has_mark)) = value_start(text, &word, label) {
            return Some((label, word, start, has_mark));
        }
        // "张三 文/图": what somebody did, behind the name.
        let is_work = label == Label::Author && text[word.clone()].contains(['/', '／', '、']);
        is_work.then(|| (Label::End, word.clone(), word.end, false))
    })
}

/// The label that a text has at a byte where an element begins, with its mark: what is glued before it is no part of its word.
pub(in crate::page) fn begun_at(text: &str, at: usize) -> Option<LabelWord> {
    let (label, length) = Label::at_start(&text[at..])?;
    let (start, has_mark) = value_start(&text[at..], &(0..length), label)?;
    has_mark.then_some((label, at..at + length, at + start, has_mark))
}

/// The labels of a text, in order.
pub(super) fn find(text: &str) -> Vec<Found> {
    let words: Vec<LabelWord> = words(text).collect();
    let mut all = Vec::new();
    for (number, (label, word, start, has_mark)) in words.iter().enumerate() {
        let next = words.get(number + 1);
        let end = next.map_or(text.len(), |(_, word, ..)| word.start);
        let is_empty = *label == Label::End || label.is_contribution() && !has_mark;
        if is_empty || *start > end {
            continue;
        }
        let value = cut(&text[*start..end], *label);
        if *label == Label::Author && next.is_some_and(|next| is_role(text, (*start, value), next))
        {
            continue;
        }
        all.push(Found {
            label: *label,
            word: range_in(text, &text[word.clone()]),
            value: range_in(text, value),
            rest: range_in(text, &text[*start..]).start,
            has_mark: *has_mark,
        });
    }
    all
}

/// The place of a part of a text.
fn range_in(text: &str, part: &str) -> Range<u32> {
    let start = (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
    start..start + part.len() as u32
}

/// The label of a text with a value that a word is, without a mark.
fn label_of_value(word: &str) -> Option<Label> {
    let found = Label::at_start(word).filter(|(_, length)| *length == word.len());
    found.map(|(label, _)| label).filter(|label| label.is_of_value())
}

/// True if a text is such a label and nothing else.
pub(super) fn is_label(text: &str) -> bool {
    label_of_value(text).is_some()
}

/// Adds the labels that a part begins with, glued to the one before it: `<i>文｜张三</i><i>图｜李四</i>`.
fn at_parts(text: &str, parts: &[&str], all: &mut Vec<Found>) {
    for part in parts.iter().skip(1) {
        let range = range_in(text, part);
        let place = all.partition_point(|found| found.word.start < range.start);
        let is_known = all.get(place).is_some_and(|found| found.word.start == range.start);
        let Some((label, word, start, has_mark)) = begun_at(text, range.start as usize) else {
            continue;
        };
        if is_known || label == Label::End || start > range.end as usize {
            continue;
        }
        if let Some(before) = place.checked_sub(1).map(|before| &mut all[before]) {
            before.value.end = before.value.end.min(range.start).max(before.value.start);
        }
        let value = range_in(text, cut(&text[start..range.end as usize], label));
        let (word, rest) = (range_in(text, &text[word]), start as u32);
        all.insert(place, Found { label, word, value, rest, has_mark });
    }
}

/// Adds the labels that are all of a part, as in `<b>作者</b><a>张三</a>`, and ends a source with its part.
pub(super) fn in_parts(text: &str, parts: &[&str], all: &mut Vec<Found>) {
    at_parts(text, parts, all);
    for two in parts.windows(2) {
        let [word, after] = two else { continue };
        let Some(label) = label_of_value(word) else { continue };
        let word = range_in(text, word);
        let is_known = all.iter().any(|found| found.word == word && !found.is_alone());
        if is_known
            || !after.starts_with(|c: char| c.is_alphabetic() || label.is_of_date())
            || Label::of(after).is_some()
        {
            continue;
        }
        let value = range_in(text, cut(after, label));
        let rest = range_in(text, after).start;
        all.retain(|found| found.word != word);
        let at = all.partition_point(|found| found.word.start < word.start);
        all.insert(at, Found { label, word, value, rest, has_mark: true });
    }
    for found in all.iter_mut().filter(|found| found.label == Label::Source && !found.is_alone()) {
        let mut ends = parts.iter().map(|part| range_in(text, part).end);
        if let Some(end) = ends.find(|end| *end > found.value.start) {
            found.value.end = found.value.end.min(end);
        }
    }
}

/// True if the value of an author's label names nobody, by the label after it.
fn is_role(
    text: &str,
    (start, value): (usize, &str),
    (next, word, _, has_mark): &LabelWord,
) -> bool {
    match next {
        // "文/某网专栏作者 某某": the first value is a role.
        Label::Author => text[..word.start].ends_with(value) && !value.is_empty(),
        // "某社记者 某某 摄" names who took a picture.
        Label::Pictures => {
            let after = text[word.start..].split([' ', '）', ')', '。']).next();
            !has_mark
                && after == Some(&text[word.clone()])
                && !text[start..word.start].contains('/')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(Label, &str)]) {
        let of_text = Labelled::all(text).filter(|found| found.label.is_of_text());
        let found: Vec<(Label, &str)> = of_text.map(|found| (found.label, found.value)).collect();
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

    #[test]
    fn facts_of_products() {
        use Label::{Brand, Mpn, Price, Sku};
        let facts = |text| -> Vec<(Label, String)> {
            let all = Labelled::all(text).filter(|found| found.label.is_fact());
            all.map(|found| (found.label, found.value.to_owned())).collect()
        };
        for (text, expected) in [
            ("货号：A-12", &[(Sku, "A-12")] as &[_]),
            ("Bestellnummer 79961", &[(Sku, "79961")]),
            ("品牌：云溪 型号：YX-7 价格 ¥58", &[(Brand, "云溪"), (Mpn, "YX-7"), (Price, "¥58")]),
            ("Model railways of 1998", &[]),
            ("型号", &[(Mpn, "")]),
        ] {
            let expected: Vec<_> = expected.iter().map(|(l, v)| (*l, (*v).to_owned())).collect();
            assert_eq!(facts(text), expected, "{text}");
        }
        for (text, expected) in [
            ("品牌：", Some(Brand)),
            ("Artikel-Nr.", Some(Sku)),
            ("Brand story", None),
            ("作者", Some(Label::Author)),
        ] {
            assert_eq!(Label::of(text), expected, "{text}");
        }
    }
}
