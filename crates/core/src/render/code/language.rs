//! The language of a block of code, where the page names it.

use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::classes;
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
pub(super) fn language(document: &Document, id: NodeId) -> Option<String> {
    let inner = document.descendants(id).take(8).filter(|node| {
        matches!(document.tag(*node), Tag::CODE | Tag::OL) || document.parent(*node) == Some(id)
    });
    let code = document.descendants(id).take(64).find(|node| document.tag(*node) == Tag::CODE);
    let around = document.ancestors(id).take(NEAR);
    let near = inner
        .chain(code)
        .chain(std::iter::once(id))
        .chain(around)
        .find_map(|node| of_element(document, node));
    near.or_else(|| {
        let table = document.ancestors(id).skip(NEAR).take(FAR).filter(|node| {
            matches!(document.tag(*node), Tag::FIGURE | Tag::DIV | Tag::TABLE | Tag::SECTION)
        });
        let known = |node| of_element(document, node).filter(|name| is_language(name));
        table.map(known).find_map(|language| language)
    })
}

/// Levels around a block of code that may name its language, and further ones, around a table of lines.
const NEAR: usize = 3;
const FAR: usize = 3;

fn of_element(document: &Document, id: NodeId) -> Option<String> {
    let words = classes(document, id).flat_map(|word| word.split(';'));
    let words = words.filter(|word| !word.is_empty());
    let given = document.attributes(id).find(|(name, _)| ATTRIBUTES.contains(name));
    let own = || {
        let lang = document.attribute(id, AttributeName::LANG);
        lang.filter(|_| matches!(document.tag(id), Tag::CODE | Tag::PRE))
    };
    let with_prefix = |word: &'_ str| {
        let rest = PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
        let old = || OLD_PREFIXES.iter().find_map(|prefix| word.strip_prefix(prefix));
        let rest = rest.or_else(|| old().filter(|rest| is_language(rest)));
        let is_name = |rest: &&str| !rest.is_empty() && !rest.starts_with('_') && *rest != "id";
        rest.filter(is_name).map(str::to_owned)
    };
    let after_brush = || words.clone().skip_while(|word| *word != "brush:").nth(1);
    let is_highlighted = || words.clone().any(|word| HIGHLIGHTERS.contains(&word));
    let beside = || words.clone().filter(|_| is_highlighted()).find(|word| is_language(word));
    // As Sphinx has it: `highlight-python notranslate`.
    let sphinx = || {
        words
            .clone()
            .find_map(|word| word.strip_prefix("highlight-"))
            .filter(|word| is_language(word) || words.clone().any(|word| word == "notranslate"))
    };
    let found = given
        .map(|(_, value)| value.to_owned())
        .or_else(|| words.clone().find_map(with_prefix))
        .or_else(|| after_brush().map(str::to_owned))
        .or_else(|| beside().map(str::to_owned))
        .or_else(|| sphinx().map(str::to_owned))
        .or_else(|| own().map(str::to_owned))?;
    as_name(&found)
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
