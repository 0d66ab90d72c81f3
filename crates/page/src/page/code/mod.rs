//! Blocks of code: which elements are one, with or without `pre`, and what highlighters add that is not code.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{Name, Page, classes};
use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::text::lexicon::Group;

/// Nodes of an element that is looked at for whether it is an extra.
const MOST_EXTRA_NODES: u32 = 400;
/// Bytes of the label of a button at most.
const LONGEST_LABEL: usize = 60;
/// Nodes of a block that are looked at for what makes it one.
const MOST_LOOKED_AT: usize = 400;

/// True if an element is a block of code, or of text whose line ends and blanks count.
pub fn is_block(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    match document.tag(id) {
        Tag::PRE | Tag::XMP => true,
        Tag::CODE => is_code_block(page, id),
        Tag::DIV | Tag::TABLE | Tag::OL | Tag::SECTION | Tag::FIGURE => {
            let names = page.marks().class(id);
            let is_sure = names.has(Name::Code);
            (is_sure || names.has(Name::CodeIfLines)) && holds_lines(page, id, is_sure)
        }
        _ => false,
    }
}

/// True if a word is the name of a language.
pub fn is_language(word: &str) -> bool {
    static LANGUAGES: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| Group::of("code.language").iter().copied().collect());
    LANGUAGES.contains(word.to_ascii_lowercase().as_str())
}

/// True if an element has this class and no other.
fn is_only(document: &Document, id: NodeId, class: &str) -> bool {
    classes(document, id).eq([class])
}

fn style(document: &Document, id: NodeId) -> String {
    let style = document.attribute(id, AttributeName::STYLE).unwrap_or("").to_ascii_lowercase();
    style.split_ascii_whitespace().collect()
}

/// True if a `code` element without `pre` around it is shown as a block: several lines, by its name or style.
fn is_code_block(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let named = page.marks().class(id).has(Name::CodeBlock);
    if !named && document.attribute(id, AttributeName::STYLE).is_none() {
        return false;
    }
    let style = style(document, id);
    let is_styled = style.contains("white-space:pre") || style.contains("display:block");
    if !named && !is_styled {
        return false;
    }
    let is_in_line =
        |above: NodeId| document.tag(above) == Tag::P && document.parent(id) != Some(above);
    let mut inside = document.descendants(id).take(MOST_LOOKED_AT);
    let has_lines = inside.any(|node| match document.kind(node) {
        NodeKind::Text => document.text(node).trim().contains('\n'),
        _ => document.tag(node) == Tag::BR,
    });
    has_lines
        && !document
            .ancestors(id)
            .take(4)
            .any(|above| document.tag(above) == Tag::PRE || is_in_line(above))
}

/// True if lines of code stand in an element that is called a block of code; not where a `pre` says so itself, lines that
/// are one each apart.
fn holds_lines(page: &Page, id: NodeId, is_sure: bool) -> bool {
    let document = page.document();
    let (mut has_code, mut has_pre) = (is_sure, false);
    let mut skip_to = NodeId(0);
    for node in document.descendants(id).take(MOST_LOOKED_AT) {
        if node < skip_to {
            continue;
        }
        match document.tag(node) {
            Tag::DIV if page.marks().class(node).has(Name::CodeMeasure) => {
                skip_to = document.end(node);
            }
            Tag::PRE if !is_line(page, node) => has_pre = true,
            Tag::CODE | Tag::PRE => has_code = true,
            Tag::DIV | Tag::SPAN | Tag::LI | Tag::TD => has_code |= is_line(page, node),
            _ => {}
        }
    }
    has_code && !has_pre
}

/// True if an element is named as a line of code.
pub fn is_line(page: &Page, id: NodeId) -> bool {
    page.marks().class(id).has(Name::CodeLine)
        || page.document().attributes(id).any(|(name, _)| name == "data-line")
}

/// True if an element inside a block of code is not code: line numbers, buttons, labels, tool-tips.
pub fn is_extra(page: &Page, id: NodeId) -> bool {
    let document = page.document();
    let names = page.marks().class(id);
    let tag = document.tag(id);
    if matches!(tag, Tag::BUTTON | Tag::SVG | Tag::TEXTAREA) {
        return true;
    }
    if matches!(tag, Tag::CODE | Tag::PRE) || document.end(id).0 - id.0 > 20_000 {
        return false;
    }
    let is_gutter =
        names.has(Name::CodeNumbers) || tag == Tag::TD && is_only(document, id, "number");
    if is_gutter && is_numbers(document, id) || is_error(document, id) {
        return true;
    }
    let is_small = document.end(id).0 - id.0 <= MOST_EXTRA_NODES;
    let holds_code = || document.descendants(id).any(|node| document.tag(node) == Tag::CODE);
    if !is_small || is_line(page, id) {
        return false;
    }
    let is_twoslash = || classes(document, id).any(|class| class.contains("twoslash"));
    if names.has(Name::CodeExtra) && (is_twoslash() || !holds_code()) {
        return true;
    }
    is_small && document.end(id).0 - id.0 <= 8 && is_extra_text(document, id)
}

/// True if an element is the message of an error that is drawn over a line, with its twin behind the line.
fn is_error(document: &Document, id: NodeId) -> bool {
    let next = document.end(id);
    is_only(document, id, "error")
        && next.index() < document.len()
        && document.parent(next) == document.parent(id)
        && is_only(document, next, "error-behind")
}

/// True if an element holds nothing but the numbers of lines, in elements of their own.
pub fn is_column_of_numbers(document: &Document, id: NodeId) -> bool {
    let text = document.text_content(id);
    let mut numbers = text.split_whitespace().map(str::parse::<u32>);
    let first = numbers.next();
    matches!(first, Some(Ok(first)) if first <= 1)
        && is_numbers(document, id)
        && numbers.enumerate().all(|(at, number)| number.is_ok_and(|number| number > at as u32))
}

/// True if a small element says what a button does, in a block where words of code have classes or no elements.
fn is_extra_text(document: &Document, id: NodeId) -> bool {
    let text = document.text_content(id);
    let text = text.trim();
    let is_button = |class: &str| class.contains("btn") || class.contains("button");
    is_label(text) && (!text.is_ascii() || classes(document, id).any(is_button))
}

fn is_numbers(document: &Document, id: NodeId) -> bool {
    let is_mark = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || byte == b'.';
    let mut texts = document.descendants(id).filter(|node| document.kind(*node) == NodeKind::Text);
    texts.all(|node| document.text(node).bytes().all(is_mark))
}

/// True if a text beside a block of code is the label of a button, in whichever case.
pub fn is_label(text: &str) -> bool {
    let text = text.trim();
    static BUTTONS: Group = Group::of("code.button");
    text.len() <= LONGEST_LABEL && BUTTONS.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_code_are_told_from_what_is_named_like_one() {
        for (html, expected) in [
            ("<pre>a</pre>", true),
            (
                "<div class=syntaxhighlighter><table><td class=code><div class=line>a</div></table></div>",
                true,
            ),
            ("<div class=code-block><code>a</code></div>", true),
            ("<div class=code-block><a href=/ad>Buy tea</a></div>", false),
            ("<div class=codeblock><pre>a</pre></div>", false),
            ("<div class=CodeMirror><pre class=CodeMirror-line>a</pre></div>", true),
            ("<code class=block>a\n b</code>", true),
            ("<code class=block>a</code>", false),
            ("<code style='display: block'>a<br>b</code>", true),
            ("<p>The <b><code class=hljs>a\n b</code></b> says.</p>", false),
        ] {
            let page = Page::new(html, None);
            let document = page.document();
            let is_root = |id: &NodeId| {
                !matches!(document.tag(*id), Tag::HTML | Tag::HEAD | Tag::BODY | Tag::P | Tag::B)
            };
            let first = document.elements().find(is_root).unwrap();
            assert_eq!(is_block(&page, first), expected, "{html}");
        }
    }

    #[test]
    fn buttons_and_numbers_are_told_from_code() {
        for (html, expected) in [
            ("<span class=copy-code-btn>复制代码</span>", true),
            ("<em>复制代码</em>", true),
            ("<td class=gutter>1\n2</td>", true),
            ("<span class=number>7.5f</span>", false),
            ("<span class=twoslash-popup-container><code>const a: string</code></span>", true),
            ("<div class='code-wrap copyable'><code>a()</code></div>", false),
            ("<span class=token>copy</span>", false),
        ] {
            let page = Page::new(&format!("<table><tr>{html}</table>"), None);
            let document = page.document();
            let table =
                |id: &NodeId| matches!(document.tag(*id), Tag::SPAN | Tag::EM | Tag::TD | Tag::DIV);
            let first = document.elements().find(table).unwrap();
            assert_eq!(is_extra(&page, first), expected, "{html}");
        }
    }
}
