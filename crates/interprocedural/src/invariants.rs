//! What holds at loop heads.

use crate::contracts::ContractId;
use crate::disjuncts::{Arrival, Disjuncts, Treatment};
use crate::proof::LoopHead;
use crate::thread::Place;
use pure_logic::Solver;
use std::collections::BTreeMap;
use symbolic_heap::State;

#[derive(Default)]
pub struct Invariants {
    by_place: BTreeMap<Place, Disjuncts>,
}

impl Invariants {
    /// Enters a folded state.
    pub fn arrive(
        &mut self,
        solver: &mut Solver,
        place: Place,
        state: State,
        treatment: Treatment<'_>,
    ) -> Arrival {
        self.by_place.entry(place).or_default().arrive(solver, state, treatment)
    }

    /// All states of all loop heads, each with its place.
    pub fn loop_heads(&self) -> Vec<LoopHead> {
        let heads = self.iter().map(|(place, state)| {
            let &(function, block, _) = place.activations.first()?;
            let is_whole = place.contract == ContractId::PROGRAM;
            Some(LoopHead { function, block, is_whole, state: state.clone() })
        });
        heads.flatten().collect()
    }

    /// How many states a loop head has.
    pub fn count(&self, place: &Place) -> usize {
        self.by_place.get(place).map_or(0, Disjuncts::len)
    }

    /// All states of all loop heads.
    pub fn iter(&self) -> impl Iterator<Item = (&Place, &State)> {
        self.by_place.iter().flat_map(|(place, states)| states.iter().map(move |state| (place, state)))
    }
}
