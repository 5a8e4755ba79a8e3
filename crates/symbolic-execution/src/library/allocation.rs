//! `malloc` and its relatives.

use super::sizes::plain_size;
use super::text::{Text, with_argument, with_text};
use super::{Call, Entry, entry};
use crate::configuration::Configuration;
use crate::context::Context;
use crate::memory::Access;
use crate::outcome::{Interrupt, Outcome, Step};
use crate::path::Event;
use interpreter::ChoiceKind;
use ir::CopyOverlap;
use pure_logic::{Fact, Term};
use symbolic_heap::{Content, HeapRule, Region, Value, is_broken};

pub(super) const TABLE: &[Entry] = &[
    entry("malloc", 1, malloc),
    entry("calloc", 2, calloc),
    entry("realloc", 2, realloc),
    entry("reallocarray", 3, reallocarray),
    entry("free", 1, free),
    entry("cfree", 1, free),
    entry("aligned_alloc", 2, aligned_alloc),
    entry("memalign", 2, aligned_alloc),
    entry("valloc", 1, malloc),
    entry("posix_memalign", 3, posix_memalign),
    entry("malloc_usable_size", 1, malloc_usable_size),
    entry("strdup", 1, strdup),
    entry("strndup", 2, strndup),
];

const ENOMEM: i128 = 12;
const EINVAL: i128 = 22;

fn malloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let size = call.size(context, 0)?;
    let alignment = usual_alignment(context, &call, size);
    allocate_and_return(context, &call, size, alignment, Content::Uninitialised)
}

fn calloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let (count, each) = (call.size(context, 0)?, call.size(context, 1)?);
    let size = context.solver.terms.multiply(count, each);
    let alignment = usual_alignment(context, &call, size);
    allocate_and_return(context, &call, size, alignment, Content::Fill(0))
}

fn free(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Outcome>> {
    let pointer = call.arguments[0].value;
    context.free(&mut call.configuration.state, pointer)?;
    call.configuration.path.push(Event::Freed { span: context.span });
    call.returning_nothing()
}

fn realloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let size = call.size(context, 1)?;
    reallocate(context, call, size)
}

fn reallocarray(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let (count, each) = (call.size(context, 1)?, call.size(context, 2)?);
    let size = context.solver.terms.multiply(count, each);
    reallocate(context, call, size)
}

/// A new block with the old contents as far as they fit; the old block ends. Without an old block it is
/// `malloc`. A failing `realloc` leaves the old block alone. A size of 0 only frees, as with glibc, or gives a
/// block without bytes, as with musl.
fn reallocate(context: &mut Context<'_>, call: Call<'_>, size: Term) -> Step<Vec<Outcome>> {
    let pointer = call.pointer(context, 0)?;
    let alignment = usual_alignment(context, &call, size);
    if context.is_null(&call.configuration, pointer)? {
        return allocate_and_return(context, &call, size, alignment, Content::Uninitialised);
    }
    let mut without = call.clone();
    context.free(&mut without.configuration.state, pointer)?;
    let state = &call.configuration.state;
    let (base, _) = context.locate(state, pointer.term, Access::Read)?;
    let mut outcomes = Vec::new();
    if context.is_zero(state, size)? {
        without.configuration.path.push(Event::Freed { span: context.span });
        outcomes.extend(without.returning_number(context, 0)?);
    }
    let old_size = state.heap.block(base).expect("an address was located in this block").size;
    let fits = context.solver.terms.at_most(old_size, size);
    let kept = if context.decide(&call.configuration, fits)? { old_size } else { size };
    for (call, new) in allocate(context, &call, size, alignment, Content::Uninitialised) {
        let Some(new) = new else {
            outcomes.extend(call.returning_number(context, 0)?);
            continue;
        };
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            let Configuration { state, path } = &mut call.configuration;
            let elements = context.take_elements(state, base, kept)?;
            context.copy_block(state, path, new, pointer, kept, CopyOverlap::Allowed)?;
            context.put_elements(state, new, elements)?;
            context.pass_stride(state, base, new);
            context.free(state, pointer)?;
            // The new block may well be where the old one was.
            context.let_addresses_be_reused(state);
            call.returning(new)
        }));
    }
    Ok(outcomes)
}

fn aligned_alloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let (alignment, size) = (call.size(context, 0)?, call.size(context, 1)?);
    match constant_alignment(context, alignment)? {
        Some(alignment) => allocate_and_return(context, &call, size, alignment, Content::Uninitialised),
        // Libraries fail or take the next alignment that there is.
        None => {
            let mut failure = call.clone();
            failure.configuration.path.approximate("an alignment that is none");
            let mut outcomes = failure.returning_number(context, 0)?;
            let mut rounded = call;
            rounded.configuration.path.approximate("an alignment that is none");
            outcomes.extend(allocate_and_return(context, &rounded, size, 1, Content::Uninitialised)?);
            Ok(outcomes)
        }
    }
}

fn posix_memalign(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let place = call.pointer(context, 0)?;
    let (alignment, size) = (call.size(context, 1)?, call.size(context, 2)?);
    let word = u64::from(context.pointer_bits() / 8);
    let Some(alignment) = constant_alignment(context, alignment)?.filter(|number| number % word == 0) else {
        return call.returning_number(context, EINVAL);
    };
    let mut outcomes = Vec::new();
    if context.is_zero(&call.configuration.state, size)? {
        // Without bytes there need not be a block.
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            let null = Value::defined(context.constant(0));
            let scalar = context.pointer_scalar();
            let Configuration { state, path } = &mut call.configuration;
            path.approximate("an allocation of no bytes");
            context.store(state, path, place, null, scalar)?;
            call.returning_number(context, 0)
        }));
    }
    for (call, new) in allocate(context, &call, size, alignment, Content::Uninitialised) {
        let Some(new) = new else {
            outcomes.extend(call.returning_number(context, ENOMEM)?);
            continue;
        };
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            let scalar = context.pointer_scalar();
            let Configuration { state, path } = &mut call.configuration;
            context.store(state, path, place, new, scalar)?;
            call.returning_number(context, 0)
        }));
    }
    Ok(outcomes)
}

/// A power of two; `None` for other numbers.
fn constant_alignment(context: &mut Context<'_>, alignment: Term) -> Step<Option<u64>> {
    let number = context
        .solver
        .terms
        .as_constant(alignment)
        .ok_or_else(|| Interrupt::gave_up("an allocation with an alignment that is not constant"))?;
    Ok(u64::try_from(number).ok().filter(|number| number.is_power_of_two()))
}

/// At least what was asked for; allocators round up.
fn malloc_usable_size(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let pointer = call.pointer(context, 0)?;
    if context.is_null(&call.configuration, pointer)? {
        return call.returning_number(context, 0);
    }
    let mut probe = call.configuration.state.clone();
    context.free(&mut probe, pointer)?;
    let (base, _) = context.locate(&call.configuration.state, pointer.term, Access::Read)?;
    let size = call.configuration.state.heap.block(base).expect("an address was located in this block").size;
    let largest = context.largest_block();
    call.returning_between(context, size, largest, "what an allocator adds to a block")
}

fn strdup(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    with_argument(context, &call, 0, &mut duplicate)
}

fn strndup(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let from = call.pointer(context, 0)?;
    let limit = call.size(context, 1)?;
    with_text(context, &call, from, Some(limit), &mut duplicate)
}

/// A new block with a copy of a string.
fn duplicate(context: &mut Context<'_>, call: Call<'_>, text: &Text) -> Step<Vec<Outcome>> {
    let size = context.solver.terms.add_constant(text.length, 1);
    let alignment = usual_alignment(context, &call, size);
    let mut outcomes = Vec::new();
    for (call, new) in allocate(context, &call, size, alignment, Content::Uninitialised) {
        let Some(new) = new else {
            outcomes.extend(call.returning_number(context, 0)?);
            continue;
        };
        outcomes.extend(call.go_on(context, call.configuration.clone(), |context, mut call| {
            context.write_string(&mut call.configuration, new, text, text.length)?;
            call.returning(new)
        }));
    }
    Ok(outcomes)
}

/// The address suits every type that fits into the block, and no others (C17 7.22.3).
fn usual_alignment(context: &mut Context<'_>, call: &Call<'_>, size: Term) -> u64 {
    let greatest = u64::from(context.pointer_bits() / 4);
    let least = call.configuration.state.facts.bounds(&mut context.solver, size).lower;
    let least = least.and_then(|size| u64::try_from(size).ok()).unwrap_or(0).clamp(1, greatest);
    1 << least.ilog2()
}

/// The calls after an allocation that succeeded, with the new block, and, if that is to be considered,
/// after one that failed.
pub(super) fn allocate<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    size: Term,
    alignment: u64,
    content: Content,
) -> Vec<(Call<'a>, Option<Value>)> {
    let mut cases = Vec::new();
    let span = context.span;
    let record = |context: &mut Context<'_>, call: &mut Call<'_>, fails: i128| {
        let term = context.constant(fails);
        let event = Event::Choice { kind: ChoiceKind::AllocationFails, term, bits: 1, span };
        call.configuration.path.push(event);
    };
    let mut success = call.clone();
    record(context, &mut success, 0);
    success.configuration.path.push(Event::Allocated { span });
    // Within a larger block not all distances between addresses fit in a word: such an allocation fails.
    let largest = context.largest_block();
    let fits = context.solver.terms.at_most(size, largest);
    let facts = &success.configuration.state.facts;
    let (size, learned) = plain_size(&mut context.solver, facts, size, largest);
    let state = &mut success.configuration.state;
    let address = context.new_block(state, "malloc", size, alignment, Region::Heap, content);
    let known: Vec<Fact> = std::iter::once(fits).chain(learned).collect();
    cases.extend(success.assuming(context, &known).map(|call| (call, Some(Value::defined(address)))));
    if context.options.allocation_may_fail && !is_broken(&context.solver, HeapRule::AllocationSucceeds) {
        let mut failure = call.clone();
        record(context, &mut failure, 1);
        cases.push((failure, None));
    }
    cases
}

/// The call after an allocation of which it is not known whether it succeeded: the block is there unless its address
/// is null. `None` if it may be too large, which decides that it fails.
fn allocate_optional<'a>(
    context: &mut Context<'_>,
    call: &Call<'a>,
    size: Term,
    alignment: u64,
    content: Content,
) -> Option<(Call<'a>, Value)> {
    let largest = context.largest_block();
    let fits = context.solver.terms.at_most(size, largest);
    let facts = call.configuration.state.facts.clone();
    if !context.proves(&facts, fits) {
        return None;
    }
    let mut call = call.clone();
    call.configuration.path.push(Event::Allocated { span: context.span });
    call.configuration.path.approximate("an allocation that may have failed");
    let address =
        context.new_optional_block(&mut call.configuration.state, "malloc", size, alignment, content);
    Some((call, Value::defined(address)))
}

/// A call that returns the new block, or null.
fn allocate_and_return(
    context: &mut Context<'_>,
    call: &Call<'_>,
    size: Term,
    alignment: u64,
    content: Content,
) -> Step<Vec<Outcome>> {
    if context.options.allocates_optional_blocks
        && context.options.allocation_may_fail
        && let Some((call, new)) = allocate_optional(context, call, size, alignment, content)
    {
        return call.returning(new);
    }
    let mut outcomes = Vec::new();
    for (call, new) in allocate(context, call, size, alignment, content) {
        outcomes.extend(match new {
            Some(new) => call.returning(new)?,
            None => call.returning_number(context, 0)?,
        });
    }
    Ok(outcomes)
}
