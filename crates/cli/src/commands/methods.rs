//! `zhengwen methods`: the table of methods, and of their options.

use std::io::{self, Write};

use clap::Args;
use zhengwen::LIMITS;
use zhengwen::{METHODS, Method, MethodOptions, OPTIONS};

use crate::status::Status;

#[derive(Debug, Args)]
pub(crate) struct MethodsArguments {
    /// Print the options of the methods too
    #[arg(long)]
    pub(crate) options: bool,
    /// Print the limits on what one page may cost too
    #[arg(long)]
    pub(crate) limits: bool,
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
    if arguments.limits {
        print_limits(&mut out)?;
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

fn print_limits(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nLimits (--limit NAME=N):")?;
    for info in LIMITS {
        let more = match info.growth {
            (0, _) => String::new(),
            (ones, 1) => format!(", or {ones} for every byte of the page"),
            (ones, bytes) => format!(", or {ones} for every {bytes} bytes of the page"),
        };
        writeln!(out, "{}={}{more}\n    {}", info.name, info.least, info.doc)?;
        if let Some(code) = info.warning {
            writeln!(out, "    warning: {code}")?;
        }
    }
    Ok(())
}
