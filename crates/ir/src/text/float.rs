//! Floating-point constants as decimal numbers, wherever that loses nothing.

use crate::{Constant, Scalar};
use std::fmt::Write;

/// Appends the constant: `1.5f64` if reading that back gives the same bits, else `f64[…]` with
/// the bits in hexadecimal.
pub(super) fn print_float(constant: Constant, line: &mut String) {
    let start = line.len();
    let bits = constant.bits();
    let printed = match constant.scalar {
        Scalar::F32 => write!(line, "{:?}", f32::from_bits(bits as u32)),
        Scalar::F64 => write!(line, "{:?}", f64::from_bits(bits as u64)),
        Scalar::F80 => match narrow(bits) {
            Some(value) => write!(line, "{value:?}"),
            None => Err(std::fmt::Error),
        },
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => Err(std::fmt::Error),
    };
    if printed.is_ok() && parse_float(&line[start..], constant.scalar) == Some(bits) {
        line.push_str(constant.scalar.name());
    } else {
        line.truncate(start);
        // Writing to a string does not fail.
        let _ = write!(line, "{}[{bits:x}]", constant.scalar.name());
    }
}

/// The bits of a decimal number in the format of the scalar. No infinities and no NaNs.
pub(super) fn parse_float(digits: &str, scalar: Scalar) -> Option<u128> {
    if !digits.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match scalar {
        Scalar::F32 => {
            digits.parse::<f32>().ok().filter(|value| value.is_finite()).map(|v| v.to_bits().into())
        }
        Scalar::F64 => {
            digits.parse::<f64>().ok().filter(|value| value.is_finite()).map(|v| v.to_bits().into())
        }
        Scalar::F80 => digits.parse::<f64>().ok().and_then(widen),
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128 => None,
    }
}

const F64_EXPONENT_BIAS: u64 = 1023;
const F80_EXPONENT_BIAS: u64 = 16383;

/// The 80-bit encoding of a `f64` that is zero or normal.
fn widen(value: f64) -> Option<u128> {
    let bits = value.to_bits();
    let sign = u128::from(bits >> 63) << 79;
    if value == 0.0 {
        return Some(sign);
    }
    if !value.is_normal() {
        return None;
    }
    let exponent = (bits >> 52 & 0x7ff) + F80_EXPONENT_BIAS - F64_EXPONENT_BIAS;
    let significand = 1 << 63 | (bits & ((1 << 52) - 1)) << 11;
    Some(sign | u128::from(exponent) << 64 | u128::from(significand))
}

/// The `f64` of the same value, if there is one that is zero or normal.
fn narrow(bits: u128) -> Option<f64> {
    let sign = (bits >> 79 & 1) as u64;
    let exponent = (bits >> 64 & 0x7fff) as u64;
    let significand = bits as u64;
    if exponent == 0 && significand == 0 {
        return Some(f64::from_bits(sign << 63));
    }
    let exponent = (exponent + F64_EXPONENT_BIAS).checked_sub(F80_EXPONENT_BIAS)?;
    if exponent == 0 || exponent >= 0x7ff || significand >> 63 == 0 || significand & 0x7ff != 0 {
        return None;
    }
    Some(f64::from_bits(sign << 63 | exponent << 52 | (significand << 1) >> 12))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(scalar: Scalar, bits: u128) -> String {
        let mut line = String::new();
        print_float(Constant::new(scalar, bits), &mut line);
        line
    }

    #[test]
    fn numbers_are_decimal_and_the_rest_is_bits() {
        assert_eq!(printed(Scalar::F64, 1.5f64.to_bits().into()), "1.5f64");
        assert_eq!(printed(Scalar::F32, (-0.0f32).to_bits().into()), "-0.0f32");
        assert_eq!(printed(Scalar::F64, 1e300f64.to_bits().into()), "1e300f64");
        assert_eq!(printed(Scalar::F64, f64::INFINITY.to_bits().into()), "f64[7ff0000000000000]");
        assert_eq!(printed(Scalar::F32, 0x7fc0_0001), "f32[7fc00001]");
    }

    #[test]
    fn extended_numbers_that_a_double_holds_are_decimal() {
        // 3.25 = 1.101₂ · 2¹
        assert_eq!(printed(Scalar::F80, 0x4000_d000_0000_0000_0000), "3.25f80");
        assert_eq!(printed(Scalar::F80, 0xbfff_8000_0000_0000_0000), "-1.0f80");
        assert_eq!(printed(Scalar::F80, 0x4000_d000_0000_0000_0001), "f80[4000d000000000000001]");
        assert_eq!(printed(Scalar::F80, 0x7fff_8000_0000_0000_0000), "f80[7fff8000000000000000]");
        assert_eq!(printed(Scalar::F80, 1 << 79), "-0.0f80");
        assert_eq!(printed(Scalar::F80, 1), "f80[1]");
    }
}
