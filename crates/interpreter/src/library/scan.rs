//! The `scanf` family.

use super::format::{Length, Values, parse_length};
use super::numbers::{is_space, limit_integer, parse_float, parse_integer};
use super::state::STANDARD_INPUT;
use super::{Call, Entry, Outcome, entry, offset_by};
use crate::fault::FaultKind;
use crate::machine::{Machine, Step};
use crate::memory::Violation;
use crate::value::{Value, WideValue};
use ir::Scalar;

pub(super) const TABLE: &[Entry] = &[
    entry("scanf", 1, |machine, call| scan(machine, call, From::Stream(STANDARD_INPUT), 0)),
    entry("__isoc99_scanf", 1, |machine, call| scan(machine, call, From::Stream(STANDARD_INPUT), 0)),
    entry("__isoc23_scanf", 1, |machine, call| scan(machine, call, From::Stream(STANDARD_INPUT), 0)),
    entry("fscanf", 2, scan_stream),
    entry("__isoc99_fscanf", 2, scan_stream),
    entry("__isoc23_fscanf", 2, scan_stream),
    entry("sscanf", 2, |machine, call| scan(machine, call, From::Text, 1)),
    entry("__isoc99_sscanf", 2, |machine, call| scan(machine, call, From::Text, 1)),
    entry("__isoc23_sscanf", 2, |machine, call| scan(machine, call, From::Text, 1)),
    entry("vscanf", 2, |machine, call| scan_list(machine, call, From::Stream(STANDARD_INPUT), 0)),
    entry("vsscanf", 3, |machine, call| scan_list(machine, call, From::Text, 1)),
    entry("__isoc99_vsscanf", 3, |machine, call| scan_list(machine, call, From::Text, 1)),
];

#[derive(Clone, Copy)]
enum From {
    Stream(usize),
    Text,
}

/// The characters to be read, one at a time.
struct Input {
    from: From,
    text: Vec<u8>,
    position: usize,
    /// How many characters have been read.
    count: u64,
}

impl Input {
    fn next(&mut self, machine: &mut Machine<'_>) -> Option<u8> {
        let byte = match self.from {
            From::Stream(stream) => machine.read_byte(stream),
            From::Text => {
                let byte = self.text.get(self.position).copied();
                self.position += usize::from(byte.is_some());
                byte
            }
        };
        self.count += u64::from(byte.is_some());
        byte
    }

    fn is_at_end(&mut self, machine: &mut Machine<'_>) -> bool {
        let byte = self.next(machine);
        self.put_back(machine, byte);
        byte.is_none()
    }

    fn put_back(&mut self, machine: &mut Machine<'_>, byte: Option<u8>) {
        let Some(byte) = byte else { return };
        self.count -= 1;
        match self.from {
            From::Stream(stream) => machine.library.streams[stream].pushed_back.push(byte),
            From::Text => self.position -= 1,
        }
    }

    fn skip_space(&mut self, machine: &mut Machine<'_>) {
        loop {
            let byte = self.next(machine);
            if !byte.is_some_and(is_space) {
                self.put_back(machine, byte);
                return;
            }
        }
    }

    /// Takes characters as long as they are wanted, at most `limit`.
    fn take(
        &mut self,
        machine: &mut Machine<'_>,
        limit: usize,
        wanted: impl Fn(&[u8], u8) -> bool,
    ) -> Vec<u8> {
        let mut taken = Vec::new();
        while taken.len() < limit {
            let byte = self.next(machine);
            match byte {
                Some(byte) if wanted(&taken, byte) => taken.push(byte),
                other => {
                    self.put_back(machine, other);
                    break;
                }
            }
        }
        taken
    }
}

fn scan_stream(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let stream = machine.input_argument(call, 0)?;
    scan(machine, call, From::Stream(stream), 1)
}

fn scan(machine: &mut Machine<'_>, call: &Call<'_>, from: From, format: usize) -> Step<Outcome> {
    let mut values = Values::passed(&call.arguments[format + 1..]);
    scan_values(machine, call, from, format, &mut values)
}

fn scan_list(machine: &mut Machine<'_>, call: &Call<'_>, from: From, format: usize) -> Step<Outcome> {
    let list = machine.variadic_list(call, format + 1)?;
    let mut values = Values::listed(list);
    let outcome = scan_values(machine, call, from, format, &mut values)?;
    machine.spend_list(call, format + 1, list, &values)?;
    Ok(outcome)
}

fn scan_values(
    machine: &mut Machine<'_>,
    call: &Call<'_>,
    from: From,
    format: usize,
    values: &mut Values<'_>,
) -> Step<Outcome> {
    let text = match from {
        From::Text => machine.string_argument(call, 0)?,
        From::Stream(_) => Vec::new(),
    };
    let pattern = machine.string_argument(call, format)?;
    let mut input = Input { from, text, position: 0, count: 0 };
    let mut assigned = 0;
    let mut is_at_end = false;
    let mut position = 0;
    while position < pattern.len() {
        let byte = pattern[position];
        if is_space(byte) {
            input.skip_space(machine);
            position += 1;
            continue;
        }
        if byte != b'%' {
            let found = input.next(machine);
            if found != Some(byte) {
                input.put_back(machine, found);
                is_at_end = found.is_none();
                break;
            }
            position += 1;
            continue;
        }
        let (directive, next) = read_directive(&pattern, position + 1)?;
        position = next;
        match convert(machine, &directive, &mut input, values)? {
            Converted::Assigned => assigned += 1,
            Converted::Skipped => {}
            Converted::Failed => break,
            Converted::EndOfInput => {
                is_at_end = true;
                break;
            }
        }
    }
    if assigned == 0 && is_at_end {
        return super::output::end_of_file();
    }
    Outcome::integer(assigned)
}

struct Directive {
    suppressed: bool,
    width: Option<usize>,
    length: Length,
    conversion: u8,
    /// For `[`: the characters, and whether they are those not wanted.
    set: Vec<u8>,
    is_negated: bool,
}

enum Converted {
    Assigned,
    Skipped,
    Failed,
    /// There was nothing left to be converted.
    EndOfInput,
}

fn bad_format() -> crate::machine::Stop {
    Violation::new(FaultKind::BadArgument, "a format contains an unknown or incomplete conversion").into()
}

fn read_directive(pattern: &[u8], start: usize) -> Step<(Directive, usize)> {
    let mut position = start;
    let suppressed = pattern.get(position) == Some(&b'*');
    position += usize::from(suppressed);
    let digits = pattern[position..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let width = pattern[position..position + digits]
        .iter()
        .fold(0usize, |value, digit| value.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
    position += digits;
    let (length, bytes) = parse_length(&pattern[position..]);
    position += bytes;
    let conversion = *pattern.get(position).ok_or_else(bad_format)?;
    position += 1;
    let mut directive = Directive {
        suppressed,
        width: (digits > 0 && width > 0).then_some(width),
        length,
        conversion,
        set: Vec::new(),
        is_negated: false,
    };
    if conversion == b'[' {
        directive.is_negated = pattern.get(position) == Some(&b'^');
        position += usize::from(directive.is_negated);
        let first = position;
        loop {
            let byte = *pattern.get(position).ok_or_else(bad_format)?;
            position += 1;
            if byte == b']' && position - 1 > first {
                break;
            }
            let is_range = byte == b'-' && position - 1 > first && pattern.get(position) != Some(&b']');
            match (is_range, directive.set.last().copied(), pattern.get(position).copied()) {
                (true, Some(from), Some(to)) => {
                    directive.set.extend(from..=to);
                    position += 1;
                }
                _ => directive.set.push(byte),
            }
        }
    }
    Ok((directive, position))
}

fn convert(
    machine: &mut Machine<'_>,
    directive: &Directive,
    input: &mut Input,
    values: &mut Values<'_>,
) -> Step<Converted> {
    let limit = directive.width.unwrap_or(usize::MAX);
    match directive.conversion {
        b'c' | b'[' | b'n' => {}
        _ => input.skip_space(machine),
    }
    if directive.conversion != b'n' && input.is_at_end(machine) {
        return Ok(Converted::EndOfInput);
    }
    match directive.conversion {
        b'%' => {
            let found = input.next(machine);
            if found == Some(b'%') {
                return Ok(Converted::Skipped);
            }
            input.put_back(machine, found);
            Ok(Converted::Failed)
        }
        b'n' => {
            let count = input.count;
            let size = directive.length.integer(machine.pointer_scalar()).bytes() as usize;
            let place = target(machine, values)?;
            machine.memory.store(place, Value::new(count), size)?;
            Ok(Converted::Skipped)
        }
        b'd' | b'u' => convert_integer(machine, directive, input, values, 10, limit),
        b'i' => convert_integer(machine, directive, input, values, 0, limit),
        b'o' => convert_integer(machine, directive, input, values, 8, limit),
        b'x' | b'X' | b'p' => convert_integer(machine, directive, input, values, 16, limit),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
            let text = input.take(machine, limit, float_continues);
            let parsed = parse_float(&text);
            if parsed.length == 0 || parsed.length != text.len() {
                return Ok(Converted::Failed);
            }
            let scalar = match directive.length {
                Length::Long => Scalar::F64,
                Length::LongDouble => Scalar::F80,
                _ => Scalar::F32,
            };
            assign(machine, directive, values, WideValue::new(parsed.bits(scalar)), scalar.bytes() as usize)
        }
        b'c' => {
            let count = directive.width.unwrap_or(1);
            let text = input.take(machine, count, |_, _| true);
            let converted = assign_text(machine, directive, values, &text)?;
            // Libraries store what there is of a text that is too short; musl does not count it.
            Ok(if text.len() < count { Converted::Failed } else { converted })
        }
        b's' => {
            let mut text = input.take(machine, limit, |_, byte| !is_space(byte));
            if text.is_empty() {
                return Ok(Converted::Failed);
            }
            text.push(0);
            assign_text(machine, directive, values, &text)
        }
        b'[' => {
            let wanted = |_: &[u8], byte: u8| directive.set.contains(&byte) != directive.is_negated;
            let mut text = input.take(machine, limit, wanted);
            if text.is_empty() {
                return Ok(Converted::Failed);
            }
            text.push(0);
            assign_text(machine, directive, values, &text)
        }
        _ => Err(bad_format()),
    }
}

fn convert_integer(
    machine: &mut Machine<'_>,
    directive: &Directive,
    input: &mut Input,
    values: &mut Values<'_>,
    base: u32,
    limit: usize,
) -> Step<Converted> {
    let text = input.take(machine, limit, |taken, byte| integer_continues(taken, byte, base));
    let parsed = parse_integer(&text, base);
    if parsed.length == 0 {
        return Ok(Converted::Failed);
    }
    let scalar = match directive.conversion {
        b'p' => machine.pointer_scalar(),
        _ => directive.length.integer(machine.pointer_scalar()),
    };
    let is_signed = matches!(directive.conversion, b'd' | b'i');
    // As glibc does: read as the widest type, then cut.
    let (value, _) = limit_integer(&parsed, 64, is_signed);
    let value = value & crate::value::low_mask(scalar.bits());
    assign(machine, directive, values, Value::new(value).into(), scalar.bytes() as usize)
}

/// Whether a character may continue an integer.
fn integer_continues(taken: &[u8], byte: u8, base: u32) -> bool {
    let unsigned = match taken.first() {
        Some(b'+' | b'-') => &taken[1..],
        _ => taken,
    };
    match byte {
        b'+' | b'-' => taken.is_empty(),
        b'x' | b'X' => unsigned == b"0" && matches!(base, 0 | 16),
        _ => {
            let has_prefix = unsigned.len() >= 2 && matches!(unsigned[1], b'x' | b'X');
            let effective = match base {
                0 if has_prefix => 16,
                0 if unsigned.first() == Some(&b'0') => 8,
                0 => 10,
                other => other,
            };
            (byte as char).is_digit(effective)
        }
    }
}

/// Whether a character may continue a floating-point number.
fn float_continues(taken: &[u8], byte: u8) -> bool {
    let mut text: Vec<u8> = taken.iter().map(u8::to_ascii_lowercase).collect();
    text.push(byte.to_ascii_lowercase());
    let unsigned = match text.first() {
        Some(b'+' | b'-') => &text[1..],
        _ => &text[..],
    };
    if b"infinity".starts_with(unsigned) || b"nan".starts_with(unsigned) || b"0x".starts_with(unsigned) {
        return true;
    }
    let (digits, is_digit, letter): (&[u8], fn(&u8) -> bool, u8) = match unsigned.strip_prefix(b"0x") {
        Some(rest) => (rest, u8::is_ascii_hexdigit, b'p'),
        None => (unsigned, u8::is_ascii_digit, b'e'),
    };
    let (number, exponent) = match digits.iter().position(|&byte| byte == letter) {
        Some(position) => (&digits[..position], &digits[position + 1..]),
        None => (digits, &digits[..0]),
    };
    let points = number.iter().filter(|&&byte| byte == b'.').count();
    let number_is_good = points <= 1 && number.iter().all(|byte| *byte == b'.' || is_digit(byte));
    let has_digit = number.iter().any(is_digit);
    let exponent_digits = match exponent.first() {
        Some(b'+' | b'-') => &exponent[1..],
        _ => exponent,
    };
    let exponent_is_good = exponent_digits.iter().all(u8::is_ascii_digit);
    number_is_good && exponent_is_good && (has_digit || number.len() == digits.len())
}

fn target(machine: &mut Machine<'_>, values: &mut Values<'_>) -> Step<Value> {
    let pointer = machine.pointer_scalar();
    let value = values.next(machine, pointer, "of scanf")?;
    machine.require_defined(value, "a pointer passed to `scanf`")?;
    Ok(value.low())
}

fn assign(
    machine: &mut Machine<'_>,
    directive: &Directive,
    values: &mut Values<'_>,
    value: WideValue,
    size: usize,
) -> Step<Converted> {
    if directive.suppressed {
        return Ok(Converted::Skipped);
    }
    let place = target(machine, values)?;
    machine.store_wide(place, value, size)?;
    Ok(Converted::Assigned)
}

fn assign_text(
    machine: &mut Machine<'_>,
    directive: &Directive,
    values: &mut Values<'_>,
    text: &[u8],
) -> Step<Converted> {
    if directive.suppressed {
        return Ok(Converted::Skipped);
    }
    let place = target(machine, values)?;
    for (index, &byte) in text.iter().enumerate() {
        machine.memory.write_bytes(offset_by(place, index as u64), &[byte])?;
    }
    Ok(Converted::Assigned)
}
