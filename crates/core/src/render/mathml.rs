//! Converts MathML to LaTeX: the presentation elements that pages use.

use super::math_signs::{alphabet, identifier, is_function, operator};
use crate::dom::{Event, NodeRef, walk};

/// The size limit in nodes; anything larger is not a formula.
const MOST_NODES: u32 = 4_000;

/// The LaTeX of a `math` element; `None` if it is empty or too large.
pub(super) fn to_latex(math: NodeRef) -> Option<String> {
    if math.size() > MOST_NODES {
        return None;
    }
    let document = math.document;
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut steps = walk(math);
    while let Some(step) = steps.next() {
        match step {
            Event::Start(id) if document.name(id).starts_with("annotation") => steps.skip_subtree(),
            Event::Start(_) => open.push(Vec::new()),
            Event::End(id) => {
                let parts = open.pop().unwrap_or_default();
                let made = with_attributes(document.node(id), parts);
                if let Some(parent) = open.last_mut() {
                    parent.push(made);
                }
            }
            Event::Leaf(id) if document.node(id).is_text() => {
                // Only blanks that do not break a line are part of a formula.
                let text = document.text(id).trim_ascii().replace('\u{a0}', " ");
                if let Some(parent) = open.last_mut().filter(|_| !text.is_empty()) {
                    parent.push(text);
                }
            }
            Event::Leaf(_) => {}
        }
    }
    let latex = joined(&open.pop().unwrap_or_default());
    (!latex.is_empty()).then_some(latex)
}

/// The LaTeX of an element that holds these parts, where its attributes and children change it.
fn with_attributes(node: NodeRef, parts: Vec<String>) -> String {
    match (node.name(), parts.as_slice()) {
        ("mi", [name]) => match node.attribute_named("mathvariant").and_then(alphabet) {
            Some(command)
                if name.chars().all(|c| c.is_ascii_alphabetic()) && !is_function(name) =>
            {
                format!("\\{command}{}", group(name))
            }
            _ => part("mi", parts),
        },
        ("mfrac", [over, under])
            if node
                .attribute_named("linethickness")
                .is_some_and(|width| width.starts_with('0')) =>
        {
            format!("\\genfrac{{}}{{}}{{0pt}}{{}}{}{}", group(over), group(under))
        }
        ("mfenced", _) => {
            let between = node.attribute_named("separators").unwrap_or(",").trim().chars().next();
            let between = between.map_or_else(String::new, |sign| operator(&sign.to_string()));
            let open = fence(node.attribute_named("open").unwrap_or("("));
            let close = fence(node.attribute_named("close").unwrap_or(")"));
            let inside = parts.join(&between);
            joined(&[format!("\\left{open}"), inside, format!("\\right{close}")])
        }
        ("mmultiscripts", _) => {
            let mut elements = node.children().filter(|child| child.is_element());
            let before = elements.position(|child| child.name() == "mprescripts");
            around(&parts, before.unwrap_or(parts.len()))
        }
        (name, _) => part(name, parts),
    }
}

fn fence(sign: &str) -> String {
    match sign.trim() {
        "" => ".".to_owned(),
        sign => operator(sign),
    }
}

/// A base with its indices, which come in pairs: those before it follow the part at `before`.
fn around(parts: &[String], before: usize) -> String {
    let after = scripts(parts.get(1..before).unwrap_or_default());
    let before = scripts(parts.get(before + 1..).unwrap_or_default());
    let start = if before.is_empty() { "" } else { "{}" };
    format!("{start}{before}{}{after}", base(parts.first().map_or("", String::as_str)))
}

/// Pairs of indices, below and above the line.
fn scripts(parts: &[String]) -> String {
    let pairs = parts.chunks(2).map(|pair| -> String {
        let marks = ["_", "^"].iter().zip(pair).filter(|(_, script)| !script.is_empty());
        marks.map(|(mark, script)| format!("{mark}{}", group(script))).collect()
    });
    pairs.collect::<Vec<_>>().join("{}")
}

/// The LaTeX of an element of this name that holds these parts.
pub(super) fn part(name: &str, mut parts: Vec<String>) -> String {
    let mut part = |at: usize| parts.get_mut(at).map(std::mem::take).unwrap_or_default();
    match name {
        "mi" => identifier(&part(0)),
        "mn" | "ms" => part(0),
        "mo" => operator(&part(0)),
        "mtext" => format!("\\text{{{}}}", part(0)),
        "mspace" => "\\ ".to_owned(),
        "msup" => format!("{}^{}", base(&part(0)), group(&part(1))),
        "msub" => format!("{}_{}", base(&part(0)), group(&part(1))),
        "msubsup" | "munderover" => {
            format!("{}_{}^{}", base(&part(0)), group(&part(1)), group(&part(2)))
        }
        "mfrac" => format!("\\frac{}{}", group(&part(0)), group(&part(1))),
        "msqrt" => format!("\\sqrt{{{}}}", joined(&parts)),
        "mroot" => {
            let radicand = part(0);
            format!("\\sqrt[{}]{{{radicand}}}", part(1))
        }
        "munder" => under(&part(0), &part(1)),
        "mover" => over(&part(0), &part(1)),
        "mfenced" => format!("\\left({}\\right)", parts.join(",")),
        "mtable" => format!("\\begin{{matrix}}{}\\end{{matrix}}", parts.join(" \\\\ ")),
        "mtr" | "mlabeledtr" => parts.join(" & "),
        "mphantom" | "none" | "mprescripts" => String::new(),
        _ => joined(&parts),
    }
}

/// Parts side by side; a blank where a command would run into a letter.
pub(super) fn joined(parts: &[String]) -> String {
    let mut out = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        let is_command = out.rfind('\\').is_some_and(|at| {
            at + 1 < out.len() && out[at + 1..].chars().all(|c| c.is_ascii_alphabetic())
        });
        if is_command && part.starts_with(|c: char| c.is_alphanumeric()) {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

fn group(part: &str) -> String {
    format!("{{{part}}}")
}

/// The base of an index: in braces unless it is a single character or a command, alone or with one argument.
fn base(part: &str) -> String {
    let is_command = part.strip_prefix('\\').is_some_and(|rest| {
        let (name, argument) = rest.split_at(rest.find('{').unwrap_or(rest.len()));
        let is_one = argument.is_empty() || argument.find('}') == Some(argument.len() - 1);
        is_one && name.chars().all(|c| c.is_ascii_alphabetic())
    });
    if part.chars().count() <= 1 || is_command { part.to_owned() } else { group(part) }
}

fn over(part: &str, mark: &str) -> String {
    let command = match mark {
        "¯" | "‾" | "-" | "―" => "overline",
        "^" | "ˆ" => "hat",
        "~" | "˜" | "\\sim" => "tilde",
        "→" | "\\to" | "⃗" => "vec",
        "˙" | "." => "dot",
        "¨" => "ddot",
        "⏞" | "︷" => "overbrace",
        _ => return format!("\\overset{{{mark}}}{{{part}}}"),
    };
    format!("\\{command}{{{part}}}")
}

fn under(part: &str, mark: &str) -> String {
    let command = match mark {
        "\\_" | "¯" | "‾" | "―" | "\u{332}" => "underline",
        "⏟" | "︸" => "underbrace",
        _ => return format!("{}_{}", base(part), group(mark)),
    };
    format!("\\{command}{{{part}}}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Tag, parse};

    #[test]
    fn converts() {
        for (mathml, expected) in [
            ("<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mi>α</mi><mi>b</mi>", "x^{2}+\\alpha b"),
            (
                "<mfrac><mrow><mi>a</mi><mo>−</mo><mn>1</mn></mrow><mi>b</mi></mfrac>",
                "\\frac{a-1}{b}",
            ),
            ("<msqrt><mi>x</mi><mi>y</mi></msqrt>", "\\sqrt{xy}"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>",
                "\\sum_{i=1}^{n}a_{i}",
            ),
            ("<mover><mi>v</mi><mo>→</mo></mover>", "\\vec{v}"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>",
                "\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}",
            ),
            ("<mi>sin</mi><mi>x</mi>", "\\sin x"),
            (
                "<msub><mi mathvariant=normal>H</mi><mn>2</mn></msub><mo>∈</mo><mi mathvariant=double-struck>R</mi>",
                "\\mathrm{H}_{2}\\in\\mathbb{R}",
            ),
            ("<mi mathvariant=normal>sin</mi><mi mathvariant=bold>α</mi>", "\\sin\\alpha"),
            ("<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>", "\\genfrac{}{}{0pt}{}{n}{k}"),
            (
                "<mfenced open='[' close=')' separators=';'><mi>a</mi><mi>b</mi></mfenced>",
                "\\left[a;b\\right)",
            ),
            ("<mfenced open='⟨' close=''><mi>a</mi></mfenced>", "\\left\\langle a\\right."),
            (
                "<mmultiscripts><mi>X</mi><mi>a</mi><mi>b</mi><mprescripts/><none/><mi>d</mi></mmultiscripts>",
                "{}^{d}X_{a}^{b}",
            ),
            (
                "<mmultiscripts><mi>R</mi><mi>i</mi><none/><none/><mi>j</mi></mmultiscripts>",
                "R_{i}{}^{j}",
            ),
            (
                "<mmultiscripts><mi>U</mi><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts>",
                "{}_{92}^{238}U",
            ),
            (
                "<munder><munder><mi>x</mi><mo>⏟</mo></munder><mi>n</mi></munder>",
                "\\underbrace{x}_{n}",
            ),
            ("<mtext>&nbsp;if </mtext><mi>x</mi>", "\\text{ if}x"),
        ] {
            let document = parse(&format!("<math>{mathml}</math>"));
            let math = document.root().elements().find(|node| node.is(Tag::MATH)).unwrap();
            assert_eq!(to_latex(math).as_deref(), Some(expected));
        }
    }
}
