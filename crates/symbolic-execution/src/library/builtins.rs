//! Functions that compilers provide.

use super::{Call, Entry, entry};
use crate::context::Context;
use crate::outcome::{Interrupt, Outcome, Step};
use interpreter::FaultKind;

pub(super) const TABLE: &[Entry] = &[
    entry("__builtin_expect", 2, first_argument),
    entry("__builtin_expect_with_probability", 3, first_argument),
    entry("__builtin_assume_aligned", 2, first_argument),
    entry("__builtin_launder", 1, first_argument),
    entry("__builtin_clz", 1, |context, call| count(context, call, true, leading_zeroes)),
    entry("__builtin_clzl", 1, |context, call| count(context, call, true, leading_zeroes)),
    entry("__builtin_clzll", 1, |context, call| count(context, call, true, leading_zeroes)),
    entry("__builtin_ctz", 1, |context, call| count(context, call, true, trailing_zeroes)),
    entry("__builtin_ctzl", 1, |context, call| count(context, call, true, trailing_zeroes)),
    entry("__builtin_ctzll", 1, |context, call| count(context, call, true, trailing_zeroes)),
    entry("__builtin_popcount", 1, |context, call| count(context, call, false, population)),
    entry("__builtin_popcountl", 1, |context, call| count(context, call, false, population)),
    entry("__builtin_popcountll", 1, |context, call| count(context, call, false, population)),
    entry("__builtin_parity", 1, |context, call| count(context, call, false, parity)),
    entry("__builtin_ffs", 1, |context, call| count(context, call, false, first_set)),
    entry("__builtin_ffsl", 1, |context, call| count(context, call, false, first_set)),
    entry("__builtin_ffsll", 1, |context, call| count(context, call, false, first_set)),
    entry("ffs", 1, |context, call| count(context, call, false, first_set)),
    entry("ffsl", 1, |context, call| count(context, call, false, first_set)),
    entry("ffsll", 1, |context, call| count(context, call, false, first_set)),
    entry("__builtin_bswap16", 1, |context, call| swap_bytes(context, call, 2)),
    entry("__builtin_bswap32", 1, |context, call| swap_bytes(context, call, 4)),
    entry("__builtin_bswap64", 1, |context, call| swap_bytes(context, call, 8)),
    entry("htons", 1, |context, call| swap_bytes(context, call, 2)),
    entry("ntohs", 1, |context, call| swap_bytes(context, call, 2)),
    entry("htonl", 1, |context, call| swap_bytes(context, call, 4)),
    entry("ntohl", 1, |context, call| swap_bytes(context, call, 4)),
    entry("__builtin_object_size", 2, object_size),
    entry("__builtin_dynamic_object_size", 2, object_size),
    entry("__builtin_prefetch", 1, |_, call| call.returning_nothing()),
    entry("__builtin_trap", 0, |_, _| Err(Interrupt::Exit)),
    entry("__builtin_unreachable", 0, unreachable),
    entry("__sync_synchronize", 0, |_, call| call.returning_nothing()),
    entry("__builtin_ia32_pause", 0, |_, call| call.returning_nothing()),
    entry("__builtin_huge_val", 0, constant),
    entry("__builtin_huge_valf", 0, constant),
    entry("__builtin_inf", 0, constant),
    entry("__builtin_inff", 0, constant),
    entry("__builtin_nan", 0, constant),
    entry("__builtin_nanf", 0, constant),
];

fn first_argument(_: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    let value = call.arguments[0].value;
    call.returning(value)
}

fn leading_zeroes(value: u128, bits: u32) -> u32 {
    (value.leading_zeros() + bits).saturating_sub(128)
}

fn trailing_zeroes(value: u128, bits: u32) -> u32 {
    value.trailing_zeros().min(bits)
}

fn population(value: u128, _: u32) -> u32 {
    value.count_ones()
}

fn parity(value: u128, _: u32) -> u32 {
    value.count_ones() % 2
}

fn first_set(value: u128, _: u32) -> u32 {
    if value == 0 { 0 } else { value.trailing_zeros() + 1 }
}

/// Something counted in the bits of the argument, which must perhaps not be zero.
fn count(
    context: &mut Context<'_>,
    call: Call<'_>,
    is_undefined_for_zero: bool,
    counted: fn(u128, u32) -> u32,
) -> Step<Vec<Outcome>> {
    let argument = call.defined(context, 0)?;
    let bits = argument.scalar.bits();
    let facts = &call.configuration.state.facts;
    let number = context.unsigned(facts, argument.value.term, bits);
    let number = context.simplest(facts, number);
    let fact = context.solver.terms.non_zero(number);
    if is_undefined_for_zero && !context.proves(facts, fact) {
        let message = format!("`{}` is called with 0", call.name);
        return Err(Interrupt::Require { fact, kind: FaultKind::BadArgument, message, block: None });
    }
    match context.solver.terms.as_constant(number).and_then(|number| u128::try_from(number).ok()) {
        Some(number) => call.returning_number(context, i128::from(counted(number, bits))),
        None => call.returning_unknown(context, Some((0, i128::from(bits))), "bits are counted"),
    }
}

fn swap_bytes(context: &mut Context<'_>, call: Call<'_>, size: u32) -> Step<Vec<Outcome>> {
    let argument = call.defined(context, 0)?;
    let facts = &call.configuration.state.facts;
    let number = context.unsigned(facts, argument.value.term, 8 * size);
    let number = context.simplest(facts, number);
    match context.solver.terms.as_constant(number).and_then(|number| u64::try_from(number).ok()) {
        Some(number) => {
            let swapped = number.swap_bytes() >> (64 - 8 * size);
            call.returning_number(context, i128::from(swapped))
        }
        None => {
            let range = (0, (1i128 << (8 * size)) - 1);
            call.returning_unknown(context, Some(range), "bytes are swapped")
        }
    }
}

/// What the compiler finds out depends on how hard it tries: any size, or that it is not known.
fn object_size(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    call.returning_unknown(context, None, "what a compiler knows of an object")
}

fn unreachable(_: &mut Context<'_>, _: Call<'_>) -> Step<Vec<Outcome>> {
    let message = "a place is reached that the program promises not to reach";
    Err(Interrupt::fault(FaultKind::UnreachableReached, message))
}

fn constant(context: &mut Context<'_>, call: Call<'_>) -> Step<Vec<Outcome>> {
    call.returning_unknown(context, None, "floating-point arithmetic")
}
