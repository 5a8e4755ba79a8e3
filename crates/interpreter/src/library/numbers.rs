//! The functions of `stdlib.h` that compute: conversion from text, absolute values, random numbers.

use super::{Call, Entry, Outcome, entry, offset_by};
use crate::fault::FaultKind;
use crate::float::F80;
use crate::float::decimal::nearest_f80;
use crate::machine::{Machine, Step};
use crate::memory::Violation;
use crate::value::{Value, WideValue, low_mask};
use ir::Scalar;

pub(super) const TABLE: &[Entry] = &[
    entry("strtol", 3, strtol),
    entry("__isoc23_strtol", 3, strtol),
    entry("strtoll", 3, strtoll),
    entry("__isoc23_strtoll", 3, strtoll),
    entry("strtoimax", 3, strtoll),
    entry("strtoul", 3, strtoul),
    entry("__isoc23_strtoul", 3, strtoul),
    entry("strtoull", 3, strtoull),
    entry("__isoc23_strtoull", 3, strtoull),
    entry("strtoumax", 3, strtoull),
    entry("atoi", 1, atoi),
    entry("atol", 1, atol),
    entry("atoll", 1, atoll),
    entry("strtod", 2, strtod),
    entry("strtof", 2, strtof),
    entry("strtold", 2, strtold),
    entry("atof", 1, strtod),
    entry("abs", 1, abs),
    entry("labs", 1, abs),
    entry("llabs", 1, abs),
    entry("imaxabs", 1, abs),
    entry("__builtin_abs", 1, abs),
    entry("__builtin_labs", 1, abs),
    entry("__builtin_llabs", 1, abs),
    entry("div", 2, divide),
    entry("ldiv", 2, divide),
    entry("lldiv", 2, divide),
    entry("rand", 0, rand),
    entry("random", 0, rand),
    entry("srand", 1, srand),
    entry("srandom", 1, srand),
    entry("rand_r", 1, rand_r),
    entry("drand48", 0, drand48),
    entry("lrand48", 0, lrand48),
    entry("srand48", 1, srand48),
];

const ERANGE: i32 = 34;
const EINVAL: i32 = 22;

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r')
}

/// An integer found at the start of a text.
pub(super) struct ParsedInteger {
    pub negative: bool,
    /// The digits' value, or the largest number if that does not fit.
    pub magnitude: u128,
    /// How many bytes it takes, with space and sign; 0 if there is no number.
    pub length: usize,
}

/// Reads an integer as `strtol` does: space, sign, prefix, digits. `base` is 0 or from 2 to 36.
pub(super) fn parse_integer(text: &[u8], base: u32) -> ParsedInteger {
    let mut position = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(position) == Some(&b'-');
    if matches!(text.get(position), Some(b'-' | b'+')) {
        position += 1;
    }
    let digit = |index: usize, base: u32| text.get(index).and_then(|&byte| (byte as char).to_digit(base));
    let has_prefix = text.get(position) == Some(&b'0')
        && matches!(text.get(position + 1), Some(b'x' | b'X'))
        && digit(position + 2, 16).is_some();
    let base = match base {
        0 if has_prefix => 16,
        0 if text.get(position) == Some(&b'0') => 8,
        0 => 10,
        other => other,
    };
    if base == 16 && has_prefix {
        position += 2;
    }
    let start = position;
    let mut magnitude = 0u128;
    while let Some(value) = digit(position, base) {
        magnitude = magnitude.saturating_mul(u128::from(base)).saturating_add(u128::from(value));
        position += 1;
    }
    let length = if position == start { 0 } else { position };
    ParsedInteger { negative, magnitude, length }
}

/// The value of a parsed integer in a type of `bits` bits, and whether it did not fit.
pub(super) fn limit_integer(parsed: &ParsedInteger, bits: u32, is_signed: bool) -> (u64, bool) {
    let mask = low_mask(bits);
    if is_signed {
        let largest = u128::from(mask >> 1) + u128::from(parsed.negative);
        if parsed.magnitude > largest {
            let value = if parsed.negative { (mask >> 1) + 1 } else { mask >> 1 };
            return (value, true);
        }
    } else if parsed.magnitude > u128::from(mask) {
        return (mask, true);
    }
    let magnitude = parsed.magnitude as u64;
    (if parsed.negative { magnitude.wrapping_neg() } else { magnitude } & mask, false)
}

fn convert(machine: &mut Machine<'_>, call: &Call<'_>, bits: u32, is_signed: bool) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let text = machine.string_at(pointer, None)?;
    let end = machine.pointer_value(call, 1)?;
    let base = machine.int_argument(call, 2)?;
    if base != 0 && !(2..=36).contains(&base) {
        machine.set_errno(EINVAL)?;
        return Outcome::integer(0);
    }
    let parsed = parse_integer(&text, base as u32);
    if end.bits != 0 {
        machine.store_pointer(end, offset_by(pointer, parsed.length as u64))?;
    }
    let (value, is_out_of_range) = limit_integer(&parsed, bits, is_signed);
    if is_out_of_range {
        machine.set_errno(ERANGE)?;
    }
    Outcome::integer(i128::from(value))
}

fn strtol(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let bits = machine.long_bits();
    convert(machine, call, bits, true)
}

fn strtoll(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert(machine, call, 64, true)
}

fn strtoul(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let bits = machine.long_bits();
    convert(machine, call, bits, false)
}

fn strtoull(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert(machine, call, 64, false)
}

/// `atoi` and its relatives: the behaviour for values that do not fit is undefined, like that of sums that do not. Libraries convert
/// to `long` and keep its low bits.
fn convert_simple(machine: &mut Machine<'_>, call: &Call<'_>, bits: u32) -> Step<Outcome> {
    let text = machine.string_argument(call, 0)?;
    let parsed = parse_integer(&text, 10);
    let (mut value, is_out_of_range) = limit_integer(&parsed, bits, true);
    if is_out_of_range {
        let message = format!("`{}` is called with a number that does not fit", machine.name_of(call));
        machine.tolerate(Violation::new(FaultKind::SignedOverflow, message))?;
        value = limit_integer(&parsed, machine.long_bits().max(bits), true).0 & low_mask(bits);
    }
    Outcome::integer(i128::from(value))
}

fn atoi(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert_simple(machine, call, 32)
}

fn atol(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let bits = machine.long_bits();
    convert_simple(machine, call, bits)
}

fn atoll(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert_simple(machine, call, 64)
}

/// A floating-point number found at the start of a text.
pub(super) struct ParsedFloat {
    pub number: F80,
    /// The decimal text that the standard library of the host can read for the shorter formats.
    pub decimal: Option<String>,
    /// How many bytes it takes, with space; 0 if there is no number.
    pub length: usize,
}

/// Reads a floating-point number as `strtod` does.
pub(super) fn parse_float(text: &[u8]) -> ParsedFloat {
    let mut position = text.iter().take_while(|&&byte| is_space(byte)).count();
    let negative = text.get(position) == Some(&b'-');
    if matches!(text.get(position), Some(b'-' | b'+')) {
        position += 1;
    }
    let rest = &text[position..];
    let starts_with = |word: &[u8]| rest.len() >= word.len() && rest[..word.len()].eq_ignore_ascii_case(word);
    if starts_with(b"inf") {
        let length = position + if starts_with(b"infinity") { 8 } else { 3 };
        return ParsedFloat { number: F80::infinity(negative), decimal: None, length };
    }
    if starts_with(b"nan") {
        let mut length = position + 3;
        if text.get(length) == Some(&b'(') {
            let inner =
                text[length + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
            let close = length + 1 + inner.count();
            if text.get(close) == Some(&b')') {
                length = close + 1;
            }
        }
        let number = if negative { F80::NAN.negate() } else { F80::NAN };
        return ParsedFloat { number, decimal: None, length };
    }
    if starts_with(b"0x")
        && let Some((number, length)) = parse_hexadecimal(&rest[2..], negative)
    {
        return ParsedFloat { number, decimal: None, length: position + 2 + length };
    }
    let mut digits = Vec::new();
    let mut exponent = 0i64;
    let mut index = 0;
    let mut seen_point = false;
    let mut seen_digit = false;
    while let Some(&byte) = rest.get(index) {
        match byte {
            b'0'..=b'9' => {
                seen_digit = true;
                digits.push(byte);
                exponent -= i64::from(seen_point);
            }
            b'.' if !seen_point => seen_point = true,
            _ => break,
        }
        index += 1;
    }
    if !seen_digit {
        return ParsedFloat { number: F80::ZERO, decimal: None, length: 0 };
    }
    if let Some((value, length)) = parse_exponent(&rest[index..], b'e') {
        exponent = exponent.saturating_add(value);
        index += length;
    }
    let sign = if negative { "-" } else { "" };
    let decimal = format!("{sign}{}e{exponent}", String::from_utf8_lossy(&digits));
    ParsedFloat {
        number: nearest_f80(negative, &digits, exponent),
        decimal: Some(decimal),
        length: position + index,
    }
}

/// `e+12` or `p-3`: the value and the length, if it is complete.
fn parse_exponent(text: &[u8], letter: u8) -> Option<(i64, usize)> {
    if text.first()?.to_ascii_lowercase() != letter {
        return None;
    }
    let signed = matches!(text.get(1), Some(b'+' | b'-'));
    let start = 1 + usize::from(signed);
    let digits: Vec<u8> = text.get(start..)?.iter().copied().take_while(u8::is_ascii_digit).collect();
    if digits.is_empty() {
        return None;
    }
    let magnitude = digits
        .iter()
        .fold(0i64, |value, digit| value.saturating_mul(10).saturating_add(i64::from(digit - b'0')))
        .min(1_000_000);
    let value = if text.get(1) == Some(&b'-') { -magnitude } else { magnitude };
    Some((value, start + digits.len()))
}

fn parse_hexadecimal(text: &[u8], negative: bool) -> Option<(F80, usize)> {
    let mut significand = 0u128;
    let mut sticky = false;
    let mut exponent = 0i64;
    let mut index = 0;
    let mut seen_point = false;
    let mut seen_digit = false;
    while let Some(&byte) = text.get(index) {
        if byte == b'.' && !seen_point {
            seen_point = true;
        } else if let Some(digit) = (byte as char).to_digit(16) {
            seen_digit = true;
            if significand >> 120 == 0 {
                significand = significand << 4 | u128::from(digit);
                exponent -= 4 * i64::from(seen_point);
            } else {
                sticky |= digit != 0;
                exponent += 4 * i64::from(!seen_point);
            }
        } else {
            break;
        }
        index += 1;
    }
    if !seen_digit {
        return None;
    }
    if let Some((value, length)) = parse_exponent(&text[index..], b'p') {
        exponent += value;
        index += length;
    }
    let exponent = exponent.clamp(-40_000, 40_000) as i32;
    Some((F80::round(negative, significand, exponent, sticky), index))
}

impl ParsedFloat {
    /// The value in a format, rounded once.
    pub fn bits(&self, scalar: Scalar) -> u128 {
        match (scalar, &self.decimal) {
            (Scalar::F64, Some(text)) => u128::from(text.parse::<f64>().unwrap_or(0.0).to_bits()),
            (Scalar::F32, Some(text)) => u128::from(text.parse::<f32>().unwrap_or(0.0).to_bits()),
            (Scalar::F64, None) => u128::from(self.number.to_f64().to_bits()),
            (Scalar::F32, None) => u128::from(self.number.to_f32().to_bits()),
            _ => self.number.to_bits(),
        }
    }
}

fn convert_float(machine: &mut Machine<'_>, call: &Call<'_>, scalar: Scalar) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let text = machine.string_at(pointer, None)?;
    let parsed = parse_float(&text);
    if call.arguments.len() > 1 {
        let end = machine.pointer_value(call, 1)?;
        if end.bits != 0 {
            machine.store_pointer(end, offset_by(pointer, parsed.length as u64))?;
        }
    }
    let bits = parsed.bits(scalar);
    let number = crate::arithmetic::extended(scalar, bits);
    if parsed.decimal.is_some() && (number.is_infinite() || number.is_zero() && !parsed.number.is_zero()) {
        machine.set_errno(ERANGE)?;
    }
    Ok(Outcome::Return(WideValue::new(bits)))
}

fn strtod(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert_float(machine, call, Scalar::F64)
}

fn strtof(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert_float(machine, call, Scalar::F32)
}

fn strtold(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    convert_float(machine, call, Scalar::F80)
}

fn abs(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let value = machine.signed_argument(call, 0)?;
    let bits = call.arguments[0].scalar.bits();
    if value == -(1i128 << (bits - 1)) {
        machine.signed_overflow(format!("the absolute value of {value}"), bits)?;
    }
    Outcome::integer(value.wrapping_abs())
}

/// `div` and its relatives return a structure: the first argument is its address.
fn divide(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    if call.arguments.len() < 3 {
        let message = "the result of `div` is expected in registers";
        return Err(Violation::new(FaultKind::Unsupported, message).into());
    }
    let place = machine.pointer_value(call, 0)?;
    let dividend = machine.signed_argument(call, 1)?;
    let divisor = machine.signed_argument(call, 2)?;
    let size = call.arguments[1].scalar.bytes();
    if divisor == 0 {
        return Err(Violation::new(FaultKind::DivisionByZero, "division by zero").into());
    }
    let mask = low_mask(size as u32 * 8);
    let quotient = dividend.wrapping_div(divisor) as u64 & mask;
    let remainder = dividend.wrapping_rem(divisor) as u64 & mask;
    machine.memory.store(place, Value::new(quotient), size as usize)?;
    machine.memory.store(offset_by(place, size), Value::new(remainder), size as usize)?;
    Ok(Outcome::Nothing)
}

/// The generator of glibc: each number is the sum of the third and the thirty-first before it.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: [u32; 31],
    position: usize,
    /// The state of `drand48`.
    congruential: u64,
}

impl Random {
    pub fn seeded(seed: u32) -> Random {
        let mut state = [0u32; 31];
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        state[0] = word as u32;
        for entry in &mut state[1..] {
            let next = (16807 * i64::from(word)) % 2_147_483_647;
            word = (if next < 0 { next + 2_147_483_647 } else { next }) as i32;
            *entry = word as u32;
        }
        let mut random = Random { state, position: 3, congruential: 0x1234_abcd_330e };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    /// The next number below 2^31.
    pub fn next(&mut self) -> u32 {
        let third = self.state[(self.position + 28) % 31];
        let entry = &mut self.state[self.position];
        *entry = entry.wrapping_add(third);
        self.position = (self.position + 1) % 31;
        *entry >> 1
    }

    fn next_48(&mut self) -> u64 {
        self.congruential = self.congruential.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & ((1 << 48) - 1);
        self.congruential
    }
}

impl Machine<'_> {
    fn random(&mut self) -> &mut Random {
        self.library.random.get_or_insert_with(|| Random::seeded(1))
    }
}

fn rand(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    Outcome::integer(i128::from(machine.random().next()))
}

fn srand(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let seed = machine.int_argument(call, 0)? as u32;
    machine.library.random = Some(Random::seeded(seed));
    Ok(Outcome::Nothing)
}

fn rand_r(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let place = machine.pointer_value(call, 0)?;
    let loaded = machine.load_wide(place, 4)?;
    machine.require_defined(loaded, "the seed of `rand_r`")?;
    let mut next = loaded.bits as u32;
    let mut step = || {
        next = next.wrapping_mul(1_103_515_245).wrapping_add(12345);
        next >> 16
    };
    let mut result = step() % 2048;
    result = (result << 10) ^ (step() % 1024);
    result = (result << 10) ^ (step() % 1024);
    machine.memory.store(place, Value::new(u64::from(next)), 4)?;
    Outcome::integer(i128::from(result))
}

fn drand48(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    let value = machine.random().next_48();
    Outcome::double(value as f64 / (1u64 << 48) as f64)
}

fn lrand48(machine: &mut Machine<'_>, _: &Call<'_>) -> Step<Outcome> {
    let value = machine.random().next_48();
    Outcome::integer(i128::from(value >> 17))
}

fn srand48(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let seed = machine.signed_argument(call, 0)? as u32;
    machine.random().congruential = u64::from(seed) << 16 | 0x330e;
    Ok(Outcome::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_glibc() {
        let mut random = Random::seeded(1);
        let first: Vec<u32> = (0..5).map(|_| random.next()).collect();
        assert_eq!(first, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793]);
    }

    #[test]
    fn integers_are_read_as_by_strtol() {
        let read = |text: &[u8], base| {
            let parsed = parse_integer(text, base);
            (limit_integer(&parsed, 32, true).0 as u32 as i32, parsed.length)
        };
        assert_eq!(read(b"  -12x", 10), (-12, 5));
        assert_eq!(read(b"0x1fz", 0), (31, 4));
        assert_eq!(read(b"0x", 16), (0, 1));
        assert_eq!(read(b"077", 0), (63, 3));
        assert_eq!(read(b"zz", 36), (35 * 36 + 35, 2));
        assert_eq!(read(b"abc", 10), (0, 0));
        assert_eq!(read(b"99999999999", 10), (i32::MAX, 11));
        assert_eq!(read(b"-99999999999", 10), (i32::MIN, 12));
        assert_eq!(read(b"-2147483648", 10), (i32::MIN, 11));
    }

    #[test]
    fn floating_point_texts_are_read_as_by_strtod() {
        let read = |text: &[u8]| {
            let parsed = parse_float(text);
            (f64::from_bits(parsed.bits(Scalar::F64) as u64), parsed.length)
        };
        assert_eq!(read(b" 1.5e3x"), (1500.0, 6));
        assert_eq!(read(b"-.5"), (-0.5, 3));
        assert_eq!(read(b"1e"), (1.0, 1));
        assert_eq!(read(b"0x1.8p1"), (3.0, 7));
        assert_eq!(read(b"."), (0.0, 0));
        assert_eq!(read(b"0.1"), (0.1, 3));
        assert_eq!(read(b"-inf"), (f64::NEG_INFINITY, 4));
        assert!(read(b"nan").0.is_nan());
    }
}
