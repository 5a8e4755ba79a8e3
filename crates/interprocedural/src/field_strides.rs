//! By how many bytes at a time a program may step through arrays, where that is not the size of the words that it reads and stores.
//!
//! ```text
//!   records[i].member = 1;        a[2 * i] = 0;        for (i = 0; i < n; i += 2) a[i] = 0;        letters[i] = c;
//! ```
//!
//! This only decides which proof is tried and which words of an array it tells of together.

use crate::limits::{LONGEST_STRIDE_OF_FIELDS, WORDS_OF_A_STEP};
use heap_rules::fold::Strides;
use ir::{BinaryOperator, Body, InstructionKind, Module, Operand, RegisterId};
use std::collections::{BTreeMap, BTreeSet};

/// The strides of arrays in the functions of a module, if there are other ones than words of several bytes.
pub(crate) fn field_strides(module: &Module) -> Strides {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    Strides::of(bodies.flat_map(strides_of).filter_map(|stride| u16::try_from(stride).ok()))
}

/// How registers depend on each other, without regard to the order of instructions.
#[derive(Default)]
struct Flow {
    next: BTreeMap<RegisterId, Vec<RegisterId>>,
    /// By which numbers indices are multiplied, or grow.
    factors: Vec<(RegisterId, i64)>,
    /// Indices of addresses and how many bytes they count.
    indices: Vec<(RegisterId, i64)>,
    /// The sizes of words that are read or stored.
    widths: BTreeSet<i64>,
    /// By how many bytes addresses grow.
    steps: BTreeSet<i64>,
}

impl Flow {
    fn of(body: &Body) -> Flow {
        let mut flow = Flow::default();
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                flow.note(body, &instruction.kind);
            }
        }
        flow
    }

    fn note(&mut self, body: &Body, instruction: &InstructionKind) {
        let width = |register: RegisterId| body.registers[register].scalar.bytes() as i64;
        match instruction {
            InstructionKind::Copy { destination, source } => self.copy(source, *destination),
            InstructionKind::Unary { destination, operand, .. }
            | InstructionKind::Convert { destination, operand, .. } => self.copy(operand, *destination),
            InstructionKind::Binary { destination, operator, left, right, .. } => {
                self.copy(left, *destination);
                self.copy(right, *destination);
                if matches!(
                    operator,
                    BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply
                ) {
                    let numbers = [left, right].into_iter().filter_map(small).map(i64::abs);
                    let factors = numbers.filter(|number| (2..=WORDS_OF_A_STEP).contains(number));
                    self.factors.extend(factors.map(|factor| (*destination, factor)));
                }
            }
            InstructionKind::PtrAdd { index: Operand::Register(index), scale, .. } => {
                self.indices.push((*index, scale.abs()));
            }
            InstructionKind::PtrAdd { destination, base, index, scale }
                if *base == Operand::Register(*destination) =>
            {
                self.steps.extend(small(index).map(|index| index.saturating_mul(*scale).abs()));
            }
            InstructionKind::Load { destination, .. } => {
                self.widths.insert(width(*destination));
            }
            InstructionKind::Store { value: Operand::Register(value), .. } => {
                self.widths.insert(width(*value));
            }
            InstructionKind::Store { value: Operand::Constant(number), .. } => {
                self.widths.insert(number.scalar.bytes() as i64);
            }
            _ => {}
        }
    }

    fn copy(&mut self, from: &Operand, to: RegisterId) {
        if let Operand::Register(from) = from {
            self.next.entry(*from).or_default().push(to);
        }
    }

    /// What is computed from a register, and the register itself.
    fn reached(&self, start: RegisterId) -> BTreeSet<RegisterId> {
        let mut reached = BTreeSet::from([start]);
        let mut work = vec![start];
        while let Some(register) = work.pop() {
            for &next in self.next.get(&register).into_iter().flatten() {
                if reached.insert(next) {
                    work.push(next);
                }
            }
        }
        reached
    }
}

fn small(operand: &Operand) -> Option<i64> {
    match operand {
        Operand::Constant(number) => i64::try_from(number.signed()).ok(),
        _ => None,
    }
}

fn strides_of(body: &Body) -> BTreeSet<i64> {
    let flow = Flow::of(body);
    let mut strides = BTreeSet::new();
    let scales = flow.indices.iter().map(|index| index.1).chain(flow.steps.iter().copied());
    for scale in scales {
        let is_record = flow.widths.iter().any(|&width| width < scale);
        if is_record || scale == 1 && flow.widths.contains(&1) {
            strides.insert(scale);
        }
    }
    for &(register, factor) in &flow.factors {
        let reached = flow.reached(register);
        for &(index, scale) in &flow.indices {
            if reached.contains(&index) && flow.widths.contains(&scale) {
                strides.insert(scale * factor);
            }
        }
    }
    strides.retain(|stride| (1..=LONGEST_STRIDE_OF_FIELDS).contains(stride));
    strides
}
