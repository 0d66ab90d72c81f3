//! A row: an extraction with the place of its page.

use serde::Serialize;
use serde_json::{Map, Value};
use zhengwen::Extraction;

use crate::likeness::text_hash;

/// What zhengwen finds on a page: a line of its JSON output, a row of its tables.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Extraction"))]
pub struct Row {
    /// The name of the file without its endings, the record's id in an archive, or the address (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The file (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where the page's record begins in the file: the byte in an archive (of the compressed member that holds it), the
    /// row in a table, the line in a JSON Lines file, from 0 (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The host of `url` (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// When the page was fetched, in UTC, as its archive says (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<String>,
    /// The size of the page's HTML in bytes, unpacked (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html_bytes: Option<u64>,
    /// XXH3 (128 bits, 32 hex digits) of `text` without its white space: the same for the same text (batch only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_hash: Option<String>,
    /// A hash of `text` of which two differ in few bits where the texts differ little (batch only, when asked for).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simhash: Option<i64>,
    /// The extraction.
    #[serde(flatten)]
    pub extraction: Extraction,
    /// Values of columns that the caller added, by their names.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub added: Map<String, Value>,
}

impl Row {
    /// The row of an extraction: its host and the hash of its text are filled in.
    pub fn new(extraction: Extraction) -> Self {
        let host = extraction.url.as_deref().and_then(host_of);
        let text_hash = Some(text_hash(&extraction.text));
        Self { host, text_hash, extraction, ..Self::default() }
    }
}

fn host_of(address: &str) -> Option<String> {
    url::Url::parse(address).ok()?.host_str().filter(|host| !host.is_empty()).map(str::to_owned)
}
