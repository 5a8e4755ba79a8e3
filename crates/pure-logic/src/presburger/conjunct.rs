//! Conjunctions of constraints in normal form.

use std::cmp::Ordering;

use super::affine::{Affine, Variable};
use super::budget::Budget;
use super::constraint::{Constraint, Normal};
use super::satisfiable::{Satisfiability, satisfiable};
use crate::answer::Reason;

/// A conjunction of constraints without an obvious contradiction.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conjunct {
    /// INVARIANT: every constraint is normal; sorted in reading order; of parallel inequalities only the tightest,
    /// and no two opposite inequalities that leave one value only.
    constraints: Vec<Constraint>,
}

impl Conjunct {
    /// The conjunction of the constraints, or `None` when one of them, or a pair of opposite ones, is plainly false.
    pub fn new(constraints: impl IntoIterator<Item = Constraint>) -> Option<Conjunct> {
        let mut normal = Vec::new();
        for constraint in constraints {
            match constraint.normalize() {
                Normal::True => {}
                Normal::False => return None,
                Normal::Atom(atom) => normal.push(atom),
            }
        }
        normal.sort_by(reading_order);
        // Parallel inequalities are neighbours, the tightest first.
        normal.dedup_by(|later, kept| match (&*later, &*kept) {
            (Constraint::NonNegative(a), Constraint::NonNegative(b)) => a.terms() == b.terms(),
            (later, kept) => later == kept,
        });
        let mut index = 0;
        while index < normal.len() {
            if let Constraint::NonNegative(affine) = &normal[index]
                && let Some(other) = position_of_opposite(&normal, index, affine)
            {
                let opposite = normal[other].affine().constant_part();
                let width = affine.constant_part().saturating_add(opposite);
                match width.cmp(&0) {
                    Ordering::Less => return None,
                    Ordering::Equal => {
                        let equality = Constraint::Zero(affine.clone()).normalize();
                        normal.remove(other);
                        normal.remove(index);
                        if let Normal::Atom(equality) = equality {
                            let place = normal.binary_search_by(|c| reading_order(c, &equality));
                            normal.insert(place.unwrap_or_else(|place| place), equality);
                        }
                        index = 0;
                        continue;
                    }
                    Ordering::Greater => {}
                }
            }
            index += 1;
        }
        normal.dedup();
        Some(Conjunct { constraints: normal })
    }

    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// Whether the conjunction is the empty one, `true`.
    pub fn is_universe(&self) -> bool {
        self.constraints.is_empty()
    }

    pub fn mentions(&self, variable: Variable) -> bool {
        self.constraints.iter().any(|c| c.mentions(variable))
    }

    pub fn conjoin(&self, more: &[Constraint]) -> Option<Conjunct> {
        Conjunct::new(self.constraints.iter().chain(more).cloned())
    }

    pub fn holds(&self, value: &dyn Fn(Variable) -> i128) -> Option<bool> {
        for constraint in &self.constraints {
            if !constraint.holds(value)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether no integers satisfy the conjunction.
    pub(super) fn is_empty(&self, budget: &mut Budget) -> Result<bool, Reason> {
        is_empty(&self.constraints, budget)
    }

    /// Whether every point of the conjunction satisfies the constraint.
    pub(super) fn implies(&self, constraint: &Constraint, budget: &mut Budget) -> Result<bool, Reason> {
        if self.constraints.contains(constraint) {
            return Ok(true);
        }
        implied(&self.constraints, constraint, budget)
    }
}

fn position_of_opposite(constraints: &[Constraint], from: usize, affine: &Affine) -> Option<usize> {
    let later = constraints.iter().enumerate().skip(from + 1);
    later
        .filter(|(_, other)| {
            matches!(other, Constraint::NonNegative(b) if b.terms().len() == affine.terms().len()
                && b.terms().iter().zip(affine.terms()).all(|(x, y)| x.0 == y.0 && x.1 == -y.1))
        })
        .map(|(index, _)| index)
        .next()
}

/// Whether no integers satisfy the constraints.
pub(super) fn is_empty(constraints: &[Constraint], budget: &mut Budget) -> Result<bool, Reason> {
    match satisfiable(constraints, budget) {
        Satisfiability::Satisfiable(_) => Ok(false),
        Satisfiability::Unsatisfiable(_) => Ok(true),
        Satisfiability::Unknown(reason) => Err(reason),
    }
}

/// Whether the constraints imply another one.
pub(super) fn implied(
    constraints: &[Constraint],
    conclusion: &Constraint,
    budget: &mut Budget,
) -> Result<bool, Reason> {
    let negation = conclusion.negate().ok_or(Reason::Overflow)?;
    let mut question = constraints.to_vec();
    for side in negation {
        question.push(side);
        if !is_empty(&question, budget)? {
            return Ok(false);
        }
        question.pop();
    }
    Ok(true)
}

/// The order in which a reader expects constraints: equalities, then bounds by variable with the lower one first, then
/// divisibility. Parallel inequalities are neighbours, the tightest first.
pub(super) fn reading_order(left: &Constraint, right: &Constraint) -> Ordering {
    let rank = |constraint: &Constraint| match constraint {
        Constraint::Zero(_) => (0, 0),
        Constraint::NonNegative(_) => (1, 0),
        Constraint::Divides(modulus, _) => (2, *modulus),
        Constraint::NotDivides(modulus, _) => (3, *modulus),
    };
    rank(left).cmp(&rank(right)).then_with(|| compare_terms(left.affine(), right.affine())).then_with(|| {
        let (a, b) = (left.affine(), right.affine());
        a.constant_part().cmp(&b.constant_part())
    })
}

/// By variable, positive coefficients before negative ones.
pub(super) fn compare_terms(left: &Affine, right: &Affine) -> Ordering {
    let key = |&(variable, factor): &(Variable, i128)| (variable, factor < 0, factor);
    let left = left.terms().iter().map(key);
    left.cmp(right.terms().iter().map(key))
}
