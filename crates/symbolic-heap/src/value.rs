//! What a register or a cell holds.

use pure_logic::term::Atom;
use pure_logic::{Facts, Solver, Term, TermTable};

/// A machine word of some width `w`, kept by whoever holds it.
///
/// The bits are `term` modulo 2^w: the term is an integer that may lie outside the range of the
/// word, and reading it as signed or unsigned wraps it unless the facts show that it need not.
/// So addition, subtraction and multiplication never lose anything, whether or not they wrap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value {
    pub term: Term,
    /// The bits that are indeterminate because nothing was ever stored there.
    pub undefined: u128,
}

impl Value {
    pub fn defined(term: Term) -> Value {
        Value { term, undefined: 0 }
    }

    /// A word of which no bit was stored; the term is a variable of its own.
    pub fn indeterminate(term: Term) -> Value {
        Value { term, undefined: u128::MAX }
    }

    pub fn is_defined(self) -> bool {
        self.undefined == 0
    }

    /// The value with terms put in the place of atoms.
    pub fn substitute(self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Value {
        Value { term: terms.substitute(self.term, replacements), ..self }
    }
}

/// A word of so many bits (at most 64), like the term where bits are defined, with bits of its own where
/// they are not.
pub fn with_free_bits(
    solver: &mut Solver,
    facts: &mut Facts,
    term: Term,
    undefined: u128,
    bits: u32,
) -> Term {
    let ones = (1i128 << bits.min(64)) - 1;
    let free = undefined as i128 & ones;
    let mut result = solver.terms.and_constant(term, ones & !free);
    let mut place = 0;
    while free >> place != 0 {
        place += (free >> place).trailing_zeros();
        let length = (free >> place).trailing_ones();
        let run = solver.terms.fresh_variable("undef");
        let (low, high) = (solver.terms.constant(0), solver.terms.constant((1 << length) - 1));
        let range = [solver.terms.at_most(low, run), solver.terms.at_most(run, high)];
        facts.assume_all(solver, &range);
        result = solver.terms.add_scaled(result, 1 << place, run);
        place += length;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defined_bits_stay_and_the_others_are_free() {
        let mut solver = Solver::new();
        let word = solver.terms.constant(0b1011_0101);
        for undefined in [0u128, 0b1, 0b1111_0000, 0b0110_0110, u128::MAX] {
            let mut facts = Facts::new();
            let term = with_free_bits(&mut solver, &mut facts, word, undefined, 8);
            for value in 0..=255i128 {
                let is_possible = (value as u128 ^ 0b1011_0101) & !undefined & 0xff == 0;
                let number = solver.terms.constant(value);
                let differs = solver.terms.not_equal(term, number);
                assert_eq!(
                    facts.proves(&mut solver, differs).is_proved(),
                    !is_possible,
                    "{undefined:#x} {value}"
                );
            }
            let byte = facts.bounds(&mut solver, term);
            assert!(byte.lower >= Some(0) && byte.upper.is_some_and(|upper| upper <= 255));
        }
    }
}
