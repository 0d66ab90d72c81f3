//! The work on one page: from its bytes to a row.

use std::panic::{AssertUnwindSafe, catch_unwind};
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
use zhengwen_table::{COLUMNS, Columns, ERROR, Origin, Row, simhash};

use super::arguments::{FilterArguments, OutputFormat};
use super::result::{MadeRow, Outcome, PageResult, PageSource, Task, Written};
use crate::hints::{refuse_other_files, with_hint};
use crate::request::HeadRequest;
use crate::site_options::SiteSource;

/// The settings that make rows of pages.
pub(super) struct Extracting<'a> {
    pub(super) options: Options,
    pub(super) columns: Columns,
    pub(super) has_all_columns: bool,
    pub(super) has_simhash: bool,
    /// True if what cannot be read has a row too.
    pub(super) has_errors: bool,
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
        let mut place = Row { file: Some(task.file.to_string()), ..Row::default() };
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
                row.outcome()
            }
            PageSource::Lost(offset, lost) => {
                (place.offset, result.offset) = (offset, offset);
                Outcome::Lost(lost)
            }
            source => {
                let row = || self.row(extractor, source, &mut place, &mut result);
                let made = catch_unwind(AssertUnwindSafe(row)).unwrap_or_else(|_| {
                    *extractor = Extractor::new(self.options.clone());
                    let what = "a fault of zhengwen itself; please report it";
                    Ok(Outcome::failed(what.to_owned()))
                });
                made.unwrap_or_else(|error| Outcome::failed(format!("{error:#}")))
            }
        };
        if !result.is_replayed {
            self.write_error(&mut result.outcome, place);
        }
        result.time = start.elapsed();
        result
    }

    /// Makes the row of what could not be read, if these are asked for: its place and why, and nothing else.
    pub(super) fn write_error(&self, outcome: &mut Outcome, mut place: Row) {
        let Outcome::Lost(lost) = outcome else { return };
        if !self.has_errors {
            return;
        }
        let host = Row::new(place.extraction.clone()).host;
        let added = std::mem::take(&mut place.added);
        let Ok(Value::Object(mut fields)) = serde_json::to_value(Row { host, ..place }) else {
            return;
        };
        let is_place = |name: &str| {
            COLUMNS.iter().any(|column| column.name == name && column.origin == Origin::Place)
        };
        fields.retain(|name, _| is_place(name));
        fields.extend(added);
        fields.insert(ERROR.to_owned(), Value::from(lost.why.as_str()));
        lost.written = match self.format {
            OutputFormat::Parquet => Written::Fields(fields),
            _ => self.line_of(fields).map_or(Written::Nothing, Written::Bytes),
        };
    }

    fn row(
        &self,
        extractor: &mut Extractor,
        source: PageSource,
        row: &mut Row,
        result: &mut PageResult,
    ) -> anyhow::Result<Outcome> {
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
                row.added = kept;
                facts = Facts { url, charset, is_cut, is_damaged, read_at: None };
                facts.read_at = fetched_at.as_deref().and_then(Moment::parse);
                row.fetched_at = fetched_at;
                html
            }
            PageSource::Written(_) | PageSource::Lost(..) => Html::Text(String::new()),
        };
        result.html_bytes = html.len() as u64;
        row.html_bytes = Some(result.html_bytes);
        row.extraction.url.clone_from(&facts.url);
        let extraction = self.extract(extractor, html, &facts)?;
        self.outcome(extraction, std::mem::take(row))
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
            (Some((reader, read_options)), html) => {
                let read_options = ReadOptions { read_at: info.read_at, ..read_options.clone() };
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
                let read = reader.read_fetched(extractor, &fetched, false, &read_options, &known);
                read.map_err(|error| anyhow!(with_hint(&error)))?
            }
        };
        let faults =
            [(facts.is_damaged, Warning::BodyDamaged), (facts.is_cut, Warning::CutByArchive)];
        extraction.warnings.extend(faults.into_iter().filter(|fault| fault.0).map(|fault| fault.1));
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
        if self.has_errors {
            row.added.insert(ERROR.to_owned(), Value::Null);
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
        if self.has_all_columns {
            let mut line = serde_json::to_vec(row)?;
            line.push(b'\n');
            return Ok(line);
        }
        let Value::Object(all) = serde_json::to_value(row)? else { return Ok(Vec::new()) };
        Ok(self.line_of(all)?)
    }

    /// A line of the columns that are written, null where there is no such field.
    fn line_of(&self, mut fields: Map<String, Value>) -> serde_json::Result<Vec<u8>> {
        let cell = |name: &str| (name.to_owned(), fields.remove(name).unwrap_or(Value::Null));
        let cells: Vec<(String, Value)> = self.columns.names().map(cell).collect();
        let mut line = Vec::new();
        serde_json::Serializer::new(&mut line).collect_map(cells)?;
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
}

/// A file of text, which ends with a line end if it has anything.
fn file_of(mut text: String) -> Written {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    Written::Bytes(text.into_bytes())
}
