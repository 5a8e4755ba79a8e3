//! Constant bounds of columns, by propagation through the inequalities.

use super::budget::Budget;
use super::integer::{Integer, fits};
use super::rows::{Rows, Sources};
use crate::answer::Reason;
use crate::limits::ROUNDS_OF_BOUNDS;

/// A bound and the inputs it depends on.
type Bound<N> = Option<(N, Sources)>;

/// The constant bounds of every column.
#[derive(Debug)]
pub(super) struct Bounds<N> {
    lower: Vec<Bound<N>>,
    upper: Vec<Bound<N>>,
}

pub(super) enum Propagation<N> {
    Conflict(Sources),
    /// A column with exactly one value left.
    Fixed(usize, N, Sources),
    Bounds(Bounds<N>),
}

impl<N: Integer> Bounds<N> {
    pub(super) fn propagate(rows: &Rows<N>, budget: &mut Budget) -> Result<Propagation<N>, Reason> {
        let stride = rows.iter().next().map_or(1, <[N]>::len);
        let mut bounds = Bounds { lower: vec![None; stride], upper: vec![None; stride] };
        for _ in 0..ROUNDS_OF_BOUNDS {
            let mut changed = false;
            for index in 0..rows.len() {
                budget.spend(stride)?;
                changed |= bounds.visit(rows.row(index), rows.source(index));
            }
            for column in 1..stride {
                if let (Some((low, first)), Some((high, second))) =
                    (&bounds.lower[column], &bounds.upper[column])
                {
                    let sources = first.union(*second);
                    if low > high {
                        return Ok(Propagation::Conflict(sources));
                    }
                    if low == high {
                        return Ok(Propagation::Fixed(column, low.clone(), sources));
                    }
                }
            }
            if !changed {
                break;
            }
        }
        Ok(Propagation::Bounds(bounds))
    }

    /// Derives bounds from one row: each term is at least minus the maximum of the rest.
    /// A bound that does not fit the number type is left out.
    fn visit(&mut self, row: &[N], source: Sources) -> bool {
        let mut changed = false;
        let mut missing = None;
        let mut maximum = Some(row[0].clone());
        let mut sources = source;
        for (column, entry) in row.iter().enumerate().skip(1) {
            if entry.is_zero() {
                continue;
            }
            match self.largest(column, entry) {
                Some((value, more)) => {
                    maximum = maximum.and_then(|sum| sum.plus(&value));
                    sources = sources.union(more);
                }
                None if missing.is_none() => missing = Some(column),
                None => return false,
            }
        }
        let Some(maximum) = maximum else {
            return false;
        };
        for (column, entry) in row.iter().enumerate().skip(1) {
            if entry.is_zero() || missing.is_some_and(|only| only != column) {
                continue;
            }
            let rest = match self.largest(column, entry) {
                Some((value, _)) => maximum.plus(&value.negate()),
                None => Some(maximum.clone()),
            };
            let Some(rest) = rest else {
                continue;
            };
            changed |= if entry.is_positive() {
                let bound = rest.divide_floor(entry).negate();
                improve(&mut self.lower[column], bound, sources, |new, old| new > old)
            } else {
                let bound = rest.divide_floor(&entry.negate());
                improve(&mut self.upper[column], bound, sources, |new, old| new < old)
            };
        }
        changed
    }

    /// The largest value of `entry·column`, if it is bounded and fits.
    fn largest(&self, column: usize, entry: &N) -> Bound<N> {
        let bound = if entry.is_positive() { &self.upper[column] } else { &self.lower[column] };
        let (value, sources) = bound.as_ref()?;
        Some((entry.times(value)?, *sources))
    }

    /// The column with the fewest values, its bounds, and the inputs they depend on.
    pub(super) fn narrowest(&self) -> Result<Option<(usize, N, N, Sources)>, Reason> {
        let mut best: Option<(N, usize)> = None;
        for column in 1..self.lower.len() {
            if let (Some((low, _)), Some((high, _))) = (&self.lower[column], &self.upper[column]) {
                let width = fits(high.plus(&low.negate()))?;
                if best.as_ref().is_none_or(|(least, _)| width < *least) {
                    best = Some((width, column));
                }
            }
        }
        Ok(best.and_then(|(_, column)| {
            let (low, first) = self.lower[column].as_ref()?;
            let (high, second) = self.upper[column].as_ref()?;
            Some((column, low.clone(), high.clone(), first.union(*second)))
        }))
    }
}

fn improve<N: Integer>(
    bound: &mut Bound<N>,
    value: N,
    sources: Sources,
    better: impl Fn(&N, &N) -> bool,
) -> bool {
    let improves = bound.as_ref().is_none_or(|(old, _)| better(&value, old));
    if improves {
        *bound = Some((value, sources));
    }
    improves
}
