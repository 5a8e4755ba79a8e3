//! What the work on a function costs, however fast the machine is.
//!
//! Steps alone do not tell: what is learned from an execution, and the comparison of preconditions, are questions to the solver
//! that no step counts. So budgets are in steps and questions together, and the same everywhere.

use crate::limits::{ARITHMETIC_CASES, ARITHMETIC_STEPS, QUESTIONS_OF_A_STEP, STEPS_OF_AN_EXACT_ANSWER};
use ir::Module;
use symbolic_execution::{Context, Options};

/// What all questions to the solver have cost up to now, in steps.
pub fn of_questions(context: &Context<'_>) -> u64 {
    let statistics = &context.solver.statistics;
    statistics.questions / QUESTIONS_OF_A_STEP + STEPS_OF_AN_EXACT_ANSWER * statistics.exact_calls
}

/// What open code is analysed in.
pub fn context<'m>(module: &'m Module, options: Options) -> Context<'m> {
    let mut context = Context::new(module, options);
    context.solver.limits.steps = ARITHMETIC_STEPS;
    context.solver.limits.splits = ARITHMETIC_CASES;
    // Callers may have chosen any.
    context.allow_any_locale();
    context
}
