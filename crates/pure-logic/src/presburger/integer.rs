//! The number types the elimination runs on.
//!
//! The same code runs on 64 bits first, which is what nearly all questions need, and again on wider numbers when an
//! intermediate result does not fit.

use crate::answer::Reason;

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
