//! Lines between paragraphs that lead to another article: `Read also: ...`, of which all behind the label is a link.

use super::decided_by::DecidedBy;
use crate::dom::{NodeId, Tag};
use crate::links::after_related_label;
use crate::page::{Block, BlockIndex, Page};

/// Characters of such a line at most.
const LONGEST: u32 = 160;

/// Kept lines of this kind.
pub(super) fn lines(page: &Page, keep: &[bool]) -> Vec<(BlockIndex, DecidedBy)> {
    let is_line = |at: &BlockIndex| keep[*at] && leads_elsewhere(page, &page.blocks()[*at]);
    (0..keep.len()).filter(is_line).map(|at| (at, DecidedBy::Elsewhere)).collect()
}

fn leads_elsewhere(page: &Page, block: &Block) -> bool {
    let is_short = (1..=LONGEST).contains(&block.characters) && !block.is_heading;
    if !is_short || block.link_characters == 0 {
        return false;
    }
    let document = page.document();
    let is_item = |id: &NodeId| matches!(document.tag(*id), Tag::LI | Tag::TD | Tag::DD);
    let container = block.container;
    let is_in_list = std::iter::once(container).chain(document.ancestors(container)).take(3);
    let Some(rest) = after_related_label(page.block_text(block)) else { return false };
    let length = rest.chars().filter(|c| !c.is_whitespace()).count();
    // The label may be part of the link.
    !is_in_list.into_iter().any(|id| is_item(&id))
        && length > 0
        && block.link_characters as usize >= length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_lead_elsewhere_are_no_text() {
        let check = |line: &str, expected: bool| {
            let page = Page::new(&format!("<p>It left at six.</p>{line}"), None);
            let keep = vec![true; page.blocks().len()];
            assert_eq!(!lines(&page, &keep).is_empty(), expected, "{line}");
        };
        check("<div>Читайте также: <a href=/1>Мост закроют на ремонт</a></div>", true);
        check("<p><a href=/1>Read more: The best knots for beginners</a>", true);
        check("<p><em>Read next: <a href=/1>The best knots</a></em>", true);
        check("<p>相关阅读：<a href=/1>渡口的早班船</a>", true);
        check("<p>Read more about <a href=/1>knots</a> before you sail, and practise them.", false);
        check("<p>Related work by <a href=/1>Ann</a> has shown that knots slip.", false);
        check("<ul><li>See also: <a href=/1>knots</a></ul>", false);
    }
}
