//! The pieces of a line: names, times, numbers and buttons, each with the label before it, the verb behind it, and the mark that
//! parts it from the piece before. Who looks for authors, facts of products or heads of posts asks for these.
//!
//! A piece ends at a mark of [`crate::text::separators`], at a bracket, at the edge of an element, at a date and at the next
//! label; a labelled value ends where `marks/labels/value.rs` says.

mod cuts;
mod number;
mod pair;
mod piece;
mod reader;

pub use number::number_of_post;
pub use pair::Pair;
pub use piece::{Before, Is, Piece, Tag};

use std::ops::Range;

use super::{BlockIndex, BlockRef, Label, TextNode};
use reader::Reader;

/// The pieces of a short line.
#[derive(Debug, Clone)]
pub struct Line<'p> {
    /// The block; a text by itself has none.
    block: Option<BlockRef<'p>>,
    pieces: Vec<Piece<'p>>,
}

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// Before the block that shows the title.
    AboveTitle,
    /// That block.
    Title,
    /// Between the title and the main text.
    BelowTitle,
    /// In the main text.
    InText,
    /// Behind it.
    BelowText,
}

impl<'p> Line<'p> {
    /// The pieces of a block.
    pub fn of(block: BlockRef<'p>) -> Self {
        let starts = if block.characters > reader::LONGEST { Vec::new() } else { starts(block) };
        let pieces = Reader::new(block.text(), starts, block.sentence_ends > 0).read();
        Self { block: Some(block), pieces }
    }

    /// The pieces of a text that is no block.
    pub fn of_text(text: &'p str) -> Self {
        Self { block: None, pieces: Reader::new(text, Vec::new(), false).read() }
    }

    /// The pieces, in order.
    pub fn pieces(&self) -> &[Piece<'p>] {
        &self.pieces
    }

    /// The piece with this label in front of it.
    pub fn labelled(&self, field: Label) -> Option<&Piece<'p>> {
        self.pieces.iter().find(|piece| piece.label.is_some_and(|tag| tag.field == Some(field)))
    }

    /// The nearest date beside a piece, the one behind it first.
    pub fn date_beside(&self, at: usize) -> Option<&Piece<'p>> {
        let near = [at.checked_add(1), at.checked_sub(1)];
        let mut near = near.into_iter().flatten().filter_map(|at| self.pieces.get(at));
        near.find(|piece| piece.is == Is::Date)
    }

    /// The text node that a piece begins in; `None` if the line is no block.
    pub fn text_node(&self, piece: &Piece) -> Option<&'p TextNode> {
        self.block?.texts().get(piece.part)
    }
}

impl BlockRef<'_> {
    /// Where the block stands, by the block that shows the title and the blocks of the main text.
    pub fn position(self, title: Option<BlockIndex>, text: &Range<BlockIndex>) -> Position {
        match title {
            Some(title) if self.at < title => Position::AboveTitle,
            Some(title) if self.at == title => Position::Title,
            _ if self.at < text.start => Position::BelowTitle,
            _ if self.at < text.end => Position::InText,
            _ => Position::BelowText,
        }
    }
}

/// The bytes at which the texts of a block begin, but the first; with true where two elements meet there.
fn starts(block: BlockRef) -> Vec<reader::Start> {
    let (text, document) = (block.text(), block.page.document());
    let (mut at, mut starts) = (0, Vec::new());
    for (part, node) in block.texts().iter().enumerate() {
        let shown = document.text(node.node).trim();
        let word = shown.split_whitespace().next().unwrap_or("");
        let Some(found) = text.get(at..).and_then(|rest| rest.find(word)) else { continue };
        starts.push(reader::Start { at: at + found, part, gap: node.gap_before });
        at += found + word.len();
    }
    starts
}

mod tests;
