//! Widening: a join that cannot be repeated for ever.
//!
//! The result keeps the facts of the old side that the new side entails.
//! A bound that moved is moved to the next threshold, or dropped.
//! Equalities are joined exactly, which can weaken them only finitely often.
//! When an equality or a bound is lost, relations that it stood for (such as `i <= n` for `i <= 2 ∧ 2 <= n`) are added, if they
//! did not move. There are finitely many of them for the same variables, and what holds of one grows weaker along the
//! thresholds only: so there is an end to this.

use std::collections::BTreeSet;

use super::{assume_bounds, entails_bound, within};
use crate::answer::Answer;
use crate::fact::Fact;
use crate::facts::{Facts, Range};
use crate::limits::{CLOSE_VARIABLES, NEAR_BOUNDS};
use crate::solver::Solver;
use crate::term::{Atom, Term};

/// The values at which bounds rest while they are widened.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds<'v> {
    /// Bounds of single variables.
    pub of_variables: &'v [i128],
    /// Bounds of differences and sums. What limits a word limits none of these.
    pub of_sums: &'v [i128],
}

impl<'v> From<&'v [i128]> for Thresholds<'v> {
    fn from(values: &'v [i128]) -> Thresholds<'v> {
        Thresholds { of_variables: values, of_sums: values }
    }
}

impl<'v, const N: usize> From<&'v [i128; N]> for Thresholds<'v> {
    fn from(values: &'v [i128; N]) -> Thresholds<'v> {
        Thresholds::from(values.as_slice())
    }
}

impl<'v> From<&'v Vec<i128>> for Thresholds<'v> {
    fn from(values: &'v Vec<i128>) -> Thresholds<'v> {
        Thresholds::from(values.as_slice())
    }
}

/// Thresholds of one kind.
struct Rests {
    /// INVARIANT: sorted.
    values: Vec<i128>,
}

impl Rests {
    fn new(values: &[i128]) -> Rests {
        let mut values = values.to_vec();
        values.sort_unstable();
        Rests { values }
    }

    /// The least threshold that is at least the value.
    fn above(&self, value: i128) -> Option<i128> {
        let count = self.values.partition_point(|threshold| *threshold < value);
        self.values.get(count).copied()
    }

    /// The greatest threshold that is at most the value.
    fn below(&self, value: i128) -> Option<i128> {
        let count = self.values.partition_point(|threshold| *threshold <= value);
        count.checked_sub(1).map(|index| self.values[index])
    }
}

impl Facts {
    /// Facts that hold whenever those of `self` (the iteration so far) or those of `new` (the next one) hold, such that a
    /// sequence of widenings becomes stationary. Bounds that move rest at the thresholds; then the variables are compared with
    /// each other, but for those that are not worth it.
    pub fn widen<'v>(
        &self,
        solver: &mut Solver,
        new: &Facts,
        thresholds: impl Into<Thresholds<'v>>,
        incomparable: &BTreeSet<Atom>,
    ) -> Facts {
        let Thresholds { of_variables, of_sums } = thresholds.into();
        let (of_variables, of_sums) = (&Rests::new(of_variables), &Rests::new(of_sums));
        if self.is_unsat(solver) == Answer::Proved {
            return new.clone();
        }
        if new.is_unsat(solver) == Answer::Proved {
            return self.clone();
        }
        let mut result = Facts::with_models_of(solver, &[self, new]);
        let mut moved = Vec::new();
        for fact in self.as_slice() {
            if new.proves(solver, *fact) == Answer::Proved {
                result.assume(solver, *fact);
            } else if let Fact::NonNegative(term) = fact {
                moved.push(*term);
            }
        }
        let has_lost_equality = self.join_equalities(solver, new, &mut result);
        let has_moved = !moved.is_empty();
        for term in moved {
            // `term >= 0` became `term >= -d`; thresholds are for the linear form without its constant.
            let constant = solver.terms.constant_part(term);
            let range = new.bounds(solver, term);
            let Some(lower) = range.lower.and_then(|lower| lower.checked_sub(constant)) else {
                continue;
            };
            // Thresholds speak of values; for an upper bound the form is negated.
            let (_, scale) = solver.terms.shape(term);
            let thresholds = if solver.terms.summands(term).len() > 1 { of_sums } else { of_variables };
            let rest = if scale > 0 {
                thresholds.below(lower)
            } else {
                thresholds.above(lower.saturating_neg()).and_then(i128::checked_neg)
            };
            let change = rest.and_then(i128::checked_neg).and_then(|bound| bound.checked_sub(constant));
            if let Some(change) = change {
                let relaxed = solver.terms.add_constant(term, change);
                let fact = solver.terms.non_negative(relaxed);
                result.assume(solver, fact);
            }
        }
        if has_lost_equality {
            let shapes = self.linear_forms(solver);
            self.keep_stable_bounds(solver, new, &shapes, of_variables, None, &mut result);
        }
        if has_lost_equality || has_moved {
            let mut differences = self.differences_of_changed(solver, new);
            if !has_lost_equality {
                differences.retain(|difference| {
                    let atoms = solver.terms.summands(*difference).iter();
                    !atoms.map(|summand| summand.0).any(|atom| incomparable.contains(&atom))
                });
            }
            self.keep_stable_bounds(solver, new, &differences, of_sums, Some(CLOSE_VARIABLES), &mut result);
        }
        result
    }

    /// Adds to facts that hold on both sides what both say of linear forms `m - k·x` that somebody else knows to matter: bounds near
    /// zero that one side has, or a stride from it, and that both entail. There are finitely many such bounds, so that this does not
    /// keep a widening from its end.
    pub fn relate_forms(&self, solver: &mut Solver, new: &Facts, forms: &BTreeSet<Term>, result: &mut Facts) {
        for &form in forms {
            let stride = solver.terms.summands(form).iter().map(|summand| summand.1.abs()).max().unwrap_or(1);
            let (old, next) = (self.bounds(solver, form), new.bounds(solver, form));
            let lower = self.shared_near(solver, new, (form, 1), [old.lower, next.lower], stride);
            let upper = self.shared_near(solver, new, (form, -1), [old.upper, next.upper], stride);
            assume_bounds(solver, form, &Range::between(lower, upper), result);
        }
    }

    /// The best bound near zero that both sides entail, if one of them has one.
    fn shared_near(
        &self,
        solver: &mut Solver,
        new: &Facts,
        (form, sign): (Term, i128),
        bounds: [Option<i128>; 2],
        stride: i128,
    ) -> Option<i128> {
        let oriented = bounds.map(|bound| bound.and_then(|bound| bound.checked_mul(sign)));
        let best = oriented.iter().flatten().copied().filter(|bound| bound.abs() <= NEAR_BOUNDS).max()?;
        let others = [stride, 0, -stride];
        std::iter::once(best).chain(others.into_iter().filter(|&other| other < best)).find_map(|bound| {
            let mut holds = |side: &Facts, own: Option<i128>| {
                own.is_some_and(|own| own >= bound) || entails_bound(solver, side, form, sign, bound * sign)
            };
            (holds(self, oriented[0]) && holds(new, oriented[1])).then_some(bound * sign)
        })
    }

    /// Keeps the bounds of linear forms that the old side had, though not as facts of their own, and that did not move;
    /// those that moved go to the next threshold. Bounds beyond a limit are dropped.
    fn keep_stable_bounds(
        &self,
        solver: &mut Solver,
        new: &Facts,
        shapes: &BTreeSet<Term>,
        thresholds: &Rests,
        limit: Option<i128>,
        result: &mut Facts,
    ) {
        // Differences of any two variables are many: for them intervals have to do.
        let is_thorough = limit.is_none();
        for shape in shapes {
            let (old, next) = (self.bounds(solver, *shape), new.bounds(solver, *shape));
            let mut stays = |bound: i128, next: Option<i128>, sign: i128| {
                next.is_some_and(|next| next.saturating_mul(sign) >= bound.saturating_mul(sign))
                    || is_thorough && entails_bound(solver, new, *shape, sign, bound)
            };
            let lower = match old.lower {
                Some(old) if stays(old, next.lower, 1) => Some(old),
                Some(_) => next.lower.and_then(|next| thresholds.below(next)),
                None => None,
            };
            let upper = match old.upper {
                Some(old) if stays(old, next.upper, -1) => Some(old),
                Some(_) => next.upper.and_then(|next| thresholds.above(next)),
                None => None,
            };
            let range = Range::between(lower, upper);
            let range = limit.map_or(range, |limit| within(range, limit));
            assume_bounds(solver, *shape, &range, result);
        }
    }
}
