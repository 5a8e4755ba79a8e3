//! The list of what the verifier checks.

use std::fmt;

macro_rules! invariants {
    ($($(#[doc = $text:literal])+ $name:ident,)+) => {
        /// What holds of every module. Each is checked in linear time.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Invariant {
            $($(#[doc = $text])+ $name,)+
        }

        impl Invariant {
            pub const ALL: &'static [Invariant] = &[$(Invariant::$name),+];

            /// The rule in one sentence.
            pub fn statement(self) -> &'static str {
                match self {
                    $(Invariant::$name => concat!($($text),+).trim_ascii(),)+
                }
            }
        }
    };
}

invariants! {
    /// Every register that is mentioned exists in its function.
    RegisterExists,
    /// Every block that is jumped to exists in its function.
    BlockExists,
    /// Every function that is mentioned exists.
    FunctionExists,
    /// Every global that is mentioned exists.
    GlobalExists,
    /// Every signature that is mentioned exists.
    SignatureExists,
    /// Every type that a side table mentions exists.
    TypeExists,
    /// No two signatures are equal.
    SignaturesAreUnique,
    /// No two functions or globals have the same name.
    NamesAreUnique,
    /// Every alignment is a power of two.
    AlignmentIsPowerOfTwo,
    /// The chunks of an initialiser are in ascending order and do not overlap.
    ChunksAreOrdered,
    /// The chunks of an initialiser lie inside the global.
    ChunksAreInside,
    /// A body has an entry block.
    BodyHasEntry,
    /// No block jumps to the entry block.
    EntryHasNoPredecessor,
    /// A body has one register per parameter of its signature, of the right scalar, after one for the place of an aggregate result.
    ParametersMatchSignature,
    /// No register is two parameters of the same function.
    ParametersAreDistinct,
    /// A register that is read is a parameter, or assigned or made undefined somewhere.
    ReadRegisterIsAssigned,
    /// Copying and arithmetic do not change the scalar, and both sides of a comparison have the same.
    ScalarsAgree,
    /// Operators on integers have integer operands, those on floating point have floating-point operands.
    OperatorFitsScalar,
    /// A comparison is signed or unsigned on integers, of pointers on pointer size, and floating on floating point.
    DomainFitsScalar,
    /// The result of a comparison is an integer.
    ComparisonGivesInteger,
    /// A conversion goes between the kinds of scalars it names, and to the side it names.
    ConversionFitsScalars,
    /// An address has pointer size.
    AddressHasPointerSize,
    /// An index, a difference of pointers, and a length in bytes have pointer size.
    LengthHasPointerSize,
    /// The scale by which a difference of pointers is divided is not zero.
    ScaleIsNotZero,
    /// A bit-field begins in the first byte, has 1 to 64 bits, and fits the integer it is read into or written from.
    BitRangeFits,
    /// The byte that fills a block is an integer.
    FillIsInteger,
    /// A call passes as many arguments as the signature has parameters, or more if it is variadic, or any number without prototype.
    ArgumentCountFits,
    /// An argument has the scalar of its parameter, pointer size for an aggregate.
    ArgumentScalarFits,
    /// The register for a call's result has the scalar of the signature's result.
    CallResultFits,
    /// Only a variadic function begins a list of variadic arguments.
    ListBeginsInVariadicFunction,
    /// Conditions and switch values are integers.
    ConditionIsInteger,
    /// The cases of a switch are in ascending order and do not overlap, and none is empty.
    CasesAreOrdered,
    /// The cases of a switch fit the scalar of its value.
    CasesFitScalar,
    /// A value is returned only by a function with a scalar result, and has its scalar.
    ReturnMatchesResult,
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.statement())
    }
}
