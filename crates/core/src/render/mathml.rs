//! Converts MathML to LaTeX: the presentation elements that pages use.

use crate::dom::{Document, Event, NodeId, NodeKind, walk};

/// The size limit in nodes; anything larger is not a formula.
const MOST_NODES: u32 = 4_000;

/// The LaTeX of a `math` element; `None` if it is empty or too large.
pub(super) fn to_latex(document: &Document, math: NodeId) -> Option<String> {
    if document.end(math).0 - math.0 > MOST_NODES {
        return None;
    }
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut steps = walk(document, math);
    while let Some(step) = steps.next() {
        match step {
            Event::Start(id) if document.name(id).starts_with("annotation") => steps.skip_subtree(),
            Event::Start(_) => open.push(Vec::new()),
            Event::End(id) => {
                let parts = open.pop().unwrap_or_default();
                let made = part(document.name(id), parts);
                if let Some(parent) = open.last_mut() {
                    parent.push(made);
                }
            }
            Event::Leaf(id) if document.kind(id) == NodeKind::Text => {
                let text = document.text(id).trim();
                if let Some(parent) = open.last_mut().filter(|_| !text.is_empty()) {
                    parent.push(text.to_owned());
                }
            }
            Event::Leaf(_) => {}
        }
    }
    let latex = joined(&open.pop().unwrap_or_default());
    (!latex.is_empty()).then_some(latex)
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
        "munder" => format!("{}_{}", base(&part(0)), group(&part(1))),
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

/// The base of an index: in braces unless it is a single character or command.
fn base(part: &str) -> String {
    let is_command = part.starts_with('\\') && part[1..].chars().all(|c| c.is_ascii_alphabetic());
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
        _ => return format!("\\overset{{{mark}}}{{{part}}}"),
    };
    format!("\\{command}{{{part}}}")
}

fn identifier(name: &str) -> String {
    const FUNCTIONS: &[&str] =
        &["sin", "cos", "tan", "log", "ln", "exp", "lim", "max", "min", "det", "gcd", "sup", "inf"];
    if FUNCTIONS.contains(&name) {
        return format!("\\{name}");
    }
    match symbol(name) {
        Some(command) => format!("\\{command}"),
        None if name.chars().count() > 1 => format!("\\mathrm{{{name}}}"),
        None => name.to_owned(),
    }
}

fn operator(name: &str) -> String {
    match name {
        "{" | "}" | "%" | "#" | "&" | "_" | "$" => format!("\\{name}"),
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => String::new(),
        "−" => "-".to_owned(),
        name => symbol(name).map_or_else(|| name.to_owned(), |command| format!("\\{command}")),
    }
}

/// Characters with a LaTeX command.
const SYMBOLS: &[(&str, &str)] = &[
    ("×", "times"),
    ("·", "cdot"),
    ("⋅", "cdot"),
    ("÷", "div"),
    ("±", "pm"),
    ("∓", "mp"),
    ("≤", "leq"),
    ("≥", "geq"),
    ("≠", "neq"),
    ("≈", "approx"),
    ("≡", "equiv"),
    ("∼", "sim"),
    ("∝", "propto"),
    ("∞", "infty"),
    ("∑", "sum"),
    ("∏", "prod"),
    ("∫", "int"),
    ("∮", "oint"),
    ("∂", "partial"),
    ("∇", "nabla"),
    ("√", "surd"),
    ("∈", "in"),
    ("∉", "notin"),
    ("⊂", "subset"),
    ("⊆", "subseteq"),
    ("∪", "cup"),
    ("∩", "cap"),
    ("∅", "emptyset"),
    ("∀", "forall"),
    ("∃", "exists"),
    ("¬", "neg"),
    ("∧", "wedge"),
    ("∨", "vee"),
    ("→", "to"),
    ("←", "leftarrow"),
    ("⇒", "Rightarrow"),
    ("⇔", "Leftrightarrow"),
    ("↦", "mapsto"),
    ("…", "ldots"),
    ("⋯", "cdots"),
    ("′", "prime"),
    ("⟨", "langle"),
    ("⟩", "rangle"),
    ("⌊", "lfloor"),
    ("⌋", "rfloor"),
    ("⌈", "lceil"),
    ("⌉", "rceil"),
    ("∘", "circ"),
    ("⊗", "otimes"),
    ("⊕", "oplus"),
    ("‖", "|"),
    ("α", "alpha"),
    ("β", "beta"),
    ("γ", "gamma"),
    ("δ", "delta"),
    ("ε", "varepsilon"),
    ("ϵ", "epsilon"),
    ("ζ", "zeta"),
    ("η", "eta"),
    ("θ", "theta"),
    ("ι", "iota"),
    ("κ", "kappa"),
    ("λ", "lambda"),
    ("μ", "mu"),
    ("ν", "nu"),
    ("ξ", "xi"),
    ("π", "pi"),
    ("ρ", "rho"),
    ("σ", "sigma"),
    ("τ", "tau"),
    ("υ", "upsilon"),
    ("φ", "varphi"),
    ("ϕ", "phi"),
    ("χ", "chi"),
    ("ψ", "psi"),
    ("ω", "omega"),
    ("Γ", "Gamma"),
    ("Δ", "Delta"),
    ("Θ", "Theta"),
    ("Λ", "Lambda"),
    ("Ξ", "Xi"),
    ("Π", "Pi"),
    ("Σ", "Sigma"),
    ("Φ", "Phi"),
    ("Ψ", "Psi"),
    ("Ω", "Omega"),
    ("ℝ", "mathbb{R}"),
    ("ℕ", "mathbb{N}"),
    ("ℤ", "mathbb{Z}"),
    ("ℂ", "mathbb{C}"),
    ("ℚ", "mathbb{Q}"),
    ("ℏ", "hbar"),
    ("ℓ", "ell"),
];

fn symbol(name: &str) -> Option<&'static str> {
    SYMBOLS.iter().find(|(sign, _)| *sign == name).map(|(_, command)| *command)
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
        ] {
            let document = parse(&format!("<math>{mathml}</math>"));
            let math = document.ids().find(|id| document.tag(*id) == Tag::MATH).unwrap();
            assert_eq!(to_latex(&document, math).as_deref(), Some(expected));
        }
    }
}
