//! The work on one page: how to read it, and the settings, facts and model to use.

use std::borrow::Cow;

use super::input::Input;
use crate::auto::{JudgingMemory, Model};
use crate::dom::{self, Decoding, Parser};
use crate::limits::{Limit, Limits, Work};
use crate::methods::{MethodTrace, Verdict};
use crate::options::{Options, PageInfo};
use crate::page::{Page, PageMemory};
use crate::records::{self, Signs};

/// Everything that the work on one page depends on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) options: &'a Options,
    pub(crate) info: &'a PageInfo<'a>,
    /// The model of method `auto`.
    pub(crate) model: &'a Model,
    /// True if the decider on each block is recorded, for a trace.
    pub(crate) notes_deciders: bool,
    /// The work on the page, counted.
    pub(crate) work: &'a Work,
}

/// Buffers reused from page to page.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    parser: Parser,
    page: PageMemory,
    pub(crate) judging: JudgingMemory,
}

/// A page that was read, and how it was decoded.
#[derive(Debug)]
pub(crate) struct ReadPage {
    pub(crate) page: Page,
    pub(crate) decoding: Decoding,
    /// The numbers of elements and of boxes, if they differ.
    pub(crate) unfit_boxes: Option<(usize, usize)>,
}

impl ReadPage {
    pub(crate) fn of(input: Input, info: &PageInfo, memory: &mut Memory, limits: Limits) -> Self {
        let (text, decoding) = match input {
            Input::Bytes(bytes) => info.decode(bytes),
            Input::Text(text) => (Cow::Borrowed(text), Decoding::already_text()),
            Input::Rendered(rendered) => {
                let page = Page::from_rendered_in(rendered, info.url, limits);
                return Self { page, decoding: Decoding::already_text(), unfit_boxes: None };
            }
        };
        memory.parser.limits = of_parser(&text, limits);
        let work = &memory.judging.work;
        let mut document = memory.parser.parse_while(&text, |steps| work.goes_on(steps));
        if !work.goes_on(document.len()) {
            // A part of a document has nothing that can be judged.
            memory.parser.recycle(document);
            document = memory.parser.parse("");
        }
        let page_memory = std::mem::take(&mut memory.page);
        let mut page = Page::from_document_in(document, info.url, page_memory, limits);
        let unfit_boxes = info.boxes.and_then(|boxes| page.set_boxes(boxes).err());
        Self { page, decoding, unfit_boxes }
    }
}

/// The limits of the parser for a text, which may begin with a byte order mark.
fn of_parser(text: &str, limits: Limits) -> dom::Limits {
    let length = text.strip_prefix('\u{FEFF}').unwrap_or(text).len();
    let most = |limit| limits.of(limit, length);
    dom::Limits {
        bytes: most(Limit::Bytes),
        nodes: most(Limit::Nodes),
        depth: u16::try_from(most(Limit::Depth)).unwrap_or(dom::MAX_DEPTH),
        attributes: most(Limit::Attributes),
    }
}

impl Memory {
    /// Counts what follows to the work on a page.
    pub(crate) fn begin(&mut self, work: &Work) {
        self.judging.work = work.clone();
    }

    /// Takes back the buffers of a finished page.
    pub(crate) fn recycle(&mut self, page: Page) {
        let (document, memory) = page.into_memory();
        self.parser.recycle(document);
        self.page = memory;
    }
}

impl Options {
    /// The verdict on a page, by the method and the options of this run.
    pub fn judge(&self, page: &Page, info: &PageInfo) -> Verdict {
        let (model, work) = (Model::embedded(), &Work::default());
        let task = Task { options: self, info, model, notes_deciders: false, work };
        judge(page, &task, &mut JudgingMemory::default()).verdict
    }
}

/// What the method says of a page.
#[derive(Debug, Clone)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    /// The signs of a discussion on the page: with one, its text depends on its kind.
    pub(super) signs: Signs,
}

/// Judges a page by the method in the options.
pub(super) fn judge(page: &Page, task: &Task, memory: &mut JudgingMemory) -> Judgement {
    let (options, site) = (task.options, task.info.known_site());
    let of_method = |verdict| Judgement { verdict, signs: Signs::default() };
    if !task.work.goes_on(page.document().len()) {
        return of_method(Verdict::of_nothing(page));
    }
    let mut trace = MethodTrace::default();
    let named = options.method.judge(page, &options.method_options, site, Some(&mut trace));
    if let Some(verdict) = named {
        return of_method(verdict);
    }
    let is_shown = records::shows_discussion(page);
    let wants_kind = options.needs_records() || is_shown;
    let template = site.template.as_deref();
    let mut verdict = task.model.judge_in(page, options.favor, template, wants_kind, memory);
    if task.work.is_over() {
        return of_method(verdict);
    }
    let signs = Signs::of(page, &known_of_records(&verdict, task), is_shown);
    if signs.any() && !wants_kind {
        verdict.about.kinds = task.model.kinds_in(page, memory);
        verdict.about.kind = verdict.about.kinds.first().map(|likeliest| likeliest.kind);
    }
    Judgement { verdict, signs }
}

/// The facts known of a page when its records are looked for.
pub(super) fn known_of_records<'a>(verdict: &'a Verdict, task: &Task) -> records::Known<'a> {
    let about = &verdict.about;
    let (kind, read_at) = (about.kind, task.info.read_at);
    records::Known { kind, kinds: &about.kinds, kept: &verdict.keep, read_at }
}
