//! Binary floating-point numbers of every format that C on x86 has, exactly: reading, converting
//! and the four operations, rounded to nearest, ties to even.

use crate::big::BigNatural;
use std::cmp::Ordering;

/// A binary interchange format, or x87's extended one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Bits of the significand, the leading one included.
    precision: u32,
    exponent_bits: u32,
    /// x87 stores the leading bit.
    has_explicit_bit: bool,
}

impl Format {
    pub const HALF: Format = Format { precision: 11, exponent_bits: 5, has_explicit_bit: false };
    pub const SINGLE: Format = Format { precision: 24, exponent_bits: 8, has_explicit_bit: false };
    pub const DOUBLE: Format = Format { precision: 53, exponent_bits: 11, has_explicit_bit: false };
    pub const EXTENDED: Format = Format { precision: 64, exponent_bits: 15, has_explicit_bit: true };
    pub const QUADRUPLE: Format = Format { precision: 113, exponent_bits: 15, has_explicit_bit: false };

    /// The smallest positive number that is not subnormal.
    pub fn smallest_normal(self) -> Number {
        let class = Class::Finite { exponent: 1 - self.bias(), significand: 1 << 127 };
        Number { is_negative: false, class }
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    fn fraction_bits(self) -> u32 {
        if self.has_explicit_bit { self.precision } else { self.precision - 1 }
    }

    fn greatest_exponent_field(self) -> i32 {
        (1 << self.exponent_bits) - 1
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Zero,
    /// `significand · 2^(exponent - 127)`, with the top bit of the significand set.
    Finite {
        exponent: i32,
        significand: u128,
    },
    Infinite,
    NotANumber,
}

/// A number of any format, unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Number {
    is_negative: bool,
    class: Class,
}

impl Number {
    pub const INFINITY: Number = Number { is_negative: false, class: Class::Infinite };
    pub const NOT_A_NUMBER: Number = Number { is_negative: false, class: Class::NotANumber };
    const ZERO: Number = Number { is_negative: false, class: Class::Zero };

    pub fn from_bits(bits: u128, format: Format) -> Number {
        let fraction_bits = format.fraction_bits();
        let fraction = bits & ((1 << fraction_bits) - 1);
        let exponent_field = ((bits >> fraction_bits) as i32) & format.greatest_exponent_field();
        let is_negative = (bits >> (fraction_bits + format.exponent_bits)) & 1 == 1;
        let stored_fraction = fraction & ((1 << (format.precision - 1)) - 1);
        let class = if exponent_field == format.greatest_exponent_field() {
            if stored_fraction == 0 { Class::Infinite } else { Class::NotANumber }
        } else {
            let leading =
                if format.has_explicit_bit || exponent_field == 0 { 0 } else { 1 << (format.precision - 1) };
            let significand = fraction | leading;
            if significand == 0 {
                Class::Zero
            } else {
                let shift = significand.leading_zeros();
                let top = (127 - shift) as i32;
                let exponent = exponent_field.max(1) - format.bias() + top - (format.precision as i32 - 1);
                Class::Finite { exponent, significand: significand << shift }
            }
        };
        Number { is_negative, class }
    }

    /// Rounds to a format.
    pub fn to_bits(self, format: Format) -> u128 {
        let sign = u128::from(self.is_negative) << (format.fraction_bits() + format.exponent_bits);
        let all_ones = (format.greatest_exponent_field() as u128) << format.fraction_bits();
        let explicit = if format.has_explicit_bit { 1 << (format.precision - 1) } else { 0 };
        let magnitude = match self.class {
            Class::Zero => 0,
            Class::Infinite => all_ones | explicit,
            Class::NotANumber => all_ones | explicit | (1 << (format.precision - 2)),
            Class::Finite { exponent, significand } => {
                let lowest = 1 - format.bias();
                let missing = (lowest - exponent).max(0) as u32;
                let dropped = (128 - format.precision).saturating_add(missing);
                let rounded = shift_right_rounding(significand, dropped);
                if rounded == 0 {
                    0
                } else {
                    let is_subnormal = rounded >> (format.precision - 1) == 0;
                    let has_carried = rounded >> format.precision != 0;
                    let field = if is_subnormal {
                        0
                    } else {
                        exponent.max(lowest) + format.bias() + i32::from(has_carried)
                    };
                    let rounded = if has_carried { rounded >> 1 } else { rounded };
                    if field >= format.greatest_exponent_field() {
                        all_ones | explicit
                    } else {
                        let fraction = rounded & ((1 << format.fraction_bits()) - 1);
                        ((field as u128) << format.fraction_bits()) | fraction
                    }
                }
            }
        };
        sign | magnitude
    }

    pub fn from_integer(value: i128) -> Number {
        Number { is_negative: value < 0, ..Number::from_natural(value.unsigned_abs()) }
    }

    pub fn from_natural(value: u128) -> Number {
        if value == 0 {
            return Number::ZERO;
        }
        let shift = value.leading_zeros();
        let class = Class::Finite { exponent: 127 - shift as i32, significand: value << shift };
        Number { is_negative: false, class }
    }

    /// Truncates; `None` if the result does not fit or is not a number.
    pub fn to_integer(self) -> Option<i128> {
        match self.class {
            Class::Zero => Some(0),
            Class::Infinite | Class::NotANumber => None,
            Class::Finite { exponent, significand } => {
                if exponent < 0 {
                    return Some(0);
                }
                if exponent > 126 {
                    return None;
                }
                let magnitude = (significand >> (127 - exponent)) as i128;
                Some(if self.is_negative { -magnitude } else { magnitude })
            }
        }
    }

    pub fn is_zero(self) -> bool {
        self.class == Class::Zero
    }

    pub fn negate(self) -> Number {
        Number { is_negative: !self.is_negative, ..self }
    }

    pub fn absolute(self) -> Number {
        Number { is_negative: false, ..self }
    }

    /// The sum. Exact operands of at most 113 bits give a result that rounds correctly.
    pub fn add(self, other: Number) -> Number {
        match (self.class, other.class) {
            (Class::NotANumber, _) => self,
            (_, Class::NotANumber) => other,
            (Class::Infinite, Class::Infinite) if self.is_negative != other.is_negative => {
                Number::NOT_A_NUMBER
            }
            (Class::Infinite, _) => self,
            (_, Class::Infinite) => other,
            (Class::Zero, Class::Zero) => {
                Number { is_negative: self.is_negative && other.is_negative, ..Number::ZERO }
            }
            (Class::Zero, Class::Finite { .. }) => other,
            (Class::Finite { .. }, Class::Zero) => self,
            (Class::Finite { exponent: a, .. }, Class::Finite { exponent: b, .. }) => {
                if a >= b {
                    self.add_smaller(other)
                } else {
                    other.add_smaller(self)
                }
            }
        }
    }

    fn add_smaller(self, other: Number) -> Number {
        let Class::Finite { exponent, significand: greater } = self.class else { return self };
        let Class::Finite { exponent: other_exponent, significand: smaller } = other.class else {
            return self;
        };
        // Two bits of room above: one for the carry, one so that the sign of a difference shows.
        let greater = (greater >> 2) as i128;
        let smaller = shift_right_sticky(smaller, (exponent - other_exponent) as u32 + 2) as i128;
        let sum = if self.is_negative == other.is_negative { greater + smaller } else { greater - smaller };
        if sum == 0 {
            return Number::ZERO;
        }
        let magnitude = sum.unsigned_abs();
        let shift = magnitude.leading_zeros();
        let class = Class::Finite { exponent: exponent + 2 - shift as i32, significand: magnitude << shift };
        Number { is_negative: self.is_negative != (sum < 0), class }
    }

    pub fn subtract(self, other: Number) -> Number {
        self.add(other.negate())
    }

    /// Also a result that is no number has a sign: that of the operands, as in GCC.
    pub fn multiply(self, other: Number) -> Number {
        let is_negative = self.is_negative != other.is_negative;
        let class = match (self.class, other.class) {
            (Class::NotANumber, _) => return self,
            (_, Class::NotANumber) => return other,
            (Class::Infinite, Class::Zero) | (Class::Zero, Class::Infinite) => Class::NotANumber,
            (Class::Infinite, _) | (_, Class::Infinite) => Class::Infinite,
            (Class::Zero, _) | (_, Class::Zero) => Class::Zero,
            (
                Class::Finite { exponent: a, significand: left },
                Class::Finite { exponent: b, significand: right },
            ) => {
                let (high, low) = multiply_wide(left, right);
                let (mut significand, mut rest, mut exponent) = (high, low, a + b + 1);
                if significand >> 127 == 0 {
                    significand = (significand << 1) | (rest >> 127);
                    rest <<= 1;
                    exponent -= 1;
                }
                Class::Finite { exponent, significand: significand | u128::from(rest != 0) }
            }
        };
        Number { is_negative, class }
    }

    pub fn divide(self, other: Number) -> Number {
        let is_negative = self.is_negative != other.is_negative;
        let class = match (self.class, other.class) {
            (Class::NotANumber, _) => return self,
            (_, Class::NotANumber) => return other,
            (Class::Infinite, Class::Infinite) | (Class::Zero, Class::Zero) => Class::NotANumber,
            (Class::Infinite, _) | (_, Class::Zero) => Class::Infinite,
            (Class::Zero, _) | (_, Class::Infinite) => Class::Zero,
            (
                Class::Finite { exponent: a, significand: dividend },
                Class::Finite { exponent: b, significand: divisor },
            ) => {
                let mut exponent = a - b;
                let (mut quotient, mut rest, mut is_over) = (0u128, dividend, false);
                if dividend < divisor {
                    exponent -= 1;
                    is_over = true;
                    rest <<= 1;
                }
                for _ in 0..128 {
                    quotient <<= 1;
                    if is_over || rest >= divisor {
                        rest = rest.wrapping_sub(divisor);
                        quotient |= 1;
                    }
                    is_over = rest >> 127 == 1;
                    rest <<= 1;
                }
                let is_inexact = is_over || rest != 0;
                Class::Finite { exponent, significand: quotient | u128::from(is_inexact) }
            }
        };
        Number { is_negative, class }
    }

    /// `None` if one of them is not a number.
    pub fn compare(self, other: Number) -> Option<Ordering> {
        if self.class == Class::NotANumber || other.class == Class::NotANumber {
            return None;
        }
        let magnitude = |number: Number| match number.class {
            Class::Zero => (0, 0, 0),
            Class::Finite { exponent, significand } => (1, exponent, significand),
            Class::Infinite | Class::NotANumber => (2, 0, 0),
        };
        let (left, right) = (magnitude(self), magnitude(other));
        if left.0 == 0 && right.0 == 0 {
            return Some(Ordering::Equal);
        }
        Some(match (self.is_negative, other.is_negative) {
            (false, false) => left.cmp(&right),
            (true, true) => right.cmp(&left),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        })
    }
}

/// The bits of a literal (`1.5e-3`, `0x1.8p4`) in a format; `None` if it is not a number.
pub fn parse(text: &str, format: Format) -> Option<u128> {
    let text: String = text.chars().filter(|&character| character != '\'').collect();
    if let Some(hexadecimal) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return parse_hexadecimal(hexadecimal).map(|number| number.to_bits(format));
    }
    if format == Format::DOUBLE {
        return text.parse::<f64>().ok().map(|value| u128::from(value.to_bits()));
    }
    if format == Format::SINGLE {
        return text.parse::<f32>().ok().map(|value| u128::from(value.to_bits()));
    }
    parse_decimal(&text).map(|number| number.to_bits(format))
}

/// The digits before and after the point, and the exponent; an absurd one is cut.
fn split_exponent<'a>(text: &'a str, marks: &[char]) -> Option<(&'a str, &'a str, i64)> {
    let (digits, exponent) = match text.find(marks) {
        Some(position) => (&text[..position], &text[position + 1..]),
        None => (text, "0"),
    };
    let (sign, magnitude) = match exponent.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, exponent.strip_prefix('+').unwrap_or(exponent)),
    };
    if magnitude.is_empty() || !magnitude.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = magnitude.parse::<i64>().unwrap_or(i64::MAX).min(1 << 40);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    Some((whole, fraction, sign * magnitude))
}

fn parse_hexadecimal(text: &str) -> Option<Number> {
    let (whole, fraction, exponent) = split_exponent(text, &['p', 'P'])?;
    let mut significand = 0u128;
    let mut exponent = exponent - 4 * fraction.len() as i64;
    for byte in whole.bytes().chain(fraction.bytes()) {
        let digit = (byte as char).to_digit(16)?;
        if significand >> 120 == 0 {
            significand = (significand << 4) | u128::from(digit);
        } else {
            // Below the precision of every format; only whether it is zero matters.
            significand |= u128::from(digit != 0);
            exponent += 4;
        }
    }
    if significand == 0 {
        return Some(Number::ZERO);
    }
    let shift = significand.leading_zeros();
    let exponent = (exponent + 127 - i64::from(shift)).clamp(-100_000, 100_000) as i32;
    Some(Number { is_negative: false, class: Class::Finite { exponent, significand: significand << shift } })
}

/// More digits than the exact value of any halfway point has; the rest only breaks ties.
const MAX_DIGITS: usize = 20_000;

fn parse_decimal(text: &str) -> Option<Number> {
    let (whole, fraction, exponent) = split_exponent(text, &['e', 'E'])?;
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut digits: Vec<u8> = whole
        .bytes()
        .chain(fraction.bytes())
        .skip_while(|&byte| byte == b'0')
        .map(|byte| byte - b'0')
        .collect();
    let mut exponent = exponent - fraction.len() as i64;
    if digits.len() > MAX_DIGITS {
        let has_more = digits[MAX_DIGITS..].iter().any(|&digit| digit != 0);
        exponent += (digits.len() - MAX_DIGITS) as i64;
        digits.truncate(MAX_DIGITS);
        if has_more {
            digits.push(1);
            exponent -= 1;
        }
    }
    if digits.is_empty() {
        return Some(Number::ZERO);
    }
    let magnitude = exponent + digits.len() as i64;
    if magnitude > 5_000 {
        return Some(Number::INFINITY);
    }
    if magnitude < -5_100 {
        return Some(Number::ZERO);
    }
    let mut numerator = BigNatural::from_decimal_digits(&digits);
    let mut denominator = BigNatural::from_u32(1);
    if exponent >= 0 {
        numerator.multiply_by_power_of_ten(exponent as u32);
    } else {
        denominator.multiply_by_power_of_ten(exponent.unsigned_abs() as u32);
    }
    // Scale so that the quotient has 128 bits, or 129: the exponent of its top bit is then known.
    let scale = 128 + denominator.bit_length() as i64 - numerator.bit_length() as i64;
    if scale >= 0 {
        numerator.shift_left(scale as u32);
    } else {
        denominator.shift_left(scale.unsigned_abs() as u32);
    }
    let (quotient, is_inexact) = numerator.divide(&denominator);
    let length = quotient.bit_length() as i64;
    let (significand, lost) = quotient.top_bits();
    let significand = significand | u128::from(lost || is_inexact);
    let exponent = (length - 1 - scale) as i32;
    Some(Number { is_negative: false, class: Class::Finite { exponent, significand } })
}

/// Shifts to the right, rounding to nearest, ties to even.
fn shift_right_rounding(value: u128, shift: u32) -> u128 {
    if shift == 0 {
        return value;
    }
    if shift > 128 {
        return 0;
    }
    let kept = if shift == 128 { 0 } else { value >> shift };
    let half = 1u128 << (shift - 1);
    let rest = if shift == 128 { value } else { value & ((1 << shift) - 1) };
    let rounds_up = rest > half || (rest == half && kept & 1 == 1);
    kept + u128::from(rounds_up)
}

/// Shifts to the right; the lowest bit of the result also tells whether a one was shifted out.
fn shift_right_sticky(value: u128, shift: u32) -> u128 {
    if shift >= 128 {
        return u128::from(value != 0);
    }
    (value >> shift) | u128::from(value & ((1 << shift) - 1) != 0)
}

fn multiply_wide(left: u128, right: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a, b, c, d) = (left >> 64, left & LOW, right >> 64, right & LOW);
    let middle = ((b * d) >> 64) + ((a * d) & LOW) + ((b * c) & LOW);
    let low = (middle << 64) | ((b * d) & LOW);
    let high = a * c + ((a * d) >> 64) + ((b * c) >> 64) + (middle >> 64);
    (high, low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(value: f64) -> Number {
        Number::from_bits(u128::from(value.to_bits()), Format::DOUBLE)
    }

    fn to_double(number: Number) -> f64 {
        f64::from_bits(number.to_bits(Format::DOUBLE) as u64)
    }

    /// A simple generator of interesting doubles: a few special ones, otherwise random bits.
    fn samples() -> Vec<f64> {
        let mut samples =
            vec![0.0, -0.0, 1.0, -1.5, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, 1e-310, 0.1];
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..200 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(state ^ (state >> 29));
            if !value.is_nan() {
                samples.push(value);
                samples.push(value.fract() * 8.0);
            }
        }
        samples.retain(|value| !value.is_nan());
        samples
    }

    #[test]
    fn the_four_operations_agree_with_the_machine() {
        let samples = samples();
        for &a in &samples {
            for &b in &samples {
                let (x, y) = (double(a), double(b));
                for (ours, theirs, name) in [
                    (x.add(y), a + b, "+"),
                    (x.subtract(y), a - b, "-"),
                    (x.multiply(y), a * b, "*"),
                    (x.divide(y), a / b, "/"),
                ] {
                    let ours = to_double(ours);
                    let is_same = ours.to_bits() == theirs.to_bits() || (ours.is_nan() && theirs.is_nan());
                    assert!(is_same, "{a:e} {name} {b:e}: {ours:e}, not {theirs:e}");
                }
                assert_eq!(x.compare(y), a.partial_cmp(&b));
            }
        }
    }

    #[test]
    fn conversions_agree_with_the_machine() {
        for value in samples() {
            let single = double(value).to_bits(Format::SINGLE) as u32;
            assert_eq!(single, (value as f32).to_bits(), "{value:e}");
            assert_eq!(to_double(double(value)).to_bits(), value.to_bits());
            if value.abs() < 1e18 {
                assert_eq!(double(value).to_integer(), Some(value as i128));
            }
        }
        for value in [0, 1, -1, i64::MAX, i64::MIN, (1 << 53) + 1, 1234567890123456789] {
            assert_eq!(to_double(Number::from_integer(value.into())), value as f64);
        }
    }

    #[test]
    fn decimal_text_rounds_as_the_machine_does() {
        for text in [
            "0.1",
            "1e23",
            "123456789.123456789",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "9007199254740993",
            "1e-400",
            ".5",
            "5.",
        ] {
            let ours = to_double(parse_decimal(text).unwrap());
            assert_eq!(ours.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
    }

    #[test]
    fn extended_constants_have_the_bits_of_x87() {
        // As GCC emits them for `long double`.
        let bits = |text| parse(text, Format::EXTENDED).unwrap();
        assert_eq!(bits("1.0"), 0x3fff_8000_0000_0000_0000);
        assert_eq!(bits("0.1"), 0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(bits("3.14159265358979323846264338327950288"), 0x4000_c90f_daa2_2168_c235);
        assert_eq!(bits("3.3621031431120935062626778173217526e-4932"), 0x0001_8000_0000_0000_0000);
        assert_eq!(bits("1.18973149535723176502126385303097021e+4932"), 0x7ffe_ffff_ffff_ffff_ffff);
        assert_eq!(bits("1e5000"), 0x7fff_8000_0000_0000_0000);
        assert_eq!(bits("0x1.8p1"), 0x4000_c000_0000_0000_0000);
        assert_eq!(parse("0x1p-1074", Format::DOUBLE), Some(1));
        assert_eq!(parse("0x1p-1075", Format::DOUBLE), Some(0));
    }

    #[test]
    fn formats_convert_into_each_other_without_loss() {
        for value in samples() {
            for format in [Format::EXTENDED, Format::QUADRUPLE] {
                let wide = double(value).to_bits(format);
                assert_eq!(to_double(Number::from_bits(wide, format)).to_bits(), value.to_bits());
            }
        }
    }
}
