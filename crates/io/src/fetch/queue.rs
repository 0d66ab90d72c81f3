//! Many addresses from many threads, each host at its own pace.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use url::Url;

use super::Client;

/// Processes each address on one of `threads` threads and passes its index and result to `done`, on
/// the calling thread, in order of completion. No host is contacted before its pace allows;
/// meanwhile other hosts are. `done` can stop the work.
///
/// Each thread has its own state, made by `state`.
pub fn for_each_address<S, T: Send>(
    client: &Client,
    addresses: &[String],
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &str) -> T + Sync,
    mut done: impl FnMut(usize, T) -> ControlFlow<()>,
) {
    let queue = Queue::new(client, addresses);
    let threads = threads.clamp(1, addresses.len().max(1));
    // A small buffer keeps memory from growing with results that nobody has taken yet.
    let (sender, receiver) = sync_channel(threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, state, work, sender) = (&queue, &state, &work, sender.clone());
            scope.spawn(move || queue.work(&mut state(), work, &sender));
        }
        drop(sender);
        for (place, result) in &receiver {
            if done(place, result).is_break() {
                queue.stop();
                break;
            }
        }
        // Threads that wait to send end when nobody receives.
        drop(receiver);
    });
}

struct Queue<'a> {
    client: &'a Client,
    addresses: &'a [String],
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    hosts: Vec<Host>,
    /// Hosts with addresses left and a free slot, by the time they may be contacted.
    ready: BinaryHeap<Reverse<(Instant, usize)>>,
    /// The number of addresses not yet taken.
    left: usize,
}

struct Host {
    name: String,
    addresses: VecDeque<usize>,
}

impl<'a> Queue<'a> {
    fn new(client: &'a Client, addresses: &'a [String]) -> Self {
        let mut state = State { left: addresses.len(), ..State::default() };
        let mut known: HashMap<String, usize> = HashMap::new();
        for (place, address) in addresses.iter().enumerate() {
            let url = Url::parse(address).ok();
            let name = url.as_ref().and_then(Url::host_str).unwrap_or_default().to_owned();
            let host = *known.entry(name.clone()).or_insert_with(|| {
                state.hosts.push(Host { name, addresses: VecDeque::new() });
                state.hosts.len() - 1
            });
            state.hosts[host].addresses.push_back(place);
        }
        let now = Instant::now();
        for (host, known) in state.hosts.iter().enumerate() {
            for _ in 0..known.addresses.len().min(client.options().per_host.max(1)) {
                state.ready.push(Reverse((now, host)));
            }
        }
        Self { client, addresses, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn work<S, T>(
        &self,
        state: &mut S,
        work: &impl Fn(&mut S, &str) -> T,
        sender: &SyncSender<(usize, T)>,
    ) {
        while let Some((host, place)) = self.take() {
            let result = work(state, &self.addresses[place]);
            self.put_back(host);
            if sender.send((place, result)).is_err() {
                return;
            }
        }
    }

    /// The next address whose host may be contacted; `None` when all are taken.
    fn take(&self) -> Option<(usize, usize)> {
        let mut state = self.lock();
        loop {
            if state.left == 0 {
                return None;
            }
            let wait = match state.ready.peek() {
                Some(Reverse((at, _))) => at.saturating_duration_since(Instant::now()),
                None => std::time::Duration::from_secs(1),
            };
            if wait.is_zero()
                && let Some(Reverse((_, host))) = state.ready.pop()
                && let Some(place) = state.hosts[host].addresses.pop_front()
            {
                state.left -= 1;
                return Some((host, place));
            }
            if !wait.is_zero() {
                let woken = self.changed.wait_timeout(state, wait);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
    }

    fn put_back(&self, host: usize) {
        let mut state = self.lock();
        let known = &state.hosts[host];
        if !known.addresses.is_empty() {
            let at = Instant::now() + self.client.wait_for(&known.name);
            state.ready.push(Reverse((at, host)));
        }
        drop(state);
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.lock().left = 0;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
