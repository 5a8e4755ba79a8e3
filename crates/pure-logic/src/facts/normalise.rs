//! Replacing equals by equals.

use super::state::State;
use crate::fact::Fact;
use crate::term::{Atom, AtomKind, FLAG_COMPOUND, Term, TermTable};

impl State {
    /// The term with every eliminated atom replaced, at every depth.
    pub fn normalise(&self, terms: &mut TermTable, term: Term) -> Term {
        if terms.signature(term) & self.eliminated_signature == 0 {
            return term;
        }
        let mut result = term;
        for index in 0..terms.summands(term).len() {
            let (atom, coefficient) = terms.summands(term)[index];
            if let Some(replacement) = self.normalise_atom(terms, atom) {
                let own = terms.atom_term(atom);
                let difference = terms.subtract(replacement, own);
                result = terms.add_scaled(result, coefficient, difference);
            }
        }
        result
    }

    /// What an atom is replaced by, if by anything.
    fn normalise_atom(&self, terms: &mut TermTable, atom: Atom) -> Option<Term> {
        let data = terms.atoms[atom.0 as usize];
        if data.signature & self.eliminated_signature == 0 {
            return None;
        }
        if data.flags & FLAG_COMPOUND != 0
            && let Some(rebuilt) = self.rebuild(terms, atom)
        {
            // The rebuilt term may consist of atoms that are eliminated themselves.
            return Some(self.normalise_shallow(terms, rebuilt));
        }
        self.replacement(atom)
    }

    /// Replaces the atoms of a term whose arguments are already normal.
    fn normalise_shallow(&self, terms: &mut TermTable, term: Term) -> Term {
        let mut result = term;
        for index in 0..terms.summands(term).len() {
            let (atom, coefficient) = terms.summands(term)[index];
            if let Some(replacement) = self.replacement(atom) {
                let own = terms.atom_term(atom);
                let difference = terms.subtract(replacement, own);
                result = terms.add_scaled(result, coefficient, difference);
            }
        }
        result
    }

    /// The compound atom with normal arguments, if they change.
    fn rebuild(&self, terms: &mut TermTable, atom: Atom) -> Option<Term> {
        match terms.kind(atom) {
            AtomKind::Variable(_) | AtomKind::Opaque(_) => None,
            AtomKind::Modulo(argument, modulus) => {
                let normal = self.normalise(terms, argument);
                (normal != argument).then(|| terms.modulo(normal, modulus))
            }
            AtomKind::Divide(argument, divisor) => {
                let normal = self.normalise(terms, argument);
                (normal != argument).then(|| terms.divide(normal, divisor))
            }
            AtomKind::Truth(fact) => {
                let normal = self.normalise_fact(terms, fact);
                (normal != fact).then(|| terms.truth(normal))
            }
            AtomKind::Apply(function, list) => {
                let arguments = terms.list(list).to_vec();
                let normal: Vec<Term> =
                    arguments.iter().map(|argument| self.normalise(terms, *argument)).collect();
                (normal != arguments).then(|| terms.apply(function, &normal))
            }
        }
    }

    /// The fact with every eliminated atom replaced.
    pub fn normalise_fact(&self, terms: &mut TermTable, fact: Fact) -> Fact {
        match fact {
            Fact::True | Fact::False => fact,
            Fact::Zero(term) => {
                let normal = self.normalise(terms, term);
                if normal == term { fact } else { terms.zero(normal) }
            }
            Fact::NonZero(term) => {
                let normal = self.normalise(terms, term);
                if normal == term { fact } else { terms.non_zero(normal) }
            }
            Fact::NonNegative(term) => {
                let normal = self.normalise(terms, term);
                if normal == term { fact } else { terms.non_negative(normal) }
            }
            Fact::AnyOf(clause) => {
                let mut changed = false;
                let mut alternatives = Vec::with_capacity(terms.alternatives(clause).len());
                for index in 0..terms.alternatives(clause).len() {
                    let alternative = terms.alternatives(clause)[index];
                    let normal = self.normalise_fact(terms, alternative);
                    changed |= normal != alternative;
                    alternatives.push(normal);
                }
                if changed { terms.any_of(&alternatives) } else { fact }
            }
            Fact::Distinct(list) => {
                let old = terms.list(list).to_vec();
                let normal: Vec<Term> = old.iter().map(|term| self.normalise(terms, *term)).collect();
                if normal == old { fact } else { terms.distinct(&normal) }
            }
        }
    }
}
