//! Divisions: where the chunks of a block begin and end at some time, as a function of their offsets.
//!
//! `ends(v, o)` is the end of the chunk that begins at the offset `o` in the division `v`; where the last chunk ends it is `o`, and at any
//! other place it is before `o`. So `o ≤ ends(v, o)` says that `o` is a *boundary*: a chunk begins there, or the last one ends.
//! No two chunks of a division overlap: if `a < ends(v, a)`, `b < ends(v, b)` and `0 ≤ a < b`, then `ends(v, a) ≤ b`.
//! Below zero, where links that are null lead to, `ends(v, o) = 0`; but `ends(v, -1)` is where the last chunk ends.
//!
//! A division does not change: when chunks are split or coalesced, the block has another one. So what is known of a division stays true,
//! and that an address is the beginning of a chunk is a fact over numbers: `o < ends(v, o)`.

use crate::version::{self, HeldWord};
use pure_logic::term::{Atom, Symbol};
use pure_logic::{Fact, Facts, Solver, Term, TermTable};

/// The function from divisions and offsets to the ends of chunks.
pub fn function(terms: &mut TermTable) -> Symbol {
    terms.symbol("ends")
}

/// Where the chunk ends that begins at a place.
pub fn end(terms: &mut TermTable, division: Term, place: Term) -> Term {
    let function = function(terms);
    terms.apply(function, &[division, place])
}

/// Where the last chunk ends; all of them begin before.
pub fn limit(terms: &mut TermTable, division: Term) -> Term {
    let place = terms.constant(-1);
    end(terms, division, place)
}

/// That a chunk begins at a place, or that it is what a null link leads to.
pub fn is_start(terms: &mut TermTable, division: Term, place: Term) -> Fact {
    let end = end(terms, division, place);
    terms.less_than(place, end)
}

/// That a place that is not below zero is where a chunk begins or the last one ends.
pub fn is_boundary(terms: &mut TermTable, division: Term, place: Term) -> Fact {
    let end = end(terms, division, place);
    terms.at_most(place, end)
}

/// Of which places facts tell where the chunk ends that begins there, in whatever division.
pub fn places(solver: &mut Solver, facts: &[Fact]) -> Vec<HeldWord> {
    let function = function(&mut solver.terms);
    let mut found = Vec::new();
    for &fact in facts {
        version::words_in_fact(&solver.terms, function, fact, &mut |word| {
            if !found.contains(&word) {
                found.push(word);
            }
        });
    }
    found
}

/// Whether a fact mentions a division.
pub fn is_mentioned(solver: &mut Solver, fact: Fact) -> bool {
    !places(solver, &[fact]).is_empty()
}

/// Whether it is known that a chunk begins at a place.
pub fn is_known_start(solver: &mut Solver, facts: &Facts, division: Atom, place: Term) -> bool {
    let division = solver.terms.atom_term(division);
    let fact = is_start(&mut solver.terms, division, place);
    if facts.proves(solver, fact).is_proved() {
        return true;
    }
    // At a boundary that is not the last one a chunk begins.
    let limit = limit(&mut solver.terms, division);
    let is_before = solver.terms.less_than(place, limit);
    let is_boundary = is_boundary(&mut solver.terms, division, place);
    facts.proves_all(solver, &[is_boundary, is_before]).is_proved()
}

/// What divisions are, for the places that facts mention and tell the numbers of: this is their meaning, written down for the laws.
pub(crate) fn axioms(solver: &mut Solver, facts: &Facts) -> Vec<Fact> {
    let mut known: Vec<(Atom, i128, Term)> = Vec::new();
    for word in places(solver, facts.as_slice()) {
        if let Some(place) = facts.bounds(solver, word.place).value() {
            known.push((word.version, place, solver.terms.atom_term(word.atom)));
        }
    }
    let mut axioms = Vec::new();
    for &(version, place, end) in &known {
        if place < -1 {
            axioms.push(solver.terms.zero(end));
        }
        for &(_, _, limit) in known.iter().filter(|other| place >= 0 && other.0 == version && other.1 == -1) {
            axioms.extend(boundary_axioms(solver, facts, (place, end), limit));
        }
        let terms = &mut solver.terms;
        let others = known.iter().filter(|other| place >= 0 && other.0 == version);
        for &(_, other, other_end) in others.filter(|other| other.1 == -1 || other.1 > place) {
            let [start, next] = [place, other].map(|offset| terms.constant(offset));
            let is_none = terms.at_most(end, start);
            axioms.push(match other {
                -1 => {
                    let fits = terms.at_most(end, other_end);
                    terms.any_of(&[is_none, fits])
                }
                _ => {
                    let (is_no_other, fits) = (terms.at_most(other_end, next), terms.at_most(end, next));
                    terms.any_of(&[is_none, is_no_other, fits])
                }
            });
        }
    }
    axioms
}

/// What a place that is not below zero has to do with the one where the last chunk ends: it is a boundary without a chunk if it is that one,
/// and only then.
fn boundary_axioms(solver: &mut Solver, facts: &Facts, (place, end): (i128, Term), limit: Term) -> Vec<Fact> {
    let number = facts.bounds(solver, limit).value();
    let own = facts.bounds(solver, end).value();
    let terms = &mut solver.terms;
    let start = terms.constant(place);
    let (is_empty, is_no_boundary) = (terms.equal(end, start), terms.not_equal(end, start));
    match (number, own) {
        (Some(number), Some(own)) if (number == place) == (own == place) => Vec::new(),
        (Some(number), _) => vec![if number == place { is_empty } else { is_no_boundary }],
        (None, _) => {
            let (is_limit, is_no_limit) = (terms.equal(start, limit), terms.not_equal(start, limit));
            vec![terms.any_of(&[is_no_limit, is_empty]), terms.any_of(&[is_no_boundary, is_limit])]
        }
    }
}
