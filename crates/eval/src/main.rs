//! What developers run on labelled pages: methods are measured, training rows are written.

mod columns;
mod data;
mod figures;
mod floors;
mod folds;
mod measure;
mod methods;
mod punctuation;
mod reliability;
mod rows;
mod rules;
mod score;
mod sites;

use std::process::ExitCode;

use clap::Parser;

/// Measures methods on labelled pages, and writes the rows that models are trained with.
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES)]
enum Arguments {
    /// Measure methods on labelled pages
    Eval(measure::EvalArguments),
    /// Write the training rows of labelled pages
    Columns(columns::ColumnsArguments),
}

const EXIT_CODES: &str = "Exit codes: 0 done; 1 a page could not be read, or a figure is below its floor; 2 wrong arguments.";

/// The outcome of a command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Done,
    /// Some pages failed or some figures fell below their floors, the rest was done.
    SomeFailed,
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse() {
        Arguments::Eval(arguments) => measure::run(&arguments),
        Arguments::Columns(arguments) => columns::run(&arguments),
    };
    match outcome {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::SomeFailed) => ExitCode::from(1),
        Err(error) => {
            eprintln!("zhengwen-eval: {error:#}");
            ExitCode::from(1)
        }
    }
}
