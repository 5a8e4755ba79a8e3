//! Expressions as s-expressions.

use super::Dumper;
use crate::ast::*;
use std::fmt::Write;
use stdx::Symbol;

impl Dumper<'_> {
    pub(super) fn expr_list(&mut self, exprs: &[ExprId]) {
        for (index, &expr) in exprs.iter().enumerate() {
            if index > 0 {
                self.out.push(' ');
            }
            self.expr(expr);
        }
    }

    /// `(head a b …)`.
    fn list(&mut self, head: &str, exprs: &[ExprId]) {
        self.out.push('(');
        self.out.push_str(head);
        for &expr in exprs {
            self.out.push(' ');
            self.expr(expr);
        }
        self.out.push(')');
    }

    /// `(head <type> a …)`.
    pub(super) fn typed_list(&mut self, head: &str, ty: TypeNameId, exprs: &[ExprId]) {
        self.out.push('(');
        self.out.push_str(head);
        self.out.push(' ');
        self.type_name(ty);
        for &expr in exprs {
            self.out.push(' ');
            self.expr(expr);
        }
        self.out.push(')');
    }

    pub(super) fn expr(&mut self, id: ExprId) {
        let unit = self.unit;
        match &unit.exprs[id].kind {
            ExprKind::Integer(literal) => self.integer(literal),
            ExprKind::Float { text, suffix, is_imaginary } => {
                self.name(*text);
                if *suffix != FloatSuffix::None {
                    _ = write!(self.out, ":{suffix:?}");
                }
                if *is_imaginary {
                    self.out.push_str(":i");
                }
            }
            ExprKind::Character { value, encoding } => {
                _ = write!(self.out, "'{value}'");
                if *encoding != Encoding::Plain {
                    _ = write!(self.out, ":{encoding:?}");
                }
            }
            ExprKind::String(string) => self.string(*string),
            ExprKind::FunctionName => self.out.push_str("(function-name)"),
            ExprKind::Name(name) => self.name(*name),
            ExprKind::Unary(operator, operand) => self.list(unary_text(*operator), &[*operand]),
            ExprKind::Binary(operator, left, right) => self.list(binary_text(*operator), &[*left, *right]),
            ExprKind::LogicalAnd(left, right) => self.list("&&", &[*left, *right]),
            ExprKind::LogicalOr(left, right) => self.list("||", &[*left, *right]),
            ExprKind::Assign(left, right) => self.list("=", &[*left, *right]),
            ExprKind::CompoundAssign(operator, left, right) => {
                let head = format!("{}=", binary_text(*operator));
                self.list(&head, &[*left, *right]);
            }
            ExprKind::Comma(left, right) => self.list(",", &[*left, *right]),
            ExprKind::Conditional { condition, then: Some(then), otherwise } => {
                self.list("?", &[*condition, *then, *otherwise]);
            }
            ExprKind::Conditional { condition, then: None, otherwise } => {
                self.list("?:", &[*condition, *otherwise])
            }
            ExprKind::Cast(ty, operand) => self.typed_list("cast", *ty, &[*operand]),
            ExprKind::CompoundLiteral(ty, list) => {
                self.out.push_str("(literal ");
                self.type_name(*ty);
                self.out.push(' ');
                self.initializer_list(*list);
                self.out.push(')');
            }
            ExprKind::SizeofExpr(operand) => self.list("sizeof", &[*operand]),
            ExprKind::SizeofType(ty) => self.typed_list("sizeof", *ty, &[]),
            ExprKind::AlignofExpr(operand) => self.list("alignof", &[*operand]),
            ExprKind::AlignofType(ty) => self.typed_list("alignof", *ty, &[]),
            ExprKind::PreferredAlignofExpr(operand) => self.list("preferred_alignof", &[*operand]),
            ExprKind::PreferredAlignofType(ty) => self.typed_list("preferred_alignof", *ty, &[]),
            ExprKind::Call { callee, arguments } => {
                self.out.push_str("(call ");
                self.expr(*callee);
                for &argument in arguments {
                    self.out.push(' ');
                    self.expr(argument);
                }
                self.out.push(')');
            }
            ExprKind::Member(record, name) => self.member(".", *record, *name),
            ExprKind::Arrow(record, name) => self.member("->", *record, *name),
            ExprKind::Index(array, index) => self.list("index", &[*array, *index]),
            ExprKind::LabelAddress(label) => {
                self.out.push_str("&&");
                self.name(*label);
            }
            ExprKind::StatementExpr(body) => {
                self.out.push_str("(statements");
                self.statement(*body, 1);
                self.out.push(')');
            }
            ExprKind::Generic(generic) => {
                self.out.push_str("(generic ");
                match generic.controlling {
                    GenericControl::Expr(expr) => self.expr(expr),
                    GenericControl::Type(ty) => self.type_name(ty),
                }
                for &(ty, expr) in &generic.associations {
                    self.out.push(' ');
                    match ty {
                        Some(ty) => self.typed_list("case", ty, &[expr]),
                        None => self.list("default", &[expr]),
                    }
                }
                self.out.push(')');
            }
            ExprKind::VaArg(list, ty) => self.typed_list("va-arg", *ty, &[*list]),
            ExprKind::Offsetof(ty, designators) => {
                self.out.push_str("(offsetof ");
                self.type_name(*ty);
                self.out.push(' ');
                self.designators(designators);
                self.out.push(')');
            }
            ExprKind::TypesCompatible(first, second) => {
                self.out.push_str("(types-compatible ");
                self.type_name(*first);
                self.out.push(' ');
                self.type_name(*second);
                self.out.push(')');
            }
            ExprKind::ChooseExpr(condition, then, otherwise) => {
                self.list("choose", &[*condition, *then, *otherwise])
            }
            ExprKind::Error => self.out.push_str("(error)"),
        }
    }

    fn member(&mut self, operator: &str, record: ExprId, name: Symbol) {
        _ = write!(self.out, "({operator} ");
        self.expr(record);
        self.out.push(' ');
        self.name(name);
        self.out.push(')');
    }

    fn integer(&mut self, literal: &IntegerLiteral) {
        _ = write!(self.out, "{}", literal.value);
        if literal.is_unsigned {
            self.out.push('u');
        }
        match literal.length {
            IntegerLength::Plain => {}
            IntegerLength::Long => self.out.push('l'),
            IntegerLength::LongLong => self.out.push_str("ll"),
        }
        if literal.is_imaginary {
            self.out.push('i');
        }
    }

    pub(super) fn string(&mut self, id: StringId) {
        let literal = &self.unit.strings[id];
        match literal.encoding {
            Encoding::Plain => {}
            Encoding::Utf8 => self.out.push_str("u8"),
            Encoding::Utf16 => self.out.push('u'),
            Encoding::Utf32 => self.out.push('U'),
            Encoding::Wide => self.out.push('L'),
        }
        _ = write!(self.out, "\"{}\"", literal.units.escape_ascii());
    }
}

fn unary_text(operator: UnaryOperator) -> &'static str {
    match operator {
        UnaryOperator::Plus => "+",
        UnaryOperator::Minus => "-",
        UnaryOperator::BitNot => "~",
        UnaryOperator::Not => "!",
        UnaryOperator::Dereference => "*",
        UnaryOperator::AddressOf => "&",
        UnaryOperator::PreIncrement => "++pre",
        UnaryOperator::PreDecrement => "--pre",
        UnaryOperator::PostIncrement => "post++",
        UnaryOperator::PostDecrement => "post--",
        UnaryOperator::Real => "real",
        UnaryOperator::Imaginary => "imag",
    }
}

fn binary_text(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::Remainder => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::ShiftLeft => "<<",
        BinaryOperator::ShiftRight => ">>",
        BinaryOperator::Less => "<",
        BinaryOperator::LessEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterEqual => ">=",
        BinaryOperator::Equal => "==",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
    }
}
