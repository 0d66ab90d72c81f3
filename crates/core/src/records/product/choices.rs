//! What a buyer may choose between, near the name of a product: a label and the list of its values.

use super::{Parameter, money, pairs, words};
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::page::{Name, Node, NodeFlags, Page};
use crate::text::clean::collapsed;

/// Choices of one product at most, and values of one choice.
const MOST: (usize, usize) = (8, 40);
/// The maximum numbers of characters in a label and in a value.
const LONGEST: (usize, usize) = (12, 30);

/// The choices between two nodes, with their values joined by semicolons.
pub(super) fn choices(page: &Page, from: NodeId, to: NodeId) -> Vec<Parameter> {
    let document = page.document();
    let mut found: Vec<Parameter> = Vec::new();
    let mut list_end = from;
    for id in document.elements().filter(|id| *id >= from && *id < to) {
        let is_list = matches!(document.tag(id), Tag::UL | Tag::OL | Tag::SELECT);
        if !is_list || id < list_end || found.len() >= MOST.0 {
            continue;
        }
        list_end = document.end(id);
        let values = values(document, id);
        let is_other = |node: Node| {
            node.is_named(Name::Calculator)
                || matches!(node.tag(), Tag::NAV | Tag::FOOTER | Tag::HEADER)
        };
        let is_hidden =
            page.flags(id).has(NodeFlags::HIDDEN) || page.node(id).ancestors().any(is_other);
        let Some(name) = label(page, id).filter(|_| !is_hidden && !values.is_empty()) else {
            continue;
        };
        let value = values.join("; ");
        if value.chars().count() <= pairs::LONGEST.1 && found.iter().all(|one| one.name != name) {
            found.push(Parameter { name, value });
        }
    }
    found
}

/// The values of a list, none if it is no list of choices. Those of an amount are `1`, `2`, `3`.
fn values(document: &Document, list: NodeId) -> Vec<String> {
    let is_value = |id: &NodeId| matches!(document.tag(*id), Tag::LI | Tag::OPTION);
    let is_first = |id: &NodeId| document.attribute(*id, AttributeName::VALUE) != Some("");
    let items = document.children(list).filter(is_value).filter(is_first).take(MOST.1 + 1);
    let values: Vec<String> = items.map(|id| collapsed(&document.text_content(id))).collect();
    // Pairs are parameters, and what has a price is another product.
    let fits = |value: &String| {
        (1..=LONGEST.1).contains(&value.chars().count())
            && !value.contains([':', '：'])
            && money::sum(value).is_none()
    };
    let is_amount = values.iter().zip(1..).all(|(value, n)| *value == n.to_string());
    let are_choices = (2..=MOST.1).contains(&values.len()) && values.iter().all(fits);
    if are_choices && !is_amount { values } else { Vec::new() }
}

/// The label of a list: the term that it describes, or the short text right before it.
fn label(page: &Page, list: NodeId) -> Option<String> {
    let document = page.document();
    let characters = |id: NodeId| page.node(id).characters() as usize;
    let mut own = list;
    // The list may have boxes of its own, the label too.
    for _ in 0..3 {
        let parent = document.parent(own)?;
        let before = document.children(parent).take(64).take_while(|id| *id != own);
        if let Some(label) = before.filter(|id| characters(*id) > 0).last() {
            let is_heading = matches!(
                document.tag(label),
                Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6
            );
            let is_small = !is_heading
                && characters(label) <= LONGEST.0
                && document.end(label).0 - label.0 <= 12;
            let text = is_small.then(|| collapsed(&document.text_content(label)))?;
            let text = text.trim_end_matches([':', '：']).trim();
            let is_label = text.chars().any(char::is_alphabetic) && !words::is_control(text);
            return is_label.then(|| text.to_owned());
        }
        own = parent;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(html: &str) -> Vec<(String, String)> {
        let page = Page::new(html, None);
        let all = choices(&page, NodeId(0), NodeId(u32::MAX));
        all.into_iter().map(|one| (one.name, one.value)).collect()
    }

    #[test]
    fn a_label_and_its_list_are_a_choice() {
        let html = "<dl><dt>颜色</dt><dd><ul><li><a>本色</a><li><a>碳化色</a></ul></dd></dl>\
            <div><label>Size:</label><select><option value=''>Choose</option><option>S</option><option>M</option></select></div>\
            <div><span>Qty</span><select><option>1</option><option>2</option></select></div>\
            <p>A long paragraph before a list of things to know.</p><ul><li>One</li><li>Two</li></ul>\
            <ul><li>alone</li></ul><p>参数：</p><ul><li>材质: 竹</li><li>产地: 浙江</li></ul>\
            <p>同店</p><ul><li>果盘 ¥32.80</li><li>竹篮 ¥45.00</li></ul><h4>栏目</h4><ul><li>茶</li><li>瓷</li></ul>";
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(found(html), [pair("颜色", "本色; 碳化色"), pair("Size", "S; M")]);
    }
}
