//! Sizes, alignments and offsets: the System V ABIs of i386 and x86-64 as GCC implements them.
//!
//! The placement of fields follows GCC's `place_field` and `layout_decl`, with the rule that a
//! bit-field may not span more units of its type's alignment than the type itself does
//! (`PCC_BITFIELD_TYPE_MATTERS`), and with the cap of i386 that puts 8-byte scalars on 4 bytes.

use crate::types::{
    ArrayLength, BitRange, Field, FloatKind, IntegerKind, QualifiedType, RecordLayout, Type, TypeId,
    TypeTable,
};
use source::{DataModel, Span};
use stdx::Symbol;

/// What `aligned` without a number means.
pub const BIGGEST_ALIGNMENT: u64 = 16;

/// Objects must be smaller than half the address space; GCC rejects larger types.
pub fn greatest_size(model: DataModel) -> u64 {
    match model {
        DataModel::Ilp32 => i32::MAX as u64,
        DataModel::Lp64 => i64::MAX as u64,
    }
}

/// The size in bytes; `None` for what has none at compile time: incomplete and variable-length
/// types, functions, `void`.
pub fn size_of(types: &TypeTable, model: DataModel, ty: TypeId) -> Option<u64> {
    match types.get(ty) {
        Type::Void | Type::Function(_) | Type::Error => None,
        Type::Bool => Some(1),
        Type::Integer(kind) => Some(kind.bytes(model)),
        Type::Float(kind) => Some(kind.bytes(model)),
        Type::Complex(kind) => Some(2 * kind.bytes(model)),
        Type::Pointer(_) => Some(model.pointer_bytes()),
        Type::Array { element, length } => match length {
            ArrayLength::Fixed(length) => size_of(types, model, element.ty)?.checked_mul(*length),
            ArrayLength::Incomplete | ArrayLength::Variable(_) | ArrayLength::Star => None,
        },
        Type::Record(record) => types.records[*record].layout.as_ref().map(|layout| layout.size),
        Type::Enum(id) => Some(types.enums[*id].underlying.unwrap_or(IntegerKind::UnsignedInt).bytes(model)),
        Type::VaList => Some(match model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 24,
        }),
        Type::Vector { bytes, .. } => Some(*bytes),
    }
}

/// The least alignment in bytes, which is that of a field of the type (C11's `_Alignof`).
pub fn alignment_of(types: &TypeTable, model: DataModel, ty: TypeId) -> u64 {
    let natural = preferred_alignment_of(types, model, ty);
    if model == DataModel::Ilp32 && is_capped_in_fields(types, ty) { natural.min(4) } else { natural }
}

/// The alignment that GCC prefers for the type, by itself (GNU's `__alignof__`): on i386, 8 for
/// `long long` and `double`.
pub fn preferred_alignment_of(types: &TypeTable, model: DataModel, ty: TypeId) -> u64 {
    match types.get(ty) {
        Type::Void | Type::Function(_) | Type::Error | Type::Bool => 1,
        Type::Integer(kind) => kind.bytes(model),
        Type::Float(kind) | Type::Complex(kind) => match kind {
            FloatKind::LongDouble if model == DataModel::Ilp32 => 4,
            FloatKind::Float16
            | FloatKind::Float
            | FloatKind::Double
            | FloatKind::LongDouble
            | FloatKind::Float128 => kind.bytes(model),
        },
        Type::Pointer(_) | Type::VaList => model.pointer_bytes(),
        Type::Array { element, .. } => preferred_alignment_of(types, model, element.ty),
        Type::Record(record) => types.records[*record].layout.as_ref().map_or(1, |layout| layout.alignment),
        Type::Enum(id) => types.enums[*id].underlying.unwrap_or(IntegerKind::UnsignedInt).bytes(model),
        Type::Vector { bytes, .. } => bytes.checked_next_power_of_two().unwrap_or(1),
    }
}

/// i386 caps the alignment of fields at 4 if they are integers, doubles, or anything else that GCC
/// keeps in integer registers: short vectors, and records of just 8 bytes.
fn is_capped_in_fields(types: &TypeTable, ty: TypeId) -> bool {
    match types.get(ty) {
        Type::Array { element, .. } => is_capped_in_fields(types, element.ty),
        Type::Bool | Type::Integer(_) | Type::Enum(_) | Type::Pointer(_) | Type::VaList => true,
        Type::Float(kind) | Type::Complex(kind) => *kind == FloatKind::Double,
        Type::Vector { bytes, .. } => *bytes <= 8,
        Type::Record(record) => match &types.records[*record].layout {
            // Smaller records are not aligned that much, larger ones live in memory.
            Some(layout) if layout.size == 8 && layout.alignment == 8 => fits_register(types, ty),
            _ => false,
        },
        Type::Void | Type::Function(_) | Type::Error => false,
    }
}

/// Whether i386 has an integer register mode for a type of at most 8 bytes.
fn fits_register(types: &TypeTable, ty: TypeId) -> bool {
    let size = size_of(types, DataModel::Ilp32, ty);
    let has_mode = matches!(size, Some(0 | 1 | 2 | 4 | 8));
    match types.get(ty) {
        Type::Record(record) => match &types.records[*record].layout {
            Some(layout) => has_mode && layout.fields.iter().all(|field| fits_register(types, field.ty.ty)),
            None => false,
        },
        _ => has_mode,
    }
}

/// The alignment a type has before it is a field, and whether the program asked for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeAlignment {
    pub bytes: u64,
    pub is_user_given: bool,
}

/// A member to be placed.
#[derive(Clone, Debug)]
pub struct FieldRequest {
    /// `None` for an anonymous record and for an unnamed bit-field.
    pub name: Option<Symbol>,
    pub ty: QualifiedType,
    /// From the type itself (an `aligned` typedef, a record); without the cap of i386.
    pub type_alignment: TypeAlignment,
    /// `aligned` or `_Alignas` on the member.
    pub alignment: Option<u64>,
    pub is_packed: bool,
    pub bit_width: Option<u32>,
    pub span: Span,
}

/// The attributes that govern a record's layout.
#[derive(Clone, Copy, Default, Debug)]
pub struct RecordRequest {
    pub is_union: bool,
    pub is_packed: bool,
    /// `aligned` on the record.
    pub alignment: Option<u64>,
    /// `#pragma pack`, in bytes.
    pub pack: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Places the fields. Also tells whether the alignment goes back to an attribute.
pub fn lay_out(
    types: &TypeTable,
    model: DataModel,
    request: RecordRequest,
    fields: &[FieldRequest],
) -> Result<(RecordLayout, bool), TooLarge> {
    let mut placer = Placer {
        types,
        model,
        request,
        position: 0,
        record_alignment: bits(request.alignment.unwrap_or(1).max(1)),
        is_user_aligned: request.alignment.is_some(),
    };
    let mut placed = Vec::with_capacity(fields.len());
    for field in fields {
        let (bit_position, alignment) = placer.place(field)?;
        // Unnamed bit-fields take space but cannot be accessed.
        if field.bit_width.is_some() && field.name.is_none() {
            continue;
        }
        let bits = field.bit_width.map(|width| BitRange { offset: (bit_position % 8) as u32, width });
        placed.push(Field {
            name: field.name,
            ty: field.ty,
            offset: bytes(bit_position)?,
            bits,
            alignment: bytes(alignment)?.max(1),
            span: field.span,
        });
    }
    let alignment = placer.record_alignment;
    let size = bytes(round_up(placer.position, alignment))?;
    if size > greatest_size(model) {
        return Err(TooLarge);
    }
    let layout = RecordLayout { size, alignment: bytes(alignment)?, fields: placed };
    Ok((layout, placer.is_user_aligned))
}

/// All positions and alignments in bits, of which an address space has more than 64 bits can count.
struct Placer<'a> {
    types: &'a TypeTable,
    model: DataModel,
    request: RecordRequest,
    /// In a struct the end so far; in a union the greatest end.
    position: u128,
    record_alignment: u128,
    is_user_aligned: bool,
}

impl Placer<'_> {
    /// The bit position of the field, and its alignment in bits; the record grows.
    fn place(&mut self, field: &FieldRequest) -> Result<(u128, u128), TooLarge> {
        let byte_size = size_of(self.types, self.model, field.ty.ty);
        // A flexible array member takes no space.
        let type_bits = bits(byte_size.unwrap_or(0));
        let size = field.bit_width.map_or(type_bits, u128::from);
        let start = if self.request.is_union { 0 } else { self.position };
        let is_packed = field.is_packed
            || (self.request.is_packed && (field.bit_width.is_some() || field.type_alignment.bytes > 1));
        let own = self.field_alignment(field, size, start, is_packed)?;
        self.align_record(field, own, is_packed, type_bits)?;
        if self.request.is_union {
            self.position = self.position.max(round_up(size, 8));
            return Ok((0, own.alignment));
        }
        let mut position = round_up(start, own.alignment);
        let spans_units = own.is_bit_field && !is_packed && self.request.pack.is_none() && size > 0;
        if spans_units {
            let unit = self.capped_type_alignment(field)?;
            let units = (position % unit + size).div_ceil(unit);
            if units > type_bits / unit {
                position = round_up(position, unit);
            }
            self.is_user_aligned |= field.type_alignment.is_user_given;
        }
        self.position = position.checked_add(size).ok_or(TooLarge)?;
        Ok((position, own.alignment))
    }

    /// The alignment of the field's own declaration, as `layout_decl` computes it.
    fn field_alignment(
        &self,
        field: &FieldRequest,
        size: u128,
        start: u128,
        is_packed: bool,
    ) -> Result<OwnAlignment, TooLarge> {
        let type_alignment = bits(field.type_alignment.bytes);
        let mut is_user_given = field.alignment.is_some();
        let mut alignment = match field.alignment {
            Some(bytes) => bits(bytes),
            None => 1,
        };
        let mut is_bit_field = field.bit_width.is_some();
        let is_zero_width = field.bit_width == Some(0);
        let is_packed = is_packed && !is_zero_width;
        let takes_type_alignment = match field.bit_width {
            Some(width) => width == 0,
            None => !(is_packed && field.alignment.is_some()),
        };
        if takes_type_alignment && type_alignment > alignment {
            alignment = type_alignment;
            is_user_given = field.type_alignment.is_user_given;
        }
        if is_bit_field && matches!(size, 8 | 16 | 32 | 64) {
            // A bit-field that fills an integer at its natural place is no bit-field for GCC.
            let known = if start == 0 { u128::MAX } else { 1 << start.trailing_zeros() };
            if !(size > 8 && is_packed) && known >= size {
                alignment = alignment.max(size);
                is_bit_field = false;
            }
        }
        if is_packed && field.alignment.is_none() {
            alignment = alignment.min(8);
        }
        if !is_packed && !is_user_given && self.is_capped(field) {
            alignment = alignment.min(32);
        }
        if let (Some(pack), false) = (self.request.pack, is_zero_width) {
            alignment = alignment.min(bits(pack));
        }
        Ok(OwnAlignment { alignment, is_user_given, is_bit_field })
    }

    /// The record is at least as aligned as its fields. Unnamed bit-fields do not count.
    fn align_record(
        &mut self,
        field: &FieldRequest,
        own: OwnAlignment,
        is_packed: bool,
        type_bits: u128,
    ) -> Result<(), TooLarge> {
        let mut is_user_given = own.is_user_given;
        if field.bit_width.is_none() || type_bits == 0 {
            self.record_alignment = self.record_alignment.max(own.alignment);
        } else if field.name.is_some() {
            let mut type_alignment = self.capped_type_alignment(field)?;
            if let Some(pack) = self.request.pack {
                type_alignment = type_alignment.min(bits(pack));
            } else if is_packed {
                type_alignment = type_alignment.min(8);
            }
            self.record_alignment = self.record_alignment.max(own.alignment).max(type_alignment);
            is_user_given |= field.type_alignment.is_user_given;
        }
        self.is_user_aligned |= is_user_given;
        Ok(())
    }

    fn capped_type_alignment(&self, field: &FieldRequest) -> Result<u128, TooLarge> {
        let alignment = bits(field.type_alignment.bytes);
        let is_capped = !field.type_alignment.is_user_given && self.is_capped(field);
        Ok(if is_capped { alignment.min(32) } else { alignment })
    }

    fn is_capped(&self, field: &FieldRequest) -> bool {
        // Atomic 8-byte fields have kept their alignment since GCC 11.
        self.model == DataModel::Ilp32
            && !field.ty.qualifiers.is_atomic
            && is_capped_in_fields(self.types, field.ty.ty)
    }
}

#[derive(Clone, Copy)]
struct OwnAlignment {
    alignment: u128,
    is_user_given: bool,
    is_bit_field: bool,
}

fn bits(bytes: u64) -> u128 {
    u128::from(bytes) * 8
}

fn bytes(bits: u128) -> Result<u64, TooLarge> {
    u64::try_from(bits / 8).map_err(|_| TooLarge)
}

/// `alignment` is not zero, and no value comes near the end of the range.
fn round_up(value: u128, alignment: u128) -> u128 {
    value.next_multiple_of(alignment.max(1))
}
