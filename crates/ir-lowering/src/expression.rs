//! Expressions with scalar values.
//!
//! C leaves the order of evaluation open in most places. Here operands are evaluated from left to
//! right, the target of an assignment before its value, the called function before its
//! arguments, unless the order may matter (`unordered.rs`). A local that is a register is read where its value is used, which differs from
//! where it is mentioned only in programs that modify and read it without order.

use crate::condition::Reach;
use crate::function::FunctionLowering;
use crate::place::{Address, Place};
use crate::shape::{Reading, ScalarKind, Shape, shape};
use crate::unordered::Part;
use c_types::typed::{ArithmeticOperator, Comparison, ConstantValue, Expr, ExprId, ExprKind};
use c_types::types::TypeId;
use ir::{Constant, InstructionKind, Operand, Scalar, UnaryOperator};
use source::Span;

impl<'p> FunctionLowering<'_, 'p> {
    /// How a scalar of this type is kept; a pointer for what is no scalar, since its address
    /// stands for it.
    pub(crate) fn kind_of(&self, ty: TypeId) -> ScalarKind {
        match shape(self.program, ty) {
            Shape::Scalar(kind) => kind,
            _ => self.pointer_kind(),
        }
    }

    pub(crate) fn scalar_kind(&self, id: ExprId) -> ScalarKind {
        self.kind_of(self.program.exprs[id].ty.ty)
    }

    pub(crate) fn is_scalar(&self, id: ExprId) -> bool {
        matches!(shape(self.program, self.program.exprs[id].ty.ty), Shape::Scalar(_))
    }

    /// Evaluates a full expression and drops its value.
    pub(crate) fn full_effect(&mut self, id: ExprId) {
        let outer = self.scopes.top();
        self.effect(id);
        self.leave_to(outer, self.program.exprs[id].span);
    }

    /// The value of a full expression of scalar type.
    pub(crate) fn full_value(&mut self, id: ExprId) -> Operand {
        let outer = self.scopes.top();
        let value = self.value(id);
        self.leave_to(outer, self.program.exprs[id].span);
        value
    }

    /// Evaluates an expression of any type for what it does.
    pub(crate) fn effect(&mut self, id: ExprId) {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::Convert(operand) => self.effect(*operand),
            ExprKind::Comma(left, right) => {
                self.effect(*left);
                self.effect(*right);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional_effect(*condition, *then, *otherwise, expr.span);
            }
            ExprKind::LogicalAnd(left, right) => {
                self.short_circuit_effect(*left, *right, true, expr.span);
            }
            ExprKind::LogicalOr(left, right) => {
                self.short_circuit_effect(*left, *right, false, expr.span);
            }
            ExprKind::Assign { target, value } => {
                self.assign(*target, *value, expr, false);
            }
            ExprKind::CompoundAssign { operator, target, computation, value } => {
                self.compound_assign((*operator, *computation), *target, *value, (expr, false));
            }
            ExprKind::Increment { target, is_decrement, is_prefix: _ } => {
                self.increment(*target, *is_decrement, true, (expr, false));
            }
            ExprKind::Call { callee, arguments } => self.call_for_effect(expr, *callee, arguments),
            ExprKind::StatementExpr { statements, value } => {
                let scope = self.open_scope(expr.span);
                self.statements(statements);
                if let Some(value) = value {
                    self.full_effect(*value);
                }
                self.close_scope(scope, expr.span);
            }
            ExprKind::Builtin { builtin, arguments } => {
                self.builtin(*builtin, arguments, expr);
            }
            ExprKind::Unsupported(reason) => self.emit_unsupported(reason, expr.span),
            // Reading a volatile object is an effect; other reads are kept as well, since they
            // may be of memory that must not be read.
            _ => match shape(self.program, expr.ty.ty) {
                Shape::Scalar(_) => {
                    self.value(id);
                }
                Shape::Memory { .. } => {
                    self.aggregate_address(id);
                }
                Shape::Void | Shape::Variable | Shape::Function | Shape::Incomplete => match &expr.kind {
                    ExprKind::Load(lvalue) => {
                        self.place(*lvalue);
                    }
                    ExprKind::VaArg { list, .. } => {
                        self.list_address(*list);
                    }
                    _ if self.program.is_lvalue(id) => {
                        self.place(id);
                    }
                    _ => {}
                },
            },
        }
    }

    /// The value of an expression of scalar type. For any other type, its address.
    pub(crate) fn value(&mut self, id: ExprId) -> Operand {
        let expr = &self.program.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, expr.ty.ty),
            ExprKind::Load(lvalue) => self.load_value(*lvalue, expr),
            ExprKind::Decay(_) | ExprKind::AddressOf(_) | ExprKind::PointerOffset { .. } => {
                let address = self.pointer(id);
                self.noted_address(address, expr)
            }
            ExprKind::Convert(operand) => self.conversion(*operand, expr),
            ExprKind::Negate(operand) => self.unary_value(UnaryOperator::Negate, *operand, expr),
            ExprKind::BitNot(operand) => self.unary_value(UnaryOperator::BitNot, *operand, expr),
            ExprKind::Arithmetic(operator, left, right) => self.binary_value(*operator, *left, *right, expr),
            ExprKind::LogicalNot(_)
            | ExprKind::Compare(..)
            | ExprKind::LogicalAnd(..)
            | ExprKind::LogicalOr(..) => {
                let scalar = self.kind_of(expr.ty.ty).scalar;
                self.truth_value(id, scalar)
            }
            ExprKind::PointerDifference(left, right) => self.pointer_difference(*left, *right, expr),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.conditional_value(*condition, *then, *otherwise, expr)
            }
            ExprKind::Comma(left, right) => {
                self.effect(*left);
                self.value(*right)
            }
            ExprKind::Assign { target, value } => self.assign(*target, *value, expr, true),
            ExprKind::CompoundAssign { operator, target, computation, value } => {
                self.compound_assign((*operator, *computation), *target, *value, (expr, true))
            }
            ExprKind::Increment { target, is_decrement, is_prefix } => {
                self.increment(*target, *is_decrement, *is_prefix, (expr, true))
            }
            ExprKind::Call { callee, arguments } => self.call_for_value(expr, *callee, arguments),
            ExprKind::StatementExpr { statements, value } => self.statement_value(statements, *value, expr),
            ExprKind::LabelAddress(label) => {
                self.pointer_constant(i128::from(self.module.label_numbers[label.index()]))
            }
            ExprKind::RuntimeSize(ty) => self.size_at_run_time(*ty, span),
            ExprKind::VaArg { list, .. } => self.variadic_argument(*list, expr),
            ExprKind::Builtin { builtin, arguments } => self.builtin(*builtin, arguments, expr),
            ExprKind::Unsupported(reason) => {
                let scalar = self.kind_of(expr.ty.ty).scalar;
                self.unsupported_value(scalar, reason, span)
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::Dereference(_)
            | ExprKind::Member { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::Function(_) => self.load_value(id, expr),
        }
    }

    fn constant(&mut self, value: ConstantValue, ty: TypeId) -> Operand {
        let scalar = self.kind_of(ty).scalar;
        match value {
            ConstantValue::Integer(value) => Operand::integer(scalar, value),
            ConstantValue::Float(bits) => Operand::Constant(Constant::new(scalar, bits)),
        }
    }

    fn load_value(&mut self, lvalue: ExprId, expr: &'p Expr) -> Operand {
        let Shape::Scalar(kind) = shape(self.program, expr.ty.ty) else {
            let address = self.address(lvalue);
            return self.materialize(address, expr.span);
        };
        let place = self.place(lvalue);
        let value = self.load(place, kind, expr.span);
        if let (Place::Memory { .. }, Reading::Pointer) = (place, kind.reading) {
            self.note_pointer(value, expr.ty.ty);
        }
        value
    }

    fn noted_address(&mut self, address: Address, expr: &'p Expr) -> Operand {
        let value = self.materialize(address, expr.span);
        if address.offset != 0 {
            self.note_pointer(value, expr.ty.ty);
        }
        value
    }

    fn conversion(&mut self, operand: ExprId, expr: &'p Expr) -> Operand {
        let (from_type, to_type) = (self.program.exprs[operand].ty.ty, expr.ty.ty);
        match (shape(self.program, from_type), shape(self.program, to_type)) {
            (Shape::Scalar(from), Shape::Scalar(to)) => {
                if to.scalar.is_integer() && is_truth(&self.program.exprs[operand]) {
                    return self.truth_value(operand, to.scalar);
                }
                let value = self.value(operand);
                let value = self.convert(value, from, to, expr.span);
                let value = self.narrow_converted(value, operand, to_type, expr.span);
                self.note_cast(value, from_type, to_type);
                value
            }
            (_, Shape::Void) => {
                self.effect(operand);
                Operand::integer(Scalar::I8, 0)
            }
            (_, Shape::Scalar(to)) => {
                self.effect(operand);
                let reason = "a conversion from a type that registers do not hold";
                self.unsupported_value(to.scalar, reason, expr.span)
            }
            (_, _) => {
                let address = self.aggregate_address(operand);
                self.materialize(address, expr.span)
            }
        }
    }

    fn unary_value(&mut self, operator: UnaryOperator, operand: ExprId, expr: &'p Expr) -> Operand {
        match shape(self.program, expr.ty.ty) {
            Shape::Scalar(kind) => {
                let value = self.value(operand);
                let result = self.unary(operator, value, kind, expr.span);
                self.narrow(result, expr.ty.ty, expr.span)
            }
            _ => self.unsupported_arithmetic(expr),
        }
    }

    fn binary_value(
        &mut self,
        operator: ArithmeticOperator,
        left: ExprId,
        right: ExprId,
        expr: &'p Expr,
    ) -> Operand {
        match shape(self.program, expr.ty.ty) {
            Shape::Scalar(kind) => {
                let (left, right) = self.two_values(left, right, expr.span);
                let result = self.arithmetic(operator, (left, right), kind, expr.span);
                self.narrow(result, expr.ty.ty, expr.span)
            }
            _ => self.unsupported_arithmetic(expr),
        }
    }

    /// The values of two operands that C evaluates in any order.
    fn two_values(&mut self, left: ExprId, right: ExprId, span: Span) -> (Operand, Operand) {
        match self.unordered(&[Part::Value(left), Part::Value(right)], span).as_deref() {
            Some([left, right]) => (left.value, right.value),
            _ => {
                let left = self.value(left);
                (left, self.value(right))
            }
        }
    }

    /// Arithmetic on complex numbers, vectors, and numbers of half or quadruple precision.
    pub(crate) fn unsupported_arithmetic(&mut self, expr: &'p Expr) -> Operand {
        let reason = format!("arithmetic in the type {}", self.program.display(expr.ty.ty));
        let scalar = self.kind_of(expr.ty.ty).scalar;
        self.unsupported_value(scalar, &reason, expr.span)
    }

    fn pointer_difference(&mut self, left: ExprId, right: ExprId, expr: &'p Expr) -> Operand {
        let target = self.pointer_target(self.program.exprs[left].ty.ty);
        let (left, right) = self.two_values(left, right, expr.span);
        let span = expr.span;
        let is_variable = self.program.has_variable_size(target);
        let size = match shape(self.program, target) {
            Shape::Void | Shape::Function | Shape::Variable => 1,
            _ => self.program.size_of(target).unwrap_or(1),
        };
        let scalar = self.builder.pointer_scalar();
        let Some(scale) = i64::try_from(size).ok().filter(|&scale| scale != 0) else {
            return self.unsupported_value(scalar, "a difference of pointers to an empty type", span);
        };
        let destination = self.builder.new_register(scalar);
        self.emit(InstructionKind::PtrSub { destination, left, right, scale }, span);
        let signed = ScalarKind { scalar, reading: Reading::Signed };
        let difference = if is_variable {
            let size = self.size_at_run_time(target, span);
            self.arithmetic(ArithmeticOperator::Divide, (Operand::Register(destination), size), signed, span)
        } else {
            Operand::Register(destination)
        };
        let kind = self.kind_of(expr.ty.ty);
        self.convert(difference, signed, kind, span)
    }

    // -----------------------------------------------------------------------------------------
    // Truth values

    /// The value of `!a`, `a < b`, `a && b`, `a || b` as 0 or 1 in the scalar asked for.
    fn truth_value(&mut self, id: ExprId, scalar: Scalar) -> Operand {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::LogicalNot(operand) if !is_control_flow(&self.program.exprs[*operand]) => {
                // `!!x` is one comparison.
                let (operand, comparison) = match self.program.exprs[*operand].kind {
                    ExprKind::LogicalNot(inner) if !is_control_flow(&self.program.exprs[inner]) => {
                        (inner, Comparison::NotEqual)
                    }
                    _ => (*operand, Comparison::Equal),
                };
                let kind = self.scalar_kind(operand);
                let value = self.value(operand);
                self.compare_with_zero(comparison, value, kind, scalar, expr.span)
            }
            ExprKind::Compare(comparison, left, right) => {
                let kind = self.scalar_kind(*left);
                if !self.is_scalar(*left) {
                    return self.unsupported_value(
                        scalar,
                        "a comparison of values without registers",
                        expr.span,
                    );
                }
                let (left, right) = self.two_values(*left, *right, expr.span);
                self.compare(*comparison, (left, right), kind, scalar, expr.span)
            }
            _ => self.truth_by_control_flow(id, scalar, expr.span),
        }
    }

    fn truth_by_control_flow(&mut self, id: ExprId, scalar: Scalar, span: Span) -> Operand {
        let (then, otherwise) = (self.builder.new_block(), self.builder.new_block());
        let reach = self.branch(id, then, otherwise);
        match reach {
            Reach { then: true, otherwise: false } => {
                self.builder.switch_to(then);
                return Operand::integer(scalar, 1);
            }
            Reach { then: false, otherwise: true } => {
                self.builder.switch_to(otherwise);
                return Operand::integer(scalar, 0);
            }
            Reach { then: false, otherwise: false } => return Operand::integer(scalar, 0),
            Reach { then: true, otherwise: true } => {}
        }
        let join = self.builder.new_block();
        let destination = self.builder.new_register(scalar);
        for (block, value) in [(then, 1), (otherwise, 0)] {
            self.builder.switch_to(block);
            self.emit(InstructionKind::Copy { destination, source: Operand::integer(scalar, value) }, span);
            self.go_to(join, span);
        }
        self.builder.switch_to(join);
        Operand::Register(destination)
    }

    fn statement_value(
        &mut self,
        statements: &'p [c_types::typed::StatementId],
        value: Option<ExprId>,
        expr: &'p Expr,
    ) -> Operand {
        let Shape::Scalar(kind) = shape(self.program, expr.ty.ty) else {
            let scope = self.open_scope(expr.span);
            self.statements(statements);
            if let Some(value) = value {
                self.full_effect(value);
            }
            self.close_scope(scope, expr.span);
            return Operand::integer(Scalar::I8, 0);
        };
        let scope = self.open_scope(expr.span);
        self.statements(statements);
        let value = match value {
            Some(value) => self.full_value(value),
            None => Operand::integer(kind.scalar, 0),
        };
        self.close_scope(scope, expr.span);
        value
    }
}

/// Whether the value is 0 or 1 by the operator alone, so that any integer scalar can hold it.
fn is_truth(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::LogicalNot(_) | ExprKind::Compare(..) | ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..)
    )
}

/// Whether the value is computed by jumping.
fn is_control_flow(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..))
}
