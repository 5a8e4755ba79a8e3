//! From bytes to tokens.
//!
//! The whole file is turned into tokens at once: the parser can then look ahead freely, and after
//! a syntax error find the end of the construct by counting brackets.

use crate::diagnostics::Diagnostics;
use crate::pragma::{PackPragmas, refusal};
use crate::splice::SplicedText;
use crate::token::{Token, TokenKind, kind_of_word};
use source::Diagnostic;
use stdx::{Interner, Symbol};

/// What the lexer found.
pub struct Lexed {
    /// INVARIANT: not empty; the last token, and only that, is the end of the file.
    pub tokens: Vec<Token>,
    pub pack_pragmas: PackPragmas,
}

/// What a byte can begin or continue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Other,
    Blank,
    NewLine,
    /// Letters, `_`, `$`, and the bytes of UTF-8 outside ASCII.
    Letter,
    Digit,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            // GCC skips NUL with a warning.
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0 => Class::Blank,
            b'\n' => Class::NewLine,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xff => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

pub fn lex(source: &SplicedText<'_>, names: &mut Interner, diagnostics: &mut Diagnostics) -> Lexed {
    let text = &source.text[..];
    let mut lexer = Lexer {
        text,
        position: 0,
        source,
        names,
        diagnostics,
        // Preprocessed C has about one token for every four to six bytes.
        tokens: Vec::with_capacity(text.len() / 5 + 16),
        pack_pragmas: PackPragmas::default(),
    };
    lexer.run();
    Lexed { tokens: lexer.tokens, pack_pragmas: lexer.pack_pragmas }
}

struct Lexer<'a> {
    text: &'a [u8],
    position: usize,
    source: &'a SplicedText<'a>,
    names: &'a mut Interner,
    diagnostics: &'a mut Diagnostics,
    tokens: Vec<Token>,
    pack_pragmas: PackPragmas,
}

impl Lexer<'_> {
    fn run(&mut self) {
        if self.text.starts_with(b"\xef\xbb\xbf") {
            self.position = 3;
        }
        let mut at_line_start = true;
        while let Some(&byte) = self.text.get(self.position) {
            match class(byte) {
                Class::Blank => {
                    self.position += 1;
                    continue;
                }
                Class::NewLine => {
                    self.position += 1;
                    at_line_start = true;
                    continue;
                }
                Class::Letter => self.word(),
                Class::Digit => self.number(),
                Class::Other => match byte {
                    b'"' => self.quoted(self.position, b'"'),
                    b'\'' => self.quoted(self.position, b'\''),
                    b'#' if at_line_start => {
                        self.directive();
                        continue;
                    }
                    b'%' if at_line_start && self.byte_at(1) == b':' => {
                        self.directive();
                        continue;
                    }
                    b'/' if self.byte_at(1) == b'*' => {
                        self.block_comment();
                        continue;
                    }
                    b'/' if self.byte_at(1) == b'/' => {
                        self.skip_line();
                        continue;
                    }
                    b'.' if self.byte_at(1).is_ascii_digit() => self.number(),
                    b'\\' if matches!(self.byte_at(1), b'u' | b'U') => self.word(),
                    _ => self.punctuator(byte),
                },
            }
            at_line_start = false;
        }
        let end = self.text.len();
        self.push(TokenKind::EndOfFile, end, Symbol(0));
    }

    fn byte_at(&self, distance: usize) -> u8 {
        self.text.get(self.position + distance).copied().unwrap_or(0)
    }

    /// Adds a token from `start` to the current position.
    fn push(&mut self, kind: TokenKind, start: usize, symbol: Symbol) {
        self.tokens.push(Token { kind, start: start as u32, end: self.position as u32, symbol });
    }

    fn error(&mut self, id: &'static str, start: usize, end: usize, message: impl Into<String>) {
        let span = self.source.span(start as u32, end as u32);
        self.diagnostics.push(Diagnostic::error(id, span, message));
    }

    // -----------------------------------------------------------------------------------------
    // Words

    fn word(&mut self) {
        let start = self.position;
        let mut end = start;
        while end < self.text.len() && matches!(class(self.text[end]), Class::Letter | Class::Digit) {
            end += 1;
        }
        match self.text.get(end) {
            Some(b'\\') if matches!(self.text.get(end + 1), Some(b'u' | b'U')) => {
                return self.word_with_escapes();
            }
            Some(&quote @ (b'"' | b'\'')) if is_encoding_prefix(&self.text[start..end]) => {
                self.position = end;
                return self.quoted(start, quote);
            }
            _ => {}
        }
        self.position = end;
        match std::str::from_utf8(&self.text[start..end]) {
            Ok(text) => {
                let symbol = self.names.intern(text);
                self.push_word(symbol, start);
            }
            Err(_) => self.invalid(start, "a name has bytes that are not UTF-8"),
        }
    }

    /// A name with universal character names such as `\u00e9`, which equals the name in UTF-8.
    fn word_with_escapes(&mut self) {
        let start = self.position;
        let mut name: Vec<u8> = Vec::new();
        loop {
            let byte = self.byte_at(0);
            if self.position < self.text.len() && matches!(class(byte), Class::Letter | Class::Digit) {
                name.push(byte);
                self.position += 1;
                continue;
            }
            let digits = match (byte, self.byte_at(1)) {
                (b'\\', b'u') => 4,
                (b'\\', b'U') => 8,
                _ => break,
            };
            let hexadecimal = self.text.get(self.position + 2..self.position + 2 + digits);
            let character = hexadecimal
                .filter(|hexadecimal| hexadecimal.iter().all(u8::is_ascii_hexdigit))
                .and_then(|hexadecimal| std::str::from_utf8(hexadecimal).ok())
                .and_then(|hexadecimal| u32::from_str_radix(hexadecimal, 16).ok())
                .and_then(char::from_u32);
            let Some(character) = character else {
                self.position += 2;
                return self.invalid(start, "an incomplete universal character name");
            };
            name.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
            self.position += 2 + digits;
        }
        match std::str::from_utf8(&name) {
            Ok(text) => {
                let symbol = self.names.intern(text);
                self.push_word(symbol, start);
            }
            Err(_) => self.invalid(start, "a name has bytes that are not UTF-8"),
        }
    }

    fn push_word(&mut self, symbol: Symbol, start: usize) {
        match kind_of_word(symbol) {
            TokenKind::Pragma => self.pragma_operator(),
            kind => self.push(kind, start, symbol),
        }
    }

    fn invalid(&mut self, start: usize, message: impl Into<String>) {
        self.error("syntax", start, self.position, message);
        self.push(TokenKind::Invalid, start, Symbol(0));
    }

    // -----------------------------------------------------------------------------------------
    // Literals

    /// A preprocessing number: whatever looks like one. The parser finds its value.
    fn number(&mut self) {
        let start = self.position;
        self.position += 1;
        loop {
            let byte = self.byte_at(0);
            let next = match byte {
                b'+' | b'-' => matches!(self.text[self.position - 1], b'e' | b'E' | b'p' | b'P'),
                b'.' => true,
                // A digit separator of C23.
                b'\'' => matches!(class(self.byte_at(1)), Class::Digit | Class::Letter),
                _ => matches!(class(byte), Class::Digit | Class::Letter),
            };
            if !next || self.position >= self.text.len() {
                break;
            }
            self.position += 1;
        }
        self.push(TokenKind::Number, start, Symbol(0));
    }

    /// A string or character literal that starts, with its prefix, at `start`; the current
    /// position is that of the opening quote.
    fn quoted(&mut self, start: usize, quote: u8) {
        let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Character };
        let mut end = self.position + 1;
        loop {
            // Long literals are scanned by this inner loop only.
            let rest = &self.text[end.min(self.text.len())..];
            let distance = rest.iter().position(|&byte| byte == quote || byte == b'\\' || byte == b'\n');
            end += distance.unwrap_or(rest.len());
            match self.text.get(end) {
                Some(b'\\') => end += 2,
                Some(&byte) if byte == quote => {
                    self.position = end + 1;
                    return self.push(kind, start, Symbol(0));
                }
                _ => break,
            }
        }
        let end = end.min(self.text.len());
        self.position = end;
        let message = match kind {
            TokenKind::String => "this string has no closing `\"`",
            _ => "this character constant has no closing `'`",
        };
        self.error("unterminated-literal", start, (start + 1).min(end), message);
        self.push(TokenKind::Invalid, start, Symbol(0));
    }

    // -----------------------------------------------------------------------------------------
    // Comments and directives

    fn block_comment(&mut self) {
        let start = self.position;
        let mut end = start + 2;
        while let Some(distance) = self.text[end..].iter().position(|&byte| byte == b'*') {
            end += distance + 1;
            if self.text.get(end) == Some(&b'/') {
                self.position = end + 1;
                return;
            }
        }
        self.position = self.text.len();
        self.error("unterminated-comment", start, start + 2, "this comment has no closing `*/`");
    }

    /// Goes to the end of the line, before its line break.
    fn skip_line(&mut self) {
        let rest = &self.text[self.position..];
        self.position += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// `# 12 "file.c" 1`, `#pragma …`, `#ident …`: the source map reads the line markers, the
    /// alignment of members depends on `#pragma pack`, everything else is left out.
    fn directive(&mut self) {
        let start = self.position;
        self.skip_line();
        let line = &self.text[start..self.position];
        let line = line.strip_prefix(b"%:").or(line.strip_prefix(b"#")).unwrap_or(line);
        if let Some(pragma) = line.trim_ascii_start().strip_prefix(b"pragma") {
            self.pragma(pragma, start);
        }
    }

    /// `_Pragma("…")`; the current position is after the word.
    fn pragma_operator(&mut self) {
        let rest = &self.text[self.position..];
        let trimmed = rest.trim_ascii_start();
        let Some(inner) = trimmed.strip_prefix(b"(") else { return };
        let Some(close) = end_of_pragma_operator(inner) else { return };
        let words = inner[..close].trim_ascii();
        let words = words.strip_prefix(b"\"").and_then(|words| words.strip_suffix(b"\"")).unwrap_or(words);
        let start = self.position;
        self.position += rest.len() - inner.len() + close + 1;
        self.pragma(words, start);
    }

    /// What follows the word `pragma`; the current position is after it.
    fn pragma(&mut self, words: &[u8], start: usize) {
        self.pack_pragmas.read(words, self.tokens.len());
        if let Some(reason) = refusal(words) {
            self.error("unsupported", start, self.position, reason);
        }
    }

    // -----------------------------------------------------------------------------------------
    // Punctuators

    fn punctuator(&mut self, byte: u8) {
        use TokenKind::*;
        let start = self.position;
        let (second, third) = (self.byte_at(1), self.byte_at(2));
        let (kind, length) = match byte {
            b'(' => (LeftParen, 1),
            b')' => (RightParen, 1),
            b'{' => (LeftBrace, 1),
            b'}' => (RightBrace, 1),
            b'[' => (LeftBracket, 1),
            b']' => (RightBracket, 1),
            b';' => (Semicolon, 1),
            b',' => (Comma, 1),
            b'?' => (Question, 1),
            b'~' => (Tilde, 1),
            b':' if second == b'>' => (RightBracket, 2),
            b':' => (Colon, 1),
            b'.' if second == b'.' && third == b'.' => (Ellipsis, 3),
            b'.' => (Dot, 1),
            b'+' if second == b'+' => (PlusPlus, 2),
            b'+' if second == b'=' => (PlusEqual, 2),
            b'+' => (Plus, 1),
            b'-' if second == b'>' => (Arrow, 2),
            b'-' if second == b'-' => (MinusMinus, 2),
            b'-' if second == b'=' => (MinusEqual, 2),
            b'-' => (Minus, 1),
            b'*' if second == b'=' => (StarEqual, 2),
            b'*' => (Star, 1),
            b'/' if second == b'=' => (SlashEqual, 2),
            b'/' => (Slash, 1),
            b'%' if second == b'=' => (PercentEqual, 2),
            b'%' if second == b'>' => (RightBrace, 2),
            b'%' => (Percent, 1),
            b'&' if second == b'&' => (AmpersandAmpersand, 2),
            b'&' if second == b'=' => (AmpersandEqual, 2),
            b'&' => (Ampersand, 1),
            b'|' if second == b'|' => (PipePipe, 2),
            b'|' if second == b'=' => (PipeEqual, 2),
            b'|' => (Pipe, 1),
            b'^' if second == b'=' => (CaretEqual, 2),
            b'^' => (Caret, 1),
            b'!' if second == b'=' => (NotEqual, 2),
            b'!' => (Exclamation, 1),
            b'=' if second == b'=' => (EqualEqual, 2),
            b'=' => (Equal, 1),
            b'<' if second == b'<' && third == b'=' => (ShiftLeftEqual, 3),
            b'<' if second == b'<' => (ShiftLeft, 2),
            b'<' if second == b'=' => (LessEqual, 2),
            b'<' if second == b':' => (LeftBracket, 2),
            b'<' if second == b'%' => (LeftBrace, 2),
            b'<' => (Less, 1),
            b'>' if second == b'>' && third == b'=' => (ShiftRightEqual, 3),
            b'>' if second == b'>' => (ShiftRight, 2),
            b'>' if second == b'=' => (GreaterEqual, 2),
            b'>' => (Greater, 1),
            _ => {
                self.position += 1;
                let message = match byte {
                    b'#' => "a stray `#` in the middle of a line".to_owned(),
                    b'`' => "a stray backquote".to_owned(),
                    0x21..=0x7e => format!("a stray `{}`", byte as char),
                    _ => format!("a stray byte 0x{byte:02x}"),
                };
                return self.invalid(start, message);
            }
        };
        self.position += length;
        self.push(kind, start, Symbol(0));
    }
}

/// `u8'x'` is of C23 and harmless before it.
fn is_encoding_prefix(word: &[u8]) -> bool {
    matches!(word, b"L" | b"u" | b"U" | b"u8")
}

/// The position of the parenthesis that closes `_Pragma (`, in the text after it.
fn end_of_pragma_operator(inner: &[u8]) -> Option<usize> {
    let mut position = 0;
    let mut in_string = false;
    loop {
        match inner.get(position)? {
            b'\\' => position += 1,
            b'"' => in_string = !in_string,
            b')' if !in_string => return Some(position),
            b'\n' => return None,
            _ => {}
        }
        position += 1;
    }
}
