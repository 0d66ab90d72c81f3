//! A page with what is known of it.

use std::sync::Arc;

use pyo3::prelude::*;
use zhengwen::{Moment, SiteTemplate};

use crate::html::{Html, Source};

/// A page and its address.
#[derive(Clone, Copy)]
pub(crate) struct PageAt<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) url: Option<&'a str>,
    /// The charset of its HTTP header, if it is this page's own.
    pub(crate) http_charset: Option<&'a str>,
    /// The template of its site, if it is this page's own.
    pub(crate) template: Option<&'a Arc<SiteTemplate>>,
    /// The time at which it was read, if it is this page's own and the caller has not given one for all pages.
    pub(crate) read_at: Option<Moment>,
}

impl<'a> PageAt<'a> {
    /// A page without other facts.
    pub(crate) fn new(source: Source<'a>, url: Option<&'a str>) -> Self {
        Self { source, url, http_charset: None, template: None, read_at: None }
    }

    /// A page of Python at the address that the caller gives, or else at its own.
    pub(crate) fn of(html: &'a Html<'_>, url: Option<&'a str>) -> PyResult<Self> {
        let page = Self::new(html.source()?, url.or(html.url.as_deref()));
        Ok(Self { http_charset: html.charset.as_deref(), ..page })
    }
}
