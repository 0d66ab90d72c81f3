//! The parts of an article to write, and the output forms.

/// Parts that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Images, videos and frames.
    pub images: bool,
    /// Addresses of links; their words are always kept.
    pub links: bool,
    /// Data tables; tables for layout are text.
    pub tables: bool,
    /// Readers' comments, after the article.
    pub comments: bool,
    /// Strong, emphasised and struck-out words, inline code, subscripts and superscripts.
    pub formatting: bool,
}

impl Default for Parts {
    /// All but comments.
    fn default() -> Self {
        Self { images: true, links: true, tables: true, comments: false, formatting: true }
    }
}

/// Switches a part on or off.
type SetPart = fn(&mut Parts, bool);

/// The names of the parts, with the function that switches each.
pub const PARTS: &[(&str, SetPart)] = &[
    ("images", |parts, on| parts.images = on),
    ("links", |parts, on| parts.links = on),
    ("tables", |parts, on| parts.tables = on),
    ("comments", |parts, on| parts.comments = on),
    ("formatting", |parts, on| parts.formatting = on),
];

/// A form that an article is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The main text, which every extraction has.
    Text,
    /// GitHub Flavored Markdown.
    Markdown,
    /// Safe HTML.
    Html,
    /// A tree of blocks.
    Body,
    /// The whole extraction as JSON.
    Json,
    /// XML-TEI.
    Tei,
    /// The page without its noise.
    PageHtml,
}

/// The forms to write besides the text; none by default.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outputs(u32);

impl Outputs {
    /// Every form.
    pub fn all() -> Self {
        Self(u32::MAX)
    }

    /// Sets whether to write a form. Text and JSON need not be set.
    pub fn set(&mut self, form: Form, on: bool) {
        self.0 = if on { self.0 | bit(form) } else { self.0 & !bit(form) };
    }

    /// True if a form is to be written.
    pub fn has(self, form: Form) -> bool {
        self.0 & bit(form) != 0
    }

    /// True if the article is written in a form that has headings.
    pub(crate) fn writes_article(self) -> bool {
        self.0 & !bit(Form::PageHtml) != 0
    }
}

/// The bit of a form in the set.
fn bit(form: Form) -> u32 {
    match form {
        Form::Text | Form::Json => 0,
        form => 1 << form as u32,
    }
}
