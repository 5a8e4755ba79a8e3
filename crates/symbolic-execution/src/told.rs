//! Whether a way was decided by what a precondition tells.
//!
//! An error of open code is certain only if the way to it is open to every caller. What a way assumes of words that the
//! precondition names is read off its facts; what it assumes of anything else of the caller (an element of an array, a letter
//! of a string, what a function returned) would be lost there. So every decision is looked at when it is made, and nothing
//! counts as the function's own that is not known to be: inputs, and where its memory lies.

use crate::context::Context;
use crate::path::Path;
use pure_logic::Fact;
use pure_logic::term::{Atom, AtomKind};
use std::collections::BTreeSet;
use symbolic_heap::State;

/// Who decided the ways of an exploration.
#[derive(Clone, Default, Debug)]
pub struct Told {
    /// The words of the caller that the precondition names.
    pub names: BTreeSet<Atom>,
    /// A decision was seen that is not the function's own.
    pub has_decisions_of_caller: bool,
}

impl Context<'_> {
    /// From now on decisions are judged by what a precondition with these names tells.
    pub fn tell(&mut self, names: BTreeSet<Atom>) {
        self.told = Some(Told { names, has_decisions_of_caller: false });
    }

    /// Whether someone else than the function decided a way since the names were told.
    pub fn has_decisions_of_caller(&self) -> bool {
        self.told.as_ref().is_some_and(|told| told.has_decisions_of_caller)
    }

    /// Writes down that a way was not decided by the function alone.
    pub fn note_decision_of_caller(&mut self) {
        if let Some(told) = &mut self.told {
            told.has_decisions_of_caller = true;
        }
    }

    /// Writes down who makes the decision that a fact holds.
    pub(crate) fn note_decision(&mut self, state: &State, path: &mut Path, fact: Fact) {
        let Some(told) = &self.told else { return };
        let (mut is_own, mut is_told) = (true, true);
        self.solver.terms.for_each_atom_of_fact(fact, &mut |atom| match self.solver.terms.kind(atom) {
            AtomKind::Variable(_) => {
                let is_named = told.names.contains(&atom);
                let is_its_own = self.is_input(atom) || !is_named && state.heap.block(atom).is_some();
                is_own &= is_its_own;
                is_told &= is_named || is_its_own;
            }
            AtomKind::Opaque(_) => (is_own, is_told) = (false, false),
            _ => {}
        });
        if is_own {
            return;
        }
        self.note_decision_of_caller();
        if !is_told && !path.is_decided_by_untold() && !self.proves(&state.facts, fact) {
            path.decide_by_untold();
        }
    }
}
