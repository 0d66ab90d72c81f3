//! The facts of one page.

use crate::page::Boxes;
use crate::template::SiteKnowledge;
use crate::text::dates::Moment;

/// What the caller knows of one page. Nothing is needed; each fact makes the answer better.
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
    /// The page's address: relative links are resolved by it, and it is a hint for the encoding, the
    /// date and the page kind.
    pub url: Option<&'a str>,
    /// The charset of the HTTP header.
    pub http_charset: Option<&'a str>,
    /// An encoding label that is obeyed whatever the page says.
    pub encoding: Option<&'a str>,
    /// When the page was read, in its own time zone: relative times (`3小时前`) refer to it. Dates
    /// well after it are not taken.
    pub read_at: Option<Moment>,
    /// Other pages of the same site, or a template learned from them.
    pub site: Option<&'a SiteKnowledge>,
    /// Where a browser placed the page's elements. Not used for a page that is
    /// [`Rendered`](crate::Input::Rendered), which carries its own.
    pub boxes: Option<&'a Boxes>,
}

static NO_SITE: SiteKnowledge = SiteKnowledge { similar: Vec::new(), template: None };

impl<'a> PageInfo<'a> {
    /// Nothing is known of the page.
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

    /// Sets the encoding label that is obeyed whatever the page says.
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

    /// Sets what is known of the page's site.
    #[must_use]
    pub fn site(mut self, site: impl Into<Option<&'a SiteKnowledge>>) -> Self {
        self.site = site.into();
        self
    }

    /// Sets where a browser placed the page's elements.
    #[must_use]
    pub fn boxes(mut self, boxes: impl Into<Option<&'a Boxes>>) -> Self {
        self.boxes = boxes.into();
        self
    }

    /// What is known of the site; nothing when the caller gives nothing.
    pub(crate) fn known_site(&self) -> &'a SiteKnowledge {
        self.site.unwrap_or(&NO_SITE)
    }

    /// The top-level domain of the address, in lower case.
    pub(crate) fn top_level_domain(&self) -> Option<String> {
        let (_, rest) = self.url?.split_once("://")?;
        let host = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?.split(':').next()?;
        let domain = host.rsplit('.').next()?;
        domain.bytes().all(|b| b.is_ascii_alphabetic()).then(|| domain.to_ascii_lowercase())
    }
}
