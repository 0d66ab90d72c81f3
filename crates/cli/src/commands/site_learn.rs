//! `zhengwen site learn`: templates from pages at hand, and from pages that are fetched.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use zhengwen::{Options, PageInfo};
use zhengwen_io::fetch;
use zhengwen_io::gather::{GatheredPage, gather};
use zhengwen_io::inputs::{self, BytesRead, Html, InputEntry, InputKind, InputOptions, InputPage};
use zhengwen_io::pages;
use zhengwen_io::saved::{self, SavedPage};
use zhengwen_io::templates::TemplateStore;
use zhengwen_page::page::Page;
use zhengwen_site::site::{site_of_address, site_of_page};
use zhengwen_site::{Layout, Learned, SiteTemplate};

use super::batch;
use crate::fetch_options::FetchArguments;
use crate::hints::with_hint;
use crate::shown::stdout;
use crate::status::{EXIT_CODES, Status, complain};

/// Pages judged before they are learned; a bound on memory, and on what a stop loses.
const PAGES_AT_ONCE: usize = 256;

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteLearnArguments {
    /// Files, folders with .html, .htm, .xhtml, plain or .gz, and addresses of pages. For each address,
    /// similar pages of its site are fetched. Archives (.warc, .warc.gz, .warc.zst), tables (.parquet) and JSON
    /// Lines (.jsonl, .jsonl.gz, .jsonl.zst) are read as `batch` reads them
    #[arg(required = true, value_name = "INPUT|URL")]
    pub(crate) inputs: Vec<String>,
    /// Fetch at most this many pages for each address; of archives and tables learn at most this many pages of
    /// each site
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    /// Keep the templates here: NAME.json for one site, NAME.sqlite or .db, or a folder
    #[arg(short, long, value_name = "PATH", value_parser = crate::output_path::local())]
    pub(crate) output: PathBuf,
    /// The site of all pages; by default the host of the address that each page gives itself
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
}

/// The pages that were learned, and those that were not.
struct Learning<'a> {
    arguments: &'a SiteLearnArguments,
    store: TemplateStore,
    /// The number of pages by site.
    learned: BTreeMap<String, u32>,
    /// The number of them that come from archives and tables, which may hold any number.
    of_archives: BTreeMap<String, usize>,
    failed: usize,
    progress: ProgressBar,
}

/// Learns what the arguments name.
pub(crate) fn run(arguments: &SiteLearnArguments) -> anyhow::Result<Status> {
    let is_address = |input: &&String| fetch::is_address(input);
    let addresses: Vec<&String> = arguments.inputs.iter().filter(is_address).collect();
    let files: Vec<PathBuf> =
        arguments.inputs.iter().filter(|input| !is_address(input)).map(PathBuf::from).collect();
    let holds_many = |file: &PathBuf| InputKind::of(file) != InputKind::Page && !file.is_dir();
    let (archives, files): (Vec<PathBuf>, Vec<PathBuf>) = files.into_iter().partition(holds_many);
    let (files, failed) = batch::list(&files);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pages  {per_sec}  {eta} left")?;
    let wanted = files.len() + addresses.len() * arguments.limit;
    let progress = ProgressBar::new(wanted as u64).with_style(style);
    let store = TemplateStore::at(&arguments.output);
    let (learned, of_archives) = (BTreeMap::new(), BTreeMap::new());
    let mut learning = Learning { arguments, store, learned, of_archives, failed, progress };
    for group in files.chunks(PAGES_AT_ONCE) {
        let layouts = group
            .par_iter()
            .map(|file| (file.display().to_string(), layout_of_file(file, arguments)));
        learning.learn(layouts.collect())?;
        learning.progress.inc(group.len() as u64);
    }
    for archive in &archives {
        learning.learn_archive(archive)?;
    }
    if !addresses.is_empty() {
        let client = arguments.fetch.client()?;
        for address in addresses {
            learning.learn_address(&client, address)?;
        }
    }
    learning.progress.finish_and_clear();
    let mut out = stdout();
    for (site, count) in &learning.learned {
        if let Some(template) = learning.store.read(site)? {
            writeln!(out, "{site}: {count} pages learned; {}", in_words(&template))?;
        }
    }
    Ok(if learning.failed > 0 { Status::SomeFailed } else { Status::Done })
}

impl Learning<'_> {
    /// Learns similar pages of the site of an address. Keeps the fetched pages in a file next to the templates until
    /// all of them are learned, so that a run that was stopped goes on.
    fn learn_address(&mut self, client: &fetch::Client, address: &str) -> anyhow::Result<()> {
        let site = site_of_address(address).unwrap_or_default();
        let mut kept = self.arguments.output.as_os_str().to_owned();
        kept.push(format!(".{}.pages.partial", site.replace(['/', ':'], "_")));
        let kept = PathBuf::from(kept);
        let before = self.progress.position();
        let on_page = |count: usize| self.progress.set_position(before + count as u64);
        let gathered = gather(client, address, self.arguments.limit, &kept, on_page);
        let pages = match gathered {
            Ok(pages) => pages,
            Err(error) => {
                self.complain(&format!("{address}: {}", with_hint(&error)));
                self.failed += 1;
                return Ok(());
            }
        };
        self.progress.set_position(before + self.arguments.limit as u64);
        if pages.len() < 2 {
            self.complain(&format!("{address}: no similar page found on its site"));
            self.failed += 1;
        }
        let arguments = self.arguments;
        let layout = |page: &GatheredPage| (page.url.clone(), layout_of_gathered(page, arguments));
        self.learn(pages.par_iter().map(layout).collect())?;
        // Learned twice is worse than fetched twice.
        std::fs::remove_file(&kept).with_context(|| kept.display().to_string())
    }

    /// Learns pages of an archive or a table, of each site up to the limit.
    fn learn_archive(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let options = InputOptions {
            most_bytes: pages::MAX_PAGE_BYTES,
            html_column: "html".to_owned(),
            url_column: None,
            charset_column: None,
            keep_columns: Vec::new(),
            check_digests: false,
        };
        let entries = inputs::open(path, InputKind::of(path), &options, &BytesRead::default());
        let (entries, mut group) = match entries {
            Ok(entries) => (entries, Vec::new()),
            Err(error) => {
                self.complain(&format!("{name}: {error}"));
                self.failed += 1;
                return Ok(());
            }
        };
        for entry in entries {
            match entry {
                Ok(InputEntry::Page(page)) if !self.is_enough(page.url.as_deref()) => {
                    group.push(*page);
                }
                Ok(InputEntry::Page(_) | InputEntry::PassedOver(_)) => {}
                Ok(InputEntry::Damaged { what, .. }) => {
                    self.complain(&format!("{name}: {what}"));
                    self.failed += 1;
                }
                Err(error) => {
                    self.complain(&format!("{name}: {error}"));
                    self.failed += 1;
                }
            }
            if group.len() == PAGES_AT_ONCE {
                self.learn_group(path, &std::mem::take(&mut group))?;
            }
        }
        self.learn_group(path, &group)
    }

    /// True if enough pages of an address's site were learned of archives.
    fn is_enough(&self, url: Option<&str>) -> bool {
        let site = self.arguments.site.clone().or_else(|| url.and_then(site_of_address));
        site.and_then(|site| self.of_archives.get(&site))
            .is_some_and(|n| *n >= self.arguments.limit)
    }

    fn learn_group(&mut self, path: &Path, group: &[InputPage]) -> anyhow::Result<()> {
        let arguments = self.arguments;
        let layout = |page: &InputPage| {
            let name = format!("{} at {}", path.display(), page.offset);
            (name, layout_of_input(page, arguments))
        };
        let mut layouts: Vec<_> = group.par_iter().map(layout).collect();
        layouts.retain(|(_, layout)| match layout {
            Err(_) => true,
            Ok((site, _)) => {
                let count = self.of_archives.entry(site.clone()).or_default();
                *count += 1;
                *count <= arguments.limit
            }
        });
        self.learn(layouts)
    }

    fn learn(
        &mut self,
        layouts: Vec<(String, anyhow::Result<(String, Layout)>)>,
    ) -> anyhow::Result<()> {
        let mut by_site: BTreeMap<String, Vec<(String, Layout)>> = BTreeMap::new();
        for (name, layout) in layouts {
            match layout {
                Ok((site, layout)) => by_site.entry(site).or_default().push((name, layout)),
                Err(error) => {
                    self.complain(&format!("{name}: {error:#}"));
                    self.failed += 1;
                }
            }
        }
        for (site, layouts) in by_site {
            *self.learned.entry(site.clone()).or_default() += u32::try_from(layouts.len())?;
            let notices = self.store.change(&site, |template| learn_all(template, &layouts));
            let notices = notices.with_context(|| self.arguments.output.display().to_string())?;
            notices.iter().for_each(|line| self.complain(&format!("{site}: {line}")));
        }
        Ok(())
    }

    fn complain(&self, message: &str) {
        self.progress.suspend(|| complain(message));
    }
}

/// A page of a file.
pub(super) fn read_page(file: &Path) -> anyhow::Result<Page> {
    let SavedPage { html, url, charset } = saved::page(pages::read(file)?)?;
    let info = PageInfo::new().http_charset(charset.as_deref());
    let (html, _) = info.decode(&html);
    Ok(Page::new(&html, url.as_deref()))
}

/// The contents of a template in words.
pub(super) fn in_words(template: &SiteTemplate) -> String {
    let layouts: Vec<String> = template.layouts.iter().map(|l| l.pages.to_string()).collect();
    format!("{} in all, layouts of {} pages", template.pages, layouts.join(", "))
}

/// The site of a page and the layout of the page, by the judgement without a template.
fn layout_of_file(file: &Path, arguments: &SiteLearnArguments) -> anyhow::Result<(String, Layout)> {
    let page = read_page(file)?;
    layout(&page, arguments.site.clone().or_else(|| site_of_page(&page)))
}

fn layout_of_input(
    page: &InputPage,
    arguments: &SiteLearnArguments,
) -> anyhow::Result<(String, Layout)> {
    let url = page.url.as_deref();
    let parsed = match &page.html {
        Html::Text(html) => Page::new(html, url),
        Html::Bytes(bytes) => {
            let info = PageInfo::new().url(url).http_charset(page.charset.as_deref());
            Page::new(&info.decode(bytes).0, url)
        }
    };
    let site = arguments.site.clone().or_else(|| url.and_then(site_of_address));
    layout(&parsed, site.or_else(|| site_of_page(&parsed)))
}

fn layout_of_gathered(
    gathered: &GatheredPage,
    arguments: &SiteLearnArguments,
) -> anyhow::Result<(String, Layout)> {
    let page = Page::new(&gathered.html, Some(&gathered.url));
    layout(&page, arguments.site.clone().or_else(|| site_of_address(&gathered.url)))
}

fn layout(page: &Page, site: Option<String>) -> anyhow::Result<(String, Layout)> {
    let site = site.ok_or_else(|| anyhow!("has no address; name its site with --site NAME"))?;
    let scores = Options::new().judge(page, &PageInfo::new()).score;
    Ok((site, Layout::of_page(page, &scores)))
}

/// Learns pages; returns a line for each that begins a layout although others were known.
fn learn_all(template: &mut SiteTemplate, layouts: &[(String, Layout)]) -> Vec<String> {
    let mut notices = Vec::new();
    for (name, layout) in layouts {
        let had_layouts = !template.layouts.is_empty();
        let Learned { layout, likeness, is_new } = template.learn_layout(layout);
        if is_new && had_layouts {
            notices.push(format!(
                "{name} is like no page before ({:.0} %): begins layout {}",
                likeness * 100.0,
                layout + 1
            ));
        }
    }
    notices
}
