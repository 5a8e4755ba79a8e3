//! `besom check`: analyses a program from its `main` on, and every function that this does not reach for
//! all callers.

mod functions;
mod words;

pub use functions::{NOTHING_TO_ANALYSE, is_of_the_system, own_functions};
pub use words::{assumptions, summary};

use self::functions::{check_open, contracts_of, functions_to_analyse};
use self::words::statistics;
use super::check_build;
use super::contracts::not_defined;
use super::repeat::repetition;
use crate::Status;
use crate::arguments::{CheckArguments, FormatChoice};
use crate::cache::Cache;
use crate::compiler_flags::CompilerFlags;
use crate::input::LoadError;
use crate::models;
use crate::output::Output;
use crate::project;
use crate::results::{self, Format, Places, Session, Wishes};
use crate::selection::Selection;
use crate::terminal::Terminal;
use crate::watch::stop_of;
use analyzer::{
    Certain, Conclusion, Property, Question, StopReason, check_closed, link_modules, unreached_functions,
};
use findings::{Answer, Baseline, Finding, Report};
use ir::Module;
use source::{DataModel, Diagnostic, SourceMap, Span};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

pub fn run(terminal: &Terminal, mut flags: CompilerFlags, arguments: &CheckArguments) -> Status {
    if let Some(watch) = arguments.watch {
        watch.set_fail_on_unknown(arguments.fail_on_unknown);
    }
    // Without files, the words after `--` are the command of a build.
    if !arguments.files.is_empty() || arguments.build.is_some() {
        flags.extend(arguments.compiler_flags.clone());
    }
    let terminal = match arguments.format {
        FormatChoice::Gcc => terminal.with_single_lines(),
        _ => *terminal,
    };
    match check(&terminal, &flags, arguments, Purpose::Tell) {
        Ok(status) => status,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

/// Writes the findings of today into a file, after which only others are told.
pub fn write_baseline(terminal: &Terminal, mut flags: CompilerFlags, arguments: &CheckArguments) -> Status {
    if !project::is_build(arguments) {
        flags.extend(arguments.compiler_flags.clone());
    }
    match check(terminal, &flags, arguments, Purpose::WriteBaseline) {
        Ok(Status::Bad) => Status::Bad,
        Ok(_) => Status::Success,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

/// What the findings are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Tell,
    WriteBaseline,
}

/// The name of a baseline if none is given.
const BASELINE: &str = "besom-baseline.json";

/// What the command line asks about the program.
pub fn question(arguments: &CheckArguments) -> Question {
    let property = if arguments.overflow { Property::NoErrorNoOverflow } else { Property::NoError };
    let default = Question::new(property);
    let limits = &arguments.configuration.limits;
    Question {
        hunt_steps: limits.hunt_steps.unwrap_or(default.hunt_steps),
        proof_steps: limits.proof_steps.unwrap_or(default.proof_steps),
        allocation_may_fail: !arguments.malloc_never_fails,
        check_exit: arguments.at_exit,
        tell_states: arguments.dump_states,
        keeps_derivation: arguments.trace,
        stop: stop_of(arguments.watch),
        all_errors: true,
        ..default
    }
}

/// The texts of a program, linked.
struct Program {
    module: Module,
    map: SourceMap,
    originals_on_disk: bool,
    /// A file has errors, which were reported: functions that have none are analysed for all callers.
    has_errors: bool,
    /// What is known of its functions from before, if that is looked at.
    keep: Option<Cache>,
}

fn check(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
    purpose: Purpose,
) -> Result<Status, LoadError> {
    if let Some(watch) = arguments.watch
        && project::is_build(arguments)
    {
        return check_build::check(terminal, watch, flags, arguments, purpose);
    }
    let status = check_program(terminal, flags, arguments, purpose)?;
    // What a limit has cut off is open.
    let Some((watch, reason)) = arguments.watch.and_then(|watch| Some((watch, watch.reason()?))) else {
        return Ok(status);
    };
    if arguments.format.for_programs().is_none() {
        Output::say(&format!("{}\n", watch.closing_line(reason)))?;
    }
    Ok(match reason {
        StopReason::Interrupted => Status::Interrupted,
        _ if arguments.fail_on_unknown => worse(status, Status::Unknown),
        _ => status,
    })
}

fn check_program(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
    purpose: Purpose,
) -> Result<Status, LoadError> {
    let Some(program) = load_with_models(terminal, flags, arguments)? else { return Ok(Status::Bad) };
    let own = own_functions(&program.module, &program.map);
    if let Some(name) = arguments.selection.function.iter().find(|name| !own.contains(*name)) {
        return Err(not_defined(&program.module, name, &own).into());
    }
    let files = arguments.files.iter().map(|file| file.display().to_string());
    let mut session = session(terminal, arguments, purpose, files.collect())?;
    let places = Places::new(&program.map, &program.module, program.originals_on_disk);
    let status = analyse(terminal, &program, &places, &mut session, flags, arguments)?;
    session.keep_originals(places.into_originals());
    conclude(terminal, arguments, purpose, session)?;
    Ok(if program.has_errors { worse(status, Status::Bad) } else { status })
}

/// The baseline that the command line names, or the settings do.
fn baseline(arguments: &CheckArguments) -> Option<&Path> {
    arguments.baseline.as_deref().or(arguments.configuration.baseline.as_deref())
}

/// Where results go to.
pub(super) fn session<'a>(
    terminal: &'a Terminal,
    arguments: &'a CheckArguments,
    purpose: Purpose,
    files: Vec<String>,
) -> Result<Session<'a>, Diagnostic> {
    let wishes = Wishes {
        configuration: &arguments.configuration,
        destinations: &arguments.output,
        format: arguments.format.for_programs(),
        baseline: baseline(arguments).filter(|_| purpose == Purpose::Tell),
    };
    Session::new(terminal, &wishes, files).map_err(bad)
}

fn bad(message: String) -> Diagnostic {
    Diagnostic::error("input", Span::NONE, message)
}

/// Writes all that is to be written.
pub(super) fn conclude(
    terminal: &Terminal,
    arguments: &CheckArguments,
    purpose: Purpose,
    session: Session<'_>,
) -> Result<(), Diagnostic> {
    if purpose == Purpose::WriteBaseline {
        let path = baseline(arguments).unwrap_or(Path::new(BASELINE));
        let known = Baseline::of(&session.report().findings);
        results::write(path, &known.to_text()).map_err(bad)?;
        let findings = if known.len() == 1 { "finding" } else { "findings" };
        terminal.write(&format!("`{}` holds {} {findings}\n", path.display(), known.len()));
    }
    let text = session.finish().map_err(bad)?;
    let mut output = Output::stdout();
    // A closed output is nobody's fault.
    let _ = output.write_str(&text);
    output.finish()
}

/// The program, in which functions with a model do what their model says.
fn load_with_models(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Option<Program>, LoadError> {
    let Some(mut program) = load(terminal, flags, arguments)? else { return Ok(None) };
    models::apply(&mut program.module, &arguments.configuration.models, &arguments.models)?;
    Ok(Some(program))
}

/// The results as data, for those who show them themselves: what was found as soon as that is known, and then with the contracts
/// of all functions. `None` if a file has errors, which go to the terminal.
pub fn quiet_report(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
    on_findings: impl FnOnce(&Report),
) -> Result<Option<Report>, LoadError> {
    let program = load_with_models(terminal, flags, arguments)?;
    let Some(mut program) = program.filter(|program| !program.has_errors) else { return Ok(None) };
    program.keep = Cache::default_folder().and_then(|folder| Cache::open(&folder));
    let wishes = Wishes {
        configuration: &arguments.configuration,
        destinations: &[],
        format: Some(Format::Json),
        baseline: arguments.configuration.baseline.as_deref(),
    };
    let files = arguments.files.iter().map(|file| file.display().to_string());
    let mut session = Session::new(terminal, &wishes, files.collect()).map_err(bad)?;
    let places = Places::new(&program.map, &program.module, program.originals_on_disk);
    analyse(terminal, &program, &places, &mut session, flags, arguments)?;
    on_findings(session.report());
    let known: BTreeSet<String> =
        session.report().functions.iter().map(|function| function.name.clone()).collect();
    let here = std::env::current_dir().unwrap_or_default();
    let selection = Selection::new(&arguments.selection, &here)?;
    let mut names = functions_to_analyse(&program, arguments, &selection);
    names.retain(|name| name != "main" && !known.contains(name));
    for function in contracts_of(&program, arguments, &names)? {
        session.add_function(results::function(&places, &function));
    }
    if let Some(cache) = &program.keep {
        cache.shrink();
    }
    Ok(Some(session.into_report()))
}

/// Analyses the program from `main` on, and the rest for all callers.
fn analyse(
    terminal: &Terminal,
    program: &Program,
    places: &Places<'_>,
    session: &mut Session<'_>,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Status, LoadError> {
    let question = question(arguments);
    for assumption in assumptions(&question) {
        session.assume(assumption);
    }
    let here = std::env::current_dir().unwrap_or_default();
    let selection = Selection::new(&arguments.selection, &here)?;
    let main = program.module.function_named("main");
    let has_whole_main =
        main.is_some_and(|id| program.module.functions[id].body.is_some()) && !program.has_errors;
    if selection.is_of_functions() || !has_whole_main {
        let names = functions_to_analyse(program, arguments, &selection);
        return check_open(terminal, program, places, session, arguments, &names, &[]);
    }
    let closed = check_closed(&program.module, &question);
    for known in &closed.states {
        let place = program.map.place(known.span).map(|place| format!("{place}: "));
        let text = format!("{}{}:\n{}\n", place.unwrap_or_default(), known.at, known.formula);
        Output::say(&format!("{text}\n"))?;
    }
    if !closed.derivation.is_empty() {
        Output::say(&format!("{}\n\n", closed.derivation.join("\n")))?;
    }
    let mut status = Status::Success;
    match &closed.conclusion {
        Conclusion::Proved => {}
        Conclusion::NotStarted(why) => {
            let diagnostic =
                Diagnostic::error("input", Span::NONE, format!("nothing can be analysed: {why}"));
            let help = "`besom contracts` analyses single functions for all callers";
            return Err(diagnostic.with_help(help).into());
        }
        Conclusion::Found(certain) => {
            let words = repeat_words(flags, arguments);
            let may_fail = question.allocation_may_fail;
            let all = std::iter::once(&**certain).chain(&closed.others);
            let findings = all.map(|error| {
                let command = repetition(&program.module, error, &words);
                results::certain(places, &program.module, error, may_fail, command)
            });
            let findings: Vec<Finding> = findings.collect();
            status = session.tell(&program.map, places, program.originals_on_disk, findings);
        }
        Conclusion::Open { possible, open } => {
            let findings = possible.iter().map(|possible| results::possible(places, possible)).collect();
            status = session.tell(&program.map, places, program.originals_on_disk, findings);
            if !open.is_empty() && arguments.fail_on_unknown {
                status = worse(status, Status::Unknown);
            }
            if arguments.explain_unknown {
                for open in open {
                    let place = program.map.place(open.span).map(|place| format!("{place}: "));
                    terminal.write(&format!("{}unknown: {}\n", place.unwrap_or_default(), open.reason));
                }
            }
        }
    }
    if arguments.stats {
        terminal.write(&statistics(&closed.effort));
    }
    let (answer, open) = match &closed.conclusion {
        Conclusion::Proved => (Answer::Proved, &[][..]),
        Conclusion::Found(_) => (Answer::Found, &[][..]),
        Conclusion::Open { open, .. } => (Answer::Unknown, &open[..]),
        Conclusion::NotStarted(_) => (Answer::Unknown, &[][..]),
    };
    session.set_answer(answer, open.iter().map(|open| results::question(places, open)).collect());
    if let Some(line) = session.summarise(&summary(&closed, &question)) {
        Output::say(&format!("{line}\n"))?;
    }
    let own = functions_to_analyse(program, arguments, &selection);
    // Where the program stays open, its functions are looked at for all callers, too.
    let others: Vec<String> = match &closed.conclusion {
        Conclusion::Open { .. } => own.into_iter().filter(|name| name != "main").collect(),
        _ => unreached_functions(&program.module).into_iter().filter(|name| own.contains(name)).collect(),
    };
    if others.is_empty() {
        return Ok(status);
    }
    let known: Vec<&Certain> = match &closed.conclusion {
        Conclusion::Found(certain) => std::iter::once(&**certain).chain(&closed.others).collect(),
        _ => Vec::new(),
    };
    let open = check_open(terminal, program, places, session, arguments, &others, &known)?;
    Ok(worse(status, open))
}

/// The status of two parts of the work together: what was found is more than what stayed open.
pub(super) fn worse(first: Status, second: Status) -> Status {
    let weight = |status: Status| match status {
        Status::Success => 0,
        Status::Unknown => 1,
        Status::Findings => 2,
        Status::Bad => 3,
        Status::Interrupted => 4,
    };
    if weight(second) > weight(first) { second } else { first }
}

/// Reads and links all files. `None` if they cannot be linked, which is reported.
fn load(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Option<Program>, LoadError> {
    let project = project::load(terminal, arguments.watch, flags, arguments)?;
    let has_errors = project.with_errors > 0;
    let (modules, map, originals_on_disk) = project.into_modules();
    match link_modules(modules) {
        Ok(module) => Ok(Some(Program { module, map, originals_on_disk, has_errors, keep: None })),
        Err(diagnostics) => {
            terminal.report(&map, &diagnostics, originals_on_disk);
            Ok(None)
        }
    }
}

/// The files and flags that `besom run` needs for the same program. There are none for a build.
fn repeat_words(flags: &CompilerFlags, arguments: &CheckArguments) -> Vec<String> {
    if arguments.build.is_some() {
        return Vec::new();
    }
    let data_model = flags.data_model.or(arguments.data_model.map(Into::into));
    let machine = (data_model == Some(DataModel::Ilp32)).then(|| "-m32".to_owned());
    let flags = flags.flags.iter().map(|flag| flag.to_string_lossy().into_owned());
    let files = arguments.files.iter().map(|file| file.display().to_string());
    machine.into_iter().chain(flags).chain(files).collect()
}
