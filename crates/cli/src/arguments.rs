//! What the user may type.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::commands::explain::ExplainArguments;
use crate::commands::import::ImportArguments;
use crate::commands::mcp::McpArguments;
use crate::commands::shell::{CompletionsArguments, ManArguments};
use crate::fetch_options::{FetchArguments, ReadArguments};
use crate::page_options::{ArticleArguments, PageArguments};
use crate::request::{Format, JudgeRequest, Setting, WritingRequest, parser};
use crate::serve::ServeArguments;
use crate::site_options::SiteArguments;
use crate::status::EXIT_CODES;

/// Reads any web page, the Chinese web first, and hands back the main text.
///
/// `zhengwen PAGE` is short for `zhengwen extract PAGE`.
#[derive(Debug, Parser)]
#[command(name = "zhengwen", version, after_help = EXIT_CODES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the main text of pages (the default command)
    Extract(ExtractArguments),
    /// Extract many pages into one JSON Lines file
    Batch(BatchArguments),
    /// Write a report on a page: every block, kept or dropped, with the reasons, and what each method saw
    Explain(ExplainArguments),
    /// Serve extraction over HTTP, with a reader page
    Serve(Box<ServeArguments>),
    /// Keep articles with their pictures: a folder of Markdown and HTML for each, or an EPUB book of all
    Import(Box<ImportArguments>),
    /// Learn the templates of sites from their pages, show, apply and check them
    #[command(subcommand)]
    Site(SiteCommand),
    /// Serve agents over standard input and output (Model Context Protocol): tools extract and explain
    Mcp(Box<McpArguments>),
    /// Print what a shell completes the flags by
    Completions(CompletionsArguments),
    /// Print the manual, or write a page for each command
    Man(ManArguments),
    /// List the methods and their options
    Methods(MethodsArguments),
    /// Print a page as the methods see it
    Tree(TreeArguments),
    /// Measure methods on labelled pages
    Eval(EvalArguments),
    /// Write the training rows of labelled pages
    Columns(ColumnsArguments),
}

#[derive(Debug, Clone, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ExtractArguments {
    /// Files, http(s) addresses, or - for a page on standard input
    #[arg(required = true, value_name = "FILE|URL|-")]
    pub(crate) pages: Vec<String>,
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
    /// Where a browser drew the page's elements, as JSON (the README tells how to get it)
    #[arg(long, value_name = "FILE")]
    pub(crate) boxes: Option<PathBuf>,
    /// What to print; json is one object a line
    #[arg(short, long, value_parser = parser::<Format>(), default_value = "text")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) writing: WritingRequest,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct BatchArguments {
    /// Files, and folders with .html, .htm, .xhtml, plain or .gz
    #[arg(required_unless_present = "urls", value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// Fetch the addresses in this file, one a line (- for standard input); each host at its own pace,
    /// results in the order in which they come
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) urls: Option<PathBuf>,
    /// Hosts that are fetched from at once (--urls)
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(crate) connections: usize,
    /// Write one JSON object a page to this file; standard output otherwise
    #[arg(short, long, value_name = "OUT.jsonl")]
    pub(crate) output: Option<PathBuf>,
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
    /// Go on with what a stopped run left in OUT.jsonl.partial
    #[arg(long, requires = "output")]
    pub(crate) resume: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SiteCommand {
    /// Learn templates from pages, into what is known already
    Learn(SiteLearnArguments),
    /// Print what repeats on a site's pages, how often, and their outline
    Show(SiteShowArguments),
    /// Print the main text of pages, judged with the template of their site
    Apply(Box<SiteApplyArguments>),
    /// Print how well pages fit; exit code 1 when most do not, as after a redesign
    Check(SiteCheckArguments),
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteLearnArguments {
    /// Files, folders with .html, .htm, .xhtml, plain or .gz, and addresses of pages: of each of those
    /// similar pages of its site are fetched
    #[arg(required = true, value_name = "INPUT|URL")]
    pub(crate) inputs: Vec<String>,
    /// Fetch at most so many pages for each address
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: usize,
    #[command(flatten)]
    pub(crate) fetch: FetchArguments,
    /// Keep the templates here: NAME.json for one site, NAME.sqlite or .db, or a folder
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: PathBuf,
    /// The site of all pages; by default the host of the address that each page gives itself
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteShowArguments {
    /// The templates
    #[arg(value_name = "PATH")]
    pub(crate) templates: PathBuf,
    /// Only this site
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
    /// Print at most so many texts that repeat
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) most: usize,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteApplyArguments {
    /// The templates
    #[arg(id = "store", value_name = "PATH")]
    pub(crate) templates: PathBuf,
    /// Go by the template alone (method site-template)
    #[arg(long, conflicts_with = "method")]
    pub(crate) alone: bool,
    #[command(flatten)]
    pub(crate) extract: ExtractArguments,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct SiteCheckArguments {
    /// The templates
    #[arg(value_name = "PATH")]
    pub(crate) templates: PathBuf,
    /// Files, and folders with .html, .htm, .xhtml, plain or .gz
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<PathBuf>,
    /// The site of all pages
    #[arg(long, value_name = "NAME")]
    pub(crate) site: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MethodsArguments {
    /// Print the options of the methods too
    #[arg(long)]
    pub(crate) options: bool,
}

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

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct EvalArguments {
    /// A labelled set (gold.jsonl beside pages/), or a folder of sets
    #[arg(value_name = "DATA_DIR")]
    pub(crate) data: PathBuf,
    /// Only the set of this name (repeatable)
    #[arg(long = "set", value_name = "NAME")]
    pub(crate) sets: Vec<String>,
    /// Methods to measure, or all (repeatable); auto-site is auto with a template learned from other
    /// pages of the site. A method that needs other pages of the site is measured on the pages that have
    /// some in the set
    #[arg(short, long = "method", value_name = "METHOD", default_value = "auto", value_parser = method_names_and_all())]
    pub(crate) methods: Vec<String>,
    /// Set an option of a method (repeatable)
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE", value_parser = parser::<Setting>())]
    pub(crate) options: Vec<Setting>,
    /// Also a row for every value of this field
    #[arg(long, value_enum)]
    pub(crate) by: Option<Group>,
    /// Also the N pages with the lowest F1
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) worst: usize,
    /// Write the predictions to DIR/SET.METHOD.jsonl
    #[arg(long, value_name = "DIR")]
    pub(crate) predictions: Option<PathBuf>,
    /// Print one JSON object a row
    #[arg(long)]
    pub(crate) json: bool,
    /// Compare with the pinned figures of this file; exit code 1 when one is below
    #[arg(long, value_name = "FLOORS.toml")]
    pub(crate) floors: Option<PathBuf>,
    /// Measure auto by the models in this folder (`train/fit.py`), each page by the one that has
    /// seen no page of its site
    #[arg(long, value_name = "DIR")]
    pub(crate) cross_validated: Option<PathBuf>,
    /// Learn the templates of auto-site and site-template from at most so many other pages of the site
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) site_pages: usize,
    /// Only about so many pages of each set, as many of each site
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Let a headless Chromium draw each page first, from its bytes and with the network off
    #[arg(long)]
    pub(crate) render: bool,
    /// The same, without looking at the boxes
    #[arg(long)]
    pub(crate) render_without_boxes: bool,
    /// Also how far the confidence told is the F1 measured, over all sets
    #[arg(long)]
    pub(crate) reliability: bool,
    /// Instead of methods, measure how punctuation marks spread (table 1 of punctuation-path's paper)
    #[arg(long)]
    pub(crate) punctuation: bool,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct ColumnsArguments {
    /// A labelled set (gold.jsonl beside pages/), or a folder of sets
    #[arg(value_name = "DATA_DIR", required_unless_present = "list")]
    pub(crate) data: Option<PathBuf>,
    /// Only the set of this name (repeatable)
    #[arg(long = "set", value_name = "NAME")]
    pub(crate) sets: Vec<String>,
    /// Write the rows to this Parquet file
    #[arg(short, long, value_name = "ROWS.parquet", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// What a row is and holds
    #[arg(long, value_enum, default_value_t = Rows::Blocks)]
    pub(crate) rows: Rows,
    /// The models of the prefilter and of the hashed words that rows are made with: a JSON object of SET/ID to
    /// {"prefilter": FILE, "hashed": FILE}, their paths relative to this file. Without them all blocks are open and the
    /// columns of the score missing
    #[arg(long, value_name = "FILE")]
    pub(crate) models: Option<PathBuf>,
    /// The models (`train/fit.py`) that judge the pages of which templates are learned, each page by
    /// the one that has seen no page of its site
    #[arg(long, value_name = "DIR")]
    pub(crate) cross_validated: Option<PathBuf>,
    /// Print the table of columns instead
    #[arg(long)]
    pub(crate) list: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// A text block with its columns
    Blocks,
    /// A text block with the columns that the prefilter may ask for
    First,
    /// A text block with the hashed words around it
    Signs,
    /// A page with the columns of its blocks pooled
    Pages,
    /// A text block with its columns beside a template of other pages of its site
    Sites,
    /// A set of blocks that may be kept, with what is known of it
    Cuts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Group {
    Site,
    Lang,
    Type,
}

/// Puts `extract` before the arguments unless they begin with a command or ask for help: the first
/// word of `zhengwen page.html` is no command.
pub(crate) fn with_default_command(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let general = ["help", "-h", "--help", "-V", "--version"];
    let names_command = arguments.get(1).is_none_or(|first| {
        let is_command =
            |name: &str| Arguments::command().get_subcommands().any(|c| c.get_name() == name);
        first.to_str().is_some_and(|first| general.contains(&first) || is_command(first))
    });
    if !names_command {
        arguments.insert(1, "extract".into());
    }
    arguments
}

fn method_names_and_all() -> clap::builder::PossibleValuesParser {
    let names = zhengwen::unstable::methods::METHODS.iter().map(|m| m.name);
    clap::builder::PossibleValuesParser::new(names.chain([crate::eval::AUTO_SITE, "all"]))
}
