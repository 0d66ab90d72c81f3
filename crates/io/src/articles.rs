//! Reads articles from addresses: fetches them, renders them in a browser when asked to, adds
//! similar pages of their site, and joins articles that are split into pages.

use std::collections::HashSet;
use std::sync::Arc;

use zhengwen::{
    ArticlePage, Boxes, Extraction, Extractor, Input, Method, Moment, Options, PageInfo, Report,
    SimilarPage, SiteKnowledge, SiteTemplate, Warning, join,
};
use zhengwen_page::page::Page;
use zhengwen_site::candidate_addresses;
use zhengwen_site::site::site_of_address;

use crate::fetch::{Client, FetchError, Fetched};
use crate::render::{RenderError, Renderer};

/// When to render a page in a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Render {
    /// Never.
    #[default]
    Never,
    /// When the page as sent holds no article but has scripts.
    Auto,
    /// Always.
    Always,
}

/// Settings for reading articles. How each page is extracted is up to the extractor's options.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// When to render a page in a browser.
    pub render: Render,
    /// The maximum number of pages of an article; 1 to join nothing.
    pub most_pages: usize,
    /// The number of similar pages to fetch for each page; 0 for none.
    pub similar_pages: usize,
    /// An encoding label that overrides whatever the pages declare.
    pub encoding: Option<String>,
    /// When the pages were read.
    pub read_at: Option<Moment>,
    /// The bounding boxes of the page's elements.
    pub boxes: Option<Boxes>,
}

impl ReadOptions {
    /// The facts of a fetched page, before anything is known of its site.
    fn page_info<'a>(&'a self, fetched: &'a Fetched) -> PageInfo<'a> {
        info_of(fetched)
            .encoding(self.encoding.as_deref())
            .read_at(self.read_at)
            .boxes(self.boxes.as_ref())
    }
}

/// The reason an article could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The page could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The browser failed.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The knowledge of the site could not be read.
    #[error("{0}")]
    Site(String),
}

/// Looks up what the caller knows of a page's site, by the page's bytes and its other facts.
pub type KnownSite<'a> = dyn Fn(&[u8], &PageInfo) -> Result<SiteKnowledge, ReadError> + Sync + 'a;

/// A [`KnownSite`] for callers that know nothing of any site.
///
/// # Errors
/// Never fails.
pub fn nothing_known(_: &[u8], _: &PageInfo) -> Result<SiteKnowledge, ReadError> {
    Ok(SiteKnowledge::default())
}

/// Reads articles. One reader serves all threads.
#[derive(Debug)]
pub struct ArticleReader {
    client: Client,
    renderer: Renderer,
}

impl ArticleReader {
    /// Creates a reader. Its browser starts when first needed.
    pub fn new(client: Client, renderer: Renderer) -> Self {
        Self { client, renderer }
    }

    /// The client that fetches the pages.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Fetches and reads the article at an address.
    ///
    /// # Errors
    /// See [`ReadError`]. Failures after the first page become warnings of the extraction.
    pub fn read(
        &self,
        extractor: &mut Extractor,
        address: &str,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<Extraction, ReadError> {
        let fetched = self.client.fetch(address)?;
        self.read_fetched(extractor, &fetched, true, options, known)
    }

    /// Reads an article whose first page is at hand. `is_online` says that it was fetched from its
    /// address: then a browser renders it with the network on. Other pages are rendered from their
    /// bytes with the network off.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_fetched(
        &self,
        extractor: &mut Extractor,
        fetched: &Fetched,
        is_online: bool,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<Extraction, ReadError> {
        // What answers a query says nothing of how much a page holds: it is chosen at the end.
        if options.most_pages <= 1 && extractor.options().query.is_none() {
            return self.page(extractor, fetched, is_online, options, known);
        }
        let (pages, is_whole) =
            self.pages_fetched(extractor, fetched, is_online, options, known)?;
        let mut joined = join(pages, extractor.options());
        if !is_whole {
            joined.warnings.push(Warning::PagesMissing);
        }
        Ok(joined)
    }

    /// Like [`Self::read_fetched`], but page by page. Also returns whether the pages are the whole
    /// article, as far as it was to be followed.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn pages_fetched(
        &self,
        extractor: &mut Extractor,
        fetched: &Fetched,
        is_online: bool,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<(Vec<ArticlePage>, bool), ReadError> {
        // An extraction of the text alone leaves out the links to an article's next pages.
        extractor.options_mut().text_only &= options.most_pages <= 1;
        let first: ArticlePage = self.page(extractor, fetched, is_online, options, known)?;
        if options.most_pages <= 1 {
            return Ok((vec![first], true));
        }
        let mut visited = HashSet::from([fetched.url.clone()]);
        let mut pages = vec![first];
        let mut is_whole = true;
        while let Some(next) = pages.last().and_then(ArticlePage::continuation) {
            if !visited.insert(next.to_owned()) {
                break;
            }
            if pages.len() == options.most_pages {
                is_whole = false;
                break;
            }
            let fetched = self.client.fetch(next).map_err(ReadError::from);
            // Two addresses that lead to the same page count once.
            if fetched.as_ref().is_ok_and(|f| f.url != next && !visited.insert(f.url.clone())) {
                break;
            }
            let page: Result<ArticlePage, _> =
                fetched.and_then(|f| self.page(extractor, &f, true, options, known));
            match page {
                Ok(page) if pages[0].is_continued_by(&page) => pages.push(page),
                Ok(_) => break,
                Err(_) => {
                    is_whole = false;
                    break;
                }
            }
        }
        Ok((pages, is_whole))
    }

    /// Explains how a page, without those that follow it, is read. The browser renders it as for
    /// [`Self::read_fetched`].
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn explain_fetched(
        &self,
        extractor: &mut Extractor,
        fetched: &Fetched,
        is_online: bool,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<Report, ReadError> {
        self.page(extractor, fetched, is_online, options, known)
    }

    /// Produces an outcome for one page, as sent or as rendered by the browser.
    fn page<T: Outcome>(
        &self,
        extractor: &mut Extractor,
        fetched: &Fetched,
        is_online: bool,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<T, ReadError> {
        let info = options.page_info(fetched);
        let mut site = known(&fetched.bytes, &info)?;
        if options.similar_pages > 0 {
            self.add_similar(fetched, &info, extractor.options().method, options, &mut site);
        }
        let info = info.site(&site);
        let warning = fetched.is_damaged.then_some(Warning::BodyDamaged);
        let plain = (options.render != Render::Always)
            .then(|| T::of(extractor, Input::Bytes(&fetched.bytes), &info).with(warning));
        let is_enough = |plain: &T| {
            options.render == Render::Never || !may_need_scripts(plain.extraction(), &fetched.bytes)
        };
        let plain = match plain {
            Some(plain) if is_enough(&plain) => return Ok(plain),
            plain => plain,
        };
        let rendered = self.renderer.render(fetched, &info, is_online)?;
        let info = info.url(Some(rendered.url.as_str()).filter(|url| !url.is_empty()));
        // Online, the browser asks the server itself.
        let warning = warning.filter(|_| !is_online);
        let rendered = T::of(extractor, Input::Rendered(rendered.page), &info).with(warning);
        let length = |outcome: &T| outcome.extraction().text.len();
        Ok(plain.filter(|plain| length(plain) >= length(&rendered)).unwrap_or(rendered))
    }

    /// Fetches pages that the page links to and that may resemble it (template-matching's paper,
    /// step 2), for methods that compare pages or to learn a template on the fly.
    fn add_similar(
        &self,
        fetched: &Fetched,
        info: &PageInfo,
        method: Method,
        options: &ReadOptions,
        site: &mut SiteKnowledge,
    ) {
        let (html, _) = info.decode(&fetched.bytes);
        let page = Page::new(&html, info.url);
        let candidates = candidate_addresses(&page);
        let pages = candidates.iter().take(options.similar_pages * 2).filter_map(|candidate| {
            let fetched = self.client.fetch(&candidate.url).ok()?;
            let info = info_of(&fetched);
            if options.render == Render::Always {
                let rendered = self.renderer.render(&fetched, &info, true).ok()?;
                return Some(Page::from_rendered(rendered.page, Some(&fetched.url)));
            }
            let (html, _) = info.decode(&fetched.bytes);
            Some(Page::new(&html, Some(&fetched.url)))
        });
        let pages: Vec<Page> = pages.take(options.similar_pages).collect();
        if method == Method::TemplateMatching {
            site.similar.extend(pages.iter().map(|page| Arc::new(SimilarPage::of(page))));
        } else if site.template.is_none() && !pages.is_empty() {
            let mut template =
                SiteTemplate::new(&info.url.and_then(site_of_address).unwrap_or_default());
            for page in &pages {
                template.learn(page, &Options::new().judge(page, &PageInfo::new()).score);
            }
            site.template = Some(Arc::new(template));
        }
    }
}

/// An outcome that may be wanted of a page.
trait Outcome: Sized {
    fn of(extractor: &mut Extractor, input: Input, info: &PageInfo) -> Self;
    fn extraction(&self) -> &Extraction;
    /// Adds the warning of the fetcher.
    fn with(self, warning: Option<Warning>) -> Self;
}

impl Outcome for Extraction {
    fn of(extractor: &mut Extractor, input: Input, info: &PageInfo) -> Self {
        extractor.extract(input, info)
    }

    fn extraction(&self) -> &Extraction {
        self
    }

    fn with(mut self, warning: Option<Warning>) -> Self {
        self.warnings.extend(warning);
        self
    }
}

impl Outcome for ArticlePage {
    fn of(extractor: &mut Extractor, input: Input, info: &PageInfo) -> Self {
        extractor.analyze(input, info).article_page()
    }

    fn extraction(&self) -> &Extraction {
        self.extraction()
    }

    fn with(self, warning: Option<Warning>) -> Self {
        warning.into_iter().fold(self, Self::warned)
    }
}

impl Outcome for Report {
    fn of(extractor: &mut Extractor, input: Input, info: &PageInfo) -> Self {
        extractor.analyze(input, info).report()
    }

    fn extraction(&self) -> &Extraction {
        &self.extraction
    }

    fn with(mut self, warning: Option<Warning>) -> Self {
        self.extraction.warnings.extend(warning);
        self
    }
}

/// The facts that come with a fetched page.
pub(crate) fn info_of(fetched: &Fetched) -> PageInfo<'_> {
    let url = Some(fetched.url.as_str()).filter(|url| !url.is_empty());
    PageInfo::new().url(url).http_charset(fetched.charset.as_deref())
}

/// A text of fewer characters is next to nothing. Where confidence is low, four times as many still
/// count as little.
const LITTLE_TEXT: usize = 100;

/// True if a page holds no article but has scripts that may load one.
fn may_need_scripts(found: &Extraction, bytes: &[u8]) -> bool {
    let is_data = found.warnings.iter().any(|w| matches!(w, Warning::TextFromData { .. }));
    let has_scripts = bytes.windows(7).any(|window| window.eq_ignore_ascii_case(b"<script"));
    let is_machine = found.warnings.iter().any(|w| matches!(w, Warning::MachineText { .. }));
    let is_ended = [Warning::Stopped, Warning::WorkCut].iter().any(|w| found.warnings.contains(w));
    let is_unsure = found.warnings.contains(&Warning::LowConfidence);
    let least = if is_unsure { LITTLE_TEXT * 4 } else { LITTLE_TEXT };
    !is_ended && !is_data && (has_scripts || is_machine) && found.text.chars().count() < least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_with_nothing_but_text_for_machines_are_drawn() {
        let item = |n: u32| format!("{{\"id\":{n},\"name\":\"cup {n}\",\"price\":\"{n}.00\"}}");
        let items: Vec<String> = (1..40).map(item).collect();
        let data = format!("<i class=data>{{\"items\":[{}]}}</i>", items.join(","));
        let text = "<p>The train was late, and nobody on the platform knew why. ".repeat(4);
        for (html, expected) in [
            (data.clone(), true),
            (format!("{data}{text}"), false),
            ("<script src=/app.js></script><div id=app></div>".to_owned(), true),
            ("<div>Nothing.</div>".to_owned(), false),
        ] {
            let found = zhengwen::extract(html.as_bytes());
            assert_eq!(may_need_scripts(&found, html.as_bytes()), expected, "{html}");
        }
    }
}
