//! `__sync_*` and `__atomic_*`: one thread is modelled, so orders do not matter.

use super::super::Checker;
use crate::typed::{AtomicOperator, Builtin, Comparison, ExprId, ExprKind};
use crate::types::{QualifiedType, TypeId};
use c_syntax::ast;
use source::{DataModel, Span};

impl Checker<'_> {
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        arguments: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        // `__sync_fetch_and_add_4` says the size again.
        let name = ["_1", "_2", "_4", "_8", "_16"]
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix))
            .unwrap_or(name);
        match (name, arguments) {
            ("__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence", _) => {
                let arguments = arguments.iter().map(|&argument| self.rvalue_of(argument)).collect();
                return Some(self.push_builtin(Builtin::Nothing, arguments, self.common.void, span));
            }
            ("__atomic_always_lock_free" | "__atomic_is_lock_free", [size, ..]) => {
                let is_word = matches!(self.constant_of(*size), Some(1 | 2 | 4))
                    || self.constant_of(*size) == Some(8) && self.program.data_model == DataModel::Lp64;
                return Some(match is_word {
                    true => self.integer_constant(1, self.common.bool, span),
                    // Machines and libraries differ.
                    false => self.unsupported(format!("{name} of this size"), self.common.bool, span),
                });
            }
            _ => {}
        }
        let [pointer, rest @ ..] = arguments else { return None };
        let pointer = self.rvalue_of(*pointer);
        let Some(ty) = self.program.pointee(self.type_of(pointer)) else {
            if !self.program.is_error(self.type_of(pointer)) {
                self.error(
                    "type-mismatch",
                    span,
                    format!("the first argument of `{name}` must be a pointer"),
                );
            }
            return Some(self.error_expr(span));
        };
        let evaluated = match name {
            "__atomic_load_n" | "__atomic_test_and_set" | "__atomic_clear" | "__sync_lock_release" => 0,
            "__atomic_exchange" | "__atomic_compare_exchange" | "__atomic_compare_exchange_n" => 2,
            "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => 2,
            _ => 1,
        };
        if self.any_has_effects(rest.get(evaluated..).unwrap_or_default()) {
            return Some(self.dropped_effects(name, ty, span));
        }
        if matches!(name, "__atomic_test_and_set" | "__atomic_clear") {
            return Some(self.atomic_flag(name, pointer, span));
        }
        self.atomic_operation(name, pointer, ty, rest, span)
            .or_else(|| self.atomic_fetch(name, pointer, ty, rest, span))
    }

    fn atomic_operation(
        &mut self,
        name: &str,
        pointer: ExprId,
        ty: TypeId,
        rest: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let result = match (name, rest) {
            ("__atomic_load_n", _) => self.push_builtin(Builtin::AtomicLoad, vec![pointer], ty, span),
            ("__atomic_load", [target, ..]) => {
                let value = self.push_builtin(Builtin::AtomicLoad, vec![pointer], ty, span);
                self.store_through(*target, value, span)
            }
            ("__atomic_store_n", [value, ..]) => {
                let value = self.atomic_value(*value, ty);
                self.push_builtin(Builtin::AtomicStore, vec![pointer, value], self.common.void, span)
            }
            ("__atomic_store", [source, ..]) => {
                let value = self.load_through(*source, span);
                self.push_builtin(Builtin::AtomicStore, vec![pointer, value], self.common.void, span)
            }
            ("__atomic_exchange_n" | "__sync_lock_test_and_set" | "__sync_swap", [value, ..]) => {
                let value = self.atomic_value(*value, ty);
                self.push_builtin(Builtin::AtomicExchange, vec![pointer, value], ty, span)
            }
            ("__atomic_exchange", [source, target, ..]) => {
                let value = self.load_through(*source, span);
                let old = self.push_builtin(Builtin::AtomicExchange, vec![pointer, value], ty, span);
                self.store_through(*target, old, span)
            }
            ("__sync_lock_release", _) => {
                let zero = self.zero(ty, span);
                self.push_builtin(Builtin::AtomicStore, vec![pointer, zero], self.common.void, span)
            }
            ("__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap", [old, new, ..]) => {
                let returns_bool = name == "__sync_bool_compare_and_swap";
                let (old, new) = (self.atomic_value(*old, ty), self.atomic_value(*new, ty));
                let result = if returns_bool { self.common.bool } else { ty };
                let builtin = Builtin::SyncCompareAndSwap { returns_bool };
                self.push_builtin(builtin, vec![pointer, old, new], result, span)
            }
            ("__atomic_compare_exchange_n", [expected, desired, ..]) => {
                let expected = self.pointer_operand(*expected);
                if self.program.is_error(self.type_of(expected)) {
                    return Some(self.error_expr(span));
                }
                let desired = self.atomic_value(*desired, ty);
                let arguments = vec![pointer, expected, desired];
                self.push_builtin(Builtin::AtomicCompareExchange, arguments, self.common.bool, span)
            }
            ("__atomic_compare_exchange", [expected, desired, ..]) => {
                let expected = self.pointer_operand(*expected);
                if self.program.is_error(self.type_of(expected)) {
                    return Some(self.error_expr(span));
                }
                let desired = self.load_through(*desired, span);
                let arguments = vec![pointer, expected, desired];
                self.push_builtin(Builtin::AtomicCompareExchange, arguments, self.common.bool, span)
            }
            _ => return None,
        };
        Some(result)
    }

    /// An operand that has to be a pointer.
    fn pointer_operand(&mut self, operand: ast::ExprId) -> ExprId {
        let operand = self.rvalue_of(operand);
        let ty = self.type_of(operand);
        if self.program.is_pointer(ty) || self.program.is_error(ty) {
            return operand;
        }
        let (span, ty) = (self.span_of(operand), self.program.display(ty));
        self.error("type-mismatch", span, format!("a pointer is needed here, but this has the type `{ty}`"));
        self.error_expr(span)
    }

    /// These work on one byte, whatever the pointer points to.
    fn atomic_flag(&mut self, name: &str, pointer: ExprId, span: Span) -> ExprId {
        let byte = self.common.unsigned_char;
        let byte_pointer = self.pointer_to(QualifiedType::unqualified(byte));
        let pointer = self.convert(pointer, byte_pointer);
        if name == "__atomic_clear" {
            let zero = self.zero(byte, span);
            return self.push_builtin(Builtin::AtomicStore, vec![pointer, zero], self.common.void, span);
        }
        let one = self.integer_constant(1, byte, span);
        let old = self.push_builtin(Builtin::AtomicExchange, vec![pointer, one], byte, span);
        let zero = self.zero(byte, span);
        let is_set = self.compare(Comparison::NotEqual, old, zero, span);
        self.convert(is_set, self.common.bool)
    }

    fn atomic_fetch(
        &mut self,
        name: &str,
        pointer: ExprId,
        ty: TypeId,
        rest: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let (stem, returns_new) = if let Some(stem) = name.strip_prefix("__sync_fetch_and_") {
            (stem, false)
        } else if let Some(stem) = name.strip_prefix("__atomic_fetch_") {
            (stem, false)
        } else if let Some(stem) =
            name.strip_prefix("__sync_").and_then(|stem| stem.strip_suffix("_and_fetch"))
        {
            (stem, true)
        } else {
            (name.strip_prefix("__atomic_")?.strip_suffix("_fetch")?, true)
        };
        let operator = match stem {
            "add" => AtomicOperator::Add,
            "sub" => AtomicOperator::Subtract,
            "and" => AtomicOperator::And,
            "or" => AtomicOperator::Or,
            "xor" => AtomicOperator::Xor,
            "nand" => AtomicOperator::Nand,
            _ => return None,
        };
        let [value, ..] = rest else { return None };
        // A pointer is changed by bytes here, so the operand is an integer as wide.
        let operand_type = if self.program.is_pointer(ty) { self.common.size } else { ty };
        let value = self.atomic_value(*value, operand_type);
        let builtin = Builtin::AtomicFetch { operator, returns_new };
        Some(self.push_builtin(builtin, vec![pointer, value], ty, span))
    }

    fn atomic_value(&mut self, value: ast::ExprId, ty: TypeId) -> ExprId {
        let value = self.rvalue_of(value);
        self.assign_convert(value, ty, "the atomic object")
    }

    fn zero(&mut self, ty: TypeId, span: Span) -> ExprId {
        let zero = self.integer_constant(0, self.common.int, span);
        self.convert(zero, ty)
    }

    fn load_through(&mut self, pointer: ast::ExprId, span: Span) -> ExprId {
        let pointer = self.rvalue_of(pointer);
        let object = self.dereference(pointer, span);
        self.rvalue(object)
    }

    fn store_through(&mut self, pointer: ast::ExprId, value: ExprId, span: Span) -> ExprId {
        let pointer = self.rvalue_of(pointer);
        let target = self.dereference(pointer, span);
        let ty = self.type_of(target);
        let value = self.assign_convert(value, ty, "the target");
        let assignment = self.push(ExprKind::Assign { target, value }, ty, span);
        self.convert(assignment, self.common.void)
    }
}
