//! The user's knowledge of a page's site: other pages, templates, boxes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};
use clap::Args;
use serde::{Serialize, Serializer};
use zhengwen::PageInfo;
use zhengwen_io::articles::ReadError;
use zhengwen_io::pages;
use zhengwen_io::saved;
use zhengwen_io::templates::TemplateStore;
use zhengwen_page::page::{Boxes, Page};
use zhengwen_site::site::{site_of_address, site_of_page};
use zhengwen_site::{SimilarPage, SiteKnowledge, SiteTemplate};

/// Knowledge of the site, in addition to the page.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "The site")]
pub(crate) struct SiteArguments {
    /// Other pages of the site, a file or a folder; template-matching takes the most alike of them
    /// (repeatable). The boxes of PAGE.html are read from PAGE.html.boxes.json, where that is. auto
    /// fetches five pages that the page links to; other methods learn a template of them
    #[arg(long, value_name = "INPUT")]
    #[serde(serialize_with = "paths")]
    pub(crate) similar: Vec<PathBuf>,
    /// Use the site's template: a file, folder or SQLite file made by `zhengwen site learn`
    #[arg(long, value_name = "PATH")]
    #[serde(serialize_with = "paths")]
    pub(crate) templates: Option<PathBuf>,
    /// The site's name in the templates; by default the host of the page's address or of the one that it
    /// gives itself, or the only site there is
    #[arg(long, value_name = "NAME", requires = "templates")]
    pub(crate) site: Option<String>,
}

/// Paths as text, also those that are no Unicode.
fn paths<P, S: Serializer>(paths: &P, serializer: S) -> Result<S::Ok, S::Error>
where
    for<'a> &'a P: IntoIterator<Item = &'a PathBuf>,
{
    serializer.collect_seq(paths.into_iter().map(|path| path.to_string_lossy()))
}

/// The source of knowledge about the pages' sites.
pub(crate) struct SiteSource {
    similar: Vec<Arc<SimilarPage>>,
    fetches_similar: bool,
    templates: Option<Templates>,
}

/// Pages that `--similar auto` fetches.
const SIMILAR_PAGES: usize = 5;

struct Templates {
    path: PathBuf,
    store: TemplateStore,
    /// The site of all pages, where it is given or there is only one.
    only: Option<String>,
    is_given: bool,
    read: Mutex<HashMap<String, Option<Arc<SiteTemplate>>>>,
}

impl SiteSource {
    /// Reads the similar pages; templates are read when they are needed.
    pub(crate) fn open(arguments: &SiteArguments) -> anyhow::Result<Self> {
        let mut similar = Vec::new();
        let is_auto = |input: &&PathBuf| input.as_os_str() == "auto";
        let fetches_similar = arguments.similar.iter().any(|input| is_auto(&input));
        for input in arguments.similar.iter().filter(|input| !is_auto(input)) {
            let name = || format!("--similar {}", input.display());
            for file in pages::list(input).with_context(name)? {
                similar.push(Arc::new(similar_page(&file)?));
            }
        }
        let templates = arguments.templates.as_deref();
        let templates = templates.map(|path| Templates::open(path, arguments.site.as_ref()));
        Ok(Self { similar, fetches_similar, templates: templates.transpose()? })
    }

    /// The number of similar pages to fetch for each page.
    pub(crate) fn similar_pages(&self) -> usize {
        if self.fetches_similar { SIMILAR_PAGES } else { 0 }
    }

    /// The knowledge of the site of a page, and the name of the site if there is no template of it.
    pub(crate) fn knowledge(
        &self,
        bytes: &[u8],
        info: &PageInfo,
    ) -> Result<(SiteKnowledge, Option<String>), ReadError> {
        let mut knowledge = SiteKnowledge::default();
        knowledge.similar.clone_from(&self.similar);
        let Some(templates) = &self.templates else { return Ok((knowledge, None)) };
        let Some(site) = templates.site_of(bytes, info) else {
            return Ok((knowledge, Some("an unknown site (add --site or --url)".to_owned())));
        };
        let read = templates.read(&site).map_err(|error| ReadError::Site(format!("{error:#}")))?;
        knowledge.template = read;
        let missing = knowledge.template.is_none().then_some(site);
        Ok((knowledge, missing))
    }
}

fn similar_page(file: &Path) -> anyhow::Result<SimilarPage> {
    let saved = pages::read(file).and_then(saved::page);
    let saved = saved.with_context(|| file.display().to_string())?;
    let info = PageInfo::new().http_charset(saved.charset.as_deref());
    let (html, _) = info.decode(&saved.html);
    let mut page = Page::new(&html, None);
    let mut boxes = file.as_os_str().to_owned();
    boxes.push(".boxes.json");
    let boxes = PathBuf::from(boxes);
    if boxes.exists()
        && let Err((elements, count)) = page.set_boxes(&read_boxes(&boxes)?)
    {
        bail!("{}: {count} boxes for {elements} elements", boxes.display());
    }
    Ok(SimilarPage::of(&page))
}

impl Templates {
    fn open(path: &Path, given: Option<&String>) -> anyhow::Result<Self> {
        let store = TemplateStore::at(path);
        let sites = store.sites().with_context(|| format!("--templates {}", path.display()))?;
        let only = given.or(sites.first().filter(|_| sites.len() == 1)).cloned();
        let read = Mutex::new(HashMap::new());
        Ok(Self { path: path.to_owned(), store, only, is_given: given.is_some(), read })
    }

    fn site_of(&self, bytes: &[u8], info: &PageInfo) -> Option<String> {
        if self.is_given {
            return self.only.clone();
        }
        let of_page = || {
            let (html, _) = info.decode(bytes);
            site_of_page(&Page::new(&html, None))
        };
        let of_address = info.url.and_then(site_of_address);
        of_address.or_else(|| self.only.clone()).or_else(of_page)
    }

    fn read(&self, site: &str) -> anyhow::Result<Option<Arc<SiteTemplate>>> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(site) {
            return Ok(known.clone());
        }
        let template = self.store.read(site).with_context(|| self.path.display().to_string())?;
        let template = template.map(Arc::new);
        read.insert(site.to_owned(), template.clone());
        Ok(template)
    }
}

/// The boxes of a page's elements from a JSON file.
pub(crate) fn read_boxes(path: &Path) -> anyhow::Result<Boxes> {
    let name = || path.display().to_string();
    let json = std::fs::read(path).with_context(name)?;
    let expected = "not {\"boxes\": [[left, top, width, height] or null, ...]}";
    Boxes::from_json(&json).context(expected).with_context(name)
}
