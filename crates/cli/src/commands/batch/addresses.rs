//! `zhengwen batch --urls`: many addresses, each host at its own pace, results as they come.

use std::collections::HashSet;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use zhengwen::{Extractor, PageInfo};
use zhengwen_io::articles::{ArticleReader, ReadOptions};
use zhengwen_io::fetch::for_each_address;
use zhengwen_table::Row;

use super::extract::Extracting;
use super::result::{Loss, Lost, Outcome, PageResult, Written};

use super::pipeline::Done;
use crate::hints::with_hint;

/// The reader of addresses.
pub(super) struct Web {
    pub(super) reader: ArticleReader,
    pub(super) read: ReadOptions,
    /// Hosts that are fetched from at once.
    pub(super) connections: usize,
}

/// A line of a list that is no address.
pub(super) struct WrongLine {
    /// The list and the number of the line.
    place: String,
    pub(super) line: String,
}

impl WrongLine {
    /// The result in place of a page.
    pub(super) fn lost(self, extracting: &Extracting) -> PageResult {
        let why = format!("not an address: {}", self.line);
        let lost = Lost { loss: Loss::Input, why, written: Written::Nothing };
        let mut result = result(&self.place, Outcome::Lost(lost));
        extracting.write_error(&mut result.outcome, place(&self.line));
        result
    }
}

/// The place of a page that is fetched.
fn place(address: &str) -> Row {
    Row { id: Some(address.to_owned()), ..Row::default() }
}

fn result(file: &str, outcome: Outcome) -> PageResult {
    PageResult {
        file: file.into(),
        offset: None,
        html_bytes: 0,
        time: Duration::ZERO,
        target: None,
        is_replayed: false,
        outcome,
    }
}

/// The addresses of a list, each once, and the lines that are none.
pub(super) fn addresses(list: &Path) -> anyhow::Result<(Vec<String>, Vec<WrongLine>)> {
    let name = || list.display().to_string();
    let mut text = Vec::new();
    match list.as_os_str() == "-" {
        true => io::stdin().lock().read_to_end(&mut text).context("standard input")?,
        false => std::fs::File::open(list)
            .and_then(|mut f| f.read_to_end(&mut text))
            .with_context(name)?,
    };
    let text = String::from_utf8_lossy(&text);
    let (mut addresses, mut wrong) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match url::Url::parse(line) {
            Ok(url) if url.has_host() => {
                if seen.insert(line.to_owned()) {
                    addresses.push(line.to_owned());
                }
            }
            _ => {
                let place = format!("{}:{}", list.display(), number + 1);
                wrong.push(WrongLine { place, line: line.to_owned() });
            }
        }
    }
    Ok((addresses, wrong))
}

impl Web {
    /// Fetches and extracts every address, and gives each result to `write` as it comes.
    pub(super) fn extract_all(
        &self,
        extracting: &Extracting,
        addresses: &[String],
        mut write: impl FnMut(Done) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut stopped = None;
        for_each_address(
            self.reader.client(),
            addresses,
            self.connections,
            || Extractor::new(extracting.options.clone()),
            |extractor, address| {
                let result = self.page(extracting, extractor, address);
                Done::of_page(result, &extracting.columns)
            },
            // Each row is out before the next is awaited: a kill loses no row.
            |_, done| match done.and_then(&mut write) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    stopped = Some(error);
                    ControlFlow::Break(())
                }
            },
        );
        stopped.map_or(Ok(()), Err)
    }

    fn page(
        &self,
        extracting: &Extracting,
        extractor: &mut Extractor,
        address: &str,
    ) -> PageResult {
        let start = Instant::now();
        let mut html_bytes = 0;
        let outcome = self.outcome(extracting, extractor, address, &mut html_bytes);
        let mut outcome = outcome.unwrap_or_else(|error| Outcome::failed(format!("{error:#}")));
        let mut place = place(address);
        place.extraction.url = Some(address.to_owned());
        extracting.write_error(&mut outcome, place);
        PageResult { html_bytes, time: start.elapsed(), ..result(address, outcome) }
    }

    fn outcome(
        &self,
        extracting: &Extracting,
        extractor: &mut Extractor,
        address: &str,
        html_bytes: &mut u64,
    ) -> anyhow::Result<Outcome> {
        let known = |bytes: &[u8], info: &PageInfo| Ok(extracting.site.knowledge(bytes, info)?.0);
        let fetched =
            self.reader.client().fetch(address).map_err(|error| anyhow!(with_hint(&error)))?;
        *html_bytes = fetched.bytes.len() as u64;
        let read = self.reader.read_fetched(extractor, &fetched, true, &self.read, &known);
        let extraction = read.map_err(|error| anyhow!(with_hint(&error)))?;
        extracting.outcome(extraction, Row { html_bytes: Some(*html_bytes), ..place(address) })
    }
}
