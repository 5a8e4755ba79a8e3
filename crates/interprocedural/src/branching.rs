//! Whether a program looks as if it had trees: a function calls itself at two places, as those do that go down to both children.
//!
//! This only decides how long branching nodes are looked for.

use ir::{Callee, InstructionKind, Module};

/// Whether some function calls itself at two places.
pub(crate) fn has_branching_recursion(module: &Module) -> bool {
    module.functions.iter().any(|(id, function)| {
        let blocks = function.body.iter().flat_map(|body| body.blocks.iter());
        let calls_itself = |kind: &InstructionKind| {
            matches!(kind, InstructionKind::Call { callee: Callee::Direct(target), .. } if *target == id)
        };
        let instructions = blocks.flat_map(|(_, block)| &block.instructions);
        instructions.filter(|instruction| calls_itself(&instruction.kind)).count() > 1
    })
}
