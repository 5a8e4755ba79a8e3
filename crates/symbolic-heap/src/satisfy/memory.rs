//! Concrete memories.

use crate::block::Region;
use pure_logic::term::Atom;
use std::collections::{BTreeMap, BTreeSet};

/// A memory and the registers through which it is seen.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ConcreteHeap {
    /// By the address of the first byte. Live blocks do not overlap.
    pub blocks: BTreeMap<u64, ConcreteBlock>,
    pub registers: Vec<Option<Word>>,
    pub held: Vec<Option<Word>>,
    /// Names whose value is known: the bases of static blocks.
    pub names: Vec<(Atom, u64)>,
    /// Blocks, by address, that the state need not describe: the frame of a local heap.
    pub frame: BTreeSet<u64>,
}

/// A block of a concrete memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConcreteBlock {
    pub region: Region,
    pub live: bool,
    /// As many as the block is long; `None` for one of which not every bit was stored.
    pub bytes: Vec<Option<u8>>,
    /// Bytes of which some bits were stored, such as those of bit-fields, by their offsets.
    pub partly: BTreeMap<u64, PartialByte>,
}

/// A byte of which some bits were stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PartialByte {
    pub bits: u8,
    /// The bits that are indeterminate.
    pub undefined: u8,
}

/// A machine word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word {
    pub bits: u128,
    /// At most 128.
    pub width: u32,
    /// The bits that are indeterminate.
    pub undefined: u128,
}

impl Word {
    /// A word of 64 bits, all of them defined.
    pub fn address(value: u64) -> Word {
        Word { bits: u128::from(value), width: 64, undefined: 0 }
    }

    /// A word of 32 bits, all of them defined.
    pub fn integer(value: i32) -> Word {
        Word { bits: u128::from(value as u32), width: 32, undefined: 0 }
    }

    /// Ones in all places of the word.
    pub(super) fn ones(self) -> u128 {
        if self.width >= 128 { u128::MAX } else { (1 << self.width) - 1 }
    }

    /// The little-endian word that bytes make up; `None` for more than 16.
    fn from_bytes(bytes: &[Option<u8>]) -> Option<Word> {
        if bytes.len() > 16 {
            return None;
        }
        let mut word = Word { bits: 0, width: 8 * bytes.len() as u32, undefined: 0 };
        for (index, byte) in bytes.iter().enumerate() {
            match byte {
                Some(byte) => word.bits |= u128::from(*byte) << (8 * index),
                None => word.undefined |= 0xff << (8 * index),
            }
        }
        Some(word)
    }
}

impl ConcreteBlock {
    /// A live heap block of which nothing was stored yet.
    pub fn heap(size: usize) -> ConcreteBlock {
        ConcreteBlock::new(Region::Heap, vec![None; size])
    }

    /// A live block with these bytes.
    pub fn new(region: Region, bytes: Vec<Option<u8>>) -> ConcreteBlock {
        ConcreteBlock { region, live: true, bytes, partly: BTreeMap::new() }
    }

    /// A live block with these bytes, and for each of them which of its bits were stored.
    pub fn stored(region: Region, bytes: &[u8], stored: &[u8]) -> ConcreteBlock {
        let mut block = ConcreteBlock::new(region, Vec::with_capacity(bytes.len()));
        for (offset, (&bits, &stored)) in (0u64..).zip(bytes.iter().zip(stored)) {
            block.bytes.push((stored == u8::MAX).then_some(bits));
            if !matches!(stored, 0 | u8::MAX) {
                block.partly.insert(offset, PartialByte { bits, undefined: !stored });
            }
        }
        block
    }

    /// Stores the low bytes of a value; what lies outside of the block is left out.
    pub fn store(&mut self, offset: usize, bytes: usize, value: u64) {
        for (place, byte) in self.bytes.iter_mut().skip(offset).take(bytes).zip(value.to_le_bytes()) {
            *place = Some(byte);
        }
    }

    /// The bytes `[start, end)`, if they lie inside.
    pub(super) fn range(&self, start: u64, end: u64) -> Option<&[Option<u8>]> {
        self.bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    /// The word at `[start, end)`, if it lies inside and every bit of it is defined.
    pub(crate) fn defined_word(&self, start: u64, end: u64) -> Option<Word> {
        self.word(start, end).filter(|word| word.undefined == 0)
    }

    /// The word at `[start, end)`, if it lies inside and has at most 16 bytes.
    pub(super) fn word(&self, start: u64, end: u64) -> Option<Word> {
        let mut word = Word::from_bytes(self.range(start, end)?)?;
        for (&offset, byte) in self.partly.range(start..end) {
            let place = 8 * (offset - start);
            word.bits |= u128::from(byte.bits & !byte.undefined) << place;
            word.undefined &= !(u128::from(!byte.undefined) << place);
        }
        Some(word)
    }
}
