//! Values of aggregate type: they live in memory and are handled by their address.

use crate::function::FunctionLowering;
use crate::place::{Address, Place};
use crate::scope::Storage;
use crate::shape::{Shape, shape};
use crate::unordered::Part;
use c_types::typed::{ConstantValue, Expr, ExprId, ExprKind, StatementId};
use c_types::types::TypeId;
use ir::{Constant, CopyOverlap, InstructionKind, Operand, Scalar};
use source::Span;

impl<'p> FunctionLowering<'_, 'p> {
    /// Where the value of an expression of aggregate type is. It may be the place of an object,
    /// so it is to be read before anything is written.
    pub(crate) fn aggregate_address(&mut self, id: ExprId) -> Address {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::Load(lvalue) => self.address(*lvalue),
            ExprKind::Comma(left, right) => {
                self.effect(*left);
                self.aggregate_address(*right)
            }
            ExprKind::Assign { target, value } => self.assign_aggregate(*target, *value, expr),
            ExprKind::Member { .. } => match self.place(id) {
                Place::Memory { address, .. } => address,
                Place::Register(register) => Address::of(Operand::Register(register)),
            },
            ExprKind::Convert(operand) if self.is_same_layout(*operand, expr) => {
                self.aggregate_address(*operand)
            }
            ExprKind::VaArg { list, .. } => Address::of(self.variadic_argument(*list, expr)),
            _ if self.program.is_lvalue(id) => self.address(id),
            _ => {
                let temporary = self.temporary(expr.ty.ty, Storage::Temporary, expr.span);
                let address = Address::of(Operand::Register(temporary));
                self.aggregate_into(id, address);
                address
            }
        }
    }

    fn is_same_layout(&self, operand: ExprId, expr: &'p Expr) -> bool {
        let from = shape(self.program, self.program.exprs[operand].ty.ty);
        matches!(from, Shape::Memory { .. }) && from == shape(self.program, expr.ty.ty) && {
            // Between numbers the IR does not know, only copying is understood.
            let (from, to) = (self.program.exprs[operand].ty.ty, expr.ty.ty);
            from == to || self.program.is_aggregate(to) || is_vector(self, from) && is_vector(self, to)
        }
    }

    /// Puts the value of an expression of aggregate type into memory that the expression does not
    /// read: a temporary, the place for the function's result, or a local being declared.
    pub(crate) fn aggregate_into(&mut self, id: ExprId, destination: Address) {
        let expr = &self.program.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Load(lvalue) => match &self.program.exprs[*lvalue].kind {
                // A literal that nobody else can name needs no storage of its own.
                ExprKind::CompoundLiteral { initializer, .. } => {
                    self.initialize(destination, initializer, expr.ty.ty, span);
                }
                _ => {
                    let source = self.address(*lvalue);
                    self.copy_aggregate(destination, source, expr.ty.ty, span);
                }
            },
            ExprKind::Call { callee, arguments } => {
                self.call_into(expr, *callee, arguments, destination);
            }
            ExprKind::Comma(left, right) => {
                self.effect(*left);
                self.aggregate_into(*right, destination);
            }
            ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                let (left, right) = (self.builder.new_block(), self.builder.new_block());
                let reach = self.branch(*condition, left, right);
                let arms = [(left, *then, reach.then), (right, *otherwise, reach.otherwise)];
                self.arms(arms, span, |this, arm| {
                    let outer = this.scopes.top();
                    this.aggregate_into(arm, destination);
                    this.leave_to(outer, span);
                });
            }
            ExprKind::StatementExpr { statements, value } => {
                self.statement_aggregate(statements, *value, expr, destination);
            }
            ExprKind::Convert(operand) if !self.is_same_layout(*operand, expr) => {
                self.convert_aggregate(*operand, expr, destination);
            }
            ExprKind::Constant(value) => self.constant_aggregate(*value, expr, destination),
            ExprKind::Unsupported(reason) => self.emit_unsupported(reason, span),
            ExprKind::Negate(_)
            | ExprKind::BitNot(_)
            | ExprKind::Arithmetic(..)
            | ExprKind::CompoundAssign { .. } => {
                self.unsupported_arithmetic(expr);
            }
            ExprKind::Builtin { .. } | ExprKind::Increment { .. } => {
                self.emit_unsupported("this operation on an aggregate", span);
            }
            ExprKind::Assign { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Member { .. }
            | ExprKind::Convert(_) => {
                let source = self.aggregate_address(id);
                self.copy_aggregate(destination, source, expr.ty.ty, span);
            }
            _ if self.program.is_lvalue(id) => {
                let source = self.address(id);
                self.copy_aggregate(destination, source, expr.ty.ty, span);
            }
            _ => self.emit_unsupported("this expression of aggregate type", span),
        }
    }

    fn statement_aggregate(
        &mut self,
        statements: &'p [StatementId],
        value: Option<ExprId>,
        expr: &'p Expr,
        destination: Address,
    ) {
        let scope = self.open_scope(expr.span);
        self.statements(statements);
        if let Some(value) = value {
            let outer = self.scopes.top();
            self.aggregate_into(value, destination);
            self.leave_to(outer, expr.span);
        }
        self.close_scope(scope, expr.span);
    }

    /// A value that becomes a transparent union: it is the member it fits.
    fn convert_aggregate(&mut self, operand: ExprId, expr: &'p Expr, destination: Address) {
        let program = self.program;
        let from = &program.exprs[operand];
        let is_union =
            program.record_of(expr.ty.ty).is_some_and(|record| program.types.records[record].is_union);
        if !is_union {
            self.effect(operand);
            let reason = format!("a conversion to {}", program.display(expr.ty.ty));
            self.emit_unsupported(&reason, expr.span);
            return;
        }
        match shape(program, from.ty.ty) {
            Shape::Scalar(_) => {
                let value = self.value(operand);
                let place = Place::Memory { address: destination, bits: None, is_volatile: false };
                self.store(place, value, expr.span);
            }
            _ => self.aggregate_into(operand, destination),
        }
    }

    /// A number of a type that registers do not hold is still known by its bits.
    fn constant_aggregate(&mut self, value: ConstantValue, expr: &'p Expr, destination: Address) {
        let bits = match value {
            ConstantValue::Float(bits) => bits,
            ConstantValue::Integer(value) => value as u128,
        };
        let size = self.program.size_of(expr.ty.ty).unwrap_or(0);
        match Scalar::integer_of_bytes(size) {
            Some(scalar) => {
                let place = Place::Memory { address: destination, bits: None, is_volatile: false };
                self.store(place, Operand::Constant(Constant::new(scalar, bits)), expr.span);
            }
            None => self.emit_unsupported("a constant of this type", expr.span),
        }
    }

    /// `target = value`; where the target is.
    pub(crate) fn assign_aggregate(&mut self, target: ExprId, value: ExprId, expr: &'p Expr) -> Address {
        self.note_order(target, value, expr.span);
        let parts = [Part::Place(target), Part::Aggregate(value, Storage::Temporary)];
        let (destination, source) = match self.unordered(&parts, expr.span).as_deref() {
            Some([destination, source]) => (Address::of(destination.value), Address::of(source.value)),
            _ => {
                let destination = self.address(target);
                let destination = Address::of(self.materialize(destination, expr.span));
                (destination, self.aggregate_address(value))
            }
        };
        self.copy_aggregate(destination, source, expr.ty.ty, expr.span);
        destination
    }

    pub(crate) fn copy_aggregate(&mut self, destination: Address, source: Address, ty: TypeId, span: Span) {
        let size = self.program.size_of(ty).unwrap_or(0);
        if size == 0 {
            return;
        }
        let destination = self.materialize(destination, span);
        let source = self.materialize(source, span);
        let length = self.pointer_constant(i128::from(size));
        self.emit(
            InstructionKind::BlockCopy { destination, source, length, overlap: CopyOverlap::ExactOnly },
            span,
        );
        let gaps = self.module.padding.gaps(self.program, ty);
        self.scatter(Address::of(destination), &gaps, span);
    }
}

fn is_vector(lowering: &FunctionLowering<'_, '_>, ty: TypeId) -> bool {
    matches!(lowering.program.types.get(ty), c_types::types::Type::Vector { .. })
}
