//! Text that a reader does not see although no attribute says so at once: by names for screen readers, by the page's own
//! style sheet, by its colour or size. Asked only where hidden text is to go, as it costs more than the flags of nodes.

mod rules;
mod style;

use std::collections::BTreeSet;
use std::ops::Range;

use super::{Name, Names};
use crate::dom::{AttributeName, Document, NodeId, Tag};

/// Levels above a text that its background is looked for.
const LEVELS: usize = 6;

/// The concealed ranges of nodes, not nested, in document order. Formulas, whose words replace a drawing, are not concealed.
pub fn concealed(document: &Document) -> Vec<Range<NodeId>> {
    let by_rules = rules::hidden(document);
    let mut found: Vec<Range<NodeId>> = Vec::new();
    for id in document.elements() {
        let is_new = found.last().is_none_or(|last| last.end <= id);
        if is_new && is_concealed(document, id, &by_rules) && !holds_formula(document, id) {
            found.push(id..document.end(id));
        }
    }
    found
}

fn is_concealed(document: &Document, id: NodeId, by_rules: &BTreeSet<NodeId>) -> bool {
    let own = document.attribute(id, AttributeName::STYLE);
    by_rules.contains(&id)
        || Names::of_class(document, id).has(Name::ScreenReader)
        || own.is_some_and(|own| {
            let around = document.ancestors(id).take(LEVELS);
            let styles = around.filter_map(|id| document.attribute(id, AttributeName::STYLE));
            style::conceals(own) || style::is_of_background(own, styles)
        })
}

fn holds_formula(document: &Document, id: NodeId) -> bool {
    const MOST: usize = 40;
    document.descendants(id).take(MOST).any(|id| document.tag(id) == Tag::MATH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::parse;

    /// Ways to hide a text: a style sheet and the attributes of an element.
    const WAYS: &[(&str, &str)] = &[
        ("", "class=sr-only"),
        ("", "class='label Visually-Hidden'"),
        ("", "class=screen-reader-text"),
        (".trap{display:none}", "class=trap"),
        (".trap{display:none !important}", "class='a trap b'"),
        ("p{margin:0}\n/* x{} */ #x , .trap { visibility : hidden }", "class=trap"),
        ("@media screen{.trap{position:absolute;left:-9999px}}", "class=trap"),
        (".a .trap{opacity:0}", "class=trap"),
        ("", "style='color:#fff;background:#FFFFFF'"),
        ("", "style='color:white;background-color:rgb(255, 255, 255)'"),
        ("", "style='color: transparent'"),
        ("", "style='clip-path: inset(50%)'"),
        ("", "style='-webkit-clip-path:circle(0)'"),
        ("", "style='transform: scale(0)'"),
        ("", "style='transform:translateX(-9999px)'"),
        ("", "style='scale:0'"),
        ("", "style='font-size:1px'"),
        ("", "style='height:0;overflow:hidden'"),
        ("", "style='max-height: 0px; overflow: hidden'"),
        ("", "style='width:1px;height:1px;overflow:clip'"),
        ("", "style='opacity:0.01'"),
        ("", "style='filter:opacity(0)'"),
        ("", "style='content-visibility:hidden'"),
    ];

    /// Elements in sight.
    const SEEN: &[(&str, &str)] = &[
        ("", "class=reader"),
        ("", "style='color:#fff;background:#000'"),
        ("", "style='color:white'"),
        ("", "style='height:0'"),
        ("", "style='transform:scale(0.5)'"),
        ("", "style='clip-path:circle(40%)'"),
        ("@media print{.a{display:none}}", "class=a"),
        ("@media (max-width: 600px){.a{display:none}}", "class=a"),
        (".a{display:none} .a.open{display:block}", "class='a open'"),
        (".a:hover{opacity:0}", "class=a"),
        (".a::before{display:none}", "class=a"),
        (".b{display:none}", "class=a"),
    ];

    fn is_gone(sheet: &str, attributes: &str) -> bool {
        let html = format!("<style>{sheet}</style><div class=a><p>a<p><b {attributes}>b</b></div>");
        let document = parse(&html);
        let id = document.elements().find(|id| document.tag(*id) == Tag::B).unwrap();
        concealed(&document).iter().any(|range| range.contains(&id))
    }

    #[test]
    fn every_way_to_hide_text_is_known() {
        for (sheet, attributes) in WAYS {
            assert!(is_gone(sheet, attributes), "{sheet} {attributes}");
        }
        for (sheet, attributes) in SEEN {
            let sheet = sheet.replace(".a ", "b.a ").replace(".a{", "b.a{");
            assert!(!is_gone(&sheet, attributes), "{sheet} {attributes}");
        }
    }

    #[test]
    fn a_background_around_the_text_counts() {
        let document = parse(
            "<div style='background:#eee'><p style='color:#eeeeee'>a</p><p style='color:#000'>b",
        );
        assert_eq!(concealed(&document).len(), 1);
    }
}
