//! Builtins on floating-point numbers: classification without regard to the type, and constants.

use super::super::Checker;
use crate::float::Number;
use crate::typed::{
    ArithmeticOperator, Comparison, ExprId, ExprKind, LocalId, LocalInitializer, StatementId, StatementKind,
};
use crate::types::{FloatKind, TypeId};
use c_syntax::ast;
use source::Span;

impl Checker<'_> {
    pub(super) fn float_call(
        &mut self,
        builtin: &str,
        arguments: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        match (builtin, arguments) {
            ("huge_val" | "inf", []) => Some(self.special_number(Number::INFINITY, self.common.double, span)),
            ("huge_valf" | "inff", []) => {
                Some(self.special_number(Number::INFINITY, self.common.float, span))
            }
            ("huge_vall" | "infl", []) => {
                Some(self.special_number(Number::INFINITY, self.common.long_double, span))
            }
            ("nan" | "nans", [_]) => {
                Some(self.special_number(Number::NOT_A_NUMBER, self.common.double, span))
            }
            ("nanf" | "nansf", [_]) => {
                Some(self.special_number(Number::NOT_A_NUMBER, self.common.float, span))
            }
            ("nanl" | "nansl", [_]) => {
                Some(self.special_number(Number::NOT_A_NUMBER, self.common.long_double, span))
            }
            (
                "isnan" | "isinf" | "isinf_sign" | "isfinite" | "finite" | "isnormal" | "signbit",
                [operand],
            ) => Some(self.classification(builtin, *operand, span)),
            ("signbitf" | "signbitl", [operand]) => Some(self.classification("signbit", *operand, span)),
            (
                "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered",
                [left, right],
            ) => Some(self.quiet_comparison(builtin, *left, *right, span)),
            ("fpclassify", [nan, infinite, normal, subnormal, zero, operand]) => {
                Some(self.fpclassify([*nan, *infinite, *normal, *subnormal, *zero], *operand, span))
            }
            _ => None,
        }
    }

    fn special_number(&mut self, number: Number, ty: TypeId, span: Span) -> ExprId {
        let kind = self.program.float_kind(ty).unwrap_or(FloatKind::Double);
        self.float_constant(number.to_bits(kind.format()), ty, span)
    }

    /// Evaluates an operand once, into a hidden local. `None` (and a message) if it is no float.
    fn float_operand(&mut self, operand: ast::ExprId, statements: &mut Vec<StatementId>) -> Option<LocalId> {
        let value = self.rvalue_of(operand);
        let span = self.span_of(value);
        let value = if self.program.is_integer(self.type_of(value)) {
            self.convert(value, self.common.double)
        } else {
            value
        };
        let ty = self.type_of(value);
        if self.program.float_kind(ty).is_none() || self.is_exotic(ty) {
            if !self.program.is_error(ty) && !self.is_exotic(ty) {
                let message =
                    format!("this builtin wants a floating-point number, not `{}`", self.program.display(ty));
                self.error("type-mismatch", span, message);
            }
            return None;
        }
        Some(self.keep(value, ty, statements))
    }

    fn keep(&mut self, value: ExprId, ty: TypeId, statements: &mut Vec<StatementId>) -> LocalId {
        let span = self.span_of(value);
        let local = self.hidden_local(ty, span);
        let initializer = Some(LocalInitializer::Value(value));
        statements.push(self.push_statement(StatementKind::DeclareLocal { local, initializer }, span));
        local
    }

    fn read(&mut self, local: LocalId, span: Span) -> ExprId {
        let ty = self.program.locals[local].ty.ty;
        let lvalue = self.push(ExprKind::Local(local), ty, span);
        self.rvalue(lvalue)
    }

    fn classification(&mut self, builtin: &str, operand: ast::ExprId, span: Span) -> ExprId {
        let mut statements = Vec::new();
        let Some(local) = self.float_operand(operand, &mut statements) else {
            return self.unsupported(format!("__builtin_{builtin}"), self.common.int, span);
        };
        let value = match builtin {
            "isnan" => self.compare_locals(Comparison::NotEqual, local, local, span),
            "isinf" => self.is_infinite(local, span),
            "isinf_sign" => {
                let positive = self.compare_with(Comparison::Equal, local, Number::INFINITY, span);
                let negative = self.compare_with(Comparison::Equal, local, Number::INFINITY.negate(), span);
                let kind = ExprKind::Arithmetic(ArithmeticOperator::Subtract, positive, negative);
                self.push(kind, self.common.int, span)
            }
            "isfinite" | "finite" => self.is_finite(local, span),
            "isnormal" => {
                let finite = self.is_finite(local, span);
                let large = self.is_large(local, span);
                self.push(ExprKind::LogicalAnd(finite, large), self.common.int, span)
            }
            _ => self.sign_bit(local, span),
        };
        self.push(ExprKind::StatementExpr { statements, value: Some(value) }, self.common.int, span)
    }

    fn sign_bit(&mut self, local: LocalId, span: Span) -> ExprId {
        let value = self.read(local, span);
        let (name, signature) = match self.program.float_kind(self.type_of(value)) {
            Some(FloatKind::Float) => ("__signbitf", "if"),
            Some(FloatKind::LongDouble) => ("__signbitl", "iL"),
            _ => ("__signbit", "id"),
        };
        self.call_library(name, signature, vec![value], span)
    }

    fn compare_locals(
        &mut self,
        comparison: Comparison,
        left: LocalId,
        right: LocalId,
        span: Span,
    ) -> ExprId {
        let (left, right) = (self.read(left, span), self.read(right, span));
        self.compare(comparison, left, right, span)
    }

    fn compare_with(&mut self, comparison: Comparison, local: LocalId, number: Number, span: Span) -> ExprId {
        let value = self.read(local, span);
        let ty = self.type_of(value);
        let number = self.special_number(number, ty, span);
        self.compare(comparison, value, number, span)
    }

    fn is_infinite(&mut self, local: LocalId, span: Span) -> ExprId {
        let positive = self.compare_with(Comparison::Equal, local, Number::INFINITY, span);
        let negative = self.compare_with(Comparison::Equal, local, Number::INFINITY.negate(), span);
        self.push(ExprKind::LogicalOr(positive, negative), self.common.int, span)
    }

    /// `x - x` is zero for the finite numbers only.
    fn is_finite(&mut self, local: LocalId, span: Span) -> ExprId {
        let (left, right) = (self.read(local, span), self.read(local, span));
        let ty = self.type_of(left);
        let difference = self.push(ExprKind::Arithmetic(ArithmeticOperator::Subtract, left, right), ty, span);
        let zero = self.special_number(Number::from_integer(0), ty, span);
        self.compare(Comparison::Equal, difference, zero, span)
    }

    /// At least the smallest normal number in magnitude.
    fn is_large(&mut self, local: LocalId, span: Span) -> ExprId {
        let ty = self.program.locals[local].ty.ty;
        let kind = self.program.float_kind(ty).unwrap_or(FloatKind::Double);
        let smallest = kind.format().smallest_normal();
        let positive = self.compare_with(Comparison::GreaterEqual, local, smallest, span);
        let negative = self.compare_with(Comparison::LessEqual, local, smallest.negate(), span);
        self.push(ExprKind::LogicalOr(positive, negative), self.common.int, span)
    }

    fn quiet_comparison(
        &mut self,
        builtin: &str,
        left: ast::ExprId,
        right: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let (left, right) = (self.rvalue_of(left), self.rvalue_of(right));
        let is_arithmetic =
            self.program.is_arithmetic(self.type_of(left)) && self.program.is_arithmetic(self.type_of(right));
        let (left, right, ty) = self.balance(left, right);
        if !is_arithmetic || self.program.float_kind(ty).is_none() || self.is_exotic(ty) {
            return self.unsupported(format!("__builtin_{builtin}"), self.common.int, span);
        }
        let comparison = match builtin {
            "isgreater" => Comparison::Greater,
            "isgreaterequal" => Comparison::GreaterEqual,
            "isless" => Comparison::Less,
            "islessequal" => Comparison::LessEqual,
            _ => {
                let mut statements = Vec::new();
                let left = self.keep(left, ty, &mut statements);
                let right = self.keep(right, ty, &mut statements);
                let (first, second) = if builtin == "isunordered" {
                    let first = self.compare_locals(Comparison::NotEqual, left, left, span);
                    (first, self.compare_locals(Comparison::NotEqual, right, right, span))
                } else {
                    let first = self.compare_locals(Comparison::Less, left, right, span);
                    (first, self.compare_locals(Comparison::Greater, left, right, span))
                };
                let value = self.push(ExprKind::LogicalOr(first, second), self.common.int, span);
                let kind = ExprKind::StatementExpr { statements, value: Some(value) };
                return self.push(kind, self.common.int, span);
            }
        };
        self.compare(comparison, left, right, span)
    }

    fn fpclassify(&mut self, classes: [ast::ExprId; 5], operand: ast::ExprId, span: Span) -> ExprId {
        let classes = classes.map(|class| {
            let class = self.rvalue_of(class);
            self.assign_convert(class, self.common.int, "a class")
        });
        let [nan, infinite, normal, subnormal, zero] = classes;
        let mut statements = Vec::new();
        let Some(local) = self.float_operand(operand, &mut statements) else {
            return self.unsupported("__builtin_fpclassify", self.common.int, span);
        };
        let is_nan = self.compare_locals(Comparison::NotEqual, local, local, span);
        let is_infinite = self.is_infinite(local, span);
        let is_zero = self.compare_with(Comparison::Equal, local, Number::from_integer(0), span);
        let is_large = self.is_large(local, span);
        let mut value = subnormal;
        for (condition, then) in [(is_large, normal), (is_zero, zero), (is_infinite, infinite), (is_nan, nan)]
        {
            let kind = ExprKind::Conditional { condition, then: Some(then), otherwise: value };
            value = self.push(kind, self.common.int, span);
        }
        self.push(ExprKind::StatementExpr { statements, value: Some(value) }, self.common.int, span)
    }
}
