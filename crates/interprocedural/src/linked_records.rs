//! How long the records of arrays are whose words lead to other records: by their address or by their index.
//!
//! ```text
//!   pool[i].next = &pool[j];        return &pool[used++];        i = pool[i].next;        p++, where p was stored somewhere
//! ```
//!
//! This only decides which proof is tried, and how long it takes chunks to be. Registers are followed without regard to the order of
//! instructions.

use heap_rules::fold::Strides;
use ir::{Body, InstructionKind, Module, Operand, RegisterId, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// Shorter records are words, of which families tell.
const SHORTEST: i64 = 8;

/// The lengths of records that are linked in some function.
pub(crate) fn linked_records(module: &Module) -> Strides {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    Strides::of(bodies.flat_map(strides_of).filter_map(|stride| u16::try_from(stride).ok()))
}

/// An address that is computed from that of a record.
struct Step {
    destination: RegisterId,
    index: Operand,
    scale: i64,
}

fn strides_of(body: &Body) -> BTreeSet<i64> {
    let mut copies: BTreeMap<RegisterId, Vec<RegisterId>> = BTreeMap::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut loaded: Vec<RegisterId> = Vec::new();
    let mut leaving: BTreeSet<RegisterId> = BTreeSet::new();
    let mut short: BTreeSet<RegisterId> = BTreeSet::new();
    let mut leave = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            leaving.insert(*register);
        }
    };
    let mut copy = |from: &Operand, to: RegisterId| {
        if let Operand::Register(from) = from {
            copies.entry(*from).or_default().push(to);
        }
    };
    for (_, block) in body.blocks.iter() {
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Copy { destination, source } => copy(source, *destination),
                InstructionKind::Unary { destination, operand, .. }
                | InstructionKind::Convert { destination, operand, .. } => copy(operand, *destination),
                InstructionKind::Binary { destination, left, right, .. } => {
                    copy(left, *destination);
                    copy(right, *destination);
                }
                InstructionKind::PtrAdd { destination, base, index, scale } => {
                    copy(base, *destination);
                    // A cursor that goes on by a record is computed from itself.
                    let is_cursor = *base == Operand::Register(*destination);
                    let scale = match index {
                        Operand::Constant(number) if is_cursor => {
                            i64::try_from(number.signed()).unwrap_or(0).saturating_mul(*scale).abs()
                        }
                        _ => *scale,
                    };
                    steps.push(Step { destination: *destination, index: *index, scale });
                }
                InstructionKind::Load { destination, address, .. } => {
                    loaded.push(*destination);
                    let bytes = body.registers[*destination].scalar.bytes() as i64;
                    if let (Operand::Register(address), true) = (address, bytes < SHORTEST) {
                        short.insert(*address);
                    }
                }
                InstructionKind::Store { value, .. } => leave(value),
                InstructionKind::Call { arguments, .. } => arguments.iter().for_each(&mut leave),
                _ => {}
            }
        }
        if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
            leave(value);
        }
    }
    let reached = |start: RegisterId| {
        let mut reached = BTreeSet::from([start]);
        let mut work = vec![start];
        while let Some(register) = work.pop() {
            for &next in copies.get(&register).into_iter().flatten() {
                if reached.insert(next) {
                    work.push(next);
                }
            }
        }
        reached
    };
    let numbers: BTreeSet<RegisterId> = loaded.into_iter().flat_map(reached).collect();
    let mut strides = BTreeSet::new();
    for step in steps.iter().filter(|step| step.scale >= SHORTEST) {
        let own = reached(step.destination);
        let is_index = matches!(step.index, Operand::Register(index) if numbers.contains(&index));
        // Words of eight bytes that are read as such are no records, and members of a record have no scale.
        let is_record = step.scale > SHORTEST || own.iter().any(|register| short.contains(register));
        if is_record && (is_index || own.iter().any(|register| leaving.contains(register))) {
            strides.insert(step.scale);
        }
    }
    strides
}
