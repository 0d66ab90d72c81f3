//! The counts of a run.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::result::{Loss, Outcome, PageResult};
use crate::status::complain;

/// The number of slowest pages to show.
const SLOWEST: usize = 10;

/// The counts of a run, or of a part of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Counts {
    /// Pages written.
    pub(super) pages: u64,
    /// Pages written that have no text.
    pub(super) empty: u64,
    /// Pages and inputs that could not be read.
    pub(super) failed: u64,
    /// Damaged places of archives and JSON Lines.
    pub(super) damaged: u64,
    /// Records that are no pages, by reason.
    pub(super) passed_over: BTreeMap<String, u64>,
    /// Pages that were not asked for, by reason.
    pub(super) dropped: BTreeMap<String, u64>,
    /// Pages written, by kind.
    pub(super) kinds: BTreeMap<String, u64>,
    /// Pages written, by language.
    pub(super) languages: BTreeMap<String, u64>,
    /// Bytes of HTML that were extracted.
    pub(super) html_bytes: u64,
}

/// The counts of a run, and figures that are not part of its result.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Summary {
    #[serde(flatten)]
    pub(super) counts: Counts,
    /// Bytes of HTML that an earlier run extracted, which a resumed one does not.
    #[serde(skip)]
    pub(super) earlier_bytes: u64,
    pub(super) seconds: f64,
    pub(super) megabytes_per_second: f64,
    pub(super) peak_memory_bytes: Option<u64>,
    pub(super) slowest: Vec<SlowPage>,
}

/// A page that took long.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct SlowPage {
    file: String,
    offset: Option<u64>,
    milliseconds: f64,
}

impl Counts {
    /// Counts a page.
    pub(super) fn add(&mut self, result: &PageResult) {
        match &result.outcome {
            Outcome::Row(row) => {
                self.pages += 1;
                self.empty += u64::from(row.is_empty);
                let count = |names: &mut BTreeMap<String, u64>, name: &str| {
                    *names.entry(name.to_owned()).or_default() += 1;
                };
                count(&mut self.kinds, row.kind.map_or("unknown", |kind| kind.name()));
                count(&mut self.languages, row.language.as_deref().unwrap_or("unknown"));
            }
            Outcome::Dropped(why) => *self.dropped.entry((*why).to_owned()).or_default() += 1,
            Outcome::PassedOver(why) => self.pass_over(why),
            Outcome::Lost(lost) if lost.loss == Loss::Record => self.damaged += 1,
            Outcome::Lost(_) => self.failed += 1,
        }
        self.html_bytes += result.html_bytes;
    }

    /// Counts a record that is no page.
    pub(super) fn pass_over(&mut self, why: &str) {
        *self.passed_over.entry(why.to_owned()).or_default() += 1;
    }

    /// Adds the counts of another part.
    pub(super) fn merge(&mut self, other: &Self) {
        self.pages += other.pages;
        self.empty += other.empty;
        self.failed += other.failed;
        self.damaged += other.damaged;
        self.html_bytes += other.html_bytes;
        for (all, new) in [
            (&mut self.passed_over, &other.passed_over),
            (&mut self.dropped, &other.dropped),
            (&mut self.kinds, &other.kinds),
            (&mut self.languages, &other.languages),
        ] {
            for (name, count) in new {
                *all.entry(name.clone()).or_default() += count;
            }
        }
    }
}

impl Summary {
    /// Notes how long a page took.
    pub(super) fn note_time(&mut self, result: &PageResult) {
        if matches!(&result.outcome, Outcome::Lost(lost) if lost.loss != Loss::Page) {
            return;
        }
        let milliseconds = result.time.as_secs_f64() * 1000.0;
        let is_slow = self.slowest.last().is_none_or(|last| last.milliseconds < milliseconds);
        if is_slow || self.slowest.len() < SLOWEST {
            let (file, offset) = (result.file.to_string(), result.offset);
            self.slowest.push(SlowPage { file, offset, milliseconds });
            self.slowest.sort_by(|page, other| other.milliseconds.total_cmp(&page.milliseconds));
            self.slowest.truncate(SLOWEST);
        }
    }

    /// Ends the summary.
    pub(super) fn finish(&mut self, time: Duration) {
        self.seconds = time.as_secs_f64();
        let bytes = self.counts.html_bytes.saturating_sub(self.earlier_bytes);
        self.megabytes_per_second = bytes as f64 / 1e6 / self.seconds.max(1e-9);
        self.peak_memory_bytes = peak_memory();
    }

    /// Prints it in a few lines to stderr.
    pub(super) fn tell(&self) {
        let counts = &self.counts;
        let list = |names: &BTreeMap<String, u64>| {
            let mut names: Vec<(&String, &u64)> = names.iter().collect();
            names.sort_by(|entry, other| other.1.cmp(entry.1).then(entry.0.cmp(other.0)));
            names
                .iter()
                .take(12)
                .map(|(name, count)| format!("{name} {count}"))
                .collect::<Vec<_>>()
                .join(", ")
        };
        complain(&format!(
            "{} pages ({} empty), {} failed, {} damaged; {:.1} MB of HTML in {:.1} s, {:.1} MB/s{}",
            counts.pages,
            counts.empty,
            counts.failed,
            counts.damaged,
            counts.html_bytes as f64 / 1e6,
            self.seconds,
            self.megabytes_per_second,
            self.peak_memory_bytes
                .map_or(String::new(), |bytes| format!(", {} MB of memory", bytes / 1_000_000)),
        ));
        for (what, names) in [
            ("passed over", &counts.passed_over),
            ("dropped", &counts.dropped),
            ("kinds", &counts.kinds),
            ("languages", &counts.languages),
        ] {
            let is_worth_it = match what {
                "kinds" | "languages" => names.len() > 1,
                _ => !names.is_empty(),
            };
            if is_worth_it {
                complain(&format!("{what}: {}", list(names)));
            }
        }
    }
}

/// The most memory that the process had, where the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
