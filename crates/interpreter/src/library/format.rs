//! The `printf` family.

use super::float_text::{Style, write_float};
use super::state::{STANDARD_ERROR, STANDARD_OUTPUT};
use super::{Argument, Call, Entry, Outcome, entry, offset_by};
use crate::arithmetic::extended;
use crate::calls::spent_list;
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::{BlockKind, Violation};
use crate::value::{Value, WideValue, sign_extend_wide};
use ir::Scalar;

pub(super) const TABLE: &[Entry] = &[
    entry("printf", 1, |machine, call| print(machine, call, Destination::Output, 0)),
    entry("__builtin_printf", 1, |machine, call| print(machine, call, Destination::Output, 0)),
    entry("__printf_chk", 2, |machine, call| print(machine, call, Destination::Output, 1)),
    entry("fprintf", 2, |machine, call| print(machine, call, Destination::Stream, 1)),
    entry("__builtin_fprintf", 2, |machine, call| print(machine, call, Destination::Stream, 1)),
    entry("__fprintf_chk", 3, |machine, call| print(machine, call, Destination::Stream, 2)),
    entry("dprintf", 2, |machine, call| print(machine, call, Destination::Descriptor, 1)),
    entry("sprintf", 2, |machine, call| print(machine, call, Destination::Buffer, 1)),
    entry("__builtin_sprintf", 2, |machine, call| print(machine, call, Destination::Buffer, 1)),
    entry("__sprintf_chk", 4, |machine, call| print(machine, call, Destination::Buffer, 3)),
    entry("__builtin___sprintf_chk", 4, |machine, call| print(machine, call, Destination::Buffer, 3)),
    entry("snprintf", 3, |machine, call| print(machine, call, Destination::Bounded, 2)),
    entry("__builtin_snprintf", 3, |machine, call| print(machine, call, Destination::Bounded, 2)),
    entry("__snprintf_chk", 5, |machine, call| print(machine, call, Destination::Bounded, 4)),
    entry("__builtin___snprintf_chk", 5, |machine, call| print(machine, call, Destination::Bounded, 4)),
    entry("asprintf", 2, |machine, call| print(machine, call, Destination::Allocated, 1)),
    entry("vprintf", 2, |machine, call| print_list(machine, call, Destination::Output, 0)),
    entry("__builtin_vprintf", 2, |machine, call| print_list(machine, call, Destination::Output, 0)),
    entry("__vprintf_chk", 3, |machine, call| print_list(machine, call, Destination::Output, 1)),
    entry("vfprintf", 3, |machine, call| print_list(machine, call, Destination::Stream, 1)),
    entry("__builtin_vfprintf", 3, |machine, call| print_list(machine, call, Destination::Stream, 1)),
    entry("__vfprintf_chk", 4, |machine, call| print_list(machine, call, Destination::Stream, 2)),
    entry("vsprintf", 3, |machine, call| print_list(machine, call, Destination::Buffer, 1)),
    entry("__builtin_vsprintf", 3, |machine, call| print_list(machine, call, Destination::Buffer, 1)),
    entry("__vsprintf_chk", 5, |machine, call| print_list(machine, call, Destination::Buffer, 3)),
    entry("vsnprintf", 4, |machine, call| print_list(machine, call, Destination::Bounded, 2)),
    entry("__builtin_vsnprintf", 4, |machine, call| print_list(machine, call, Destination::Bounded, 2)),
    entry("__vsnprintf_chk", 6, |machine, call| print_list(machine, call, Destination::Bounded, 4)),
    entry("vasprintf", 3, |machine, call| print_list(machine, call, Destination::Allocated, 1)),
];

/// Where the text goes. The arguments before the format say more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Destination {
    Output,
    Stream,
    Descriptor,
    Buffer,
    Bounded,
    Allocated,
}

/// The values to be written.
pub(super) struct Values<'c> {
    source: Source<'c>,
    /// Where strings were read, and how many bytes of them.
    strings: Vec<(Value, u64)>,
}

/// Where values come from.
enum Source<'c> {
    Passed(std::slice::Iter<'c, Argument>),
    List(Value),
}

impl<'c> Values<'c> {
    pub(super) fn passed(arguments: &'c [Argument]) -> Values<'c> {
        Values { source: Source::Passed(arguments.iter()), strings: Vec::new() }
    }

    pub(super) fn listed(list: Value) -> Values<'c> {
        Values { source: Source::List(list), strings: Vec::new() }
    }

    /// The next value, which must have been passed as this scalar.
    pub(super) fn next(
        &mut self,
        machine: &mut Machine<'_>,
        expected: Scalar,
        what: &str,
    ) -> Step<WideValue> {
        match &mut self.source {
            Source::List(next) => {
                let (value, after) = machine.next_variadic(*next, expected)?;
                *next = after;
                Ok(value)
            }
            Source::Passed(arguments) => {
                let Some(argument) = arguments.next() else {
                    let message = format!("there is no argument for the conversion `{what}`");
                    return Err(Violation::new(FaultKind::VariadicMisuse, message).into());
                };
                let fits = argument.scalar.bytes() == expected.bytes()
                    && argument.scalar.is_float() == expected.is_float();
                if !fits {
                    let message = format!(
                        "the argument for the conversion `{what}` is passed as {} and read as {}",
                        argument.scalar.name(),
                        expected.name()
                    );
                    return Err(Violation::new(FaultKind::VariadicMisuse, message).into());
                }
                Ok(argument.value)
            }
        }
    }
}

impl Machine<'_> {
    /// The list behind a `va_list` argument: itself, or what the object it points to holds.
    pub(super) fn variadic_list(&mut self, call: &Call<'_>, index: usize) -> Step<Value> {
        let argument = self.pointer_value(call, index)?;
        let is_area =
            self.memory.info(argument.provenance).is_some_and(|info| info.kind == BlockKind::Variadic);
        if is_area {
            return Ok(argument);
        }
        let size = self.memory.pointer_bytes;
        Ok(self.load_wide(argument, size)?.low())
    }

    /// A list that a function of the library has read from is spent: it can be ended, and nothing else. Where lists are passed by value, that of
    /// the caller stays as it is.
    pub(super) fn spend_list(
        &mut self,
        call: &Call<'_>,
        index: usize,
        before: Value,
        values: &Values<'_>,
    ) -> Step<()> {
        let Source::List(next) = values.source else { return Ok(()) };
        let argument = self.pointer_value(call, index)?;
        if next.bits == before.bits || argument.provenance == next.provenance {
            return Ok(());
        }
        let base = self.memory.block(next.provenance).map_or(0, |block| block.base);
        let spent = Value { bits: spent_list(base), ..next };
        self.store_wide(argument, spent.into(), self.memory.pointer_bytes)
    }
}

fn print(
    machine: &mut Machine<'_>,
    call: &Call<'_>,
    destination: Destination,
    format: usize,
) -> Step<Outcome> {
    let mut values = Values::passed(&call.arguments[format + 1..]);
    write_formatted(machine, call, destination, format, &mut values)
}

fn print_list(
    machine: &mut Machine<'_>,
    call: &Call<'_>,
    destination: Destination,
    format: usize,
) -> Step<Outcome> {
    let list = machine.variadic_list(call, format + 1)?;
    let mut values = Values::listed(list);
    let outcome = write_formatted(machine, call, destination, format, &mut values)?;
    machine.spend_list(call, format + 1, list, &values)?;
    Ok(outcome)
}

fn write_formatted(
    machine: &mut Machine<'_>,
    call: &Call<'_>,
    destination: Destination,
    format: usize,
    values: &mut Values<'_>,
) -> Step<Outcome> {
    let pattern = machine.string_argument(call, format)?;
    let text = format_text(machine, &pattern, values)?;
    let length = text.len() as i128;
    match destination {
        Destination::Output => machine.write_stream(STANDARD_OUTPUT, &text)?,
        Destination::Stream => {
            let stream = machine.stream_argument(call, 0)?;
            machine.write_stream(stream, &text)?;
        }
        Destination::Descriptor => {
            let stream = if machine.int_argument(call, 0)? == 2 { STANDARD_ERROR } else { STANDARD_OUTPUT };
            machine.write_stream(stream, &text)?;
        }
        Destination::Buffer => {
            let buffer = machine.pointer_value(call, 0)?;
            let terminated = [&text[..], b"\0"].concat();
            write_buffer(machine, buffer, &terminated, values)?;
        }
        Destination::Bounded => {
            let buffer = machine.pointer_value(call, 0)?;
            let size = machine.size_argument(call, 1)?;
            if size > 0 {
                let kept = text.len().min(usize::try_from(size - 1).unwrap_or(usize::MAX));
                let terminated = [&text[..kept], b"\0"].concat();
                write_buffer(machine, buffer, &terminated, values)?;
            }
        }
        Destination::Allocated => {
            let place = machine.pointer_value(call, 0)?;
            let Outcome::Return(block) = machine.duplicate(&text)? else { return Outcome::integer(-1) };
            if block.bits == 0 {
                // What the pointer then holds is left open: here it stays as it was.
                return Outcome::integer(-1);
            }
            machine.store_pointer(place, block.low())?;
        }
    }
    Outcome::integer(length)
}

/// Writes a text into a buffer in which none of the strings lies that it was made from.
fn write_buffer(machine: &mut Machine<'_>, buffer: Value, text: &[u8], values: &Values<'_>) -> Step<()> {
    machine.memory.locate(buffer, text.len() as u64, true)?;
    for &(string, length) in &values.strings {
        let is_behind = string.bits >= buffer.bits.saturating_add(text.len() as u64);
        if !is_behind && buffer.bits < string.bits.saturating_add(length) {
            let message = "a text is formatted into the place of a string that it is made from";
            machine.tolerate(Violation::new(FaultKind::OverlappingCopy, message).about(buffer.provenance))?;
        }
    }
    Ok(machine.memory.write_bytes(buffer, text)?)
}

/// What stands between `%` and the conversion letter.
#[derive(Clone, Default)]
struct Directive {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    length: Length,
    /// The directive as it is written, for messages.
    text: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Length {
    #[default]
    None,
    Char,
    Short,
    Long,
    LongLong,
    LongDouble,
    Size,
}

/// Reads a length modifier; how many bytes it takes.
pub(super) fn parse_length(text: &[u8]) -> (Length, usize) {
    match text {
        [b'h', b'h', ..] => (Length::Char, 2),
        [b'h', ..] => (Length::Short, 1),
        [b'l', b'l', ..] => (Length::LongLong, 2),
        [b'l', ..] => (Length::Long, 1),
        [b'q' | b'j', ..] => (Length::LongLong, 1),
        [b'L', ..] => (Length::LongDouble, 1),
        [b'z' | b't' | b'Z', ..] => (Length::Size, 1),
        _ => (Length::None, 0),
    }
}

impl Length {
    /// The integer type that a conversion with this length is about.
    pub(super) fn integer(self, pointer: Scalar) -> Scalar {
        match self {
            Length::None => Scalar::I32,
            Length::Char => Scalar::I8,
            Length::Short => Scalar::I16,
            Length::Long | Length::Size => pointer,
            Length::LongLong | Length::LongDouble => Scalar::I64,
        }
    }
}

/// Larger widths and precisions are refused: they only serve to exhaust memory.
const LARGEST_WIDTH: usize = 1 << 20;

pub(super) fn format_text(
    machine: &mut Machine<'_>,
    pattern: &[u8],
    values: &mut Values<'_>,
) -> Step<Vec<u8>> {
    let mut output = Vec::new();
    let mut position = 0;
    while position < pattern.len() {
        let byte = pattern[position];
        position += 1;
        if byte != b'%' {
            output.push(byte);
            continue;
        }
        let start = position - 1;
        let mut directive = Directive::default();
        position = read_directive(machine, pattern, position, &mut directive, values)?;
        let Some(&conversion) = pattern.get(position) else {
            let message = "a format ends in the middle of a conversion";
            return Err(Violation::new(FaultKind::BadArgument, message).into());
        };
        position += 1;
        directive.text = String::from_utf8_lossy(&pattern[start..position]).into_owned();
        if conversion == b'n' {
            store_count(machine, &directive, values, output.len())?;
            continue;
        }
        let piece = convert(machine, conversion, &directive, values)?;
        output.extend_from_slice(&piece);
    }
    Ok(output)
}

fn read_directive(
    machine: &mut Machine<'_>,
    pattern: &[u8],
    start: usize,
    directive: &mut Directive,
    values: &mut Values<'_>,
) -> Step<usize> {
    let mut position = start;
    loop {
        match pattern.get(position) {
            Some(b'-') => directive.left = true,
            Some(b'+') => directive.plus = true,
            Some(b' ') => directive.space = true,
            Some(b'#') => directive.alternate = true,
            Some(b'0') => directive.zero = true,
            Some(b'\'') => {}
            _ => break,
        }
        position += 1;
    }
    let (width, next) = read_number(machine, pattern, position, values)?;
    position = next;
    match width {
        Some(width) if width < 0 => {
            directive.left = true;
            directive.width = width.unsigned_abs() as usize;
        }
        Some(width) => directive.width = width as usize,
        None => {}
    }
    if pattern.get(position) == Some(&b'$') {
        let message = "numbered arguments in a format are not supported";
        return Err(Violation::new(FaultKind::Unsupported, message).into());
    }
    if pattern.get(position) == Some(&b'.') {
        let (precision, next) = read_number(machine, pattern, position + 1, values)?;
        position = next;
        // A negative precision counts as none.
        directive.precision = usize::try_from(precision.unwrap_or(0)).ok();
    }
    if directive.width > LARGEST_WIDTH
        || directive.precision.is_some_and(|precision| precision > LARGEST_WIDTH)
    {
        let message = "a width or precision in a format is too large";
        return Err(Violation::new(FaultKind::OutputLimit, message).into());
    }
    let (length, bytes) = parse_length(&pattern[position..]);
    directive.length = length;
    Ok(position + bytes)
}

/// A number, or `*` for the next argument.
fn read_number(
    machine: &mut Machine<'_>,
    pattern: &[u8],
    start: usize,
    values: &mut Values<'_>,
) -> Step<(Option<i64>, usize)> {
    if pattern.get(start) == Some(&b'*') {
        let value = values.next(machine, Scalar::I32, "*")?;
        machine.require_defined(value, "the width of a conversion")?;
        return Ok((Some(sign_extend_wide(value.bits, 32) as i64), start + 1));
    }
    let digits = pattern[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits == 0 {
        return Ok((None, start));
    }
    let number = pattern[start..start + digits]
        .iter()
        .fold(0i64, |value, digit| value.saturating_mul(10).saturating_add(i64::from(digit - b'0')));
    Ok((Some(number), start + digits))
}

fn store_count(
    machine: &mut Machine<'_>,
    directive: &Directive,
    values: &mut Values<'_>,
    count: usize,
) -> Step<()> {
    let pointer = machine.pointer_scalar();
    let place = values.next(machine, pointer, &directive.text)?.low();
    let size = directive.length.integer(pointer).bytes() as usize;
    Ok(machine.memory.store(
        place,
        Value::new(count as u64 & crate::value::low_mask(size as u32 * 8)),
        size,
    )?)
}

fn convert(
    machine: &mut Machine<'_>,
    conversion: u8,
    directive: &Directive,
    values: &mut Values<'_>,
) -> Step<Vec<u8>> {
    match conversion {
        b'%' => Ok(vec![b'%']),
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => convert_integer(machine, conversion, directive, values),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            convert_float(machine, conversion, directive, values)
        }
        b'c' => {
            let value = values.next(machine, Scalar::I32, &directive.text)?;
            machine.require_defined(value, "a value that is printed")?;
            Ok(pad(vec![value.bits as u8], directive))
        }
        b's' => {
            let pointer = machine.pointer_scalar();
            let value = values.next(machine, pointer, &directive.text)?;
            machine.require_defined(value, "a string that is printed")?;
            if value.bits == 0 {
                // glibc prints this; the standard leaves it undefined.
                let message = format!("the argument for `{}` is a null pointer", directive.text);
                machine.tolerate(Violation::new(FaultKind::NullDereference, message))?;
                return Ok(pad(b"(null)".to_vec(), directive));
            }
            let text = if directive.length == Length::Long {
                wide_text(machine, value.low(), directive.precision)?
            } else {
                machine.string_at(value.low(), directive.precision.map(|precision| precision as u64))?
            };
            let end = u64::from(directive.precision.is_none());
            values.strings.push((value.low(), text.len() as u64 + end));
            Ok(pad(text, directive))
        }
        b'p' => {
            let pointer = machine.pointer_scalar();
            let value = values.next(machine, pointer, &directive.text)?;
            machine.require_defined(value, "an address that is printed")?;
            machine.memory.expose(value.provenance);
            let text = if value.bits == 0 { "(nil)".to_owned() } else { format!("{:#x}", value.bits) };
            Ok(pad(text.into_bytes(), directive))
        }
        b'm' => {
            let number = match machine.library.errno {
                Some(errno) => machine.memory.load(errno, 4)?.bits as i32,
                None => 0,
            };
            Ok(pad(super::strings::error_text(number).into_bytes(), directive))
        }
        _ => {
            let message = format!("a format contains the unknown conversion `{}`", directive.text);
            Err(Violation::new(FaultKind::BadArgument, message).into())
        }
    }
}

/// Wide strings, of which only ASCII characters are known in the "C" locale.
fn wide_text(machine: &mut Machine<'_>, pointer: Value, precision: Option<usize>) -> Step<Vec<u8>> {
    let mut text = Vec::new();
    while precision.is_none_or(|precision| text.len() < precision) {
        let character = machine.load_wide(offset_by(pointer, 4 * text.len() as u64), 4)?;
        machine.require_defined(character, "a character that is printed")?;
        match character.bits {
            0 => break,
            bits => text.push(u8::try_from(bits).unwrap_or(b'?')),
        }
    }
    Ok(text)
}

fn convert_integer(
    machine: &mut Machine<'_>,
    conversion: u8,
    directive: &Directive,
    values: &mut Values<'_>,
) -> Step<Vec<u8>> {
    let scalar = directive.length.integer(machine.pointer_scalar());
    // Shorter types are passed as `int`.
    let passed = if scalar.bytes() < 4 { Scalar::I32 } else { scalar };
    let value = values.next(machine, passed, &directive.text)?;
    machine.require_defined(value, "a value that is printed")?;
    let bits = value.bits & crate::value::wide_mask(scalar.bits());
    let is_signed = matches!(conversion, b'd' | b'i');
    let signed = sign_extend_wide(bits, scalar.bits());
    let (negative, magnitude) = if is_signed { (signed < 0, signed.unsigned_abs()) } else { (false, bits) };
    let mut digits = match conversion {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        _ => magnitude.to_string(),
    };
    if directive.precision == Some(0) && magnitude == 0 {
        digits.clear();
    }
    if let Some(precision) = directive.precision {
        digits.insert_str(0, &"0".repeat(precision.saturating_sub(digits.len())));
    }
    let prefix = match conversion {
        b'o' if directive.alternate && !digits.starts_with('0') => "0",
        b'x' if directive.alternate && magnitude != 0 => "0x",
        b'X' if directive.alternate && magnitude != 0 => "0X",
        _ if negative => "-",
        _ if is_signed && directive.plus => "+",
        _ if is_signed && directive.space => " ",
        _ => "",
    };
    let zero_fills = directive.zero && directive.precision.is_none();
    Ok(pad_number(prefix, &digits, directive, zero_fills))
}

fn convert_float(
    machine: &mut Machine<'_>,
    conversion: u8,
    directive: &Directive,
    values: &mut Values<'_>,
) -> Step<Vec<u8>> {
    let is_long = directive.length == Length::LongDouble;
    let scalar = if is_long { Scalar::F80 } else { Scalar::F64 };
    let value = values.next(machine, scalar, &directive.text)?;
    machine.require_defined(value, "a value that is printed")?;
    let number = extended(scalar, value.bits);
    let style = Style {
        conversion: conversion.to_ascii_lowercase(),
        uppercase: conversion.is_ascii_uppercase(),
        precision: directive.precision,
        alternate: directive.alternate,
        is_long,
    };
    let digits = write_float(number, style);
    let sign = match (number.is_negative(), directive.plus, directive.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    };
    let is_finite = number.decompose().is_some();
    // The prefix of hexadecimal notation stands before the filling zeroes.
    if is_finite && conversion.eq_ignore_ascii_case(&b'a') {
        let (prefix, rest) = digits.split_at(2);
        return Ok(pad_number(&format!("{sign}{prefix}"), rest, directive, directive.zero));
    }
    Ok(pad_number(sign, &digits, directive, directive.zero && is_finite))
}

fn pad(mut text: Vec<u8>, directive: &Directive) -> Vec<u8> {
    let missing = directive.width.saturating_sub(text.len());
    if directive.left {
        text.resize(text.len() + missing, b' ');
        return text;
    }
    let mut padded = vec![b' '; missing];
    padded.append(&mut text);
    padded
}

fn pad_number(prefix: &str, digits: &str, directive: &Directive, zero_fills: bool) -> Vec<u8> {
    let length = prefix.len() + digits.len();
    if zero_fills && !directive.left && length < directive.width {
        let zeroes = "0".repeat(directive.width - length);
        return format!("{prefix}{zeroes}{digits}").into_bytes();
    }
    pad(format!("{prefix}{digits}").into_bytes(), directive)
}
