//! The functions of a build that no program was proved with, for all callers.

use super::same_text::SameText;
use super::{Check, Program, Telling};
use crate::Status;
use crate::commands::check::{is_of_the_system, worse};
use crate::commands::open_counts::{OpenCounts, is_begun};
use crate::input::LoadError;
use crate::models;
use crate::output::Output;
use crate::results::{self, Places};
use crate::unit::Work;
use analyzer::{FunctionContracts, Keep, Notation, OpenError, Workers, contracts_as_they_come};
use call_graph::CallGraph;
use findings::{Finding, FunctionResult};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;
use std::path::Path;

/// What is known of the functions of a target.
#[derive(Default)]
struct Outcome {
    counts: OpenCounts,
    findings: Vec<Finding>,
    functions: Vec<FunctionResult>,
}

impl Check<'_> {
    /// The functions that are analysed for all callers: those of the project that are wanted and not done, without files to
    /// leave out.
    pub(super) fn functions_to_analyse(
        &self,
        program: &Program<'_>,
        telling: &mut Telling<'_>,
    ) -> Vec<String> {
        let (project, map) = (program.project, &program.project.map);
        let configuration = &self.arguments.configuration;
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
                && !configuration.excludes(file)
                && !models::has_model(&function.name, &configuration.models, &self.arguments.models)
                && self.selection.wants(&function.name, file, &mentions);
            if is_wanted && telling.tally.done.insert(function.span.start) {
                names.push(function.name.clone());
            }
        }
        names
    }

    /// Those of the functions that belong to the unit of work, and what they call.
    pub(super) fn names_of_unit(&self, program: &Program<'_>, names: Vec<String>) -> Vec<String> {
        let files = match self.unit.as_ref().map(|unit| &unit.work) {
            Some(Work::Files(files)) => files,
            Some(Work::Program(_)) => return Vec::new(),
            Some(Work::Report) | None => return names,
        };
        let wanted: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let module = &program.module;
        let is_own = |place: Span| files.iter().any(|&file| program.project.is_in(place, file));
        let own = module.functions.iter().filter(|(_, function)| {
            function.body.is_some() && wanted.contains(function.name.as_str()) && is_own(function.span)
        });
        let own: Vec<_> = own.map(|(id, _)| id).collect();
        let reached = CallGraph::new(module).reachable_from(&own);
        let reached: BTreeSet<&str> =
            reached.into_iter().map(|id| module.functions[id].name.as_str()).collect();
        names.iter().filter(|name| reached.contains(name.as_str())).cloned().collect()
    }

    /// Analyses functions for all callers and tells of each as soon as it is known. What is known already is not told again.
    pub(super) fn open_functions(
        &self,
        program: &Program<'_>,
        names: &[String],
        telling: &mut Telling<'_>,
    ) -> Result<Status, LoadError> {
        let project = program.project;
        let places = Places::new(&project.map, &program.module, project.originals_on_disk);
        let (outcome, status) = self.analyse(program, &places, names, telling)?;
        telling.session.keep_originals(places.into_originals());
        self.conclude_functions(program, outcome, status, telling)
    }

    fn analyse(
        &self,
        program: &Program<'_>,
        places: &Places<'_>,
        names: &[String],
        telling: &mut Telling<'_>,
    ) -> Result<(Outcome, Status), LoadError> {
        let watch = self.watch;
        watch.expect_functions(names.len());
        let progress = self.terminal.progress(names.len());
        let mut causes = BTreeSet::new();
        let mut outcome = Outcome::default();
        let mut status = Status::Success;
        let on_start = |name: &str| progress.set_message(name.to_owned());
        let mut on_result = |functions: Vec<FunctionContracts>| {
            for function in &functions {
                let told = &telling.tally.told;
                let is_new = |error: &&OpenError| !told.contains(&(error.kind.id(), error.span));
                let certain = function.certain.iter().filter(is_new);
                let mut findings: Vec<Finding> =
                    certain.map(|error| results::open(places, function, error)).collect();
                outcome.counts.errors += findings.len();
                // One cause is told once: callees come first.
                let likely = function.likely.iter().filter(is_new);
                let likely = likely.filter(|error| causes.insert(error.cause(&function.name)));
                let likely: Vec<Finding> =
                    likely.map(|error| results::likely(places, function, error)).collect();
                outcome.counts.likely += likely.len();
                outcome.counts.add(function);
                findings.extend(likely);
                if self.arguments.strict {
                    findings.extend(results::conditional(places, function));
                }
                outcome.findings.extend(findings.iter().cloned());
                let result = results::function(places, function);
                if is_begun(function) {
                    watch.note_function();
                }
                progress.inc(1);
                progress.suspend(|| {
                    status = worse(status, self.tell(program, findings, telling));
                    self.explain(&result.open);
                });
                outcome.functions.push(result);
            }
        };
        self.answers(program, names, &on_start, &mut on_result)?;
        progress.finish_and_clear();
        Ok((outcome, status))
    }

    /// Hands over what is known of the functions, piece by piece: what was told before, if nothing has changed since.
    fn answers(
        &self,
        program: &Program<'_>,
        names: &[String],
        on_start: &(dyn Fn(&str) + Sync),
        on_result: &mut dyn FnMut(Vec<FunctionContracts>),
    ) -> Result<(), LoadError> {
        let same_text = self.same_text(program, names);
        if let Some(told) = same_text.as_ref().and_then(SameText::told) {
            told.into_iter().for_each(on_result);
            return Ok(());
        }
        let keep = self.cache.as_ref().map(|cache| cache as &dyn Keep);
        let workers = Workers { keep, ..self.watch.workers() };
        let mut told = Vec::new();
        let mut on_result = |functions: Vec<FunctionContracts>| {
            if same_text.is_some() {
                told.push(functions.clone());
            }
            on_result(functions);
        };
        let (module, question) = (&program.module, &self.question);
        contracts_as_they_come(
            module,
            question,
            names,
            Notation::Readable,
            &workers,
            on_start,
            &mut on_result,
        )
        .map_err(|message| Diagnostic::error("internal", Span::NONE, message))?;
        if let Some(same_text) = same_text.filter(|_| self.is_whole()) {
            same_text.keep(&told);
        }
        Ok(())
    }

    fn conclude_functions(
        &self,
        program: &Program<'_>,
        outcome: Outcome,
        status: Status,
        telling: &mut Telling<'_>,
    ) -> Result<Status, LoadError> {
        let counts = &outcome.counts;
        telling.tally.add(counts);
        self.terminal.write(&models::suggestions(&counts.assumed, &program.module));
        self.terminal.write(&models::suggestions_for_members(&program.module));
        for function in outcome.functions {
            telling.session.add_function(function);
        }
        let what = "functions for all callers";
        let summary = counts.summary(what, &self.question, self.arguments.explain_unknown);
        let line = format!("{}: {summary}", program.target.name);
        if let Some(line) = telling.session.summarise(&line) {
            Output::say(&format!("{line}\n"))?;
        }
        Ok(if counts.is_open() { worse(status, self.status_if_open()) } else { status })
    }
}
