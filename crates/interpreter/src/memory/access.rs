//! Loads and stores of scalars and bit-fields.

use super::pointers::{PointerMap, RangeProvenance};
use super::{Block, Checked, Memory};
use crate::choices::{ChoiceKind, RecordedChoices};
use crate::value::{Provenance, Value, WideValue, low_mask, sign_extend, wide_mask};

fn read_little_endian(bytes: &[u8]) -> u64 {
    match bytes.len() {
        8 => u64::from_le_bytes(bytes.try_into().unwrap_or([0; 8])),
        4 => u64::from(u32::from_le_bytes(bytes.try_into().unwrap_or([0; 4]))),
        1 => u64::from(bytes[0]),
        2 => u64::from(u16::from_le_bytes(bytes.try_into().unwrap_or([0; 2]))),
        _ => bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)),
    }
}

fn write_little_endian(bytes: &mut [u8], value: u64) {
    match bytes.len() {
        8 => bytes.copy_from_slice(&value.to_le_bytes()),
        4 => bytes.copy_from_slice(&(value as u32).to_le_bytes()),
        1 => bytes[0] = value as u8,
        2 => bytes.copy_from_slice(&(value as u16).to_le_bytes()),
        _ => {
            for (position, byte) in bytes.iter_mut().enumerate() {
                *byte = (value >> (8 * position)) as u8;
            }
        }
    }
}

fn read_wide(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

impl Memory {
    /// The slot and the offset of an access of `size` bytes, `size ≥ 1`, if it is allowed.
    #[inline(always)]
    pub fn locate(&self, address: Value, size: u64, is_write: bool) -> Checked<(usize, usize)> {
        let slot = address.provenance.slot as usize;
        if let Some(block) = self.blocks.get(slot) {
            let offset = address.bits.wrapping_sub(block.base);
            if block.tag == address.provenance.tag
                && address.undefined == 0
                && offset < block.size
                && block.size - offset >= size
                && !(is_write && block.is_constant)
            {
                return Ok((slot, offset as usize));
            }
        }
        self.locate_slow(address, size, is_write)
    }

    /// Reads up to 8 bytes.
    #[inline(always)]
    pub fn load(&mut self, address: Value, size: usize) -> Checked<Value> {
        let (slot, offset) = self.locate(address, size as u64, false)?;
        let block = &self.blocks[slot];
        let bits = read_little_endian(block.bytes(offset, size));
        let masks = read_little_endian(block.masks(offset, size));
        let undefined = !masks & low_mask(size as u32 * 8);
        let provenance = match &block.pointers {
            None => Provenance::NONE,
            Some(_) => self.load_provenance(slot, offset, size),
        };
        Ok(Value { bits, undefined, provenance })
    }

    fn load_provenance(&mut self, slot: usize, offset: usize, size: usize) -> Provenance {
        let Some(pointers) = &self.blocks[slot].pointers else { return Provenance::NONE };
        match pointers.load(offset, size) {
            RangeProvenance::None => Provenance::NONE,
            RangeProvenance::One(provenance) => provenance,
            RangeProvenance::Mixed(found) => {
                for provenance in found {
                    self.expose(provenance);
                }
                Provenance::NONE
            }
        }
    }

    /// Writes up to 8 bytes.
    #[inline(always)]
    pub fn store(&mut self, address: Value, value: Value, size: usize) -> Checked<()> {
        let (slot, offset) = self.locate(address, size as u64, true)?;
        let block = &mut self.blocks[slot];
        write_little_endian(&mut block.data[offset..offset + size], value.bits);
        write_little_endian(block.masks_mut(offset, size), !value.undefined);
        if value.provenance.is_none() {
            if let Some(pointers) = &mut block.pointers {
                pointers.clear(offset, size);
            }
        } else {
            self.store_provenance(slot, offset, size, value.provenance);
        }
        Ok(())
    }

    fn store_provenance(&mut self, slot: usize, offset: usize, size: usize, provenance: Provenance) {
        pointer_map(&mut self.blocks[slot], self.pointer_bytes).store(offset, size, provenance);
    }

    /// Reads up to 16 bytes.
    pub fn load_wide(&mut self, address: Value, size: usize) -> Checked<WideValue> {
        if size <= 8 {
            return self.load(address, size).map(WideValue::from);
        }
        let (slot, offset) = self.locate(address, size as u64, false)?;
        let block = &self.blocks[slot];
        let bits = read_wide(block.bytes(offset, size));
        let undefined = !read_wide(block.masks(offset, size)) & wide_mask(size as u32 * 8);
        let provenance = self.load_provenance(slot, offset, size);
        Ok(WideValue { bits, undefined, provenance })
    }

    /// Writes up to 16 bytes.
    pub fn store_wide(&mut self, address: Value, value: WideValue, size: usize) -> Checked<()> {
        if size <= 8 {
            return self.store(address, value.low(), size);
        }
        let (slot, offset) = self.locate(address, size as u64, true)?;
        let block = &mut self.blocks[slot];
        for position in 0..size {
            block.data[offset + position] = (value.bits >> (8 * position)) as u8;
            block.masks_mut(offset, size)[position] = !(value.undefined >> (8 * position)) as u8;
        }
        if !value.provenance.is_none() {
            self.store_provenance(slot, offset, size, value.provenance);
        } else if let Some(pointers) = &mut block.pointers {
            pointers.clear(offset, size);
        }
        Ok(())
    }

    /// Reads `width` bits from bit `bit_offset` on, without extension.
    pub fn load_bits(&mut self, address: Value, bit_offset: u32, width: u32) -> Checked<Value> {
        let size = (bit_offset + width).div_ceil(8) as usize;
        let (slot, offset) = self.locate(address, size as u64, false)?;
        let block = &self.blocks[slot];
        let bits = (read_wide(block.bytes(offset, size)) >> bit_offset) as u64 & low_mask(width);
        let undefined = (!read_wide(block.masks(offset, size)) >> bit_offset) as u64 & low_mask(width);
        Ok(Value { bits, undefined, provenance: Provenance::NONE })
    }

    /// Writes the low `width` bits of the value from bit `bit_offset` on.
    pub fn store_bits(&mut self, address: Value, bit_offset: u32, width: u32, value: Value) -> Checked<()> {
        let size = (bit_offset + width).div_ceil(8) as usize;
        let (slot, offset) = self.locate(address, size as u64, true)?;
        let block = &mut self.blocks[slot];
        let field = u128::from(low_mask(width)) << bit_offset;
        let insert = |old: u128, new: u64| old & !field | u128::from(new) << bit_offset & field;
        let bits = insert(read_wide(block.bytes(offset, size)), value.bits);
        let masks = insert(read_wide(block.masks(offset, size)), !value.undefined);
        for position in 0..size {
            block.data[offset + position] = (bits >> (8 * position)) as u8;
            block.masks_mut(offset, size)[position] = (masks >> (8 * position)) as u8;
        }
        if let Some(pointers) = &mut block.pointers {
            pointers.clear(offset, size);
        }
        if !value.provenance.is_none() {
            self.expose(value.provenance);
        }
        Ok(())
    }

    /// Asks for the contents of uninitialised bytes in a range that were not asked for before.
    pub fn choose_contents(
        &mut self,
        slot: usize,
        offset: usize,
        size: usize,
        choices: &mut RecordedChoices,
    ) {
        let block = &mut self.blocks[slot];
        let Some(chosen) = &mut block.chosen else { return };
        let block_size = block.size as usize;
        let open = |data: &[u8], chosen: &[bool], position: usize| {
            !chosen[position] && data[block_size + position] != 0xff
        };
        let mut start = offset;
        while start < offset + size {
            let end = (start + 8).min(offset + size);
            if (start..end).any(|position| open(&block.data, chosen, position)) {
                let answer = choices.choose(ChoiceKind::Uninitialised, (end - start) as u32 * 8);
                for position in start..end {
                    if open(&block.data, chosen, position) {
                        let byte = (answer >> (8 * (position - start))) as u8;
                        let mask = block.data[block_size + position];
                        block.data[position] = block.data[position] & mask | byte & !mask;
                        chosen[position] = true;
                    }
                }
            }
            start = end;
        }
    }

    /// Whether uninitialised contents are asked from the choices.
    pub fn contents_are_chosen(&self) -> bool {
        self.policies.uninitialised == crate::options::UninitialisedContents::Chosen
    }
}

/// The pointers of a block, made when the first one is stored.
pub(super) fn pointer_map(block: &mut Block, pointer_bytes: usize) -> &mut PointerMap {
    let size = block.size as usize;
    block.pointers.get_or_insert_with(|| Box::new(PointerMap::new(size, pointer_bytes)))
}

/// A bit-field's bits extended to a register of `target` bits.
pub(crate) fn extend_bits(value: Value, width: u32, target: u32, is_signed: bool) -> Value {
    if !is_signed || width >= target {
        return value;
    }
    let mask = low_mask(target);
    let sign_is_undefined = value.undefined >> (width - 1) & 1 == 1;
    let high = mask & !low_mask(width);
    Value {
        bits: sign_extend(value.bits, width) as u64 & mask,
        undefined: if sign_is_undefined { value.undefined | high } else { value.undefined },
        provenance: Provenance::NONE,
    }
}
