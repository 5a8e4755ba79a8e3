//! The functions of `wchar.h` that are more than a few lines of C; `analyzer` has models of the others.

use super::format::{Values, format_text};
use super::state::STANDARD_OUTPUT;
use super::{Call, Entry, Outcome, entry, offset_by};
use crate::machine::{Machine, Step};
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    entry("wcslen", 1, wcslen),
    entry("wcsnlen", 2, wcsnlen),
    entry("wmemset", 3, wmemset),
    entry("wprintf", 1, |machine, call| print(machine, call, None)),
    entry("fwprintf", 2, |machine, call| print(machine, call, Some(0))),
];

/// How many bytes a wide character has.
const WIDTH: u64 = 4;

impl Machine<'_> {
    /// The characters of a wide string before its zero, no more than a limit. They must be initialised.
    fn wide_string_at(&mut self, pointer: Value, limit: Option<u64>) -> Step<Vec<u32>> {
        let mut text = Vec::new();
        while limit.is_none_or(|limit| (text.len() as u64) < limit) {
            let place = offset_by(pointer, WIDTH * text.len() as u64);
            let character = self.load_wide(place, WIDTH as usize)?;
            self.require_defined(character, "a character that a library function looks at")?;
            match character.bits as u32 {
                0 => break,
                character => text.push(character),
            }
        }
        Ok(text)
    }
}

fn wcslen(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    Outcome::integer(machine.wide_string_at(pointer, None)?.len() as i128)
}

fn wcsnlen(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let limit = machine.size_argument(call, 1)?;
    Outcome::integer(machine.wide_string_at(pointer, Some(limit))?.len() as i128)
}

fn wmemset(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let character = call.arguments[1].value;
    let count = machine.size_argument(call, 2)?;
    if count > 0 {
        machine.memory.locate(destination, count.saturating_mul(WIDTH), true)?;
    }
    for index in 0..count {
        machine.store_wide(offset_by(destination, WIDTH * index), character, WIDTH as usize)?;
    }
    Outcome::pointer(destination)
}

/// Wide output is written as bytes, as in the "C" locale.
fn print(machine: &mut Machine<'_>, call: &Call<'_>, stream: Option<usize>) -> Step<Outcome> {
    let format = stream.map_or(0, |index| index + 1);
    let pointer = machine.pointer_value(call, format)?;
    let pattern = machine.wide_string_at(pointer, None)?;
    let pattern: Vec<u8> =
        pattern.into_iter().map(|character| u8::try_from(character).unwrap_or(b'?')).collect();
    let mut values = Values::passed(&call.arguments[format + 1..]);
    let text = format_text(machine, &pattern, &mut values)?;
    let stream = match stream {
        Some(index) => machine.stream_argument(call, index)?,
        None => STANDARD_OUTPUT,
    };
    machine.write_stream(stream, &text)?;
    Outcome::integer(text.len() as i128)
}
