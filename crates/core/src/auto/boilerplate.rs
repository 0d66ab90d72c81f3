//! Lines of boilerplate among paragraphs: words by which a short text asks to share, to follow, to read elsewhere.
//!
//! Such a line often has the tags of its neighbouring paragraphs, so amounts of text do not distinguish the two.

use super::features::layout::Layout;
use super::features::text::groups::{self, bit_of};
use super::stage::Prefiltered;
use crate::page::BlockRef;

/// Groups of words that are plain: posts of a thread and items of a list rarely say them.
const PLAIN: u32 = bit_of("disclaimer")
    | bit_of("share")
    | bit_of("related")
    | bit_of("scan")
    | bit_of("complaint")
    | bit_of("advert");

/// All groups of words that such lines say at their edges.
const GROUPS: u32 = PLAIN
    | bit_of("copyright")
    | bit_of("account")
    | bit_of("more")
    | bit_of("vote")
    | bit_of("follow");

/// Such a line is no longer than this, in characters.
const LONGEST: u32 = 120;

/// True if a block with words of these groups may be a line of boilerplate.
pub(crate) fn may_be(block: BlockRef, says: u32) -> bool {
    block.characters <= LONGEST && says & GROUPS != 0
}

/// A plain line of boilerplate is no longer than this, in characters.
const PLAIN_LONGEST: u32 = 60;

/// True if a block with words of these groups is plainly a line of boilerplate.
pub(crate) fn is_plain(block: BlockRef, says: u32) -> bool {
    block.characters <= PLAIN_LONGEST && says & PLAIN != 0
}

/// True if one of the blocks that the prefilter takes for main text may be such a line. Its words must be read then.
pub(crate) fn is_among(layout: &Layout, found: &Prefiltered) -> bool {
    let mut blocks = layout.page.block_refs().zip(&found.log_odds);
    blocks.any(|(block, odds)| {
        *odds >= 0.0 && block.characters <= LONGEST && may_be(block, groups::of(block.text()))
    })
}
