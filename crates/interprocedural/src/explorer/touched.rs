//! Which bytes of the caller's memory an exploration changes.

use super::Explorer;
use heap_rules::apply::Memory;
use ir::InstructionKind;
use std::sync::Arc;
use symbolic_heap::{Cell, Content, State};

/// All bytes, wherever a block ends.
const ALL: (i128, i128) = (i128::MIN, i128::MAX);

impl Explorer<'_, '_> {
    /// Writes down what an instruction changed. A store changes the bytes in which something else is then, and a byte of
    /// which nothing is known holds something then; whatever else changes a block may change all of it.
    pub(super) fn note_changes(&mut self, kind: &InstructionKind, before: &State, after: &State) {
        let is_store = match kind {
            InstructionKind::Store { .. } | InstructionKind::StoreBits { .. } => true,
            InstructionKind::Copy { .. }
            | InstructionKind::Undefine { .. }
            | InstructionKind::Unary { .. }
            | InstructionKind::Binary { .. }
            | InstructionKind::Compare { .. }
            | InstructionKind::Convert { .. }
            | InstructionKind::Load { .. }
            | InstructionKind::LoadBits { .. }
            | InstructionKind::PtrAdd { .. }
            | InstructionKind::PtrSub { .. }
            | InstructionKind::StackAlloc { .. }
            | InstructionKind::StackEnd { .. }
            | InstructionKind::Assume { .. } => return,
            InstructionKind::Call { .. }
            | InstructionKind::VaStart { .. }
            | InstructionKind::VaArg { .. }
            | InstructionKind::VaCopy { .. }
            | InstructionKind::VaEnd { .. }
            | InstructionKind::BlockCopy { .. }
            | InstructionKind::BlockSet { .. }
            | InstructionKind::Asm { .. }
            | InstructionKind::Unsupported { .. } => false,
        };
        for block in after.heap.blocks() {
            let old = before.heap.block(block.base);
            if old.is_some_and(|old| Arc::ptr_eq(old, block)) {
                continue;
            }
            let Some(memory) = Memory::of(&self.context.solver, block) else { continue };
            if !is_store {
                self.report.touched.insert(memory, ALL);
                continue;
            }
            for cell in block.cells.iter().filter(|cell| cell.content != Content::Uninitialised) {
                let is_same = |other: &Cell| other == cell;
                if old.is_some_and(|old| old.cells.iter().any(is_same)) {
                    continue;
                }
                let terms = &self.context.solver.terms;
                let extent = terms.as_constant(cell.start).zip(terms.as_constant(cell.end));
                self.report.touched.insert(memory.clone(), extent.unwrap_or(ALL));
            }
        }
    }
}
