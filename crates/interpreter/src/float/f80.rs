//! The 80-bit format of the x87: a sign, 15 bits of exponent, and 64 bits of significand whose first bit is
//! written out. All operations round to nearest, ties to even, as the hardware does by default.

use std::cmp::Ordering;

/// A number in the extended format, in its encoding in memory (80 bits).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct F80(u128);

const BIAS: i32 = 16383;
const MAX_EXPONENT: i32 = 0x7fff;
const INTEGER_BIT: u64 = 1 << 63;
const QUIET_BIT: u64 = 1 << 62;

/// A number taken apart. A finite number is `significand · 2^exponent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parts {
    Nan,
    Infinity { negative: bool },
    Zero { negative: bool },
    Finite { negative: bool, exponent: i32, significand: u64 },
}

impl F80 {
    pub const ZERO: F80 = F80(0);
    pub const NAN: F80 = F80(0x7fff << 64 | (INTEGER_BIT | QUIET_BIT) as u128);
    /// What the hardware makes of invalid operations: a quiet NaN with the sign set.
    const INDEFINITE: F80 = F80(0xffff << 64 | (INTEGER_BIT | QUIET_BIT) as u128);

    /// The number with this encoding; bits above the 80th are ignored.
    pub fn from_bits(bits: u128) -> F80 {
        F80(bits & ((1 << 80) - 1))
    }

    pub fn to_bits(self) -> u128 {
        self.0
    }

    pub fn infinity(negative: bool) -> F80 {
        F80(sign_bit(negative) | (MAX_EXPONENT as u128) << 64 | INTEGER_BIT as u128)
    }

    fn zero(negative: bool) -> F80 {
        F80(sign_bit(negative))
    }

    pub fn is_negative(self) -> bool {
        self.0 >> 79 & 1 == 1
    }

    fn parts(self) -> Parts {
        let negative = self.is_negative();
        let field = (self.0 >> 64) as i32 & MAX_EXPONENT;
        let significand = self.0 as u64;
        if field == MAX_EXPONENT {
            return if significand << 1 == 0 { Parts::Infinity { negative } } else { Parts::Nan };
        }
        if significand == 0 {
            return Parts::Zero { negative };
        }
        Parts::Finite { negative, exponent: field.max(1) - BIAS - 63, significand }
    }

    pub fn is_nan(self) -> bool {
        self.parts() == Parts::Nan
    }

    pub fn is_infinite(self) -> bool {
        matches!(self.parts(), Parts::Infinity { .. })
    }

    pub fn is_zero(self) -> bool {
        matches!(self.parts(), Parts::Zero { .. })
    }

    /// `(negative, significand, exponent)` of a finite number, `significand · 2^exponent`.
    pub fn decompose(self) -> Option<(bool, u64, i32)> {
        match self.parts() {
            Parts::Zero { negative } => Some((negative, 0, 0)),
            Parts::Finite { negative, exponent, significand } => Some((negative, significand, exponent)),
            Parts::Nan | Parts::Infinity { .. } => None,
        }
    }

    /// The number nearest to `significand · 2^exponent`, where `sticky` says that the true value is a
    /// little larger.
    pub fn round(negative: bool, significand: u128, exponent: i32, sticky: bool) -> F80 {
        if significand == 0 {
            return F80::zero(negative);
        }
        let shift = significand.leading_zeros();
        let normal = significand << shift;
        let field = exponent.saturating_sub(shift as i32).saturating_add(127 + BIAS);
        // Subnormal numbers have the smallest exponent and lose bits on the right.
        let extra = if field < 1 { (1i64 - i64::from(field)).min(127) as u32 } else { 0 };
        let lost = if extra == 0 { 0 } else { normal << (128 - extra) };
        let aligned = normal >> extra;
        let mut kept = (aligned >> 64) as u64;
        let rest = aligned as u64;
        let sticky = sticky || lost != 0;
        let half = 1u64 << 63;
        let up = rest > half || rest == half && (sticky || kept & 1 == 1);
        let mut field = field.max(1);
        if up {
            let (rounded, carried) = kept.overflowing_add(1);
            kept = rounded;
            if carried {
                kept = INTEGER_BIT;
                field += 1;
            }
        }
        if field >= MAX_EXPONENT {
            return F80::infinity(negative);
        }
        if kept & INTEGER_BIT == 0 {
            field = 0;
        }
        F80(sign_bit(negative) | (field as u128) << 64 | u128::from(kept))
    }

    fn quieted(self) -> F80 {
        F80(self.0 | (INTEGER_BIT | QUIET_BIT) as u128)
    }

    /// The NaN that an operation hands on: the operand that is one.
    fn propagate(self, other: F80) -> F80 {
        if self.is_nan() { self.quieted() } else { other.quieted() }
    }

    pub fn negate(self) -> F80 {
        F80(self.0 ^ sign_bit(true))
    }

    pub fn abs(self) -> F80 {
        F80(self.0 & !sign_bit(true))
    }

    pub fn plus(self, other: F80) -> F80 {
        match (self.parts(), other.parts()) {
            (Parts::Nan, _) | (_, Parts::Nan) => self.propagate(other),
            (Parts::Infinity { negative: a }, Parts::Infinity { negative: b }) => {
                if a == b {
                    self
                } else {
                    F80::INDEFINITE
                }
            }
            (Parts::Infinity { .. }, _) => self,
            (_, Parts::Infinity { .. }) => other,
            (Parts::Zero { negative: a }, Parts::Zero { negative: b }) => F80::zero(a && b),
            (Parts::Zero { .. }, Parts::Finite { .. }) => other,
            (Parts::Finite { .. }, Parts::Zero { .. }) => self,
            (
                Parts::Finite { negative: sign_a, exponent: exponent_a, significand: a },
                Parts::Finite { negative: sign_b, exponent: exponent_b, significand: b },
            ) => {
                let (big, small) = if exponent_a >= exponent_b {
                    ((sign_a, exponent_a, a), (sign_b, exponent_b, b))
                } else {
                    ((sign_b, exponent_b, b), (sign_a, exponent_a, a))
                };
                let left = u128::from(big.2) << 62;
                let right = shift_right_jam(u128::from(small.2) << 62, (big.1 - small.1) as u32);
                let exponent = big.1 - 62;
                if big.0 == small.0 {
                    return F80::round(big.0, left + right, exponent, false);
                }
                match left.cmp(&right) {
                    Ordering::Equal => F80::ZERO,
                    Ordering::Greater => F80::round(big.0, left - right, exponent, false),
                    Ordering::Less => F80::round(small.0, right - left, exponent, false),
                }
            }
        }
    }

    pub fn minus(self, other: F80) -> F80 {
        if other.is_nan() { self.propagate(other) } else { self.plus(other.negate()) }
    }

    pub fn times(self, other: F80) -> F80 {
        let negative = self.is_negative() != other.is_negative();
        match (self.parts(), other.parts()) {
            (Parts::Nan, _) | (_, Parts::Nan) => self.propagate(other),
            (Parts::Infinity { .. }, Parts::Zero { .. }) | (Parts::Zero { .. }, Parts::Infinity { .. }) => {
                F80::INDEFINITE
            }
            (Parts::Infinity { .. }, _) | (_, Parts::Infinity { .. }) => F80::infinity(negative),
            (Parts::Zero { .. }, _) | (_, Parts::Zero { .. }) => F80::zero(negative),
            (
                Parts::Finite { exponent: exponent_a, significand: a, .. },
                Parts::Finite { exponent: exponent_b, significand: b, .. },
            ) => F80::round(negative, u128::from(a) * u128::from(b), exponent_a + exponent_b, false),
        }
    }

    pub fn over(self, other: F80) -> F80 {
        let negative = self.is_negative() != other.is_negative();
        match (self.parts(), other.parts()) {
            (Parts::Nan, _) | (_, Parts::Nan) => self.propagate(other),
            (Parts::Infinity { .. }, Parts::Infinity { .. }) | (Parts::Zero { .. }, Parts::Zero { .. }) => {
                F80::INDEFINITE
            }
            (Parts::Infinity { .. }, _) | (_, Parts::Zero { .. }) => F80::infinity(negative),
            (Parts::Zero { .. }, _) | (_, Parts::Infinity { .. }) => F80::zero(negative),
            (
                Parts::Finite { exponent: exponent_a, significand: a, .. },
                Parts::Finite { exponent: exponent_b, significand: b, .. },
            ) => {
                // Subnormal significands are made long first, so that the quotient has enough bits.
                let (shift_a, shift_b) = (a.leading_zeros(), b.leading_zeros());
                let (a, b) = (u128::from(a << shift_a), u128::from(b << shift_b));
                let exponent = (exponent_a - shift_a as i32) - (exponent_b - shift_b as i32);
                let (high, rest) = ((a << 64) / b, (a << 64) % b);
                let (low, rest) = ((rest << 60) / b, (rest << 60) % b);
                F80::round(negative, high << 60 | low, exponent - 124, rest != 0)
            }
        }
    }

    pub fn square_root(self) -> F80 {
        match self.parts() {
            Parts::Nan => self.quieted(),
            Parts::Zero { .. } | Parts::Infinity { negative: false } => self,
            Parts::Infinity { negative: true } | Parts::Finite { negative: true, .. } => F80::INDEFINITE,
            Parts::Finite { exponent, significand, .. } => {
                let shift = significand.leading_zeros();
                let (mut wide, mut exponent) =
                    (u128::from(significand << shift) << 64, exponent - shift as i32 - 64);
                if exponent % 2 != 0 {
                    wide >>= 1;
                    exponent += 1;
                }
                let root = integer_square_root(wide);
                let rest = wide - root * root;
                // One more bit decides the rounding; a tie is impossible.
                let next = rest > root;
                F80::round(false, root << 1 | u128::from(next), exponent / 2 - 1, rest != 0)
            }
        }
    }

    /// `None` if one of them is not a number.
    pub fn compare(self, other: F80) -> Option<Ordering> {
        let key = |number: F80| -> Option<i128> {
            match number.parts() {
                Parts::Nan => None,
                Parts::Zero { .. } => Some(0),
                _ => {
                    let magnitude = (number.0 & !sign_bit(true)) as i128;
                    Some(if number.is_negative() { -magnitude } else { magnitude })
                }
            }
        };
        Some(key(self)?.cmp(&key(other)?))
    }

    pub fn from_unsigned(value: u128) -> F80 {
        F80::round(false, value, 0, false)
    }

    pub fn from_signed(value: i128) -> F80 {
        F80::round(value < 0, value.unsigned_abs(), 0, false)
    }

    pub fn from_f64(value: f64) -> F80 {
        let bits = value.to_bits();
        let negative = value.is_sign_negative();
        let fraction = bits & ((1 << 52) - 1);
        let field = (bits >> 52) as i32 & 0x7ff;
        if field == 0x7ff {
            if fraction == 0 {
                return F80::infinity(negative);
            }
            let payload = (INTEGER_BIT | QUIET_BIT | fraction << 11) as u128;
            return F80(sign_bit(negative) | (MAX_EXPONENT as u128) << 64 | payload);
        }
        let significand = if field == 0 { fraction } else { fraction | 1 << 52 };
        F80::round(negative, u128::from(significand), field.max(1) - 1075, false)
    }

    pub fn from_f32(value: f32) -> F80 {
        F80::from_f64(f64::from(value))
    }

    pub fn to_f64(self) -> f64 {
        let (fraction, field) = self.narrow(53, 1023);
        match fraction {
            Some(fraction) => f64::from_bits(
                u64::from(self.is_negative()) << 63 | (field as u64) << 52 | fraction & ((1 << 52) - 1),
            ),
            None => {
                let payload = (self.0 as u64) >> 11 & ((1 << 52) - 1) | 1 << 51;
                f64::from_bits(u64::from(self.is_negative()) << 63 | 0x7ff << 52 | payload)
            }
        }
    }

    pub fn to_f32(self) -> f32 {
        let (fraction, field) = self.narrow(24, 127);
        match fraction {
            Some(fraction) => f32::from_bits(
                u32::from(self.is_negative()) << 31
                    | (field as u32) << 23
                    | fraction as u32 & ((1 << 23) - 1),
            ),
            None => {
                let payload = ((self.0 as u64) >> 40) as u32 & ((1 << 23) - 1) | 1 << 22;
                f32::from_bits(u32::from(self.is_negative()) << 31 | 0xff << 23 | payload)
            }
        }
    }

    /// Rounds to a format with `precision` bits and this bias: the significand (with its leading bit)
    /// and the exponent field; no significand for a NaN.
    fn narrow(self, precision: u32, bias: i32) -> (Option<u64>, i32) {
        let infinite = 2 * bias + 1;
        match self.parts() {
            Parts::Nan => (None, infinite),
            Parts::Infinity { .. } => (Some(0), infinite),
            Parts::Zero { .. } => (Some(0), 0),
            Parts::Finite { exponent, significand, .. } => {
                let shift = significand.leading_zeros();
                let normal = significand << shift;
                let mut field = exponent - shift as i32 + 63 + bias;
                let mut drop = 64 - precision;
                if field < 1 {
                    drop = drop.saturating_add((1 - i64::from(field)).min(100) as u32);
                    field = 1;
                }
                let wide = u128::from(normal);
                let drop = drop.min(120);
                let mut kept = (wide >> drop) as u64;
                let rest = wide & ((1u128 << drop) - 1);
                let half = 1u128 << (drop - 1);
                if rest > half || rest == half && kept & 1 == 1 {
                    kept += 1;
                }
                if kept >> precision != 0 {
                    kept >>= 1;
                    field += 1;
                }
                if kept >> (precision - 1) == 0 {
                    field = 0;
                }
                if field >= infinite { (Some(0), infinite) } else { (Some(kept), field) }
            }
        }
    }

    /// Towards zero; `None` if it is not a number or its magnitude is `2^127` or more.
    pub fn to_integer(self) -> Option<i128> {
        let (negative, significand, exponent) = self.decompose()?;
        let magnitude = if exponent >= 0 {
            if exponent > 63 - 64 + 127 - 63 {
                // Only `2^127` and more, or significands that still fit when shifted.
                let bits = 64 - significand.leading_zeros() as i32 + exponent;
                if bits > 127 {
                    return None;
                }
            }
            u128::from(significand) << exponent
        } else if exponent <= -64 {
            0
        } else {
            u128::from(significand >> -exponent)
        };
        let value = i128::try_from(magnitude).ok()?;
        Some(if negative { -value } else { value })
    }

    /// The integer part, as a number of this format.
    pub fn truncate(self) -> F80 {
        let Some((negative, significand, exponent)) = self.decompose() else { return self };
        if exponent >= 0 || significand == 0 {
            return self;
        }
        if exponent <= -64 {
            return F80::zero(negative);
        }
        let kept = significand >> -exponent << -exponent;
        F80::round(negative, u128::from(kept), exponent, false)
    }

    pub fn floor(self) -> F80 {
        let whole = self.truncate();
        if self.is_negative() && self.compare(whole) == Some(Ordering::Less) {
            return whole.minus(F80::from_unsigned(1));
        }
        whole
    }

    /// The remainder of the division, with the sign of `self`.
    pub fn remainder(self, other: F80) -> F80 {
        match (self.parts(), other.parts()) {
            (Parts::Nan, _) | (_, Parts::Nan) => self.propagate(other),
            (Parts::Infinity { .. }, _) | (_, Parts::Zero { .. }) => F80::INDEFINITE,
            (Parts::Zero { .. }, _) | (_, Parts::Infinity { .. }) => self,
            (
                Parts::Finite { negative, exponent: exponent_a, significand: a },
                Parts::Finite { exponent: exponent_b, significand: b, .. },
            ) => {
                if exponent_a < exponent_b {
                    let distance = (exponent_b - exponent_a) as u32;
                    // The divisor is a multiple of the dividend's unit.
                    if distance >= 64 || u128::from(b) << distance > u128::from(a) {
                        return self;
                    }
                    let rest = u128::from(a) % (u128::from(b) << distance);
                    return F80::round(negative, rest, exponent_a, false);
                }
                let b = u128::from(b);
                let mut rest = u128::from(a) % b;
                for _ in 0..exponent_a - exponent_b {
                    rest = (rest << 1) % b;
                }
                F80::round(negative, rest, exponent_b, false)
            }
        }
    }
}

fn sign_bit(negative: bool) -> u128 {
    u128::from(negative) << 79
}

/// Shifts right; the lowest bit also stands for all that was shifted out.
fn shift_right_jam(value: u128, count: u32) -> u128 {
    if count == 0 {
        value
    } else if count >= 128 {
        u128::from(value != 0)
    } else {
        value >> count | u128::from(value << (128 - count) != 0)
    }
}

fn integer_square_root(value: u128) -> u128 {
    let mut root = 0u128;
    let mut bit = 1u128 << 126;
    let mut rest = value;
    while bit != 0 {
        if rest >= root + bit {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    root
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of all kinds and magnitudes that a double can hold.
    fn samples() -> Vec<f64> {
        let mut values = vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.1,
            3.0,
            -7.25,
            1e300,
            -1e-300,
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            123_456_789.123,
        ];
        let mut state = 1u64;
        for _ in 0..300 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(state);
            if value.is_finite() {
                values.push(value);
            }
        }
        values
    }

    #[test]
    fn doubles_survive_the_way_there_and_back() {
        for value in samples() {
            assert_eq!(F80::from_f64(value).to_f64().to_bits(), value.to_bits());
            let single = value as f32;
            assert_eq!(F80::from_f64(value).to_f32().to_bits(), single.to_bits(), "{value}");
        }
        assert!(F80::from_f64(f64::NAN).is_nan() && F80::from_f64(f64::INFINITY).is_infinite());
    }

    #[test]
    fn known_encodings() {
        assert_eq!(F80::from_unsigned(1).to_bits(), 0x3fff_8000_0000_0000_0000);
        assert_eq!(F80::from_f64(-2.5).to_bits(), 0xc000_a000_0000_0000_0000);
        // 1/3 and 2/3 as an x87 computes them.
        let third = F80::from_unsigned(1).over(F80::from_unsigned(3));
        assert_eq!(third.to_bits(), 0x3ffd_aaaa_aaaa_aaaa_aaab);
        let two_thirds = F80::from_unsigned(2).over(F80::from_unsigned(3));
        assert_eq!(two_thirds.to_bits(), 0x3ffe_aaaa_aaaa_aaaa_aaab);
        assert_eq!(F80::from_unsigned(2).square_root().to_bits(), 0x3fff_b504_f333_f9de_6484);
        assert_eq!(F80::from_unsigned(u128::from(u64::MAX)).to_bits(), 0x403e_ffff_ffff_ffff_ffff);
        assert_eq!(F80::ZERO.over(F80::ZERO), F80::INDEFINITE);
    }

    /// Operations on values with few bits are exact in both formats; the format's own results must agree
    /// with the exact ones.
    #[test]
    fn exact_results_agree_with_doubles() {
        for a in -20i32..=20 {
            for b in -20i32..=20 {
                let (x, y) = (f64::from(a) / 8.0, f64::from(b) / 4.0);
                let (p, q) = (F80::from_f64(x), F80::from_f64(y));
                assert_eq!(p.plus(q).to_f64(), x + y);
                assert_eq!(p.minus(q).to_f64(), x - y);
                assert_eq!(p.times(q).to_f64(), x * y);
                assert_eq!(p.compare(q), x.partial_cmp(&y));
                if b != 0 {
                    assert_eq!(p.remainder(q).to_f64(), x % y);
                    // A quotient of short numbers, rounded twice, still rounds to the double's quotient.
                    assert_eq!(p.over(q).to_f64(), x / y);
                }
                assert_eq!(p.floor().to_f64(), x.floor());
                assert_eq!(p.truncate().to_f64(), x.trunc());
                assert_eq!(p.to_integer(), Some(x as i128));
            }
        }
    }

    #[test]
    fn sums_and_products_are_the_nearest_numbers() {
        let values = samples();
        for (index, &x) in values.iter().enumerate() {
            let y = values[(index * 7 + 3) % values.len()];
            let (p, q) = (F80::from_f64(x), F80::from_f64(y));
            // (p + q) - q gives p back whenever q is much smaller and the sum was rounded correctly.
            let sum = p.plus(q);
            assert_eq!(sum, q.plus(p));
            assert_eq!(p.times(q), q.times(p));
            assert_eq!(p.minus(p), F80::ZERO);
            if x != 0.0 {
                assert_eq!(p.over(p).to_f64(), 1.0);
            }
        }
    }

    #[test]
    fn overflow_and_underflow() {
        let largest = F80::from_bits(0x7ffe_ffff_ffff_ffff_ffff);
        assert!(largest.plus(largest).is_infinite());
        let smallest = F80::from_bits(1);
        assert_eq!(smallest.over(F80::from_unsigned(2)), F80::ZERO);
        assert_eq!(smallest.plus(smallest).to_bits(), 2);
        assert_eq!(F80::from_bits(0x0001_8000_0000_0000_0000).over(F80::from_unsigned(2)).to_bits(), 1 << 62);
        assert_eq!(largest.to_integer(), None);
        assert_eq!(F80::from_signed(i128::from(i64::MIN)).to_integer(), Some(i128::from(i64::MIN)));
    }
}
