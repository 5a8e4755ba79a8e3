//! Accesses to arrays in nodes of trees, at an index that is not constant.
//!
//! Sound: exposing a node only tells cases of the state apart, whatever the address.

use crate::context::Context;
use crate::outcome::Interrupt;
use pure_logic::Term;
use symbolic_heap::{Location, State};

impl Context<'_> {
    /// The node that is needed for an address that is the address of a node of a tree plus something that is not constant.
    pub(super) fn node_at_an_index(&mut self, state: &State, address: Term) -> Option<Interrupt> {
        let summands = self.solver.terms.summands(address).to_vec();
        summands.into_iter().filter(|&(_, coefficient)| coefficient == 1).find_map(|(atom, _)| {
            let name = self.solver.terms.atom_term(atom);
            match state.heap.locate(&mut self.solver.terms, name) {
                Location::Root { instance, .. } => Some(Interrupt::ExposeRoot(instance)),
                Location::BeforeHole { instance, .. } => Some(Interrupt::ExposeBeforeHole(instance)),
                Location::FirstNode { .. }
                | Location::LastNode { .. }
                | Location::Member { .. }
                | Location::Block { .. }
                | Location::Number(_)
                | Location::Unknown => None,
            }
        })
    }
}
