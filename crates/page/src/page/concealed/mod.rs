//! Text that a reader does not see although no attribute says so at once: by names for screen readers, by the page's own
//! style sheet, by its colour or size. Asked only where hidden text is to go, as it costs more than the flags of nodes.

mod rules;
mod sheet;
mod style;

use std::ops::Range;

use super::visibility::style_hides;
use super::{Name, Names};
use crate::dom::{AttributeName, Document, NodeId, NodeRef, Tag};
use rules::OwnSheets;

/// Levels above a text that its background is looked for, and the longest style there, in bytes: it is read for each text.
const LEVELS: usize = 6;
const LONGEST_STYLE: usize = 4_000;

/// The concealed ranges of nodes, not nested, in document order. Formulas, whose words replace a drawing, are not concealed.
pub fn concealed(document: &Document) -> Vec<Range<NodeId>> {
    let sheets = OwnSheets::of(document);
    let mut found: Vec<Range<NodeId>> = Vec::new();
    for node in document.root().elements() {
        let is_new = found.last().is_none_or(|last| last.end <= node.id);
        if is_new && is_concealed(node, &sheets) && !holds_formula(node) {
            found.push(node.id..node.end());
        }
    }
    found
}

fn is_concealed(node: NodeRef, sheets: &OwnSheets) -> bool {
    sheets.hidden.contains(&node.id)
        || Names::of_class(node).has(Name::ScreenReader)
        || is_closed(node)
        || is_unassigned(node)
        || is_styled_away(node, sheets)
}

/// True if the style of an element hides it.
fn is_styled_away(node: NodeRef, sheets: &OwnSheets) -> bool {
    let Some(style) = node.attribute(AttributeName::STYLE) else { return false };
    let style = sheets.style_of(style);
    let around = node.ancestors().take(LEVELS);
    let around = around.filter_map(|node| node.attribute(AttributeName::STYLE));
    let around = around.filter(|style| style.len() <= LONGEST_STYLE);
    style_hides(&style)
        || style::conceals(&style)
        || style::is_of_background(&style, around)
        || sheets.is_white && style::is_white(&style)
}

/// True for an element that a browser does not show by itself: a dialog that is not open, a popover, what was once shown
/// where plug-ins were missing.
fn is_closed(node: NodeRef) -> bool {
    match node.name() {
        "dialog" => node.attribute_named("open").is_none(),
        "noembed" => true,
        _ => node.attribute_named("popover").is_some(),
    }
}

/// True for a child of an element with a shadow tree that no slot of the tree takes.
fn is_unassigned(node: NodeRef) -> bool {
    let Some(parent) = node.parent() else { return false };
    // Browsers take the first child alone.
    let shadow = parent
        .children()
        .take(2)
        .find(|child| child.is(Tag::TEMPLATE) && child.attribute_named("shadowrootmode").is_some());
    let Some(shadow) = shadow.filter(|shadow| *shadow != node) else { return false };
    let wanted = node.attribute_named("slot").unwrap_or("");
    let within = shadow.descendants().take(MOST_IN_SHADOW);
    let mut slots = within.filter(|inner| inner.name() == "slot");
    slots.all(|slot| slot.value(AttributeName::NAME) != wanted)
}

/// Nodes of a shadow tree that are looked at.
const MOST_IN_SHADOW: usize = 500;

fn holds_formula(node: NodeRef) -> bool {
    const MOST: usize = 40;
    node.descendants().take(MOST).any(|inner| inner.is(Tag::MATH))
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
        ("", "style='font:0/0 a'"),
        ("", "style='position:absolute;left:9999px'"),
        ("", "style='position:fixed;top:-200vh'"),
        ("", "style='position:absolute;inset:-9999px auto auto -9999px'"),
        ("", "style='transform:rotateY(90deg)'"),
        ("", "style='zoom:0'"),
        ("", "style='mask:linear-gradient(transparent,transparent)'"),
        ("", r"style='displ\61y:none'"),
        ("", "style='color:white'"),
        (".w{color:#fff}body{background:white}", "class=w"),
        ("p:nth-child(2) > b{display:none}", ""),
        ("div{& b{display:none}}", ""),
        (r".z\65{displ\61y:n\6fne}", "class=ze"),
        (":root{--d:none} .v{display:var(--d)}", "class=v"),
        ("b:is(.i):not(.x){display:none}", "class=i"),
        ("", "popover"),
    ];

    /// Elements in sight.
    const SEEN: &[(&str, &str)] = &[
        ("", "class=reader"),
        ("", "style='color:#fff;background:#000'"),
        (".b{background:url(night.png)}", "style='color:white'"),
        ("", "style='height:0'"),
        ("", "style='left:100px'"),
        ("", "style='font:12px/1.5 a'"),
        ("", "style='transform:rotateY(180deg)'"),
        ("p:first-child > b{display:none}", ""),
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
    fn elements_that_a_browser_does_not_show() {
        for (html, expected) in [
            ("<dialog><p>a</dialog>", 1),
            ("<dialog open><p>a</dialog>", 0),
            ("<noembed><p>a</noembed>", 1),
            // The words of a formula that is drawn.
            ("<b style='display:none'><math><mi>a</mi></math></b>", 0),
            ("<div><template shadowrootmode=open><p>x</template><p>a</p></div>", 1),
            ("<div><template shadowrootmode=open><slot></slot></template><p>a</p></div>", 0),
            (
                "<div><template shadowrootmode=open><slot name=n></slot></template><p slot=n>a</div>",
                0,
            ),
            ("<link rel=stylesheet href='data:text/css,p%7Bdisplay:none%7D'><p>a", 1),
            ("<link rel=stylesheet href=/a.css><p style='color:#fff'>a", 0),
            ("<body bgcolor=black><p style='color:#fff'>a", 0),
        ] {
            assert_eq!(concealed(&parse(html)).len(), expected, "{html}");
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
