//! Declarators: names and the pointers, arrays and functions around them.

use super::specifiers::SpecifierContext;
use super::{Parse, Parser};
use crate::ast::*;
use crate::scope::NameMeaning;
use crate::token::TokenKind;
use source::Span;
use stdx::Symbol;

/// Whether a declarator must, may or must not have a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Naming {
    Required,
    /// Of a parameter.
    Optional,
    Forbidden,
}

impl Parser<'_> {
    /// A declarator with a name.
    pub(super) fn declarator(&mut self) -> Parse<Declarator> {
        self.any_declarator(Naming::Required)
    }

    /// A declarator without a name, possibly empty.
    pub(super) fn abstract_declarator(&mut self) -> Parse<Declarator> {
        self.any_declarator(Naming::Forbidden)
    }

    fn any_declarator(&mut self, naming: Naming) -> Parse<Declarator> {
        let (start, first) = (self.span(), self.position);
        let mut declarator = Declarator {
            name: None,
            name_span: start.at_start(),
            derivations: Vec::new(),
            attributes: Vec::new(),
            span: start.at_start(),
        };
        self.chain(|parser| parser.declarator_into(&mut declarator, naming))?;
        if self.position > first {
            declarator.span = self.span_from(start);
        }
        Ok(declarator)
    }

    /// Reads a declarator and appends its derivations from the name outwards.
    fn declarator_into(&mut self, declarator: &mut Declarator, naming: Naming) -> Parse<()> {
        // What stands left of the name applies after what stands right of it.
        let mut pointers = Vec::new();
        while self.accept(TokenKind::Star) {
            self.grow()?;
            let mut qualifiers = Qualifiers::default();
            let mut attributes = Attributes::new();
            while self.qualifier(&mut qualifiers) || self.any_attributes(&mut attributes)? {}
            pointers.push(Derivation::Pointer { qualifiers, attributes });
        }
        match self.peek() {
            TokenKind::Identifier if naming != Naming::Forbidden => {
                let token = self.advance();
                declarator.name = Some(token.symbol);
                declarator.name_span = self.span_of(token);
                self.any_attributes(&mut declarator.attributes)?;
            }
            TokenKind::LeftParen if naming == Naming::Required || self.groups_declarator() => {
                self.advance();
                self.nested(|parser| {
                    parser.any_attributes(&mut declarator.attributes)?;
                    parser.declarator_into(declarator, naming)
                })?;
                self.any_attributes(&mut declarator.attributes)?;
                self.expect(TokenKind::RightParen, "after the declarator in parentheses")?;
            }
            _ if naming == Naming::Required => {
                return Err(self.unexpected("a name to declare"));
            }
            _ => {}
        }
        loop {
            let derivation = match self.peek() {
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => {
                    self.standard_attributes(&mut declarator.attributes)?;
                    continue;
                }
                TokenKind::LeftBracket => self.nested(|parser| parser.array_suffix())?,
                TokenKind::LeftParen => self.nested(|parser| parser.function_suffix())?,
                _ => break,
            };
            self.grow()?;
            declarator.derivations.push(derivation);
        }
        declarator.derivations.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// In a declarator that may lack a name: whether a parenthesis groups, as in `int (*)(void)`,
    /// rather than beginning parameters, as in `int (int)`.
    fn groups_declarator(&self) -> bool {
        let mut distance = 1;
        // Attributes may come before either.
        while self.peek_at(distance) == TokenKind::Attribute {
            distance += 1;
            let mut open = 0;
            loop {
                match self.peek_at(distance) {
                    TokenKind::LeftParen => open += 1,
                    TokenKind::RightParen => open -= 1,
                    TokenKind::EndOfFile => return false,
                    _ => {}
                }
                distance += 1;
                if open <= 0 {
                    break;
                }
            }
        }
        match self.peek_at(distance) {
            TokenKind::Star | TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::Caret => true,
            TokenKind::Identifier => !self.starts_declaration_at(distance),
            _ => false,
        }
    }

    /// `[…]`.
    fn array_suffix(&mut self) -> Parse<Derivation> {
        self.advance();
        let mut qualifiers = Qualifiers::default();
        let mut is_static = false;
        loop {
            if self.accept(TokenKind::Static) {
                is_static = true;
            } else if !self.qualifier(&mut qualifiers) && !self.gnu_attributes_if_any()? {
                break;
            }
        }
        let size = match self.peek() {
            TokenKind::RightBracket => ArraySize::Unspecified,
            TokenKind::Star if self.peek_at(1) == TokenKind::RightBracket => {
                self.advance();
                ArraySize::Star
            }
            _ => ArraySize::Expr(self.assignment()?),
        };
        self.expect(TokenKind::RightBracket, "after the size of an array")?;
        Ok(Derivation::Array { size, qualifiers, is_static })
    }

    fn gnu_attributes_if_any(&mut self) -> Parse<bool> {
        self.any_attributes(&mut Attributes::new())
    }

    /// `(parameters)`.
    fn function_suffix(&mut self) -> Parse<Derivation> {
        self.advance();
        self.scopes.enter();
        let parameters = self.parameters();
        self.scopes.leave();
        Ok(Derivation::Function(FunctionDeclarator { parameters: parameters? }))
    }

    fn parameters(&mut self) -> Parse<Parameters> {
        if self.accept(TokenKind::RightParen) {
            return Ok(Parameters::Unspecified);
        }
        if self.peek() == TokenKind::Void && self.peek_at(1) == TokenKind::RightParen {
            self.advance();
            self.advance();
            return Ok(Parameters::Prototype { parameters: Vec::new(), is_variadic: false });
        }
        if self.starts_identifier_list() {
            return self.identifier_list();
        }
        let mut parameters = Vec::new();
        let mut is_variadic = false;
        loop {
            if self.accept(TokenKind::Ellipsis) {
                is_variadic = true;
                break;
            }
            parameters.push(self.parameter()?);
            // GCC lets `;` end the forward declarations of parameters, which are then repeated.
            if self.accept(TokenKind::Semicolon) {
                parameters.clear();
                continue;
            }
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "after the parameters")?;
        Ok(Parameters::Prototype { parameters, is_variadic })
    }

    fn parameter(&mut self) -> Parse<Parameter> {
        let start = self.span();
        let specifiers = self.specifiers(SpecifierContext::Parameter)?;
        let mut declarator = self.any_declarator(Naming::Optional)?;
        self.any_attributes(&mut declarator.attributes)?;
        if self.accept(TokenKind::Asm) {
            self.expect(TokenKind::LeftParen, "after `asm`")?;
            self.string_literal()?;
            self.expect(TokenKind::RightParen, "after the name in `asm`")?;
        }
        if let Some(name) = declarator.name {
            self.scopes.declare(name, NameMeaning::Ordinary);
        }
        Ok(Parameter { specifiers, declarator, span: self.span_from(start) })
    }

    /// `(a, b)` of a K&R definition: names that are not types.
    fn starts_identifier_list(&self) -> bool {
        self.peek() == TokenKind::Identifier
            && !self.starts_type_name_at(0)
            && matches!(self.peek_at(1), TokenKind::Comma | TokenKind::RightParen)
    }

    fn identifier_list(&mut self) -> Parse<Parameters> {
        let mut names: Vec<(Symbol, Span)> = Vec::new();
        loop {
            names.push(self.expect_name("of a parameter")?);
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "after the names of the parameters")?;
        Ok(Parameters::Identifiers(names))
    }
}
