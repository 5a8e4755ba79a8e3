//! A position in the list of tokens, and the small things that are read there.

use super::lexer::{self, Token, TokenKind};
use super::words::Word;
use source::Span;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// Why a text is not a module, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    /// In bytes, counted from 1.
    pub column: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

pub(super) struct Cursor<'a> {
    text: &'a str,
    /// INVARIANT: ends with the only token of kind `End`.
    tokens: Vec<Token>,
    position: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Result<Self, ParseError> {
        match lexer::tokens(text) {
            Ok(tokens) => Ok(Cursor { text, tokens, position: 0 }),
            Err(error) => Err(error_at(text, error.offset, error.message.into())),
        }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn set_position(&mut self, position: usize) {
        self.position = position.min(self.tokens.len() - 1);
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.tokens[self.position].kind
    }

    /// The text of the current token.
    pub(super) fn text(&self) -> &'a str {
        let token = self.tokens[self.position];
        &self.text[token.start as usize..token.end as usize]
    }

    pub(super) fn advance(&mut self) {
        self.set_position(self.position + 1);
    }

    /// An error at the current token.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        self.error_at(self.position, message)
    }

    /// An error at an earlier position.
    pub(super) fn error_at(&self, position: usize, message: impl Into<String>) -> ParseError {
        error_at(self.text, self.tokens[position].start as usize, message.into())
    }

    fn expected(&self, what: &str) -> ParseError {
        match self.kind() {
            TokenKind::End => self.error(format!("expected {what}, found the end of the text")),
            _ => {
                // A string may be long; its beginning is enough.
                let found: String = self.text().chars().take(40).collect();
                self.error(format!("expected {what}, found `{found}`"))
            }
        }
    }

    /// Steps over a word or sign if it comes next.
    pub(super) fn accept(&mut self, text: &str) -> bool {
        let is_next = matches!(self.kind(), TokenKind::Word | TokenKind::Punctuation) && self.text() == text;
        if is_next {
            self.advance();
        }
        is_next
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<(), ParseError> {
        if self.accept(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    fn take(&mut self, kind: TokenKind, what: &str) -> Result<&'a str, ParseError> {
        if self.kind() != kind {
            return Err(self.expected(what));
        }
        let text = self.text();
        self.advance();
        Ok(text)
    }

    pub(super) fn word(&mut self, what: &str) -> Result<&'a str, ParseError> {
        self.take(TokenKind::Word, what)
    }

    /// One of the words of `T`.
    pub(super) fn value<T: Word>(&mut self, what: &str) -> Result<T, ParseError> {
        let value = match self.kind() {
            TokenKind::Word | TokenKind::Punctuation => T::from_word(self.text()),
            _ => None,
        };
        let value = value.ok_or_else(|| self.expected(what))?;
        self.advance();
        Ok(value)
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, ParseError> {
        if self.kind() != TokenKind::Number {
            return Err(self.expected("a number"));
        }
        let number = self.text().parse().map_err(|_| self.error("this number does not fit here"))?;
        self.advance();
        Ok(number)
    }

    /// A letter followed by a number, as in `b3`, `s0` or `t17`.
    pub(super) fn numbered(&mut self, letter: char, what: &str) -> Result<u32, ParseError> {
        if self.kind() != TokenKind::Word {
            return Err(self.expected(what));
        }
        let digits = self.text().strip_prefix(letter).filter(|digits| !digits.starts_with('+'));
        let number = digits.and_then(|digits| digits.parse().ok()).ok_or_else(|| self.expected(what))?;
        self.advance();
        Ok(number)
    }

    /// The number of a register.
    pub(super) fn register_number(&mut self) -> Result<usize, ParseError> {
        let start = self.position;
        let text = self.take(TokenKind::Register, "a register")?;
        let digits = text[1..].split('.').next().unwrap_or("");
        match digits.parse() {
            // Every register is declared somewhere in the text.
            Ok(number) if number < self.tokens.len() => Ok(number),
            _ => Err(self.error_at(start, "this register number is larger than the whole text")),
        }
    }

    /// `@name`: the name.
    pub(super) fn symbol(&mut self) -> Result<Cow<'a, str>, ParseError> {
        let start = self.position;
        let name = &self.take(TokenKind::Symbol, "a name that starts with `@`")?[1..];
        if !name.starts_with('"') {
            if name.is_empty() {
                return Err(self.error_at(start, "a name that is not empty or in quotes follows `@`"));
            }
            return Ok(Cow::Borrowed(name));
        }
        self.decode_text(name, start).map(Cow::Owned)
    }

    /// Text in quotes that is valid UTF-8.
    pub(super) fn string(&mut self) -> Result<String, ParseError> {
        let start = self.position;
        let quoted = self.take(TokenKind::String, "text in quotes")?;
        self.decode_text(quoted, start)
    }

    /// Bytes: text in quotes, or hexadecimal digits in quotes.
    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, ParseError> {
        let start = self.position;
        if self.kind() == TokenKind::Hexadecimal {
            let digits = self.text().as_bytes();
            self.advance();
            let digits = &digits[2..digits.len() - 1];
            let bytes: Option<Vec<u8>> =
                digits.chunks(2).map(|pair| hexadecimal(*pair.first()?, *pair.get(1)?)).collect();
            return bytes
                .ok_or_else(|| self.error_at(start, "bytes are written as two hexadecimal digits each"));
        }
        let quoted = self.take(TokenKind::String, "bytes in quotes")?;
        self.decode(quoted, start)
    }

    pub(super) fn fingerprint(&mut self) -> Result<u64, ParseError> {
        let start = self.position;
        let text = self.take(TokenKind::Fingerprint, "`#` and a hexadecimal number")?;
        u64::from_str_radix(&text[1..], 16)
            .map_err(|_| self.error_at(start, "this is not a hexadecimal number of 64 bits"))
    }

    /// A span, or none.
    pub(super) fn span(&mut self) -> Result<Span, ParseError> {
        if self.kind() != TokenKind::Span {
            return Ok(Span::NONE);
        }
        let span = self.text()[1..]
            .split_once("..")
            .and_then(|(start, end)| Some(Span::new(start.parse().ok()?, end.parse().ok()?)));
        let span = span.ok_or_else(|| self.error("this is not a span"))?;
        self.advance();
        Ok(span)
    }

    fn decode_text(&self, quoted: &str, start: usize) -> Result<String, ParseError> {
        let bytes = self.decode(quoted, start)?;
        String::from_utf8(bytes).map_err(|_| self.error_at(start, "this text is not valid UTF-8"))
    }

    /// The bytes that a string in quotes stands for.
    fn decode(&self, quoted: &str, start: usize) -> Result<Vec<u8>, ParseError> {
        let inner = &quoted.as_bytes()[1..quoted.len() - 1];
        let mut bytes = Vec::with_capacity(inner.len());
        let mut rest = inner.iter().copied();
        while let Some(byte) = rest.next() {
            if byte != b'\\' {
                bytes.push(byte);
                continue;
            }
            let decoded = match rest.next() {
                Some(b'n') => Some(b'\n'),
                Some(b't') => Some(b'\t'),
                Some(byte @ (b'"' | b'\\')) => Some(byte),
                Some(b'x') => match (rest.next(), rest.next()) {
                    (Some(high), Some(low)) => hexadecimal(high, low),
                    _ => None,
                },
                _ => None,
            };
            bytes.push(decoded.ok_or_else(|| self.error_at(start, "this string has an unknown escape"))?);
        }
        Ok(bytes)
    }
}

fn hexadecimal(high: u8, low: u8) -> Option<u8> {
    let high = char::from(high).to_digit(16)?;
    let low = char::from(low).to_digit(16)?;
    u8::try_from(high << 4 | low).ok()
}

fn error_at(text: &str, offset: usize, message: String) -> ParseError {
    let before = &text.as_bytes()[..offset];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |position| position + 1);
    ParseError {
        line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
        column: offset - line_start + 1,
        message,
    }
}
