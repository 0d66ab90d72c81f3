//! Page text to [`Document`], behind one function, so that the parser can be replaced.

mod builder;
mod html5ever_tree;
mod limits;

use super::Document;

/// How deep elements nest at most, as in browsers; deeper content is kept at this depth.
pub const MAX_DEPTH: u16 = 512;

/// How many bytes of a page are parsed at most; what lies beyond is reported, not parsed.
pub const MAX_BYTES: usize = 1 << 29;

/// Parses a whole page by the rules of the HTML standard, `noscript` as content. Never fails.
pub fn parse(html: &str) -> Document {
    let (html, unparsed) = limits::split_at_most(html, MAX_BYTES);
    let (html, attribute_bytes) = limits::without_excess_attributes(html);
    let mut document = html5ever_tree::parse(&html);
    document.report.unparsed_bytes = unparsed;
    document.report.ignored_attribute_bytes = attribute_bytes;
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{NodeKind, Tag};

    fn check(html: &str, expected: &str) {
        let document = parse(html);
        assert_eq!(crate::dom::normalised::html(&document), expected, "{html}");
    }

    #[test]
    fn builds_the_standard_tree() {
        check(
            "<!doctype html><p class=a>x<b>y</p>z",
            "<!DOCTYPE html><html><head></head><body><p class=\"a\"><text>x</text><b><text>y</text>\
             </b></p><b><text>z</text></b></body></html>",
        );
        check(
            "<table>a<tr><td>b</table>",
            "<html><head></head><body><text>a</text><table><tbody><tr><td><text>b</text></td></tr>\
             </tbody></table></body></html>",
        );
        check(
            "<noscript><p>n</p></noscript><template><p>t</template>",
            "<html><head><noscript></noscript></head><body><p><text>n</text></p><template><p>\
             <text>t</text></p></template></body></html>",
        );
    }

    #[test]
    fn subtrees_are_id_ranges() {
        let document = parse("<div><p>a</p><p>b<i>c</i></p></div><p>d");
        for id in document.ids().skip(1) {
            let parent = document.parent(id).unwrap();
            assert!(parent < id && document.end(id) <= document.end(parent));
            assert_eq!(document.depth(id), document.depth(parent) + 1);
            assert!(document.children(parent).any(|child| child == id));
        }
        assert_eq!(document.text_content(Document::ROOT), "abcd");
    }

    #[test]
    fn deep_nesting_is_flattened_kept_and_reported() {
        for tag in ["div", "b", "svg", "table><tr><td", "ul><li", "a", "font", "x-y", "select"] {
            let html =
                format!("{}in{}<p>after", format!("<{tag}>").repeat(50_000), "</div>".repeat(9));
            let document = parse(&html);
            let deepest = document.ids().map(|id| document.depth(id)).max().unwrap();
            assert!(deepest <= MAX_DEPTH + 1, "{tag}: {deepest}");
            let text = document.text_content(Document::ROOT);
            assert!(text.contains("in") && text.contains("after"), "{tag}: {text}");
            let shallow = matches!(tag, "a" | "select");
            assert!(shallow || document.report().flattened_elements > 1000, "{tag}");
        }
    }

    #[test]
    fn flattened_elements_end_where_they_end() {
        let html = format!("<p>0</p>{}in{}<p>after</p>", "<div>".repeat(600), "</div>".repeat(600));
        let document = parse(&html);
        let after = document.ids().find(|id| document.text(*id) == "after").unwrap();
        let paragraph = document.parent(after).unwrap();
        assert_eq!(document.tag(document.parent(paragraph).unwrap()), Tag::BODY);
    }

    #[test]
    fn reopened_formatting_does_not_multiply() {
        let mut html: String = (0..400).map(|i| format!("<p><font size={i}>")).collect();
        html.push_str(&"<p>x".repeat(50_000));
        let document = parse(&html);
        assert!(document.len() < html.len(), "{} nodes", document.len());
        let is_x = |id: &crate::dom::NodeId| document.kind(*id) == NodeKind::Text;
        let texts: usize = document.ids().filter(is_x).map(|id| document.text(id).len()).sum();
        assert_eq!(texts, 50_000);
        assert!(document.report().ignored_tags > 0);
    }
}
