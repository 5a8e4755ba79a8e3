//! The `__builtin_` functions that the lowering leaves as calls.

use super::{Call, Entry, Outcome, entry};
use crate::fault::FaultKind;
use crate::float::F80;
use crate::machine::{Machine, Step};
use crate::memory::Violation;
use crate::value::WideValue;
use ir::Scalar;

pub(super) const TABLE: &[Entry] = &[
    entry("__builtin_expect", 2, first_argument),
    entry("__builtin_expect_with_probability", 3, first_argument),
    entry("__builtin_assume_aligned", 2, first_argument),
    entry("__builtin_launder", 1, first_argument),
    entry("__builtin_clz", 1, leading_zeroes),
    entry("__builtin_clzl", 1, leading_zeroes),
    entry("__builtin_clzll", 1, leading_zeroes),
    entry("__builtin_ctz", 1, trailing_zeroes),
    entry("__builtin_ctzl", 1, trailing_zeroes),
    entry("__builtin_ctzll", 1, trailing_zeroes),
    entry("__builtin_popcount", 1, population),
    entry("__builtin_popcountl", 1, population),
    entry("__builtin_popcountll", 1, population),
    entry("__builtin_parity", 1, parity),
    entry("__builtin_parityl", 1, parity),
    entry("__builtin_parityll", 1, parity),
    entry("__builtin_ffs", 1, first_set),
    entry("__builtin_ffsl", 1, first_set),
    entry("__builtin_ffsll", 1, first_set),
    entry("ffs", 1, first_set),
    entry("ffsl", 1, first_set),
    entry("ffsll", 1, first_set),
    entry("__builtin_clrsb", 1, redundant_signs),
    entry("__builtin_clrsbl", 1, redundant_signs),
    entry("__builtin_clrsbll", 1, redundant_signs),
    entry("__builtin_bswap16", 1, |machine, call| swap_bytes(machine, call, 2)),
    entry("__builtin_bswap32", 1, |machine, call| swap_bytes(machine, call, 4)),
    entry("__builtin_bswap64", 1, |machine, call| swap_bytes(machine, call, 8)),
    entry("htons", 1, |machine, call| swap_bytes(machine, call, 2)),
    entry("ntohs", 1, |machine, call| swap_bytes(machine, call, 2)),
    entry("htonl", 1, |machine, call| swap_bytes(machine, call, 4)),
    entry("ntohl", 1, |machine, call| swap_bytes(machine, call, 4)),
    entry("__builtin_object_size", 2, object_size),
    entry("__builtin_dynamic_object_size", 2, object_size),
    entry("__builtin_constant_p", 1, zero),
    entry("__builtin_prefetch", 1, nothing),
    entry("__builtin_trap", 0, trap),
    entry("__builtin_unreachable", 0, unreachable),
    entry("__builtin_huge_val", 0, |_, _| constant(F80::infinity(false), Scalar::F64)),
    entry("__builtin_huge_valf", 0, |_, _| constant(F80::infinity(false), Scalar::F32)),
    entry("__builtin_huge_vall", 0, |_, _| constant(F80::infinity(false), Scalar::F80)),
    entry("__builtin_inf", 0, |_, _| constant(F80::infinity(false), Scalar::F64)),
    entry("__builtin_inff", 0, |_, _| constant(F80::infinity(false), Scalar::F32)),
    entry("__builtin_infl", 0, |_, _| constant(F80::infinity(false), Scalar::F80)),
    entry("__builtin_nan", 0, |_, _| constant(F80::NAN, Scalar::F64)),
    entry("__builtin_nanf", 0, |_, _| constant(F80::NAN, Scalar::F32)),
    entry("__builtin_nanl", 0, |_, _| constant(F80::NAN, Scalar::F80)),
    entry("__sync_synchronize", 0, nothing),
    entry("__builtin_ia32_pause", 0, nothing),
];

fn first_argument(_: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    Ok(Outcome::Return(call.arguments[0].value))
}

fn zero(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::integer(0)
}

fn nothing(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Ok(Outcome::Nothing)
}

/// The argument and its width.
fn bits(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<(u128, u32)> {
    let argument = machine.defined(call, 0)?;
    Ok((argument.value.bits, argument.scalar.bits()))
}

/// Undefined for 0.
fn leading_zeroes(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (value, width) = bits(machine, call)?;
    if value == 0 {
        machine.bad_argument(call, "0")?;
    }
    Outcome::integer(i128::from(value.leading_zeros()) - 128 + i128::from(width))
}

/// Undefined for 0.
fn trailing_zeroes(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (value, width) = bits(machine, call)?;
    if value == 0 {
        machine.bad_argument(call, "0")?;
    }
    Outcome::integer(i128::from(value.trailing_zeros().min(width)))
}

fn population(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (value, _) = bits(machine, call)?;
    Outcome::integer(i128::from(value.count_ones()))
}

fn parity(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (value, _) = bits(machine, call)?;
    Outcome::integer(i128::from(value.count_ones() % 2))
}

fn first_set(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (value, _) = bits(machine, call)?;
    Outcome::integer(if value == 0 { 0 } else { i128::from(value.trailing_zeros()) + 1 })
}

fn redundant_signs(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let value = machine.signed_argument(call, 0)?;
    let width = call.arguments[0].scalar.bits();
    let leading = if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
    Outcome::integer(i128::from(leading) - 128 + i128::from(width) - 1)
}

fn swap_bytes(machine: &mut Machine<'_>, call: &Call<'_>, size: u32) -> Step<Outcome> {
    let (value, _) = bits(machine, call)?;
    let swapped = (value as u64).swap_bytes() >> (64 - 8 * size);
    Outcome::integer(i128::from(swapped))
}

/// How many bytes follow in the object. Where there is none, or where a part of it is asked for, it is unknown: -1 or,
/// for the minimum, 0.
fn object_size(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = call.arguments[0].value.low();
    let kind = machine.int_argument(call, 1)?;
    let block = machine.memory.block(pointer.provenance).filter(|_| kind & 1 == 0 && pointer.undefined == 0);
    let rest = block.and_then(|block| (block.base + block.size).checked_sub(pointer.bits));
    let unknown = if kind & 2 == 0 { -1 } else { 0 };
    Outcome::integer(rest.map_or(unknown, i128::from))
}

fn trap(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    machine.abort_program()
}

fn unreachable(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    let message = "a place is reached that the program promises not to reach";
    Err(Violation::new(FaultKind::UnreachableReached, message).into())
}

fn constant(number: F80, scalar: Scalar) -> Step<Outcome> {
    let bits = match scalar {
        Scalar::F32 => u128::from(number.to_f32().to_bits()),
        Scalar::F64 => u128::from(number.to_f64().to_bits()),
        _ => number.to_bits(),
    };
    Ok(Outcome::Return(WideValue::new(bits)))
}
