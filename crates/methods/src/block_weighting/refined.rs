//! Options that take notices and blocks of links out of the topic block, and add the lead.

use std::ops::Range;

use super::super::notices::is_notice;
use super::super::options::BlockWeightingOptions;
use super::marks::Marked;
use zhengwen_page::dom::NodeId;
use zhengwen_page::page::{Node, Page};

/// A line of a lead has at least this many characters outside links.
const LEAD_LINE: u32 = 20;
/// The maximum number of blocks without sentences (bylines, dates, captions) between the topic and its lead.
const LEAD_GAP: usize = 6;
/// If links have at most this fraction (an eighth) of a topic's characters, blocks of links are not part of it.
const FEW_LINKS: u32 = 8;

/// The first text of each block that is a notice; empty if the option is off.
pub(super) fn notices(page: &Page, options: &BlockWeightingOptions) -> Marked {
    if !options.notices {
        return Marked::default();
    }
    let notices = page.block_refs().filter(|block| is_notice(block.text(), block.characters));
    Marked(notices.map(|block| block.node().id).collect())
}

/// The chosen texts: `texts`, which are those of the topic, with the lead and without notices and blocks of links, as
/// the options say.
pub(super) fn refined(
    topic: Node,
    mut texts: Vec<NodeId>,
    notices: &Marked,
    options: &BlockWeightingOptions,
) -> Vec<NodeId> {
    let page = topic.page;
    if options.lead {
        let lead = lead(topic).flat_map(|block| page.block(block).texts());
        texts.splice(..0, lead.map(|text| text.node));
    }
    let drops_links = options.drop_linked && has_few_links(topic);
    if drops_links || options.notices {
        let is_dropped = page.block_refs().map(|block| {
            notices.0.binary_search(&block.node().id).is_ok()
                || drops_links && block.is_mostly_linked()
        });
        let is_dropped: Vec<bool> = is_dropped.collect();
        texts.retain(|text| !page.block_of(*text).is_some_and(|block| is_dropped[block]));
    }
    texts
}

fn has_few_links(topic: Node) -> bool {
    let amounts = topic.amounts();
    amounts.link_characters.saturating_mul(FEW_LINKS) <= amounts.characters
}

/// The blocks of the lead: those from the first block of sentences before the topic, unless a heading or too many other
/// blocks come between. In the post the topic follows its title and time.
fn lead(topic: Node) -> Range<usize> {
    let end = topic.block_range().start;
    let mut start = end;
    for block in (0..end).rev().map(|at| topic.page.block(at)) {
        if block.is_heading || start - block.at > LEAD_GAP + 1 {
            break;
        }
        let is_line = block.sentence_ends > 0 && block.plain_characters() >= LEAD_LINE;
        if is_line && !block.is_hidden {
            start = block.at;
        }
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::super::judge;
    use super::*;

    /// Checks what is chosen with the options, and that it is not by default.
    fn check(html: &str, options: &BlockWeightingOptions, expected: &[&str]) {
        let page = Page::new(html, None);
        let chosen = |options: &BlockWeightingOptions| -> Vec<&str> {
            let verdict = judge(&page, options, None);
            verdict.spans.iter().map(|span| page.document().text(span.node).trim()).collect()
        };
        assert_eq!(chosen(options), expected, "{html}");
        assert_ne!(chosen(&BlockWeightingOptions::default()), expected, "by default: {html}");
    }

    const FIRST: &str =
        "会议讨论了城市供水的问题，代表们提出了建议，市长作了总结，会议圆满结束，代表都满意。";
    const SECOND: &str =
        "代表们认为，明年要改善民生，提高服务，完善制度，把水送到每一户，会议通过了预算。";
    const LEAD: &str = "本市今天开会讨论供水的问题，会上通过了预算。";

    #[test]
    fn the_lead_before_the_topic() {
        let html = format!(
            "<div><h1>供水会议召开</h1><div>首句不是导语。</div><div>{LEAD}</div><ul><li>记者</ul>\
             <div><p>{FIRST}</p><p>{SECOND}</p></div></div>"
        );
        let html = html.replace("<h1>", "<div><h1>").replace("</h1>", "</h1></div>");
        let options =
            BlockWeightingOptions { lead: true, direct_paragraphs: true, ..Default::default() };
        check(&html, &options, &[LEAD, "记者", FIRST, SECOND]);
    }

    #[test]
    fn notices_are_not_chosen() {
        let notice = "【免责声明】本站所载，只供参考，不作建议，风险自担，请注意。";
        let html =
            format!("<div><p>{FIRST}</p><p>未经授权不得转载。</p></div><div><p>{notice}</p></div>");
        let options = BlockWeightingOptions { notices: true, ..Default::default() };
        check(&html, &options, &[FIRST]);
    }

    #[test]
    fn blocks_of_links_in_a_text() {
        let html = format!("<div><p>{FIRST}</p><p><a href=x>别的会议</a></p><p>{SECOND}</p></div>");
        let options = BlockWeightingOptions { drop_linked: true, ..Default::default() };
        check(&html, &options, &[FIRST, SECOND]);
        // A list of links keeps them.
        let html = "<div><p><a href=x>别的会议</a></p><p><a href=y>又一个会议</a></p></div>";
        let verdict = judge(&Page::new(html, None), &options, None);
        assert_eq!(verdict.keep, [true, true]);
    }

    #[test]
    fn fitted_weights_shun_copyright() {
        let text = format!("<p>{SECOND}</p>").repeat(2);
        let html = format!(
            "<div>{text}{text}<p>版权所有</p></div><div><p>{FIRST}</p><p>{SECOND}</p></div>"
        );
        let options = BlockWeightingOptions { fitted_weights: true, ..Default::default() };
        check(&html, &options, &[FIRST, SECOND]);
    }
}
