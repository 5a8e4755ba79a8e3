//! The scalar types that generated programs use.

use crate::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Float,
    Double,
}

/// Integer types after promotion: the types in which C computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promoted {
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

pub const INTEGERS: [Scalar; 12] = [
    Scalar::Bool,
    Scalar::Char,
    Scalar::SignedChar,
    Scalar::UnsignedChar,
    Scalar::Short,
    Scalar::UnsignedShort,
    Scalar::Int,
    Scalar::UnsignedInt,
    Scalar::Long,
    Scalar::UnsignedLong,
    Scalar::LongLong,
    Scalar::UnsignedLongLong,
];

pub const PROMOTED: [Promoted; 6] = [
    Promoted::Int,
    Promoted::UnsignedInt,
    Promoted::Long,
    Promoted::UnsignedLong,
    Promoted::LongLong,
    Promoted::UnsignedLongLong,
];

impl Scalar {
    pub fn c_name(self) -> &'static str {
        match self {
            Scalar::Bool => "_Bool",
            Scalar::Char => "char",
            Scalar::SignedChar => "signed char",
            Scalar::UnsignedChar => "unsigned char",
            Scalar::Short => "short",
            Scalar::UnsignedShort => "unsigned short",
            Scalar::Int => "int",
            Scalar::UnsignedInt => "unsigned",
            Scalar::Long => "long",
            Scalar::UnsignedLong => "unsigned long",
            Scalar::LongLong => "long long",
            Scalar::UnsignedLongLong => "unsigned long long",
            Scalar::Float => "float",
            Scalar::Double => "double",
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    /// A type for a variable: mostly integers.
    pub fn random(random: &mut Random, floats: bool) -> Scalar {
        if floats && random.chance(12) {
            return *random.pick(&[Scalar::Float, Scalar::Double]);
        }
        *random.pick(&INTEGERS)
    }
}

impl Promoted {
    pub fn c_name(self) -> &'static str {
        match self {
            Promoted::Int => "int",
            Promoted::UnsignedInt => "unsigned",
            Promoted::Long => "long",
            Promoted::UnsignedLong => "unsigned long",
            Promoted::LongLong => "long long",
            Promoted::UnsignedLongLong => "unsigned long long",
        }
    }

    /// What the names of the guarded operations end with.
    pub fn tag(self) -> &'static str {
        match self {
            Promoted::Int => "i",
            Promoted::UnsignedInt => "u",
            Promoted::Long => "l",
            Promoted::UnsignedLong => "ul",
            Promoted::LongLong => "ll",
            Promoted::UnsignedLongLong => "ull",
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Promoted::Int | Promoted::Long | Promoted::LongLong)
    }

    /// A constant of this type: small, near a power of two, or any.
    pub fn constant(self, random: &mut Random) -> String {
        let suffix = match self {
            Promoted::Int => "",
            Promoted::UnsignedInt => "u",
            Promoted::Long => "L",
            Promoted::UnsignedLong => "UL",
            Promoted::LongLong => "LL",
            Promoted::UnsignedLongLong => "ULL",
        };
        // `long` has 32 bits in one of the data models: its constants stay within them.
        let bits = match self {
            Promoted::Int | Promoted::Long => 31,
            Promoted::UnsignedInt | Promoted::UnsignedLong => 32,
            Promoted::LongLong => 63,
            Promoted::UnsignedLongLong => 64,
        };
        let mask = u64::MAX >> (64 - bits);
        let value = match random.below(4) {
            0 => random.next_u64() % 4,
            1 => random.next_u64() % 300,
            2 => (1u64 << random.below(bits)).wrapping_sub(random.next_u64() % 2),
            _ => random.next_u64(),
        } & mask;
        let text = if random.chance(50) { format!("{value}{suffix}") } else { format!("{value:#x}{suffix}") };
        // The cast fixes the type: a hexadecimal constant may otherwise become unsigned.
        let sign = if self.is_signed() && random.chance(35) { "-" } else { "" };
        format!("(({}){sign}{text})", self.c_name())
    }
}
