//! The phrases that distinguish blocks: links to other articles, copyright, related links.

use zhengwen_page::dom::{NodeId, Tag};
use zhengwen_page::page::{Node, Page};

/// The texts that hold such phrases.
pub(super) struct Marks {
    pub(super) previous_next: Marked,
    pub(super) copyright: Marked,
    related: Marked,
}

/// The texts that hold a phrase, in document order.
#[derive(Default)]
pub(super) struct Marked(pub(super) Vec<NodeId>);

impl Marked {
    pub(super) fn of(page: &Page, phrases: &[&str]) -> Self {
        let mut found = Vec::new();
        for phrase in phrases {
            // A text and what is shown of it differ in blanks alone, and no phrase has one.
            for block in page.blocks_that_show(phrase) {
                let nodes = page.block(block).texts().iter().map(|text| text.node);
                found.extend(nodes.filter(|node| page.document().text(*node).contains(phrase)));
            }
        }
        found.sort_unstable();
        found.dedup();
        Self(found)
    }

    pub(super) fn is_in(&self, node: Node) -> bool {
        let first = self.0.partition_point(|text| *text < node.id);
        self.0.get(first).is_some_and(|text| *text < node.end())
    }
}

const PREVIOUS_NEXT: &[&str] = &["上一篇", "下一篇"];
const COPYRIGHT: &[&str] = &["ICP备", "版权所有", "Copyright", "copyright", "COPYRIGHT"];
const RELATED: &[&str] = &["相关链接", "相关新闻", "相关报道", "相关文章", "相关阅读"];
impl Marks {
    pub(super) fn of(page: &Page) -> Self {
        Self {
            previous_next: Marked::of(page, PREVIOUS_NEXT),
            copyright: Marked::of(page, COPYRIGHT),
            related: Marked::of(page, RELATED),
        }
    }
}

/// The related-links block: the `td` or `div` with such a word, fewer than 20 links and the highest
/// share of its text in links (more than half).
pub(super) fn related_links_block<'p>(page: &'p Page, marks: &Marks) -> Option<Node<'p>> {
    let mut best: Option<(f32, Node)> = None;
    let first = *marks.related.0.first()?;
    for node in page.elements().filter(|node| matches!(node.tag(), Tag::TD | Tag::DIV)) {
        if node.end() <= first || !marks.related.is_in(node) {
            continue;
        }
        let amounts = node.amounts();
        if amounts.links == 0 || amounts.links >= 20 {
            continue;
        }
        let share = amounts.link_characters as f32 / amounts.characters.max(1) as f32;
        if share > 0.5 && best.is_none_or(|(most, _)| share > most) {
            best = Some((share, node));
        }
    }
    best.map(|(_, node)| node)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_in_their_texts() {
        let page = Page::new("<p>网站 版权所有<b>上一</b>篇<p>一段<p>上一篇<i>下一篇</i>", None);
        let texts = |marked: &Marked| -> Vec<&str> {
            marked.0.iter().map(|node| page.document().text(*node)).collect()
        };
        let marks = Marks::of(&page);
        assert_eq!(texts(&marks.previous_next), ["上一篇", "下一篇"]);
        assert_eq!(texts(&marks.copyright), ["网站 版权所有"]);
        assert!(marks.related.0.is_empty());
    }
}
