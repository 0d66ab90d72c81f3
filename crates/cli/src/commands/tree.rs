//! `zhengwen tree`: a page as the methods see it.

use std::io::{self, Write};

use zhengwen::dom::normalised;
use zhengwen::extract::decode_page;
use zhengwen::page::Page;
use zhengwen::render;

use crate::arguments::{TreeArguments, TreeFormat};
use crate::page_options;
use crate::status::Status;

/// Prints the page.
pub(crate) fn run(arguments: &TreeArguments) -> anyhow::Result<Status> {
    let source = page_options::read(&arguments.page, &arguments.source)?;
    let mut options = zhengwen::Options::default();
    options.encoding.clone_from(&arguments.source.encoding);
    (options.url, options.http_charset) = (source.url, source.charset);
    let (html, _) = decode_page(&source.bytes, &options);
    let page = Page::new(&html, options.url.as_deref());
    let printed = match arguments.format {
        TreeFormat::Html => normalised::html(page.document()) + "\n",
        TreeFormat::Outline => render::outline(&page),
    };
    io::stdout().lock().write_all(printed.as_bytes())?;
    Ok(Status::Done)
}
