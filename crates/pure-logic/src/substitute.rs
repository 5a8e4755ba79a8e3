//! Rebuilding terms and facts with parts replaced; renaming and substitution.

use crate::fact::Fact;
use crate::facts::Facts;
use crate::solver::Solver;
use crate::term::{Atom, AtomKind, Term, TermTable, signature_bit};

/// How a part of a term is replaced.
type Map<'a> = dyn FnMut(&mut TermTable, Term) -> Term + 'a;

impl TermTable {
    /// The term with some of its atoms (not those below them) replaced.
    pub(crate) fn map_atoms(
        &mut self,
        term: Term,
        map: &mut dyn FnMut(&mut TermTable, Atom) -> Option<Term>,
    ) -> Term {
        // What takes the place of the replaced atoms, and the summands that stay.
        let mut changed: Option<Term> = None;
        let mut kept: Vec<(Atom, i128)> = Vec::new();
        for index in 0..self.summands(term).len() {
            let (atom, coefficient) = self.summands(term)[index];
            match (map(self, atom), changed) {
                (Some(replacement), None) => {
                    kept.extend_from_slice(&self.summands(term)[..index]);
                    changed = Some(self.scale(coefficient, replacement));
                }
                (Some(replacement), Some(sum)) => {
                    changed = Some(self.add_scaled(sum, coefficient, replacement));
                }
                (None, Some(_)) => kept.push((atom, coefficient)),
                (None, None) => {}
            }
        }
        let Some(changed) = changed else { return term };
        let constant = self.constant_part(term);
        if kept.is_empty() {
            return self.add_constant(changed, constant);
        }
        let rest = self.intern_linear(constant, &kept);
        self.add(rest, changed)
    }

    /// The compound atom with its arguments replaced; `None` if none of them changes.
    pub(crate) fn map_arguments(&mut self, atom: Atom, map: &mut Map<'_>) -> Option<Term> {
        match self.kind(atom) {
            AtomKind::Variable(_) | AtomKind::Opaque(_) => None,
            AtomKind::Modulo(argument, modulus) => {
                let changed = map(self, argument);
                (changed != argument).then(|| self.modulo(changed, modulus))
            }
            AtomKind::Divide(argument, divisor) => {
                let changed = map(self, argument);
                (changed != argument).then(|| self.divide(changed, divisor))
            }
            AtomKind::Truth(fact) => {
                let changed = self.map_terms(fact, map);
                (changed != fact).then(|| self.truth(changed))
            }
            AtomKind::Apply(function, list) => {
                let arguments = self.list(list).to_vec();
                let changed: Vec<Term> = arguments.iter().map(|argument| map(self, *argument)).collect();
                (changed != arguments).then(|| self.application(function, &changed))
            }
        }
    }

    /// The fact with its terms replaced.
    pub(crate) fn map_terms(&mut self, fact: Fact, map: &mut Map<'_>) -> Fact {
        match fact {
            Fact::True | Fact::False => fact,
            Fact::Zero(term) => {
                let changed = map(self, term);
                if changed == term { fact } else { self.zero(changed) }
            }
            Fact::NonZero(term) => {
                let changed = map(self, term);
                if changed == term { fact } else { self.non_zero(changed) }
            }
            Fact::NonNegative(term) => {
                let changed = map(self, term);
                if changed == term { fact } else { self.non_negative(changed) }
            }
            Fact::AnyOf(clause) => {
                let old = self.alternatives(clause).to_vec();
                let changed: Vec<Fact> =
                    old.iter().map(|alternative| self.map_terms(*alternative, map)).collect();
                if changed == old { fact } else { self.any_of(&changed) }
            }
            Fact::Distinct(list) => {
                let old = self.list(list).to_vec();
                let changed: Vec<Term> = old.iter().map(|term| map(self, *term)).collect();
                if changed == old { fact } else { self.distinct(&changed) }
            }
        }
    }

    /// The term with all the given atoms replaced at once, at every depth; replacements may mention replaced atoms.
    pub fn substitute(&mut self, term: Term, replacements: &[(Atom, Term)]) -> Term {
        if self.signature(term) & signature_of(replacements) == 0 {
            return term;
        }
        self.map_atoms(term, &mut |terms, atom| match replacements
            .iter()
            .find(|(replaced, _)| *replaced == atom)
        {
            Some((_, replacement)) => Some(*replacement),
            None => terms.map_arguments(atom, &mut |terms, term| terms.substitute(term, replacements)),
        })
    }

    /// The fact with all the given atoms replaced at once.
    pub fn substitute_in_fact(&mut self, fact: Fact, replacements: &[(Atom, Term)]) -> Fact {
        if self.fact_summary(fact).signature & signature_of(replacements) == 0 {
            return fact;
        }
        self.map_terms(fact, &mut |terms, term| terms.substitute(term, replacements))
    }
}

fn signature_of(replacements: &[(Atom, Term)]) -> u64 {
    replacements.iter().fold(0, |signature, (atom, _)| signature | signature_bit(*atom))
}

impl Facts {
    /// The facts with all the given atoms replaced at once.
    pub fn substitute(&self, solver: &mut Solver, replacements: &[(Atom, Term)]) -> Facts {
        let substitute = |fact: &Fact| solver.terms.substitute_in_fact(*fact, replacements);
        let facts: Vec<Fact> = self.as_slice().iter().map(substitute).collect();
        // What is known besides the facts takes much longer to find than they take to compare.
        if facts == self.as_slice() {
            return self.clone();
        }
        Facts::from_facts(solver, &facts)
    }

    /// The facts with variables renamed at once: pairs of old and new variable.
    pub fn rename(&self, solver: &mut Solver, names: &[(Term, Term)]) -> Facts {
        let replacements: Vec<(Atom, Term)> =
            names.iter().filter_map(|(old, new)| Some((solver.terms.as_atom(*old)?, *new))).collect();
        self.substitute(solver, &replacements)
    }
}
