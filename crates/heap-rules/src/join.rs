//! Join: one state that covers two.
//!
//! ```text
//!   relate(A, B) = heap over new names n, with A's meaning nᵢ = aᵢ and B's meaning nᵢ = bᵢ
//!  ──────────────────────────────────────────────────────────────────────────────────────────
//!   heap ∧ ((facts(A) ∧ n = a) ⊔ (facts(B) ∧ n = b))
//! ```
//!
//! Sound: every memory of A satisfies the heap with n = a, every one of B with n = b.

use crate::fold::forget;
use crate::relate::{Likeness, relate};
use pure_logic::term::Atom;
use pure_logic::{Fact, Facts, Solver, Term};
use symbolic_heap::{HeapRule, State, is_broken};

/// Whether numbers are joined or, so that a growing sequence ends, widened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinMode {
    Join,
    Widen,
}

/// Values at which widening of bounds stops first: the ranges of the machine's words, so that a
/// number that stays in its word is known to.
const THRESHOLDS: [i128; 9] = [
    i64::MIN as i128,
    i32::MIN as i128,
    0,
    1,
    u8::MAX as i128,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    u64::MAX as i128,
];

/// A state that covers both, if their heaps are alike. For widening, `older` is the earlier one.
pub fn join(
    solver: &mut Solver,
    older: &State,
    newer: &State,
    mode: JoinMode,
    likeness: Likeness,
) -> Option<State> {
    let relation = relate(solver, older, newer, likeness)?;
    let mut bind = |facts: &Facts, names: &[(Atom, Term)], pick: fn(&(Term, Term, Term)) -> Term| {
        // Names of bases are new, so this is a renaming.
        let mut facts = facts.substitute(solver, names);
        for number in &relation.numbers {
            let value = solver.terms.substitute(pick(number), names);
            let fact = solver.terms.equal(number.0, value);
            facts.assume(solver, fact);
        }
        facts
    };
    let left = bind(&older.facts, &relation.left_names, |number| number.1);
    let right = bind(&newer.facts, &relation.right_names, |number| number.2);
    let mut state = relation.state;
    let only_visible = |solver: &mut Solver, facts: Facts| {
        let mut seen = state.clone();
        seen.facts = facts;
        forget(solver, &mut seen);
        seen.facts
    };
    let (left, right) = (only_visible(solver, left), only_visible(solver, right));
    state.facts = match mode {
        _ if is_broken(solver, HeapRule::JoinKeepsOlderFacts) => left,
        JoinMode::Join => left.join(solver, &right),
        JoinMode::Widen => {
            let widened = left.widen(solver, &right, &THRESHOLDS);
            without_limits_of_lengths(solver, &state, &widened)
        }
    };
    Some(state)
}

/// The length of a list is no word of the machine: no threshold is where it stops.
fn without_limits_of_lengths(solver: &mut Solver, state: &State, facts: &Facts) -> Facts {
    let mut limits = Vec::new();
    // Neither is what a length was before, which the caller holds.
    let held = state.held.iter().flatten().map(|value| value.term);
    let lengths: Vec<Term> = state.heap.segments().iter().map(|segment| segment.count).chain(held).collect();
    for length in lengths {
        for threshold in THRESHOLDS.into_iter().filter(|&threshold| threshold > 1) {
            let limit = solver.terms.constant(threshold);
            limits.push(solver.terms.at_most(length, limit));
        }
    }
    let kept: Vec<Fact> = facts.as_slice().iter().copied().filter(|fact| !limits.contains(fact)).collect();
    if kept.len() == facts.as_slice().len() { facts.clone() } else { Facts::from_facts(solver, &kept) }
}
