//! Variables that are stored to and used without order.
//!
//! If a variable is stored to and used in two operands without order, the behaviour is undefined (C11 6.5p2), whatever
//! order the compiler chooses. What is stored to behind a pointer is not looked at: both orders are lowered anyway.

use super::{Effects, Spot, children};
use c_types::typed::{ExprId, ExprKind};
use std::collections::BTreeSet;

/// What is stored to and what is read.
#[derive(Default)]
struct Unsequenced {
    writes: BTreeSet<Spot>,
    reads: BTreeSet<Spot>,
}

impl Effects<'_> {
    /// Whether two operands use one variable without order, of which at least one stores to it.
    pub(crate) fn is_undefined(&self, left: ExprId, right: ExprId) -> bool {
        let (left, right) = (self.accessed(left, false), self.accessed(right, false));
        !left.writes.is_disjoint(&right.writes)
            || !left.writes.is_disjoint(&right.reads)
            || !left.reads.is_disjoint(&right.writes)
    }

    /// Whether a variable is stored to that the value to be stored, or its own place, stores to without order.
    pub(crate) fn is_stored_twice(&self, target: ExprId, value: ExprId) -> bool {
        let Some(own) = self.whole_variable(target) else { return false };
        [target, value].into_iter().any(|operand| self.accessed(operand, true).writes.contains(&own))
    }

    /// The variables that an expression accesses itself; if only what is pending is asked for, without what is done before
    /// the value is known.
    fn accessed(&self, id: ExprId, is_pending: bool) -> Unsequenced {
        let mut found = Unsequenced::default();
        self.look_into(id, is_pending, &mut found);
        found
    }

    fn look_into(&self, id: ExprId, is_pending: bool, found: &mut Unsequenced) {
        match self.program.exprs[id].kind {
            ExprKind::StatementExpr { .. } => return,
            // Sequence points: before the call, and before the second operand, everything is done.
            ExprKind::Call { .. } | ExprKind::Builtin { .. } if is_pending => return,
            ExprKind::LogicalAnd(_, last) | ExprKind::LogicalOr(_, last) | ExprKind::Comma(_, last)
                if is_pending =>
            {
                return self.look_into(last, is_pending, found);
            }
            ExprKind::Conditional { then, otherwise, .. } if is_pending => {
                for branch in then.into_iter().chain([otherwise]) {
                    self.look_into(branch, is_pending, found);
                }
                return;
            }
            ExprKind::Load(lvalue) => found.reads.extend(self.whole_variable(lvalue)),
            ExprKind::Assign { target, .. } => found.writes.extend(self.whole_variable(target)),
            ExprKind::CompoundAssign { target, .. } | ExprKind::Increment { target, .. } => {
                found.writes.extend(self.whole_variable(target));
                found.reads.extend(self.whole_variable(target));
            }
            _ => {}
        }
        for child in children(self.program, id) {
            self.look_into(child, is_pending, found);
        }
    }

    /// The variable that an lvalue is, not a part of it.
    fn whole_variable(&self, lvalue: ExprId) -> Option<Spot> {
        match self.program.exprs[lvalue].kind {
            ExprKind::Local(local) => Some(Spot::Local(local)),
            ExprKind::Global(global) => Some(Spot::Global(global)),
            _ => None,
        }
    }
}
