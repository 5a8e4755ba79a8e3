//! Whether evaluating an expression does anything.

use super::Checker;
use crate::typed::{ExprId, ExprKind};

impl Checker<'_> {
    /// Whether something can be observed of an expression other than its value: a store, a call, a
    /// read of a volatile object.
    pub(super) fn has_effects(&self, id: ExprId) -> bool {
        let expr = &self.program.exprs[id];
        match &expr.kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Increment { .. }
            | ExprKind::Call { .. }
            | ExprKind::StatementExpr { .. }
            | ExprKind::CompoundLiteral { .. }
            | ExprKind::VaArg { .. }
            | ExprKind::Builtin { .. }
            | ExprKind::Unsupported(_) => true,
            ExprKind::Load(lvalue) => {
                self.program.exprs[*lvalue].ty.qualifiers.is_volatile || self.has_effects(*lvalue)
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::String(_)
            | ExprKind::Function(_)
            | ExprKind::Constant(_)
            | ExprKind::LabelAddress(_)
            | ExprKind::RuntimeSize(_) => false,
            ExprKind::Dereference(operand)
            | ExprKind::Member { record: operand, .. }
            | ExprKind::Decay(operand)
            | ExprKind::AddressOf(operand)
            | ExprKind::Convert(operand)
            | ExprKind::Negate(operand)
            | ExprKind::BitNot(operand)
            | ExprKind::LogicalNot(operand) => self.has_effects(*operand),
            ExprKind::Arithmetic(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::PointerOffset { pointer: left, index: right, .. }
            | ExprKind::PointerDifference(left, right)
            | ExprKind::LogicalAnd(left, right)
            | ExprKind::LogicalOr(left, right)
            | ExprKind::Comma(left, right) => self.has_effects(*left) || self.has_effects(*right),
            ExprKind::Conditional { condition, then, otherwise } => {
                self.has_effects(*condition)
                    || then.is_some_and(|then| self.has_effects(then))
                    || self.has_effects(*otherwise)
            }
        }
    }
}
