//! Values of variables, some of them not known yet, and what terms and facts are under them.

use pure_logic::number::{floor_div, remainder};
use pure_logic::term::{Atom, AtomKind, PRODUCT};
use pure_logic::{Fact, Model, Term, TermTable};
use std::collections::BTreeMap;

/// Values of some variables.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Assignment {
    values: BTreeMap<Atom, i128>,
}

/// What is missing to evaluate a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Missing {
    Nothing(i128),
    /// The value of one variable, which the term contains with this coefficient; the rest is this.
    One {
        atom: Atom,
        coefficient: i128,
        rest: i128,
    },
    More,
}

impl Assignment {
    pub fn get(&self, atom: Atom) -> Option<i128> {
        self.values.get(&atom).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (Atom, i128)> + '_ {
        self.values.iter().map(|(&atom, &value)| (atom, value))
    }

    pub(super) fn set(&mut self, atom: Atom, value: i128) {
        self.values.insert(atom, value);
    }

    /// The value of a term, if all it depends on is known and no number overflows.
    pub fn evaluate(&self, terms: &TermTable, term: Term) -> Option<i128> {
        match self.missing(terms, term) {
            Missing::Nothing(value) => Some(value),
            Missing::One { .. } | Missing::More => None,
        }
    }

    pub(super) fn missing(&self, terms: &TermTable, term: Term) -> Missing {
        let mut sum = terms.constant_part(term);
        let mut one = None;
        for &(atom, coefficient) in terms.summands(term) {
            match self.value(terms, atom) {
                Some(value) => {
                    let next = value.checked_mul(coefficient).and_then(|product| sum.checked_add(product));
                    let Some(next) = next else { return Missing::More };
                    sum = next;
                }
                None if one.is_none() && matches!(terms.kind(atom), AtomKind::Variable(_)) => {
                    one = Some((atom, coefficient));
                }
                None => return Missing::More,
            }
        }
        match one {
            None => Missing::Nothing(sum),
            Some((atom, coefficient)) => Missing::One { atom, coefficient, rest: sum },
        }
    }

    fn value(&self, terms: &TermTable, atom: Atom) -> Option<i128> {
        match terms.kind(atom) {
            AtomKind::Variable(_) => self.get(atom),
            AtomKind::Modulo(term, modulus) => Some(remainder(self.evaluate(terms, term)?, modulus)),
            AtomKind::Divide(term, divisor) => Some(floor_div(self.evaluate(terms, term)?, divisor)),
            AtomKind::Truth(fact) => self.holds(terms, fact).map(i128::from),
            AtomKind::Apply(PRODUCT, arguments) => terms
                .list(arguments)
                .iter()
                .try_fold(1i128, |product, argument| product.checked_mul(self.evaluate(terms, *argument)?)),
            AtomKind::Apply(..) | AtomKind::Opaque(_) => None,
        }
    }

    /// Whether a fact holds; `None` if that is not known.
    pub fn holds(&self, terms: &TermTable, fact: Fact) -> Option<bool> {
        match fact {
            Fact::True => Some(true),
            Fact::False => Some(false),
            Fact::Zero(term) => Some(self.evaluate(terms, term)? == 0),
            Fact::NonZero(term) => Some(self.evaluate(terms, term)? != 0),
            Fact::NonNegative(term) => Some(self.evaluate(terms, term)? >= 0),
            Fact::AnyOf(clause) => {
                let mut all_known = true;
                for alternative in terms.alternatives(clause) {
                    match self.holds(terms, *alternative) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => all_known = false,
                    }
                }
                all_known.then_some(false)
            }
            Fact::Distinct(list) => {
                let values: Option<Vec<i128>> =
                    terms.list(list).iter().map(|term| self.evaluate(terms, *term)).collect();
                let mut values = values?;
                values.sort_unstable();
                Some(values.windows(2).all(|pair| pair[0] != pair[1]))
            }
        }
    }

    /// Takes over what a model says of the variables that have no value yet.
    pub(super) fn extend(&mut self, model: &Model) {
        for &(atom, value) in model.variables() {
            self.values.entry(atom).or_insert(value);
        }
    }
}
