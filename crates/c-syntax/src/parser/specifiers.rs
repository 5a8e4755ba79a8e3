//! Declaration specifiers: storage classes, qualifiers, types, alignments, attributes.

use super::arithmetic::Arithmetic;
use super::{Failed, Parse, Parser};
use crate::ast::*;
use crate::scope::NameMeaning;
use crate::token::{Token, TokenKind, WordOfC23};
use source::Span;
use stdx::Symbol;

/// Where specifiers stand; it decides what a missing type means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecifierContext {
    /// A declaration at file scope, where `f() { … }` is legal.
    File,
    Block,
    Parameter,
    Member,
    TypeName,
}

impl Parser<'_> {
    /// Whether the current token begins a declaration, in a block or between the parts of one.
    pub(super) fn starts_declaration(&self) -> bool {
        self.starts_declaration_at(0)
    }

    pub(super) fn starts_declaration_at(&self, distance: usize) -> bool {
        use TokenKind::*;
        // `__extension__ int x;` but also `__extension__ ({ … });`.
        let distance = self.skip_extensions(distance);
        match self.peek_at(distance) {
            Typedef | Extern | Static | Auto | Register | ThreadLocal | Inline | Noreturn | StaticAssert => {
                true
            }
            Identifier => {
                let token = self.tokens[self.position + distance];
                if self.peek_at(distance + 1) == Colon {
                    return false;
                }
                self.starts_type_name_at(distance)
                    || match self.scopes.undeclared_word(token.symbol) {
                        Some(WordOfC23::StaticAssert | WordOfC23::Alignas) => {
                            self.peek_at(distance + 1) == LeftParen
                        }
                        Some(WordOfC23::ThreadLocal | WordOfC23::Constexpr) => true,
                        _ => false,
                    }
            }
            _ => self.starts_type_name_at(distance),
        }
    }

    /// Reads specifiers in any order. Without any, the type is implicitly `int` if the context
    /// allows that.
    pub(super) fn specifiers(&mut self, context: SpecifierContext) -> Parse<Specifiers> {
        let (start, first) = (self.span(), self.position);
        let mut specifiers = Specifiers {
            storage: Storage::default(),
            qualifiers: Qualifiers::default(),
            function: FunctionSpecifiers::default(),
            ty: TypeSpecifier::ImplicitInt,
            alignments: Vec::new(),
            attributes: Vec::new(),
            span: start,
        };
        let mut arithmetic: Option<Arithmetic> = None;
        let mut has_type = false;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::Identifier => {
                    if self.word_specifier(token, has_type, &mut arithmetic, &mut specifiers)? {
                        has_type |= arithmetic.is_some() || specifiers.ty != TypeSpecifier::ImplicitInt;
                        continue;
                    }
                    if has_type {
                        break;
                    }
                    match self.scopes.meaning(token.symbol) {
                        NameMeaning::Typedef => specifiers.ty = TypeSpecifier::Typedef(token.symbol),
                        NameMeaning::UnknownType => specifiers.ty = TypeSpecifier::Error,
                        NameMeaning::Ordinary if self.is_unknown_type(context, start) => {
                            self.report_unknown_type(token.symbol, self.span_of(token));
                            specifiers.ty = TypeSpecifier::Error;
                        }
                        NameMeaning::Ordinary => break,
                    }
                    self.advance();
                    has_type = true;
                }
                TokenKind::Attribute => self.gnu_attributes(&mut specifiers.attributes)?,
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => match has_type {
                    true => self.standard_type_attributes(&mut specifiers.attributes)?,
                    false => self.standard_attributes(&mut specifiers.attributes)?,
                },
                TokenKind::Extension => {
                    self.advance();
                }
                kind => {
                    if has_type && context == SpecifierContext::File && self.starts_after_missing_semicolon()
                    {
                        break;
                    }
                    if self.qualifier(&mut specifiers.qualifiers)
                        || self.storage_class(&mut specifiers)?
                        || self.alignment(&mut specifiers.alignments)?
                    {
                        continue;
                    }
                    if has_type && arithmetic.is_none() && self.starts_type_name_at(0) {
                        return Err(self.two_types(token));
                    }
                    if self.arithmetic_keyword(kind, &mut arithmetic)? {
                        has_type = true;
                        continue;
                    }
                    match self.other_type(kind)? {
                        Some(_) if has_type => return Err(self.two_types(token)),
                        Some(ty) => {
                            specifiers.ty = ty;
                            has_type = true;
                        }
                        None => break,
                    }
                }
            }
        }
        let is_bare = self.position == first;
        specifiers.span = if is_bare { start.at_start() } else { self.span_from(start) };
        if let Some(arithmetic) = arithmetic {
            specifiers.ty = self.normalise(arithmetic, specifiers.span)?;
        }
        if !has_type {
            self.supply_missing_type(&mut specifiers, context, is_bare)?;
        }
        Ok(specifiers)
    }

    /// After `struct s { … }` the semicolon is easily forgotten; then a new type begins, possibly
    /// after a storage class.
    fn starts_after_missing_semicolon(&self) -> bool {
        use TokenKind::*;
        if self.previous_kind() != Some(RightBrace) {
            return false;
        }
        let has_storage = matches!(self.peek(), Static | Extern | Typedef | Inline);
        let is_qualifier = |kind| matches!(kind, Const | Volatile | Attribute | Extension | Alignas);
        let distance = usize::from(has_storage);
        self.starts_type_name_at(distance) && !is_qualifier(self.peek_at(distance))
    }

    /// Most likely the declaration before ends without a semicolon.
    fn two_types(&mut self, second: Token) -> Failed {
        let span = self.span_of(second);
        self.error(span, "a second type in one declaration; is a `;` missing before it?")
    }

    /// Handles a word of C23 that the program does not declare; `false` if it is an ordinary name.
    fn word_specifier(
        &mut self,
        token: Token,
        has_type: bool,
        arithmetic: &mut Option<Arithmetic>,
        specifiers: &mut Specifiers,
    ) -> Parse<bool> {
        let Some(word) = self.scopes.undeclared_word(token.symbol) else { return Ok(false) };
        match word {
            WordOfC23::Bool if !has_type => {
                self.advance();
                *arithmetic = Some(Arithmetic::bool());
            }
            WordOfC23::ThreadLocal if !self.ends_declarator_at(1) => {
                self.advance();
                specifiers.storage.thread_local = true;
            }
            WordOfC23::Constexpr if !self.ends_declarator_at(1) => {
                self.advance();
                specifiers.qualifiers.is_const = true;
            }
            WordOfC23::Alignas if self.peek_at(1) == TokenKind::LeftParen && !has_type => {
                self.advance();
                specifiers.alignments.push(self.alignment_argument()?);
            }
            WordOfC23::TypeofUnqual if self.peek_at(1) == TokenKind::LeftParen && !has_type => {
                self.advance();
                specifiers.ty = self.typeof_argument()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether the name of a type stands here as the name that is declared: a word of C23, as in
    /// `typedef enum { no, yes } bool;`, or a type that is declared again, as in `typedef struct s { … } s_t;`.
    pub(super) fn declares_name_of_type(&self) -> bool {
        self.peek() == TokenKind::Identifier && self.ends_declarator_at(1)
    }

    /// Whether what stands there can follow a declared name.
    fn ends_declarator_at(&self, distance: usize) -> bool {
        use TokenKind::*;
        matches!(
            self.peek_at(distance),
            Semicolon
                | Comma
                | Equal
                | LeftParen
                | RightParen
                | LeftBracket
                | Colon
                | Attribute
                | Asm
                | EndOfFile
        )
    }

    /// An ordinary name where a type belongs is an unknown type, unless it is itself declared.
    fn is_unknown_type(&self, context: SpecifierContext, start: Span) -> bool {
        match context {
            // A type name always needs a type.
            SpecifierContext::TypeName => true,
            // `register x` is a parameter of implicit type, a lone `x` is not.
            SpecifierContext::Parameter => {
                start == self.span() || !matches!(self.peek_at(1), TokenKind::Comma | TokenKind::RightParen)
            }
            SpecifierContext::Member => !matches!(self.peek_at(1), TokenKind::Colon),
            SpecifierContext::File | SpecifierContext::Block => {
                matches!(self.peek_at(1), TokenKind::Identifier | TokenKind::Star)
                    || self.starts_type_name_at(1) && self.peek_at(1) != TokenKind::Attribute
            }
        }
    }

    fn supply_missing_type(
        &mut self,
        specifiers: &mut Specifiers,
        context: SpecifierContext,
        is_bare: bool,
    ) -> Parse<()> {
        let is_declared_name = self.peek() == TokenKind::Identifier;
        match context {
            SpecifierContext::TypeName if is_bare => return Err(self.unexpected("a type")),
            SpecifierContext::Member if is_bare => {
                return Err(self.unexpected("the declaration of a member"));
            }
            SpecifierContext::Parameter if is_bare => return Err(self.unexpected("a parameter")),
            // `main() { … }` and `x = 3;` are declarations of old.
            SpecifierContext::File
                if is_bare
                    && !matches!(
                        self.peek(),
                        TokenKind::Identifier | TokenKind::Star | TokenKind::LeftParen
                    ) =>
            {
                return Err(self.unexpected("a declaration"));
            }
            _ => {}
        }
        if specifiers.storage.class == Some(StorageClass::Auto)
            && is_declared_name
            && self.peek_at(1) == TokenKind::Equal
        {
            specifiers.ty = TypeSpecifier::Auto;
        }
        Ok(())
    }

    // -----------------------------------------------------------------------------------------
    // Everything but types

    /// Takes a qualifier if one stands here.
    pub(super) fn qualifier(&mut self, qualifiers: &mut Qualifiers) -> bool {
        match self.peek() {
            TokenKind::Const => qualifiers.is_const = true,
            TokenKind::Volatile => qualifiers.is_volatile = true,
            TokenKind::Restrict => qualifiers.is_restrict = true,
            TokenKind::Atomic if self.peek_at(1) != TokenKind::LeftParen => qualifiers.is_atomic = true,
            _ => return false,
        }
        self.advance();
        true
    }

    fn storage_class(&mut self, specifiers: &mut Specifiers) -> Parse<bool> {
        let class = match self.peek() {
            TokenKind::Typedef => StorageClass::Typedef,
            TokenKind::Extern => StorageClass::Extern,
            TokenKind::Static => StorageClass::Static,
            TokenKind::Auto => StorageClass::Auto,
            TokenKind::Register => StorageClass::Register,
            TokenKind::ThreadLocal => {
                self.advance();
                specifiers.storage.thread_local = true;
                return Ok(true);
            }
            TokenKind::Inline => {
                self.advance();
                specifiers.function.is_inline = true;
                return Ok(true);
            }
            TokenKind::Noreturn => {
                self.advance();
                specifiers.function.is_noreturn = true;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if specifiers.storage.class.is_some_and(|other| other != class) {
            let span = self.span();
            return Err(self.error(span, "two storage classes in one declaration"));
        }
        self.advance();
        specifiers.storage.class = Some(class);
        Ok(true)
    }

    fn alignment(&mut self, alignments: &mut Vec<Alignment>) -> Parse<bool> {
        if !self.accept(TokenKind::Alignas) {
            return Ok(false);
        }
        alignments.push(self.alignment_argument()?);
        Ok(true)
    }

    fn alignment_argument(&mut self) -> Parse<Alignment> {
        self.expect(TokenKind::LeftParen, "after `_Alignas`")?;
        let alignment = match self.starts_type_name_at(0) {
            true => Alignment::Type(self.nested(|parser| parser.type_name())?),
            false => Alignment::Expr(self.nested(|parser| parser.conditional())?),
        };
        self.expect(TokenKind::RightParen, "after the alignment")?;
        Ok(alignment)
    }

    // -----------------------------------------------------------------------------------------
    // Types

    /// `struct`, `union`, `enum`, `typeof`, `_Atomic(…)` and the like, if one stands here.
    fn other_type(&mut self, kind: TokenKind) -> Parse<Option<TypeSpecifier>> {
        Ok(Some(match kind {
            TokenKind::Struct | TokenKind::Union => {
                TypeSpecifier::Record(self.nested(|parser| parser.record_specifier())?)
            }
            TokenKind::Enum => TypeSpecifier::Enum(self.nested(|parser| parser.enum_specifier())?),
            TokenKind::Typeof => {
                self.advance();
                self.typeof_argument()?
            }
            TokenKind::Atomic => {
                self.advance();
                TypeSpecifier::Atomic(self.parenthesized_type_name()?)
            }
            TokenKind::AutoType => {
                self.advance();
                TypeSpecifier::Auto
            }
            TokenKind::VaList => {
                self.advance();
                TypeSpecifier::VaList
            }
            TokenKind::MicrosoftVaList => {
                let span = self.span();
                self.advance();
                TypeSpecifier::TypeofType(self.pointer_to(BasicType::Char, span))
            }
            _ => return Ok(None),
        }))
    }

    fn typeof_argument(&mut self) -> Parse<TypeSpecifier> {
        self.expect(TokenKind::LeftParen, "after `typeof`")?;
        let ty = match self.starts_type_name_at(0) {
            true => TypeSpecifier::TypeofType(self.nested(|parser| parser.type_name())?),
            false => TypeSpecifier::TypeofExpr(self.nested(|parser| parser.expression())?),
        };
        self.expect(TokenKind::RightParen, "after the operand of `typeof`")?;
        Ok(ty)
    }

    /// `specifiers abstract-declarator`.
    pub(super) fn type_name(&mut self) -> Parse<TypeNameId> {
        let start = self.span();
        let specifiers = self.specifiers(SpecifierContext::TypeName)?;
        let declarator = self.abstract_declarator()?;
        let span = self.span_from(start);
        Ok(self.unit.type_names.push(TypeName { specifiers, declarator, span }))
    }

    /// A declared name hides what it meant outside.
    pub(super) fn declare(&mut self, name: Option<Symbol>, specifiers: &Specifiers) {
        let Some(name) = name else { return };
        let is_typedef = specifiers.storage.class == Some(StorageClass::Typedef);
        self.scopes.declare(name, if is_typedef { NameMeaning::Typedef } else { NameMeaning::Ordinary });
    }
}
