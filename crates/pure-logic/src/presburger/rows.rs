//! Dense rows of numbers, and which inputs each row was derived from.

use super::integer::{Integer, fits};
use crate::answer::Reason;

/// The set of input constraints a derived row depends on.
///
/// The first 127 inputs have a bit of their own; the others share the last bit, so that a core of a very large problem
/// may name more inputs than the refutation used, never fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Sources(u128);

const SHARED: usize = 127;

impl Sources {
    pub(super) fn of(index: usize) -> Sources {
        Sources(1 << index.min(SHARED))
    }

    pub(super) fn union(self, other: Sources) -> Sources {
        Sources(self.0 | other.0)
    }

    /// The indices below `count` that are in the set.
    pub(super) fn indices(self, count: usize) -> Vec<usize> {
        (0..count).filter(|&index| self.0 & Sources::of(index).0 != 0).collect()
    }
}

/// Rows of equal length. The first entry of a row is the constant, entry `i` the coefficient of column `i`.
#[derive(Clone, Debug)]
pub(super) struct Rows<N> {
    stride: usize,
    entries: Vec<N>,
    sources: Vec<Sources>,
}

impl<N: Integer> Rows<N> {
    pub(super) fn new(stride: usize, capacity: usize) -> Rows<N> {
        Rows { stride, entries: Vec::with_capacity(stride * capacity), sources: Vec::with_capacity(capacity) }
    }

    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sources.is_empty()
    }

    pub(super) fn row(&self, index: usize) -> &[N] {
        &self.entries[index * self.stride..(index + 1) * self.stride]
    }

    pub(super) fn row_mut(&mut self, index: usize) -> &mut [N] {
        &mut self.entries[index * self.stride..(index + 1) * self.stride]
    }

    pub(super) fn source(&self, index: usize) -> Sources {
        self.sources[index]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[N]> {
        self.entries.chunks_exact(self.stride)
    }

    pub(super) fn push(&mut self, row: &[N], sources: Sources) {
        self.entries.extend_from_slice(row);
        self.sources.push(sources);
    }

    /// Appends a row of zeros and returns it for filling in.
    pub(super) fn push_zeros(&mut self, sources: Sources) -> &mut [N] {
        let start = self.entries.len();
        self.entries.resize(start + self.stride, N::zero());
        self.sources.push(sources);
        &mut self.entries[start..]
    }

    /// Appends `left·a + right·b`.
    pub(super) fn push_combination(
        &mut self,
        (left, a): (&[N], &N),
        (right, b): (&[N], &N),
        sources: Sources,
    ) -> Result<(), Reason> {
        for (x, y) in left.iter().zip(right) {
            let entry = if y.is_zero() { x.times(a) } else { x.combine(a, y, b) };
            self.entries.push(fits(entry)?);
        }
        self.sources.push(sources);
        Ok(())
    }

    pub(super) fn append(&mut self, other: &mut Rows<N>) {
        self.entries.append(&mut other.entries);
        self.sources.append(&mut other.sources);
    }

    /// Removes a row; the last one takes its place.
    pub(super) fn swap_remove(&mut self, index: usize) {
        let last = self.len() - 1;
        if index != last {
            let (front, back) = self.entries.split_at_mut(last * self.stride);
            front[index * self.stride..(index + 1) * self.stride].clone_from_slice(back);
        }
        self.entries.truncate(last * self.stride);
        self.sources.swap_remove(index);
    }

    /// Takes the rows that mention `column` out.
    pub(super) fn take_mentioning(&mut self, column: usize) -> Rows<N> {
        let mut taken = Rows::new(self.stride, 0);
        let mut index = 0;
        while index < self.len() {
            if self.row(index)[column].is_zero() {
                index += 1;
            } else {
                taken.push(self.row(index), self.sources[index]);
                self.swap_remove(index);
            }
        }
        taken
    }

    /// Adds `factor(row)·addend` to every row that mentions `column`, where the factor makes that entry zero:
    /// `pivot` is the addend's entry in the column, 1 or -1.
    pub(super) fn cancel(&mut self, column: usize, addend: &[N], sources: Sources) -> Result<(), Reason> {
        let negative_pivot = addend[column].is_negative();
        for index in 0..self.len() {
            let row = &mut self.entries[index * self.stride..(index + 1) * self.stride];
            if row[column].is_zero() {
                continue;
            }
            let factor = if negative_pivot { row[column].clone() } else { row[column].negate() };
            for (entry, other) in row.iter_mut().zip(addend) {
                if !other.is_zero() {
                    *entry = fits(entry.combine(&N::one(), other, &factor))?;
                }
            }
            self.sources[index] = self.sources[index].union(sources);
        }
        Ok(())
    }

    /// Replaces the variable of `column` by itself minus `Σ quotients·others`.
    pub(super) fn shear(&mut self, column: usize, quotients: &[N]) -> Result<(), Reason> {
        for row in self.entries.chunks_exact_mut(self.stride) {
            if row[column].is_zero() {
                continue;
            }
            let factor = row[column].negate();
            for (entry, quotient) in row.iter_mut().zip(quotients) {
                if !quotient.is_zero() {
                    *entry = fits(entry.combine(&N::one(), quotient, &factor))?;
                }
            }
        }
        Ok(())
    }
}

/// The greatest common divisor of the coefficients of a row, 0 when all are zero.
pub(super) fn content<N: Integer>(row: &[N]) -> N {
    let mut divisor = N::zero();
    for entry in &row[1..] {
        if !entry.is_zero() {
            divisor = divisor.common_divisor(entry);
            if divisor.is_unit() {
                break;
            }
        }
    }
    divisor
}

/// The value of a row, where `values[0]` is 1.
pub(super) fn dot<N: Integer>(row: &[N], values: &[N]) -> Result<N, Reason> {
    let mut sum = N::zero();
    for (factor, value) in row.iter().zip(values) {
        if !factor.is_zero() && !value.is_zero() {
            sum = fits(sum.combine(&N::one(), factor, value))?;
        }
    }
    Ok(sum)
}
