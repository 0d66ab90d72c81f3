//! Markdown read again by a CommonMark parser has the structure that it was written from.

use crate::asked::extract_known;
use pulldown_cmark::{
    CodeBlockKind, Event as Read, HeadingLevel, Options as Extensions, Parser, Tag, TagEnd,
};
use zhengwen::Node;

/// A structure as a line for each thing in it: `h2`, `li`, `text ...`.
type Lines = Vec<String>;

/// Adds text to the line before where that is text.
fn push_text(lines: &mut Lines, text: &str) {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    match lines.last_mut() {
        Some(last) if last.starts_with("text ") => last.push_str(&text),
        _ if text.is_empty() => {}
        _ => lines.push(format!("text {text}")),
    }
}

/// The structure of a tree as far as Markdown has it.
#[expect(clippy::too_many_lines, reason = "a straight table")]
fn of_tree(nodes: &[Node], in_cell: bool, lines: &mut Lines) {
    for node in nodes {
        let attributes = node.attributes();
        let begin = match node.kind.as_ref() {
            "heading" => format!("h{}", attributes.level.unwrap()),
            "list" if !in_cell => {
                attributes.start.map_or("ul".to_owned(), |start| format!("ol {start}"))
            }
            "item" if !in_cell => "li".to_owned(),
            "quote" => "quote".to_owned(),
            "table" => {
                // Its caption is written before it.
                let is_caption = |node: &&Node| node.kind == "caption";
                let (captions, rows): (Vec<&Node>, Vec<&Node>) =
                    node.children.iter().partition(is_caption);
                captions
                    .into_iter()
                    .for_each(|node| of_tree(std::slice::from_ref(node), false, lines));
                lines.push("table".to_owned());
                rows.into_iter().for_each(|node| of_tree(std::slice::from_ref(node), false, lines));
                continue;
            }
            "row" => "row".to_owned(),
            "cell" => "cell".to_owned(),
            "strong" | "term" => "strong".to_owned(),
            "emphasis" | "caption" => "em".to_owned(),
            "strikethrough" => "del".to_owned(),
            "subscript" => "sub".to_owned(),
            "superscript" => "sup".to_owned(),
            "link" => format!("link {}", percent_encoded(attributes.address.as_deref().unwrap())),
            "image" => format!("image {}", percent_encoded(attributes.address.as_deref().unwrap())),
            "footnote" => format!("note {}", attributes.label.as_deref().unwrap()),
            "footnote_mark" => format!("mark {}", attributes.label.as_deref().unwrap()),
            "rule" => "rule".to_owned(),
            "code" => format!(
                "code {} {}",
                attributes.language.as_deref().unwrap_or(""),
                node.text.as_deref().unwrap()
            ),
            "inline_code" => {
                let text: String = node.children.iter().filter_map(|n| n.text.as_deref()).collect();
                lines.push(format!("`{text}`"));
                continue;
            }
            "task_box" => {
                push_text(lines, if attributes.ticked.unwrap() { "[x]" } else { "[ ]" });
                continue;
            }
            "inline_quote" => {
                push_text(lines, "“");
                of_tree(&node.children, in_cell, lines);
                push_text(lines, "”");
                continue;
            }
            "text" => {
                push_text(lines, node.text.as_deref().unwrap());
                continue;
            }
            "ruby_text" => {
                push_text(lines, "(");
                of_tree(&node.children, in_cell, lines);
                push_text(lines, ")");
                continue;
            }
            "formula" => {
                let mark = if attributes.display == Some(true) { "$$" } else { "$" };
                let latex = attributes.latex.as_deref().unwrap().replace('<', "\\lt ");
                push_text(lines, &format!("{mark}{latex}{mark}"));
                continue;
            }
            "frame" | "video" | "audio" => {
                let address = attributes.address.as_deref().unwrap();
                lines.push(format!("link {address}"));
                push_text(lines, attributes.title.as_deref().unwrap_or(address));
                continue;
            }
            _ => String::new(),
        };
        if !begin.is_empty() {
            lines.push(begin);
        }
        of_tree(&node.children, in_cell || node.kind == "cell", lines);
    }
}

fn percent_encoded(address: &str) -> String {
    let address = address.replace('(', "%28").replace(')', "%29").replace('|', "%7C");
    address.replace('[', "%5B").replace(']', "%5D")
}

/// The structure of Markdown as a CommonMark parser reads it.
fn of_markdown(markdown: &str) -> Lines {
    let extensions =
        Extensions::ENABLE_TABLES | Extensions::ENABLE_STRIKETHROUGH | Extensions::ENABLE_FOOTNOTES;
    let mut lines = Lines::new();
    let mut code: Option<(String, String)> = None;
    let mut in_image = false;
    // Code between tags, where its own marks would not be read.
    let mut tagged: Option<String> = None;
    for event in Parser::new_ext(markdown, extensions) {
        match event {
            Read::Start(Tag::Heading { level, .. }) => lines.push(format!("h{}", level_of(level))),
            Read::Start(Tag::List(start)) => {
                lines.push(start.map_or("ul".to_owned(), |start| format!("ol {start}")));
            }
            Read::Start(Tag::Item) => lines.push("li".to_owned()),
            Read::Start(Tag::BlockQuote(_)) => lines.push("quote".to_owned()),
            Read::Start(Tag::Table(_)) => lines.push("table".to_owned()),
            Read::Start(Tag::TableHead | Tag::TableRow) => lines.push("row".to_owned()),
            Read::Start(Tag::TableCell) => lines.push("cell".to_owned()),
            Read::Start(Tag::Strong) => lines.push("strong".to_owned()),
            Read::Start(Tag::Emphasis) => lines.push("em".to_owned()),
            Read::Start(Tag::Strikethrough) => lines.push("del".to_owned()),
            Read::Start(Tag::Link { dest_url, .. }) => lines.push(format!("link {dest_url}")),
            Read::Start(Tag::Image { dest_url, .. }) => {
                lines.push(format!("image {dest_url}"));
                in_image = true;
            }
            Read::End(TagEnd::Image) => in_image = false,
            Read::Start(Tag::FootnoteDefinition(label)) => lines.push(format!("note {label}")),
            Read::FootnoteReference(label) => lines.push(format!("mark {label}")),
            Read::Rule => lines.push("rule".to_owned()),
            Read::Start(Tag::CodeBlock(kind)) => {
                code = Some((language_of(&kind), String::new()));
            }
            Read::End(TagEnd::CodeBlock) => {
                let (language, text) = code.take().unwrap();
                lines.push(format!("code {language} {}", text.trim_end_matches('\n')));
            }
            Read::Code(text) => lines.push(format!("`{text}`")),
            Read::Text(text) => match &mut code {
                Some((_, block)) => block.push_str(&text),
                None if in_image => {}
                None if tagged.is_some() => tagged.as_mut().unwrap().push_str(&text),
                None => push_text(&mut lines, &text),
            },
            Read::InlineHtml(tag) if &*tag == "<code>" => tagged = Some(String::new()),
            Read::InlineHtml(tag) if &*tag == "</code>" => {
                lines.push(format!("`{}`", tagged.take().unwrap()));
            }
            Read::InlineHtml(tag) => {
                let name = tag.trim_matches(['<', '>']).to_owned();
                if !name.starts_with('/') && name != "br" {
                    lines.push(name);
                }
            }
            Read::Html(html) => lines.push(format!("html {html}")),
            _ => {}
        }
    }
    lines
}

fn language_of(kind: &CodeBlockKind) -> String {
    match kind {
        CodeBlockKind::Fenced(language) => language.to_string(),
        CodeBlockKind::Indented => "indented".to_owned(),
    }
}

fn level_of(level: HeadingLevel) -> u8 {
    level as u8
}

/// Without parts that Markdown cannot express: the empty cells of headers and spans, marks of lists in cells.
fn comparable(lines: Lines) -> Lines {
    let mut out = Lines::new();
    let mut in_table = false;
    for line in lines {
        let is_cell = matches!(line.as_str(), "row" | "cell");
        in_table =
            (line == "table" || in_table) && !line.starts_with(['h', 'u', 'o', 'l', 'q', 'n']);
        if is_cell {
            continue;
        }
        let line = if in_table && line.starts_with("text ") {
            line.chars().filter(|c| c.is_alphanumeric()).collect()
        } else {
            // The tree does not distinguish quotations within others.
            line.replace("<strong>", "strong").replace('‘', "“").replace('’', "”")
        };
        // Ends of inline elements are not distinguished, so adjacent texts are one.
        match out.last_mut() {
            Some(last) if last.starts_with("text") && line.starts_with("text") => {
                last.push_str(line.trim_start_matches("text").trim_start());
            }
            _ => out.push(line),
        }
    }
    out
}

/// With the signs at the start of an emphasis before it, where Markdown has them if its marks would not be read else.
fn with_signs_outside(lines: Lines) -> Lines {
    let mut out = Lines::new();
    let mut lines = lines.into_iter().peekable();
    while let Some(line) = lines.next() {
        let is_mark = matches!(line.as_str(), "strong" | "em" | "del");
        let text = lines.peek().and_then(|next| next.strip_prefix("text ")).filter(|_| is_mark);
        let Some(text) = text.map(str::to_owned) else {
            out.push(line);
            continue;
        };
        let inside = text.trim_start_matches(|c: char| !c.is_alphanumeric());
        push_text(&mut out, &text[..text.len() - inside.len()]);
        out.push(line);
        lines.next();
        out.push(format!("text {inside}"));
    }
    out
}

#[test]
fn markdown_is_read_as_it_was_meant() {
    for page in crate::expected::files("fixtures/structure", ".html") {
        let extraction = extract_known(
            &std::fs::read(&page).unwrap(),
            &crate::structure::options(),
            &crate::structure::info(),
        );
        let mut meant = Lines::new();
        of_tree(extraction.body.as_ref().unwrap(), false, &mut meant);
        let markdown = extraction.markdown.unwrap();
        let read = of_markdown(&markdown);
        let [read, meant] = [read, meant].map(|lines| with_signs_outside(comparable(lines)));
        assert_eq!(read, meant, "{}\n{markdown}", page.display());
    }
}

#[test]
fn tables_keep_their_rows_and_cells() {
    let html = "<article><table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table></article>";
    let markdown = extract_known(html, &crate::structure::options(), &crate::structure::info())
        .markdown
        .unwrap();
    assert_eq!(markdown, "| a | b | c |\n| --- | --- | --- |\n| 1 | 2 |  |\n|  | 3 | 4 |");
    let read = of_markdown(&markdown);
    assert_eq!(read.iter().filter(|line| *line == "row").count(), 3);
    assert_eq!(read.iter().filter(|line| *line == "cell").count(), 9);
}
