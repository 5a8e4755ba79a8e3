//! Values of atoms while a model is being built.

use std::sync::Arc;

use crate::fact::Fact;
use crate::facts::state::State;
use crate::model::Model;
use crate::number::{floor_div, remainder};
use crate::term::{Atom, AtomKind, Term, TermTable};

/// Values of the atoms that exact arithmetic solved for, over a model of the rest.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// INVARIANT: sorted by atom.
    atoms: Vec<(Atom, i128)>,
    base: Option<Arc<Model>>,
    /// Whether the values satisfy all rows but those of touched atoms.
    is_base: bool,
}

impl Values {
    pub fn from_model(base: Option<Arc<Model>>) -> Values {
        Values { atoms: Vec::new(), is_base: base.is_some(), base }
    }

    pub fn has_base(&self) -> bool {
        self.is_base
    }

    /// The same values, for a state that has more facts.
    pub fn as_base(&self) -> Values {
        Values { is_base: true, ..self.clone() }
    }

    pub fn set_all(&mut self, values: Vec<(Atom, i128)>) {
        if self.atoms.is_empty() {
            self.atoms = values;
            // Where an atom is listed twice, both values are the same.
            self.atoms.sort_unstable();
            self.atoms.dedup_by_key(|entry| entry.0);
            return;
        }
        for (atom, value) in values {
            match self.atoms.binary_search_by_key(&atom, |entry| entry.0) {
                Ok(position) => self.atoms[position].1 = value,
                Err(position) => self.atoms.insert(position, (atom, value)),
            }
        }
    }

    /// The value of a term; `None` if a number overflows or a limit hides it.
    pub fn evaluate(&self, terms: &mut TermTable, state: &State, term: Term) -> Option<i128> {
        let normal = state.normalise(terms, term);
        self.evaluate_normal(terms, state, normal)
    }

    fn evaluate_normal(&self, terms: &mut TermTable, state: &State, term: Term) -> Option<i128> {
        let mut sum = terms.constant_part(term);
        for index in 0..terms.summands(term).len() {
            let (atom, coefficient) = terms.summands(term)[index];
            let value = self.value(terms, state, atom)?;
            sum = sum.checked_add(value.checked_mul(coefficient)?)?;
        }
        Some(sum)
    }

    fn value(&self, terms: &mut TermTable, state: &State, atom: Atom) -> Option<i128> {
        if let Ok(position) = self.atoms.binary_search_by_key(&atom, |entry| entry.0) {
            return Some(self.atoms[position].1);
        }
        match terms.kind(atom) {
            AtomKind::Variable(_) | AtomKind::Apply(..) => match &self.base {
                Some(base) => base.value(terms, atom),
                None => Some(0),
            },
            AtomKind::Modulo(argument, modulus) => {
                Some(remainder(self.evaluate(terms, state, argument)?, modulus))
            }
            AtomKind::Divide(argument, divisor) => {
                Some(floor_div(self.evaluate(terms, state, argument)?, divisor))
            }
            AtomKind::Truth(fact) => Some(i128::from(self.satisfies(terms, state, fact)?)),
            AtomKind::Opaque(_) => Some(0),
        }
    }

    /// Whether a fact holds; `None` if that cannot be evaluated.
    pub fn satisfies(&self, terms: &mut TermTable, state: &State, fact: Fact) -> Option<bool> {
        match fact {
            Fact::True => Some(true),
            Fact::False => Some(false),
            Fact::Zero(term) => Some(self.evaluate(terms, state, term)? == 0),
            Fact::NonZero(term) => Some(self.evaluate(terms, state, term)? != 0),
            Fact::NonNegative(term) => Some(self.evaluate(terms, state, term)? >= 0),
            Fact::AnyOf(clause) => {
                for index in 0..terms.alternatives(clause).len() {
                    let alternative = terms.alternatives(clause)[index];
                    if self.satisfies(terms, state, alternative)? {
                        return Some(true);
                    }
                }
                Some(false)
            }
            Fact::Distinct(list) => {
                let mut values = Vec::new();
                for index in 0..terms.list(list).len() {
                    let member = terms.list(list)[index];
                    values.push(self.evaluate(terms, state, member)?);
                }
                values.sort_unstable();
                Some(values.windows(2).all(|pair| pair[0] != pair[1]))
            }
        }
    }

    /// The model that gives these values to variables and functions; `None` on overflow or if a function would need two
    /// values for the same arguments.
    pub fn to_model(&self, terms: &mut TermTable, state: &State) -> Option<Model> {
        let mut variables: Vec<(Atom, i128)> = Vec::new();
        for &(atom, value) in &self.atoms {
            if matches!(terms.kind(atom), AtomKind::Variable(_)) && state.replacement(atom).is_none() {
                variables.push((atom, value));
            }
        }
        for &(atom, replacement) in &state.eliminated {
            if matches!(terms.kind(atom), AtomKind::Variable(_)) {
                variables.push((atom, self.evaluate_normal(terms, state, replacement)?));
            }
        }
        // The first entry of a variable counts.
        if let Some(base) = &self.base {
            variables.extend_from_slice(base.variables());
        }
        let mut model = Model::new(variables);
        for &atom in &state.applications {
            let AtomKind::Apply(function, list) = terms.kind(atom) else {
                continue;
            };
            let mut arguments = Vec::new();
            for index in 0..terms.list(list).len() {
                let argument = terms.list(list)[index];
                arguments.push(self.evaluate(terms, state, argument)?);
            }
            let own = terms.atom_term(atom);
            let value = self.evaluate(terms, state, own)?;
            if !model.set_function(function, arguments.into_boxed_slice(), value) {
                return None;
            }
        }
        Some(model)
    }
}
