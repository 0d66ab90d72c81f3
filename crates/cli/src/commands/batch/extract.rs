//! The work on one page: from its bytes to a row.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use serde::Serializer;
use serde_json::{Map, Value};
use zhengwen::{Extraction, Extractor, Form, Moment, Options, PageInfo, PageKind, Warning};
use zhengwen_io::articles::{ArticleReader, ReadOptions};
use zhengwen_io::fetch::Fetched;
use zhengwen_io::inputs::{Html, InputPage};
use zhengwen_io::pages;
use zhengwen_io::saved;
use zhengwen_table::{Columns, Row, simhash};

use super::arguments::{FilterArguments, OutputFormat};
use crate::hints::{refuse_other_files, with_hint};
use crate::request::HeadRequest;
use crate::site_options::SiteSource;

/// A page to be extracted.
pub(super) struct Task {
    /// The input it is of.
    pub(super) file: Arc<str>,
    pub(super) source: PageSource,
    /// The file to write, where each page has its own.
    pub(super) target: Option<PathBuf>,
    /// True if its row is written already, so that it only counts.
    pub(super) is_replayed: bool,
}

/// The source of a page.
pub(super) enum PageSource {
    /// A file of its own.
    File(PathBuf),
    /// An archive or a table.
    Page(Box<InputPage>),
    /// A line of the output, left by a run that was stopped.
    Written(WrittenRow),
}

/// The facts of a row that is written already.
#[derive(Debug, Clone, Default)]
pub(super) struct WrittenRow {
    pub(super) kind: Option<PageKind>,
    pub(super) language: Option<String>,
    pub(super) is_empty: bool,
    pub(super) html_bytes: u64,
    pub(super) hash: Option<u128>,
    pub(super) offset: Option<u64>,
}

/// The result for a page.
pub(super) struct PageResult {
    pub(super) file: Arc<str>,
    pub(super) offset: Option<u64>,
    pub(super) html_bytes: u64,
    pub(super) time: Duration,
    pub(super) target: Option<PathBuf>,
    pub(super) is_replayed: bool,
    pub(super) outcome: Outcome,
}

pub(super) enum Outcome {
    Row(Box<MadeRow>),
    /// A page that is not asked for, and why.
    Dropped(&'static str),
    /// No page, and why.
    PassedOver(String),
    Failed(String),
}

/// A row in the form in which it is written.
pub(super) struct MadeRow {
    pub(super) written: Written,
    /// The hash of its text; `None` without text.
    pub(super) hash: Option<u128>,
    pub(super) is_empty: bool,
    pub(super) kind: Option<PageKind>,
    pub(super) language: Option<String>,
}

impl From<WrittenRow> for MadeRow {
    fn from(row: WrittenRow) -> Self {
        let WrittenRow { kind, language, is_empty, hash, .. } = row;
        Self { written: Written::Nothing, hash, is_empty, kind, language }
    }
}

pub(super) enum Written {
    /// A line with its end, or the file of a page.
    Bytes(Vec<u8>),
    /// A row of the batch that goes with it.
    Row(Box<Row>),
    /// Nothing: it is written already.
    Nothing,
}

/// The settings that make rows of pages.
pub(super) struct Extracting<'a> {
    pub(super) options: Options,
    pub(super) columns: Columns,
    pub(super) has_all_columns: bool,
    pub(super) has_simhash: bool,
    pub(super) format: OutputFormat,
    pub(super) head: HeadRequest,
    pub(super) filter: &'a FilterArguments,
    pub(super) most_bytes: u64,
    pub(super) read_at: Option<Moment>,
    pub(super) site: &'a SiteSource,
    /// A browser that renders the pages, with the network off.
    pub(super) rendering: Option<(&'a ArticleReader, ReadOptions)>,
}

impl Extracting<'_> {
    /// Extracts a page. No content of a page ends the run.
    pub(super) fn page(&self, extractor: &mut Extractor, task: Task) -> PageResult {
        let start = Instant::now();
        let mut result = PageResult {
            file: task.file,
            offset: None,
            html_bytes: 0,
            time: Duration::ZERO,
            target: task.target,
            is_replayed: task.is_replayed,
            outcome: Outcome::Dropped(""),
        };
        result.outcome = match task.source {
            PageSource::Written(row) => {
                (result.html_bytes, result.offset) = (row.html_bytes, row.offset);
                Outcome::Row(Box::new(row.into()))
            }
            source => {
                let made =
                    catch_unwind(AssertUnwindSafe(|| self.row(extractor, source, &mut result)));
                made.unwrap_or_else(|_| {
                    *extractor = Extractor::new(self.options.clone());
                    Ok(Outcome::Failed("a fault of zhengwen itself; please report it".to_owned()))
                })
                .unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")))
            }
        };
        result.time = start.elapsed();
        result
    }

    fn row(
        &self,
        extractor: &mut Extractor,
        source: PageSource,
        result: &mut PageResult,
    ) -> anyhow::Result<Outcome> {
        let mut row = Row { file: Some(result.file.to_string()), ..Row::default() };
        let mut facts = Facts::default();
        let html = match source {
            PageSource::File(path) => {
                row.id = Some(pages::id(&path));
                match pages::read_within(&path, self.most_bytes) {
                    Ok(bytes) => {
                        let saved = saved::page(bytes)?;
                        refuse_other_files(&saved.html)?;
                        (facts.url, facts.charset) = (saved.url, saved.charset);
                        Html::Bytes(saved.html.into_owned())
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
                        return Ok(Outcome::PassedOver("too large".to_owned()));
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            PageSource::Page(page) => {
                let InputPage {
                    offset,
                    id,
                    url,
                    charset,
                    fetched_at,
                    html,
                    is_cut,
                    is_damaged,
                    kept,
                } = *page;
                (row.offset, row.id, result.offset) = (Some(offset), id, Some(offset));
                facts = Facts { url, charset, is_cut, is_damaged, kept, read_at: None };
                facts.read_at = fetched_at.as_deref().and_then(Moment::parse);
                row.fetched_at = fetched_at;
                html
            }
            PageSource::Written(_) => Html::Text(String::new()),
        };
        result.html_bytes = html.len() as u64;
        row.html_bytes = Some(result.html_bytes);
        let extraction = self.extract(extractor, html, &facts)?;
        row.added = facts.kept;
        self.outcome(extraction, row)
    }

    /// The outcome for a page: if it is asked for, a row in the form in which it is written. `row` has its place.
    pub(super) fn outcome(&self, extraction: Extraction, mut row: Row) -> anyhow::Result<Outcome> {
        if let Some(why) = self.reason_to_drop(&extraction) {
            return Ok(Outcome::Dropped(why));
        }
        row.simhash = self.has_simhash.then(|| simhash(&extraction.text)).flatten();
        let made = Row::new(extraction);
        let row =
            Row { host: made.host, text_hash: made.text_hash, extraction: made.extraction, ..row };
        Ok(Outcome::Row(Box::new(self.made(row)?)))
    }

    fn extract(
        &self,
        extractor: &mut Extractor,
        html: Html,
        facts: &Facts,
    ) -> anyhow::Result<Extraction> {
        let info = PageInfo::new()
            .url(facts.url.as_deref())
            .http_charset(facts.charset.as_deref())
            .read_at(self.read_at.or(facts.read_at));
        let bytes = match &html {
            Html::Bytes(bytes) => bytes.as_slice(),
            Html::Text(text) => text.as_bytes(),
        };
        let (site, _) = self.site.knowledge(bytes, &info)?;
        let mut extraction = match (&self.rendering, html) {
            (None, Html::Bytes(bytes)) => extractor.extract(&bytes, &info.site(&site)),
            (None, Html::Text(text)) => extractor.extract(&text, &info.site(&site)),
            (Some((reader, own)), html) => {
                let own = ReadOptions { read_at: info.read_at, ..own.clone() };
                let (bytes, charset) = match html {
                    Html::Bytes(bytes) => (bytes, facts.charset.clone()),
                    Html::Text(text) => (text.into_bytes(), Some("utf-8".to_owned())),
                };
                let fetched = Fetched {
                    bytes,
                    url: facts.url.clone().unwrap_or_default(),
                    charset,
                    is_damaged: false,
                };
                let known = move |_: &[u8], _: &PageInfo| Ok(site.clone());
                let read = reader.read_fetched(extractor, &fetched, false, &own, &known);
                read.map_err(|error| anyhow!(with_hint(&error)))?
            }
        };
        let told =
            [(facts.is_damaged, Warning::BodyDamaged), (facts.is_cut, Warning::CutByArchive)];
        extraction.warnings.extend(told.into_iter().filter(|told| told.0).map(|told| told.1));
        Ok(extraction)
    }

    fn reason_to_drop(&self, extraction: &Extraction) -> Option<&'static str> {
        let filter = self.filter;
        let language = extraction.language.as_deref().unwrap_or("");
        let main = language.split('-').next().unwrap_or("");
        let is_asked = |asked: &String| {
            asked.eq_ignore_ascii_case(language) || asked.eq_ignore_ascii_case(main)
        };
        let kind = extraction.kind.map(PageKind::name);
        let letters =
            || extraction.text.chars().filter(|c| c.is_alphanumeric()).take(filter.min_letters);
        if !filter.language.is_empty() && !filter.language.iter().any(is_asked) {
            Some("language")
        } else if !filter.kind.is_empty()
            && !filter.kind.iter().any(|asked| Some(asked.as_str()) == kind)
        {
            Some("kind")
        } else if filter
            .min_confidence
            .is_some_and(|least| extraction.confidence.unwrap_or(0.0) < least)
        {
            Some("confidence")
        } else if letters().count() < filter.min_letters {
            Some("letters")
        } else {
            None
        }
    }

    fn made(&self, mut row: Row) -> anyhow::Result<MadeRow> {
        let extraction = &row.extraction;
        let is_empty = extraction.text.is_empty();
        let hash = row.text_hash.as_deref().filter(|_| !is_empty);
        let hash = hash.and_then(|hash| u128::from_str_radix(hash, 16).ok());
        let (kind, language) = (extraction.kind, extraction.language.clone());
        if self.head.has_fields() && extraction.markdown.is_some() {
            row.extraction.markdown = Some(self.head.write(Form::Markdown, extraction));
        }
        let written = match self.format {
            OutputFormat::Parquet => Written::Row(Box::new(row)),
            OutputFormat::Jsonl => Written::Bytes(self.line(&row)?),
            OutputFormat::Files(Form::Html) => file_of(zhengwen::html_document(&row.extraction)),
            OutputFormat::Files(Form::Markdown) => {
                file_of(row.extraction.markdown.unwrap_or_default())
            }
            OutputFormat::Files(form) => file_of(self.head.write(form, &row.extraction)),
        };
        Ok(MadeRow { written, hash, is_empty, kind, language })
    }

    fn line(&self, row: &Row) -> anyhow::Result<Vec<u8>> {
        let mut line = match self.has_all_columns {
            true => serde_json::to_vec(row)?,
            false => {
                let Value::Object(mut all) = serde_json::to_value(row)? else {
                    return Ok(Vec::new());
                };
                let own = |name: &str| (name.to_owned(), all.remove(name).unwrap_or(Value::Null));
                let own: Vec<(String, Value)> = self.columns.names().map(own).collect();
                let mut line = Vec::new();
                serde_json::Serializer::new(&mut line).collect_map(own)?;
                line
            }
        };
        line.push(b'\n');
        Ok(line)
    }
}

/// The facts that an input has of a page.
#[derive(Default)]
struct Facts {
    url: Option<String>,
    charset: Option<String>,
    read_at: Option<Moment>,
    is_cut: bool,
    is_damaged: bool,
    kept: Map<String, Value>,
}

/// A file of text, which ends with a line end if it has anything.
fn file_of(mut text: String) -> Written {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Written::Bytes(text.into_bytes())
}
