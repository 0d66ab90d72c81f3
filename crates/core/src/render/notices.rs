//! Notices of a site in brackets at the end of a paragraph: （本章未完，请翻页）.

use std::borrow::Cow;

use crate::page::{Word, Words};

/// Characters of a notice at most.
const LONGEST: usize = 40;

/// Cuts off such a notice.
pub(super) fn cut_notice(text: &mut Cow<str>) {
    if text.ends_with([')', '）'])
        && let Some(end) = notice_start(text)
    {
        let end = text[..end].trim_end().len();
        match text {
            Cow::Borrowed(text) => *text = &text[..end],
            Cow::Owned(text) => text.truncate(end),
        }
    }
}

/// The start of the notice in brackets that a text ends with.
fn notice_start(text: &str) -> Option<usize> {
    let start = text.rfind(['(', '（'])?;
    let inner = text[start..].trim_matches(['(', '（', ')', '）']);
    let is_short = inner.chars().take(LONGEST + 1).count() <= LONGEST;
    (start > 0 && is_short && Words::of(inner).has(Word::SiteTalk)).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_in_brackets_ends_a_text() {
        for (text, expected) in [
            ("远处有狗叫。（本章未完，请翻页）", "远处有狗叫。"),
            ("远处有狗叫。 (本章未完)", "远处有狗叫。"),
            ("他写道（本章未完时）又停了。", "他写道（本章未完时）又停了。"),
            ("远处有狗叫（很远）", "远处有狗叫（很远）"),
        ] {
            let mut text = Cow::Borrowed(text);
            cut_notice(&mut text);
            assert_eq!(text, expected);
        }
    }
}
