//! The entry point of the crate.

use std::sync::Arc;

use super::extraction::Extraction;
use super::input::Input;
use super::steps;
use super::task::{Memory, ReadPage, Task};
use crate::auto::Model;
use crate::limits::Work;
#[cfg(feature = "train")]
use crate::meta::{CandidateRow, CandidateRows};
use crate::options::{Options, PageInfo};

/// Finds the main text of a page, given as bytes, with the default options. Never fails and never
/// panics.
///
/// ```
/// let html = b"<meta charset=gb2312><div><a href=/>Home</a></div>\
///     <div><p>One sentence, and one more. And two.</p></div>";
/// assert_eq!(zhengwen::extract(html).text, "One sentence, and one more. And two.");
/// ```
pub fn extract(bytes: &[u8]) -> Extraction {
    Extractor::default().extract(bytes, &PageInfo::new())
}

/// Extracts any number of pages with the same options. It keeps its buffers, so use one per thread.
///
/// ```
/// use zhengwen::{Extractor, Options, PageInfo};
///
/// let mut extractor = Extractor::new(Options::new().markdown(true));
/// for (url, html) in [("https://example.com/1", "<p>One sentence, and one more. And two.")] {
///     let extraction = extractor.extract(html, &PageInfo::new().url(url));
///     assert!(extraction.markdown.unwrap().starts_with("One sentence"));
/// }
/// ```
#[derive(Debug, Default)]
pub struct Extractor {
    options: Options,
    model: Option<Arc<Model>>,
    memory: Memory,
    /// The work on the page at hand.
    work: Work,
}

impl Extractor {
    /// Creates an extractor with these options.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// Sets the model of method `auto`; `None` for the one that comes with the crate.
    #[cfg(feature = "train")]
    pub fn set_model(&mut self, model: Option<Arc<Model>>) {
        self.model = model;
    }

    /// The options of this extractor.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The identifier of the fit that `auto` judges by: two programs of one version may carry two fits.
    pub fn fit() -> String {
        Model::identifier()
    }

    /// The options of this extractor, mutable: changes apply from the next page on.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Extracts a page: bytes, text, or a page that a browser has rendered. Never fails and never
    /// panics; a page without main text gives an empty text and a warning.
    pub fn extract<'a>(&mut self, input: impl Into<Input<'a>>, info: &PageInfo) -> Extraction {
        let (read, task, memory) = self.read(input.into(), info);
        let judged = steps::judge_page(&read, &task, &mut memory.judging);
        let extraction = judged.extraction(&read, &task, task.options.trace);
        memory.recycle(read.page);
        extraction
    }

    /// The candidates for fields, each with its field and the values of [`CandidateRows::columns`].
    #[cfg(feature = "train")]
    pub fn candidate_rows<'a>(
        &mut self,
        input: impl Into<Input<'a>>,
        info: &PageInfo,
        rows: CandidateRows,
    ) -> Vec<CandidateRow> {
        let (read, task, memory) = self.read(input.into(), info);
        let judged = steps::judge_page(&read, &task, &mut memory.judging);
        judged.candidate_rows(&read, &task, rows)
    }

    /// The text of a page by `auto`, and, for every rule of [`select::RULES`](crate::select::RULES) that decided a block of
    /// it, the text without that rule.
    #[cfg(feature = "train")]
    pub fn texts_without_rules<'a>(
        &mut self,
        input: impl Into<Input<'a>>,
        info: &PageInfo,
    ) -> (String, Vec<(&'static str, String)>) {
        let (read, task, memory) = self.read(input.into(), info);
        steps::texts_without_rules(&read, &task, &mut memory.judging)
    }

    /// Decodes and parses a page, for the steps that follow.
    pub(crate) fn read<'a>(
        &'a mut self,
        input: Input,
        info: &'a PageInfo<'a>,
    ) -> (ReadPage, Task<'a>, &'a mut Memory) {
        let Options { limits, stop, .. } = &self.options;
        self.work = Work::on(input.bytes(), limits, stop);
        self.memory.begin(&self.work);
        let read = ReadPage::of(input, info, &mut self.memory, *limits);
        let model = self.model.as_deref().unwrap_or_else(|| Model::embedded());
        let notes_deciders = self.options.trace;
        let Self { options, memory, work, .. } = self;
        (read, Task { options, info, model, notes_deciders, work }, memory)
    }
}
