//! The functions of `stdio.h` that read. Standard input is what the caller supplied; other files are empty.

use super::output::{end_of_file, no_line};
use super::state::STANDARD_INPUT;
use super::{Call, Entry, Outcome, entry, offset_by};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::Violation;
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    entry("getchar", 0, getchar),
    entry("getchar_unlocked", 0, getchar),
    entry("getc", 1, getc),
    entry("fgetc", 1, getc),
    entry("_IO_getc", 1, getc),
    entry("getc_unlocked", 1, getc),
    entry("ungetc", 2, ungetc),
    entry("fgets", 3, fgets),
    entry("fgets_unlocked", 3, fgets),
    entry("__fgets_chk", 4, fgets_checked),
    entry("gets", 1, gets),
    entry("fread", 4, fread),
    entry("read", 3, read),
    entry("getline", 3, getline),
    entry("__getdelim", 4, getdelim),
    entry("getdelim", 4, getdelim),
];

impl Machine<'_> {
    /// The next byte of a stream, or `None` at its end.
    pub(super) fn read_byte(&mut self, stream: usize) -> Option<u8> {
        if let Some(byte) = self.library.streams[stream].pushed_back.pop() {
            return Some(byte);
        }
        let byte = match stream {
            STANDARD_INPUT => self.library.stdin.get(self.library.stdin_position).copied(),
            _ => None,
        };
        match byte {
            Some(_) => self.library.stdin_position += 1,
            None => self.library.streams[stream].at_end = true,
        }
        byte
    }

    /// Bytes up to and including the delimiter, at most `limit` of them.
    fn read_until(&mut self, stream: usize, delimiter: u8, limit: usize) -> Vec<u8> {
        let mut line = Vec::new();
        while line.len() < limit {
            let Some(byte) = self.read_byte(stream) else { break };
            line.push(byte);
            if byte == delimiter {
                break;
            }
        }
        line
    }
}

fn byte_or_end(byte: Option<u8>) -> Step<Outcome> {
    match byte {
        Some(byte) => Outcome::integer(i128::from(byte)),
        None => end_of_file(),
    }
}

fn getchar(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    byte_or_end(machine.read_byte(STANDARD_INPUT))
}

fn getc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.input_argument(call, 0)?;
    byte_or_end(machine.read_byte(stream))
}

fn ungetc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let byte = machine.int_argument(call, 0)?;
    let stream = machine.input_argument(call, 1)?;
    if byte == -1 {
        return end_of_file();
    }
    machine.library.streams[stream].pushed_back.push(byte as u8);
    machine.library.streams[stream].at_end = false;
    Outcome::integer(i128::from(byte as u8))
}

fn read_line(machine: &mut Machine<'_>, buffer: Value, size: i32, stream: usize) -> Step<Outcome> {
    let Ok(limit) = usize::try_from(i64::from(size) - 1) else { return no_line() };
    let line = machine.read_until(stream, b'\n', limit);
    if line.is_empty() && limit > 0 {
        return no_line();
    }
    let terminated = [&line[..], b"\0"].concat();
    machine.memory.write_bytes(buffer, &terminated)?;
    Outcome::pointer(buffer)
}

fn fgets(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let buffer = machine.pointer_value(call, 0)?;
    let size = machine.int_argument(call, 1)?;
    let stream = machine.input_argument(call, 2)?;
    read_line(machine, buffer, size, stream)
}

fn fgets_checked(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let buffer = machine.pointer_value(call, 0)?;
    let size = machine.int_argument(call, 2)?;
    let stream = machine.input_argument(call, 3)?;
    read_line(machine, buffer, size, stream)
}

fn gets(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let buffer = machine.pointer_value(call, 0)?;
    let mut line = machine.read_until(STANDARD_INPUT, b'\n', usize::MAX);
    if line.is_empty() {
        return no_line();
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    line.push(0);
    machine.memory.write_bytes(buffer, &line)?;
    Outcome::pointer(buffer)
}

fn fread(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let buffer = machine.pointer_value(call, 0)?;
    let size = machine.size_argument(call, 1)?;
    let count = machine.size_argument(call, 2)?;
    let stream = machine.input_argument(call, 3)?;
    let Some(total) = size.checked_mul(count) else {
        let message = format!("{count} elements of {size} bytes are more than any array has");
        return Err(Violation::new(FaultKind::OutOfBounds, message).into());
    };
    let mut read = 0;
    while read < total {
        let Some(byte) = machine.read_byte(stream) else { break };
        machine.memory.write_bytes(offset_by(buffer, read), &[byte])?;
        read += 1;
    }
    Outcome::integer(i128::from(read.checked_div(size).unwrap_or(0)))
}

fn read(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let descriptor = machine.int_argument(call, 0)?;
    let buffer = machine.pointer_value(call, 1)?;
    let count = machine.size_argument(call, 2)?;
    if descriptor != 0 {
        return Outcome::integer(-1);
    }
    let mut read = 0;
    while read < count {
        let Some(byte) = machine.read_byte(STANDARD_INPUT) else { break };
        machine.memory.write_bytes(offset_by(buffer, read), &[byte])?;
        read += 1;
    }
    Outcome::integer(i128::from(read))
}

/// Reads a line of any length into a buffer that grows as needed.
fn read_delimited(machine: &mut Machine<'_>, call: &Call<'_>, delimiter: u8, stream: usize) -> Step<Outcome> {
    let place = machine.pointer_value(call, 0)?;
    let size_place = machine.pointer_value(call, 1)?;
    let word = machine.memory.pointer_bytes;
    let line = machine.read_until(stream, delimiter, usize::MAX);
    let needed = line.len() as u64 + 1;
    let mut buffer = machine.load_wide(place, word)?.low();
    let size = machine.load_wide(size_place, word)?;
    // At the end of input there is a buffer as well, as with glibc and musl.
    if buffer.bits == 0 || machine.length(size, "the size of the buffer")? < needed {
        let wanted = needed.max(120);
        // If there is no memory, the old buffer stays.
        let Some(block) = machine.allocate_heap(wanted, 16)? else { return end_of_file() };
        machine.free_heap(buffer, "getline")?;
        buffer = block;
        machine.store_pointer(place, block)?;
        machine.memory.store(size_place, Value::new(wanted), word)?;
    }
    if line.is_empty() {
        return end_of_file();
    }
    let terminated = [&line[..], b"\0"].concat();
    machine.memory.write_bytes(buffer, &terminated)?;
    Outcome::integer(line.len() as i128)
}

fn getline(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.input_argument(call, 2)?;
    read_delimited(machine, call, b'\n', stream)
}

fn getdelim(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let delimiter = machine.int_argument(call, 2)? as u8;
    let stream = machine.input_argument(call, 3)?;
    read_delimited(machine, call, delimiter, stream)
}
