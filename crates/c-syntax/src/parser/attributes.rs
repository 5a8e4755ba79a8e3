//! `__attribute__((…))` and `[[…]]`.

use super::{Parse, Parser};
use crate::ast::*;
use crate::token::TokenKind;
use stdx::Symbol;

/// How an attribute is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttributeForm {
    Gnu,
    Standard,
}

/// The attributes of the C standard. Any other name without a prefix means nothing.
const STANDARD: [&str; 8] = [
    "deprecated",
    "fallthrough",
    "maybe_unused",
    "nodiscard",
    "noreturn",
    "_Noreturn",
    "reproducible",
    "unsequenced",
];

impl Parser<'_> {
    /// Takes all attributes that stand here, of either form; `false` if there are none.
    pub(super) fn any_attributes(&mut self, attributes: &mut Attributes) -> Parse<bool> {
        let mut found = false;
        loop {
            match self.peek() {
                TokenKind::Attribute => self.gnu_attributes(attributes)?,
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => {
                    self.standard_attributes(attributes)?;
                }
                _ => return Ok(found),
            }
            found = true;
        }
    }

    /// One or more `__attribute__((…))`.
    pub(super) fn gnu_attributes(&mut self, attributes: &mut Attributes) -> Parse<()> {
        while self.accept(TokenKind::Attribute) {
            self.expect(TokenKind::LeftParen, "after `__attribute__`")?;
            self.expect(TokenKind::LeftParen, "after `__attribute__(`")?;
            loop {
                match self.peek() {
                    TokenKind::Comma => {
                        self.advance();
                    }
                    TokenKind::RightParen => break,
                    _ => {
                        attributes.push(self.gnu_attribute()?);
                        if !matches!(self.peek(), TokenKind::Comma | TokenKind::RightParen) {
                            return Err(self.missing(TokenKind::Comma, "between attributes"));
                        }
                    }
                }
            }
            self.advance();
            self.expect(TokenKind::RightParen, "after the attributes")?;
        }
        Ok(())
    }

    /// `[[…]]` after the type of a declaration: it says something about the type, not about what is
    /// declared. GCC packs neither.
    pub(super) fn standard_type_attributes(&mut self, attributes: &mut Attributes) -> Parse<()> {
        let first = attributes.len();
        self.standard_attributes(attributes)?;
        let names = &self.unit.names;
        let of_type = attributes.split_off(first);
        attributes.extend(of_type.into_iter().filter(|attribute| names.text(attribute.name) != "packed"));
        Ok(())
    }

    /// `[[…]]`. A name without a prefix is the C standard's: GCC's own have the prefix `gnu`.
    pub(super) fn standard_attributes(&mut self, attributes: &mut Attributes) -> Parse<()> {
        self.advance();
        self.advance();
        loop {
            match self.peek() {
                TokenKind::Comma => {
                    self.advance();
                }
                TokenKind::RightBracket => break,
                _ => {
                    attributes.push(self.attribute(AttributeForm::Standard)?);
                    if !matches!(self.peek(), TokenKind::Comma | TokenKind::RightBracket) {
                        return Err(self.missing(TokenKind::Comma, "between attributes"));
                    }
                }
            }
        }
        self.advance();
        self.expect(TokenKind::RightBracket, "after the attributes")?;
        Ok(())
    }

    /// An attribute as it stands in `__attribute__`.
    pub(super) fn gnu_attribute(&mut self) -> Parse<Attribute> {
        self.attribute(AttributeForm::Gnu)
    }

    /// `name`, `name(arguments)` or `prefix::name(arguments)`.
    fn attribute(&mut self, form: AttributeForm) -> Parse<Attribute> {
        let start = self.span();
        let mut name = self.attribute_word()?;
        if self.peek() == TokenKind::Colon && self.peek_at(1) == TokenKind::Colon {
            self.advance();
            self.advance();
            let prefix = name;
            name = self.attribute_word()?;
            if self.unit.names.text(prefix) != "gnu" {
                let full = format!("{}::{}", self.unit.names.text(prefix), self.unit.names.text(name));
                name = self.unit.names.intern(&full);
            }
        } else if form == AttributeForm::Standard && !STANDARD.contains(&self.unit.names.text(name)) {
            let full = format!("::{}", self.unit.names.text(name));
            name = self.unit.names.intern(&full);
        }
        let mut arguments = Vec::new();
        if self.accept(TokenKind::LeftParen) {
            self.nested(|parser| parser.attribute_arguments(&mut arguments))?;
        }
        Ok(Attribute { name, arguments, span: self.span_from(start) })
    }

    /// Any word may name an attribute, a keyword such as `const` too.
    fn attribute_word(&mut self) -> Parse<Symbol> {
        let token = self.token();
        let is_word =
            self.text_of(token).first().is_some_and(|&byte| byte == b'_' || byte.is_ascii_alphabetic());
        if !is_word || matches!(token.kind, TokenKind::String | TokenKind::Character) {
            return Err(self.unexpected("the name of an attribute"));
        }
        self.advance();
        let text = self.unit.names.text(token.symbol);
        let bare = text.strip_prefix("__").and_then(|text| text.strip_suffix("__"));
        match bare.filter(|bare| !bare.is_empty()).map(str::to_owned) {
            Some(bare) => Ok(self.unit.names.intern(&bare)),
            None => Ok(token.symbol),
        }
    }

    /// The arguments and the closing parenthesis.
    fn attribute_arguments(&mut self, arguments: &mut Vec<ExprId>) -> Parse<()> {
        while self.peek() != TokenKind::RightParen {
            let is_last = matches!(self.peek_at(1), TokenKind::Comma | TokenKind::RightParen);
            let token = self.token();
            if token.kind == TokenKind::Identifier && is_last {
                self.advance();
                let span = self.span_of(token);
                arguments.push(self.push_expr(ExprKind::Name(token.symbol), span));
            } else if self.starts_declaration() || self.peek_at(1) == TokenKind::Equal {
                self.skip_attribute_argument();
            } else {
                let argument = self.assignment()?;
                arguments.push(argument);
            }
            match self.peek() {
                TokenKind::Comma => {
                    self.advance();
                }
                TokenKind::RightParen => {}
                _ => return Err(self.missing(TokenKind::RightParen, "after the arguments of an attribute")),
            }
        }
        self.advance();
        Ok(())
    }

    /// Goes to the comma or parenthesis after an argument that is no expression.
    fn skip_attribute_argument(&mut self) {
        loop {
            match self.peek() {
                TokenKind::Comma | TokenKind::RightParen | TokenKind::EndOfFile => return,
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => {
                    self.advance();
                    self.skip_to_closing_bracket();
                }
                _ => {
                    self.advance();
                }
            }
        }
    }
}
