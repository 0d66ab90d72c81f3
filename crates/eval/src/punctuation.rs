//! Table 1 of punctuation-path's paper: the share of punctuation marks in the main text.

use std::io::Write;

use rayon::prelude::*;
use zhengwen_page::page::{Node, NodeFlags, Page};

use crate::Status;
use crate::data::Set;

/// The marks of the table, and those of other scripts.
const MARKS: &[char] = &[
    '。', '，', '、', '；', '：', '？', '！', '“', '”', '《', '》', '（', '）', '…', '.', ',', ';',
    ':', '?', '!',
];

/// For each mark: its count in the main text (N1), in the page (N2), and the share N1 / N2.
///
/// The page is its visible text nodes; a label that repeats text may hold a mark more often than
/// the page does, so a page's N1 counts at most its N2.
pub(crate) fn run(sets: &[Set], out: &mut impl Write) -> anyhow::Result<Status> {
    for set in sets {
        let counts: anyhow::Result<Vec<Vec<(u64, u64)>>> = set
            .gold
            .par_iter()
            .filter_map(|gold| Some((gold, gold.content.as_deref()?)))
            .map(|(gold, content)| {
                let bytes = set.page(gold)?;
                let page = Page::new(&gold.decode(&bytes), gold.url.as_deref());
                let texts = page.texts().iter().map(|text| page.node(text.node));
                let shown = texts.filter(|node| !node.flags().has(NodeFlags::HIDDEN));
                let text: String = shown.map(Node::text).collect();
                let pair = |mark: &char| {
                    let in_page = text.matches(*mark).count() as u64;
                    (in_page.min(content.matches(*mark).count() as u64), in_page)
                };
                Ok(MARKS.iter().map(pair).collect())
            })
            .collect();
        let counts = counts?;
        writeln!(
            out,
            "{} ({} pages)\nmark  main text       page   share",
            set.name,
            set.gold.len()
        )?;
        for (index, mark) in MARKS.iter().enumerate() {
            let main: u64 = counts.iter().map(|page| page[index].0).sum();
            let all: u64 = counts.iter().map(|page| page[index].1).sum();
            if all > 0 {
                let share = 100.0 * main as f64 / all as f64;
                writeln!(out, "{mark:4} {main:10} {all:10}  {share:5.1} %")?;
            }
        }
    }
    Ok(Status::Done)
}
