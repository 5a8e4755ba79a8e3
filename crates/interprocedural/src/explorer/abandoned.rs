//! Memory of the caller whose address was overwritten by the result of a reallocation that failed.
//!
//! ```c
//! list->items = realloc(list->items, size);      /* where this fails, the old items are lost */
//! ```
//!
//! ```text
//!   before the call  w ↦ b * block b      a reallocation fails      at the return  w ↦ 0 * block b,  nothing else refers to b
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   b is lost
//! ```
//!
//! Callers may refer to the block in other ways, so that this is a condition at most, which usual callers satisfy.

use super::Explorer;
use crate::contracts::ContractId;
use crate::finding::Finding;
use crate::thread::Thread;
use interpreter::{ChoiceKind, FaultKind};
use ir::{Callee, InstructionKind};
use pure_logic::Term;
use pure_logic::term::Atom;
use source::Span;
use std::sync::Arc;
use symbolic_execution::{Event, Fault};
use symbolic_heap::{Block, Content, Region, State};

/// The functions that leave a block alone when they fail.
const REALLOCATING: [&str; 2] = ["realloc", "reallocarray"];

impl Explorer<'_, '_> {
    /// Reports blocks of the caller that nothing refers to any more when the function returns.
    pub(super) fn check_abandoned(&mut self, thread: &Thread) {
        if !(self.counts)(FaultKind::MemoryLost) {
            return;
        }
        let Some(span) = self.failed_reallocation(thread) else { return };
        let before = &self.contracts.get(ContractId::OPEN).entry;
        let now = &thread.configuration.state;
        let is_callers = |block: &&Arc<Block>| {
            let earlier = before.heap.block(block.base);
            block.is_live()
                && block.region == Region::Heap
                && earlier.is_some_and(|earlier| earlier.region == Region::Heap)
        };
        let blocks = now.heap.blocks().filter(is_callers).map(|block| block.base);
        let abandoned = blocks.into_iter().find(|&base| self.is_abandoned(before, now, base));
        if let Some(base) = abandoned {
            let message =
                "the last reference to memory of the caller is lost where it cannot be reallocated".into();
            let fault = Fault { kind: FaultKind::MemoryLost, message, span, block: Some(base) };
            self.report.findings.push(Finding { fault, configuration: thread.configuration.clone() });
        }
    }

    /// Whether a word of the caller that led to a block is null now, and no other leads there.
    fn is_abandoned(&self, before: &State, now: &State, base: Atom) -> bool {
        let terms = &self.context.solver.terms;
        let address = terms.atom_term(base);
        let is_passed = before.registers.iter().flatten().any(|value| terms.mentions(value.term, base));
        let stored = |state: &State| -> Vec<(Atom, Term, Term)> {
            let blocks = state.heap.blocks().filter(|block| block.is_live());
            let cells = blocks.flat_map(|block| block.cells.iter().map(move |cell| (block.base, cell)));
            let words = cells.filter_map(|(block, cell)| match cell.content {
                Content::Scalar(value) => Some((block, cell.start, value.term)),
                _ => None,
            });
            words.collect()
        };
        let (earlier, later) = (stored(before), stored(now));
        let is_null = |place: &&(Atom, Term, Term)| {
            place.2 == address
                && later.iter().any(|word| {
                    (word.0, word.1) == (place.0, place.1) && terms.as_constant(word.2) == Some(0)
                })
        };
        let is_referred_to = later.iter().any(|word| terms.mentions(word.2, base))
            || now.registers.iter().flatten().any(|value| terms.mentions(value.term, base));
        !is_passed && !is_referred_to && earlier.iter().any(|place| is_null(&place))
    }

    /// Where a reallocation failed on the way: in the function itself, at the call that led to it.
    fn failed_reallocation(&self, thread: &Thread) -> Option<Span> {
        let terms = &self.context.solver.terms;
        let mut calls: Vec<Span> = Vec::new();
        let mut last = None;
        for event in thread.configuration.path.events() {
            match event {
                Event::Called { span, .. } => calls.push(*span),
                Event::Returned { .. } => _ = calls.pop(),
                Event::Choice { kind: ChoiceKind::AllocationFails, term, span, .. }
                    if terms.as_constant(*term) == Some(1) =>
                {
                    last = Some((*span, calls.first().copied().unwrap_or(*span)));
                }
                _ => {}
            }
        }
        let (failed, place) = last?;
        let module = self.context.module;
        let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
        let mut calls = bodies.flat_map(|body| body.blocks.iter()).flat_map(|(_, block)| &block.instructions);
        calls
            .any(|instruction| match &instruction.kind {
                InstructionKind::Call { callee: Callee::Direct(callee), .. } => {
                    instruction.span == failed
                        && REALLOCATING.contains(&module.functions[*callee].name.as_str())
                }
                _ => false,
            })
            .then_some(place)
    }
}
