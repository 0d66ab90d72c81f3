//! The arguments of `zhengwen batch`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use zhengwen::{FORMS, Form, Options};
use zhengwen_io::inputs::{InputKind, InputOptions};
use zhengwen_page::kind::KINDS;
use zhengwen_table::{Columns, ERROR};

use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::page_options::ArticleArguments;
use crate::request::{FromText, HeadRequest, JudgeRequest, parser};
use crate::site_options::SiteArguments;
use crate::status::{EXIT_CODES, wrong_usage};

// Serialised as the settings that a resumed run must share with its beginning. Flags that leave the rows as they are are
// skipped; so are the inputs: the run keeps a digest of them.
#[derive(Debug, Args, Serialize)]
#[command(after_help = after_help())]
pub(crate) struct BatchArguments {
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) inputs: InputArguments,
    /// Fetch the addresses in this file, one a line (- for standard input). Each host is asked at its own
    /// pace; results come in the order in which they are ready
    #[arg(long, value_name = "FILE", conflicts_with_all = ["input", "inputs"])]
    #[serde(skip)]
    pub(crate) urls: Option<PathBuf>,
    /// Hosts that are fetched from at once (--urls)
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[serde(skip)]
    pub(crate) connections: usize,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) filter: FilterArguments,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) judge: JudgeRequest,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) article: ArticleArguments,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) head: HeadRequest,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    #[serde(skip)]
    pub(crate) fetch: FetchArguments,
    /// Pages worked on at once; all cores by default
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    #[serde(skip)]
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

/// The pages to read.
#[derive(Debug, Clone, Args, Serialize)]
pub(crate) struct InputArguments {
    /// Files, folders, and - for standard input: pages (.html, .htm, .xhtml, plain or .gz; .mhtml, .mht and
    /// .webarchive as browsers save them), archives (.warc, .warc.gz, .warc.zst), tables (.parquet) and JSON
    /// Lines (.jsonl, .jsonl.gz, .jsonl.zst). In folders pages and archives are read, also .shtml, .php, .asp, .aspx, .jsp and files without an ending that begin as
    /// HTML does; archives and tables may be http, https and s3 addresses, and s3://BUCKET/FOLDER/ names all archives below it
    #[arg(required_unless_present_any = ["urls", "inputs"], value_name = "INPUT")]
    #[serde(skip)]
    pub(crate) input: Vec<PathBuf>,
    /// The kind of the inputs, whatever their names say
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) input_format: Option<InputFormat>,
    /// Read the names of inputs from this file, one a line
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) inputs: Option<PathBuf>,
    /// Put this before each name in --inputs: a folder with its slash, or an https address
    #[arg(long, value_name = "PREFIX", requires = "inputs")]
    #[serde(skip)]
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
    /// Report the records of archives that differ from their WARC-Block-Digest or WARC-Payload-Digest as
    /// damaged, and leave them out
    #[arg(long)]
    pub(crate) check_digests: bool,
}

/// The kinds of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
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
    /// The options for reading inputs.
    pub(crate) fn options(&self) -> InputOptions {
        InputOptions {
            most_bytes: self.most_bytes,
            html_column: self.html_column.clone(),
            url_column: self.url_column.clone(),
            charset_column: self.charset_column.clone(),
            keep_columns: self.keep_columns.clone(),
            check_digests: self.check_digests,
        }
    }
}

/// The output and its format.
#[derive(Debug, Clone, Args, Serialize)]
pub(crate) struct OutputArguments {
    /// Write to OUT.jsonl, OUT.jsonl.gz or OUT.parquet, or to a folder (OUT/): one file for each archive and
    /// table and for every 10,000 pages; standard output (-) otherwise
    #[arg(short, long, value_name = "OUT", value_parser = crate::output_path::local())]
    #[serde(skip)]
    pub(crate) output: Option<PathBuf>,
    /// Write jsonl or parquet rows, or, into a folder, one file for each page
    #[arg(short, long, value_name = "FORMAT", value_parser = parser::<OutputFormat>())]
    pub(crate) format: Option<OutputFormat>,
    /// Write only these columns; what none of them needs is not computed
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Add the column simhash, by which near duplicates are found
    #[arg(long)]
    pub(crate) simhash: bool,
    /// Write a row for each page that cannot be read too: its file, offset, id or address, and why in the column
    /// error, which is null elsewhere
    #[arg(long)]
    pub(crate) error_rows: bool,
    /// Pages in a file of the output folder, where each has a file of its own
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) pages_per_file: u32,
    /// Continue a stopped run: a folder at the first missing file, OUT.jsonl.partial at the first missing line
    #[arg(long, requires = "output")]
    #[serde(skip)]
    pub(crate) resume: bool,
    /// Also write the summary as JSON to this file
    #[arg(long, value_name = "FILE", value_parser = crate::output_path::local())]
    #[serde(skip)]
    pub(crate) summary: Option<PathBuf>,
}

/// The formats of the output.
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

impl Serialize for OutputFormat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
            Self::Files(form) => form.info().name,
        })
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

/// The pages to keep.
#[derive(Debug, Clone, Args, Serialize)]
pub(crate) struct FilterArguments {
    /// Keep pages in these languages only (zh includes zh-CN)
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

/// The pages that count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize)]
pub(crate) enum Dedup {
    Exact,
}

impl BatchArguments {
    /// The options of extractions, and the columns that are written.
    pub(crate) fn options(&self) -> anyhow::Result<(Options, Columns)> {
        let mut options = self.article.options(&self.judge);
        if let Some(OutputFormat::Files(form)) = self.output.format {
            options.outputs.set(form, true);
            options.title_heading =
                form == Form::Markdown && !self.head.no_title && !options.text_only;
        }
        let columns = match self.output.columns.is_empty() {
            true => Columns::all(),
            false => {
                let columns = Columns::named(&self.output.columns)
                    .map_err(|error| wrong_usage(format!("--columns: {error}")))?;
                let asks = !self.filter.language.is_empty()
                    || !self.filter.kind.is_empty()
                    || self.head.has_fields();
                let was_text_only = options.text_only;
                columns.apply(&mut options);
                options.text_only = was_text_only || options.text_only && !asks;
                columns
            }
        };
        self.check_head(&options)?;
        if options.text_only && (!self.filter.language.is_empty() || !self.filter.kind.is_empty()) {
            return Err(wrong_usage("--text-only: finds neither --language nor --kind"));
        }
        if let Some(name) = self.inputs.keep_columns.iter().find(|name| columns.has(name)) {
            return Err(wrong_usage(format!(
                "--keep-columns: the output has a column {name} of its own"
            )));
        }
        if self.output.error_rows && self.inputs.keep_columns.iter().any(|name| name == ERROR) {
            return Err(wrong_usage("--error-rows: a column error is kept (--keep-columns)"));
        }
        Ok((options, columns))
    }

    /// Refuses fields before articles that have no room for them. The `text` of a row has none: its hash and the places of its
    /// chunks are those of the text alone.
    fn check_head(&self, options: &Options) -> anyhow::Result<()> {
        let flag = if self.head.front_matter { "--front-matter" } else { "--with-metadata" };
        let hint = match self.output.format {
            Some(OutputFormat::Files(Form::Text | Form::Markdown)) => return Ok(()),
            Some(OutputFormat::Files(form)) if form != Form::Html || self.head.front_matter => {
                "only text and Markdown begin with it; add --format markdown"
            }
            Some(OutputFormat::Files(_)) => return Ok(()),
            _ if options.outputs.has(Form::Markdown) => return Ok(()),
            _ => {
                "rows begin with it in their markdown; add --add markdown, or -f markdown for files"
            }
        };
        match self.head.has_fields() {
            true => Err(wrong_usage(format!("{flag}: {hint}"))),
            false => Ok(()),
        }
    }

    /// The settings that identify a run, by the names of the flags.
    pub(crate) fn settings(&self) -> serde_json::Result<Map<String, Value>> {
        let all = serde_json::to_value(self)?;
        let all = all.as_object().into_iter().flatten();
        Ok(all.map(|(name, value)| (name.replace('_', "-"), value.clone())).collect())
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

    #[test]
    fn settings_have_the_names_of_flags() {
        let settings = Line::parse_from(["batch", "pages"]).arguments.settings().unwrap();
        let command = Line::command();
        let flags: Vec<&str> =
            command.get_arguments().filter_map(|argument| argument.get_long()).collect();
        for name in settings.keys() {
            assert!(flags.contains(&name.as_str()), "--{name} is no flag");
        }
    }
}
