//! Bounds and a congruence for the values of one linear form.

use crate::number::{ceil_div, floor_div, gcd, remainder};

/// The values `v` with `lower <= v <= upper` and `v ≡ residue (mod modulus)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value, if there is one. INVARIANT: not `i128::MIN`, so that it can be negated.
    pub lower: Option<i128>,
    /// The greatest value, if there is one. INVARIANT: not `i128::MIN`.
    pub upper: Option<i128>,
    /// At least one; one says nothing.
    pub modulus: i128,
    /// INVARIANT: in `0..modulus`.
    pub residue: i128,
}

impl Range {
    /// All integers.
    pub const ALL: Range = Range { lower: None, upper: None, modulus: 1, residue: 0 };

    /// The integers between two optional bounds.
    pub fn between(lower: Option<i128>, upper: Option<i128>) -> Range {
        Range { lower, upper, ..Range::ALL }.bounded()
    }

    /// The same range, or a larger one, with bounds that can be negated.
    fn bounded(self) -> Range {
        Range {
            lower: self.lower.filter(|lower| *lower != i128::MIN),
            upper: self.upper.map(|upper| upper.max(-i128::MAX)),
            ..self
        }
    }

    /// One integer.
    pub fn exactly(value: i128) -> Range {
        Range::between(Some(value), Some(value))
    }

    /// The integers congruent to the residue.
    pub fn congruent(modulus: i128, residue: i128) -> Range {
        Range { modulus, residue: remainder(residue, modulus), ..Range::ALL }
    }

    /// Whether no integer is in the range.
    pub fn is_empty(&self) -> bool {
        matches!((self.lower, self.upper), (Some(lower), Some(upper)) if lower > upper)
    }

    /// The only value.
    pub fn value(&self) -> Option<i128> {
        self.lower.filter(|_| self.lower == self.upper)
    }

    /// Whether the range says nothing.
    pub fn is_trivial(&self) -> bool {
        *self == Range::ALL
    }

    /// Whether the value is in the range.
    pub fn contains(&self, value: i128) -> bool {
        self.lower.is_none_or(|lower| lower <= value)
            && self.upper.is_none_or(|upper| value <= upper)
            && remainder(value, self.modulus) == self.residue
    }

    /// The values in both ranges; the congruence of `self` alone is kept where the combined modulus does not fit.
    pub fn meet(&self, other: &Range) -> Range {
        let mut result = Range {
            lower: match (self.lower, other.lower) {
                (Some(left), Some(right)) => Some(left.max(right)),
                (left, right) => left.or(right),
            },
            upper: match (self.upper, other.upper) {
                (Some(left), Some(right)) => Some(left.min(right)),
                (left, right) => left.or(right),
            },
            ..*self
        };
        if other.modulus != 1 {
            match combine(self.modulus, self.residue, other.modulus, other.residue) {
                Combined::Congruence(modulus, residue) => {
                    result.modulus = modulus;
                    result.residue = residue;
                }
                Combined::Empty => return Range::between(Some(1), Some(0)),
                Combined::TooLarge => {}
            }
        }
        result.tightened()
    }

    /// The least range of this form that contains both; a constant is congruent to itself modulo everything.
    pub fn join(&self, other: &Range) -> Range {
        let (left, right) = (self.as_congruence(), other.as_congruence());
        match (left, right) {
            ((0, value), (0, same)) if value == same => Range::exactly(value),
            ((left_modulus, left_residue), (right_modulus, right_residue)) => {
                let difference = left_residue.checked_sub(right_residue);
                let modulus = difference
                    .map_or(1, |difference| gcd(gcd(left_modulus, right_modulus), difference))
                    .max(1);
                Range {
                    lower: self.lower.zip(other.lower).map(|(left, right)| left.min(right)),
                    upper: self.upper.zip(other.upper).map(|(left, right)| left.max(right)),
                    modulus,
                    residue: remainder(left_residue, modulus),
                }
            }
        }
    }

    fn as_congruence(&self) -> (i128, i128) {
        match self.value() {
            Some(value) => (0, value),
            None => (self.modulus, self.residue),
        }
    }

    /// Moves the bounds to values of the congruence class.
    fn tightened(mut self) -> Range {
        if self.modulus == 1 {
            return self.bounded();
        }
        if let Some(lower) = self.lower {
            let gap = lower.checked_neg().and_then(|negated| negated.checked_add(self.residue));
            self.lower = gap.and_then(|gap| lower.checked_add(remainder(gap, self.modulus))).or(Some(lower));
        }
        if let Some(upper) = self.upper {
            let gap = upper.checked_sub(self.residue);
            self.upper = gap.and_then(|gap| upper.checked_sub(remainder(gap, self.modulus))).or(Some(upper));
        }
        self.bounded()
    }

    /// The range of `v` where `scale·v + offset` is in this range; `None` if a number overflows.
    pub fn solve(&self, scale: i128, offset: i128) -> Option<Range> {
        let shift = |bound: Option<i128>| match bound {
            Some(bound) => bound.checked_sub(offset).map(Some),
            None => Some(None),
        };
        let (lower, upper) = (shift(self.lower)?, shift(self.upper)?);
        let (lower, upper) = if scale > 0 {
            (lower.map(|bound| ceil_div(bound, scale)), upper.map(|bound| floor_div(bound, scale)))
        } else {
            let scale = scale.checked_neg()?;
            let negated = |bound: Option<i128>| match bound {
                Some(bound) => bound.checked_neg().map(Some),
                None => Some(None),
            };
            (
                negated(upper)?.map(|bound| ceil_div(bound, scale)),
                negated(lower)?.map(|bound| floor_div(bound, scale)),
            )
        };
        let bounds = Range::between(lower, upper);
        if self.modulus == 1 {
            return Some(bounds);
        }
        // scale·v ≡ residue - offset (mod modulus)
        let target = remainder(self.residue.checked_sub(remainder(offset, self.modulus))?, self.modulus);
        let scale = remainder(scale, self.modulus);
        let common = gcd(scale, self.modulus);
        if target % common != 0 {
            return Some(Range::between(Some(1), Some(0)));
        }
        let modulus = self.modulus / common;
        let inverse = modular_inverse(scale / common, modulus)?;
        let residue = multiply_modulo(target / common, inverse, modulus)?;
        Some(bounds.meet(&Range { modulus, residue, ..Range::ALL }))
    }
}

enum Combined {
    Congruence(i128, i128),
    Empty,
    TooLarge,
}

/// The Chinese remainder theorem.
fn combine(modulus: i128, residue: i128, other_modulus: i128, other_residue: i128) -> Combined {
    let common = gcd(modulus, other_modulus);
    let difference = other_residue - residue;
    if difference % common != 0 {
        return Combined::Empty;
    }
    let combined = || {
        let step = other_modulus / common;
        let product = modulus.checked_mul(step)?;
        let inverse = modular_inverse(remainder(modulus / common, step), step)?;
        let factor = multiply_modulo(remainder(difference / common, step), inverse, step)?;
        Some((product, remainder(residue.checked_add(modulus.checked_mul(factor)?)?, product)))
    };
    match combined() {
        Some((modulus, residue)) => Combined::Congruence(modulus, residue),
        None => Combined::TooLarge,
    }
}

/// The inverse of `value` modulo `modulus`, for coprime numbers.
pub(crate) fn modular_inverse(value: i128, modulus: i128) -> Option<i128> {
    if modulus == 1 {
        return Some(0);
    }
    let (mut previous, mut current) = (modulus, remainder(value, modulus));
    let (mut previous_factor, mut factor) = (0i128, 1i128);
    while current != 0 {
        let quotient = previous / current;
        (previous, current) = (current, previous - quotient * current);
        let next = previous_factor.checked_sub(quotient.checked_mul(factor)?)?;
        (previous_factor, factor) = (factor, next);
    }
    (previous == 1).then(|| remainder(previous_factor, modulus))
}

/// The product modulo `modulus` of two numbers in `0..modulus`.
fn multiply_modulo(left: i128, right: i128, modulus: i128) -> Option<i128> {
    if let Some(product) = left.checked_mul(right) {
        return Some(remainder(product, modulus));
    }
    // Double and add; each step stays below twice the modulus.
    let (mut sum, mut addend, mut factor) = (0i128, left, right);
    while factor > 0 {
        if factor & 1 == 1 {
            sum = remainder(sum.checked_add(addend)?, modulus);
        }
        addend = remainder(addend.checked_add(addend)?, modulus);
        factor >>= 1;
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small_ranges() -> Vec<Range> {
        let mut ranges = Vec::new();
        for lower in [None, Some(-3), Some(0), Some(2)] {
            for upper in [None, Some(-1), Some(2), Some(5)] {
                for modulus in 1..=4 {
                    for residue in 0..modulus {
                        ranges.push(Range::between(lower, upper).meet(&Range::congruent(modulus, residue)));
                    }
                }
            }
        }
        ranges
    }

    #[test]
    fn meet_and_join_on_small_worlds() {
        for left in small_ranges() {
            for right in small_ranges() {
                let (meet, join) = (left.meet(&right), left.join(&right));
                for value in -15..=15 {
                    let (in_left, in_right) = (left.contains(value), right.contains(value));
                    assert_eq!(meet.contains(value), in_left && in_right, "{left:?} {right:?} {value}");
                    if in_left || in_right {
                        assert!(join.contains(value), "{left:?} {right:?} {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn solve_is_the_inverse_image() {
        for range in small_ranges() {
            for scale in [-3, -2, -1, 1, 2, 3, 4] {
                for offset in -3..=3 {
                    let solved = range.solve(scale, offset).expect("small numbers");
                    for value in -12..=12 {
                        assert_eq!(
                            solved.contains(value),
                            range.contains(scale * value + offset),
                            "{range:?} {scale} {offset} {value}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn large_moduli_do_not_overflow() {
        let modulus = 1i128 << 64;
        let range = Range::congruent(modulus, 5);
        let solved = range.solve(3, 0).expect("odd numbers have inverses");
        assert!(solved.contains(remainder(modular_inverse(3, modulus).unwrap() * 5, modulus)));
        let huge = Range::congruent((1i128 << 100) + 1, 7).meet(&Range::congruent((1i128 << 90) + 3, 2));
        assert!(!huge.is_empty());
    }
}
