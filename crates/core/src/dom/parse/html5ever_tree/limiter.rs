//! Keeps depth and size within bounds while html5ever builds.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use html5ever::LocalName;
use html5ever::tokenizer::{EndTag, StartTag, Tag as TagToken, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::sink::Tree;
use crate::dom::Tag;
use crate::dom::parse::{MAX_DEPTH, limits};

/// Stands between tokenizer and tree builder and keeps depth and size within bounds.
pub(super) struct Limiter {
    pub(super) builder: TreeBuilder<u32, Tree>,
    max_elements: usize,
    /// Elements ended as soon as they began, by name: so many of their end tags are to come.
    ended_early: RefCell<HashMap<LocalName, u32>>,
    pub(super) flattened: Cell<u32>,
    pub(super) ignored: Cell<u32>,
}

impl TokenSink for Limiter {
    type Handle = u32;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<u32> {
        let Token::TagToken(tag) = token else {
            return self.builder.process_token(token, line);
        };
        if self.builder.sink.elements.get() > self.max_elements && !holds_raw_text(&tag.name) {
            self.ignored.set(self.ignored.get() + 1);
            return TokenSinkResult::Continue;
        }
        match tag.kind {
            StartTag => self.start(tag, line),
            EndTag if self.is_end_of_ended(&tag.name) => TokenSinkResult::Continue,
            EndTag => self.builder.process_token(Token::TagToken(tag), line),
        }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Limiter {
    /// For a page of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        Self {
            builder: TreeBuilder::new(Tree::new(), options),
            max_elements: limits::max_elements(bytes),
            ended_early: RefCell::default(),
            flattened: Cell::new(0),
            ignored: Cell::new(0),
        }
    }

    fn start(&self, tag: TagToken, line: u64) -> TokenSinkResult<u32> {
        let name = tag.name.clone();
        let depth = &self.builder.sink.deepest_new;
        depth.set(0);
        let is_self_closing = tag.self_closing;
        let result = self.builder.process_token(Token::TagToken(tag), line);
        let is_open = !holds_raw_text(&name)
            && !is_self_closing
            && !Tag::known(&name).is_some_and(Tag::is_void);
        if depth.get() > u32::from(MAX_DEPTH) && is_open {
            self.flattened.set(self.flattened.get() + 1);
            *self.ended_early.borrow_mut().entry(name.clone()).or_default() += 1;
            let end = TagToken {
                kind: EndTag,
                name,
                self_closing: false,
                attrs: Vec::new(),
                had_duplicate_attributes: false,
            };
            let _ = self.builder.process_token(Token::TagToken(end), line);
        }
        result
    }

    /// Whether an end tag belongs to an element that was ended early; it is then used up.
    fn is_end_of_ended(&self, name: &LocalName) -> bool {
        let mut ended = self.ended_early.borrow_mut();
        match ended.get_mut(name) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Whether a start tag switches the tokenizer to raw text, so that both of its tags must be seen.
fn holds_raw_text(name: &LocalName) -> bool {
    matches!(
        &**name,
        "script"
            | "style"
            | "textarea"
            | "title"
            | "xmp"
            | "iframe"
            | "noembed"
            | "noframes"
            | "plaintext"
    )
}
