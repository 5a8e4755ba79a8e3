//! `besom check -p DIR` and `besom check -- BUILD`: every program of a build from its `main` on, and all other functions for all
//! callers.

use super::check::{
    certain_diagnostic, conditional_diagnostics, is_of_the_system, likely_diagnostic, open_diagnostic,
    possible_diagnostic, question, summary, worse,
};
use crate::Status;
use crate::arguments::CheckArguments;
use crate::cache::{Cache, Key, Stored, StoredFinding, Texts};
use crate::compiler_flags::CompilerFlags;
use crate::input::LoadError;
use crate::models;
use crate::output::Output;
use crate::project::{self, Project};
use crate::selection::Selection;
use crate::terminal::Terminal;
use crate::watch::Watch;
use analyzer::{
    Closed, Conclusion, FunctionContracts, Notation, OpenError, OpenQuestion, Question, Stop, StopReason,
    Target, check_closed, contracts_as_they_come, unreached_functions,
};
use ir::Module;
use source::{Diagnostic, Severity, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A part of the project: files that are linked together.
struct Program<'p> {
    project: &'p Project,
    target: &'p Target,
    module: Module,
}

/// What is known of the whole project so far.
#[derive(Default)]
struct Tally {
    proved_programs: usize,
    erroneous_programs: usize,
    open_programs: usize,
    functions: usize,
    with_contracts: usize,
    open_questions: usize,
    findings: BTreeMap<&'static str, usize>,
    /// Where functions begin that need not be analysed, or have been.
    done: BTreeSet<u32>,
    /// Errors of whole programs, which are not told again of their functions.
    told: BTreeSet<(&'static str, Span)>,
}

/// Everything that the parts of a check share.
struct Check<'c> {
    terminal: &'c Terminal,
    watch: &'c Watch,
    arguments: &'c CheckArguments,
    question: Question,
    selection: Selection,
    cache: Option<Cache>,
}

/// What is told of a whole program.
struct Outcome {
    kind: Kind,
    findings: Vec<Diagnostic>,
    open: Vec<OpenQuestion>,
    summary: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    Proved,
    Found,
    Open,
    NotStarted(String),
}

/// Analyses a build.
pub fn check(
    terminal: &Terminal,
    watch: &Watch,
    flags: &CompilerFlags,
    arguments: &CheckArguments,
) -> Result<Status, LoadError> {
    let project = project::load(terminal, watch.jobs(), flags, arguments)?;
    let mut status = if project.with_errors > 0 { Status::Bad } else { Status::Success };
    let here = std::env::current_dir().unwrap_or_default();
    let selection = Selection::new(&arguments.selection, &here)?;
    let cache = cache(arguments);
    let check = Check { terminal, watch, arguments, question: question(arguments), selection, cache };
    let targets = check.wanted_targets(&project)?;
    let mut tally = Tally::default();
    if !check.selection.is_of_functions() {
        status = worse(status, check.programs(&project, &targets, &mut tally)?);
    }
    for target in &targets {
        // What cannot be linked has been told of.
        let Ok(module) = check.linked(&project, target) else { continue };
        let program = Program { project: &project, target, module };
        let names = check.functions_to_analyse(&program, &mut tally);
        if !names.is_empty() {
            status = worse(status, check.open_functions(&program, &names, &mut tally)?);
        }
    }
    if let Some(cache) = &check.cache {
        cache.shrink();
    }
    Output::say(&table(&project, &tally))?;
    terminal.write(&format!("time        {:.1} s\n", watch.started.elapsed().as_secs_f64()));
    match watch.reason() {
        Some(reason) => {
            Output::say(&format!("{}\n", watch.closing_line(reason)))?;
            let is_interrupted = reason == StopReason::Interrupted;
            Ok(if is_interrupted { Status::Interrupted } else { worse(status, check.status_if_open()) })
        }
        None => Ok(status),
    }
}

fn has_main(module: &Module) -> bool {
    module.function_named("main").is_some_and(|id| module.functions[id].body.is_some())
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

    /// Analyses all programs from their `main` on, side by side, and tells of each in turn.
    fn programs(
        &self,
        project: &Project,
        targets: &[Target],
        tally: &mut Tally,
    ) -> Result<Status, LoadError> {
        let programs: Vec<&Target> = targets.iter().filter(|target| target.is_program).collect();
        let mut status = Status::Success;
        let mut failure = None;
        let progress = self.terminal.progress(programs.len());
        progress.set_message("whole programs");
        let work = |target: &&Target| -> Result<(Module, Option<Outcome>), Vec<Diagnostic>> {
            let module = self.linked(project, target)?;
            let outcome = has_main(&module).then(|| self.outcome(project, target, &module));
            Ok((module, outcome))
        };
        stdx::parallel::for_each(self.watch.jobs(), &programs, work, |index, result| {
            progress.inc(1);
            let target = programs[index];
            let told = progress.suspend(|| match result {
                Ok((module, Some(outcome))) => {
                    self.tell_program(&Program { project, target, module }, outcome, tally)
                }
                Ok((_, None)) => Ok(Status::Success),
                Err(diagnostics) => {
                    self.terminal.report(&project.map, &diagnostics, project.originals_on_disk);
                    Ok(Status::Bad)
                }
            });
            match told {
                Ok(told) => status = worse(status, told),
                Err(error) => failure = failure.take().or(Some(error)),
            }
        });
        progress.finish_and_clear();
        failure.map_or(Ok(status), Err)
    }

    /// Analyses a whole program, unless that was done before.
    fn outcome(&self, project: &Project, target: &Target, module: &Module) -> Outcome {
        let texts = project.texts(target);
        let key = self.key("program", &[], project, target);
        let stored = key.and_then(|key| self.cache.as_ref()?.get(key));
        if let Some(outcome) = stored.and_then(|stored| Outcome::restore(&stored, &texts)) {
            return outcome;
        }
        let closed = check_closed(module, &self.question);
        let outcome = self.outcome_of(&closed);
        if let (Some(key), Some(cache)) = (key, &self.cache)
            && let Some(stored) = outcome.store(&texts)
            && self.is_whole()
        {
            cache.put(key, &stored);
        }
        outcome
    }

    /// Where the results of this question about a target are kept.
    fn key(&self, what: &str, names: &[String], project: &Project, target: &Target) -> Option<Key> {
        let question = Question { stop: Stop::default(), ..self.question };
        let (file, options) = (&self.arguments.configuration.models, &self.arguments.models);
        let question = format!("{what} {question:?} {file:?} {options:?} {}", self.arguments.strict);
        let names = names.join(" ");
        let parts = [question.as_bytes(), names.as_bytes()].into_iter().chain(project.content(target));
        Some(self.cache.as_ref()?.key(parts))
    }

    /// No limit has shortened the work.
    fn is_whole(&self) -> bool {
        self.watch.reason().is_none() && self.watch.limits.function_limit.is_none()
    }

    fn outcome_of(&self, closed: &Closed) -> Outcome {
        let (kind, findings, open) = match &closed.conclusion {
            Conclusion::Proved => (Kind::Proved, Vec::new(), Vec::new()),
            Conclusion::NotStarted(why) => (Kind::NotStarted(why.clone()), Vec::new(), Vec::new()),
            Conclusion::Found(certain) => (Kind::Found, vec![certain_diagnostic(certain, None)], Vec::new()),
            Conclusion::Open { possible, open } => {
                (Kind::Open, possible.iter().map(possible_diagnostic).collect(), open.clone())
            }
        };
        let summary = summary(closed, &self.question);
        Outcome { kind, findings, open, summary }
    }

    /// Tells what came out of a whole program.
    fn tell_program(
        &self,
        program: &Program<'_>,
        outcome: Outcome,
        tally: &mut Tally,
    ) -> Result<Status, LoadError> {
        match &outcome.kind {
            Kind::Proved => tally.proved_programs += 1,
            Kind::Found => tally.erroneous_programs += 1,
            Kind::Open => tally.open_programs += 1,
            Kind::NotStarted(why) => {
                let diagnostic =
                    Diagnostic::error("input", Span::NONE, format!("nothing can be analysed: {why}"));
                let help = "`besom contracts` analyses single functions for all callers";
                return Err(diagnostic.with_help(help).into());
            }
        }
        if outcome.kind == Kind::Found {
            tally.told.extend(outcome.findings.iter().map(|finding| (finding.id, finding.span)));
        }
        let mut status = self.tell(program, outcome.findings, tally);
        if !outcome.open.is_empty() {
            status = worse(status, self.status_if_open());
        }
        self.explain(program, &outcome.open);
        Output::say(&format!("{}: {}\n", program.target.name, outcome.summary))?;
        // What a program has left open is looked at function by function.
        if outcome.kind == Kind::Proved {
            let unreached: BTreeSet<String> = unreached_functions(&program.module).into_iter().collect();
            let functions = program.module.functions.iter().map(|(_, function)| function);
            let reached = functions.filter(|function| !unreached.contains(&function.name));
            tally.done.extend(reached.map(|function| function.span.start));
        }
        Ok(status)
    }

    /// Prints the findings that the project wants to hear of. Notes are no reason to fail.
    fn tell(&self, program: &Program<'_>, findings: Vec<Diagnostic>, tally: &mut Tally) -> Status {
        let map = &program.project.map;
        let findings = self.arguments.configuration.filter(map, findings);
        self.terminal.report(map, &findings, program.project.originals_on_disk);
        for finding in &findings {
            *tally.findings.entry(finding.id).or_default() += 1;
        }
        match findings.iter().any(|finding| finding.severity != Severity::Note) {
            true => {
                self.watch.note_findings();
                Status::Findings
            }
            false => Status::Success,
        }
    }

    /// Says what is not known, if that is asked for.
    fn explain(&self, program: &Program<'_>, open: &[OpenQuestion]) {
        if !self.arguments.explain_unknown {
            return;
        }
        for open in open {
            let place = program.project.map.place(open.span).map(|place| format!("{place}: "));
            self.terminal.write(&format!("{}unknown: {}\n", place.unwrap_or_default(), open.reason));
        }
    }

    /// The functions that are analysed for all callers: those of the project that are wanted and not done, without files to
    /// leave out.
    fn functions_to_analyse(&self, program: &Program<'_>, tally: &mut Tally) -> Vec<String> {
        let (project, map) = (program.project, &program.project.map);
        let bodies = program.module.functions.iter().filter(|(_, function)| function.body.is_some());
        let mut names = Vec::new();
        for (_, function) in bodies {
            let file = map.place(function.span).map(|place| place.file);
            let file = Path::new(file.as_deref().unwrap_or(""));
            let mentions = |file: &Path| project.mentions(function.span, file);
            // What `main` is called with is known, and its program was analysed.
            let is_started = function.name == "main" && !self.selection.is_of_functions();
            let is_wanted = !is_started
                && !is_of_the_system(file)
                && !self.arguments.configuration.excludes(file)
                && !models::has_model(
                    &function.name,
                    &self.arguments.configuration.models,
                    &self.arguments.models,
                )
                && self.selection.wants(&function.name, file, &mentions);
            if is_wanted && tally.done.insert(function.span.start) {
                names.push(function.name.clone());
            }
        }
        names
    }

    /// Analyses functions for all callers and tells of each as soon as it is known. What is known already is not told again.
    fn open_functions(
        &self,
        program: &Program<'_>,
        names: &[String],
        tally: &mut Tally,
    ) -> Result<Status, LoadError> {
        let watch = self.watch;
        let texts = program.project.texts(program.target);
        let told: Vec<String> =
            tally.told.iter().map(|(id, span)| format!("{id} {:?}", texts.relative(*span))).collect();
        let key = self.key("functions", &[names, &told].concat(), program.project, program.target);
        let stored = key.and_then(|key| self.cache.as_ref()?.get(key));
        if let Some((counts, findings)) = stored.and_then(|stored| OpenCounts::restore(&stored, &texts)) {
            let status = self.tell(program, findings, tally);
            return self.tell_counts(program, &counts, status, tally);
        }
        watch.expect_functions(names.len());
        let mut all_findings = Vec::new();
        let mut causes = BTreeSet::new();
        let progress = self.terminal.progress(names.len());
        let mut status = Status::Success;
        let mut counts = OpenCounts::default();
        let on_start = |name: &str| progress.set_message(name.to_owned());
        let mut on_result = |functions: Vec<FunctionContracts>| {
            for function in &functions {
                let is_new = |error: &&OpenError| !tally.told.contains(&(error.kind.id(), error.span));
                let mut findings: Vec<Diagnostic> = function
                    .certain
                    .iter()
                    .filter(is_new)
                    .map(|error| open_diagnostic(function, error))
                    .collect();
                let errors = findings.len();
                // One cause is told once: callees come first.
                let likely = function.likely.iter().filter(is_new);
                let likely = likely.filter(|error| causes.insert((error.kind.id(), error.span)));
                findings.extend(likely.map(|error| likely_diagnostic(function, error)));
                counts.add(function, errors, findings.len() - errors);
                if self.arguments.strict {
                    findings.extend(conditional_diagnostics(function));
                }
                all_findings.extend(findings.iter().cloned());
                watch.note_function();
                progress.inc(1);
                progress.suspend(|| {
                    status = worse(status, self.tell(program, findings, tally));
                    self.explain(program, &function.open);
                });
            }
        };
        contracts_as_they_come(
            &program.module,
            &self.question,
            names,
            Notation::Readable,
            &watch.workers(),
            &on_start,
            &mut on_result,
        )
        .map_err(|message| Diagnostic::error("internal", Span::NONE, message))?;
        progress.finish_and_clear();
        if let (Some(key), Some(cache)) = (key, &self.cache)
            && let Some(stored) = counts.store(&all_findings, &texts)
            && self.is_whole()
        {
            cache.put(key, &stored);
        }
        self.tell_counts(program, &counts, status, tally)
    }

    fn tell_counts(
        &self,
        program: &Program<'_>,
        counts: &OpenCounts,
        status: Status,
        tally: &mut Tally,
    ) -> Result<Status, LoadError> {
        tally.functions += counts.functions;
        tally.with_contracts += counts.with_contracts;
        tally.open_questions += counts.open;
        self.terminal.write(&models::suggestions(&counts.assumed.iter().collect()));
        Output::say(&format!("{}\n", counts.summary(program, self.arguments, &self.question)))?;
        let is_open = counts.open > 0 || counts.with_contracts < counts.functions;
        Ok(if is_open { worse(status, self.status_if_open()) } else { status })
    }
}

/// The results of earlier runs. Why something is not known is not kept.
fn cache(arguments: &CheckArguments) -> Option<Cache> {
    if arguments.no_cache || arguments.explain_unknown {
        return None;
    }
    Cache::open(&arguments.cache.clone().or_else(Cache::default_folder)?)
}

impl Outcome {
    fn store(&self, texts: &Texts) -> Option<Stored> {
        let conclusion = match self.kind {
            Kind::Proved => "proved",
            Kind::Found => "found",
            Kind::Open => "open",
            Kind::NotStarted(_) => return None,
        };
        let findings = self.findings.iter().map(|finding| StoredFinding::new(finding, texts));
        let open = self.open.iter().map(|open| Some((open.reason.clone(), texts.relative(open.span)?)));
        Some(Stored {
            findings: findings.collect::<Option<_>>()?,
            open: open.collect::<Option<_>>()?,
            conclusion: conclusion.to_owned(),
            lines: vec![self.summary.clone()],
            counts: Vec::new(),
        })
    }

    fn restore(stored: &Stored, texts: &Texts) -> Option<Outcome> {
        let kind = match stored.conclusion.as_str() {
            "proved" => Kind::Proved,
            "found" => Kind::Found,
            "open" => Kind::Open,
            _ => return None,
        };
        let findings = stored.findings.iter().map(|finding| finding.restore(texts));
        let open = stored.open.iter().map(|(reason, span)| {
            Some(OpenQuestion { reason: reason.clone(), span: texts.absolute(*span)? })
        });
        Some(Outcome {
            kind,
            findings: findings.collect::<Option<_>>()?,
            open: open.collect::<Option<_>>()?,
            summary: stored.lines.first()?.clone(),
        })
    }
}

/// What came out of the functions of one program that were analysed for all callers.
#[derive(Default)]
struct OpenCounts {
    functions: usize,
    with_contracts: usize,
    errors: usize,
    likely: usize,
    conditions: usize,
    open: usize,
    /// Functions without a body that contracts assume something of.
    assumed: BTreeSet<String>,
}

impl OpenCounts {
    fn store(&self, findings: &[Diagnostic], texts: &Texts) -> Option<Stored> {
        let findings = findings.iter().map(|finding| StoredFinding::new(finding, texts));
        Some(Stored {
            findings: findings.collect::<Option<_>>()?,
            conclusion: "functions".to_owned(),
            counts: vec![
                self.functions,
                self.with_contracts,
                self.errors,
                self.likely,
                self.conditions,
                self.open,
            ],
            lines: self.assumed.iter().cloned().collect(),
            ..Stored::default()
        })
    }

    fn restore(stored: &Stored, texts: &Texts) -> Option<(OpenCounts, Vec<Diagnostic>)> {
        let [functions, with_contracts, errors, likely, conditions, open] = stored.counts[..] else {
            return None;
        };
        let findings = stored.findings.iter().map(|finding| finding.restore(texts));
        let assumed = stored.lines.iter().cloned().collect();
        let counts = OpenCounts { functions, with_contracts, errors, likely, conditions, open, assumed };
        Some((counts, findings.collect::<Option<_>>()?))
    }

    fn add(&mut self, function: &FunctionContracts, errors: usize, likely: usize) {
        self.functions += 1;
        self.with_contracts += usize::from(!function.contracts.is_empty());
        self.errors += errors;
        self.likely += likely;
        self.assumed.extend(function.contracts.iter().flat_map(|contract| contract.assumed.iter().cloned()));
        self.conditions += function.conditional.len();
        self.open += function.open.len();
    }

    fn summary(&self, program: &Program<'_>, arguments: &CheckArguments, question: &Question) -> String {
        let allocation =
            if question.allocation_may_fail { "allocations may fail" } else { "allocations never fail" };
        let questions = match self.open {
            0 => String::new(),
            open if arguments.explain_unknown => format!("; open questions: {open}"),
            open => format!("; open questions: {open} (`--explain-unknown` tells them)"),
        };
        let conditions = match self.conditions {
            0 => String::new(),
            count => {
                format!(
                    "; errors that depend on the caller: {count} (`--strict` and `besom contracts` tell them)"
                )
            }
        };
        let assumed = match self.assumed.len() {
            0 => String::new(),
            count => format!("; functions without a body that are assumed to free nothing: {count}"),
        };
        format!(
            "{}: open code (functions for all callers): {} of {} functions have proved contracts; errors for every caller, each \
             of them executed: {}; likely errors: {}{conditions}{questions}{assumed} ({allocation})",
            program.target.name, self.with_contracts, self.functions, self.errors, self.likely
        )
    }
}

/// The closing table of a project.
fn table(project: &Project, tally: &Tally) -> String {
    let files = match project.with_errors {
        0 => project.modules.len().to_string(),
        count => format!("{}, {count} with errors", project.modules.len()),
    };
    let programs = format!(
        "{} proved, {} with an error, {} open",
        tally.proved_programs, tally.erroneous_programs, tally.open_programs
    );
    let functions = format!(
        "{} analysed for all callers, {} of them with proved contracts; {} open questions",
        tally.functions, tally.with_contracts, tally.open_questions
    );
    let findings: Vec<String> = tally.findings.iter().map(|(id, count)| format!("{count} {id}")).collect();
    let findings = if findings.is_empty() { "none".to_owned() } else { findings.join(", ") };
    let rows = [("files", files), ("programs", programs), ("functions", functions), ("findings", findings)];
    rows.into_iter().map(|(title, text)| format!("{title:11} {text}\n")).collect()
}
