//! Projection of inequalities along a column: real and dark shadows, and the splinters between them.

use super::completion::place;
use super::{Outcome, Problem};
use crate::answer::Reason;
use crate::broken::BrokenRule;
use crate::limits::{CASES_OF_A_SPLIT, ROWS_OF_A_SHADOW};
use crate::presburger::bounds::Bounds;
use crate::presburger::budget::Budget;
use crate::presburger::integer::{Integer, fits};
use crate::presburger::rows::{Rows, Sources};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shadow {
    Real,
    Dark,
}

impl<N: Integer> Problem<N> {
    /// Adds the combinations of every lower with every upper bound of `column`.
    pub(super) fn add_shadow(
        &mut self,
        column: usize,
        rows: &Rows<N>,
        shadow: Shadow,
        budget: &mut Budget,
    ) -> Result<(), Reason> {
        for i in 0..rows.len() {
            let lower = rows.row(i);
            if lower[column].is_negative() {
                continue;
            }
            for j in 0..rows.len() {
                let upper = rows.row(j);
                if !upper[column].is_negative() {
                    continue;
                }
                budget.spend(self.stride)?;
                if self.inequalities.len() >= ROWS_OF_A_SHADOW {
                    return Err(Reason::Limit);
                }
                let (a, b) = (&lower[column], upper[column].negate());
                let divisor = a.common_divisor(&b);
                let (left, right) = (b.divide_floor(&divisor), a.divide_floor(&divisor));
                let sources = rows.source(i).union(rows.source(j));
                self.inequalities.push_combination((lower, &left), (upper, &right), sources)?;
                if shadow == Shadow::Dark {
                    let gap = dark_gap(a, &b)?;
                    let margin = gap.negate().divide_floor(&divisor);
                    let last = self.inequalities.len() - 1;
                    let constant = &mut self.inequalities.row_mut(last)[0];
                    *constant = fits(constant.plus(&margin))?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn solve_inexact(
        mut self,
        column: usize,
        bounds: &Bounds<N>,
        budget: &mut Budget,
        depth: usize,
    ) -> Result<Outcome<N>, Reason> {
        let rows = self.inequalities.take_mentioning(column);
        let splinters = Splinters::fewest(column, &rows);
        if let Some((split, lower, upper, sources)) = bounds.narrowest()? {
            let width = upper.to_wide().zip(lower.to_wide());
            let cases = width.and_then(|(high, low)| high.checked_sub(low)?.checked_add(1));
            if let Some(cases) = cases
                && cases <= splinters.count.clamp(4, CASES_OF_A_SPLIT)
            {
                self.inequalities.append(&mut rows.clone());
                let last = cases - i128::from(budget.breaks(BrokenRule::ValueSplitForgetsLast));
                return self.split_values((split, &lower, last, sources), budget, depth);
            }
        }
        let mut real = self.clone();
        real.add_shadow(column, &rows, Shadow::Real, budget)?;
        match real.solve_nested(budget, depth + 1)? {
            Outcome::Unsatisfiable(sources) => return Ok(Outcome::Unsatisfiable(sources)),
            Outcome::Satisfiable(mut values) => {
                if place(column, &rows, &mut values, budget)? {
                    return Ok(Outcome::Satisfiable(values));
                }
            }
        }
        let mut dark = self.clone();
        dark.add_shadow(column, &rows, Shadow::Dark, budget)?;
        let mut used = match dark.solve_nested(budget, depth + 1)? {
            Outcome::Satisfiable(mut values) => {
                return if place(column, &rows, &mut values, budget)? {
                    Ok(Outcome::Satisfiable(values))
                } else {
                    Err(Reason::Limit)
                };
            }
            Outcome::Unsatisfiable(sources) => sources,
        };
        for index in 0..rows.len() {
            used = used.union(rows.source(index));
        }
        if budget.breaks(BrokenRule::DarkShadowIsComplete) {
            return Ok(Outcome::Unsatisfiable(used));
        }
        if splinters.count > CASES_OF_A_SPLIT {
            return Err(Reason::Splits);
        }
        self.inequalities.append(&mut rows.clone());
        self.split_splinters((column, &rows, &splinters), used, budget, depth)
    }

    /// One case per value of a column that has few.
    fn split_values(
        &self,
        (column, lower, cases, sources): (usize, &N, i128, Sources),
        budget: &mut Budget,
        depth: usize,
    ) -> Result<Outcome<N>, Reason> {
        let mut used = sources;
        let mut open = None;
        for offset in 0..cases {
            let mut case = self.clone();
            let value = fits(N::from_wide(offset).and_then(|offset| lower.plus(&offset)))?;
            case.fix(column, &value, sources);
            match case.solve_nested(budget, depth + 1) {
                Ok(Outcome::Satisfiable(values)) => return Ok(Outcome::Satisfiable(values)),
                Ok(Outcome::Unsatisfiable(sources)) => used = used.union(sources),
                Err(reason) => open = Some(reason),
            }
        }
        open.map_or(Ok(Outcome::Unsatisfiable(used)), Err)
    }

    /// One case per splinter: the column is close to one of its bounds.
    fn split_splinters(
        &self,
        (column, rows, splinters): (usize, &Rows<N>, &Splinters),
        mut used: Sources,
        budget: &mut Budget,
        depth: usize,
    ) -> Result<Outcome<N>, Reason> {
        let mut open = None;
        for index in 0..rows.len() {
            let row = rows.row(index);
            if row[column].is_negative() == splinters.at_lower_bounds {
                continue;
            }
            let cases =
                splinters.cases(&row[column]) - i128::from(budget.breaks(BrokenRule::SplintersStopEarly));
            for offset in 0..cases {
                let mut case = self.clone();
                case.equalities.push(row, rows.source(index));
                let last = case.equalities.len() - 1;
                let constant = &mut case.equalities.row_mut(last)[0];
                *constant = fits(N::from_wide(-offset).and_then(|n| constant.plus(&n)))?;
                match case.solve_nested(budget, depth + 1) {
                    Ok(Outcome::Satisfiable(values)) => return Ok(Outcome::Satisfiable(values)),
                    Ok(Outcome::Unsatisfiable(sources)) => used = used.union(sources),
                    Err(reason) => open = Some(reason),
                }
            }
        }
        open.map_or(Ok(Outcome::Unsatisfiable(used)), Err)
    }
}

/// `(a - 1)(b - 1)`: how far apart the bounds `a·x` and `b·x` must be for an integer to be certain between them.
fn dark_gap<N: Integer>(a: &N, b: &N) -> Result<N, Reason> {
    let minus_one = N::one().negate();
    fits(a.plus(&minus_one).and_then(|a| a.times(&b.plus(&minus_one)?)))
}

/// The cases between the dark and the real shadow.
struct Splinters {
    at_lower_bounds: bool,
    /// The largest coefficient on the other side.
    opposite: i128,
    count: i128,
}

impl Splinters {
    /// Counts the splinters at the lower and at the upper bounds, and takes the fewer.
    fn fewest<N: Integer>(column: usize, rows: &Rows<N>) -> Splinters {
        let mut lower_largest = 0;
        let mut upper_largest = 0;
        for row in rows.iter() {
            let size = wide_magnitude(&row[column]);
            if row[column].is_negative() {
                upper_largest = size.max(upper_largest);
            } else {
                lower_largest = size.max(lower_largest);
            }
        }
        let count = |at_lower_bounds: bool, opposite: i128| {
            let mut side = Splinters { at_lower_bounds, opposite, count: 0 };
            for row in rows.iter() {
                if row[column].is_negative() != at_lower_bounds {
                    side.count = side.count.saturating_add(side.cases(&row[column]));
                }
            }
            side
        };
        let lower = count(true, upper_largest);
        let upper = count(false, lower_largest);
        if upper.count < lower.count { upper } else { lower }
    }

    /// With coefficient `a` here and at most `b` opposite, `a·x` exceeds its bound by at most `(a·b - a - b) / b`.
    fn cases<N: Integer>(&self, coefficient: &N) -> i128 {
        let a = wide_magnitude(coefficient);
        let b = self.opposite;
        match a.checked_mul(b) {
            Some(product) => (product - a - b).div_euclid(b) + 1,
            // One case too many does no harm.
            None => a,
        }
    }
}

/// The magnitude, or the greatest 128-bit number for everything beyond: only small ones are ever counted out.
fn wide_magnitude<N: Integer>(value: &N) -> i128 {
    value.to_wide().map_or(i128::MAX, i128::saturating_abs)
}
