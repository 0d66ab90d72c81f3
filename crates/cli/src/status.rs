//! The end of the program: the one place of exit codes.

use std::fmt;
use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::hints;
use crate::shown::shown;

/// The outcome of a command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// All that was asked for was done: exit code 0.
    Done,
    /// Some pages failed, the rest was done: 1.
    SomeFailed,
}

/// Text for `--help`; [`exit_code`] makes it true.
pub(crate) const EXIT_CODES: &str = "Exit codes: 0 done (a closed pipe is no error); \
1 some or all pages could not be read or written, or pages do not fit a template; \
2 wrong arguments.";

/// Arguments that are well formed, and make no sense together.
#[derive(Debug)]
struct UsageError(String);

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// An error in the arguments: the program ends with exit code 2.
pub(crate) fn wrong_usage(message: impl Into<String>) -> anyhow::Error {
    UsageError(message.into()).into()
}

/// Prints an error in one line and gives the exit code.
pub(crate) fn exit_code(outcome: anyhow::Result<Status>) -> ExitCode {
    match outcome {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::SomeFailed) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            ExitCode::from(if error.is::<UsageError>() { 2 } else { 1 })
        }
    }
}

/// Prints help that was asked for, or in one line what is wrong with the arguments.
pub(crate) fn wrong_arguments(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // If this fails, nobody reads the output.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let message = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "no page and no command given; try `zhengwen page.html`".to_owned()
        }
        _ => error.to_string(),
    };
    // The error comes before the first blank line; help follows.
    let what = message.split("\n\n").next().unwrap_or("").trim_start_matches("error: ");
    let words: Vec<&str> = what.split_whitespace().collect();
    let what = words.join(" ");
    complain(&format!("{what}; {}", hints::of_arguments(error)));
    ExitCode::from(2)
}

/// Files that a command with many connections opens in any case.
#[cfg(unix)]
const HANDLES: usize = 32;

/// Fails if the system lets a command open too few files: the libraries under it would panic.
pub(crate) fn enough_handles(what: &str) -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let open = (0..HANDLES).map(|_| io::stderr().as_fd().try_clone_to_owned());
        if let Err(error) = open.collect::<io::Result<Vec<_>>>() {
            let message = format!(
                "{what} cannot start: {error}; it needs at least {HANDLES} more files (ulimit -n)"
            );
            return Err(anyhow::anyhow!(message));
        }
    }
    let _ = what;
    Ok(())
}

/// Prints one line on stderr; if that is closed too, nobody reads it.
pub(crate) fn complain(message: &str) {
    use io::Write;
    let name = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
    // Colour for terminals only, and only where it is wanted (NO_COLOR).
    let mut out = anstream::stderr();
    let _ = writeln!(out, "{name}zhengwen:{name:#} {}", shown(&message.replace(['\n', '\t'], " ")));
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_pipe = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(is_pipe)
            || cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
                == Some(io::ErrorKind::BrokenPipe)
    })
}
