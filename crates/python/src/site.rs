//! Knowledge of sites: templates learned here, and stores of them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use zhengwen::{Options, PageInfo, SiteKnowledge, SiteTemplate as Template};
use zhengwen_io::templates::{StoreError, TemplateStore};
use zhengwen_page::page::Page;
use zhengwen_site::Layout;
use zhengwen_site::site::{site_of_address, site_of_page};

use crate::html::{Html, Source};
use crate::page_at::PageAt;

/// The reason a store of templates could not be used.
#[derive(Debug)]
pub(crate) struct SiteError {
    path: PathBuf,
    error: StoreError,
}

impl From<SiteError> for PyErr {
    fn from(SiteError { path, error }: SiteError) -> Self {
        match error {
            StoreError::Io(error) => {
                let text = error.to_string();
                let text = text.split(" (os error").next().unwrap_or_default().to_owned();
                // By the number Python chooses FileNotFoundError and its like.
                PyOSError::new_err((error.raw_os_error(), text, path))
            }
            error => PyValueError::new_err(format!("{}: {error}", path.display())),
        }
    }
}

/// The caller's knowledge of the sites of pages.
#[derive(Default)]
pub(crate) enum Knowledge {
    #[default]
    Nothing,
    /// The template of all pages.
    One(Arc<Template>),
    /// A template for each site.
    Store(Py<Templates>),
}

impl Knowledge {
    /// The knowledge in an object; `None` if it holds no knowledge.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> Option<Self> {
        if let Ok(template) = object.cast::<SiteTemplate>() {
            return Some(Self::One(Arc::clone(&template.get().locked())));
        }
        object.cast::<Templates>().ok().map(|store| Self::Store(store.clone().unbind()))
    }

    /// The knowledge of the site of a page.
    pub(crate) fn of_page(
        &self,
        page: Source,
        info: &PageInfo,
    ) -> Result<Option<SiteKnowledge>, SiteError> {
        let template = match self {
            Self::Nothing => None,
            Self::One(template) => Some(Arc::clone(template)),
            Self::Store(store) => store.get().of_page(page, info)?,
        };
        Ok(template.map(knowing))
    }
}

/// Knowledge of a site's template and nothing else.
pub(crate) fn knowing(template: Arc<Template>) -> SiteKnowledge {
    SiteKnowledge { template: Some(template), ..SiteKnowledge::default() }
}

/// The page that a source is, as methods see it.
fn read(source: Source, info: &PageInfo) -> Page {
    match source {
        Source::Text(text) => Page::new(text, info.url),
        Source::Bytes(bytes) => Page::new(&info.decode(bytes).0, info.url),
    }
}

/// Templates that are kept in memory; more begin anew.
const MOST_KEPT: usize = 4096;

/// A store of site templates, as `zhengwen site learn` writes it: a file, a folder or an SQLite file.
///
/// Raises OSError when the path does not exist, ValueError when it holds something else.
#[pyclass(frozen, module = "zhengwen")]
pub(crate) struct Templates {
    path: PathBuf,
    store: TemplateStore,
    /// The site of pages without an address, where there is only one.
    only: Option<String>,
    read: Mutex<HashMap<String, Option<Arc<Template>>>>,
}

impl Templates {
    fn of_page(&self, source: Source, info: &PageInfo) -> Result<Option<Arc<Template>>, SiteError> {
        let of_page = || site_of_page(&read(source, info));
        let of_address = info.url.and_then(site_of_address);
        let Some(site) = of_address.or_else(|| self.only.clone()).or_else(of_page) else {
            return Ok(None);
        };
        let mut kept = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept.get(&site) {
            return Ok(known.clone());
        }
        let template = self.store.read(&site).map_err(|error| self.error(error))?.map(Arc::new);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(site, template.clone());
        Ok(template)
    }

    fn error(&self, error: StoreError) -> SiteError {
        SiteError { path: self.path.clone(), error }
    }
}

#[pymethods]
impl Templates {
    #[new]
    fn new(path: PathBuf) -> PyResult<Self> {
        let store = TemplateStore::at(&path);
        let sites = store.sites().map_err(|error| SiteError { path: path.clone(), error })?;
        let only = sites.first().filter(|_| sites.len() == 1).cloned();
        Ok(Self { path, store, only, read: Mutex::default() })
    }

    /// The names of its sites, sorted.
    #[getter]
    fn sites(&self) -> PyResult<Vec<String>> {
        Ok(self.store.sites().map_err(|error| self.error(error))?)
    }

    /// The template of a site; None if it is not in the store.
    fn get(&self, site: &str) -> PyResult<Option<SiteTemplate>> {
        let template = self.store.read(site).map_err(|error| self.error(error))?;
        Ok(template.map(SiteTemplate::from))
    }

    fn __repr__(&self) -> String {
        format!("Templates({:?})", self.path)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (PathBuf,)) {
        (slf.get_type().into_any(), (slf.get().path.clone(),))
    }
}

/// The template of a site: what its pages share, learned from them.
#[pyclass(frozen, module = "zhengwen")]
pub(crate) struct SiteTemplate(Mutex<Arc<Template>>);

impl From<Template> for SiteTemplate {
    fn from(template: Template) -> Self {
        Self(Mutex::new(Arc::new(template)))
    }
}

impl SiteTemplate {
    fn locked(&self) -> MutexGuard<'_, Arc<Template>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The template as it is now.
    fn now(&self) -> Arc<Template> {
        Arc::clone(&self.locked())
    }
}

#[pymethods]
impl SiteTemplate {
    #[new]
    #[pyo3(signature = (site=""))]
    fn new(site: &str) -> Self {
        Template::new(site).into()
    }

    /// The template of this JSON, as to_json and `zhengwen site learn` write it.
    #[classmethod]
    fn from_json(_class: &Bound<'_, pyo3::types::PyType>, json: &str) -> PyResult<Self> {
        let template = Template::from_json(json);
        template.map(Self::from).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Learns a page of the site. Its address and the charset of its HTTP header help with its encoding.
    #[pyo3(signature = (html, url=None, *, http_charset=None))]
    fn learn(
        &self,
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        url: Option<&str>,
        http_charset: Option<&str>,
    ) -> PyResult<()> {
        let html = Html::of(html)?;
        let page = PageAt::of(&html, url)?;
        py.detach(|| {
            let charset = page.http_charset.or(http_charset);
            let info = PageInfo::new().url(page.url).http_charset(charset);
            let page = read(page.source, &info);
            // Templates are learned by the judgement without one, as `zhengwen site learn` does.
            let scores = Options::new().judge(&page, &PageInfo::new()).score;
            let layout = Layout::of_page(&page, &scores);
            Arc::make_mut(&mut self.locked()).learn_layout(&layout);
        });
        Ok(())
    }

    /// Adds what another template of the site has learned, as if its pages came after.
    fn merge(&self, py: Python<'_>, other: &Bound<'_, Self>) {
        let other = other.get().now();
        py.detach(|| Arc::make_mut(&mut self.locked()).merge(&other));
    }

    /// True if a page is built like those that were learned: like at least two of them.
    fn fits(&self, py: Python<'_>, html: &Bound<'_, PyAny>) -> PyResult<bool> {
        let html = Html::of(html)?;
        let page = PageAt::of(&html, None)?;
        let template = self.now();
        Ok(py.detach(|| {
            let page = read(page.source, &PageInfo::new().http_charset(page.http_charset));
            template.fit(&page).is_some_and(|fit| fit.fits())
        }))
    }

    /// The template as JSON, as `zhengwen site learn` writes it.
    fn to_json(&self, py: Python<'_>) -> String {
        let template = self.now();
        py.detach(|| template.to_json())
    }

    /// The name of the site; empty if no name was given.
    #[getter]
    fn site(&self) -> String {
        self.now().site.clone()
    }

    /// The number of pages learned.
    #[getter]
    fn pages(&self) -> u32 {
        self.now().pages
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| self.now() == other.get().now())
    }

    fn __repr__(&self) -> String {
        let now = self.now();
        format!(
            "SiteTemplate({:?}, {} pages in {} layouts)",
            now.site,
            now.pages,
            now.layouts.len()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_json")?, (slf.get().to_json(slf.py()),)))
    }
}
