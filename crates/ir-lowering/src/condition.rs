//! Conditions become jumps: `!`, `&&`, `||`, `?:`.

use crate::function::FunctionLowering;
use crate::shape::{Reading, ScalarKind, Shape, shape};
use c_types::typed::{Comparison, Expr, ExprId, ExprKind};
use ir::{BlockId, InstructionKind, Operand, RegisterId, Scalar, TerminatorKind};
use source::Span;

/// Which outcomes of a condition are possible, as far as constants tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reach {
    pub then: bool,
    pub otherwise: bool,
}

impl Reach {
    const NEVER: Reach = Reach { then: false, otherwise: false };
}

impl<'p> FunctionLowering<'_, 'p> {
    /// Goes to `then` if the expression is not zero, and to `otherwise` if it is. A block that is
    /// not reached according to the result has no jump to it from here. Temporaries of the
    /// condition have ended when a jump is taken.
    pub(crate) fn branch(&mut self, id: ExprId, then: BlockId, otherwise: BlockId) -> Reach {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::LogicalNot(operand) => {
                let reach = self.branch(*operand, otherwise, then);
                Reach { then: reach.otherwise, otherwise: reach.then }
            }
            ExprKind::LogicalAnd(left, right) => {
                let middle = self.builder.new_block();
                let first = self.branch(*left, middle, otherwise);
                if !first.then {
                    return first;
                }
                self.builder.switch_to(middle);
                let second = self.conditionally(|this| this.branch(*right, then, otherwise));
                Reach { then: second.then, otherwise: first.otherwise || second.otherwise }
            }
            ExprKind::LogicalOr(left, right) => {
                let middle = self.builder.new_block();
                let first = self.branch(*left, then, middle);
                if !first.otherwise {
                    return first;
                }
                self.builder.switch_to(middle);
                let second = self.conditionally(|this| this.branch(*right, then, otherwise));
                Reach { then: first.then || second.then, otherwise: second.otherwise }
            }
            ExprKind::Comma(left, right) => {
                self.full_effect(*left);
                self.branch(*right, then, otherwise)
            }
            ExprKind::Conditional { condition, then: Some(first), otherwise: second } => {
                let (left, right) = (self.builder.new_block(), self.builder.new_block());
                let reach = self.branch(*condition, left, right);
                let mut total = Reach::NEVER;
                for (block, value, is_reached) in
                    [(left, *first, reach.then), (right, *second, reach.otherwise)]
                {
                    if is_reached {
                        self.builder.switch_to(block);
                        let arm = self.conditionally(|this| this.branch(value, then, otherwise));
                        total = Reach {
                            then: total.then || arm.then,
                            otherwise: total.otherwise || arm.otherwise,
                        };
                    }
                }
                total
            }
            ExprKind::Convert(operand) if self.keeps_zero(*operand, expr) => {
                self.branch(*operand, then, otherwise)
            }
            _ => self.branch_on_value(id, then, otherwise),
        }
    }

    /// Whether the operand is zero exactly if the converted value is.
    fn keeps_zero(&self, operand: ExprId, expr: &'p Expr) -> bool {
        let from = shape(self.program, self.program.exprs[operand].ty.ty);
        match (from, shape(self.program, expr.ty.ty)) {
            (Shape::Scalar(from), Shape::Scalar(to)) => {
                to.reading == Reading::Bool
                    || (from.scalar.is_integer()
                        && to.scalar.is_integer()
                        && from.scalar.bits() <= to.scalar.bits())
            }
            _ => false,
        }
    }

    fn branch_on_value(&mut self, id: ExprId, then: BlockId, otherwise: BlockId) -> Reach {
        let span = self.program.exprs[id].span;
        let kind = self.scalar_kind(id);
        let mut condition = self.full_value(id);
        if kind.reading == Reading::Float {
            condition = self.compare_with_zero(Comparison::NotEqual, condition, kind, Scalar::I32, span);
        }
        self.branch_on_operand(condition, (then, otherwise), span)
    }

    pub(crate) fn branch_on_operand(
        &mut self,
        condition: Operand,
        (then, otherwise): (BlockId, BlockId),
        span: Span,
    ) -> Reach {
        if !self.is_live() {
            return Reach::NEVER;
        }
        match condition {
            Operand::Constant(constant) => {
                let holds = constant.bits() != 0;
                self.terminate(TerminatorKind::Goto(if holds { then } else { otherwise }), span);
                Reach { then: holds, otherwise: !holds }
            }
            // A function that is declared weak may be missing; any other has an address.
            Operand::Function(function) if !self.module.is_weak_function(function) => {
                self.terminate(TerminatorKind::Goto(then), span);
                Reach { then: true, otherwise: false }
            }
            Operand::Register(_) | Operand::Global(..) | Operand::Function(_) => {
                self.terminate(TerminatorKind::Branch { condition, then, otherwise }, span);
                Reach { then: true, otherwise: true }
            }
        }
    }

    /// Runs code that is reached only under a condition of its expression.
    pub(crate) fn conditionally<T>(&mut self, code: impl FnOnce(&mut Self) -> T) -> T {
        self.conditional_depth += 1;
        let result = code(self);
        self.conditional_depth -= 1;
        result
    }

    // -----------------------------------------------------------------------------------------
    // Conditional expressions

    pub(crate) fn conditional_effect(
        &mut self,
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        span: Span,
    ) {
        let (left, right) = (self.builder.new_block(), self.builder.new_block());
        let reach = self.branch(condition, left, right);
        let arms = [(left, then, reach.then), (right, Some(otherwise), reach.otherwise)];
        self.arms(arms, span, |this, arm| {
            if let Some(arm) = arm {
                this.full_effect(arm);
            }
        });
    }

    pub(crate) fn short_circuit_effect(&mut self, left: ExprId, right: ExprId, is_and: bool, span: Span) {
        let (more, join) = (self.builder.new_block(), self.builder.new_block());
        let (reach_more, reach_join) = if is_and {
            let reach = self.branch(left, more, join);
            (reach.then, reach.otherwise)
        } else {
            let reach = self.branch(left, join, more);
            (reach.otherwise, reach.then)
        };
        let mut is_join_reached = reach_join;
        if reach_more {
            self.builder.switch_to(more);
            self.conditionally(|this| this.full_effect(right));
            is_join_reached |= self.go_to(join, span);
        }
        if is_join_reached {
            self.builder.switch_to(join);
        }
    }

    /// Lowers those of two blocks that are reached, and joins them.
    pub(crate) fn arms<A>(
        &mut self,
        arms: [(BlockId, A, bool); 2],
        span: Span,
        mut lower: impl FnMut(&mut Self, A),
    ) {
        let join = self.builder.new_block();
        let mut is_join_reached = false;
        for (block, arm, is_reached) in arms {
            if is_reached {
                self.builder.switch_to(block);
                self.conditionally(|this| lower(this, arm));
                is_join_reached |= self.go_to(join, span);
            }
        }
        if is_join_reached {
            self.builder.switch_to(join);
        }
    }

    pub(crate) fn conditional_value(
        &mut self,
        condition: ExprId,
        then: Option<ExprId>,
        otherwise: ExprId,
        expr: &'p Expr,
    ) -> Operand {
        let span = expr.span;
        let Shape::Scalar(kind) = shape(self.program, expr.ty.ty) else {
            self.conditional_effect(condition, then, otherwise, span);
            return Operand::integer(Scalar::I8, 0);
        };
        let Some(then) = then else { return self.value_or_else(condition, otherwise, (kind, expr)) };
        let (left, right) = (self.builder.new_block(), self.builder.new_block());
        let reach = self.branch(condition, left, right);
        match reach {
            Reach { then: true, otherwise: false } => {
                self.builder.switch_to(left);
                self.value(then)
            }
            Reach { then: false, otherwise: true } => {
                self.builder.switch_to(right);
                self.value(otherwise)
            }
            Reach { then: false, otherwise: false } => Operand::integer(kind.scalar, 0),
            Reach { then: true, otherwise: true } => {
                let destination = self.result_register(kind, expr);
                self.arms([(left, then, true), (right, otherwise, true)], span, |this, arm| {
                    let source = this.full_value(arm);
                    this.emit(InstructionKind::Copy { destination, source }, span);
                });
                Operand::Register(destination)
            }
        }
    }

    /// `condition ?: otherwise`.
    fn value_or_else(
        &mut self,
        condition: ExprId,
        otherwise: ExprId,
        (kind, expr): (ScalarKind, &'p Expr),
    ) -> Operand {
        let span = expr.span;
        let from = self.scalar_kind(condition);
        let value = self.value(condition);
        let truth = match from.reading {
            Reading::Float => self.compare_with_zero(Comparison::NotEqual, value, from, Scalar::I32, span),
            _ => value,
        };
        let (left, right) = (self.builder.new_block(), self.builder.new_block());
        match self.branch_on_operand(truth, (left, right), span) {
            Reach { then: true, otherwise: false } => {
                self.builder.switch_to(left);
                let value = self.convert(value, from, kind, span);
                self.narrow_converted(value, condition, expr.ty.ty, span)
            }
            Reach { then: false, otherwise: true } => {
                self.builder.switch_to(right);
                self.value(otherwise)
            }
            Reach { then: false, otherwise: false } => Operand::integer(kind.scalar, 0),
            Reach { then: true, otherwise: true } => {
                let destination = self.result_register(kind, expr);
                self.arms([(left, None, true), (right, Some(otherwise), true)], span, |this, arm| {
                    let source = match arm {
                        None => {
                            let value = this.convert(value, from, kind, span);
                            this.narrow_converted(value, condition, expr.ty.ty, span)
                        }
                        Some(otherwise) => this.full_value(otherwise),
                    };
                    this.emit(InstructionKind::Copy { destination, source }, span);
                });
                Operand::Register(destination)
            }
        }
    }

    fn result_register(&mut self, kind: ScalarKind, expr: &'p Expr) -> RegisterId {
        let destination = self.builder.new_register(kind.scalar);
        self.note_pointer(Operand::Register(destination), expr.ty.ty);
        destination
    }
}
