//! What is said in a post, and what stands around it: names, times, numbers, buttons.

use std::sync::LazyLock;

use super::post_author::written_date;
use crate::page::{Block, Page};
use crate::text::count;

static RANKS: LazyLock<Vec<&str>> = LazyLock::new(|| words("rank"));

/// Whether a line before the text is a name, a rank, a time, a number or a button.
pub(super) fn is_around_text(line: &str, author: Option<&str>) -> bool {
    let is_date = || {
        line.chars().count() <= 40
            && written_date(line).is_some_and(|date| date.range.len() * 2 >= line.len())
    };
    let is_rank = || line.len() <= 40 && RANKS.contains(&line.trim().to_lowercase().as_str());
    Some(line) == author || floor_in(line).is_some() || is_button(line) || is_rank() || is_date()
}

static BUTTONS: LazyLock<Vec<&str>> = LazyLock::new(|| words("button"));

/// The words of a group of the vocabulary of threads.
pub(super) fn words(group: &str) -> Vec<&'static str> {
    let lines = include_str!("../../data/thread_words.txt").lines();
    let mut named = lines.filter_map(|line| line.split_once(": "));
    let words = named.find(|(name, _)| *name == group).map(|(_, words)| words);
    words.into_iter().flat_map(|words| words.split('|')).collect()
}

/// Whether a text is a button below a post, with perhaps a number: `回复(3)`.
pub(super) fn is_button(text: &str) -> bool {
    if text.len() > 60 {
        return false;
    }
    let is_aside = |c: char| !c.is_alphabetic();
    let word = text.trim_matches(is_aside).to_lowercase();
    BUTTONS.contains(&word.as_str())
}

/// Whether a block is text of the post, not a name, a time or a button.
pub(super) fn is_said(page: &Page, block: &Block, author: Option<&str>) -> bool {
    let text = page.block_text(block);
    !block.is_mostly_linked()
        && Some(text) != author
        && (count::tokens(text) >= 6 || block.punctuation > 0)
        && written_date(text).is_none_or(|date| date.range.len() * 2 < text.len())
}

/// The number of a post: `#12`, `12楼`, `12#`, `楼主`, `沙发`.
pub(super) fn floor_in(text: &str) -> Option<u32> {
    const NAMED: &[(&str, u32)] = &[
        ("楼主", 1),
        ("沙发", 2),
        ("板凳", 3),
        ("椅子", 3),
        ("藤椅", 3),
        ("地板", 4),
        ("报纸", 5),
    ];
    let text = text.trim_matches(|c: char| c.is_whitespace() || "[]【】第".contains(c));
    if let Some((_, number)) = NAMED.iter().find(|(name, _)| text == *name) {
        return Some(*number);
    }
    let number = text
        .strip_prefix('#')
        .or_else(|| text.strip_suffix('#'))
        .or_else(|| text.strip_suffix('楼'))
        .or_else(|| text.strip_suffix('樓'))
        .or_else(|| text.strip_suffix("层"))?;
    number.trim().parse().ok()
}
