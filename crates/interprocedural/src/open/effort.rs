//! What the work on a function costs, however fast the machine is.
//!
//! Steps alone do not tell: what is learned from an execution, and the comparison of preconditions, are questions to the solver
//! that no step counts. So budgets are in steps and questions together, and the same everywhere.

use ir::Module;
use symbolic_execution::{Context, Options};

/// So many questions to the solver take as long as a step.
const QUESTIONS_OF_A_STEP: u64 = 10;

/// What a question costs that only exact arithmetic answers, in steps.
const STEPS_OF_EXACT_ARITHMETIC: u64 = 5;

/// What all questions to the solver have cost up to now, in steps.
pub fn of_questions(context: &Context<'_>) -> u64 {
    let statistics = &context.solver.statistics;
    statistics.questions / QUESTIONS_OF_A_STEP + STEPS_OF_EXACT_ARITHMETIC * statistics.exact_calls
}

/// How much exact arithmetic one question may take in open code, and how many cases it may distinguish. A whole program is one proof, in which
/// every question counts; here, one that takes this long leaves a precondition open, of which there are many.
const ARITHMETIC_STEPS: u64 = 20_000;
const ARITHMETIC_CASES: u32 = 60;

/// What open code is analysed in.
pub fn context<'m>(module: &'m Module, options: Options) -> Context<'m> {
    let mut context = Context::new(module, options);
    context.solver.limits.steps = ARITHMETIC_STEPS;
    context.solver.limits.splits = ARITHMETIC_CASES;
    // Callers may have chosen any.
    context.allow_any_locale();
    context
}
