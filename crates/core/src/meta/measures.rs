//! Measures that the columns of several fields take.

use crate::page::BlockRef;

/// 1 for true, 0 for false.
pub(super) fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

/// A part of a whole, 0 to 1; 0 of nothing.
pub(super) fn share(part: usize, whole: usize) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// How many siblings, up to 20, are built as the block's container or the element around it.
pub(super) fn siblings(block: BlockRef) -> f32 {
    let around = block.container().around().take(2);
    around.map(|node| node.siblings_alike(40).take(20).count()).max().unwrap_or(0) as f32
}
