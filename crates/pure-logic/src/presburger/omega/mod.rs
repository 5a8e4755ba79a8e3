//! The Omega test (W. Pugh, 1991): exact integer feasibility of equalities and inequalities.
//!
//! Equalities are eliminated by unimodular changes of variables, inequalities by projecting one variable after the
//! other. A projection is exact when one of each pair of combined coefficients is 1. Otherwise the real shadow may
//! refute, the dark shadow may give a model, and the splinters between the two decide what is left.

mod completion;
mod equalities;
mod inequalities;
mod shadows;

use super::bounds::{Bounds, Propagation};
use super::budget::Budget;
use super::integer::Integer;
use super::rows::{Rows, Sources};
use crate::answer::Reason;
use crate::limits::SPLITS_IN_SPLITS;
use completion::{Step, complete};
use inequalities::Tightened;
use shadows::Shadow;

#[derive(Clone, Debug)]
pub(super) struct Problem<N> {
    stride: usize,
    pub(super) equalities: Rows<N>,
    pub(super) inequalities: Rows<N>,
}

#[derive(Debug)]
pub(super) enum Outcome<N> {
    /// The value of every column; entry 0 is 1.
    Satisfiable(Vec<N>),
    Unsatisfiable(Sources),
}

/// The next column to eliminate.
enum Choice {
    Nothing,
    Exact(usize),
    Inexact(usize),
}

#[derive(Clone, Copy, Default)]
struct Occurrences {
    lower: usize,
    upper: usize,
    lower_units: usize,
    upper_units: usize,
}

impl<N: Integer> Problem<N> {
    /// A problem over `columns` variables.
    pub(super) fn new(columns: usize, capacity: usize) -> Problem<N> {
        let stride = columns + 1;
        Problem { stride, equalities: Rows::new(stride, 0), inequalities: Rows::new(stride, capacity) }
    }

    pub(super) fn solve(self, budget: &mut Budget) -> Result<Outcome<N>, Reason> {
        self.solve_nested(budget, 0)
    }

    fn solve_nested(mut self, budget: &mut Budget, depth: usize) -> Result<Outcome<N>, Reason> {
        if depth > SPLITS_IN_SPLITS {
            return Err(Reason::Splits);
        }
        let mut trail = Vec::new();
        loop {
            if let Some(conflict) = self.eliminate_equalities(&mut trail, budget)? {
                return Ok(Outcome::Unsatisfiable(conflict));
            }
            match self.tighten(budget)? {
                Tightened::Conflict(sources) => return Ok(Outcome::Unsatisfiable(sources)),
                Tightened::NewEquality => continue,
                Tightened::Stable => {}
            }
            match self.drop_unbounded(&mut trail, budget)? {
                Choice::Nothing => break,
                Choice::Exact(column) => {
                    let rows = self.inequalities.take_mentioning(column);
                    self.add_shadow(column, &rows, Shadow::Real, budget)?;
                    trail.push(Step::Between(column, rows));
                }
                Choice::Inexact(column) => match Bounds::propagate(&self.inequalities, budget)? {
                    Propagation::Conflict(sources) => return Ok(Outcome::Unsatisfiable(sources)),
                    Propagation::Fixed(column, value, sources) => {
                        self.fix(column, &value, sources);
                    }
                    Propagation::Bounds(bounds) => {
                        return match self.solve_inexact(column, &bounds, budget, depth)? {
                            Outcome::Satisfiable(values) => complete(trail, values, budget),
                            unsatisfiable => Ok(unsatisfiable),
                        };
                    }
                },
            }
        }
        let mut values = vec![N::zero(); self.stride];
        values[0] = N::one();
        complete(trail, values, budget)
    }

    /// Adds `column = value`.
    fn fix(&mut self, column: usize, value: &N, sources: Sources) {
        let row = self.equalities.push_zeros(sources);
        row[0] = value.negate();
        row[column] = N::one();
    }

    /// Drops the rows of columns that are bounded on one side at most, and chooses the cheapest of the other columns,
    /// an exact one if possible.
    fn drop_unbounded(&mut self, trail: &mut Vec<Step<N>>, budget: &mut Budget) -> Result<Choice, Reason> {
        loop {
            budget.spend(self.inequalities.len() * self.stride)?;
            let occurrences = self.count_occurrences();
            let unbounded = |count: &Occurrences| (count.lower == 0) != (count.upper == 0);
            if !occurrences.iter().any(unbounded) {
                return Ok(self.cheapest(&occurrences));
            }
            for (column, count) in occurrences.iter().enumerate() {
                if unbounded(count) {
                    let rows = self.inequalities.take_mentioning(column);
                    trail.push(Step::Between(column, rows));
                }
            }
        }
    }

    fn count_occurrences(&self) -> Vec<Occurrences> {
        let mut occurrences = vec![Occurrences::default(); self.stride];
        for row in self.inequalities.iter() {
            for (entry, count) in row.iter().zip(occurrences.iter_mut()).skip(1) {
                if entry.is_positive() {
                    count.lower += 1;
                    count.lower_units += usize::from(entry.is_unit());
                } else if entry.is_negative() {
                    count.upper += 1;
                    count.upper_units += usize::from(entry.is_unit());
                }
            }
        }
        occurrences
    }

    fn cheapest(&self, occurrences: &[Occurrences]) -> Choice {
        let mut best: Option<((bool, usize), usize)> = None;
        for (column, count) in occurrences.iter().enumerate().skip(1) {
            if count.lower == 0 {
                continue;
            }
            let exact = count.lower_units == count.lower || count.upper_units == count.upper;
            // The growth in rows, shifted to be never negative.
            let growth = count.lower * count.upper + self.inequalities.len() - (count.lower + count.upper);
            let cost = (!exact, growth);
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, column));
            }
        }
        match best {
            None => Choice::Nothing,
            Some(((false, _), column)) => Choice::Exact(column),
            Some(((true, _), column)) => Choice::Inexact(column),
        }
    }
}

/// Divides the coefficients of a row, not its constant.
fn divide<N: Integer>(row: &mut [N], divisor: &N) {
    for entry in &mut row[1..] {
        if !entry.is_zero() {
            *entry = entry.divide_floor(divisor);
        }
    }
}
