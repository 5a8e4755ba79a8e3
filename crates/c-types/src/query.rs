//! Questions about types that the checker and the lowering both ask.

use crate::layout;
use crate::typed::{ExprId, ExprKind, Program};
use crate::types::{
    ArrayLength, BitRange, Field, FloatKind, FunctionType, IntegerKind, RecordId, Type, TypeId,
};
use source::DataModel;
use stdx::Symbol;

impl Program {
    pub fn type_of(&self, expr: ExprId) -> TypeId {
        self.exprs[expr].ty.ty
    }

    /// In bytes; `None` if incomplete, variable, a function or `void`.
    pub fn size_of(&self, ty: TypeId) -> Option<u64> {
        layout::size_of(&self.types, self.data_model, ty)
    }

    /// In bytes; that of a field, so 4 for `long long` on ILP32.
    pub fn alignment_of(&self, ty: TypeId) -> u64 {
        layout::alignment_of(&self.types, self.data_model, ty)
    }

    /// The integer type that a type is, or is compatible with: integers and enums, not `_Bool`.
    pub fn integer_kind(&self, ty: TypeId) -> Option<IntegerKind> {
        match self.types.get(ty) {
            Type::Integer(kind) => Some(*kind),
            Type::Enum(id) => Some(self.types.enums[*id].underlying.unwrap_or(IntegerKind::UnsignedInt)),
            _ => None,
        }
    }

    pub fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self.types.get(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    /// Integers, enums, `_Bool`.
    pub fn is_integer(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Bool | Type::Integer(_) | Type::Enum(_))
    }

    /// Integers and real floating types.
    pub fn is_arithmetic(&self, ty: TypeId) -> bool {
        self.is_integer(ty) || matches!(self.types.get(ty), Type::Float(_))
    }

    /// Pointers; on ILP32 a `va_list` is one, too.
    pub fn is_pointer(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Pointer(_) => true,
            Type::VaList => self.data_model == DataModel::Ilp32,
            _ => false,
        }
    }

    pub fn is_scalar(&self, ty: TypeId) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    pub fn is_void(&self, ty: TypeId) -> bool {
        *self.types.get(ty) == Type::Void
    }

    pub fn is_error(&self, ty: TypeId) -> bool {
        *self.types.get(ty) == Type::Error
    }

    pub fn is_array(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Array { .. })
    }

    /// What lives in memory as a whole: records, arrays, a `va_list` on LP64.
    pub fn is_aggregate(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Record(_) | Type::Array { .. } => true,
            Type::VaList => self.data_model == DataModel::Lp64,
            _ => false,
        }
    }

    pub fn is_function(&self, ty: TypeId) -> bool {
        matches!(self.types.get(ty), Type::Function(_))
    }

    pub fn record_of(&self, ty: TypeId) -> Option<RecordId> {
        match self.types.get(ty) {
            Type::Record(record) => Some(*record),
            _ => None,
        }
    }

    pub fn function_type(&self, ty: TypeId) -> Option<&FunctionType> {
        match self.types.get(ty) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The type a pointer points to.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.types.get(ty) {
            Type::Pointer(target) => Some(target.ty),
            _ => None,
        }
    }

    /// Whether the size is only known at run time: an array with a variable length somewhere.
    pub fn has_variable_size(&self, ty: TypeId) -> bool {
        match self.types.get(ty) {
            Type::Array { element, length } => {
                matches!(length, ArrayLength::Variable(_) | ArrayLength::Star)
                    || self.has_variable_size(element.ty)
            }
            _ => false,
        }
    }

    /// Whether values of an integer or pointer type are signed.
    pub fn is_signed(&self, ty: TypeId) -> bool {
        self.integer_kind(ty).is_some_and(IntegerKind::is_signed)
    }

    /// The value's width and sign, for whatever is represented as an integer.
    pub fn integer_width(&self, ty: TypeId) -> Option<(u32, bool)> {
        match self.types.get(ty) {
            Type::Bool => Some((8, false)),
            Type::Pointer(_) => Some((self.data_model.pointer_bytes() as u32 * 8, false)),
            Type::VaList if self.data_model == DataModel::Ilp32 => Some((32, false)),
            _ => self.integer_kind(ty).map(|kind| (kind.bits(self.data_model), kind.is_signed())),
        }
    }

    /// Looks a member up, through anonymous members: the field and its offset from the record's start.
    pub fn find_field(&self, record: RecordId, name: Symbol) -> Option<(&Field, u64)> {
        let layout = self.types.records[record].layout.as_ref()?;
        for field in &layout.fields {
            if field.name == Some(name) {
                return Some((field, field.offset));
            }
            if field.name.is_none()
                && let Some(inner) = self.record_of(field.ty.ty)
                && let Some((found, offset)) = self.find_field(inner, name)
            {
                return Some((found, field.offset + offset));
            }
        }
        None
    }

    /// Whether an expression designates an object or function.
    pub fn is_lvalue(&self, expr: ExprId) -> bool {
        match &self.exprs[expr].kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::Dereference(_)
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Function(_)
            | ExprKind::Unsupported(_) => true,
            ExprKind::Member { record, .. } => self.is_lvalue(*record),
            _ => false,
        }
    }

    /// The bits of a bit-field that an expression reads or writes, if it is one.
    pub fn bit_field_of(&self, expr: ExprId) -> Option<BitRange> {
        match &self.exprs[expr].kind {
            ExprKind::Member { bits, .. } => *bits,
            ExprKind::Load(inner) => self.bit_field_of(*inner),
            ExprKind::Assign { target, .. }
            | ExprKind::CompoundAssign { target, .. }
            | ExprKind::Increment { target, .. } => self.bit_field_of(*target),
            ExprKind::Comma(_, last) => self.bit_field_of(*last),
            _ => None,
        }
    }
}
