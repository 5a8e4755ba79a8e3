//! Floating-point numbers as `printf` writes them.

use crate::float::F80;
use crate::float::decimal::Expansion;

/// How a number is written, without sign and padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Style {
    /// `f`, `e`, `g` or `a`.
    pub conversion: u8,
    pub uppercase: bool,
    pub precision: Option<usize>,
    /// The `#` flag: keep the point and trailing zeroes.
    pub alternate: bool,
    /// Whether the number is a `long double`, which `a` writes with another first digit.
    pub is_long: bool,
}

/// Writes the magnitude of a number.
pub(super) fn write_float(number: F80, style: Style) -> String {
    let text = if number.is_nan() {
        "nan".to_owned()
    } else {
        match number.decompose() {
            None => "inf".to_owned(),
            Some((_, significand, exponent)) => match style.conversion {
                b'f' => fixed(significand, exponent, style),
                b'e' => scientific(significand, exponent, style.precision.unwrap_or(6), style.alternate),
                b'g' => general(significand, exponent, style),
                _ => hexadecimal(significand, exponent, style),
            },
        }
    };
    if style.uppercase { text.to_ascii_uppercase() } else { text }
}

fn fixed(significand: u64, exponent: i32, style: Style) -> String {
    let precision = style.precision.unwrap_or(6);
    let mut expansion = Expansion::of(significand, exponent);
    if !expansion.digits.is_empty() {
        expansion.round_to(i64::from(expansion.point) + precision as i64);
    }
    let mut text = String::new();
    if expansion.digits.is_empty() || expansion.point <= 0 {
        text.push('0');
    } else {
        text.extend((0..i64::from(expansion.point)).map(|position| expansion.digit(position) as char));
    }
    if precision > 0 || style.alternate {
        text.push('.');
    }
    let point = if expansion.digits.is_empty() { 0 } else { i64::from(expansion.point) };
    text.extend((0..precision as i64).map(|place| expansion.digit(point + place) as char));
    text
}

/// The digits, rounded to `precision + 1` of them, and the exponent of the first.
fn rounded(significand: u64, exponent: i32, precision: usize) -> (Expansion, i32) {
    let mut expansion = Expansion::of(significand, exponent);
    expansion.round_to(precision as i64 + 1);
    let exponent = if expansion.digits.is_empty() { 0 } else { expansion.point - 1 };
    (expansion, exponent)
}

fn scientific(significand: u64, exponent: i32, precision: usize, keep_point: bool) -> String {
    let (expansion, exponent) = rounded(significand, exponent, precision);
    let mut text = String::new();
    text.push(expansion.digit(0) as char);
    if precision > 0 || keep_point {
        text.push('.');
    }
    text.extend((1..=precision as i64).map(|position| expansion.digit(position) as char));
    let sign = if exponent < 0 { '-' } else { '+' };
    text.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
    text
}

fn general(significand: u64, exponent: i32, style: Style) -> String {
    let precision = style.precision.unwrap_or(6).max(1);
    let (_, first) = rounded(significand, exponent, precision - 1);
    let is_scientific = first < -4 || i64::from(first) >= precision as i64;
    let text = if is_scientific {
        scientific(significand, exponent, precision - 1, style.alternate)
    } else {
        let places = (precision as i64 - 1 - i64::from(first)).max(0) as usize;
        fixed(significand, exponent, Style { precision: Some(places), ..style })
    };
    if style.alternate {
        return text;
    }
    // Trailing zeroes of the fraction go, and the point with them.
    let (number, tail) = match text.find('e') {
        Some(position) => text.split_at(position),
        None => (&text[..], ""),
    };
    if !number.contains('.') {
        return text;
    }
    let number = number.trim_end_matches('0').trim_end_matches('.');
    format!("{number}{tail}")
}

fn hexadecimal(significand: u64, exponent: i32, style: Style) -> String {
    if significand == 0 {
        let places = style.precision.unwrap_or(0);
        let point = if places > 0 || style.alternate { "." } else { "" };
        return format!("0x0{point}{}p+0", "0".repeat(places));
    }
    let shift = significand.leading_zeros();
    let normal = significand << shift;
    let top = exponent - shift as i32 + 63;
    // A double is written as 1.xxx, a long double with its first four bits before the point; numbers
    // below the normal ones keep the smallest exponent.
    let (first, fraction, mut scale) = match style.is_long {
        false if top < -1022 => (0, normal.checked_shr((-1023 - top) as u32).unwrap_or(0), -1022),
        false => (1, normal << 1, top),
        true if top < -16382 => (significand >> 60, significand << 4, exponent + 60),
        true => (normal >> 60, normal << 4, top - 3),
    };
    let mut first = first;
    let mut digits: Vec<u8> = (0..16).map(|index| (fraction >> (60 - 4 * index)) as u8 & 15).collect();
    match style.precision {
        Some(precision) if precision < 16 => {
            let rest = &digits[precision..];
            let is_half = rest[0] == 8 && rest[1..].iter().all(|&digit| digit == 0);
            let is_odd = if precision == 0 { first % 2 == 1 } else { digits[precision - 1] % 2 == 1 };
            let up = rest[0] > 8 || rest[0] == 8 && (!is_half || is_odd);
            digits.truncate(precision);
            if up {
                let mut carry = true;
                for digit in digits.iter_mut().rev() {
                    if !carry {
                        break;
                    }
                    *digit = (*digit + 1) % 16;
                    carry = *digit == 0;
                }
                first += u64::from(carry);
                if first == 16 {
                    first = 8;
                    scale += 1;
                }
            }
        }
        Some(precision) => digits.resize(precision, 0),
        None => {
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
    }
    let fraction: String =
        digits.iter().map(|&digit| char::from_digit(u32::from(digit), 16).unwrap_or('0')).collect();
    let point = if fraction.is_empty() && !style.alternate { "" } else { "." };
    format!("0x{first:x}{point}{fraction}p{scale:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(value: f64, conversion: u8, precision: Option<usize>) -> String {
        let style = Style { conversion, uppercase: false, precision, alternate: false, is_long: false };
        write_float(F80::from_f64(value), style)
    }

    #[test]
    fn fixed_notation_is_exact() {
        assert_eq!(write(0.0, b'f', None), "0.000000");
        assert_eq!(write(1.5, b'f', Some(0)), "2");
        assert_eq!(write(2.5, b'f', Some(0)), "2");
        assert_eq!(write(0.5, b'f', Some(0)), "0");
        assert_eq!(write(0.05, b'f', Some(1)), "0.1");
        assert_eq!(write(0.04, b'f', Some(1)), "0.0");
        assert_eq!(write(999.996, b'f', Some(2)), "1000.00");
        assert_eq!(write(1e22, b'f', Some(1)), "10000000000000000000000.0");
        assert_eq!(write(0.1, b'f', Some(20)), "0.10000000000000000555");
    }

    #[test]
    fn the_other_notations_agree_with_c() {
        assert_eq!(write(12345.678, b'e', Some(3)), "1.235e+04");
        assert_eq!(write(0.0, b'e', Some(2)), "0.00e+00");
        assert_eq!(write(1e-10, b'e', None), "1.000000e-10");
        assert_eq!(write(9.9999e5, b'g', None), "999990");
        assert_eq!(write(999_999.5, b'g', None), "1e+06");
        assert_eq!(write(0.0001, b'g', None), "0.0001");
        assert_eq!(write(0.00001, b'g', None), "1e-05");
        assert_eq!(write(100.0, b'g', None), "100");
        assert_eq!(write(0.0, b'g', None), "0");
        assert_eq!(write(f64::INFINITY, b'f', None), "inf");
        assert_eq!(write(1.0, b'a', None), "0x1p+0");
        assert_eq!(write(0.1, b'a', None), "0x1.999999999999ap-4");
        assert_eq!(write(3.0, b'a', Some(0)), "0x2p+1");
        assert_eq!(write(f64::from_bits(0x0000_0946_703f_7800), b'a', None), "0x0.00946703f78p-1022");
    }

    /// Rust's own formatting is exact, too.
    #[test]
    fn fixed_and_scientific_agree_with_the_host_on_many_values() {
        let mut state = 12345u64;
        for _ in 0..500 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let value = (f64::from_bits(state >> 2 | 0x3000_0000_0000_0000 & state)).abs();
            if !(1e-60..=1e60).contains(&value) {
                continue;
            }
            for precision in [0, 1, 3, 9] {
                assert_eq!(write(value, b'f', Some(precision)), format!("{value:.precision$}"));
                let text = format!("{value:.precision$e}");
                let (digits, exponent) = text.split_once('e').unwrap();
                let exponent: i32 = exponent.parse().unwrap();
                let sign = if exponent < 0 { '-' } else { '+' };
                let expected = format!("{digits}e{sign}{:02}", exponent.abs());
                assert_eq!(write(value, b'e', Some(precision)), expected);
            }
        }
    }
}
