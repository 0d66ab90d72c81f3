//! Blocks of code: text with its indentation, without line numbers, and the language.

use crate::dom::{AttributeName, Document, NodeId, NodeKind, Tag};
use crate::page::{NodeFlags, Page};
use crate::text::chars::is_cjk;

/// What a `pre` element holds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Preformatted {
    /// Code, or text whose lines and blanks count.
    Code {
        /// The language, where the page names it.
        language: Option<String>,
        /// The lines, without a line end at the end.
        text: String,
    },
    /// Numbers of lines beside code.
    Numbers,
    /// Running text in Chinese, which old pages put into `pre` to keep its line ends.
    Text,
}

/// Reads a `pre` element; whole, so that blank lines stay, when half of its text is chosen.
pub(super) fn block(page: &Page, id: NodeId, is_chosen: impl Fn(NodeId) -> bool) -> Preformatted {
    let document = page.document();
    let is_text = |node: &NodeId| document.kind(*node) == NodeKind::Text;
    let amount = |node: NodeId| document.text(node).trim().len();
    let texts = || document.descendants(id).filter(is_text);
    let (all, chosen) = texts().fold((0, 0), |(all, chosen), node| {
        let own = amount(node);
        (all + own, chosen + if is_chosen(node) { own } else { 0 })
    });
    if chosen * 2 < all {
        return Preformatted::Text;
    }
    let language = language(document, id);
    let text = without_line_numbers(code_text(page, id));
    let marks = text.chars().filter(|c| "{}();=<>[]".contains(*c)).count();
    let letters = text.chars().filter(|c| !c.is_whitespace()).count().max(1);
    let chinese = text.chars().filter(|c| is_cjk(*c)).count();
    let holds_code =
        language.is_some() || document.descendants(id).any(|node| document.tag(node) == Tag::CODE);
    if !holds_code && chinese * 10 > letters * 4 && marks * 30 < letters {
        return Preformatted::Text;
    }
    if !text.is_empty()
        && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace())
        && text.contains('\n')
    {
        return Preformatted::Numbers;
    }
    Preformatted::Code { language, text }
}

/// The text of a `pre` element as it stands, `br` as line ends, numbers of lines left out.
fn code_text(page: &Page, id: NodeId) -> String {
    let document = page.document();
    let mut text = String::new();
    let mut skip_to = NodeId(0);
    for node in document.descendants(id) {
        if node < skip_to {
            continue;
        }
        match document.kind(node) {
            NodeKind::Text if page.flags(node).has(NodeFlags::NEVER_TEXT) => {}
            NodeKind::Text => text.push_str(document.text(node)),
            NodeKind::Element if document.tag(node) == Tag::BR => text.push('\n'),
            NodeKind::Element if is_gutter(document, node) || is_button(document, node) => {
                skip_to = document.end(node);
            }
            NodeKind::Element
                if is_line(document, node) && !text.is_empty() && !text.ends_with('\n') =>
            {
                text.push('\n');
            }
            _ => {}
        }
    }
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{a0}'], " ");
    let text = text.trim_end();
    // The parser drops the first line end; some pages have more.
    let start = text.rfind('\n').map_or(0, |_| text.len() - text.trim_start_matches('\n').len());
    text[start..].to_owned()
}

/// Whether an element holds one line: some pages make every line a block, or a span that a style
/// sheet makes one.
fn is_line(document: &Document, id: NodeId) -> bool {
    let tag = document.tag(id);
    let class = || document.attribute(id, AttributeName::CLASS).unwrap_or("").split_whitespace();
    let is_named =
        || class().any(|word| matches!(word, "line" | "code-line" | "token-line" | "view-line"));
    matches!(tag, Tag::DIV | Tag::LI | Tag::TR | Tag::P) || tag == Tag::SPAN && is_named()
}

fn is_button(document: &Document, id: NodeId) -> bool {
    document.tag(id) == Tag::BUTTON
}

/// Whether an element holds the numbers of lines.
fn is_gutter(document: &Document, id: NodeId) -> bool {
    let is_number = |text: &str| {
        text.trim().bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_whitespace())
    };
    let class = document.attribute(id, AttributeName::CLASS).unwrap_or("").to_ascii_lowercase();
    let words = [
        "lineno",
        "linenos",
        "line-number",
        "line-numbers",
        "linenumber",
        "linenumbers",
        "gutter",
        "hljs-ln-numbers",
        "rownum",
        "ln",
        "line-numbers-rows",
        "code-line-number",
    ];
    let is_named = class.split_whitespace().any(|word| words.contains(&word));
    is_named && document.end(id).0 - id.0 < 20_000 && is_number(&document.text_content(id))
}

/// The text without a number at the start of every line, where these count up from the first.
fn without_line_numbers(text: String) -> String {
    let numbered = |line: &str| -> Option<(u32, usize)> {
        let trimmed = line.trim_start();
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let number = trimmed.get(..digits)?.parse().ok()?;
        let rest = &trimmed[digits..];
        let mark = usize::from(rest.starts_with(['.', ':', '|', ')']));
        // A number with nothing after it is a blank line of code.
        let is_apart = rest.is_empty()
            || rest[mark..].starts_with([' ', '\t'])
            || mark > 0 && rest.len() == mark;
        is_apart.then_some((number, line.len() - rest.len() + mark))
    };
    let lines: Vec<Option<(u32, usize)>> = text.lines().map(numbered).collect();
    let counts_up =
        |pair: &[Option<(u32, usize)>]| matches!(pair, [Some(a), Some(b)] if b.0 == a.0 + 1);
    if lines.len() < 3 || !lines.windows(2).all(counts_up) {
        return text;
    }
    let cut: Vec<&str> = text
        .lines()
        .zip(&lines)
        .map(|(line, number)| &line[number.map_or(0, |(_, end)| end)..])
        .collect();
    // Blanks that stand between every number and its line.
    let blanks = |line: &&str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let shared = cut.iter().filter(|line| !line.trim().is_empty()).map(blanks).min().unwrap_or(0);
    cut.iter().map(|line| line.get(shared..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The language that an element, its `code` or its wrappers name.
fn language(document: &Document, id: NodeId) -> Option<String> {
    let inner = document.descendants(id).take(4).filter(|node| document.tag(*node) == Tag::CODE);
    let around = document.ancestors(id).take(3);
    inner.chain(std::iter::once(id)).chain(around).find_map(|node| of_element(document, node))
}

fn of_element(document: &Document, id: NodeId) -> Option<String> {
    let names = ["data-lang", "data-language", "lang-name"];
    let given =
        document.attributes(id).find(|(name, _)| names.contains(name)).map(|(_, value)| value);
    let class = document.attribute(id, AttributeName::CLASS).unwrap_or("");
    let prefixes =
        ["language-", "lang-", "highlight-source-", "brush:", "highlight-text-", "sourceCode-"];
    let words = class.split([' ', ';', '\t', '\n']).filter(|word| !word.is_empty());
    let named =
        words.clone().find_map(|word| prefixes.iter().find_map(|prefix| word.strip_prefix(prefix)));
    let after_brush = || words.clone().skip_while(|word| *word != "brush:").nth(1);
    let is_highlighted = |word: &str| {
        matches!(word, "hljs" | "sourceCode" | "highlight" | "prettyprint" | "codehilite")
    };
    let beside = || {
        words
            .clone()
            .any(is_highlighted)
            .then(|| class.split_whitespace().find(|word| is_language(word)))
            .flatten()
    };
    let found =
        given.or(named.filter(|name| !name.is_empty())).or_else(after_brush).or_else(beside)?;
    let name = found.trim().to_ascii_lowercase();
    let is_name = !name.is_empty()
        && name.len() <= 20
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"+#-_.".contains(&b));
    let is_none = matches!(
        name.as_str(),
        "none" | "plaintext" | "text" | "plain" | "txt" | "nohighlight" | "en" | "zh" | "zh-cn"
    );
    (is_name && !is_none).then_some(name)
}

/// Languages that pages name by a class of their own beside a highlighter's.
fn is_language(word: &str) -> bool {
    const KNOWN: &[&str] = &[
        "rust",
        "python",
        "py",
        "javascript",
        "js",
        "typescript",
        "ts",
        "java",
        "c",
        "cpp",
        "c++",
        "csharp",
        "cs",
        "go",
        "ruby",
        "php",
        "swift",
        "kotlin",
        "scala",
        "sql",
        "bash",
        "shell",
        "sh",
        "html",
        "xml",
        "css",
        "json",
        "yaml",
        "toml",
        "lua",
        "perl",
        "r",
        "haskell",
        "dart",
        "objectivec",
        "powershell",
        "makefile",
        "dockerfile",
        "diff",
        "ini",
        "nginx",
        "vim",
        "matlab",
        "julia",
    ];
    KNOWN.contains(&word.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, language: Option<&str>, text: &str) {
        let page = Page::new(html, None);
        let document = page.document();
        let id = document.ids().find(|id| document.tag(*id) == Tag::PRE).unwrap();
        let expected =
            Preformatted::Code { language: language.map(str::to_owned), text: text.to_owned() };
        assert_eq!(block(&page, id, |_| true), expected, "{html}");
    }

    #[test]
    fn code_with_indentation_and_language() {
        check(
            "<pre><code class=language-rust>fn a() {\n\n    b();\n}\n</code></pre>",
            Some("rust"),
            "fn a() {\n\n    b();\n}",
        );
        check("<div class='highlight-source-shell'><pre>ls -l</pre></div>", Some("shell"), "ls -l");
        check("<pre class='brush: php; gutter: true'>x()</pre>", Some("php"), "x()");
        check("<pre><code class='hljs python'>a<br>  b</code></pre>", Some("python"), "a\n  b");
        check("<pre>1 a\n2   b\n3\n4 c</pre>", None, "a\n  b\n\nc");
        check(
            "<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>",
            None,
            "a\nb",
        );
    }
}
