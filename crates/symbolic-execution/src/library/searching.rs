//! Searching in strings.

use super::text::{Text, with_argument};
use super::{Call, Entry, entry};
use crate::context::Context;
use crate::outcome::{Outcome, Step};
use pure_logic::Term;
use symbolic_heap::{Location, Value};

pub(super) const TABLE: &[Entry] = &[
    entry("strchr", 2, |context, call| find_byte(context, call, Missing::Null)),
    entry("index", 2, |context, call| find_byte(context, call, Missing::Null)),
    entry("strchrnul", 2, |context, call| find_byte(context, call, Missing::End)),
    entry("strrchr", 2, find_last_byte),
    entry("rindex", 2, find_last_byte),
    entry("strstr", 2, |context, call| find_text(context, call, false)),
    entry("strcasestr", 2, |context, call| find_text(context, call, true)),
    entry("strspn", 2, |context, call| span(context, call, true)),
    entry("strcspn", 2, |context, call| span(context, call, false)),
    entry("strpbrk", 2, strpbrk),
];

const WHY: &str = "a search in unknown bytes";

/// What is returned if the byte is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Null,
    End,
}

/// Whether every place where a byte may be found is to be a case of its own.
pub(super) fn is_worth_telling_apart(context: &Context<'_>, bytes: &[Term]) -> bool {
    context.options.split_on_offsets
        || bytes.iter().all(|&term| context.solver.terms.as_constant(term).is_some())
}

fn place(context: &mut Context<'_>, call: Call<'_>, start: Value, index: usize) -> Step<Vec<Outcome>> {
    let address = context.solver.terms.add_constant(start.term, index as i128);
    call.returning_term(address)
}

/// Where a byte comes first, or null.
pub(super) fn first_place(
    context: &mut Context<'_>,
    call: Call<'_>,
    start: Value,
    bytes: &[Term],
    wanted: Term,
) -> Step<Vec<Outcome>> {
    for (index, &byte) in bytes.iter().enumerate() {
        let same = context.solver.terms.equal(byte, wanted);
        if context.decide(&call.configuration, same)? {
            return place(context, call, start, index);
        }
    }
    call.returning_number(context, 0)
}

/// Where a byte comes last, or null.
pub(super) fn last_place(
    context: &mut Context<'_>,
    call: Call<'_>,
    start: Value,
    bytes: &[Term],
    wanted: Term,
) -> Step<Vec<Outcome>> {
    for (index, &byte) in bytes.iter().enumerate().rev() {
        let same = context.solver.terms.equal(byte, wanted);
        if context.decide(&call.configuration, same)? {
            return place(context, call, start, index);
        }
    }
    call.returning_number(context, 0)
}

/// The end of a search for the terminating zero itself.
fn at_end(context: &mut Context<'_>, call: Call<'_>, text: &Text) -> Step<Vec<Outcome>> {
    let end = context.solver.terms.add(text.address.term, text.length);
    call.returning_term(end)
}

fn find_byte(context: &mut Context<'_>, call: Call<'_>, missing: Missing) -> Step<Vec<Outcome>> {
    let wanted = call.byte(context, 1)?;
    with_argument(context, &call, 0, &mut |context, call, text| {
        let is_zero = context.solver.terms.zero(wanted);
        if context.decide(&call.configuration, is_zero)? {
            return at_end(context, call, text);
        }
        match &text.bytes {
            Some(bytes) if is_worth_telling_apart(context, bytes) => {
                if missing == Missing::Null {
                    return first_place(context, call, text.address, bytes, wanted);
                }
                let mut all = bytes.clone();
                all.push(wanted);
                first_place(context, call, text.address, &all, wanted)
            }
            _ if missing == Missing::Null => {
                let last = context.solver.terms.add_constant(text.length, -1);
                call.returning_place_or_null(context, text.address, last, WHY)
            }
            _ => {
                let end = context.solver.terms.add(text.address.term, text.length);
                call.returning_between(context, text.address.term, end, WHY)
            }
        }
    })
}

fn find_last_byte(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let wanted = call.byte(context, 1)?;
    with_argument(context, &call, 0, &mut |context, call, text| {
        let is_zero = context.solver.terms.zero(wanted);
        if context.decide(&call.configuration, is_zero)? {
            return at_end(context, call, text);
        }
        match &text.bytes {
            Some(bytes) if is_worth_telling_apart(context, bytes) => {
                last_place(context, call, text.address, bytes, wanted)
            }
            _ => {
                let last = context.solver.terms.add_constant(text.length, -1);
                call.returning_place_or_null(context, text.address, last, WHY)
            }
        }
    })
}

fn find_text(context: &mut Context<'_>, call: Call<'_>, is_folded: bool) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut |context, call, text| {
        with_argument(context, &call, 1, &mut |context, call, wanted| {
            let fold = |bytes: Vec<u8>| if is_folded { bytes.to_ascii_lowercase() } else { bytes };
            let constants = (text.constant_bytes(context), wanted.constant_bytes(context));
            if let (Some(text_bytes), Some(wanted), false) =
                (constants.0, constants.1, is_folded && context.locale_may_change)
            {
                let (text_bytes, wanted) = (fold(text_bytes), fold(wanted));
                let found = (0..=text_bytes.len()).find(|&index| text_bytes[index..].starts_with(&wanted));
                return match found {
                    // Libraries disagree on whether nothing is found where there is nothing.
                    Some(_) if is_folded && text_bytes.is_empty() => {
                        let none = context.constant(0);
                        call.returning_place_or_null(context, text.address, none, WHY)
                    }
                    Some(index) => place(context, call, text.address, index),
                    None => call.returning_number(context, 0),
                };
            }
            let last = context.solver.terms.subtract(text.length, wanted.length);
            call.returning_place_or_null(context, text.address, last, WHY)
        })
    })
}

/// What follows once the string is known and, if that can be told, how long its start is.
type SpanPhase<'p, 'a> =
    &'p mut dyn FnMut(&mut Context<'_>, Call<'a>, &Text, Option<usize>) -> Step<Vec<Outcome>>;

/// How many bytes at the start of the first string are (not) in the second.
fn with_span<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    wanted: bool,
    phase: SpanPhase<'_, 'a>,
) -> Step<Vec<Outcome>> {
    with_argument(context, call, 0, &mut |context, call, text| {
        with_argument(context, &call, 1, &mut |context, call, set| {
            let constants = (text.constant_bytes(context), set.constant_bytes(context));
            let length = match constants {
                (Some(text), Some(set)) => {
                    Some(text.iter().take_while(|byte| set.contains(byte) == wanted).count())
                }
                _ => None,
            };
            phase(context, call, text, length)
        })
    })
}

fn span(context: &mut Context<'_>, call: Call<'_>, wanted: bool) -> Step<Vec<Outcome>> {
    with_span(context, &call, wanted, &mut |context, call, text, length| match length {
        Some(length) => call.returning_number(context, length as i128),
        None => span_of_unknown(context, call, text),
    })
}

/// The whole string, or less.
fn span_of_unknown(context: &mut Context<'_>, call: Call<'_>, text: &Text) -> Step<Vec<Outcome>> {
    let mut whole = call.clone();
    whole.configuration.path.approximate(WHY);
    let mut outcomes = whole.returning_term(text.length)?;
    let (length, zero) = (context.fresh("span"), context.constant(0));
    let facts =
        [context.solver.terms.at_most(zero, length), context.solver.terms.less_than(length, text.length)];
    if let Some(mut part) = call.assuming(context, &facts) {
        let state = &mut part.configuration.state;
        let end = context.solver.terms.add(text.address.term, length);
        if let Location::Block { base, offset } = state.heap.locate(&mut context.solver.terms, end) {
            context.cut_out(state, base, offset);
        }
        part.configuration.path.approximate(WHY);
        outcomes.extend(part.returning_term(length)?);
    }
    Ok(outcomes)
}

fn strpbrk(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_span(context, &call, false, &mut |context, call, text, length| match length {
        Some(length) if context.solver.terms.as_constant(text.length) == Some(length as i128) => {
            call.returning_number(context, 0)
        }
        Some(length) => place(context, call, text.address, length),
        None => {
            let last = context.solver.terms.add_constant(text.length, -1);
            call.returning_place_or_null(context, text.address, last, WHY)
        }
    })
}
