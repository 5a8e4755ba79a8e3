//! An execution in progress: where it is, and who called.

use crate::contracts::ContractId;
use ir::{BlockId, FunctionId, RegisterId};
use std::sync::Arc;
use symbolic_execution::Configuration;

/// An activation that waits for a callee that is followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activation {
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
    pub activation: Activation,
    pub rest: Option<Arc<Stack>>,
}

#[derive(Clone, Debug)]
pub struct Thread {
    pub configuration: Configuration,
    /// The call that is being summarised.
    pub contract: ContractId,
    /// The activations since that call.
    pub callers: Option<Arc<Stack>>,
    /// How many those are, the current one included.
    pub depth: u32,
    pub function: FunctionId,
    pub block: BlockId,
    /// The instruction to execute next; the number of instructions for the terminator.
    pub index: usize,
    /// The stamp of the state at a loop head from which it goes on, if no other execution was joined with it since.
    pub origin: Option<u64>,
}

/// A point of the program and how it was reached: executions there are compared with each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub contract: ContractId,
    /// Function, block and instruction, innermost activation first.
    pub activations: Vec<(FunctionId, BlockId, usize)>,
}

impl Thread {
    pub fn place(&self) -> Place {
        let mut activations = vec![(self.function, self.block, self.index)];
        let mut stack = self.callers.as_deref();
        while let Some(Stack { activation, rest }) = stack {
            activations.push((activation.function, activation.block, activation.index));
            stack = rest.as_deref();
        }
        Place { contract: self.contract, activations }
    }
}
