//! Stores in SQLite in a build without them: errors.

use std::path::Path;

use zhengwen_site::SiteTemplate;

use super::StoreError;
use crate::NotBuilt;

pub(super) fn sites(_: &Path) -> Result<Vec<String>, StoreError> {
    Err(NotBuilt("templates").into())
}

pub(super) fn read(_: &Path, _: &str) -> Result<Option<SiteTemplate>, StoreError> {
    Err(NotBuilt("templates").into())
}

pub(super) fn change<T>(
    _: &Path,
    _: &str,
    _: impl FnOnce(&mut SiteTemplate) -> T,
) -> Result<T, StoreError> {
    Err(NotBuilt("templates").into())
}
