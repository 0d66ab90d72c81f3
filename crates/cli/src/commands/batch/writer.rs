//! Writes and counts the results of pages.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::ProgressBar;

use super::pipeline::Done;
use super::result::{Loss, Lost, Outcome, PageResult, Written, WrittenRow};
use super::sink::Sink;
use super::summary::{Counts, Summary};
use crate::status::complain;

/// Damaged places and failed pages are reported one by one up to this many, then counted.
const MOST_TOLD: u64 = 1000;

/// Writes a part of the output.
pub(super) struct Writer<'a> {
    pub(super) sink: Sink,
    pub(super) counts: Counts,
    pub(super) summary: &'a Mutex<Summary>,
    pub(super) progress: &'a ProgressBar,
    /// The texts of the run so far, where each is kept once.
    pub(super) seen: Option<&'a mut HashSet<u128>>,
    /// Those that this part added.
    pub(super) added: Vec<u128>,
    /// True if progress goes by pages and not by bytes.
    pub(super) counts_pages: bool,
    /// Inputs that could not be read to their end.
    pub(super) failed_inputs: u64,
}

impl Writer<'_> {
    /// Writes a group of pages.
    pub(super) fn write(&mut self, done: Done) -> anyhow::Result<()> {
        done.passed_over.iter().for_each(|why| self.counts.pass_over(why));
        let pages = done.results.len();
        let mut kept_rows = Vec::new();
        for mut result in done.results {
            let mut is_kept = true;
            if let Outcome::Row(row) = &mut result.outcome {
                let is_written = matches!(row.written, Written::Nothing);
                if let (Some(seen), Some(hash)) = (&mut self.seen, row.hash) {
                    is_kept = seen.insert(hash);
                    self.added.extend(is_kept.then_some(hash));
                }
                kept_rows.push(is_kept);
                if is_kept && result.is_replayed && !is_written {
                    let what = "has no row in what the stopped run left, and gives one now";
                    result.outcome = Outcome::failed(what.to_owned());
                } else if is_kept {
                    if let Written::Bytes(bytes) = &row.written {
                        self.sink.write_bytes(bytes, result.target.as_ref())?;
                    }
                } else {
                    result.outcome = Outcome::Dropped("duplicate");
                }
            }
            if let Outcome::Lost(lost) = &result.outcome {
                self.tell_lost(&result, lost);
                kept_rows.extend(matches!(lost.written, Written::InBatch).then_some(true));
                if let Written::Bytes(bytes) = &lost.written {
                    self.sink.write_bytes(bytes, None)?;
                }
                self.failed_inputs += u64::from(lost.loss == Loss::Input);
            }
            self.counts.add(&result);
            self.summary.lock().unwrap_or_else(PoisonError::into_inner).note_time(&result);
        }
        if let Some(batch) = done.batch {
            self.sink.write_batch(&batch.only(kept_rows)?)?;
        }
        self.sink.flush()?;
        if self.counts_pages {
            self.progress.inc(pages as u64);
        } else {
            let html = self.counts.html_bytes as f64 / 1e6;
            let rate = html / self.progress.elapsed().as_secs_f64().max(1e-9);
            self.progress
                .set_message(format!("{} pages  {rate:.0} MB of HTML/s", self.counts.pages));
        }
        Ok(())
    }

    /// Counts a row that an earlier run wrote.
    pub(super) fn count_left(&mut self, row: WrittenRow) {
        if let (Some(seen), Some(hash)) = (&mut self.seen, row.hash) {
            seen.insert(hash);
        }
        let result = PageResult {
            file: "".into(),
            offset: None,
            html_bytes: row.html_bytes,
            time: Duration::ZERO,
            target: None,
            is_replayed: true,
            outcome: row.outcome(),
        };
        self.counts.add(&result);
    }

    /// Reports what could not be read.
    fn tell_lost(&self, result: &PageResult, lost: &Lost) {
        let (file, why) = (&result.file, &lost.why);
        match (lost.loss, result.offset) {
            (Loss::Page, Some(offset)) => self.tell(&format!("{file} at {offset}: {why}")),
            (Loss::Page | Loss::Record, _) => self.tell(&format!("{file}: {why}")),
            // One that has no part in the output is always named.
            (Loss::Input, _) => self.progress.suspend(|| complain(&format!("{file}: {why}"))),
        }
    }

    fn tell(&self, what: &str) {
        let faults = self.counts.damaged + self.counts.failed;
        if faults < MOST_TOLD {
            self.progress.suspend(|| complain(what));
        } else if faults == MOST_TOLD {
            self.progress.suspend(|| complain("more faults follow; they are counted only"));
        }
    }
}
