//! The values of eliminated columns, once those of the remaining ones are known.

use super::Outcome;
use crate::answer::Reason;
use crate::broken::BrokenRule;
use crate::presburger::budget::Budget;
use crate::presburger::integer::Integer;
use crate::presburger::rows::{Rows, dot};

/// How the value of an eliminated column is found once the values of the remaining ones are known.
#[derive(Debug)]
pub(super) enum Step<N> {
    /// The column has the value of the row.
    Assign(usize, Vec<N>),
    /// The column lies between the bounds that the rows give.
    Between(usize, Rows<N>),
}

/// Gives `column` a value between the bounds of the rows, as close to 0 as possible; false when there is none.
pub(super) fn place<N: Integer>(
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
pub(super) fn complete<N: Integer>(
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
