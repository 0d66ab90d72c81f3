//! Places for connections. Where all are taken, the connection that has waited longest for its client is closed for a new one, so that
//! clients that send nothing keep nobody out.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// The places, and the connections that wait for their clients.
#[derive(Debug)]
pub(super) struct Seats {
    places: Arc<Semaphore>,
    queue: Arc<Mutex<Queue>>,
}

/// Connections that wait for their clients, those that have waited longest first.
#[derive(Debug, Default)]
struct Queue {
    next: u64,
    waiting: BTreeMap<u64, Arc<Notify>>,
}

impl Seats {
    pub(super) fn new(count: usize) -> Self {
        let places = count.clamp(1, Semaphore::MAX_PERMITS);
        Self { places: Arc::new(Semaphore::new(places)), queue: Arc::default() }
    }

    /// A place for a connection, which waits for its client from now on; `None` if the service works on all others.
    pub(super) async fn take(&self) -> Option<Seat> {
        let place = match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => place,
            // Closing takes a moment. Nobody else asks for places, so this one is for the new connection.
            Err(_) if self.close_one() => Arc::clone(&self.places).acquire_owned().await.ok()?,
            Err(_) => return None,
        };
        let seat = Seat(Arc::new(Held {
            queue: Arc::clone(&self.queue),
            turn: Mutex::new(0),
            closed: Arc::default(),
            _place: place,
        }));
        seat.waits();
        Some(seat)
    }

    /// Closes the connection that has waited longest for its client; false if none waits.
    pub(super) fn close_one(&self) -> bool {
        let longest = locked(&self.queue).waiting.pop_first();
        longest.is_some_and(|(_, closed)| {
            closed.notify_one();
            true
        })
    }
}

/// The place of a connection; copies are the same one. It is free again with the last of them.
#[derive(Debug, Clone)]
pub(super) struct Seat(Arc<Held>);

#[derive(Debug)]
struct Held {
    queue: Arc<Mutex<Queue>>,
    /// Its key in the queue, if it is there.
    turn: Mutex<u64>,
    closed: Arc<Notify>,
    _place: OwnedSemaphorePermit,
}

impl Seat {
    /// Ends when the place is wanted for another connection.
    pub(super) async fn wanted(&self) {
        self.0.closed.notified().await;
    }

    /// From now on, the service waits for the client: for a request, the rest of one, or until an answer is read.
    pub(super) fn waits(&self) {
        let (mut queue, mut turn) = (locked(&self.0.queue), locked(&self.0.turn));
        queue.waiting.remove(&turn);
        queue.next += 1;
        *turn = queue.next;
        queue.waiting.insert(*turn, Arc::clone(&self.0.closed));
    }

    /// From now on, the client waits for the service.
    fn works(&self) {
        locked(&self.0.queue).waiting.remove(&locked(&self.0.turn));
    }

    /// The body of a request whose head has come: when it ends, the service has to answer. A body that comes in small parts gains no time.
    pub(super) fn watch<B: Body>(&self, body: B) -> Watched<B> {
        if body.is_end_stream() {
            self.works();
        } else {
            self.waits();
        }
        Watched { body, seat: self.clone() }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        locked(&self.queue).waiting.remove(&locked(&self.turn));
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A body whose end is noticed.
#[derive(Debug)]
pub(super) struct Watched<B> {
    body: B,
    seat: Seat,
}

impl<B: Body + Unpin> Body for Watched<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        if frame.is_ready() && (matches!(frame, Poll::Ready(None)) || self.body.is_end_stream()) {
            self.seat.works();
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a place that is free, or would be if the last one closed were gone.
    async fn taken(seats: &Seats) -> Seat {
        seats.take().await.unwrap()
    }

    #[test]
    fn the_one_that_has_waited_longest_goes() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let seats = Seats::new(3);
            let (first, second, third) =
                (taken(&seats).await, taken(&seats).await, taken(&seats).await);
            // The first has said something, the second is at work.
            first.waits();
            second.works();
            let (fourth, ()) = tokio::join!(taken(&seats), async {
                third.wanted().await;
                drop(third);
            });
            fourth.works();
            let (fifth, ()) = tokio::join!(taken(&seats), async {
                first.wanted().await;
                drop(first);
            });
            fifth.works();
            assert!(seats.take().await.is_none(), "all are at work");
            // What has gone is not asked to go.
            second.waits();
            drop(second);
            assert!(!seats.close_one());
            drop(taken(&seats).await);
        });
    }
}
