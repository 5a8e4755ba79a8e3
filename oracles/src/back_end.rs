//! Z3 as the external back end of the solver: what the layers leave open is passed on as SMT-LIB text.

use pure_logic::Answer;
use pure_logic::fallback::{Fallback, Query};
use z3::{Params, SatResult, Solver};

/// Milliseconds for one question.
const TIMEOUT: u32 = 1_000;

pub struct Z3BackEnd;

impl Fallback for Z3BackEnd {
    fn decide(&self, query: &Query<'_>) -> Option<Answer> {
        let solver = Solver::new();
        let mut parameters = Params::new();
        parameters.set_u32("timeout", TIMEOUT);
        solver.set_params(&parameters);
        solver.from_string(query.to_smtlib()?);
        match solver.check() {
            SatResult::Unsat => Some(Answer::Proved),
            SatResult::Sat => Some(Answer::Refuted),
            SatResult::Unknown => None,
        }
    }
}
