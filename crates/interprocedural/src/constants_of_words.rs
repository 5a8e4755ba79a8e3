//! Whether a program seems to tell records apart by constants: it stores different ones into its memory, and compares what it has read
//! with constants.
//!
//! ```text
//!   node->kind = LEAF;  …  node->kind = INNER;  …  if (node->kind == LEAF)
//! ```
//!
//! This only decides in which order proofs are tried. Registers are followed without regard to the order of instructions.

use crate::comparisons::{Compared, compared_words};
use ir::{Body, InstructionKind, Module, Operand, RegisterId};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn tells_words_apart_by_constants(module: &Module) -> bool {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    let stored: BTreeSet<i128> = bodies.flat_map(stored_constants).collect();
    stored.len() > 1 && compared_words(module) != Compared::Nothing
}

/// The constants that are stored as numbers. Null is mostly a link.
fn stored_constants(body: &Body) -> BTreeSet<i128> {
    let constants = constants_of_registers(body);
    let mut stored = BTreeSet::new();
    for (_, block) in body.blocks.iter() {
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Store { value: Operand::Constant(constant), .. } => {
                    stored.insert(constant.signed());
                }
                InstructionKind::Store { value: Operand::Register(register), .. } => {
                    stored.extend(constants.get(register).into_iter().flatten());
                }
                _ => {}
            }
        }
    }
    stored.remove(&0);
    stored
}

/// The constants that registers are set to, directly or by a copy.
fn constants_of_registers(body: &Body) -> BTreeMap<RegisterId, BTreeSet<i128>> {
    let mut constants: BTreeMap<RegisterId, BTreeSet<i128>> = BTreeMap::new();
    let mut copies = Vec::new();
    for (_, block) in body.blocks.iter() {
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Copy { destination, source: Operand::Constant(constant) } => {
                    constants.entry(*destination).or_default().insert(constant.signed());
                }
                InstructionKind::Copy { destination, source: Operand::Register(source) } => {
                    copies.push((*source, *destination));
                }
                _ => {}
            }
        }
    }
    for (source, destination) in copies {
        let known = constants.get(&source).cloned().unwrap_or_default();
        constants.entry(destination).or_default().extend(known);
    }
    constants
}
