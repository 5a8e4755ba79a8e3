//! Programs that do not go on where an allocation failed, although nothing says so.
//!
//! ```text
//!   p = malloc(n)      if (p == NULL) fail();      fail has no body, or is found through a pointer
//!  ─────────────────────────────────────────────────────────────────────────────────────────────────
//!   what is done with p afterwards is not done with null
//! ```
//!
//! Who asks whether there is a block, calls a function of the project if there is none, and then goes on as if there were one, knows that
//! this function does not return: it ends the program, or jumps elsewhere. That no attribute says so is common. It is a guess, which makes
//! likely errors fewer and nothing else. Functions of the library return, as `fprintf` does.

use super::callees::{Callees, Result as Returned};
use super::state::{State, Status};
use super::values::{Place, ValueId};
use super::{Run, Subject};
use crate::function_info::FunctionInfo;
use crate::limits::ROUNDS_OF_ALL_BLOCKS;
use ir::{BlockId, Body, Callee, FunctionId, Instruction, InstructionKind, Module, TerminatorKind};
use source::Span;
use std::collections::BTreeSet;

/// Whether the program does not go on where the allocation at a place fails, as far as the function that calls it tells.
pub fn is_handled(module: &Module, allocation: Span) -> bool {
    let mut places = module.functions.iter().filter_map(|(id, function)| {
        let place = place_of_call(function.body.as_ref()?, allocation)?;
        Some((id, place))
    });
    places.any(|(id, place)| is_handled_in(module, id, place))
}

/// Whether a function has an allocation after whose failure the program does not go on: its result is null for no other reason, as a rule.
pub fn handles_failure(module: &Module, function: FunctionId) -> bool {
    let Some(body) = &module.functions[function].body else { return false };
    let callees = Callees::new(module);
    let mut places = body.blocks.iter().flat_map(|(id, block)| {
        let instructions = block.instructions.iter().enumerate();
        instructions.map(move |(index, one)| ((id, index), &one.kind))
    });
    places.any(|(place, kind)| match kind {
        InstructionKind::Call { callee, destination: Some(_), .. } => {
            matches!(callees.result(callee), Returned::New { .. }) && is_handled_in(module, function, place)
        }
        _ => false,
    })
}

fn place_of_call(body: &Body, span: Span) -> Option<Place> {
    let calls = |one: &Instruction| one.span == span && one.kind.destination().is_some();
    body.blocks.iter().find_map(|(id, block)| {
        let index = block.instructions.iter().position(calls)?;
        matches!(block.instructions[index].kind, InstructionKind::Call { .. }).then_some((id, index))
    })
}

fn is_handled_in(module: &Module, function: FunctionId, origin: Place) -> bool {
    let Some(body) = &module.functions[function].body else { return false };
    let mut callees = Callees::new(module);
    let info = FunctionInfo::new(body);
    let mut run = Run::new(body, &info, &mut callees, (origin, Subject::New { may_fail: true }));
    let mut left = ROUNDS_OF_ALL_BLOCKS;
    run.go(&mut left);
    run.is_handled
}

impl Run<'_, '_> {
    /// Whether a condition that is known on this way is known because there is no block.
    pub(super) fn asks_for_block(&self, state: &State, condition: ValueId) -> bool {
        let Some(block) = state.block.filter(|_| state.status == Status::Null) else { return false };
        let block = self.values.of(block);
        self.values.mentions(condition, &|value| value == block)
    }

    /// Whether a call on a way on which there is no block probably does not return.
    pub(super) fn ends_without_block(&mut self, state: &State, (block, _): Place, callee: &Callee) -> bool {
        let ends = state.status == Status::Null
            && state.asked == Some(block)
            && self.callees.may_end_program(callee);
        self.is_handled |= ends;
        ends
    }

    /// Whether no way from a block of instructions to a `return` leaves another one out.
    pub(super) fn is_on_all_ways(&self, wanted: BlockId, from: BlockId) -> bool {
        let mut work = vec![from];
        let mut seen = BTreeSet::new();
        while let Some(id) = work.pop() {
            if id == wanted || !seen.insert(id) {
                continue;
            }
            match &self.body.blocks[id].terminator.kind {
                TerminatorKind::Return(_) => return false,
                other => other.for_each_successor(|successor| work.push(successor)),
            }
        }
        true
    }
}

impl Callees<'_> {
    /// Whether a function may be one that ends the program: it belongs to the project, and is not seen here.
    fn may_end_program(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Indirect(_) => true,
            Callee::Direct(_) => {
                let is_new = matches!(self.result(callee), Returned::New { .. });
                self.name(callee).is_some_and(|name| !is_new && !is_of_library(name))
            }
        }
    }
}

fn is_of_library(name: &str) -> bool {
    symbolic_execution::library::is_modelled(name) || crate::explorer::without_body::keeps_nothing(name)
}
