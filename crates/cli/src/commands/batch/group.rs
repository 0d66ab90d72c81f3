//! Groups of pages on their way, and the bound on their bytes.

use std::sync::{Condvar, Mutex, PoisonError};

use super::result::Task;

/// Pages that are worked on together.
pub(super) struct Group {
    pub(super) number: u64,
    pub(super) tasks: Vec<Task>,
    /// Why records before them are no pages.
    pub(super) passed_over: Vec<String>,
    pub(super) bytes: usize,
}

/// A bound on the bytes in flight.
pub(super) struct Budget {
    free: Mutex<usize>,
    all: usize,
    changed: Condvar,
}

impl Budget {
    pub(super) fn new(all: usize) -> Self {
        Self { free: Mutex::new(all), all, changed: Condvar::new() }
    }

    /// Waits until there is room; a group larger than the limit waits until all of it is free.
    pub(super) fn take(&self, bytes: usize) -> usize {
        let bytes = bytes.min(self.all);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self
            .changed
            .wait_while(free, |free| *free < bytes)
            .unwrap_or_else(PoisonError::into_inner);
        *free -= bytes;
        bytes
    }

    pub(super) fn give(&self, bytes: usize) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += bytes;
        self.changed.notify_all();
    }
}
