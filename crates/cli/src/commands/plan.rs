//! `besom plan`: the check of a build as units of work, for engines that run builds.

mod graph;
mod written;

use crate::Status;
use crate::archive::write_if_changed;
use crate::arguments::{Arguments, CheckArguments, Command, PlanArguments};
use crate::compiler_flags::CompilerFlags;
use crate::input::LoadError;
use crate::line_markers;
use crate::output::Output;
use crate::project;
use crate::terminal::Terminal;
use crate::watch::Watch;
use clap::{CommandFactory, FromArgMatches};
use graph::Graph;
use source::{Diagnostic, Span};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use written::Plan;

pub fn run(
    terminal: &Terminal,
    flags: CompilerFlags,
    arguments: &PlanArguments,
    watch: &'static Watch,
) -> Status {
    if !flags.flags.is_empty() || flags.data_model.is_some() {
        let message = "compiler flags are those of the build here: `besom plan` takes none";
        terminal.complain(&Diagnostic::error("input", Span::NONE, message));
        return Status::Bad;
    }
    let result =
        check_arguments(arguments, flags, watch).and_then(|(check, flags)| match arguments.preprocess {
            Some(entry) => preprocess(terminal, &flags, &check, arguments, entry),
            None => plan(terminal, &flags, &check, arguments, watch),
        });
    match result {
        Ok(()) => Status::Success,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

fn bad(message: String) -> LoadError {
    Diagnostic::error("input", Span::NONE, message).into()
}

/// What `besom check` would be asked.
fn check_arguments(
    arguments: &PlanArguments,
    flags: CompilerFlags,
    watch: &'static Watch,
) -> Result<(CheckArguments, CompilerFlags), LoadError> {
    let mut words: Vec<OsString> =
        vec!["besom".into(), "check".into(), "-p".into(), arguments.build.clone().into()];
    words.extend(arguments.options.iter().map(OsString::from));
    let parsed = Arguments::command()
        .try_get_matches_from(words)
        .and_then(|matches| Arguments::from_arg_matches(&matches))
        .map_err(|error| bad(format!("`besom check` does not take these options: {}", error.kind())))?;
    let Arguments { mut command, config, no_config, .. } = parsed;
    command.watch(watch);
    let flags = command.configured(config.as_deref(), no_config, flags).map_err(bad)?;
    match command {
        Command::Check(check) => Ok((check, flags)),
        _ => Err(bad("expected options of `besom check`".to_owned())),
    }
}

/// Preprocesses one file of the build as the check does, and notes what it was made from.
fn preprocess(
    terminal: &Terminal,
    flags: &CompilerFlags,
    check: &CheckArguments,
    arguments: &PlanArguments,
    entry: usize,
) -> Result<(), LoadError> {
    let Some(into) = &arguments.into else { return Err(bad("where to write is not said".to_owned())) };
    let loaded = project::load_one(terminal, flags, check, entry)?;
    let cannot = |error: std::io::Error| bad(format!("cannot write `{}`: {error}", into.display()));
    write_if_changed(into, &loaded.input.text).map_err(cannot)?;
    let names = line_markers::files(&loaded.input.text);
    let names: Vec<String> = names.iter().map(|name| name.replace('$', "$$").replace(' ', "\\ ")).collect();
    let depfile = PathBuf::from(format!("{}.d", into.display()));
    let text = format!("{}: {}\n", into.display(), names.join(" "));
    std::fs::write(depfile, text).map_err(cannot)
}

fn plan(
    terminal: &Terminal,
    flags: &CompilerFlags,
    check: &CheckArguments,
    arguments: &PlanArguments,
    watch: &Watch,
) -> Result<(), LoadError> {
    let project = project::load(terminal, Some(watch), flags, check)?;
    let graph = Graph::new(&project);
    let here = std::env::current_dir().unwrap_or_default();
    let own =
        std::env::current_exe().map_err(|error| bad(format!("the program cannot be found: {error}")))?;
    let plan = Plan { arguments, own: &own, project: &project, graph: &graph, here: &here };
    let written = plan
        .write()
        .map_err(|error| bad(format!("cannot write to `{}`: {error}", arguments.to.display())))?;
    Output::say(&format!(
        "{} files, {} programs, {} units of functions\nninja -f {}\n",
        project.modules.len(),
        graph.programs.len(),
        graph.units.len(),
        Path::display(&written)
    ))?;
    Ok(())
}
