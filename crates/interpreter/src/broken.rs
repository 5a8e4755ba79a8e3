//! Deliberately wrong rules.
//!
//! A check that never fails proves nothing. Each variant names one rule of the interpreter that can be made
//! wrong on purpose; the comparison of random programs with compiled ones must notice every one.
//! Without the feature `broken-rules` the questions below are constant and the compiler removes them.

/// One rule that can be broken on purpose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BrokenRule {
    /// Sign extension fills with zeroes.
    SignExtensionFillsZero,
    /// Zero extension copies the sign.
    ZeroExtensionFillsSign,
    /// Unsigned 32-bit addition does not wrap.
    AdditionForgetsWrap,
    /// Truncation keeps one bit too many.
    TruncationKeepsBit,
    /// Signed division rounds towards minus infinity.
    DivisionRoundsDown,
    /// The remainder has the sign of the divisor.
    RemainderTakesDivisorSign,
    /// Arithmetic shift right fills with zeroes.
    ShiftForgetsSign,
    /// Signed comparison reads its operands as unsigned.
    SignedComparisonIsUnsigned,
    /// `<=` is `<`.
    LessEqualIsLess,
    /// The last byte of a block is out of bounds.
    BoundsOffByOne,
    /// Pointer arithmetic on elements of four bytes takes them for two.
    PointerScaleIsHalved,
    /// A bit-field store also clears the bit above the field.
    BitStoreClearsNeighbour,
    /// A signed bit-field is loaded without its sign.
    BitLoadForgetsSign,
    /// A switch range does not include its last value.
    SwitchRangeExcludesLast,
    /// Multiplication keeps only the low 32 bits of its operands.
    MultiplicationIsNarrow,
    /// Block copies leave out the last byte.
    CopyForgetsLastByte,
    /// Loads of 2 bytes read the bytes in the wrong order.
    HalfLoadSwapsBytes,
    /// Conversion from unsigned to floating point reads a signed value.
    UnsignedToFloatIsSigned,
}

impl BrokenRule {
    /// Every rule, in the order of declaration.
    pub const ALL: &'static [BrokenRule] = &[
        BrokenRule::SignExtensionFillsZero,
        BrokenRule::ZeroExtensionFillsSign,
        BrokenRule::AdditionForgetsWrap,
        BrokenRule::TruncationKeepsBit,
        BrokenRule::DivisionRoundsDown,
        BrokenRule::RemainderTakesDivisorSign,
        BrokenRule::ShiftForgetsSign,
        BrokenRule::SignedComparisonIsUnsigned,
        BrokenRule::LessEqualIsLess,
        BrokenRule::BoundsOffByOne,
        BrokenRule::PointerScaleIsHalved,
        BrokenRule::BitStoreClearsNeighbour,
        BrokenRule::BitLoadForgetsSign,
        BrokenRule::SwitchRangeExcludesLast,
        BrokenRule::MultiplicationIsNarrow,
        BrokenRule::CopyForgetsLastByte,
        BrokenRule::HalfLoadSwapsBytes,
        BrokenRule::UnsignedToFloatIsSigned,
    ];
}

/// Whether `rule` is the one that is broken; constantly false without the feature.
#[inline(always)]
pub(crate) fn is(selected: Option<BrokenRule>, rule: BrokenRule) -> bool {
    cfg!(feature = "broken-rules") && selected == Some(rule)
}
