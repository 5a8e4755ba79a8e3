//! Allocations on the way to an error that fail, or that give a block of no bytes.

use crate::finding::Finding;
use crate::open::simulation::is_handled;
use interpreter::ChoiceKind;
use ir::{Callee, InstructionKind, Operand};
use source::Span;
use symbolic_execution::context::span_of;
use symbolic_execution::{Context, Event};
use symbolic_heap::Lifetime;

/// Whether an allocation failed on the way to an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Failing {
    None,
    Some,
    /// One did, and the program has something that ends it there.
    Handled,
}

pub(super) fn failing_allocation(context: &Context<'_>, finding: &Finding) -> Failing {
    // Where it was called, from the outermost function on.
    let mut failed: Vec<Span> = Vec::new();
    let mut calls: Vec<Span> = Vec::new();
    for event in finding.configuration.path.events() {
        match event {
            Event::Choice { kind: ChoiceKind::AllocationFails, term, span, .. }
                if context.solver.terms.as_constant(*term) == Some(1) =>
            {
                failed.extend(&calls);
                failed.push(*span);
            }
            // A handler that the program has for this case, most probably, and it does not return.
            Event::CalledBack { .. } if !failed.is_empty() => return Failing::Handled,
            Event::Called { span, .. } => calls.push(*span),
            Event::Returned { .. } => _ = calls.pop(),
            _ => {}
        }
    }
    let is_handled = failed.iter().any(|&place| is_handled(context.module, place));
    match (failed.is_empty(), is_handled) {
        (true, _) => Failing::None,
        (false, true) => Failing::Handled,
        (false, false) => Failing::Some,
    }
}

/// Whether memory was freed by a reallocation to no bytes, of a size that somebody computes: how many there are is what others know.
pub(super) fn is_of_empty_reallocation(context: &Context<'_>, finding: &Finding) -> bool {
    let state = &finding.configuration.state;
    let block = finding.fault.block.and_then(|base| state.heap.block(base));
    let Some(Lifetime::Ended(at) | Lifetime::Reusable(at)) = block.map(|block| block.lifetime) else {
        return false;
    };
    let freed = span_of(at);
    // A reallocation that gives a new block has no such event.
    let mut events = finding.configuration.path.events().into_iter();
    events.any(|event| matches!(event, Event::Freed { span } if *span == freed))
        && context.module.functions.iter().filter_map(|(_, function)| function.body.as_ref()).any(|body| {
            let mut instructions = body.blocks.iter().flat_map(|(_, block)| &block.instructions);
            instructions.any(|one| one.span == freed && is_reallocation(context, &one.kind))
        })
}

fn is_reallocation(context: &Context<'_>, call: &InstructionKind) -> bool {
    let InstructionKind::Call { callee: Callee::Direct(callee), arguments, .. } = call else { return false };
    let name = context.module.functions[*callee].name.as_str();
    matches!(name, "realloc" | "reallocarray") && matches!(arguments[1..], [.., Operand::Register(_)])
}
