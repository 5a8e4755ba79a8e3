//! The globals and functions that a program can refer to at all.

use call_graph::CallGraph;
use ir::{
    FunctionId, GlobalId, InitializerData, InstructionKind, Module, Operand, RegisterId, SymbolReference,
};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Footprint {
    pub globals: BTreeSet<GlobalId>,
    /// Those whose address can be seen.
    pub functions: BTreeSet<FunctionId>,
}

/// The constant offsets that functions reachable from `root` add to addresses for anything but storing there. What is read in other
/// ways is not noticed.
pub fn offsets_read(module: &Module, graph: &CallGraph, root: FunctionId) -> BTreeSet<u64> {
    let mut read = BTreeSet::new();
    for function in graph.reachable_from(&[root]) {
        let Some(body) = &module.functions[function].body else { continue };
        let mut offsets: BTreeMap<RegisterId, u64> = BTreeMap::new();
        for instruction in body.blocks.iter().flat_map(|(_, block)| &block.instructions) {
            if let InstructionKind::PtrAdd { destination, index: Operand::Constant(index), scale, .. } =
                &instruction.kind
                && let Some(offset) =
                    i64::try_from(index.signed()).ok().and_then(|index| index.checked_mul(*scale))
                && let Ok(offset) = u64::try_from(offset)
            {
                offsets.insert(*destination, offset);
            }
        }
        let mut note = |operand: &Operand| {
            if let Operand::Register(register) = operand {
                read.extend(offsets.get(register));
            }
        };
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Store { value, .. } => note(value),
                    kind => kind.for_each_operand(&mut note),
                }
            }
            block.terminator.kind.operand().into_iter().for_each(&mut note);
        }
    }
    read
}

/// What the functions reachable from `root` refer to, directly or through initialisers.
pub fn footprint(module: &Module, graph: &CallGraph, root: FunctionId) -> Footprint {
    let mut footprint = Footprint::default();
    let mut work: Vec<SymbolReference> = Vec::new();
    let mut visit = |operand: Operand| match operand {
        Operand::Global(global, _) => work.push(SymbolReference::Global(global)),
        Operand::Function(function) => work.push(SymbolReference::Function(function)),
        Operand::Register(_) | Operand::Constant(_) => {}
    };
    for function in graph.reachable_from(&[root]) {
        let Some(body) = &module.functions[function].body else { continue };
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                instruction.kind.for_each_operand(|operand| visit(*operand));
            }
            if let Some(operand) = block.terminator.kind.operand() {
                visit(*operand);
            }
        }
    }
    while let Some(symbol) = work.pop() {
        match symbol {
            SymbolReference::Function(function) => {
                footprint.functions.insert(function);
            }
            SymbolReference::Global(global) => {
                if footprint.globals.insert(global)
                    && let Some(initializer) = &module.globals[global].initializer
                {
                    work.extend(initializer.chunks.iter().filter_map(|chunk| match chunk.data {
                        InitializerData::Address(symbol, _) => Some(symbol),
                        InitializerData::Bytes(_) => None,
                    }));
                }
            }
        }
    }
    footprint
}
