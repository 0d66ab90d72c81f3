//! Stores of objects in a build without them: an error.

use super::piece::Piece;
use super::{FetchError, FetchOptions};
use crate::NotBuilt;

#[derive(Debug, Default)]
pub(super) struct Stores {}

impl Stores {
    pub(super) fn piece(
        &self,
        _: &str,
        _: (u64, u64),
        _: &FetchOptions,
    ) -> Result<Piece, FetchError> {
        Err(FetchError::Network(NotBuilt("s3").to_string()))
    }

    pub(super) fn list(&self, _: &str, _: &FetchOptions) -> Result<Vec<String>, FetchError> {
        Err(FetchError::Network(NotBuilt("s3").to_string()))
    }
}
