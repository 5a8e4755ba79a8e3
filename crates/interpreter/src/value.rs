//! What a register holds while the program runs.

use ir::Scalar;

/// Which block a value points into, or of which pointer it is a part.
///
/// A block is known by its slot and the slot's generation; slots are used again, generations are not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Provenance {
    /// 0 for none.
    pub(crate) slot: u32,
    /// The generation in the upper 28 bits, the part in the lower 4.
    pub(crate) tag: u32,
}

impl Provenance {
    pub const NONE: Provenance = Provenance { slot: 0, tag: 0 };

    /// The mark of a value that a function failed to return.
    pub(crate) const NOT_RETURNED: Provenance = Provenance { slot: 0, tag: 1 };

    /// The part that says: computed from the address, but no longer the address itself.
    const DERIVED: u32 = 15;

    pub(crate) fn new(slot: u32, generation: u32) -> Provenance {
        Provenance { slot, tag: generation << 4 }
    }

    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.slot == 0
    }

    pub(crate) fn generation(self) -> u32 {
        self.tag >> 4
    }

    /// At which byte of the pointer the value starts: 0 for a whole pointer.
    pub(crate) fn part(self) -> u32 {
        self.tag & 15
    }

    pub(crate) fn with_part(self, part: u32) -> Provenance {
        Provenance { slot: self.slot, tag: self.tag & !15 | part }
    }

    /// The provenance of a whole pointer into the same block.
    pub(crate) fn whole(self) -> Provenance {
        self.with_part(0)
    }

    pub(crate) fn derived(self) -> Provenance {
        if self.is_none() { self } else { self.with_part(Self::DERIVED) }
    }

    pub(crate) fn is_derived(self) -> bool {
        self.part() == Self::DERIVED
    }

    /// The same block, whatever the part.
    pub(crate) fn same_block(self, other: Provenance) -> bool {
        self.slot == other.slot && self.generation() == other.generation()
    }
}

/// Up to 64 bits, which of them are undefined, and where they point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// INVARIANT: bits above the width of the register are zero, here and in `undefined`.
    pub bits: u64,
    /// A set bit was never initialised, or was computed from one that was not.
    pub undefined: u64,
    pub provenance: Provenance,
}

impl Value {
    pub const ZERO: Value = Value { bits: 0, undefined: 0, provenance: Provenance::NONE };

    #[inline(always)]
    pub fn new(bits: u64) -> Value {
        Value { bits, undefined: 0, provenance: Provenance::NONE }
    }

    pub fn pointer(bits: u64, provenance: Provenance) -> Value {
        Value { bits, undefined: 0, provenance }
    }

    /// A value of this width of which nothing is known.
    pub fn undefined(width: u32) -> Value {
        Value { bits: 0, undefined: low_mask(width), provenance: Provenance::NONE }
    }

    pub fn is_defined(self) -> bool {
        self.undefined == 0
    }

    /// The value read as a signed integer of this width.
    pub fn signed(self, width: u32) -> i64 {
        sign_extend(self.bits, width)
    }
}

/// Up to 128 bits: what a register of any scalar holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WideValue {
    pub bits: u128,
    pub undefined: u128,
    pub provenance: Provenance,
}

impl WideValue {
    pub fn new(bits: u128) -> WideValue {
        WideValue { bits, undefined: 0, provenance: Provenance::NONE }
    }

    pub fn undefined(scalar: Scalar) -> WideValue {
        WideValue { bits: 0, undefined: wide_mask(scalar.bits()), provenance: Provenance::NONE }
    }

    /// The low 64 bits as they are kept in one register cell.
    pub fn low(self) -> Value {
        Value { bits: self.bits as u64, undefined: self.undefined as u64, provenance: self.provenance }
    }

    /// The high 64 bits.
    pub fn high(self) -> Value {
        Value {
            bits: (self.bits >> 64) as u64,
            undefined: (self.undefined >> 64) as u64,
            provenance: Provenance::NONE,
        }
    }

    pub fn from_halves(low: Value, high: Value) -> WideValue {
        WideValue {
            bits: u128::from(low.bits) | u128::from(high.bits) << 64,
            undefined: u128::from(low.undefined) | u128::from(high.undefined) << 64,
            provenance: low.provenance,
        }
    }
}

impl From<Value> for WideValue {
    fn from(value: Value) -> WideValue {
        WideValue {
            bits: u128::from(value.bits),
            undefined: u128::from(value.undefined),
            provenance: value.provenance,
        }
    }
}

/// The lowest `width` bits, for widths from 0 to 64.
#[inline(always)]
pub fn low_mask(width: u32) -> u64 {
    if width == 0 { 0 } else { u64::MAX >> (64 - width) }
}

/// The lowest `width` bits, for widths from 0 to 128.
pub fn wide_mask(width: u32) -> u128 {
    if width == 0 { 0 } else { u128::MAX >> (128 - width) }
}

/// The low `width` bits read as a signed integer; `1 ≤ width ≤ 64`.
#[inline(always)]
pub fn sign_extend(bits: u64, width: u32) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}

/// The low `width` bits read as a signed integer; `1 ≤ width ≤ 128`.
pub fn sign_extend_wide(bits: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((bits << shift) as i128) >> shift
}
