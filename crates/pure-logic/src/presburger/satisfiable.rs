//! Satisfiability of a conjunction of constraints.

use super::affine::Variable;
use super::budget::Budget;
use super::constraint::Constraint;
use super::integer::{Big, Integer, fits};
use super::omega::{Outcome, Problem};
use super::rows::Sources;
use crate::answer::Reason;
use crate::broken::BrokenRule;
use crate::limits::NUMBERS_OF_A_DENSE_FORM;

/// Values for variables; every variable that is not listed may have any value.
pub type Model = Vec<(Variable, i128)>;

/// The answer to a satisfiability question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Satisfiability {
    /// The model has a value for every variable of the question, by increasing variable.
    Satisfiable(Model),
    /// The indices of constraints that already contradict each other.
    Unsatisfiable(Vec<usize>),
    Unknown(Reason),
}

/// Decides whether integers satisfy all the constraints.
///
/// A model is checked against every constraint before it is returned.
pub fn satisfiable(constraints: &[Constraint], budget: &mut Budget) -> Satisfiability {
    let variables = variables_of(constraints);
    let mut result = attempt::<i64>(constraints, &variables, budget);
    if matches!(result, Err(Reason::Overflow)) {
        result = attempt::<i128>(constraints, &variables, budget);
    }
    if matches!(result, Err(Reason::Overflow)) {
        result = attempt::<Big>(constraints, &variables, budget);
    }
    match result {
        Ok(Found::Conflict(sources)) => Satisfiability::Unsatisfiable(sources.indices(constraints.len())),
        Ok(Found::Model(model)) => {
            if budget.is_broken() || is_model(constraints, &model) {
                Satisfiability::Satisfiable(model)
            } else {
                Satisfiability::Unknown(Reason::Overflow)
            }
        }
        Err(reason) => Satisfiability::Unknown(reason),
    }
}

/// The variables of the constraints, sorted.
pub(super) fn variables_of(constraints: &[Constraint]) -> Vec<Variable> {
    let mut variables: Vec<Variable> = constraints
        .iter()
        .flat_map(|constraint| constraint.affine().terms().iter().map(|term| term.0))
        .collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}

fn is_model(constraints: &[Constraint], model: &Model) -> bool {
    let value = |variable| match model.binary_search_by_key(&variable, |entry| entry.0) {
        Ok(position) => model[position].1,
        Err(_) => 0,
    };
    constraints.iter().all(|constraint| constraint.holds(&value) == Some(true))
}

enum Found {
    Conflict(Sources),
    Model(Model),
}

fn attempt<N: Integer>(
    constraints: &[Constraint],
    variables: &[Variable],
    budget: &mut Budget,
) -> Result<Found, Reason> {
    let problem = match build::<N>(constraints, variables, budget)? {
        Ok(problem) => problem,
        Err(conflict) => return Ok(Found::Conflict(conflict)),
    };
    match problem.solve(budget)? {
        Outcome::Unsatisfiable(sources) => Ok(Found::Conflict(sources)),
        Outcome::Satisfiable(values) => {
            let mut model = Vec::with_capacity(variables.len());
            for (&variable, value) in variables.iter().zip(&values[1..]) {
                model.push((variable, fits(value.to_wide())?));
            }
            Ok(Found::Model(model))
        }
    }
}

/// Brings the constraints into dense form; divisibility gets a column for the quotient and one for the remainder.
/// The inner error is a contradiction found on the way.
fn build<N: Integer>(
    constraints: &[Constraint],
    variables: &[Variable],
    budget: &mut Budget,
) -> Result<Result<Problem<N>, Sources>, Reason> {
    let mut columns = variables.len();
    let mut rows = constraints.len();
    for constraint in constraints {
        match constraint {
            Constraint::Divides(..) => columns += 1,
            Constraint::NotDivides(..) => {
                columns += 2;
                rows += 2;
            }
            Constraint::Zero(_) | Constraint::NonNegative(_) => {}
        }
    }
    let size = (columns + 1).saturating_mul(rows);
    if size > NUMBERS_OF_A_DENSE_FORM {
        return Err(Reason::Limit);
    }
    budget.spend(size)?;
    let mut problem = Problem::<N>::new(columns, rows);
    let mut next_column = variables.len() + 1;
    for (index, constraint) in constraints.iter().enumerate() {
        let sources = Sources::of(index);
        let affine = constraint.affine();
        let row = match constraint {
            Constraint::NonNegative(_) => problem.inequalities.push_zeros(sources),
            _ => problem.equalities.push_zeros(sources),
        };
        row[0] = fits(N::from_wide(affine.constant_part()))?;
        for &(variable, factor) in affine.terms() {
            let column = variables.binary_search(&variable).unwrap_or_default() + 1;
            row[column] = fits(N::from_wide(factor))?;
        }
        match constraint {
            Constraint::Zero(_) | Constraint::NonNegative(_) => {}
            Constraint::Divides(modulus, _) => {
                row[next_column] = fits(N::from_wide(*modulus))?;
                next_column += 1;
            }
            Constraint::NotDivides(modulus, _) => {
                match modulus {
                    0 => return Err(Reason::Limit),
                    1 | -1 => return Ok(Err(sources)),
                    _ => {}
                }
                row[next_column] = fits(N::from_wide(*modulus))?;
                row[next_column + 1] = N::one().negate();
                let lowest = N::from_wide(i128::from(!budget.breaks(BrokenRule::ResidueMayBeZero)));
                let row = problem.inequalities.push_zeros(sources);
                row[0] = fits(lowest)?.negate();
                row[next_column + 1] = N::one();
                let highest = fits(modulus.checked_abs())?.saturating_sub(1);
                let row = problem.inequalities.push_zeros(sources);
                row[0] = fits(N::from_wide(highest))?;
                row[next_column + 1] = N::one().negate();
                next_column += 2;
            }
        }
    }
    Ok(Ok(problem))
}
