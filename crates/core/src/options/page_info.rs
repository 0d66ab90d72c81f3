//! The facts of one page.

use std::borrow::Cow;

use crate::dom::{self, Decoding, EncodingHints};
use crate::page::Boxes;
use crate::template::SiteKnowledge;
use crate::text::address::Address;
use crate::text::dates::Moment;

/// The caller's knowledge of one page. All of it is optional; each fact improves the answer.
///
/// ```
/// use zhengwen::PageInfo;
///
/// let page = PageInfo::new().url("https://example.com/news/1.html").http_charset("gbk");
/// assert_eq!(page.url, Some("https://example.com/news/1.html"));
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct PageInfo<'a> {
    /// The page's address: relative links are resolved against it, and it is a hint for the
    /// encoding, the date and the page kind.
    pub url: Option<&'a str>,
    /// The charset of the HTTP header.
    pub http_charset: Option<&'a str>,
    /// An encoding label that overrides whatever the page declares.
    pub encoding: Option<&'a str>,
    /// When the page was read, in its own time zone: relative times (`3小时前`) refer to it. Dates
    /// well after it are rejected.
    pub read_at: Option<Moment>,
    /// Other pages of the same site, or a template learned from them.
    pub site: Option<&'a SiteKnowledge>,
    /// The bounding boxes of the page's elements. Ignored for a
    /// [`Rendered`](crate::Input::Rendered) page, which carries its own.
    pub boxes: Option<&'a Boxes>,
}

static NO_SITE: SiteKnowledge = SiteKnowledge { similar: Vec::new(), template: None };

impl<'a> PageInfo<'a> {
    /// Starts with nothing known of the page.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the page's address.
    #[must_use]
    pub fn url(mut self, url: impl Into<Option<&'a str>>) -> Self {
        self.url = url.into();
        self
    }

    /// Sets the charset of the HTTP header.
    #[must_use]
    pub fn http_charset(mut self, charset: impl Into<Option<&'a str>>) -> Self {
        self.http_charset = charset.into();
        self
    }

    /// Sets the encoding label that overrides whatever the page declares.
    #[must_use]
    pub fn encoding(mut self, label: impl Into<Option<&'a str>>) -> Self {
        self.encoding = label.into();
        self
    }

    /// Sets when the page was read.
    #[must_use]
    pub fn read_at(mut self, moment: impl Into<Option<Moment>>) -> Self {
        self.read_at = moment.into();
        self
    }

    /// Sets the knowledge of the page's site.
    #[must_use]
    pub fn site(mut self, site: impl Into<Option<&'a SiteKnowledge>>) -> Self {
        self.site = site.into();
        self
    }

    /// Sets the bounding boxes of the page's elements.
    #[must_use]
    pub fn boxes(mut self, boxes: impl Into<Option<&'a Boxes>>) -> Self {
        self.boxes = boxes.into();
        self
    }

    /// The knowledge of the site; empty if the caller gave none.
    pub(crate) fn known_site(&self) -> &'a SiteKnowledge {
        self.site.unwrap_or(&NO_SITE)
    }

    /// A page's text, by the encoding that is forced, the HTTP charset, what the page declares and the address.
    pub fn decode<'b>(&self, bytes: &'b [u8]) -> (Cow<'b, str>, Decoding) {
        let domain = self.top_level_domain();
        let top_level_domain = domain.as_deref();
        let (forced, http) = (self.encoding, self.http_charset);
        dom::decode(bytes, EncodingHints { forced, http, top_level_domain })
    }

    /// The top-level domain of the address, in lower case.
    fn top_level_domain(&self) -> Option<String> {
        let domain =
            Address::of(self.url?).host.rsplit('.').next().filter(|name| !name.is_empty())?;
        domain.bytes().all(|b| b.is_ascii_alphabetic()).then(|| domain.to_ascii_lowercase())
    }
}
