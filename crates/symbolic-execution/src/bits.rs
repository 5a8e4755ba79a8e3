//! Bit-fields: reading and writing some bits of a word.

use crate::context::Context;
use crate::memory::Access;
use crate::outcome::Step;
use crate::path::Path;
use ir::Scalar;
use pure_logic::Width;
use symbolic_heap::{Content, State, Value, with_free_bits};

/// Which bits, counted from the least significant bit of the byte at the address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRange {
    pub offset: u32,
    pub width: u32,
}

impl BitRange {
    /// The bytes that contain the bits.
    fn bytes(self) -> u64 {
        u64::from((self.offset + self.width).div_ceil(8))
    }
}

impl Context<'_> {
    /// The bits, extended to a word.
    pub fn load_bits(
        &mut self,
        state: &mut State,
        path: &mut Path,
        address: Value,
        range: BitRange,
        is_signed: bool,
    ) -> Step<Value> {
        let size = self.constant(i128::from(range.bytes()));
        let (base, offset) = self.access(state, address, size, Access::Read)?;
        let unit = self.read_unit(state, path, base, offset, range)?;
        let shifted = self.solver.terms.divide(unit.term, 1 << range.offset);
        let width = Width { bits: range.width, signed: is_signed };
        let term = self.solver.terms.wrap(shifted, width);
        let undefined = unit.undefined >> range.offset & ((1 << range.width) - 1);
        Ok(Value { term, undefined: if undefined == 0 { 0 } else { u128::MAX } })
    }

    pub fn store_bits(
        &mut self,
        state: &mut State,
        path: &mut Path,
        address: Value,
        range: BitRange,
        value: Value,
    ) -> Step<()> {
        let size = self.constant(i128::from(range.bytes()));
        let (base, offset) = self.access(state, address, size, Access::Write)?;
        let unit = self.read_unit(state, path, base, offset, range)?;
        let (unit_bits, low) = (range.bytes() as u32 * 8, 1i128 << range.offset);
        let mask = ((1u128 << range.width) - 1) << range.offset;
        let new = self.solver.terms.modulo(value.term, 1 << range.width);
        let term = match unit.undefined & !mask {
            // What was never stored needs no name that tells how it was read.
            never_stored if never_stored != 0 && unit_bits <= 64 => {
                let ones = (1i128 << unit_bits) - 1;
                let kept = self.solver.terms.and_constant(unit.term, ones & !(mask | never_stored) as i128);
                let kept = with_free_bits(&mut self.solver, &mut state.facts, kept, never_stored, unit_bits);
                self.solver.terms.add_scaled(kept, low, new)
            }
            // unit = high·2^(offset+width) + old·2^offset + rest: put the new bits in the place of the old.
            _ => {
                let whole = self.unsigned(&state.facts, unit.term, unit_bits);
                let terms = &mut self.solver.terms;
                let shifted = terms.divide(whole, low);
                let old = terms.modulo(shifted, 1 << range.width);
                terms.linear(0, &[(1, whole), (-low, old), (low, new)])
            }
        };
        let undefined = unit.undefined & !mask | (value.undefined << range.offset & mask);
        let undefined = undefined & ((1 << unit_bits) - 1);
        let end = self.solver.terms.add(offset, size);
        let content = Content::Scalar(Value { term, undefined });
        self.write_run(state, path, base, offset, end, content)
    }

    /// The bytes that contain the bits, as one unsigned number.
    fn read_unit(
        &mut self,
        state: &mut State,
        path: &mut Path,
        base: pure_logic::term::Atom,
        offset: pure_logic::Term,
        range: BitRange,
    ) -> Step<Value> {
        if let Some(scalar) = Scalar::integer_of_bytes(range.bytes()).filter(|scalar| scalar.bits() <= 64) {
            return self.read_word(state, path, base, offset, scalar);
        }
        // An odd number of bytes: put together from single ones.
        let mut unit = Value::defined(self.constant(0));
        for index in 0..range.bytes() {
            let place = self.solver.terms.add_constant(offset, i128::from(index));
            let byte = self.read_word(state, path, base, place, Scalar::I8)?;
            let number = self.unsigned(&state.facts, byte.term, 8);
            unit.term = self.solver.terms.add_scaled(unit.term, 1 << (8 * index), number);
            unit.undefined |= (byte.undefined & 0xff) << (8 * index);
        }
        Ok(unit)
    }
}
