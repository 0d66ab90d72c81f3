//! What an element is besides its tag: rows that are tried before the walk nests it.

use super::poems::is_line_of_poem;
use super::{Line, Open, Walker};
use crate::dom::Tag;
use crate::page::footnotes::Note;
use crate::page::{Node, code};
use crate::render::admonition;
use crate::render::code::{Preformatted, block};
use crate::render::events::{CodeBlock, Element, Event};
use crate::render::formula::{self, Formula};
use crate::render::section_links::is_section_link;
use crate::render::side_notes::{is_number_before, is_side_note, number};

/// A row: how elements of a kind are written.
struct Construct {
    /// What is written for an element; `None` if it is not of this kind.
    of: fn(&Walker<'_, '_>, Node) -> Option<Made>,
    /// True if only block-level elements may be of this kind: most elements are not asked.
    of_blocks: bool,
    /// True if the walk enters the element.
    keeps: bool,
}

/// The rows, in the order in which they are tried.
const CONSTRUCTS: [Construct; 12] = [
    Construct { of: formula, of_blocks: false, keeps: false },
    Construct { of: footnote_mark, of_blocks: false, keeps: false },
    Construct { of: side_note_below, of_blocks: false, keeps: false },
    Construct { of: side_note, of_blocks: false, keeps: true },
    Construct { of: left_out, of_blocks: false, keeps: false },
    Construct { of: code_block, of_blocks: false, keeps: false },
    Construct { of: poem_line, of_blocks: false, keeps: true },
    Construct { of: line_of_heading, of_blocks: true, keeps: true },
    Construct { of: footnote, of_blocks: true, keeps: true },
    Construct { of: quotation, of_blocks: true, keeps: true },
    Construct { of: label_of_box, of_blocks: true, keeps: true },
    Construct { of: button_of_caption, of_blocks: false, keeps: false },
];

/// What is written for a construct.
enum Made {
    Nothing,
    /// Nothing of its own: the element is nested like others, behind the end of the paragraph.
    Nested,
    /// The end of the paragraph.
    EndOfParagraph,
    /// The end of the line.
    LineBreak,
    Formula(Formula),
    FootnoteMark(String),
    /// A note beside the text, with its number.
    SideNote(Option<String>),
    Code(CodeBlock),
    Footnote(Note),
    Quote,
    /// Strong words in a paragraph of their own.
    Label,
}

impl<'a> Walker<'a, '_> {
    /// Writes an element that is a construct. Returns whether to walk its descendants; `None` if it is nested like others.
    pub(super) fn construct(&mut self, node: Node<'a>) -> Option<bool> {
        let is_block = node.tag().is_block_level();
        let mut rows = CONSTRUCTS.iter().filter(|row| is_block || !row.of_blocks);
        let (keeps, made) = rows.find_map(|row| Some((row.keeps, (row.of)(self, node)?)))?;
        let is_nested = matches!(made, Made::Nested);
        self.write(node, made);
        (!is_nested).then_some(keeps)
    }

    fn write(&mut self, node: Node<'a>, made: Made) {
        match made {
            Made::Nothing => {}
            Made::Nested | Made::EndOfParagraph => self.end_paragraph(),
            Made::LineBreak => self.breaks = self.breaks.max(1),
            Made::Formula(formula) => self.formula(formula),
            Made::FootnoteMark(label) => {
                self.begin_line();
                self.events.push(Event::FootnoteMark(label));
            }
            Made::SideNote(number) => self.begin_side_note(node, number),
            Made::Code(code) => {
                self.end_line();
                self.events.push(Event::Code(Box::new(code)));
            }
            Made::Footnote(note) => {
                self.end_paragraph();
                self.note_sign = note.sign;
                self.begin(node.id, Element::Footnote(note.label), Open::Other);
            }
            Made::Quote => {
                self.end_paragraph();
                self.begin(node.id, Element::Quote, Open::Other);
            }
            Made::Label => {
                self.end_paragraph();
                self.inlines.push((node.id, Element::Strong));
            }
        }
    }

    fn begin_side_note(&mut self, node: Node<'a>, number: Option<String>) {
        self.side_notes += 1;
        let number = number.filter(|label| !self.footnotes.has_label(label));
        let label = number.unwrap_or_else(|| format!("n{}", self.side_notes));
        self.needs_blank = false;
        self.begin_line();
        self.events.push(Event::FootnoteMark(label.clone()));
        self.inlines.push((node.id, Element::Footnote(label)));
    }

    /// True if an element of a post quotes another post. One around a `blockquote` does not: the `blockquote` does.
    fn is_quotation(&self, node: Node) -> bool {
        self.is_thread
            && node.is_named_quotation()
            && !node.children().any(|child| child.is(Tag::BLOCKQUOTE))
    }
}

fn formula(_: &Walker, node: Node) -> Option<Made> {
    formula::of_element(node.in_document()).map(Made::Formula)
}

fn footnote_mark(walker: &Walker, node: Node) -> Option<Made> {
    walker.footnotes.mark(node.id).map(Made::FootnoteMark)
}

/// A side note that is below the text too.
fn side_note_below(walker: &Walker, node: Node) -> Option<Made> {
    let is_note = is_side_note(node) && walker.line == Some(Line::Paragraph);
    let is_below = is_note
        && matches!(walker.last_event(), Some(Event::FootnoteMark(label)) if walker.footnotes.has_label(label));
    is_below.then_some(Made::Nothing)
}

fn side_note(walker: &Walker, node: Node) -> Option<Made> {
    if !is_side_note(node) || walker.line != Some(Line::Paragraph) {
        return None;
    }
    if walker.has_inline(|open| matches!(open, Element::Footnote(_))) {
        return Some(Made::Nothing);
    }
    Some(Made::SideNote(node.descendants().take(4).find_map(number)))
}

/// Numbers of side notes, links back from footnotes, links to sections, and labels of panels.
fn left_out(walker: &Walker, node: Node) -> Option<Made> {
    let is_left_out = is_number_of_side_note(walker, node)
        || walker.footnotes.is_left_out(node.id)
        || is_section_link(node)
        || walker.tabs.is_label(node.id);
    is_left_out.then_some(Made::Nothing)
}

/// True if an element is the number of a side note, before it or at its start.
fn is_number_of_side_note(walker: &Walker, node: Node) -> bool {
    let is_at_start = walker.begun < walker.inlines.len()
        && matches!(walker.inlines.last(), Some((_, Element::Footnote(_))));
    matches!(node.tag(), Tag::SUP | Tag::SPAN | Tag::LABEL | Tag::A)
        && (is_at_start && number(node).is_some() || is_number_before(node))
}

fn code_block(walker: &Walker, node: Node) -> Option<Made> {
    if !code::is_block(node) || walker.is_in_fixed_line() {
        return None;
    }
    Some(match block(node, |text| walker.rest.holds(text)) {
        Preformatted::Code { language, text } => Made::Code(CodeBlock { language, text }),
        Preformatted::Numbers => Made::EndOfParagraph,
        Preformatted::Text => Made::Nested,
    })
}

fn poem_line(_: &Walker, node: Node) -> Option<Made> {
    is_line_of_poem(node).then_some(Made::LineBreak)
}

/// A block inside a heading or caption is one more line of it.
fn line_of_heading(walker: &Walker, _: Node) -> Option<Made> {
    walker.is_in_fixed_line().then_some(Made::LineBreak)
}

fn footnote(walker: &Walker, node: Node) -> Option<Made> {
    let note = walker.footnotes.note(node.id)?;
    Some(Made::Footnote(note.clone()))
}

/// What a post quotes, and notes in a box of their own.
fn quotation(walker: &Walker, node: Node) -> Option<Made> {
    let is_quote = walker.is_quotation(node) || admonition::is_box(node);
    is_quote.then_some(Made::Quote)
}

fn label_of_box(walker: &Walker, node: Node) -> Option<Made> {
    let is_label = walker.parts.formatting && admonition::is_label(node);
    let is_open = is_label && walker.has_inline(|open| *open == Element::Strong);
    is_label.then_some(if is_open { Made::EndOfParagraph } else { Made::Label })
}

/// A link in the caption of code that does what a button does: `view raw`.
fn button_of_caption(walker: &Walker, node: Node) -> Option<Made> {
    let is_button = node.is(Tag::A)
        && walker.is_in_fixed_line()
        && node.ancestors().take(3).any(|above| above.is(Tag::FIGCAPTION))
        && code::is_label(&node.text_content());
    is_button.then_some(Made::Nothing)
}
