//! Which allocations are for nodes of one kind: those whose results have the same type.
//!
//! Nothing is concluded from it. It decides which blocks are tried to be seen as nodes of one structure where their sizes are equal by chance.

use crate::context::tag_of;
use ir::debug::{Type, TypeId, VariablePlace};
use ir::{Body, Callee, InstructionKind, Module, RegisterId};
use std::collections::BTreeMap;
use symbolic_heap::PlaceTag;

/// What is told of blocks that calls return.
#[derive(Clone, Default, Debug)]
pub(crate) struct Origins {
    /// For each place where a function without a body is called: the first place where a call has a result of the same type, if that is
    /// the address of a record.
    allocated: BTreeMap<PlaceTag, PlaceTag>,
    /// The same for places where other functions are called: what they return may be allocated for no type, as wrappers do.
    returned: BTreeMap<PlaceTag, PlaceTag>,
}

impl Origins {
    /// Of a block that is allocated by the call at this place.
    pub fn allocated(&self, place: PlaceTag) -> PlaceTag {
        self.allocated.get(&place).copied().unwrap_or(place)
    }

    /// Of a block of no known type that the call at this place returns.
    pub fn returned(&self, place: PlaceTag) -> Option<PlaceTag> {
        self.returned.get(&place).copied()
    }
}

pub(crate) fn origins(module: &Module) -> Origins {
    let mut firsts = BTreeMap::new();
    let mut origins = Origins::default();
    for body in module.functions.iter().filter_map(|(_, function)| function.body.as_ref()) {
        let blocks = body.blocks.iter().map(|(_, block)| block);
        for instruction in blocks.flat_map(|block| &block.instructions) {
            let InstructionKind::Call { destination: Some(destination), callee, .. } = &instruction.kind
            else {
                continue;
            };
            let place = tag_of(instruction.span);
            // Files that are linked have types of their own, with the same names. Results of no known type are of one kind.
            let ty = type_of(body, *destination).filter(|&ty| leads_to_record(module, ty));
            let origin = ty.map(|ty| *firsts.entry(module.types.c_name(ty)).or_insert(place.for_a_type()));
            if matches!(callee, Callee::Direct(id) if module.functions[*id].body.is_none()) {
                origins.allocated.entry(place).or_insert(origin.unwrap_or(PlaceTag::UNTYPED));
            } else if let Some(origin) = origin {
                origins.returned.entry(place).or_insert(origin);
            }
        }
    }
    origins
}

fn leads_to_record(module: &Module, ty: TypeId) -> bool {
    match module.types.types.get(ty) {
        Some(Type::Pointer(target)) => matches!(module.types.types.get(*target), Some(Type::Record { .. })),
        _ => false,
    }
}

fn type_of(body: &Body, register: RegisterId) -> Option<TypeId> {
    match body.names.variables.get(&register) {
        Some(variable) if variable.place == VariablePlace::Register => Some(variable.ty),
        Some(_) => None,
        None => body.names.temporaries.get(&register).copied(),
    }
}
