//! Pages to be worked on, and what came of them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};
use zhengwen::PageKind;
use zhengwen_io::inputs::InputPage;
use zhengwen_table::Row;

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
    /// No source: what is at this offset could not be read.
    Lost(Option<u64>, Lost),
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
    /// Why there is no page, in the row of one that could not be read.
    pub(super) error: Option<String>,
}

impl WrittenRow {
    pub(super) fn outcome(self) -> Outcome {
        let Self { kind, language, is_empty, hash, error, .. } = self;
        let written = Written::Nothing;
        match error {
            Some(why) => Outcome::Lost(Lost { loss: Loss::Page, why, written }),
            None => Outcome::Row(Box::new(MadeRow { written, hash, is_empty, kind, language })),
        }
    }
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
    /// Skipped, with the reason.
    PassedOver(String),
    Lost(Lost),
}

impl Outcome {
    /// A page that could not be read.
    pub(super) fn failed(why: String) -> Self {
        Self::Lost(Lost { loss: Loss::Page, why, written: Written::Nothing })
    }
}

/// Something that could not be read.
pub(super) struct Lost {
    pub(super) loss: Loss,
    pub(super) why: String,
    /// Its row, where these are asked for.
    pub(super) written: Written,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    Page,
    /// A damaged place of an archive or of JSON Lines.
    Record,
    /// An input, or the rest of it.
    Input,
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

pub(super) enum Written {
    /// A line with its end, or the file of a page.
    Bytes(Vec<u8>),
    /// A row of a table, not yet in a batch.
    Row(Box<Row>),
    /// The same, of these columns alone.
    Fields(Map<String, Value>),
    /// A row of the batch that goes with it.
    InBatch,
    /// Nothing: it is written already, or not asked for.
    Nothing,
}
