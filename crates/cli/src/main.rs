//! The zhengwen program: parses what the user typed, calls the libraries, prints.
#![cfg_attr(
    not(feature = "full"),
    allow(
        dead_code,
        unused_imports,
        reason = "a smaller build keeps helpers of what it leaves out"
    )
)]

mod arguments;
mod commands;
mod fetch_options;
mod hints;
#[cfg(test)]
mod kept;
mod line;
mod not_built;
mod output_path;
mod page_options;
mod request;
#[cfg(feature = "serve")]
mod serve;
mod shown;
mod site_options;
mod status;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command};
#[cfg(not(feature = "serve"))]
use not_built::serve;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    zhengwen_io::inputs::silence_reader_of_tables();
    let words: Vec<_> = std::env::args_os().collect();
    if let Some((word, command)) = arguments::misspelt_command(&words) {
        let message = format!("{word}: no such file or command; the command is `{command}`");
        return status::exit_code(Err(status::wrong_usage(message)));
    }
    let words = arguments::with_default_command(words.into_iter());
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => return status::wrong_arguments(&error),
    };
    let outcome = match arguments.command {
        Command::Extract(arguments) => commands::extract::run(&arguments),
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Import(arguments) => commands::import::run(&arguments),
        Command::Mcp(arguments) => commands::mcp::run(&arguments),
        Command::Completions(arguments) => {
            commands::shell::completions(&arguments, Arguments::command())
        }
        Command::Man(arguments) => commands::shell::man(&arguments, Arguments::command()),
        Command::Batch(arguments) => commands::batch::run(&arguments),
        Command::Methods(arguments) => commands::methods::run(&arguments),
        Command::Tree(arguments) => commands::tree::run(&arguments),
        Command::Site(command) => commands::site::run(&command),
    };
    status::exit_code(outcome)
}
