//! The page made regular, as punctuation-path's paper (section 1.2) requires: every tag matched and
//! nested, attribute values quoted, `<` and `>` only around tags, and every text in a node `<text>`
//! of its own.

use super::{Document, Event, NodeKind, NodeRef, Tag, walk};

/// The whole page as regular HTML on one line, without scripts, styles and comments (the section allows dropping elements that
/// control a page and hold nothing of its subject).
pub fn html(document: &Document) -> String {
    let mut out = String::new();
    let mut steps = walk(document.root());
    while let Some(step) = steps.next() {
        match step {
            Event::Start(id) if matches!(document.tag(id), Tag::SCRIPT | Tag::STYLE) => {
                steps.skip_subtree();
            }
            Event::Start(id) => push_start_tag(&mut out, document.node(id)),
            Event::End(id) if document.tag(id).is_void() => {}
            Event::End(id) => out.extend(["</", document.name(id), ">"]),
            Event::Leaf(id) => push_leaf(&mut out, document.node(id)),
        }
    }
    out
}

fn push_start_tag(out: &mut String, node: NodeRef) {
    out.extend(["<", node.name()]);
    for (name, value) in node.attributes() {
        out.extend([" ", name, "=\""]);
        push_escaped(out, value);
        out.push('"');
    }
    out.push('>');
}

fn push_leaf(out: &mut String, node: NodeRef) {
    let text = node.text();
    match node.kind() {
        NodeKind::Doctype => out.extend(["<!DOCTYPE ", text, ">"]),
        NodeKind::Text if !text.chars().all(crate::text::chars::is_blank) => {
            out.push_str("<text>");
            push_escaped(out, text);
            out.push_str("</text>");
        }
        _ => {}
    }
}

/// Appends `text` with `& < > "` escaped.
fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::dom::parse;

    #[test]
    fn the_papers_example_and_its_slips() {
        let page = "<html><head><title>HTML Tree</title></head><body><table height=400><tr>\
                    <td>你好!<td>3 < 4 & 5 > 4</table><a><b>x</a></b><script>no()</script>";
        assert_eq!(
            super::html(&parse(page)),
            "<html><head><title><text>HTML Tree</text></title></head><body><table height=\"400\">\
             <tbody><tr><td><text>你好!</text></td><td><text>3 &lt; 4 &amp; 5 &gt; 4</text></td></tr>\
             </tbody></table><a><b><text>x</text></b></a></body></html>"
        );
    }
}
