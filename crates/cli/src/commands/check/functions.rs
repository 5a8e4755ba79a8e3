//! The functions of a program that its `main` does not reach, for all callers.

use super::{Program, question, worse};
use crate::Status;
use crate::arguments::CheckArguments;
use crate::commands::contracts::effort;
use crate::commands::open_counts::OpenCounts;
use crate::commands::open_questions::by_cause;
use crate::input::LoadError;
use crate::models;
use crate::output::Output;
use crate::results::{self, Places, Session};
use crate::selection::Selection;
use crate::terminal::Terminal;
use crate::watch::workers_of;
use analyzer::{Certain, FunctionContracts, Keep, Notation, OpenError, Workers, contracts_by};
use findings::Finding;
use ir::{Function, Module};
use source::{Diagnostic, SourceMap, Span};
use std::path::Path;

/// What is said of a file with nothing but declarations.
pub const NOTHING_TO_ANALYSE: &str = "nothing to analyse: no function is defined here";

/// The functions that are analysed for all callers: those of the project that are wanted, without files to leave out.
pub(super) fn functions_to_analyse(
    program: &Program,
    arguments: &CheckArguments,
    selection: &Selection,
) -> Vec<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let configuration = &arguments.configuration;
    let has_model = |name: &str| models::has_model(name, &configuration.models, &arguments.models);
    let is_left_out = |function: &Function| {
        let name = &function.name;
        if has_model(name) {
            return Some(true);
        }
        let place = program.map.place(function.span)?;
        let file = Path::new(&*place.file);
        let mentions = |changed: &Path| here.join(file) == changed;
        let is_wanted = selection.wants(name, &here.join(file), &mentions);
        Some(!is_wanted || configuration.excludes(file))
    };
    let own = functions_of_the_project(&program.module, &program.map);
    own.filter(|function| is_left_out(function) != Some(true)).map(|function| function.name.clone()).collect()
}

/// The functions that do not come from headers of the system.
pub fn own_functions(module: &Module, map: &SourceMap) -> Vec<String> {
    functions_of_the_project(module, map).map(|function| function.name.clone()).collect()
}

fn functions_of_the_project<'m>(
    module: &'m Module,
    map: &'m SourceMap,
) -> impl Iterator<Item = &'m Function> {
    let is_own = |span: Span| {
        let file = map.place(span).map(|place| place.file);
        file.is_none_or(|file| !is_of_the_system(Path::new(&*file)))
    };
    let functions = module.functions.iter().map(|(_, function)| function);
    functions.filter(move |function| function.body.is_some() && is_own(function.span))
}

pub fn is_of_the_system(file: &Path) -> bool {
    file.starts_with("/usr/include/") || file.starts_with("/usr/lib/")
}

/// What functions do for all callers.
pub(super) fn contracts_of(
    program: &Program,
    arguments: &CheckArguments,
    names: &[String],
) -> Result<Vec<FunctionContracts>, LoadError> {
    let keep = program.keep.as_ref().map(|cache| cache as &dyn Keep);
    let workers = Workers { keep, ..workers_of(arguments.watch) };
    let functions = contracts_by(&workers, &program.module, &question(arguments), names, Notation::Readable);
    Ok(functions.map_err(|message| Diagnostic::error("internal", Span::NONE, message))?)
}

/// Analyses functions for all callers. What is known already is not told again.
pub(super) fn check_open(
    terminal: &Terminal,
    program: &Program,
    places: &Places<'_>,
    session: &mut Session<'_>,
    arguments: &CheckArguments,
    names: &[String],
    known: &[&Certain],
) -> Result<Status, LoadError> {
    let question = question(arguments);
    let functions = contracts_of(program, arguments, names)?;
    let is_known = |error: &OpenError| {
        known.iter().any(|known| known.fault.kind == error.kind && known.fault.span == error.span)
    };
    let errors: Vec<Finding> = functions
        .iter()
        .flat_map(|function| function.certain.iter().map(move |error| (function, error)))
        .filter(|(_, error)| !is_known(error))
        .map(|(function, error)| results::open(places, function, error))
        .collect();
    let mut counts = OpenCounts { errors: errors.len(), ..OpenCounts::default() };
    for function in &functions {
        counts.add(function);
    }
    let mut tell = |findings| session.tell(&program.map, places, program.originals_on_disk, findings);
    let mut status = tell(errors);
    let likely: Vec<Finding> = functions
        .iter()
        .flat_map(|function| function.likely.iter().map(move |error| (function, error)))
        .filter(|(_, error)| !is_known(error))
        .map(|(function, error)| results::likely(places, function, error))
        .collect();
    counts.likely = likely.len();
    status = worse(status, tell(likely));
    if arguments.strict {
        let conditional = functions.iter().flat_map(|function| results::conditional(places, function));
        status = worse(status, tell(conditional.collect()));
    }
    for function in &functions {
        session.add_function(results::function(places, function));
    }
    if arguments.explain_unknown {
        for open in functions.iter().flat_map(|function| &function.open) {
            let place = program.map.place(open.span).map(|place| format!("{place}: "));
            terminal.write(&format!("{}unknown: {}\n", place.unwrap_or_default(), open.reason));
        }
        terminal.write(&by_cause(&program.map, &functions));
    }
    if arguments.stats {
        for function in &functions {
            terminal.write(&format!("{}:\n{}", function.name, effort(function)));
        }
    }
    terminal.write(&models::suggestions(&counts.assumed, &program.module));
    terminal.write(&models::suggestions_for_members(&program.module));
    let what = match program.module.function_named("main") {
        Some(_) => "functions of the program, for all callers",
        None => "there is no function `main`",
    };
    let text = match counts.functions {
        0 => NOTHING_TO_ANALYSE.to_owned(),
        _ => counts.summary(what, &question, arguments.explain_unknown),
    };
    if let Some(line) = session.summarise(&text) {
        Output::say(&format!("{line}\n"))?;
    }
    let is_open = counts.is_open() && arguments.fail_on_unknown;
    Ok(if is_open { worse(status, Status::Unknown) } else { status })
}
