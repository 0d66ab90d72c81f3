//! Articles from addresses: fetched, drawn by a browser where that is asked for, with similar pages of
//! their site, and joined where they are cut into pages.

use std::collections::HashSet;
use std::sync::Arc;

use zhengwen::extract::{decode_page, judge};
use zhengwen::page::Page;
use zhengwen::template::site::site_of_address;
use zhengwen::template::{SimilarPage, SiteKnowledge, SiteTemplate, candidate_addresses};
use zhengwen::{ArticlePage, Extraction, Extractor, Method, Options, Report, Warning, join};

use crate::fetch::{Client, FetchError, Fetched};
use crate::render::{RenderError, Renderer};

/// When a browser draws a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Render {
    /// Not at all.
    #[default]
    Never,
    /// When the page as it was sent holds no article and has scripts.
    Auto,
    /// Each page.
    Always,
}

/// How articles are read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// How each page is extracted.
    pub extract: Options,
    /// When a browser draws a page.
    pub render: Render,
    /// How many pages an article may have; 1 joins none.
    pub most_pages: usize,
    /// How many similar pages are fetched for each page; 0 for none.
    pub similar_pages: usize,
}

/// Why an article could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The page could not be fetched.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// The browser failed.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// What is known of the site could not be read.
    #[error("{0}")]
    Site(String),
}

/// What the caller knows of the site of a page, by the page's bytes and the options with its address.
pub type KnownSite<'a> = dyn Fn(&[u8], &Options) -> Result<SiteKnowledge, ReadError> + Sync + 'a;

/// For callers that know nothing of any site.
///
/// # Errors
/// None.
pub fn nothing_known(_: &[u8], _: &Options) -> Result<SiteKnowledge, ReadError> {
    Ok(SiteKnowledge::default())
}

/// Reads articles; one for all threads.
#[derive(Debug)]
pub struct ArticleReader {
    client: Client,
    renderer: Renderer,
}

impl ArticleReader {
    /// A reader; the browser is started when it is first needed.
    pub fn new(client: Client, renderer: Renderer) -> Self {
        Self { client, renderer }
    }

    /// What fetches.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Fetches and reads the article at an address.
    ///
    /// # Errors
    /// See [`ReadError`]. What fails behind the first page is a warning of the extraction.
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

    /// Reads an article whose first page is at hand. A browser draws what was fetched from its address
    /// (`is_online`), and other pages from their bytes with the network off.
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
        let (pages, is_whole) =
            self.pages_fetched(extractor, fetched, is_online, options, known)?;
        let mut joined = join(pages, &options.extract);
        if !is_whole {
            joined.warnings.push(Warning::PagesMissing);
        }
        Ok(joined)
    }

    /// Like [`Self::read_fetched`], page by page; and whether they are the whole article, as far as it was to
    /// be followed.
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
        let first = self.page(extractor, fetched, is_online, options, known)?;
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
            // Two addresses of one page are one page.
            if fetched.as_ref().is_ok_and(|f| f.url != next && !visited.insert(f.url.clone())) {
                break;
            }
            let page = fetched.and_then(|f| self.page(extractor, &f, true, options, known));
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

    fn page(
        &self,
        extractor: &mut Extractor,
        fetched: &Fetched,
        is_online: bool,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<ArticlePage, ReadError> {
        let own = self.own_options(fetched, options, known)?;
        let draw = |extractor: &mut Extractor| -> Result<ArticlePage, ReadError> {
            let drawn = self.renderer.render(fetched, &own, is_online)?;
            let mut own = own.clone();
            own.url = Some(drawn.url).filter(|url| !url.is_empty());
            Ok(extractor.rendered_article_page(drawn.page, &own))
        };
        if options.render == Render::Always {
            return draw(extractor);
        }
        let plain = extractor.extract_article_page(&fetched.bytes, &own);
        if options.render == Render::Never || !may_need_scripts(plain.extraction(), &fetched.bytes)
        {
            return Ok(plain);
        }
        let drawn = draw(extractor)?;
        let length = |page: &ArticlePage| page.extraction().text.len();
        Ok(if length(&drawn) > length(&plain) { drawn } else { plain })
    }

    /// Tells why a page, without those that follow it, is read as it is. A browser draws it as for
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
        let mut own = self.own_options(fetched, options, known)?;
        let plain = match options.render {
            Render::Always => None,
            Render::Never => return Ok(extractor.explain(&fetched.bytes, &own)),
            Render::Auto => {
                let plain = extractor.explain(&fetched.bytes, &own);
                if !may_need_scripts(&plain.extraction, &fetched.bytes) {
                    return Ok(plain);
                }
                Some(plain)
            }
        };
        let drawn = self.renderer.render(fetched, &own, is_online)?;
        own.url = Some(drawn.url).filter(|url| !url.is_empty());
        let drawn = extractor.explain_rendered(drawn.page, &own);
        let length = |report: &Report| report.extraction.text.len();
        Ok(plain.filter(|plain| length(plain) >= length(&drawn)).unwrap_or(drawn))
    }

    /// The options for a page, with what is known of it and its site.
    fn own_options(
        &self,
        fetched: &Fetched,
        options: &ReadOptions,
        known: &KnownSite,
    ) -> Result<Options, ReadError> {
        let mut own = options.extract.clone();
        // The links to an article's next pages are found among what is left out otherwise.
        own.text_only &= options.most_pages <= 1;
        own.url = Some(fetched.url.clone()).filter(|url| !url.is_empty());
        own.http_charset.clone_from(&fetched.charset);
        own.site = known(&fetched.bytes, &own)?;
        if options.similar_pages > 0 {
            let is_drawn = options.render == Render::Always;
            self.add_similar(fetched, &mut own, options.similar_pages, is_drawn);
        }
        Ok(own)
    }

    /// Fetches pages that the page links to and that may be like it (seed 004, step 2), for a method
    /// that compares pages, or to learn a template on the fly.
    fn add_similar(&self, fetched: &Fetched, own: &mut Options, count: usize, is_drawn: bool) {
        let (html, _) = decode_page(&fetched.bytes, own);
        let page = Page::new(&html, own.url.as_deref());
        let candidates = candidate_addresses(&page);
        let pages = candidates.iter().take(count * 2).filter_map(|candidate| {
            let fetched = self.client.fetch(&candidate.url).ok()?;
            let options = charset_of(&fetched);
            if is_drawn {
                let drawn = self.renderer.render(&fetched, &options, true).ok()?;
                return Some(Page::from_rendered(drawn.page, Some(&fetched.url)));
            }
            let (html, _) = decode_page(&fetched.bytes, &options);
            Some(Page::new(&html, Some(&fetched.url)))
        });
        let pages: Vec<Page> = pages.take(count).collect();
        if own.method == Method::TemplateMatching {
            own.site.similar.extend(pages.iter().map(|page| Arc::new(SimilarPage::of(page))));
        } else if own.site.template.is_none() && !pages.is_empty() {
            let site = own.url.as_deref().and_then(site_of_address).unwrap_or_default();
            let mut template = SiteTemplate::new(&site);
            for page in &pages {
                template.learn(page, &judge(page, &Options::default()).score);
            }
            own.site.template = Some(Arc::new(template));
        }
    }
}

/// The options to decode a fetched page by.
pub(crate) fn charset_of(fetched: &Fetched) -> Options {
    let mut options = Options::default();
    options.url = Some(fetched.url.clone());
    options.http_charset.clone_from(&fetched.charset);
    options
}

/// A text of fewer characters is next to none; of fewer than four times as many, where even that is unsure.
const LITTLE_TEXT: usize = 100;

/// Whether a page holds no article and scripts that may bring one.
fn may_need_scripts(found: &Extraction, bytes: &[u8]) -> bool {
    let is_data = found.warnings.iter().any(|w| matches!(w, Warning::TextFromData(_)));
    let has_scripts = bytes.windows(7).any(|window| window.eq_ignore_ascii_case(b"<script"));
    let is_unsure = found.warnings.contains(&Warning::LowConfidence);
    let least = if is_unsure { LITTLE_TEXT * 4 } else { LITTLE_TEXT };
    !is_data && has_scripts && found.text.chars().count() < least
}
