//! What holds of each word of two runs, although not the same of all: one of two things.
//!
//! ```text
//!   of every word of A: φ        of every word of B: ψ
//!  ───────────────────────────────────────────────────── either
//!   of every word of A and B: φ ∨ ψ
//! ```
//!
//! Sound: each word is one of A or one of B.
//! A loop that stores one thing or another, by what it has read at the same place of another array, is told by three such clauses:
//! which of the two it is, and for either of them when.

use super::Told;
use crate::limits::{CLAUSES_OF_A_RUN, FACTS_OF_AN_ALTERNATIVE};
use pure_logic::{Fact, Facts, Solver};
use symbolic_heap::{Family, HeapRule, is_broken, version};

/// Clauses that hold of the words of both runs, and facts about other words at the same places that do; without new clauses where a
/// growing sequence has to end.
pub(crate) fn of_both(
    solver: &mut Solver,
    (left, known_left): (&Told, &Facts),
    (right, known_right): (&Told, &Facts),
    finds_new: bool,
) -> Vec<Fact> {
    if [left, right].iter().any(|told| told.facts.contains(&Fact::False)) {
        return Vec::new();
    }
    let mut found: Vec<Fact> = Vec::new();
    let both = [(left, known_right), (right, known_left)];
    for (told, other) in both.into_iter().take(if finds_new { 2 } else { 1 }) {
        for &fact in &told.facts {
            let is_lasting = matches!(fact, Fact::AnyOf(_)) || is_beside(solver, fact);
            if is_lasting && !found.contains(&fact) && other.proves(solver, fact).is_proved() {
                found.push(fact);
            }
        }
    }
    if !finds_new {
        return found;
    }
    let [ours, theirs] = both.map(|(told, other)| lost(solver, told, other));
    let mut clauses = 0;
    for (own, other) in ours.iter().flat_map(|own| theirs.iter().map(move |other| (*own, *other))) {
        // That a number is in one range or in another one says little.
        if clauses == CLAUSES_OF_A_RUN || !is_equation(own) && !is_equation(other) {
            continue;
        }
        let alternatives = match is_broken(solver, HeapRule::AlternativesAreOne) {
            false => vec![own, other],
            true => vec![own],
        };
        let clause = solver.terms.any_of(&alternatives);
        if clause != Fact::True && !found.contains(&clause) {
            clauses += 1;
            found.push(clause);
        }
    }
    found
}

/// What is told of a run and does not hold of the other one, equations first.
fn lost(solver: &mut Solver, told: &Told, other: &Facts) -> Vec<Fact> {
    let mut lost = Vec::new();
    for &fact in &told.facts {
        let is_plain = matches!(fact, Fact::Zero(_) | Fact::NonNegative(_));
        if is_plain && is_about_places(solver, fact) && !other.proves(solver, fact).is_proved() {
            lost.push(fact);
        }
    }
    lost.sort_by_key(|fact| !is_equation(*fact));
    lost.truncate(FACTS_OF_AN_ALTERNATIVE);
    lost
}

fn is_equation(fact: Fact) -> bool {
    matches!(fact, Fact::Zero(_))
}

/// Whether a fact speaks of the word, or of others by its place, and of no word at a place of its own: that is forgotten soon.
fn is_about_places(solver: &mut Solver, fact: Fact) -> bool {
    let (word, place) = Family::names(&mut solver.terms);
    let function = version::function(&mut solver.terms);
    let (mut mentions_word, mut mentions_others, mut is_by_place) = (false, false, true);
    solver.terms.for_each_atom_of_fact(fact, &mut |atom| mentions_word |= atom == word);
    version::words_in_fact(&solver.terms, function, fact, &mut |held| {
        mentions_others = true;
        is_by_place &= solver.terms.mentions(held.place, place);
    });
    (mentions_word || mentions_others) && is_by_place
}

/// Whether a fact speaks of other words by the place of the word, and not of the word itself.
fn is_beside(solver: &mut Solver, fact: Fact) -> bool {
    let (word, _) = Family::names(&mut solver.terms);
    let mut mentions_word = false;
    solver.terms.for_each_atom_of_fact(fact, &mut |atom| mentions_word |= atom == word);
    !mentions_word && is_about_places(solver, fact)
}
