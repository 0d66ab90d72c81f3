//! The settings of a run.

use crate::auto::Favor;
use crate::dom::selector::Selector;
use crate::methods::{Method, MethodOptions};
use crate::render::{Outputs, Parts};
use crate::select::Controls;

/// The settings of a run, the same for every page. `Options::new()` is what most callers want; each
/// setter gives the options back, so that they chain.
///
/// ```
/// use zhengwen::{Favor, Options};
///
/// let options = Options::new().favor(Favor::Precision).markdown(true).text_only(true);
/// assert!(options.outputs.markdown);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// How to find the main text.
    pub method: Method,
    /// The methods' own options.
    pub method_options: MethodOptions,
    /// Which error `auto` avoids first.
    pub favor: Favor,
    /// What the caller keeps, drops, or takes for the body.
    pub controls: Controls,
    /// The forms in which the article is written, beside plain text.
    pub outputs: Outputs,
    /// The parts of the article that are written.
    pub parts: Parts,
    /// Whether to do only what the text needs: no fields except confidence and the images of the
    /// text, no page kind, links or records. The text and its written forms stay the same.
    pub text_only: bool,
    /// Whether the extraction carries every block with the reasons for keeping or dropping it.
    pub trace: bool,
}

impl Options {
    /// The defaults: method `auto`, plain text, all fields.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how to find the main text.
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

    /// Sets which error `auto` avoids first.
    #[must_use]
    pub fn favor(mut self, favor: Favor) -> Self {
        self.favor = favor;
        self
    }

    /// Keeps the text of the elements that this selector selects, hidden or not.
    #[must_use]
    pub fn keep(mut self, selector: Selector) -> Self {
        self.controls.keep.push(selector);
        self
    }

    /// Drops the text of the elements that this selector selects.
    #[must_use]
    pub fn drop(mut self, selector: Selector) -> Self {
        self.controls.drop.push(selector);
        self
    }

    /// Takes the visible text of these elements in place of what the method finds. Where no such
    /// selector selects anything, the method decides.
    #[must_use]
    pub fn body(mut self, selector: Selector) -> Self {
        self.controls.body.push(selector);
        self
    }

    /// Sets whether text that the page hides from view is dropped.
    #[must_use]
    pub fn drop_hidden(mut self, on: bool) -> Self {
        self.controls.drop_hidden = on;
        self
    }

    /// Sets all that the caller keeps, drops, or takes for the body.
    #[must_use]
    pub fn controls(mut self, controls: Controls) -> Self {
        self.controls = controls;
        self
    }

    /// Sets whether the article is written as Markdown.
    #[must_use]
    pub fn markdown(mut self, on: bool) -> Self {
        self.outputs.markdown = on;
        self
    }

    /// Sets whether the article is written as safe HTML.
    #[must_use]
    pub fn html(mut self, on: bool) -> Self {
        self.outputs.html = on;
        self
    }

    /// Sets the forms in which the article is written.
    #[must_use]
    pub fn outputs(mut self, outputs: Outputs) -> Self {
        self.outputs = outputs;
        self
    }

    /// Sets the parts of the article that are written.
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

    /// Sets whether the extraction carries its trace.
    #[must_use]
    pub fn trace(mut self, on: bool) -> Self {
        self.trace = on;
        self
    }
}
