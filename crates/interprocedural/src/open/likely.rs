//! Errors that depend on the caller, but only on what any caller does.
//!
//! A condition of a contract is no finding: a caller may keep it. But where a function loses memory that it has allocated
//! itself, or uses what it has freed, no usual caller can be blamed. Such errors are *likely*. They are not certain: what
//! the way to them assumes of the caller, or of functions without a body, may never be so.

use super::OpenContract;
use super::entry::{Dependence, Entry};
use crate::finding::Finding;
use interpreter::{ChoiceKind, FaultKind};
use pure_logic::{Fact, Facts};
use std::collections::BTreeSet;
use symbolic_execution::{Context, Event};
use symbolic_heap::Content;

/// Whether an error is to be told although it depends on the caller.
pub fn is_likely(
    context: &mut Context<'_>,
    contracts: &[OpenContract],
    condition: &Entry,
    finding: &Finding,
) -> bool {
    // That two addresses are the same, or how long a list is, is the caller's affair.
    let is_up_to_caller = condition.aliases > 0 || has_equal_words(context, condition);
    if is_up_to_caller || !condition.state.heap.segments().is_empty() {
        return false;
    }
    // On memory of any length executions were joined: what is found there may happen in none of them.
    let is_joined = condition.has_strings(&context.solver) || condition.has_open_arrays(context);
    if is_joined && !finding.is_exact() {
        return false;
    }
    let is_own = finding.fault.block.is_some_and(|base| !condition.owns(base));
    let restricts = condition.dependence == Dependence::Values;
    match finding.fault.kind {
        FaultKind::MemoryLost => is_own,
        FaultKind::UseAfterFree | FaultKind::DoubleFree => {
            !restricts || contracts.is_empty() || is_accepted_elsewhere(context, contracts, condition)
        }
        FaultKind::NullDereference => {
            has_failed_allocation(context, finding) && !has_null_argument(context, condition)
        }
        FaultKind::OutOfBounds
        | FaultKind::UseAfterScope
        | FaultKind::FreeNotHeap
        | FaultKind::FreeInsideBlock => is_own && !restricts,
        _ => false,
    }
}

/// Whether two words of the caller lead to the same memory of its own.
fn has_equal_words(context: &Context<'_>, condition: &Entry) -> bool {
    let state = &condition.state;
    let cells = state.heap.blocks().flat_map(|block| block.cells.iter());
    let stored = cells.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value),
        _ => None,
    });
    let words = state.registers.iter().flatten().copied().chain(stored);
    let mut seen = BTreeSet::new();
    words
        .filter_map(|word| context.solver.terms.as_atom(word.term))
        .filter(|&atom| condition.owns(atom))
        .any(|base| !seen.insert(base))
}

/// Whether what an error assumes of numbers also holds in calls that go well: then the function means to accept them.
fn is_accepted_elsewhere(context: &mut Context<'_>, contracts: &[OpenContract], condition: &Entry) -> bool {
    contracts.iter().any(|contract| {
        let solver = &mut context.solver;
        let mut facts: Vec<Fact> = condition.state.facts.as_slice().to_vec();
        facts.extend(contract.entry.state.facts.as_slice());
        let arguments = condition.state.registers.iter().zip(&contract.entry.state.registers);
        for (own, other) in arguments {
            if let (Some(own), Some(other)) = (own, other) {
                facts.push(solver.terms.equal(own.term, other.term));
            }
        }
        let facts = Facts::from_facts(solver, &facts);
        !facts.proves(solver, Fact::False).is_proved()
    })
}

/// Whether the error happens because an argument is null: then the caller may be to blame.
fn has_null_argument(context: &mut Context<'_>, condition: &Entry) -> bool {
    let solver = &mut context.solver;
    condition.state.registers.iter().flatten().any(|argument| {
        let is_null = solver.terms.zero(argument.term);
        let is_address = condition.pointers.iter().any(|(term, _)| *term == argument.term);
        let is_constant = solver.terms.as_constant(argument.term).is_some();
        (is_address || is_constant) && condition.state.facts.proves(solver, is_null).is_proved()
    })
}

/// Whether an allocation failed on the way.
fn has_failed_allocation(context: &Context<'_>, finding: &Finding) -> bool {
    finding.configuration.path.events().iter().any(|event| match event {
        Event::Choice { kind: ChoiceKind::AllocationFails, term, .. } => {
            context.solver.terms.as_constant(*term) == Some(1)
        }
        _ => false,
    })
}
