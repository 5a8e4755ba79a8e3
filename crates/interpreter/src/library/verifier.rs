//! The functions that programs of the verification competition use.

use super::{Call, Entry, Outcome, entry};
use crate::choices::ChoiceKind;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step, Stop};
use crate::memory::Violation;
use crate::options::Exit;
use crate::value::WideValue;

pub(super) const TABLE: &[Entry] = &[
    entry("__VERIFIER_nondet_bool", 0, |machine, _| input(machine, 1)),
    entry("__VERIFIER_nondet__Bool", 0, |machine, _| input(machine, 1)),
    entry("__VERIFIER_nondet_char", 0, |machine, _| input(machine, 8)),
    entry("__VERIFIER_nondet_schar", 0, |machine, _| input(machine, 8)),
    entry("__VERIFIER_nondet_uchar", 0, |machine, _| input(machine, 8)),
    entry("__VERIFIER_nondet_u8", 0, |machine, _| input(machine, 8)),
    entry("__VERIFIER_nondet_short", 0, |machine, _| input(machine, 16)),
    entry("__VERIFIER_nondet_ushort", 0, |machine, _| input(machine, 16)),
    entry("__VERIFIER_nondet_u16", 0, |machine, _| input(machine, 16)),
    entry("__VERIFIER_nondet_int", 0, |machine, _| input(machine, 32)),
    entry("__VERIFIER_nondet_uint", 0, |machine, _| input(machine, 32)),
    entry("__VERIFIER_nondet_unsigned", 0, |machine, _| input(machine, 32)),
    entry("__VERIFIER_nondet_u32", 0, |machine, _| input(machine, 32)),
    entry("__VERIFIER_nondet_float", 0, |machine, _| input(machine, 32)),
    entry("__VERIFIER_nondet_long", 0, input_long),
    entry("__VERIFIER_nondet_ulong", 0, input_long),
    entry("__VERIFIER_nondet_size_t", 0, input_long),
    entry("__VERIFIER_nondet_sector_t", 0, input_long),
    entry("__VERIFIER_nondet_loff_t", 0, |machine, _| input(machine, 64)),
    entry("__VERIFIER_nondet_longlong", 0, |machine, _| input(machine, 64)),
    entry("__VERIFIER_nondet_ulonglong", 0, |machine, _| input(machine, 64)),
    entry("__VERIFIER_nondet_double", 0, |machine, _| input(machine, 64)),
    entry("__VERIFIER_nondet_int128", 0, |machine, _| input(machine, 128)),
    entry("__VERIFIER_nondet_uint128", 0, |machine, _| input(machine, 128)),
    entry("__VERIFIER_nondet_pointer", 0, input_pointer),
    entry("__VERIFIER_nondet_pchar", 0, input_pointer),
    entry("__VERIFIER_nondet_charp", 0, input_pointer),
    entry("__VERIFIER_nondet_memory", 2, fill_memory),
    entry("__besom_unspecified_memory", 2, fill_memory),
    entry("__besom_unspecified_choice", 0, |machine, _| input(machine, 1)),
    entry("__VERIFIER_assume", 1, assume),
    entry("__builtin_assume", 1, assume),
    entry("__VERIFIER_assert", 1, assert),
    entry("__VERIFIER_error", 0, error),
    entry("reach_error", 0, error),
    // Where C leaves open what a function of the library does, models ask for it. In executions it is the plain way.
    entry("__besom_left_open", 0, |_, _| Ok(Outcome::Return(WideValue::new(0)))),
    entry("__VERIFIER_atomic_begin", 0, nothing),
    entry("__VERIFIER_atomic_end", 0, nothing),
];

fn input(machine: &mut Machine<'_>, bits: u32) -> Step<Outcome> {
    let value = machine.choices.choose(ChoiceKind::Input, bits);
    // Signed results are extended by the caller's register, which has exactly these bits.
    Ok(Outcome::Return(WideValue::new(value)))
}

fn input_long(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    let bits = machine.long_bits();
    input(machine, bits)
}

/// A number of the size of a pointer. No block of a closed program has an address from outside, so
/// every use of it as an address is an error.
fn input_pointer(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    let bits = machine.memory.pointer_bits();
    input(machine, bits)
}

fn fill_memory(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let length = machine.size_argument(call, 1)?;
    if length > 0 {
        machine.memory.locate(pointer, length, true)?;
    }
    for position in 0..length {
        let byte = machine.choices.choose(ChoiceKind::Input, 8) as u8;
        machine.memory.write_bytes(super::offset_by(pointer, position), &[byte])?;
    }
    Ok(Outcome::Nothing)
}

fn assume(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let condition = machine.defined(call, 0)?;
    if condition.value.bits == 0 {
        return Err(Stop::Exit(Exit::AssumptionFailed));
    }
    Ok(Outcome::Nothing)
}

fn assert(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let condition = machine.defined(call, 0)?;
    if condition.value.bits == 0 {
        let message = "the condition of `__VERIFIER_assert` does not hold";
        machine.tolerate(Violation::new(FaultKind::AssertionFailure, message))?;
        return machine.abort_program();
    }
    Ok(Outcome::Nothing)
}

fn error(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let message = format!("`{}` is called", machine.name_of(call));
    machine.tolerate(Violation::new(FaultKind::ErrorReached, message))?;
    machine.abort_program()
}

fn nothing(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Ok(Outcome::Nothing)
}
