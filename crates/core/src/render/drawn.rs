//! Formulas that MathJax has drawn, without their source: the kinds of their parts and the code points of their signs are left
//! in the elements that draw them.

use super::mathml::{joined, part};
use crate::dom::{Event, NodeRef, walk};

/// Larger drawings, in nodes, are no formulas.
const MOST_NODES: u32 = 6_000;

/// An element that is being read: the kind of MathML element, and its parts.
struct Open {
    kind: Option<String>,
    parts: Vec<String>,
}

/// The LaTeX of a drawing; `None` if it is empty or too large.
pub(super) fn to_latex(drawing: NodeRef) -> Option<String> {
    if drawing.size() > MOST_NODES {
        return None;
    }
    let document = drawing.document;
    let mut open = vec![Open { kind: None, parts: Vec::new() }];
    for step in walk(drawing) {
        match step {
            Event::Start(id) => {
                open.push(Open { kind: kind(document.node(id)), parts: Vec::new() });
            }
            Event::End(id) => {
                let Some(mut ended) = open.pop() else { break };
                ended.parts.extend(sign(document.node(id)));
                let Some(parent) = open.last_mut() else { break };
                match ended.kind {
                    Some(kind) if is_token(&kind) => {
                        parent.parts.push(part(&kind, vec![ended.parts.concat()]));
                    }
                    Some(kind) => parent.parts.push(part(&kind, ended.parts)),
                    // What only draws hands its parts on.
                    None => parent.parts.append(&mut ended.parts),
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
fn kind(node: NodeRef) -> Option<String> {
    let name = node.name().strip_prefix("mjx-").filter(|name| name.starts_with('m'));
    let kind = node.attribute_named("data-mml-node").or(name)?;
    let kind = if kind == "texatom" || kind == "TeXAtom" { "mrow" } else { kind };
    Some(kind.to_owned())
}

/// The sign that an element draws: by its class (`mjx-c78`), or by `data-c`.
fn sign(node: NodeRef) -> Option<String> {
    let code = match node.attribute_named("data-c") {
        None if node.name() == "mjx-c" => {
            node.classes().find_map(|word| word.strip_prefix("mjx-c"))?
        }
        given => given?,
    };
    let sign = u32::from_str_radix(code, 16).ok().and_then(char::from_u32)?;
    Some(plain(sign).to_string())
}

/// A letter without the style that mathematical alphabets give it.
fn plain(sign: char) -> char {
    let code = u32::from(sign);
    let letter = match code {
        0x210e => Some('h'),
        // Thirteen alphabets of Latin letters.
        0x1d400..=0x1d6a3 => {
            let at = (code - 0x1d400) % 52;
            char::from_u32(at + if at < 26 { 0x41 } else { 0x61 - 26 })
        }
        // Greek small letters, slanted.
        0x1d6fc..=0x1d714 => char::from_u32(0x3b1 + code - 0x1d6fc),
        0x1d6e2..=0x1d6fa => char::from_u32(0x391 + code - 0x1d6e2),
        0x1d7ce..=0x1d7ff => char::from_u32(0x30 + (code - 0x1d7ce) % 10),
        _ => None,
    };
    letter.unwrap_or(sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{Tag, parse};

    fn check(html: &str, expected: &str) {
        let document = parse(html);
        let root = document.root().elements().find(|node| node.name() == "mjx-container").unwrap();
        assert_ne!(root.tag(), Tag::NONE);
        assert_eq!(to_latex(root).as_deref(), Some(expected), "{html}");
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
