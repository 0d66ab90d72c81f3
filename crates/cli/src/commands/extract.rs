//! `zhengwen extract`: the main text of pages, one after the other.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use zhengwen::Form;
use zhengwen_io::fetch;
use zhengwen_io::output::{PartialFile, is_same_file};

use crate::fetch_options::ReadArguments;
use crate::hints::warning_with_hint;
use crate::page_options::{ArticleArguments, PageArguments, PageReader, address, check_options};
use crate::request::{JudgeRequest, WritingRequest, parser};
use crate::shown::stdout;
use crate::site_options::{SiteArguments, read_boxes};
use crate::status::{EXIT_CODES, Status, complain, wrong_usage};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ExtractArguments {
    /// Files, http(s) addresses, or - for a page on standard input
    #[arg(required = true, value_name = "FILE|URL|-")]
    pub(crate) pages: Vec<String>,
    /// Print this form; json is one object a line
    #[arg(short, long, value_name = "FORMAT", value_parser = parser::<Form>(), default_value = "text")]
    pub(crate) format: Form,
    /// Write to this file instead of standard output (-)
    #[arg(short, long, value_name = "FILE", value_parser = crate::output_path::local())]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) writing: WritingRequest,
    #[command(flatten)]
    pub(crate) judge: JudgeRequest,
    #[command(flatten)]
    pub(crate) page: PageArguments,
    #[command(flatten)]
    pub(crate) article: ArticleArguments,
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    /// The boxes of the page's elements as a browser rendered them, in CSS pixels:
    /// {"boxes": [[left, top, width, height] or null, ...]}
    #[arg(long, help_heading = "Reading", value_name = "FILE")]
    pub(crate) boxes: Option<PathBuf>,
}

/// Prints every page; one that fails is reported and the rest go on.
pub(crate) fn run(arguments: &ExtractArguments) -> anyhow::Result<Status> {
    let only_json = [
        ("--trace", arguments.writing.trace),
        ("--add", !arguments.article.article.add.is_empty()),
        ("--chunks", arguments.article.article.chunks.is_some()),
    ];
    for (flag, _) in only_json.iter().filter(|(_, is_set)| *is_set) {
        if arguments.format != Form::Json {
            let message = format!("{flag}: only JSON has room for it; add --format json");
            return Err(wrong_usage(message));
        }
    }
    if arguments.writing.head.front_matter
        && !matches!(arguments.format, Form::Text | Form::Markdown)
    {
        return Err(wrong_usage(
            "--front-matter: only text and Markdown begin with it; add --format markdown",
        ));
    }
    check_options(&arguments.judge)?;
    if arguments.boxes.is_some() && arguments.pages.len() > 1 {
        return Err(wrong_usage("--boxes: they are the boxes of one page; give one page"));
    }
    let is_none = |name: &&String| fetch::is_address(name) && address(name).is_err();
    if let Some(name) = arguments.pages.iter().find(is_none) {
        let message = format!("{name}: not an address; try https://example.com/page.html");
        return Err(wrong_usage(message));
    }
    let Some(path) = arguments.output.as_ref().filter(|path| path.as_os_str() != "-") else {
        let mut out = stdout();
        let status = print_all(arguments, &mut out)?;
        out.flush()?;
        return Ok(status);
    };
    let name = || path.display().to_string();
    if let Some(page) = arguments.pages.iter().find(|page| is_same_file(Path::new(page), path)) {
        return Err(wrong_usage(format!("{page}: is a page too; name another output")));
    }
    let mut file = PartialFile::create(path).with_context(name)?;
    let status = print_all(arguments, &mut file)?;
    file.finish().with_context(name)?;
    Ok(status)
}

fn print_all(arguments: &ExtractArguments, out: &mut impl Write) -> anyhow::Result<Status> {
    let mut options = arguments.article.options(&arguments.judge);
    options.trace = arguments.writing.trace;
    arguments.writing.apply(arguments.format, &mut options);
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
        if arguments.format != Form::Json {
            for warning in &extraction.warnings {
                complain(&format!("{name}: {}", warning_with_hint(warning)));
            }
            if arguments.pages.len() > 1 {
                writeln!(out, "{}==> {name} <==", if number > 0 { "\n" } else { "" })?;
            }
        }
        let written = arguments.writing.write(arguments.format, &extraction)?;
        if !written.is_empty() {
            writeln!(out, "{written}")?;
        }
    }
    Ok(status)
}
