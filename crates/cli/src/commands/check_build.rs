//! `besom check -p DIR` and `besom check -- BUILD`: every program of a build from its `main` on, and all other functions for all
//! callers.

mod functions;
mod mismatches;
mod programs;
mod same_text;
mod tally;

use super::check::{Purpose, assumptions, conclude, question, session, worse};
use crate::Status;
use crate::arguments::CheckArguments;
use crate::cache::{Cache, Key};
use crate::compiler_flags::CompilerFlags;
use crate::input::LoadError;
use crate::models;
use crate::output::Output;
use crate::project::{self, Project};
use crate::results::{Places, Session};
use crate::selection::Selection;
use crate::terminal::Terminal;
use crate::unit::{Unit, Work};
use crate::watch::Watch;
use analyzer::{Question, Stop, StopReason, Target};
use findings::{Finding, OpenQuestion};
use ir::Module;
use source::{Diagnostic, Span};
use tally::Tally;

/// A part of the project: files that are linked together.
struct Program<'p> {
    project: &'p Project,
    target: &'p Target,
    module: Module,
}

/// Everything that the parts of a check share.
struct Check<'c> {
    terminal: &'c Terminal,
    watch: &'c Watch,
    arguments: &'c CheckArguments,
    question: Question,
    selection: Selection,
    cache: Option<Cache>,
    /// If only a part of the work is to be done.
    unit: Option<Unit>,
}

/// What was told so far.
struct Telling<'s> {
    session: Session<'s>,
    tally: Tally,
}

/// Analyses a build.
pub fn check(
    terminal: &Terminal,
    watch: &Watch,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
    purpose: Purpose,
) -> Result<Status, LoadError> {
    let project = project::load(terminal, Some(watch), flags, arguments)?;
    let mut status = if project.with_errors > 0 { Status::Bad } else { Status::Success };
    let here = std::env::current_dir().unwrap_or_default();
    let selection = Selection::new(&arguments.selection, &here)?;
    let bad = |message: String| Diagnostic::error("input", Span::NONE, message);
    let unit = arguments.unit.as_deref().map(Unit::read).transpose().map_err(bad)?;
    let cache = match &unit {
        Some(unit) => Cache::of_unit(unit.results().map_err(bad)?, unit.results_before()),
        None => cache(arguments),
    };
    let check = Check { terminal, watch, arguments, question: question(arguments), selection, cache, unit };
    let mut targets = check.wanted_targets(&project)?;
    if let Some(Work::Program(name)) = check.unit.as_ref().map(|unit| &unit.work) {
        targets.retain(|target| target.name == *name);
    }
    let session = session(terminal, arguments, purpose, names(arguments))?;
    let mut telling = Telling { session, tally: Tally::default() };
    for assumption in assumptions(&check.question) {
        telling.session.assume(assumption);
    }
    if !check.selection.is_of_functions() {
        status = worse(status, check.programs(&project, &targets, &mut telling)?);
    }
    for target in &targets {
        let module = match check.linked(&project, target) {
            Ok(module) => module,
            Err(diagnostics) => {
                // Of programs it was told when they were to be analysed as a whole.
                if !target.is_program || check.selection.is_of_functions() {
                    terminal.report(&project.map, &diagnostics, project.originals_on_disk);
                    status = worse(status, Status::Bad);
                }
                continue;
            }
        };
        let program = Program { project: &project, target, module };
        status = worse(status, check.mismatches(&program, &mut telling));
        let names = check.functions_to_analyse(&program, &mut telling);
        let names = check.names_of_unit(&program, names);
        if !names.is_empty() {
            status = worse(status, check.open_functions(&program, &names, &mut telling)?);
        }
    }
    if let Some(cache) = &check.cache {
        cache.shrink();
    }
    if let Some(path) = check.unit.as_ref().and_then(|unit| unit.writes.as_ref()) {
        let results = check.cache.as_ref().map(Cache::collected).unwrap_or_default();
        results.write(path).map_err(|message| Diagnostic::error("output", Span::NONE, message))?;
        // What is found is told by the last unit.
        return Ok(if watch.reason().is_some() { Status::Interrupted } else { Status::Success });
    }
    let Telling { mut session, tally } = telling;
    for row in tally.table(&project, session.report()) {
        if let Some(row) = session.summarise(&row) {
            Output::say(&format!("{row}\n"))?;
        }
    }
    let kept = check.cache.as_ref().map(Cache::functions).filter(|counts| *counts != (0, 0));
    let kept = kept.map(|(now, before)| format!(", {now} functions analysed, {before} known from before"));
    let seconds = watch.started.elapsed().as_secs_f64();
    if check.unit.is_none() {
        terminal.write(&format!("time        {seconds:.1} s{}\n", kept.unwrap_or_default()));
    }
    if let Some(reason) = watch.reason() {
        if let Some(line) = session.summarise(&watch.closing_line(reason)) {
            Output::say(&format!("{line}\n"))?;
        }
        let is_interrupted = reason == StopReason::Interrupted;
        status = if is_interrupted { Status::Interrupted } else { worse(status, check.status_if_open()) };
    }
    conclude(terminal, arguments, purpose, session)?;
    // An engine that does units of work takes findings for a result, not for a failure.
    let is_result = matches!(status, Status::Findings | Status::Unknown) && check.unit.is_some();
    Ok(if is_result { Status::Success } else { status })
}

/// What the command line calls the build.
fn names(arguments: &CheckArguments) -> Vec<String> {
    let files = arguments.build.iter().chain(&arguments.files);
    let mut names: Vec<String> = files.map(|path| path.display().to_string()).collect();
    if names.is_empty() {
        names.extend(arguments.compiler_flags.iter().map(|word| word.to_string_lossy().into_owned()));
        names = vec![names.join(" ")];
    }
    names
}

impl Check<'_> {
    /// The status for something that stayed open.
    fn status_if_open(&self) -> Status {
        if self.arguments.fail_on_unknown { Status::Unknown } else { Status::Success }
    }

    /// The files of a target as one module, with the models of the project.
    fn linked(&self, project: &Project, target: &Target) -> Result<Module, Vec<Diagnostic>> {
        let mut module = project.linked(target)?;
        models::apply(&mut module, &self.arguments.configuration.models, &self.arguments.models)
            .map_err(|diagnostic| vec![diagnostic])?;
        Ok(module)
    }

    fn wanted_targets(&self, project: &Project) -> Result<Vec<Target>, Diagnostic> {
        let mut targets = project.targets();
        let wanted = &self.selection.targets;
        if let Some(missing) = wanted.iter().find(|name| !targets.iter().any(|target| target.name == **name))
        {
            let names: Vec<String> = targets.iter().map(|target| format!("`{}`", target.name)).collect();
            let message =
                format!("there is no program `{missing}` in the build; there are: {}", names.join(", "));
            return Err(Diagnostic::error("input", Span::NONE, message));
        }
        targets.retain(|target| wanted.is_empty() || wanted.contains(&target.name));
        Ok(targets)
    }

    /// Where the result of this question about a program is kept.
    fn key(&self, project: &Project, target: &Target) -> Option<Key> {
        let question = format!("program {}", self.question_for_keys());
        let parts = [question.as_bytes()].into_iter().chain(project.content(target));
        Some(self.cache.as_ref()?.key(parts))
    }

    /// What is asked, besides the texts.
    fn question_for_keys(&self) -> String {
        let question = Question { stop: Stop::default(), ..self.question };
        let (file, options) = (&self.arguments.configuration.models, &self.arguments.models);
        format!("{question:?} {file:?} {options:?}")
    }

    /// Nothing has ended the work early. The limit for functions is none of programs.
    fn is_whole(&self) -> bool {
        self.watch.reason().is_none()
    }

    /// Prints the findings that the project wants to hear of. Notes are no reason to fail.
    fn tell(&self, program: &Program<'_>, findings: Vec<Finding>, telling: &mut Telling<'_>) -> Status {
        let (map, on_disk) = (&program.project.map, program.project.originals_on_disk);
        let places = Places::new(map, &program.module, on_disk);
        let status = telling.session.tell(map, &places, on_disk, findings);
        if status == Status::Findings {
            self.watch.note_findings();
        }
        status
    }

    /// Says what is not known, if that is asked for.
    fn explain(&self, open: &[OpenQuestion]) {
        if !self.arguments.explain_unknown {
            return;
        }
        for open in open {
            let place = open.place.as_ref().map(|place| format!("{place}: "));
            self.terminal.write(&format!("{}unknown: {}\n", place.unwrap_or_default(), open.reason));
        }
    }
}

/// The results of earlier runs.
fn cache(arguments: &CheckArguments) -> Option<Cache> {
    if arguments.no_cache {
        return None;
    }
    Cache::open(&arguments.cache.clone().or_else(Cache::default_folder)?)
}
