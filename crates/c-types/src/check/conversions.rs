//! Conversions, all written out in the tree: loads, decay, promotions, assignments.

use super::Checker;
use crate::constant::{self, Constant};
use crate::typed::{ConstantValue, ExprId, ExprKind};
use crate::types::{FloatKind, IntegerKind, QualifiedType, Type, TypeId};
use c_syntax::ast::{self, Qualifiers};
use source::{DataModel, Span};
use std::cmp::Ordering;

impl Checker<'_> {
    /// The value of an expression.
    pub(super) fn rvalue_of(&mut self, id: ast::ExprId) -> ExprId {
        let expr = self.expr(id);
        self.rvalue(expr)
    }

    /// Turns an lvalue into a value: loads it, or takes the address of an array or function.
    pub(super) fn rvalue(&mut self, expr: ExprId) -> ExprId {
        let node = &self.program.exprs[expr];
        let (ty, span) = (node.ty, node.span);
        match *self.type_behind(ty.ty) {
            Type::Array { element, .. } => {
                self.mark_address_taken(expr);
                let pointer = self.pointer_to(element);
                self.push(ExprKind::Decay(expr), pointer, span)
            }
            Type::Function(_) => {
                if let ExprKind::Dereference(pointer) = self.program.exprs[expr].kind {
                    return pointer;
                }
                let pointer = self.pointer_to(QualifiedType::unqualified(ty.ty));
                self.push(ExprKind::AddressOf(expr), pointer, span)
            }
            Type::VaList if self.program.data_model == DataModel::Lp64 => {
                self.mark_address_taken(expr);
                let pointer = self.va_list_pointer();
                self.push(ExprKind::Decay(expr), pointer, span)
            }
            Type::Void | Type::Error => expr,
            _ => {
                let node = &self.program.exprs[expr];
                if matches!(node.kind, ExprKind::Unsupported(_)) {
                    return expr;
                }
                let is_bare_member =
                    matches!(node.kind, ExprKind::Member { .. }) && !self.program.is_lvalue(expr);
                if is_bare_member || !self.program.is_lvalue(expr) {
                    return expr;
                }
                if self.has_variable_record(ty.ty) {
                    return self.variable_record(ty.ty, span);
                }
                self.push(ExprKind::Load(expr), ty.ty, span)
            }
        }
    }

    /// A local whose address is used cannot be a register.
    pub(super) fn mark_address_taken(&mut self, lvalue: ExprId) {
        if self.unevaluated > 0 {
            return;
        }
        let mut expr = lvalue;
        loop {
            match &self.program.exprs[expr].kind {
                ExprKind::Member { record, .. } => expr = *record,
                ExprKind::Local(local) | ExprKind::CompoundLiteral { local, .. } => {
                    let local = *local;
                    self.program.locals[local].is_address_taken = true;
                    return;
                }
                _ => return,
            }
        }
    }

    pub(super) fn integer_constant(&mut self, value: i128, ty: TypeId, span: Span) -> ExprId {
        self.push(ExprKind::Constant(ConstantValue::Integer(value)), ty, span)
    }

    pub(super) fn constant_expr(&mut self, value: Constant, ty: TypeId, span: Span) -> Option<ExprId> {
        let value = match value {
            Constant::Integer(value) => ConstantValue::Integer(value),
            Constant::Float(bits) => ConstantValue::Float(bits),
            Constant::Address { .. } | Constant::LabelDifference { .. } => return None,
        };
        Some(self.push(ExprKind::Constant(value), ty, span))
    }

    /// The value of an integer constant expression. If it has an error of its own, that is
    /// reported, and a harmless value stands in.
    pub(super) fn constant_of(&mut self, id: ast::ExprId) -> Option<i128> {
        if let ast::ExprKind::Integer(literal) = &self.unit.exprs[id].kind {
            return i128::try_from(literal.value).ok();
        }
        let value = self.rvalue_of(id);
        if self.program.is_error(self.type_of(value)) {
            return Some(1);
        }
        constant::evaluate_integer(&self.program, value)
    }

    /// Converts a value to a type, without asking whether C allows it.
    pub(super) fn convert(&mut self, expr: ExprId, ty: TypeId) -> ExprId {
        let node = &self.program.exprs[expr];
        let (from, span) = (node.ty.ty, node.span);
        if from == ty {
            return expr;
        }
        match &node.kind {
            ExprKind::Constant(value) => {
                let value = match *value {
                    ConstantValue::Integer(value) => Constant::Integer(value),
                    ConstantValue::Float(bits) => Constant::Float(bits),
                };
                if let Some(converted) = constant::convert(&self.program, value, from, ty)
                    && let Some(folded) = self.constant_expr(converted, ty, span)
                {
                    return folded;
                }
            }
            ExprKind::Unsupported(reason) => {
                let reason = reason.clone();
                return self.unsupported(reason, ty, span);
            }
            _ => {}
        }
        if !self.program.is_void(ty) && (self.is_exotic(from) || self.is_exotic(ty)) {
            return self.exotic(&[expr], ty, span);
        }
        self.push(ExprKind::Convert(expr), ty, span)
    }

    /// Types without arithmetic in this system: complex numbers, vectors, rare float formats.
    pub(super) fn is_exotic(&self, ty: TypeId) -> bool {
        match self.type_behind(ty) {
            Type::Complex(_) | Type::Vector { .. } => true,
            Type::Float(kind) => matches!(kind, FloatKind::Float16 | FloatKind::Float128),
            _ => false,
        }
    }

    /// An operation on such types: accepted, but it has no lowering.
    pub(super) fn exotic(&mut self, operands: &[ExprId], ty: TypeId, span: Span) -> ExprId {
        let mut types: Vec<TypeId> = operands.iter().map(|&operand| self.type_of(operand)).collect();
        types.push(ty);
        let what = types.iter().find_map(|&ty| match self.type_behind(ty) {
            Type::Complex(_) => Some("a complex number"),
            Type::Vector { .. } => Some("a vector"),
            Type::Float(FloatKind::Float16) => Some("a number of type _Float16"),
            Type::Float(FloatKind::Float128) => Some("a number of type _Float128"),
            _ => None,
        });
        self.unsupported(what.unwrap_or("an operation on an unusual type"), ty, span)
    }

    // -----------------------------------------------------------------------------------------
    // Arithmetic

    /// The integer promotions; other values stay.
    pub(super) fn promote(&mut self, expr: ExprId) -> ExprId {
        let ty = self.type_of(expr);
        let promoted = match self.type_behind(ty) {
            Type::Bool => self.common.int,
            Type::Integer(_) | Type::Enum(_) => self.promoted_type(expr, ty),
            _ => return expr,
        };
        self.convert(expr, promoted)
    }

    fn promoted_type(&mut self, expr: ExprId, ty: TypeId) -> TypeId {
        let Some(kind) = self.program.integer_kind(ty) else { return ty };
        // A bit-field whose values all fit becomes an `int`.
        if let Some(bits) = self.program.bit_field_of(expr) {
            if bits.width < 32 || (bits.width == 32 && kind.is_signed()) {
                return self.common.int;
            }
            if bits.width == 32 {
                return self.common.unsigned_int;
            }
            if bits.width < kind.bits(self.program.data_model) {
                let is_signed = kind.is_signed();
                return self.integer_type(IntegerKind::BitField { width: bits.width, is_signed });
            }
        }
        self.integer_type(kind.promoted())
    }

    /// What an argument without a parameter becomes.
    pub(super) fn promote_argument(&mut self, expr: ExprId) -> ExprId {
        match self.type_behind(self.type_of(expr)) {
            Type::Float(FloatKind::Float) => self.convert(expr, self.common.double),
            _ => self.promote(expr),
        }
    }

    /// The usual arithmetic conversions: both operands in their common type.
    pub(super) fn balance(&mut self, left: ExprId, right: ExprId) -> (ExprId, ExprId, TypeId) {
        let (left, right) = (self.promote(left), self.promote(right));
        let ty = self.common_type(self.type_of(left), self.type_of(right));
        (self.convert(left, ty), self.convert(right, ty), ty)
    }

    /// The common type of two promoted arithmetic types.
    pub(super) fn common_type(&mut self, left: TypeId, right: TypeId) -> TypeId {
        if left == right {
            return left;
        }
        let (left_behind, right_behind) = (self.type_behind(left).clone(), self.type_behind(right).clone());
        match (&left_behind, &right_behind) {
            (Type::Vector { .. }, _) => return left,
            (_, Type::Vector { .. }) => return right,
            _ => {}
        }
        let float = |ty: &Type| match *ty {
            Type::Complex(kind) | Type::Float(kind) => Some(kind),
            _ => None,
        };
        let is_either_complex = [&left_behind, &right_behind].iter().any(|ty| matches!(ty, Type::Complex(_)));
        if let Some(kind) = float(&left_behind).max(float(&right_behind)) {
            let common = if is_either_complex { Type::Complex(kind) } else { Type::Float(kind) };
            return self.program.types.intern(common);
        }
        let (Some(a), Some(b)) = (self.program.integer_kind(left), self.program.integer_kind(right)) else {
            return left;
        };
        let kind = common_integer(a, b, self.program.data_model);
        self.integer_type(kind)
    }

    /// A scalar whose truth is asked for.
    pub(super) fn condition(&mut self, id: ast::ExprId) -> ExprId {
        let value = self.rvalue_of(id);
        self.check_scalar(value, "a condition")
    }

    pub(super) fn check_scalar(&mut self, value: ExprId, role: &str) -> ExprId {
        let ty = self.type_of(value);
        if self.program.is_scalar(ty) || self.program.is_error(ty) {
            return value;
        }
        let span = self.span_of(value);
        if self.is_exotic(ty) {
            return self.exotic(&[value], self.common.int, span);
        }
        let message = format!(
            "{role} must be a number or a pointer, but this has the type `{}`",
            self.program.display(ty)
        );
        self.error("type-mismatch", span, message);
        self.error_expr(span)
    }

    // -----------------------------------------------------------------------------------------
    // Pointers and assignment

    /// Zero, or zero cast to `void *`.
    pub(super) fn is_null_pointer_constant(&self, expr: ExprId) -> bool {
        let ty = self.type_of(expr);
        let is_candidate = self.program.is_integer(ty) || ty == self.common.void_pointer;
        is_candidate && constant::evaluate_integer(&self.program, expr) == Some(0)
    }

    /// Converts a value as by assignment to `ty`; `role` names the receiver in messages.
    pub(super) fn assign_convert(&mut self, value: ExprId, ty: TypeId, role: &str) -> ExprId {
        let from = self.type_of(value);
        if from == ty {
            return value;
        }
        if let Some(member) = self.transparent_member(from, ty) {
            let value = self.convert(value, member);
            return self.convert(value, ty);
        }
        if self.is_assignable(from, ty) {
            return self.convert(value, ty);
        }
        let span = self.span_of(value);
        let message = if self.program.is_void(from) {
            format!("{role} has the type `{}`, but this has no value: it is `void`", self.program.display(ty))
        } else {
            let (from, to) = (self.program.display(from), self.program.display(ty));
            format!("{role} has the type `{to}`, but this has the type `{from}`")
        };
        self.error("type-mismatch", span, message);
        self.error_expr(span)
    }

    /// What GCC converts implicitly, if need be with a warning.
    fn is_assignable(&self, from: TypeId, to: TypeId) -> bool {
        if self.program.is_error(from) || self.program.is_error(to) {
            return true;
        }
        if self.program.is_scalar(from) && self.program.is_scalar(to) {
            let is_float_pointer_mix = (self.program.float_kind(from).is_some()
                && self.program.is_pointer(to))
                || (self.program.is_pointer(from) && self.program.float_kind(to).is_some());
            return !is_float_pointer_mix;
        }
        if self.is_exotic(from) || self.is_exotic(to) {
            return !self.program.is_aggregate(from) && !self.program.is_aggregate(to);
        }
        self.program.are_compatible(from, to)
    }

    /// The member of a transparent union that a value of this type is for.
    fn transparent_member(&self, from: TypeId, to: TypeId) -> Option<TypeId> {
        let record = &self.program.types.records[self.program.record_of(to)?];
        if !record.is_transparent {
            return None;
        }
        let fields = &record.layout.as_ref()?.fields;
        let exact = fields.iter().find(|field| self.program.are_compatible(field.ty.ty, from));
        let field = exact.or_else(|| fields.iter().find(|field| self.is_like_member(from, field.ty.ty)));
        field.map(|field| field.ty.ty)
    }

    fn is_like_member(&self, from: TypeId, member: TypeId) -> bool {
        match self.program.is_pointer(member) {
            true => self.program.is_pointer(from) || self.program.is_integer(from),
            false => self.program.is_integer(from) && self.program.is_integer(member),
        }
    }

    /// A pointer to a type with the qualifiers of both.
    pub(super) fn merge_qualifiers(left: Qualifiers, right: Qualifiers) -> Qualifiers {
        Qualifiers {
            is_const: left.is_const || right.is_const,
            is_volatile: left.is_volatile || right.is_volatile,
            is_restrict: left.is_restrict || right.is_restrict,
            is_atomic: left.is_atomic || right.is_atomic,
        }
    }
}

/// C11 6.3.1.8 for two promoted integer types. Where a bit-field takes part, the wider type wins.
fn common_integer(left: IntegerKind, right: IntegerKind, model: DataModel) -> IntegerKind {
    let is_bit_field = |kind| matches!(kind, IntegerKind::BitField { .. });
    if is_bit_field(left) || is_bit_field(right) {
        return match left.bits(model).cmp(&right.bits(model)) {
            Ordering::Less => right,
            Ordering::Greater => left,
            Ordering::Equal if left.is_signed() => right,
            Ordering::Equal => left,
        };
    }
    if left.is_signed() == right.is_signed() {
        return if left.rank() >= right.rank() { left } else { right };
    }
    let (signed, unsigned) = if left.is_signed() { (left, right) } else { (right, left) };
    if unsigned.rank() >= signed.rank() {
        unsigned
    } else if signed.bits(model) > unsigned.bits(model) {
        signed
    } else {
        signed.to_unsigned()
    }
}
