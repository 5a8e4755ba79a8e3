//! Compares what a test program declares with what was reported about it.

use crate::expectation::{Expectation, ExpectationKind, Place, TestProgram};
use crate::observed::{Certainty, Finding, FormulaJudge, Observed};
use std::fmt;

/// One disagreement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// `None` for what has no place in the program.
    pub line: Option<u32>,
    pub message: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// How expectations and findings belong together.
pub(crate) struct Pairing {
    /// For each expectation the finding it stands for.
    pub finding_of: Vec<Option<usize>>,
    /// For each finding whether an expectation stands for it.
    pub is_expected: Vec<bool>,
}

/// All disagreements, in the order of lines. Empty if the test passes.
pub fn check(program: &TestProgram, observed: &Observed, judge: &dyn FormulaJudge) -> Vec<Mismatch> {
    let pairing = pair(program, observed);
    let mut mismatches = Vec::new();
    for (expectation, finding) in program.expectations.iter().zip(&pairing.finding_of) {
        let finding = finding.map(|index| &observed.findings[index]);
        if let Some(message) = disagreement(expectation, finding, observed, judge) {
            mismatches.push(Mismatch { line: Some(expectation.written_on), message });
        }
    }
    for (finding, is_expected) in observed.findings.iter().zip(&pairing.is_expected) {
        if !is_expected {
            let name = kind_of(finding.certainty).name();
            let message = format!("unexpected {name}[{}]: {}", finding.id, finding.message);
            mismatches.push(Mismatch { line: finding.line, message });
        }
    }
    for contract in &program.contracts {
        if let Err(message) = contract.check(observed, judge) {
            mismatches.push(Mismatch { line: Some(contract.ends_on), message });
        }
    }
    mismatches.sort_by_key(|mismatch| mismatch.line.unwrap_or(u32::MAX));
    mismatches
}

/// The kind of comment that a finding asks for.
pub(crate) fn kind_of(certainty: Certainty) -> ExpectationKind {
    match certainty {
        Certainty::Certain => ExpectationKind::Error,
        Certainty::Possible => ExpectationKind::Alarm,
        Certainty::IfCalled => ExpectationKind::ErrorIfCalled,
        Certainty::GaveUp => ExpectationKind::GaveUp,
        Certainty::Warning => ExpectationKind::Warning,
    }
}

/// Gives every expectation a finding of its own: one that fits, if there is one; otherwise one
/// with the same identifier in the same place, so that the report can say what differs.
pub(crate) fn pair(program: &TestProgram, observed: &Observed) -> Pairing {
    let mut pairing = Pairing {
        finding_of: vec![None; program.expectations.len()],
        is_expected: vec![false; observed.findings.len()],
    };
    for is_fit in [fits as fn(&Expectation, &Finding) -> bool, same_fault] {
        for (index, expectation) in program.expectations.iter().enumerate() {
            if pairing.finding_of[index].is_none() {
                let candidate = observed.findings.iter().zip(&pairing.is_expected);
                let found = candidate
                    .into_iter()
                    .position(|(finding, &taken)| !taken && is_fit(expectation, finding));
                if let Some(found) = found {
                    pairing.finding_of[index] = Some(found);
                    pairing.is_expected[found] = true;
                }
            }
        }
    }
    pairing
}

fn same_fault(expectation: &Expectation, finding: &Finding) -> bool {
    let line = match expectation.place {
        Place::Line(line) => Some(line),
        Place::Nowhere => None,
    };
    finding.line == line && finding.id == expectation.id
}

fn fits(expectation: &Expectation, finding: &Finding) -> bool {
    let certainty = match expectation.kind {
        ExpectationKind::Error => finding.certainty == Certainty::Certain,
        ExpectationKind::Alarm => finding.certainty == Certainty::Possible,
        ExpectationKind::ErrorIfCalled => finding.certainty == Certainty::IfCalled,
        ExpectationKind::GaveUp => finding.certainty == Certainty::GaveUp,
        ExpectationKind::Warning => finding.certainty == Certainty::Warning,
        ExpectationKind::FalseAlarm => {
            matches!(finding.certainty, Certainty::Certain | Certainty::Possible | Certainty::Warning)
        }
        // A missed fault is not there; whatever is reported in its place belongs to it all the same.
        ExpectationKind::Missed => true,
        ExpectationKind::Note | ExpectationKind::Invariant => false,
    };
    certainty && same_fault(expectation, finding) && mentions(expectation, finding)
}

/// Whether the message contains the expected text. The text of false alarms and missed faults is
/// a reason, not a part of the message.
fn mentions(expectation: &Expectation, finding: &Finding) -> bool {
    match (expectation.kind, &expectation.text) {
        (ExpectationKind::FalseAlarm | ExpectationKind::Missed, _) | (_, None) => true,
        (_, Some(text)) => finding.message.contains(text),
    }
}

/// What is wrong with an expectation, given the finding it was paired with.
fn disagreement(
    expectation: &Expectation,
    finding: Option<&Finding>,
    observed: &Observed,
    judge: &dyn FormulaJudge,
) -> Option<String> {
    let name = expectation.kind.name();
    let id = &expectation.id;
    match (expectation.kind, finding) {
        (ExpectationKind::Note, _) => {
            let text = expectation.text.as_deref().unwrap_or_default();
            (!has_step(expectation, text, observed)).then(|| format!("no trace says \"{text}\" here"))
        }
        (ExpectationKind::Invariant, _) => {
            let Place::Line(line) = expectation.place else {
                return Some("an invariant needs a line".to_owned());
            };
            let formula = expectation.text.as_deref().unwrap_or_default();
            judge.invariant_entails(line, formula).err().map(|why| format!("not an invariant: {why}"))
        }
        (ExpectationKind::Missed, None) => None,
        (ExpectationKind::Missed, Some(finding)) => {
            let now = kind_of(finding.certainty).name();
            Some(format!("no longer missed: make it `{now}[{id}]`"))
        }
        (ExpectationKind::FalseAlarm, None) => {
            Some(format!("the false alarm [{id}] is no longer reported: delete the comment"))
        }
        (_, None) => Some(format!("expected {name}[{id}], which is not reported")),
        (_, Some(finding)) if fits(expectation, finding) => None,
        (_, Some(finding)) if !mentions(expectation, finding) => {
            let text = expectation.text.as_deref().unwrap_or_default();
            Some(format!("expected \"{text}\" in the message of [{id}], which is: {}", finding.message))
        }
        (_, Some(finding)) => {
            let now = kind_of(finding.certainty).name();
            Some(format!("expected {name}[{id}], but it is reported as {now}: {}", finding.message))
        }
    }
}

fn has_step(expectation: &Expectation, text: &str, observed: &Observed) -> bool {
    let line = match expectation.place {
        Place::Line(line) => Some(line),
        Place::Nowhere => None,
    };
    let mut steps = observed.findings.iter().flat_map(|finding| &finding.trace);
    steps.any(|step| step.line == line && step.text.contains(text))
}
