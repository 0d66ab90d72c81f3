//! A piece of a file that is read from its start to its end.

use std::time::Duration;

use super::FetchOptions;

/// The least time for a piece.
const LEAST_TIME: Duration = Duration::from_secs(120);

/// A piece of a file.
pub(super) struct Piece {
    pub(super) body: Vec<u8>,
    /// The length of the file.
    pub(super) length: u64,
    /// What changes with the file.
    pub(super) tag: Option<Vec<u8>>,
}

/// The limit of time for a piece.
pub(super) fn time(options: &FetchOptions) -> Duration {
    options.timeout.max(LEAST_TIME)
}
