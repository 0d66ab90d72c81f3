//! The surroundings of blocks: the names and tags of the elements around them, and the way from the anchors.

use super::anchors;
use super::layout::{LEVELS, Layout, Signatures};
use super::names::Names;
use super::names::groups::Levels;
use crate::dom::{Document, Tag};
use crate::page::{BlockRef, Node};

/// The values that many columns need of the elements around a block. The defaults are those of blocks that are not wanted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Surroundings {
    /// The groups of the names of all elements around the block's first text, and the levels up to some of them.
    pub(crate) groups: u32,
    pub(crate) levels: Levels,
    /// Levels from the title's block up to where this block joins it, and from there down to this block.
    pub(crate) from_title: (f32, f32),
    /// The same from the description's block.
    pub(crate) from_description: (f32, f32),
    /// The level of the item around the block: of the innermost element that is one of at least three alike in a row and
    /// holds more than this block. Items are entries of lists, cards and posts.
    pub(crate) item: Option<usize>,
    /// The bits of [`Enclosing`].
    tags: u32,
}

impl Surroundings {
    /// True if the block is in such an element.
    pub(crate) fn is_inside(&self, element: Enclosing) -> bool {
        self.tags >> element as u32 & 1 == 1
    }
}

/// Elements around blocks, the container included.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Enclosing {
    ListItem,
    Cell,
    Article,
    Main,
    Quote,
    Preformatted,
}

impl Enclosing {
    /// The bit of a tag; 0 for other tags.
    fn bit(tag: Tag) -> u32 {
        let element = match tag {
            Tag::LI => Self::ListItem,
            Tag::TD | Tag::TH => Self::Cell,
            Tag::ARTICLE => Self::Article,
            Tag::MAIN => Self::Main,
            Tag::BLOCKQUOTE => Self::Quote,
            Tag::PRE => Self::Preformatted,
            _ => return 0,
        };
        1 << element as u32
    }
}

/// The most elements above a block among which tags are looked for.
const TAG_REACH: usize = 24;
/// The fewest siblings alike in a row that are items.
const LEAST_ITEMS: u32 = 3;

/// The surroundings of each wanted block.
pub(crate) fn surroundings(
    layout: &Layout,
    signatures: &Signatures,
    names: &Names,
    wanted: &[bool],
    [title, description]: [Option<BlockRef>; 2],
) -> Vec<Surroundings> {
    // Neighbours are often in the same container.
    let (mut container, mut of_container) = (None, Surroundings::default());
    let of_block = layout.page.block_refs().map(|block| {
        if !wanted[block.at] {
            return Surroundings::default();
        }
        let node = block.container();
        if container.replace(node) != Some(node) {
            of_container.tags = tags_around(node);
            of_container.from_title = anchors::levels(title, node);
            of_container.from_description = anchors::levels(description, node);
        }
        let (groups, levels) = names.around_text(block);
        let item = (0..LEVELS).find(|level| {
            let run = signatures.repeats.length(layout.level(block.at, *level).id);
            run >= LEAST_ITEMS && layout.level_blocks(block.at, *level).len() >= 2
        });
        Surroundings { groups, levels, item, ..of_container }
    });
    of_block.collect()
}

/// The bits of [`Enclosing`] of a container and of the elements around it.
fn tags_around(container: Node) -> u32 {
    let near = container.up(TAG_REACH).take_while(|node| node.id != Document::ROOT);
    near.fold(0, |bits, node| bits | Enclosing::bit(node.tag()))
}
