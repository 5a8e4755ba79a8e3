//! `malloc` and its relatives.

use super::Call;
use crate::configuration::Configuration;
use crate::context::Context;
use crate::instruction::assuming;
use crate::memory::Access;
use crate::outcome::{Interrupt, Step};
use crate::path::Event;
use interpreter::ChoiceKind;
use ir::CopyOverlap;
use pure_logic::Term;
use symbolic_heap::{Content, HeapRule, Region, Value, is_broken};

pub fn malloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Configuration>> {
    let size = size_argument(context, &call, 0)?;
    Ok(allocate(context, call, size, Content::Uninitialised))
}

pub fn calloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Configuration>> {
    let (count, each) = (size_argument(context, &call, 0)?, size_argument(context, &call, 1)?);
    let size = context.solver.terms.multiply(count, each);
    Ok(allocate(context, call, size, Content::Fill(0)))
}

pub fn free(context: &mut Context<'_>, mut call: Call<'_>) -> Step<Vec<Configuration>> {
    let pointer = call.argument(0)?;
    context.free(&mut call.configuration.state, pointer)?;
    call.configuration.path.push(Event::Freed { span: context.span });
    Ok(call.returning_nothing())
}

/// A new block with the old contents as far as they fit; the old block ends. `realloc(0, n)` is
/// `malloc(n)`. A failing `realloc` leaves the old block alone.
pub fn realloc(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Configuration>> {
    let pointer = call.argument(0)?;
    context.require_defined(pointer, "a pointer passed to realloc")?;
    let size = size_argument(context, &call, 1)?;
    if context.solver.terms.as_constant(pointer.term) == Some(0) {
        return Ok(allocate(context, call, size, Content::Uninitialised));
    }
    let state = &call.configuration.state;
    let (base, _) = context.locate(state, pointer.term, Access::Read)?;
    let old_size = state.heap.block(base).expect("an address was located in this block").size;
    let fits = context.solver.terms.at_most(old_size, size);
    let kept = if context.proves(&state.facts, fits) {
        old_size
    } else if context.decides_not(&state.facts, fits) {
        size
    } else {
        return Err(Interrupt::Split(fits));
    };
    let destination = call.destination;
    let mut results = Vec::new();
    for mut result in allocate(context, call, size, Content::Uninitialised) {
        let Some((register, _)) = destination else {
            return Err(Interrupt::gave_up("the result of realloc is dropped"));
        };
        let new = result.state.registers[register.index()].expect("the allocation set its result");
        if context.solver.terms.as_constant(new.term) != Some(0) {
            let Configuration { state, path } = &mut result;
            context.copy_block(state, path, new, pointer, kept, CopyOverlap::Allowed)?;
            context.free(state, pointer)?;
        }
        results.push(result);
    }
    Ok(results)
}

fn size_argument(context: &mut Context<'_>, call: &Call<'_>, index: usize) -> Step<Term> {
    let value = call.argument(index)?;
    context.require_defined(value, "the size of an allocation")?;
    let bits = context.pointer_bits();
    Ok(context.unsigned(&call.configuration.state.facts, value.term, bits))
}

/// The configurations after an allocation that succeeded and, if that is to be considered, failed.
fn allocate(context: &mut Context<'_>, call: Call<'_>, size: Term, content: Content) -> Vec<Configuration> {
    let mut results = Vec::new();
    let span = context.span;
    let record = |context: &mut Context<'_>, configuration: &mut Configuration, fails: i128| {
        let term = context.constant(fails);
        configuration.path.push(Event::Choice { kind: ChoiceKind::AllocationFails, term, bits: 1, span });
    };
    let set = |configuration: &mut Configuration, value: Term| {
        if let Some((register, _)) = call.destination {
            configuration.state.registers[register.index()] = Some(Value::defined(value));
        }
    };
    let mut success = call.configuration.clone();
    record(context, &mut success, 0);
    success.path.push(Event::Allocated { span });
    let alignment = u64::from(context.pointer_bits() / 4);
    let address = context.new_block(&mut success.state, "malloc", size, alignment, Region::Heap, content);
    set(&mut success, address);
    // No block is larger than the address space: then the allocation can only fail.
    results.extend(assuming(context, &success, &[]));
    if context.options.allocation_may_fail && !is_broken(&context.solver, HeapRule::AllocationSucceeds) {
        let mut failure = call.configuration.clone();
        record(context, &mut failure, 1);
        let null = context.constant(0);
        set(&mut failure, null);
        results.push(failure);
    }
    results
}
