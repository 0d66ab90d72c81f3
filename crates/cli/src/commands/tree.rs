//! `zhengwen tree`: a page as the methods see it.

use std::io::{self, Write};

use zhengwen::decode::{Hints, decode};
use zhengwen::dom::normalised;
use zhengwen::page::Page;
use zhengwen::render;

use crate::arguments::{TreeArguments, TreeFormat};
use crate::page_options;
use crate::status::Status;

/// Prints the page.
pub(crate) fn run(arguments: &TreeArguments) -> anyhow::Result<Status> {
    let source = page_options::read(&arguments.page, &arguments.source)?;
    let hints = Hints {
        forced: arguments.source.encoding.as_deref(),
        http: source.charset.as_deref(),
        top_level_domain: None,
    };
    let (html, _) = decode(&source.bytes, hints);
    let page = Page::new(&html, source.url.as_deref());
    let printed = match arguments.format {
        TreeFormat::Html => normalised::html(page.document()) + "\n",
        TreeFormat::Outline => render::outline(&page),
    };
    io::stdout().lock().write_all(printed.as_bytes())?;
    Ok(Status::Done)
}
