//! The page's own style sheets: which elements their rules hide.

use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;

use super::sheet::{Sheets, is_of_screens};
use super::style;
use crate::dom::{AttributeName, Document, NodeId, NodeRef, Selector, Tag};
use crate::page::visibility::style_hides;

/// Bytes of style sheets that are read.
const MOST_BYTES: usize = 300_000;
/// Selectors that are asked which elements they mean, and steps from element to element that they all may take together for each
/// node of the page.
const MOST_SELECTORS: usize = 100;
const MOST_STEPS: usize = 300;

/// What the page's own style sheets say.
#[derive(Debug, Default)]
pub(super) struct OwnSheets {
    sheets: Sheets,
    /// The elements that a rule hides and no later one shows.
    pub(super) hidden: BTreeSet<NodeId>,
    /// True if nothing known gives the page another background than white.
    pub(super) is_white: bool,
}

impl OwnSheets {
    /// Reads the sheets of a page.
    pub(super) fn of(document: &Document) -> Self {
        let mut found = Self { is_white: true, ..Self::default() };
        let mut bytes = 0;
        for node in document.root().elements() {
            let sheet = match node.tag() {
                Tag::STYLE if is_sheet(node) => node.text_content(),
                Tag::LINK => match linked(node) {
                    Linked::Nothing => continue,
                    Linked::Data(sheet) => sheet,
                    Linked::Elsewhere => {
                        found.is_white = false;
                        continue;
                    }
                },
                _ => {
                    found.is_white &= !gives_background(node);
                    continue;
                }
            };
            bytes += sheet.len();
            if bytes > MOST_BYTES {
                found.is_white = false;
                break;
            }
            found.sheets.read(&sheet);
        }
        found.is_white &= !found.sheets.rules.iter().any(|rule| style::darkens(&rule.style));
        found.hide(document);
        found
    }

    fn hide(&mut self, document: &Document) {
        let mut asked = 0;
        let mut left = document.len().saturating_mul(MOST_STEPS);
        for rule in &self.sheets.rules {
            let style = self.sheets.filled(&rule.style);
            let hides = style_hides(&style)
                || style::conceals(&style)
                || self.is_white && style::is_white(&style);
            if !hides && (self.hidden.is_empty() || !style::shows(&style)) {
                continue;
            }
            // States and parts of elements are no selectors here: `:hover`, `::before`.
            for selector in rule.selectors.iter().filter_map(|text| Selector::parse(text).ok()) {
                asked += 1;
                if asked > MOST_SELECTORS {
                    return;
                }
                let most = left;
                let (found, _) = selector.select_while(document, most, |taken| {
                    left = left.saturating_sub(taken);
                    left > 0
                });
                for id in found {
                    if hides {
                        self.hidden.insert(id)
                    } else {
                        self.hidden.remove(&id)
                    };
                }
            }
        }
    }

    /// A style attribute without escapes, comments and variables.
    pub(super) fn style_of(&self, attribute: &str) -> String {
        match attribute.contains(['\\', '*']) || attribute.contains("var(") {
            true => self.sheets.style_of(attribute),
            false => attribute.to_owned(),
        }
    }
}

/// True if a `style` element holds on every screen.
fn is_sheet(node: NodeRef) -> bool {
    let kind = node.attribute(AttributeName::TYPE).unwrap_or("text/css").trim();
    node.attribute_named("media").is_none_or(is_of_screens)
        && (kind.is_empty() || kind.eq_ignore_ascii_case("text/css"))
}

/// Where a link leads.
enum Linked {
    /// To no style sheet.
    Nothing,
    /// To a sheet inside its own address.
    Data(String),
    /// To a sheet that nobody reads here.
    Elsewhere,
}

fn linked(node: NodeRef) -> Linked {
    let rel = node.value(AttributeName::REL).to_ascii_lowercase();
    if !rel.split_ascii_whitespace().any(|word| word == "stylesheet") {
        return Linked::Nothing;
    }
    let href = node.value(AttributeName::HREF).trim();
    let data = href.split_once(',').filter(|(kind, _)| kind.eq_ignore_ascii_case("data:text/css"));
    data.map_or(Linked::Elsewhere, |(_, sheet)| {
        Linked::Data(percent_decode_str(sheet).decode_utf8_lossy().into_owned())
    })
}

/// True if an attribute gives an element another background than white.
fn gives_background(node: NodeRef) -> bool {
    node.attributes().any(|(name, value)| match name {
        "bgcolor" | "background" => !style::is_light(value),
        "style" => style::darkens(value),
        _ => false,
    })
}
