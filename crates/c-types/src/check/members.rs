//! Members, elements, and what pointers point to.

use super::Checker;
use crate::typed::{ExprId, ExprKind};
use crate::types::{QualifiedType, Type, TypeId};
use c_syntax::ast;
use source::{Diagnostic, Span};
use stdx::Symbol;

impl Checker<'_> {
    pub(super) fn member(&mut self, record: ast::ExprId, name: Symbol, span: Span) -> ExprId {
        let record = self.expr(record);
        self.member_of(record, name, span)
    }

    pub(super) fn arrow(&mut self, pointer: ast::ExprId, name: Symbol, span: Span) -> ExprId {
        let pointer = self.rvalue_of(pointer);
        let &Type::Pointer(target) = self.type_behind(self.type_of(pointer)) else {
            let ty = self.type_of(pointer);
            if !self.program.is_error(ty) {
                let message =
                    format!("`->` wants a pointer, but this has the type `{}`", self.program.display(ty));
                let mut diagnostic = Diagnostic::error("type-mismatch", span, message);
                if self.program.record_of(ty).is_some() {
                    diagnostic = diagnostic.with_help(format!("use `.{}`", self.text(name)));
                }
                self.report(diagnostic);
            }
            return self.error_expr(span);
        };
        let record = self.push_qualified(ExprKind::Dereference(pointer), target, span);
        self.member_of(record, name, span)
    }

    fn member_of(&mut self, record: ExprId, name: Symbol, span: Span) -> ExprId {
        let record_type = self.program.exprs[record].ty;
        if let Some(id) = self.program.record_of(record_type.ty)
            && let Some((field, offset)) = self.program.find_field(id, name)
        {
            let (field_type, bits) = (field.ty, field.bits);
            let ty = self.qualify(field_type, record_type.qualifiers);
            if self.has_variable_record(record_type.ty) {
                return self.variable_record(ty.ty, span);
            }
            return self.push_qualified(ExprKind::Member { record, offset, bits, name }, ty, span);
        }
        if let Some(target) = self.program.pointee(record_type.ty)
            && self.program.record_of(target).is_some()
        {
            let message = format!(
                "`.` wants a struct or union, but this is a pointer, `{}`",
                self.program.display(record_type.ty)
            );
            let help = format!("use `->{}`", self.text(name));
            self.report(Diagnostic::error("type-mismatch", span, message).with_help(help));
            return self.error_expr(span);
        }
        self.no_such_member(record_type.ty, name, span);
        self.error_expr(span)
    }

    pub(super) fn no_such_member(&mut self, ty: TypeId, name: Symbol, span: Span) {
        if self.program.is_error(ty) {
            return;
        }
        let shown = self.program.display(ty);
        let Some(record) = self.program.record_of(ty) else {
            let message = format!("`{shown}` is no struct or union and has no member `{}`", self.text(name));
            self.error("no-member", span, message);
            return;
        };
        let record = &self.program.types.records[record];
        let Some(layout) = &record.layout else {
            let declared_at = record.span;
            let message = format!("`{shown}` is incomplete: its members are not known here");
            let diagnostic = Diagnostic::error("incomplete-type", span, message);
            self.report(diagnostic.with_label(declared_at, "only mentioned here"));
            return;
        };
        let names: Vec<Symbol> = layout.fields.iter().filter_map(|field| field.name).collect();
        let message = format!("`{shown}` has no member `{}`", self.text(name));
        let mut diagnostic = Diagnostic::error("no-member", span, message);
        diagnostic.help = self.suggest(name, names.into_iter());
        self.report(diagnostic);
    }

    pub(super) fn index(&mut self, array: ast::ExprId, index: ast::ExprId, span: Span) -> ExprId {
        let array = self.expr(array);
        if let &Type::Vector { element, .. } = self.type_behind(self.type_of(array)) {
            self.rvalue_of(index);
            return self.unsupported("a vector", element, span);
        }
        let (array, index) = (self.rvalue(array), self.rvalue_of(index));
        let (pointer, index) =
            if self.program.is_pointer(self.type_of(array)) { (array, index) } else { (index, array) };
        let (pointer_type, index_type) = (self.type_of(pointer), self.type_of(index));
        if self.program.is_error(pointer_type) || self.program.is_error(index_type) {
            return self.error_expr(span);
        }
        if self.program.pointee(pointer_type).is_none() {
            let message = format!(
                "only an array or a pointer has elements, but this has the type `{}`",
                self.program.display(self.type_of(array))
            );
            self.error("type-mismatch", span, message);
            return self.error_expr(span);
        }
        if !self.program.is_integer(index_type) {
            let message =
                format!("the index has the type `{}`, not an integer's", self.program.display(index_type));
            let index_span = self.span_of(index);
            self.error("type-mismatch", index_span, message);
            return self.error_expr(span);
        }
        let element = self.pointer_offset(pointer, index, false, span);
        self.dereference(element, span)
    }

    /// The object a pointer value points to.
    pub(super) fn dereference(&mut self, pointer: ExprId, span: Span) -> ExprId {
        let ty = self.type_of(pointer);
        match *self.type_behind(ty) {
            Type::Pointer(target) => self.push_qualified(ExprKind::Dereference(pointer), target, span),
            Type::Error => self.error_expr(span),
            _ => {
                let message = format!(
                    "only a pointer can be followed, but this has the type `{}`",
                    self.program.display(ty)
                );
                self.error("type-mismatch", span, message);
                self.error_expr(span)
            }
        }
    }

    pub(super) fn address_of(&mut self, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.expr(operand);
        self.address_of_lvalue(operand, span)
    }

    pub(super) fn address_of_lvalue(&mut self, operand: ExprId, span: Span) -> ExprId {
        let ty = self.program.exprs[operand].ty;
        if self.program.is_error(ty.ty) {
            return self.error_expr(span);
        }
        if self.program.bit_field_of(operand).is_some() {
            self.error("bit-field-address", span, "a bit-field has no address");
            return self.error_expr(span);
        }
        let pointer = self.pointer_to(ty);
        match &self.program.exprs[operand].kind {
            ExprKind::Dereference(inner) => {
                let inner = *inner;
                return self.convert(inner, pointer);
            }
            ExprKind::Unsupported(reason) => {
                let reason = reason.clone();
                return self.unsupported(reason, pointer, span);
            }
            _ => {}
        }
        let is_array_value = self.program.is_array(ty.ty);
        if !self.program.is_lvalue(operand) && !is_array_value {
            self.error(
                "not-an-lvalue",
                span,
                "only an object or a function has an address, and this is a value",
            );
            return self.error_expr(span);
        }
        self.mark_address_taken(operand);
        self.push(ExprKind::AddressOf(operand), pointer, span)
    }

    /// `pointer ± index`, the index not converted.
    pub(super) fn pointer_offset(
        &mut self,
        pointer: ExprId,
        index: ExprId,
        is_subtraction: bool,
        span: Span,
    ) -> ExprId {
        let ty = self.type_of(pointer);
        if let Some(target) = self.program.pointee(ty) {
            self.check_complete_target(target, span);
            if self.has_variable_record(target) {
                return self.variable_record(ty, span);
            }
        }
        self.push(ExprKind::PointerOffset { pointer, index, is_subtraction }, ty, span)
    }

    /// Pointer arithmetic needs to know how large the elements are.
    pub(super) fn check_complete_target(&mut self, target: TypeId, span: Span) {
        let is_known = match self.type_behind(target) {
            Type::Void | Type::Function(_) | Type::Error => true,
            _ => self.program.size_of(target).is_some() || self.program.has_variable_size(target),
        };
        if !is_known {
            let message = format!(
                "arithmetic on a pointer to the incomplete type `{}`, whose size is not known",
                self.program.display(target)
            );
            self.error("incomplete-type", span, message);
        }
    }

    /// Whether something may be assigned: an lvalue that is not `const`.
    pub(super) fn check_assignable(&mut self, target: ExprId, span: Span) -> bool {
        let ty: QualifiedType = self.program.exprs[target].ty;
        if self.program.is_error(ty.ty) {
            return false;
        }
        let what = match self.type_behind(ty.ty) {
            Type::Array { .. } => "an array",
            Type::Function(_) => "a function",
            _ if !self.program.is_lvalue(target) => "a value",
            _ if ty.qualifiers.is_const => {
                let name = self.describe(target);
                self.error("assign-to-const", span, format!("{name} is `const` and cannot be changed"));
                return false;
            }
            _ => return true,
        };
        self.error("not-an-lvalue", span, format!("{what} cannot be assigned to"));
        false
    }

    fn describe(&self, lvalue: ExprId) -> String {
        match &self.program.exprs[lvalue].kind {
            ExprKind::Local(local) => match self.program.locals[*local].name {
                Some(name) => format!("`{}`", self.text(name)),
                None => "this".to_owned(),
            },
            ExprKind::Global(global) => format!("`{}`", self.text(self.program.globals[*global].name)),
            ExprKind::Member { name, .. } => format!("the member `{}`", self.text(*name)),
            _ => "this".to_owned(),
        }
    }
}
