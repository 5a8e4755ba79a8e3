//! Further errors of a program in which one was found: a search ends at the first error of each execution, but
//! other executions have others.

use crate::explorer::{Limits, Mode};
use crate::finding::Finding;
use crate::limits::{FURTHER_ERRORS, REPLAYS_OF_FURTHER_ERRORS};
use crate::replay::{Replay, replay};
use crate::search::explore;
use crate::verdict::Request;
use crate::whole_program::WholeProgram;
use interpreter::{ChoiceKind, FaultKind, Image};
use ir::Module;
use pure_logic::TermTable;
use source::Span;
use symbolic_execution::Event;

/// Errors at other places than those that are known, each of them replayed. Executions in which no allocation fails
/// come first.
pub fn more_errors(
    module: &Module,
    request: &Request,
    mut known: Vec<(FaultKind, Span)>,
) -> Vec<(Finding, Replay)> {
    let Ok(whole) = WholeProgram::new(module) else { return Vec::new() };
    let (mut context, report) = explore(&whole, request, Mode::Hunt, Limits::of(request.hunt_steps));
    let cleanup = report.not_freed.into_iter().filter(|_| request.check_cleanup);
    let mut candidates: Vec<Finding> = report.findings.into_iter().chain(cleanup).collect();
    let terms = &context.solver.terms;
    candidates.sort_by_key(|finding| (failing_allocations(terms, finding), !finding.is_exact()));
    let mut found: Vec<(Finding, Replay)> = Vec::new();
    let mut replays = 0;
    let image = Image::new(module);
    for finding in candidates {
        let place = (finding.fault.kind, finding.fault.span);
        if known.contains(&place) {
            continue;
        }
        if found.len() == FURTHER_ERRORS || replays == REPLAYS_OF_FURTHER_ERRORS {
            break;
        }
        replays += 1;
        let Some(replay) = replay(&mut context.solver, &image, &finding, &request.options) else { continue };
        let executed = replay.result.fault.as_ref().map(|fault| (fault.kind, fault.span));
        // An execution may stop at an error that comes before the one that was looked for.
        let is_new = executed.is_some_and(|executed| executed == place || !known.contains(&executed));
        known.extend(executed);
        known.push(place);
        if is_new {
            found.push((finding, replay));
        }
    }
    found
}

/// How many allocations fail on the way to an error.
pub fn failing_allocations(terms: &TermTable, finding: &Finding) -> usize {
    places_of_failing_allocations(terms, finding).count()
}

/// Where the last allocation that fails on the way to an error is.
pub fn last_failing_allocation(terms: &TermTable, finding: &Finding) -> Option<Span> {
    let all: Vec<Span> = places_of_failing_allocations(terms, finding).collect();
    // What is computed in the statement itself may fail as well, and is stored where there is nothing.
    let fault = finding.fault.span;
    let is_inside = |place: &Span| fault.start <= place.start && place.end <= fault.end;
    all.iter().rev().find(|place| !is_inside(place)).or(all.last()).copied()
}

fn places_of_failing_allocations<'f>(
    terms: &'f TermTable,
    finding: &'f Finding,
) -> impl Iterator<Item = Span> + 'f {
    let events = finding.configuration.path.events();
    let fails = move |event: &Event| match event {
        Event::Choice { kind: ChoiceKind::AllocationFails, term, span, .. } => {
            (terms.as_constant(*term) == Some(1)).then_some(*span)
        }
        _ => None,
    };
    events.into_iter().filter_map(fails)
}
