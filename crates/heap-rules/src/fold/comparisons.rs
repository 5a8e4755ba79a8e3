//! Results of comparisons of addresses that registers hold: `int found = p != NULL;`.
//!
//! ```text
//!   facts ⊢ a ≠ 0
//!  ──────────────────────
//!   r: [a ≠ 0]  ⇝  r: 1
//! ```
//!
//! Sound: the facts say which value it is. Without it, the register would keep `a` in use, and a node that nothing else refers to
//! from being folded.

use super::node::mentions_memory;
use pure_logic::Solver;
use pure_logic::term::AtomKind;
use std::collections::BTreeSet;
use symbolic_heap::State;

/// Puts its value in the place of what a comparison of addresses has as its result, where the facts say it: the address then is in use no
/// more.
pub(super) fn settle_comparisons(solver: &mut Solver, state: &mut State) {
    let mut truths = BTreeSet::new();
    for value in state.registers.iter().flatten() {
        if mentions_memory(solver, state, value.term) {
            solver.terms.for_each_atom(value.term, &mut |atom| {
                if let AtomKind::Truth(fact) = solver.terms.kind(atom) {
                    truths.insert((atom, fact));
                }
            });
        }
    }
    for (atom, fact) in truths {
        let known = if state.facts.proves(solver, fact).is_proved() {
            1
        } else if let Some(opposite) = solver.terms.negate_literal(fact)
            && state.facts.proves(solver, opposite).is_proved()
        {
            0
        } else {
            continue;
        };
        let known = solver.terms.constant(known);
        state.substitute_in_heap(solver, &[(atom, known)]);
    }
}
