//! Models: integers for variables, tables for functions.

use crate::fact::Fact;
use crate::number::{floor_div, remainder};
use crate::term::{Atom, AtomKind, FLAG_OPAQUE, Symbol, Term, TermTable};

/// An assignment of integers to variables and of finite tables to functions; whatever is not listed is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// INVARIANT: sorted by atom.
    variables: Vec<(Atom, i128)>,
    /// INVARIANT: sorted by function and arguments.
    functions: Vec<(Symbol, Box<[i128]>, i128)>,
}

impl Model {
    /// A model with the given values of variables; later entries for the same variable are ignored.
    pub fn new(mut variables: Vec<(Atom, i128)>) -> Model {
        variables.sort_by_key(|entry| entry.0);
        variables.dedup_by_key(|entry| entry.0);
        Model { variables, functions: Vec::new() }
    }

    /// Sets one row of the table of a function; `false` if the row is already there with another value.
    pub fn set_function(&mut self, function: Symbol, arguments: Box<[i128]>, value: i128) -> bool {
        match self.functions.binary_search_by(|entry| (entry.0, &*entry.1).cmp(&(function, &*arguments))) {
            Ok(position) => self.functions[position].2 == value,
            Err(position) => {
                self.functions.insert(position, (function, arguments, value));
                true
            }
        }
    }

    /// The values of the variables.
    pub fn variables(&self) -> &[(Atom, i128)] {
        &self.variables
    }

    /// The rows of the tables of the functions: name, arguments, value.
    pub fn functions(&self) -> &[(Symbol, Box<[i128]>, i128)] {
        &self.functions
    }

    /// The value of a term; `None` if a number overflows or a limit hides the value.
    pub fn evaluate(&self, terms: &TermTable, term: Term) -> Option<i128> {
        if terms.flags(term) & FLAG_OPAQUE != 0 {
            return None;
        }
        let mut sum = terms.constant_part(term);
        for &(atom, coefficient) in terms.summands(term) {
            let value = self.value(terms, atom)?;
            sum = sum.checked_add(value.checked_mul(coefficient)?)?;
        }
        Some(sum)
    }

    /// The value of an atom.
    pub fn value(&self, terms: &TermTable, atom: Atom) -> Option<i128> {
        match terms.kind(atom) {
            AtomKind::Variable(_) => {
                Some(match self.variables.binary_search_by_key(&atom, |entry| entry.0) {
                    Ok(position) => self.variables[position].1,
                    Err(_) => 0,
                })
            }
            AtomKind::Modulo(term, modulus) => Some(remainder(self.evaluate(terms, term)?, modulus)),
            AtomKind::Divide(term, divisor) => Some(floor_div(self.evaluate(terms, term)?, divisor)),
            AtomKind::Truth(fact) => Some(i128::from(self.satisfies(terms, fact)?)),
            AtomKind::Apply(function, arguments) => {
                let arguments: Option<Vec<i128>> =
                    terms.list(arguments).iter().map(|argument| self.evaluate(terms, *argument)).collect();
                Some(self.function_value(function, &arguments?))
            }
            AtomKind::Opaque(_) => None,
        }
    }

    fn function_value(&self, function: Symbol, arguments: &[i128]) -> i128 {
        match self.functions.binary_search_by(|entry| (entry.0, &*entry.1).cmp(&(function, arguments))) {
            Ok(position) => self.functions[position].2,
            Err(_) => 0,
        }
    }

    /// Whether a fact holds in the model; `None` if that cannot be evaluated.
    pub fn satisfies(&self, terms: &TermTable, fact: Fact) -> Option<bool> {
        match fact {
            Fact::True => Some(true),
            Fact::False => Some(false),
            Fact::Zero(term) => Some(self.evaluate(terms, term)? == 0),
            Fact::NonZero(term) => Some(self.evaluate(terms, term)? != 0),
            Fact::NonNegative(term) => Some(self.evaluate(terms, term)? >= 0),
            Fact::AnyOf(clause) => {
                for alternative in terms.alternatives(clause) {
                    if self.satisfies(terms, *alternative)? {
                        return Some(true);
                    }
                }
                Some(false)
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
}
