//! The language of a block of code, where the page names it.

use crate::dom::{AttributeName, NodeRef, Tag};
use crate::page::code::is_language;
use crate::text::lexicon::Group;

/// Attributes that name a language.
const ATTRIBUTES: &[&str] =
    &["data-lang", "data-language", "lang-name", "syntax", "data-code-language"];

/// Prefixes of a language in a class.
static PREFIXES: Group = Group::of("code.prefix");

/// Prefixes only in the names of old highlighters.
const OLD_PREFIXES: &[&str] = &["dp-", "bg_"];

/// Classes of highlighters. Another class of the same element that is a language names it.
static HIGHLIGHTERS: Group = Group::of("code.highlighter");

/// The language that an element, its `code` or its wrappers name.
pub(super) fn language(node: NodeRef) -> Option<String> {
    let inner = node
        .descendants()
        .take(8)
        .filter(|inner| matches!(inner.tag(), Tag::CODE | Tag::OL) || inner.parent() == Some(node));
    let code = node.descendants().take(64).find(|inner| inner.is(Tag::CODE));
    let near = inner.chain(code).chain(node.up(NEAR + 1)).find_map(of_element);
    near.or_else(|| {
        let far = node.ancestors().skip(NEAR).take(FAR).filter(|above| {
            matches!(above.tag(), Tag::FIGURE | Tag::DIV | Tag::TABLE | Tag::SECTION)
        });
        far.filter_map(of_element).find(|name| is_language(name))
    })
}

/// Levels around a block of code that may name its language, and further ones, around a table of lines.
const NEAR: usize = 3;
const FAR: usize = 3;

fn of_element(node: NodeRef) -> Option<String> {
    let words = node.classes().flat_map(|word| word.split(';'));
    let words = words.filter(|word| !word.is_empty());
    let given = node.attributes().find(|(name, _)| ATTRIBUTES.contains(name));
    let found = given
        .map(|(_, value)| value)
        .or_else(|| words.clone().find_map(behind_prefix))
        .or_else(|| words.clone().skip_while(|word| *word != "brush:").nth(1))
        .or_else(|| {
            let is_highlighted = words.clone().any(|word| HIGHLIGHTERS.contains(&word));
            words.clone().filter(|_| is_highlighted).find(|word| is_language(word))
        })
        .or_else(|| {
            // As Sphinx has it: `highlight-python notranslate`.
            let name = words.clone().find_map(|word| word.strip_prefix("highlight-"));
            name.filter(|word| is_language(word) || words.clone().any(|word| word == "notranslate"))
        })
        .or_else(|| {
            let lang = node.attribute(AttributeName::LANG);
            lang.filter(|_| matches!(node.tag(), Tag::CODE | Tag::PRE))
        })?;
    as_name(found)
}

/// The language behind a prefix in a class.
fn behind_prefix(word: &str) -> Option<&str> {
    let rest = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix)).or_else(|| {
        let old = OLD_PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
        old.filter(|rest| is_language(rest))
    });
    rest.filter(|rest| !rest.is_empty() && !rest.starts_with('_') && *rest != "id")
}

/// A language as it is written behind a fence; `None` for names that say "no language".
fn as_name(found: &str) -> Option<String> {
    let name = found.trim().to_ascii_lowercase();
    let is_name = !name.is_empty()
        && name.len() <= 20
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b));
    let is_none = matches!(
        name.as_str(),
        "none"
            | "plaintext"
            | "text"
            | "plain"
            | "txt"
            | "nohighlight"
            | "default"
            | "en"
            | "en-us"
            | "zh"
            | "zh-cn"
            | "undefined"
            | "fix"
            | "js-fix"
    );
    (is_name && !is_none).then_some(name)
}
