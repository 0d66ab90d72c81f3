//! The strings of scripts that read like sentences, and what is between them.

use std::borrow::Cow;

use super::script_strings::ScriptString;
use crate::dom::{Document, parse};
use crate::text::chars::is_cjk;
use crate::text::machine::{Machine, is_script, machine};

/// More strings between two sentences are no heading and no parts of a sentence.
const MOST_BETWEEN: usize = 3;
/// Characters of such a string at most.
const LONGEST_BETWEEN: usize = 200;

/// The number of keys whose strings between sentences are kept; those of further keys are left out.
const MOST_KEYS: usize = 64;

/// The strings that read like sentences, in order, with the few strings of the same key between them: editors keep a
/// heading, and the parts of a sentence, as strings of their own.
#[derive(Default)]
pub(super) struct Prose {
    pub(super) found: Vec<ScriptString>,
    /// By key, the strings after the last sentence, and `None` once there are too many.
    after: Vec<(String, Option<Vec<ScriptString>>)>,
}

impl Prose {
    pub(super) fn add(&mut self, mut string: ScriptString) {
        if let Cow::Owned(text) = with_markup(&string.text) {
            string.text = text;
        }
        let has_room = self.after.len() < MOST_KEYS;
        let of_key = self.after.iter_mut().find(|(key, _)| *key == string.key);
        if is_prose(&string.text) {
            match of_key {
                Some((_, after)) => {
                    let before = after.replace(Vec::new());
                    self.found.extend(before.into_iter().flatten());
                }
                None if has_room => {
                    self.after.push((string.key.clone(), Some(Vec::new())));
                }
                None => {}
            }
            self.found.push(string);
        } else if let Some((_, after)) = of_key
            && may_be_between(&string.text)
        {
            match after {
                Some(strings) if strings.len() < MOST_BETWEEN => strings.push(string),
                after => *after = None,
            }
        }
    }
}

/// True if a string may be a heading or a part of a sentence.
fn may_be_between(text: &str) -> bool {
    text.chars().count() <= LONGEST_BETWEEN
        && text.chars().any(char::is_alphabetic)
        && !text.contains(['{', '}', '<', '_', '/', '='])
        && !is_data(text)
        && !is_script(text)
}

/// Joins strings into lines. Two neighbours are one line if the first ends, or the second begins, with a space.
pub(super) fn joined<'a>(strings: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for string in strings {
        let is_open = text.ends_with(' ') || string.starts_with(' ');
        if !text.is_empty() && !is_open {
            text.push('\n');
        }
        text.push_str(string);
    }
    text
}

/// Characters of a sentence that needs no second mark to be one.
const LONG_SENTENCE: usize = 60;

/// True if a string reads like a sentence or more: it has several sentence marks, or is long, and has nothing like
/// code.
pub(super) fn is_prose(text: &str) -> bool {
    let length = text.chars().count();
    if length < 20 || !text.contains(' ') && !text.chars().any(is_cjk) {
        return false;
    }
    let marks = text.chars().filter(|c| {
        matches!(c, '。' | '，' | '．' | '！' | '？' | '.' | ',' | '!' | '?' | '।' | '،')
    });
    let is_sentence =
        length >= LONG_SENTENCE && text.ends_with('.') && text.starts_with(char::is_uppercase);
    let code = text.chars().filter(|c| matches!(c, '{' | '}' | ';' | '=' | '\\'));
    (is_sentence || marks.count() >= 2)
        && (is_markup(text) || code.count() * 30 <= length)
        && !is_data(text)
        && !text.starts_with("http")
        && !is_script(text)
        && !matches!(machine(text), Some(Machine::ForumCode | Machine::Json))
}

/// True if a string is JSON itself, in which some programs keep their state.
pub(super) fn is_data(text: &str) -> bool {
    ["{\"", "[{", "[\""].iter().any(|start| text.trim_start().starts_with(start))
}

/// True if a text is HTML.
pub(super) fn is_markup(text: &str) -> bool {
    ["</p>", "<br", "</div>", "</h2>", "</li>"].iter().any(|tag| text.contains(tag))
}

/// The HTML of a text that writes its tags as references (`&lt;p&gt;`); any other text as it is.
pub(super) fn with_markup(text: &str) -> Cow<'_, str> {
    let is_escaped = ["&lt;/p&gt;", "&lt;br", "&lt;/div&gt;"].iter().any(|tag| text.contains(tag));
    if is_markup(text) || !is_escaped {
        return Cow::Borrowed(text);
    }
    Cow::Owned(parse(text).text_content(Document::ROOT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fallback::script_strings::strings;

    fn of(script: &str) -> String {
        let mut prose = Prose::default();
        strings(script).for_each(|string| prose.add(string));
        joined(prose.found.iter().map(|string| string.text.as_str()))
    }

    #[test]
    fn what_is_between_sentences_is_kept() {
        const FIRST: &str = "The bridge is closed, and nobody knows for how long.";
        const LAST: &str = "driver quit in May, and the bus, too, is old.";
        let script = |between: &str| {
            format!(
                r#"{{"children":["{FIRST}"]}},{between}{{"children":["It has a bus, and its ",{{"tag":"b","children":["{LAST}"]}}]}}"#
            )
        };
        let heading = r#"{"tag":"heading","children":["The bus"]},"#;
        let expected = format!("{FIRST}\nThe bus\nIt has a bus, and its {LAST}");
        assert_eq!(of(&script(heading)), expected);
        // Of another key, and more than belong to one text.
        let expected = format!("{FIRST}\nIt has a bus, and its {LAST}");
        assert_eq!(of(&script(r#"{"title":"The bus"},"#)), expected);
        assert_eq!(of(&script(&heading.repeat(5))), format!("{FIRST}\n{LAST}"));
    }
}
