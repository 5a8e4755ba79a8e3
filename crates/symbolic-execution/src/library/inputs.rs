//! Values from outside, assumptions about them, and output that memory safety does not see.

use super::Call;
use crate::configuration::Configuration;
use crate::context::Context;
use crate::instruction::assuming;
use crate::outcome::{Interrupt, Step};
use crate::path::Event;
use interpreter::ChoiceKind;
use symbolic_heap::{Content, HeapRule, Location, Region, State, Value, is_broken};

/// `__VERIFIER_nondet_…()`: any value of the type.
pub fn input(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Configuration>> {
    let Some((_, scalar)) = call.destination else { return Ok(call.returning_nothing()) };
    let Configuration { state, path } = &mut call.configuration;
    let term = context.unknown_word(state, scalar, "input");
    if is_broken(&context.solver, HeapRule::InputIsNatural) {
        let zero = context.constant(0);
        let fact = context.solver.terms.at_most(zero, term);
        state.facts.assume(&mut context.solver, fact);
    }
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
    for &argument in call.arguments {
        context.require_defined(argument, "an argument of an output function")?;
    }
    let Some((_, scalar)) = call.destination else { return Ok(call.returning_nothing()) };
    let Configuration { state, path } = &mut call.configuration;
    let value = context.opaque(state, path, scalar, 0, "the result of an output function");
    Ok(call.returning(value))
}

/// `printf` and `puts`: every string they read must be a literal; others may not be terminated.
pub fn formatted_output(
    context: &mut Context<'_>,
    call: Call<'_>,
    is_format: bool,
) -> Step<Vec<Configuration>> {
    let text = call.argument(0)?;
    let not_known = || Interrupt::gave_up("an output function reads a string that is no literal");
    let bytes = literal(context, &call.configuration.state, text).ok_or_else(not_known)?;
    let strings = if is_format { string_conversions(&bytes).ok_or_else(not_known)? } else { 0 };
    let mut literals = 0;
    for &argument in call.arguments.iter().skip(1) {
        if literal(context, &call.configuration.state, argument).is_some() {
            literals += 1;
        }
    }
    if literals < strings {
        return Err(not_known());
    }
    output(context, call)
}

/// How many `%s` a format has; `None` if it has conversions that write or take a width.
fn string_conversions(format: &[u8]) -> Option<usize> {
    let mut count = 0;
    let mut bytes = format.iter();
    while let Some(&byte) = bytes.next() {
        if byte != b'%' {
            continue;
        }
        loop {
            match bytes.next()? {
                b's' => {
                    count += 1;
                    break;
                }
                b'n' | b'*' | b'm' | b'S' => return None,
                b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'.' | b'h' | b'l' | b'z' | b'j' | b't' | b'L' => {}
                _ => break,
            }
        }
    }
    Some(count)
}

/// The bytes, up to the terminator, of a string literal that a value points to the start of.
fn literal(context: &mut Context<'_>, state: &State, value: Value) -> Option<Vec<u8>> {
    let Location::Block { base, offset } = state.heap.locate(&mut context.solver.terms, value.term) else {
        return None;
    };
    let block = state.heap.block(base)?;
    if block.region != Region::Constant || context.solver.terms.as_constant(offset) != Some(0) {
        return None;
    }
    let mut bytes = Vec::new();
    for cell in block.cells.iter() {
        let length = context.solver.terms.subtract(cell.end, cell.start);
        let length = usize::try_from(context.solver.terms.as_constant(length)?).ok()?;
        match cell.content {
            Content::Fill(byte) => bytes.resize(bytes.len() + length, byte),
            Content::Scalar(word) => {
                let number = context.solver.terms.as_constant(word.term)?;
                bytes.extend(number.to_le_bytes().get(..length)?);
            }
            Content::Uninitialised | Content::Unknown => return None,
        }
    }
    let end = bytes.iter().position(|&byte| byte == 0)?;
    bytes.truncate(end);
    Some(bytes)
}
