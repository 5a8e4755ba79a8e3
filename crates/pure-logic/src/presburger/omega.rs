//! The Omega test (W. Pugh, 1991): exact integer feasibility of equalities and inequalities.
//!
//! Equalities are eliminated by unimodular changes of variables, inequalities by projecting one variable after the
//! other. A projection is exact when one of each pair of combined coefficients is 1. Otherwise the real shadow may
//! refute, the dark shadow may give a model, and the splinters between the two decide what is left.

use super::bounds::{Bounds, Propagation};
use super::budget::Budget;
use super::integer::{Integer, fits};
use super::rows::{Rows, Sources, content, dot};
use crate::answer::Reason;
use crate::broken::BrokenRule;

/// More rows than this end the attempt.
const MAXIMUM_ROWS: usize = 4_000;
/// More nested case splits than this end the attempt.
const MAXIMUM_DEPTH: usize = 40;
/// More cases than this in one split end the attempt.
const MAXIMUM_CASES: i128 = 2_000;

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

/// How the value of an eliminated column is found once the values of the remaining ones are known.
#[derive(Debug)]
enum Step<N> {
    /// The column has the value of the row.
    Assign(usize, Vec<N>),
    /// The column lies between the bounds that the rows give.
    Between(usize, Rows<N>),
}

/// What tightening the inequalities found.
enum Tightened {
    Conflict(Sources),
    NewEquality,
    Stable,
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
        if depth > MAXIMUM_DEPTH {
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

    /// Solves and substitutes until no equality is left; returns the sources of a contradiction.
    fn eliminate_equalities(
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

    /// Divides inequalities by their divisors, drops trivial and looser ones, and turns opposite pairs into equalities.
    fn tighten(&mut self, budget: &mut Budget) -> Result<Tightened, Reason> {
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

    /// Adds the combinations of every lower with every upper bound of `column`.
    fn add_shadow(
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
                if self.inequalities.len() >= MAXIMUM_ROWS {
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

    fn solve_inexact(
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
                && cases <= splinters.count.clamp(4, MAXIMUM_CASES)
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
        if splinters.count > MAXIMUM_CASES {
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

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shadow {
    Real,
    Dark,
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
    value.to_wide().map_or(i128::MAX, i128::abs)
}

/// Divides the coefficients of a row, not its constant.
fn divide<N: Integer>(row: &mut [N], divisor: &N) {
    for entry in &mut row[1..] {
        if !entry.is_zero() {
            *entry = entry.divide_floor(divisor);
        }
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

/// Gives `column` a value between the bounds of the rows, as close to 0 as possible; false when there is none.
fn place<N: Integer>(
    column: usize,
    rows: &Rows<N>,
    values: &mut [N],
    budget: &Budget,
) -> Result<bool, Reason> {
    values[column] = N::zero();
    let mut lower: Option<N> = None;
    let mut upper: Option<N> = None;
    for row in rows.iter() {
        let rest = dot(row, values)?;
        let coefficient = &row[column];
        if coefficient.is_positive() {
            let bound = rest.divide_floor(coefficient).negate();
            if lower.as_ref().is_none_or(|least| *least < bound) {
                lower = Some(bound);
            }
        } else {
            let bound = rest.divide_floor(&coefficient.negate());
            if upper.as_ref().is_none_or(|most| *most > bound) {
                upper = Some(bound);
            }
        }
    }
    if let (Some(least), Some(most)) = (&lower, &upper)
        && least > most
    {
        values[column] = least.clone();
        return Ok(budget.breaks(BrokenRule::RealShadowIsExact));
    }
    values[column] = match (lower, upper) {
        (Some(least), _) if least.is_positive() => least,
        (_, Some(most)) if most.is_negative() => most,
        _ => N::zero(),
    };
    Ok(true)
}

/// Finds the values of the eliminated columns, the last eliminated one first.
fn complete<N: Integer>(
    trail: Vec<Step<N>>,
    mut values: Vec<N>,
    budget: &Budget,
) -> Result<Outcome<N>, Reason> {
    for step in trail.into_iter().rev() {
        match step {
            Step::Assign(column, row) => values[column] = dot(&row, &values)?,
            Step::Between(column, rows) => {
                if !place(column, &rows, &mut values, budget)? {
                    return Err(Reason::Limit);
                }
            }
        }
    }
    Ok(Outcome::Satisfiable(values))
}
