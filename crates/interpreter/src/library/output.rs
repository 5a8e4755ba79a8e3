//! The functions of `stdio.h` that write, and those that manage streams.
//!
//! Output is not buffered: bytes reach the caller in the order in which they are written.
//! Opening a file fails unless the run's policies let the choices decide; a file that opens is empty, and
//! what is written to it is dropped.

use super::state::{STANDARD_ERROR, STANDARD_OUTPUT, StreamState};
use super::{Call, Entry, Outcome, entry};
use crate::choices::ChoiceKind;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::{BlockKind, Violation};
use crate::options::Stream;
use crate::value::Value;
use source::Span;

pub(super) const TABLE: &[Entry] = &[
    entry("putchar", 1, putchar),
    entry("putchar_unlocked", 1, putchar),
    entry("__builtin_putchar", 1, putchar),
    entry("putc", 2, putc),
    entry("fputc", 2, putc),
    entry("_IO_putc", 2, putc),
    entry("putc_unlocked", 2, putc),
    entry("puts", 1, puts),
    entry("__builtin_puts", 1, puts),
    entry("fputs", 2, fputs),
    entry("fputs_unlocked", 2, fputs),
    entry("__builtin_fputs", 2, fputs),
    entry("fwrite", 4, fwrite),
    entry("__builtin_fwrite", 4, fwrite),
    entry("write", 3, write),
    entry("perror", 1, perror),
    entry("fflush", 1, succeed),
    entry("setbuf", 2, nothing),
    entry("setvbuf", 4, succeed),
    entry("setlinebuf", 1, nothing),
    entry("fopen", 2, fopen),
    entry("fdopen", 2, fopen),
    entry("tmpfile", 0, fopen),
    entry("freopen", 3, fopen),
    entry("popen", 2, fopen),
    entry("fclose", 1, fclose),
    entry("pclose", 1, fclose),
    entry("remove", 1, fail),
    entry("rename", 2, fail),
    entry("unlink", 1, fail),
    entry("fseek", 3, fail),
    entry("ftell", 1, fail),
    entry("rewind", 1, nothing),
    entry("feof", 1, |machine, call| flag(machine, call, |stream| stream.at_end)),
    entry("ferror", 1, |machine, call| flag(machine, call, |stream| stream.has_error)),
    entry("clearerr", 1, clearerr),
    entry("fileno", 1, fileno),
    entry("isatty", 1, zero),
    entry("open", 2, fail),
    entry("close", 1, close),
    entry("system", 1, fail),
];

const EOF: i128 = -1;
const ENOENT: i32 = 2;
const EBADF: i32 = 9;

fn nothing(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Ok(Outcome::Nothing)
}

fn zero(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::integer(0)
}

/// A descriptor that is negative is none.
fn close(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    if machine.int_argument(call, 0)? < 0 {
        machine.set_errno(EBADF)?;
        return Outcome::integer(-1);
    }
    Outcome::integer(0)
}

fn succeed(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.pointer_value(call, 0)?;
    // `fflush(NULL)` is about all streams.
    if stream.bits != 0 {
        machine.stream_argument(call, 0)?;
    }
    Outcome::integer(0)
}

fn fail(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    machine.set_errno(ENOENT)?;
    Outcome::integer(-1)
}

impl Machine<'_> {
    /// Which stream a `FILE *` argument is.
    pub(super) fn stream_argument(&mut self, call: &Call<'_>, index: usize) -> Step<usize> {
        let pointer = self.pointer_value(call, index)?;
        let stream = self
            .memory
            .info(pointer.provenance)
            .filter(|info| info.kind == BlockKind::Opaque)
            .map(|info| info.symbol as usize)
            .filter(|&stream| {
                self.library.stream_objects.get(stream).is_some_and(|object| object.bits == pointer.bits)
            });
        let name = self.name_of(call);
        let Some(stream) = stream else {
            let kind = if pointer.bits == 0 { FaultKind::NullDereference } else { FaultKind::BadArgument };
            let message = format!("`{name}` is called with {:#x}, which is not a stream", pointer.bits);
            return Err(Violation::new(kind, message).into());
        };
        if !self.library.streams[stream].is_open {
            let message = format!("`{name}` is called with a stream that was closed");
            return Err(Violation::new(FaultKind::UseAfterFree, message).into());
        }
        Ok(stream)
    }

    pub(super) fn write_stream(&mut self, stream: usize, bytes: &[u8]) -> Step<()> {
        match stream {
            STANDARD_OUTPUT => self.write_output(Stream::Output, bytes),
            STANDARD_ERROR => self.write_output(Stream::Error, bytes),
            _ => {
                self.library.has_written_files = true;
                Ok(())
            }
        }
    }

    /// As [`Machine::stream_argument`], for functions that read. What was written to files is not there any more, so after
    /// that nobody knows what a file holds.
    pub(super) fn input_argument(&mut self, call: &Call<'_>, index: usize) -> Step<usize> {
        let stream = self.stream_argument(call, index)?;
        if stream > STANDARD_ERROR && self.library.has_written_files {
            let message = "a file is read after the program has written to one".to_owned();
            return Err(Violation::new(FaultKind::Unsupported, message).into());
        }
        Ok(stream)
    }
}

fn putchar(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let byte = machine.int_argument(call, 0)? as u8;
    machine.write_stream(STANDARD_OUTPUT, &[byte])?;
    Outcome::integer(i128::from(byte))
}

fn putc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let byte = machine.int_argument(call, 0)? as u8;
    let stream = machine.stream_argument(call, 1)?;
    machine.write_stream(stream, &[byte])?;
    Outcome::integer(i128::from(byte))
}

fn puts(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let mut text = machine.string_argument(call, 0)?;
    text.push(b'\n');
    machine.write_stream(STANDARD_OUTPUT, &text)?;
    Outcome::integer(text.len() as i128)
}

fn fputs(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let text = machine.string_argument(call, 0)?;
    let stream = machine.stream_argument(call, 1)?;
    machine.write_stream(stream, &text)?;
    Outcome::integer(1)
}

fn fwrite(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let size = machine.size_argument(call, 1)?;
    let count = machine.size_argument(call, 2)?;
    let stream = machine.stream_argument(call, 3)?;
    let total = size.saturating_mul(count);
    let bytes = machine.bytes_at(pointer, total)?;
    machine.write_stream(stream, &bytes)?;
    Outcome::integer(if size == 0 { 0 } else { i128::from(count) })
}

fn write(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let descriptor = machine.int_argument(call, 0)?;
    let pointer = machine.pointer_value(call, 1)?;
    let count = machine.size_argument(call, 2)?;
    let bytes = machine.bytes_at(pointer, count)?;
    match descriptor {
        1 => machine.write_stream(STANDARD_OUTPUT, &bytes)?,
        2 => machine.write_stream(STANDARD_ERROR, &bytes)?,
        _ => return Outcome::integer(-1),
    }
    Outcome::integer(i128::from(count))
}

fn perror(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let mut text = if pointer.bits == 0 { Vec::new() } else { machine.string_at(pointer, None)? };
    if !text.is_empty() {
        text.extend_from_slice(b": ");
    }
    let number = match machine.library.errno {
        Some(errno) => machine.memory.load(errno, 4)?.bits as i32,
        None => 0,
    };
    text.extend_from_slice(super::strings::error_text(number).as_bytes());
    text.push(b'\n');
    machine.write_stream(STANDARD_ERROR, &text)?;
    Ok(Outcome::Nothing)
}

fn fopen(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    // No file has an empty name.
    let has_name = call.arguments.len() < 2
        || machine.name_of(call) == "fdopen"
        || !machine.string_argument(call, 0)?.is_empty()
        || machine.name_of(call) == "popen";
    let opens =
        has_name && machine.policies.files_may_open && machine.choices.choose(ChoiceKind::FileResult, 1) == 1;
    if !opens {
        machine.set_errno(ENOENT)?;
        return Outcome::null();
    }
    let object = machine.static_block(BlockKind::Opaque, 216, 16, Span::NONE)?;
    machine.memory.set_symbol(object.provenance, machine.library.stream_objects.len() as u32);
    machine.library.stream_objects.push(object);
    machine.library.streams.push(StreamState { is_open: true, ..StreamState::default() });
    Outcome::pointer(object)
}

fn fclose(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.stream_argument(call, 0)?;
    machine.library.streams[stream].is_open = false;
    Outcome::integer(0)
}

fn flag(machine: &mut Machine<'_>, call: &Call<'_>, read: fn(&StreamState) -> bool) -> Step<Outcome> {
    let stream = machine.stream_argument(call, 0)?;
    Outcome::integer(i128::from(read(&machine.library.streams[stream])))
}

fn clearerr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.stream_argument(call, 0)?;
    machine.library.streams[stream].at_end = false;
    machine.library.streams[stream].has_error = false;
    Ok(Outcome::Nothing)
}

fn fileno(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.stream_argument(call, 0)?;
    Outcome::integer(stream as i128)
}

/// The value that marks the end of input.
pub(super) fn end_of_file() -> Step<Outcome> {
    Outcome::integer(EOF)
}

/// A null pointer, for functions that return one at the end of input.
pub(super) fn no_line() -> Step<Outcome> {
    Outcome::pointer(Value::ZERO)
}
