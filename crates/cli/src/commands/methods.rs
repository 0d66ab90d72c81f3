//! `zhengwen methods`: the table of methods, and of their options.

use std::io::{self, Write};

use clap::Args;
use zhengwen::unstable::methods::{METHODS, Method, MethodOptions, OPTIONS};

use crate::status::Status;

#[derive(Debug, Args)]
pub(crate) struct MethodsArguments {
    /// Print the options of the methods too
    #[arg(long)]
    pub(crate) options: bool,
}

/// Prints the tables.
pub(crate) fn run(arguments: &MethodsArguments) -> anyhow::Result<Status> {
    let mut out = io::stdout().lock();
    for info in METHODS {
        writeln!(out, "{:17} {}", info.name, info.summary)?;
        writeln!(out, "{:17} {}", "", info.source)?;
        if info.method != Method::Auto {
            writeln!(out, "{:17} its authors report: {}", "", info.claim)?;
        }
    }
    if !arguments.options {
        writeln!(out, "\nzhengwen methods --options lists what can be set.")?;
        return Ok(Status::Done);
    }
    let defaults = MethodOptions::default();
    writeln!(out, "\nOptions (-O NAME=VALUE; F1 gains as measured on the labelled sets):")?;
    for option in OPTIONS {
        let value = defaults.get(option.name).unwrap_or_default();
        writeln!(out, "{}={value}\n    {}", option.name, option.doc)?;
        if !option.gain.is_empty() {
            writeln!(out, "    gain: {}", option.gain)?;
        }
    }
    Ok(Status::Done)
}
