//! The caller's choices: the settings of a run and the facts of one page.

mod page_info;
mod settings;

pub use page_info::PageInfo;
pub use settings::Options;
