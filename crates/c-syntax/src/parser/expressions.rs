//! Operators: from commas down to casts and prefixes.

use super::{Parse, Parser};
use crate::ast::*;
use crate::scope::NameMeaning;
use crate::token::{TokenKind, WordOfC23};
use source::{Diagnostic, Span};

impl Parser<'_> {
    /// `a, b`.
    pub(super) fn expression(&mut self) -> Parse<ExprId> {
        self.chain(|parser| {
            let start = parser.span();
            let mut left = parser.assignment()?;
            while parser.accept(TokenKind::Comma) {
                let right = parser.assignment()?;
                parser.grow()?;
                left = parser.push_expr(ExprKind::Comma(left, right), parser.span_from(start));
            }
            Ok(left)
        })
    }

    /// An expression without a comma at its top.
    pub(super) fn assignment(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let left = self.conditional()?;
        let operator = match self.peek() {
            TokenKind::Equal => None,
            TokenKind::PlusEqual => Some(BinaryOperator::Add),
            TokenKind::MinusEqual => Some(BinaryOperator::Subtract),
            TokenKind::StarEqual => Some(BinaryOperator::Multiply),
            TokenKind::SlashEqual => Some(BinaryOperator::Divide),
            TokenKind::PercentEqual => Some(BinaryOperator::Remainder),
            TokenKind::AmpersandEqual => Some(BinaryOperator::BitAnd),
            TokenKind::PipeEqual => Some(BinaryOperator::BitOr),
            TokenKind::CaretEqual => Some(BinaryOperator::BitXor),
            TokenKind::ShiftLeftEqual => Some(BinaryOperator::ShiftLeft),
            TokenKind::ShiftRightEqual => Some(BinaryOperator::ShiftRight),
            _ => return Ok(left),
        };
        self.advance();
        let right = self.nested(|parser| parser.assignment())?;
        let kind = match operator {
            None => ExprKind::Assign(left, right),
            Some(operator) => ExprKind::CompoundAssign(operator, left, right),
        };
        Ok(self.push_expr(kind, self.span_from(start)))
    }

    /// `a ? b : c`, also the constant expressions of the grammar.
    pub(super) fn conditional(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let condition = self.binary(1)?;
        if !self.accept(TokenKind::Question) {
            return Ok(condition);
        }
        let then = match self.peek() {
            TokenKind::Colon => None,
            _ => Some(self.nested(|parser| parser.expression())?),
        };
        self.expect(TokenKind::Colon, "between the branches of `?`")?;
        let otherwise = self.nested(|parser| parser.conditional())?;
        let kind = ExprKind::Conditional { condition, then, otherwise };
        Ok(self.push_expr(kind, self.span_from(start)))
    }

    /// Operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Parse<ExprId> {
        let start = self.span();
        // Most operands stand alone; the chain costs something only if there is an operator.
        let outer_height = std::mem::replace(&mut self.height, 0);
        let mut left = self.cast()?;
        while let Some((precedence, operator)) = binary_operator(self.peek()) {
            if precedence < least {
                break;
            }
            self.advance();
            let right = self.binary(precedence + 1)?;
            self.grow()?;
            let kind = match operator {
                Infix::Binary(operator) => ExprKind::Binary(operator, left, right),
                Infix::And => ExprKind::LogicalAnd(left, right),
                Infix::Or => ExprKind::LogicalOr(left, right),
            };
            left = self.push_expr(kind, self.span_from(start));
        }
        self.height = outer_height.max(self.height);
        Ok(left)
    }

    /// `(type) e`, or a unary expression.
    pub(super) fn cast(&mut self) -> Parse<ExprId> {
        if self.peek() != TokenKind::LeftParen {
            return self.unary();
        }
        self.reveal_unknown_type();
        if !self.starts_type_name_at(1) {
            return self.operand_with_postfix();
        }
        let start = self.span();
        let type_name = self.parenthesized_type_name()?;
        if self.peek() == TokenKind::LeftBrace {
            return self.compound_literal(type_name, start);
        }
        let operand = self.nested(|parser| parser.cast())?;
        Ok(self.push_expr(ExprKind::Cast(type_name, operand), self.span_from(start)))
    }

    /// `(type) { … }` with what may follow it; the type has been read.
    fn compound_literal(&mut self, type_name: TypeNameId, start: Span) -> Parse<ExprId> {
        self.chain(|parser| {
            let list = parser.initializer_list()?;
            let literal =
                parser.push_expr(ExprKind::CompoundLiteral(type_name, list), parser.span_from(start));
            parser.postfix(literal, start)
        })
    }

    pub(super) fn unary(&mut self) -> Parse<ExprId> {
        let start = self.span();
        let operator = match self.peek() {
            TokenKind::Identifier | TokenKind::Number | TokenKind::LeftParen | TokenKind::String => {
                return self.operand_with_postfix();
            }
            TokenKind::Plus => UnaryOperator::Plus,
            TokenKind::Minus => UnaryOperator::Minus,
            TokenKind::Tilde => UnaryOperator::BitNot,
            TokenKind::Exclamation => UnaryOperator::Not,
            TokenKind::Star => UnaryOperator::Dereference,
            TokenKind::Ampersand => UnaryOperator::AddressOf,
            TokenKind::PlusPlus => UnaryOperator::PreIncrement,
            TokenKind::MinusMinus => UnaryOperator::PreDecrement,
            TokenKind::Real => UnaryOperator::Real,
            TokenKind::Imag => UnaryOperator::Imaginary,
            TokenKind::AmpersandAmpersand => {
                self.advance();
                let (label, _) = self.expect_name("of a label after `&&`")?;
                return Ok(self.push_expr(ExprKind::LabelAddress(label), self.span_from(start)));
            }
            TokenKind::Extension => {
                self.advance();
                return self.nested(|parser| parser.cast());
            }
            TokenKind::Sizeof => return self.size_or_alignment(ExprKind::SizeofType, ExprKind::SizeofExpr),
            TokenKind::Alignof if self.text_of(self.token()).starts_with(b"__") => {
                return self
                    .size_or_alignment(ExprKind::PreferredAlignofType, ExprKind::PreferredAlignofExpr);
            }
            TokenKind::Alignof => {
                return self.size_or_alignment(ExprKind::AlignofType, ExprKind::AlignofExpr);
            }
            _ => return self.operand_with_postfix(),
        };
        self.advance();
        let operand = self.nested(|parser| parser.cast())?;
        Ok(self.push_expr(ExprKind::Unary(operator, operand), self.span_from(start)))
    }

    /// `sizeof`, `_Alignof`: of a type in parentheses or of an expression.
    fn size_or_alignment(
        &mut self,
        of_type: fn(TypeNameId) -> ExprKind,
        of_expr: fn(ExprId) -> ExprKind,
    ) -> Parse<ExprId> {
        let start = self.span();
        self.advance();
        if self.peek() == TokenKind::LeftParen {
            self.reveal_unknown_type();
        }
        let is_type = self.peek() == TokenKind::LeftParen && self.starts_type_name_at(1);
        let kind = if is_type {
            let parenthesis = self.span();
            let type_name = self.parenthesized_type_name()?;
            if self.peek() == TokenKind::LeftBrace {
                of_expr(self.nested(|parser| parser.compound_literal(type_name, parenthesis))?)
            } else {
                of_type(type_name)
            }
        } else {
            of_expr(self.nested(|parser| parser.unary())?)
        };
        Ok(self.push_expr(kind, self.span_from(start)))
    }

    /// `(type)`.
    pub(super) fn parenthesized_type_name(&mut self) -> Parse<TypeNameId> {
        self.expect(TokenKind::LeftParen, "before a type")?;
        let type_name = self.nested(|parser| parser.type_name())?;
        self.expect(TokenKind::RightParen, "after a type")?;
        Ok(type_name)
    }

    /// The distance of the first token, from `distance` on, that is not `__extension__`.
    pub(super) fn skip_extensions(&self, mut distance: usize) -> usize {
        while self.peek_at(distance) == TokenKind::Extension {
            distance += 1;
        }
        distance
    }

    /// Whether the tokens from `distance` on can only be a type name.
    pub(super) fn starts_type_name_at(&self, distance: usize) -> bool {
        use TokenKind::*;
        let distance = self.skip_extensions(distance);
        let Some(token) = self.tokens.get(self.position + distance) else { return false };
        match token.kind {
            Identifier => match self.scopes.meaning(token.symbol) {
                NameMeaning::Typedef | NameMeaning::UnknownType => true,
                NameMeaning::Ordinary => match self.scopes.undeclared_word(token.symbol) {
                    Some(WordOfC23::Bool) => true,
                    Some(WordOfC23::TypeofUnqual) => self.peek_at(distance + 1) == LeftParen,
                    _ => false,
                },
            },
            Void
            | Bool
            | Char
            | Short
            | Int
            | Long
            | Float
            | Double
            | Signed
            | Unsigned
            | Complex
            | Imaginary
            | Int128
            | Int128Typedef
            | UnsignedInt128Typedef
            | Float16
            | Float32
            | Float64
            | Float128
            | Float32x
            | Float64x
            | Float80
            | Decimal
            | BitInt
            | VaList
            | MicrosoftVaList
            | AutoType
            | Typeof
            | Struct
            | Union
            | Enum
            | Const
            | Volatile
            | Restrict
            | Atomic
            | Attribute
            | Alignas => true,
            _ => false,
        }
    }

    /// `(name) operand` and `(name *)` make sense only if the name is meant as a type: reports
    /// that it is unknown and takes it as a type from here on.
    fn reveal_unknown_type(&mut self) {
        if self.peek_at(1) != TokenKind::Identifier || self.starts_type_name_at(1) {
            return;
        }
        let mut distance = 2;
        while self.peek_at(distance) == TokenKind::Star {
            distance += 1;
        }
        let starts_operand = matches!(
            self.peek_at(distance + 1),
            TokenKind::Identifier | TokenKind::Number | TokenKind::String | TokenKind::Character
        );
        if self.peek_at(distance) == TokenKind::RightParen && (distance > 2 || starts_operand) {
            let token = self.tokens[self.position + 1];
            self.report_unknown_type(token.symbol, self.span_of(token));
        }
    }

    pub(super) fn report_unknown_type(&mut self, symbol: stdx::Symbol, span: Span) {
        let message = format!("unknown type name `{}`", self.unit.names.text(symbol));
        let help = "is a header or a typedef missing?";
        self.diagnostics.push(Diagnostic::error("unknown-type", span, message).with_help(help));
        self.scopes.declare_unknown_type(symbol);
    }
}

enum Infix {
    Binary(BinaryOperator),
    And,
    Or,
}

#[inline]
fn binary_operator(kind: TokenKind) -> Option<(u8, Infix)> {
    use BinaryOperator::*;
    Some(match kind {
        TokenKind::PipePipe => (1, Infix::Or),
        TokenKind::AmpersandAmpersand => (2, Infix::And),
        TokenKind::Pipe => (3, Infix::Binary(BitOr)),
        TokenKind::Caret => (4, Infix::Binary(BitXor)),
        TokenKind::Ampersand => (5, Infix::Binary(BitAnd)),
        TokenKind::EqualEqual => (6, Infix::Binary(Equal)),
        TokenKind::NotEqual => (6, Infix::Binary(NotEqual)),
        TokenKind::Less => (7, Infix::Binary(Less)),
        TokenKind::LessEqual => (7, Infix::Binary(LessEqual)),
        TokenKind::Greater => (7, Infix::Binary(Greater)),
        TokenKind::GreaterEqual => (7, Infix::Binary(GreaterEqual)),
        TokenKind::ShiftLeft => (8, Infix::Binary(ShiftLeft)),
        TokenKind::ShiftRight => (8, Infix::Binary(ShiftRight)),
        TokenKind::Plus => (9, Infix::Binary(Add)),
        TokenKind::Minus => (9, Infix::Binary(Subtract)),
        TokenKind::Star => (10, Infix::Binary(Multiply)),
        TokenKind::Slash => (10, Infix::Binary(Divide)),
        TokenKind::Percent => (10, Infix::Binary(Remainder)),
        _ => return None,
    })
}
