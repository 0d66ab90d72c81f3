//! Lines of the walk: text and inline content.

use std::borrow::Cow;

use super::{Line, Open, Walker};
use crate::dom::{AttributeName, Document, NodeId, Tag};
use crate::methods::part_of;
use crate::page::{Block, BlockIndex, Gap, Name, NodeFlags, code, media};
use crate::render::events::{Element, Event, LinkTarget};
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

/// Nodes of a quotation that are looked at for its first words.
const MOST_IN_QUOTE: usize = 64;

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

    pub(super) fn text(&mut self, id: NodeId) {
        let text = self.document.text(id);
        let mut is_first = true;
        while let Some(span) = self.content.spans.get(self.next_span).filter(|span| span.node == id)
        {
            let part = part_of(text, *span);
            let part = match self.note_sign.take() {
                Some(sign) => without_sign(part, &sign),
                None => part,
            };
            self.next_span += 1;
            if is_first {
                self.break_before(id, part);
            } else {
                self.needs_blank = true;
            }
            is_first = false;
            if self.page.flags(id).has(NodeFlags::PREFORMATTED) {
                self.push_lines(part);
            } else {
                self.push(part);
            }
            self.bound();
        }
        if is_first && text.contains(|c: char| c.is_whitespace()) && text.trim().is_empty() {
            self.needs_blank |= self.line.is_some();
        }
    }

    /// Ends the line or the paragraph where the page does so before this text.
    pub(super) fn break_before(&mut self, id: NodeId, part: &str) {
        let block = self.page.block_of(id);
        let change = self.change_to(block, id);
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
                    self.is_gap(id) && !self.is_joined(id, part) || self.starts_word(part);
            }
            (0, _) => {
                let texts = self.page.texts();
                let index = texts.binary_search_by_key(&id, |text| text.node);
                let gap = index.map_or(Gap::None, |index| texts[index].gap_before);
                self.needs_blank |=
                    gap == Gap::Blank || gap == Gap::Elements && self.separates(id, part);
            }
            (1, Some(Line::Paragraph)) if !is_indented || self.is_in_poem(id) => self.line_break(),
            (_, Some(Line::Fixed)) => self.line_break(),
            _ => self.end_line(),
        }
    }

    /// True if an element is a line of a poem: one of its own in the poem or a stanza, without others inside.
    pub(super) fn is_line_of_poem(&self, id: NodeId) -> bool {
        let document = self.document;
        if document.tag(id) != Tag::DIV || document.end(id).0 - id.0 > MOST_IN_QUOTE as u32 {
            return false;
        }
        let is_poem = |parent: NodeId| self.page.marks().class(parent).has(Name::Poem);
        let is_stanza = |id: NodeId| document.tag(id).is_block_level();
        document.parent(id).is_some_and(is_poem)
            && !is_poem(id)
            && !document.descendants(id).any(is_stanza)
            && document.descendants(id).filter(|id| document.tag(*id) == Tag::BR).count() < 2
    }

    /// True if a text is in a line of a poem.
    fn is_in_poem(&self, id: NodeId) -> bool {
        self.document.ancestors(id).take(CODE_LEVELS).any(|id| self.is_line_of_poem(id))
    }

    /// The relation of a text's block to the last one if no line ends in the page between them. Blocks that an inline element
    /// sets apart (a date, a label) share their line, unless both are as long as paragraphs: styles can turn such elements into
    /// paragraphs. Blocks with only a formula or hidden text between them are one.
    fn change_to(&self, block: Option<BlockIndex>, id: NodeId) -> Change {
        let (Some(own), Some(last)) = (block, self.last_block) else { return Change::None };
        let blocks = self.page.blocks();
        let (own_block, last_block) = (&blocks[own], &blocks[last]);
        let is_shared = own_block.container == last_block.container;
        let is_hidden_between = own == last + 2 && blocks[last + 1].is_hidden && is_shared;
        if own == last || is_hidden_between && blocks[last + 1].container == own_block.container {
            return Change::None;
        }
        let flags = |block: &Block| (block.is_hidden, block.is_noscript);
        let are_long = own_block.characters.min(last_block.characters) >= LONG;
        if flags(own_block) == flags(last_block) && !(are_long && self.is_gap(id)) {
            Change::SameLine
        } else {
            Change::NewLine
        }
    }

    /// True if more than the edge of one element lies between a text and the last one kept: white
    /// space, another text, or two adjacent elements.
    fn is_gap(&self, id: NodeId) -> bool {
        let spans = &self.content.spans;
        let before = self.next_span.checked_sub(2).map_or(Document::ROOT, |last| spans[last].node);
        let is_after = |id: &NodeId| *id > before;
        let outermost = self.document.ancestors(id).take_while(is_after).last();
        let is_beside_text = |edge: NodeId| {
            let node = NodeId(edge.0 - 1);
            node == before && self.document.parent(node) == self.document.parent(edge)
        };
        let between = self.page.texts().partition_point(|text| text.node <= before);
        let is_next = self.page.texts().get(between).is_some_and(|text| text.node == id);
        self.needs_blank || !is_next || outermost.is_some_and(|edge| !is_beside_text(edge))
    }

    /// True if two adjacent elements are two words; in Chinese they are not.
    pub(super) fn separates(&self, id: NodeId, part: &str) -> bool {
        let before = self.last_text().chars().next_back();
        blanks::are_words(before, part.chars().next()) && !self.is_joined(id, part)
    }

    /// True if a text follows the last one without a blank when the page has none: next to the
    /// inner side of a bracket, and in code and terms next to any punctuation.
    fn is_joined(&self, id: NodeId, part: &str) -> bool {
        let (before, after) = (self.last_text().chars().next_back(), part.chars().next());
        let is_inner =
            before.is_some_and(|c| "([{（".contains(c)) || part.starts_with(closes_words);
        let is_mark = |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric() && c != '_');
        let makes_code = |id: &NodeId| {
            matches!(self.document.tag(*id), Tag::DT | Tag::CODE | Tag::SAMP | Tag::TT)
        };
        let is_in_code = || self.document.ancestors(id).take(CODE_LEVELS).any(|id| makes_code(&id));
        is_inner || (is_mark(before) || is_mark(after)) && is_in_code()
    }

    /// True if one word ends and another starts without a blank, as where styles separate them:
    /// `Published` and `May`.
    fn starts_word(&self, part: &str) -> bool {
        let starts = |c: char| c.is_uppercase() || c.is_ascii_digit();
        part.starts_with(starts)
            && self.last_text().chars().rev().take(2).filter(|c| c.is_lowercase()).count() == 2
    }

    /// The text added last.
    fn last_text(&self) -> &str {
        let texts = self.events.iter().rev().find_map(|event| match event {
            Event::Text(text) => Some(text.as_ref()),
            _ => None,
        });
        texts.unwrap_or("")
    }

    pub(super) fn line_break(&mut self) {
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
    pub(super) fn push(&mut self, part: &'a str) {
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
            Cow::Borrowed(text) => formula::split(text, |piece| self.piece(piece)),
            Cow::Owned(text) => {
                formula::split(&text, |piece| self.piece_owned(piece));
            }
        }
        self.needs_blank = ends_blank;
    }

    pub(super) fn piece(&mut self, piece: formula::Piece<'a>) {
        match piece {
            formula::Piece::Text(text) => self.events.push(Event::Text(Cow::Borrowed(text))),
            formula::Piece::Formula { latex, is_display } => {
                self.events.push(Event::Formula { latex: latex.to_owned(), is_display });
            }
        }
        self.bound();
    }

    pub(super) fn piece_owned(&mut self, piece: formula::Piece<'_>) {
        match piece {
            formula::Piece::Text(text) => {
                self.events.push(Event::Text(Cow::Owned(text.to_owned())));
            }
            formula::Piece::Formula { latex, is_display } => {
                self.events.push(Event::Formula { latex: latex.to_owned(), is_display });
            }
        }
        self.bound();
    }

    pub(super) fn formula(&mut self, latex: String, is_display: bool) {
        // The drawn formula is next to its source.
        let is_known = matches!(self.last_event(), Some(Event::Formula { latex: last, .. }) if *last == latex);
        if latex.is_empty() || is_known {
            return;
        }
        self.begin_line();
        self.events.push(Event::Formula { latex, is_display });
        self.last_block = None;
    }

    pub(super) fn medium(&mut self, id: NodeId, is_image: bool) {
        while self.content.media.get(self.next_media).is_some_and(|media| *media < id) {
            self.next_media += 1;
        }
        if self.content.media.get(self.next_media) != Some(&id) {
            return;
        }
        self.next_media += 1;
        if !self.parts.images {
            return;
        }
        let event = if is_image {
            if let Some(formula) = formula::of_image(self.document, id) {
                return self.formula(formula.latex, formula.is_display);
            }
            if let Some(emoji) = media::emoji(self.document, id) {
                self.begin_line();
                return self.events.push(Event::Text(Cow::Owned(emoji)));
            }
            let source = self.document.attribute(id, AttributeName::SRC).unwrap_or("");
            // Many images may share one placeholder.
            let is_mark = |image: &media::Image| {
                self.marks.contains(source)
                    && self.page.addresses().media(source).as_ref() == Some(&image.address)
            };
            media::image(self.page, id)
                .filter(|image| !is_mark(image))
                .map(Box::new)
                .map(Event::Image)
        } else {
            media::embedded(self.page, id).map(Box::new).map(Event::Embedded)
        };
        let Some(event) = event else { return };
        if self.is_twin(&event) {
            return;
        }
        let is_bare = self.line.is_none()
            && self.blocks.last().is_some_and(|(_, open)| *open == Open::Other)
            && matches!(self.last_event(), Some(Event::Start(Element::Figure)));
        if !is_bare {
            let is_embedded = matches!(event, Event::Embedded(_));
            if (self.breaks > 0 || is_embedded) && self.line == Some(Line::Paragraph) {
                self.end_line();
            }
            self.begin_line();
        }
        // A player is not part of a line of words.
        let is_apart = matches!(event, Event::Embedded(_)) && self.line == Some(Line::Paragraph);
        self.events.push(event);
        if is_apart {
            self.end_line();
        }
    }

    /// True if an image repeats the one before it, as a `noscript` after a placeholder does; its alternative text is then taken
    /// over.
    fn is_twin(&mut self, event: &Event) -> bool {
        match (self.events.last_mut(), event) {
            (Some(Event::Image(last)), Event::Image(image)) if last.address == image.address => {
                if last.alt.is_none() {
                    last.alt.clone_from(&image.alt);
                }
                true
            }
            _ => false,
        }
    }

    /// A quotation whose marks the browser adds; `None` if the page has them too.
    pub(super) fn quotation(&self, id: NodeId) -> Option<Element<'a>> {
        let is_mark = |c: char| "\"'“”„‟‘’‚«»‹›「」『』《".contains(c);
        let is_text = |node: &NodeId| self.page.block_of(*node).is_some();
        let first = self.document.descendants(id).take(MOST_IN_QUOTE).find(is_text)?;
        let is_marked = self.document.text(first).trim_start().starts_with(is_mark)
            || self.last_text().ends_with(['"', '“', '„', '«', '『', '「']);
        let is_quote = |(_, open): &(NodeId, Element)| matches!(open, Element::InlineQuote { .. });
        let around = self.inlines.iter().filter(|inline| is_quote(inline)).count();
        (!is_marked).then_some(Element::InlineQuote { is_inner: around % 2 == 1 })
    }

    /// True if a link in the caption of code does what a button does: `view raw`.
    pub(super) fn is_button_of_caption(&self, id: NodeId) -> bool {
        let is_caption = |id: NodeId| self.document.tag(id) == Tag::FIGCAPTION;
        self.is_in_fixed_line()
            && self.document.ancestors(id).take(3).any(is_caption)
            && code::is_label(&self.document.text_content(id))
    }

    /// A link; `None` if it leads nowhere safe or only within the page.
    pub(super) fn link(&self, id: NodeId) -> Option<Element<'a>> {
        let href = self.document.attribute(id, AttributeName::HREF)?;
        if href.trim_start().starts_with('#') {
            return None;
        }
        let address = Cow::Owned(self.page.addresses().page(href)?);
        let title = self.document.attribute(id, AttributeName::TITLE);
        let says_more =
            |title: &&str| !title.is_empty() && *title != self.document.text_content(id).trim();
        let title = title.map(str::trim).filter(says_more).map(Cow::Borrowed);
        Some(Element::Link(Box::new(LinkTarget { address, title })))
    }
}

/// True if a text begins with the year of a date: `2026-11-12`.
fn begins_with_year(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 && text[digits..].starts_with(['-', '/', '.', '年'])
}
