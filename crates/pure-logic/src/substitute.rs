//! Rebuilding terms and facts with parts replaced; renaming and substitution.

use crate::fact::Fact;
use crate::facts::Facts;
use crate::solver::Solver;
use crate::term::{Atom, AtomKind, Term, TermTable};

/// How a part of a term is replaced.
type Map<'a> = dyn FnMut(&mut TermTable, Term) -> Term + 'a;

impl TermTable {
    /// The term with some of its atoms (not those below them) replaced.
    pub(crate) fn map_atoms(
        &mut self,
        term: Term,
        map: &mut dyn FnMut(&mut TermTable, Atom) -> Option<Term>,
    ) -> Term {
        let mut result = term;
        for index in 0..self.summands(term).len() {
            let (atom, coefficient) = self.summands(term)[index];
            if let Some(replacement) = map(self, atom) {
                let own = self.atom_term(atom);
                let difference = self.subtract(replacement, own);
                result = self.add_scaled(result, coefficient, difference);
            }
        }
        result
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

    /// The term with all variables replaced at once; the replacements may mention replaced variables.
    pub fn substitute(&mut self, term: Term, substitution: &Substitution) -> Term {
        if self.signature(term) & substitution.signature == 0 {
            return term;
        }
        self.map_atoms(term, &mut |terms, atom| match substitution.get(atom) {
            Some(replacement) => Some(replacement),
            None => terms.map_arguments(atom, &mut |terms, term| terms.substitute(term, substitution)),
        })
    }

    /// The fact with all variables replaced at once.
    pub fn substitute_in_fact(&mut self, fact: Fact, substitution: &Substitution) -> Fact {
        self.map_terms(fact, &mut |terms, term| terms.substitute(term, substitution))
    }
}

/// Terms that stand for variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Substitution {
    /// INVARIANT: sorted by atom.
    entries: Vec<(Atom, Term)>,
    signature: u64,
}

impl Substitution {
    /// The substitution that changes nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces `variable`, which must be a single atom, by `replacement`; `false` if it is not one.
    pub fn insert(&mut self, terms: &TermTable, variable: Term, replacement: Term) -> bool {
        let Some(atom) = terms.as_atom(variable) else {
            return false;
        };
        match self.entries.binary_search_by_key(&atom, |entry| entry.0) {
            Ok(position) => self.entries[position].1 = replacement,
            Err(position) => self.entries.insert(position, (atom, replacement)),
        }
        self.signature |= crate::term::signature_bit(atom);
        true
    }

    fn get(&self, atom: Atom) -> Option<Term> {
        let position = self.entries.binary_search_by_key(&atom, |entry| entry.0).ok()?;
        Some(self.entries[position].1)
    }
}

impl Facts {
    /// The facts with all variables replaced at once.
    pub fn substitute(&self, solver: &mut Solver, substitution: &Substitution) -> Facts {
        let mut result = Facts::new();
        for fact in self.as_slice() {
            let fact = solver.terms.substitute_in_fact(*fact, substitution);
            result.assume(solver, fact);
        }
        result
    }

    /// The facts with variables renamed at once: pairs of old and new variable.
    pub fn rename(&self, solver: &mut Solver, names: &[(Term, Term)]) -> Facts {
        let mut substitution = Substitution::new();
        for (old, new) in names {
            substitution.insert(&solver.terms, *old, *new);
        }
        self.substitute(solver, &substitution)
    }
}
