//! `zhengwen extract`: the main text of pages, one after the other.

use std::io::{self, Write};

use anyhow::Context;
use zhengwen_io::output::PartialFile;

use crate::arguments::{ExtractArguments, Format};
use crate::page_options::{self, Source};
use crate::status::{Status, complain};

/// Prints every page; one that fails is reported and the rest go on.
pub(crate) fn run(arguments: &ExtractArguments) -> anyhow::Result<Status> {
    if arguments.trace && arguments.format != Format::Json {
        complain("--trace: text has no room for it; add --format json");
        std::process::exit(2);
    }
    let Some(path) = &arguments.output else {
        let mut out = io::BufWriter::new(io::stdout().lock());
        let status = print_all(arguments, &mut out)?;
        out.flush()?;
        return Ok(status);
    };
    let name = || path.display().to_string();
    let mut file = PartialFile::create(path).with_context(name)?;
    let status = print_all(arguments, &mut file)?;
    file.finish().with_context(name)?;
    Ok(status)
}

fn print_all(arguments: &ExtractArguments, out: &mut impl Write) -> anyhow::Result<Status> {
    let mut options = page_options::options(&arguments.judge)?;
    options.encoding = arguments.page.encoding.clone();
    options.trace = arguments.trace;
    let mut status = Status::Done;
    for (number, name) in arguments.pages.iter().enumerate() {
        let source = match page_options::read(name, &arguments.page) {
            Ok(source) => source,
            Err(error) => {
                complain(&format!("{error:#}"));
                status = Status::SomeFailed;
                continue;
            }
        };
        let Source { bytes, url, charset } = source;
        (options.url, options.http_charset) = (url, charset);
        let extraction = zhengwen::extract(&bytes, &options);
        match arguments.format {
            Format::Json => {
                serde_json::to_writer(&mut *out, &extraction)?;
                writeln!(out)?;
            }
            Format::Text => {
                for warning in &extraction.warnings {
                    complain(&format!("{name}: {warning}"));
                }
                if arguments.pages.len() > 1 {
                    writeln!(out, "{}==> {name} <==", if number > 0 { "\n" } else { "" })?;
                }
                if !extraction.text.is_empty() {
                    writeln!(out, "{}", extraction.text)?;
                }
            }
        }
    }
    Ok(status)
}
