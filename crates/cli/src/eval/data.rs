//! Labelled sets on disk.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;
use zhengwen::extract::decode_page;
use zhengwen_io::pages;

/// A labelled page.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Gold {
    pub(super) id: String,
    pub(super) content: String,
    pub(super) url: Option<String>,
    pub(super) lang: Option<String>,
    #[serde(rename = "type")]
    pub(super) kind: Option<String>,
    pub(super) site: Option<String>,
    pub(super) title: Option<String>,
    pub(super) author: Option<String>,
    pub(super) source: Option<String>,
    pub(super) editor: Option<String>,
    pub(super) date: Option<String>,
    #[serde(default)]
    pub(super) must: Option<Vec<String>>,
    #[serde(default)]
    pub(super) mustnot: Option<Vec<String>>,
}

impl Gold {
    /// The page's text, decoded as an extraction of it would.
    pub(super) fn decode<'a>(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        let mut options = zhengwen::Options::default();
        options.url.clone_from(&self.url);
        decode_page(bytes, &options).0
    }
}

/// A labelled set: `gold.jsonl`, and the pages' bytes in `pages/ID.html.gz` or `pages/ID.html`.
#[derive(Debug)]
pub(super) struct Set {
    pub(super) name: String,
    pub(super) gold: Vec<Gold>,
    folder: PathBuf,
}

impl Set {
    /// A page's bytes.
    pub(super) fn page(&self, gold: &Gold) -> anyhow::Result<Vec<u8>> {
        let names =
            [".html.gz", ".html"].map(|e| self.folder.join(format!("pages/{}{e}", gold.id)));
        let path = names.iter().find(|path| path.exists()).unwrap_or(&names[0]);
        pages::read(path).with_context(|| path.display().to_string())
    }
}

/// The sets in `folder` (itself one, or its subfolders by name), only those of `names` if any.
pub(super) fn sets(folder: &Path, names: &[String]) -> anyhow::Result<Vec<Set>> {
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
        return super::nothing_found(folder);
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
    Ok(Set { name, gold, folder })
}
