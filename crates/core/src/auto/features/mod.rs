//! The features of a page: everything that is measured before a judgement.
//!
//! [`layout`] looks at amounts of text, [`text`] at the text of blocks, [`names`] at the names of elements, [`title`] at
//! what blocks share with the page's title, [`methods`] at the verdicts of the named methods, [`site`] at other pages of
//! the site. [`page`] brings them together, and [`table`] makes the columns of the forests from them.

pub(crate) mod anchors;
pub(crate) mod around;
pub(crate) mod hints;
pub(crate) mod layout;
pub(crate) mod methods;
pub(crate) mod names;
pub(crate) mod page;
pub(crate) mod site;
pub(crate) mod table;
pub(crate) mod text;
pub(crate) mod title;
mod values;
