//! The settings of a run.

use crate::auto::Favor;
use crate::dom::Selector;
use crate::limits::{Limits, Stop};
use crate::methods::{Method, MethodOptions};
use crate::render::{Form, Outputs, Parts};
use crate::select::Controls;

/// The settings of a run, the same for every page. `Options::new()` is what most callers want; the
/// setters return the options, so they can be chained.
///
/// ```
/// use zhengwen::{Favor, Form, Options};
///
/// let options = Options::new().favor(Favor::Precision).markdown(true).text_only(true);
/// assert!(options.outputs.has(Form::Markdown));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The method that finds the main text.
    pub method: Method,
    /// The methods' own options.
    pub method_options: MethodOptions,
    /// The kind of error that `auto` should avoid first.
    pub favor: Favor,
    /// The caller's selectors: what to keep, drop, or take as the body.
    pub controls: Controls,
    /// The output forms of the article, besides plain text.
    pub outputs: Outputs,
    /// The parts of the article to write.
    pub parts: Parts,
    /// True if only what the text needs is done: no fields except confidence and the images of the text, no page kind, links or
    /// records. The text and its output forms stay the same.
    pub text_only: bool,
    /// True if the extraction lists every block with the reasons for keeping or dropping it.
    pub trace: bool,
    /// True if Markdown begins with the title as its only heading of the first level.
    pub title_heading: bool,
    /// The maximum number of characters of a chunk, if the text is wanted in chunks too.
    pub chunks: Option<u32>,
    /// The query that the article is narrowed to, if there is one: its text, its chunks and its forms hold what answers it best.
    /// The fields are those of the whole page.
    pub query: Option<String>,
    /// The maximum number of characters of the text that answers the query; `None` for 2000.
    pub query_chars: Option<u32>,
    /// The limits on the cost of one page.
    pub limits: Limits,
    /// The handle that ends extractions early. Settings are equal only if they share it.
    pub stop: Stop,
}

impl Options {
    /// True if posts, comments and items are reported.
    pub(crate) fn reports_records(&self) -> bool {
        !self.text_only || self.parts.comments
    }

    /// True if posts, comments and items are looked for: to report them, or because the article is
    /// written in a form that has a section for every post, or in chunks.
    pub(crate) fn needs_records(&self) -> bool {
        let is_parted = self.chunks.is_some() || self.query.is_some();
        self.reports_records() || self.outputs.writes_article() || is_parted
    }

    /// True if the fields are looked for: to report them, or because the title is written.
    pub(crate) fn needs_fields(&self) -> bool {
        !self.text_only || self.title_heading && self.outputs.has(Form::Markdown)
    }

    /// The defaults: method `auto`, plain text, all fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the method that finds the main text.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// Sets the methods' own options.
    #[must_use]
    pub fn method_options(mut self, options: MethodOptions) -> Self {
        self.method_options = options;
        self
    }

    /// Sets the kind of error that `auto` should avoid first.
    #[must_use]
    pub fn favor(mut self, favor: Favor) -> Self {
        self.favor = favor;
        self
    }

    /// Keeps the text of the elements that this selector matches, hidden or not.
    #[must_use]
    pub fn keep(mut self, selector: Selector) -> Self {
        self.controls.keep.push(selector);
        self
    }

    /// Drops the text of the elements that this selector matches.
    #[must_use]
    pub fn drop(mut self, selector: Selector) -> Self {
        self.controls.drop.push(selector);
        self
    }

    /// Takes the visible text of the matched elements in place of the method's answer. If no such
    /// selector matches anything, the method decides.
    #[must_use]
    pub fn body(mut self, selector: Selector) -> Self {
        self.controls.body.push(selector);
        self
    }

    /// Sets whether to drop text that the page hides from view.
    #[must_use]
    pub fn drop_hidden(mut self, on: bool) -> Self {
        self.controls.drop_hidden = on;
        self
    }

    /// Sets all of the caller's selectors: what to keep, drop, or take as the body.
    #[must_use]
    pub fn controls(mut self, controls: Controls) -> Self {
        self.controls = controls;
        self
    }

    /// Sets whether to write the article as Markdown.
    #[must_use]
    pub fn markdown(mut self, on: bool) -> Self {
        self.outputs.set(Form::Markdown, on);
        self
    }

    /// Sets whether to write the article as safe HTML.
    #[must_use]
    pub fn html(mut self, on: bool) -> Self {
        self.outputs.set(Form::Html, on);
        self
    }

    /// Sets the output forms of the article.
    #[must_use]
    pub fn outputs(mut self, outputs: Outputs) -> Self {
        self.outputs = outputs;
        self
    }

    /// Sets the parts of the article to write.
    #[must_use]
    pub fn parts(mut self, parts: Parts) -> Self {
        self.parts = parts;
        self
    }

    /// Sets whether to do only what the text needs.
    #[must_use]
    pub fn text_only(mut self, on: bool) -> Self {
        self.text_only = on;
        self
    }

    /// Sets whether the extraction includes its trace.
    #[must_use]
    pub fn trace(mut self, on: bool) -> Self {
        self.trace = on;
        self
    }

    /// Sets whether Markdown begins with the title as its only heading of the first level.
    #[must_use]
    pub fn title_heading(mut self, on: bool) -> Self {
        self.title_heading = on;
        self
    }

    /// Sets what one page may cost.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the handle that ends extractions early.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Sets the maximum number of characters of a chunk, 1 or more; `None` for no chunks.
    #[must_use]
    pub fn chunks(mut self, most: Option<u32>) -> Self {
        self.chunks = most;
        self
    }

    /// Sets the query that the article is narrowed to; `None` for the whole article.
    ///
    /// ```
    /// use zhengwen::{Extractor, Options, PageInfo};
    ///
    /// let html = "<h1>Tea</h1><p>It grows on hills, in the mist.</p><p>A pound costs nine yuan.</p>";
    /// let options = Options::new().query("How many yuan?".to_owned()).query_chars(50);
    /// let text = Extractor::new(options).extract(html, &PageInfo::new()).text;
    /// assert!(text.ends_with("A pound costs nine yuan.") && !text.contains("mist"));
    /// ```
    #[must_use]
    pub fn query(mut self, query: impl Into<Option<String>>) -> Self {
        self.query = query.into();
        self
    }

    /// Sets the maximum number of characters of the text that answers the query; `None` for 2000.
    #[must_use]
    pub fn query_chars(mut self, most: impl Into<Option<u32>>) -> Self {
        self.query_chars = most.into();
        self
    }
}
