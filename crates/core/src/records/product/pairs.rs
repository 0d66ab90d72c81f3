//! The parameters of a product: rows of two cells, terms with their descriptions, lines of a name and a value.

use std::collections::HashSet;

use super::{Parameter, money};
use crate::dom::{Document, NodeId, NodeKind, Tag};
use crate::page::{Label, Page};

/// The maximum number of parameters of one product.
pub(super) const MOST: usize = 200;
/// The minimum number of pairs together that are a table of parameters.
const LEAST: usize = 3;
/// The maximum numbers of characters in the name of a parameter, and in its value.
pub(super) const LONGEST: (usize, usize) = (40, 400);

/// The parameters that a page shows, each name once.
pub(super) fn parameters(page: &Page) -> Vec<Parameter> {
    let document = page.document();
    let mut found: Vec<(NodeId, Vec<Parameter>)> = Vec::new();
    for id in document.elements() {
        let pairs = match document.tag(id) {
            Tag::TABLE => of_table(page, id),
            Tag::DL => of_terms(page, id),
            _ => continue,
        };
        found.push((id, pairs));
    }
    for members in page.alike().siblings(LEAST) {
        let pairs = members.iter().take(MOST).filter_map(|id| of_line(page, *id)).collect();
        found.push((members[0], pairs));
    }
    found.retain(|(id, pairs)| pairs.len() >= LEAST && is_of_product(document, *id, pairs));
    found.sort_by_key(|(id, _)| *id);
    let mut seen = HashSet::new();
    let all = found.into_iter().flat_map(|(_, pairs)| pairs);
    all.filter(|pair| seen.insert(pair.name.clone())).take(MOST).collect()
}

/// True if pairs describe the product: they are not in what surrounds the page, and do not repeat the same name.
fn is_of_product(document: &Document, id: NodeId, pairs: &[Parameter]) -> bool {
    let is_around = |id: NodeId| {
        matches!(document.tag(id), Tag::FOOTER | Tag::NAV | Tag::HEADER | Tag::ASIDE)
            || document.name(id) == "form"
    };
    let names: HashSet<&str> = pairs.iter().map(|pair| pair.name.as_str()).collect();
    names.len() * 5 >= pairs.len() * 4 && !document.ancestors(id).any(is_around)
}

fn pair(name: &str, value: &str) -> Option<Parameter> {
    let name = name.trim().trim_end_matches([':', '：']).trim();
    let value = value.trim().trim_start_matches([':', '：']).trim();
    let fits = |text: &str, most: usize| !text.is_empty() && text.chars().count() <= most;
    let is_sum = value.chars().count() <= 20 && money::sum(value).is_some();
    let is_aside = is_sum || value.starts_with('(') && value.ends_with(')');
    let says = !is_aside
        && name.chars().any(char::is_alphabetic)
        && !name.contains(['。', '！', '？', '?']);
    if !says || !fits(name, LONGEST.0) || !fits(value, LONGEST.1) {
        return None;
    }
    let is_price = Label::of(name).is_some_and(Label::is_price);
    (!is_price).then(|| Parameter { name: name.to_owned(), value: value.to_owned() })
}

/// The pairs of a table whose rows have two cells, or twice as many.
fn of_table(page: &Page, table: NodeId) -> Vec<Parameter> {
    let document = page.document();
    let mut pairs = Vec::new();
    let mut rows = 0usize;
    for row in document.descendants(table).filter(|id| document.tag(*id) == Tag::TR) {
        let is_cell = |id: &NodeId| matches!(document.tag(*id), Tag::TD | Tag::TH);
        let cells: Vec<NodeId> = document.children(row).filter(is_cell).take(5).collect();
        let is_layout = cells
            .iter()
            .any(|cell| document.descendants(*cell).any(|id| document.tag(id) == Tag::TABLE));
        if is_layout || cells.len() > 4 {
            return Vec::new();
        }
        rows += 1;
        // A row of names alone is the head of the table.
        let is_head = cells.iter().all(|cell| document.tag(*cell) == Tag::TH);
        if !matches!(cells.len(), 2 | 4) || is_head {
            continue;
        }
        for two in cells.chunks(2) {
            pairs.extend(pair(&page.text_of(two[0], " "), &page.text_of(two[1], " ")));
        }
        if pairs.len() >= MOST {
            break;
        }
    }
    if pairs.len() * 2 < rows { Vec::new() } else { pairs }
}

/// The pairs of a list of terms.
fn of_terms(page: &Page, list: NodeId) -> Vec<Parameter> {
    let document = page.document();
    let mut term: Option<NodeId> = None;
    let mut pairs = Vec::new();
    for id in document.descendants(list).filter(|id| document.kind(*id) == NodeKind::Element) {
        match document.tag(id) {
            Tag::DT => term = Some(id),
            Tag::DD => {
                let Some(term) = term.take() else { continue };
                pairs.extend(pair(&page.text_of(term, " "), &page.text_of(id, " ")));
            }
            _ => {}
        }
        if pairs.len() >= MOST {
            break;
        }
    }
    pairs
}

/// The pair of one line: `name: value`, or an element for each.
fn of_line(page: &Page, id: NodeId) -> Option<Parameter> {
    let document = page.document();
    let amounts = page.node(id).amounts();
    let is_small = amounts.characters as usize <= LONGEST.0 + LONGEST.1
        && document.end(id).0 - id.0 <= 24
        && !matches!(document.tag(id), Tag::TR | Tag::DL | Tag::TABLE | Tag::A);
    if !is_small || amounts.link_characters * 2 > amounts.characters {
        return None;
    }
    let is_element = |child: &NodeId| {
        document.kind(*child) == NodeKind::Element && page.node(*child).characters() > 0
    };
    let children: Vec<NodeId> = document.children(id).filter(is_element).take(3).collect();
    let text = page.text_of(id, "\n");
    if let Some((name, value)) = text.split_once(['：', ':'])
        && !name.trim().contains('\n')
        && !value.starts_with("//")
    {
        return pair(name, &value.replace('\n', " "));
    }
    let [name, value] = children[..] else { return None };
    let own = amounts.characters;
    let parts = page.node(name).characters() + page.node(value).characters();
    (own == parts).then(|| pair(&page.text_of(name, " "), &page.text_of(value, " ")))?
}
