//! Labelled sets on disk.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rayon::prelude::*;
use serde::{Deserialize, Deserializer};
use zhengwen::PageInfo;
use zhengwen_io::fetch::Fetched;
use zhengwen_io::pages;
use zhengwen_io::render::{RenderOptions, Renderer};
use zhengwen_page::page::{Page, RenderedPage};

/// A labelled page.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Gold {
    pub(crate) id: String,
    /// The text that must be found; a page without it is labelled for its fields alone.
    pub(crate) content: Option<String>,
    /// Text that counts neither as missed nor as noise: captions, bylines, the title once more.
    #[serde(default)]
    pub(crate) optional: String,
    pub(crate) url: Option<String>,
    pub(crate) lang: Option<String>,
    #[serde(rename = "type")]
    pub(crate) kind: Option<String>,
    pub(crate) site: Option<String>,
    // The right values of each field.
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) title: Vec<String>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) author: Vec<String>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) source: Vec<String>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) editor: Vec<String>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) date: Vec<String>,
    /// The names of fields that the page does not show.
    #[serde(default)]
    pub(crate) absent: Vec<String>,
    #[serde(default)]
    pub(crate) must: Vec<String>,
    #[serde(default)]
    pub(crate) mustnot: Vec<String>,
    // The right values of each fact of a product.
    #[serde(default)]
    pub(crate) price: Vec<String>,
    #[serde(default)]
    pub(crate) sku: Vec<String>,
    #[serde(default)]
    pub(crate) gtin: Vec<String>,
    #[serde(default)]
    pub(crate) brand: Vec<String>,
    #[serde(default)]
    pub(crate) availability: Vec<String>,
}

/// Reads a text or a list of texts; an empty text is no value.
fn one_or_many<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Values {
        One(String),
        Many(Vec<String>),
    }
    let values = match Option::<Values>::deserialize(value)? {
        None => Vec::new(),
        Some(Values::One(value)) => vec![value],
        Some(Values::Many(values)) => values,
    };
    Ok(values.into_iter().filter(|value| !value.is_empty()).collect())
}

impl Gold {
    /// The page's text, decoded as an extraction of it would.
    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        PageInfo::new().url(self.url.as_deref()).decode(bytes).0
    }
}

/// A labelled set: `gold.jsonl`, and the pages' bytes in `pages/ID.html.gz` or `pages/ID.html`.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) gold: Vec<Gold>,
    folder: PathBuf,
    /// The pages as a browser shows them, by id, where they are measured so.
    rendered: HashMap<String, RenderedPage>,
}

impl Set {
    /// Keeps at most this many pages, equally many of each site.
    pub(crate) fn sample(&mut self, count: usize) {
        let mut sites: BTreeMap<Option<String>, Vec<Gold>> = BTreeMap::new();
        for gold in std::mem::take(&mut self.gold) {
            sites.entry(gold.site.clone()).or_default().push(gold);
        }
        let each = count.div_ceil(sites.len().max(1)).max(1);
        for pages in sites.into_values() {
            let step = pages.len().div_ceil(each).max(1);
            self.gold.extend(pages.into_iter().step_by(step).take(each));
        }
    }

    /// Lets a browser render every page from its bytes, with the network off.
    pub(crate) fn render(&mut self, with_boxes: bool) -> anyhow::Result<()> {
        let renderer = Renderer::new(RenderOptions::default());
        let progress = indicatif::ProgressBar::new(self.gold.len() as u64);
        let render = |gold: &Gold| -> anyhow::Result<_> {
            let bytes = self.page(gold)?;
            let info = PageInfo::new().url(gold.url.as_deref());
            let url = gold.url.clone().unwrap_or_default();
            let fetched = Fetched { bytes, url, charset: None, is_damaged: false };
            let shown = renderer.render(&fetched, &info, false);
            let mut page = shown.with_context(|| gold.id.clone())?.page;
            if !with_boxes {
                page.rectangles.clear();
            }
            progress.inc(1);
            Ok((gold.id.clone(), page))
        };
        self.rendered = self.gold.par_iter().map(render).collect::<anyhow::Result<_>>()?;
        progress.finish_and_clear();
        Ok(())
    }

    /// A page as a browser shows it, where pages are measured so.
    pub(crate) fn rendered(&self, gold: &Gold) -> Option<RenderedPage> {
        self.rendered.get(&gold.id).cloned()
    }

    /// A page, segmented.
    pub(crate) fn segmented(&self, gold: &Gold) -> anyhow::Result<Page> {
        let url = gold.url.as_deref();
        match self.rendered(gold) {
            Some(rendered) => Ok(Page::from_rendered(rendered, url)),
            None => Ok(Page::new(&gold.decode(&self.page(gold)?), url)),
        }
    }

    /// The number of pages with labelled text.
    pub(crate) fn labelled(&self) -> usize {
        self.gold.iter().filter(|gold| gold.content.is_some()).count()
    }

    /// A page's bytes.
    pub(crate) fn page(&self, gold: &Gold) -> anyhow::Result<Vec<u8>> {
        let names =
            [".html.gz", ".html"].map(|e| self.folder.join(format!("pages/{}{e}", gold.id)));
        let path = names.iter().find(|path| path.exists()).unwrap_or(&names[0]);
        pages::read(path).with_context(|| path.display().to_string())
    }
}

/// The sets in `folder` (itself one, or its subfolders by name), only those of `names` if any.
pub(crate) fn sets(folder: &Path, names: &[String]) -> anyhow::Result<Vec<Set>> {
    let mut folders = vec![folder.to_owned()];
    if !folder.join("gold.jsonl").exists() {
        let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        folders = entries.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
        folders.retain(|folder| folder.join("gold.jsonl").exists());
        folders.sort();
    }
    let name = |folder: &Path| {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    };
    if let Some(missing) = names.iter().find(|n| folders.iter().all(|f| name(f) != **n)) {
        anyhow::bail!("{}: has no labelled set {missing:?}", folder.display());
    }
    folders.retain(|folder| names.is_empty() || names.contains(&name(folder)));
    if folders.is_empty() {
        return nothing_found(folder);
    }
    folders.into_iter().map(|folder| read(name(&folder), folder)).collect()
}

fn read(name: String, folder: PathBuf) -> anyhow::Result<Set> {
    let path = folder.join("gold.jsonl");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let gold = lines
        .map(|(i, line)| {
            serde_json::from_str(line).with_context(|| format!("{} line {}", path.display(), i + 1))
        })
        .collect::<anyhow::Result<_>>()?;
    Ok(Set { name, gold, folder, rendered: HashMap::new() })
}

/// Stops with a helpful line when there is nothing to measure.
fn nothing_found(path: &Path) -> anyhow::Result<Vec<Set>> {
    bail!("{}: no labelled set here (a folder with gold.jsonl and pages/)", path.display())
}
