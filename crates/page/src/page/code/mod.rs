//! Blocks of code: which elements are one, with or without `pre`, and what highlighters add that is not code.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{Name, Node};
use crate::dom::{AttributeName, NodeId, Tag};
use crate::text::lexicon::Group;

/// Nodes of an element that is looked at for whether it is an extra.
const MOST_EXTRA_NODES: u32 = 400;
/// Bytes of the label of a button at most.
const LONGEST_LABEL: usize = 60;
/// Nodes of a block that are looked at for what makes it one.
const MOST_LOOKED_AT: usize = 400;

/// True if an element is a block of code, or of text whose line ends and blanks count.
pub fn is_block(node: Node) -> bool {
    match node.tag() {
        Tag::PRE | Tag::XMP => true,
        Tag::CODE => is_code_block(node),
        Tag::DIV | Tag::TABLE | Tag::OL | Tag::SECTION | Tag::FIGURE => {
            let names = node.class();
            let is_sure = names.has(Name::Code);
            (is_sure || names.has(Name::CodeIfLines)) && holds_lines(node, is_sure)
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

/// True if a `code` element without `pre` around it is shown as a block: several lines, by its name or style.
fn is_code_block(node: Node) -> bool {
    let style = node.value(AttributeName::STYLE).to_ascii_lowercase();
    let style: String = style.split_ascii_whitespace().collect();
    let is_shown_so = style.contains("white-space:pre")
        || style.contains("display:block")
        || node.class().has(Name::CodeBlock);
    is_shown_so
        && node
            .descendants()
            .take(MOST_LOOKED_AT)
            .any(|inner| inner.is(Tag::BR) || inner.is_text() && inner.text().trim().contains('\n'))
        && !node
            .ancestors()
            .take(4)
            .any(|above| above.is(Tag::PRE) || above.is(Tag::P) && node.parent() != Some(above))
}

/// True if lines of code stand in an element that is called a block of code; not where a `pre` says so itself, lines that
/// are one each apart.
fn holds_lines(node: Node, is_sure: bool) -> bool {
    let (mut has_code, mut has_pre) = (is_sure, false);
    let mut skip_to = NodeId(0);
    for inner in node.descendants().take(MOST_LOOKED_AT) {
        if inner.id < skip_to {
            continue;
        }
        match inner.tag() {
            Tag::DIV if inner.class().has(Name::CodeMeasure) => skip_to = inner.end(),
            Tag::PRE if !is_line(inner) => has_pre = true,
            Tag::CODE | Tag::PRE => has_code = true,
            Tag::DIV | Tag::SPAN | Tag::LI | Tag::TD => has_code |= is_line(inner),
            _ => {}
        }
    }
    has_code && !has_pre
}

/// True if an element is named as a line of code.
pub fn is_line(node: Node) -> bool {
    node.class().has(Name::CodeLine) || node.attribute_named("data-line").is_some()
}

/// True if an element inside a block of code is not code: line numbers, buttons, labels, tool-tips.
pub fn is_extra(node: Node) -> bool {
    let names = node.class();
    let tag = node.tag();
    if matches!(tag, Tag::BUTTON | Tag::SVG | Tag::TEXTAREA) {
        return true;
    }
    if matches!(tag, Tag::CODE | Tag::PRE) || node.size() > 20_000 {
        return false;
    }
    let is_gutter = names.has(Name::CodeNumbers) || tag == Tag::TD && node.classes().eq(["number"]);
    if is_gutter && is_numbers(node) || is_error(node) {
        return true;
    }
    if node.size() > MOST_EXTRA_NODES || is_line(node) {
        return false;
    }
    names.has(Name::CodeExtra)
        && (node.classes().any(|class| class.contains("twoslash"))
            || !node.descendants().any(|inner| inner.is(Tag::CODE)))
        || node.size() <= 8 && is_extra_text(node)
}

/// True if an element is the message of an error that is drawn over a line, with its twin behind the line.
fn is_error(node: Node) -> bool {
    node.classes().eq(["error"])
        && node.next_sibling().is_some_and(|next| next.classes().eq(["error-behind"]))
}

/// True if an element holds nothing but the numbers of lines, in elements of their own.
pub fn is_column_of_numbers(node: Node) -> bool {
    let text = node.text_content();
    let mut numbers = text.split_whitespace().map(str::parse::<u32>);
    let first = numbers.next();
    matches!(first, Some(Ok(first)) if first <= 1)
        && is_numbers(node)
        && numbers.enumerate().all(|(at, number)| number.is_ok_and(|number| number > at as u32))
}

/// True if a small element says what a button does, in a block where words of code have classes or no elements.
fn is_extra_text(node: Node) -> bool {
    let text = node.text_content();
    let is_named = |class: &str| class.contains("btn") || class.contains("button");
    is_label(&text) && (!text.trim().is_ascii() || node.classes().any(is_named))
}

fn is_numbers(node: Node) -> bool {
    let texts = node.descendants().filter(|inner| inner.is_text());
    texts
        .flat_map(|text| text.text().bytes())
        .all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace() || byte == b'.')
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
    use crate::page::Page;

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
            let mut inner = page.elements().filter(|node| {
                !matches!(node.tag(), Tag::HTML | Tag::HEAD | Tag::BODY | Tag::P | Tag::B)
            });
            assert_eq!(is_block(inner.next().unwrap()), expected, "{html}");
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
            let first = page
                .elements()
                .find(|node| matches!(node.tag(), Tag::SPAN | Tag::EM | Tag::TD | Tag::DIV));
            assert_eq!(is_extra(first.unwrap()), expected, "{html}");
        }
    }
}
