//! Fewer and simpler conjuncts for the same union.

use super::affine::gcd;
use super::budget::Budget;
use super::conjunct::Conjunct;
use super::constraint::Constraint;
use super::set::Set;
use crate::answer::Answer;
use crate::broken::BrokenRule;
use crate::limits::{CONJUNCTS_COALESCED, MODULUS_OF_REMAINDERS};

/// Merges pairs whose common hull has no other points, drops constraints whose loss is covered by other conjuncts, and
/// drops conjuncts that the others cover. Only points that satisfy the context matter.
pub(super) fn coalesce(
    mut conjuncts: Vec<Conjunct>,
    context: &[Constraint],
    budget: &mut Budget,
) -> Vec<Conjunct> {
    if conjuncts.len() < 2 || conjuncts.len() > CONJUNCTS_COALESCED {
        return conjuncts;
    }
    merge_pairs(&mut conjuncts, context, budget);
    if conjuncts.len() > 1 {
        expand(&mut conjuncts, context, budget);
        drop_covered(&mut conjuncts, context, budget);
        merge_pairs(&mut conjuncts, context, budget);
    }
    conjuncts
}

fn merge_pairs(conjuncts: &mut Vec<Conjunct>, context: &[Constraint], budget: &mut Budget) {
    let mut i = 0;
    while i < conjuncts.len() {
        let mut j = i + 1;
        let mut merged = false;
        while j < conjuncts.len() {
            match merge(&conjuncts[i], &conjuncts[j], context, budget) {
                Some(union) => {
                    conjuncts[i] = union;
                    conjuncts.remove(j);
                    merged = true;
                }
                None => j += 1,
            }
        }
        // A grown conjunct may now merge with earlier ones.
        i = if merged && i > 0 { 0 } else { i + 1 };
    }
}

/// One conjunct with exactly the points of both, if it can be found.
fn merge(left: &Conjunct, right: &Conjunct, context: &[Constraint], budget: &mut Budget) -> Option<Conjunct> {
    let from_left = valid_for(left, right, context, budget);
    if from_left.len() == facets(left).len() {
        return Some(left.clone());
    }
    let from_right = valid_for(right, left, context, budget);
    if from_right.len() == facets(right).len() {
        return Some(right.clone());
    }
    let mut hull = from_left;
    hull.extend(from_right);
    hull.extend(common_congruences(left, right));
    let hull = Conjunct::new(hull)?;
    if budget.breaks(BrokenRule::CoalescingSkipsCheck) {
        return Some(hull);
    }
    let pair = Set::from_conjuncts([left.clone(), right.clone()]);
    covered(&hull, &pair, context, budget).then_some(hull)
}

/// Whether all points of the conjunct within the context are in the set.
fn covered(conjunct: &Conjunct, set: &Set, context: &[Constraint], budget: &mut Budget) -> bool {
    match conjunct.conjoin(context) {
        None => true,
        Some(within) => Set::from_conjuncts([within]).is_subset(set, budget) == Answer::Proved,
    }
}

/// The constraints of a conjunct with every equality as two inequalities.
fn facets(conjunct: &Conjunct) -> Vec<Constraint> {
    let mut facets = Vec::new();
    for constraint in conjunct.constraints() {
        match constraint {
            Constraint::Zero(affine) => {
                facets.push(Constraint::NonNegative(affine.clone()));
                facets.push(Constraint::NonNegative(affine.negate()));
            }
            other => facets.push(other.clone()),
        }
    }
    facets
}

/// The facets of one conjunct that hold on all of the other.
fn valid_for(from: &Conjunct, on: &Conjunct, context: &[Constraint], budget: &mut Budget) -> Vec<Constraint> {
    let Some(on) = on.conjoin(context) else {
        return facets(from);
    };
    facets(from).into_iter().filter(|facet| on.implies(facet, budget) == Ok(true)).collect()
}

/// What two congruences of the same expression with different remainders have in common.
fn common_congruences(left: &Conjunct, right: &Conjunct) -> Vec<Constraint> {
    let mut common = Vec::new();
    for first in left.constraints() {
        let Constraint::Divides(modulus, a) = first else {
            continue;
        };
        for second in right.constraints() {
            let Constraint::Divides(other, b) = second else {
                continue;
            };
            if modulus != other || a.terms() != b.terms() {
                continue;
            }
            let difference = a.constant_part() - b.constant_part();
            let shared = gcd(difference, *modulus);
            if shared > 1 {
                common.push(Constraint::Divides(shared, a.clone()));
            }
            if *modulus <= MODULUS_OF_REMAINDERS {
                let taken = [a.constant_part(), b.constant_part()];
                let free = (0..*modulus).filter(|constant| !taken.contains(constant));
                common
                    .extend(free.map(|constant| Constraint::NotDivides(*modulus, a.with_constant(constant))));
            }
        }
    }
    common
}

/// Drops every constraint whose absence adds only points of other conjuncts.
fn expand(conjuncts: &mut [Conjunct], context: &[Constraint], budget: &mut Budget) {
    for index in 0..conjuncts.len() {
        let mut position = 0;
        while position < conjuncts[index].constraints().len() {
            let mut constraints = conjuncts[index].constraints().to_vec();
            constraints.remove(position);
            let whole = Set::from_conjuncts(conjuncts.iter().cloned());
            match Conjunct::new(constraints) {
                Some(wider) if covered(&wider, &whole, context, budget) => {
                    conjuncts[index] = wider;
                }
                _ => position += 1,
            }
        }
    }
}

/// Drops conjuncts that the union of the others covers.
fn drop_covered(conjuncts: &mut Vec<Conjunct>, context: &[Constraint], budget: &mut Budget) {
    let mut index = 0;
    while index < conjuncts.len() && conjuncts.len() > 1 {
        let others = conjuncts.iter().enumerate();
        let others = others.filter(|(position, _)| *position != index);
        let rest = Set::from_conjuncts(others.map(|(_, conjunct)| conjunct.clone()));
        if covered(&conjuncts[index], &rest, context, budget) {
            conjuncts.remove(index);
        } else {
            index += 1;
        }
    }
}
