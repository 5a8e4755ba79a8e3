//! The number types the elimination runs on.
//!
//! The same code runs on 64 bits first, which is what nearly all questions need, and again on wider numbers when an
//! intermediate result does not fit: on 128 bits, and then on as many as [`Big`] allows.

use num_bigint::{BigInt, Sign};

use crate::answer::Reason;
use crate::limits::BITS_OF_A_NUMBER;

/// Checked arithmetic. The minimum of a machine type is never a value, so that negation is total.
pub(super) trait Integer: Clone + Ord + std::fmt::Debug {
    fn zero() -> Self;
    fn one() -> Self;
    fn from_wide(value: i128) -> Option<Self>;
    fn to_wide(&self) -> Option<i128>;
    fn is_zero(&self) -> bool;
    fn is_negative(&self) -> bool;
    fn is_unit(&self) -> bool;
    fn negate(&self) -> Self;
    fn plus(&self, other: &Self) -> Option<Self>;
    fn times(&self, other: &Self) -> Option<Self>;
    /// `self·a + other·b`.
    fn combine(&self, a: &Self, other: &Self, b: &Self) -> Option<Self>;
    /// The non-negative greatest common divisor.
    fn common_divisor(&self, other: &Self) -> Self;
    /// The floor of the quotient; the divisor is positive.
    fn divide_floor(&self, divisor: &Self) -> Self;
    /// Something for a hash.
    fn digest(&self) -> u64;

    fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    fn magnitude(&self) -> Self {
        if self.is_negative() { self.negate() } else { self.clone() }
    }
}

/// The reason for giving up when a checked operation has no result.
pub(super) fn fits<T>(value: Option<T>) -> Result<T, Reason> {
    value.ok_or(Reason::Overflow)
}

macro_rules! machine_integer {
    ($type:ty) => {
        impl Integer for $type {
            #[inline(always)]
            fn zero() -> Self {
                0
            }
            #[inline(always)]
            fn one() -> Self {
                1
            }
            #[inline(always)]
            fn from_wide(value: i128) -> Option<Self> {
                <$type>::try_from(value).ok().filter(|&v| v != <$type>::MIN)
            }
            #[inline(always)]
            fn to_wide(&self) -> Option<i128> {
                Some(i128::from(*self))
            }
            #[inline(always)]
            fn is_zero(&self) -> bool {
                *self == 0
            }
            #[inline(always)]
            fn is_negative(&self) -> bool {
                *self < 0
            }
            #[inline(always)]
            fn is_unit(&self) -> bool {
                *self == 1 || *self == -1
            }
            #[inline(always)]
            fn negate(&self) -> Self {
                -*self
            }
            #[inline(always)]
            fn plus(&self, other: &Self) -> Option<Self> {
                self.checked_add(*other).filter(|&v| v != <$type>::MIN)
            }
            #[inline(always)]
            fn times(&self, other: &Self) -> Option<Self> {
                self.checked_mul(*other).filter(|&v| v != <$type>::MIN)
            }
            #[inline(always)]
            fn combine(&self, a: &Self, other: &Self, b: &Self) -> Option<Self> {
                self.times(a)?.plus(&other.times(b)?)
            }
            #[inline]
            fn common_divisor(&self, other: &Self) -> Self {
                let (mut a, mut b) = (self.abs(), other.abs());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                a
            }
            #[inline(always)]
            fn divide_floor(&self, divisor: &Self) -> Self {
                self.div_euclid(*divisor)
            }
            #[inline(always)]
            fn digest(&self) -> u64 {
                *self as u64
            }
        }
    };
}

machine_integer!(i64);
machine_integer!(i128);

/// A number of up to [`BITS_OF_A_NUMBER`] bits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Big(BigInt);

impl Big {
    fn bounded(value: BigInt) -> Option<Big> {
        (value.bits() <= BITS_OF_A_NUMBER).then_some(Big(value))
    }
}

impl Integer for Big {
    fn zero() -> Self {
        Big(BigInt::ZERO)
    }

    fn one() -> Self {
        Big(BigInt::from(1))
    }

    fn from_wide(value: i128) -> Option<Self> {
        Some(Big(BigInt::from(value)))
    }

    fn to_wide(&self) -> Option<i128> {
        i128::try_from(&self.0).ok()
    }

    fn is_zero(&self) -> bool {
        self.0.sign() == Sign::NoSign
    }

    fn is_negative(&self) -> bool {
        self.0.sign() == Sign::Minus
    }

    fn is_unit(&self) -> bool {
        self.0.bits() == 1
    }

    fn negate(&self) -> Self {
        Big(-&self.0)
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Big::bounded(&self.0 + &other.0)
    }

    fn times(&self, other: &Self) -> Option<Self> {
        Big::bounded(&self.0 * &other.0)
    }

    fn combine(&self, a: &Self, other: &Self, b: &Self) -> Option<Self> {
        Big::bounded(&self.0 * &a.0 + &other.0 * &b.0)
    }

    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.magnitude().0, other.magnitude().0);
        while b.sign() != Sign::NoSign {
            let remainder = &a % &b;
            a = std::mem::replace(&mut b, remainder);
        }
        Big(a)
    }

    fn divide_floor(&self, divisor: &Self) -> Self {
        let truncated = &self.0 / &divisor.0;
        // Division truncates; a negative number with a remainder is one further down.
        if self.is_negative() && &truncated * &divisor.0 != self.0 {
            Big(truncated - 1)
        } else {
            Big(truncated)
        }
    }

    fn digest(&self) -> u64 {
        let (sign, digits) = (self.0.sign(), self.0.iter_u64_digits());
        let start = u64::from(sign == Sign::Minus);
        digits.fold(start, |hash, digit| hash.rotate_left(7) ^ digit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_number_types_agree() {
        for a in -30i64..=30 {
            for b in -30i64..=30 {
                let (big_a, big_b) = (Big(BigInt::from(a)), Big(BigInt::from(b)));
                let same = |small: Option<i64>, big: Option<Big>| {
                    assert_eq!(small.map(i128::from), big.and_then(|value| value.to_wide()));
                };
                same(a.plus(&b), big_a.plus(&big_b));
                same(a.times(&b), big_a.times(&big_b));
                same(Some(a.common_divisor(&b)), Some(big_a.common_divisor(&big_b)));
                same(a.combine(&3, &b, &-2), {
                    let three = Big::from_wide(3).unwrap();
                    let minus_two = Big::from_wide(-2).unwrap();
                    big_a.combine(&three, &big_b, &minus_two)
                });
                if b > 0 {
                    same(Some(a.divide_floor(&b)), Some(big_a.divide_floor(&big_b)));
                }
                assert_eq!(a.is_negative(), big_a.is_negative());
                assert_eq!(a.is_unit(), big_a.is_unit());
                assert_eq!(a.is_zero(), big_a.is_zero());
                assert_eq!(a.cmp(&b), big_a.cmp(&big_b));
            }
        }
    }

    #[test]
    fn the_minimum_of_a_machine_type_is_no_value() {
        assert_eq!(<i64 as Integer>::from_wide(i128::from(i64::MIN)), None);
        assert_eq!((i64::MIN + 1).plus(&-1), None);
        assert_eq!((i128::MIN / 2).times(&2), None);
    }
}
