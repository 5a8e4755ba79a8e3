//! The functions of `string.h` that work on memory of a given length.
//!
//! A length of 0 accesses nothing, so any pointer will do, even null.

use super::{Call, Entry, Outcome, entry, offset_by};
use crate::machine::{Machine, Step};
use crate::value::Value;
use ir::CopyOverlap;

pub(super) const TABLE: &[Entry] = &[
    entry("memcpy", 3, memcpy),
    entry("__builtin_memcpy", 3, memcpy),
    entry("__memcpy_chk", 4, memcpy),
    entry("__builtin___memcpy_chk", 4, memcpy),
    entry("mempcpy", 3, mempcpy),
    entry("__mempcpy", 3, mempcpy),
    entry("__builtin_mempcpy", 3, mempcpy),
    entry("memmove", 3, memmove),
    entry("__builtin_memmove", 3, memmove),
    entry("__memmove_chk", 4, memmove),
    entry("__builtin___memmove_chk", 4, memmove),
    entry("bcopy", 3, bcopy),
    entry("memset", 3, memset),
    entry("__builtin_memset", 3, memset),
    entry("__memset_chk", 4, memset),
    entry("__builtin___memset_chk", 4, memset),
    entry("explicit_bzero", 2, bzero),
    entry("bzero", 2, bzero),
    entry("__builtin_bzero", 2, bzero),
    entry("memcmp", 3, memcmp),
    entry("__builtin_memcmp", 3, memcmp),
    entry("bcmp", 3, memcmp),
    entry("memchr", 3, memchr),
    entry("__builtin_memchr", 3, memchr),
    entry("memrchr", 3, memrchr),
    entry("rawmemchr", 2, rawmemchr),
    entry("memmem", 4, memmem),
    entry("memccpy", 4, memccpy),
];

fn copy(machine: &mut Machine<'_>, call: &Call<'_>, overlap: CopyOverlap) -> Step<(Value, u64)> {
    let destination = machine.pointer_value(call, 0)?;
    let source = machine.pointer_value(call, 1)?;
    let length = machine.size_argument(call, 2)?;
    machine.block_copy(destination, source, Value::new(length).into(), overlap)?;
    Ok((destination, length))
}

fn memcpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, _) = copy(machine, call, CopyOverlap::Forbidden)?;
    Outcome::pointer(destination)
}

fn mempcpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, length) = copy(machine, call, CopyOverlap::Forbidden)?;
    Outcome::pointer(offset_by(destination, length))
}

fn memmove(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, _) = copy(machine, call, CopyOverlap::Allowed)?;
    Outcome::pointer(destination)
}

/// As `memmove` with the first two arguments exchanged.
fn bcopy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let source = machine.pointer_value(call, 0)?;
    let destination = machine.pointer_value(call, 1)?;
    let length = machine.size_argument(call, 2)?;
    machine.block_copy(destination, source, Value::new(length).into(), CopyOverlap::Allowed)?;
    Ok(Outcome::Nothing)
}

fn memset(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let value = call.arguments[1].value.low();
    let length = machine.size_argument(call, 2)?;
    machine.block_set(destination, value, Value::new(length).into())?;
    Outcome::pointer(destination)
}

fn bzero(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let length = machine.size_argument(call, 1)?;
    machine.block_set(destination, Value::ZERO, Value::new(length).into())?;
    Ok(Outcome::Nothing)
}

/// Compares byte by byte as unsigned; the result is the difference of the first bytes that differ.
fn memcmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let first = machine.pointer_value(call, 0)?;
    let second = machine.pointer_value(call, 1)?;
    let length = machine.size_argument(call, 2)?;
    let a = machine.bytes_at(first, length)?;
    let b = machine.bytes_at(second, length)?;
    Outcome::integer(super::strings::difference(&a, &b))
}

/// The C standard lets `memchr` read only up to the byte it looks for.
fn memchr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let byte = machine.int_argument(call, 1)? as u8;
    let length = machine.size_argument(call, 2)?;
    for position in 0..length {
        let place = offset_by(pointer, position);
        if machine.bytes_at(place, 1)?[0] == byte {
            return Outcome::pointer(place);
        }
    }
    Outcome::null()
}

fn memrchr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let byte = machine.int_argument(call, 1)? as u8;
    let length = machine.size_argument(call, 2)?;
    let bytes = machine.bytes_at(pointer, length)?;
    match bytes.iter().rposition(|&candidate| candidate == byte) {
        Some(position) => Outcome::pointer(offset_by(pointer, position as u64)),
        None => Outcome::null(),
    }
}

fn rawmemchr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let byte = machine.int_argument(call, 1)? as u8;
    let mut place = pointer;
    while machine.bytes_at(place, 1)?[0] != byte {
        place = offset_by(place, 1);
    }
    Outcome::pointer(place)
}

fn memmem(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let haystack = machine.pointer_value(call, 0)?;
    let length = machine.size_argument(call, 1)?;
    let needle = machine.pointer_value(call, 2)?;
    let needle_length = machine.size_argument(call, 3)?;
    let text = machine.bytes_at(haystack, length)?;
    let wanted = machine.bytes_at(needle, needle_length)?;
    if wanted.is_empty() {
        return Outcome::pointer(haystack);
    }
    match text.windows(wanted.len()).position(|window| window == wanted) {
        Some(position) => Outcome::pointer(offset_by(haystack, position as u64)),
        None => Outcome::null(),
    }
}

fn memccpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let source = machine.pointer_value(call, 1)?;
    let byte = machine.int_argument(call, 2)? as u8;
    let length = machine.size_argument(call, 3)?;
    for position in 0..length {
        let found = machine.bytes_at(offset_by(source, position), 1)?[0];
        machine.memory.write_bytes(offset_by(destination, position), &[found])?;
        if found == byte {
            return Outcome::pointer(offset_by(destination, position + 1));
        }
    }
    Outcome::null()
}
