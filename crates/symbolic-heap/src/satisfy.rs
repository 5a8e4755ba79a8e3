//! Whether a concrete memory satisfies a state, by search for the values of the hidden variables.
//!
//! This is the meaning of states, written down as a program that shares nothing with the rules:
//!
//! - every live block of the memory is described by exactly one block or one node of a segment or instance,
//!   apart from those of the frame, which may be left out;
//! - a live block of the state is a live block of the memory: same base, size and region, and its
//!   bytes are what the cells say; an ended one is a note about the past and demands nothing;
//! - an optional block is a live one, or its base is null;
//! - a part of the state stands for its bytes that are present, wherever these are; blocks of which
//!   parts describe some bytes need not be described further;
//! - a segment is a row of nodes, each a whole live heap block; neither `next` nor `previous` is
//!   the entry of one of its nodes; without nodes `first = next` and `last = previous`; its ends
//!   are numbers in the range of a pointer;
//! - an instance is nothing, or a node and instances for its uses, as its definition says;
//! - a register that the state says nothing about may hold anything;
//! - the facts hold.
//!
//! Addresses are found by following what is known, numbers by evaluation and, at the end, by the
//! solver. Variables that stand for addresses are tried as unsigned words, and as negative numbers
//! only if the facts mention them.

mod assignment;
mod instances;
mod memory;
mod node;
mod numbers;
mod propagate;
mod rows;
mod search;
mod tiles;

pub use assignment::Assignment;
pub use memory::{ConcreteBlock, ConcreteHeap, PartialByte, Word};

use crate::block::Lifetime;
use crate::limits::STEPS_OF_A_SATISFACTION;
use crate::state::State;
use pure_logic::Solver;

/// The answer to the question whether a memory satisfies a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Satisfaction {
    /// It does, with these values of the hidden variables. Variables without a value do not matter.
    Satisfied(Assignment),
    NotSatisfied,
    /// The search was given up.
    Unknown(GaveUp),
}

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// It took more steps than allowed.
    Steps,
    /// The solver found no values for the numbers and no proof that there are none.
    Numbers,
}

impl Satisfaction {
    pub fn is_satisfied(&self) -> bool {
        matches!(self, Satisfaction::Satisfied(_))
    }
}

/// Whether the memory satisfies the state.
pub fn satisfies(solver: &mut Solver, state: &State, memory: &ConcreteHeap) -> Satisfaction {
    satisfies_within(solver, state, memory, STEPS_OF_A_SATISFACTION)
}

/// Whether the memory satisfies the state, with a limit on the number of steps.
pub fn satisfies_within(
    solver: &mut Solver,
    state: &State,
    memory: &ConcreteHeap,
    steps: u64,
) -> Satisfaction {
    let optional = state.heap.blocks().find(|block| block.is_optional()).map(|block| block.base);
    let Some(base) = optional else { return search::Search::new(solver, state, memory, steps).run() };
    let mut present = state.clone();
    if let Some(block) = present.heap.block_mut(base) {
        block.lifetime = Lifetime::Live;
    }
    let mut absent = state.clone();
    absent.heap.remove_block(base);
    let address = solver.terms.atom_term(base);
    let is_null = solver.terms.zero(address);
    absent.assume(solver, is_null);
    match satisfies_within(solver, &present, memory, steps) {
        Satisfaction::NotSatisfied => satisfies_within(solver, &absent, memory, steps),
        Satisfaction::Unknown(reason) => match satisfies_within(solver, &absent, memory, steps) {
            Satisfaction::NotSatisfied => Satisfaction::Unknown(reason),
            other => other,
        },
        satisfied => satisfied,
    }
}

#[cfg(test)]
mod tests;
