//! The command line: the only crate of the tool that reads files, starts the preprocessor and
//! prints.
//!
//! `besom COMMAND FILE` reads a C file ([`input`]), has it preprocessed ([`preprocess`]), hands the
//! text to the analyzer and prints what comes back ([`terminal`], [`output`]).

mod archive;
pub mod arguments;
pub mod cache;
pub mod commands;
pub mod compilation_database;
pub mod compiler_command;
pub mod compiler_flags;
pub mod configuration;
pub mod findings;
pub mod input;
pub mod line_markers;
pub mod machine;
pub mod models;
pub mod output;
pub mod preprocess;
pub mod project;
pub mod recorder;
pub mod response_files;
pub mod results;
pub mod selection;
mod sha256;
pub mod terminal;
pub mod unit;
mod universal_names;
pub mod watch;

use arguments::{Arguments, Command};
use clap::{CommandFactory, FromArgMatches};
use compiler_flags::CompilerFlags;
use source::{Diagnostic, Span};
use std::ffi::OsString;
use std::process::ExitCode;
use terminal::Terminal;
use watch::Watch;

/// How the command ends, as the shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// Everything was done and nothing found.
    Success = 0,
    /// Something was found in the program.
    Findings = 1,
    /// The input or the call was bad, or the run ended at a limit of the tool.
    Bad = 2,
    /// Something stayed open, and the command line asks to be told by the status.
    Unknown = 3,
    /// Somebody did not want to wait any longer.
    Interrupted = 130,
}

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    // A defect that panics is reported by whoever started the work, with the pass it happened in.
    // The place in the tool's own source helps those who repair it.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|place| format!(" at {place}")).unwrap_or_default();
        eprintln!("besom: internal error{place}");
    }));
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // A build that is recorded calls this program by the names of compilers.
    if let Some(failure) = recorder::as_compiler(&arguments) {
        eprintln!("besom: {failure}");
        return ExitCode::from(Status::Bad as u8);
    }
    let status = run(arguments);
    ExitCode::from(status as u8)
}

/// Runs a command line; the first argument is the name of the program.
fn run(arguments: Vec<OsString>) -> Status {
    let (arguments, flags) = match CompilerFlags::extract(arguments) {
        Ok(split) => split,
        Err(message) => {
            eprintln!("error: {message}\n\nFor more information, try '--help'.");
            return Status::Bad;
        }
    };
    let parsed = Arguments::command()
        .try_get_matches_from(arguments)
        .and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are not errors; a closed pipe is nobody's fault.
            let _ = error.print();
            return if error.use_stderr() { Status::Bad } else { Status::Success };
        }
    };
    let terminal = Terminal::new(arguments.color, arguments.short);
    let Arguments { mut command, config, no_config, limits, .. } = arguments;
    let watch = Watch::start(limits);
    command.watch(watch);
    let flags = match command.configured(config.as_deref(), no_config, flags) {
        Ok(flags) => flags,
        Err(message) => {
            terminal.complain(&Diagnostic::error("input", Span::NONE, message));
            return Status::Bad;
        }
    };
    match command {
        Command::Check(arguments) => commands::check::run(&terminal, flags, &arguments),
        Command::Baseline(arguments) => commands::check::write_baseline(&terminal, flags, &arguments),
        Command::Contracts(arguments) => commands::contracts::run(&terminal, flags, &arguments),
        Command::Harness(arguments) => commands::harness::run(&terminal, flags, &arguments),
        Command::Ir(arguments) => commands::ir::run(&terminal, flags, arguments),
        Command::Plan(arguments) => commands::plan::run(&terminal, flags, &arguments, watch),
        Command::Run(arguments) => commands::run::run(&terminal, flags, arguments),
        Command::Svcomp(arguments) => commands::svcomp::run(&terminal, flags, &arguments),
        Command::Explain(arguments) => commands::explain::run(&terminal, &arguments),
        Command::Init(arguments) => commands::init::run(&terminal, &arguments),
        Command::Lsp => commands::lsp::run(&terminal),
        Command::Completions(arguments) => commands::manual::completions(&arguments),
        Command::Man(arguments) => commands::manual::man(&terminal, &arguments),
    }
}
