//! What a register or a cell holds.

use pure_logic::term::Atom;
use pure_logic::{Term, TermTable};

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
