//! A rendered page.

use zhengwen_page::page::RenderedPage;

/// A page as the browser shows it.
#[derive(Debug, Clone)]
pub struct Drawn {
    /// Its elements, texts and boxes.
    pub page: RenderedPage,
    /// Its address, which scripts may have changed.
    pub url: String,
}
