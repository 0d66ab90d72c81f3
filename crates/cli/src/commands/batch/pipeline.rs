//! Many pages at once: one reader, workers, and one writer that keeps the order of the inputs.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::Context;
use indicatif::ProgressBar;
use zhengwen::Extractor;
use zhengwen_io::fetch::{Client, RemoteFile};
use zhengwen_io::inputs::{self, BytesRead, Entries, InputKind, InputOptions};
use zhengwen_table::Columns;

use super::extract::Extracting;
use super::group::{Budget, Group};
use super::left::Left;
use super::plan::Input;
use super::reader::{Reader, open_page};
use super::result::{Outcome, PageResult, Written};
use super::table::{TableBatch, TableRows};
use crate::hints::with_hint;

/// Bytes of HTML in flight for each worker.
const BYTES_A_WORKER: usize = 64 << 20;

/// The results of a group.
pub(super) struct Done {
    pub(super) results: Vec<PageResult>,
    pub(super) passed_over: Vec<String>,
    /// The rows of a table that are written.
    pub(super) batch: Option<TableBatch>,
    bytes: usize,
}

impl Done {
    /// The result of one page.
    pub(super) fn of_page(mut result: PageResult, columns: &Columns) -> anyhow::Result<Self> {
        let mut rows = TableRows::default();
        push(&mut rows, columns, &mut result)?;
        let batch = rows.flush()?;
        Ok(Self { results: vec![result], passed_over: Vec::new(), batch, bytes: 0 })
    }
}

/// Puts the row of a result into a batch, where it is a row of a table.
fn push(rows: &mut TableRows, columns: &Columns, result: &mut PageResult) -> anyhow::Result<()> {
    let written = match &mut result.outcome {
        Outcome::Row(row) => &mut row.written,
        Outcome::Lost(lost) => &mut lost.written,
        Outcome::Dropped(_) | Outcome::PassedOver(_) => return Ok(()),
    };
    match std::mem::replace(written, Written::InBatch) {
        Written::Row(row) => rows.push(columns, *row),
        Written::Fields(fields) => rows.push_fields(columns, fields),
        other => {
            *written = other;
            Ok(())
        }
    }
}

/// The settings and tools of the work.
pub(super) struct Pipeline<'a> {
    pub(super) extracting: &'a Extracting<'a>,
    pub(super) input_options: &'a InputOptions,
    pub(super) workers: NonZeroUsize,
    pub(super) progress: &'a ProgressBar,
    /// The folder for a file a page.
    pub(super) targets: Option<&'a Path>,
    /// True to pass over files that exist already.
    pub(super) skips_targets: bool,
    /// The client that reads archives at addresses; `None` if there are no addresses.
    pub(super) client: Option<&'a Arc<Client>>,
}

impl Pipeline<'_> {
    /// Opens an input of many pages; a page on standard input is one too.
    pub(super) fn open(&self, input: &Input, read: &BytesRead) -> std::io::Result<Entries> {
        let options = self.input_options;
        if input.kind == InputKind::Page {
            return open_page(options);
        }
        match self.client.filter(|_| input.is_remote()) {
            None => inputs::open(&input.path, input.kind, options, read),
            Some(client) => {
                let file = RemoteFile::open(client.clone(), &input.name());
                let file = file.map_err(|error| std::io::Error::other(with_hint(&error)))?;
                match input.kind {
                    InputKind::Parquet => inputs::open_table(file, options, read),
                    kind => inputs::open_stream(file, kind, options, read),
                }
            }
        }
    }

    /// Works on all pages of the inputs, and gives the results to `write` in their order. `left` are the
    /// rows that are written already.
    pub(super) fn run(
        &self,
        inputs: &[Input],
        left: &mut Left,
        mut write: impl FnMut(Done) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let workers = self.workers.get();
        let budget = Budget::new(BYTES_A_WORKER * workers);
        let (send_group, groups) = async_channel::bounded::<Group>(workers * 2);
        let (send_done, done) = async_channel::bounded::<(u64, anyhow::Result<Done>)>(workers * 2);
        let open = |input: &Input, read: &BytesRead| self.open(input, read);
        thread::scope(|scope| {
            let reader = Reader {
                open: &open,
                progress: self.progress,
                targets: self.targets,
                ending: self.extracting.format.ending(),
                skips_targets: self.skips_targets,
                budget: &budget,
                groups: send_group,
                next: 0,
                taken: HashMap::new(),
            };
            let no_thread = "cannot start a thread";
            thread::Builder::new()
                .spawn_scoped(scope, move || reader.run(inputs, left))
                .context(no_thread)?;
            for number in 0..workers {
                let (groups, send_done) = (groups.clone(), send_done.clone());
                let works = move || self.work(&groups, &send_done);
                match thread::Builder::new().spawn_scoped(scope, works) {
                    // The work goes on with fewer threads.
                    Err(_) if number > 0 => break,
                    Err(error) => {
                        done.close();
                        budget.give(usize::MAX / 2);
                        return Err(error).context(no_thread);
                    }
                    Ok(_) => {}
                }
            }
            drop((groups, send_done));
            let (mut next, mut waiting) = (0, BTreeMap::new());
            while let Ok((number, group)) = done.recv_blocking() {
                waiting.insert(number, group);
                while let Some(group) = waiting.remove(&next) {
                    next += 1;
                    let written = group.and_then(|group| {
                        let bytes = group.bytes;
                        write(group).map(|()| bytes)
                    });
                    match written {
                        Ok(bytes) => budget.give(bytes),
                        Err(error) => {
                            // The others end once nobody takes their results.
                            done.close();
                            budget.give(usize::MAX / 2);
                            return Err(error);
                        }
                    }
                }
            }
            Ok(())
        })
    }

    fn work(
        &self,
        groups: &async_channel::Receiver<Group>,
        send: &async_channel::Sender<(u64, anyhow::Result<Done>)>,
    ) {
        let mut extractor = Extractor::new(self.extracting.options.clone());
        let mut rows = TableRows::default();
        while let Ok(group) = groups.recv_blocking() {
            let number = group.number;
            let done = self.group(&mut extractor, &mut rows, group);
            if send.send_blocking((number, done)).is_err() {
                groups.close();
                return;
            }
        }
    }

    fn group(
        &self,
        extractor: &mut Extractor,
        rows: &mut TableRows,
        group: Group,
    ) -> anyhow::Result<Done> {
        let Group { tasks, passed_over, bytes, .. } = group;
        let mut results = Vec::with_capacity(tasks.len());
        for task in tasks {
            let mut result = self.extracting.page(extractor, task);
            push(rows, &self.extracting.columns, &mut result)?;
            results.push(result);
        }
        let batch = rows.flush()?;
        Ok(Done { results, passed_over, batch, bytes })
    }
}
