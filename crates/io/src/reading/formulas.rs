//! Formulas: the TeX of the writer's HTML becomes MathML. What the converter does not know stays TeX.

use std::sync::LazyLock;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use zhengwen_page::text::escape::escaped;

use super::between;

/// Longer formulas stay TeX.
const MOST_TEX: usize = 4_000;
/// The deepest formula: the converter recurses.
const DEEPEST: usize = 80;

/// What MathML may hold here: nothing that loads, links or runs. Other elements make the formula stay TeX, other attributes
/// are left out.
const ELEMENTS: &[&str] = &[
    "math",
    "menclose",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
];
const ATTRIBUTES: &[&str] = &[
    "accent",
    "accentunder",
    "columnalign",
    "depth",
    "display",
    "displaystyle",
    "fence",
    "form",
    "height",
    "largeop",
    "linethickness",
    "lspace",
    "mathvariant",
    "maxsize",
    "minsize",
    "movablelimits",
    "notation",
    "rspace",
    "scriptlevel",
    "separator",
    "stretchy",
    "symmetric",
    "voffset",
    "width",
    "xmlns",
];

static CONVERTER: LazyLock<Option<LatexToMathML>> = LazyLock::new(|| {
    let config = MathCoreConfig { xml_namespace: true, ..MathCoreConfig::default() };
    LatexToMathML::new(config).ok()
});

/// The HTML with its formulas as MathML.
pub(super) fn set(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 256);
    let mut rest = html;
    while let Some((before, kind, after)) = between(rest, "<span class=\"math ", "\">") {
        out.push_str(before);
        let Some((formula, behind)) = after.split_once("</span>") else { break };
        let is_display = kind == "display";
        // The delimiters are two bytes each.
        let tex = formula.get(2..formula.len().saturating_sub(2)).unwrap_or_default();
        match mathml(&unescaped(tex), is_display) {
            Some(math) => out.push_str(&format!("<span class=\"math {kind}\">{math}</span>")),
            None => out.push_str(&format!("<span class=\"math {kind} tex\">{tex}</span>")),
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The MathML of a formula, if all of it is known.
fn mathml(tex: &str, is_display: bool) -> Option<String> {
    let tex = without_numbers(tex);
    if tex.trim().is_empty() || tex.len() > MOST_TEX || depth(&tex) > DEEPEST {
        return None;
    }
    let display = if is_display { MathDisplay::Block } else { MathDisplay::Inline };
    let found = CONVERTER.as_ref()?.convert_with_local_state(&tex, display).ok()?;
    let math = plain(&found.mathml)?;
    // Who copies the formula, or hears it read, gets its source.
    let (start, rest) = math.split_once('>')?;
    Some(format!("{start} alttext=\"{}\">{rest}", escaped(&tex)))
}

/// How deep the converter goes into a formula: groups within each other, and commands whose argument is a command.
fn depth(tex: &str) -> usize {
    let (mut base, mut run, mut most, mut open) = (0, 0, 0, Vec::new());
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        let mut length = c.len_utf8();
        let name = rest.strip_prefix('\\').map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            &rest[..end]
        });
        length += name.map_or(0, str::len);
        match (c, name) {
            ('{' | '[', _) | (_, Some("begin" | "left")) => {
                open.push(base);
                base += run + 1;
                run = 0;
            }
            ('}' | ']', _) | (_, Some("end" | "right")) => {
                base = open.pop().unwrap_or(0);
                run = 0;
            }
            ('^' | '_', _) | (_, Some(_)) => run += 1,
            (' ', _) => {}
            _ => run = 0,
        }
        most = most.max(base + run);
        rest = &rest[length..];
    }
    most
}

/// The TeX without the number and the name of an equation, which are for references that this page does not have.
fn without_numbers(tex: &str) -> String {
    let mut out = tex.to_owned();
    for command in ["\\label{", "\\tag{", "\\tag*{"] {
        while let Some((before, _, after)) = between(&out, command, "}") {
            out = format!("{before}{after}");
        }
    }
    out.replace("\\nonumber", "").replace("\\notag", "")
}

/// MathML with the listed attributes alone; nothing if an element is not listed. The converter's styles of cells become
/// classes, as the reader page allows no styles of elements.
fn plain(mathml: &str) -> Option<String> {
    let mut out = String::with_capacity(mathml.len());
    let mut rest = mathml;
    while let Some((before, tag, after)) = between(rest, "<", ">") {
        out.push_str(before);
        let name = tag.trim_start_matches('/').split([' ', '/']).next()?;
        ELEMENTS.binary_search(&name).ok()?;
        out.push('<');
        out.push_str(if tag.starts_with('/') { tag } else { name });
        let mut attributes = tag;
        while let Some((key, value, behind)) = between(attributes, "=\"", "\"") {
            let key = key.rsplit(' ').next()?;
            // Books know no level of scripts of a table.
            let is_known = ATTRIBUTES.binary_search(&key).is_ok();
            if is_known && (name, key) != ("mtable", "scriptlevel") {
                out.push_str(&format!(" {key}=\"{value}\""));
            } else if key == "style" && value.contains("text-align: left") {
                out.push_str(" class=\"l\"");
            } else if key == "style" && value.contains("text-align: right") {
                out.push_str(" class=\"r\"");
            }
            attributes = behind;
        }
        out.push_str(if tag.ends_with('/') && !tag.starts_with('/') { "/>" } else { ">" });
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(ELEMENTS.is_sorted() && ATTRIBUTES.is_sorted());
    }

    #[test]
    fn formulas_become_mathml() {
        for (tex, has) in [
            ("\\frac{a}{b}", "<mfrac><mi>a</mi><mi>b</mi></mfrac>"),
            ("x^2 &lt; 1", "&lt;"),
            ("\\begin{cases} a &amp; b \\\\ c &amp; d \\end{cases}", "<mtd class=\"l\">"),
            ("x \\tag{3}", "<mi>x</mi>"),
        ] {
            let html = set(&format!("<p>a <span class=\"math inline\">\\({tex}\\)</span> b</p>"));
            assert!(html.starts_with("<p>a <span class=\"math inline\"><math xmlns="), "{html}");
            assert!(html.contains(has) && html.ends_with("</math></span> b</p>"), "{html}");
            assert!(!html.contains(" style="), "{html}");
        }
        let display = set("<span class=\"math display\">\\[x\\]</span>");
        assert!(
            display.contains("display=\"block\"") && display.contains("alttext=\"x\""),
            "{display}"
        );
    }

    #[test]
    fn what_is_not_known_or_too_deep_stays_tex() {
        let deep = "{".repeat(5_000) + &"}".repeat(5_000);
        let powers = "x^".repeat(1_500) + "x";
        let rows = "\\left(".repeat(300);
        let roots = "\\sqrt".repeat(700) + "x";
        for tex in [
            "\\nosuchcommand{x}",
            "",
            "\\href{javascript:alert(1)}{x}",
            &deep,
            &powers,
            &rows,
            &roots,
        ] {
            let html = set(&format!("<span class=\"math inline\">\\({tex}\\)</span>"));
            assert_eq!(html, format!("<span class=\"math inline tex\">{tex}</span>"));
        }
    }

    #[test]
    fn the_deepest_formula_is_converted() {
        let roots =
            |count: usize| mathml(&("\\sqrt{".repeat(count) + "x" + &"}".repeat(count)), false);
        assert!(roots(DEEPEST / 2).is_some() && roots(DEEPEST).is_none());
        assert_eq!(depth("\\hat\\hat{a\\sqrt{b}}^2"), 5);
    }

    #[test]
    fn no_formula_writes_other_elements() {
        for tex in [
            "\\text{&lt;img src=x onerror=alert(1)&gt;}",
            "&lt;script&gt;",
            "\\mathrm{a&quot; onload=&quot;b}",
        ] {
            let html = set(&format!("<span class=\"math inline\">\\({tex}\\)</span>"));
            assert!(
                !html.contains("<img")
                    && !html.contains("<script")
                    && !html.contains("\" onload=\""),
                "{html}"
            );
        }
        assert_eq!(plain("<math><a href=\"x\">b</a></math>"), None);
        assert_eq!(
            plain("<math onclick=\"x\"><mi>b</mi></math>").as_deref(),
            Some("<math><mi>b</mi></math>")
        );
    }
}
