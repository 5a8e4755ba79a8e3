//! Brings the comments of a test program up to date with what is reported now.
//!
//! A fault that the program claims to be real is never forgotten: if it is not reported any more,
//! its comment becomes `missed`. Everything else that is no longer true is deleted, and what is
//! reported without a comment gets one. A person reads the difference before it is committed.

use crate::contracts::{Strength, normalized};
use crate::expectation::{Expectation, ExpectationKind, Place, TestProgram};
use crate::matcher::{kind_of, pair};
use crate::observed::{Finding, FormulaJudge, Observed};
use std::ops::Range;

/// The text of the program with comments that agree with what was observed.
pub fn rewrite(text: &str, program: &TestProgram, observed: &Observed, judge: &dyn FormulaJudge) -> String {
    let pairing = pair(program, observed);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for (expectation, finding) in program.expectations.iter().zip(&pairing.finding_of) {
        let finding = finding.map(|index| &observed.findings[index]);
        if let Some(replacement) = replacement(expectation, finding, observed, judge) {
            let range = match replacement.is_empty() {
                true => with_blanks_before(text, expectation.range.clone()),
                false => expectation.range.clone(),
            };
            edits.push((range, replacement));
        }
    }
    for (finding, &is_expected) in observed.findings.iter().zip(&pairing.is_expected) {
        if !is_expected {
            edits.push(addition(text, finding));
        }
    }
    for contract in &program.contracts {
        let inferred = contract.subject(observed);
        if let (Strength::Exact, Some(inferred)) = (contract.strength, inferred)
            && normalized(&inferred.text) != normalized(&contract.text)
        {
            let indented = inferred.text.trim().replace('\n', "\n    ");
            edits.push((contract.range.clone(), format!(" {indented} ")));
        }
    }
    apply(text, edits)
}

/// What the comment becomes: nothing changes (`None`), it disappears (empty), or another text.
fn replacement(
    expectation: &Expectation,
    finding: Option<&Finding>,
    observed: &Observed,
    judge: &dyn FormulaJudge,
) -> Option<String> {
    let alone = TestProgram { expectations: vec![expectation.clone()], ..TestProgram::default() };
    let relevant = Observed { findings: finding.into_iter().cloned().collect(), contracts: Vec::new() };
    // Notes are about any finding's trace, all others about their own finding.
    let scene = if expectation.kind == ExpectationKind::Note { observed } else { &relevant };
    let pairing_is_fine = crate::matcher::check(&alone, scene, judge).iter().all(|mismatch| {
        expectation.kind == ExpectationKind::Note && mismatch.message.starts_with("unexpected")
    });
    if pairing_is_fine {
        return None;
    }
    let marker = marker(expectation);
    match (expectation.kind, finding) {
        (ExpectationKind::Error | ExpectationKind::Alarm, None) => {
            Some(format!("{marker} missed[{}] \"not reported\"", expectation.id))
        }
        (_, None) => Some(String::new()),
        (_, Some(finding)) => Some(format!("{marker} {}[{}]", kind_of(finding.certainty).name(), finding.id)),
    }
}

/// The comment's opening with its place.
fn marker(expectation: &Expectation) -> String {
    match expectation.place {
        Place::Nowhere => "//~?".to_owned(),
        Place::Line(line) if line < expectation.written_on => {
            format!("//~{}", "^".repeat((expectation.written_on - line) as usize))
        }
        Place::Line(line) => format!("//~{}", "v".repeat((line - expectation.written_on) as usize)),
    }
}

/// A comment at the end of the finding's line, or at the end of the file.
fn addition(text: &str, finding: &Finding) -> (Range<usize>, String) {
    let name = kind_of(finding.certainty).name();
    let end_of_line = finding.line.and_then(|line| {
        let start = match line {
            1 => 0,
            _ => text.match_indices('\n').nth(line as usize - 2)?.0 + 1,
        };
        (start <= text.len()).then(|| start + text[start..].find('\n').unwrap_or(text.len() - start))
    });
    match end_of_line {
        Some(end) => (end..end, format!(" //~ {name}[{}]", finding.id)),
        None => {
            let line_break = if text.ends_with('\n') { "" } else { "\n" };
            (text.len()..text.len(), format!("{line_break}//~? {name}[{}]\n", finding.id))
        }
    }
}

fn with_blanks_before(text: &str, range: Range<usize>) -> Range<usize> {
    let blanks = text[..range.start].bytes().rev().take_while(|&byte| byte == b' ' || byte == b'\t').count();
    range.start - blanks..range.end
}

/// Applies edits that do not overlap; those at the same position keep their order.
fn apply(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut result = String::with_capacity(text.len());
    let mut position = 0;
    for (range, replacement) in edits {
        result.push_str(&text[position..range.start.max(position)]);
        result.push_str(&replacement);
        position = range.end.max(position);
    }
    result.push_str(&text[position..]);
    result
}
