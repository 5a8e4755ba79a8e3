//! Which allocations are for nodes of one kind: those whose results have the same type.
//!
//! Nothing is concluded from it. It decides which blocks are tried to be seen as nodes of one structure where their sizes are equal by chance.

use crate::context::tag_of;
use ir::debug::{TypeId, VariablePlace};
use ir::{Body, Callee, InstructionKind, Module, RegisterId};
use std::collections::BTreeMap;
use symbolic_heap::PlaceTag;

/// For each place where a function without a body is called: the first place where such a call has a result of the same type.
pub(crate) fn origins(module: &Module) -> BTreeMap<PlaceTag, PlaceTag> {
    let mut firsts = BTreeMap::new();
    let mut origins = BTreeMap::new();
    for body in module.functions.iter().filter_map(|(_, function)| function.body.as_ref()) {
        let blocks = body.blocks.iter().map(|(_, block)| block);
        for instruction in blocks.flat_map(|block| &block.instructions) {
            let InstructionKind::Call { destination: Some(destination), callee, .. } = &instruction.kind
            else {
                continue;
            };
            if matches!(callee, Callee::Direct(id) if module.functions[*id].body.is_some()) {
                continue;
            }
            // Files that are linked have types of their own, with the same names. Results without a known type are of one kind.
            let name = type_of(body, *destination).map(|ty| module.types.c_name(ty)).unwrap_or_default();
            let place = tag_of(instruction.span);
            origins.entry(place).or_insert(*firsts.entry(name).or_insert(place));
        }
    }
    origins
}

fn type_of(body: &Body, register: RegisterId) -> Option<TypeId> {
    match body.names.variables.get(&register) {
        Some(variable) if variable.place == VariablePlace::Register => Some(variable.ty),
        Some(_) => None,
        None => body.names.temporaries.get(&register).copied(),
    }
}
