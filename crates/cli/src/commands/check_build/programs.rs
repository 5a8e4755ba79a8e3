//! The programs of a build, each from its `main` on.

use super::{Check, Program, Telling};
use crate::Status;
use crate::cache::Texts;
use crate::commands::check::{summary, worse};
use crate::input::LoadError;
use crate::output::Output;
use crate::project::Project;
use crate::results::{self, Kept, Places};
use analyzer::{Closed, Conclusion, Target, check_closed, unreached_functions};
use findings::{Answer, Finding, OpenQuestion, ProgramResult};
use ir::Module;
use report::Originals;
use serde::{Deserialize, Serialize};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// What is told of a whole program.
struct Outcome {
    answer: Answer,
    findings: Vec<Finding>,
    open: Vec<OpenQuestion>,
    summary: String,
}

/// The same, for the next run.
#[derive(Serialize, Deserialize)]
struct KeptOutcome {
    answer: Answer,
    findings: Vec<Kept<Finding>>,
    open: Vec<Kept<OpenQuestion>>,
    summary: String,
}

/// What a worker hands over: why nothing could be analysed, or the outcome with the texts that it quotes.
type Worked = Result<(Outcome, Originals), String>;

fn has_main(module: &Module) -> bool {
    module.function_named("main").is_some_and(|id| module.functions[id].body.is_some())
}

impl Check<'_> {
    /// Analyses all programs side by side, and tells of each in turn.
    pub(super) fn programs(
        &self,
        project: &Project,
        targets: &[Target],
        telling: &mut Telling<'_>,
    ) -> Result<Status, LoadError> {
        let programs: Vec<&Target> = targets.iter().filter(|target| target.is_program).collect();
        let mut status = Status::Success;
        let mut failure = None;
        let progress = self.terminal.progress(programs.len());
        progress.set_message("whole programs");
        let work = |target: &&Target| -> Result<(Module, Option<Worked>), Vec<Diagnostic>> {
            let module = self.linked(project, target)?;
            let outcome = has_main(&module).then(|| self.outcome(project, target, &module));
            Ok((module, outcome))
        };
        stdx::parallel::for_each(self.watch.jobs(), &programs, work, |index, result| {
            progress.inc(1);
            let target = programs[index];
            let told = progress.suspend(|| match result {
                Ok((module, Some(worked))) => {
                    self.tell_program(&Program { project, target, module }, worked, telling)
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
    fn outcome(&self, project: &Project, target: &Target, module: &Module) -> Worked {
        let places = Places::new(&project.map, module, project.originals_on_disk);
        let texts = project.texts(target);
        let key = self.key(project, target);
        let kept = key.and_then(|key| self.cache.as_ref()?.get::<KeptOutcome>(key));
        if let Some(outcome) = kept.and_then(|kept| kept.restore(&texts, &places)) {
            return Ok((outcome, places.into_originals()));
        }
        let closed = check_closed(module, &self.question);
        let outcome = self.outcome_of(&places, module, &closed)?;
        if let (Some(key), Some(cache)) = (key, &self.cache)
            && let Some(kept) = outcome.keep(&texts)
            && self.is_whole()
        {
            cache.put(key, &kept);
        }
        Ok((outcome, places.into_originals()))
    }

    fn outcome_of(&self, places: &Places<'_>, module: &Module, closed: &Closed) -> Result<Outcome, String> {
        let (answer, findings, open) = match &closed.conclusion {
            Conclusion::Proved => (Answer::Proved, Vec::new(), &[][..]),
            Conclusion::NotStarted(why) => return Err(why.clone()),
            Conclusion::Found(certain) => {
                let may_fail = self.question.allocation_may_fail;
                let all = std::iter::once(&**certain).chain(&closed.others);
                let findings = all.map(|error| results::certain(places, module, error, may_fail, None));
                (Answer::Found, findings.collect(), &[][..])
            }
            Conclusion::Open { possible, open } => {
                let findings = possible.iter().map(|possible| results::possible(places, possible));
                (Answer::Unknown, findings.collect(), &open[..])
            }
        };
        let open = open.iter().map(|open| results::question(places, open)).collect();
        Ok(Outcome { answer, findings, open, summary: summary(closed, &self.question) })
    }

    /// Tells what came out of a whole program.
    fn tell_program(
        &self,
        program: &Program<'_>,
        worked: Worked,
        telling: &mut Telling<'_>,
    ) -> Result<Status, LoadError> {
        let (outcome, originals) = worked.map_err(|why| {
            let message = format!("nothing can be analysed: {why}");
            let help = "`besom contracts` analyses single functions for all callers";
            Diagnostic::error("input", Span::NONE, message).with_help(help)
        })?;
        telling.session.keep_originals(originals);
        let Outcome { answer, mut findings, open, summary } = outcome;
        let all = findings.len();
        if answer == Answer::Found {
            // Programs share files, and with them their errors.
            let told = &mut telling.tally.told;
            let place = |finding: &Finding| finding.place.as_ref().map(|place| place.span);
            findings.retain(|finding| place(finding).is_none_or(|span| told.insert((finding.rule, span))));
        }
        let before = if findings.len() < all { " (told above)" } else { "" };
        let mut status = self.tell(program, findings, telling);
        if !open.is_empty() {
            status = worse(status, self.status_if_open());
        }
        self.explain(&open);
        if let Some(line) = telling.session.summarise(&format!("{}: {summary}{before}", program.target.name))
        {
            Output::say(&format!("{line}\n"))?;
        }
        let result = ProgramResult { name: program.target.name.clone(), answer };
        telling.session.add_program(result, open);
        // What a program has left open is looked at function by function.
        if answer == Answer::Proved {
            let unreached: BTreeSet<String> = unreached_functions(&program.module).into_iter().collect();
            let functions = program.module.functions.iter().map(|(_, function)| function);
            let reached = functions.filter(|function| !unreached.contains(&function.name));
            telling.tally.done.extend(reached.map(|function| function.span.start));
        }
        Ok(status)
    }
}

impl Outcome {
    fn keep(&self, texts: &Texts) -> Option<KeptOutcome> {
        Some(KeptOutcome {
            answer: self.answer,
            findings: Kept::all(&self.findings, texts)?,
            open: Kept::all(&self.open, texts)?,
            summary: self.summary.clone(),
        })
    }
}

impl KeptOutcome {
    fn restore(self, texts: &Texts, places: &Places<'_>) -> Option<Outcome> {
        Some(Outcome {
            answer: self.answer,
            findings: Kept::restore_all(self.findings, texts, places)?,
            open: Kept::restore_all(self.open, texts, places)?,
            summary: self.summary,
        })
    }
}
