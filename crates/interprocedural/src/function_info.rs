//! What the exploration needs to know of a function's control flow, computed once.

use crate::reductions::{Reduction, reductions};
use ir::analysis::{FlowGraph, Liveness, WeakTopologicalOrder};
use ir::{BlockId, Body, InstructionKind, Operand, RegisterId};
use std::collections::BTreeMap;

pub struct FunctionInfo {
    order: WeakTopologicalOrder,
    liveness: Liveness,
    flags: Vec<RegisterId>,
    reductions: BTreeMap<BlockId, Reduction>,
}

impl FunctionInfo {
    pub fn new(body: &Body) -> FunctionInfo {
        let graph = FlowGraph::new(body);
        let liveness = Liveness::new(body, &graph);
        let order = WeakTopologicalOrder::new(&graph);
        let reductions = reductions(body, &graph, &liveness);
        FunctionInfo { order, liveness, flags: flags(body), reductions }
    }

    /// The registers to which the function assigns several constants and nothing else: they tell what has happened.
    pub fn flags(&self) -> &[RegisterId] {
        &self.flags
    }

    /// How the loop with this head collects what arrays hold, if it does nothing else.
    pub(crate) fn reduction(&self, head: BlockId) -> Option<&Reduction> {
        self.reductions.get(&head)
    }

    /// Whether a block lies in the loop with this head.
    pub(crate) fn is_in_loop(&self, head: BlockId, block: BlockId) -> bool {
        let position = self.position(block);
        self.loop_end(head).is_some_and(|end| (self.position(head)..end).contains(&position))
    }

    pub fn is_loop_head(&self, block: BlockId) -> bool {
        self.order.is_head(block)
    }

    /// The position behind the last block of the loop with this head.
    pub fn loop_end(&self, head: BlockId) -> Option<usize> {
        let position = self.order.position(head)?;
        self.order.items()[position].component_end
    }

    pub fn live_in(&self, block: BlockId) -> &[RegisterId] {
        self.liveness.live_in(block)
    }

    /// The registers that are read after an instruction, in ascending order.
    pub fn live_after(&self, body: &Body, block: BlockId, instruction: usize) -> Vec<RegisterId> {
        let mut found = Vec::new();
        self.liveness.for_each_live_after(body, block, |position, live| {
            if position == instruction {
                found = live.iter().collect();
            }
        });
        found
    }

    /// Blocks that come earlier are explored first, so that ways meet before they go on.
    pub fn position(&self, block: BlockId) -> usize {
        self.order.position(block).unwrap_or(usize::MAX)
    }
}

fn flags(body: &Body) -> Vec<RegisterId> {
    let mut constants = vec![0usize; body.registers.len()];
    let mut others = vec![false; body.registers.len()];
    for instruction in body.blocks.iter().flat_map(|(_, block)| &block.instructions) {
        match instruction.kind {
            InstructionKind::Copy { destination, source: Operand::Constant(_) } => {
                constants[destination.index()] += 1;
            }
            InstructionKind::Undefine { .. } => {}
            ref kind => kind.for_each_written_register(|register| others[register.index()] = true),
        }
    }
    body.parameters.iter().for_each(|register| others[register.index()] = true);
    let is_flag = |register: &RegisterId| constants[register.index()] > 1 && !others[register.index()];
    body.registers.iter().map(|(register, _)| register).filter(is_flag).collect()
}
