//! What the side table of names and types suggests about memory that a caller owns.
//!
//! These are hints: they decide which preconditions are tried first and how variables are called,
//! never whether a contract holds. That is decided by the second round, which does not see them.

use ir::debug::{Type, TypeId, TypeTable};
use ir::{Body, Module};

/// A parameter as the source calls it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterHint {
    pub name: String,
    pub ty: Option<TypeId>,
}

/// Names and types of the parameters, in order.
pub fn parameters(body: &Body) -> Vec<ParameterHint> {
    // A parameter whose address is taken is listed under the register of its block; the order of
    // declarations tells which one it is.
    let mut declared: Vec<_> =
        body.names.variables.values().filter(|variable| variable.is_parameter).collect();
    declared.sort_by_key(|variable| variable.span.start);
    let is_complete = declared.len() == body.parameters.len();
    body.parameters
        .iter()
        .enumerate()
        .map(|(index, register)| {
            let own = body.names.variables.get(register).filter(|variable| variable.is_parameter);
            let variable = own.or_else(|| declared.get(index).copied().filter(|_| is_complete));
            match variable {
                Some(variable) if !variable.name.is_empty() => {
                    ParameterHint { name: variable.name.clone(), ty: Some(variable.ty) }
                }
                _ => ParameterHint { name: format!("parameter{}", index + 1), ty: None },
            }
        })
        .collect()
}

/// What a pointer of this type points to.
pub fn pointee(types: &TypeTable, ty: TypeId) -> Option<TypeId> {
    match types.types.get(ty)? {
        Type::Pointer(target) => Some(*target),
        _ => None,
    }
}

/// The size of a record; other pointees may be elements of an array of any length.
pub fn record_size(types: &TypeTable, ty: TypeId) -> Option<u64> {
    match types.types.get(ty)? {
        Type::Record { size, .. } if *size > 0 => Some(*size),
        _ => None,
    }
}

/// The field of a type that begins at an offset and has so many bytes: its path and its type.
pub fn field_at(types: &TypeTable, ty: TypeId, offset: u64, bytes: u64) -> Option<(String, TypeId)> {
    match types.types.get(ty)? {
        Type::Record { fields, .. } => fields.iter().filter(|field| field.bits.is_none()).find_map(|field| {
            let inner = offset.checked_sub(field.offset)?;
            let (path, ty) = field_at(types, field.ty, inner, bytes)?;
            let name = match (field.name.is_empty(), path.is_empty()) {
                (true, _) => path,
                (false, true) => field.name.clone(),
                (false, false) if path.starts_with('[') => format!("{}{path}", field.name),
                (false, false) => format!("{}.{path}", field.name),
            };
            Some((name, ty))
        }),
        Type::Array { element, length } => {
            let size = size_of(types, *element)?;
            let index = offset.checked_div(size)?;
            if length.is_some_and(|length| index >= length) {
                return None;
            }
            let (path, ty) = field_at(types, *element, offset % size, bytes)?;
            let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            Some((format!("[{index}]{separator}{path}"), ty))
        }
        Type::Scalar { size, .. } => (offset == 0 && *size == bytes).then(|| (String::new(), ty)),
        Type::Pointer(_) => (offset == 0 && (bytes == 8 || bytes == 4)).then(|| (String::new(), ty)),
        Type::Function { .. } => None,
    }
}

/// The numbers and pointers in a record, arrays apart: where each begins and ends. Of members of a union the first one counts.
pub fn words(types: &TypeTable, ty: TypeId) -> Vec<(u64, u64)> {
    let mut words = Vec::new();
    add_words(types, ty, 0, &mut words);
    words
}

fn add_words(types: &TypeTable, ty: TypeId, offset: u64, words: &mut Vec<(u64, u64)>) {
    match types.types.get(ty) {
        Some(Type::Record { fields, .. }) => {
            for field in fields.iter().filter(|field| field.bits.is_none()) {
                add_words(types, field.ty, offset + field.offset, words);
            }
        }
        Some(Type::Pointer(_) | Type::Scalar { .. }) => {
            let size = size_of(types, ty).unwrap_or(0);
            let is_free = words.iter().all(|&(start, end)| offset + size <= start || end <= offset);
            if is_free && matches!(size, 1 | 2 | 4 | 8) {
                words.push((offset, offset + size));
            }
        }
        _ => {}
    }
}

/// The array in a record that has the byte at this offset: where it begins and ends.
pub fn array_around(types: &TypeTable, ty: TypeId, offset: u64) -> Option<(u64, u64)> {
    let Type::Record { fields, .. } = types.types.get(ty)? else { return None };
    fields.iter().find_map(|field| {
        let inner = offset.checked_sub(field.offset)?;
        match types.types.get(field.ty)? {
            Type::Array { element, length: Some(length) } => {
                let end = size_of(types, *element)?.checked_mul(*length)?;
                (inner < end).then_some((field.offset, field.offset + end))
            }
            Type::Record { size, .. } if inner < *size => {
                let (start, end) = array_around(types, field.ty, inner)?;
                Some((start + field.offset, end + field.offset))
            }
            _ => None,
        }
    })
}

/// A record that has a member of this type, and around it also the bytes from one offset up to
/// another: the record and where in it the member is.
pub fn container(module: &Module, member: TypeId, bytes: (i128, i128)) -> Option<(TypeId, i128)> {
    let types = &module.types;
    types.types.iter().find_map(|(record, ty)| {
        let Type::Record { size, .. } = ty else { return None };
        let offset = members(module, record, member).into_iter().map(i128::from).find(|offset| {
            let (start, end) = (bytes.0 + offset, bytes.1 + offset);
            let field = u64::try_from(start).ok().zip(u64::try_from(end - start).ok());
            start >= 0
                && end <= i128::from(*size)
                && field.is_some_and(|(start, length)| field_at(types, record, start, length).is_some())
        });
        Some((record, offset?))
    })
}

/// A record that has a member of this type at an offset.
pub fn container_with(module: &Module, member: TypeId, offset: u64) -> Option<TypeId> {
    let mut records = module.types.types.iter().map(|(record, _)| record);
    records.find(|&record| members(module, record, member).contains(&offset))
}

/// Where a record has members of a type.
pub fn members(module: &Module, record: TypeId, member: TypeId) -> Vec<u64> {
    let Some(Type::Record { fields, .. }) = module.types.types.get(record) else { return Vec::new() };
    let mut places = Vec::new();
    for field in fields {
        if are_alike(module, field.ty, member) {
            places.push(field.offset);
        }
        places.extend(members(module, field.ty, member).into_iter().map(|place| place + field.offset));
    }
    places
}

/// Whether something of the first type may lie so many bytes behind the start of something of the second type. Two records do not
/// overlap, but one may be a member of the other, begin as it does, or lie in an array of bytes.
pub fn may_lie_in(module: &Module, ty: TypeId, around: TypeId, place: i128) -> bool {
    let sizes = (record_size(&module.types, ty), record_size(&module.types, around));
    let (Some(size), Some(size_around)) = sizes else { return true };
    let is_apart = place >= i128::from(size_around) || place <= -i128::from(size);
    let is_member = |member, record, place: i128| {
        let place = u64::try_from(place);
        place.is_ok_and(|place| members(module, record, member).contains(&place))
    };
    let types = &module.types;
    let has_rows = has_row(types, ty) || has_row(types, around);
    let is_in_bytes = lies_in_bytes(types, around, (place, place + i128::from(size)))
        || lies_in_bytes(types, ty, (-place, i128::from(size_around) - place));
    is_apart
        || place == 0
        || has_rows
        || is_in_bytes
        || is_member(ty, around, place)
        || is_member(around, ty, -place)
}

/// Whether a run of bytes lies in an array of bytes of a record, in which there may be anything.
fn lies_in_bytes(types: &TypeTable, record: TypeId, (start, end): (i128, i128)) -> bool {
    let Ok(first) = u64::try_from(start) else { return false };
    let is_byte = field_at(types, record, first, 1).is_some();
    is_byte && array_around(types, record, first).is_some_and(|array| end <= i128::from(array.1))
}

/// Whether records lie side by side in this one.
fn has_row(types: &TypeTable, ty: TypeId) -> bool {
    match types.types.get(ty) {
        Some(Type::Array { element, .. }) => {
            record_size(types, *element).is_some() || has_row(types, *element)
        }
        Some(Type::Record { fields, .. }) => fields.iter().any(|field| has_row(types, field.ty)),
        _ => false,
    }
}

/// Whether a record has a pointer to records of its own type, as the nodes of lists do.
pub fn has_link_to_itself(module: &Module, record: TypeId) -> bool {
    let Some(Type::Record { fields, .. }) = module.types.types.get(record) else { return false };
    fields
        .iter()
        .any(|field| pointee(&module.types, field.ty).is_some_and(|target| are_alike(module, target, record)))
}

/// Whether words of this type are read as unsigned, if it is a number.
pub fn is_unsigned(types: &TypeTable, ty: TypeId) -> Option<bool> {
    match types.types.get(ty)? {
        Type::Scalar { is_unsigned, .. } => Some(*is_unsigned),
        _ => None,
    }
}

/// The size of an element of an array.
pub fn size_of(types: &TypeTable, ty: TypeId) -> Option<u64> {
    match types.types.get(ty)? {
        Type::Scalar { size, .. } | Type::Record { size, .. } => Some(*size),
        _ => None,
    }
}

/// The size of an element of an array of numbers; memory of no type has none.
pub fn element_size(types: &TypeTable, ty: TypeId) -> Option<u64> {
    match types.types.get(ty)? {
        Type::Scalar { name, .. } if name == "void" => None,
        _ => size_of(types, ty),
    }
}

/// Whether two types are the same, as far as their names tell.
pub fn are_alike(module: &Module, a: TypeId, b: TypeId) -> bool {
    a == b || module.types.c_name(a) == module.types.c_name(b)
}
