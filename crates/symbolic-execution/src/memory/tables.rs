//! Reads from tables of constants at an index that is not known.
//!
//! ```text
//!   t[0], …, t[n - 1] constants        o = c + k₁·x₁ + … + kₘ·xₘ        low ≤ o ≤ high
//!  ─────────────────────────────────────────────────────────────────────────────────── table
//!   the word at o is between the least and the greatest word at low ≤ p ≤ high, p ≡ c mod gcd(k₁, …, kₘ)
//! ```
//!
//! Sound: the read gives the word at one of these places.
//! If the words at the last places are zero and no others are, a word that is zero tells that the place is one of them, and the other
//! way round: the end of a text that is a constant.
//! So the states of a machine stay what its table of transitions has, whatever is read from outside.

use crate::context::Context;
use crate::limits::BYTES_OF_A_TABLE;
use ir::Scalar;
use pure_logic::Term;
use symbolic_heap::{Cell, Cells, Content, State, Value};

/// What the words of a part of a table are.
pub(super) struct Words {
    low: i128,
    high: i128,
    /// The first place of a zero, if there are only zeros from there on and none before.
    end: Option<i128>,
}

impl Context<'_> {
    /// What a read of constants may give.
    pub(super) fn words_of_constants(
        &mut self,
        state: &State,
        cells: &Cells,
        offset: Term,
        scalar: Scalar,
    ) -> Option<Words> {
        let length = i128::from(scalar.bytes());
        if scalar.is_float() || length > 8 {
            return None;
        }
        let end = self.solver.terms.as_constant(cells.as_slice().last()?.end)?;
        let bounds = state.facts.bounds(&mut self.solver, offset);
        let low = bounds.lower.unwrap_or(0).max(0);
        let high = bounds.upper.unwrap_or(end).min(end - length);
        if low > high || high - low > BYTES_OF_A_TABLE {
            return None;
        }
        let bytes = self.constant_bytes(cells, (low, high + length))?;
        let terms = &self.solver.terms;
        let stride = terms.summands(offset).iter().fold(0, |gcd, &(_, factor)| greatest_divisor(gcd, factor));
        let stride = stride.max(1);
        let first = low + (terms.constant_part(offset) - low).rem_euclid(stride);
        let places = (0..).map(|index| first + index * stride).take_while(|&place| place <= high);
        let words: Vec<(i128, i128)> = places
            .map(|place| {
                let start = usize::try_from(place - low).unwrap_or(0);
                (place, word_of(&bytes[start..start + scalar.bytes() as usize]))
            })
            .collect();
        let numbers = || words.iter().map(|word| word.1);
        // Where zeros begin, if nothing else is behind them: the end of a text.
        let end = words.iter().position(|word| word.1 == 0);
        let end = end.filter(|&end| words[end..].iter().all(|word| word.1 == 0));
        Some(Words { low: numbers().min()?, high: numbers().max()?, end: end.map(|end| words[end].0) })
    }

    /// A word of a table, at an offset.
    pub(super) fn word_of_table(&mut self, state: &mut State, words: &Words, offset: Term) -> Value {
        let &Words { low, high, end } = words;
        if low == high {
            return Value::defined(self.constant(low));
        }
        let word = self.fresh("entry");
        let facts = self.between(low, word, high);
        state.facts.assume_all(&mut self.solver, &facts);
        if let Some(end) = end {
            let end = self.constant(end);
            let terms = &mut self.solver.terms;
            let (is_zero, is_not) = (terms.zero(word), terms.non_zero(word));
            let (before, behind) = (terms.less_than(offset, end), terms.at_most(end, offset));
            let clauses = [terms.any_of(&[is_zero, before]), terms.any_of(&[is_not, behind])];
            state.facts.assume_all(&mut self.solver, &clauses);
        }
        Value::defined(word)
    }

    /// The bytes of a part of a block, if all of them are constants at constant places.
    fn constant_bytes(&mut self, cells: &Cells, (low, high): (i128, i128)) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(usize::try_from(high - low).ok()?);
        for &Cell { start, end, content } in cells.iter() {
            let (start, end) = (self.solver.terms.as_constant(start)?, self.solver.terms.as_constant(end)?);
            if end <= low || high <= start {
                continue;
            }
            let byte_at = |offset: i128| match content {
                Content::Fill(byte) => Some(byte),
                Content::Scalar(value) if value.is_defined() => {
                    let number = self.solver.terms.as_constant(value.term)?;
                    number.to_le_bytes().get(usize::try_from(offset).ok()?).copied()
                }
                _ => None,
            };
            for place in start.max(low)..end.min(high) {
                bytes.push(byte_at(place - start)?);
            }
        }
        (bytes.len() as i128 == high - low).then_some(bytes)
    }
}

/// A little-endian word, read as words of its size are: those of four bytes and more with a sign.
fn word_of(bytes: &[u8]) -> i128 {
    let unsigned = bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | i128::from(byte));
    let bits = 8 * bytes.len();
    match bits >= 32 && unsigned >> (bits - 1) == 1 {
        true => unsigned - (1 << bits),
        false => unsigned,
    }
}

fn greatest_divisor(a: i128, b: i128) -> i128 {
    match b {
        0 => a.abs(),
        _ => greatest_divisor(b, a % b),
    }
}

#[cfg(test)]
mod tests {
    use super::{greatest_divisor, word_of};

    #[test]
    fn words_of_four_bytes_have_a_sign_and_letters_have_none() {
        assert_eq!(word_of(&[0xff]), 255);
        assert_eq!(word_of(&[0xff, 0xff]), 65535);
        assert_eq!(word_of(&[0xff; 4]), -1);
        assert_eq!(word_of(&[1, 0, 0, 0x80]), 1 - (1 << 31));
        assert_eq!(word_of(&[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), -2);
    }

    #[test]
    fn strides_are_what_all_factors_have_in_common() {
        assert_eq!(greatest_divisor(0, 12), 12);
        assert_eq!(greatest_divisor(12, -8), 4);
        assert_eq!(greatest_divisor(7, 0), 7);
    }
}
