//! The fields of an article beside its text. Each file gathers one field.

mod date;
mod title;

use crate::page::{BlockIndex, Page};

pub use date::PublishDate;

/// The fields found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Metadata {
    /// The title without the site's name.
    pub title: Option<String>,
    /// When the page was published.
    pub publish_date: Option<PublishDate>,
    /// The language that the page declares.
    pub language: Option<String>,
    /// What the page says it is about.
    pub description: Option<String>,
    /// The site's name as it gives it.
    pub site_name: Option<String>,
    /// The page's own address for itself, as written.
    pub canonical_url: Option<String>,
}

/// Gathers the fields of a page; `main_start` is the first block of its main text.
pub fn gather(page: &Page, main_start: Option<BlockIndex>) -> Metadata {
    let data = page.structured();
    let meta = |names: &[&str]| names.iter().find_map(|name| data.meta(name)).map(str::to_owned);
    Metadata {
        title: title::find(page),
        publish_date: date::find(page, main_start),
        language: data.language.clone(),
        description: meta(&["og:description", "description", "twitter:description"]),
        site_name: meta(&["og:site_name", "application-name"]),
        canonical_url: data.canonical_url.clone(),
    }
}

/// The day in `text`, as a publish date; none when there is no date of numbers in it.
pub fn publish_date_from(text: &str) -> Option<PublishDate> {
    date::from_text(text)
}
