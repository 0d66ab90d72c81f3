//! From a page to its extraction: read, judge, select, find fields and records, write.

mod article_page;
mod chunks;
mod extraction;
mod extractor;
mod forms;
mod found;
mod input;
mod listed;
mod outputs;
mod steps;
mod task;
mod threads;
mod trace;
mod warnings;

pub use article_page::{ArticlePage, join, join_with_images};
pub use chunks::Chunk;
pub use extraction::Extraction;
pub use extractor::{Extractor, extract};
pub use forms::{FORMS, FormInfo};
pub use input::Input;
pub use outputs::ArticleImage;
pub(crate) use steps::{Judged, judge_page};
pub(crate) use task::{ReadPage, Task};
pub use trace::{BlockTrace, Trace};
pub use warnings::Warning;
