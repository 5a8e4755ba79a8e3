//! The intermediate representation: functions of basic blocks over raw bytes.
//!
//! Nothing here knows C's types: there are sizes, signedness and offsets. Names of variables and
//! fields live in a side table ([`debug`]) that only reports read.
//!
//! Registers are mutable and local to a function activation; temporaries are assigned once, but
//! nothing depends on it. Memory consists of blocks: globals, stack blocks, heap blocks.

pub mod access;
pub mod analysis;
pub mod builder;
pub mod content;
pub mod debug;
pub mod function;
pub mod instruction;
pub mod link;
pub mod mentions;
pub mod module;
pub mod promises;
pub mod scalar;
pub mod slice;
pub mod text;
pub mod verify;

pub use builder::{FunctionBuilder, Unterminated};
pub use function::{BasicBlock, BlockId, Body, Function, FunctionId, Linkage, Register, RegisterId};
pub use instruction::{
    AsmInput, AsmOutput, AsmTarget, BinaryOperator, Callee, Comparison, Conversion, CopyOverlap, Domain,
    Instruction, InstructionKind, Operand, Overflow, StorageKind, SwitchCase, Terminator, TerminatorKind,
    UnaryOperator,
};
pub use link::{LinkError, link};
pub use module::{
    Global, GlobalId, Initializer, InitializerChunk, InitializerData, Module, Parameter, ResultKind,
    Signature, SignatureId, SymbolReference,
};
pub use promises::{Pointee, Promises};
pub use scalar::{Constant, Scalar};
pub use slice::Slice;
pub use verify::{Invariant, Violation, verify};
