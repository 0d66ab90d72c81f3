//! Panels that readers switch between, each with its label before it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::classes;

/// Labels of one group of panels at most.
const MOST: usize = 64;
/// Characters of a label at most.
const LONGEST: usize = 60;
/// Nodes of a label at most.
const MOST_NODES: u32 = 60;

/// The panels of a page.
#[derive(Debug, Default)]
pub(super) struct Tabs {
    /// The labels of panels.
    panels: BTreeMap<NodeId, String>,
    /// The elements that are labels of panels.
    labels: BTreeSet<NodeId>,
}

/// The role of an element in a group of panels.
enum Part {
    /// Labels follow.
    Labels,
    Label,
    Panel,
}

impl Tabs {
    /// Finds the panels that `is_wanted`, with the labels that are theirs by name or by order.
    pub(super) fn find(document: &Document, is_wanted: impl Fn(NodeId) -> bool) -> Self {
        let mut found = Self::default();
        let mut waiting: VecDeque<NodeId> = VecDeque::new();
        let mut by_name: HashMap<&str, NodeId> = HashMap::new();
        for id in document.elements() {
            match part(document, id) {
                Some(Part::Labels) => waiting.clear(),
                Some(Part::Label) => {
                    if waiting.len() < MOST {
                        waiting.push_back(id);
                    }
                    let names = ["id", "aria-controls"];
                    let values = document.attributes(id).filter(|(name, _)| names.contains(name));
                    by_name.extend(values.map(|(_, value)| (value, id)));
                }
                Some(Part::Panel) => {
                    let next = waiting.pop_front();
                    let names = ["id", "aria-labelledby"];
                    let mut values =
                        document.attributes(id).filter(|(name, _)| names.contains(name));
                    let named = values.find_map(|(_, value)| by_name.get(value).copied());
                    let is_before = |label: &NodeId| document.end(*label) <= id;
                    let label = named.or(next).filter(|_| is_wanted(id)).filter(is_before);
                    if let Some((label, text)) =
                        label.and_then(|id| Some((id, text(document, id)?)))
                    {
                        found.panels.insert(id, text);
                        found.labels.insert(label);
                    }
                }
                None => {}
            }
        }
        found
    }

    /// The label of a panel.
    pub(super) fn label(&self, panel: NodeId) -> Option<&str> {
        self.panels.get(&panel).map(String::as_str)
    }

    /// True if an element is such a label, which is written before its panel.
    pub(super) fn is_label(&self, id: NodeId) -> bool {
        self.labels.contains(&id)
    }
}

fn part(document: &Document, id: NodeId) -> Option<Part> {
    match document.attribute(id, AttributeName::ROLE).unwrap_or("") {
        "tablist" => return Some(Part::Labels),
        "tab" => return Some(Part::Label),
        "tabpanel" => return Some(Part::Panel),
        _ => {}
    }
    let tag = document.tag(id);
    if !matches!(tag, Tag::LABEL | Tag::DIV | Tag::SECTION) {
        return None;
    }
    let names = |id: Option<NodeId>, name: &str| {
        id.is_some_and(|id| classes(document, id).any(|word| word == name))
    };
    let (own, parent) = (Some(id), document.parent(id));
    let above = parent.and_then(|parent| document.parent(parent));
    let is_code_group = |id| names(id, "vp-code-group") || names(id, "code-group");
    if tag == Tag::LABEL {
        let is_label = names(own, "sd-tab-label")
            || names(parent, "tabbed-labels")
            || names(parent, "tabbed-set")
            || names(parent, "tabs") && is_code_group(above);
        return is_label.then_some(Part::Label);
    }
    if classes(document, id).any(|word| word.contains("tab")) {
        if names(own, "tabbed-labels") || names(own, "tabs") && is_code_group(parent) {
            return Some(Part::Labels);
        }
        let is_panel = names(own, "tabbed-block")
            || names(own, "sd-tab-content")
            || names(own, "tabbed-content")
                && names(parent, "tabbed-set")
                && !names(parent, "tabbed-alternate");
        return is_panel.then_some(Part::Panel);
    }
    let is_of_code = classes(document, id).next().is_some_and(|word| word.starts_with("language-"))
        && names(parent, "blocks");
    (is_of_code && is_code_group(above)).then_some(Part::Panel)
}

fn text(document: &Document, label: NodeId) -> Option<String> {
    if document.end(label).0 - label.0 > MOST_NODES {
        return None;
    }
    let text = document.text_content(label);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!text.is_empty() && text.chars().count() <= LONGEST).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::parse;

    #[test]
    fn labels_belong_to_panels_by_name_or_by_order() {
        for (html, expected) in [
            (
                "<ul role=tablist><li role=tab>a<li role=tab>b</ul><p role=tabpanel>x<p role=tabpanel>y",
                "a x, b y",
            ),
            (
                "<b role=tab aria-controls=q>a</b><b role=tab id=r>b</b><p role=tabpanel aria-labelledby=r>x<p role=tabpanel id=q>y",
                "b x, a y",
            ),
            ("<label class=sd-tab-label>a</label><div class=sd-tab-content>x</div>", "a x"),
            ("<div role=tabpanel>x</div>", ""),
        ] {
            let document = parse(html);
            let tabs = Tabs::find(&document, |_| true);
            let panel =
                |(id, label): (&NodeId, &String)| format!("{label} {}", document.text_content(*id));
            let shown: Vec<String> = tabs.panels.iter().map(panel).collect();
            assert_eq!(shown.join(", "), expected, "{html}");
        }
    }
}
