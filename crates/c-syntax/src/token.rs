//! Tokens: what the lexer hands to the parser.

use stdx::{Interner, Symbol};

/// One token. Its text is found by its offsets; names are interned already.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: TokenKind,
    /// Offsets in the spliced text, see [`crate::splice::SplicedText`].
    pub start: u32,
    pub end: u32,
    /// The name, for identifiers and keywords.
    pub symbol: Symbol,
}

macro_rules! token_kinds {
    (
        plain { $($plain:ident => $description:literal,)* }
        punctuators { $($punctuator:ident => $text:literal,)* }
        keywords { $($keyword:ident => [$($spelling:literal),+],)* }
    ) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum TokenKind {
            $($plain,)*
            $($punctuator,)*
            $($keyword,)*
        }

        impl TokenKind {
            /// How a message names the token when it is expected.
            pub fn description(self) -> &'static str {
                match self {
                    $(TokenKind::$plain => $description,)*
                    $(TokenKind::$punctuator => concat!("`", $text, "`"),)*
                    $(TokenKind::$keyword => token_kinds!(@first $($spelling),+),)*
                }
            }
        }

        /// Every spelling of every keyword.
        pub const KEYWORDS: &[(&str, TokenKind)] = &[$($(($spelling, TokenKind::$keyword),)+)*];
    };
    (@first $first:literal $(, $rest:literal)*) => { concat!("`", $first, "`") };
}

token_kinds! {
    plain {
        EndOfFile => "the end of the file",
        // Text that is no token at all; the lexer has reported it.
        Invalid => "an invalid character",
        Identifier => "a name",
        Number => "a number",
        Character => "a character constant",
        String => "a string literal",
    }
    punctuators {
        LeftParen => "(",
        RightParen => ")",
        LeftBrace => "{",
        RightBrace => "}",
        LeftBracket => "[",
        RightBracket => "]",
        Semicolon => ";",
        Comma => ",",
        Colon => ":",
        Question => "?",
        Dot => ".",
        Arrow => "->",
        Ellipsis => "...",
        PlusPlus => "++",
        MinusMinus => "--",
        Plus => "+",
        Minus => "-",
        Star => "*",
        Slash => "/",
        Percent => "%",
        Ampersand => "&",
        AmpersandAmpersand => "&&",
        Pipe => "|",
        PipePipe => "||",
        Caret => "^",
        Tilde => "~",
        Exclamation => "!",
        Equal => "=",
        EqualEqual => "==",
        NotEqual => "!=",
        Less => "<",
        LessEqual => "<=",
        Greater => ">",
        GreaterEqual => ">=",
        ShiftLeft => "<<",
        ShiftRight => ">>",
        PlusEqual => "+=",
        MinusEqual => "-=",
        StarEqual => "*=",
        SlashEqual => "/=",
        PercentEqual => "%=",
        AmpersandEqual => "&=",
        PipeEqual => "|=",
        CaretEqual => "^=",
        ShiftLeftEqual => "<<=",
        ShiftRightEqual => ">>=",
    }
    keywords {
        Typedef => ["typedef"],
        Extern => ["extern"],
        Static => ["static"],
        Auto => ["auto"],
        Register => ["register"],
        ThreadLocal => ["_Thread_local", "__thread"],
        Inline => ["inline", "__inline", "__inline__"],
        Noreturn => ["_Noreturn"],
        Const => ["const", "__const", "__const__"],
        Volatile => ["volatile", "__volatile", "__volatile__"],
        Restrict => ["restrict", "__restrict", "__restrict__"],
        Atomic => ["_Atomic"],
        Alignas => ["_Alignas"],
        Attribute => ["__attribute__", "__attribute"],
        Extension => ["__extension__"],
        Void => ["void"],
        Bool => ["_Bool"],
        Char => ["char"],
        Short => ["short"],
        Int => ["int"],
        Long => ["long"],
        Float => ["float"],
        Double => ["double"],
        Signed => ["signed", "__signed", "__signed__"],
        Unsigned => ["unsigned"],
        Complex => ["_Complex", "__complex__", "__complex"],
        Imaginary => ["_Imaginary"],
        Int128 => ["__int128", "__int128__"],
        Int128Typedef => ["__int128_t"],
        UnsignedInt128Typedef => ["__uint128_t"],
        Float16 => ["_Float16"],
        Float32 => ["_Float32"],
        Float64 => ["_Float64"],
        Float128 => ["_Float128", "__float128", "__ieee128"],
        Float32x => ["_Float32x"],
        Float64x => ["_Float64x"],
        Float80 => ["__float80"],
        BitInt => ["_BitInt"],
        Decimal => ["_Decimal32", "_Decimal64", "_Decimal128"],
        VaList => ["__builtin_va_list", "__builtin_sysv_va_list"],
        // A `char *`, whatever the program targets.
        MicrosoftVaList => ["__builtin_ms_va_list"],
        AutoType => ["__auto_type"],
        Typeof => ["typeof", "__typeof", "__typeof__", "__typeof_unqual__", "__typeof_unqual"],
        Struct => ["struct"],
        Union => ["union"],
        Enum => ["enum"],
        StaticAssert => ["_Static_assert"],
        Asm => ["asm", "__asm", "__asm__"],
        If => ["if"],
        Else => ["else"],
        While => ["while"],
        Do => ["do"],
        For => ["for"],
        Switch => ["switch"],
        Case => ["case"],
        Default => ["default"],
        Goto => ["goto"],
        Break => ["break"],
        Continue => ["continue"],
        Return => ["return"],
        LocalLabel => ["__label__"],
        Sizeof => ["sizeof"],
        Alignof => ["_Alignof", "__alignof__", "__alignof"],
        Generic => ["_Generic"],
        Real => ["__real__", "__real"],
        Imag => ["__imag__", "__imag"],
        FunctionName => ["__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"],
        VaArg => ["__builtin_va_arg"],
        Offsetof => ["__builtin_offsetof"],
        TypesCompatible => ["__builtin_types_compatible_p"],
        ChooseExpr => ["__builtin_choose_expr"],
        ConvertVector => ["__builtin_convertvector"],
        HasAttribute => ["__builtin_has_attribute"],
        Pragma => ["_Pragma"],
    }
}

/// Words of C23 that are ordinary names before it. Each is a keyword until the program declares
/// it: C17 programs use them as names only after declaring them.
pub const WORDS_OF_C23: &[(&str, WordOfC23)] = &[
    ("bool", WordOfC23::Bool),
    ("true", WordOfC23::True),
    ("false", WordOfC23::False),
    ("nullptr", WordOfC23::Nullptr),
    ("static_assert", WordOfC23::StaticAssert),
    ("alignas", WordOfC23::Alignas),
    ("alignof", WordOfC23::Alignof),
    ("thread_local", WordOfC23::ThreadLocal),
    ("typeof_unqual", WordOfC23::TypeofUnqual),
    ("constexpr", WordOfC23::Constexpr),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordOfC23 {
    Bool,
    True,
    False,
    Nullptr,
    StaticAssert,
    Alignas,
    Alignof,
    ThreadLocal,
    TypeofUnqual,
    Constexpr,
}

/// A table of names in which the keywords have the lowest symbols, in the order of [`KEYWORDS`],
/// and the words of C23 the next ones.
pub fn interner_with_keywords() -> Interner {
    let mut names = Interner::new();
    for (spelling, _) in KEYWORDS {
        names.intern(spelling);
    }
    for (spelling, _) in WORDS_OF_C23 {
        names.intern(spelling);
    }
    names
}

/// The kind of a word in a table made by [`interner_with_keywords`].
pub fn kind_of_word(symbol: Symbol) -> TokenKind {
    match KEYWORDS.get(symbol.0 as usize) {
        Some(&(_, kind)) => kind,
        None => TokenKind::Identifier,
    }
}

/// The position in [`WORDS_OF_C23`], if the symbol is one of them.
pub fn word_of_c23(symbol: Symbol) -> Option<usize> {
    let index = (symbol.0 as usize).checked_sub(KEYWORDS.len())?;
    (index < WORDS_OF_C23.len()).then_some(index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_have_the_lowest_symbols() {
        let mut names = interner_with_keywords();
        for (spelling, kind) in KEYWORDS {
            assert_eq!(kind_of_word(names.intern(spelling)), *kind);
        }
        for (index, (spelling, _)) in WORDS_OF_C23.iter().enumerate() {
            let symbol = names.intern(spelling);
            assert_eq!(kind_of_word(symbol), TokenKind::Identifier);
            assert_eq!(word_of_c23(symbol), Some(index));
        }
        let other = names.intern("list");
        assert_eq!((kind_of_word(other), word_of_c23(other)), (TokenKind::Identifier, None));
    }
}
