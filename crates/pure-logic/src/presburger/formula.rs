//! Formulas with quantifiers, and their elimination.

use super::affine::Variable;
use super::bracket::Bracket;
use super::budget::Budget;
use super::constraint::Constraint;
use super::set::Set;

/// A formula of Presburger arithmetic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    True,
    False,
    Atom(Constraint),
    Not(Box<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Exists(Vec<Variable>, Box<Formula>),
    ForAll(Vec<Variable>, Box<Formula>),
}

impl Formula {
    /// Eliminates all quantifiers. Where exactness would cost too much, the two sides of the bracket differ.
    pub fn eliminate(&self, budget: &mut Budget) -> Bracket {
        match self {
            Formula::True => Bracket::exactly(Set::universe()),
            Formula::False => Bracket::exactly(Set::empty()),
            Formula::Atom(constraint) => Bracket::exactly(Set::from_constraints([constraint.clone()])),
            Formula::Not(inner) => inner.eliminate(budget).not(budget),
            Formula::And(parts) => {
                let mut result = Bracket::exactly(Set::universe());
                for part in parts {
                    result = result.and(&part.eliminate(budget), budget);
                }
                result
            }
            Formula::Or(parts) => {
                let mut result = Bracket::exactly(Set::empty());
                for part in parts {
                    result = result.or(&part.eliminate(budget));
                }
                result
            }
            Formula::Exists(variables, inner) => {
                compact(inner.eliminate(budget).exists(variables, budget), budget)
            }
            Formula::ForAll(variables, inner) => {
                compact(inner.eliminate(budget).for_all(variables, budget), budget)
            }
        }
    }

    /// Eliminates all quantifiers and simplifies the result.
    pub fn simplify(&self, budget: &mut Budget) -> Bracket {
        self.eliminate(budget).simplify(budget)
    }
}

/// A union is simplified before the next operation multiplies its conjuncts.
fn compact(bracket: Bracket, budget: &mut Budget) -> Bracket {
    if bracket.necessary().conjuncts().len() > 1 { bracket.simplify(budget) } else { bracket }
}

/// The spelling of variables. Bound variables are distinct from free ones of the same spelling.
#[derive(Clone, Debug, Default)]
pub struct Names {
    spellings: Vec<String>,
    /// The free variables, in the order in which they were first named.
    free: Vec<Variable>,
}

impl Names {
    pub fn new() -> Names {
        Names::default()
    }

    /// The free variable of that name.
    pub fn variable(&mut self, name: &str) -> Variable {
        let known = self.free.iter().find(|&&variable| self.name(variable) == name);
        if let Some(&variable) = known {
            return variable;
        }
        let variable = self.bound(name);
        self.free.push(variable);
        variable
    }

    /// A new variable, different from all others of that name.
    pub(super) fn bound(&mut self, name: &str) -> Variable {
        let index = u32::try_from(self.spellings.len()).unwrap_or(u32::MAX);
        self.spellings.push(name.to_owned());
        Variable(index)
    }

    pub fn name(&self, variable: Variable) -> &str {
        self.spellings.get(variable.0 as usize).map_or("?", String::as_str)
    }

    /// The free variables, in the order in which they were first named.
    pub fn free_variables(&self) -> &[Variable] {
        &self.free
    }
}
