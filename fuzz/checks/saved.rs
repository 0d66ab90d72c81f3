//! Any bytes are a saved page or none: no panic, and no page that is much larger than its file.

pub(crate) fn check(bytes: &[u8]) {
    if let Ok(page) = zhengwen_io::saved::page(bytes) {
        assert!(page.html.len() <= bytes.len() * 2 + (2 << 20));
    }
}
