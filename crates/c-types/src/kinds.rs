//! What is known about the arithmetic types by themselves: widths, signs, ranks, formats.

use crate::float::Format;
use crate::types::{FloatKind, IntegerKind};
use source::DataModel;

impl IntegerKind {
    pub fn bytes(self, model: DataModel) -> u64 {
        match self {
            IntegerKind::Char
            | IntegerKind::UnsignedPlainChar
            | IntegerKind::SignedChar
            | IntegerKind::UnsignedChar => 1,
            IntegerKind::Short | IntegerKind::UnsignedShort => 2,
            IntegerKind::Int | IntegerKind::UnsignedInt => 4,
            IntegerKind::Long | IntegerKind::UnsignedLong => model.pointer_bytes(),
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => 8,
            IntegerKind::Int128 | IntegerKind::UnsignedInt128 => 16,
            IntegerKind::BitField { width, .. } => {
                if width <= 64 {
                    8
                } else {
                    16
                }
            }
        }
    }

    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            IntegerKind::BitField { width, .. } => width,
            _ => self.bytes(model) as u32 * 8,
        }
    }

    /// Plain `char` is signed on x86, and unsigned on most other machines.
    pub fn is_signed(self) -> bool {
        match self {
            IntegerKind::Char
            | IntegerKind::SignedChar
            | IntegerKind::Short
            | IntegerKind::Int
            | IntegerKind::Long
            | IntegerKind::LongLong
            | IntegerKind::Int128 => true,
            IntegerKind::UnsignedPlainChar
            | IntegerKind::UnsignedChar
            | IntegerKind::UnsignedShort
            | IntegerKind::UnsignedInt
            | IntegerKind::UnsignedLong
            | IntegerKind::UnsignedLongLong
            | IntegerKind::UnsignedInt128 => false,
            IntegerKind::BitField { is_signed, .. } => is_signed,
        }
    }

    /// The unsigned type of the same width and rank.
    pub fn to_unsigned(self) -> IntegerKind {
        match self {
            IntegerKind::Char
            | IntegerKind::UnsignedPlainChar
            | IntegerKind::SignedChar
            | IntegerKind::UnsignedChar => IntegerKind::UnsignedChar,
            IntegerKind::Short | IntegerKind::UnsignedShort => IntegerKind::UnsignedShort,
            IntegerKind::Int | IntegerKind::UnsignedInt => IntegerKind::UnsignedInt,
            IntegerKind::Long | IntegerKind::UnsignedLong => IntegerKind::UnsignedLong,
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => IntegerKind::UnsignedLongLong,
            IntegerKind::Int128 | IntegerKind::UnsignedInt128 => IntegerKind::UnsignedInt128,
            IntegerKind::BitField { width, .. } => IntegerKind::BitField { width, is_signed: false },
        }
    }

    /// The signed type of the same width and rank.
    pub fn to_signed(self) -> IntegerKind {
        match self {
            IntegerKind::Char
            | IntegerKind::UnsignedPlainChar
            | IntegerKind::SignedChar
            | IntegerKind::UnsignedChar => IntegerKind::SignedChar,
            IntegerKind::Short | IntegerKind::UnsignedShort => IntegerKind::Short,
            IntegerKind::Int | IntegerKind::UnsignedInt => IntegerKind::Int,
            IntegerKind::Long | IntegerKind::UnsignedLong => IntegerKind::Long,
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => IntegerKind::LongLong,
            IntegerKind::Int128 | IntegerKind::UnsignedInt128 => IntegerKind::Int128,
            IntegerKind::BitField { width, .. } => IntegerKind::BitField { width, is_signed: true },
        }
    }

    /// The conversion rank of C11 6.3.1.1; that of a bit-field is above `int`, and otherwise only
    /// its width counts.
    pub fn rank(self) -> u32 {
        match self {
            IntegerKind::Char
            | IntegerKind::UnsignedPlainChar
            | IntegerKind::SignedChar
            | IntegerKind::UnsignedChar => 1,
            IntegerKind::Short | IntegerKind::UnsignedShort => 2,
            IntegerKind::Int | IntegerKind::UnsignedInt => 3,
            IntegerKind::Long | IntegerKind::UnsignedLong | IntegerKind::BitField { .. } => 4,
            IntegerKind::LongLong | IntegerKind::UnsignedLongLong => 5,
            IntegerKind::Int128 | IntegerKind::UnsignedInt128 => 6,
        }
    }

    /// The integer promotion of a value that uses all bits of its type.
    pub fn promoted(self) -> IntegerKind {
        if self.rank() < IntegerKind::Int.rank() { IntegerKind::Int } else { self }
    }

    /// The smallest standard type of at least so many bits, as GCC picks it: `int` before `long`
    /// before `long long`.
    pub fn of_width(bits: u32, is_signed: bool, model: DataModel) -> IntegerKind {
        let kind = match bits {
            0..=8 => IntegerKind::SignedChar,
            9..=16 => IntegerKind::Short,
            17..=32 => IntegerKind::Int,
            33..=64 if model == DataModel::Lp64 => IntegerKind::Long,
            33..=64 => IntegerKind::LongLong,
            _ => IntegerKind::Int128,
        };
        if is_signed { kind } else { kind.to_unsigned() }
    }

    /// The value that the low bits of `value` stand for in this type. Values of an unsigned type
    /// of 128 bits keep their bit pattern.
    pub fn wrap(self, value: i128, model: DataModel) -> i128 {
        wrap(value, self.bits(model), self.is_signed())
    }

    pub fn contains(self, value: i128, model: DataModel) -> bool {
        self.wrap(value, model) == value
    }
}

/// The value of the low `bits` bits, read as signed or unsigned.
pub fn wrap(value: i128, bits: u32, is_signed: bool) -> i128 {
    if bits == 0 {
        return 0;
    }
    let Some(unused) = 128u32.checked_sub(bits).filter(|&unused| unused > 0) else { return value };
    if is_signed { (value << unused) >> unused } else { (((value as u128) << unused) >> unused) as i128 }
}

impl FloatKind {
    pub fn bytes(self, model: DataModel) -> u64 {
        match self {
            FloatKind::Float16 => 2,
            FloatKind::Float => 4,
            FloatKind::Double => 8,
            FloatKind::LongDouble if model == DataModel::Ilp32 => 12,
            FloatKind::LongDouble | FloatKind::Float128 => 16,
        }
    }

    pub fn format(self) -> Format {
        match self {
            FloatKind::Float16 => Format::HALF,
            FloatKind::Float => Format::SINGLE,
            FloatKind::Double => Format::DOUBLE,
            FloatKind::LongDouble => Format::EXTENDED,
            FloatKind::Float128 => Format::QUADRUPLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_keeps_the_low_bits() {
        assert_eq!(IntegerKind::UnsignedChar.wrap(-1, DataModel::Lp64), 255);
        assert_eq!(IntegerKind::SignedChar.wrap(128, DataModel::Lp64), -128);
        assert_eq!(IntegerKind::Long.wrap(1 << 31, DataModel::Ilp32), -(1 << 31));
        assert_eq!(IntegerKind::Long.wrap(1 << 31, DataModel::Lp64), 1 << 31);
        assert_eq!(IntegerKind::UnsignedInt128.wrap(-1, DataModel::Lp64), -1);
        assert!(IntegerKind::Int.contains(i128::from(i32::MIN), DataModel::Ilp32));
        assert!(!IntegerKind::Int.contains(1 << 31, DataModel::Ilp32));
    }
}
