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
    let typed::Promises { is_pure, returns_new_memory, never_null, reads_variadic, size, frees, not_null } =
        function.promises;
    let ty = program.function_type(function.ty);
    let types = ty.map_or(&[][..], |ty| &ty.parameters);
    let result = ty.filter(|_| returns_new_memory && size.is_none()).map(|ty| ty.result.ty);
    let size = size.or_else(|| size_parameter(program, result?, types));
    let owned = result.filter(|_| size.is_none()).and_then(|result| owned_bytes(program, result));
    let mut parameters: Vec<Pointee> = types.iter().map(|&ty| pointee(program, ty)).collect();
    // Numbers only promise nothing.
    if parameters.iter().all(|&pointee| pointee == Pointee::Nothing) {
        parameters.clear();
    }
    Promises {
        parameters,
        is_pure,
        returns_new_memory,
        never_null,
        reads_variadic,
        may_be_replaced,
        size,
        owned,
        frees,
        not_null,
    }
}

/// Which parameter is the size of new memory: where the result is a `void *`, the only one that is a number, if it is as
/// wide as a size.
fn size_parameter(program: &Program, result: TypeId, types: &[TypeId]) -> Option<(u32, Option<u32>)> {
    let Type::Pointer(target) = program.types.get(result) else { return None };
    let is_void = matches!(program.types.get(target.ty), Type::Void);
    let is_number = |ty: TypeId| !matches!(program.types.get(ty), Type::Pointer(_));
    let mut numbers = types.iter().enumerate().filter(|(_, ty)| is_number(**ty));
    let (Some((position, &ty)), None) = (numbers.next(), numbers.next()) else { return None };
    let is_size =
        matches!(program.types.get(ty), Type::Integer(_)) && program.size_of(ty) == program.size_of(result);
    (is_void && is_size).then(|| u32::try_from(position).ok().map(|position| (position, None))).flatten()
}

/// How large new memory is for which the result has a type: a record, as large as it is, or one whose members nobody
/// sees.
fn owned_bytes(program: &Program, result: TypeId) -> Option<u64> {
    let Type::Pointer(target) = program.types.get(result) else { return None };
    let Type::Record(record) = program.types.get(target.ty) else { return None };
    match &program.types.records[*record].layout {
        None => Some(1),
        Some(layout) => {
            let is_open = |ty: TypeId| matches!(program.types.get(ty), Type::Array { .. });
            let ends_open = layout.fields.last().is_some_and(|field| is_open(field.ty.ty));
            (!ends_open).then(|| program.size_of(target.ty)).flatten()
        }
    }
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
