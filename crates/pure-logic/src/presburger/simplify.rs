//! Small readable forms of sets.
//!
//! Simplification never changes the set. Where a question stays open within the budget, the constraint in question
//! stays as it is.

use super::affine::{Affine, Variable};
use super::budget::Budget;
use super::coalesce::coalesce;
use super::conjunct::{Conjunct, compare_terms, implied, reading_order};
use super::constraint::Constraint;
use super::satisfiable::{Satisfiability, satisfiable};
use super::set::Set;

impl Set {
    /// An equal set in a small readable form.
    pub fn simplify(&self, budget: &mut Budget) -> Set {
        self.simplify_under(&[], budget)
    }

    /// A small set that has the same points as this one among those that satisfy the context.
    pub fn simplify_under(&self, context: &[Constraint], budget: &mut Budget) -> Set {
        let mut conjuncts = Vec::new();
        for conjunct in self.conjuncts() {
            if let Some(simple) = simplify_conjunct(conjunct, context, budget) {
                conjuncts.push(simple);
            }
        }
        let merged = coalesce(conjuncts, context, budget);
        let mut result: Vec<Conjunct> = merged
            .iter()
            .filter_map(|conjunct| simplify_conjunct(conjunct, context, budget))
            .map(loosen_bounds)
            .collect();
        result.sort_by(|left, right| {
            let (left, right) = (left.constraints(), right.constraints());
            let by_size = left.len().cmp(&right.len());
            by_size.then_with(|| compare_disjuncts(left, right))
        });
        Set::from_conjuncts(result)
    }
}

/// Disjuncts are read with the upper bound first: `i < 0 || n <= i`.
fn compare_disjuncts(left: &[Constraint], right: &[Constraint]) -> std::cmp::Ordering {
    left.iter()
        .zip(right)
        .map(|(a, b)| match (a, b) {
            (Constraint::NonNegative(a), Constraint::NonNegative(b)) => {
                compare_terms(&a.negate(), &b.negate())
                    .then_with(|| a.constant_part().cmp(&b.constant_part()))
            }
            (a, b) => reading_order(a, b),
        })
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}

/// Solves equalities, finds hidden ones, and drops what the rest or the context implies. `None` when there is no point.
pub(super) fn simplify_conjunct(
    conjunct: &Conjunct,
    context: &[Constraint],
    budget: &mut Budget,
) -> Option<Conjunct> {
    let mut current = substitute_equalities(&substitute_context(conjunct, context)?)?;
    loop {
        let mut question = context.to_vec();
        question.extend_from_slice(current.constraints());
        let model = match satisfiable(&question, budget) {
            Satisfiability::Unsatisfiable(_) => return None,
            Satisfiability::Unknown(_) => return Some(current),
            Satisfiability::Satisfiable(model) => model,
        };
        let value = |variable| match model.binary_search_by_key(&variable, |entry| entry.0) {
            Ok(position) => model[position].1,
            Err(_) => 0,
        };
        // An inequality that is strict in the model is no hidden equality.
        let hidden = current.constraints().iter().position(|constraint| {
            let Constraint::NonNegative(affine) = constraint else {
                return false;
            };
            affine.evaluate(&value) == Some(0)
                && implied(&question, &Constraint::Zero(affine.clone()), budget) == Ok(true)
        });
        let Some(position) = hidden else {
            break;
        };
        let mut constraints = current.constraints().to_vec();
        constraints[position] = Constraint::Zero(constraints[position].affine().clone());
        current = substitute_equalities(&Conjunct::new(constraints)?)?;
    }
    Some(drop_redundant(&current, context, budget))
}

/// Replaces variables that the context gives a value.
fn substitute_context(conjunct: &Conjunct, context: &[Constraint]) -> Option<Conjunct> {
    let mut current = conjunct.clone();
    for constraint in context {
        let Constraint::Zero(affine) = constraint else {
            continue;
        };
        let unit = affine.terms().iter().rev().find(|term| term.1.abs() == 1);
        let Some(&(variable, factor)) = unit else {
            continue;
        };
        let value = affine.without(variable);
        let value = if factor > 0 { value.negate() } else { value };
        let constraints = current.constraints().iter();
        let substituted: Option<Vec<Constraint>> =
            constraints.map(|constraint| constraint.substitute(variable, &value)).collect();
        if let Some(substituted) = substituted {
            current = Conjunct::new(substituted)?;
        }
    }
    Some(current)
}

/// Replaces the variable of each equality with a unit coefficient, the last such one, in all other constraints.
fn substitute_equalities(conjunct: &Conjunct) -> Option<Conjunct> {
    let mut current = conjunct.clone();
    let mut solved: Vec<Variable> = Vec::new();
    while let Some((index, variable)) = unsolved_equality(&current, &solved) {
        solved.push(variable);
        let mut equality = current.constraints()[index].affine().clone();
        if equality.coefficient(variable) > 0 {
            equality = equality.negate();
        }
        let value = equality.without(variable);
        let substituted: Option<Vec<Constraint>> = current
            .constraints()
            .iter()
            .enumerate()
            .map(|(position, constraint)| {
                if position == index {
                    Some(constraint.clone())
                } else {
                    constraint.substitute(variable, &value)
                }
            })
            .collect();
        // A number that no longer fits only costs the simplification.
        let Some(substituted) = substituted else {
            return Some(current);
        };
        current = Conjunct::new(substituted)?;
    }
    Some(current)
}

fn unsolved_equality(conjunct: &Conjunct, solved: &[Variable]) -> Option<(usize, Variable)> {
    for (index, constraint) in conjunct.constraints().iter().enumerate() {
        let Constraint::Zero(affine) = constraint else {
            continue;
        };
        if affine.terms().iter().any(|term| solved.contains(&term.0)) {
            continue;
        }
        let unit = affine.terms().iter().rev().find(|term| term.1.abs() == 1);
        if let Some(&(variable, _)) = unit {
            return Some((index, variable));
        }
    }
    None
}

/// Drops implied constraints, those that are hardest to read first.
fn drop_redundant(conjunct: &Conjunct, context: &[Constraint], budget: &mut Budget) -> Conjunct {
    let mut kept = conjunct.constraints().to_vec();
    let weight = |constraint: &Constraint| {
        let terms = constraint.affine().terms();
        let sum = terms.iter().fold(0i128, |sum, term| sum.saturating_add(term.1.abs()));
        (terms.len(), sum, constraint.affine().constant_part().saturating_abs())
    };
    let mut candidates: Vec<Constraint> = kept
        .iter()
        .filter(|constraint| !matches!(constraint, Constraint::Zero(_)) || !context.is_empty())
        .cloned()
        .collect();
    candidates.sort_by_key(|constraint| std::cmp::Reverse(weight(constraint)));
    for candidate in candidates {
        let others: Vec<Constraint> =
            kept.iter().filter(|&constraint| *constraint != candidate).chain(context).cloned().collect();
        if implied(&others, &candidate, budget) == Ok(true) {
            kept.retain(|constraint| *constraint != candidate);
        }
    }
    Conjunct::new(kept).unwrap_or_else(|| conjunct.clone())
}

/// Where divisibility leaves a choice of equivalent constants for an inequality, takes the one that reads best:
/// `i <= 2*c - 2` becomes `i < 2*c` when both sides are even.
fn loosen_bounds(conjunct: Conjunct) -> Conjunct {
    let congruences: Vec<(i128, Affine)> = conjunct
        .constraints()
        .iter()
        .filter_map(|constraint| match constraint {
            Constraint::Divides(modulus, affine) => Some((*modulus, affine.clone())),
            _ => None,
        })
        .collect();
    if congruences.is_empty() {
        return conjunct;
    }
    let loosened = conjunct.constraints().iter().map(|constraint| {
        let Constraint::NonNegative(affine) = constraint else {
            return constraint.clone();
        };
        let best = congruences
            .iter()
            .filter_map(|(modulus, known)| loosen(affine, *modulus, known))
            .min_by_key(|affine| awkwardness(affine.constant_part()));
        best.map_or_else(|| constraint.clone(), Constraint::NonNegative)
    });
    Conjunct::new(loosened.collect::<Vec<_>>()).unwrap_or(conjunct)
}

/// `e >= 0` reads best, then `e > 0`, then small numbers.
fn awkwardness(constant: i128) -> u128 {
    match constant {
        0 => 0,
        -1 => 1,
        other => other.unsigned_abs() + 1,
    }
}

/// The best reading equivalent of `affine >= 0`, given that the modulus divides `known`.
fn loosen(affine: &Affine, modulus: i128, known: &Affine) -> Option<Affine> {
    let &(variable, leading) = known.terms().first()?;
    if leading != 1 {
        return None;
    }
    let factor = affine.coefficient(variable).rem_euclid(modulus);
    let difference = affine.combine(1, known, factor.checked_neg()?)?;
    let remainder = difference.reduce_modulo(modulus);
    if !remainder.is_constant() {
        return None;
    }
    // The affine is congruent to `remainder`, so it is at least 0 exactly when it is at least the remainder: every
    // constant between the two is equivalent.
    let tightest = affine.constant_part().checked_sub(remainder.constant_part())?;
    let loosest = tightest.checked_add(modulus - 1)?;
    let candidates = [0, -1, tightest, loosest];
    let best = candidates
        .into_iter()
        .filter(|constant| (tightest..=loosest).contains(constant))
        .min_by_key(|&constant| awkwardness(constant))?;
    Some(affine.with_constant(best))
}
