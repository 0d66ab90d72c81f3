//! The arguments of `zhengwen batch`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use zhengwen::unstable::kind::KINDS;
use zhengwen::{FORMS, Form, Options};
use zhengwen_io::inputs::{InputKind, InputOptions};
use zhengwen_table::Columns;

use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::page_options::ArticleArguments;
use crate::request::{FromText, JudgeRequest, parser};
use crate::site_options::SiteArguments;
use crate::status::{EXIT_CODES, wrong_usage};

#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct BatchArguments {
    #[command(flatten)]
    pub(crate) inputs: InputArguments,
    /// Fetch the addresses in this file, one a line (- for standard input). Each host is asked at its own
    /// pace; results come in the order in which they are ready
    #[arg(long, value_name = "FILE", conflicts_with_all = ["input", "inputs"])]
    pub(crate) urls: Option<PathBuf>,
    /// Hosts that are fetched from at once (--urls)
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) connections: usize,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    pub(crate) judge: JudgeRequest,
    #[command(flatten)]
    pub(crate) article: ArticleArguments,
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
    /// Pages worked on at once; all cores by default
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) jobs: usize,
}

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{EXIT_CODES}")
}

const EXAMPLES: &str = "\
Examples:
  zhengwen batch pages/ -o out.jsonl                    a folder of pages, one JSON object a line
  zhengwen batch crawl.warc.gz -o out.parquet           an archive, to a table
  zhengwen batch *.warc.gz -o tables/ --resume          many archives, a table for each; go on after a stop
  zhengwen batch pages.parquet --url-column address -o out.jsonl
  zhengwen batch pages/ -f markdown -o articles/        one file per page";

/// Which pages are read.
#[derive(Debug, Clone, Args)]
pub(crate) struct InputArguments {
    /// Files, folders, and - for standard input: pages (.html, .htm, .xhtml, plain or .gz), archives (.warc,
    /// .warc.gz, .warc.zst), tables (.parquet) and JSON Lines (.jsonl, .jsonl.gz, .jsonl.zst). In folders
    /// pages and archives are read; archives may be http and https addresses
    #[arg(required_unless_present_any = ["urls", "inputs"], value_name = "INPUT")]
    pub(crate) input: Vec<PathBuf>,
    /// What the inputs are, whatever their names say
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) input_format: Option<InputFormat>,
    /// Read the names of inputs from this file, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) inputs: Option<PathBuf>,
    /// Put this before each name in --inputs: a folder with its slash, or an https address
    #[arg(long, value_name = "PREFIX", requires = "inputs")]
    pub(crate) input_base: Option<String>,
    /// The column of a table or of JSON Lines that holds the page
    #[arg(long, value_name = "NAME", default_value = "html")]
    pub(crate) html_column: String,
    /// The column with the page's address (url, where there is one)
    #[arg(long, value_name = "NAME")]
    pub(crate) url_column: Option<String>,
    /// The column with the charset of the HTTP header
    #[arg(long, value_name = "NAME")]
    pub(crate) charset_column: Option<String>,
    /// Copy these columns of a table or of JSON Lines to the output
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) keep_columns: Vec<String>,
    /// Pass over pages that are larger, packed or unpacked
    #[arg(long, value_name = "SIZE", default_value = "20MB", value_parser = size)]
    pub(crate) most_bytes: u64,
}

/// What inputs are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    Pages,
    Warc,
    Parquet,
    Jsonl,
}

impl InputFormat {
    pub(crate) fn kind(self) -> InputKind {
        match self {
            Self::Pages => InputKind::Page,
            Self::Warc => InputKind::Warc,
            Self::Parquet => InputKind::Parquet,
            Self::Jsonl => InputKind::JsonLines,
        }
    }
}

impl InputArguments {
    /// How inputs are read.
    pub(crate) fn options(&self) -> InputOptions {
        InputOptions {
            most_bytes: self.most_bytes,
            html_column: self.html_column.clone(),
            url_column: self.url_column.clone(),
            charset_column: self.charset_column.clone(),
            keep_columns: self.keep_columns.clone(),
        }
    }
}

/// What is written, and where.
#[derive(Debug, Clone, Args)]
pub(crate) struct OutputArguments {
    /// Write to OUT.jsonl, OUT.jsonl.gz or OUT.parquet, or to a folder (OUT/): one file for each archive and
    /// table and for every 10,000 pages; standard output (-) otherwise
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// What is written: jsonl or parquet rows, or, into a folder, one file for each page
    #[arg(short, long, value_name = "FORMAT", value_parser = parser::<OutputFormat>())]
    pub(crate) format: Option<OutputFormat>,
    /// Write only these columns; what none of them needs is not computed
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Add the column simhash, by which near duplicates are found
    #[arg(long)]
    pub(crate) simhash: bool,
    /// Pages in a file of the output folder, where each has a file of its own
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) pages_per_file: u32,
    /// Continue a stopped run: a folder at the first missing file, OUT.jsonl.partial at the first missing line
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
    /// Also write the summary as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) summary: Option<PathBuf>,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    Jsonl,
    Parquet,
    /// A file for each page, in a form.
    Files(Form),
}

impl FromText for OutputFormat {
    fn names() -> Vec<(&'static str, &'static str)> {
        let files = FORMS.iter().filter(|info| info.ending.is_some());
        let files = files.map(|info| (info.name, ""));
        [("jsonl", ""), ("parquet", "")].into_iter().chain(files).collect()
    }

    fn aliases(name: &str) -> &'static [&'static str] {
        Form::aliases(name)
    }

    fn from_text(text: &str) -> Result<Self, String> {
        match text {
            "jsonl" => Ok(Self::Jsonl),
            "parquet" => Ok(Self::Parquet),
            _ => Form::from_text(text).map(Self::Files),
        }
    }
}

impl OutputFormat {
    /// The ending of files in this format.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
            Self::Files(form) => form.info().ending.unwrap_or_default(),
        }
    }
}

/// Which pages are kept.
#[derive(Debug, Clone, Args)]
pub(crate) struct FilterArguments {
    /// Keep pages in these languages only (zh stands for zh-CN too)
    #[arg(long, value_name = "LANGUAGE,...", value_delimiter = ',')]
    pub(crate) language: Vec<String>,
    /// Keep pages of these kinds only
    #[arg(long, value_name = "KIND,...", value_delimiter = ',', value_parser = KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>())]
    pub(crate) kind: Vec<String>,
    /// Keep pages with at least this confidence, 0 to 1
    #[arg(long, value_name = "X")]
    pub(crate) min_confidence: Option<f32>,
    /// Keep pages whose text has at least this many letters, digits and Han characters
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) min_letters: usize,
    /// Of pages with the same text, white space apart, keep the first of the run; takes about 25 bytes of
    /// memory a page
    #[arg(long, value_name = "HOW", value_enum)]
    pub(crate) dedup: Option<Dedup>,
}

/// Which pages count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dedup {
    Exact,
}

impl BatchArguments {
    /// The options of extractions, and the columns that are written.
    pub(crate) fn options(&self) -> anyhow::Result<(Options, Columns)> {
        let mut options = self.article.options(&self.judge);
        if let Some(OutputFormat::Files(form)) = self.output.format {
            options.outputs.set(form, true);
            options.title_heading = form == Form::Markdown && !options.text_only;
        }
        let columns = match self.output.columns.is_empty() {
            true => Columns::all(),
            false => {
                let columns = Columns::named(&self.output.columns)
                    .map_err(|error| wrong_usage(format!("--columns: {error}")))?;
                let asks = !self.filter.language.is_empty() || !self.filter.kind.is_empty();
                let was_text_only = options.text_only;
                columns.apply(&mut options);
                options.text_only = was_text_only || options.text_only && !asks;
                columns
            }
        };
        if options.text_only && (!self.filter.language.is_empty() || !self.filter.kind.is_empty()) {
            return Err(wrong_usage("--text-only: finds neither --language nor --kind"));
        }
        if let Some(name) = self.inputs.keep_columns.iter().find(|name| columns.has(name)) {
            return Err(wrong_usage(format!(
                "--keep-columns: the output has a column {name} of its own"
            )));
        }
        Ok((options, columns))
    }

    /// What makes a run what it is, by the flags: a run that is gone on with must have the same.
    pub(crate) fn settings(&self) -> serde_json::Map<String, serde_json::Value> {
        let (inputs, output, filter) = (&self.inputs, &self.output, &self.filter);
        let article = &self.article;
        let all: [(&str, &dyn std::fmt::Debug); 31] = [
            ("--method", &self.judge.method),
            ("--option", &self.judge.options),
            ("--favor", &self.judge.favor),
            ("--limit", &self.judge.limits),
            ("--keep", &article.article.selection.keep),
            ("--drop", &article.article.selection.drop),
            ("--body", &article.article.selection.body),
            ("--drop-hidden", &article.article.selection.drop_hidden),
            ("--read-at", &article.article.selection.read_at),
            ("--include", &article.article.include),
            ("--exclude", &article.article.exclude),
            ("--add", &article.article.add),
            ("--chunks", &article.article.chunks),
            ("--text-only", &article.text_only),
            ("--similar, --templates or --site", &self.site),
            ("--render or --viewport", &(self.read.render.render(), self.read.viewport)),
            ("--join-pages", &self.read.join),
            ("--most-pages", &self.read.most_pages),
            ("--input-format", &inputs.input_format),
            ("--html-column", &inputs.html_column),
            ("--url-column", &inputs.url_column),
            ("--charset-column", &inputs.charset_column),
            ("--keep-columns", &inputs.keep_columns),
            ("--most-bytes", &inputs.most_bytes),
            ("--format", &output.format),
            ("--columns", &output.columns),
            ("--simhash", &output.simhash),
            ("--pages-per-file", &output.pages_per_file),
            ("--language or --kind", &(&filter.language, &filter.kind)),
            ("--min-confidence or --min-letters", &(filter.min_confidence, filter.min_letters)),
            ("--dedup", &filter.dedup),
        ];
        all.into_iter()
            .map(|(flag, value)| (flag.to_owned(), format!("{value:?}").into()))
            .collect()
    }
}

/// A size in bytes: `500000`, `20MB`, `1GB`.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let unit = match text[digits..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "KB" => 1000,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => 0,
    };
    let number = text[..digits].parse().ok().and_then(|number: u64| number.checked_mul(unit));
    number.filter(|bytes| *bytes > 0).ok_or_else(|| "not a size; try 20MB".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: BatchArguments,
    }

    /// Flags that leave the rows as they are: where pages come from, which is noted by itself, where rows go, and how
    /// fast, how often and for whom a server is asked.
    const OTHERS: &[&str] = &[
        "allow-address",
        "allow-private",
        "cache",
        "chromium",
        "connections",
        "delay",
        "header",
        "ignore-robots",
        "input-base",
        "inputs",
        "jobs",
        "max-redirects",
        "max-size",
        "output",
        "proxy",
        "resolve",
        "resume",
        "retries",
        "summary",
        "timeout",
        "urls",
        "user-agent",
    ];

    #[test]
    fn a_run_is_gone_on_with_by_the_flags_that_it_was_begun_with() {
        let settings = Line::parse_from(["batch", "pages"]).arguments.settings();
        let noted: Vec<&str> = settings
            .keys()
            .flat_map(|key| key.split(&[' ', ','][..]))
            .filter_map(|word| word.strip_prefix("--"))
            .collect();
        for argument in Line::command().get_arguments() {
            let Some(flag) = argument.get_long() else { continue };
            let is_other = OTHERS.contains(&flag);
            assert!(noted.contains(&flag) != is_other, "--{flag}: in settings() or in OTHERS");
        }
    }
}
