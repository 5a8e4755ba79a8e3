//! Replacing equals by equals.

use super::state::State;
use crate::fact::Fact;
use crate::term::{Atom, FLAG_COMPOUND, Term, TermTable};

impl State {
    /// The term with every eliminated atom replaced, at every depth.
    pub fn normalise(&self, terms: &mut TermTable, term: Term) -> Term {
        if terms.signature(term) & self.eliminated_signature == 0 {
            return term;
        }
        terms.map_atoms(term, &mut |terms, atom| self.normalise_atom(terms, atom))
    }

    /// What an atom is replaced by, if by anything.
    fn normalise_atom(&self, terms: &mut TermTable, atom: Atom) -> Option<Term> {
        let data = terms.atoms[atom.0 as usize];
        if data.signature & self.eliminated_signature == 0 {
            return None;
        }
        if data.flags & FLAG_COMPOUND != 0
            && let Some(rebuilt) =
                terms.map_arguments(atom, &mut |terms, argument| self.normalise(terms, argument))
        {
            // The rebuilt term may consist of atoms that are eliminated themselves.
            return Some(terms.map_atoms(rebuilt, &mut |_, atom| self.replacement(atom)));
        }
        self.replacement(atom)
    }

    /// The fact with every eliminated atom replaced.
    pub fn normalise_fact(&self, terms: &mut TermTable, fact: Fact) -> Fact {
        terms.map_terms(fact, &mut |terms, term| self.normalise(terms, term))
    }
}
