//! Which functions may be called through a pointer at all.

use ir::{Callee, FunctionId, InitializerData, InstructionKind, Module, Operand, SymbolReference};

/// The functions whose address occurs as a value, in ascending order.
pub fn functions_with_taken_address(module: &Module) -> Vec<FunctionId> {
    let mut is_taken = vec![false; module.functions.len()];
    let mut take = |function: FunctionId| {
        if let Some(entry) = is_taken.get_mut(function.index()) {
            *entry = true;
        }
    };
    for (_, global) in module.globals.iter() {
        for chunk in global.initializer.iter().flat_map(|initializer| &initializer.chunks) {
            if let InitializerData::Address(SymbolReference::Function(function), _) = chunk.data {
                take(function);
            }
        }
    }
    let mut visit = |operand: &Operand| {
        if let Operand::Function(function) = operand {
            take(*function);
        }
    };
    for body in module.functions.as_slice().iter().filter_map(|function| function.body.as_ref()) {
        for block in body.blocks.as_slice() {
            for instruction in &block.instructions {
                match &instruction.kind {
                    // A call through a constant pointer is a direct call.
                    InstructionKind::Call {
                        callee: Callee::Indirect(Operand::Function(_)),
                        arguments,
                        ..
                    } => {
                        arguments.iter().for_each(&mut visit);
                    }
                    kind => kind.for_each_operand(&mut visit),
                }
            }
            if let Some(operand) = block.terminator.kind.operand() {
                visit(operand);
            }
        }
    }
    module.functions.ids().filter(|function| is_taken[function.index()]).collect()
}
