//! `zhengwen extract`: the main text of pages, one after the other.

use std::io::{self, Write};

use anyhow::Context;
use zhengwen_io::fetch;
use zhengwen_io::output::PartialFile;

use crate::arguments::ExtractArguments;
use crate::page_options::{PageReader, address};
use crate::request::{Format, WritingRequest};
use crate::site_options::read_boxes;
use crate::status::{Status, complain};

/// Prints every page; one that fails is reported and the rest go on.
pub(crate) fn run(arguments: &ExtractArguments) -> anyhow::Result<Status> {
    let only_json = [
        ("--trace", arguments.writing.trace),
        ("--add", !arguments.article.article.add.is_empty()),
    ];
    for (flag, _) in only_json.iter().filter(|(_, is_set)| *is_set) {
        if arguments.format != Format::Json {
            complain(&format!("{flag}: only JSON has room for it; add --format json"));
            std::process::exit(2);
        }
    }
    if arguments.boxes.is_some() && arguments.pages.len() > 1 {
        complain("--boxes: they are the boxes of one page; give one page");
        std::process::exit(2);
    }
    let is_none = |name: &&String| fetch::is_address(name) && address(name).is_err();
    if let Some(name) = arguments.pages.iter().find(is_none) {
        complain(&format!("{name}: not an address; try https://example.com/page.html"));
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
    let WritingRequest { with_metadata, trace } = arguments.writing;
    let mut options = arguments.article.options(&arguments.judge);
    options.trace = trace;
    arguments.format.ask(&mut options.outputs);
    options.text_only |= !with_metadata && !arguments.format.has_fields();
    let (page, site, read) = (&arguments.page, &arguments.site, &arguments.read);
    let read_at = arguments.article.article.selection.read_at;
    let mut reader = PageReader::open(options, page, read_at, site, read)?;
    reader.options.boxes = arguments.boxes.as_deref().map(read_boxes).transpose()?;
    let mut extractor = reader.extractor();
    let mut status = Status::Done;
    for (number, name) in arguments.pages.iter().enumerate() {
        let extraction = match reader.read(&mut extractor, name) {
            Ok(extraction) => extraction,
            Err(error) => {
                complain(&format!("{error:#}"));
                status = Status::SomeFailed;
                continue;
            }
        };
        if arguments.format != Format::Json {
            for warning in &extraction.warnings {
                complain(&format!("{name}: {warning}"));
            }
            if arguments.pages.len() > 1 {
                writeln!(out, "{}==> {name} <==", if number > 0 { "\n" } else { "" })?;
            }
        }
        let written = arguments.format.write(&extraction, with_metadata)?;
        if !written.is_empty() {
            writeln!(out, "{written}")?;
        }
    }
    Ok(status)
}
