//! Cutting a string into parts, in place.

use super::text::{Text, with_argument, with_text};
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use ir::Scalar;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Content, Region, State, Value};

pub(super) const TABLE: &[Entry] =
    &[entry("strtok", 2, strtok), entry("strtok_r", 3, strtok_r), entry("strsep", 2, strsep)];

const WHY: &str = "an unknown string is cut into parts";

/// Goes on where it stopped, at a place that the library remembers.
fn strtok(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let base = place_of_rest(context, &mut call.configuration.state);
    let place = Value::defined(context.solver.terms.atom_term(base));
    next_token(context, call, place)
}

/// Where the library keeps what is left to be cut.
pub(super) fn place_of_rest(context: &mut Context<'_>, state: &mut State) -> Atom {
    let base = context.library_base("strtok");
    if state.heap.block(base).is_none() {
        let word = context.constant(i128::from(context.pointer_bits() / 8));
        context.place_block(state, base, word, 8, Region::Static, Content::Fill(0));
    }
    base
}

fn strtok_r(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 2)?;
    next_token(context, call, place)
}

fn next_token(context: &mut Context<'_>, call: Call<'_>, place: Value) -> Step<Vec<Outcome>> {
    let given = call.pointer(context, 0)?;
    with_argument(context, &call, 1, &mut |context, mut call, set| {
        let start = if context.is_null(&call.configuration, given)? {
            let scalar = context.pointer_scalar();
            let Configuration { state, path } = &mut call.configuration;
            let start = context.load(state, path, place, scalar)?;
            context.require_defined(start, "where strtok is to go on")?;
            start
        } else {
            given
        };
        if context.solver.terms.as_constant(start.term) == Some(0) {
            let message = format!("`{}` is called with a null pointer before any string", call.name);
            return Err(Interrupt::fault(FaultKind::BadArgument, message));
        }
        let is_null = context.solver.terms.zero(start.term);
        if context.proves(&call.configuration.state.facts, is_null) {
            // What it has left behind the last part itself.
            return call.returning_number(context, 0);
        }
        with_text(context, &call, start, None, &mut |context, call, text| match (
            text.constant_bytes(context),
            set.constant_bytes(context),
        ) {
            (Some(bytes), Some(set)) => cut(context, call, place, text, &bytes, &set),
            _ => cut_somewhere(context, call, place, text),
        })
    })
}

/// Sets where to go on, and returns.
fn finish(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    place: Value,
    rest: Term,
    result: Term,
) -> Step<Vec<Outcome>> {
    let scalar = context.pointer_scalar();
    let Configuration { state, path } = &mut call.configuration;
    context.store(state, path, place, Value::defined(rest), scalar)?;
    call.returning_term(result)
}

/// Returns at the end of the string. There musl goes on with null, and glibc with the end; a program that gave the place may look
/// at it. The null has a name, because a null that the program put there is an error for glibc.
fn finish_at_end(
    context: &mut Context<'_>,
    call: Call<'_>,
    place: Value,
    end: Term,
    result: Term,
) -> Step<Vec<Outcome>> {
    if call.name == "strtok" {
        return finish(context, call, place, end, result);
    }
    let null = context.fresh("ended");
    let is_null = context.solver.terms.zero(null);
    let mut outcomes = Vec::new();
    if let Some(mut other) = call.assuming(context, &[is_null]) {
        other.configuration.path.approximate("what strtok_r leaves behind the last part");
        outcomes = other.go_on(context, other.configuration.clone(), |context, call| {
            finish(context, call, place, null, result)
        });
    }
    outcomes.extend(finish(context, call, place, end, result)?);
    Ok(outcomes)
}

fn cut(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    place: Value,
    text: &Text,
    bytes: &[u8],
    set: &[u8],
) -> Step<Vec<Outcome>> {
    let at = |context: &mut Context<'_>, index: usize| {
        context.solver.terms.add_constant(text.address.term, index as i128)
    };
    let Some(first) = bytes.iter().position(|byte| !set.contains(byte)) else {
        let (end, null) = (at(context, bytes.len()), context.constant(0));
        return finish_at_end(context, call, place, end, null);
    };
    let length = bytes[first..].iter().take_while(|byte| !set.contains(byte)).count();
    let (token, end) = (at(context, first), first + length);
    if end == bytes.len() {
        let rest = at(context, end);
        return finish_at_end(context, call, place, rest, token);
    }
    let (cut, rest) = (Value::defined(at(context, end)), at(context, end + 1));
    let zero = Value::defined(context.constant(0));
    let Configuration { state, path } = &mut call.configuration;
    context.store(state, path, cut, zero, Scalar::I8)?;
    finish(context, call, place, rest, token)
}

/// No token, or one somewhere in the string, with a zero behind it.
fn cut_somewhere(context: &mut Context<'_>, call: Call<'_>, place: Value, text: &Text) -> Step<Vec<Outcome>> {
    let mut missing = call.clone();
    missing.configuration.path.approximate(WHY);
    let (end, null) = (context.solver.terms.add(text.address.term, text.length), context.constant(0));
    let mut outcomes = missing.go_on(context, missing.configuration.clone(), |context, call| {
        finish_at_end(context, call, place, end, null)
    });
    let first = context.fresh("token");
    let terms = &mut context.solver.terms;
    let last = [terms.at_most(null, first), terms.less_than(first, text.length)];
    if let Some(mut found) = call.assuming(context, &last) {
        found.configuration.path.approximate(WHY);
        outcomes.extend(found.go_on(context, found.configuration.clone(), |context, call| {
            let token = context.solver.terms.add(text.address.term, first);
            finish_at_end(context, call, place, end, token)
        }));
    }
    let (first, cut) = (context.fresh("token"), context.fresh("cut"));
    let terms = &mut context.solver.terms;
    let inside = [terms.at_most(null, first), terms.less_than(first, cut), terms.less_than(cut, text.length)];
    let Some(mut found) = call.assuming(context, &inside) else { return Ok(outcomes) };
    found.configuration.path.approximate(WHY);
    outcomes.extend(found.go_on(context, found.configuration.clone(), |context, mut call| {
        let terms = &mut context.solver.terms;
        let (token, cut) = (terms.add(text.address.term, first), terms.add(text.address.term, cut));
        let rest = terms.add_constant(cut, 1);
        let zero = Value::defined(context.constant(0));
        let Configuration { state, path } = &mut call.configuration;
        context.store(state, path, Value::defined(cut), zero, Scalar::I8)?;
        finish(context, call, place, rest, token)
    }));
    Ok(outcomes)
}

/// The part before the first separator; the pointer then points behind it, or is null.
fn strsep(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 0)?;
    with_argument(context, &call, 1, &mut |context, mut call, set| {
        let scalar = context.pointer_scalar();
        let Configuration { state, path } = &mut call.configuration;
        let start = context.load(state, path, place, scalar)?;
        context.require_defined(start, "the string to be cut")?;
        if context.is_null(&call.configuration, start)? {
            return call.returning_number(context, 0);
        }
        with_text(context, &call, start, None, &mut |context, call, text| {
            let constants = (text.constant_bytes(context), set.constant_bytes(context));
            let (Some(bytes), Some(set)) = constants else {
                return separate_somewhere(context, call, place, text);
            };
            match bytes.iter().position(|byte| set.contains(byte)) {
                Some(index) => {
                    let index = context.constant(index as i128);
                    separate_at(context, call, place, text, index)
                }
                None => {
                    let null = context.constant(0);
                    finish(context, call, place, null, text.address.term)
                }
            }
        })
    })
}

fn separate_at(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    place: Value,
    text: &Text,
    index: Term,
) -> Step<Vec<Outcome>> {
    let cut = context.solver.terms.add(text.address.term, index);
    let rest = context.solver.terms.add_constant(cut, 1);
    let zero = Value::defined(context.constant(0));
    let Configuration { state, path } = &mut call.configuration;
    context.store(state, path, Value::defined(cut), zero, Scalar::I8)?;
    finish(context, call, place, rest, text.address.term)
}

fn separate_somewhere(
    context: &mut Context<'_>,
    call: Call<'_>,
    place: Value,
    text: &Text,
) -> Step<Vec<Outcome>> {
    let null = context.constant(0);
    let mut last = call.clone();
    last.configuration.path.approximate(WHY);
    let mut outcomes = last.go_on(context, last.configuration.clone(), |context, call| {
        finish(context, call, place, null, text.address.term)
    });
    let cut = context.fresh("cut");
    let facts = [context.solver.terms.at_most(null, cut), context.solver.terms.less_than(cut, text.length)];
    if let Some(mut found) = call.assuming(context, &facts) {
        found.configuration.path.approximate(WHY);
        outcomes.extend(found.go_on(context, found.configuration.clone(), |context, call| {
            separate_at(context, call, place, text, cut)
        }));
    }
    Ok(outcomes)
}
