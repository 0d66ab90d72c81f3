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
pub type SetPart = fn(&mut Parts, bool);

/// The names of the parts, with the function that switches each.
pub const PARTS: &[(&str, SetPart)] = &[
    ("images", |parts, on| parts.images = on),
    ("links", |parts, on| parts.links = on),
    ("tables", |parts, on| parts.tables = on),
    ("comments", |parts, on| parts.comments = on),
    ("formatting", |parts, on| parts.formatting = on),
];

/// The output forms besides plain text, each written on request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outputs {
    /// GitHub Flavored Markdown.
    pub markdown: bool,
    /// Safe HTML.
    pub html: bool,
    /// A tree of blocks.
    pub body: bool,
    /// XML-TEI.
    pub tei: bool,
    /// The page without its noise.
    pub page_html: bool,
}

impl Outputs {
    /// True if the article is written in a form that has headings.
    pub(crate) fn writes_article(self) -> bool {
        self.markdown || self.html || self.body || self.tei
    }
}
