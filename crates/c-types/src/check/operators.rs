//! Operators.

use super::Checker;
use crate::constant::{self, Constant};
use crate::typed::{ArithmeticOperator, Comparison, ConstantValue, ExprId, ExprKind};
use crate::types::{IntegerKind, QualifiedType, Type, TypeId};
use c_syntax::ast::{self, BinaryOperator, UnaryOperator};
use source::Span;

impl Checker<'_> {
    pub(super) fn unary(&mut self, operator: UnaryOperator, operand: ast::ExprId, span: Span) -> ExprId {
        match operator {
            UnaryOperator::AddressOf => self.address_of(operand, span),
            UnaryOperator::Dereference => {
                let pointer = self.rvalue_of(operand);
                self.dereference(pointer, span)
            }
            UnaryOperator::PreIncrement => self.increment(operand, false, true, span),
            UnaryOperator::PreDecrement => self.increment(operand, true, true, span),
            UnaryOperator::PostIncrement => self.increment(operand, false, false, span),
            UnaryOperator::PostDecrement => self.increment(operand, true, false, span),
            UnaryOperator::Not => {
                let operand = self.condition(operand);
                self.push(ExprKind::LogicalNot(operand), self.common.int, span)
            }
            UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::BitNot => {
                self.sign(operator, operand, span)
            }
            UnaryOperator::Real | UnaryOperator::Imaginary => {
                let operand = self.expr(operand);
                let ty = match *self.type_behind(self.type_of(operand)) {
                    Type::Complex(kind) => self.program.types.intern(Type::Float(kind)),
                    _ => self.type_of(operand),
                };
                self.unsupported("a complex number", ty, span)
            }
        }
    }

    fn sign(&mut self, operator: UnaryOperator, operand: ast::ExprId, span: Span) -> ExprId {
        let operand = self.rvalue_of(operand);
        let operand = self.promote(operand);
        let ty = self.type_of(operand);
        if self.program.is_error(ty) {
            return self.error_expr(span);
        }
        if self.is_exotic(ty) {
            return self.exotic(&[operand], ty, span);
        }
        let fits = match operator {
            UnaryOperator::BitNot => self.program.is_integer(ty),
            _ => self.program.is_arithmetic(ty),
        };
        if !fits {
            let message =
                format!("this operator wants a number, but this has the type `{}`", self.program.display(ty));
            self.error("type-mismatch", span, message);
            return self.error_expr(span);
        }
        let kind = match operator {
            UnaryOperator::Plus => return operand,
            UnaryOperator::BitNot => ExprKind::BitNot(operand),
            _ => ExprKind::Negate(operand),
        };
        let is_constant = matches!(self.program.exprs[operand].kind, ExprKind::Constant(_));
        let result = self.push(kind, ty, span);
        if is_constant { self.fold(result) } else { result }
    }

    /// Replaces an operation on constants by its value, where it has one.
    fn fold(&mut self, expr: ExprId) -> ExprId {
        let value = match constant::evaluate_strictly(&self.program, expr) {
            Some(Constant::Integer(value)) => ConstantValue::Integer(value),
            Some(Constant::Float(bits)) => ConstantValue::Float(bits),
            _ => return expr,
        };
        self.program.exprs[expr].kind = ExprKind::Constant(value);
        expr
    }

    fn increment(&mut self, operand: ast::ExprId, is_decrement: bool, is_prefix: bool, span: Span) -> ExprId {
        let target = self.expr(operand);
        if !self.check_assignable(target, span) {
            return self.error_expr(span);
        }
        let ty = self.type_of(target);
        if self.is_exotic(ty) {
            return self.exotic(&[target], ty, span);
        }
        if !self.program.is_scalar(ty) {
            let message = format!("a value of type `{}` cannot be incremented", self.program.display(ty));
            self.error("type-mismatch", span, message);
            return self.error_expr(span);
        }
        if let Some(pointee) = self.program.pointee(ty) {
            self.check_complete_target(pointee, span);
            if self.has_variable_record(pointee) {
                return self.variable_record(ty, span);
            }
        }
        self.push(ExprKind::Increment { target, is_decrement, is_prefix }, ty, span)
    }

    pub(super) fn binary(
        &mut self,
        operator: BinaryOperator,
        left: ast::ExprId,
        right: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let (left, right) = (self.rvalue_of(left), self.rvalue_of(right));
        self.binary_values(operator, left, right, span)
    }

    pub(super) fn binary_values(
        &mut self,
        operator: BinaryOperator,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        if self.program.is_error(left_type) || self.program.is_error(right_type) {
            return self.propagate_unsupported(left, right, span);
        }
        match translate(operator) {
            Operation::Compare(comparison) => self.compare(comparison, left, right, span),
            Operation::Arithmetic(operator) => {
                if self.is_exotic(left_type) || self.is_exotic(right_type) {
                    let ty = self.common_type(left_type, right_type);
                    return self.exotic(&[left, right], ty, span);
                }
                self.arithmetic(operator, left, right, span)
            }
        }
    }

    /// An operation on something that has no lowering has none either.
    pub(super) fn propagate_unsupported(&mut self, left: ExprId, right: ExprId, span: Span) -> ExprId {
        for operand in [left, right] {
            if let ExprKind::Unsupported(reason) = &self.program.exprs[operand].kind {
                let reason = reason.clone();
                return self.unsupported(reason, self.common.error, span);
            }
        }
        self.error_expr(span)
    }

    fn arithmetic(
        &mut self,
        operator: ArithmeticOperator,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        let is_pointer = (self.program.is_pointer(left_type), self.program.is_pointer(right_type));
        let is_integer = (self.program.is_integer(left_type), self.program.is_integer(right_type));
        match operator {
            ArithmeticOperator::Add if is_pointer.0 && is_integer.1 => {
                return self.pointer_offset(left, right, false, span);
            }
            ArithmeticOperator::Add if is_integer.0 && is_pointer.1 => {
                return self.pointer_offset(right, left, false, span);
            }
            ArithmeticOperator::Subtract if is_pointer.0 && is_integer.1 => {
                return self.pointer_offset(left, right, true, span);
            }
            ArithmeticOperator::Subtract if is_pointer.0 && is_pointer.1 => {
                if let Some(target) = self.program.pointee(left_type) {
                    self.check_complete_target(target, span);
                    if self.has_variable_record(target) {
                        return self.variable_record(self.common.signed_size, span);
                    }
                }
                return self.push(ExprKind::PointerDifference(left, right), self.common.signed_size, span);
            }
            _ => {}
        }
        let fits = match operator {
            ArithmeticOperator::Multiply
            | ArithmeticOperator::Divide
            | ArithmeticOperator::Add
            | ArithmeticOperator::Subtract => {
                self.program.is_arithmetic(left_type) && self.program.is_arithmetic(right_type)
            }
            ArithmeticOperator::Remainder
            | ArithmeticOperator::ShiftLeft
            | ArithmeticOperator::ShiftRight
            | ArithmeticOperator::BitAnd
            | ArithmeticOperator::BitXor
            | ArithmeticOperator::BitOr => is_integer.0 && is_integer.1,
        };
        if !fits {
            self.invalid_operands(left_type, right_type, span);
            return self.error_expr(span);
        }
        let (left, right, ty) = match operator {
            ArithmeticOperator::ShiftLeft | ArithmeticOperator::ShiftRight => {
                let (left, right) = (self.promote(left), self.promote(right));
                let ty = self.type_of(left);
                (left, right, ty)
            }
            _ => self.balance(left, right),
        };
        self.push(ExprKind::Arithmetic(operator, left, right), ty, span)
    }

    fn invalid_operands(&mut self, left: TypeId, right: TypeId, span: Span) {
        let (left, right) = (self.program.display(left), self.program.display(right));
        self.error("type-mismatch", span, format!("this operator does not take `{left}` and `{right}`"));
    }

    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: ExprId,
        right: ExprId,
        span: Span,
    ) -> ExprId {
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        let is_pointer = (self.program.is_pointer(left_type), self.program.is_pointer(right_type));
        let (left, right) = match is_pointer {
            (true, true) => (left, right),
            // With an integer other than zero GCC only warns.
            (true, false) if self.program.is_integer(right_type) => (left, self.convert(right, left_type)),
            (false, true) if self.program.is_integer(left_type) => (self.convert(left, right_type), right),
            (false, false) if self.is_exotic(left_type) || self.is_exotic(right_type) => {
                let ty = self.type_of_comparison(left_type, right_type);
                return self.exotic(&[left, right], ty, span);
            }
            (false, false)
                if self.program.is_arithmetic(left_type) && self.program.is_arithmetic(right_type) =>
            {
                let (left, right, _) = self.balance(left, right);
                (left, right)
            }
            _ => {
                self.invalid_operands(left_type, right_type, span);
                return self.error_expr(span);
            }
        };
        self.push(ExprKind::Compare(comparison, left, right), self.common.int, span)
    }

    /// Vectors are compared element by element: each result is an integer with a sign, as wide as the elements.
    fn type_of_comparison(&mut self, left: TypeId, right: TypeId) -> TypeId {
        let vector = [left, right].into_iter().find_map(|ty| match *self.type_behind(ty) {
            Type::Vector { element, bytes } => Some((element, bytes)),
            _ => None,
        });
        let Some((element, bytes)) = vector else { return self.common.int };
        let width = self.program.size_of(element).unwrap_or(1) as u32 * 8;
        let kind = IntegerKind::of_width(width, true, self.program.data_model);
        let element = self.program.types.intern(Type::Integer(kind));
        self.program.types.intern(Type::Vector { element, bytes })
    }

    // -----------------------------------------------------------------------------------------
    // Assignment

    pub(super) fn assign(&mut self, target: ast::ExprId, value: ast::ExprId, span: Span) -> ExprId {
        let target = self.expr(target);
        let value = self.rvalue_of(value);
        self.assign_value(target, value, span)
    }

    pub(super) fn assign_value(&mut self, target: ExprId, value: ExprId, span: Span) -> ExprId {
        if !self.check_assignable(target, span) {
            return self.error_expr(span);
        }
        let ty = self.type_of(target);
        let value = self.assign_convert(value, ty, "the target of the assignment");
        if matches!(self.program.exprs[target].kind, ExprKind::Unsupported(_)) {
            return self.propagate_unsupported(target, value, span);
        }
        self.push(ExprKind::Assign { target, value }, ty, span)
    }

    pub(super) fn compound_assign(
        &mut self,
        operator: BinaryOperator,
        target: ast::ExprId,
        value: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let target = self.expr(target);
        let value = self.rvalue_of(value);
        let Operation::Arithmetic(operator) = translate(operator) else { return self.error_expr(span) };
        if !self.check_assignable(target, span) {
            return self.error_expr(span);
        }
        let (ty, value_type) = (self.type_of(target), self.type_of(value));
        if self.program.is_error(value_type) {
            return self.propagate_unsupported(value, value, span);
        }
        if self.is_exotic(ty) || self.is_exotic(value_type) {
            return self.exotic(&[target, value], ty, span);
        }
        let is_additive = matches!(operator, ArithmeticOperator::Add | ArithmeticOperator::Subtract);
        if self.program.is_pointer(ty) && is_additive && self.program.is_integer(value_type) {
            if let Some(pointee) = self.program.pointee(ty) {
                self.check_complete_target(pointee, span);
                if self.has_variable_record(pointee) {
                    return self.variable_record(ty, span);
                }
            }
            let kind = ExprKind::CompoundAssign { operator, target, computation: ty, value };
            return self.push(kind, ty, span);
        }
        let wants_integers = !matches!(
            operator,
            ArithmeticOperator::Add
                | ArithmeticOperator::Subtract
                | ArithmeticOperator::Multiply
                | ArithmeticOperator::Divide
        );
        let fits = |ty| {
            if wants_integers { self.program.is_integer(ty) } else { self.program.is_arithmetic(ty) }
        };
        if !fits(ty) || !fits(value_type) {
            self.invalid_operands(ty, value_type, span);
            return self.error_expr(span);
        }
        // The type of `target op value`, found with the load that the operation implies.
        let loaded = self.push(ExprKind::Load(target), ty, span);
        let promoted = self.promote(loaded);
        let promoted = self.type_of(promoted);
        let value = self.promote(value);
        let (computation, value) = match operator {
            ArithmeticOperator::ShiftLeft | ArithmeticOperator::ShiftRight => (promoted, value),
            _ => {
                let common = self.common_type(promoted, self.type_of(value));
                (common, self.convert(value, common))
            }
        };
        self.push(ExprKind::CompoundAssign { operator, target, computation, value }, ty, span)
    }

    // -----------------------------------------------------------------------------------------
    // The conditional operator

    pub(super) fn conditional(
        &mut self,
        condition: ast::ExprId,
        then: Option<ast::ExprId>,
        otherwise: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let condition = self.condition(condition);
        let then = then.map(|then| self.rvalue_of(then));
        let otherwise = self.rvalue_of(otherwise);
        let first = then.unwrap_or(condition);
        let Some(ty) = self.conditional_type(first, otherwise) else {
            let (left, right) = (self.type_of(first), self.type_of(otherwise));
            let (left, right) = (self.program.display(left), self.program.display(right));
            self.error(
                "type-mismatch",
                span,
                format!("the two results have the types `{left}` and `{right}`"),
            );
            return self.error_expr(span);
        };
        if self.program.is_error(ty) {
            return self.propagate_unsupported(first, otherwise, span);
        }
        let then = then.map(|then| self.convert(then, ty));
        let otherwise = self.convert(otherwise, ty);
        self.push(ExprKind::Conditional { condition, then, otherwise }, ty, span)
    }

    fn conditional_type(&mut self, left: ExprId, right: ExprId) -> Option<TypeId> {
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        if self.program.is_error(left_type) || self.program.is_error(right_type) {
            return Some(self.common.error);
        }
        if self.is_exotic(left_type) || self.is_exotic(right_type) {
            return Some(self.common_type(left_type, right_type));
        }
        if self.program.is_arithmetic(left_type) && self.program.is_arithmetic(right_type) {
            let (left, right) = (self.promote(left), self.promote(right));
            return Some(self.common_type(self.type_of(left), self.type_of(right)));
        }
        if self.program.is_void(left_type) || self.program.is_void(right_type) {
            return Some(self.common.void);
        }
        match (self.program.is_pointer(left_type), self.program.is_pointer(right_type)) {
            (true, true) => Some(self.conditional_pointer_type(left, right)),
            (true, false) if self.program.is_integer(right_type) => Some(left_type),
            (false, true) if self.program.is_integer(left_type) => Some(right_type),
            _ => self.program.are_compatible(left_type, right_type).then_some(left_type),
        }
    }

    fn conditional_pointer_type(&mut self, left: ExprId, right: ExprId) -> TypeId {
        let (left_type, right_type) = (self.type_of(left), self.type_of(right));
        if left_type == right_type {
            return left_type;
        }
        if self.is_null_pointer_constant(left) {
            return right_type;
        }
        if self.is_null_pointer_constant(right) {
            return left_type;
        }
        let (&Type::Pointer(a), &Type::Pointer(b)) =
            (self.type_behind(left_type), self.type_behind(right_type))
        else {
            return left_type;
        };
        let qualifiers = Self::merge_qualifiers(a.qualifiers, b.qualifiers);
        let ty = if self.program.are_compatible(a.ty, b.ty) {
            self.program.composite(a.ty, b.ty)
        } else {
            self.common.void
        };
        self.pointer_to(QualifiedType { ty, qualifiers })
    }
}

enum Operation {
    Arithmetic(ArithmeticOperator),
    Compare(Comparison),
}

fn translate(operator: BinaryOperator) -> Operation {
    match operator {
        BinaryOperator::Multiply => Operation::Arithmetic(ArithmeticOperator::Multiply),
        BinaryOperator::Divide => Operation::Arithmetic(ArithmeticOperator::Divide),
        BinaryOperator::Remainder => Operation::Arithmetic(ArithmeticOperator::Remainder),
        BinaryOperator::Add => Operation::Arithmetic(ArithmeticOperator::Add),
        BinaryOperator::Subtract => Operation::Arithmetic(ArithmeticOperator::Subtract),
        BinaryOperator::ShiftLeft => Operation::Arithmetic(ArithmeticOperator::ShiftLeft),
        BinaryOperator::ShiftRight => Operation::Arithmetic(ArithmeticOperator::ShiftRight),
        BinaryOperator::BitAnd => Operation::Arithmetic(ArithmeticOperator::BitAnd),
        BinaryOperator::BitXor => Operation::Arithmetic(ArithmeticOperator::BitXor),
        BinaryOperator::BitOr => Operation::Arithmetic(ArithmeticOperator::BitOr),
        BinaryOperator::Less => Operation::Compare(Comparison::Less),
        BinaryOperator::LessEqual => Operation::Compare(Comparison::LessEqual),
        BinaryOperator::Greater => Operation::Compare(Comparison::Greater),
        BinaryOperator::GreaterEqual => Operation::Compare(Comparison::GreaterEqual),
        BinaryOperator::Equal => Operation::Compare(Comparison::Equal),
        BinaryOperator::NotEqual => Operation::Compare(Comparison::NotEqual),
    }
}
