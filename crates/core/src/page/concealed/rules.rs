//! The page's own style sheets: which elements their rules hide.

use std::collections::BTreeSet;

use super::style;
use crate::dom::{AttributeName, Document, NodeId, Selector, Tag};
use crate::page::visibility::style_hides;

/// Bytes of style sheets that are read.
const MOST_BYTES: usize = 300_000;
/// Rules that are asked which elements they mean.
const MOST_RULES: usize = 100;

/// The elements that a rule hides and no later one shows.
pub(super) fn hidden(document: &Document) -> BTreeSet<NodeId> {
    let is_sheet = |id: &NodeId| {
        let media = document.attributes(*id).find(|(name, _)| *name == "media");
        let kind = document.attribute(*id, AttributeName::TYPE).unwrap_or("text/css").trim();
        document.tag(*id) == Tag::STYLE
            && media.is_none_or(|(_, media)| is_of_screens(media))
            && (kind.is_empty() || kind.eq_ignore_ascii_case("text/css"))
    };
    let mut hidden = BTreeSet::new();
    let (mut bytes, mut asked) = (0, 0);
    for id in document.elements().filter(is_sheet) {
        let sheet = without_comments(&document.text_content(id));
        bytes += sheet.len();
        if bytes > MOST_BYTES {
            break;
        }
        for (selectors, declarations) in rules(&sheet) {
            let hides = style_hides(declarations) || style::conceals(declarations);
            if !hides && (hidden.is_empty() || !shows(declarations)) {
                continue;
            }
            let selectors = selectors.split(',').filter(|selector| !selector.contains(':'));
            for selector in selectors.filter_map(|selector| Selector::parse(selector.trim()).ok()) {
                asked += 1;
                if asked > MOST_RULES {
                    return hidden;
                }
                for id in selector.select(document) {
                    if hides {
                        hidden.insert(id)
                    } else {
                        hidden.remove(&id)
                    };
                }
            }
        }
    }
    hidden
}

/// True if declarations show elements that others hide.
fn shows(declarations: &str) -> bool {
    style::declarations(declarations).any(|(name, value)| match name.as_str() {
        "display" => value != "none",
        "visibility" => value == "visible",
        "opacity" => value != "0",
        _ => false,
    })
}

fn is_of_screens(media: &str) -> bool {
    let media = media.trim().to_ascii_lowercase();
    matches!(media.as_str(), "" | "all" | "screen" | "only screen")
}

fn without_comments(sheet: &str) -> String {
    let mut out = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// The rules of a sheet that hold on every screen: selectors and declarations.
fn rules(sheet: &str) -> Vec<(&str, &str)> {
    let mut rules = Vec::new();
    let mut rest = sheet;
    // Blocks of at-rules that are left out, by their open braces.
    let mut left_out = 0usize;
    while let Some(at) = rest.find(['{', '}', ';']) {
        let (before, mark) = (rest[..at].trim(), rest.as_bytes()[at]);
        rest = &rest[at + 1..];
        match mark {
            b'}' => left_out = left_out.saturating_sub(1),
            b';' => {}
            _ if left_out > 0 => left_out += 1,
            _ if before.starts_with('@') => {
                let name =
                    before.split_once(' ').map_or((before, ""), |(name, query)| (name, query));
                let holds = match name.0 {
                    "@media" => is_of_screens(name.1),
                    name => matches!(name, "@layer" | "@supports" | "@container"),
                };
                left_out = usize::from(!holds);
            }
            _ => {
                let end = rest.find('}').unwrap_or(rest.len());
                rules.push((before, &rest[..end]));
                rest = rest.get(end + 1..).unwrap_or("");
            }
        }
    }
    rules
}
