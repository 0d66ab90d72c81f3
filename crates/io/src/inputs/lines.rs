//! Pages of JSON Lines.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;

use arrow_schema::{DataType, Field, FieldRef};
use flate2::read::MultiGzDecoder;
use ruzstd::decoding::StreamingDecoder;
use serde_json::{Map, Value};

use super::entry::{Entries, Html, InputEntry, InputOptions, InputPage, no_column};

/// The bytes that a character of a page may become in JSON: `\u4e2d`.
const ESCAPED: u64 = 6;

/// U+FEFF in UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// The bytes that a line may have besides the page.
const REST: u64 = 1 << 20;

pub(super) fn open(
    input: impl Read + Send + 'static,
    options: &InputOptions,
) -> io::Result<Entries> {
    let mut input = BufReader::with_capacity(256 << 10, input);
    let start = input.fill_buf()?;
    if start.is_empty() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "an empty file"));
    }
    let reader: Box<dyn BufRead + Send> = if start.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::new(MultiGzDecoder::new(input)))
    } else if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Box::new(BufReader::new(Frames { frame: None, input: Some(input) }))
    } else {
        Box::new(input)
    };
    let named = options.url_column.iter().chain(&options.charset_column);
    let missing = named.chain(&options.keep_columns).cloned().collect();
    Ok(Box::new(Lines {
        reader,
        options: options.clone(),
        next: 0,
        first: None,
        missing,
        is_over: false,
    }))
}

/// The fields of columns that are kept: values that are not text are kept as JSON.
pub(super) fn fields(keep: &[String]) -> Vec<FieldRef> {
    keep.iter().map(|name| Arc::new(Field::new(name, DataType::Utf8, true))).collect()
}

/// Zstandard frames one after another, read as one.
struct Frames<R: Read> {
    frame: Option<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
    input: Option<R>,
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(into)?;
                if count > 0 || into.is_empty() {
                    return Ok(count);
                }
                self.input = self.frame.take().map(StreamingDecoder::into_inner);
            }
            let Some(mut input) = self.input.take() else { return Ok(0) };
            if input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.frame = Some(StreamingDecoder::new(input).map_err(io::Error::other)?);
        }
    }
}

/// A line with U+FFFD in place of halves of characters that are escaped alone (`\ud800`), as browsers read them; `None` if it has
/// none.
fn without_lone_surrogates(line: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| {
        let digits = line.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let (mut whole, mut at, mut replaced) = (Vec::with_capacity(line.len()), 0, false);
    while at < line.len() {
        let length = match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                whole.extend_from_slice(b"\\ufffd");
                replaced = true;
                at += 6;
                continue;
            }
            _ if line[at] == b'\\' => 2,
            _ => 1,
        };
        let end = (at + length).min(line.len());
        whole.extend_from_slice(&line[at..end]);
        at = end;
    }
    replaced.then_some(whole)
}

struct Lines {
    reader: Box<dyn BufRead + Send>,
    options: InputOptions,
    /// The number of the next line, from 0.
    next: u64,
    /// The columns of the first line with a page.
    first: Option<Vec<String>>,
    /// The columns that the caller names and no line has had so far. A line may leave out a column that has no value,
    /// so a wrong name is certain only at the end of the file.
    missing: Vec<String>,
    is_over: bool,
}

impl Iterator for Lines {
    type Item = io::Result<InputEntry>;

    fn next(&mut self) -> Option<io::Result<InputEntry>> {
        if self.is_over {
            return None;
        }
        let entry = self.entry().transpose();
        self.is_over = !matches!(entry, Some(Ok(_)));
        entry
    }
}

impl Lines {
    fn entry(&mut self) -> io::Result<Option<InputEntry>> {
        loop {
            let limit = self.options.most_bytes.saturating_mul(ESCAPED).saturating_add(REST);
            let mut line = Vec::new();
            if self.reader.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
                return Ok(self.missing_column());
            }
            let number = self.next;
            self.next += 1;
            if line.len() as u64 == limit && !line.ends_with(b"\n") {
                self.reader.skip_until(b'\n')?;
                return Ok(Some(InputEntry::PassedOver("too large".to_owned())));
            }
            if line.trim_ascii().is_empty() {
                continue;
            }
            return self.of_line(&line, number).map(Some);
        }
    }

    /// Reports each column that no line has had, once.
    fn missing_column(&mut self) -> Option<InputEntry> {
        let first = self.first.as_ref()?.join(", ");
        let name = self.missing.pop()?;
        let what = format!("no line has a column {name:?}; the first has {first}");
        Some(InputEntry::Damaged { offset: self.next, what })
    }

    fn of_line(&mut self, line: &[u8], number: u64) -> io::Result<InputEntry> {
        // Some editors put a mark of the encoding before the first line.
        let line = if number == 0 { line.strip_prefix(BOM).unwrap_or(line) } else { line };
        let damaged = |what: &str| {
            let what = format!("line {}: {what}", number + 1);
            Ok(InputEntry::Damaged { offset: number, what })
        };
        let object = serde_json::from_slice(line).ok();
        let object =
            object.or_else(|| serde_json::from_slice(&without_lone_surrogates(line)?).ok());
        let Some(Value::Object(mut object)) = object else { return damaged("no JSON object") };
        let html = match object.remove(&self.options.html_column) {
            Some(Value::String(html)) => html,
            Some(Value::Null) => return Ok(InputEntry::PassedOver("no page".to_owned())),
            None if self.first.is_none() => {
                let all: Vec<String> = object.keys().cloned().collect();
                return Err(no_column(&self.options.html_column, &all));
            }
            None => return Ok(InputEntry::PassedOver("no page".to_owned())),
            Some(_) => return damaged("a page that is no text"),
        };
        self.first.get_or_insert_with(|| object.keys().cloned().collect());
        let html_column = &self.options.html_column;
        self.missing.retain(|name| name != html_column && !object.contains_key(name));
        if html.len() as u64 > self.options.most_bytes {
            return Ok(InputEntry::PassedOver("too large".to_owned()));
        }
        let mut kept = Map::new();
        for name in &self.options.keep_columns {
            let value = match name == html_column {
                true => Value::String(html.clone()),
                false => object.get(name).cloned().unwrap_or(Value::Null),
            };
            kept.insert(name.clone(), value);
        }
        let text = |name: &str| object.get(name).and_then(Value::as_str).map(str::to_owned);
        let url = text(self.options.url_column.as_deref().unwrap_or("url"));
        Ok(InputEntry::Page(Box::new(InputPage {
            offset: number,
            id: text("id"),
            url,
            charset: self.options.charset_column.as_deref().and_then(text),
            fetched_at: None,
            html: Html::Text(html),
            is_cut: false,
            is_damaged: false,
            kept,
        })))
    }
}
