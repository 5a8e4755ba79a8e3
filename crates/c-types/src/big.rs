//! Natural numbers of any size: just what reading a decimal fraction exactly takes.

/// INVARIANT: little endian, the last limb is not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BigNatural {
    limbs: Vec<u32>,
}

impl BigNatural {
    pub fn from_u32(value: u32) -> BigNatural {
        BigNatural { limbs: if value == 0 { Vec::new() } else { vec![value] } }
    }

    /// From digits below ten, most significant first.
    pub fn from_decimal_digits(digits: &[u8]) -> BigNatural {
        let mut result = BigNatural::from_u32(0);
        for chunk in digits.chunks(9) {
            let value = chunk.iter().fold(0, |value, &digit| value * 10 + u32::from(digit));
            result.multiply_and_add(10u32.pow(chunk.len() as u32), value);
        }
        result
    }

    pub fn multiply_by_power_of_ten(&mut self, exponent: u32) {
        for _ in 0..exponent / 9 {
            self.multiply_and_add(1_000_000_000, 0);
        }
        self.multiply_and_add(10u32.pow(exponent % 9), 0);
    }

    fn multiply_and_add(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for limb in &mut self.limbs {
            let value = u64::from(*limb) * u64::from(factor) + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry != 0 {
            self.limbs.push(carry as u32);
        }
    }

    pub fn bit_length(&self) -> u32 {
        match self.limbs.last() {
            Some(top) => self.limbs.len() as u32 * 32 - top.leading_zeros(),
            None => 0,
        }
    }

    pub fn shift_left(&mut self, shift: u32) {
        if self.limbs.is_empty() {
            return;
        }
        let bits = shift % 32;
        if bits != 0 {
            let mut carry = 0;
            for limb in &mut self.limbs {
                let next = *limb >> (32 - bits);
                *limb = (*limb << bits) | carry;
                carry = next;
            }
            if carry != 0 {
                self.limbs.push(carry);
            }
        }
        self.limbs.splice(0..0, std::iter::repeat_n(0, shift as usize / 32));
    }

    /// The quotient, bit by bit (it is short), and whether there is a remainder.
    pub fn divide(&self, divisor: &BigNatural) -> (BigNatural, bool) {
        let mut quotient = BigNatural::from_u32(0);
        let steps = self.bit_length().saturating_sub(divisor.bit_length());
        let mut shifted = divisor.clone();
        shifted.shift_left(steps);
        let mut rest = self.clone();
        for _ in 0..=steps {
            quotient.shift_left(1);
            if rest.is_at_least(&shifted) {
                rest.subtract(&shifted);
                match quotient.limbs.first_mut() {
                    Some(lowest) => *lowest |= 1,
                    None => quotient = BigNatural::from_u32(1),
                }
            }
            shifted.halve();
        }
        (quotient, !rest.limbs.is_empty())
    }

    /// The top 128 bits, the first of them set, and whether any bit below is set.
    pub fn top_bits(&self) -> (u128, bool) {
        let mut value = 0u128;
        let mut is_inexact = false;
        let mut wanted = 128i64;
        for &limb in self.limbs.iter().rev() {
            let width = i64::from(if wanted == 128 { 32 - limb.leading_zeros() } else { 32 });
            let taken = width.min(wanted);
            value = if taken == 0 { value } else { (value << taken) | u128::from(limb >> (width - taken)) };
            is_inexact |= u64::from(limb) & ((1u64 << (width - taken)) - 1) != 0;
            wanted -= taken;
        }
        (if wanted == 128 { 0 } else { value << wanted }, is_inexact)
    }

    fn is_at_least(&self, other: &BigNatural) -> bool {
        if self.limbs.len() != other.limbs.len() {
            return self.limbs.len() > other.limbs.len();
        }
        self.limbs.iter().rev().ge(other.limbs.iter().rev())
    }

    /// `other` is not greater.
    fn subtract(&mut self, other: &BigNatural) {
        let mut borrow = false;
        for (index, limb) in self.limbs.iter_mut().enumerate() {
            let subtrahend = other.limbs.get(index).copied().unwrap_or(0);
            let (value, first) = limb.overflowing_sub(subtrahend);
            let (value, second) = value.overflowing_sub(u32::from(borrow));
            *limb = value;
            borrow = first || second;
        }
        self.normalize();
    }

    fn halve(&mut self) {
        let mut carry = 0;
        for limb in self.limbs.iter_mut().rev() {
            let next = *limb << 31;
            *limb = (*limb >> 1) | carry;
            carry = next;
        }
        self.normalize();
    }

    fn normalize(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotient_and_top_bits_of_a_large_power() {
        let mut power = BigNatural::from_u32(1);
        power.multiply_by_power_of_ten(30);
        let (quotient, has_rest) = power.divide(&BigNatural::from_decimal_digits(&[1, 0, 0, 0]));
        let mut expected = BigNatural::from_u32(1);
        expected.multiply_by_power_of_ten(27);
        assert_eq!((quotient, has_rest), (expected, false));
        assert!(power.divide(&BigNatural::from_u32(7)).1);
        let value = 10u128.pow(30);
        assert_eq!(power.top_bits(), (value << value.leading_zeros(), false));
        power.shift_left(200);
        assert_eq!(power.top_bits(), (value << value.leading_zeros(), false));
        assert_eq!(power.bit_length(), 128 - value.leading_zeros() + 200);
    }
}
