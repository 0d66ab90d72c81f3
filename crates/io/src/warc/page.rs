//! From a record to a page.

use chrono::{DateTime, NaiveDate, NaiveTime, SecondsFormat, Utc};

use super::head::Head;
use super::http::{self, HttpHead};
use crate::encodings::{self, Layer};
use crate::pages::looks_like_html;
use crate::split_content_type;

/// A page of an archive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArchivedPage {
    /// The byte of the file where its record begins: in a compressed archive, where its member begins.
    pub offset: u64,
    /// `WARC-Record-ID` without its brackets.
    pub id: Option<String>,
    /// The page's address.
    pub url: Option<String>,
    /// When it was fetched, in UTC, as RFC 3339 has it.
    pub fetched_at: Option<String>,
    /// The charset of the HTTP header.
    pub charset: Option<String>,
    /// The page, unpacked.
    pub html: Vec<u8>,
    /// True if the archive says that it has only a part of the page.
    pub is_cut: bool,
    /// True if the compressed data breaks off.
    pub is_damaged: bool,
}

/// Why a record gives no page.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PassedOver {
    /// It is of this type, and neither a response nor a resource.
    Record(String),
    /// The answer has this HTTP status, which is not of the two hundreds.
    Status(u16),
    /// It is no HTML.
    NotHtml,
    /// It is larger than the caller permits.
    TooLarge,
}

impl std::fmt::Display for PassedOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Record(kind) => write!(f, "{kind} record"),
            Self::Status(status) => write!(f, "HTTP status {status}"),
            Self::NotHtml => f.write_str("not HTML"),
            Self::TooLarge => f.write_str("too large"),
        }
    }
}

/// The record types of the standard; those of others are counted together.
const TYPES: &[&str] =
    &["request", "metadata", "warcinfo", "revisit", "conversion", "continuation"];

/// The page of a record; without a block it was too large to be held.
pub(super) fn read(
    head: Head,
    offset: u64,
    block: Option<&[u8]>,
    most_bytes: u64,
) -> Result<ArchivedPage, PassedOver> {
    if head.kind != "response" && head.kind != "resource" {
        let known = TYPES.iter().find(|kind| **kind == head.kind);
        return Err(PassedOver::Record((*known.unwrap_or(&"other")).to_owned()));
    }
    let block = block.ok_or(PassedOver::TooLarge)?;
    let (http, body) = match http::split(block).filter(|_| head.kind == "response") {
        Some((http, body)) => (Some(http), body),
        None => (None, block),
    };
    let status = http.as_ref().map_or(0, |http| http.status);
    if status != 0 && !(200..300).contains(&status) {
        return Err(PassedOver::Status(status));
    }
    let own_type =
        head.content_type.as_deref().filter(|kind| !kind.starts_with("application/http"));
    let content_type = http.as_ref().map_or(own_type.unwrap_or(""), |http| &http.content_type);
    let (kind, charset) = split_content_type(content_type);
    let media_type = head.payload_type.as_deref().map(|kind| split_content_type(kind).0);
    let media_type = media_type.unwrap_or(kind);
    if !media_type.is_empty() && !is_html(&media_type) {
        return Err(PassedOver::NotHtml);
    }
    let (html, is_damaged) = match &http {
        Some(http) => unpack(http, body, most_bytes)?,
        None => (body.to_vec(), false),
    };
    if html.len() as u64 > most_bytes {
        return Err(PassedOver::TooLarge);
    }
    if media_type.is_empty() && !looks_like_html(&html) {
        return Err(PassedOver::NotHtml);
    }
    let fetched_at = head.date.as_deref().and_then(moment);
    let Head { id, url, is_cut, .. } = head;
    Ok(ArchivedPage { offset, id, url, fetched_at, charset, html, is_cut, is_damaged })
}

fn is_html(kind: &str) -> bool {
    kind == "text/html" || kind == "application/xhtml+xml"
}

/// Undoes the encodings of a body; true if it breaks off. A body that is not encoded as its head says is kept as it is.
fn unpack(http: &HttpHead, body: &[u8], most_bytes: u64) -> Result<(Vec<u8>, bool), PassedOver> {
    let (mut html, mut is_damaged) = (None, false);
    let names = http.content_encodings.iter().chain(&http.transfer_encodings);
    for name in names.rev().take(encodings::MOST_LAYERS + 1) {
        let packed = html.as_deref().unwrap_or(body);
        let unpacked = match name.as_str() {
            "chunked" => http::unchunked(packed),
            name => match encodings::undo(name, packed, most_bytes) {
                Layer::Whole(bytes) => Some((bytes, true)),
                Layer::Broken(bytes) => Some((bytes, false)),
                Layer::TooLarge => return Err(PassedOver::TooLarge),
                Layer::Other => None,
            },
        };
        if let Some((bytes, is_whole)) = unpacked {
            is_damaged |= !is_whole;
            html = Some(bytes);
        }
    }
    Ok((html.unwrap_or_else(|| body.to_vec()), is_damaged))
}

/// A `WARC-Date` in full. Version 1.1 permits dates without a time, a day or a month.
fn moment(date: &str) -> Option<String> {
    let in_full = |moment: DateTime<Utc>| moment.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    if let Ok(moment) = DateTime::parse_from_rfc3339(date) {
        return Some(in_full(moment.to_utc()));
    }
    let padded = match date.len() {
        4 => format!("{date}-01-01"),
        7 => format!("{date}-01"),
        _ => date.get(..10)?.to_owned(),
    };
    let day: NaiveDate = padded.parse().ok()?;
    Some(in_full(day.and_time(NaiveTime::MIN).and_utc()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_full() {
        for (date, full) in [
            ("2026-11-01T02:03:04Z", Some("2026-11-01T02:03:04Z")),
            ("2026-11-01T02:03:04.123456Z", Some("2026-11-01T02:03:04.123456Z")),
            ("2026-11-01T02:03:04+08:00", Some("2026-10-31T18:03:04Z")),
            ("2026-11-01", Some("2026-11-01T00:00:00Z")),
            ("2026-11", Some("2026-11-01T00:00:00Z")),
            ("2026", Some("2026-01-01T00:00:00Z")),
            ("2026-11-01T02:03Z", Some("2026-11-01T00:00:00Z")),
            ("yesterday", None),
            ("二〇二六年", None),
            ("", None),
        ] {
            assert_eq!(moment(date).as_deref(), full, "{date}");
        }
    }

    #[test]
    fn html_is_known_by_its_start() {
        for html in [
            "<!DOCTYPE html>",
            "\u{feff}\n <html >",
            "<?xml version='1.0'?><!DOCTYPE x><HTML xmlns=a>",
        ] {
            assert!(looks_like_html(html.as_bytes()), "{html}");
        }
        for other in [
            "",
            "{\"a\": 1}",
            "<?xml version='1.0'?><Error><Code>SlowDown</Code></Error>",
            "%PDF-1.7",
        ] {
            assert!(!looks_like_html(other.as_bytes()), "{other}");
        }
    }
}
