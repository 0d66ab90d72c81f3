//! What a caller may ask for.

use crate::auto::Favor;
use crate::extract::Outputs;
use crate::methods::{Method, MethodOptions};
use crate::page::Boxes;
use crate::render::Parts;
use crate::select::Controls;
use crate::template::SiteKnowledge;
use crate::text::dates::Moment;

/// Options of an extraction. `Options::default()` is what most callers want.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// How to find the main text.
    pub method: Method,
    /// The methods' own options.
    pub method_options: MethodOptions,
    /// What is known of the page's site.
    pub site: SiteKnowledge,
    /// Where a renderer drew the page's elements.
    pub boxes: Option<Boxes>,
    /// Which error `auto` rather makes.
    pub favor: Favor,
    /// The page's address: a hint for the encoding and the date, and part of the answer.
    pub url: Option<String>,
    /// An encoding label to be obeyed whatever the page says.
    pub encoding: Option<String>,
    /// What the caller keeps, drops, or takes for the body.
    pub controls: Controls,
    /// In which forms the article is written beside plain text.
    pub outputs: Outputs,
    /// Which parts of the article are written.
    pub parts: Parts,
    /// Whether to leave out what the text does not need: fields (but confidence and the images of the
    /// text), the kind of the page, links, records. The text and its written forms are the same, for less work.
    pub text_only: bool,
    /// When the page was read, in its own time zone: what times told from now (`3小时前`) refer to.
    /// Dates well after it are no page's.
    pub read_at: Option<Moment>,
    /// Whether to give every block with its reasons in the answer.
    pub trace: bool,
    /// The charset of the HTTP header.
    pub http_charset: Option<String>,
}

impl Options {
    /// The top-level domain of the address, in lower case.
    pub(crate) fn top_level_domain(&self) -> Option<String> {
        let (_, rest) = self.url.as_deref()?.split_once("://")?;
        let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?.split(':').next()?;
        let domain = host.rsplit('.').next()?;
        domain.bytes().all(|b| b.is_ascii_alphabetic()).then(|| domain.to_ascii_lowercase())
    }
}
