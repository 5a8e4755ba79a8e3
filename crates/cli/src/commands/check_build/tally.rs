//! What is known of a whole project so far.

use crate::commands::open_counts::OpenCounts;
use crate::project::Project;
use findings::{Answer, Report};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Tally {
    functions: usize,
    not_begun: usize,
    with_contracts: usize,
    open_questions: usize,
    /// Where functions begin that need not be analysed, or have been.
    pub done: BTreeSet<u32>,
    /// Errors of whole programs, which are not told again of other programs or of their functions.
    pub told: BTreeSet<(&'static str, Span)>,
}

impl Tally {
    pub fn add(&mut self, counts: &OpenCounts) {
        self.functions += counts.functions;
        self.not_begun += counts.not_begun;
        self.with_contracts += counts.with_contracts();
        self.open_questions += counts.open;
    }

    /// The closing table of a project.
    pub fn table(&self, project: &Project, report: &Report) -> Vec<String> {
        let files = match project.with_errors {
            0 => project.modules.len().to_string(),
            count => format!("{}, {count} with errors", project.modules.len()),
        };
        let count = |answer| report.programs.iter().filter(|program| program.answer == answer).count();
        let programs = format!(
            "{} proved, {} with an error, {} open",
            count(Answer::Proved),
            count(Answer::Found),
            count(Answer::Unknown)
        );
        let functions = format!(
            "{} analysed for all callers, {} of them with proved contracts; {} open questions{}",
            self.functions - self.not_begun,
            self.with_contracts,
            self.open_questions,
            match self.not_begun {
                0 => String::new(),
                count => format!("; {count} not begun"),
            }
        );
        let mut by_rule: BTreeMap<&str, usize> = BTreeMap::new();
        for finding in report.told() {
            *by_rule.entry(finding.rule).or_default() += 1;
        }
        let findings: Vec<String> = by_rule.iter().map(|(id, count)| format!("{count} {id}")).collect();
        let findings = if findings.is_empty() { "none".to_owned() } else { findings.join(", ") };
        let rows =
            [("files", files), ("programs", programs), ("functions", functions), ("findings", findings)];
        rows.into_iter().map(|(title, text)| format!("{title:11} {text}")).collect()
    }
}
