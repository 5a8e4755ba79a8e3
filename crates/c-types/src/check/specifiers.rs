//! What stands to the left of declarators.

use super::Checker;
use super::attributes::{Attributes, Mode};
use super::scope::{Entity, Typedef};
use crate::types::{ArrayLength, FloatKind, IntegerKind, QualifiedType, Type, TypeId};
use c_syntax::ast::{self, BasicType, Qualifiers};
use source::{Diagnostic, Span};

/// Why such a type is refused: nobody uses it, and what its operators give has rules of its own.
pub(super) const COMPLEX_INTEGER: &str = "complex integers, an extension of GNU C, are not supported";

/// GCC's limit.
const MOST_VECTOR_ELEMENTS: u64 = i32::MAX as u64 - 1;

/// The type that declarators start from.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    pub ty: QualifiedType,
    /// From an `aligned` typedef.
    pub alignment: Option<u64>,
    /// Of the declaration; each declarator adds its own.
    pub attributes: Attributes,
}

impl Checker<'_> {
    /// `is_lone` says that no declarator follows: `struct s;` then declares a new `s`.
    pub(super) fn specifiers(&mut self, specifiers: &ast::Specifiers, is_lone: bool) -> Base {
        let Typedef { ty, alignment } = self.type_specifier(specifiers.ty, specifiers.span, is_lone);
        let ty = self.qualify(ty, specifiers.qualifiers);
        let mut attributes = Attributes::default();
        if !specifiers.attributes.is_empty() {
            self.read_attributes(&specifiers.attributes, &mut attributes);
        }
        for &requested in &specifiers.alignments {
            let requested = match requested {
                ast::Alignment::Type(id) => {
                    let (ty, alignment) = self.type_name(id);
                    alignment.or(Some(self.program.alignment_of(ty.ty)))
                }
                ast::Alignment::Expr(id) => self.constant_of(id).and_then(|value| u64::try_from(value).ok()),
            };
            match requested {
                Some(0) => {}
                Some(bytes) if bytes.is_power_of_two() && bytes <= 1 << 28 => {
                    attributes.alignment = Some(attributes.alignment.map_or(bytes, |old| old.max(bytes)));
                }
                _ => self.error(
                    "invalid-alignment",
                    specifiers.span,
                    "the requested alignment is not a power of two",
                ),
            }
        }
        attributes.is_noreturn |= specifiers.function.is_noreturn;
        Base { ty, alignment, attributes }
    }

    fn type_specifier(&mut self, specifier: ast::TypeSpecifier, span: Span, is_lone: bool) -> Typedef {
        let plain = |ty| Typedef { ty: QualifiedType::unqualified(ty), alignment: None };
        match specifier {
            ast::TypeSpecifier::Basic(basic) => plain(self.basic_type(basic, span)),
            ast::TypeSpecifier::Typedef(name) => match self.scopes.lookup(name) {
                Some(Entity::Typedef(typedef)) => typedef,
                _ => {
                    let message = format!("unknown type name `{}`", self.text(name));
                    self.report(Diagnostic::error("unknown-type", span, message));
                    plain(self.common.error)
                }
            },
            ast::TypeSpecifier::Record(id) => plain(self.record_specifier(id, is_lone)),
            ast::TypeSpecifier::Enum(id) => plain(self.enum_specifier(id)),
            ast::TypeSpecifier::TypeofExpr(id) => {
                let expr = self.without_evaluation(|checker| checker.expr(id));
                Typedef { ty: self.program.exprs[expr].ty, alignment: None }
            }
            ast::TypeSpecifier::TypeofType(id) => {
                let (ty, alignment) = self.type_name(id);
                Typedef { ty, alignment }
            }
            ast::TypeSpecifier::Atomic(id) => {
                let (ty, alignment) = self.type_name(id);
                let atomic = Qualifiers { is_atomic: true, ..Qualifiers::default() };
                Typedef { ty: self.qualify(ty, atomic), alignment }
            }
            ast::TypeSpecifier::VaList => plain(self.common.va_list),
            ast::TypeSpecifier::ImplicitInt => plain(self.common.int),
            // `__auto_type` without an initialiser; the declaration looks at the specifier first.
            ast::TypeSpecifier::Auto | ast::TypeSpecifier::Error => plain(self.common.error),
        }
    }

    fn basic_type(&mut self, basic: BasicType, span: Span) -> TypeId {
        let ty = match basic {
            BasicType::Void => return self.common.void,
            BasicType::Int => return self.common.int,
            BasicType::Char => return self.common.char,
            BasicType::Bool => Type::Bool,
            BasicType::SignedChar => Type::Integer(IntegerKind::SignedChar),
            BasicType::UnsignedChar => Type::Integer(IntegerKind::UnsignedChar),
            BasicType::Short => Type::Integer(IntegerKind::Short),
            BasicType::UnsignedShort => Type::Integer(IntegerKind::UnsignedShort),
            BasicType::UnsignedInt => Type::Integer(IntegerKind::UnsignedInt),
            BasicType::Long => Type::Integer(IntegerKind::Long),
            BasicType::UnsignedLong => Type::Integer(IntegerKind::UnsignedLong),
            BasicType::LongLong => Type::Integer(IntegerKind::LongLong),
            BasicType::UnsignedLongLong => Type::Integer(IntegerKind::UnsignedLongLong),
            BasicType::Int128 => Type::Integer(IntegerKind::Int128),
            BasicType::UnsignedInt128 => Type::Integer(IntegerKind::UnsignedInt128),
            BasicType::Float16 => Type::Float(FloatKind::Float16),
            BasicType::Float => Type::Float(FloatKind::Float),
            BasicType::Double => Type::Float(FloatKind::Double),
            BasicType::LongDouble => Type::Float(FloatKind::LongDouble),
            BasicType::Float128 => Type::Float(FloatKind::Float128),
            BasicType::ComplexFloat => Type::Complex(FloatKind::Float),
            BasicType::ComplexDouble => Type::Complex(FloatKind::Double),
            BasicType::ComplexLongDouble => Type::Complex(FloatKind::LongDouble),
            BasicType::ComplexFloat16 => Type::Complex(FloatKind::Float16),
            BasicType::ComplexFloat128 => Type::Complex(FloatKind::Float128),
            BasicType::ComplexInteger => {
                self.error("unsupported", span, COMPLEX_INTEGER);
                return self.common.error;
            }
        };
        self.program.types.intern(ty)
    }

    /// Adds qualifiers. Those of an array are its elements'.
    pub(super) fn qualify(&mut self, ty: QualifiedType, qualifiers: Qualifiers) -> QualifiedType {
        if qualifiers == Qualifiers::default() {
            return ty;
        }
        if let &Type::Array { element, length } = self.type_behind(ty.ty) {
            let element = self.qualify(element, qualifiers);
            return QualifiedType { ty: self.array_type(element, length), ..ty };
        }
        let old = ty.qualifiers;
        QualifiedType {
            ty: ty.ty,
            qualifiers: Qualifiers {
                is_const: old.is_const || qualifiers.is_const,
                is_volatile: old.is_volatile || qualifiers.is_volatile,
                is_restrict: old.is_restrict || qualifiers.is_restrict,
                is_atomic: old.is_atomic || qualifiers.is_atomic,
            },
        }
    }

    pub(super) fn array_type(&mut self, element: QualifiedType, length: ArrayLength) -> TypeId {
        self.program.types.intern(Type::Array { element, length })
    }

    /// `mode` and `vector_size` change the type that a declarator starts from.
    pub(super) fn apply_type_attributes(
        &mut self,
        ty: QualifiedType,
        attributes: &Attributes,
    ) -> QualifiedType {
        let mut ty = ty;
        if let Some(mode) = attributes.mode {
            ty.ty = self.apply_mode(ty.ty, mode);
        }
        if let Some((bytes, span)) = attributes.vector_bytes
            && self.program.is_arithmetic(ty.ty)
        {
            ty.ty = self.vector_of(ty.ty, bytes, span);
        }
        ty
    }

    fn vector_of(&mut self, element: TypeId, bytes: u64, span: Span) -> TypeId {
        let size = self.program.size_of(element).unwrap_or(1).max(1);
        let count = bytes / size;
        if !bytes.is_multiple_of(size) || !count.is_power_of_two() || count > MOST_VECTOR_ELEMENTS {
            let shown = self.program.display(element);
            let message = format!("no vector of `{shown}` has {bytes} bytes");
            self.error("invalid-vector", span, message);
            return self.common.error;
        }
        self.program.types.intern(Type::Vector { element, bytes })
    }

    fn apply_mode(&mut self, ty: TypeId, mode: Mode) -> TypeId {
        let model = self.program.data_model;
        let is_signed = self.program.is_signed(ty);
        let float = |bytes| match bytes {
            4 => FloatKind::Float,
            8 => FloatKind::Double,
            12 => FloatKind::LongDouble,
            _ => FloatKind::Float128,
        };
        let integer = |bytes: u64| Type::Integer(IntegerKind::of_width(bytes as u32 * 8, is_signed, model));
        let changed = match mode {
            Mode::Integer(bytes) if self.program.is_integer(ty) => integer(bytes),
            Mode::Pointer if self.program.is_integer(ty) => integer(model.pointer_bytes()),
            Mode::Float(bytes) => Type::Float(float(bytes)),
            Mode::Complex(bytes) => Type::Complex(float(bytes)),
            // A pointer with a mode stays one.
            Mode::Integer(_) | Mode::Pointer => return ty,
        };
        self.program.types.intern(changed)
    }
}
