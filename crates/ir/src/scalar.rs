//! What a register holds: an integer or a floating-point number of some size.

/// Pointers are integers of the data model's pointer size; that a value points somewhere is a
/// matter of the value, not of its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    I8,
    I16,
    I32,
    I64,
    I128,
    F32,
    F64,
    /// The 80-bit format of the x87: 10 bytes in memory, whatever the padding around it.
    F80,
}

impl Scalar {
    pub const ALL: [Scalar; 8] = [
        Scalar::I8,
        Scalar::I16,
        Scalar::I32,
        Scalar::I64,
        Scalar::I128,
        Scalar::F32,
        Scalar::F64,
        Scalar::F80,
    ];

    /// How many bytes a load or store of it touches.
    pub fn bytes(self) -> u64 {
        match self {
            Scalar::I8 => 1,
            Scalar::I16 => 2,
            Scalar::I32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::F64 => 8,
            Scalar::F80 => 10,
            Scalar::I128 => 16,
        }
    }

    pub fn bits(self) -> u32 {
        self.bytes() as u32 * 8
    }

    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F64 | Scalar::F80)
    }

    pub fn is_integer(self) -> bool {
        !self.is_float()
    }

    /// The integer scalar of this many bytes.
    pub fn integer_of_bytes(bytes: u64) -> Option<Scalar> {
        match bytes {
            1 => Some(Scalar::I8),
            2 => Some(Scalar::I16),
            4 => Some(Scalar::I32),
            8 => Some(Scalar::I64),
            16 => Some(Scalar::I128),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::I128 => "i128",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
            Scalar::F80 => "f80",
        }
    }
}

/// A value known when the program is compiled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Constant {
    pub scalar: Scalar,
    /// INVARIANT: bits above `scalar.bits()` are zero; integers in two's complement, floating
    /// point in the format's own encoding.
    bits: u128,
}

impl Constant {
    /// The constant with the low bits of `bits`.
    pub fn new(scalar: Scalar, bits: u128) -> Constant {
        let mask = if scalar.bits() == 128 { u128::MAX } else { (1 << scalar.bits()) - 1 };
        Constant { scalar, bits: bits & mask }
    }

    pub fn from_signed(scalar: Scalar, value: i128) -> Constant {
        Constant::new(scalar, value as u128)
    }

    pub fn bits(self) -> u128 {
        self.bits
    }

    /// The value read as a signed integer.
    pub fn signed(self) -> i128 {
        let shift = 128 - self.scalar.bits();
        ((self.bits << shift) as i128) >> shift
    }
}
