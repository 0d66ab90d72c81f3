//! The rooms of the crate, for the programs that are built with it. Anything here may change in any
//! release.

pub use crate::extract::decode_page;

use crate::auto::{JudgingMemory, Model};
use crate::extract::Task;
use crate::limits::Work;
use crate::methods::Verdict;
use crate::options::{Options, PageInfo};
use crate::page::Page;

/// The verdict on a page, by the method of the options.
pub fn judge(page: &Page, options: &Options, info: &PageInfo) -> Verdict {
    let work = Work::default();
    let task = Task { options, info, model: Model::embedded(), notes_deciders: false, work: &work };
    crate::extract::judge(page, &task, &mut JudgingMemory::default())
}

macro_rules! rooms {
    ($($room:ident),*) => {
        $(
            #[allow(missing_docs)]
            pub mod $room {
                pub use crate::$room::*;
            }
        )*
    };
}

rooms!(
    auto, dom, explain, kind, links, meta, metadata, methods, page, records, render, select,
    template, text
);
