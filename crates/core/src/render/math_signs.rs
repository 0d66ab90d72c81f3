//! Names and signs of MathML in LaTeX.

/// True for a name that LaTeX has as a command of its own.
pub(super) fn is_function(name: &str) -> bool {
    const FUNCTIONS: &[&str] =
        &["sin", "cos", "tan", "log", "ln", "exp", "lim", "max", "min", "det", "gcd", "sup", "inf"];
    FUNCTIONS.contains(&name)
}

/// The LaTeX of a name: a letter, a function or a word.
pub(super) fn identifier(name: &str) -> String {
    if is_function(name) {
        return format!("\\{name}");
    }
    match symbol(name) {
        Some(command) => format!("\\{command}"),
        None if name.chars().count() > 1 => format!("\\mathrm{{{name}}}"),
        None => name.to_owned(),
    }
}

/// The LaTeX of a sign.
pub(super) fn operator(name: &str) -> String {
    match name {
        "{" | "}" | "%" | "#" | "&" | "_" | "$" => format!("\\{name}"),
        "\u{2061}" | "\u{2062}" | "\u{2063}" | "\u{2064}" => String::new(),
        "−" => "-".to_owned(),
        name => symbol(name).map_or_else(|| name.to_owned(), |command| format!("\\{command}")),
    }
}

/// The command of an alphabet by its name in MathML.
pub(super) fn alphabet(name: &str) -> Option<&'static str> {
    Some(match name {
        "normal" => "mathrm",
        "bold" => "mathbf",
        "bold-italic" => "boldsymbol",
        "double-struck" => "mathbb",
        "script" => "mathcal",
        "fraktur" => "mathfrak",
        "sans-serif" => "mathsf",
        "monospace" => "mathtt",
        _ => return None,
    })
}

/// Characters with a LaTeX command.
#[rustfmt::skip]
const SYMBOLS: &[(&str, &str)] = &[
    ("×", "times"), ("·", "cdot"), ("⋅", "cdot"), ("÷", "div"), ("±", "pm"), ("∓", "mp"),
    ("≤", "leq"), ("≥", "geq"), ("≠", "neq"), ("≈", "approx"), ("≡", "equiv"), ("∼", "sim"),
    ("∝", "propto"), ("∞", "infty"), ("∑", "sum"), ("∏", "prod"), ("∫", "int"), ("∮", "oint"),
    ("∂", "partial"), ("∇", "nabla"), ("√", "surd"), ("∈", "in"), ("∉", "notin"), ("⊂", "subset"),
    ("⊆", "subseteq"), ("∪", "cup"), ("∩", "cap"), ("∅", "emptyset"), ("∀", "forall"),
    ("∃", "exists"), ("¬", "neg"), ("∧", "wedge"), ("∨", "vee"), ("→", "to"), ("←", "leftarrow"),
    ("⇒", "Rightarrow"), ("⇔", "Leftrightarrow"), ("↦", "mapsto"), ("…", "ldots"), ("⋯", "cdots"),
    ("′", "prime"), ("⟨", "langle"), ("⟩", "rangle"), ("⌊", "lfloor"), ("⌋", "rfloor"),
    ("⌈", "lceil"), ("⌉", "rceil"), ("∘", "circ"), ("⊗", "otimes"), ("⊕", "oplus"), ("‖", "|"),
    ("α", "alpha"), ("β", "beta"), ("γ", "gamma"), ("δ", "delta"), ("ε", "varepsilon"),
    ("ϵ", "epsilon"), ("ζ", "zeta"), ("η", "eta"), ("θ", "theta"), ("ι", "iota"), ("κ", "kappa"),
    ("λ", "lambda"), ("μ", "mu"), ("ν", "nu"), ("ξ", "xi"), ("π", "pi"), ("ρ", "rho"),
    ("σ", "sigma"), ("τ", "tau"), ("υ", "upsilon"), ("φ", "varphi"), ("ϕ", "phi"), ("χ", "chi"),
    ("ψ", "psi"), ("ω", "omega"), ("Γ", "Gamma"), ("Δ", "Delta"), ("Θ", "Theta"), ("Λ", "Lambda"),
    ("Ξ", "Xi"), ("Π", "Pi"), ("Σ", "Sigma"), ("Φ", "Phi"), ("Ψ", "Psi"), ("Ω", "Omega"),
    ("ℝ", "mathbb{R}"), ("ℕ", "mathbb{N}"), ("ℤ", "mathbb{Z}"), ("ℂ", "mathbb{C}"),
    ("ℚ", "mathbb{Q}"), ("ℏ", "hbar"), ("ℓ", "ell"),
];

fn symbol(name: &str) -> Option<&'static str> {
    SYMBOLS.iter().find(|(sign, _)| *sign == name).map(|(_, command)| *command)
}
