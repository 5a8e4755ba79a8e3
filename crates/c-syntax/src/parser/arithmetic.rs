//! The keywords of arithmetic types, in any order: `long unsigned int`.

use super::{Parse, Parser};
use crate::ast::*;
use crate::token::TokenKind;
use source::Span;

/// The arithmetic keywords seen so far.
#[derive(Clone, Copy, Default)]
pub(super) struct Arithmetic {
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
    /// Takes a keyword of an arithmetic type if one stands here.
    pub(super) fn arithmetic_keyword(
        &mut self,
        kind: TokenKind,
        arithmetic: &mut Option<Arithmetic>,
    ) -> Parse<bool> {
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
        if self.is_name_of_own_type(kind, base, *seen) {
            self.advance();
            return Ok(true);
        }
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

    /// `typedef float _Float32;`, as headers say for compilers that do not know the keyword: it declares what
    /// the keyword means anyway. Where `long double` has 128 bits, headers call it `_Float128`.
    fn is_name_of_own_type(&self, kind: TokenKind, base: Option<BaseType>, seen: Arithmetic) -> bool {
        use TokenKind::{Float32, Float32x, Float64, Float64x, Float128};
        let own = Arithmetic { base, ..Arithmetic::default() };
        matches!(kind, Float32 | Float32x | Float64 | Float64x | Float128)
            && seen.base.is_some()
            && (seen.basic_type() == own.basic_type()
                || (kind == Float128 && seen.basic_type() == Some(BasicType::LongDouble)))
            && self.peek_at(1) == TokenKind::Semicolon
    }

    pub(super) fn normalise(&mut self, arithmetic: Arithmetic, span: Span) -> Parse<TypeSpecifier> {
        match arithmetic.basic_type() {
            Some(basic) => Ok(TypeSpecifier::Basic(basic)),
            None => Err(self.error(span, "this combination of keywords is not a type")),
        }
    }
}

impl Arithmetic {
    /// `bool` as a keyword of C23.
    pub fn bool() -> Self {
        Arithmetic { base: Some(BaseType::Bool), ..Arithmetic::default() }
    }

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
        let takes_length = matches!(base, Some(BaseType::Int) | None);
        if is_complex && is_integer && (takes_length || !has_length) {
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
