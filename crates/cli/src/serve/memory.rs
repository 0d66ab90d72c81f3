//! The memory of all requests together: each holds its share from before its page is read until its
//! answer is sent.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zhengwen::Limits;

use super::answer::Problem;

/// Copies of a page apart from its extraction: as it came, and as text.
const COPIES: usize = 2;
/// Bytes of a unit of the pool.
const UNIT: usize = 1 << 10;

/// The pool.
#[derive(Debug, Clone)]
pub(super) struct Memory {
    pool: Arc<Semaphore>,
    units: usize,
}

impl Memory {
    pub(super) fn of(bytes: usize) -> Self {
        let units = (bytes / UNIT).clamp(1, Semaphore::MAX_PERMITS);
        Self { pool: Arc::new(Semaphore::new(units)), units }
    }

    fn bytes(&self) -> usize {
        self.units.saturating_mul(UNIT)
    }

    pub(super) fn share(&self) -> Share {
        Share { memory: self.clone(), held: Arc::new(Mutex::new(None)) }
    }
}

/// The memory that one request holds; copies are the same share. It is given back with the last of them.
#[derive(Debug, Clone)]
pub(super) struct Share {
    memory: Memory,
    held: Arc<Mutex<Option<OwnedSemaphorePermit>>>,
}

impl Share {
    /// Refuses a page of this many bytes if there is never room for the work on it.
    pub(super) fn could_work_on(&self, bytes: usize) -> Result<(), Problem> {
        match of_work(bytes) > self.memory.bytes() {
            true => Err(Problem::too_large_for_memory()),
            false => Ok(()),
        }
    }

    /// Makes room for a page of this many bytes, unless there is never room for the work on it.
    pub(super) fn for_page(&self, bytes: usize) -> Result<(), Problem> {
        self.could_work_on(bytes)?;
        self.hold(bytes.saturating_mul(COPIES))
    }

    /// Makes room for the most that may be made of a page of this many bytes.
    pub(super) fn for_work(&self, bytes: usize) -> Result<(), Problem> {
        self.hold(of_work(bytes))
    }

    /// Makes room for bytes that are only kept, as far as the pool is that large.
    pub(super) fn for_bytes(&self, bytes: usize) -> Result<(), Problem> {
        self.hold(bytes.min(self.memory.bytes()))
    }

    /// Holds at least this many bytes.
    fn hold(&self, bytes: usize) -> Result<(), Problem> {
        let units = bytes.div_ceil(UNIT);
        if units > self.memory.units {
            return Err(Problem::too_large_for_memory());
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let more = units.saturating_sub(held.as_ref().map_or(0, OwnedSemaphorePermit::num_permits));
        let more = u32::try_from(more).map_err(|_| Problem::too_large_for_memory())?;
        let permit = Arc::clone(&self.memory.pool).try_acquire_many_owned(more);
        let permit = permit.map_err(|_| Problem::out_of_memory())?;
        match held.as_mut() {
            Some(held) => held.merge(permit),
            None => *held = Some(permit),
        }
        Ok(())
    }
}

/// Bytes of a page of this many bytes, with the most that may be made of it.
fn of_work(bytes: usize) -> usize {
    Limits::most_memory(bytes).saturating_add(bytes.saturating_mul(COPIES))
}

/// Gives every request its share, and keeps it until the answer is sent or the client is gone.
pub(super) async fn hold(
    State(memory): State<Memory>,
    mut request: Request,
    next: Next,
) -> Response {
    let share = memory.share();
    request.extensions_mut().insert(share.clone());
    let response = next.run(request).await;
    response.map(|body| {
        Body::new(body.map_err(move |error| {
            let _ = &share;
            error
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_grows_and_comes_back() {
        let memory = Memory::of(16 << 20);
        let (first, second) = (memory.share(), memory.share());
        first.for_page(40_000).unwrap();
        first.for_work(40_000).unwrap();
        // What is held is not asked for again.
        first.for_work(40_000).unwrap();
        second.for_page(40_000).unwrap();
        assert_eq!(second.for_work(40_000).unwrap_err().code, "overloaded");
        assert_eq!(second.for_page(100_000).unwrap_err().code, "too-large");
        let copy = first.clone();
        drop(first);
        assert!(second.for_work(40_000).is_err());
        drop(copy);
        second.for_work(40_000).unwrap();
    }

    #[test]
    fn bytes_that_are_only_kept_fit_in_any_pool() {
        let memory = Memory::of(10 << 10);
        memory.share().for_bytes(1 << 30).unwrap();
        assert_eq!(memory.pool.available_permits(), 10);
    }
}
