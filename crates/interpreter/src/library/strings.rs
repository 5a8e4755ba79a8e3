//! The functions of `string.h` and `strings.h` that work on strings.

use super::{Call, Entry, Outcome, entry, offset_by};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::Violation;
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    entry("strlen", 1, strlen),
    entry("__builtin_strlen", 1, strlen),
    entry("strnlen", 2, strnlen),
    entry("__builtin_strnlen", 2, strnlen),
    entry("strcpy", 2, strcpy),
    entry("__builtin_strcpy", 2, strcpy),
    entry("__strcpy_chk", 3, strcpy),
    entry("__builtin___strcpy_chk", 3, strcpy),
    entry("stpcpy", 2, stpcpy),
    entry("__builtin_stpcpy", 2, stpcpy),
    entry("strncpy", 3, strncpy),
    entry("__builtin_strncpy", 3, strncpy),
    entry("__strncpy_chk", 4, strncpy),
    entry("__builtin___strncpy_chk", 4, strncpy),
    entry("stpncpy", 3, stpncpy),
    entry("strlcpy", 3, strlcpy),
    entry("strlcat", 3, strlcat),
    entry("strcat", 2, strcat),
    entry("__builtin_strcat", 2, strcat),
    entry("__strcat_chk", 3, strcat),
    entry("__builtin___strcat_chk", 3, strcat),
    entry("strncat", 3, strncat),
    entry("__builtin_strncat", 3, strncat),
    entry("__strncat_chk", 4, strncat),
    entry("__builtin___strncat_chk", 4, strncat),
    entry("strcmp", 2, strcmp),
    entry("__builtin_strcmp", 2, strcmp),
    entry("strcoll", 2, strcmp),
    entry("strncmp", 3, strncmp),
    entry("__builtin_strncmp", 3, strncmp),
    entry("strcasecmp", 2, strcasecmp),
    entry("__builtin_strcasecmp", 2, strcasecmp),
    entry("strncasecmp", 3, strncasecmp),
    entry("__builtin_strncasecmp", 3, strncasecmp),
    entry("strxfrm", 3, strlcpy),
    entry("strchr", 2, strchr),
    entry("__builtin_strchr", 2, strchr),
    entry("index", 2, strchr),
    entry("__builtin_index", 2, strchr),
    entry("strchrnul", 2, strchrnul),
    entry("strrchr", 2, strrchr),
    entry("__builtin_strrchr", 2, strrchr),
    entry("rindex", 2, strrchr),
    entry("__builtin_rindex", 2, strrchr),
    entry("strstr", 2, strstr),
    entry("__builtin_strstr", 2, strstr),
    entry("strcasestr", 2, strcasestr),
    entry("strspn", 2, strspn),
    entry("__builtin_strspn", 2, strspn),
    entry("strcspn", 2, strcspn),
    entry("__builtin_strcspn", 2, strcspn),
    entry("strpbrk", 2, strpbrk),
    entry("__builtin_strpbrk", 2, strpbrk),
    entry("strtok", 2, strtok),
    entry("strtok_r", 3, strtok_r),
    entry("__strtok_r", 3, strtok_r),
    entry("strsep", 2, strsep),
    entry("strerror", 1, strerror),
];

/// The difference of the first bytes that differ, as unsigned; the shorter string ends with a zero.
pub(super) fn difference(a: &[u8], b: &[u8]) -> i128 {
    let length = a.len().max(b.len());
    for position in 0..length {
        let x = a.get(position).copied().unwrap_or(0);
        let y = b.get(position).copied().unwrap_or(0);
        if x != y {
            return i128::from(x) - i128::from(y);
        }
    }
    0
}

fn strlen(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let text = machine.string_argument(call, 0)?;
    Outcome::integer(text.len() as i128)
}

fn strnlen(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let limit = machine.size_argument(call, 1)?;
    let text = machine.string_at(pointer, Some(limit))?;
    Outcome::integer(text.len() as i128)
}

/// Writes a string with its terminating zero; source and destination must not overlap.
fn write_string(machine: &mut Machine<'_>, destination: Value, source: Value, text: &[u8]) -> Step<()> {
    let terminated = [text, b"\0"].concat();
    let length = terminated.len() as u64;
    machine.memory.locate(destination, length, true)?;
    if machine.memory.overlap(destination, source, length) {
        let message = format!("a string of {} bytes is copied between places that overlap", text.len());
        machine
            .tolerate(Violation::new(FaultKind::OverlappingCopy, message).about(destination.provenance))?;
    }
    Ok(machine.memory.write_bytes(destination, &terminated)?)
}

fn copy_string(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<(Value, u64)> {
    let destination = machine.pointer_value(call, 0)?;
    let source = machine.pointer_value(call, 1)?;
    let text = machine.string_at(source, None)?;
    write_string(machine, destination, source, &text)?;
    Ok((destination, text.len() as u64))
}

fn strcpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, _) = copy_string(machine, call)?;
    Outcome::pointer(destination)
}

fn stpcpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, length) = copy_string(machine, call)?;
    Outcome::pointer(offset_by(destination, length))
}

/// Copies at most `limit` bytes and fills the rest with zeroes; without room for a zero, none is written.
fn copy_bounded(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<(Value, u64)> {
    let destination = machine.pointer_value(call, 0)?;
    let source = machine.pointer_value(call, 1)?;
    let limit = machine.size_argument(call, 2)?;
    let text = machine.string_at(source, Some(limit))?;
    if limit > 0 {
        machine.memory.locate(destination, limit, true)?;
        if machine.memory.overlap(destination, source, (text.len() as u64 + 1).min(limit)) {
            let message = "a string is copied between places that overlap";
            machine.tolerate(
                Violation::new(FaultKind::OverlappingCopy, message).about(destination.provenance),
            )?;
        }
    }
    machine.memory.write_bytes(destination, &text)?;
    let rest = limit - text.len() as u64;
    if rest > 0 {
        machine.memory.set(offset_by(destination, text.len() as u64), Value::ZERO, rest)?;
    }
    Ok((destination, text.len() as u64))
}

fn strncpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, _) = copy_bounded(machine, call)?;
    Outcome::pointer(destination)
}

fn stpncpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (destination, length) = copy_bounded(machine, call)?;
    Outcome::pointer(offset_by(destination, length))
}

/// Copies what fits, always with a zero behind; the result is the length of the source.
fn strlcpy(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let text = machine.string_argument(call, 1)?;
    let limit = machine.size_argument(call, 2)?;
    if limit > 0 {
        let kept = text.len().min((limit - 1) as usize);
        let terminated = [&text[..kept], b"\0"].concat();
        machine.memory.write_bytes(destination, &terminated)?;
    }
    Outcome::integer(text.len() as i128)
}

fn strlcat(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let text = machine.string_argument(call, 1)?;
    let limit = machine.size_argument(call, 2)?;
    let start = machine.string_at(destination, Some(limit))?.len() as u64;
    if start < limit {
        let kept = text.len().min((limit - start - 1) as usize);
        let terminated = [&text[..kept], b"\0"].concat();
        machine.memory.write_bytes(offset_by(destination, start), &terminated)?;
    }
    Outcome::integer(i128::from(start) + text.len() as i128)
}

fn strcat(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let source = machine.pointer_value(call, 1)?;
    let length = machine.string_at(destination, None)?.len() as u64;
    let text = machine.string_at(source, None)?;
    write_string(machine, offset_by(destination, length), source, &text)?;
    Outcome::pointer(destination)
}

fn strncat(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let destination = machine.pointer_value(call, 0)?;
    let source = machine.pointer_value(call, 1)?;
    let limit = machine.size_argument(call, 2)?;
    let length = machine.string_at(destination, None)?.len() as u64;
    let text = machine.string_at(source, Some(limit))?;
    write_string(machine, offset_by(destination, length), source, &text)?;
    Outcome::pointer(destination)
}

/// Compares two strings as far as needed: what lies behind the first difference is not looked at, so that it
/// need not be initialised, and a string need not end if it differs before.
fn compare(
    machine: &mut Machine<'_>,
    call: &Call<'_>,
    limit: Option<u64>,
    fold: impl Fn(u8) -> u8,
) -> Step<Outcome> {
    let first = machine.pointer_value(call, 0)?;
    let second = machine.pointer_value(call, 1)?;
    let mut position = 0;
    while limit.is_none_or(|limit| position < limit) {
        let a = fold(byte_of_string(machine, first, position)?);
        let b = fold(byte_of_string(machine, second, position)?);
        if a != b || a == 0 {
            return Outcome::integer(i128::from(a) - i128::from(b));
        }
        position += 1;
    }
    Outcome::integer(0)
}

/// One byte of a string. Past the end of its block, the string is not terminated.
fn byte_of_string(machine: &mut Machine<'_>, string: Value, position: u64) -> Step<u8> {
    let place = offset_by(string, position);
    let read = if position == 0 {
        machine.memory.read_bytes(place, 1)?
    } else {
        match machine.memory.read_bytes(place, 1) {
            Ok(read) => read,
            Err(violation) if violation.kind == FaultKind::OutOfBounds => {
                let message = "a string has no terminating zero within its block";
                let violation = Violation::new(FaultKind::UnterminatedString, message).about(violation.block);
                return Err(violation.into());
            }
            Err(violation) => return Err(violation.into()),
        }
    };
    Ok(machine.looked_at(read)?[0])
}

fn strcmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    compare(machine, call, None, |byte| byte)
}

fn strncmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let limit = machine.size_argument(call, 2)?;
    compare(machine, call, Some(limit), |byte| byte)
}

fn strcasecmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    compare(machine, call, None, |byte| byte.to_ascii_lowercase())
}

fn strncasecmp(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let limit = machine.size_argument(call, 2)?;
    compare(machine, call, Some(limit), |byte| byte.to_ascii_lowercase())
}

/// Finds a byte, reading only up to it, as the standard's wording of `strchr` allows for the zero itself.
fn find_byte(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<(Value, bool)> {
    let pointer = machine.pointer_value(call, 0)?;
    let byte = machine.int_argument(call, 1)? as u8;
    let mut position = 0;
    loop {
        let found = byte_of_string(machine, pointer, position)?;
        if found == byte || found == 0 {
            return Ok((offset_by(pointer, position), found == byte));
        }
        position += 1;
    }
}

fn strchr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    match find_byte(machine, call)? {
        (place, true) => Outcome::pointer(place),
        (_, false) => Outcome::null(),
    }
}

fn strchrnul(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let (place, _) = find_byte(machine, call)?;
    Outcome::pointer(place)
}

fn strrchr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let text = machine.string_at(pointer, None)?;
    let byte = machine.int_argument(call, 1)? as u8;
    if byte == 0 {
        return Outcome::pointer(offset_by(pointer, text.len() as u64));
    }
    match text.iter().rposition(|&candidate| candidate == byte) {
        Some(position) => Outcome::pointer(offset_by(pointer, position as u64)),
        None => Outcome::null(),
    }
}

fn find_text(machine: &mut Machine<'_>, call: &Call<'_>, fold: impl Fn(u8) -> u8) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let text: Vec<u8> = machine.string_at(pointer, None)?.into_iter().map(&fold).collect();
    let wanted: Vec<u8> = machine.string_argument(call, 1)?.into_iter().map(&fold).collect();
    if wanted.is_empty() {
        return Outcome::pointer(pointer);
    }
    match text.windows(wanted.len()).position(|window| window == wanted) {
        Some(position) => Outcome::pointer(offset_by(pointer, position as u64)),
        None => Outcome::null(),
    }
}

fn strstr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    find_text(machine, call, |byte| byte)
}

fn strcasestr(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    find_text(machine, call, |byte| byte.to_ascii_lowercase())
}

/// How many bytes of the first string are (not) in the second.
fn span_length(machine: &mut Machine<'_>, call: &Call<'_>, wanted: bool) -> Step<u64> {
    let text = machine.string_argument(call, 0)?;
    let set = machine.string_argument(call, 1)?;
    Ok(text.iter().take_while(|byte| set.contains(byte) == wanted).count() as u64)
}

fn strspn(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let length = span_length(machine, call, true)?;
    Outcome::integer(i128::from(length))
}

fn strcspn(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let length = span_length(machine, call, false)?;
    Outcome::integer(i128::from(length))
}

fn strpbrk(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let length = span_length(machine, call, false)?;
    let text = machine.string_at(pointer, None)?;
    if length == text.len() as u64 {
        return Outcome::null();
    }
    Outcome::pointer(offset_by(pointer, length))
}

/// The next token at a place: its start, and where to go on, if there is one.
fn next_token(machine: &mut Machine<'_>, start: Value, set: &[u8]) -> Step<Option<(Value, Value)>> {
    let text = machine.string_at(start, None)?;
    let Some(first) = text.iter().position(|byte| !set.contains(byte)) else { return Ok(None) };
    let length = text[first..].iter().take_while(|byte| !set.contains(byte)).count();
    let end = first + length;
    let token = offset_by(start, first as u64);
    if end == text.len() {
        return Ok(Some((token, offset_by(start, end as u64))));
    }
    machine.memory.write_bytes(offset_by(start, end as u64), &[0])?;
    Ok(Some((token, offset_by(start, end as u64 + 1))))
}

fn strtok(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let given = machine.pointer_value(call, 0)?;
    let set = machine.string_argument(call, 1)?;
    let start = if given.bits != 0 { Some(given) } else { machine.library.token };
    let Some(start) = start else {
        machine.bad_argument(call, "a null pointer before any string")?;
        return Outcome::null();
    };
    match next_token(machine, start, &set)? {
        Some((token, rest)) => {
            machine.library.token = Some(rest);
            Outcome::pointer(token)
        }
        None => {
            let length = machine.string_at(start, None)?.len() as u64;
            machine.library.token = Some(offset_by(start, length));
            Outcome::null()
        }
    }
}

fn strtok_r(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let given = machine.pointer_value(call, 0)?;
    let set = machine.string_argument(call, 1)?;
    let place = machine.pointer_value(call, 2)?;
    let start = if given.bits != 0 {
        given
    } else {
        let size = machine.memory.pointer_bytes;
        machine.load_wide(place, size)?.low()
    };
    match next_token(machine, start, &set)? {
        Some((token, rest)) => {
            machine.store_pointer(place, rest)?;
            Outcome::pointer(token)
        }
        None => {
            let length = machine.string_at(start, None)?.len() as u64;
            machine.store_pointer(place, offset_by(start, length))?;
            Outcome::null()
        }
    }
}

fn strsep(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let place = machine.pointer_value(call, 0)?;
    let set = machine.string_argument(call, 1)?;
    let size = machine.memory.pointer_bytes;
    let start = machine.load_wide(place, size)?.low();
    if start.bits == 0 {
        return Outcome::null();
    }
    let text = machine.string_at(start, None)?;
    match text.iter().position(|byte| set.contains(byte)) {
        Some(position) => {
            machine.memory.write_bytes(offset_by(start, position as u64), &[0])?;
            machine.store_pointer(place, offset_by(start, position as u64 + 1))?;
        }
        None => machine.store_pointer(place, Value::ZERO)?,
    }
    Outcome::pointer(start)
}

/// The text for an error number, as glibc words it.
pub(super) fn error_text(number: i32) -> String {
    let text = match number {
        0 => "Success",
        1 => "Operation not permitted",
        2 => "No such file or directory",
        4 => "Interrupted system call",
        5 => "Input/output error",
        9 => "Bad file descriptor",
        11 => "Resource temporarily unavailable",
        12 => "Cannot allocate memory",
        13 => "Permission denied",
        17 => "File exists",
        20 => "Not a directory",
        21 => "Is a directory",
        22 => "Invalid argument",
        33 => "Numerical argument out of domain",
        34 => "Numerical result out of range",
        _ => return format!("Unknown error {number}"),
    };
    text.to_owned()
}

fn strerror(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let number = machine.int_argument(call, 0)?;
    if let Some(&(_, place)) = machine.library.messages.iter().find(|&&(known, _)| known == number) {
        return Outcome::pointer(place);
    }
    let mut text = error_text(number).into_bytes();
    text.push(0);
    let place = machine.static_text(&text)?;
    machine.library.messages.push((number, place));
    Outcome::pointer(place)
}
