//! Converts formulas to LaTeX: from the sources that KaTeX, MathJax and image generators leave in
//! the page, and from MathML.

use super::{drawn, mathml};
use crate::dom::{AttributeName, NodeRef, Tag};
use crate::page::{Name, Names, media};

/// A formula found in the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Formula {
    pub(super) latex: String,
    pub(super) is_display: bool,
}

/// The formula of an element. For a drawn formula next to its source, one with empty LaTeX.
pub(super) fn of_element(node: NodeRef) -> Option<Formula> {
    match node.tag() {
        Tag::MATH => {
            let is_display = node.attribute_named("display") == Some("block");
            Some(Formula { latex: of_math(node)?, is_display })
        }
        Tag::SCRIPT => {
            let kind = node.attribute(AttributeName::TYPE)?.trim();
            let latex = cleaned(&node.text_content());
            media::is_tex_script(node)
                .then(|| Formula { latex, is_display: kind.contains("display") })
        }
        Tag::SPAN | Tag::DIV | Tag::P | Tag::SECTION | Tag::FIGURE | Tag::SVG => {
            of_attribute(node).or_else(|| of_wrapper(node))
        }
        tag if node.document.tag_name(tag) == "mjx-container" => {
            let is_display = node.attribute_named("display") == Some("true");
            let math = math_inside(node).and_then(of_math);
            Some(Formula { latex: math.or_else(|| drawn::to_latex(node))?, is_display })
        }
        _ => None,
    }
}

/// The formula of an element with its source in an attribute.
fn of_attribute(node: NodeRef) -> Option<Formula> {
    let latex = cleaned(media::tex_attribute(node)?);
    if latex.is_empty() || node.size() > MOST_ATTRIBUTED {
        return None;
    }
    let is_block = matches!(node.tag(), Tag::DIV | Tag::P | Tag::SECTION | Tag::FIGURE);
    let (latex, is_broken) = without_break(latex);
    let is_display = is_block
        || is_broken
        || node
            .up(2)
            .flat_map(NodeRef::classes)
            .any(|word| word.contains("block") || word.contains("display"));
    Some(Formula { latex, is_display })
}

/// Nodes of the drawing of a formula at most.
const MOST_ATTRIBUTED: u32 = 4_000;

/// TeX without the line end after it, with which some editors mark a formula on a line of its own.
fn without_break(latex: String) -> (String, bool) {
    match latex.strip_suffix("\\\\") {
        Some(before) => (before.trim_end().to_owned(), true),
        None => (latex, false),
    }
}

/// The formula of a KaTeX or MathJax wrapper.
fn of_wrapper(node: NodeRef) -> Option<Formula> {
    let (mut katex, mut is_drawing) = (None, false);
    for word in node.classes() {
        match word {
            "katex" | "katex-display" if katex.is_none() => katex = Some(word),
            _ => is_drawing |= word.starts_with("MathJax"),
        }
    }
    if let Some(word) = katex {
        let math = math_inside(node).and_then(of_math);
        let mut around = node.parent().into_iter().flat_map(NodeRef::classes);
        return Some(Formula {
            latex: math.or_else(|| flattened(node))?,
            is_display: word == "katex-display"
                || around.any(|word| matches!(word, "katex-display" | "katex--display")),
        });
    }
    (is_drawing && has_source_after(node))
        .then(|| Formula { latex: String::new(), is_display: false })
}

/// The TeX of a KaTeX formula whose MathML lost its tags: its signs are left as text, and the source behind them.
fn flattened(node: NodeRef) -> Option<String> {
    let text = part(node, "katex-mathml")?.text_content();
    let shown = part(node, "katex-html").map(NodeRef::text_content).unwrap_or_default();
    let source = last_paragraph(&text).or_else(|| after_signs(&text, &shown)).unwrap_or(&text);
    Some(cleaned(source)).filter(|latex| !latex.is_empty())
}

fn part<'d>(node: NodeRef<'d>, class: &str) -> Option<NodeRef<'d>> {
    node.descendants().take(MOST_PARTS).find(|part| part.classes().any(|word| word == class))
}

/// Nodes of a formula that are looked at for its two parts.
const MOST_PARTS: usize = 400;

/// The lines behind the last blank one, if there are others before.
fn last_paragraph(text: &str) -> Option<&str> {
    let text = text.trim();
    let mut start = None;
    let (mut at, mut is_blank_before) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        if is_blank_before && !is_blank {
            start = Some(at);
        }
        (is_blank_before, at) = (is_blank, at + line.len());
    }
    start.map(|start| text[start..].trim())
}

/// The text after the signs that a formula shows, compared without blanks; or the second half of a text that is the same twice.
fn after_signs<'t>(text: &'t str, shown: &str) -> Option<&'t str> {
    let signs: Vec<char> = text.chars().filter(is_sign).collect();
    let shown: Vec<char> = shown.chars().filter(is_sign).collect();
    let (half, rest) = signs.split_at(signs.len() / 2);
    let count = match !half.is_empty() && half == rest {
        true => half.len(),
        false if shown.is_empty() || signs.len() <= shown.len() => return None,
        false => Some(shown.len()).filter(|_| signs.starts_with(&shown))?,
    };
    let mut places = text.char_indices().filter(|(_, c)| is_sign(c));
    places.nth(count).map(|(at, _)| text[at..].trim())
}

fn is_sign(c: &char) -> bool {
    !c.is_whitespace() && *c != '\u{200b}'
}

/// True if the TeX source follows a drawing, perhaps after another drawing.
fn has_source_after(node: NodeRef) -> bool {
    let document = node.document;
    let mut next = node.end();
    for _ in 0..4 {
        if next.index() >= document.len() {
            return false;
        }
        if document.tag(next) == Tag::SCRIPT {
            return media::is_tex_script(document.node(next));
        }
        next = document.end(next);
    }
    false
}

fn math_inside(node: NodeRef) -> Option<NodeRef> {
    node.descendants().take(400).find(|inner| inner.is(Tag::MATH))
}

/// The TeX of a `math` element: its annotation, its `alttext`, or a conversion of its MathML.
fn of_math(math: NodeRef) -> Option<String> {
    let annotation = math.descendants().find(|node| holds_tex(*node)).map(NodeRef::text_content);
    let given = annotation.or_else(|| math.attribute_named("alttext").map(str::to_owned));
    let latex = given.map(|tex| cleaned(&tex)).or_else(|| mathml::to_latex(math));
    latex.filter(|latex| !latex.is_empty())
}

fn holds_tex(node: NodeRef) -> bool {
    let kind = || node.attribute_named("encoding").unwrap_or("").to_ascii_lowercase();
    node.name() == "annotation" && kind().contains("tex")
}

/// Removes line ends and the wrapper that Wikipedia adds. TeX that only begins or ends a group writes nothing: it keeps the
/// definitions of a post to itself.
fn cleaned(tex: &str) -> String {
    if matches!(tex.trim(), "\\begingroup" | "\\endgroup") {
        return String::new();
    }
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let inner = tex.strip_prefix("{\\displaystyle ").and_then(|rest| rest.strip_suffix('}'));
    inner.map_or(tex.as_str(), str::trim).to_owned()
}

/// The TeX of an image that draws a formula: recognised by its class or address, taken from its `alt`.
pub(super) fn of_image(node: NodeRef) -> Option<Formula> {
    if let Some(formula) = of_attribute(node) {
        return Some(formula);
    }
    let address = node.value(AttributeName::SRC).to_ascii_lowercase();
    let addresses = ["tex=", "latex.php", "/latex", "mathtex", "mimetex", "codecogs"];
    let is_formula = Names::of_class(node).has(Name::Formula)
        || addresses.iter().any(|part| address.contains(part));
    let alt = match (node.value(AttributeName::ALT).trim(), is_formula) {
        ("", true) => node.value(AttributeName::TITLE).trim(),
        (alt, _) => alt,
    };
    let (marked, is_marked) = between_marks(alt);
    let is_tex = marked.is_some_and(|tex| tex.contains(['\\', '^', '_', '{']));
    let (latex, is_broken) = without_break(cleaned(marked.unwrap_or(alt)));
    (is_formula || is_tex)
        .then_some(Formula { latex, is_display: is_broken || is_marked })
        .filter(|formula| !formula.latex.is_empty())
}

/// The text between the marks of TeX around a whole text, and true if they are those of a line of its own.
fn between_marks(text: &str) -> (Option<&str>, bool) {
    let pairs =
        [("$$", "$$", true), ("\\[", "\\]", true), ("\\(", "\\)", false), ("$", "$", false)];
    let found = pairs.iter().find_map(|(open, close, is_display)| {
        Some((text.strip_prefix(open)?.strip_suffix(close)?, *is_display))
    });
    found.map_or((None, false), |(inner, is_display)| (Some(inner), is_display))
}

/// A piece of text: words, or a formula between TeX delimiters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Text(&'t str),
    Formula { latex: &'t str, is_display: bool },
}

/// Opening mark, closing mark, and true for a formula on a line of its own.
type Mark = (&'static str, &'static str, bool);

/// Delimiters of formulas in the text of pages whose scripts draw them.
const MARKS: [Mark; 4] =
    [("\\(", "\\)", false), ("\\[", "\\]", true), ("$$", "$$", true), ("$", "$", false)];
/// The maximum number of bytes between single dollars.
const LONGEST_INLINE: usize = 300;

/// Visits the pieces of a text in order. Each mark is looked for once from every place: where one that closes is missing, it
/// is missing for all that follow.
pub(super) fn split<'t>(text: &'t str, mut visit: impl FnMut(Piece<'t>)) {
    let bytes = text.as_bytes();
    let (mut done, mut at) = (0, 0);
    let mut is_missing = [false; MARKS.len()];
    while let Some(next) = memchr::memchr2(b'\\', b'$', bytes.get(at..).unwrap_or_default()) {
        let start = at + next;
        at = start + 1;
        let Some((number, (open, close, is_display))) =
            MARKS.iter().enumerate().find(|(_, mark)| text[start..].starts_with(mark.0))
        else {
            continue;
        };
        let inner = start + open.len();
        let end = if is_missing[number] { None } else { text[inner..].find(close) };
        let Some(end) = end.map(|end| inner + end) else {
            is_missing[number] = true;
            continue;
        };
        at = inner;
        let latex = text[inner..end].trim();
        let is_formula = match *open {
            "$$" => latex.contains(['\\', '^', '_', '=']),
            "$" => is_inline(text, start, end),
            _ => true,
        };
        if latex.is_empty() || !is_formula {
            continue;
        }
        if done < start {
            visit(Piece::Text(&text[done..start]));
        }
        visit(Piece::Formula { latex, is_display: *is_display });
        (done, at) = (end + close.len(), end + close.len());
    }
    if done < text.len() {
        visit(Piece::Text(&text[done..]));
    }
}

/// True if single dollars at two places hold a formula: they touch it, no word touches them, and it has a command of TeX or an
/// exponent in braces. Money has none.
fn is_inline(text: &str, start: usize, end: usize) -> bool {
    let inner = &text[start + 1..end];
    let command = inner
        .find('\\')
        .is_some_and(|at| inner[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic()));
    inner.len() <= LONGEST_INLINE
        && inner.trim() == inner
        && !text[..start].ends_with(|c: char| c.is_alphanumeric())
        && !text[end + 1..].starts_with(|c: char| c.is_alphanumeric())
        && (command || ["^{", "_{"].iter().any(|mark| inner.contains(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_behind_flattened_signs() {
        assert_eq!(last_paragraph("\n h\n =\n n\n \n \n h = n\n "), Some("h = n"));
        assert_eq!(last_paragraph(" h = n "), None);
        assert_eq!(after_signs("h=nh = n", ""), Some("h = n"));
        assert_eq!(after_signs("x2x^2", "x2\u{200b}"), Some("x^2"));
        assert_eq!(after_signs("x^2", "y"), None);
    }

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
        assert_eq!(
            pieces(r"$1 - x \le e^{-x}$."),
            [formula(r"1 - x \le e^{-x}", false), Piece::Text(".")]
        );
        for money in ["costs $5 to print, $10 to bind", r"US$5 and \a US$6", "$HOME and ${x}_{y}$z"]
        {
            assert_eq!(pieces(money), [Piece::Text(money)]);
        }
        let found = [Piece::Text(r"a \[ "), formula("x", false)];
        assert_eq!(pieces(r"a \[ \(x\)"), found);
    }
}
