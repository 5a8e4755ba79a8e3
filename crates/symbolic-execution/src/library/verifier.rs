//! The functions that programs of the verification competition use, and what models of the C library use like them.

use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::limits::BYTES_NAMED_FOR_INPUTS;
use crate::outcome::{Interrupt, Outcome, Step};
use crate::path::Event;
use interpreter::{ChoiceKind, FaultKind};
use ir::Scalar;
use symbolic_heap::{HeapRule, Value, is_broken};

pub(super) const TABLE: &[Entry] = &[
    entry("__VERIFIER_nondet_bool", 0, truth),
    entry("__VERIFIER_nondet__Bool", 0, truth),
    entry("__VERIFIER_nondet_memory", 2, memory),
    entry("__besom_unspecified_memory", 2, unspecified_memory),
    entry("__besom_unspecified_choice", 0, unspecified_choice),
    entry("__VERIFIER_assume", 1, assume),
    entry("__builtin_assume", 1, assume),
    entry("__VERIFIER_assert", 1, assert),
    entry("__VERIFIER_error", 0, error),
    entry("reach_error", 0, error),
    entry("__besom_left_open", 0, left_open),
    entry("__VERIFIER_atomic_begin", 0, |_, call| call.returning_nothing()),
    entry("__VERIFIER_atomic_end", 0, |_, call| call.returning_nothing()),
];

/// `__VERIFIER_nondet_…()` of any other type.
pub(super) const ANY_INPUT: Entry = entry("__VERIFIER_nondet_", 0, input);

/// Any value of the type.
fn input(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let Some((_, scalar)) = call.destination else { return skipped_input(context, call) };
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
    context.note_input(term);
    call.returning_term(term)
}

/// An input that nobody looks at is asked for all the same.
fn skipped_input(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let term = context.constant(0);
    let event = Event::Choice { kind: ChoiceKind::Input, term, bits: 1, span: context.span };
    call.configuration.path.push(event);
    call.returning_nothing()
}

fn truth(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    zero_or_one(context, call, true)
}

/// What the implementation of C decides, as the order of operands, is no input: no caller can bring it about, so an error
/// that it decides is not one of every caller.
fn unspecified_choice(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    zero_or_one(context, call, false)
}

fn zero_or_one(context: &mut Context<'_>, mut call: Call<'_>, is_input: bool) -> Step<Vec<Outcome>> {
    let Configuration { state, path } = &mut call.configuration;
    let term = context.fresh("input");
    let facts = context.between(0, term, 1);
    state.facts.assume_all(&mut context.solver, &facts);
    path.push(Event::Choice { kind: ChoiceKind::Input, term, bits: 1, span: context.span });
    if is_input {
        context.note_input(term);
    }
    call.returning_term(term)
}

/// What a function of the library does may differ from one library to the next. The interpreter knows one of them: a path on
/// which another is meant is not executed.
fn left_open(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let mut otherwise = call.clone_parts();
    otherwise.configuration.path.approximate("what C leaves open");
    let mut outcomes = call.returning_number(context, 0)?;
    outcomes.extend(otherwise.returning_number(context, 1)?);
    Ok(outcomes)
}

/// Fills memory with inputs.
fn memory(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    any_memory(context, call, true)
}

/// Fills memory with bytes that the implementation of C decides, as those of padding.
fn unspecified_memory(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    any_memory(context, call, false)
}

fn any_memory(context: &mut Context<'_>, mut call: Call<'_>, are_inputs: bool) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 0)?;
    let length = call.size(context, 1)?;
    if context.is_zero(&call.configuration.state, length)? {
        return call.returning_nothing();
    }
    let count = context.solver.terms.as_constant(length).filter(|&count| count <= BYTES_NAMED_FOR_INPUTS);
    let Some(count) = count else {
        context.store_unknown(&mut call, place, length)?;
        return call.returning_nothing();
    };
    let span = context.span;
    let Configuration { state, path } = &mut call.configuration;
    context.access(state, place, length, crate::memory::Access::Write)?;
    for index in 0..count {
        let term = context.fresh("input");
        let facts = context.between(0, term, 255);
        state.facts.assume_all(&mut context.solver, &facts);
        path.push(Event::Choice { kind: ChoiceKind::Input, term, bits: 8, span });
        if are_inputs {
            context.note_input(term);
        }
        let address = Value::defined(context.solver.terms.add_constant(place.term, index));
        context.store(state, path, address, Value::defined(term), Scalar::I8)?;
    }
    call.returning_nothing()
}

/// Other executions are not considered.
fn assume(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let condition = call.arguments[0];
    let facts = &call.configuration.state.facts;
    let term = context.unsigned(facts, condition.value.term, condition.scalar.bits());
    let fact = context.solver.terms.non_zero(term);
    match call.assuming(context, &[fact]) {
        Some(call) => call.returning_nothing(),
        None => Err(Interrupt::Vanish),
    }
}

fn assert(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let condition = call.defined(context, 0)?;
    let facts = &call.configuration.state.facts;
    let term = context.unsigned(facts, condition.value.term, condition.scalar.bits());
    let fact = context.solver.terms.non_zero(term);
    if context.proves(facts, fact) {
        return call.returning_nothing();
    }
    let message = "the condition of `__VERIFIER_assert` does not hold".into();
    Err(Interrupt::Require { fact, kind: FaultKind::AssertionFailure, message, block: None })
}

fn error(_: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    Err(Interrupt::fault(FaultKind::ErrorReached, format!("{} is reached", call.name)))
}
