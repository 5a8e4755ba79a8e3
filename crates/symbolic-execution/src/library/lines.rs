//! `getline` and `getdelim`: lines of any length, in a buffer that grows as needed.
//!
//! POSIX says little of the buffer, so nothing else is relied on: a buffer that is large enough may be kept or replaced; the
//! new one may be as large as it likes and lie where the old one was; and a buffer may be made even if nothing is left to read.

use super::input::note;
use super::{Call, Entry, allocation, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::memory::Access;
use crate::outcome::{Outcome, Step};
use crate::path::ReadPiece;
use pure_logic::Term;
use pure_logic::term::Atom;
use symbolic_heap::{Content, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("getline", 3, |context, call| read_delimited(context, call, 2)),
    entry("getdelim", 4, |context, call| read_delimited(context, call, 3)),
];

const WHY: &str = "how a library makes room for a line";

/// What the program passes.
#[derive(Clone, Copy)]
struct Buffer {
    /// Where its address is kept, and where its size.
    place: Value,
    size_place: Value,
    /// What is there before the call; the size is null if there is no buffer.
    old: Value,
    old_size: Option<Term>,
    stream: Atom,
}

fn read_delimited(context: &mut Context<'_>, mut call: Call<'_>, stream: usize) -> Step<Vec<Outcome>> {
    let (place, size_place) = (call.pointer(context, 0)?, call.pointer(context, 1)?);
    let stream = context.stream(&call, stream)?;
    let scalar = context.pointer_scalar();
    let Configuration { state, path } = &mut call.configuration;
    let old = context.load(state, path, place, scalar)?;
    context.require_defined(old, "the address of the buffer")?;
    let found = context.load(state, path, size_place, scalar)?;
    if context.is_null(&call.configuration, old)? {
        let buffer = Buffer { place, size_place, old, old_size: None, stream };
        let mut outcomes = nothing_to_read(context, &call, buffer)?;
        outcomes.extend(in_new_buffer(context, &call, buffer));
        return Ok(outcomes);
    }
    context.require_defined(found, "the size of the buffer")?;
    let old_size = context.unsigned(&call.configuration.state.facts, found.term, scalar.bits());
    // Whatever is read, the buffer must be one that can be replaced and has the size that is said.
    let mut probe = call.configuration.state.clone();
    context.free(&mut probe, old)?;
    let has_bytes = !context.is_zero(&call.configuration.state, old_size)?;
    if has_bytes {
        context.access(&call.configuration.state, old, old_size, Access::Write)?;
    }
    let buffer = Buffer { place, size_place, old, old_size: has_bytes.then_some(old_size), stream };
    let mut outcomes = nothing_to_read(context, &call, buffer)?;
    outcomes.extend(in_new_buffer(context, &call, buffer));
    if has_bytes {
        outcomes.extend(in_old_buffer(context, &call, buffer, old_size));
    }
    Ok(outcomes)
}

/// The end of input, or an error, with everything as it was; or an error after some bytes have arrived.
fn nothing_to_read(context: &mut Context<'_>, call: &Call<'_>, buffer: Buffer) -> Step<Vec<Outcome>> {
    let mut end = call.clone();
    end.configuration.path.approximate(WHY);
    note(context, &mut end, Some(buffer.stream), ReadPiece::End);
    let mut outcomes = end.returning_number(context, -1)?;
    if let Some(size) = buffer.old_size
        && let Some((mut call, length)) = context.amount(call, 1, Some(size))
    {
        call.configuration.path.approximate("an error of a stream");
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            context.write_from_outside(&mut call.configuration, buffer.old, length, false)?;
            call.returning_number(context, -1)
        }));
    }
    Ok(outcomes)
}

/// The line fits into the buffer that is there.
fn in_old_buffer(context: &mut Context<'_>, call: &Call<'_>, buffer: Buffer, size: Term) -> Vec<Outcome> {
    let most = context.solver.terms.add_constant(size, -1);
    let Some((mut call, length)) = context.amount(call, 1, Some(most)) else { return Vec::new() };
    let letters = context.solver.terms.add_constant(length, -1);
    note(context, &mut call, Some(buffer.stream), ReadPiece::Line(letters));
    call.go_on(context, call.configuration.clone(), |context, mut call| {
        context.write_from_outside(&mut call.configuration, buffer.old, length, true)?;
        call.returning_term(length)
    })
}

/// A new buffer is made in the place of the old one, if there is one: for a line, or with nothing in it because the input
/// has ended.
fn in_new_buffer(context: &mut Context<'_>, call: &Call<'_>, buffer: Buffer) -> Vec<Outcome> {
    let Some((sized, size)) = context.amount(call, 1, None) else { return Vec::new() };
    let mut outcomes = Vec::new();
    for is_end in [true, false] {
        let most = context.solver.terms.add_constant(size, -1);
        let (mut call, length) = match is_end {
            true => (sized.clone(), None),
            false => match context.amount(&sized, 1, Some(most)) {
                Some((call, length)) => (call, Some(length)),
                None => continue,
            },
        };
        let piece = match length {
            Some(length) => ReadPiece::Line(context.solver.terms.add_constant(length, -1)),
            None => ReadPiece::End,
        };
        note(context, &mut call, Some(buffer.stream), piece);
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, call| {
            let mut outcomes = Vec::new();
            for (call, new) in allocation::allocate(context, &call, size, 1, Content::Uninitialised) {
                let Some(new) = new else {
                    outcomes.extend(call.returning_number(context, -1)?);
                    continue;
                };
                outcomes.extend(call.go_on(context, call.configuration.clone(), |context, call| {
                    replace(context, call, buffer, (new, size), length)
                }));
            }
            Ok(outcomes)
        }));
    }
    outcomes
}

fn replace(
    context: &mut Context<'_>,
    mut call: Call<'_>,
    buffer: Buffer,
    (new, size): (Value, Term),
    length: Option<Term>,
) -> Step<Vec<Outcome>> {
    if let Some(length) = length {
        context.write_from_outside(&mut call.configuration, new, length, true)?;
    }
    let scalar = context.pointer_scalar();
    let Configuration { state, path } = &mut call.configuration;
    context.free(state, buffer.old)?;
    // The new buffer may well be where the old one was.
    context.let_addresses_be_reused(state);
    context.store(state, path, buffer.place, new, scalar)?;
    context.store(state, path, buffer.size_place, Value::defined(size), scalar)?;
    match length {
        Some(length) => call.returning_term(length),
        None => call.returning_number(context, -1),
    }
}
