//! `zhengwen explain`: a report on a page.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use zhengwen::Language;
use zhengwen_io::output::PartialFile;

use crate::page_options::ReadingArguments;
use crate::shown::stdout;
use crate::status::{EXIT_CODES, Status, wrong_usage};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ExplainArguments {
    /// A file, an http(s) address, or - for a page on standard input
    #[arg(value_name = "FILE|URL|-")]
    pub(crate) name: String,
    /// html: one file to look at, that needs no network; json: the same for programs
    #[arg(short, long, value_enum, default_value_t = ReportFormat::Html)]
    pub(crate) format: ReportFormat,
    /// The report's language; by default that of the environment, English where it says nothing
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) lang: Option<ReportLanguage>,
    /// Open the report in the browser when it is written
    #[arg(long, requires = "output")]
    pub(crate) open: bool,
    /// Write to this file instead of standard output (-)
    #[arg(short, long, value_name = "FILE", value_parser = crate::output_path::local())]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// The boxes of the page's elements as a browser rendered them, in CSS pixels:
    /// {"boxes": [[left, top, width, height] or null, ...]}
    #[arg(long, value_name = "FILE", help_heading = "Reading")]
    pub(crate) boxes: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    Html,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportLanguage {
    /// English
    En,
    /// 中文
    Zh,
}

impl ReportLanguage {
    /// The language asked for, or that of the environment.
    fn chosen(asked: Option<Self>) -> Language {
        match asked {
            Some(Self::En) => Language::English,
            Some(Self::Zh) => Language::Chinese,
            None => {
                let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
                let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
                Language::from_code(locale.as_deref().unwrap_or(""))
            }
        }
    }
}

/// Writes the report.
pub(crate) fn run(arguments: &ExplainArguments) -> anyhow::Result<Status> {
    let reader = arguments.reading.reader(arguments.boxes.as_deref())?;
    let report = reader.explain(&arguments.name)?;
    let written = match arguments.format {
        ReportFormat::Html => report.html(ReportLanguage::chosen(arguments.lang)),
        ReportFormat::Json => serde_json::to_string(&report)? + "\n",
    };
    let Some(path) = arguments.output.as_ref().filter(|path| path.as_os_str() != "-") else {
        if arguments.open {
            return Err(wrong_usage(
                "--open: a report on standard output cannot be opened; give a file",
            ));
        }
        let mut out = stdout();
        out.write_all(written.as_bytes())?;
        out.flush()?;
        return Ok(Status::Done);
    };
    let name = || path.display().to_string();
    let mut file = PartialFile::create(path).with_context(name)?;
    file.write_all(written.as_bytes()).with_context(name)?;
    file.finish().with_context(name)?;
    if arguments.open {
        open::that_detached(path)
            .with_context(|| format!("{}: written, but not opened", name()))?;
    }
    Ok(Status::Done)
}
