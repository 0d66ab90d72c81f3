//! The articles of feeds, kept for a while: a reader asks for the same feed again and again.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An article is asked for again after this time, a page that has none earlier: it may have been out of reach.
const KEPT: Duration = Duration::from_secs(12 * 3600);
const KEPT_WITHOUT: Duration = Duration::from_secs(1800);
/// Bytes of all articles, and what each counts besides its own.
const MOST_BYTES: usize = 64 << 20;
const EACH: usize = 256;

/// The articles by their addresses, as HTML.
#[derive(Debug, Default)]
pub(super) struct Articles(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    by_address: HashMap<String, (Option<Arc<str>>, Instant)>,
    /// The addresses, the oldest first.
    order: VecDeque<String>,
    bytes: usize,
}

impl Articles {
    /// The article at an address, if it is known; inside, none for a page without one.
    pub(super) fn get(&self, address: &str) -> Option<Option<Arc<str>>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (article, since) = kept.by_address.get(address)?;
        let most = if article.is_some() { KEPT } else { KEPT_WITHOUT };
        (since.elapsed() < most).then(|| article.clone())
    }

    /// Keeps an article, and gives it back.
    pub(super) fn keep(&self, address: &str, article: Option<Arc<str>>) -> Option<Arc<str>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.drop_one(address) {
            kept.order.retain(|listed| listed != address);
        }
        kept.bytes += size(address, article.as_deref());
        kept.order.push_back(address.to_owned());
        kept.by_address.insert(address.to_owned(), (article.clone(), Instant::now()));
        while kept.bytes > MOST_BYTES
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.drop_one(&oldest);
        }
        article
    }
}

impl Kept {
    fn drop_one(&mut self, address: &str) -> bool {
        let Some((article, _)) = self.by_address.remove(address) else { return false };
        self.bytes -= size(address, article.as_deref());
        true
    }
}

fn size(address: &str, article: Option<&str>) -> usize {
    EACH + 2 * address.len() + article.map_or(0, str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_give_way() {
        let articles = Articles::default();
        assert_eq!(articles.get("a"), None);
        articles.keep("a", None);
        assert_eq!(articles.get("a"), Some(None));
        let large: Arc<str> = "x".repeat(MOST_BYTES / 3).into();
        for address in ["b", "c", "b", "d"] {
            articles.keep(address, Some(Arc::clone(&large)));
        }
        let known = |address| articles.get(address).is_some();
        assert_eq!(["a", "b", "c", "d"].map(known), [false, true, false, true]);
        let kept = articles.0.lock().unwrap();
        assert_eq!((kept.order.len(), kept.by_address.len()), (2, 2));
        let each = |address: &str| size(address, Some(&large));
        assert_eq!(kept.bytes, each("b") + each("d"));
    }
}
