//! The surroundings of blocks: the names and tags of the elements around them, and the way from the anchors.

use super::anchors::Anchor;
use super::layout::{LEVELS, Layout, Signatures};
use super::names::Names;
use super::names::groups::Levels;
use crate::dom::{Document, NodeId, Tag};
use crate::page::Page;

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
    [title, description]: [Option<&Anchor>; 2],
) -> Vec<Surroundings> {
    let page = layout.page;
    let is_item = |level: usize, block: usize| {
        signatures.repeats.length(layout.level(block, level)) >= LEAST_ITEMS
            && layout.level_blocks(block, level).len() >= 2
    };
    let mut of_container = by_container(page, |node| {
        let levels = |anchor| Anchor::levels(anchor, page, node);
        (tags_around(page, node), levels(title), levels(description))
    });
    let of_block = |(block, wanted): (usize, &bool)| {
        if !wanted {
            return Surroundings::default();
        }
        let (groups, levels) = names.around_text(page, block);
        let (tags, from_title, from_description) = of_container(block);
        let item = (0..LEVELS).find(|level| is_item(*level, block));
        Surroundings { groups, levels, from_title, from_description, item, tags }
    };
    wanted.iter().enumerate().map(of_block).collect()
}

/// A value of each block's container, computed once for neighbours in the same container.
fn by_container<T: Copy>(page: &Page, value: impl Fn(NodeId) -> T) -> impl FnMut(usize) -> T {
    let mut last = (Document::ROOT, value(Document::ROOT));
    move |block| {
        let container = page.blocks()[block].container;
        if last.0 != container {
            last = (container, value(container));
        }
        last.1
    }
}

/// The bits of [`Enclosing`] of a container and of the elements around it.
fn tags_around(page: &Page, container: NodeId) -> u32 {
    let document = page.document();
    let above = std::iter::once(container).chain(document.ancestors(container));
    let near = above.take(TAG_REACH).take_while(|id| *id != Document::ROOT);
    near.fold(0, |bits, id| bits | Enclosing::bit(document.tag(id)))
}
