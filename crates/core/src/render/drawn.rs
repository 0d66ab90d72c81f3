//! Formulas that MathJax has drawn, without their source: the kinds of their parts and the code points of their signs are left
//! in the elements that draw them.

use super::mathml::{joined, part};
use crate::dom::{Document, Event, NodeId, walk};
use crate::page::classes;

/// Larger drawings, in nodes, are no formulas.
const MOST_NODES: u32 = 6_000;

/// An element that is being read: the kind of MathML element, and its parts.
struct Open {
    kind: Option<String>,
    parts: Vec<String>,
}

/// The LaTeX of a drawing; `None` if it is empty or too large.
pub(super) fn to_latex(document: &Document, id: NodeId) -> Option<String> {
    if document.end(id).0 - id.0 > MOST_NODES {
        return None;
    }
    let mut open = vec![Open { kind: None, parts: Vec::new() }];
    for step in walk(document.node(id)) {
        match step {
            Event::Start(id) => open.push(Open { kind: kind(document, id), parts: Vec::new() }),
            Event::End(id) => {
                let Some(mut own) = open.pop() else { break };
                own.parts.extend(sign(document, id));
                let Some(parent) = open.last_mut() else { break };
                match own.kind {
                    Some(kind) if is_token(&kind) => {
                        parent.parts.push(part(&kind, vec![own.parts.concat()]));
                    }
                    Some(kind) => parent.parts.push(part(&kind, own.parts)),
                    // What only draws hands its parts on.
                    None => parent.parts.append(&mut own.parts),
                }
            }
            Event::Leaf(_) => {}
        }
    }
    let latex = joined(&open.into_iter().next()?.parts);
    (!latex.is_empty()).then_some(latex)
}

fn is_token(kind: &str) -> bool {
    matches!(kind, "mi" | "mn" | "mo" | "ms" | "mtext")
}

/// The kind of MathML element that an element draws.
fn kind(document: &Document, id: NodeId) -> Option<String> {
    let given = document.attributes(id).find(|(name, _)| *name == "data-mml-node");
    let of_name = || document.name(id).strip_prefix("mjx-").filter(|name| name.starts_with('m'));
    let kind = given.map(|(_, kind)| kind).or_else(of_name)?;
    let kind = if kind == "texatom" || kind == "TeXAtom" { "mrow" } else { kind };
    Some(kind.to_owned())
}

/// The sign that an element draws: by its class (`mjx-c78`), or by `data-c`.
fn sign(document: &Document, id: NodeId) -> Option<String> {
    let given = document.attributes(id).find(|(name, _)| *name == "data-c").map(|(_, code)| code);
    let of_class = || {
        let mut words = classes(document, id).filter(|_| document.name(id) == "mjx-c");
        words.find_map(|word| word.strip_prefix("mjx-c"))
    };
    let code = given.or_else(of_class)?;
    let sign = u32::from_str_radix(code, 16).ok().and_then(char::from_u32)?;
    Some(plain(sign).to_string())
}

/// A letter without the style that mathematical alphabets give it.
fn plain(sign: char) -> char {
    let code = u32::from(sign);
    let letter = |offset: u32| {
        let base = if offset % 52 < 26 { 0x41 } else { 0x61 - 26 };
        char::from_u32(base + offset % 52)
    };
    match code {
        0x210e => 'h',
        // Thirteen alphabets of Latin letters.
        0x1d400..=0x1d6a3 => letter(code - 0x1d400).unwrap_or(sign),
        // Greek small letters, slanted.
        0x1d6fc..=0x1d714 => char::from_u32(0x3b1 + code - 0x1d6fc).unwrap_or(sign),
        0x1d6e2..=0x1d6fa => char::from_u32(0x391 + code - 0x1d6e2).unwrap_or(sign),
        0x1d7ce..=0x1d7ff => char::from_u32(0x30 + (code - 0x1d7ce) % 10).unwrap_or(sign),
        _ => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Tag, parse};

    fn check(html: &str, expected: &str) {
        let document = parse(html);
        let is_root = |id: &NodeId| document.name(*id) == "mjx-container";
        let root = document.elements().find(is_root).unwrap();
        assert_ne!(document.tag(root), Tag::NONE);
        assert_eq!(to_latex(&document, root).as_deref(), Some(expected), "{html}");
    }

    #[test]
    fn drawings_by_elements_and_by_paths() {
        check(
            "<mjx-container><mjx-math><mjx-mi><mjx-c class='mjx-c1D465 TEX-I'></mjx-c></mjx-mi><mjx-mo><mjx-c class=mjx-c3D></mjx-c></mjx-mo><mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut><mjx-mn><mjx-c class=mjx-c31></mjx-c><mjx-c class=mjx-c30></mjx-c></mjx-mn></mjx-num><mjx-dbox><mjx-den><mjx-mn><mjx-c class=mjx-c32></mjx-c></mjx-mn></mjx-den></mjx-dbox></mjx-frac></mjx-mfrac></mjx-math></mjx-container>",
            "x=\\frac{10}{2}",
        );
        check(
            "<mjx-container><svg><g data-mml-node=math><g data-mml-node=msup><g data-mml-node=mi><use data-c=1D44E></use></g><g data-mml-node=mn><use data-c=32></use></g></g></g></svg></mjx-container>",
            "a^{2}",
        );
    }
}
