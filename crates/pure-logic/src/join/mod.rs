//! Joining two conjunctions: what holds in both.
//!
//! Equalities and congruences are joined exactly, as cosets of lattices ([`lattice`]): `i = 0 ∧ p = b` and
//! `i = 1 ∧ p = b + 8` give `p = b + 8·i`.
//! Inequalities are joined by candidates: the linear forms of both sides, the differences of a variable that changed
//! and another one, and forms whose bounds move as a variable does, with bounds that hold on both sides.

pub(crate) mod lattice;
mod widen;

pub use widen::Thresholds;

use std::collections::BTreeSet;

use crate::answer::Answer;
use crate::broken::{self, BrokenRule};
use crate::fact::Fact;
use crate::facts::{Facts, Range};
use crate::limits::{
    CHANGED_VARIABLES, CLOSE_VARIABLES, COMPARED_VARIABLES, SLOPE_OF_A_BOUND, STEPPING_VARIABLES,
    UNKNOWNS_OF_AN_EXACT_JOIN,
};
use crate::solver::Solver;
use crate::term::{Atom, AtomKind, FLAG_OPAQUE, Term};
use lattice::{Coset, Equation, Solutions};

impl Facts {
    /// Facts that hold whenever those of `self` or those of `other` hold.
    pub fn join(&self, solver: &mut Solver, other: &Facts) -> Facts {
        if let Some(result) = self.join_of_unsatisfiable(solver, other) {
            return result;
        }
        let mut result = Facts::with_models_of(solver, &[self, other]);
        self.keep_common(solver, other, &mut result);
        self.keep_entailed(solver, other, &mut result);
        other.keep_entailed(solver, self, &mut result);
        self.join_equalities(solver, other, &mut result);
        let mut shapes = self.linear_forms(solver);
        shapes.extend(other.linear_forms(solver));
        self.join_bounds(solver, other, &shapes, None, &mut result);
        let differences = self.differences_of_changed(solver, other);
        self.join_bounds(solver, other, &differences, Some(CLOSE_VARIABLES), &mut result);
        let along = self.forms_that_move_along(solver, other, &shapes);
        self.join_bounds(solver, other, &along, Some(CLOSE_VARIABLES), &mut result);
        result
    }

    /// Where a bound moves as a variable does, the form with that variable has a bound that does not: `left - size <= -1`
    /// with `i = 1` and `left - size <= -2` with `i = 2` give `left + i - size`.
    fn forms_that_move_along(
        &self,
        solver: &mut Solver,
        other: &Facts,
        shapes: &BTreeSet<Term>,
    ) -> BTreeSet<Term> {
        let mut forms = BTreeSet::new();
        let steps: Vec<(Term, i128)> = self
            .changed_variables(solver, other)
            .into_iter()
            .filter_map(|atom| {
                let variable = solver.terms.atom_term(atom);
                let before = self.bounds(solver, variable).value()?;
                let step = other.bounds(solver, variable).value()?.checked_sub(before)?;
                (step != 0).then_some((variable, step))
            })
            .take(STEPPING_VARIABLES)
            .collect();
        if steps.is_empty() {
            return forms;
        }
        for &shape in shapes.iter().take(COMPARED_VARIABLES) {
            let (left, right) = (self.bounds(solver, shape), other.bounds(solver, shape));
            for (before, after) in [(left.lower, right.lower), (left.upper, right.upper)] {
                let Some(change) = before.zip(after).and_then(|(before, after)| after.checked_sub(before))
                else {
                    continue;
                };
                for &(variable, step) in &steps {
                    if change != 0 && change % step == 0 && (change / step).abs() <= SLOPE_OF_A_BOUND {
                        let form = solver.terms.add_scaled(shape, -(change / step), variable);
                        forms.insert(solver.terms.shape(form).0);
                    }
                }
            }
        }
        forms
    }

    /// A side without models adds nothing.
    fn join_of_unsatisfiable(&self, solver: &mut Solver, other: &Facts) -> Option<Facts> {
        if self.is_unsat(solver) == Answer::Proved {
            return Some(other.clone());
        }
        if other.is_unsat(solver) == Answer::Proved {
            return Some(self.clone());
        }
        None
    }

    fn keep_common(&self, solver: &mut Solver, other: &Facts, result: &mut Facts) {
        solver.statistics.count_facts(self.as_slice().len());
        let others = set_of(other);
        for fact in self.as_slice() {
            if others.contains(fact) {
                result.assume(solver, *fact);
            }
        }
    }

    /// Keeps the facts of this side that the other one entails.
    fn keep_entailed(&self, solver: &mut Solver, other: &Facts, result: &mut Facts) {
        // What is added here is a fact of this side, and none of them is there twice, or a list, and these are few.
        let known = set_of(result);
        for fact in self.as_slice() {
            if known.contains(fact) {
                continue;
            }
            if let Fact::Distinct(list) = fact {
                // What remains of a list of distinct terms is a shorter list.
                let members = solver.terms.list(*list).to_vec();
                let shared = other.distinct_among(solver, &members);
                let fact = solver.terms.distinct(&shared);
                result.assume(solver, fact);
            } else if other.proves(solver, *fact) == Answer::Proved {
                result.assume(solver, *fact);
            }
        }
    }

    /// The members that are on one list of distinct terms here.
    fn distinct_among(&self, solver: &mut Solver, members: &[Term]) -> Vec<Term> {
        let mut best: Vec<Term> = Vec::new();
        for fact in self.as_slice() {
            if let Fact::Distinct(list) = fact {
                let shared: Vec<Term> = members
                    .iter()
                    .copied()
                    .filter(|member| solver.terms.list(*list).contains(member))
                    .collect();
                if shared.len() > best.len() {
                    best = shared;
                }
            }
        }
        best
    }

    /// Joins equalities and congruences; `true` if this side had one that the result has not.
    fn join_equalities(&self, solver: &mut Solver, other: &Facts, result: &mut Facts) -> bool {
        let left = self.equations(solver, other);
        let right = other.equations(solver, self);
        if left.is_empty() {
            return false;
        }
        let mut unknowns: BTreeSet<Atom> = BTreeSet::new();
        for (term, _) in left.iter().chain(&right) {
            unknowns.extend(solver.terms.summands(*term).iter().map(|summand| summand.0));
        }
        let unknowns: Vec<Atom> = unknowns.into_iter().collect();
        if unknowns.len() <= UNKNOWNS_OF_AN_EXACT_JOIN
            && let Some(joined) = joined_equations(solver, &unknowns, &left, &right)
        {
            for equation in joined {
                let fact = equation_fact(solver, &unknowns, &equation);
                if solver.terms.fact_summary(fact).flags & FLAG_OPAQUE == 0
                    && result.proves(solver, fact) != Answer::Proved
                {
                    result.assume(solver, fact);
                }
            }
        }
        left.iter().any(|(term, modulus)| {
            let fact =
                if *modulus == 0 { solver.terms.zero(*term) } else { solver.terms.divides(*modulus, *term) };
            result.proves(solver, fact) != Answer::Proved
        })
    }

    /// The equalities (modulus zero) and congruences of the solved form that the other side does not have literally.
    fn equations(&self, solver: &mut Solver, other: &Facts) -> Vec<(Term, i128)> {
        let mut result = Vec::new();
        for &(atom, replacement) in &self.state.eliminated {
            if other.state.replacement(atom) != Some(replacement) {
                let own = solver.terms.atom_term(atom);
                result.push((solver.terms.subtract(own, replacement), 0));
            }
        }
        for row in &self.state.rows {
            if let Some(value) = row.range.value() {
                result.push((solver.terms.add_constant(row.shape, -value), 0));
            } else if row.range.modulus > 1 {
                let difference = solver.terms.add_constant(row.shape, -row.range.residue);
                result.push((difference, row.range.modulus));
            }
        }
        result
    }

    /// The linear forms that this side bounds or gives a value, as they are and as they were written.
    fn linear_forms(&self, solver: &mut Solver) -> BTreeSet<Term> {
        let mut shapes: BTreeSet<Term> = self
            .state
            .rows
            .iter()
            .filter(|row| row.range.lower.is_some() || row.range.upper.is_some())
            .map(|row| row.shape)
            .collect();
        shapes.extend(self.written_forms(solver));
        for &(atom, replacement) in &self.state.eliminated {
            if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) {
                let own = solver.terms.atom_term(atom);
                shapes.insert(own);
                // What is equal here may differ by a little there.
                let difference = solver.terms.subtract(own, replacement);
                shapes.insert(solver.terms.shape(difference).0);
            }
        }
        shapes
    }

    /// The linear forms of the inequalities as they were written.
    fn written_forms(&self, solver: &mut Solver) -> BTreeSet<Term> {
        let mut shapes = BTreeSet::new();
        for fact in self.as_slice() {
            if let Fact::NonNegative(term) = fact {
                shapes.insert(solver.terms.shape(*term).0);
            }
        }
        shapes
    }

    /// The differences between a variable whose value changed from one side to the other and any other variable.
    fn differences_of_changed(&self, solver: &mut Solver, other: &Facts) -> BTreeSet<Term> {
        let variables = self.variables(solver, other);
        let mut shapes = BTreeSet::new();
        for atom in self.changed_variables(solver, other) {
            let left = solver.terms.atom_term(atom);
            for compared in variables.iter().take(COMPARED_VARIABLES) {
                if *compared != atom {
                    let right = solver.terms.atom_term(*compared);
                    let difference = solver.terms.subtract(left, right);
                    shapes.insert(solver.terms.shape(difference).0);
                }
            }
        }
        shapes
    }

    /// The variables that facts of the two sides mention.
    fn variables(&self, solver: &Solver, other: &Facts) -> BTreeSet<Atom> {
        let mut variables: BTreeSet<Atom> = BTreeSet::new();
        for fact in self.as_slice().iter().chain(other.as_slice()) {
            solver.terms.for_each_term_of_fact(*fact, &mut |term| {
                for (atom, _) in solver.terms.summands(term) {
                    if matches!(solver.terms.kind(*atom), AtomKind::Variable(_)) {
                        variables.insert(*atom);
                    }
                }
            });
        }
        variables
    }

    /// The first variables of which the two sides know something different.
    fn changed_variables(&self, solver: &Solver, other: &Facts) -> Vec<Atom> {
        let has_changed = |atom: &Atom| {
            self.state.replacement(*atom) != other.state.replacement(*atom)
                || self.state.atom_range(&solver.terms, *atom) != other.state.atom_range(&solver.terms, *atom)
        };
        self.variables(solver, other).into_iter().filter(has_changed).take(CHANGED_VARIABLES).collect()
    }

    /// Adds, for each linear form, the bounds that hold on both sides and that the result does not yet have, if
    /// they are not beyond a limit.
    fn join_bounds(
        &self,
        solver: &mut Solver,
        other: &Facts,
        shapes: &BTreeSet<Term>,
        limit: Option<i128>,
        result: &mut Facts,
    ) {
        for shape in shapes {
            if solver.terms.flags(*shape) & FLAG_OPAQUE != 0 {
                continue;
            }
            let left = self.bounds(solver, *shape);
            let right = other.bounds(solver, *shape);
            let joined = if broken::is(solver.broken(), BrokenRule::JoinKeepsLeftBounds) {
                left
            } else {
                let mut joined = left.join(&right);
                // Differences of any two variables are many: for them intervals have to do.
                let is_thorough = limit.is_none();
                if joined.lower.is_none() || is_thorough && left.lower != right.lower {
                    joined.lower = shared_bound(solver, self, other, *shape, 1, left.lower, right.lower)
                        .or(joined.lower);
                }
                if joined.upper.is_none() || is_thorough && left.upper != right.upper {
                    joined.upper = shared_bound(solver, self, other, *shape, -1, left.upper, right.upper)
                        .or(joined.upper);
                }
                joined
            };
            let joined = limit.map_or(joined, |limit| within(joined, limit));
            assume_bounds(solver, *shape, &joined, result);
        }
    }
}

/// The facts of a side, to ask for each of many facts whether it is one of them.
fn set_of(facts: &Facts) -> hashbrown::HashSet<Fact, rustc_hash::FxBuildHasher> {
    facts.as_slice().iter().copied().collect()
}

/// The bounds of a range that lie between `-limit` and `limit`.
fn within(range: Range, limit: i128) -> Range {
    let keep = |bound: Option<i128>| bound.filter(|bound| (-limit..=limit).contains(bound));
    Range { lower: keep(range.lower), upper: keep(range.upper), ..range }
}

/// The stronger of two bounds, if the side that has the weaker one, or none, entails it by deeper reasoning than intervals.
fn shared_bound(
    solver: &mut Solver,
    left: &Facts,
    right: &Facts,
    shape: Term,
    sign: i128,
    left_bound: Option<i128>,
    right_bound: Option<i128>,
) -> Option<i128> {
    let (bound, weaker) = match (left_bound, right_bound) {
        (Some(bound), None) => (bound, right),
        (None, Some(bound)) => (bound, left),
        (Some(own), Some(other)) if own.checked_mul(sign)? > other.checked_mul(sign)? => (own, right),
        (Some(own), Some(other)) if own != other => (other, left),
        _ => return None,
    };
    entails_bound(solver, weaker, shape, sign, bound).then_some(bound)
}

/// Whether facts entail that a form is at least (at most, for the sign -1) a number.
fn entails_bound(solver: &mut Solver, facts: &Facts, shape: Term, sign: i128, bound: i128) -> bool {
    let Some(opposite) = bound.checked_neg() else { return false };
    let difference = solver.terms.add_constant(shape, opposite);
    let oriented = solver.terms.scale(sign, difference);
    let fact = solver.terms.non_negative(oriented);
    facts.proves(solver, fact) == Answer::Proved
}

/// Assumes the bounds that are not yet entailed.
fn assume_bounds(solver: &mut Solver, shape: Term, range: &Range, result: &mut Facts) {
    let known = result.bounds(solver, shape);
    if let Some(lower) = range.lower
        && known.lower.is_none_or(|known| known < lower)
    {
        let above = solver.terms.add_constant(shape, -lower);
        let fact = solver.terms.non_negative(above);
        if result.proves(solver, fact) != Answer::Proved {
            result.assume(solver, fact);
        }
    }
    if let Some(upper) = range.upper
        && known.upper.is_none_or(|known| known > upper)
    {
        let below = solver.terms.linear(upper, &[(-1, shape)]);
        let fact = solver.terms.non_negative(below);
        if result.proves(solver, fact) != Answer::Proved {
            result.assume(solver, fact);
        }
    }
}

/// The equations and congruences of the least coset that contains the solutions of both systems.
fn joined_equations(
    solver: &Solver,
    unknowns: &[Atom],
    left: &[(Term, i128)],
    right: &[(Term, i128)],
) -> Option<Vec<Equation>> {
    let rows = |equations: &[(Term, i128)]| -> Vec<Equation> {
        equations
            .iter()
            .map(|(term, modulus)| {
                let mut coefficients = vec![0; unknowns.len()];
                for (atom, coefficient) in solver.terms.summands(*term) {
                    if let Ok(index) = unknowns.binary_search(atom) {
                        coefficients[index] = *coefficient;
                    }
                }
                Equation { coefficients, constant: solver.terms.constant_part(*term), modulus: *modulus }
            })
            .collect()
    };
    let solve = |equations: &[(Term, i128)]| match Coset::solve(unknowns.len(), &rows(equations))? {
        Solutions::Some(coset) => Some(coset),
        Solutions::None => None,
    };
    solve(left)?.join(&solve(right)?)?.equations()
}

fn equation_fact(solver: &mut Solver, unknowns: &[Atom], equation: &Equation) -> Fact {
    let mut term = solver.terms.constant(equation.constant);
    for (atom, coefficient) in unknowns.iter().zip(&equation.coefficients) {
        if *coefficient != 0 {
            let own = solver.terms.atom_term(*atom);
            term = solver.terms.add_scaled(term, *coefficient, own);
        }
    }
    if equation.modulus == 0 { solver.terms.zero(term) } else { solver.terms.divides(equation.modulus, term) }
}
