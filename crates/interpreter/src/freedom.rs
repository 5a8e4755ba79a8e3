//! Whether a run is decided by the program and its choices alone.
//!
//! C leaves much to the implementation: where blocks lie, what a function of the library returns, how exact a computation with
//! floating-point numbers is. A run in which none of that mattered, and whose choices are known, is what every implementation does:
//! runs with all choices there are then are all executions of a program.
//!
//! What is not known to be decided counts as free. So the watch may find freedom where there is none, and not the other way round.

mod calls;
mod library;

use crate::arithmetic::float_double;
use crate::code::{Cell, Code, Extra, Op};
use crate::machine::{Activation, Machine};
use crate::memory::BlockKind;
use crate::observer::{Control, Observer};
use crate::value::Value;
use ir::{BinaryOperator, Scalar};
use source::DataModel;
use std::cell::Cell as Flag;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Looks at every instruction before it is executed, and ends the run where something is free.
#[derive(Default)]
pub struct FreedomWatch {
    /// What the implementation decides, where that mattered.
    found: Option<&'static str>,
    /// Set by the choices where one is asked for that has too many answers.
    stop: Rc<Flag<bool>>,
    /// For calls that were looked at: whether what is done with the result depends on its sign alone, on nothing.
    uses: BTreeMap<(u32, u32), calls::Uses>,
}

impl FreedomWatch {
    /// A watch that also ends the run when the flag is set.
    pub fn new(stop: Rc<Flag<bool>>) -> FreedomWatch {
        FreedomWatch { stop, ..FreedomWatch::default() }
    }

    /// What in the run was left to the implementation, or had too many answers.
    pub fn why_free(&self) -> Option<&'static str> {
        self.found.or_else(|| self.stop.get().then_some(INPUT))
    }
}

impl Observer for FreedomWatch {
    const SEES_LOSSES_AT_ONCE: bool = false;

    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        let Some(Activation::Code(frame)) = machine.activations.last() else { return Control::Continue };
        let place = Place { machine, code: &frame.code, cells: &machine.values[frame.base..] };
        let op = frame.code.ops[machine.position as usize];
        self.found = match op {
            Op::Call { index } => self.free_in_call(&place, index),
            Op::Extra { index } => place.free_in_extra(&frame.code.extras[index as usize]),
            _ => place.free_in(op),
        };
        if self.found.is_some() || self.stop.get() { Control::Stop } else { Control::Continue }
    }
}

const ADDRESS: Option<&str> = Some("where blocks lie in memory");
const FLOAT: Option<&str> = Some("how exact floating-point numbers are");
const INPUT: &str = "the program's input";
const OUTSIDE: Option<&str> = Some("what only the system knows");

/// Of products from here on, what they are rounded by is a number of its own.
const LEAST_EXACT: f64 = 1e-290;

/// An instruction that is about to be executed.
struct Place<'p, 'm> {
    machine: &'p Machine<'m>,
    code: &'p Code,
    cells: &'p [Value],
}

impl Place<'_, '_> {
    fn value(&self, cell: Cell) -> Value {
        self.cells[cell as usize]
    }

    fn free_in(&self, op: Op) -> Option<&'static str> {
        match op {
            Op::Copy { .. }
            | Op::CopyWide { .. }
            | Op::Jump { .. }
            | Op::Return { .. }
            | Op::ReturnWide { .. }
            | Op::ReturnNothing
            | Op::PointerOffset { .. }
            // Looked at elsewhere.
            | Op::Call { .. }
            | Op::Extra { .. } => None,
            Op::Add { left, right, .. }
            | Op::AddSigned { left, right, .. }
            | Op::Subtract { left, right, .. }
            | Op::SubtractSigned { left, right, .. }
            | Op::Multiply { left, right, .. }
            | Op::MultiplySigned { left, right, .. }
            | Op::And { left, right, .. }
            | Op::Or { left, right, .. }
            | Op::Xor { left, right, .. } => self.numbers(&[left, right]),
            Op::Equal { left, right, .. } | Op::NotEqual { left, right, .. } => {
                self.equality(self.value(left), self.value(right))
            }
            Op::LessSigned { left, right, .. }
            | Op::LessEqualSigned { left, right, .. }
            | Op::LessUnsigned { left, right, .. }
            | Op::LessEqualUnsigned { left, right, .. } => self.order(self.value(left), self.value(right)),
            Op::Truncate { from, .. } | Op::ZeroExtend { from, .. } | Op::SignExtend { from, .. } => {
                self.numbers(&[from])
            }
            Op::FloatDouble { operator, left, right, .. } => {
                self.float_operation(operator, Scalar::F64, left, right)
            }
            Op::Load { size, address, .. } | Op::LoadWide { size, address, .. } => {
                self.read(self.value(address), usize::from(size))
            }
            Op::Store { address, .. } | Op::StoreWide { address, .. } => self.access(self.value(address)),
            Op::PointerAdd { index, .. } => self.numbers(&[index]),
            Op::Branch { condition, .. } => self.equality(self.value(condition), Value::ZERO),
        }
    }

    fn free_in_extra(&self, extra: &Extra) -> Option<&'static str> {
        match extra {
            Extra::Undefine { .. }
            | Extra::StackEnd { .. }
            | Extra::VaStart { .. }
            | Extra::VaArg { .. }
            | Extra::VaCopy { .. }
            | Extra::VaEnd { .. }
            // These end the run.
            | Extra::Asm { .. }
            | Extra::Unsupported { .. }
            | Extra::Unreachable => None,
            Extra::EmptyAsm { .. } => OUTSIDE,
            Extra::Unary { operand, .. } => {
                self.exactness(&[operand.scalar]).or_else(|| self.numbers(&[operand.cell]))
            }
            Extra::Binary { operator, left, right, .. } if left.scalar.is_float() => {
                self.float_operation(*operator, left.scalar, left.cell, right.cell)
            }
            Extra::Binary { left, right, .. } => self.numbers(&[left.cell, right.cell]),
            Extra::Compare { comparison, left, right, .. } => {
                use ir::Comparison::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
                let (one, other) = (self.value(left.cell), self.value(right.cell));
                self.exactness(&[left.scalar]).or_else(|| match comparison {
                    Equal | NotEqual => self.equality(one, other),
                    Less | LessEqual | Greater | GreaterEqual => self.order(one, other),
                })
            }
            Extra::Convert { to, operand, .. } => {
                self.exactness(&[to.scalar, operand.scalar]).or_else(|| self.numbers(&[operand.cell]))
            }
            Extra::LoadBits { address, bit_offset, bit_width, .. } => {
                let size = (bit_offset + bit_width).div_ceil(8) as usize;
                let address = self.value(*address);
                self.access(address).or_else(|| self.looks_at(address, size))
            }
            Extra::StoreBits { address, bit_offset, bit_width, value } => {
                let size = (bit_offset + bit_width).div_ceil(8) as usize;
                let address = self.value(*address);
                self.access(address)
                    .or_else(|| self.looks_at(address, size))
                    .or_else(|| self.numbers(&[value.cell]))
            }
            Extra::PointerAdd { index, .. } => self.numbers(&[*index]),
            Extra::PointerSubtract { left, right, .. } => self.order(self.value(*left), self.value(*right)),
            Extra::StackAlloc { size, .. } => self.numbers(&[size.cell]),
            Extra::BlockCopy { destination, source, length, .. } => self
                .access(self.value(*destination))
                .or_else(|| self.access(self.value(*source)))
                .or_else(|| self.numbers(&[length.cell])),
            Extra::BlockSet { destination, value, length } => {
                self.access(self.value(*destination)).or_else(|| self.numbers(&[*value, length.cell]))
            }
            Extra::Assume { condition } => self.numbers(&[condition.cell]),
            Extra::Switch(table) => self.numbers(&[table.value.cell]),
        }
    }

    /// Operands that must not be addresses, nor computed from any.
    fn numbers(&self, cells: &[Cell]) -> Option<&'static str> {
        let is_number = |cell: &Cell| self.value(*cell).provenance.is_none();
        if cells.iter().all(is_number) { None } else { ADDRESS }
    }

    /// Two values of any kind are equal, or not.
    fn equality(&self, left: Value, right: Value) -> Option<&'static str> {
        if left.provenance.is_none() && right.provenance.is_none() {
            return None;
        }
        let is_null = |value: Value| value.provenance.is_none() && value.bits == 0;
        let is_known = match (self.offset(left), self.offset(right)) {
            (Some(_), Some(_)) if left.provenance.same_block(right.provenance) => true,
            // Both inside of living blocks that are not the same; literals may share their bytes.
            (Some(one), Some(other)) => {
                one.is_inside && other.is_inside && !(one.may_be_shared && other.may_be_shared)
            }
            (Some(_), None) => is_null(right),
            (None, Some(_)) => is_null(left),
            (None, None) => false,
        };
        if is_known { None } else { ADDRESS }
    }

    /// Two numbers are compared, or two addresses in one block.
    fn order(&self, left: Value, right: Value) -> Option<&'static str> {
        if left.provenance.is_none() && right.provenance.is_none() {
            return None;
        }
        let is_known = self.offset(left).is_some()
            && self.offset(right).is_some()
            && left.provenance.same_block(right.provenance);
        if is_known { None } else { ADDRESS }
    }

    /// Where in its living block, or just behind it, a whole address points.
    fn offset(&self, value: Value) -> Option<Offset> {
        if value.provenance.is_none() || value.provenance.part() != 0 || value.undefined != 0 {
            return None;
        }
        let block = self.machine.memory.block(value.provenance)?;
        let info = self.machine.memory.info(value.provenance)?;
        let offset = value.bits.wrapping_sub(block.base);
        let may_be_shared = match info.kind {
            // Aliases are functions of their own here; literals of constants, also of structures, may lie in one place.
            BlockKind::Function
            | BlockKind::Opaque
            | BlockKind::External
            | BlockKind::Callback
            | BlockKind::Temporary => true,
            BlockKind::Heap
            | BlockKind::Local
            | BlockKind::Alloca
            | BlockKind::Global
            | BlockKind::Variadic => block.is_constant,
        };
        (offset <= info.size).then_some(Offset { is_inside: offset < info.size, may_be_shared })
    }

    /// An access through this address: it must be one, of a block whose contents the program knows.
    fn access(&self, address: Value) -> Option<&'static str> {
        if address.provenance.is_none() || address.provenance.part() != 0 {
            // Null is an error in any case; other numbers find a block by chance.
            return if address.bits == 0 { None } else { ADDRESS };
        }
        match self.machine.memory.info(address.provenance).map(|info| info.kind) {
            Some(BlockKind::External | BlockKind::Opaque | BlockKind::Callback) => OUTSIDE,
            _ => None,
        }
    }

    fn read(&self, address: Value, size: usize) -> Option<&'static str> {
        self.access(address).or_else(|| {
            let block = self.machine.memory.block(address.provenance)?;
            let pointers = block.pointers.as_ref()?;
            let offset = usize::try_from(address.bits.wrapping_sub(block.base)).ok()?;
            // Pieces of several addresses make a number of which nobody knows where it comes from.
            if pointers.has_mixed(offset, size) { ADDRESS } else { None }
        })
    }

    /// Bytes that are looked at as numbers must not be those of addresses.
    fn looks_at(&self, address: Value, size: usize) -> Option<&'static str> {
        let block = self.machine.memory.block(address.provenance)?;
        let pointers = block.pointers.as_ref()?;
        let offset = usize::try_from(address.bits.wrapping_sub(block.base)).ok()?;
        let end = offset.saturating_add(size).min(block.size as usize);
        if (offset..end).any(|byte| pointers.fragment(byte).is_some()) { ADDRESS } else { None }
    }

    /// Machines with the old floating-point unit compute with more digits than they store.
    fn float(&self) -> Option<&'static str> {
        match self.machine.module.data_model {
            DataModel::Lp64 => None,
            DataModel::Ilp32 => FLOAT,
        }
    }

    fn exactness(&self, scalars: &[Scalar]) -> Option<&'static str> {
        let is_long = |scalar: &Scalar| scalar.is_float() && !matches!(scalar, Scalar::F32 | Scalar::F64);
        match scalars.iter().any(is_long) {
            true => FLOAT,
            false if scalars.iter().any(|scalar| scalar.is_float()) => self.float(),
            false => None,
        }
    }

    /// The result must be a number, because nobody tells the sign of what is none; and a product must be exact, because compilers may add
    /// something to it before it is rounded.
    fn float_operation(
        &self,
        operator: BinaryOperator,
        scalar: Scalar,
        left: Cell,
        right: Cell,
    ) -> Option<&'static str> {
        let free = self.exactness(&[scalar]).or_else(|| self.numbers(&[left, right]));
        if free.is_some() {
            return free;
        }
        let operand = |cell: Cell| match scalar {
            Scalar::F32 => f64::from(f32::from_bits(self.value(cell).bits as u32)),
            _ => f64::from_bits(self.value(cell).bits),
        };
        let (left, right) = (operand(left), operand(right));
        let result = float_double(operator, left, right);
        let is_exact = match (operator, scalar) {
            (BinaryOperator::FloatMultiply, Scalar::F32) => f64::from(result as f32) == result,
            // What a tiny product was rounded by could not be told.
            (BinaryOperator::FloatMultiply, _) => {
                left == 0.0
                    || right == 0.0
                    || result.abs() >= LEAST_EXACT && left.mul_add(right, -result) == 0.0
            }
            _ => true,
        };
        if is_exact && !result.is_nan() { None } else { FLOAT }
    }
}

/// A place in a block.
struct Offset {
    /// Not just behind it.
    is_inside: bool,
    /// Another block may have the same address.
    may_be_shared: bool,
}
