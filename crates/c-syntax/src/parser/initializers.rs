//! Initialisers and designators.

use super::{Parse, Parser};
use crate::ast::*;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn initializer(&mut self) -> Parse<Initializer> {
        match self.peek() {
            TokenKind::LeftBrace => Ok(Initializer::List(self.initializer_list()?)),
            _ => Ok(Initializer::Expr(self.assignment()?)),
        }
    }

    /// `{ … }`.
    pub(super) fn initializer_list(&mut self) -> Parse<InitializerListId> {
        self.nested(|parser| {
            let start = parser.span();
            parser.advance();
            let mut items = Vec::new();
            while parser.peek() != TokenKind::RightBrace {
                let designators = parser.designators()?;
                let value = parser.initializer()?;
                items.push(InitializerItem { designators, value });
                if !parser.accept(TokenKind::Comma) {
                    break;
                }
            }
            parser.expect(TokenKind::RightBrace, "after the initialisers")?;
            let span = parser.span_from(start);
            Ok(parser.unit.initializer_lists.push(InitializerList { items, span }))
        })
    }

    /// `.a[3] =`, GCC's `[3]` without `=` and its `a:`; empty if there are none.
    fn designators(&mut self) -> Parse<Vec<Designator>> {
        if self.peek() == TokenKind::Identifier && self.peek_at(1) == TokenKind::Colon {
            let (name, span) = self.expect_name("of a member")?;
            self.advance();
            return Ok(vec![Designator::Field(name, span)]);
        }
        let mut designators = Vec::new();
        loop {
            match self.peek() {
                TokenKind::Dot => {
                    self.advance();
                    let (name, span) = self.expect_name("of a member after `.`")?;
                    designators.push(Designator::Field(name, span));
                }
                TokenKind::LeftBracket => {
                    self.advance();
                    let first = self.nested(|parser| parser.conditional())?;
                    let designator = match self.accept(TokenKind::Ellipsis) {
                        true => Designator::Range(first, self.nested(|parser| parser.conditional())?),
                        false => Designator::Index(first),
                    };
                    self.expect(TokenKind::RightBracket, "after the index of a designator")?;
                    designators.push(designator);
                }
                _ => break,
            }
        }
        let may_lack_equal = matches!(designators[..], [Designator::Index(_) | Designator::Range(..)]);
        if !designators.is_empty() && !self.accept(TokenKind::Equal) && !may_lack_equal {
            return Err(self.missing(TokenKind::Equal, "after the designator"));
        }
        Ok(designators)
    }
}
