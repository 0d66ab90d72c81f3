//! Answers that are held back until they are let go.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Held {
    asked: usize,
    waiting: usize,
    is_over: bool,
}

static HELD: Mutex<BTreeMap<String, Held>> = Mutex::new(BTreeMap::new());
static OVER: Condvar = Condvar::new();

fn lock() -> MutexGuard<'static, BTreeMap<String, Held>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds a request with the header `X-Hold: KEY COUNT`: the first `COUNT` (0 by default) are answered at once, the
/// others when `KEY` is let go.
pub(crate) fn wait(hold: &str) {
    let (key, count) = hold.split_once(' ').unwrap_or((hold, "0"));
    let mut all = lock();
    let held = all.entry(key.to_owned()).or_default();
    held.asked += 1;
    if held.asked <= count.parse().unwrap_or(0) {
        return;
    }
    held.waiting += 1;
    let is_held = |all: &mut BTreeMap<String, Held>| all.get(key).is_some_and(|held| !held.is_over);
    let mut all = OVER.wait_while(all, is_held).unwrap_or_else(PoisonError::into_inner);
    if let Some(held) = all.get_mut(key) {
        held.waiting -= 1;
    }
}

/// The number of answers that wait.
pub(crate) fn waiting(key: &str) -> usize {
    lock().get(key).map_or(0, |held| held.waiting)
}

/// Lets those that wait go, and all that come later; how many waited.
pub(crate) fn let_go(key: &str) -> usize {
    let waited = waiting(key);
    lock().entry(key.to_owned()).or_default().is_over = true;
    OVER.notify_all();
    waited
}
