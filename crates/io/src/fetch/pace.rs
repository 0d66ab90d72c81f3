//! The pace of each host: simultaneous requests, and the time from one to the next.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The pace of all hosts.
#[derive(Debug)]
pub(super) struct Pace {
    per_host: usize,
    hosts: Mutex<HashMap<String, Host>>,
    done: Condvar,
}

#[derive(Debug)]
struct Host {
    open: usize,
    /// No request that is paced starts before this.
    next: Instant,
    /// No request at all starts before this: the host asked to be left alone.
    rested: Instant,
}

/// The right to one request; given back on drop.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    pace: &'a Pace,
    host: String,
}

impl Pace {
    /// Creates a pace of at most `per_host` simultaneous requests to a host.
    pub(super) fn new(per_host: usize) -> Self {
        Self { per_host: per_host.max(1), hosts: Mutex::default(), done: Condvar::new() }
    }

    /// Waits for a turn at a host; the next paced turn comes `delay` later at the earliest. Without
    /// `is_paced`, waits only for a free slot and for a host that asked to be left alone.
    pub(super) fn turn(&self, host: &str, delay: Duration, is_paced: bool) -> Turn<'_> {
        let mut hosts = self.lock();
        loop {
            let now = Instant::now();
            let known =
                hosts.entry(host.to_owned()).or_insert(Host { open: 0, next: now, rested: now });
            let from = if is_paced { known.next.max(known.rested) } else { known.rested };
            if known.open < self.per_host && from <= now {
                known.open += 1;
                known.next = known.next.max(now + delay);
                return Turn { pace: self, host: host.to_owned() };
            }
            let wait = match known.open < self.per_host {
                true => from - now,
                false => Duration::from_secs(1),
            };
            hosts = self.done.wait_timeout(hosts, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Leaves a host alone for this long.
    pub(super) fn rest(&self, host: &str, pause: Duration) {
        if let Some(known) = self.lock().get_mut(host) {
            known.rested = known.rested.max(Instant::now() + pause);
        }
    }

    /// The time until a host may be contacted again.
    pub(super) fn wait(&self, host: &str) -> Duration {
        let next = self.lock().get(host).map(|known| known.next.max(known.rested));
        next.map_or(Duration::ZERO, |next| next.saturating_duration_since(Instant::now()))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Host>> {
        self.hosts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(known) = self.pace.lock().get_mut(&self.host) {
            known.open -= 1;
        }
        self.pace.done.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Long enough that a test that waits for it hangs.
    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn turns_of_a_host_are_paced() {
        let pace = Pace::new(1);
        let delay = Duration::from_millis(30);
        let start = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| drop(pace.turn("a", delay, true)));
            }
        });
        assert!(start.elapsed() >= delay * 2);
        // A long rest earns no credit.
        std::thread::sleep(delay * 3);
        let start = Instant::now();
        for _ in 0..2 {
            drop(pace.turn("a", delay, true));
        }
        assert!(start.elapsed() >= delay);
    }

    #[test]
    fn hosts_are_paced_apart() {
        let pace = Pace::new(1);
        drop(pace.turn("a", HOUR, true));
        assert!(!pace.wait("a").is_zero() && pace.wait("b").is_zero());
        drop(pace.turn("b", HOUR, true));
        // Without a pace nobody waits but for a host that asked for it.
        drop(pace.turn("a", HOUR, false));
        let rest = Duration::from_millis(30);
        let start = Instant::now();
        pace.rest("a", rest);
        drop(pace.turn("a", HOUR, false));
        assert!(start.elapsed() >= rest);
    }

    #[test]
    fn one_at_a_time() {
        const THREADS: usize = 4;
        let pace = Pace::new(1);
        let (start, inside) = (Barrier::new(THREADS), AtomicUsize::new(0));
        let turns = || {
            start.wait();
            for _ in 0..200 {
                let _turn = pace.turn("a", Duration::ZERO, true);
                assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two at once");
                // The others run, and would come in.
                std::thread::yield_now();
                inside.fetch_sub(1, Ordering::SeqCst);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(turns);
            }
        });
        pace.rest("a", HOUR);
        assert!(!pace.wait("a").is_zero() && pace.wait("b").is_zero());
    }
}
