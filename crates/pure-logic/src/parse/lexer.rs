//! Tokens of the formula syntax.

use super::ParseError;
use crate::print::{KEYWORDS, is_name_character};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    Name(String),
    /// A reserved word.
    Word(String),
    /// A number; `None` beyond 128 bits.
    Number(Option<i128>),
    /// A value that a limit hides.
    Opaque(u32),
    Symbol(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub position: usize,
    pub kind: TokenKind,
}

/// Longer symbols first; the second part is the canonical spelling.
const SYMBOLS: &[(&str, &str)] = &[
    ("||", "||"),
    ("&&", "&&"),
    ("<=", "<="),
    (">=", ">="),
    ("!=", "!="),
    ("==", "="),
    ("<<", "<<"),
    (">>", ">>"),
    ("∨", "||"),
    ("∧", "&&"),
    ("¬", "!"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("=", "="),
    ("<", "<"),
    (">", ">"),
    ("!", "!"),
    ("|", "|"),
    ("&", "&"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("·", "*"),
    ("/", "/"),
    ("%", "%"),
    ("~", "~"),
    ("(", "("),
    (")", ")"),
    ("[", "["),
    ("]", "]"),
    (",", ","),
];

pub(super) fn tokenize(text: &str) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut position = 0;
    while let Some(first) = text[position..].chars().next() {
        let rest = &text[position..];
        if first.is_whitespace() {
            position += first.len_utf8();
            continue;
        }
        let (kind, length) = if first.is_ascii_digit() {
            number(rest, position)?
        } else if first == '`' {
            quoted_name(rest, position)?
        } else if first.is_alphabetic() || first == '_' {
            word(rest, position)?
        } else if let Some((spelling, symbol)) =
            SYMBOLS.iter().find(|(spelling, _)| rest.starts_with(spelling))
        {
            (TokenKind::Symbol(symbol), spelling.len())
        } else {
            return Err(ParseError { position, message: format!("unexpected character `{first}`") });
        };
        tokens.push(Token { position, kind });
        position += length;
    }
    Ok(tokens)
}

fn word(rest: &str, position: usize) -> Result<(TokenKind, usize), ParseError> {
    let length = rest.find(|character| !is_name_character(character)).unwrap_or(rest.len());
    let name = &rest[..length];
    if name == "opaque" && rest[length..].starts_with('#') {
        let digits = digits(&rest[length + 1..]);
        return match rest[length + 1..length + 1 + digits].parse() {
            Ok(number) => Ok((TokenKind::Opaque(number), length + 1 + digits)),
            Err(_) => Err(ParseError { position, message: "expected a small number after `opaque#`".into() }),
        };
    }
    let kind =
        if KEYWORDS.contains(&name) { TokenKind::Word(name.into()) } else { TokenKind::Name(name.into()) };
    Ok((kind, length))
}

fn quoted_name(rest: &str, position: usize) -> Result<(TokenKind, usize), ParseError> {
    let mut name = String::new();
    let mut characters = rest.char_indices().skip(1).peekable();
    while let Some((index, character)) = characters.next() {
        if character != '`' {
            name.push(character);
        } else if characters.peek().is_some_and(|next| next.1 == '`') {
            name.push('`');
            characters.next();
        } else {
            return Ok((TokenKind::Name(name), index + 1));
        }
    }
    Err(ParseError { position, message: "this name has no closing backquote".into() })
}

fn digits(text: &str) -> usize {
    text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len())
}

fn number(rest: &str, position: usize) -> Result<(TokenKind, usize), ParseError> {
    if let Some(hexadecimal) = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X")) {
        let length =
            hexadecimal.find(|character: char| !character.is_ascii_hexdigit()).unwrap_or(hexadecimal.len());
        if length == 0 {
            return Err(ParseError { position, message: "expected hexadecimal digits after `0x`".into() });
        }
        let value = i128::from_str_radix(&hexadecimal[..length], 16).ok();
        return Ok((TokenKind::Number(value), 2 + length));
    }
    let length = digits(rest);
    let value: Option<i128> = rest[..length].parse().ok();
    let Some(exponent) = rest[length..].strip_prefix('^') else {
        return Ok((TokenKind::Number(value), length));
    };
    let exponent_length = digits(exponent);
    if exponent_length == 0 {
        return Err(ParseError {
            position: position + length,
            message: "expected an exponent after `^`".into(),
        });
    }
    let exponent: Option<u32> = exponent[..exponent_length].parse().ok();
    let power = value.zip(exponent).and_then(|(value, exponent)| value.checked_pow(exponent));
    Ok((TokenKind::Number(power), length + 1 + exponent_length))
}
