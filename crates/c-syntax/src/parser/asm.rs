//! `asm` in its three places: statements, labels of declarations, file scope.

use super::{Parse, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `asm("name")` after a declarator.
    pub(super) fn asm_label(&mut self) -> Parse<StringId> {
        self.advance();
        self.expect(TokenKind::LeftParen, "after `asm`")?;
        let name = self.string_literal()?;
        self.expect(TokenKind::RightParen, "after the name in `asm`")?;
        Ok(name)
    }

    /// `asm qualifiers (template : outputs : inputs : clobbers : labels);`.
    pub(super) fn asm_statement(&mut self) -> Parse<Asm> {
        self.advance();
        let mut is_volatile = false;
        loop {
            match self.peek() {
                TokenKind::Volatile => is_volatile = true,
                TokenKind::Const | TokenKind::Restrict | TokenKind::Inline | TokenKind::Goto => {}
                _ => break,
            }
            self.advance();
        }
        self.expect(TokenKind::LeftParen, "after `asm`")?;
        let mut asm = Asm {
            is_volatile,
            template: self.string_literal()?,
            outputs: Vec::new(),
            inputs: Vec::new(),
            clobbers: Vec::new(),
            labels: Vec::new(),
        };
        for section in 0..4 {
            if !self.accept(TokenKind::Colon) {
                break;
            }
            while !matches!(self.peek(), TokenKind::Colon | TokenKind::RightParen) {
                match section {
                    0 => asm.outputs.push(self.asm_operand()?),
                    1 => asm.inputs.push(self.asm_operand()?),
                    2 => asm.clobbers.push(self.string_literal()?),
                    _ => asm.labels.push(self.expect_name("of a label")?),
                }
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RightParen, "after the operands of `asm`")?;
        self.expect(TokenKind::Semicolon, "after `asm`")?;
        Ok(asm)
    }

    /// `[name] "constraint" (expression)`.
    fn asm_operand(&mut self) -> Parse<AsmOperand> {
        let mut name = None;
        if self.accept(TokenKind::LeftBracket) {
            name = Some(self.expect_name("of an operand of `asm`")?.0);
            self.expect(TokenKind::RightBracket, "after the name of an operand of `asm`")?;
        }
        let constraint = self.string_literal()?;
        self.expect(TokenKind::LeftParen, "after the constraint of an operand of `asm`")?;
        let expr = self.nested(|parser| parser.expression())?;
        self.expect(TokenKind::RightParen, "after an operand of `asm`")?;
        Ok(AsmOperand { name, constraint, expr })
    }
}
