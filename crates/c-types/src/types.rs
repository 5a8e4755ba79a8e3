//! C's types, hash-consed: equal types have equal ids.

use crate::typed::LocalId;
use c_syntax::ast::Qualifiers;
use rustc_hash::FxHashMap;
use source::Span;
use stdx::{Arena, Id, Symbol};

pub type TypeId = Id<Type>;
pub type RecordId = Id<Record>;
pub type EnumId = Id<Enum>;

/// A type with the qualifiers of the thing that has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct QualifiedType {
    pub ty: TypeId,
    pub qualifiers: Qualifiers,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    Bool,
    Integer(IntegerKind),
    Float(FloatKind),
    Complex(FloatKind),
    Pointer(QualifiedType),
    Array {
        element: QualifiedType,
        length: ArrayLength,
    },
    Function(FunctionType),
    Record(RecordId),
    Enum(EnumId),
    /// `__builtin_va_list`: on LP64 an array of one 24-byte structure (it decays to a pointer
    /// when passed), on ILP32 a pointer.
    VaList,
    /// GCC's `vector_size`; `bytes` in all.
    Vector {
        element: TypeId,
        bytes: u64,
    },
    /// Something was wrong and has been reported.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntegerKind {
    /// Plain `char` where it is signed.
    Char,
    /// Plain `char` where it is unsigned; a program has one of the two.
    UnsignedPlainChar,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
    Int128,
    UnsignedInt128,
    /// The type in which GCC computes with a bit-field that is too wide for an `int` and narrower
    /// than its declared type.
    BitField {
        width: u32,
        is_signed: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    Float16,
    Float,
    Double,
    LongDouble,
    Float128,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ArrayLength {
    Fixed(u64),
    /// `[]`: not yet known, or a flexible array member.
    Incomplete,
    /// A variable-length array: the hidden local of type `size_t` that holds the number of
    /// elements, assigned where the declaration (or type name) is evaluated.
    Variable(LocalId),
    /// `[*]` in a prototype, or a variable length in a prototype's scope.
    Star,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub result: QualifiedType,
    /// Adjusted: arrays and functions have become pointers; top-level qualifiers are dropped.
    pub parameters: Vec<TypeId>,
    pub is_variadic: bool,
    /// `false` for `int f()`.
    pub has_prototype: bool,
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub is_union: bool,
    pub tag: Option<Symbol>,
    /// `None` while incomplete.
    pub layout: Option<RecordLayout>,
    /// `__attribute__((transparent_union))`.
    pub is_transparent: bool,
    pub span: Span,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordLayout {
    pub size: u64,
    pub alignment: u64,
    /// In order of declaration; unnamed bit-fields are not listed.
    pub fields: Vec<Field>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// `None` for an anonymous struct or union.
    pub name: Option<Symbol>,
    pub ty: QualifiedType,
    /// In bytes from the start of the record. For a bit-field: the byte that holds its first bit.
    pub offset: u64,
    pub bits: Option<BitRange>,
    /// What the member asks of its place, in bytes: more than its type if it has an attribute, less
    /// in a packed record.
    pub alignment: u64,
    pub span: Span,
}

/// A bit-field's bits: `offset < 8` counts from the least significant bit of the first byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BitRange {
    pub offset: u32,
    pub width: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    /// The integer type it is compatible with; `None` while incomplete.
    pub underlying: Option<IntegerKind>,
    pub span: Span,
}

/// All types of a translation unit.
#[derive(Clone, Default, Debug)]
pub struct TypeTable {
    types: Arena<Type>,
    /// INVARIANT: the inverse of `types`.
    ids: FxHashMap<Type, TypeId>,
    pub records: Arena<Record>,
    pub enums: Arena<Enum>,
}

impl TypeTable {
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }
}
