//! The zhengwen program: parses what the user typed, calls the libraries, prints.

mod arguments;
mod commands;
mod eval;
mod page_options;
mod status;

use std::process::ExitCode;

use clap::Parser;

use arguments::{Arguments, Command};

fn main() -> ExitCode {
    let arguments = Arguments::parse_from(arguments::with_default_command(std::env::args_os()));
    let outcome = match arguments.command {
        Command::Extract(arguments) => commands::extract::run(&arguments),
        Command::Batch(arguments) => commands::batch::run(&arguments),
        Command::Methods(arguments) => commands::methods::run(&arguments),
        Command::Tree(arguments) => commands::tree::run(&arguments),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Columns(arguments) => eval::columns::run(&arguments),
    };
    status::exit_code(outcome)
}
