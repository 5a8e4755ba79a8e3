//! Elimination of equalities by unimodular changes of variables.

use super::completion::Step;
use super::{Problem, divide};
use crate::answer::Reason;
use crate::broken::BrokenRule;
use crate::presburger::budget::Budget;
use crate::presburger::integer::{Integer, fits};
use crate::presburger::rows::{Sources, content};

impl<N: Integer> Problem<N> {
    /// Solves and substitutes until no equality is left; returns the sources of a contradiction.
    pub(super) fn eliminate_equalities(
        &mut self,
        trail: &mut Vec<Step<N>>,
        budget: &mut Budget,
    ) -> Result<Option<Sources>, Reason> {
        while !self.equalities.is_empty() {
            if let Some(conflict) = self.normalize_equalities(budget)? {
                return Ok(Some(conflict));
            }
            let Some((index, column)) = self.smallest_coefficient() else {
                break;
            };
            budget.spend(self.stride * (self.equalities.len() + self.inequalities.len()))?;
            let row = self.equalities.row(index).to_vec();
            if row[column].is_unit() {
                let sources = self.equalities.source(index);
                self.equalities.swap_remove(index);
                self.equalities.cancel(column, &row, sources)?;
                self.inequalities.cancel(column, &row, sources)?;
                trail.push(Step::Assign(column, solved_for(row, column)));
            } else {
                let quotients = quotients(&row, column)?;
                self.equalities.shear(column, &quotients)?;
                self.inequalities.shear(column, &quotients)?;
                let mut value: Vec<N> = quotients.iter().map(N::negate).collect();
                value[column] = N::one();
                trail.push(Step::Assign(column, value));
            }
        }
        Ok(None)
    }

    /// Divides every equality by the divisor of its coefficients and drops the trivial ones.
    fn normalize_equalities(&mut self, budget: &mut Budget) -> Result<Option<Sources>, Reason> {
        budget.spend(self.equalities.len() * self.stride)?;
        let mut index = 0;
        while index < self.equalities.len() {
            let source = self.equalities.source(index);
            let row = self.equalities.row_mut(index);
            let divisor = content(row);
            if divisor.is_zero() {
                if !row[0].is_zero() {
                    return Ok(Some(source));
                }
                self.equalities.swap_remove(index);
                continue;
            }
            if !divisor.is_unit() {
                let quotient = row[0].divide_floor(&divisor);
                let whole = quotient.times(&divisor).as_ref() == Some(&row[0]);
                if !whole && !budget.breaks(BrokenRule::EqualityIgnoresDivisor) {
                    return Ok(Some(source));
                }
                row[0] = quotient;
                divide(row, &divisor);
            }
            index += 1;
        }
        Ok(None)
    }

    /// The equality and column with the smallest coefficient; of several, the column that the fewest inequalities use.
    fn smallest_coefficient(&self) -> Option<(usize, usize)> {
        let mut best: Option<(N, usize, usize, usize)> = None;
        for (index, row) in self.equalities.iter().enumerate() {
            for (column, entry) in row.iter().enumerate().skip(1) {
                if entry.is_zero() {
                    continue;
                }
                let size = entry.magnitude();
                if best.as_ref().is_some_and(|b| b.0 < size) {
                    continue;
                }
                let uses = self.inequalities.iter().filter(|row| !row[column].is_zero()).count();
                let candidate = (size, uses, index, column);
                if best.as_ref().is_none_or(|b| candidate < *b) {
                    best = Some(candidate);
                }
            }
        }
        best.map(|(_, _, index, column)| (index, column))
    }
}

/// The value of `column` in an equality where its coefficient is 1 or -1.
fn solved_for<N: Integer>(mut row: Vec<N>, column: usize) -> Vec<N> {
    if row[column].is_positive() {
        for entry in &mut row {
            *entry = entry.negate();
        }
    }
    row[column] = N::zero();
    row
}

/// The nearest integers to the other coefficients divided by the one in `column`.
fn quotients<N: Integer>(row: &[N], column: usize) -> Result<Vec<N>, Reason> {
    let divisor = row[column].magnitude();
    let negative = row[column].is_negative();
    let mut result = vec![N::zero(); row.len()];
    for (index, entry) in row.iter().enumerate().skip(1) {
        if index == column || entry.is_zero() {
            continue;
        }
        // round(e / d) = floor((2e + d) / 2d)
        let doubled = fits(entry.plus(entry).and_then(|twice| twice.plus(&divisor)))?;
        let nearest = doubled.divide_floor(&fits(divisor.plus(&divisor))?);
        result[index] = if negative { nearest.negate() } else { nearest };
    }
    Ok(result)
}
