//! Tree construction (HTML standard, section "Tree construction"): tokens to a tree, one file a
//! family of insertion modes.

mod adoption;
mod body_end;
mod body_start;
mod foreign;
mod foreign_names;
mod fragment;
mod frameset;
mod head;
mod insert;
mod quirks;
mod table;
mod template;

use super::tokens::{TagToken, Token, Tokenizer};
use super::tree::formatting::FormattingList;
use super::tree::open::OpenElements;
use super::tree::{Marks, NONE, Tree};
use crate::Tag;
use crate::span::Span;

/// The insertion modes. "In table text" and "text" go on in the mode before them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    Text,
    InTable,
    InTableText,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// The outcome of a token in a mode.
enum Next {
    Done,
    /// "Reprocess the token", in the mode that is now set.
    Again(Token),
}

/// Everything that outlives a page.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    pub(super) tree: Tree,
    open: OpenElements,
    formatting: FormattingList,
    template_modes: Vec<Mode>,
    table_text: Vec<Span>,
    late_attributes: Vec<(u32, Span)>,
    ended_early: Vec<u32>,
}

/// Builds the tree of one page.
pub(super) struct Builder<'a> {
    pub(super) tokens: Tokenizer<'a>,
    pub(super) tree: Tree,
    open: OpenElements,
    formatting: FormattingList,
    mode: Mode,
    /// The mode before "text" or "in table text".
    original_mode: Mode,
    template_modes: Vec<Mode>,
    /// The "pending table character tokens", and whether all are blank.
    table_text: Vec<Span>,
    is_table_text_blank: bool,
    /// Attributes of further `html` and `body` tags, by element.
    late_attributes: Vec<(u32, Span)>,
    head: u32,
    form: u32,
    /// The element that a fragment is read as the content of.
    context: u32,
    allows_frameset: bool,
    fosters: bool,
    skips_newline: bool,
    is_quirky: bool,
    scripting: bool,
    /// By tag, the number of elements ended as soon as they began: as many of their end tags will follow.
    ended_early: Vec<u32>,
    bounds: Bounds,
    pub(super) doctype: super::tokens::Doctype,
    pub(super) flattened: u32,
    pub(super) ignored: u32,
}

/// Tokens that are read at once, before the caller is asked.
const TOKENS: usize = 1 << 6;

/// The most that a tree may hold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Nodes, about.
    pub(super) nodes: usize,
    /// Levels of elements.
    pub(super) depth: u16,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        tokens: Tokenizer<'a>,
        buffers: Buffers,
        scripting: bool,
        bounds: Bounds,
    ) -> Self {
        let Buffers {
            mut tree,
            mut open,
            mut formatting,
            mut template_modes,
            mut table_text,
            mut late_attributes,
            mut ended_early,
        } = buffers;
        tree.reset();
        open.reset();
        formatting.entries.clear();
        template_modes.clear();
        table_text.clear();
        late_attributes.clear();
        ended_early.clear();
        Self {
            tokens,
            tree,
            open,
            formatting,
            mode: Mode::Initial,
            original_mode: Mode::Initial,
            template_modes,
            table_text,
            is_table_text_blank: true,
            late_attributes,
            head: NONE,
            form: NONE,
            context: NONE,
            allows_frameset: true,
            fosters: false,
            skips_newline: false,
            is_quirky: false,
            scripting,
            ended_early,
            bounds,
            doctype: super::tokens::Doctype::default(),
            flattened: 0,
            ignored: 0,
        }
    }

    /// Reads the whole page, or until `goes_on` returns false for the steps taken.
    pub(super) fn run(&mut self, goes_on: &mut dyn FnMut(usize) -> bool) {
        let mut nodes = 0;
        while !self.read(TOKENS) {
            // A token may open many elements again.
            let opened = self.tree.nodes.len() - nodes;
            nodes += opened;
            if !goes_on(TOKENS + opened) {
                return self.process(Token::EndOfFile);
            }
        }
    }

    /// Reads a number of tokens. Returns whether the page has ended.
    fn read(&mut self, tokens: usize) -> bool {
        for _ in 0..tokens {
            let in_foreign = self.is_in_foreign();
            match self.tokens.next(in_foreign) {
                Token::Text(text) => self.text_token(text),
                Token::Start(tag) => self.start_token(tag),
                Token::End(tag) => self.end_token(tag),
                Token::EndOfFile => {
                    self.process(Token::EndOfFile);
                    return true;
                }
                token => {
                    self.skips_newline = false;
                    self.process(token);
                }
            }
        }
        false
    }

    #[inline(always)]
    fn text_token(&mut self, mut text: Span) {
        if std::mem::take(&mut self.skips_newline) && self.tokens.str(text).starts_with('\n') {
            text.start += 1;
        }
        if text.start < text.end {
            self.process(Token::Text(text));
        }
    }

    #[inline(always)]
    fn start_token(&mut self, tag: TagToken) {
        self.skips_newline = false;
        if self.tree.nodes.len() > self.bounds.nodes && raw_text_name(tag.tag).is_empty() {
            self.ignored += 1;
            return;
        }
        let open = self.open.len();
        self.process(Token::Start(tag));
        let is_deeper = self.open.len() > open && self.open.len() > usize::from(self.bounds.depth);
        if is_deeper && self.mode != Mode::Text {
            self.end_early(tag.tag);
        }
    }

    #[inline(always)]
    fn end_token(&mut self, tag: TagToken) {
        self.skips_newline = false;
        if self.tree.nodes.len() > self.bounds.nodes && self.mode != Mode::Text {
            self.ignored += 1;
            return;
        }
        if self.flattened > 0
            && let Some(count) = self.ended_early.get_mut(usize::from(tag.tag.number()))
            && *count > 0
        {
            *count -= 1;
            return;
        }
        self.process(Token::End(tag));
    }

    /// Ends an element that began too deep; its own end tag is swallowed when it comes.
    #[cold]
    fn end_early(&mut self, tag: Tag) {
        self.flattened += 1;
        let number = usize::from(tag.number());
        if self.ended_early.len() <= number {
            self.ended_early.resize(number + 1, 0);
        }
        self.ended_early[number] += 1;
        let attributes = Span::default();
        self.process(Token::End(TagToken { tag, attributes, is_self_closing: false }));
    }

    /// Section "Tree construction": the dispatcher.
    #[inline(always)]
    fn process(&mut self, token: Token) {
        let mut next = self.dispatch(token);
        while let Next::Again(token) = next {
            next = self.dispatch(token);
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, token: Token) -> Next {
        if self.is_in_foreign() && !self.is_for_html(token) {
            return self.in_foreign_content(token);
        }
        self.by_mode(self.mode, token)
    }

    #[inline(always)]
    fn by_mode(&mut self, mode: Mode, token: Token) -> Next {
        if mode == Mode::InBody {
            return self.in_body(token);
        }
        self.by_other_mode(mode, token)
    }

    #[inline(never)]
    fn by_other_mode(&mut self, mode: Mode, token: Token) -> Next {
        match mode {
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InBody => self.in_body(token),
            Mode::Text => self.in_raw_text(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// True if the "adjusted current node" is SVG or MathML.
    fn is_in_foreign(&self) -> bool {
        match self.open.top() {
            Some(_) if self.context != NONE && self.open.len() == 1 => {
                !self.tree.node(self.context).marks.is_html()
            }
            Some(top) => !top.marks.is_html(),
            None => false,
        }
    }

    /// The "adjusted current node".
    fn adjusted_current_node(&self) -> u32 {
        if self.context != NONE && self.open.len() == 1 {
            return self.context;
        }
        self.open.top_node()
    }

    /// True if a token within foreign content is read by the rules for HTML.
    fn is_for_html(&self, token: Token) -> bool {
        let marks = self.tree.node(self.adjusted_current_node()).marks;
        match token {
            Token::Start(tag) => {
                let name = self.tag_name(tag.tag);
                (marks.has(Marks::TEXT_INSIDE) && !matches!(name, "mglyph" | "malignmark"))
                    || (marks.has(Marks::ANNOTATION) && tag.tag == Tag::SVG)
                    || marks.has(Marks::HTML_INSIDE)
            }
            Token::Text(_) | Token::Nul => marks.has(Marks::TEXT_INSIDE.with(Marks::HTML_INSIDE)),
            Token::EndOfFile => true,
            _ => false,
        }
    }

    fn tag_name(&self, tag: Tag) -> &str {
        self.tokens.store.tag_name(self.tokens.page, tag)
    }

    /// Gives the buffers back.
    pub(super) fn into_buffers(self) -> (Buffers, super::tokens::Store) {
        let Self {
            tree,
            open,
            formatting,
            template_modes,
            table_text,
            late_attributes,
            ended_early,
            tokens,
            ..
        } = self;
        let buffers = Buffers {
            tree,
            open,
            formatting,
            template_modes,
            table_text,
            late_attributes,
            ended_early,
        };
        (buffers, tokens.store)
    }
}

/// The name whose end tag ends an element of raw text; empty for other elements.
fn raw_text_name(tag: Tag) -> &'static str {
    match tag {
        Tag::TITLE => "title",
        Tag::TEXTAREA => "textarea",
        Tag::STYLE => "style",
        Tag::XMP => "xmp",
        Tag::IFRAME => "iframe",
        Tag::NOEMBED => "noembed",
        Tag::NOFRAMES => "noframes",
        Tag::NOSCRIPT => "noscript",
        Tag::SCRIPT => "script",
        Tag::PLAINTEXT => "plaintext",
        _ => "",
    }
}

/// The blanks that a text begins with, and the rest.
fn split_blanks(text: &str, span: Span) -> (Span, Span) {
    let rest = text.trim_start_matches(['\t', '\n', '\u{C}', '\r', ' ']);
    let middle = span.end - rest.len() as u32;
    (Span { start: span.start, end: middle }, Span { start: middle, end: span.end })
}

/// True if a text is nothing but the standard's whitespace.
fn is_blank(text: &str) -> bool {
    text.bytes().all(|b| matches!(b, b'\t' | b'\n' | 0x0C | b'\r' | b' '))
}
