//! Checked arithmetic on 128-bit integers.

/// Greatest common divisor of the absolute values; zero only for two zeros.
/// A divisor of `2^127`, which does not fit, is answered by one, which divides everything too.
pub fn gcd(left: i128, right: i128) -> i128 {
    i128::try_from(gcd_unsigned(left.unsigned_abs(), right.unsigned_abs())).unwrap_or(1)
}

fn gcd_unsigned(mut left: u128, mut right: u128) -> u128 {
    // Nearly all numbers fit 64 bits, where division is many times faster.
    if left == 1 || right == 1 {
        return 1;
    }
    while right != 0 {
        if let (Ok(small_left), Ok(small_right)) = (u64::try_from(left), u64::try_from(right)) {
            return u128::from(gcd_small(small_left, small_right));
        }
        (left, right) = (right, left % right);
    }
    left
}

fn gcd_small(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// Division rounding towards negative infinity, by a positive divisor.
#[inline]
pub fn floor_div(dividend: i128, divisor: i128) -> i128 {
    if let (Ok(small), Ok(by)) = (i64::try_from(dividend), i64::try_from(divisor)) {
        return i128::from(small.div_euclid(by));
    }
    dividend.div_euclid(divisor)
}

/// Division rounding towards positive infinity, by a positive divisor.
#[inline]
pub fn ceil_div(dividend: i128, divisor: i128) -> i128 {
    let quotient = floor_div(dividend, divisor);
    if remainder(dividend, divisor) == 0 { quotient } else { quotient + 1 }
}

/// The remainder in `0..modulus`, for a positive modulus.
#[inline]
pub fn remainder(value: i128, modulus: i128) -> i128 {
    if let (Ok(small), Ok(by)) = (i64::try_from(value), i64::try_from(modulus)) {
        return i128::from(small.rem_euclid(by));
    }
    value.rem_euclid(modulus)
}

/// The representative of `value` modulo `modulus` in `(-modulus/2, modulus/2]`: small numbers stay readable.
#[inline]
pub fn symmetric_remainder(value: i128, modulus: i128) -> i128 {
    let residue = remainder(value, modulus);
    if residue > modulus / 2 { residue - modulus } else { residue }
}

/// The value of the power of two, where it fits.
pub fn power_of_two(exponent: u32) -> Option<i128> {
    (exponent < 127).then(|| 1i128 << exponent)
}

/// The exponent if `value` is a power of two.
pub fn exponent_of_two(value: i128) -> Option<u32> {
    (value > 0 && value & (value - 1) == 0).then(|| value.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_as_named() {
        for dividend in -20i128..=20 {
            for divisor in 1i128..=7 {
                let floor = floor_div(dividend, divisor);
                let ceiling = ceil_div(dividend, divisor);
                assert!(floor * divisor <= dividend && dividend < (floor + 1) * divisor);
                assert!((ceiling - 1) * divisor < dividend && dividend <= ceiling * divisor);
                assert_eq!(remainder(dividend, divisor), dividend - floor * divisor);
                let symmetric = symmetric_remainder(dividend, divisor);
                assert_eq!((dividend - symmetric) % divisor, 0);
                assert!(-divisor < 2 * symmetric && 2 * symmetric <= divisor);
            }
        }
    }

    #[test]
    fn gcd_of_extremes() {
        assert_eq!(gcd(i128::MIN, 0), 1);
        assert_eq!(gcd(i128::MIN, 6), 2);
        assert_eq!(gcd(0, 0), 0);
        assert_eq!(gcd(12, -18), 6);
    }
}
