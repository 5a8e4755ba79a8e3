//! When two types are the same for C, what they have in common, and a number for that.

use crate::typed::Program;
use crate::types::{ArrayLength, FunctionType, QualifiedType, Type, TypeId};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

impl Program {
    /// C11 6.2.7, with GCC's leniency. Qualifiers at the top do not matter.
    pub fn are_compatible(&self, left: TypeId, right: TypeId) -> bool {
        if left == right {
            return true;
        }
        match (self.types.get(left), self.types.get(right)) {
            (Type::Error, _) | (_, Type::Error) => true,
            (Type::Pointer(a), Type::Pointer(b)) => self.are_compatible_qualified(*a, *b),
            (Type::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
                let are_lengths_compatible = match (m, n) {
                    (ArrayLength::Fixed(m), ArrayLength::Fixed(n)) => m == n,
                    _ => true,
                };
                are_lengths_compatible && self.are_compatible_qualified(*a, *b)
            }
            (Type::Function(a), Type::Function(b)) => self.are_functions_compatible(a, b),
            (Type::Enum(_), Type::Integer(_)) | (Type::Integer(_), Type::Enum(_)) => {
                self.integer_kind(left) == self.integer_kind(right)
            }
            (Type::Vector { element: a, bytes: m }, Type::Vector { element: b, bytes: n }) => {
                m == n && self.are_compatible(*a, *b)
            }
            _ => false,
        }
    }

    pub fn are_compatible_qualified(&self, left: QualifiedType, right: QualifiedType) -> bool {
        left.qualifiers == right.qualifiers && self.are_compatible(left.ty, right.ty)
    }

    fn are_functions_compatible(&self, left: &FunctionType, right: &FunctionType) -> bool {
        if !self.are_compatible(left.result.ty, right.result.ty) {
            return false;
        }
        match (left.has_prototype, right.has_prototype) {
            (true, true) => {
                left.is_variadic == right.is_variadic
                    && left.parameters.len() == right.parameters.len()
                    && left.parameters.iter().zip(&right.parameters).all(|(&a, &b)| {
                        self.are_compatible(a, b)
                            || self.is_transparent_for(a, b)
                            || self.is_transparent_for(b, a)
                    })
            }
            (true, false) => self.fits_unspecified(left, right),
            (false, true) => self.fits_unspecified(right, left),
            (false, false) => true,
        }
    }

    /// Whether a prototype agrees with `f()`. A definition in the style of K&R lists its types.
    fn fits_unspecified(&self, prototype: &FunctionType, other: &FunctionType) -> bool {
        if !other.parameters.is_empty() && other.parameters.len() != prototype.parameters.len() {
            return false;
        }
        !prototype.is_variadic || !other.parameters.is_empty()
    }

    /// GCC lets a declaration with a member's type meet one with the transparent union.
    fn is_transparent_for(&self, union: TypeId, member: TypeId) -> bool {
        let Some(record) = self.record_of(union) else { return false };
        let record = &self.types.records[record];
        record.is_transparent
            && record.layout.as_ref().is_some_and(|layout| {
                layout.fields.iter().any(|field| self.are_compatible(field.ty.ty, member))
            })
    }

    /// The composite of two compatible types: what both together say.
    pub fn composite(&mut self, left: TypeId, right: TypeId) -> TypeId {
        if left == right {
            return left;
        }
        let composite = match (self.types.get(left).clone(), self.types.get(right).clone()) {
            (Type::Pointer(a), Type::Pointer(b)) => {
                let ty = self.composite(a.ty, b.ty);
                Type::Pointer(QualifiedType { ty, qualifiers: a.qualifiers })
            }
            (Type::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
                let ty = self.composite(a.ty, b.ty);
                let length = match (m, n) {
                    (ArrayLength::Fixed(_), _) => m,
                    (_, ArrayLength::Fixed(_)) => n,
                    (ArrayLength::Variable(_), _) => m,
                    (_, ArrayLength::Variable(_)) => n,
                    (ArrayLength::Star, _) => m,
                    (ArrayLength::Incomplete, _) => n,
                };
                Type::Array { element: QualifiedType { ty, qualifiers: a.qualifiers }, length }
            }
            (Type::Function(a), Type::Function(b)) => Type::Function(self.composite_function(a, b)),
            (Type::Integer(_), Type::Enum(_)) => return right,
            _ => return left,
        };
        self.types.intern(composite)
    }

    fn composite_function(&mut self, left: FunctionType, right: FunctionType) -> FunctionType {
        let result = QualifiedType {
            ty: self.composite(left.result.ty, right.result.ty),
            qualifiers: left.result.qualifiers,
        };
        let (mut base, other) = match (left.has_prototype, right.has_prototype) {
            (true, _) | (false, false) => (left, right),
            (false, true) => (right, left),
        };
        if base.has_prototype == other.has_prototype && base.parameters.len() == other.parameters.len() {
            for (parameter, &other) in base.parameters.iter_mut().zip(&other.parameters) {
                *parameter = self.composite(*parameter, other);
            }
        } else if !base.has_prototype && base.parameters.is_empty() {
            base.parameters = other.parameters;
        }
        FunctionType { result, ..base }
    }

    /// A number that compatible function types of all translation units share: records and enums
    /// count by their tag, and an enum counts as the integer type it is compatible with.
    pub fn fingerprint(&self, ty: TypeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_type(ty, &mut hasher);
        hasher.finish()
    }

    fn hash_type(&self, ty: TypeId, hasher: &mut FxHasher) {
        match self.types.get(ty) {
            Type::Void => 0u8.hash(hasher),
            Type::Bool => 1u8.hash(hasher),
            Type::Integer(_) | Type::Enum(_) => (2u8, self.integer_kind(ty)).hash(hasher),
            Type::Float(kind) => (3u8, kind).hash(hasher),
            Type::Complex(kind) => (4u8, kind).hash(hasher),
            Type::Pointer(target) => {
                (6u8, target.qualifiers).hash(hasher);
                self.hash_type(target.ty, hasher);
            }
            Type::Array { element, .. } => {
                // Lengths may be missing on one side.
                (7u8, element.qualifiers).hash(hasher);
                self.hash_type(element.ty, hasher);
            }
            Type::Function(function) => {
                (8u8, function.is_variadic, function.has_prototype).hash(hasher);
                self.hash_type(function.result.ty, hasher);
                if function.has_prototype {
                    function.parameters.len().hash(hasher);
                    for &parameter in &function.parameters {
                        self.hash_type(parameter, hasher);
                    }
                }
            }
            Type::Record(id) => {
                let record = &self.types.records[*id];
                (9u8, record.is_union, record.tag.map(|tag| self.names.text(tag))).hash(hasher);
            }
            Type::VaList => 10u8.hash(hasher),
            Type::Vector { element, bytes } => {
                (11u8, bytes).hash(hasher);
                self.hash_type(*element, hasher);
            }
            Type::Error => 12u8.hash(hasher),
        }
    }
}
