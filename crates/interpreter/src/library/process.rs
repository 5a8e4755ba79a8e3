//! Ending the program, assertions, the environment, and jumps between functions.

use super::{Call, Entry, Outcome, entry, offset_by};
use crate::choices::ChoiceKind;
use crate::code::Op;
use crate::fault::FaultKind;
use crate::machine::{Activation, Machine, Step, Stop};
use crate::memory::Violation;
use crate::options::{Exit, Stream};
use crate::value::{Value, WideValue};

pub(super) const TABLE: &[Entry] = &[
    entry("exit", 1, exit),
    entry("_exit", 1, exit_at_once),
    entry("_Exit", 1, exit_at_once),
    entry("quick_exit", 1, exit_at_once),
    entry("__builtin_exit", 1, exit),
    entry("abort", 0, abort),
    entry("__builtin_abort", 0, abort),
    entry("atexit", 1, atexit),
    entry("on_exit", 2, atexit),
    entry("getenv", 1, getenv),
    entry("secure_getenv", 1, getenv),
    entry("__assert_fail", 4, assert_fail),
    entry("__assert", 3, assert_plain),
    entry("__assert_rtn", 4, assert_rtn),
    entry("__assert_perror_fail", 4, assert_fail),
    entry("__errno_location", 0, errno_location),
    entry("__error", 0, errno_location),
    entry("setjmp", 1, setjmp),
    entry("_setjmp", 1, setjmp),
    entry("__setjmp", 1, setjmp),
    entry("sigsetjmp", 1, setjmp),
    entry("__sigsetjmp", 1, setjmp),
    entry("__builtin_setjmp", 1, setjmp),
    entry("longjmp", 2, longjmp),
    entry("_longjmp", 2, longjmp),
    entry("siglongjmp", 2, longjmp),
    entry("__longjmp_chk", 2, longjmp),
    entry("__builtin_longjmp", 2, longjmp),
    entry("setlocale", 2, setlocale),
    entry("time", 1, time),
    entry("clock", 0, clock),
    entry("difftime", 2, difftime),
    entry("sleep", 1, return_zero),
    entry("usleep", 1, return_zero),
    entry("sched_yield", 0, return_zero),
    entry("getpid", 0, getpid),
    entry("signal", 2, return_zero),
];

fn return_zero(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::integer(0)
}

fn getpid(_: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::integer(4711)
}

fn exit(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let status = machine.int_argument(call, 0)?;
    machine.begin_exit(status)?;
    Ok(Outcome::Transferred)
}

/// Ends the program without running handlers.
fn exit_at_once(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let status = machine.int_argument(call, 0)?;
    machine.look_for_lost_memory()?;
    Err(Stop::Exit(Exit::Status(status & 0xff)))
}

fn abort(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    machine.abort_program()
}

fn atexit(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let function = machine.call_target(pointer)?;
    machine.library.exit_handlers.push((function, None));
    Outcome::integer(0)
}

fn getenv(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let name = machine.string_argument(call, 0)?;
    match machine.library.environment.iter().find(|(known, _)| *known == name) {
        Some(&(_, place)) => Outcome::pointer(place),
        None => Outcome::null(),
    }
}

/// A failed assertion: a fault or, if nobody minds, the message and the end of the program.
fn fail_assertion(
    machine: &mut Machine<'_>,
    text: &[u8],
    file: &[u8],
    line: i32,
    function: &[u8],
) -> Step<Outcome> {
    let shown = String::from_utf8_lossy(text).into_owned();
    machine.tolerate(Violation::new(
        FaultKind::AssertionFailure,
        format!("the assertion `{shown}` does not hold"),
    ))?;
    let program = "program";
    let message = format!(
        "{program}: {}:{line}: {}: Assertion `{shown}' failed.\n",
        String::from_utf8_lossy(file),
        String::from_utf8_lossy(function),
    );
    machine.write_output(Stream::Error, message.as_bytes())?;
    machine.abort_program()
}

impl Machine<'_> {
    /// A string argument that may be null.
    fn optional_string(&mut self, call: &Call<'_>, index: usize) -> Step<Vec<u8>> {
        let pointer = self.pointer_value(call, index)?;
        if pointer.bits == 0 { Ok(Vec::new()) } else { self.string_at(pointer, None) }
    }
}

/// `__assert_fail(text, file, line, function)` of glibc.
fn assert_fail(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let text = machine.optional_string(call, 0)?;
    let file = machine.optional_string(call, 1)?;
    let line = machine.int_argument(call, 2)?;
    let function = machine.optional_string(call, 3)?;
    fail_assertion(machine, &text, &file, line, &function)
}

/// `__assert(text, file, line)`.
fn assert_plain(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let text = machine.optional_string(call, 0)?;
    let file = machine.optional_string(call, 1)?;
    let line = machine.int_argument(call, 2)?;
    fail_assertion(machine, &text, &file, line, b"")
}

/// `__assert_rtn(function, file, line, text)` of Darwin.
fn assert_rtn(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let function = machine.optional_string(call, 0)?;
    let file = machine.optional_string(call, 1)?;
    let line = machine.int_argument(call, 2)?;
    let text = machine.optional_string(call, 3)?;
    fail_assertion(machine, &text, &file, line, &function)
}

fn errno_location(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::pointer(machine.library.errno.unwrap_or(Value::ZERO))
}

/// What a `jmp_buf` starts with.
const JUMP_MARK: u64 = 0x6a6d_705f_6275_6621;

/// Remembers the calling function's activation and the call itself in the buffer.
fn setjmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let buffer = machine.pointer_value(call, 0)?;
    let Some(frame) = machine.frame() else { return Outcome::integer(0) };
    let words = [JUMP_MARK, frame.serial, machine.activations.len() as u64 - 1, u64::from(machine.position)];
    for (index, word) in words.into_iter().enumerate() {
        machine.memory.store(offset_by(buffer, index as u64 * 8), Value::new(word), 8)?;
    }
    Outcome::integer(0)
}

/// Ends all functions that were called since the matching `setjmp`, which then returns once more.
/// Registers keep their current values.
fn longjmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let buffer = machine.pointer_value(call, 0)?;
    let value = machine.int_argument(call, 1)?;
    let mut words = [0u64; 4];
    for (index, word) in words.iter_mut().enumerate() {
        let loaded = machine.memory.load(offset_by(buffer, index as u64 * 8), 8)?;
        *word = if loaded.undefined == 0 { loaded.bits } else { 0 };
    }
    let [mark, serial, depth, position] = words;
    let bad = |message: &str| Stop::from(Violation::new(FaultKind::BadLongJump, message));
    if mark != JUMP_MARK {
        return Err(bad("`longjmp` with a buffer that `setjmp` has not filled"));
    }
    let target = usize::try_from(depth).ok().and_then(|depth| match machine.activations.get(depth) {
        Some(Activation::Code(frame)) if frame.serial == serial => Some((depth, frame)),
        _ => None,
    });
    let Some((depth, frame)) = target else {
        return Err(bad("`longjmp` to a function that has already returned"));
    };
    let Some(&Op::Call { index }) = frame.code.ops.get(position as usize) else {
        return Err(bad("`longjmp` with a buffer that was changed"));
    };
    let (base, to) = (frame.base, frame.code.calls[index as usize].to);
    while machine.activations.len() > depth + 1 {
        if let Some(Activation::Code(frame)) = machine.activations.pop() {
            machine.memory.end_stack_blocks(frame.stack_mark, frame.stack_pointer, source::Span::NONE);
            machine.values.truncate(frame.base);
        }
    }
    if let Some(to) = to {
        let value = if value == 0 { 1 } else { value };
        machine.deliver(base, to, WideValue::new(value as u128));
    }
    machine.position = position as u32 + 1;
    Ok(Outcome::Transferred)
}

/// Only the "C" locale is known.
fn setlocale(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let name = machine.pointer_value(call, 1)?;
    if name.bits != 0 {
        let text = machine.string_at(name, None)?;
        if !matches!(&text[..], b"" | b"C" | b"POSIX") {
            return Outcome::null();
        }
    }
    let place = match machine.library.locale {
        Some(place) => place,
        None => machine.static_text(b"C\0")?,
    };
    machine.library.locale = Some(place);
    Outcome::pointer(place)
}

fn time(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let place = machine.pointer_value(call, 0)?;
    let bits = machine.long_bits();
    // A clock never goes backwards: the choice is by how much it has moved.
    let moved = machine.choices.choose(ChoiceKind::Time, 30) as u64;
    machine.library.clock = machine.library.clock.saturating_add(moved);
    let now = Value::new(machine.library.clock & (crate::value::low_mask(bits) >> 1));
    if place.bits != 0 {
        let size = machine.memory.pointer_bytes;
        machine.memory.store(place, now, size)?;
    }
    Outcome::pointer(now)
}

/// Processor time is the number of steps.
fn clock(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::integer(i128::from(machine.steps & 0x7fff_ffff))
}

fn difftime(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let later = machine.signed_argument(call, 0)?;
    let earlier = machine.signed_argument(call, 1)?;
    Outcome::double((later - earlier) as f64)
}
