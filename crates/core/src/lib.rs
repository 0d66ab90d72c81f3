//! zhengwen (正文, "the main text") reads any web page and hands back the article.
//!
//! [`extract()`] takes the bytes of a page, [`extract_str`] a page that is text already; both give an
//! [`Extraction`], whatever the page holds. The crate is a pure function of its arguments: no I/O,
//! no clock, no randomness, no threads, no global state; the same bytes give the same answer.
//!
//! ```
//! use zhengwen::{Method, Options, extract};
//!
//! let html = "<title>会议召开_某某网</title><div><a href=/>首页</a></div>\
//!     <p>会议今天召开。代表们讨论了供水问题。</p><p>会议明天结束。</p>";
//! let mut options = Options::default();
//! options.method = Method::PunctuationPath;
//! let extraction = extract(html.as_bytes(), &options);
//! assert_eq!(extraction.text, "会议今天召开。代表们讨论了供水问题。\n会议明天结束。");
//! assert_eq!(extraction.title.as_deref(), Some("会议召开"));
//! ```
//!
//! For more than the answer, go step by step: [`decode::decode`], [`page::Page::new`],
//! [`Method::judge`], [`select::select`], [`render::of_content`], [`render::text`].

pub mod decode;
pub mod dom;
pub mod explain;
pub mod extract;
mod fallback;
pub mod forest;
pub mod kind;
pub mod learn;
pub mod linear;
pub mod links;
pub mod meta;
pub mod metadata;
pub mod methods;
mod numbers;
pub mod options;
pub mod page;
pub mod records;
pub mod render;
pub mod select;
pub mod template;
pub mod text;
mod walls;

pub use dom::selector::{Selector, SelectorError};
pub use explain::{Language, Report};
pub use extract::{
    ArticleImage, ArticlePage, BlockTrace, Extraction, Extractor, Outputs, Trace, Warning, explain,
    extract, extract_str, join, join_with_images,
};
pub use fallback::DataSource;
pub use kind::{PageGroup, PageKind};
pub use learn::Favor;
pub use methods::{Method, MethodOptions};
pub use options::Options;
pub use render::Parts;
pub use select::{Controls, DecidedBy};
pub use text::dates::Moment;
pub use walls::Wall;
