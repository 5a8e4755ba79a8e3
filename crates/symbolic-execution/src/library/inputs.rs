//! Values from outside, assumptions about them, and output that memory safety does not see.

use super::Call;
use crate::configuration::Configuration;
use crate::context::Context;
use crate::instruction::assuming;
use crate::outcome::{Interrupt, Step};
use crate::path::Event;
use interpreter::ChoiceKind;
use symbolic_heap::Value;

/// `__VERIFIER_nondet_…()`: any value of the type.
pub fn input(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Configuration>> {
    let Some((_, scalar)) = call.destination else { return Ok(call.returning_nothing()) };
    let Configuration { state, path } = &mut call.configuration;
    let term = context.unknown_word(state, scalar, "input");
    if scalar.is_float() {
        path.approximate("a floating-point input");
    }
    path.push(Event::Choice { kind: ChoiceKind::Input, term, bits: scalar.bits(), span: context.span });
    Ok(call.returning(Value::defined(term)))
}

/// `__VERIFIER_assume(condition)`: other executions are not considered.
pub fn assume(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Configuration>> {
    let condition = call.argument(0)?;
    let fact = context.solver.terms.non_zero(condition.term);
    match assuming(context, &call.configuration, &[fact]) {
        Some(configuration) => Ok(vec![configuration]),
        None => Err(Interrupt::Vanish),
    }
}

/// Functions that only print; their result is any value.
pub fn output(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Configuration>> {
    let Some((_, scalar)) = call.destination else { return Ok(call.returning_nothing()) };
    let Configuration { state, path } = &mut call.configuration;
    let value = context.opaque(state, path, scalar, 0, "the result of an output function");
    Ok(call.returning(value))
}
