//! The work on one page: counted as it is done, and ended by its limit or by the caller.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Limit, Limits};

/// Ends an extraction from elsewhere, such as another thread. Clones are the same handle.
///
/// The extractor looks at it as often as it counts its work. What is found by then is all that the extraction has, with the
/// warning `stopped`; without a handle that is set, an extraction depends on its page and options alone.
///
/// ```
/// use zhengwen_page::limits::{EndOfWork, Stop, Work};
///
/// let stop = Stop::default();
/// let work = Work::until(&stop);
/// assert!(work.goes_on(1_000));
/// stop.stop();
/// assert_eq!(work.end(), Some(EndOfWork::Stopped));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<Handle>);

#[derive(Debug)]
struct Handle {
    is_stopped: AtomicBool,
    /// How many more looks at it until it stops by itself, in tests; else [`UNCOUNTED`].
    looks: AtomicU64,
}

/// The value of `looks` of a handle that does not stop by itself.
const UNCOUNTED: u64 = u64::MAX;

impl Default for Handle {
    fn default() -> Self {
        Self { is_stopped: AtomicBool::new(false), looks: AtomicU64::new(UNCOUNTED) }
    }
}

impl Stop {
    /// Ends the extractions that have this handle, those to come included.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::Relaxed);
    }

    /// A handle that stops the work after this many looks at it. Tests use it to stop at the same place in every run.
    #[doc(hidden)]
    pub fn after(looks: u64) -> Self {
        Self(Arc::new(Handle { looks: AtomicU64::new(looks), ..Handle::default() }))
    }

    /// True if they should end.
    pub fn is_stopped(&self) -> bool {
        let left = self.0.looks.load(Ordering::Relaxed);
        if left != UNCOUNTED {
            self.0.looks.store(left.saturating_sub(1), Ordering::Relaxed);
        }
        left == 0 || self.0.is_stopped.load(Ordering::Relaxed)
    }
}

/// The same handle.
impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The reason why the work on a page ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndOfWork {
    /// The page needs more steps than the limit.
    Limit,
    /// The caller wants no more of it.
    Stopped,
}

/// The work on one page. Clones count together. A step is a token, a node, a block, a row, or an element that a selector is
/// tried on: whatever a long loop takes next.
#[derive(Debug, Clone)]
pub struct Work(Arc<Count>);

#[derive(Debug)]
struct Count {
    /// Steps that are left; 0 when the work is over.
    left: AtomicU64,
    stop: Stop,
}

impl Default for Work {
    /// Work without an end.
    fn default() -> Self {
        Self::of_steps(u64::MAX, Stop::default())
    }
}

impl Work {
    /// The work on a page of this many bytes.
    pub fn on(page_bytes: usize, limits: &Limits, stop: &Stop) -> Self {
        Self::of_steps(limits.of(Limit::Work, page_bytes) as u64, stop.clone())
    }

    /// Work that only the handle ends.
    pub fn until(stop: &Stop) -> Self {
        Self::of_steps(u64::MAX, stop.clone())
    }

    fn of_steps(left: u64, stop: Stop) -> Self {
        Self(Arc::new(Count { left: AtomicU64::new(left), stop }))
    }

    /// Counts steps. False if no more are to be done: the loop ends, and what follows it does nothing.
    pub fn goes_on(&self, steps: usize) -> bool {
        let left = self.0.left.load(Ordering::Relaxed).saturating_sub(steps as u64);
        self.0.left.store(left, Ordering::Relaxed);
        left > 0 && !self.0.stop.is_stopped()
    }

    /// The reason why the work is over; `None` while it is not.
    pub fn end(&self) -> Option<EndOfWork> {
        if self.0.stop.is_stopped() {
            return Some(EndOfWork::Stopped);
        }
        (self.0.left.load(Ordering::Relaxed) == 0).then_some(EndOfWork::Limit)
    }

    /// True if the work is over.
    pub fn is_over(&self) -> bool {
        self.end().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_ends_at_its_limit_or_when_it_is_stopped() {
        let mut limits = Limits::default();
        limits.set("work", 10).unwrap();
        let stop = Stop::default();
        let (work, other) = (Work::on(5, &limits, &stop), Work::on(5, &limits, &stop));
        assert!(work.goes_on(9) && work.clone().end().is_none());
        assert!(!work.clone().goes_on(1) && !work.goes_on(0));
        assert_eq!((work.end(), other.end()), (Some(EndOfWork::Limit), None));
        stop.stop();
        assert!(!other.goes_on(1));
        assert_eq!(other.end(), Some(EndOfWork::Stopped));
        assert!(Work::default().goes_on(usize::MAX >> 1) && !Work::default().is_over());
    }
}
