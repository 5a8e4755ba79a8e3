//! What programs do with the results of library functions.

use ir::{BlockId, Body, InstructionKind, Module, Operand, RegisterId, TerminatorKind};
use std::collections::BTreeSet;

/// How much of a result decides what the program does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Uses {
    Nothing,
    /// Whether it is zero, above or below.
    Sign,
    Everything,
}

/// How the function uses what the instruction at this place returns.
pub(super) fn uses_of_result(module: &Module, function: ir::FunctionId, origin: (BlockId, u32)) -> Uses {
    let body = module.functions[function].body.as_ref().expect("code of a function with a body");
    let (block, position) = origin;
    let Some(instruction) = body.blocks[block].instructions.get(position as usize) else {
        return Uses::Everything;
    };
    match instruction.kind.destination() {
        None => Uses::Nothing,
        Some(register) => uses_of(body, register),
    }
}

/// How registers that may hold this one's value are read, wherever that is.
fn uses_of(body: &Body, register: RegisterId) -> Uses {
    let mut holders = BTreeSet::from([register]);
    let mut uses = Uses::Nothing;
    loop {
        let known = holders.len();
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                uses = uses.max(uses_by(&instruction.kind, &mut holders));
            }
            uses = uses.max(uses_at_end(&block.terminator.kind, &holders));
        }
        if holders.len() == known || uses == Uses::Everything {
            return uses;
        }
    }
}

fn uses_by(kind: &InstructionKind, holders: &mut BTreeSet<RegisterId>) -> Uses {
    let mut is_read = false;
    kind.for_each_read_register(|register| is_read |= holders.contains(&register));
    if !is_read {
        return Uses::Nothing;
    }
    let is_zero = |operand: &Operand| matches!(operand, Operand::Constant(number) if number.signed() == 0);
    match kind {
        InstructionKind::Copy { destination, .. } => {
            holders.insert(*destination);
            Uses::Nothing
        }
        InstructionKind::Compare { left, right, .. } if is_zero(left) || is_zero(right) => Uses::Sign,
        _ => Uses::Everything,
    }
}

fn uses_at_end(kind: &TerminatorKind, holders: &BTreeSet<RegisterId>) -> Uses {
    match kind.operand() {
        Some(Operand::Register(register)) if holders.contains(register) => match kind {
            TerminatorKind::Branch { .. } => Uses::Sign,
            _ => Uses::Everything,
        },
        _ => Uses::Nothing,
    }
}
