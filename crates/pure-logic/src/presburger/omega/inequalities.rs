//! Tightening of inequalities: common divisors, parallel and opposite ones.

use super::{Problem, divide};
use crate::answer::Reason;
use crate::broken::BrokenRule;
use crate::presburger::budget::Budget;
use crate::presburger::integer::{Integer, fits};
use crate::presburger::rows::{Sources, content};

/// What tightening the inequalities found.
pub(super) enum Tightened {
    Conflict(Sources),
    NewEquality,
    Stable,
}

impl<N: Integer> Problem<N> {
    /// Divides inequalities by their divisors, drops trivial and looser ones, and turns opposite pairs into equalities.
    pub(super) fn tighten(&mut self, budget: &mut Budget) -> Result<Tightened, Reason> {
        budget.spend(self.inequalities.len() * self.stride)?;
        let mut keys: Vec<(u64, usize)> = Vec::with_capacity(self.inequalities.len());
        let mut index = 0;
        while index < self.inequalities.len() {
            let source = self.inequalities.source(index);
            let row = self.inequalities.row_mut(index);
            let divisor = content(row);
            if divisor.is_zero() {
                if row[0].is_negative() {
                    return Ok(Tightened::Conflict(source));
                }
                self.inequalities.swap_remove(index);
                continue;
            }
            if !divisor.is_unit() {
                row[0] = if budget.breaks(BrokenRule::ShadowRoundsUp) {
                    row[0].negate().divide_floor(&divisor).negate()
                } else {
                    row[0].divide_floor(&divisor)
                };
                divide(row, &divisor);
            }
            keys.push((direction_key(row), index));
            index += 1;
        }
        self.compare_parallel(keys, budget)
    }

    fn compare_parallel(
        &mut self,
        mut keys: Vec<(u64, usize)>,
        budget: &Budget,
    ) -> Result<Tightened, Reason> {
        keys.sort_unstable();
        let mut removed: Vec<usize> = Vec::new();
        let mut start = 0;
        let mut found_equality = false;
        for current in 1..keys.len() {
            if keys[current].0 != keys[start].0 {
                start = current;
                continue;
            }
            for earlier in start..current {
                let (i, j) = (keys[earlier].1, keys[current].1);
                if removed.contains(&i) {
                    continue;
                }
                let (first, second) = (self.inequalities.row(i), self.inequalities.row(j));
                if first[1..] == second[1..] {
                    let first_is_looser = first[0] > second[0];
                    let keep_looser = budget.breaks(BrokenRule::ParallelKeepsLooser);
                    if first_is_looser != keep_looser {
                        removed.push(i);
                    } else {
                        removed.push(j);
                        break;
                    }
                } else if opposite(first, second) {
                    let width = fits(first[0].plus(&second[0]))?;
                    let sources = self.inequalities.source(i).union(self.inequalities.source(j));
                    if width.is_negative() {
                        return Ok(Tightened::Conflict(sources));
                    }
                    if width.is_zero() {
                        let row = first.to_vec();
                        self.equalities.push(&row, sources);
                        removed.push(i);
                        removed.push(j);
                        found_equality = true;
                        break;
                    }
                }
            }
        }
        removed.sort_unstable();
        for &index in removed.iter().rev() {
            self.inequalities.swap_remove(index);
        }
        Ok(if found_equality { Tightened::NewEquality } else { Tightened::Stable })
    }
}

/// Equal for rows whose coefficients are equal or opposite.
fn direction_key<N: Integer>(row: &[N]) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let leading = row[1..].iter().find(|entry| !entry.is_zero());
    let flipped = leading.is_some_and(N::is_negative);
    let mut key = 0u64;
    for entry in &row[1..] {
        let digest = if flipped { entry.negate().digest() } else { entry.digest() };
        key = (key.rotate_left(5) ^ digest).wrapping_mul(MULTIPLIER);
    }
    key
}

fn opposite<N: Integer>(first: &[N], second: &[N]) -> bool {
    first[1..]
        .iter()
        .zip(&second[1..])
        .all(|(a, b)| a.is_zero() == b.is_zero() && (a.is_zero() || *a == b.negate()))
}
