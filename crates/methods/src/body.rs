//! Options that several methods share: the layout element that contains the main text.
//!
//! The methods choose single texts or runs of texts, so they lose short ones and keep unrelated ones. The papers agree
//! that the parts of a main text are close together in the layout (punctuation-path, section 1.3: the
//! same grandparent; block-smoothing, section 1.1: compact; template-matching, section 2.4: gathered by parent and
//! grandparent).

use super::options::BodyOptions;
use zhengwen_page::dom::{Document, NodeId, Tag};
use zhengwen_page::page::{Block, Node, Page, Word, Words};
use zhengwen_page::text::titles;

/// Applies the options to the texts that a method chose; `chosen` is as long as the page's texts.
pub(super) fn settle(page: &Page, chosen: &mut [bool], options: BodyOptions) {
    if let Some(body) = container(page, chosen, options.container) {
        let within = body.text_range();
        chosen[..within.start].fill(false);
        chosen[within.end..].fill(false);
        if options.fill {
            body.blocks().for_each(|block| fill(chosen, &block));
        }
        if options.lead {
            choose_lead(body, chosen);
        }
    }
    if options.without_title {
        drop_title(page, chosen);
    }
}

/// The innermost layout element with at least `percent` of the text of chosen sentences, links left out. Notices of rights are
/// at the edge of a page and may be longer than a short text, so they do not count.
fn container<'p>(page: &'p Page, chosen: &[bool], percent: u32) -> Option<Node<'p>> {
    if percent == 0 {
        return None;
    }
    let mut weights = vec![0_u64; page.document().len()];
    for block in page.block_refs() {
        let is_chosen = block.sentence_ends > 0
            && chosen[block.texts.clone()].contains(&true)
            && !is_notice(block.text());
        if is_chosen {
            weights[block.node().id.index()] = block.plain_characters().into();
        }
    }
    innermost(page.document(), weights, percent).map(|id| page.node(id))
}

/// The innermost layout element with at least `percent` (over 50) of all weight. `weights` are by node.
fn innermost(document: &Document, mut weights: Vec<u64>, percent: u32) -> Option<NodeId> {
    // Children follow their parents.
    for id in document.ids().rev() {
        if let Some(parent) = document.parent(id) {
            weights[parent.index()] += weights[id.index()];
        }
    }
    let total = weights.first().copied().filter(|total| *total > 0)?;
    let least = total * u64::from(percent.clamp(51, 100));
    // Those with over half of the weight are nested.
    document.ids().rfind(|id| is_layout(document.tag(*id)) && weights[id.index()] * 100 >= least)
}

/// Elements that lay a page out; paragraphs and lists are parts of a text.
fn is_layout(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::BODY
            | Tag::DIV
            | Tag::TABLE
            | Tag::TBODY
            | Tag::TR
            | Tag::TD
            | Tag::SECTION
            | Tag::ARTICLE
            | Tag::MAIN
            | Tag::FORM
            | Tag::CENTER
    )
}

/// Chooses a block, or drops it if most of it is links. Hidden text is left as it is.
fn fill(chosen: &mut [bool], block: &Block) {
    if block.is_mostly_linked() {
        chosen[block.texts.clone()].fill(false);
    } else if !block.is_hidden {
        chosen[block.texts.clone()].fill(true);
    }
}

/// Chooses the block right before `body` if it is a sentence in the element around `body`.
fn choose_lead(body: Node, chosen: &mut [bool]) {
    let (page, around) = (body.page, body.parent().unwrap_or(body));
    let before = body.text_range().start.checked_sub(1).map(|text| page.texts()[text].node);
    let block = before.filter(|text| *text > around.id).and_then(|text| page.block_of(text));
    if let Some(block) = block.map(|block| &page.blocks()[block])
        && block.sentence_ends > 0
        && !block.is_mostly_linked()
        && chosen.contains(&true)
    {
        chosen[block.texts.clone()].fill(true);
    }
}

/// Drops the title if it comes before the first chosen sentence.
fn drop_title(page: &Page, chosen: &mut [bool]) {
    let title = page.structured().title.as_deref().map_or("", titles::without_site_name);
    for block in page.block_refs() {
        let chosen = &mut chosen[block.texts.clone()];
        if !chosen.contains(&true) {
            continue;
        }
        if block.sentence_ends > 0 {
            break;
        }
        if block.heading_level() == Some(1) || begins(title, block.text()) {
            chosen.fill(false);
        }
    }
}

/// A text with at least this many characters of the title is taken for the title.
const TITLE_START: usize = 4;

/// True if a title begins with a text.
fn begins(title: &str, text: &str) -> bool {
    text.chars().nth(TITLE_START - 1).is_some() && title.starts_with(text)
}

/// True if a text contains a word of notices of rights and liability.
pub(super) fn is_notice(text: &str) -> bool {
    let words = Words::of(text);
    words.has(Word::Rights) || words.has(Word::Reprint)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<title>城市供水会议召开_某某网</title><div><p>导航一句。</div><div id=outer>\
        <div><h1>城市供水会议召开</h1></div><div><p>会议今天结束，代表们很满意。</div>\
        <div id=body><p>城市供水会议召开</p><p>今天的会议讨论了城市供水的问题。</p><h2>小标题</h2>\
        <p>代表们提出了许多建议，市长作了总结。</p><p style='display:none'>隐藏</p>\
        <ul><li><a href=1>相关新闻一则</a></ul><p>完</div></div>\
        <div><p>本站声明：转载本站的任何文章，都要事先得到本站的书面许可，违者本站将追究其一切责任。</div>";

    /// Chooses the texts with a mark, settles, and compares the first two characters of what is chosen.
    fn check(options: BodyOptions, expected: &[&str]) {
        let page = Page::new(PAGE, None);
        let texts: Vec<&str> =
            page.texts().iter().map(|text| page.document().text(text.node)).collect();
        let mut chosen: Vec<bool> =
            texts.iter().map(|text| text.contains('。') && !text.contains("结束")).collect();
        settle(&page, &mut chosen, options);
        let kept = texts.iter().zip(&chosen).filter(|(_, is_chosen)| **is_chosen);
        let kept: Vec<String> = kept.map(|(text, _)| text.chars().take(2).collect()).collect();
        assert_eq!(kept, expected, "{options:?}");
    }

    #[test]
    fn each_option_does_its_part() {
        let none = BodyOptions::default();
        check(none, &["导航", "今天", "代表", "本站"]);
        let container = BodyOptions { container: 67, ..none };
        check(container, &["今天", "代表"]);
        // The lead is the sentence right before, and only with a container is there a before.
        check(BodyOptions { lead: true, ..container }, &["会议", "今天", "代表"]);
        check(BodyOptions { lead: true, ..none }, &["导航", "今天", "代表", "本站"]);
        let fill = BodyOptions { fill: true, ..container };
        check(fill, &["城市", "今天", "小标", "代表", "完"]);
        check(BodyOptions { without_title: true, ..fill }, &["今天", "小标", "代表", "完"]);
        // The more of the text must be within, the wider the element.
        let wide = BodyOptions { container: 100, ..fill };
        check(wide, &["导航", "城市", "会议", "城市", "今天", "小标", "代表", "完", "本站"]);
    }

    #[test]
    fn nothing_chosen_stays_nothing() {
        let all = BodyOptions { container: 67, fill: true, lead: true, without_title: true };
        for html in ["", PAGE] {
            let page = Page::new(html, None);
            let mut chosen = vec![false; page.texts().len()];
            settle(&page, &mut chosen, all);
            assert!(!chosen.contains(&true), "{html}");
        }
    }
}
