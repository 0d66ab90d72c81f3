//! The cache in a build without it: an error.

use std::path::Path;

use ureq::http::Request;

use super::FetchError;
use super::answer::Answer;
use crate::NotBuilt;

/// The cache; no value exists.
#[derive(Debug)]
pub(super) enum Cache {}

/// An entry; no value exists.
#[derive(Debug)]
pub(super) enum Known {}

impl Cache {
    pub(super) fn open(folder: &Path) -> Result<Self, FetchError> {
        let folder = folder.display().to_string();
        Err(FetchError::Cache { folder, reason: NotBuilt("cache").to_string() })
    }

    pub(super) fn look_up(&self, _: &Request<()>) -> Option<Known> {
        match *self {}
    }

    pub(super) fn keep(
        &self,
        _: &Request<()>,
        _: Option<Known>,
        _: Answer,
    ) -> Result<Answer, FetchError> {
        match *self {}
    }
}

impl Known {
    pub(super) fn fresh(&self) -> Option<Answer> {
        match *self {}
    }

    pub(super) fn conditional(&self) -> Request<()> {
        match *self {}
    }
}
