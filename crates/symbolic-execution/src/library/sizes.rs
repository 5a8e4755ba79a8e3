//! Sizes of blocks that were computed modulo a power of two.
//!
//! ```text
//!   a block of 8 · (t mod m) bytes is there        only for k = q  can  q·m ≤ t < (q + 1)·m  and  8 · (t - q·m) be a size
//!  ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────── plain-size
//!   t mod m = t - q·m,   q·m ≤ t < (q + 1)·m
//! ```
//!
//! Sound: `t` lies in one of these intervals, and the facts exclude all others.
//! `malloc((n + 1) * sizeof *p)` fails where `n + 1` wraps around, because that is more than there can be: where it has not failed,
//! it did not. Said at once, later questions need not find it out again, and a join does not lose it.

use crate::limits::{QUOTIENTS_TRIED, REMAINDERS_TRIED};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver, Term};

/// The size of a block that is there, with as few remainders as the facts allow, and what this says of the numbers it was computed from.
pub(super) fn plain_size(solver: &mut Solver, facts: &Facts, size: Term, largest: Term) -> (Term, Vec<Fact>) {
    let (mut size, mut learned) = (size, Vec::new());
    let mut facts = facts.clone();
    for _ in 0..REMAINDERS_TRIED {
        let Some((next, facts_of_next)) = without_a_remainder(solver, &facts, (size, largest)) else { break };
        size = next;
        facts.assume_all(solver, &facts_of_next);
        learned.extend(facts_of_next);
    }
    (size, learned)
}

/// The same size without one of its remainders.
fn without_a_remainder(
    solver: &mut Solver,
    facts: &Facts,
    (size, largest): (Term, Term),
) -> Option<(Term, Vec<Fact>)> {
    let atoms: Vec<Atom> = solver.terms.summands(size).iter().map(|summand| summand.0).collect();
    atoms.into_iter().find_map(|atom| {
        let AtomKind::Modulo(number, modulus) = solver.terms.kind(atom) else { return None };
        let mut facts = facts.clone();
        let inner = remainders_are_small(solver, number);
        facts.assume_all(solver, &inner);
        let bounds = facts.bounds(solver, number);
        let lowest = bounds.lower?.div_euclid(modulus);
        let highest = bounds.upper?.div_euclid(modulus);
        if highest - lowest >= QUOTIENTS_TRIED {
            return None;
        }
        let mut possible = (lowest..=highest).filter_map(|quotient| {
            let terms = &mut solver.terms;
            let least = terms.constant(quotient * modulus);
            let most = terms.constant(quotient * modulus + modulus - 1);
            let plain = terms.subtract(number, least);
            let plain = terms.substitute(size, &[(atom, plain)]);
            let zero = terms.constant(0);
            let range = vec![
                terms.at_most(least, number),
                terms.at_most(number, most),
                terms.at_most(zero, plain),
                terms.at_most(plain, largest),
            ];
            let mut case = facts.clone();
            case.assume_all(solver, &range);
            (!case.is_unsat(solver).is_proved()).then_some((plain, range))
        });
        let only = possible.next()?;
        possible.next().is_none().then_some(only)
    })
}

/// The bounds of the remainders that a number is made of, by their definition.
fn remainders_are_small(solver: &mut Solver, number: Term) -> Vec<Fact> {
    let atoms: Vec<Atom> = solver.terms.summands(number).iter().map(|summand| summand.0).collect();
    let mut facts = Vec::new();
    for atom in atoms {
        let terms = &mut solver.terms;
        let AtomKind::Modulo(_, modulus) = terms.kind(atom) else { continue };
        let (zero, most) = (terms.constant(0), terms.constant(modulus - 1));
        let remainder = terms.atom_term(atom);
        facts.extend([terms.at_most(zero, remainder), terms.at_most(remainder, most)]);
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `8 · wrap(n + 1)` as a word of 64 bits, for an `int n` that is at least so large.
    fn size_of_array(least: i128) -> (Solver, Facts, Term, Term) {
        let mut solver = Solver::default();
        let terms = &mut solver.terms;
        let count = terms.variable("n");
        let (low, high) = (terms.constant(least), terms.constant((1 << 31) - 1));
        let range = [terms.at_most(low, count), terms.at_most(count, high)];
        let next = terms.add_constant(count, 1);
        let shifted = terms.add_constant(next, 1 << 31);
        let wrapped = terms.modulo(shifted, 1 << 32);
        let wrapped = terms.add_constant(wrapped, -(1 << 31));
        let bytes = terms.scale(8, wrapped);
        let size = terms.modulo(bytes, 1 << 64);
        let facts = Facts::from_facts(&mut solver, &range);
        (solver, facts, count, size)
    }

    #[test]
    fn a_block_that_is_there_tells_that_its_size_did_not_wrap_around() {
        let (mut solver, mut facts, count, size) = size_of_array(0);
        let largest = solver.terms.constant((1 << 63) - 1);
        let (plain, learned) = plain_size(&mut solver, &facts, size, largest);
        let expected = solver.terms.scale(8, count);
        let expected = solver.terms.add_constant(expected, 8);
        assert_eq!(plain, expected);
        facts.assume_all(&mut solver, &learned);
        let most = solver.terms.constant((1 << 31) - 2);
        let fits = solver.terms.at_most(count, most);
        assert!(facts.proves(&mut solver, fits).is_proved());
    }

    #[test]
    fn a_size_that_may_have_wrapped_around_stays_a_remainder() {
        let (mut solver, facts, _, size) = size_of_array(0);
        // Where blocks may be as large as the whole of memory, the greatest count is none too many.
        let largest = solver.terms.constant((1 << 64) - 1);
        assert_eq!(plain_size(&mut solver, &facts, size, largest).0, size);
    }

    /// On a small machine, for all counts: a size that is said to be plain is the size that there is.
    #[test]
    fn a_plain_size_is_the_size_of_every_block_that_is_there() {
        for (modulus, factor, largest) in [(16, 3, 7), (16, 2, 15), (8, 5, 3), (32, 8, 15)] {
            let mut solver = Solver::default();
            let terms = &mut solver.terms;
            let count = terms.variable("n");
            let (zero, high) = (terms.constant(0), terms.constant(9));
            let range = [terms.at_most(zero, count), terms.at_most(count, high)];
            let bytes = terms.scale(factor, count);
            let size = terms.modulo(bytes, modulus);
            let most = terms.constant(largest);
            let facts = Facts::from_facts(&mut solver, &range);
            let (plain, learned) = plain_size(&mut solver, &facts, size, most);
            let atom = solver.terms.as_atom(count).expect("a variable is an atom");
            for number in 0..=9 {
                let real = (factor * number) % modulus;
                if real > largest {
                    continue;
                }
                let number = solver.terms.constant(number);
                let said = solver.terms.substitute(plain, &[(atom, number)]);
                assert_eq!(solver.terms.as_constant(said), Some(real), "{factor} times {number:?}");
                for &fact in &learned {
                    let fact = solver.terms.substitute_in_fact(fact, &[(atom, number)]);
                    assert_eq!(fact, Fact::True);
                }
            }
        }
    }
}
