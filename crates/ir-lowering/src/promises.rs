//! What the declaration of a function without a body says of calls of it.

use c_types::typed::{self, Program};
use c_types::types::{Type, TypeId};
use ir::{Pointee, Promises};

/// Records in records are looked into so deeply.
const DEEPEST: usize = 16;

pub(crate) fn promises(program: &Program, function: &typed::Function) -> Promises {
    let may_be_replaced = function.is_weak && function.body.is_some();
    if function.body.is_some() && !may_be_replaced || function.has_errors {
        return Promises::default();
    }
    let typed::Promises { is_pure, returns_new_memory, never_null, reads_variadic, size } = function.promises;
    let parameters = program.function_type(function.ty).map_or(&[][..], |ty| &ty.parameters);
    let mut parameters: Vec<Pointee> = parameters.iter().map(|&ty| pointee(program, ty)).collect();
    // Numbers only promise nothing.
    if parameters.iter().all(|&pointee| pointee == Pointee::Nothing) {
        parameters.clear();
    }
    Promises { parameters, is_pure, returns_new_memory, never_null, reads_variadic, may_be_replaced, size }
}

fn pointee(program: &Program, ty: TypeId) -> Pointee {
    match program.types.get(ty) {
        Type::Pointer(target) => match program.types.get(target.ty) {
            Type::Function(_) => Pointee::Nothing,
            _ if target.qualifiers.is_const => Pointee::Constant,
            Type::Pointer(_) => Pointee::Pointer,
            _ if has_pointers(program, target.ty, DEEPEST) => Pointee::Anything,
            _ => Pointee::Data,
        },
        // An aggregate that is passed is a copy, but what it leads to is not.
        Type::Record(_) | Type::VaList if has_pointers(program, ty, DEEPEST) => Pointee::Anything,
        _ => Pointee::Nothing,
    }
}

/// Whether an object may contain pointers.
fn has_pointers(program: &Program, ty: TypeId, depth: usize) -> bool {
    match program.types.get(ty) {
        Type::Bool
        | Type::Integer(_)
        | Type::Float(_)
        | Type::Complex(_)
        | Type::Enum(_)
        | Type::Vector { .. } => false,
        Type::Array { element, .. } => has_pointers(program, element.ty, depth),
        Type::Record(record) => match &program.types.records[*record].layout {
            Some(layout) if depth > 0 => {
                layout.fields.iter().any(|field| has_pointers(program, field.ty.ty, depth - 1))
            }
            _ => true,
        },
        Type::Void | Type::Pointer(_) | Type::Function(_) | Type::VaList | Type::Error => true,
    }
}
