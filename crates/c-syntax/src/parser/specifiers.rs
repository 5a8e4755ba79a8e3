//! Declaration specifiers: storage classes, qualifiers, types, alignments, attributes.

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

/// The arithmetic keywords seen so far.
#[derive(Clone, Copy, Default)]
struct Arithmetic {
    base: Option<BaseType>,
    longs: u8,
    is_short: bool,
    is_signed: bool,
    is_unsigned: bool,
    is_complex: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BaseType {
    Void,
    Bool,
    Char,
    Int,
    Int128,
    Float16,
    Float,
    Double,
    LongDouble,
    Float128,
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
                TokenKind::LeftBracket if self.peek_at(1) == TokenKind::LeftBracket => {
                    self.standard_attributes(&mut specifiers.attributes)?;
                }
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
                *arithmetic = Some(Arithmetic { base: Some(BaseType::Bool), ..Arithmetic::default() });
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
            SpecifierContext::Member if is_bare && self.peek() != TokenKind::Colon => {
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

    /// Takes a keyword of an arithmetic type if one stands here.
    fn arithmetic_keyword(&mut self, kind: TokenKind, arithmetic: &mut Option<Arithmetic>) -> Parse<bool> {
        let base = match kind {
            TokenKind::Void => Some(BaseType::Void),
            TokenKind::Bool => Some(BaseType::Bool),
            TokenKind::Char => Some(BaseType::Char),
            TokenKind::Int => Some(BaseType::Int),
            TokenKind::Int128 | TokenKind::Int128Typedef | TokenKind::UnsignedInt128Typedef => {
                Some(BaseType::Int128)
            }
            TokenKind::Float16 => Some(BaseType::Float16),
            TokenKind::Float | TokenKind::Float32 => Some(BaseType::Float),
            TokenKind::Double | TokenKind::Float64 | TokenKind::Float32x => Some(BaseType::Double),
            TokenKind::Float64x | TokenKind::Float80 => Some(BaseType::LongDouble),
            TokenKind::Float128 => Some(BaseType::Float128),
            TokenKind::Long
            | TokenKind::Short
            | TokenKind::Signed
            | TokenKind::Unsigned
            | TokenKind::Complex => None,
            TokenKind::Imaginary => {
                let span = self.span();
                return Err(self.error(span, "imaginary types are not supported"));
            }
            TokenKind::BitInt => {
                let span = self.span();
                return Err(self.error(span, "bit-precise integers are not supported"));
            }
            TokenKind::Decimal => {
                let span = self.span();
                return Err(self.error(span, "decimal floating-point types are not supported"));
            }
            _ => return Ok(false),
        };
        let seen = arithmetic.get_or_insert_with(Arithmetic::default);
        let is_repeated = match kind {
            TokenKind::Long => {
                seen.longs += 1;
                seen.longs > 2
            }
            TokenKind::Short => std::mem::replace(&mut seen.is_short, true),
            TokenKind::Signed => std::mem::replace(&mut seen.is_signed, true),
            TokenKind::Unsigned => std::mem::replace(&mut seen.is_unsigned, true),
            TokenKind::Complex => std::mem::replace(&mut seen.is_complex, true),
            TokenKind::UnsignedInt128Typedef => {
                std::mem::replace(&mut seen.is_unsigned, true)
                    || std::mem::replace(&mut seen.base, base).is_some()
            }
            _ => std::mem::replace(&mut seen.base, base).is_some(),
        };
        if is_repeated {
            let (span, found) = (self.span(), self.describe(self.token()));
            return Err(
                self.error(span, format!("{found} does not fit the type before it; is a `;` missing?"))
            );
        }
        self.advance();
        Ok(true)
    }

    fn normalise(&mut self, arithmetic: Arithmetic, span: Span) -> Parse<TypeSpecifier> {
        match arithmetic.basic_type() {
            Some(basic) => Ok(TypeSpecifier::Basic(basic)),
            None => Err(self.error(span, "this combination of keywords is not a type")),
        }
    }

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

impl Arithmetic {
    /// The type that the keywords name together; `None` if they do not go together.
    fn basic_type(self) -> Option<BasicType> {
        let Arithmetic { base, longs, is_short, is_signed, is_unsigned, is_complex } = self;
        if is_signed && is_unsigned || is_short && longs > 0 {
            return None;
        }
        let has_length = is_short || longs > 0;
        let has_sign = is_signed || is_unsigned;
        let is_integer = matches!(base, Some(BaseType::Char | BaseType::Int | BaseType::Int128))
            || base.is_none() && (has_length || has_sign);
        if is_complex && is_integer {
            return Some(BasicType::ComplexInteger);
        }
        Some(match (base, longs) {
            (Some(BaseType::Double), 1) if !has_sign && is_complex => BasicType::ComplexLongDouble,
            (Some(BaseType::Double), 1) if !has_sign => BasicType::LongDouble,
            (Some(BaseType::Char), 0) if !is_short => match (is_signed, is_unsigned) {
                (true, _) => BasicType::SignedChar,
                (_, true) => BasicType::UnsignedChar,
                _ => BasicType::Char,
            },
            (Some(BaseType::Int128), 0) if !is_short && is_unsigned => BasicType::UnsignedInt128,
            (Some(BaseType::Int128), 0) if !is_short => BasicType::Int128,
            (Some(BaseType::Int) | None, _) if has_length || has_sign || base.is_some() => {
                match (is_short, longs, is_unsigned) {
                    (true, _, false) => BasicType::Short,
                    (true, _, true) => BasicType::UnsignedShort,
                    (_, 0, false) => BasicType::Int,
                    (_, 0, true) => BasicType::UnsignedInt,
                    (_, 1, false) => BasicType::Long,
                    (_, 1, true) => BasicType::UnsignedLong,
                    (_, _, false) => BasicType::LongLong,
                    (_, _, true) => BasicType::UnsignedLongLong,
                }
            }
            _ if has_length || has_sign => return None,
            // `_Complex` alone is `_Complex double`.
            (None | Some(BaseType::Double), _) if is_complex => BasicType::ComplexDouble,
            (Some(BaseType::Float), _) if is_complex => BasicType::ComplexFloat,
            (Some(BaseType::LongDouble), _) if is_complex => BasicType::ComplexLongDouble,
            (Some(BaseType::Float128), _) if is_complex => BasicType::ComplexFloat128,
            (Some(BaseType::Float16), _) if is_complex => BasicType::ComplexFloat16,
            _ if is_complex => return None,
            (Some(BaseType::Void), _) => BasicType::Void,
            (Some(BaseType::Bool), _) => BasicType::Bool,
            (Some(BaseType::Float16), _) => BasicType::Float16,
            (Some(BaseType::Float), _) => BasicType::Float,
            (Some(BaseType::Double), _) => BasicType::Double,
            (Some(BaseType::LongDouble), _) => BasicType::LongDouble,
            (Some(BaseType::Float128), _) => BasicType::Float128,
            (Some(BaseType::Char | BaseType::Int | BaseType::Int128) | None, _) => return None,
        })
    }
}
