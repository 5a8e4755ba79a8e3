//! An execution in progress: where it is, and who called.

use ir::{BlockId, FunctionId, RegisterId};
use std::sync::Arc;
use symbolic_execution::Configuration;

/// An activation that waits for a callee to return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: FunctionId,
    pub block: BlockId,
    /// The instruction after the call.
    pub index: usize,
    pub destination: Option<RegisterId>,
    /// How many registers it has; their values are the last ones held.
    pub registers: usize,
}

/// The activations below the current one, innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    pub frame: Frame,
    pub rest: Option<Arc<Stack>>,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub configuration: Configuration,
    pub callers: Option<Arc<Stack>>,
    pub depth: u32,
    pub function: FunctionId,
    pub block: BlockId,
    /// The instruction to execute next; the number of instructions for the terminator.
    pub index: usize,
}

impl Thread {
    /// The places of all callers and the current block: executions at the same place, called the
    /// same way, are compared with each other.
    pub fn place(&self) -> Vec<(u32, u32, u32)> {
        let mut place = vec![(self.function.raw(), self.block.raw(), 0)];
        let mut stack = self.callers.as_deref();
        while let Some(Stack { frame, rest }) = stack {
            place.push((frame.function.raw(), frame.block.raw(), frame.index as u32));
            stack = rest.as_deref();
        }
        place
    }

    /// How many activations of a function there are.
    pub fn activations(&self, function: FunctionId) -> usize {
        let mut count = usize::from(self.function == function);
        let mut stack = self.callers.as_deref();
        while let Some(Stack { frame, rest }) = stack {
            count += usize::from(frame.function == function);
            stack = rest.as_deref();
        }
        count
    }
}
