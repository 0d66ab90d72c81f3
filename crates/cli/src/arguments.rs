//! The list of commands; each owns its arguments.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};

use crate::commands::batch::BatchArguments;
use crate::commands::explain::ExplainArguments;
use crate::commands::extract::ExtractArguments;
use crate::commands::import::ImportArguments;
use crate::commands::mcp::McpArguments;
use crate::commands::methods::MethodsArguments;
use crate::commands::shell::{CompletionsArguments, ManArguments};
use crate::commands::site::SiteCommand;
use crate::commands::tree::TreeArguments;
use crate::eval::EvalArguments;
use crate::eval::columns::ColumnsArguments;
use crate::serve::ServeArguments;
use crate::status::EXIT_CODES;

/// Reads any web page, the Chinese web first, and hands back the main text.
///
/// `zhengwen PAGE` is short for `zhengwen extract PAGE`.
#[derive(Debug, Parser)]
#[command(name = "zhengwen", version, after_help = after_help())]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{EXIT_CODES}")
}

/// What people do every day.
const EXAMPLES: &str = "\
Examples:
  zhengwen https://example.com/news/1.html        print the main text of an address
  zhengwen -f md --with-metadata page.html        Markdown after title, author, date and the rest
  zhengwen -f json page.html                      all fields as one JSON object
  zhengwen batch pages/ -o out.jsonl              a folder of pages, one JSON object a line
  zhengwen explain page.html -o report.html       why each block was kept or dropped
  zhengwen serve                                  the reader page and the HTTP service

Everyday flags of `zhengwen PAGE`: -f FORMAT, -o FILE, --with-metadata, --url ADDRESS, --favor SIDE,
--keep, --drop and --body SELECTOR. `zhengwen help extract` lists all.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Print the main text of pages (the default command)
    Extract(ExtractArguments),
    /// Extract many pages, of folders, archives and tables, into JSON Lines, Parquet or files
    Batch(Box<BatchArguments>),
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
