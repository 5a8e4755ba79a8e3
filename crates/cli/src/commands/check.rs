//! `besom check`: analyses a program from its `main` on, and every function that this does not reach for
//! all callers.

use super::check_build;
use super::contracts::effort;
use super::open_questions::by_cause;
use super::repeat::repetition;
use crate::Status;
use crate::arguments::{CheckArguments, FormatChoice};
use crate::compiler_flags::CompilerFlags;
use crate::input::LoadError;
use crate::models;
use crate::output::Output;
use crate::project;
use crate::results::{self, Format, Places, Session, Wishes};
use crate::terminal::Terminal;
use crate::watch::{stop_of, workers_of};
use analyzer::{
    Certain, Closed, Conclusion, Effort, FunctionContracts, Layer, Notation, OpenError, Possible, Property,
    Question, SolverStatistics, StopReason, check_closed, contracts_by, link_modules, unreached_functions,
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
    if let Err(message) = refuse_reports_of_builds(arguments) {
        terminal.complain(&Diagnostic::error("input", Span::NONE, message));
        return Status::Bad;
    }
    let result = match arguments.watch {
        Some(watch) if project::is_build(arguments) => {
            check_build::check(&terminal, watch, &flags, arguments)
        }
        _ => check(&terminal, &flags, arguments, Purpose::Tell),
    };
    match result {
        Ok(status) => status,
        Err(error) => {
            terminal.write(&error.preprocessor_messages);
            terminal.complain(&error.diagnostic);
            Status::Bad
        }
    }
}

/// Builds are told as text only, program by program.
fn refuse_reports_of_builds(arguments: &CheckArguments) -> Result<(), String> {
    let wants = !arguments.output.is_empty()
        || arguments.format.for_programs().is_some()
        || arguments.baseline.is_some();
    match wants && project::is_build(arguments) {
        true => Err("`--output`, `--baseline` and formats for programs are for files, not for whole builds"
            .to_owned()),
        false => Ok(()),
    }
}

/// Writes the findings of today into a file, after which only others are told.
pub fn write_baseline(terminal: &Terminal, mut flags: CompilerFlags, arguments: &CheckArguments) -> Status {
    flags.extend(arguments.compiler_flags.clone());
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
enum Purpose {
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
}

fn check(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
    purpose: Purpose,
) -> Result<Status, LoadError> {
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
    let bad = |message: String| LoadError::from(Diagnostic::error("input", Span::NONE, message));
    let configured = arguments.configuration.baseline.as_deref();
    let baseline = arguments.baseline.as_deref().or(configured);
    let wishes = Wishes {
        configuration: &arguments.configuration,
        destinations: &arguments.output,
        format: arguments.format.for_programs(),
        baseline: baseline.filter(|_| purpose == Purpose::Tell),
    };
    let files = arguments.files.iter().chain(&arguments.build).map(|file| file.display().to_string());
    let mut session = Session::new(terminal, &wishes, files.collect()).map_err(bad)?;
    let places = Places::new(&program.map, &program.module, program.originals_on_disk);
    let status = analyse(terminal, &program, &places, &mut session, flags, arguments)?;
    session.keep_originals(places.into_originals());
    if purpose == Purpose::WriteBaseline {
        let path = baseline.unwrap_or(Path::new(BASELINE));
        let known = Baseline::of(&session.report().findings);
        results::write(path, &known.to_text()).map_err(bad)?;
        terminal.write(&format!("`{}` holds {} findings\n", path.display(), known.len()));
    }
    let text = session.finish().map_err(bad)?;
    let mut output = Output::stdout();
    // A closed output is nobody's fault.
    let _ = output.write_str(&text);
    output.finish()?;
    Ok(status)
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

/// The results as data, for those who show them themselves. `None` if a file has errors, which go to
/// the terminal.
pub fn quiet_report(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Option<Report>, LoadError> {
    let Some(program) = load_with_models(terminal, flags, arguments)? else { return Ok(None) };
    let bad = |message: String| LoadError::from(Diagnostic::error("input", Span::NONE, message));
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
    let main = program.module.function_named("main");
    if main.is_none_or(|id| program.module.functions[id].body.is_none()) {
        let names = functions_to_analyse(program, arguments);
        return check_open(terminal, program, places, session, arguments, &names, &[]);
    }
    let closed = check_closed(&program.module, &question);
    for known in &closed.states {
        let place = program.map.place(known.span).map(|place| format!("{place}: "));
        let text = format!("{}{}:\n{}\n", place.unwrap_or_default(), known.at, known.formula);
        Output::say(&format!("{text}\n"))?;
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
    let own = functions_to_analyse(program, arguments);
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

/// The functions that are analysed for all callers: those of the project, without files to leave out.
fn functions_to_analyse(program: &Program, arguments: &CheckArguments) -> Vec<String> {
    let is_excluded = |name: &String| {
        let function = program.module.function_named(name)?;
        let place = program.map.place(program.module.functions[function].span)?;
        Some(arguments.configuration.excludes(Path::new(&*place.file)))
    };
    let mut names = own_functions(&program.module, &program.map);
    let configuration = &arguments.configuration;
    let has_model = |name: &String| models::has_model(name, &configuration.models, &arguments.models);
    names.retain(|name| is_excluded(name) != Some(true) && !has_model(name));
    names
}

/// What is said of a file with nothing but declarations.
pub const NOTHING_TO_ANALYSE: &str = "nothing to analyse: no function is defined here";

/// Analyses functions for all callers. What is known already is not told again.
fn check_open(
    terminal: &Terminal,
    program: &Program,
    places: &Places<'_>,
    session: &mut Session<'_>,
    arguments: &CheckArguments,
    names: &[String],
    known: &[&Certain],
) -> Result<Status, LoadError> {
    let question = question(arguments);
    let workers = workers_of(arguments.watch);
    let functions = contracts_by(&workers, &program.module, &question, names, Notation::Readable)
        .map_err(|message| Diagnostic::error("internal", Span::NONE, message))?;
    let is_known = |error: &OpenError| {
        known.iter().any(|known| known.fault.kind == error.kind && known.fault.span == error.span)
    };
    let errors: Vec<Finding> = functions
        .iter()
        .flat_map(|function| function.certain.iter().map(move |error| (function, error)))
        .filter(|(_, error)| !is_known(error))
        .map(|(function, error)| results::open(places, function, error))
        .collect();
    let told = errors.len();
    let mut tell = |findings| session.tell(&program.map, places, program.originals_on_disk, findings);
    let mut status = tell(errors);
    let likely: Vec<Finding> = functions
        .iter()
        .flat_map(|function| function.likely.iter().map(move |error| (function, error)))
        .filter(|(_, error)| !is_known(error))
        .map(|(function, error)| results::likely(places, function, error))
        .collect();
    let likely_count = likely.len();
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
    let is_told = |function: &&FunctionContracts| !function.contracts.is_empty();
    let proved = functions.iter().filter(is_told).filter(|function| !function.is_cut_short).count();
    let partly = match functions.iter().filter(is_told).filter(|function| function.is_cut_short).count() {
        0 => String::new(),
        count => format!(", {count} for some of their cases"),
    };
    let open: usize = functions.iter().map(|function| function.open.len()).sum();
    let conditions: usize = functions.iter().map(|function| function.conditional.len()).sum();
    let allocation =
        if question.allocation_may_fail { "allocations may fail" } else { "allocations never fail" };
    let why = match program.module.function_named("main") {
        Some(_) => "functions of the program, for all callers",
        None => "there is no function `main`",
    };
    let questions = match open {
        0 => String::new(),
        _ if arguments.explain_unknown => format!("; open questions: {open}"),
        _ => format!("; open questions: {open} (`--explain-unknown` tells them)"),
    };
    let assumed: BTreeSet<&String> = functions
        .iter()
        .flat_map(|function| &function.contracts)
        .flat_map(|contract| &contract.assumed)
        .collect();
    terminal.write(&models::suggestions(&assumed));
    let assumed = match assumed.len() {
        0 => String::new(),
        count => format!("; functions without a body that are assumed to free nothing: {count}"),
    };
    let conditions = match conditions {
        0 => String::new(),
        _ => format!(
            "; errors that depend on the caller: {conditions} (`--strict` and `besom contracts` tell them)"
        ),
    };
    let text = match functions.len() {
        0 => NOTHING_TO_ANALYSE.to_owned(),
        count => format!(
            "open code ({why}): {proved} of {count} functions have proved contracts{partly}; errors for every caller, each of them \
             executed: {told}; likely errors: {likely_count}{conditions}{questions}{assumed} ({allocation})"
        ),
    };
    if let Some(line) = session.summarise(&text) {
        Output::say(&format!("{line}\n"))?;
    }
    let is_open = open > 0 || proved < functions.len();
    Ok(if is_open && arguments.fail_on_unknown { worse(status, Status::Unknown) } else { status })
}

/// An error of open code as a message: at the call in the function that leads to it, with its story.
pub(super) fn open_diagnostic(function: &FunctionContracts, error: &OpenError) -> Diagnostic {
    let cwe = match error.kind.cwe() {
        0 => String::new(),
        number => format!(" (CWE-{number})"),
    };
    let message =
        format!("{}, for every caller of `{}`{}{cwe}", error.text(), function.name, error.of_callers);
    let diagnostic = Diagnostic::error(error.kind.id(), error.place(), message);
    error
        .steps
        .iter()
        .fold(diagnostic, |diagnostic, step| diagnostic.with_label(step.span, step.text.clone()))
}

/// An error that depends on the caller, but only on what any caller does.
pub(super) fn likely_diagnostic(function: &FunctionContracts, error: &OpenError) -> Diagnostic {
    let cwe = match error.kind.cwe() {
        0 => String::new(),
        number => format!(" (CWE-{number})"),
    };
    let message = format!("likely, on a path of `{}`: {}{cwe}", function.name, error.text());
    let diagnostic = Diagnostic::warning(error.kind.id(), error.place(), message);
    error
        .steps
        .iter()
        .fold(diagnostic, |diagnostic, step| diagnostic.with_label(step.span, step.text.clone()))
}

/// The errors that depend on the caller and are not likely, with what they depend on.
pub(super) fn conditional_diagnostics(function: &FunctionContracts) -> Vec<Diagnostic> {
    let is_likely = |error: &OpenError| {
        function.likely.iter().any(|likely| likely.kind == error.kind && likely.span == error.span)
    };
    let conditional = function.conditional.iter().filter(|(_, error)| !is_likely(error));
    conditional
        .map(|(condition, error)| {
            let message =
                format!("{}, if `{}` is called so: {}", error.text(), function.name, condition.join("; "));
            Diagnostic::warning(error.kind.id(), error.place(), message)
        })
        .collect()
}

/// The functions that do not come from headers of the system.
pub fn own_functions(module: &Module, map: &SourceMap) -> Vec<String> {
    let is_own = |span: Span| {
        let file = map.place(span).map(|place| place.file);
        file.is_none_or(|file| !is_of_the_system(Path::new(&*file)))
    };
    let functions = module.functions.iter().filter(|(_, function)| function.body.is_some());
    functions
        .filter(|(_, function)| is_own(function.span))
        .map(|(_, function)| function.name.clone())
        .collect()
}

pub(super) fn is_of_the_system(file: &Path) -> bool {
    file.starts_with("/usr/include/") || file.starts_with("/usr/lib/")
}

/// What the analysis did, and which layers of the solver answered its questions.
fn statistics(effort: &Effort) -> String {
    let sum = |count: &dyn Fn(&SolverStatistics) -> u64| effort.solver.iter().map(count).sum::<u64>();
    let mut lines = vec![
        (effort.steps, "steps on symbolic states".to_owned()),
        (effort.contracts, "contracts of functions".to_owned()),
        (sum(&|solver| solver.questions), "questions to the solver".to_owned()),
        (sum(&|solver| solver.cached), "  answered before".to_owned()),
    ];
    for layer in Layer::ALL {
        lines.push((sum(&|solver| solver.answered(layer)), format!("  answered by {}", layer.name())));
    }
    lines.push((sum(&|solver| solver.unknown), "  left open".to_owned()));
    lines.into_iter().map(|(count, what)| format!("{count:12} {what}\n")).collect()
}

/// Reads and links all files. `None` if one has errors, which are reported.
fn load(
    terminal: &Terminal,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Option<Program>, LoadError> {
    let project = project::load(terminal, workers_of(arguments.watch).jobs, flags, arguments)?;
    if project.with_errors > 0 {
        return Ok(None);
    }
    let (modules, map, originals_on_disk) = project.into_modules();
    match link_modules(modules) {
        Ok(module) => Ok(Some(Program { module, map, originals_on_disk })),
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

/// An executed error as a message: where, the story of its block, the choices, the repetition.
pub(super) fn certain_diagnostic(certain: &Certain, command: Option<String>) -> Diagnostic {
    let fault = &certain.fault;
    let mut diagnostic = fault.to_diagnostic();
    if fault.kind.cwe() != 0 {
        diagnostic.message = format!("{} (CWE-{})", diagnostic.message, fault.kind.cwe());
    }
    for step in &certain.steps {
        diagnostic = diagnostic.with_label(step.span, step.text.clone());
    }
    let help =
        diagnostic.help.take().into_iter().chain(command.map(|command| format!("repeat it: {command}")));
    let help: Vec<String> = help.collect();
    diagnostic.help = (!help.is_empty()).then(|| help.join("; "));
    diagnostic
}

/// An error that cannot be excluded, as a warning.
pub(super) fn possible_diagnostic(finding: &Possible) -> Diagnostic {
    let cwe = match finding.kind.cwe() {
        0 => String::new(),
        number => format!(" (CWE-{number})"),
    };
    let message = format!("possibly {}{cwe}", finding.message);
    let diagnostic = Diagnostic::warning(finding.kind.id(), finding.span, message);
    diagnostic.with_help("no execution shows this error, but the analysis cannot exclude it")
}

/// The closing line: what was proved, found and left open, under which assumptions.
pub(super) fn summary(closed: &Closed, question: &Question) -> String {
    let plural = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let result = match &closed.conclusion {
        Conclusion::Proved => {
            let overflow = match question.property {
                Property::NoErrorNoOverflow => ", no signed overflow",
                _ => "",
            };
            let exit = if question.check_exit { ", all memory freed at exit" } else { "" };
            format!(
                "proved: no memory error, no lost memory, no failing assertion{overflow}{exit} in any execution"
            )
        }
        Conclusion::Found(_) if closed.others.is_empty() => {
            "found: 1 error, certain because it was executed; what else may go wrong stays open".to_owned()
        }
        Conclusion::Found(_) => format!(
            "found: {} errors, certain because each was executed; what else may go wrong stays open",
            1 + closed.others.len()
        ),
        Conclusion::Open { possible, open } if possible.is_empty() => format!(
            "unknown: nothing was found, but {} (see --explain-unknown)",
            plural(open.len(), "question stays open", "questions stay open")
        ),
        Conclusion::Open { possible, open } => format!(
            "unknown: {}, none of them certain; {} (see --explain-unknown)",
            plural(possible.len(), "possible error", "possible errors"),
            plural(open.len(), "question stays open", "questions stay open")
        ),
        Conclusion::NotStarted(why) => format!("nothing was analysed: {why}"),
    };
    format!("{result} ({})", assumptions(question).join(", "))
}

/// Under what the answers hold.
fn assumptions(question: &Question) -> Vec<&'static str> {
    let allocation = match question.allocation_may_fail {
        true => "allocations may fail",
        false => "allocations never fail",
    };
    let overflow = match question.property {
        Property::NoErrorNoOverflow => "signed overflow is an error",
        _ => "signed overflow wraps",
    };
    let exit = (!question.check_exit).then_some("memory at exit is not checked");
    [allocation, overflow].into_iter().chain(exit).collect()
}
