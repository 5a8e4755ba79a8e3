//! Instructions and terminators.

use crate::{BlockId, Constant, FunctionId, GlobalId, RegisterId, Scalar, SignatureId};
use source::Span;

/// A value that an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operand {
    Register(RegisterId),
    Constant(Constant),
    /// The address of a global plus an offset in bytes.
    Global(GlobalId, i64),
    /// The address of a function.
    Function(FunctionId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    pub kind: InstructionKind,
    pub span: Span,
}

/// The scalars named in an instruction are those of its registers; the verifier checks it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InstructionKind {
    /// `destination = source`, same scalar. A pointer stays a pointer.
    Copy {
        destination: RegisterId,
        source: Operand,
    },
    /// The register's value becomes indeterminate: a local enters its scope without initialiser.
    Undefine {
        destination: RegisterId,
    },
    Unary {
        destination: RegisterId,
        operator: UnaryOperator,
        operand: Operand,
        overflow: Overflow,
    },
    /// Operands and destination have the same scalar, except that the right operand of a shift
    /// may have any integer scalar.
    Binary {
        destination: RegisterId,
        operator: BinaryOperator,
        left: Operand,
        right: Operand,
        overflow: Overflow,
    },
    /// Stores 0 or 1 into an integer register. Left and right have the same scalar.
    Compare {
        destination: RegisterId,
        comparison: Comparison,
        domain: Domain,
        left: Operand,
        right: Operand,
    },
    Convert {
        destination: RegisterId,
        conversion: Conversion,
        operand: Operand,
    },
    /// Reads as many bytes as the destination's scalar has.
    Load {
        destination: RegisterId,
        address: Operand,
        is_volatile: bool,
    },
    /// Writes as many bytes as the value's scalar has.
    Store {
        address: Operand,
        value: Operand,
        is_volatile: bool,
    },
    /// Reads the bits `[8·address + bit_offset, … + bit_width)`, extended to the destination.
    /// `bit_offset < 8`, `1 ≤ bit_width ≤ 64`; only the bytes that contain the bits are touched.
    LoadBits {
        destination: RegisterId,
        address: Operand,
        bit_offset: u32,
        bit_width: u32,
        is_signed: bool,
        is_volatile: bool,
    },
    /// Writes the low `bit_width` bits of the value, leaving the neighbouring bits as they are.
    StoreBits {
        address: Operand,
        bit_offset: u32,
        bit_width: u32,
        value: Operand,
        is_volatile: bool,
    },
    /// `base + index · scale` in bytes, modulo the address space. The result points where `base`
    /// points, even if it leaves the block. The index has pointer size and is signed.
    PtrAdd {
        destination: RegisterId,
        base: Operand,
        index: Operand,
        scale: i64,
    },
    /// `(left - right) / scale`, exact; both point into the same block.
    PtrSub {
        destination: RegisterId,
        left: Operand,
        right: Operand,
        scale: i64,
    },
    /// A new, uninitialised block on the stack; the destination gets its address.
    /// It lives until `StackEnd` on that address or the end of the activation.
    StackAlloc {
        destination: RegisterId,
        size: Operand,
        alignment: u64,
        storage: StorageKind,
    },
    /// The block that starts at this address ends.
    StackEnd {
        address: Operand,
    },
    /// An argument of aggregate type is the address of a copy that the caller made and the
    /// callee may change. If the signature returns an aggregate, the first argument is the
    /// address where the callee puts it, and there is no destination.
    Call {
        destination: Option<RegisterId>,
        callee: Callee,
        signature: SignatureId,
        arguments: Vec<Operand>,
    },
    /// Begins the list of variadic arguments in the `va_list` object at this address. The object
    /// holds, in its first bytes, a pointer to the next argument.
    VaStart {
        list: Operand,
    },
    /// Reads the next argument, which was passed as this scalar. (For an aggregate: its address.)
    VaArg {
        destination: RegisterId,
        list: Operand,
    },
    VaCopy {
        destination: Operand,
        source: Operand,
    },
    VaEnd {
        list: Operand,
    },
    /// Copies bytes as they are: values, pointers, and what is not initialised.
    BlockCopy {
        destination: Operand,
        source: Operand,
        length: Operand,
        overlap: CopyOverlap,
    },
    /// Sets bytes to the low eight bits of `value`.
    BlockSet {
        destination: Operand,
        value: Operand,
        length: Operand,
    },
    /// Assembly code: anything may happen to its outputs and, if it clobbers memory, to memory.
    Asm {
        template: String,
        outputs: Vec<AsmOutput>,
        inputs: Vec<AsmInput>,
        clobbers: Vec<String>,
        is_volatile: bool,
    },
    /// Executions in which the condition is zero are not considered.
    Assume {
        condition: Operand,
    },
    /// A construct that was understood but is not supported. Reaching it ends the analysis of the
    /// path with this reason.
    Unsupported {
        reason: String,
        destination: Option<RegisterId>,
    },
}

/// Where a stack block comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum StorageKind {
    /// A variable of fixed size, or a variable-length array.
    Local,
    /// What the compiler makes up: copies of aggregates passed, places for aggregates returned,
    /// compound literals.
    Temporary,
    /// A compound literal of constant type, which may share its storage with others (C11 6.5.2.5p7).
    Literal,
    /// `alloca`: lives until the function returns.
    Alloca,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Callee {
    Direct(FunctionId),
    Indirect(Operand),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOperator {
    /// Integer or floating point, by the scalar.
    Negate,
    BitNot,
}

/// The operators without a prefix work on integers of either signedness; `F…` on floating point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    /// Towards zero. Division by zero is an error, and so is `MIN / -1`.
    SignedDivide,
    UnsignedDivide,
    /// The sign is that of the dividend.
    SignedRemainder,
    UnsignedRemainder,
    And,
    Or,
    Xor,
    /// A count that is negative or not below the width is an error.
    ShiftLeft,
    /// Fills with the sign bit.
    SignedShiftRight,
    UnsignedShiftRight,
    FloatAdd,
    FloatSubtract,
    FloatMultiply,
    FloatDivide,
}

/// What a result means that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Overflow {
    /// It is taken modulo 2^width, as C does for unsigned operands.
    Wraps,
    /// It is undefined, as C has it for signed operands (of the operation read as signed).
    SignedUndefined,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// As what the operands of a comparison are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Domain {
    Signed,
    Unsigned,
    /// Unsigned integers that the program compares as pointers.
    Pointer,
    /// Comparisons with a NaN are false, except `NotEqual`.
    Float,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Conversion {
    /// Integer to narrower integer.
    Truncate,
    ZeroExtend,
    SignExtend,
    SignedToFloat,
    UnsignedToFloat,
    /// Towards zero; a value out of range is undefined.
    FloatToSigned,
    FloatToUnsigned,
    FloatToFloat,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CopyOverlap {
    /// As `memcpy`: overlapping is an error.
    Forbidden,
    /// As `memmove`.
    Allowed,
    /// As assignment of aggregates: the same place or disjoint places.
    ExactOnly,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmOutput {
    pub constraint: String,
    pub target: AsmTarget,
}

/// Where an output of assembly code goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AsmTarget {
    Register(RegisterId),
    /// A memory operand: the code may change this many bytes at the address.
    Memory {
        address: Operand,
        size: u64,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmInput {
    pub constraint: String,
    /// The value; for a memory operand its address.
    pub value: Operand,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terminator {
    pub kind: TerminatorKind,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminatorKind {
    Goto(BlockId),
    /// Taken if the condition, of any integer scalar, is not zero.
    Branch {
        condition: Operand,
        then: BlockId,
        otherwise: BlockId,
    },
    /// Cases are disjoint and in ascending order of their unsigned bits.
    Switch {
        value: Operand,
        cases: Vec<SwitchCase>,
        default: BlockId,
    },
    /// Without a value in a function that has a scalar result, the result is indeterminate.
    Return(Option<Operand>),
    /// The program promises not to come here (`__builtin_unreachable`, after a `noreturn` call).
    Unreachable,
}

/// `first ..= last`, as the unsigned bits of the switch value's scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    pub first: u128,
    pub last: u128,
    pub target: BlockId,
}

impl Operand {
    pub fn integer(scalar: Scalar, value: i128) -> Operand {
        Operand::Constant(Constant::from_signed(scalar, value))
    }
}
