//! The list of commands; each owns its arguments.

use std::ffi::OsString;
use std::path::Path;
use std::sync::LazyLock;

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
use crate::serve::ServeArguments;
use crate::status::EXIT_CODES;

/// Reads any web page, the Chinese web first, and hands back the main text.
///
/// `zhengwen PAGE` is short for `zhengwen extract PAGE`.
#[derive(Debug, Parser)]
#[command(name = "zhengwen", version, long_version = VERSION.as_str(), after_help = after_help())]
#[command(override_usage = "zhengwen [FLAGS] PAGE...\n       zhengwen COMMAND ...")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, and the fit of the model: two programs of one version may carry two fits.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let fit = zhengwen::Extractor::fit();
    format!("{}\nfit {fit}", env!("CARGO_PKG_VERSION"))
});

fn after_help() -> String {
    format!("{EXAMPLES}\n\n{EXIT_CODES}")
}

/// Everyday commands.
const EXAMPLES: &str = "\
Examples:
  zhengwen https://example.com/news/1.html        print the main text of an address
  zhengwen -f md --with-metadata page.html        Markdown, with title, author and date before it
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
    /// Print the script by which a shell completes commands and flags
    Completions(CompletionsArguments),
    /// Print the manual, or write a page for each command
    Man(ManArguments),
    /// List the methods and their options
    Methods(MethodsArguments),
    /// Print the tree of a page, as the methods see it
    Tree(TreeArguments),
}

/// Puts the command first. `zhengwen page.html` names no command and means `extract`. In
/// `zhengwen -f json batch pages/` the flags come before the command and move behind it.
pub(crate) fn with_default_command(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    let program = Arguments::command();
    let command = |word: &OsString| word.to_str().and_then(|name| program.find_subcommand(name));
    let general = ["help", "-h", "--help", "-V", "--version"];
    let is_general = |word: &OsString| word.to_str().is_some_and(|word| general.contains(&word));
    let Some(first) = arguments.get(1) else { return arguments };
    if is_general(first) || command(first).is_some() {
        return arguments;
    }
    let later = (2..arguments.len()).find(|at| {
        command(&arguments[*at]).is_some_and(|command| are_flags(&arguments[1..*at], command))
    });
    match later {
        Some(at) => arguments[1..=at].rotate_right(1),
        None => arguments.insert(1, "extract".into()),
    }
    arguments
}

/// True if these words are flags, and values of flags, as a command understands them. A flag that it
/// does not know has no value.
fn are_flags(words: &[OsString], command: &clap::Command) -> bool {
    let mut is_value = false;
    for word in words {
        let word = word.to_string_lossy();
        if std::mem::take(&mut is_value) {
            continue;
        }
        let Some(name) = word.strip_prefix('-').filter(|name| !name.is_empty()) else {
            return false;
        };
        if name == "-" {
            return false;
        }
        let long = name.strip_prefix('-');
        // `--flag=value` and `-fvalue` hold their values.
        is_value = match long {
            Some(long) if long.contains('=') => false,
            Some(long) => takes_value(command, |arg| arg.get_long() == Some(long)),
            None if name.chars().count() > 1 => false,
            None => takes_value(command, |arg| arg.get_short() == name.chars().next()),
        };
    }
    // A command's name that is the value of a flag is no command.
    !is_value
}

fn takes_value(command: &clap::Command, is_it: impl Fn(&clap::Arg) -> bool) -> bool {
    command.get_arguments().any(|arg| is_it(arg) && arg.get_action().takes_values())
}

/// The command that the first word was probably meant for: no file has this name, and it is nearly a command's.
pub(crate) fn misspelt_command(words: &[OsString]) -> Option<(&str, String)> {
    let word = words.get(1)?.to_str()?;
    let program = Arguments::command();
    if program.find_subcommand(word).is_some() || Path::new(word).exists() {
        return None;
    }
    let names = program.get_subcommands().map(clap::Command::get_name);
    let near = names.filter(|name| strsim::damerau_levenshtein(word, name) <= name.len() / 4);
    let nearest = near.min_by_key(|name| strsim::damerau_levenshtein(word, name));
    nearest.map(|name| (word, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_comes_first() {
        for (typed, meant) in [
            ("page.html", "extract page.html"),
            ("-f md page.html", "extract -f md page.html"),
            ("batch pages", "batch pages"),
            ("--text-only -j 2 batch pages", "batch --text-only -j 2 pages"),
            ("-f json explain page.html", "explain -f json page.html"),
            ("--format=json explain page.html", "explain --format=json page.html"),
            // A file or a value may be called like a command.
            ("page.html batch", "extract page.html batch"),
            ("-o batch page.html", "extract -o batch page.html"),
            ("-- batch", "extract -- batch"),
            ("- batch", "extract - batch"),
            ("--help", "--help"),
            ("-h batch", "-h batch"),
        ] {
            let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
            let typed = [words("zhengwen"), words(typed)].concat();
            let found = with_default_command(typed.into_iter());
            assert_eq!(found[1..], words(meant)[..], "{meant}");
        }
    }
}
