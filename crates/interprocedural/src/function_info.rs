//! What the exploration needs to know of a function's control flow, computed once.

use ir::analysis::{FlowGraph, Liveness, WeakTopologicalOrder};
use ir::{BlockId, Body, RegisterId};

pub struct FunctionInfo {
    order: WeakTopologicalOrder,
    liveness: Liveness,
}

impl FunctionInfo {
    pub fn new(body: &Body) -> FunctionInfo {
        let graph = FlowGraph::new(body);
        let liveness = Liveness::new(body, &graph);
        let order = WeakTopologicalOrder::new(&graph);
        FunctionInfo { order, liveness }
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
