//! Connections that wait for a request, oldest first: when all places are taken, the oldest of them goes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http_body_util::BodyExt;
use tokio::sync::Notify;

/// The time that the end of an answer has to arrive when its connection is asked to go.
const LAST_BYTES: Duration = Duration::from_secs(1);

/// The number of a connection that is at work.
const AT_WORK: u64 = 0;

/// All connections that wait: for the first bytes of a request, for the rest of its head, or for the next request.
#[derive(Debug, Clone, Default)]
pub(super) struct Waiting(Arc<Mutex<List>>);

#[derive(Debug, Default)]
struct List {
    last: u64,
    all: BTreeMap<u64, Arc<Notify>>,
}

impl List {
    fn add(&mut self, leave: &Arc<Notify>) -> u64 {
        self.last += 1;
        self.all.insert(self.last, Arc::clone(leave));
        self.last
    }
}

impl Waiting {
    /// The place of a new connection in the list.
    pub(super) fn seat(&self) -> Arc<Seat> {
        let leave = Arc::default();
        let number = AtomicU64::new(self.list().add(&leave));
        Arc::new(Seat {
            waiting: self.clone(),
            leave,
            number,
            has_answered: AtomicBool::new(false),
        })
    }

    /// Asks the connection that has waited longest to go. False if none waits.
    pub(super) fn close_oldest(&self) -> bool {
        let oldest = self.list().all.pop_first();
        oldest.map(|(_, leave)| leave.notify_one()).is_some()
    }

    fn list(&self) -> MutexGuard<'_, List> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection: it waits, or has a request at work.
#[derive(Debug)]
pub(super) struct Seat {
    waiting: Waiting,
    leave: Arc<Notify>,
    number: AtomicU64,
    has_answered: AtomicBool,
}

impl Seat {
    /// A request has come: until what is returned is dropped, the connection does not wait.
    pub(super) fn begin(self: &Arc<Self>) -> AtWork {
        let number = self.number.swap(AT_WORK, Ordering::Relaxed);
        self.waiting.list().all.remove(&number);
        AtWork(Arc::clone(self))
    }

    /// Ends when the connection has to go.
    pub(super) async fn asked_to_go(&self) {
        loop {
            self.leave.notified().await;
            if self.has_answered.load(Ordering::Relaxed) {
                tokio::time::sleep(LAST_BYTES).await;
            }
            if self.number.load(Ordering::Relaxed) != AT_WORK {
                return;
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.waiting.list().all.remove(&self.number.load(Ordering::Relaxed));
    }
}

/// A request at work, until its answer is written.
#[derive(Debug)]
pub(super) struct AtWork(Arc<Seat>);

impl AtWork {
    /// Keeps it with the body of an answer.
    pub(super) fn until_written(self, response: Response) -> Response {
        response.map(|body| {
            Body::new(body.map_err(move |error| {
                let _ = &self;
                error
            }))
        })
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        let Seat { waiting, leave, number, has_answered } = &*self.0;
        has_answered.store(true, Ordering::Relaxed);
        number.store(waiting.list().add(leave), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_waits_goes_and_none_at_work() {
        let waiting = Waiting::default();
        let [first, second, third] = [(); 3].map(|()| waiting.seat());
        let numbers = || waiting.list().all.keys().copied().collect::<Vec<_>>();
        let at_work = first.begin();
        assert_eq!(numbers(), [2, 3]);
        assert!(waiting.close_oldest());
        assert_eq!(numbers(), [3]);
        drop((second, third));
        assert!(!waiting.close_oldest());
        drop(at_work);
        assert_eq!(numbers(), [4]);
        drop(first);
        assert!(numbers().is_empty());
    }

    #[test]
    fn who_is_asked_to_go_goes_unless_a_request_came() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let waiting = Waiting::default();
            let seat = waiting.seat();
            assert!(waiting.close_oldest());
            seat.asked_to_go().await;
            let busy = waiting.seat();
            assert!(waiting.close_oldest());
            let at_work = busy.begin();
            let going = tokio::time::timeout(Duration::from_millis(50), busy.asked_to_go());
            assert!(going.await.is_err());
            drop(at_work);
        });
    }
}
