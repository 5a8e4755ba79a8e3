//! Which registers still matter at a place.

use ir::debug::VariablePlace;
use ir::{BlockId, Body, InstructionKind, Operand, RegisterId, TerminatorKind};

/// For every block, the registers that are read later, before they are written.
#[derive(Clone, Debug)]
pub(crate) struct Liveness {
    /// One bit per register, for the end of each block.
    live_out: Vec<Vec<u64>>,
    /// The registers that are variables: they count as long as their function is active.
    variables: Vec<RegisterId>,
}

fn insert(set: &mut [u64], register: RegisterId) {
    set[register.index() / 64] |= 1 << (register.index() % 64);
}

fn remove(set: &mut [u64], register: RegisterId) {
    set[register.index() / 64] &= !(1 << (register.index() % 64));
}

fn contains(set: &[u64], register: RegisterId) -> bool {
    set[register.index() / 64] >> (register.index() % 64) & 1 == 1
}

impl Liveness {
    pub fn of(body: &Body) -> Liveness {
        let words = body.registers.len().div_ceil(64).max(1);
        let count = body.blocks.len();
        let mut live_in = vec![vec![0u64; words]; count];
        let mut live_out = vec![vec![0u64; words]; count];
        let mut changed = true;
        while changed {
            changed = false;
            for (id, block) in body.blocks.iter().rev() {
                let mut out = vec![0u64; words];
                block.terminator.kind.for_each_successor(|successor| {
                    for (word, more) in out.iter_mut().zip(&live_in[successor.index()]) {
                        *word |= more;
                    }
                });
                let mut set = out.clone();
                before_terminator(&mut set, &block.terminator.kind);
                for instruction in block.instructions.iter().rev() {
                    before_instruction(&mut set, &instruction.kind);
                }
                live_out[id.index()] = out;
                if live_in[id.index()] != set {
                    live_in[id.index()] = set;
                    changed = true;
                }
            }
        }
        let variables = body
            .names
            .variables
            .iter()
            .filter(|(_, variable)| variable.place == VariablePlace::Register)
            .map(|(&register, _)| register)
            .collect();
        Liveness { live_out, variables }
    }

    /// Visits the registers that matter before an instruction; for a function that waits for a call, those
    /// that matter after it.
    pub fn for_each_needed(
        &self,
        body: &Body,
        block: BlockId,
        instruction: u32,
        is_waiting: bool,
        mut visit: impl FnMut(RegisterId),
    ) {
        let mut set = self.live_out[block.index()].clone();
        let instructions = &body.blocks[block].instructions;
        let position = instruction as usize;
        if position <= instructions.len() {
            before_terminator(&mut set, &body.blocks[block].terminator.kind);
        }
        for (index, later) in instructions.iter().enumerate().skip(position).rev() {
            if index == position && is_waiting {
                if let Some(destination) = later.kind.destination() {
                    remove(&mut set, destination);
                }
                break;
            }
            before_instruction(&mut set, &later.kind);
        }
        for &variable in &self.variables {
            insert(&mut set, variable);
        }
        for (register, _) in body.registers.iter() {
            if contains(&set, register) {
                visit(register);
            }
        }
    }
}

fn before_terminator(set: &mut [u64], kind: &TerminatorKind) {
    if let Some(Operand::Register(register)) = kind.operand() {
        insert(set, *register);
    }
}

fn before_instruction(set: &mut [u64], kind: &InstructionKind) {
    kind.for_each_written_register(|register| remove(set, register));
    kind.for_each_read_register(|register| insert(set, register));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_matters_until_its_last_use_and_a_variable_always() {
        let text = r#"module LP64

signature s0 (i64) -> i64 #1

function external @f s0 (%0: i64) {
    variable %0 "p" t0 in register parameter
b0:
    %1: i64 = load [%0]
    %2: i64 = load [%1]
    branch %2, b1, b2
b1:
    return 0i64
b2:
    return %2
}

type t0 = scalar "long" size 8
"#;
        let module = ir::text::parse(text).unwrap();
        let (_, function) = module.functions.iter().next().unwrap();
        let body = function.body.as_ref().unwrap();
        let liveness = Liveness::of(body);
        let needed = |block: u32, instruction: u32| {
            let mut registers = Vec::new();
            liveness.for_each_needed(body, BlockId::from_raw(block), instruction, false, |register| {
                registers.push(register.raw());
            });
            registers
        };
        assert_eq!(needed(0, 0), [0]);
        assert_eq!(needed(0, 1), [0, 1]);
        assert_eq!(needed(0, 2), [0, 2]);
        assert_eq!(needed(1, 0), [0]);
        assert_eq!(needed(2, 0), [0, 2]);
    }
}
