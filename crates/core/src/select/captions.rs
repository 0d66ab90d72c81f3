//! Captions of images.

use super::draft::Draft;
use crate::dom::{NodeId, Tag};
use crate::page::{Block, BlockIndex, Name, Page, media};
use crate::text::lexicon::Group;

/// The longest caption, in characters.
const LONGEST: u32 = 240;
/// The longest line that is a caption for its place alone.
const SHORT_LINE: u32 = 80;
/// Levels between an image or a caption and the figure that holds both.
const LEVELS: usize = 4;

/// Beginnings of lines that describe a picture.
static MARKS: Group = Group::of("caption.start");

/// Captions of kept images.
pub(super) fn of_kept_images(draft: &Draft) -> Vec<BlockIndex> {
    let (page, document) = (draft.page, draft.page.document());
    let is_image = |id: &NodeId| media::is_image(document.node(*id));
    let images: Vec<NodeId> = document.elements().filter(is_image).collect();
    if images.is_empty() {
        return Vec::new();
    }
    let is_open = |at: &BlockIndex| !draft.is_kept(*at) && caption_of(page, *at, &images).is_some();
    let mut found: Vec<BlockIndex> = (0..page.blocks().len()).filter(is_open).collect();
    if !found.is_empty() {
        let media = draft.content().media;
        found.retain(|at| {
            image_of(page, &page.blocks()[*at], &media).is_some_and(|id| is_image(&id))
        });
    }
    found
}

/// The image among these that a block is the caption of.
fn caption_of(page: &Page, at: BlockIndex, images: &[NodeId]) -> Option<NodeId> {
    let block = &page.blocks()[at];
    let may_be = block.characters <= LONGEST && !block.is_hidden;
    may_be.then(|| image_of(page, block, images)).flatten().filter(|_| is_caption(page, block))
}

/// The caption of an image, where the page shows one outside a `figure`.
pub(crate) fn caption(page: &Page, media: &[NodeId], image: NodeId) -> Option<String> {
    let start = page.document().end(image);
    let from = page.texts().partition_point(|text| text.node < start);
    let first = page.blocks().partition_point(|block| block.texts.end <= from);
    let block = page.blocks().get(first)?;
    let is_it = caption_of(page, first, media) == Some(image);
    is_it.then(|| page.block_text(block).to_owned())
}

/// The image that a caption belongs to: the last one before it, in the same figure or right above.
fn image_of(page: &Page, block: &Block, media: &[NodeId]) -> Option<NodeId> {
    let document = page.document();
    let start = page.texts_of(block).first()?.node;
    let before = media.partition_point(|id| *id < start);
    let image = *media.get(before.checked_sub(1)?)?;
    // No text is between the two.
    let next = page.texts().partition_point(|text| text.node < image);
    if page.texts().get(next).is_some_and(|text| text.node == start) {
        return Some(image);
    }
    let mut around = document.ancestors(start).take(LEVELS);
    let figure = around.find(|id| document.tag(*id) == Tag::FIGURE);
    figure.filter(|figure| *figure < image).map(|_| image)
}

/// True if a block is a caption by its element, its names, or its first words.
fn is_caption(page: &Page, block: &Block) -> bool {
    let document = page.document();
    let Some(first) = page.texts_of(block).first() else { return false };
    let mut around = document.ancestors(first.node).take(LEVELS);
    if around.any(|id| document.tag(id) == Tag::FIGCAPTION || page.marks().is(id, Name::Caption)) {
        return true;
    }
    let text = page.block_text(block);
    block.characters <= SHORT_LINE && MARKS.iter().any(|mark| text.starts_with(mark))
}
