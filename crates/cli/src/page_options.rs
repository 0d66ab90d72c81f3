//! Turns arguments into options of the libraries, and a page's name into its bytes.

use std::io;
use std::path::Path;

use anyhow::{Context, anyhow};
use clap::Args;
use serde::Serialize;
use zhengwen::{Extraction, Extractor, Moment, Options, PageInfo, Report, SiteKnowledge};
use zhengwen_io::articles::{ArticleReader, ReadError, ReadOptions};
use zhengwen_io::fetch::{self, Client, Fetched};
use zhengwen_io::pages;
use zhengwen_io::saved::{self, SavedPage};

use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::hints::{refuse_other_files, with_hint};
use crate::request::{ArticleRequest, DecodingRequest, JudgeRequest, SelectionRequest};
use crate::site_options::{SiteArguments, SiteSource, read_boxes};
use crate::status::{complain, wrong_usage};

/// The source of pages.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "The page")]
pub(crate) struct PageArguments {
    /// The page's address, for a file or standard input; a page that a browser saved may hold its own
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) url: Option<String>,
    #[command(flatten)]
    pub(crate) decoding: DecodingRequest,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
}

/// An absolute address of the web.
pub(crate) fn address(text: &str) -> Result<String, String> {
    if fetch::is_address(text) && url::Url::parse(text).is_ok() {
        Ok(text.to_owned())
    } else {
        Err("not an address; try https://example.com/page.html".to_owned())
    }
}

/// The parts and forms of articles to write.
#[derive(Debug, Clone, Args, Serialize)]
pub(crate) struct ArticleArguments {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) article: ArticleRequest,
    /// Extract only the text, without fields, page kind, links, comments and posts: the same text in less time
    #[arg(long, conflicts_with = "join_pages")]
    pub(crate) text_only: bool,
}

impl ArticleArguments {
    /// The options of an extraction.
    pub(crate) fn options(&self, judge: &JudgeRequest) -> Options {
        let mut options = Options::new();
        judge.apply(&mut options);
        self.article.apply(&mut options);
        options.text_only = self.text_only;
        options
    }
}

/// The flags of commands that show or keep articles: to find, judge and read a page.
#[derive(Debug, Clone, Args)]
pub(crate) struct ReadingArguments {
    #[command(flatten)]
    pub(crate) judge: JudgeRequest,
    #[command(flatten)]
    pub(crate) page: PageArguments,
    #[command(flatten)]
    pub(crate) selection: SelectionRequest,
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
}

impl ReadingArguments {
    /// The reader of pages for these flags, with the boxes that a browser gave the pages (`boxes`).
    pub(crate) fn reader(&self, boxes: Option<&Path>) -> anyhow::Result<PageReader> {
        let mut options = Options::new();
        self.judge.apply(&mut options);
        self.selection.apply(&mut options);
        let (page, read_at) = (&self.page, self.selection.read_at);
        let mut reader = PageReader::open(options, page, read_at, &self.site, &self.read)?;
        reader.options.boxes = boxes.map(read_boxes).transpose()?;
        Ok(reader)
    }
}

/// Reads the pages that the user names.
pub(crate) struct PageReader {
    pub(crate) reader: ArticleReader,
    pub(crate) extract: Options,
    pub(crate) options: ReadOptions,
    site: SiteSource,
    url: Option<String>,
}

impl PageReader {
    /// Opens the reader of pages for these arguments; it extracts each page with `options`.
    pub(crate) fn open(
        extract: Options,
        page: &PageArguments,
        read_at: Option<Moment>,
        site: &SiteArguments,
        read: &ReadArguments,
    ) -> anyhow::Result<Self> {
        let reader = read.reader(&page.fetch)?;
        let site = SiteSource::open(site)?;
        let encoding = page.decoding.label();
        let options = ReadOptions { encoding, read_at, ..read.options(&site) };
        Ok(Self { reader, extract, options, site, url: page.url.clone() })
    }

    /// The page of a name: a file, an address, or standard input for `-`.
    pub(crate) fn source(&self, name: &str) -> anyhow::Result<Source> {
        read(name, self.url.as_ref(), self.reader.client())
    }

    /// The knowledge of a page's site; if there is no template of it, warns with the page's name.
    pub(crate) fn known(
        &self,
        name: &str,
    ) -> impl Fn(&[u8], &PageInfo) -> Result<SiteKnowledge, ReadError> + Sync {
        move |bytes, info| {
            let (knowledge, missing) = self.site.knowledge(bytes, info)?;
            if let Some(missing) = missing {
                complain(&format!("{name}: no template of {missing}; read without one"));
            }
            Ok(knowledge)
        }
    }

    /// The extractor of the pages; it keeps its buffers from one to the next.
    pub(crate) fn extractor(&self) -> Extractor {
        Extractor::new(self.extract.clone())
    }

    /// The article of a page.
    pub(crate) fn read(&self, extractor: &mut Extractor, name: &str) -> anyhow::Result<Extraction> {
        let Source { fetched, is_online } = &self.source(name)?;
        let known = self.known(name);
        let read = self.reader.read_fetched(extractor, fetched, *is_online, &self.options, &known);
        read.map_err(|error| anyhow!("{name}: {}", with_hint(&error)))
    }

    /// The report on a page.
    pub(crate) fn explain(&self, name: &str) -> anyhow::Result<Report> {
        let Source { fetched, is_online } = &self.source(name)?;
        let (mut extractor, known) = (self.extractor(), self.known(name));
        let report =
            self.reader.explain_fetched(&mut extractor, fetched, *is_online, &self.options, &known);
        report.map_err(|error| anyhow!("{name}: {}", with_hint(&error)))
    }
}

/// A page's bytes and what is known of them.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) fetched: Fetched,
    /// True if it came from its address.
    pub(crate) is_online: bool,
}

/// Refuses an option of another method than the one that is asked for: it would do nothing.
pub(crate) fn check_options(judge: &JudgeRequest) -> anyhow::Result<()> {
    judge.check().map_err(|why| wrong_usage(format!("--option {why}; name it with --method")))
}

/// A hint about a file that does not exist and looks like an address without its scheme.
fn scheme_hint(name: &str, error: &io::Error) -> String {
    let host = name.split('/').next().unwrap_or("");
    let is_host = host.rsplit_once('.').is_some_and(|(before, end)| {
        !before.is_empty() && end.len() >= 2 && end.bytes().all(|byte| byte.is_ascii_alphabetic())
    });
    let is_page = pages::ENDINGS.iter().any(|ending| host.ends_with(ending));
    match error.kind() == io::ErrorKind::NotFound && is_host && !is_page {
        true => format!("; for the address write https://{name}"),
        false => String::new(),
    }
}

/// Reads a file, an address, or standard input for `-`.
pub(crate) fn read(name: &str, url: Option<&String>, client: &Client) -> anyhow::Result<Source> {
    if fetch::is_address(name) {
        let mut fetched =
            client.fetch(name).map_err(|error| anyhow!("{name}: {}", with_hint(&error)))?;
        fetched.url = url.cloned().unwrap_or(fetched.url);
        return Ok(Source { fetched, is_online: true });
    }
    let bytes = if name == "-" {
        pages::read_at_most(io::stdin().lock(), pages::MAX_PAGE_BYTES)
            .and_then(pages::unpack)
            .context("standard input")?
    } else {
        let path = Path::new(name);
        if path.is_dir() {
            return Err(anyhow!("{name}: is a folder; `zhengwen batch` reads folders"));
        }
        pages::read(path)
            .map_err(|error| anyhow!("{name}: {error}{}", scheme_hint(name, &error)))?
    };
    let shown_name = if name == "-" { "standard input" } else { name };
    let SavedPage { html: bytes, url: saved_url, charset } =
        saved::page(bytes).map_err(|error| anyhow!("{shown_name}: {error}"))?;
    refuse_other_files(&bytes).map_err(|error| anyhow!("{shown_name}: {error}"))?;
    let bytes = bytes.into_owned();
    let url = url.cloned().or(saved_url).unwrap_or_default();
    Ok(Source { fetched: Fetched { bytes, url, charset, is_damaged: false }, is_online: false })
}
