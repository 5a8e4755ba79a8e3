//! Statements.

use super::items::DeclarationOrFunction;
use super::specifiers::SpecifierContext;
use super::{Parse, Parser};
use crate::ast::*;
use crate::token::TokenKind;
use source::Span;
use stdx::Symbol;

impl Parser<'_> {
    /// `{ … }`, with a scope of its own.
    pub(super) fn compound_statement(&mut self) -> Parse<StatementId> {
        let start = self.expect(TokenKind::LeftBrace, "before the statements")?;
        let start = self.span_of(start);
        let depth = self.scopes.depth();
        self.scopes.enter();
        let statements = self.block_items(start);
        self.scopes.leave_to(depth);
        let statements = statements?;
        Ok(self.push_statement(StatementKind::Compound(statements), start))
    }

    /// Everything up to and including the closing brace.
    fn block_items(&mut self, start: Span) -> Parse<Vec<StatementId>> {
        let mut statements = Vec::new();
        loop {
            match self.peek() {
                TokenKind::RightBrace => {
                    self.advance();
                    return Ok(statements);
                }
                TokenKind::EndOfFile => {
                    let message = "this `{` has no closing `}`";
                    let diagnostic = source::Diagnostic::error("unterminated-block", start, message);
                    self.diagnostics.push(diagnostic);
                    return Err(super::Failed);
                }
                _ => statements.push(self.nested(|parser| parser.block_item())?),
            }
        }
    }

    fn block_item(&mut self) -> Parse<StatementId> {
        let start = self.span();
        match self.peek() {
            TokenKind::LocalLabel => {
                self.advance();
                let labels = self.label_list()?;
                return Ok(self.push_statement(StatementKind::LocalLabels(labels), start));
            }
            TokenKind::Attribute | TokenKind::LeftBracket => {
                let position = self.position;
                if self.any_attributes(&mut Attributes::new())? {
                    if !self.starts_block_declaration() {
                        return self.statement();
                    }
                    // The attributes belong to the declaration.
                    self.position = position;
                    return self.block_declaration(start);
                }
            }
            _ => {}
        }
        if self.starts_block_declaration() {
            return self.block_declaration(start);
        }
        self.statement()
    }

    fn block_declaration(&mut self, start: Span) -> Parse<StatementId> {
        if self.starts_static_assert() {
            let assertion = self.static_assert()?;
            return Ok(self.push_statement(StatementKind::StaticAssert(assertion), start));
        }
        let kind = match self.declaration_or_function(SpecifierContext::Block)? {
            DeclarationOrFunction::Declaration(declaration) => StatementKind::Declaration(declaration),
            DeclarationOrFunction::Function(function) => StatementKind::NestedFunction(function),
        };
        Ok(self.push_statement(kind, start))
    }

    /// Also two names in a row, the first of which must then be meant as a type.
    fn starts_block_declaration(&self) -> bool {
        self.starts_declaration()
            || self.peek() == TokenKind::Identifier && self.peek_at(1) == TokenKind::Identifier
    }

    fn label_list(&mut self) -> Parse<Vec<(Symbol, Span)>> {
        let mut labels = Vec::new();
        loop {
            labels.push(self.expect_name("of a label")?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Semicolon, "after the names of local labels")?;
        Ok(labels)
    }

    fn push_statement(&mut self, kind: StatementKind, start: Span) -> StatementId {
        let span = self.span_from(start);
        self.unit.statements.push(Statement { kind, span })
    }

    /// A statement that is the body of another one.
    fn substatement(&mut self) -> Parse<StatementId> {
        self.nested(|parser| {
            parser.any_attributes(&mut Attributes::new())?;
            parser.statement()
        })
    }

    fn statement(&mut self) -> Parse<StatementId> {
        let start = self.span();
        let kind = match self.peek() {
            TokenKind::LeftBrace => return self.compound_statement(),
            TokenKind::Semicolon => {
                self.advance();
                StatementKind::Empty
            }
            TokenKind::Identifier if self.peek_at(1) == TokenKind::Colon => return self.labeled_statement(),
            TokenKind::Case | TokenKind::Default => return self.labeled_statement(),
            TokenKind::If => {
                self.advance();
                let condition = self.condition("after `if`")?;
                let then = self.substatement()?;
                let otherwise = match self.accept(TokenKind::Else) {
                    true => Some(self.substatement()?),
                    false => None,
                };
                StatementKind::If { condition, then, otherwise }
            }
            TokenKind::While => {
                self.advance();
                let condition = self.condition("after `while`")?;
                StatementKind::While { condition, body: self.substatement()? }
            }
            TokenKind::Do => {
                self.advance();
                let body = self.substatement()?;
                self.expect(TokenKind::While, "after the body of `do`")?;
                let condition = self.condition("after `while`")?;
                self.expect(TokenKind::Semicolon, "after `do … while (…)`")?;
                StatementKind::DoWhile { body, condition }
            }
            TokenKind::For => self.for_statement()?,
            TokenKind::Switch => {
                self.advance();
                let value = self.condition("after `switch`")?;
                StatementKind::Switch { value, body: self.substatement()? }
            }
            TokenKind::Goto => {
                self.advance();
                let kind = match self.accept(TokenKind::Star) {
                    true => StatementKind::GotoComputed(self.expression()?),
                    false => {
                        let (label, span) = self.expect_name("of a label after `goto`")?;
                        StatementKind::Goto(label, span)
                    }
                };
                self.expect(TokenKind::Semicolon, "after `goto`")?;
                kind
            }
            TokenKind::Break => {
                self.advance();
                self.expect(TokenKind::Semicolon, "after `break`")?;
                StatementKind::Break
            }
            TokenKind::Continue => {
                self.advance();
                self.expect(TokenKind::Semicolon, "after `continue`")?;
                StatementKind::Continue
            }
            TokenKind::Return => {
                self.advance();
                let value = match self.peek() {
                    TokenKind::Semicolon => None,
                    _ => Some(self.expression()?),
                };
                self.expect(TokenKind::Semicolon, "after `return`")?;
                StatementKind::Return(value)
            }
            TokenKind::Asm => StatementKind::Asm(Box::new(self.asm_statement()?)),
            TokenKind::Else => return Err(self.unexpected("a statement (this `else` has no `if`)")),
            _ => {
                if self.starts_declaration() {
                    return Err(self.unexpected("a statement (a declaration must stand in a block)"));
                }
                let expr = self.expression()?;
                self.expect(TokenKind::Semicolon, "after the expression")?;
                StatementKind::Expr(expr)
            }
        };
        Ok(self.push_statement(kind, start))
    }

    /// `(e)`.
    fn condition(&mut self, context: &str) -> Parse<ExprId> {
        self.expect(TokenKind::LeftParen, context)?;
        let condition = self.nested(|parser| parser.expression())?;
        self.expect(TokenKind::RightParen, "after the condition")?;
        Ok(condition)
    }

    fn for_statement(&mut self) -> Parse<StatementKind> {
        self.advance();
        self.expect(TokenKind::LeftParen, "after `for`")?;
        let depth = self.scopes.depth();
        self.scopes.enter();
        let kind = self.for_clauses();
        self.scopes.leave_to(depth);
        kind
    }

    fn for_clauses(&mut self) -> Parse<StatementKind> {
        let init = if self.accept(TokenKind::Semicolon) {
            ForInit::None
        } else if self.starts_block_declaration() {
            match self.declaration_or_function(SpecifierContext::Block)? {
                DeclarationOrFunction::Declaration(declaration) => ForInit::Declaration(declaration),
                DeclarationOrFunction::Function(function) => {
                    let span = self.unit.functions[function].span;
                    return Err(self.error(span, "a function is defined inside `for (…)`"));
                }
            }
        } else {
            let init = self.expression()?;
            self.expect(TokenKind::Semicolon, "after the first part of `for`")?;
            ForInit::Expr(init)
        };
        let condition = match self.peek() {
            TokenKind::Semicolon => None,
            _ => Some(self.expression()?),
        };
        self.expect(TokenKind::Semicolon, "after the condition of `for`")?;
        let step = match self.peek() {
            TokenKind::RightParen => None,
            _ => Some(self.expression()?),
        };
        self.expect(TokenKind::RightParen, "after the last part of `for`")?;
        Ok(StatementKind::For { init, condition, step, body: self.substatement()? })
    }

    /// Labels, all that stand here, and the statement after them.
    fn labeled_statement(&mut self) -> Parse<StatementId> {
        let start = self.span();
        let mut labels = Vec::new();
        loop {
            let label_start = self.span();
            let kind = match self.peek() {
                TokenKind::Identifier if self.peek_at(1) == TokenKind::Colon => {
                    LabelKind::Name(self.advance().symbol)
                }
                TokenKind::Case => {
                    self.advance();
                    let first = self.nested(|parser| parser.conditional())?;
                    match self.accept(TokenKind::Ellipsis) {
                        true => LabelKind::CaseRange(first, self.nested(|parser| parser.conditional())?),
                        false => LabelKind::Case(first),
                    }
                }
                TokenKind::Default => {
                    self.advance();
                    LabelKind::Default
                }
                _ => break,
            };
            self.expect(TokenKind::Colon, "after a label")?;
            labels.push(Label { kind, span: self.span_from(label_start) });
            self.any_attributes(&mut Attributes::new())?;
        }
        // At the end of a block, or before a declaration, as C23 allows, the labels stand alone.
        let body = if self.peek() == TokenKind::RightBrace || self.starts_block_declaration() {
            let end = self.previous_span();
            let span = Span::new(end.end, end.end);
            self.unit.statements.push(Statement { kind: StatementKind::Empty, span })
        } else {
            self.nested(|parser| parser.statement())?
        };
        Ok(self.push_statement(StatementKind::Labeled { labels, body }, start))
    }
}
