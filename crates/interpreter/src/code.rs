//! Functions made ready for execution.
//!
//! A frame is a row of cells: the registers (two cells for those above 64 bits), and behind them the
//! constants that the function mentions. Every operand is then the index of a cell, and starting a function
//! is copying its template.

use crate::value::{Value, WideValue};
use ir::{
    BinaryOperator, Comparison, Conversion, CopyOverlap, Domain, Overflow, Scalar, StorageKind, UnaryOperator,
};
use source::Span;

/// The index of a cell in the frame.
pub(crate) type Cell = u32;
/// The index of an operation in the function.
pub(crate) type Position = u32;

/// One operation. Those that are executed often have their own variant; the others are described by an
/// entry of [`Code::extras`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Copy {
        to: Cell,
        from: Cell,
    },
    CopyWide {
        to: Cell,
        from: Cell,
    },
    Add {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    AddSigned {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Subtract {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    SubtractSigned {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Multiply {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    MultiplySigned {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    And {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Or {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Xor {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Equal {
        to: Cell,
        left: Cell,
        right: Cell,
    },
    NotEqual {
        to: Cell,
        left: Cell,
        right: Cell,
    },
    LessSigned {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    LessEqualSigned {
        width: u8,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    LessUnsigned {
        to: Cell,
        left: Cell,
        right: Cell,
    },
    LessEqualUnsigned {
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Truncate {
        width: u8,
        to: Cell,
        from: Cell,
    },
    /// From less than an address: what was part of a pointer no longer is.
    ZeroExtend {
        to: Cell,
        from: Cell,
    },
    SignExtend {
        width: u8,
        target: u8,
        to: Cell,
        from: Cell,
    },
    /// Both operands are doubles.
    FloatDouble {
        operator: BinaryOperator,
        to: Cell,
        left: Cell,
        right: Cell,
    },
    Load {
        size: u8,
        to: Cell,
        address: Cell,
    },
    Store {
        size: u8,
        address: Cell,
        value: Cell,
    },
    LoadWide {
        size: u8,
        to: Cell,
        address: Cell,
    },
    StoreWide {
        size: u8,
        address: Cell,
        value: Cell,
    },
    PointerAdd {
        scale: u16,
        to: Cell,
        base: Cell,
        index: Cell,
    },
    PointerOffset {
        to: Cell,
        base: Cell,
        offset: i32,
    },
    Jump {
        target: Position,
    },
    Branch {
        condition: Cell,
        then: Position,
        otherwise: Position,
    },
    Return {
        from: Cell,
    },
    ReturnWide {
        from: Cell,
    },
    ReturnNothing,
    /// See [`Code::calls`].
    Call {
        index: u32,
    },
    Extra {
        index: u32,
    },
}

/// An operand together with its scalar.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub cell: Cell,
    pub scalar: Scalar,
}

/// A register to be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub cell: Cell,
    pub scalar: Scalar,
}

#[derive(Clone, Debug)]
pub(crate) enum Extra {
    Undefine {
        to: Target,
    },
    Unary {
        to: Target,
        operator: UnaryOperator,
        operand: Source,
        overflow: Overflow,
    },
    Binary {
        to: Target,
        operator: BinaryOperator,
        left: Source,
        right: Source,
        overflow: Overflow,
    },
    Compare {
        to: Target,
        comparison: Comparison,
        domain: Domain,
        left: Source,
        right: Source,
    },
    Convert {
        to: Target,
        conversion: Conversion,
        operand: Source,
    },
    LoadBits {
        to: Target,
        address: Cell,
        bit_offset: u32,
        bit_width: u32,
        is_signed: bool,
    },
    StoreBits {
        address: Cell,
        bit_offset: u32,
        bit_width: u32,
        value: Source,
    },
    PointerAdd {
        to: Cell,
        base: Cell,
        index: Cell,
        scale: i64,
    },
    PointerSubtract {
        to: Target,
        left: Cell,
        right: Cell,
        scale: i64,
    },
    StackAlloc {
        to: Cell,
        size: Source,
        alignment: u64,
        storage: StorageKind,
    },
    StackEnd {
        address: Cell,
    },
    VaStart {
        list: Cell,
    },
    VaArg {
        to: Target,
        list: Cell,
    },
    VaCopy {
        destination: Cell,
        source: Cell,
    },
    VaEnd {
        list: Cell,
    },
    BlockCopy {
        destination: Cell,
        source: Cell,
        length: Source,
        overlap: CopyOverlap,
    },
    BlockSet {
        destination: Cell,
        value: Cell,
        length: Source,
    },
    Assume {
        condition: Source,
    },
    Asm {
        template: String,
    },
    /// Assembly code without an instruction: outputs that are tied to an input get its value, the others
    /// hold whatever happens to be there.
    EmptyAsm {
        outputs: Vec<(Target, Option<Source>)>,
    },
    Unsupported {
        reason: String,
    },
    Switch(Box<SwitchTable>),
    Unreachable,
}

#[derive(Clone, Debug)]
pub(crate) struct SwitchTable {
    pub value: Source,
    /// INVARIANT: ascending and disjoint.
    pub cases: Vec<(u128, u128, Position)>,
    /// For small dense switches: the target of every value from the first case on.
    pub dense: Vec<Position>,
    pub default: Position,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CallTarget {
    Direct(ir::FunctionId),
    Indirect(Cell),
}

#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub to: Option<Target>,
    pub target: CallTarget,
    pub arguments: Vec<Source>,
}

/// A function ready for execution.
#[derive(Debug)]
pub(crate) struct Code {
    pub function: ir::FunctionId,
    pub ops: Vec<Op>,
    /// For every operation.
    pub spans: Vec<Span>,
    /// For every operation, the block it belongs to and its position there (the terminator comes last).
    pub origins: Vec<(ir::BlockId, u32)>,
    pub extras: Vec<Extra>,
    pub calls: Vec<CallSite>,
    /// What the cells of a new frame hold: undefined registers, then constants.
    pub template: Vec<Value>,
    /// The cell of each register.
    pub cells: Vec<Cell>,
    pub parameters: Vec<Target>,
    /// Where each block starts.
    pub block_starts: Vec<Position>,
    pub is_variadic: bool,
    /// Calling the function is what the program calls an error (`reach_error`).
    pub marks_error: bool,
}

/// Whether values of the scalar take two cells.
pub(crate) fn is_wide(scalar: Scalar) -> bool {
    scalar.bits() > 64
}

/// Reads a value of any scalar from a frame.
pub(crate) fn read(frame: &[Value], cell: Cell, scalar: Scalar) -> WideValue {
    let low = frame[cell as usize];
    if is_wide(scalar) { WideValue::from_halves(low, frame[cell as usize + 1]) } else { low.into() }
}

/// Writes a value of any scalar into a frame.
pub(crate) fn write(frame: &mut [Value], to: Target, value: WideValue) {
    frame[to.cell as usize] = value.low();
    if is_wide(to.scalar) {
        frame[to.cell as usize + 1] = value.high();
    }
}
