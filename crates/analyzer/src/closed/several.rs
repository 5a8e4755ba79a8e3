//! All errors of a program that are found, and the order in which they are told.

use super::{Certain, Question, executed, past_lost_memory};
use interpreter::{ChoiceKind, FaultClass, FaultKind};
use interprocedural::more_errors::more_errors;
use ir::Module;
use source::Span;

/// The first error and those at other places. What needs no failing allocation comes first, and lost memory last: an
/// execution that uses a node after it was freed has lost the rest of the list before, but that is not what is wrong with it.
pub(super) fn all_errors(module: &Module, question: &Question, first: Certain) -> Vec<Certain> {
    let mut errors = vec![first];
    let modes: &[bool] = if question.allocation_may_fail { &[false, true] } else { &[false] };
    for &allocation_may_fail in modes {
        let request = Question { allocation_may_fail, ..*question }.request();
        let known: Vec<(FaultKind, Span)> = errors.iter().map(place).collect();
        let more = more_errors(module, &request, known);
        errors.extend(more.into_iter().filter_map(executed));
    }
    for error in &mut errors {
        if let Some(behind) = behind_lost_memory(module, question, error) {
            *error = behind;
        }
    }
    errors.sort_by_key(|error| (error.fault.kind == FaultKind::MemoryLost, needs_failing_allocation(error)));
    let mut told: Vec<(FaultKind, Span)> = Vec::new();
    errors.retain(|error| {
        let is_new = !told.contains(&place(error));
        told.push(place(error));
        is_new
    });
    errors
}

fn place(error: &Certain) -> (FaultKind, Span) {
    (error.fault.kind, error.fault.span)
}

fn needs_failing_allocation(error: &Certain) -> bool {
    let fails = |kind, value| kind == ChoiceKind::AllocationFails && value != 0;
    error.choices.entries.iter().any(|choice| fails(choice.kind, choice.value))
}

/// What an execution that loses memory runs into later.
fn behind_lost_memory(module: &Module, question: &Question, error: &Certain) -> Option<Certain> {
    if error.fault.kind != FaultKind::MemoryLost {
        return None;
    }
    let fault = past_lost_memory(module, error, question.allocation_may_fail)?;
    let counts = fault.kind.class() == FaultClass::Undefined && (question.property.counts())(fault.kind);
    (counts && fault.span != Span::NONE).then(|| Certain { fault, ..error.clone() })
}
