//! Labels right before and after a block of code: its language, and buttons to copy it.

use crate::page::code::{is_label, is_language};
use crate::render::events::{Element, Event};

/// The events without paragraphs that are labels of the block of code next to them. A language that only a label names becomes
/// the block's.
pub(in crate::render) fn without_labels(events: Vec<Event>) -> Vec<Event> {
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        match event {
            Event::Code(mut code) => {
                for _ in 0..MOST_LABELS {
                    let Some(label) = label_before(&kept, code.language.as_deref()) else { break };
                    kept.truncate(label.start);
                    code.language = code.language.or(label.language);
                }
                kept.push(Event::Code(code));
            }
            event => {
                let is_end = event == Event::End;
                kept.push(event);
                if let Some(start) = label_after_code(&kept).filter(|_| is_end) {
                    kept.truncate(start);
                }
            }
        }
    }
    kept
}

/// Events of a label at most.
const MOST_EVENTS: usize = 12;
/// Labels before a block of code at most.
const MOST_LABELS: usize = 4;

/// The start of the paragraph that ends last, and its text with that of its images, if it is short.
fn last_paragraph(events: &[Event]) -> Option<(usize, String)> {
    let (last, before) = events.split_last()?;
    if *last != Event::End {
        return None;
    }
    let mut parts = Vec::new();
    for (at, event) in before.iter().enumerate().rev().take(MOST_EVENTS) {
        match event {
            Event::Text(text) => parts.push(text.as_ref()),
            Event::Image(image) => parts.push(image.alt.as_deref()?),
            Event::LineBreak => parts.push(" "),
            Event::Start(Element::Paragraph) => {
                parts.reverse();
                return Some((at, parts.concat()));
            }
            Event::Start(element) if element.is_inline() => {}
            Event::End => {}
            _ => return None,
        }
    }
    None
}

/// A label of code.
struct Label {
    /// The start of its events.
    start: usize,
    /// The language that it names.
    language: Option<String>,
}

/// Words before a language in a label.
const BEFORE_LANGUAGE: &[&str] = &["代码语言：", "代码语言:", "语言：", "language:"];

/// The last paragraph, if it is a label of code in this language.
fn label_before(events: &[Event], language: Option<&str>) -> Option<Label> {
    let (start, text) = last_paragraph(events)?;
    let text = text.trim().to_ascii_lowercase();
    let text = BEFORE_LANGUAGE.iter().find_map(|before| text.strip_prefix(before)).unwrap_or(&text);
    let text = text.trim_start();
    let first = text
        .split_whitespace()
        .next()
        .filter(|word| is_language(word) && language.is_none_or(|language| language == *word));
    let rest = first.map_or(text, |word| text[word.len()..].trim_start());
    let is_whole = rest.is_empty() && first.is_some() || is_label(rest);
    is_whole.then(|| Label { start, language: first.map(str::to_owned) })
}

/// The start of the last paragraph, if it is the label of a button after code, or names the language of the code.
fn label_after_code(events: &[Event]) -> Option<usize> {
    let (start, text) = last_paragraph(events)?;
    let Event::Code(code) = events.get(start.checked_sub(1)?)? else { return None };
    let language = code.language.as_deref().unwrap_or("");
    let names_it = !language.is_empty() && language.eq_ignore_ascii_case(text.trim());
    (is_label(&text) || names_it).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::events::CodeBlock;

    fn check(before: &'static str, language: Option<&str>, after: &'static str, expected: &str) {
        let (language, text) = (language.map(str::to_owned), "a()".to_owned());
        let code = Event::Code(Box::new(CodeBlock { language, text }));
        let [before, after] = [before, after].map(|text| Event::line(Element::Paragraph, text));
        let events = before.into_iter().chain([code]).chain(after);
        let shown = crate::render::markdown(&without_labels(events.collect()));
        assert_eq!(shown.replace('\n', "|"), expected);
    }

    #[test]
    fn labels_are_told_from_text() {
        check("Java", None, "Copy", "```java|a()|```");
        check("rust 复制代码", Some("rust"), "Text.", "```rust|a()|```||Text.");
        check("JavaScript", Some("js"), "Go", "JavaScript||```js|a()|```||Go");
        check("代码语言：css", None, "CSS", "```css|a()|```");
        check("Run it:", None, "Copy it.", "Run it:||```|a()|```||Copy it.");
    }
}
