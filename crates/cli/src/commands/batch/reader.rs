//! Reads the inputs one after another, and puts their pages into groups.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::ProgressBar;
use zhengwen_io::inputs::{self, BytesRead, Entries, InputEntry, InputKind, InputOptions};
use zhengwen_io::saved::SavedPage;

use super::group::{Budget, Group};
use super::left::Left;
use super::plan::Input;
use super::result::{Loss, Lost, PageSource, Task, Written};

/// A group of pages ends with this many bytes of HTML.
const GROUP_BYTES: usize = 4 << 20;

/// Or with this many pages.
const GROUP_PAGES: usize = 64;

/// The bytes that count for a page in a file of its own before it is read.
const PAGE_BYTES: usize = 256 << 10;

/// Reads the inputs one after another.
pub(super) struct Reader<'a> {
    /// Opens an input of many pages.
    pub(super) open: &'a (dyn Fn(&Input, &BytesRead) -> std::io::Result<Entries> + Sync),
    pub(super) progress: &'a ProgressBar,
    /// The folder for a file a page, and the ending of its name.
    pub(super) targets: Option<&'a Path>,
    pub(super) ending: &'static str,
    /// True to pass over files that exist already.
    pub(super) skips_targets: bool,
    pub(super) budget: &'a Budget,
    pub(super) groups: async_channel::Sender<Group>,
    pub(super) next: u64,
    /// The names of this run's pages, in lower case because some file systems ignore case, with the last number
    /// given to each.
    pub(super) taken: HashMap<String, u32>,
}

/// Nobody takes groups any more.
struct Stopped;

impl Reader<'_> {
    pub(super) fn run(mut self, inputs: &[Input], left: &mut Left) {
        // The writer has stopped and says why.
        let _ = self.read(inputs, left);
    }

    fn read(&mut self, inputs: &[Input], left: &mut Left) -> Result<(), Stopped> {
        let mut group = Group { number: 0, tasks: Vec::new(), passed_over: Vec::new(), bytes: 0 };
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
            let entries = match left.error_of(&name) {
                // The run that was stopped could not open it, and its row is written.
                Some(why) => Err(std::io::Error::other(why)),
                None => (self.open)(input, &read),
            };
            let entries = entries.unwrap_or_else(|error| Box::new(std::iter::once(Err(error))));
            for entry in entries {
                let entry = match left.error_of(&name) {
                    Some(why) => Err(std::io::Error::other(why)),
                    None => entry,
                };
                let is_over = entry.is_err();
                match entry {
                    Ok(InputEntry::Page(page)) => {
                        let bytes = page.html.len();
                        let target = self.target(input, Some(page.offset));
                        self.add(&mut group, &name, PageSource::Page(page), target, left, bytes)?;
                    }
                    Ok(InputEntry::PassedOver(why)) => group.passed_over.push(why),
                    Ok(InputEntry::Damaged { offset, what }) => {
                        let offset = Some(offset);
                        self.lose(&mut group, &name, offset, (Loss::Record, what), left)?;
                    }
                    Err(error) => {
                        let why = error.to_string();
                        self.lose(&mut group, &name, None, (Loss::Input, why), left)?;
                    }
                }
                self.progress.inc(read.get() - counted);
                counted = read.get();
                if group.passed_over.len() >= 16 * GROUP_PAGES {
                    self.send(&mut group)?;
                }
                if is_over {
                    break;
                }
            }
        }
        self.send(&mut group)
    }

    /// The file of a page, where each has its own. A name that an earlier page has gets a number: two inputs may have the
    /// same path below the folder that was named, and a folder may hold `1.html` and `1.htm`.
    fn target(&mut self, input: &Input, offset: Option<u64>) -> Option<PathBuf> {
        let folder = self.targets?;
        let ending = self.ending;
        let below = input.below.with_file_name(inputs::stem(&input.below));
        let below = match offset {
            None => below,
            Some(offset) => below.join(format!("{offset:012}")),
        };
        let lower = below.to_string_lossy().to_lowercase();
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
        let mut name = below.into_os_string();
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
        if self.skips_targets && target.as_ref().is_some_and(|target| target.exists()) {
            group.passed_over.push("written before".to_owned());
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
        self.put(group, Task { file: name.clone(), source, target, is_replayed }, bytes)
    }

    /// Adds what could not be read, at its place among the pages.
    fn lose(
        &mut self,
        group: &mut Group,
        name: &Arc<str>,
        offset: Option<u64>,
        (loss, why): (Loss, String),
        left: &mut Left,
    ) -> Result<(), Stopped> {
        let is_replayed = left.take(name, offset, None).is_some();
        let source = PageSource::Lost(offset, Lost { loss, why, written: Written::Nothing });
        self.put(group, Task { file: name.clone(), source, target: None, is_replayed }, 0)
    }

    fn put(&mut self, group: &mut Group, task: Task, bytes: usize) -> Result<(), Stopped> {
        group.tasks.push(task);
        group.bytes += bytes;
        if group.bytes >= GROUP_BYTES || group.tasks.len() >= GROUP_PAGES {
            self.send(group)?;
        }
        Ok(())
    }

    fn send(&mut self, group: &mut Group) -> Result<(), Stopped> {
        let tasks = std::mem::take(&mut group.tasks);
        let passed_over = std::mem::take(&mut group.passed_over);
        if tasks.is_empty() && passed_over.is_empty() {
            return Ok(());
        }
        let bytes = self.budget.take(std::mem::take(&mut group.bytes));
        let whole = Group { number: self.next, tasks, passed_over, bytes };
        self.next += 1;
        self.groups.send_blocking(whole).map_err(|_| Stopped)
    }
}

/// The page on standard input.
pub(super) fn open_page(options: &InputOptions) -> std::io::Result<Entries> {
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
