//! A limit reports all that it keeps out of a document, and keeps the text.

use zhengwen_html::{Document, Limits, MAX_DEPTH, NodeKind, ParseReport, Parser};

const HTML: &str = "<div a=1 b=2><div><div><p>one<p>two<p>three<p>four</div>";

fn within(limits: Limits) -> Document {
    let mut parser = Parser::default();
    parser.limits = limits;
    parser.parse(HTML)
}

fn text(document: &Document) -> String {
    document.text_content(Document::ROOT)
}

#[test]
fn an_ordinary_page_meets_no_limit() {
    assert_eq!(within(Limits::default()).report(), ParseReport::default());
    let higher = Limits { bytes: usize::MAX, depth: u16::MAX, ..Limits::default() };
    assert_eq!(within(higher).len(), within(Limits::default()).len());
    let mut parser = Parser::default();
    parser.limits.depth = u16::MAX;
    let deep = parser.parse(&"<div>".repeat(1_000));
    assert!(deep.ids().all(|id| deep.depth(id) <= MAX_DEPTH + 1));
}

#[test]
fn each_limit_is_reported() {
    let document = within(Limits { bytes: 29, ..Limits::default() });
    assert_eq!(document.report().unparsed_bytes, (HTML.len() - 29) as u64);
    assert_eq!(text(&document), "one");
    let document = within(Limits { nodes: 8, ..Limits::default() });
    assert!(document.report().ignored_tags > 0);
    assert_eq!(text(&document), "onetwothreefour");
    let document = within(Limits { depth: 4, ..Limits::default() });
    assert!(document.report().flattened_elements > 0);
    assert!(document.ids().all(|id| document.depth(id) <= 5));
    assert_eq!(text(&document), "onetwothreefour");
    let document = within(Limits { attributes: 1, ..Limits::default() });
    assert!(document.report().ignored_attribute_bytes > 0);
    assert_eq!(document.elements().map(|id| document.attributes(id).count()).sum::<usize>(), 1);
}

#[test]
fn a_page_is_read_for_as_long_as_it_goes_on() {
    let html = "<p>x".repeat(10_000);
    let mut parser = Parser::default();
    let (mut asked, mut steps) = (0, 0);
    let whole = parser.parse_while(&html, |taken| {
        (asked, steps) = (asked + 1, steps + taken);
        true
    });
    assert!(asked > 100 && steps < html.len(), "{asked} {steps}");
    let part = parser.parse_while(&html, |_| false);
    assert!(part.len() > 10 && part.len() < whole.len() / 100, "{}", part.len());
    // Nothing of it is left in the buffers.
    let again = parser.parse(&html);
    assert_eq!(again.len(), whole.len());
    assert!(again.ids().all(|id| again.kind(id) != NodeKind::Text || again.text(id) == "x"));
}
