//! One test for every C file under `tests/programs`, and for every example in `docs/findings`.
//!
//! The files say in comments what is to be found in them (CONTRIBUTING.md). With `UPDATE_EXPECT=1`
//! the comments are brought up to date.

#[path = "support/files.rs"]
mod files;
#[path = "support/formulas.rs"]
mod formulas;

use analyzer::{
    Conclusion, Coverage, FunctionContracts, Input, Notation, OpenError, Outcome, Possible, Question,
    StoryStep, check_closed, completeness, execute, front_end,
};
use clap::Parser;
use cli::arguments::{Arguments, CheckArguments, Command};
use cli::commands::run::{Plan, Watch};
use cli::compiler_flags::CompilerFlags;
use files::{Places, c_files, root, run_arguments};
use findings::formula::lines;
use formulas::Formulas;
use interpreter::Exit;
use libtest_mimic::{Failed, Trial};
use source::{DataModel, SourceMap, Span};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use test_kit::{Certainty, Directives, Finding, InferredContract, Observed, Score, TestProgram, TraceStep};

/// How many memories of callers are tried to measure the contracts of a function.
const MEMORIES: usize = 2_000;

/// How many of the programs that took longest are told.
const SLOWEST: usize = 20;

/// How far a program is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    FrontEnd,
    Run,
    Check,
    /// Every function for all callers; its contracts are executed.
    Open,
    /// Every function for all callers, with what `besom check` tells of it: errors, and likely ones as alarms.
    Likely,
}

fn main() {
    let arguments = libtest_mimic::Arguments::from_args();
    let root = root();
    let mut trials = Vec::new();
    let mut score = Score::default();
    let times = Arc::new(Mutex::new(Vec::new()));
    for path in c_files(&root.join("tests/programs")) {
        let name = path.strip_prefix(root.join("tests/programs")).unwrap_or(&path).display().to_string();
        if let Ok(program) = std::fs::read_to_string(&path)
            .map_err(|_| ())
            .and_then(|text| test_kit::parse(&text).map_err(|_| ()))
        {
            score.add(&program);
        }
        let (times, title) = (Arc::clone(&times), name.clone());
        trials.push(Trial::test(name, move || {
            let start = Instant::now();
            let result = test_file(&path);
            times.lock().unwrap_or_else(PoisonError::into_inner).push((start.elapsed(), title));
            result
        }));
    }
    for (id, page) in cli::findings::PAGES {
        for (heading, is_wrong) in [("## Wrong", true), ("## Right", false)] {
            if let Some(code) = example(page, heading) {
                let name = format!("docs/findings/{id}.md {heading}");
                trials.push(Trial::test(name, move || test_example(id, &code, is_wrong)));
            }
        }
    }
    let is_listing = arguments.list;
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !is_listing && !conclusion.has_failed() {
        println!("{score}");
        println!("{}", slowest(&mut times.lock().unwrap_or_else(PoisonError::into_inner)));
    }
    conclusion.exit();
}

/// Which programs took longest, by the clock.
fn slowest(times: &mut [(Duration, String)]) -> String {
    times.sort();
    let told =
        times.iter().rev().take(SLOWEST).map(|(time, name)| format!("{name} {:.1} s", time.as_secs_f64()));
    format!("slowest: {}", told.collect::<Vec<_>>().join(", "))
}

/// The code block under a heading.
fn example(page: &str, heading: &str) -> Option<String> {
    let (_, rest) = page.split_once(heading)?;
    let (_, rest) = rest.split_once("```c\n")?;
    rest.split_once("```").map(|(code, _)| code.to_owned())
}

fn test_file(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let program = test_kit::parse(&text)?;
    let is_in = |folder: &str| {
        path.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(folder.as_bytes()))
    };
    let mode = match program.directives.mode.as_deref() {
        Some("front-end") => Mode::FrontEnd,
        Some("run") => Mode::Run,
        Some("check") => Mode::Check,
        Some("open") => Mode::Open,
        Some("likely") => Mode::Likely,
        Some(other) => return Err(format!("there is no mode `{other}`").into()),
        None if is_in("front-end") => Mode::FrontEnd,
        None if is_in("open-likely") => Mode::Likely,
        None if is_in("open-") => Mode::Open,
        None if is_in("closed-") || is_in("lists-") => Mode::Check,
        None => Mode::Run,
    };
    let (observed, formulas, mut problems) = observe(path, &program.directives, mode)?;
    let mismatches = test_kit::check(&program, &observed, &formulas);
    if !mismatches.is_empty() && std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, test_kit::rewrite(&text, &program, &observed, &formulas))?;
    } else {
        problems.extend(mismatches.iter().map(ToString::to_string));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(format!("{}:\n{}", path.display(), problems.join("\n")).into())
    }
}

/// A wrong example shows the finding it explains, a right one shows none.
fn test_example(id: &str, code: &str, is_wrong: bool) -> Result<(), Failed> {
    let program: TestProgram = test_kit::parse(code)?;
    let kind = if is_wrong { "wrong" } else { "right" };
    let path = std::env::temp_dir().join(format!("besom-{}-{id}-{kind}.c", std::process::id()));
    std::fs::write(&path, code)?;
    let mode = if interpreter::FaultKind::from_id(id).is_some() { Mode::Run } else { Mode::FrontEnd };
    let result = observe(&path, &program.directives, mode);
    std::fs::remove_file(&path)?;
    let (observed, ..) = result?;
    let found: Vec<&str> = observed.findings.iter().map(|finding| finding.id.as_str()).collect();
    let is_as_it_should_be = if is_wrong { found.contains(&id) } else { found.is_empty() };
    if is_as_it_should_be { Ok(()) } else { Err(format!("found {found:?}").into()) }
}

/// Takes a program through the tool. Besides what was found, it returns what the directives
/// promise and the run did not keep.
fn observe(
    path: &Path,
    directives: &Directives,
    mode: Mode,
) -> Result<(Observed, Formulas, Vec<String>), Failed> {
    let mut flags = CompilerFlags::default();
    flags.extend(directives.flags.iter().map(OsString::from).collect());
    let data_model = flags.data_model.unwrap_or(DataModel::Lp64);
    let loaded = cli::input::load(path, &flags, data_model)
        .map_err(|error| format!("{}{}", error.preprocessor_messages, error.diagnostic.message))?;
    let mut map = SourceMap::new();
    let input: &Input = &loaded.input;
    let mut result = front_end(&mut map, input, &|_| {});
    let place = Places { map: &map, file: &input.name };
    let mut observed = Observed::default();
    observed.findings.extend(result.diagnostics.iter().filter_map(|diagnostic| place.finding(diagnostic)));
    let mut problems = Vec::new();
    let mut formulas = Formulas::default();
    if mode == Mode::Check && !result.has_errors() {
        let question = cli::commands::check::question(&check_arguments(path, directives)?);
        let closed = check_closed(&result.module, &Question { tell_states: true, ..question });
        formulas.note_states(&result.module, &closed.states, |known| place.line(known.span));
        let all = closed.states.iter().filter_map(|known| formulas::misread(&known.formula));
        problems.extend(all.map(|why| format!("a state is not read as it is printed: {why}")));
        observed.findings.extend(place.conclusion(closed.conclusion));
    }
    if mode == Mode::Likely && !result.has_errors() {
        let arguments = check_arguments(path, directives)?;
        cli::models::apply(&mut result.module, &BTreeMap::new(), &arguments.models)
            .map_err(|error| error.message)?;
        let question = cli::commands::check::question(&arguments);
        let mut names = cli::commands::check::own_functions(&result.module, &map);
        names.retain(|name| !cli::models::has_model(name, &BTreeMap::new(), &arguments.models));
        let functions = analyzer::contracts(&result.module, &question, &names, Notation::Readable)?;
        let place = Places { map: &map, file: &input.name };
        observed.findings.extend(functions.iter().flat_map(|function| place.told_errors(function)));
    }
    if mode == Mode::Open && !result.has_errors() {
        let question = cli::commands::check::question(&check_arguments(path, directives)?);
        let names = cli::commands::check::own_functions(&result.module, &map);
        let functions = analyzer::contracts(&result.module, &question, &names, Notation::Readable)?;
        for function in &functions {
            observed.contracts.extend(place.contract(function));
            observed.findings.extend(place.open_errors(function));
        }
        let measured = analyzer::on_large_stack(|| {
            let open = analyzer::open_functions(&result.module, &question, &names);
            open.map(|mut function| {
                formulas.note_contracts(&result.module, &function);
                let wrong = execute(&mut function).wrong;
                let is_measured = directives.complete.is_some();
                (wrong, is_measured.then(|| completeness(&mut function, MEMORIES).coverage()))
            })
            .collect::<Vec<_>>()
        })?;
        let complete = measured.iter().filter(|(_, coverage)| *coverage == Some(Coverage::Complete)).count();
        if directives.complete.is_some_and(|expected| expected != (complete, measured.len())) {
            problems.push(format!("{complete} of {} functions have complete contracts", measured.len()));
        }
        let wrong = measured.into_iter().flat_map(|(wrong, _)| wrong);
        problems.extend(wrong);
    }
    if mode == Mode::Run && !result.has_errors() {
        let mut plan = Plan::new(&run_arguments(path, directives)?).map_err(|error| error.message)?;
        plan.stdin = directives.input.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect();
        let run = plan.run(&result.module, &Watch::default())?;
        observed.findings.extend(run.recorded.iter().chain(&run.fault).map(|fault| place.fault(fault)));
        let output = String::from_utf8_lossy(&run.stdout).into_owned();
        let expected = directives.output.iter().fold(String::new(), |text, line| text + line + "\n");
        if !directives.output.is_empty() && output != expected {
            problems.push(format!("the output is {output:?} instead of {expected:?}"));
        }
        if let Some(status) = directives.exit_status.filter(|&status| run.exit != Exit::Status(status)) {
            problems.push(format!("the run ends with {:?} instead of status {status}", run.exit));
        }
    }
    let unreadable = formulas.unreadable().into_iter();
    problems.extend(unreadable.map(|why| format!("a state is not read as it is printed: {why}")));
    Ok((observed, formulas, problems))
}

fn check_arguments(path: &Path, directives: &Directives) -> Result<CheckArguments, Failed> {
    let mut words: Vec<OsString> = vec!["besom".into(), "check".into()];
    words.extend(directives.options.iter().map(OsString::from));
    words.push(path.into());
    match Arguments::try_parse_from(words)?.command {
        Command::Check(arguments) => Ok(arguments),
        _ => Err("the options make another command".into()),
    }
}

impl Places<'_> {
    /// What the analysis says. A proof has no findings.
    fn conclusion(&self, conclusion: Conclusion) -> Vec<Finding> {
        let finding = |certainty, id: &str, message: &str, span| Finding {
            certainty,
            id: id.to_owned(),
            message: message.to_owned(),
            line: self.line(span),
            trace: Vec::new(),
        };
        let gave_up = |reason: &str, span| finding(Certainty::GaveUp, "analysis", reason, span);
        match conclusion {
            Conclusion::Proved => Vec::new(),
            Conclusion::NotStarted(why) => vec![gave_up(&why, Span::NONE)],
            Conclusion::Found(certain) => {
                let mut found = self.fault(&certain.fault);
                let step =
                    |step: &StoryStep| TraceStep { line: self.line(step.span), text: step.text.clone() };
                found.trace.extend(certain.steps.iter().map(step));
                vec![found]
            }
            Conclusion::Open { possible, open } => {
                let alarm = |alarm: &Possible| {
                    finding(Certainty::Possible, alarm.kind.id(), &alarm.message, alarm.span)
                };
                let open = open.iter().map(|open| gave_up(&open.reason, open.span));
                possible.iter().map(alarm).chain(open).collect()
            }
        }
    }

    /// All contracts of a function as one text.
    fn contract(&self, function: &FunctionContracts) -> Option<InferredContract> {
        let texts = function.contracts.iter().map(|contract| {
            let outcome = |outcome: &Outcome| match outcome.ends_program {
                true => "the program ends".to_owned(),
                false => lines(&outcome.formulas).join("; "),
            };
            let ensures: Vec<String> = contract.ensures.iter().map(outcome).collect();
            let assumes = match contract.assumed.is_empty() {
                true => String::new(),
                false => format!(" assumes {}", contract.assumed.join(", ")),
            };
            format!(
                "requires {}{assumes} ensures {}",
                lines(&contract.requires).join("; "),
                ensures.join(" or ")
            )
        });
        Some(InferredContract {
            function: function.name.clone(),
            line: self.line(function.span)?,
            text: texts.collect::<Vec<_>>().join("\n"),
        })
    }

    fn open_finding(&self, certainty: Certainty, error: &OpenError) -> Finding {
        Finding {
            certainty,
            id: error.kind.id().to_owned(),
            message: error.text(),
            line: self.line(error.place()),
            trace: error
                .steps
                .iter()
                .map(|step| TraceStep { line: self.line(step.span), text: step.text.clone() })
                .collect(),
        }
    }

    /// What `besom check` tells of a function.
    fn told_errors(&self, function: &FunctionContracts) -> Vec<Finding> {
        let certain = function.certain.iter().map(|error| self.open_finding(Certainty::Certain, error));
        certain
            .chain(function.likely.iter().map(|error| self.open_finding(Certainty::Possible, error)))
            .collect()
    }

    /// Errors for all callers and for some, and functions of which nothing is known.
    fn open_errors(&self, function: &FunctionContracts) -> Vec<Finding> {
        let finding = |certainty, error: &OpenError| self.open_finding(certainty, error);
        let certain = function.certain.iter().map(|error| finding(Certainty::Certain, error));
        let conditional = function.conditional.iter().map(|(_, error)| finding(Certainty::IfCalled, error));
        let is_silent =
            function.contracts.is_empty() && function.certain.is_empty() && function.of_callees.is_empty();
        let silent = is_silent.then(|| Finding {
            certainty: Certainty::GaveUp,
            id: "analysis".to_owned(),
            message: format!("`{}` has no contract", function.name),
            line: self.line(function.span),
            trace: Vec::new(),
        });
        certain.chain(conditional).chain(silent).collect()
    }
}
