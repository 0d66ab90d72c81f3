//! Many pages at once: one reader, workers, and one writer that keeps the order of the inputs.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use indicatif::ProgressBar;
use zhengwen::Extractor;
use zhengwen_io::fetch::{Client, RemoteFile};
use zhengwen_io::inputs::{self, BytesRead, Entries, InputEntry, InputKind, InputOptions};
use zhengwen_io::saved::SavedPage;
use zhengwen_table::Columns;

use super::extract::{Extracting, Outcome, PageResult, PageSource, Task, Written};
use super::left::Left;
use super::plan::Input;
use super::table::{TableBatch, TableRows};
use crate::hints::with_hint;

/// A group of pages ends with this many bytes of HTML.
const GROUP_BYTES: usize = 4 << 20;

/// Or with this many pages.
const GROUP_PAGES: usize = 64;

/// Bytes of HTML in flight for each worker.
const BYTES_A_WORKER: usize = 64 << 20;

/// The bytes that count for a page in a file of its own before it is read.
const PAGE_BYTES: usize = 256 << 10;

/// A message from the reader to the writer, in the order of the input.
pub(super) enum Note {
    PassedOver(String),
    Damaged(String),
    /// An input that cannot be read, or not to its end.
    InputFailed(String),
}

/// Pages that are worked on together.
struct Group {
    number: u64,
    tasks: Vec<Task>,
    notes: Vec<Note>,
    bytes: usize,
}

/// The results of a group.
pub(super) struct Done {
    pub(super) results: Vec<PageResult>,
    pub(super) notes: Vec<Note>,
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
        Ok(Self { results: vec![result], notes: Vec::new(), batch, bytes: 0 })
    }
}

/// Puts the row of a page into a batch, where it is a row of a table.
fn push(rows: &mut TableRows, columns: &Columns, result: &mut PageResult) -> anyhow::Result<()> {
    if let Outcome::Row(row) = &mut result.outcome
        && let Written::Row(_) = row.written
        && let Written::Row(made) = std::mem::replace(&mut row.written, Written::Nothing)
    {
        rows.push(columns, *made)?;
    }
    Ok(())
}

/// A bound on the bytes in flight.
struct Budget {
    free: Mutex<usize>,
    all: usize,
    changed: Condvar,
}

impl Budget {
    fn new(all: usize) -> Self {
        Self { free: Mutex::new(all), all, changed: Condvar::new() }
    }

    /// Waits until there is room; a group larger than the limit waits until all of it is free.
    fn take(&self, bytes: usize) -> usize {
        let bytes = bytes.min(self.all);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self
            .changed
            .wait_while(free, |free| *free < bytes)
            .unwrap_or_else(PoisonError::into_inner);
        *free -= bytes;
        bytes
    }

    fn give(&self, bytes: usize) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += bytes;
        self.changed.notify_all();
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
    fn open(&self, input: &Input, read: &BytesRead) -> std::io::Result<Entries> {
        let options = self.input_options;
        if input.kind == InputKind::Page {
            return open_page(options);
        }
        match self.client.filter(|_| input.is_remote()) {
            None => inputs::open(&input.path, input.kind, options, read),
            Some(client) => {
                let file = RemoteFile::open(client.clone(), &input.name());
                let file = file.map_err(|error| std::io::Error::other(with_hint(&error)))?;
                inputs::open_stream(file, input.kind, options, read)
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
        thread::scope(|scope| {
            let reader = Reader {
                pipeline: self,
                budget: &budget,
                groups: send_group,
                next: 0,
                taken: HashMap::new(),
            };
            let no_thread = "cannot start a thread";
            let reads = move || reader.run(inputs, left);
            thread::Builder::new().spawn_scoped(scope, reads).context(no_thread)?;
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
        let Group { tasks, notes, bytes, .. } = group;
        let mut results = Vec::with_capacity(tasks.len());
        for task in tasks {
            let mut result = self.extracting.page(extractor, task);
            push(rows, &self.extracting.columns, &mut result)?;
            results.push(result);
        }
        let batch = rows.flush()?;
        Ok(Done { results, notes, batch, bytes })
    }
}

/// Reads the inputs one after another.
struct Reader<'a> {
    pipeline: &'a Pipeline<'a>,
    budget: &'a Budget,
    groups: async_channel::Sender<Group>,
    next: u64,
    /// The names of this run's pages, in lower case because some file systems ignore case, with the last number
    /// given to each.
    taken: HashMap<String, u32>,
}

/// Nobody takes groups any more.
struct Stopped;

impl Reader<'_> {
    fn run(mut self, inputs: &[Input], left: &mut Left) {
        // The writer has stopped and says why.
        let _ = self.read(inputs, left);
    }

    fn read(&mut self, inputs: &[Input], left: &mut Left) -> Result<(), Stopped> {
        let mut group = Group { number: 0, tasks: Vec::new(), notes: Vec::new(), bytes: 0 };
        for input in inputs {
            let name: Arc<str> = input.name().into();
            if input.kind == InputKind::Page && input.path.as_os_str() != "-" {
                let source = PageSource::File(input.path.clone());
                let target = self.target(input, None);
                self.add(&mut group, &name, source, target, left, PAGE_BYTES)?;
                continue;
            }
            let read = BytesRead::default();
            let mut counted = 0;
            let entries = match self.pipeline.open(input, &read) {
                Ok(entries) => entries,
                Err(error) => {
                    group.notes.push(Note::InputFailed(format!("{name}: {error}")));
                    continue;
                }
            };
            for entry in entries {
                match entry {
                    Ok(InputEntry::Page(page)) => {
                        let bytes = page.html.len();
                        let target = self.target(input, Some(page.offset));
                        self.add(&mut group, &name, PageSource::Page(page), target, left, bytes)?;
                    }
                    Ok(InputEntry::PassedOver(why)) => group.notes.push(Note::PassedOver(why)),
                    Ok(InputEntry::Damaged(what)) => {
                        group.notes.push(Note::Damaged(format!("{name}: {what}")));
                    }
                    Err(error) => group.notes.push(Note::InputFailed(format!("{name}: {error}"))),
                }
                self.pipeline.progress.inc(read.get() - counted);
                counted = read.get();
                if group.notes.len() >= 16 * GROUP_PAGES {
                    self.send(&mut group)?;
                }
            }
        }
        self.send(&mut group)
    }

    /// The file of a page, where each has its own. A name that an earlier page has gets a number: two inputs may have the
    /// same path below the folder that was named, and a folder may hold `1.html` and `1.htm`.
    fn target(&mut self, input: &Input, offset: Option<u64>) -> Option<PathBuf> {
        let folder = self.pipeline.targets?;
        let ending = self.pipeline.extracting.format.ending();
        let own = input.below.with_file_name(inputs::stem(&input.below));
        let own = match offset {
            None => own,
            Some(offset) => own.join(format!("{offset:012}")),
        };
        let lower = own.to_string_lossy().to_lowercase();
        let mut number = self.taken.get(&lower).copied().unwrap_or(0) + 1;
        let numbered = |name: &str, number: u32| match number {
            1 => name.to_owned(),
            _ => format!("{name}-{number}"),
        };
        while number > 1 && self.taken.contains_key(&numbered(&lower, number)) {
            number += 1;
        }
        self.taken.insert(numbered(&lower, number), 1);
        self.taken.insert(lower, number);
        let mut name = own.into_os_string();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(format!(".{ending}"));
        Some(folder.join(name))
    }

    fn add(
        &mut self,
        group: &mut Group,
        name: &Arc<str>,
        source: PageSource,
        target: Option<PathBuf>,
        left: &mut Left,
        bytes: usize,
    ) -> Result<(), Stopped> {
        if self.pipeline.skips_targets && target.as_ref().is_some_and(|target| target.exists()) {
            group.notes.push(Note::PassedOver("written before".to_owned()));
            return Ok(());
        }
        let id = match &source {
            PageSource::Page(page) => (Some(page.offset), page.id.as_deref()),
            _ => (None, None),
        };
        let is_replayed = left.is_open();
        let source = match left.take(name, id.0, id.1) {
            Some(row) => PageSource::Written(row),
            None => source,
        };
        group.tasks.push(Task { file: name.clone(), source, target, is_replayed });
        group.bytes += bytes;
        if group.bytes >= GROUP_BYTES || group.tasks.len() >= GROUP_PAGES {
            self.send(group)?;
        }
        Ok(())
    }

    fn send(&mut self, group: &mut Group) -> Result<(), Stopped> {
        let (tasks, notes) = (std::mem::take(&mut group.tasks), std::mem::take(&mut group.notes));
        if tasks.is_empty() && notes.is_empty() {
            return Ok(());
        }
        let bytes = self.budget.take(std::mem::take(&mut group.bytes));
        let whole = Group { number: self.next, tasks, notes, bytes };
        self.next += 1;
        self.groups.send_blocking(whole).map_err(|_| Stopped)
    }
}

/// The page on standard input.
fn open_page(options: &InputOptions) -> std::io::Result<Entries> {
    let bytes = zhengwen_io::pages::read_at_most(std::io::stdin().lock(), options.most_bytes)
        .and_then(zhengwen_io::pages::unpack)?;
    let SavedPage { html, url, charset } = zhengwen_io::saved::page(bytes)?;
    zhengwen_io::pages::refuse_other_files(&html)?;
    Ok(Box::new(std::iter::once(Ok(InputEntry::Page(Box::new(inputs::InputPage {
        offset: 0,
        id: None,
        url,
        charset,
        fetched_at: None,
        html: inputs::Html::Bytes(html.into_owned()),
        is_cut: false,
        is_damaged: false,
        kept: serde_json::Map::new(),
    }))))))
}
