//! Completions for shells, and manual pages.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use zhengwen_io::output::PartialFile;

use crate::status::Status;

#[derive(Debug, Clone, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Debug, Clone, Args)]
pub(crate) struct ManArguments {
    /// Write the pages of the program and of each command to this folder, instead of the program's to
    /// standard output
    #[arg(short, long, value_name = "DIR", value_parser = crate::output_path::local())]
    pub(crate) output: Option<PathBuf>,
}

/// Prints the script by which a shell completes the program's flags.
pub(crate) fn completions(
    arguments: &CompletionsArguments,
    program: Command,
) -> anyhow::Result<Status> {
    let mut program = with_default_flags(program);
    let mut written = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "zhengwen", &mut written);
    io::stdout().lock().write_all(&written)?;
    Ok(Status::Done)
}

/// The program with the flags of the default command, which may be left out.
fn with_default_flags(mut program: Command) -> Command {
    program.build();
    let known: Vec<clap::Id> = program.get_arguments().map(|arg| arg.get_id().clone()).collect();
    let default = program.find_subcommand("extract").cloned();
    let flags = default.iter().flat_map(Command::get_arguments);
    let flags = flags.filter(|arg| !arg.is_positional() && !known.contains(arg.get_id()));
    flags.cloned().fold(program, Command::arg)
}

/// Writes the manual, made from the flags.
pub(crate) fn man(arguments: &ManArguments, mut program: Command) -> anyhow::Result<Status> {
    program.build();
    let Some(folder) = &arguments.output else {
        clap_mangen::Man::new(program).render(&mut io::stdout().lock())?;
        return Ok(Status::Done);
    };
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut commands = vec![("zhengwen".to_owned(), program)];
    while let Some((name, command)) = commands.pop() {
        let manual = |sub: &Command| (format!("{name}-{}", sub.get_name()), sub.clone());
        let seen =
            command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help");
        commands.extend(seen.map(manual));
        let path = folder.join(format!("{name}.1"));
        let mut file = PartialFile::create(&path).with_context(|| path.display().to_string())?;
        clap_mangen::Man::new(command).render(&mut file)?;
        file.finish()?;
    }
    Ok(Status::Done)
}
