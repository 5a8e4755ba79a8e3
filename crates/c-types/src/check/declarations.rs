//! Declarations of all kinds.

use super::Checker;
use super::attributes::Attributes;
use super::scope::{Entity, Typedef};
use super::specifiers::Base;
use crate::typed::{ExprId, StatementId};
use crate::types::{QualifiedType, Type};
use c_syntax::ast::{self, StorageClass};
use source::{Diagnostic, Span};
use stdx::Symbol;

/// A name with its type and everything said about it.
#[derive(Clone, Copy)]
pub struct Declared<'a> {
    pub name: Symbol,
    pub ty: QualifiedType,
    /// From an `aligned` typedef.
    pub type_alignment: Option<u64>,
    pub attributes: Attributes,
    pub storage: ast::Storage,
    pub is_inline: bool,
    pub asm_label: Option<ast::StringId>,
    pub initializer: Option<ast::Initializer>,
    /// The value of `__auto_type x = value;`, which has been checked to find its type.
    pub inferred: Option<ExprId>,
    pub declarator: &'a ast::Declarator,
}

impl Declared<'_> {
    /// The place of the name.
    pub fn name_span(&self) -> Span {
        self.declarator.name_span
    }
}

impl Checker<'_> {
    pub(super) fn file_scope_declaration(&mut self, id: ast::DeclarationId) {
        let mut statements = Vec::new();
        self.declaration(id, &mut statements);
        self.hidden_lengths.clear();
    }

    pub(super) fn local_declaration(&mut self, id: ast::DeclarationId, out: &mut Vec<StatementId>) {
        self.declaration(id, out);
        out.append(&mut self.hidden_lengths);
    }

    fn declaration(&mut self, id: ast::DeclarationId, out: &mut Vec<StatementId>) {
        let unit = self.unit;
        let declaration = &unit.declarations[id];
        let specifiers = &declaration.specifiers;
        let base = self.specifiers(specifiers, declaration.declarators.is_empty());
        for item in &declaration.declarators {
            let (base, inferred) = match specifiers.ty {
                ast::TypeSpecifier::Auto => self.inferred_base(item, base),
                _ => (base, None),
            };
            self.init_declarator(specifiers, (base, inferred), item, out);
        }
    }

    /// `__auto_type x = value;`: the type of the value.
    fn inferred_base(&mut self, item: &ast::InitDeclarator, base: Base) -> (Base, Option<ExprId>) {
        let Some(ast::Initializer::Expr(id)) = item.initializer else {
            self.error(
                "invalid-initializer",
                item.declarator.span,
                "`__auto_type` needs a value to take its type from",
            );
            return (base, None);
        };
        let value = self.rvalue_of(id);
        let ty = QualifiedType { ty: self.type_of(value), qualifiers: base.ty.qualifiers };
        (Base { ty, ..base }, Some(value))
    }

    fn init_declarator(
        &mut self,
        specifiers: &ast::Specifiers,
        (base, inferred): (Base, Option<ExprId>),
        item: &ast::InitDeclarator,
        out: &mut Vec<StatementId>,
    ) {
        let declarator = &item.declarator;
        let mut attributes = base.attributes;
        if !declarator.attributes.is_empty() {
            self.read_attributes(&declarator.attributes, &mut attributes);
        }
        let base_type = self.apply_type_attributes(base.ty, &attributes);
        let (ty, type_alignment) =
            self.derive(base_type, base.alignment, &declarator.derivations, declarator.span);
        let Some(name) = declarator.name else { return };
        let declared = Declared {
            name,
            ty,
            type_alignment,
            attributes,
            storage: specifiers.storage,
            is_inline: specifiers.function.is_inline,
            asm_label: item.asm_label,
            initializer: item.initializer,
            inferred,
            declarator,
        };
        out.append(&mut self.hidden_lengths);
        if specifiers.storage.class == Some(StorageClass::Typedef) {
            self.declare_typedef(&declared);
        } else if self.program.is_function(ty.ty) {
            if declared.initializer.is_some() {
                let message = format!("the function `{}` is initialised like a variable", self.text(name));
                self.error("invalid-initializer", declarator.span, message);
            }
            self.declare_function(&declared, false);
        } else {
            self.declare_object(&declared, out);
        }
    }

    fn declare_typedef(&mut self, declared: &Declared<'_>) {
        if let Some(record) = self.program.record_of(declared.ty.ty) {
            self.program.types.records[record].is_transparent |= declared.attributes.is_transparent_union;
        }
        let alignment = declared.attributes.alignment.or(declared.type_alignment);
        let typedef = Typedef { ty: declared.ty, alignment };
        match self.scopes.lookup_here(declared.name) {
            None => {}
            Some(Entity::Typedef(known)) if self.program.are_compatible(known.ty.ty, declared.ty.ty) => {}
            Some(Entity::Typedef(known)) => {
                self.conflicting_types(declared, known.ty, None);
                return;
            }
            Some(_) => {
                self.different_kind(declared.name, declared.name_span());
                return;
            }
        }
        self.scopes.declare(declared.name, Entity::Typedef(typedef));
    }

    pub(super) fn conflicting_types(
        &mut self,
        declared: &Declared<'_>,
        known: QualifiedType,
        place: Option<Span>,
    ) {
        let name = self.text(declared.name).to_owned();
        let old = self.program.display_declaration(known, &name);
        let new = self.program.display_declaration(declared.ty, &name);
        let message = format!("conflicting types for `{name}`: `{new}` here, `{old}` before");
        let mut diagnostic = Diagnostic::error("conflicting-types", declared.name_span(), message);
        if let Some(place) = place {
            diagnostic = diagnostic.with_label(place, "declared here first");
        }
        self.report(diagnostic);
    }

    pub(super) fn different_kind(&mut self, name: Symbol, span: Span) {
        let message = format!("`{}` is declared as something else in this scope", self.text(name));
        self.error("redefinition", span, message);
    }

    pub(super) fn is_incomplete_array(&self, ty: QualifiedType) -> bool {
        matches!(self.type_behind(ty.ty), Type::Array { length: crate::types::ArrayLength::Incomplete, .. })
    }
}
