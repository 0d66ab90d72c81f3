//! The account next to a button to follow it: `[航空观察家] [+ 关注]`.

use std::ops::Range;

use crate::dom::{NodeId, Tag};
use crate::meta::origin::Origin;
use crate::meta::people::looks_like_names;
use crate::meta::place::Place;
use crate::page::{Page, TextNode};
use crate::text::chars::is_cjk;

/// The words of such a button, in lower case.
const FOLLOW: &[&str] = &["关注", "加关注", "關注", "follow"];
/// The longest text of such a button, with its count of followers, in bytes.
const LONGEST_BUTTON: usize = 32;
/// The longest name of an account, in characters.
const LONGEST_NAME: usize = 20;
/// Limits for the element that holds a button and its account: levels above the button, and nodes.
const UP: usize = 3;
const MOST_NODES: u32 = 40;
/// The maximum distance of the page's account from its title, in blocks; accounts further away are recommendations.
const NEAR: usize = 10;
/// Buttons that are looked at.
const MOST_BUTTONS: usize = 8;
/// The score of such an account right at the title.
const SCORE: f32 = 0.62;

/// Adds the accounts next to follow buttons near the title.
pub(super) fn of_followed(place: &Place, add: &mut impl FnMut(&str, Origin, f32)) {
    let page = place.page;
    let blocks = page.blocks();
    let first = place.title.saturating_sub(NEAR);
    let last = (place.title + NEAR).min(blocks.len());
    let range = |index: usize| blocks.get(index).map(|block| block.texts.clone());
    let (Some(start), Some(end)) = (range(first), last.checked_sub(1).and_then(range)) else {
        return;
    };
    let texts = page.texts();
    let is_button = |at: &usize| is_follow(page.document().text(texts[*at].node));
    for at in (start.start..end.end).filter(is_button).take(MOST_BUTTONS) {
        let account = account_before(page, at);
        let Some(index) = page.block_of(texts[at].node) else { continue };
        if let Some(name) = account.filter(|_| place.distance(index) <= NEAR) {
            add(name, Origin::ProfileLink, SCORE - place.farness(index));
        }
    }
}

/// True if a text is that of such a button: `+ 关注 12万`.
fn is_follow(text: &str) -> bool {
    if text.len() > LONGEST_BUTTON {
        return false;
    }
    let is_letter = |c: char| c.is_alphabetic() && c != '万' && c != '萬' && c != '亿';
    let bare = text.trim_matches(|c: char| !is_letter(c)).to_lowercase();
    FOLLOW.contains(&bare.as_str())
}

/// The first link with a name in the smallest element that holds the button and a text before it.
fn account_before(page: &Page, button: usize) -> Option<&str> {
    let (document, texts) = (page.document(), page.texts());
    let before =
        |id: NodeId| -> Range<usize> { texts.partition_point(|text| text.node < id)..button };
    let around = document
        .ancestors(texts[button].node)
        .take(UP)
        .take_while(|id| document.end(*id).0 - id.0 <= MOST_NODES)
        .map(before)
        .find(|texts| !texts.is_empty())?;
    let is_linked = |text: &&TextNode| {
        document.ancestors(text.node).take(UP).any(|id| document.tag(id) == Tag::A)
    };
    let name = texts[around].iter().find(is_linked)?;
    let name = document.text(name.node).trim();
    let is_name = (2..=LONGEST_NAME).contains(&name.chars().count())
        && (name.contains(is_cjk) || looks_like_names(name));
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_to_follow() {
        for text in ["关注", "+ 关注 12万", "+关注", "Follow", " Follow 3,021 "] {
            assert!(is_follow(text), "{text}");
        }
        for text in ["关注点", "值得关注", "Follow us", "", "12万"] {
            assert!(!is_follow(text), "{text}");
        }
    }
}
