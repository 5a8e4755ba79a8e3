//! `struct`, `union` and `enum`.

use super::specifiers::SpecifierContext;
use super::{Failed, Parse, Parser};
use crate::ast::*;
use crate::literal;
use crate::scope::NameMeaning;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn record_specifier(&mut self) -> Parse<RecordId> {
        let start = self.span();
        let is_union = self.advance().kind == TokenKind::Union;
        let mut attributes = Attributes::new();
        self.any_attributes(&mut attributes)?;
        let tag = self.tag();
        self.any_attributes(&mut attributes)?;
        let members = match self.accept(TokenKind::LeftBrace) {
            true => Some(self.members(&mut attributes)?),
            false => None,
        };
        if tag.is_none() && members.is_none() {
            let keyword = if is_union { "`union`" } else { "`struct`" };
            return Err(self.unexpected(&format!("a name or `{{` after {keyword}")));
        }
        let span = self.span_from(start);
        Ok(self.unit.records.push(RecordSpecifier { is_union, tag, members, attributes, span }))
    }

    fn tag(&mut self) -> Option<stdx::Symbol> {
        (self.peek() == TokenKind::Identifier).then(|| self.advance().symbol)
    }

    /// The members and the closing brace, with the attributes after it.
    fn members(&mut self, attributes: &mut Attributes) -> Parse<Vec<MemberDeclaration>> {
        let mut members = Vec::new();
        while self.peek() != TokenKind::RightBrace {
            if self.accept(TokenKind::Semicolon) {
                continue;
            }
            match self.member_declaration() {
                Ok(member) => members.push(member),
                // The other members are worth keeping: the rest of the file uses them.
                Err(Failed) => self.skip_member()?,
            }
        }
        let brace = self.span();
        if let Some(limit) = self.pack_pragmas.at(self.position) {
            attributes.push(self.pack_attribute(limit, brace));
        }
        self.advance();
        if self.peek() == TokenKind::Attribute {
            self.gnu_attributes(attributes)?;
        }
        Ok(members)
    }

    /// After an error: goes behind the `;` that ends the member, or to the brace after it.
    fn skip_member(&mut self) -> Parse<()> {
        // The body of a function: the closing brace of the struct is missing.
        if self.peek() == TokenKind::LeftBrace && self.previous_kind() == Some(TokenKind::RightParen) {
            return Err(Failed);
        }
        let mut depth = 0usize;
        loop {
            match self.peek() {
                TokenKind::EndOfFile => return Err(Failed),
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth == 0 => return Ok(()),
                TokenKind::RightBrace => depth -= 1,
                TokenKind::Semicolon if depth == 0 => {
                    self.advance();
                    return Ok(());
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// `#pragma pack(n)` in force at the closing brace appears as an attribute `pragma_pack(n)`:
    /// no member is aligned to more than `n` bytes.
    fn pack_attribute(&mut self, limit: u32, span: source::Span) -> Attribute {
        let name = self.unit.names.intern("pragma_pack");
        let literal = ExprKind::Integer(literal::plain_integer(u128::from(limit)));
        let argument = self.push_expr(literal, span);
        Attribute { name, arguments: vec![argument], span }
    }

    fn member_declaration(&mut self) -> Parse<MemberDeclaration> {
        let start = self.span();
        if self.starts_static_assert() {
            let assertion = self.static_assert()?;
            return Ok(MemberDeclaration::StaticAssert(assertion));
        }
        let specifiers = self.specifiers(SpecifierContext::Member)?;
        let mut declarators = Vec::new();
        if !matches!(self.peek(), TokenKind::Semicolon | TokenKind::RightBrace) {
            loop {
                declarators.push(self.field_declarator()?);
                if !self.accept(TokenKind::Comma) {
                    break;
                }
            }
        }
        // GCC forgives a missing semicolon after the last member.
        if self.peek() != TokenKind::RightBrace {
            self.expect(TokenKind::Semicolon, "after the declaration of a member")?;
        }
        Ok(MemberDeclaration::Fields { specifiers, declarators, span: self.span_from(start) })
    }

    fn field_declarator(&mut self) -> Parse<FieldDeclarator> {
        let mut attributes = Attributes::new();
        self.any_attributes(&mut attributes)?;
        let mut declarator = match self.peek() {
            TokenKind::Colon => self.abstract_declarator()?,
            _ => self.declarator()?,
        };
        let bit_width = match self.accept(TokenKind::Colon) {
            true => Some(self.nested(|parser| parser.conditional())?),
            false => None,
        };
        self.any_attributes(&mut attributes)?;
        declarator.attributes.append(&mut attributes);
        Ok(FieldDeclarator { declarator, bit_width })
    }

    // -----------------------------------------------------------------------------------------
    // Enumerations

    pub(super) fn enum_specifier(&mut self) -> Parse<EnumId> {
        let start = self.span();
        self.advance();
        let mut attributes = Attributes::new();
        self.any_attributes(&mut attributes)?;
        let tag = self.tag();
        self.any_attributes(&mut attributes)?;
        // `enum e : 3` is a bit-field, `enum e : short` says how large the enumeration is.
        let has_underlying = self.peek() == TokenKind::Colon && self.starts_type_name_at(1);
        let underlying = match has_underlying {
            true => {
                self.advance();
                Some(self.underlying_type()?)
            }
            false => None,
        };
        let enumerators = match self.accept(TokenKind::LeftBrace) {
            true => Some(self.enumerators()?),
            false => None,
        };
        if enumerators.is_some() && self.peek() == TokenKind::Attribute {
            self.gnu_attributes(&mut attributes)?;
        }
        if tag.is_none() && enumerators.is_none() {
            return Err(self.unexpected("a name or `{` after `enum`"));
        }
        let span = self.span_from(start);
        Ok(self.unit.enums.push(EnumSpecifier { tag, underlying, enumerators, attributes, span }))
    }

    /// A type without a declarator, since the name of what has the enumeration may follow.
    fn underlying_type(&mut self) -> Parse<TypeNameId> {
        let start = self.span();
        let specifiers = self.specifiers(SpecifierContext::TypeName)?;
        let declarator = Declarator {
            name: None,
            name_span: self.span().at_start(),
            derivations: Vec::new(),
            attributes: Vec::new(),
            span: self.span().at_start(),
        };
        let span = self.span_from(start);
        Ok(self.unit.type_names.push(TypeName { specifiers, declarator, span }))
    }

    fn enumerators(&mut self) -> Parse<Vec<Enumerator>> {
        let mut enumerators = Vec::new();
        while self.peek() != TokenKind::RightBrace {
            let (name, start) = self.expect_name("of an enumerator")?;
            self.any_attributes(&mut Attributes::new())?;
            let value = match self.accept(TokenKind::Equal) {
                true => Some(self.nested(|parser| parser.conditional())?),
                false => None,
            };
            self.scopes.declare(name, NameMeaning::Ordinary);
            enumerators.push(Enumerator { name, value, span: self.span_from(start) });
            if !self.accept(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightBrace, "after the enumerators")?;
        Ok(enumerators)
    }
}
