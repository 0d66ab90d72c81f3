//! Attachments: a list of files right behind the kept text, under a word for attachments or none. Lists of links look like
//! menus, so the model drops them.

use super::decided_by::DecidedBy;
use crate::dom::{AttributeName, NodeId, Tag};
use crate::methods::Verdict;
use crate::page::{BlockIndex, Page};

/// Blocks between the text and its attachments at most.
const MOST_BETWEEN: usize = 2;
/// Attachments of a text at most.
const MOST: usize = 60;
/// Characters of the line above them at most.
const LONGEST_LABEL: u32 = 16;
/// Levels above the list within which the text stands.
const LEVELS: usize = 5;

/// What names of files end with that are written, calculated, shown or packed.
const ENDINGS: &[&str] = &[
    "7z", "csv", "doc", "docx", "et", "odp", "ods", "odt", "ofd", "pdf", "ppt", "pptx", "rar",
    "rtf", "wps", "xls", "xlsx", "zip",
];

/// Words that a line above attachments begins with.
const LABELS: &[&str] = &[
    "附件",
    "相关附件",
    "attachment",
    "annex",
    "anlage",
    "anhang",
    "pièces jointes",
    "приложени",
    "첨부",
    "添付",
];

/// The attachments behind the last kept block, with the line above them.
pub(super) fn behind_text(page: &Page, verdict: &Verdict) -> Vec<(BlockIndex, DecidedBy)> {
    let keep = &verdict.keep;
    let Some(last) = keep.iter().rposition(|keep| *keep) else { return Vec::new() };
    let behind = last + 1..keep.len().min(last + 1 + MOST_BETWEEN + MOST);
    let is_part = |at: &BlockIndex| is_label(page, *at) || is_file(page, *at);
    let Some(first) = behind.clone().take(MOST_BETWEEN + 1).find(is_part) else {
        return Vec::new();
    };
    let run: Vec<BlockIndex> = (first..behind.end).take_while(is_part).collect();
    let has_file = run.iter().any(|at| is_file(page, *at));
    let is_told = is_label(page, first) || run.iter().all(|at| shows_file(page, *at));
    if !has_file || !is_told || !is_beside(page, last, first) {
        return Vec::new();
    }
    run.into_iter().map(|at| (at, DecidedBy::Attachment)).collect()
}

fn is_label(page: &Page, at: BlockIndex) -> bool {
    let block = &page.blocks()[at];
    let text = || page.block_text(block).trim_start().to_lowercase();
    block.characters <= LONGEST_LABEL
        && !block.is_hidden
        && LABELS.iter().any(|label| text().starts_with(label))
}

/// Whether all links of a block that is mostly links lead to files.
fn is_file(page: &Page, at: BlockIndex) -> bool {
    let (document, block) = (page.document(), &page.blocks()[at]);
    let is_link = |id: &NodeId| document.tag(*id) == Tag::A;
    let mut links =
        page.texts_of(block).iter().filter_map(|text| document.ancestors(text.node).find(is_link));
    let leads_to_file = |link: NodeId| {
        let address = document.attribute(link, AttributeName::HREF).unwrap_or("");
        names_file(address) || names_file(document.text_content(link).trim())
    };
    block.is_mostly_linked() && !block.is_hidden && links.all(leads_to_file)
}

/// Whether a text says that it is a file: its name ends as one, or `(PDF, 2 MB)` stands in it.
fn shows_file(page: &Page, at: BlockIndex) -> bool {
    let text = page.block_text(&page.blocks()[at]).to_ascii_lowercase();
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
    // The text itself in other forms is no attachment of it.
    !text.contains("下载") && words.any(|word| ENDINGS.binary_search(&word).is_ok())
}

/// Whether an address or a name ends as that of a file does.
fn names_file(address: &str) -> bool {
    let path = address.split(['?', '#']).next().unwrap_or("");
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.binary_search(&ending.as_str()).is_ok())
}

/// Whether an element few levels above a list holds a text too.
fn is_beside(page: &Page, text: BlockIndex, list: BlockIndex) -> bool {
    let around = page.document().ancestors(page.blocks()[list].container).take(LEVELS);
    around.into_iter().any(|id| page.blocks_within(id).contains(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted() {
        assert!(ENDINGS.is_sorted());
    }

    #[test]
    fn attachments_are_kept_with_their_text() {
        let check = |behind: &str, expected: &[usize]| {
            let html = format!("<div><div><p>本办法自发布之日起施行。</div>{behind}</div>");
            let page = Page::new(&html, None);
            let count = page.blocks().len();
            let keep = (0..count).map(|at| at == 0).collect();
            let verdict = Verdict::from_blocks(&page, vec![0.0; count], keep);
            let found: Vec<usize> =
                behind_text(&page, &verdict).into_iter().map(|(at, _)| at).collect();
            assert_eq!(found, expected, "{behind}");
        };
        let list =
            "<ul><li><a href=/a.doc>1. 申请表</a><li><a href=/get?id=2>2. 汇总表.xlsx</a></ul>";
        check(&format!("<p>附件：{list}<p>分享到："), &[1, 2, 3]);
        check(&format!("<p>分享到：{list}"), &[]);
        check("<p>分享到：<p><a href=a.pdf>统计公报.pdf</a>", &[2]);
        check("<p>附件：<a href=a.pdf>统计公报</a>", &[1]);
        check("<p>附件：无", &[]);
        check("<p>相关阅读<ul><li><a href=/1.html>一则新闻</a></ul>", &[]);
        check(&format!("<p>一<p>二<p>三{list}"), &[]);
    }
}
