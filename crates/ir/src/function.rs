//! Functions, blocks and registers.

use crate::debug::FunctionNames;
use crate::{Instruction, Promises, Scalar, SignatureId, Terminator};
use source::Span;
use stdx::{Arena, Id};

pub type FunctionId = Id<Function>;
pub type BlockId = Id<BasicBlock>;
pub type RegisterId = Id<Register>;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// The name by which the linker knows it.
    pub name: String,
    pub linkage: Linkage,
    pub signature: SignatureId,
    /// A call never returns (`_Noreturn`, `__attribute__((noreturn))`).
    pub is_noreturn: bool,
    /// Of a function without a body: what its declaration says.
    pub promises: Promises,
    /// `None` for a function that is only declared, or whose body had an error.
    pub body: Option<Body>,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Body {
    /// INVARIANT: one register per parameter of the signature, of its scalar (pointer size for
    /// aggregates), after one of pointer size for the result if that is an aggregate.
    pub parameters: Vec<RegisterId>,
    pub registers: Arena<Register>,
    /// INVARIANT: not empty; the first block is the entry and nobody jumps to it.
    pub blocks: Arena<BasicBlock>,
    pub names: FunctionNames,
}

impl Body {
    pub fn entry(&self) -> BlockId {
        BlockId::from_raw(0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Register {
    pub scalar: Scalar,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BasicBlock {
    pub instructions: Vec<Instruction>,
    pub terminator: Terminator,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Linkage {
    /// Visible to other translation units.
    External,
    /// `static`.
    Internal,
    /// A definition that another one may replace.
    Weak,
}
