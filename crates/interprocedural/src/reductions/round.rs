//! One round of a loop, followed over all its paths.

use super::Array;
use super::expression::Expression as E;
use crate::limits::BLOCKS_OF_A_ROUND;
use ir::{
    BinaryOperator, BlockId, Body, Conversion, Domain, InstructionKind, Operand, RegisterId, Scalar,
    TerminatorKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What registers hold, where that is not what they held at the head.
pub(super) type Registers = BTreeMap<RegisterId, E>;

pub(super) struct Round<'b> {
    body: &'b Body,
    head: BlockId,
    blocks: BTreeSet<BlockId>,
    /// The registers that the loop writes.
    varying: BTreeSet<RegisterId>,
    /// The register that counts, and whether it is read as signed.
    counter: Option<(RegisterId, bool)>,
    /// The arrays, by their addresses less what the counter adds.
    arrays: Vec<((E, i128), Array)>,
    /// What is read where nothing changes.
    loads: Vec<E>,
    /// The blocks that are executed in every round.
    prefix: Vec<BlockId>,
    /// What decides between paths.
    conditions: Vec<E>,
    followed: usize,
}

impl<'b> Round<'b> {
    pub(super) fn new(body: &'b Body, head: BlockId, blocks: BTreeSet<BlockId>) -> Round<'b> {
        let mut varying = BTreeSet::new();
        for instruction in blocks.iter().flat_map(|&block| &body.blocks[block].instructions) {
            instruction.kind.for_each_written_register(|register| {
                varying.insert(register);
            });
        }
        Round {
            body,
            head,
            blocks,
            varying,
            counter: None,
            arrays: Vec::new(),
            loads: Vec::new(),
            prefix: Vec::new(),
            conditions: Vec::new(),
            followed: 0,
        }
    }

    pub(super) fn contains(&self, block: BlockId) -> bool {
        self.blocks.contains(&block)
    }

    pub(super) fn varies(&self, register: RegisterId) -> bool {
        self.varying.contains(&register)
    }

    /// Whether an expression has the same value in every round: the loop writes no memory.
    pub(super) fn is_constant(&self, expression: &E) -> bool {
        let (mut starts, mut arrays) = (Vec::new(), Vec::new());
        expression.starts(&mut starts);
        expression.arrays(&mut arrays);
        arrays.is_empty() && starts.iter().all(|register| !self.varies(*register))
    }

    pub(super) fn count_with(&mut self, register: RegisterId, is_signed: bool) {
        self.counter = Some((register, is_signed));
    }

    /// Whether paths are chosen by words of arrays and such registers alone.
    pub(super) fn decides_by(&self, is_known: &dyn Fn(RegisterId) -> bool) -> bool {
        self.conditions.iter().all(|condition| {
            let mut starts = Vec::new();
            condition.starts(&mut starts);
            !condition.has_loads() && starts.into_iter().all(is_known)
        })
    }

    pub(super) fn into_arrays(self) -> (Vec<Array>, Vec<BlockId>) {
        (self.arrays.into_iter().map(|(_, array)| array).collect(), self.prefix)
    }

    pub(super) fn operand(&self, registers: &Registers, operand: Operand) -> E {
        match operand {
            Operand::Register(register) => registers.get(&register).cloned().unwrap_or(E::Start(register)),
            Operand::Constant(constant) => E::Number(constant.scalar, constant.signed()),
            Operand::Global(..) | Operand::Function(_) => E::Address(operand),
        }
    }

    pub(super) fn head(&mut self, registers: &mut Registers) -> Option<()> {
        let body = self.body;
        body.blocks[self.head]
            .instructions
            .iter()
            .try_for_each(|instruction| self.follow(registers, &instruction.kind, None))
    }

    /// What registers hold when the head is reached again, after a block behind it.
    pub(super) fn rest(&mut self, registers: Registers, first: BlockId) -> Option<Registers> {
        self.paths(registers, first, true)
    }

    fn paths(&mut self, mut registers: Registers, first: BlockId, mut is_prefix: bool) -> Option<Registers> {
        let body = self.body;
        let mut block = first;
        while block != self.head {
            self.followed += 1;
            if self.followed > BLOCKS_OF_A_ROUND || !self.contains(block) {
                return None;
            }
            if is_prefix {
                self.prefix.push(block);
            }
            for (position, instruction) in body.blocks[block].instructions.iter().enumerate() {
                let place = is_prefix.then(|| (self.prefix.len() - 1, position));
                self.follow(&mut registers, &instruction.kind, place)?;
            }
            match body.blocks[block].terminator.kind {
                TerminatorKind::Goto(next) => block = next,
                TerminatorKind::Branch { condition, then, otherwise } => {
                    is_prefix = false;
                    let condition = self.operand(&registers, condition);
                    self.conditions.push(condition.clone());
                    let then = self.paths(registers.clone(), then, is_prefix)?;
                    let otherwise = self.paths(registers, otherwise, is_prefix)?;
                    return Some(chosen(&condition, &then, &otherwise));
                }
                TerminatorKind::Switch { .. } | TerminatorKind::Return(_) | TerminatorKind::Unreachable => {
                    return None;
                }
            }
        }
        Some(registers)
    }

    /// One instruction; `place` tells where it is, if every round executes it.
    fn follow(
        &mut self,
        registers: &mut Registers,
        kind: &InstructionKind,
        place: Option<(usize, usize)>,
    ) -> Option<()> {
        let scalar_of = |register: RegisterId| self.body.registers[register].scalar;
        let (destination, value) = match *kind {
            InstructionKind::Copy { destination, source } => (destination, self.operand(registers, source)),
            InstructionKind::Unary { destination, operator, operand, .. } => {
                let operand = Rc::new(self.operand(registers, operand));
                (destination, E::Unary(operator, scalar_of(destination), operand))
            }
            InstructionKind::Binary { destination, operator, left, right, .. } => {
                let (left, right) = (self.operand(registers, left), self.operand(registers, right));
                if !is_harmless(operator, &right) {
                    return None;
                }
                let scalar = scalar_of(destination);
                (destination, E::Binary(operator, scalar, Rc::new(left), Rc::new(right)))
            }
            InstructionKind::Compare { destination, comparison, domain, left, right }
                if matches!(domain, Domain::Signed | Domain::Unsigned) =>
            {
                let scalar = self.scalar_of(left);
                let (left, right) = (self.operand(registers, left), self.operand(registers, right));
                (destination, E::Compare(comparison, domain, scalar, Rc::new(left), Rc::new(right)))
            }
            InstructionKind::Convert { destination, conversion, operand } => {
                let (from, to) = (self.scalar_of(operand), scalar_of(destination));
                if !from.is_integer() {
                    return None;
                }
                let operand = Rc::new(self.operand(registers, operand));
                (destination, E::Convert(conversion, from, to, operand))
            }
            InstructionKind::PtrAdd { destination, base, index, scale } => {
                let (base, index) = (self.operand(registers, base), self.operand(registers, index));
                (destination, E::Place(Rc::new(base), Rc::new(index), scale))
            }
            InstructionKind::Load { destination, address, is_volatile: false } => {
                let address = self.operand(registers, address);
                (destination, self.load(address, scalar_of(destination), place)?)
            }
            _ => return None,
        };
        let scalar = scalar_of(destination);
        if !scalar.is_integer() || scalar.bits() > 64 {
            return None;
        }
        registers.insert(destination, value);
        Some(())
    }

    fn scalar_of(&self, operand: Operand) -> Scalar {
        match operand {
            Operand::Register(register) => self.body.registers[register].scalar,
            Operand::Constant(constant) => constant.scalar,
            // Addresses are not summed up: whatever is computed from them is no function of a word.
            Operand::Global(..) | Operand::Function(_) => Scalar::I64,
        }
    }

    /// What is read at an address: every round reads it first where all rounds do, so that it is known to be allowed.
    fn load(&mut self, address: E, scalar: Scalar, place: Option<(usize, usize)>) -> Option<E> {
        if self.is_constant(&address) {
            let load = E::Load(scalar, Rc::new(address));
            // In the head there is no place, but the head is executed as well.
            if !self.loads.contains(&load) {
                if place.is_none() && self.counter.is_some() {
                    return None;
                }
                self.loads.push(load.clone());
            }
            return Some(load);
        }
        let (base, offset, stride) = self.along(&address)?;
        if stride != i128::from(scalar.bytes()) || !self.is_constant(&base) {
            return None;
        }
        let bytes = u8::try_from(scalar.bytes()).ok()?;
        let key = (base, offset);
        if let Some(array) =
            self.arrays.iter().position(|(other, array)| *other == key && array.bytes == bytes)
        {
            return Some(E::Word(array, scalar));
        }
        self.arrays.push((key, Array { read: place?, bytes }));
        Some(E::Word(self.arrays.len() - 1, scalar))
    }

    /// An address as a base, a constant distance, and what is added in every round.
    fn along(&self, address: &E) -> Option<(E, i128, i128)> {
        let E::Place(base, index, scale) = address else { return Some((address.clone(), 0, 0)) };
        let (base, offset, stride) = self.along(base)?;
        if let E::Number(_, number) = **index {
            return Some((base, offset.checked_add(number.checked_mul(i128::from(*scale))?)?, stride));
        }
        let (counter, is_signed) = self.counter?;
        let extension = if is_signed { Conversion::SignExtend } else { Conversion::ZeroExtend };
        let counts = match &**index {
            E::Start(register) => *register == counter,
            E::Convert(conversion, _, _, part) => {
                *conversion == extension && part.as_start() == Some(counter)
            }
            _ => false,
        };
        (counts && stride == 0).then_some((base, offset, i128::from(*scale)))
    }
}

/// Whether an operation has a result whatever its left operand is, so that it is no error.
fn is_harmless(operator: BinaryOperator, right: &E) -> bool {
    match operator {
        BinaryOperator::Add
        | BinaryOperator::Subtract
        | BinaryOperator::Multiply
        | BinaryOperator::And
        | BinaryOperator::Or
        | BinaryOperator::Xor => true,
        BinaryOperator::SignedDivide
        | BinaryOperator::UnsignedDivide
        | BinaryOperator::SignedRemainder
        | BinaryOperator::UnsignedRemainder => matches!(right, E::Number(_, number) if *number > 0),
        BinaryOperator::ShiftLeft
        | BinaryOperator::SignedShiftRight
        | BinaryOperator::UnsignedShiftRight
        | BinaryOperator::FloatAdd
        | BinaryOperator::FloatSubtract
        | BinaryOperator::FloatMultiply
        | BinaryOperator::FloatDivide => false,
    }
}

/// What registers hold after one of two paths.
fn chosen(condition: &E, then: &Registers, otherwise: &Registers) -> Registers {
    let names: BTreeSet<RegisterId> = then.keys().chain(otherwise.keys()).copied().collect();
    let held =
        |side: &Registers, register: RegisterId| side.get(&register).cloned().unwrap_or(E::Start(register));
    let choose = |register: RegisterId| {
        let (one, other) = (held(then, register), held(otherwise, register));
        let value = match one == other {
            true => one,
            false => E::Choice(Rc::new(condition.clone()), Rc::new(one), Rc::new(other)),
        };
        (register, value)
    };
    names.into_iter().map(choose).collect()
}
