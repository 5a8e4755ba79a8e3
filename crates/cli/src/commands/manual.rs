//! `besom completions` and `besom man`: what shells and manual readers want to know of the command line.

use crate::Status;
use crate::arguments::{Arguments, CompletionsArguments, ManArguments};
use crate::terminal::Terminal;
use clap::CommandFactory;
use source::{Diagnostic, Span};
use std::io::Write as _;

/// Prints a script that makes a shell complete options and names.
pub fn completions(arguments: &CompletionsArguments) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Arguments::command(), "besom", &mut script);
    // A reader that goes away is not an error.
    let _ = std::io::stdout().lock().write_all(&script);
    Status::Success
}

/// Prints the manual page, or writes one for each command into a folder.
pub fn man(terminal: &Terminal, arguments: &ManArguments) -> Status {
    let command = Arguments::command().name("besom");
    let Some(folder) = &arguments.folder else {
        let _ = std::io::stdout().lock().write_all(page(command).as_bytes());
        return Status::Success;
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    match written {
        Ok(()) => Status::Success,
        Err(error) => {
            let message = format!("cannot write to `{}`: {error}", folder.display());
            terminal.complain(&Diagnostic::error("output", Span::NONE, message));
            Status::Bad
        }
    }
}

fn page(command: clap::Command) -> String {
    let mut page = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command).render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}
