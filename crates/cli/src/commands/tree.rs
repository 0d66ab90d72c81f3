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
    let client = arguments.source.fetch.client()?;
    let source = page_options::read(&arguments.page, arguments.source.url.as_ref(), &client)?;
    let fetched = source.fetched;
    let mut options = zhengwen::Options::default();
    options.encoding.clone_from(&arguments.source.encoding);
    options.url = Some(fetched.url).filter(|url| !url.is_empty());
    options.http_charset = fetched.charset;
    let (html, _) = decode_page(&fetched.bytes, &options);
    let page = Page::new(&html, options.url.as_deref());
    let printed = match arguments.format {
        TreeFormat::Html => normalised::html(page.document()) + "\n",
        TreeFormat::Outline => render::outline(&page),
    };
    io::stdout().lock().write_all(printed.as_bytes())?;
    Ok(Status::Done)
}
