//! The words of the text form, each written once for both directions.

use crate::{
    BinaryOperator, Comparison, Conversion, CopyOverlap, Domain, Linkage, Pointee, Scalar, StorageKind,
    UnaryOperator,
};
use source::DataModel;

/// A type whose values are written as one word.
pub(super) trait Word: Copy + 'static {
    const ALL: &'static [(Self, &'static str)];
    fn word(self) -> &'static str;

    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, text)| *text == word).map(|(value, _)| *value)
    }
}

macro_rules! words {
    ($($kind:ident { $($value:ident => $word:literal),+ $(,)? })+) => {$(
        impl Word for $kind {
            const ALL: &'static [($kind, &'static str)] = &[$(($kind::$value, $word)),+];
            fn word(self) -> &'static str {
                match self { $($kind::$value => $word),+ }
            }
        }
    )+};
}

words! {
    DataModel { Ilp32 => "ILP32", Lp64 => "LP64" }
    Linkage { External => "external", Internal => "internal", Weak => "weak" }
    Scalar {
        I8 => "i8", I16 => "i16", I32 => "i32", I64 => "i64", I128 => "i128",
        F32 => "f32", F64 => "f64", F80 => "f80",
    }
    UnaryOperator { Negate => "negate", BitNot => "not" }
    BinaryOperator {
        Add => "add", Subtract => "sub", Multiply => "mul",
        SignedDivide => "sdiv", UnsignedDivide => "udiv",
        SignedRemainder => "srem", UnsignedRemainder => "urem",
        And => "and", Or => "or", Xor => "xor",
        ShiftLeft => "shl", SignedShiftRight => "sshr", UnsignedShiftRight => "ushr",
        FloatAdd => "fadd", FloatSubtract => "fsub", FloatMultiply => "fmul", FloatDivide => "fdiv",
    }
    Comparison {
        Equal => "==", NotEqual => "!=", Less => "<", LessEqual => "<=", Greater => ">", GreaterEqual => ">=",
    }
    Domain { Signed => "signed", Unsigned => "unsigned", Pointer => "pointer", Float => "float" }
    Conversion {
        Truncate => "truncate", ZeroExtend => "zero_extend", SignExtend => "sign_extend",
        SignedToFloat => "signed_to_float", UnsignedToFloat => "unsigned_to_float",
        FloatToSigned => "float_to_signed", FloatToUnsigned => "float_to_unsigned",
        FloatToFloat => "float_to_float",
    }
    StorageKind { Local => "local", Temporary => "temporary", Literal => "literal", Alloca => "alloca" }
    Pointee {
        Nothing => "nothing", Constant => "constant", Data => "data", Pointer => "pointer", Anything => "anything",
    }
    CopyOverlap { Forbidden => "disjoint", Allowed => "overlapping", ExactOnly => "exact" }
}
