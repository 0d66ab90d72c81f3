//! zhengwen (正文, "the main text") reads any web page and hands back the article.
//!
//! ```
//! use zhengwen::{Extractor, Method, Options, PageInfo, extract};
//!
//! // The one-line case: bytes in, an `Extraction` out.
//! let html = "<title>会议召开_某某网</title><div><a href=/>首页</a></div>\
//!     <p>会议今天召开。代表们讨论了供水问题。</p><p>会议明天结束。</p>";
//! let extraction = extract(html.as_bytes());
//! assert_eq!(extraction.text, "会议今天召开。代表们讨论了供水问题。\n会议明天结束。");
//! assert_eq!(extraction.title.as_deref(), Some("会议召开"));
//!
//! // Many pages: settings of the run, and facts of each page.
//! let mut extractor = Extractor::new(Options::new().method(Method::PunctuationPath).markdown(true));
//! let page = PageInfo::new().url("https://example.com/news/1.html").http_charset("utf-8");
//! let extraction = extractor.extract(html, &page);
//! assert!(extraction.markdown.unwrap().starts_with("会议今天召开。"));
//! ```
//!
//! [`Extractor::analyze`] reads a page once for several answers: its extraction, the report on every
//! block, its part of a longer article.
//!
//! The crate is a pure function of its arguments: no I/O, no clock, no randomness, no threads, no
//! global state. Any bytes give an extraction, perhaps an empty one with warnings; the same bytes give
//! the same answer.

// Much of what the module `train` shows is public for it alone.
#![cfg_attr(not(feature = "train"), allow(unreachable_pub))]

#[macro_use]
mod fields;

mod analysis;
mod auto;
mod explain;
mod extract;
mod fallback;
mod forest;
mod links;
mod meta;
mod metadata;
mod options;
mod records;
mod render;
mod select;
#[cfg(feature = "train")]
pub mod train;
mod walls;

pub(crate) use zhengwen_methods as methods;
pub(crate) use zhengwen_page::{dom, kind, limits, numbers, page, text};
pub(crate) use zhengwen_site as template;

pub use analysis::Analysis;
pub use auto::{Favor, Reason};
#[doc(inline)]
pub use dom::{Decoding, DecodingReason, Selector, SelectorError};
pub use explain::{Language, Report};
pub use extract::{
    ArticleImage, ArticlePage, BlockTrace, Chunk, Extraction, Extractor, FORMS, FormInfo, Input,
    Trace, Warning, extract, join, join_with_images,
};
pub use fallback::DataSource;
#[doc(inline)]
pub use kind::{KindProbability, PageGroup, PageKind};
#[doc(inline)]
pub use limits::{LIMITS, Limit, LimitError, LimitInfo, Limits, Stop};
pub use links::Link;
pub use meta::{Author, AuthorRole};
pub use metadata::{html_document, with_front_matter, with_properties};
#[doc(inline)]
pub use methods::{METHODS, Method, MethodInfo, MethodOption, MethodOptions, OPTIONS, OptionError};
pub use options::{Options, PageInfo};
#[doc(inline)]
pub use page::{Boxes, RenderedPage};
pub use records::{Event, Item, ItemGroup, Parameter, Post, Product, Recipe};
pub use render::{Form, Node, NodeAttributes, Outputs, PARTS, Parts};
pub use select::{Controls, DecidedBy};
#[doc(inline)]
pub use template::{SimilarPage, SiteFit, SiteKnowledge, SiteTemplate, TemplateError};
#[doc(inline)]
pub use text::dates::Moment;
#[doc(inline)]
pub use text::reading::Direction;
pub use walls::Interstitial;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
