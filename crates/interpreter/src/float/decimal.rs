//! Exact decimal expansions of binary numbers, and the binary number nearest to a decimal one.

use super::F80;

/// A natural number of any size, in base 10^9, least significant part first.
struct Decimal(Vec<u32>);

const BASE: u64 = 1_000_000_000;

impl Decimal {
    fn from(mut value: u64) -> Decimal {
        let mut parts = Vec::new();
        while value > 0 {
            parts.push((value % BASE) as u32);
            value /= BASE;
        }
        Decimal(parts)
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0;
        for part in &mut self.0 {
            let product = u64::from(*part) * u64::from(factor) + carry;
            *part = (product % BASE) as u32;
            carry = product / BASE;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Times `base^exponent`.
    fn scale(&mut self, base: u32, exponent: u32) {
        let mut rest = exponent;
        let mut chunk = base;
        let mut length = 1;
        while length < 8 && u64::from(chunk) * u64::from(base) < BASE {
            chunk *= base;
            length += 1;
        }
        while rest >= length {
            self.multiply(chunk);
            rest -= length;
        }
        for _ in 0..rest {
            self.multiply(base);
        }
    }

    fn digits(&self) -> Vec<u8> {
        let mut text = String::new();
        for (index, part) in self.0.iter().rev().enumerate() {
            if index == 0 {
                text.push_str(&part.to_string());
            } else {
                text.push_str(&format!("{part:09}"));
            }
        }
        text.into_bytes()
    }
}

/// The exact decimal expansion of `significand · 2^exponent`: `0.d₁d₂d₃… · 10^point`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// The digits as ASCII, without leading or trailing zeroes; empty for zero.
    pub digits: Vec<u8>,
    /// How many digits stand before the decimal point; negative for zeroes behind it.
    pub point: i32,
}

impl Expansion {
    pub fn of(significand: u64, exponent: i32) -> Expansion {
        let shift = if significand == 0 { 0 } else { significand.trailing_zeros() };
        let (significand, exponent) = (significand >> shift, exponent + shift as i32);
        let mut number = Decimal::from(significand);
        let mut places = 0;
        if exponent >= 0 {
            number.scale(2, exponent.unsigned_abs());
        } else {
            // x · 2^-n = x · 5^n · 10^-n.
            number.scale(5, exponent.unsigned_abs());
            places = exponent.unsigned_abs() as i32;
        }
        let mut digits = number.digits();
        let point = digits.len() as i32 - places;
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        if digits.is_empty() { Expansion { digits, point: 0 } } else { Expansion { digits, point } }
    }

    /// Keeps this many digits, rounding to nearest, ties to even. A negative count keeps nothing.
    pub fn round_to(&mut self, count: i64) {
        if count >= self.digits.len() as i64 {
            return;
        }
        if count < 0 {
            self.digits.clear();
            return;
        }
        let count = count as usize;
        let next = self.digits[count];
        let is_tie = next == b'5' && count + 1 == self.digits.len();
        let last_is_odd = count > 0 && self.digits[count - 1] % 2 == 1;
        let up = if is_tie { last_is_odd } else { next >= b'5' };
        self.digits.truncate(count);
        if up {
            let mut position = count;
            loop {
                if position == 0 {
                    self.digits.insert(0, b'1');
                    self.digits.truncate(count.max(1));
                    self.point += 1;
                    break;
                }
                position -= 1;
                if self.digits[position] == b'9' {
                    self.digits[position] = b'0';
                } else {
                    self.digits[position] += 1;
                    break;
                }
            }
        }
        while self.digits.last() == Some(&b'0') {
            self.digits.pop();
        }
    }

    /// The digit at a position counted from the first one.
    pub fn digit(&self, position: i64) -> u8 {
        usize::try_from(position).ok().and_then(|position| self.digits.get(position)).copied().unwrap_or(b'0')
    }
}

/// The number of the extended format nearest to `digits · 10^exponent`.
pub fn nearest_f80(negative: bool, digits: &[u8], exponent: i64) -> F80 {
    let digits: Vec<u8> = digits.iter().copied().skip_while(|&digit| digit == b'0').collect();
    if digits.is_empty() {
        return F80::round(negative, 0, 0, false);
    }
    let magnitude = exponent.saturating_add(digits.len() as i64);
    if magnitude > 5000 {
        return F80::infinity(negative);
    }
    if magnitude < -5100 {
        return F80::round(negative, 0, 0, false);
    }
    // Base 2^32, least significant part first.
    let mut number: Vec<u32> = Vec::new();
    for chunk in digits.chunks(9) {
        let factor = 10u32.pow(chunk.len() as u32);
        let value = chunk.iter().fold(0u32, |value, &digit| value * 10 + u32::from(digit - b'0'));
        multiply_add(&mut number, factor, value);
    }
    let mut binary_exponent = 0i32;
    let mut sticky = false;
    if exponent >= 0 {
        for _ in 0..exponent {
            multiply_add(&mut number, 10, 0);
        }
    } else {
        let places = exponent.unsigned_abs();
        // Enough zero bits on the right that the quotient has more than 64 significant bits.
        let words = (places as usize * 4).div_ceil(32) + 4;
        let mut shifted = vec![0; words];
        shifted.extend_from_slice(&number);
        number = shifted;
        binary_exponent = -(32 * words as i32);
        let mut rest = places;
        while rest > 0 {
            let step = rest.min(9);
            sticky |= divide(&mut number, 10u32.pow(step as u32));
            rest -= step;
        }
    }
    while number.last() == Some(&0) {
        number.pop();
    }
    let length = number.len();
    let taken = length.min(4);
    let top =
        number[length - taken..].iter().rev().fold(0u128, |value, &word| value << 32 | u128::from(word));
    sticky |= number[..length - taken].iter().any(|&word| word != 0);
    let exponent = binary_exponent + 32 * (length - taken) as i32;
    F80::round(negative, top, exponent, sticky)
}

fn multiply_add(number: &mut Vec<u32>, factor: u32, addend: u32) {
    let mut carry = u64::from(addend);
    for word in number.iter_mut() {
        let product = u64::from(*word) * u64::from(factor) + carry;
        *word = product as u32;
        carry = product >> 32;
    }
    if carry > 0 {
        number.push(carry as u32);
    }
}

/// Divides in place; whether there is a remainder.
fn divide(number: &mut [u32], divisor: u32) -> bool {
    let mut rest = 0u64;
    for word in number.iter_mut().rev() {
        let value = rest << 32 | u64::from(*word);
        *word = (value / u64::from(divisor)) as u32;
        rest = value % u64::from(divisor);
    }
    rest != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(significand: u64, exponent: i32) -> (String, i32) {
        let expansion = Expansion::of(significand, exponent);
        (String::from_utf8(expansion.digits).unwrap(), expansion.point)
    }

    #[test]
    fn expansions_are_exact() {
        assert_eq!(text(0, 5), (String::new(), 0));
        assert_eq!(text(1, 0), ("1".into(), 1));
        assert_eq!(text(5, 10), ("512".into(), 4));
        assert_eq!(text(1, -4), ("625".into(), -1));
        assert_eq!(text(3, -1), ("15".into(), 1));
        assert_eq!(text(1, 70), ("1180591620717411303424".into(), 22));
    }

    #[test]
    fn rounding_goes_to_the_nearest_and_ties_to_even() {
        let round = |digits: &str, count| {
            let mut expansion = Expansion { digits: digits.as_bytes().to_vec(), point: 1 };
            expansion.round_to(count);
            (String::from_utf8(expansion.digits).unwrap(), expansion.point)
        };
        assert_eq!(round("125", 2), ("12".into(), 1));
        assert_eq!(round("135", 2), ("14".into(), 1));
        assert_eq!(round("1251", 2), ("13".into(), 1));
        assert_eq!(round("999", 2), ("1".into(), 2));
        assert_eq!(round("5", 0), (String::new(), 1));
        assert_eq!(round("51", 0), ("1".into(), 2));
        assert_eq!(round("99", -1), (String::new(), 1));
    }

    #[test]
    fn the_nearest_number_is_found() {
        // As glibc's strtold gives them.
        assert_eq!(nearest_f80(false, b"1", -1).to_bits(), 0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(nearest_f80(true, b"25", -1), F80::from_f64(-2.5));
        assert_eq!(
            nearest_f80(false, b"314159265358979323846264338327950288", -35).to_bits(),
            0x4000_c90f_daa2_2168_c235
        );
        assert!(!nearest_f80(false, b"1", 4932).is_infinite());
        assert!(nearest_f80(false, b"1", 4933).is_infinite());
        assert!(nearest_f80(false, b"1", -6000).is_zero());
        for value in [0.1f64, 1e22, 123.456, 9.8e-10] {
            let text = format!("{value:e}");
            let (mantissa, exponent) = text.split_once('e').unwrap();
            let digits: Vec<u8> = mantissa.bytes().filter(|byte| *byte != b'.').collect();
            let places = mantissa.split_once('.').map_or(0, |(_, places)| places.len() as i64);
            let number = nearest_f80(false, &digits, exponent.parse::<i64>().unwrap() - places);
            assert_eq!(number.to_f64(), value);
        }
    }
}
