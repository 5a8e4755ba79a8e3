//! The functions of `string.h` that work on memory of a given length.
//!
//! A length of 0 accesses nothing, so any pointer will do, even null.

use super::rows::{Byte, End, Reach};
use super::{Call, Entry, comparing, entry, searching};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::limits::BYTES_NAMED_FOR_COMPARISONS;
use crate::memory::{Access, may_be_undefined};
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;
use ir::CopyOverlap;
use pure_logic::Term;
use symbolic_heap::{Location, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("memcpy", 3, |context, call| copy(context, call, CopyOverlap::Forbidden, false)),
    entry("mempcpy", 3, |context, call| copy(context, call, CopyOverlap::Forbidden, true)),
    entry("memmove", 3, |context, call| copy(context, call, CopyOverlap::Allowed, false)),
    entry("bcopy", 3, bcopy),
    entry("memset", 3, memset),
    entry("bzero", 2, bzero),
    entry("explicit_bzero", 2, bzero),
    entry("memcmp", 3, memcmp),
    entry("bcmp", 3, memcmp),
    entry("memchr", 3, memchr),
    entry("memrchr", 3, memrchr),
];

fn copy(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    overlap: CopyOverlap,
    returns_end: bool,
) -> Step<Vec<Outcome>> {
    let (to, from) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    let length = call.size(context, 2)?;
    let Configuration { state, path } = &mut call.configuration;
    context.copy_block(state, path, to, from, length, overlap)?;
    if returns_end {
        let end = context.solver.terms.add(to.term, length);
        return call.returning_term(end);
    }
    call.returning(to)
}

/// As `memmove` with the first two arguments exchanged.
fn bcopy(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let (from, to) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    let length = call.size(context, 2)?;
    let Configuration { state, path } = &mut call.configuration;
    context.copy_block(state, path, to, from, length, CopyOverlap::Allowed)?;
    call.returning_nothing()
}

fn memset(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let value = call.arguments[1].value;
    let length = call.size(context, 2)?;
    let Configuration { state, path } = &mut call.configuration;
    context.set_block(state, path, to, value, length)?;
    call.returning(to)
}

fn bzero(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let to = call.pointer(context, 0)?;
    let length = call.size(context, 1)?;
    let zero = Value::defined(context.constant(0));
    let Configuration { state, path } = &mut call.configuration;
    context.set_block(state, path, to, zero, length)?;
    call.returning_nothing()
}

/// What follows once the bytes are known, if they are.
type Phase<'p, 'a> = &'p mut dyn FnMut(&mut Context<'_>, Call<'a>, Option<&[Term]>) -> Step<Vec<Outcome>>;

/// Reads so many bytes and goes on with them, each a number from 0 to 255, or with nothing if some are
/// not known.
pub(super) fn with_bytes<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    address: Value,
    length: Term,
    phase: Phase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    let state = &call.configuration.state;
    if context.is_zero(state, length)? {
        return phase(context, call.clone(), Some(&[]));
    }
    let (base, start) = context.access(state, address, length, Access::Read)?;
    let row = match context.row(state, base, start, Reach { limit: Some(length), until_zero: false }) {
        Ok(row) if row.end == End::Limit => Some(row),
        Ok(_) => None,
        Err(interrupt) if context.options.split_on_offsets => return Err(interrupt),
        Err(_) => None,
    };
    let mut configuration = call.configuration.clone();
    let uninitialised = Interrupt::Fault {
        kind: FaultKind::UninitialisedUse,
        message: "a library function looks at bytes that are not initialised".into(),
        block: Some(base),
    };
    let Some(mut row) = row else {
        if context.options.check_uninitialised {
            let end = context.solver.terms.add(start, length);
            let cells = state.heap.block(base).expect("the block was just located").cells.clone();
            for cell in cells.iter().filter(|cell| may_be_undefined(cell.content)) {
                let before = context.solver.terms.at_most(cell.end, start);
                let behind = context.solver.terms.at_most(end, cell.start);
                if !context.proves(&state.facts, before) && !context.proves(&state.facts, behind) {
                    return Err(uninitialised);
                }
            }
        }
        return phase(context, call.clone(), None);
    };
    if row.bytes.contains(&Byte::Uninitialised) && context.options.check_uninitialised {
        return Err(uninitialised);
    }
    if context.options.split_on_offsets {
        context.name_bytes(&mut configuration.state, base, start, &mut row, BYTES_NAMED_FOR_COMPARISONS)?;
    }
    let bytes: Option<Vec<Term>> = row
        .bytes
        .iter()
        .map(|byte| match byte {
            Byte::Number(term) => Some(*term),
            Byte::Unknown | Byte::Letter | Byte::Uninitialised => None,
        })
        .collect();
    Ok(call.go_on(context, configuration, |context, call| phase(context, call, bytes.as_deref())))
}

fn memcmp(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let (first, second) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    let length = call.size(context, 2)?;
    with_bytes(context, &call, first, length, &mut |context, call, a| {
        with_bytes(context, &call, second, length, &mut |context, call, b| match (a, b) {
            (Some(a), Some(b)) => comparing::difference(context, call, a, b),
            (None, Some(known)) => compare_with(context, call, (first, length), known),
            (Some(known), None) => compare_with(context, call, (second, length), known),
            (None, None) => comparing::any_order(context, call),
        })
    })
}

/// Compares bytes that are not known with others that are. Where these are letters and all are equal, no zero is among them.
fn compare_with(
    context: &mut Context<'_>,
    call: Call<'_>,
    (address, length): (Value, Term),
    known: &[Term],
) -> Step<Vec<Outcome>> {
    let state = &call.configuration.state;
    let is_letter = |context: &mut Context<'_>, &byte: &Term| {
        let letter = context.solver.terms.non_zero(byte);
        context.proves(&state.facts, letter)
    };
    let mut facts = Vec::new();
    if known.iter().all(|byte| is_letter(context, byte))
        && let Location::Block { base, offset } = state.heap.locate(&mut context.solver.terms, address.term)
        && let Some(block) = state.heap.block(base)
    {
        let end = context.solver.terms.add(offset, length);
        for cell in block.cells.iter() {
            let zero = context.zero_behind(state, cell, offset);
            facts.extend(zero.map(|zero| context.solver.terms.at_most(end, zero)));
        }
    }
    comparing::equal_or_not(context, call, &facts)
}

/// The C standard lets `memchr` read only up to the byte it looks for; a block that ends before the
/// length does is good enough if the byte is surely in it.
fn memchr(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let address = call.pointer(context, 0)?;
    let wanted = call.byte(context, 1)?;
    let length = call.size(context, 2)?;
    if context.is_zero(&call.configuration.state, length)? {
        return call.returning_number(context, 0);
    }
    let one = context.constant(1);
    let state = &call.configuration.state;
    let (base, start) = context.access(state, address, one, Access::Read)?;
    let end = context.solver.terms.add(start, length);
    let size = state.heap.block(base).expect("the block was just located").size;
    let fits = context.solver.terms.at_most(end, size);
    if !context.proves(&state.facts, fits)
        && let Ok(row) = context.row(state, base, start, Reach { limit: None, until_zero: false })
    {
        for (index, byte) in row.bytes.iter().enumerate() {
            let Byte::Number(term) = *byte else { break };
            let same = context.solver.terms.equal(term, wanted);
            if context.proves(&state.facts, same) {
                let known: Vec<Term> = row.bytes[..=index]
                    .iter()
                    .filter_map(|byte| match byte {
                        Byte::Number(term) => Some(*term),
                        Byte::Unknown | Byte::Letter | Byte::Uninitialised => None,
                    })
                    .collect();
                return searching::first_place(context, call, address, &known, wanted);
            }
        }
    }
    with_bytes(context, &call, address, length, &mut |context, call, bytes| match bytes {
        Some(bytes) if searching::is_worth_telling_apart(context, bytes) => {
            searching::first_place(context, call, address, bytes, wanted)
        }
        _ => {
            let last = context.solver.terms.add_constant(length, -1);
            call.returning_place_or_null(context, address, last, "a search in unknown bytes")
        }
    })
}

fn memrchr(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let address = call.pointer(context, 0)?;
    let wanted = call.byte(context, 1)?;
    let length = call.size(context, 2)?;
    with_bytes(context, &call, address, length, &mut |context, call, bytes| match bytes {
        Some(bytes) if searching::is_worth_telling_apart(context, bytes) => {
            searching::last_place(context, call, address, bytes, wanted)
        }
        _ => {
            let last = context.solver.terms.add_constant(length, -1);
            call.returning_place_or_null(context, address, last, "a search in unknown bytes")
        }
    })
}
