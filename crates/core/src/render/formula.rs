//! Converts formulas to LaTeX: from the sources that KaTeX, MathJax and image generators leave in
//! the page, and from MathML.

use super::mathml;
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::{Page, media};

/// A formula found in the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formula {
    pub(super) latex: String,
    pub(super) is_display: bool,
}

/// The formula that an element stands for. For a drawn formula whose source is beside it, one with
/// empty LaTeX.
pub(super) fn of_element(page: &Page, id: NodeId) -> Option<Formula> {
    let document = page.document();
    match document.tag(id) {
        Tag::MATH => {
            let is_display = attribute(document, id, "display") == Some("block");
            Some(Formula { latex: of_math(document, id)?, is_display })
        }
        Tag::SCRIPT => {
            let kind = document.attribute(id, AttributeName::TYPE)?.trim();
            let latex = cleaned(&document.text_content(id));
            media::is_tex_script(document, id)
                .then(|| Formula { latex, is_display: kind.contains("display") })
        }
        Tag::SPAN | Tag::DIV | Tag::P => of_wrapper(document, id),
        tag if document.tag_name(tag) == "mjx-container" => {
            let is_display = attribute(document, id, "display") == Some("true");
            Some(Formula { latex: of_math(document, math_inside(document, id)?)?, is_display })
        }
        _ => None,
    }
}

fn attribute<'a>(document: &'a Document, id: NodeId, name: &str) -> Option<&'a str> {
    document.attributes(id).find(|(other, _)| *other == name).map(|(_, value)| value)
}

fn class_words(document: &Document, id: NodeId) -> impl Iterator<Item = &str> {
    document.attribute(id, AttributeName::CLASS).unwrap_or("").split_ascii_whitespace()
}

/// The formula of a KaTeX or MathJax wrapper.
fn of_wrapper(document: &Document, id: NodeId) -> Option<Formula> {
    let (mut katex, mut is_drawing) = (None, false);
    for word in class_words(document, id) {
        match word {
            "katex" | "katex-display" if katex.is_none() => katex = Some(word),
            _ => is_drawing |= word.starts_with("MathJax"),
        }
    }
    if let Some(word) = katex {
        let math = math_inside(document, id)?;
        let is_inner = document
            .parent(id)
            .is_some_and(|parent| class_words(document, parent).any(|w| w == "katex-display"));
        return Some(Formula {
            latex: of_math(document, math)?,
            is_display: word == "katex-display" || is_inner,
        });
    }
    (is_drawing && has_source_after(document, id))
        .then(|| Formula { latex: String::new(), is_display: false })
}

/// True if the TeX source of a drawn formula follows it, possibly after another one.
fn has_source_after(document: &Document, id: NodeId) -> bool {
    let mut next = document.end(id);
    for _ in 0..4 {
        if next.index() >= document.len() {
            return false;
        }
        if document.tag(next) == Tag::SCRIPT {
            return media::is_tex_script(document, next);
        }
        next = document.end(next);
    }
    false
}

fn math_inside(document: &Document, id: NodeId) -> Option<NodeId> {
    document.descendants(id).take(400).find(|node| document.tag(*node) == Tag::MATH)
}

/// The TeX of a `math` element: its annotation, its `alttext`, or a conversion of its MathML.
fn of_math(document: &Document, math: NodeId) -> Option<String> {
    let is_tex = |id: &NodeId| {
        document.name(*id) == "annotation"
            && attribute(document, *id, "encoding")
                .is_some_and(|kind| kind.to_ascii_lowercase().contains("tex"))
    };
    let annotation = document.descendants(math).find(is_tex).map(|id| document.text_content(id));
    let given = annotation.or_else(|| attribute(document, math, "alttext").map(str::to_owned));
    let latex = given.map(|tex| cleaned(&tex)).or_else(|| mathml::to_latex(document, math));
    latex.filter(|latex| !latex.is_empty())
}

/// Removes line ends and the wrapper that Wikipedia adds.
fn cleaned(tex: &str) -> String {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let inner = tex.strip_prefix("{\\displaystyle ").and_then(|rest| rest.strip_suffix('}'));
    inner.map_or(tex.as_str(), str::trim).to_owned()
}

/// The TeX of an image of a formula, recognised by its class or address and taken from its `alt`.
pub(super) fn of_image(document: &Document, id: NodeId) -> Option<String> {
    let alt = document.attribute(id, AttributeName::ALT).filter(|alt| !alt.trim().is_empty())?;
    let has = |name: AttributeName, parts: &[&str]| {
        let value = document.attribute(id, name).unwrap_or("").to_ascii_lowercase();
        parts.iter().any(|part| value.contains(part))
    };
    let classes = ["latex", "mwe-math", "math-tex", "mathjax", "tex-image", "equation"];
    let addresses = ["equation?tex=", "tex=", "latex.php", "/latex", "mathtex", "mimetex"];
    let is_formula = has(AttributeName::CLASS, &classes) || has(AttributeName::SRC, &addresses);
    is_formula.then(|| cleaned(alt)).filter(|alt| !alt.is_empty())
}

/// A piece of text: words, or a formula between TeX delimiters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    Formula { latex: &'t str, is_display: bool },
}

/// Delimiters of formulas in the text of pages whose scripts draw them.
const MARKS: &[(&str, &str, bool)] =
    &[("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true)];

/// Visits the pieces of a text in order.
pub(super) fn split<'t>(text: &'t str, mut visit: impl FnMut(Piece<'t>)) {
    let mut rest = text;
    while let Some((before, latex, is_display, after)) = next_formula(rest) {
        if !before.is_empty() {
            visit(Piece::Text(before));
        }
        visit(Piece::Formula { latex, is_display });
        rest = after;
    }
    if !rest.is_empty() {
        visit(Piece::Text(rest));
    }
}

fn next_formula(text: &str) -> Option<(&str, &str, bool, &str)> {
    memchr::memchr2(b'\\', b'$', text.as_bytes())?;
    let opened = MARKS.iter().filter_map(|mark| Some((text.find(mark.0)?, mark)));
    let (at, (open, close, is_display)) = opened.min_by_key(|(at, _)| *at)?;
    let inner = &text[at + open.len()..];
    let end = inner.find(close)?;
    let latex = inner[..end].trim();
    let is_formula = !latex.is_empty() && (*open != "$$" || latex.contains(['\\', '^', '_', '=']));
    is_formula.then(|| (&text[..at], latex, *is_display, &inner[end + close.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_text() {
        let pieces = |text| {
            let mut out = Vec::new();
            split(text, |piece| out.push(piece));
            out
        };
        let formula = |latex, is_display| Piece::Formula { latex, is_display };
        assert_eq!(
            pieces(r"a \(x^2\) b"),
            [Piece::Text("a "), formula("x^2", false), Piece::Text(" b")]
        );
        assert_eq!(pieces("$$x=1$$"), [formula("x=1", true)]);
        assert_eq!(pieces("costs $$ 5 and $$ 6"), [Piece::Text("costs $$ 5 and $$ 6")]);
        assert_eq!(pieces(r"a \( b"), [Piece::Text(r"a \( b")]);
    }
}
