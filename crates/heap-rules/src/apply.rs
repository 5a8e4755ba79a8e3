//! Applying a contract at a call: the memory that the contract speaks of is found in the caller's memory, and
//! what it ensures takes its place.
//!
//! ```text
//!   {entry} f {exit}        state ⊢ θ(entry) * frame        facts(state) ⊢ θ(facts(entry))
//!  ──────────────────────────────────────────────────────────────────────────────────────
//!   {state} f {θ(exit) * frame}
//! ```
//!
//! Sound: this is the frame rule. Every byte of the entry is found at one place of the caller's memory, no two at
//! the same, and the exit has the same bytes again, or new blocks. Bytes of nodes that the function does not write
//! belong to the frame as well ([`Touched`]).
//!
//! The parts of the entry are found one after the other, each at an address that the parts before it tell:
//! fields and blocks byte by byte ([`search`]), lists by the rows of nodes and lists that they cover ([`rows`]).

mod exits;
mod lacking;
mod rows;
mod search;
#[cfg(test)]
mod tests;
mod touched;

pub use exits::{Applied, apply};
pub use lacking::{Lack, lacking};
pub use touched::{Memory, Touched};

use crate::fold::OpenField;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use rows::Row;
use search::Search;
use std::collections::BTreeMap;
use symbolic_heap::{State, Value};

/// What a function needs.
#[derive(Clone, Copy)]
pub struct Precondition<'a> {
    /// Registers are the arguments.
    pub entry: &'a State,
    /// Which bytes the function may change.
    pub touched: &'a Touched,
}

/// Where a function is called.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub state: &'a State,
    pub arguments: &'a [Value],
    /// So many of the held values, the first ones, only tell what names of the caller have become: nothing is
    /// read through them.
    pub names: usize,
}

/// How a contract fits a call.
#[derive(Clone, Debug)]
pub struct Fit {
    /// What the names of the contract are at the call.
    meaning: Vec<(Atom, Term)>,
    /// Where the blocks of the contract lie in the caller's memory.
    places: Vec<Place>,
    /// What stands in the caller's memory for the lists of the contract.
    rows: Vec<Row>,
    /// What the nodes of each size hold where the function changes nothing, in the caller's terms.
    kept: BTreeMap<u64, Vec<OpenField>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    /// The block of the contract.
    own: Atom,
    /// The caller's block.
    base: Atom,
    /// Where in it the contract's block begins.
    offset: i128,
}

/// Finds what a contract's entry is at a call; `None` if the caller's memory is not known to be as the entry says.
pub fn fit(solver: &mut Solver, call: Call<'_>, contract: Precondition<'_>) -> Option<Fit> {
    // Only joins in whole programs make optional blocks, and contracts say nothing of them.
    let mut blocks = call.state.heap.blocks().chain(contract.entry.heap.blocks());
    if blocks.any(|block| block.is_optional()) {
        return None;
    }
    Search::new(solver, call, contract).run()
}

impl Fit {
    /// What a term of the contract is at the call.
    pub fn meaning_of(&self, solver: &mut Solver, term: Term) -> Term {
        solver.terms.substitute(term, &self.meaning)
    }

    /// What the function may change in the caller's memory. Single fields of the contract may lie in any block.
    pub fn changes(&self, solver: &Solver, state: &State, contract: Precondition<'_>) -> Touched {
        let mut changes = contract.touched.clone();
        for place in &self.places {
            let blocks = contract.entry.heap.block(place.own).zip(state.heap.block(place.base));
            let Some((part, block)) = blocks.filter(|(own, _)| own.is_part()) else { continue };
            let Some(memory) = Memory::of(solver, block) else { continue };
            for (start, end) in part.present(&solver.terms) {
                changes.insert(memory.clone(), (start + place.offset, end + place.offset));
            }
        }
        changes
    }
}
