//! The word that cells make up.

use super::may_be_undefined;
use crate::context::Context;
use crate::path::Path;
use ir::Scalar;
use symbolic_heap::{Cell, Content, HeapRule, State, Value, is_broken};

impl Context<'_> {
    /// The word that a row of cells, of as many bytes together, makes up.
    pub(crate) fn word_of_cells(
        &mut self,
        state: &mut State,
        path: &mut Path,
        cells: &[Cell],
        scalar: Scalar,
    ) -> Value {
        if let [Cell { content, .. }] = cells {
            match *content {
                Content::Scalar(value) => return value,
                Content::Fill(byte) => {
                    let number = fill_number(byte, scalar);
                    return match number {
                        Some(number) => Value::defined(self.constant(number)),
                        None => self.opaque(state, path, scalar, 0, "a wide word"),
                    };
                }
                Content::Uninitialised if !is_broken(&self.solver, HeapRule::UninitialisedReadIsDefined) => {
                    return Value::indeterminate(self.unknown_word(state, scalar, "undef"));
                }
                Content::Each(family) if u64::from(family.bytes) == scalar.bytes() => {
                    return self.word_of_family(state, family, cells[0].start, scalar);
                }
                Content::Striped(stripes) => {
                    return match self.stripe_at(&state.facts, stripes, cells[0].start, scalar) {
                        Some(family) => self.word_of_family(state, family, cells[0].start, scalar),
                        // It may be one of those that nobody stored.
                        None => {
                            path.approximate("a word between those that are told of");
                            Value::indeterminate(self.unknown_word(state, scalar, "undef"))
                        }
                    };
                }
                Content::Tiles(_) | Content::Text => {
                    return Value::indeterminate(self.unknown_word(state, scalar, "undef"));
                }
                Content::Letters => {
                    let word = self.unknown_word(state, scalar, "letter");
                    let fact = self.solver.terms.non_zero(word);
                    state.facts.assume(&mut self.solver, fact);
                    return Value::defined(word);
                }
                Content::Each(_)
                | Content::Owning(_)
                | Content::Unknown
                | Content::Uninitialised
                | Content::Absent => {
                    return Value::defined(self.unknown_word(state, scalar, "m"));
                }
            }
        }
        let mut sum = self.constant(0);
        let mut shift: u32 = 0;
        let mut undefined: u128 = 0;
        for cell in cells {
            let length = self.solver.terms.subtract(cell.end, cell.start);
            // Of a letter one cell has the byte, as the facts show. Larger words are seldom worth the questions.
            let length = if scalar == Scalar::I8 { self.simplest(&state.facts, length) } else { length };
            let length = self.solver.terms.as_constant(length).and_then(|bytes| u32::try_from(bytes).ok());
            let (Some(length), true) = (length.filter(|&length| length <= 8), shift < 64) else {
                let is_undefined = cells.iter().any(|cell| may_be_undefined(cell.content));
                let undefined = if is_undefined { u128::MAX } else { 0 };
                return self.opaque(state, path, scalar, undefined, "a word made of parts");
            };
            let bits = length.saturating_mul(8);
            let part = match cell.content {
                Content::Scalar(value) if bits < 128 => {
                    undefined |= (value.undefined & ((1 << bits) - 1)) << shift;
                    self.unsigned(&state.facts, value.term, bits)
                }
                Content::Fill(byte) => {
                    let number = (0..length).fold(0, |sum, _| sum << 8 | i128::from(byte));
                    self.constant(number)
                }
                Content::Uninitialised | Content::Striped(_) | Content::Text | Content::Tiles(_) => {
                    undefined |= ((1u128 << bits) - 1) << shift;
                    self.constant(0)
                }
                Content::Scalar(_)
                | Content::Each(_)
                | Content::Owning(_)
                | Content::Unknown
                | Content::Letters
                | Content::Absent => {
                    let word = self.fresh("m");
                    let high = (1 << bits) - 1;
                    let range = self.between(0, word, high);
                    state.facts.assume_all(&mut self.solver, &range);
                    word
                }
            };
            sum = self.solver.terms.add_scaled(sum, 1 << shift, part);
            shift += bits;
        }
        if undefined != 0 {
            return Value { term: self.unknown_word(state, scalar, "undef"), undefined };
        }
        Value::defined(sum)
    }
}

/// A word whose bytes are all the same.
fn fill_number(byte: u8, scalar: Scalar) -> Option<i128> {
    if byte == 0 {
        return Some(0);
    }
    (scalar.bytes() <= 8).then(|| (0..scalar.bytes()).fold(0, |sum, _| sum << 8 | i128::from(byte)))
}
