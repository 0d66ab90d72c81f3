//! Blocks of code: text with its indentation, without line numbers, and the language.

mod labels;
mod language;
mod lines;

pub(super) use labels::without_labels;

use crate::dom::{NodeId, Tag};
use crate::page::{Node, NodeFlags};
use crate::text::chars::is_cjk;

/// The content of a `pre` element.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Preformatted {
    /// Code, or text whose lines and blanks count.
    Code {
        /// The language, where the page names it.
        language: Option<String>,
        /// The lines, without a line end at the end.
        text: String,
    },
    /// Numbers of lines next to code, or nothing.
    Numbers,
    /// Running text in Chinese, which old pages put into `pre` to keep its line ends.
    Text,
}

/// Reads a `pre` element; whole, so that blank lines stay, when half of its text is chosen.
pub(super) fn block(node: Node, is_chosen: impl Fn(NodeId) -> bool) -> Preformatted {
    let (mut all, mut chosen) = (0, 0);
    for text in node.descendants().filter(|inner| is_shown_text(*inner)) {
        let amount = text.text().trim().len();
        all += amount;
        chosen += if is_chosen(text.id) { amount } else { 0 };
    }
    if chosen * 2 < all {
        return Preformatted::Text;
    }
    let language = language::language(node.in_document());
    let text = without_line_numbers(without_lines_of_numbers(lines::code_text(node)));
    let marks = text.chars().filter(|c| "{}();=<>[]".contains(*c)).count();
    let letters = text.chars().filter(|c| !c.is_whitespace()).count().max(1);
    let chinese = text.chars().filter(|c| is_cjk(*c)).count();
    let holds_code = language.is_some() || node.descendants().any(|inner| inner.is(Tag::CODE));
    if !holds_code && chinese * 10 > letters * 4 && marks * 30 < letters {
        return Preformatted::Text;
    }
    let is_numbers =
        text.contains('\n') && text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    if text.trim().is_empty() || is_numbers {
        return Preformatted::Numbers;
    }
    Preformatted::Code { language, text }
}

fn is_shown_text(node: Node) -> bool {
    node.is_text() && !node.flags().has(NodeFlags::NEVER_TEXT)
}

/// The text without every other line, where these are the numbers of the others.
fn without_lines_of_numbers(text: String) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut numbers = lines.iter().step_by(2).zip(1..);
    if lines.len() < 4
        || !numbers.all(|(line, number)| line.trim().parse() == Ok::<usize, _>(number))
    {
        return text;
    }
    lines.iter().skip(1).step_by(2).copied().collect::<Vec<_>>().join("\n")
}

/// The text without a number at the start of every line, where these count up from the first.
fn without_line_numbers(text: String) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let numbers = lines.iter().map(|line| number_of_line(line));
    let Some(numbers) = numbers.collect::<Option<Vec<_>>>().filter(|_| lines.len() >= 3) else {
        return text;
    };
    if !numbers.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1) {
        return text;
    }
    let cut: Vec<&str> = lines.iter().zip(&numbers).map(|(line, (_, end))| &line[*end..]).collect();
    // Blanks between every number and its line.
    let with_words = cut.iter().filter(|line| !line.trim().is_empty());
    let blanks = with_words.map(|line| line.len() - line.trim_start_matches([' ', '\t']).len());
    let shared = blanks.min().unwrap_or(0);
    cut.iter().map(|line| line.get(shared..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// The number at the start of a line, and where it ends.
fn number_of_line(line: &str) -> Option<(u32, usize)> {
    let trimmed = line.trim_start();
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let number = trimmed.get(..digits)?.parse().ok()?;
    let rest = &trimmed[digits..];
    let mark = usize::from(rest.starts_with(['.', ':', '|', ')']));
    // A number with nothing after it is a blank line of code.
    let is_apart =
        rest.is_empty() || rest[mark..].starts_with([' ', '\t']) || mark > 0 && rest.len() == mark;
    is_apart.then_some((number, line.len() - rest.len() + mark))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;

    fn check(html: &str, language: Option<&str>, text: &str) {
        let page = Page::new(html, None);
        let node = page.elements().find(|node| node.is(Tag::PRE)).unwrap();
        let expected =
            Preformatted::Code { language: language.map(str::to_owned), text: text.to_owned() };
        assert_eq!(block(node, |_| true), expected, "{html}");
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
            "<pre><div>1</div><div>a</div><div>2</div><div>  b</div><div>3</div><div>c</div></pre>",
            None,
            "a\n  b\nc",
        );
        check(
            "<pre><span class=lineno>1</span>a\n<span class=lineno>2</span>b</pre>",
            None,
            "a\nb",
        );
    }
}
