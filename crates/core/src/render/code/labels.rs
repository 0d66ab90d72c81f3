//! Labels right before and after a block of code: its language, and buttons to copy it.

use crate::page::code::{is_label, is_language};
use crate::render::events::{Element, Event};

/// The events without paragraphs that are labels of the block of code beside them. A language that only a label names
/// becomes the block's.
pub(in crate::render) fn without_labels(events: Vec<Event>) -> Vec<Event> {
    if !events.iter().any(|event| matches!(event, Event::Code { .. })) {
        return events;
    }
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Code { mut language, text } => {
                if let Some(label) = label_before(&kept, language.as_deref()) {
                    kept.truncate(label.start);
                    language = language.or(label.language);
                }
                kept.push(Event::Code { language, text });
            }
            event => {
                let is_end = event == Event::End;
                kept.push(event);
                if let Some(start) = button_after_code(&kept).filter(|_| is_end) {
                    kept.truncate(start);
                }
            }
        }
    }
    kept
}

/// Events of a label at most.
const MOST_EVENTS: usize = 8;

/// Where the paragraph that ends last begins, and its text, if it has nothing else.
fn last_paragraph(events: &[Event]) -> Option<(usize, String)> {
    let (last, before) = events.split_last()?;
    let texts = before.iter().rev().take(MOST_EVENTS);
    let texts = texts.take_while(|event| matches!(event, Event::Text(_))).count();
    let start = before.len().checked_sub(texts + 1)?;
    let is_paragraph = *last == Event::End && before[start] == Event::Start(Element::Paragraph);
    let text = before[start + 1..].iter().filter_map(|event| match event {
        Event::Text(text) => Some(text.as_ref()),
        _ => None,
    });
    is_paragraph.then(|| (start, text.collect()))
}

/// A label of code.
struct Label {
    /// Where its events begin.
    start: usize,
    /// The language that it names.
    language: Option<String>,
}

/// The last paragraph, if it is a label of code in this language.
fn label_before(events: &[Event], language: Option<&str>) -> Option<Label> {
    let (start, text) = last_paragraph(events)?;
    let text = text.trim().to_ascii_lowercase();
    let own = |word: &str| language.is_none_or(|language| language == word);
    let first = text.split_whitespace().next().filter(|word| is_language(word) && own(word));
    let rest = first.map_or(text.as_str(), |word| text[word.len()..].trim_start());
    let is_whole = rest.is_empty() && first.is_some() || is_label(rest);
    is_whole.then(|| Label { start, language: first.map(str::to_owned) })
}

/// Where the last paragraph begins, if it is the label of a button after code.
fn button_after_code(events: &[Event]) -> Option<usize> {
    let (start, text) = last_paragraph(events)?;
    let is_after = matches!(events.get(start.checked_sub(1)?), Some(Event::Code { .. }));
    (is_after && is_label(&text)).then_some(start)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    fn check(before: &'static str, language: Option<&str>, after: &'static str, expected: &str) {
        let paragraph = |text: &'static str| {
            [Event::Start(Element::Paragraph), Event::Text(Cow::Borrowed(text)), Event::End]
        };
        let code = Event::Code { language: language.map(str::to_owned), text: "a()".to_owned() };
        let events = paragraph(before).into_iter().chain([code]).chain(paragraph(after));
        let shown = crate::render::markdown(&without_labels(events.collect()));
        assert_eq!(shown.replace('\n', "|"), expected);
    }

    #[test]
    fn labels_are_told_from_text() {
        check("Java", None, "Copy", "```java|a()|```");
        check("rust 复制代码", Some("rust"), "Text.", "```rust|a()|```||Text.");
        check("JavaScript", Some("js"), "Go", "JavaScript||```js|a()|```||Go");
        check("Run it:", None, "Copy it.", "Run it:||```|a()|```||Copy it.");
    }
}
