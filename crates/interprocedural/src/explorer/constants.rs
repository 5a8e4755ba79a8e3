//! What held when a function was called still holds of what its caller holds.
//!
//! Values that callers hold do not change during a call. So what the entry of a contract says of them alone is true at
//! every loop head, whatever a widening has forgotten of it.

use super::Explorer;
use crate::contracts::ContractId;
use pure_logic::Fact;
use pure_logic::term::Atom;
use std::collections::BTreeSet;
use symbolic_heap::{State, Value};

impl Explorer<'_, '_> {
    /// Assumes again what the entry of a contract says of held values.
    ///
    /// *Sound because* the state belongs to an activation that began in a state which the entry covers, and its first held
    /// values are those of the entry.
    pub(super) fn assume_of_entry(&mut self, contract: ContractId, state: &mut State) {
        if contract == ContractId::PROGRAM {
            return;
        }
        let solver = &mut self.context.solver;
        let entry = &self.contracts.get(contract).entry;
        let mut names: Vec<(Atom, Value)> = Vec::new();
        for (before, now) in entry.held.iter().zip(&state.held) {
            if let (Some(before), Some(now)) = (before, now)
                && let Some(atom) = solver.terms.as_atom(before.term)
                && !names.iter().any(|(other, _)| *other == atom)
            {
                names.push((atom, *now));
            }
        }
        let known: BTreeSet<Atom> = names.iter().map(|(atom, _)| *atom).collect();
        let facts: Vec<Fact> = entry
            .facts
            .as_slice()
            .iter()
            .copied()
            .filter(|&fact| {
                let mut is_known = true;
                solver.terms.for_each_atom_of_fact(fact, &mut |atom| is_known &= known.contains(&atom));
                is_known
            })
            .collect();
        let replacements: Vec<_> = names.into_iter().map(|(atom, value)| (atom, value.term)).collect();
        for fact in facts {
            let fact = solver.terms.substitute_in_fact(fact, &replacements);
            if !state.facts.proves(solver, fact).is_proved() {
                state.facts.assume(solver, fact);
            }
        }
    }
}
