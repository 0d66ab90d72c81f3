//! A web page as data: its tree, its text blocks in order, what they are named and say, and the amounts of text in every
//! part of it. zhengwen and its methods judge it.
//!
//! ```
//! use zhengwen_page::page::Page;
//!
//! let page = Page::new("<h1>通知</h1><div class=info><p>会议今天召开。</p></div>", None);
//! let texts: Vec<&str> = page.block_refs().map(|block| block.text()).collect();
//! assert_eq!(texts, ["通知", "会议今天召开。"]);
//! assert_eq!(page.root().characters(), 9);
//! ```
//!
//! A [`page::Page`] is computed once and never changes. [`page::Node`] and [`page::BlockRef`] are its nodes and blocks, small
//! enough to copy.

pub mod dom;
pub mod kind;
pub mod limits;
pub mod numbers;
pub mod page;
pub mod text;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
