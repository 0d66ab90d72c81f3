//! Lines of the walk: text and its line ends.

use std::borrow::Cow;

use super::poems::is_line_of_poem;
use super::{Line, Open, Walker};
use crate::dom::{Document, NodeId, Tag};
use crate::methods::part_of;
use crate::page::{BlockIndex, Gap, Node, NodeFlags};
use crate::render::events::{Element, Event};
use crate::render::{blanks, formula};
use crate::text::chars::is_blank;

/// The relation of a text's block to the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    /// They are the same, or read as one.
    None,
    /// On the same line.
    SameLine,
    /// On a line of its own.
    NewLine,
}

/// The length in characters at which two blocks no longer share a line, if both have it.
const LONG: u32 = 40;

/// The number of levels above a text in which to look for the element that makes it code.
const CODE_LEVELS: usize = 6;

/// Punctuation that closes the words before it.
fn closes_words(c: char) -> bool {
    ".,;:!?)]}，。；：！？、）】》」』”’".contains(c)
}

/// The text of a note without the mark at its start, recognised by the signs around it: `[1] `, `1. `, `* `.
fn without_sign<'t>(text: &'t str, sign: &str) -> &'t str {
    let trimmed = text.trim_start();
    let inner = trimmed.trim_start_matches(['[', '(', '（', '［', '【']);
    let Some(rest) = inner.strip_prefix(sign) else { return text };
    let after = rest.trim_start_matches(|c: char| "])）］】.:：、".contains(c));
    let is_sign = after.len() < rest.len() || sign.chars().all(|c| !c.is_alphanumeric());
    if is_sign { after.trim_start() } else { text }
}

impl<'a> Walker<'a, '_> {
    /// Ends a paragraph; a heading, caption or term stays open.
    pub(super) fn end_paragraph(&mut self) {
        if self.line == Some(Line::Paragraph) {
            self.end_line();
        }
    }

    pub(super) fn end_line(&mut self) {
        while self.begun > 0 {
            self.begun -= 1;
            self.events.push(Event::End);
        }
        if self.line.take() == Some(Line::Paragraph) {
            self.events.push(Event::End);
        }
        (self.breaks, self.needs_blank) = (0, false);
    }

    /// Opens a line if none is open, and the inline elements around the current place.
    pub(super) fn begin_line(&mut self) {
        if self.line.is_none() {
            if self.is_open(Open::List) || self.is_open(Open::DefinitionList) {
                let (id, open) =
                    self.blocks.last().copied().unwrap_or((Document::ROOT, Open::List));
                let element = if open == Open::List { Element::Item } else { Element::Description };
                self.events.push(Event::Start(element));
                self.blocks.push((id, Open::Other));
            }
            self.events.push(Event::Start(Element::Paragraph));
            self.line = Some(Line::Paragraph);
            (self.breaks, self.needs_blank) = (0, false);
            if let Some(is_ticked) = self.task_box.take() {
                self.events.push(Event::TaskBox(is_ticked));
                self.needs_blank = true;
            }
        }
        if self.needs_blank {
            self.events.push(Event::Text(Cow::Borrowed(" ")));
            self.needs_blank = false;
        }
        while self.begun < self.inlines.len() {
            self.events.push(Event::Start(self.inlines[self.begun].1.clone()));
            self.begun += 1;
        }
    }

    pub(super) fn text(&mut self, node: Node<'a>) {
        let text = node.text();
        let mut is_first = true;
        while let Some(span) = self.rest.take_piece(node) {
            let part = part_of(text, span);
            let part = match self.note_sign.take() {
                Some(sign) => without_sign(part, &sign),
                None => part,
            };
            if is_first {
                self.break_before(node, part);
            } else {
                self.needs_blank = true;
            }
            is_first = false;
            if node.flags().has(NodeFlags::PREFORMATTED) {
                self.push_lines(part);
            } else {
                self.push(part);
            }
            self.room.bound(&mut self.events);
        }
        if is_first && text.contains(|c: char| c.is_whitespace()) && text.trim().is_empty() {
            self.needs_blank |= self.line.is_some();
        }
    }

    /// Ends the line or the paragraph where the page does so before this text.
    fn break_before(&mut self, node: Node, part: &str) {
        let block = self.page.block_of(node.id);
        let change = self.change_to(block, node);
        self.last_block = block;
        if self.line.is_none() {
            return;
        }
        let is_indented = blanks::is_indented(part);
        match (self.breaks, self.line) {
            (0, Some(Line::Paragraph)) if change == Change::NewLine => self.end_line(),
            (0, Some(Line::Fixed)) if change == Change::NewLine => self.needs_blank = true,
            (0, _) if change == Change::SameLine => {
                self.needs_blank |=
                    self.is_gap(node) && !self.is_joined(node, part) || self.starts_word(part);
            }
            (0, _) => {
                let texts = self.page.texts();
                let index = texts.binary_search_by_key(&node.id, |text| text.node);
                let gap = index.map_or(Gap::None, |index| texts[index].gap_before);
                self.needs_blank |= match gap {
                    Gap::Blank => true,
                    Gap::Elements => self.separates(node, part) || self.follows_number(part),
                    Gap::None => self.follows_number(part) && self.is_gap(node),
                };
            }
            (1, Some(Line::Paragraph)) if !is_indented || is_in_poem(node) => self.line_break(),
            (_, Some(Line::Fixed)) => self.line_break(),
            _ => self.end_line(),
        }
    }

    /// The relation of a text's block to the last one if no line ends in the page between them. Blocks that an inline element
    /// sets apart (a date, a label) share their line, unless both are as long as paragraphs: styles can turn such elements into
    /// paragraphs. Blocks with only a formula or hidden text between them are one.
    fn change_to(&self, block: Option<BlockIndex>, node: Node) -> Change {
        let (Some(at), Some(last)) = (block, self.last_block) else { return Change::None };
        let (block, last) = (self.page.block(at), self.page.block(last));
        let is_hidden_between = at == last.at + 2
            && self.page.block(last.at + 1).is_hidden
            && self.page.block(last.at + 1).container == block.container
            && last.container == block.container;
        if at == last.at || is_hidden_between {
            return Change::None;
        }
        let are_alike = block.is_hidden == last.is_hidden && block.is_noscript == last.is_noscript;
        let are_long = block.characters.min(last.characters) >= LONG;
        if are_alike && !(are_long && self.is_gap(node)) {
            Change::SameLine
        } else {
            Change::NewLine
        }
    }

    /// True if more than the edge of one element lies between a text and the last one kept: white
    /// space, another text, or two adjacent elements.
    fn is_gap(&self, node: Node) -> bool {
        let before = self.rest.before_last();
        let outermost = node.ancestors().take_while(|above| above.id > before).last();
        let between = self.page.texts().partition_point(|text| text.node <= before);
        let is_next = self.page.texts().get(between).is_some_and(|text| text.node == node.id);
        let is_apart = outermost.is_some_and(|edge| {
            let inside = self.page.node(NodeId(edge.id.0 - 1));
            inside.id != before || inside.parent() != edge.parent()
        });
        self.needs_blank || !is_next || is_apart
    }

    /// True if two adjacent elements are two words; in Chinese they are not.
    fn separates(&self, node: Node, part: &str) -> bool {
        let before = self.last_text().chars().next_back();
        blanks::are_words(before, part.chars().next()) && !self.is_joined(node, part)
    }

    /// True if a text follows the last one without a blank when the page has none: next to the
    /// inner side of a bracket, and in code and terms next to any punctuation.
    fn is_joined(&self, node: Node, part: &str) -> bool {
        let before = self.last_text();
        let is_inner = before.ends_with(|c| "([{（".contains(c)) || part.starts_with(closes_words);
        is_inner || (before.ends_with(is_mark) || part.starts_with(is_mark)) && is_in_code(node)
    }

    /// True if one word ends and another starts without a blank, as where styles separate them:
    /// `Published` and `May`.
    fn starts_word(&self, part: &str) -> bool {
        part.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
            && self.last_text().chars().rev().take(2).filter(|c| c.is_lowercase()).count() == 2
    }

    /// True if a word follows a number without a blank, or anything a day: `10 Jul 2025` and `Health`, `05-20` and `2024年`.
    fn follows_number(&self, part: &str) -> bool {
        let mut first = part.chars();
        let (before, next) = (self.last_text(), first.next());
        let begins_word =
            next.is_some_and(char::is_uppercase) && first.next().is_some_and(char::is_lowercase);
        before.ends_with(|c: char| c.is_ascii_digit())
            && (begins_word
                || next.is_some_and(char::is_alphanumeric) && before.contains(['-', '/', ':']))
    }

    /// The text added last.
    pub(super) fn last_text(&self) -> &str {
        let texts = self.events.iter().rev().find_map(|event| match event {
            Event::Text(text) => Some(text.as_ref()),
            _ => None,
        });
        texts.unwrap_or("")
    }

    fn line_break(&mut self) {
        (self.breaks, self.needs_blank) = (0, false);
        if !matches!(self.last_event(), Some(Event::Start(_) | Event::LineBreak)) {
            self.events.push(Event::LineBreak);
        }
    }

    /// Adds text whose line ends are shown.
    fn push_lines(&mut self, part: &'a str) {
        for (number, line) in part.split('\n').enumerate() {
            if number > 0 && self.line.is_some() {
                self.breaks += 1;
            }
            if line.trim().is_empty() {
                continue;
            }
            match (self.breaks, self.line) {
                (0, _) | (_, None) => {}
                (1, _) | (_, Some(Line::Fixed)) => self.line_break(),
                _ => self.end_line(),
            }
            self.push(line);
        }
    }

    /// Adds text to the line: collapses blanks, and turns formulas between TeX delimiters into
    /// formulas.
    fn push(&mut self, part: &'a str) {
        let starts_blank = part.starts_with(|c| is_blank(c) && !blanks::is_invisible(c));
        let is_at_start =
            self.line.is_none() || matches!(self.last_event(), Some(Event::LineBreak));
        let is_fixed_start =
            matches!(self.last_event(), Some(Event::Start(element)) if element.is_line());
        self.needs_blank |= starts_blank && !is_at_start && !is_fixed_start;
        if is_at_start && self.line.is_none() || is_fixed_start {
            self.needs_blank = false;
        }
        let (shown, ends_blank) = blanks::as_shown(part);
        if shown.is_empty() {
            return;
        }
        // In lists a style sheet moves the date away from the link.
        let is_after_link = std::mem::take(&mut self.is_after_link);
        self.needs_blank |=
            is_after_link && !is_at_start && !is_fixed_start && begins_with_year(&shown);
        if shown.starts_with(['▢', '☐', '☑', '□', '✓', '✔']) {
            self.task_box = None;
        }
        self.begin_line();
        match shown {
            Cow::Borrowed(text) => formula::split(text, |piece| self.piece(piece, Cow::Borrowed)),
            Cow::Owned(text) => formula::split(&text, |piece| {
                self.piece(piece, |text| Cow::Owned(text.to_owned()));
            }),
        }
        self.needs_blank = ends_blank;
    }

    fn piece<'t>(&mut self, piece: formula::Piece<'t>, text_of: fn(&'t str) -> Cow<'a, str>) {
        self.events.push(match piece {
            formula::Piece::Text(text) => Event::Text(text_of(text)),
            formula::Piece::Formula { latex, is_display } => {
                Event::Formula { latex: latex.to_owned(), is_display }
            }
        });
        self.room.bound(&mut self.events);
    }
}

/// True if a text is in a line of a poem.
fn is_in_poem(node: Node) -> bool {
    node.ancestors().take(CODE_LEVELS).any(is_line_of_poem)
}

fn is_mark(c: char) -> bool {
    !c.is_alphanumeric() && c != '_'
}

fn is_in_code(node: Node) -> bool {
    let mut around = node.ancestors().take(CODE_LEVELS);
    around.any(|above| matches!(above.tag(), Tag::DT | Tag::CODE | Tag::SAMP | Tag::TT))
}

/// True if a text begins with the year of a date: `2026-11-12`.
fn begins_with_year(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 && text[digits..].starts_with(['-', '/', '.', '年'])
}
