//! Panels that readers switch between, each with its label before it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use crate::dom::{AttributeName, Document, NodeId, NodeRef, Tag};

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
    pub(super) fn find(document: &Document, is_wanted: impl Fn(NodeRef) -> bool) -> Self {
        let mut found = Self::default();
        let mut waiting: VecDeque<NodeRef> = VecDeque::new();
        let mut by_name: HashMap<&str, NodeRef> = HashMap::new();
        for node in document.elements().map(|id| document.node(id)) {
            match part(node) {
                Some(Part::Labels) => waiting.clear(),
                Some(Part::Label) => {
                    if waiting.len() < MOST {
                        waiting.push_back(node);
                    }
                    by_name.extend(values(node, "aria-controls").map(|name| (name, node)));
                }
                Some(Part::Panel) => {
                    let next = waiting.pop_front();
                    let named = values(node, "aria-labelledby").find_map(|name| by_name.get(name));
                    let label = named.copied().or(next).filter(|_| is_wanted(node));
                    let label = label.filter(|label| label.end() <= node.id);
                    if let Some((label, text)) = label.and_then(|label| Some((label, text(label)?)))
                    {
                        found.panels.insert(node.id, text);
                        found.labels.insert(label.id);
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

/// The values of `id` and of another attribute, in page order.
fn values<'d>(node: NodeRef<'d>, other: &str) -> impl Iterator<Item = &'d str> {
    let wanted = node.attributes().filter(move |(name, _)| *name == "id" || *name == other);
    wanted.map(|(_, value)| value)
}

fn part(node: NodeRef) -> Option<Part> {
    match node.value(AttributeName::ROLE) {
        "tablist" => return Some(Part::Labels),
        "tab" => return Some(Part::Label),
        "tabpanel" => return Some(Part::Panel),
        _ => {}
    }
    let tag = node.tag();
    if !matches!(tag, Tag::LABEL | Tag::DIV | Tag::SECTION) {
        return None;
    }
    let (this, parent) = (Some(node), node.parent());
    let above = parent.and_then(NodeRef::parent);
    if tag == Tag::LABEL {
        let is_label = has_class(this, "sd-tab-label")
            || has_class(parent, "tabbed-labels")
            || has_class(parent, "tabbed-set")
            || has_class(parent, "tabs") && is_code_group(above);
        return is_label.then_some(Part::Label);
    }
    if node.classes().any(|word| word.contains("tab")) {
        if has_class(this, "tabbed-labels") || has_class(this, "tabs") && is_code_group(parent) {
            return Some(Part::Labels);
        }
        let is_panel = has_class(this, "tabbed-block")
            || has_class(this, "sd-tab-content")
            || has_class(this, "tabbed-content")
                && has_class(parent, "tabbed-set")
                && !has_class(parent, "tabbed-alternate");
        return is_panel.then_some(Part::Panel);
    }
    let is_of_code = node.classes().next().is_some_and(|word| word.starts_with("language-"))
        && has_class(parent, "blocks");
    (is_of_code && is_code_group(above)).then_some(Part::Panel)
}

fn has_class(node: Option<NodeRef>, class: &str) -> bool {
    node.is_some_and(|node| node.classes().any(|word| word == class))
}

fn is_code_group(node: Option<NodeRef>) -> bool {
    has_class(node, "vp-code-group") || has_class(node, "code-group")
}

fn text(label: NodeRef) -> Option<String> {
    if label.size() > MOST_NODES {
        return None;
    }
    let text = label.text_content();
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
