//! Operands: literals, names, parentheses, the built-in forms, and what follows an operand.

use super::{Parse, Parser};
use crate::ast::*;
use crate::literal::{self, Number};
use crate::token::{Token, TokenKind, WordOfC23};
use source::Span;

impl Parser<'_> {
    pub(super) fn operand_with_postfix(&mut self) -> Parse<ExprId> {
        self.chain(|parser| {
            let start = parser.span();
            let operand = parser.operand()?;
            parser.postfix(operand, start)
        })
    }

    /// `e[i]`, `e(…)`, `e.m`, `e->m`, `e++`, `e--`, any number of them. Runs inside a chain.
    pub(super) fn postfix(&mut self, mut operand: ExprId, start: Span) -> Parse<ExprId> {
        loop {
            let kind = match self.peek() {
                TokenKind::LeftBracket => {
                    self.advance();
                    let index = self.nested(|parser| parser.expression())?;
                    self.expect(TokenKind::RightBracket, "after the index")?;
                    ExprKind::Index(operand, index)
                }
                TokenKind::LeftParen => {
                    self.advance();
                    let arguments = self.nested(|parser| parser.arguments())?;
                    ExprKind::Call { callee: operand, arguments }
                }
                TokenKind::Dot => {
                    self.advance();
                    ExprKind::Member(operand, self.expect_name("of a member after `.`")?.0)
                }
                TokenKind::Arrow => {
                    self.advance();
                    ExprKind::Arrow(operand, self.expect_name("of a member after `->`")?.0)
                }
                TokenKind::PlusPlus => {
                    self.advance();
                    ExprKind::Unary(UnaryOperator::PostIncrement, operand)
                }
                TokenKind::MinusMinus => {
                    self.advance();
                    ExprKind::Unary(UnaryOperator::PostDecrement, operand)
                }
                _ => return Ok(operand),
            };
            self.grow()?;
            operand = self.push_expr(kind, self.span_from(start));
        }
    }

    /// The arguments of a call and the closing parenthesis; the opening one has been read.
    fn arguments(&mut self) -> Parse<Vec<ExprId>> {
        let mut arguments = Vec::new();
        if self.accept(TokenKind::RightParen) {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.assignment()?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "after the arguments")?;
        Ok(arguments)
    }

    fn operand(&mut self) -> Parse<ExprId> {
        let token = self.token();
        let span = self.span_of(token);
        let kind = match token.kind {
            TokenKind::Identifier => {
                self.advance();
                match self.scopes.undeclared_word(token.symbol) {
                    Some(word) => return self.word_operand(token, word),
                    None => ExprKind::Name(token.symbol),
                }
            }
            TokenKind::Number => {
                self.advance();
                self.number(token, span)?
            }
            TokenKind::Character => {
                self.advance();
                self.character(token, span)?
            }
            TokenKind::String => ExprKind::String(self.string_literal()?),
            TokenKind::FunctionName => {
                self.advance();
                ExprKind::FunctionName
            }
            TokenKind::LeftParen => return self.parenthesized(),
            TokenKind::Generic => return self.nested(|parser| parser.generic(span)),
            TokenKind::VaArg
            | TokenKind::Offsetof
            | TokenKind::TypesCompatible
            | TokenKind::ChooseExpr
            | TokenKind::ConvertVector
            | TokenKind::HasAttribute => {
                self.advance();
                let what = token.kind.description();
                self.expect(TokenKind::LeftParen, &format!("after {what}"))?;
                let kind = self.nested(|parser| parser.builtin_form(token))?;
                self.expect(TokenKind::RightParen, &format!("after the arguments of {what}"))?;
                kind
            }
            _ => return Err(self.unexpected("an expression")),
        };
        Ok(self.push_expr(kind, self.span_from(span)))
    }

    /// A word that C23 made a keyword, in a program that does not declare it; it has been read.
    fn word_operand(&mut self, token: Token, word: WordOfC23) -> Parse<ExprId> {
        let span = self.span_of(token);
        let kind = match word {
            WordOfC23::True => ExprKind::Integer(literal::plain_integer(1)),
            WordOfC23::False => ExprKind::Integer(literal::plain_integer(0)),
            WordOfC23::Nullptr => {
                // `(void *) 0` is a null pointer constant wherever `nullptr` is one.
                let type_name = self.pointer_to(BasicType::Void, span);
                let zero = self.push_expr(ExprKind::Integer(literal::plain_integer(0)), span);
                ExprKind::Cast(type_name, zero)
            }
            WordOfC23::Alignof if self.peek() == TokenKind::LeftParen && self.starts_type_name_at(1) => {
                ExprKind::AlignofType(self.parenthesized_type_name()?)
            }
            _ => ExprKind::Name(token.symbol),
        };
        Ok(self.push_expr(kind, self.span_from(span)))
    }

    /// The type name `type *`.
    pub(super) fn pointer_to(&mut self, basic: BasicType, span: Span) -> TypeNameId {
        let specifiers = Specifiers {
            storage: Storage::default(),
            qualifiers: Qualifiers::default(),
            function: FunctionSpecifiers::default(),
            ty: TypeSpecifier::Basic(basic),
            alignments: Vec::new(),
            attributes: Vec::new(),
            span,
        };
        let pointer = Derivation::Pointer { qualifiers: Qualifiers::default(), attributes: Vec::new() };
        let declarator = Declarator {
            name: None,
            name_span: span,
            derivations: vec![pointer],
            attributes: Vec::new(),
            span,
        };
        self.unit.type_names.push(TypeName { specifiers, declarator, span })
    }

    /// `(e)` or `({ … })`. Parentheses leave no node, but the span includes them.
    fn parenthesized(&mut self) -> Parse<ExprId> {
        let start = self.span();
        self.advance();
        if self.peek() == TokenKind::LeftBrace {
            let body = self.nested(|parser| parser.compound_statement())?;
            self.expect(TokenKind::RightParen, "after a statement expression")?;
            return Ok(self.push_expr(ExprKind::StatementExpr(body), self.span_from(start)));
        }
        let inner = self.nested(|parser| parser.expression())?;
        self.expect(TokenKind::RightParen, "after the expression in parentheses")?;
        self.unit.exprs[inner].span = self.span_from(start);
        Ok(inner)
    }

    // -----------------------------------------------------------------------------------------
    // Literals

    fn number(&mut self, token: Token, span: Span) -> Parse<ExprKind> {
        let text = &self.source.text[token.start as usize..token.end as usize];
        match literal::parse_number(text) {
            Ok(Number::Integer(integer)) => Ok(ExprKind::Integer(integer)),
            Ok(Number::Float { digits, suffix, is_imaginary }) => {
                let text = if digits.contains('\'') {
                    self.unit.names.intern(&digits.replace('\'', ""))
                } else {
                    self.unit.names.intern(digits)
                };
                Ok(ExprKind::Float { text, suffix, is_imaginary })
            }
            Err(problem) => {
                let text = self.describe(token);
                Err(self.error(span, format!("the number {text} {problem}")))
            }
        }
    }

    fn character(&mut self, token: Token, span: Span) -> Parse<ExprKind> {
        let text = &self.source.text[token.start as usize..token.end as usize];
        let (encoding, prefix) = literal::encoding_of(text);
        let mut units = Vec::new();
        let inner = &text[prefix + 1..text.len() - 1];
        if let Err((_, problem)) = literal::decode_units(inner, encoding, &mut units) {
            return Err(self.error(span, format!("this character constant {problem}")));
        }
        match literal::character_value(&units, encoding) {
            Some(value) => Ok(ExprKind::Character { value, encoding }),
            None => Err(self.error(span, "this character constant is empty")),
        }
    }

    /// One or more adjacent string literals.
    pub(super) fn string_literal(&mut self) -> Parse<StringId> {
        let start = self.span();
        if self.peek() != TokenKind::String {
            return Err(self.unexpected("a string literal"));
        }
        let first = self.position;
        let mut encoding = Encoding::Plain;
        while self.peek() == TokenKind::String {
            let token = self.advance();
            let (own, _) = literal::encoding_of(self.text_of(token));
            if own != Encoding::Plain {
                if encoding != Encoding::Plain && encoding != own {
                    let span = self.span_of(token);
                    return Err(self.error(span, "adjacent string literals have different prefixes"));
                }
                encoding = own;
            }
        }
        let mut units = Vec::new();
        for index in first..self.position {
            let token = self.tokens[index];
            let text = &self.source.text[token.start as usize..token.end as usize];
            let (_, prefix) = literal::encoding_of(text);
            let inner = &text[prefix + 1..text.len() - 1];
            if let Err((at, problem)) = literal::decode_units(inner, encoding, &mut units) {
                let at = token.start + (prefix + 1 + at) as u32;
                let span = self.source.span(at, (at + 2).min(token.end));
                return Err(self.error(span, format!("this string {problem}")));
            }
        }
        Ok(self.unit.strings.push(StringLiteral { encoding, units, span: self.span_from(start) }))
    }

    // -----------------------------------------------------------------------------------------
    // Built-in forms

    /// The arguments of a form that takes types among them, without the parentheses.
    fn builtin_form(&mut self, token: Token) -> Parse<ExprKind> {
        match token.kind {
            TokenKind::VaArg => {
                let list = self.assignment()?;
                self.comma_between_arguments()?;
                Ok(ExprKind::VaArg(list, self.type_name()?))
            }
            TokenKind::TypesCompatible => {
                let first = self.type_name()?;
                self.comma_between_arguments()?;
                Ok(ExprKind::TypesCompatible(first, self.type_name()?))
            }
            TokenKind::ChooseExpr => {
                let condition = self.assignment()?;
                self.comma_between_arguments()?;
                let then = self.assignment()?;
                self.comma_between_arguments()?;
                Ok(ExprKind::ChooseExpr(condition, then, self.assignment()?))
            }
            TokenKind::Offsetof => {
                let record = self.type_name()?;
                self.comma_between_arguments()?;
                Ok(ExprKind::Offsetof(record, self.offsetof_designators()?))
            }
            // These appear as calls of an unknown built-in function; the type is left out.
            TokenKind::ConvertVector => {
                let vector = self.assignment()?;
                self.comma_between_arguments()?;
                self.type_name()?;
                let callee = self.push_expr(ExprKind::Name(token.symbol), self.span_of(token));
                Ok(ExprKind::Call { callee, arguments: vec![vector] })
            }
            _ => {
                let arguments = match self.starts_type_name_at(0) {
                    true => {
                        self.type_name()?;
                        Vec::new()
                    }
                    false => vec![self.assignment()?],
                };
                self.comma_between_arguments()?;
                self.gnu_attribute()?;
                let callee = self.push_expr(ExprKind::Name(token.symbol), self.span_of(token));
                Ok(ExprKind::Call { callee, arguments })
            }
        }
    }

    fn comma_between_arguments(&mut self) -> Parse<()> {
        self.expect(TokenKind::Comma, "between the arguments").map(|_| ())
    }

    /// `a.b[3]->c`, the second argument of `__builtin_offsetof`.
    fn offsetof_designators(&mut self) -> Parse<Vec<Designator>> {
        let (name, span) = self.expect_name("of a member")?;
        let mut designators = vec![Designator::Field(name, span)];
        loop {
            match self.peek() {
                TokenKind::Dot => {
                    self.advance();
                }
                TokenKind::Arrow => {
                    // `a->b` is `a[0].b` here.
                    let span = self.span_of(self.token());
                    self.advance();
                    let zero = self.push_expr(ExprKind::Integer(literal::plain_integer(0)), span);
                    designators.push(Designator::Index(zero));
                }
                TokenKind::LeftBracket => {
                    self.advance();
                    designators.push(Designator::Index(self.expression()?));
                    self.expect(TokenKind::RightBracket, "after the index")?;
                    continue;
                }
                _ => return Ok(designators),
            }
            let (name, span) = self.expect_name("of a member")?;
            designators.push(Designator::Field(name, span));
        }
    }

    fn generic(&mut self, start: Span) -> Parse<ExprId> {
        self.advance();
        self.expect(TokenKind::LeftParen, "after `_Generic`")?;
        let controlling = match self.starts_type_name_at(0) {
            true => GenericControl::Type(self.type_name()?),
            false => GenericControl::Expr(self.assignment()?),
        };
        let mut associations = Vec::new();
        while self.accept(TokenKind::Comma) {
            let type_name = match self.accept(TokenKind::Default) {
                true => None,
                false => Some(self.type_name()?),
            };
            self.expect(TokenKind::Colon, "after the type of a generic association")?;
            associations.push((type_name, self.assignment()?));
        }
        self.expect(TokenKind::RightParen, "after the generic associations")?;
        let kind = ExprKind::Generic(Box::new(Generic { controlling, associations }));
        Ok(self.push_expr(kind, self.span_from(start)))
    }
}
