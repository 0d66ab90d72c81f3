//! Notices of a site in brackets at the end of a paragraph: （本章未完，请翻页）.

use std::borrow::Cow;

use super::events::Event;
use crate::page::{Word, Words};

/// Characters of a notice at most.
const LONGEST: usize = 40;

/// The events without such notices.
pub(super) fn without_notices(mut events: Vec<Event>) -> Vec<Event> {
    for event in &mut events {
        if let Event::Text(text) = event
            && text.ends_with([')', '）'])
            && let Some(end) = notice_start(text)
        {
            match text {
                Cow::Borrowed(own) => *own = own[..end].trim_end(),
                Cow::Owned(own) => own.truncate(own[..end].trim_end().len()),
            }
        }
    }
    events
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
            let events = without_notices(vec![Event::Text(Cow::Borrowed(text))]);
            assert_eq!(events, [Event::Text(Cow::Borrowed(expected))]);
        }
    }
}
