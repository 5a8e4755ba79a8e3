//! Enumerations.

use super::Checker;
use super::scope::{Entity, Tag};
use crate::types::{Enum, EnumId, IntegerKind, Type, TypeId};
use c_syntax::ast;
use source::Diagnostic;

impl Checker<'_> {
    pub(super) fn enum_specifier(&mut self, id: ast::EnumId) -> TypeId {
        let unit = self.unit;
        let specifier = &unit.enums[id];
        let id = match &specifier.enumerators {
            None => self.mentioned_enum(specifier),
            Some(enumerators) => {
                let id = self.enum_to_define(specifier);
                self.define_enum(id, specifier, enumerators);
                id
            }
        };
        self.program.types.intern(Type::Enum(id))
    }

    fn mentioned_enum(&mut self, specifier: &ast::EnumSpecifier) -> EnumId {
        let Some(tag) = specifier.tag else { return self.new_enum(specifier) };
        match self.scopes.lookup_tag(tag) {
            Some(Tag::Enum(id)) => id,
            Some(other) => {
                self.wrong_tag(tag, other, specifier.span);
                self.new_enum(specifier)
            }
            None => {
                let id = self.new_enum(specifier);
                self.scopes.declare_tag(tag, Tag::Enum(id));
                id
            }
        }
    }

    fn enum_to_define(&mut self, specifier: &ast::EnumSpecifier) -> EnumId {
        let Some(tag) = specifier.tag else { return self.new_enum(specifier) };
        match self.scopes.lookup_tag_here(tag) {
            Some(Tag::Enum(id)) => {
                let known = &mut self.program.types.enums[id];
                if known.underlying.is_none() {
                    known.span = specifier.span;
                    return id;
                }
                let previous = known.span;
                let message = format!("`enum {}` is defined twice in this scope", self.text(tag));
                let diagnostic = Diagnostic::error("redefinition", specifier.span, message);
                self.report(diagnostic.with_label(previous, "first defined here"));
            }
            Some(other) => self.wrong_tag(tag, other, specifier.span),
            None => {}
        }
        let id = self.new_enum(specifier);
        self.scopes.declare_tag(tag, Tag::Enum(id));
        id
    }

    fn new_enum(&mut self, specifier: &ast::EnumSpecifier) -> EnumId {
        self.program.types.enums.push(Enum { tag: specifier.tag, underlying: None, span: specifier.span })
    }

    /// The type that `enum e : T` names.
    fn fixed_type(&mut self, specifier: &ast::EnumSpecifier) -> Option<IntegerKind> {
        let name = specifier.underlying?;
        let (ty, _) = self.type_name(name);
        match *self.program.types.get(ty.ty) {
            Type::Integer(kind) => Some(kind),
            Type::Enum(other) => self.program.types.enums[other].underlying,
            Type::Bool => Some(IntegerKind::UnsignedChar),
            Type::Error => None,
            _ => {
                self.error(
                    "type-mismatch",
                    specifier.span,
                    "the type of an enumeration must be an integer type",
                );
                None
            }
        }
    }

    fn define_enum(&mut self, id: EnumId, specifier: &ast::EnumSpecifier, enumerators: &[ast::Enumerator]) {
        let model = self.program.data_model;
        let first = self.scopes.enumerators.len();
        let (mut next, mut lowest, mut greatest) = (0i128, 0i128, 0i128);
        for enumerator in enumerators {
            if let Some(value) = enumerator.value {
                match self.constant_of(value) {
                    Some(value) => next = value,
                    None => {
                        let message = format!(
                            "the value of `{}` is not an integer constant",
                            self.text(enumerator.name)
                        );
                        self.error("not-constant", enumerator.span, message);
                    }
                }
            }
            (lowest, greatest) = (lowest.min(next), greatest.max(next));
            if self.scopes.lookup_here(enumerator.name).is_some() {
                let message = format!("`{}` is declared twice in this scope", self.text(enumerator.name));
                self.error("redefinition", enumerator.span, message);
            }
            // Until the enum is complete, a wide value has the type that holds it.
            let ty = if IntegerKind::Int.contains(next, model) {
                self.common.int
            } else {
                let is_signed = next < 0;
                self.integer_type(IntegerKind::of_width(bits_of(next, is_signed), is_signed, model))
            };
            let index = self.scopes.enumerators.len() as u32;
            self.scopes.enumerators.push((next, ty));
            self.scopes.declare(enumerator.name, Entity::Enumerator(index));
            next = next.wrapping_add(1);
        }
        let attributes = self.attributes(&specifier.attributes);
        let is_signed = lowest < 0;
        let bits = bits_of(lowest, is_signed).max(bits_of(greatest, is_signed));
        let bits = if attributes.is_packed { bits } else { bits.max(32) };
        let underlying =
            self.fixed_type(specifier).unwrap_or_else(|| IntegerKind::of_width(bits, is_signed, model));
        self.program.types.enums[id].underlying = Some(underlying);
        // Enumerators that fit are of type `int`, the others of the enum's.
        let ty = self.program.types.intern(Type::Enum(id));
        for (value, enumerator_type) in &mut self.scopes.enumerators[first..] {
            if !IntegerKind::Int.contains(*value, model) {
                *enumerator_type = ty;
            }
        }
    }
}

/// The bits that a value takes in an unsigned or a signed type.
fn bits_of(value: i128, is_signed: bool) -> u32 {
    let magnitude = if value < 0 { !value } else { value };
    128 - magnitude.leading_zeros() + u32::from(is_signed)
}
