//! `zhengwen tree`: a page as the methods see it.

use std::io::Write;

use clap::{Args, ValueEnum};
use zhengwen::PageInfo;
use zhengwen_page::dom::normalised;
use zhengwen_page::page::Page;

use crate::page_options::{self, PageArguments};
use crate::shown::stdout;
use crate::status::{EXIT_CODES, Status};

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct TreeArguments {
    /// A file, an http(s) address, or - for standard input
    #[arg(value_name = "PAGE")]
    pub(crate) page: String,
    /// html: the regular tree, every text in a node of its own; outline: every text with its block,
    /// flags (H hidden, N noscript, L link, h heading, P preformatted) and DOM path
    #[arg(short, long, value_enum, default_value_t = TreeFormat::Html)]
    pub(crate) format: TreeFormat,
    #[command(flatten)]
    pub(crate) source: PageArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    Html,
    Outline,
}

/// Prints the page.
pub(crate) fn run(arguments: &TreeArguments) -> anyhow::Result<Status> {
    let client = arguments.source.fetch.client()?;
    let source = page_options::read(&arguments.page, arguments.source.url.as_ref(), &client)?;
    let fetched = source.fetched;
    let encoding = arguments.source.decoding.label();
    let info = PageInfo::new()
        .url(Some(fetched.url.as_str()).filter(|url| !url.is_empty()))
        .http_charset(fetched.charset.as_deref())
        .encoding(encoding.as_deref());
    let (html, _) = info.decode(&fetched.bytes);
    let page = Page::new(&html, info.url);
    let printed = match arguments.format {
        TreeFormat::Html => normalised::html(page.document()) + "\n",
        TreeFormat::Outline => page.outline(),
    };
    let mut out = stdout();
    out.write_all(printed.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}
