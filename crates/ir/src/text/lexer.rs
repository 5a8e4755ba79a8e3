//! The text form as a list of tokens.

/// A token is a kind and a range of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) start: u32,
    pub(super) end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// `load.volatile`, `b3`, `i64`
    Word,
    /// `@name` or `@"any text"`
    Symbol,
    /// `%3` or `%3.name`
    Register,
    /// `12`, `-5i32`, `+8`, `1e300f64`; its end is where letters and digits end
    Number,
    /// `"text"`
    String,
    /// `x"0a0b"`
    Hexadecimal,
    /// `!12..34`
    Span,
    /// `#51d0`
    Fingerprint,
    Punctuation,
    /// The end of the text; always the last token.
    End,
}

/// What is wrong, and at which offset.
pub(super) struct LexicalError {
    pub(super) offset: usize,
    pub(super) message: &'static str,
}

/// A byte that a name may consist of without being quoted.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// A sign comes after those it is the beginning of.
const PUNCTUATION: [&str; 20] = [
    "...", "..=", "==", "!=", "<=", ">=", "->", "<", ">", "=", "(", ")", "{", "}", "[", "]", ",", ":", "*",
    "/",
];

/// Cuts the text into tokens; spaces and comments are dropped.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, LexicalError> {
    let bytes = text.as_bytes();
    if u32::try_from(bytes.len()).is_err() {
        return Err(LexicalError { offset: 0, message: "the text is longer than 4 GiB" });
    }
    let mut tokens = Vec::with_capacity(bytes.len() / 6);
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        if byte.is_ascii_whitespace() {
            position += 1;
            continue;
        }
        if byte == b';' {
            position = run(bytes, position, |byte| byte != b'\n');
            continue;
        }
        let (kind, end) = token(bytes, position)?;
        tokens.push(Token { kind, start: position as u32, end: end as u32 });
        position = end;
    }
    tokens.push(Token { kind: TokenKind::End, start: bytes.len() as u32, end: bytes.len() as u32 });
    Ok(tokens)
}

/// The kind and the end of the token that starts here.
fn token(bytes: &[u8], start: usize) -> Result<(TokenKind, usize), LexicalError> {
    let next = bytes.get(start + 1).copied().unwrap_or(0);
    match bytes[start] {
        b'x' if next == b'"' => Ok((TokenKind::Hexadecimal, string(bytes, start + 1)?)),
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => Ok((TokenKind::Word, run(bytes, start, is_name_byte))),
        b'@' if next == b'"' => Ok((TokenKind::Symbol, string(bytes, start + 1)?)),
        b'@' => Ok((TokenKind::Symbol, run(bytes, start + 1, is_name_byte))),
        b'%' if next.is_ascii_digit() => {
            let digits = run(bytes, start + 1, |byte| byte.is_ascii_digit());
            let end = match &bytes[digits..] {
                [b'.', b'&', ..] => run(bytes, digits + 2, is_name_byte),
                [b'.', ..] => run(bytes, digits + 1, is_name_byte),
                _ => digits,
            };
            Ok((TokenKind::Register, end))
        }
        b'"' => Ok((TokenKind::String, string(bytes, start)?)),
        b'0'..=b'9' => Ok((TokenKind::Number, number(bytes, start))),
        b'+' | b'-' if next.is_ascii_digit() => Ok((TokenKind::Number, number(bytes, start + 1))),
        b'#' => Ok((TokenKind::Fingerprint, run(bytes, start + 1, |byte| byte.is_ascii_hexdigit()))),
        b'!' if next.is_ascii_digit() => {
            let end = run(bytes, start + 1, |byte| byte.is_ascii_digit() || byte == b'.');
            Ok((TokenKind::Span, end))
        }
        _ => PUNCTUATION
            .iter()
            .find(|sign| bytes[start..].starts_with(sign.as_bytes()))
            .map(|sign| (TokenKind::Punctuation, start + sign.len()))
            .ok_or(LexicalError { offset: start, message: "this character has no meaning here" }),
    }
}

fn run(bytes: &[u8], start: usize, belongs: impl Fn(u8) -> bool) -> usize {
    bytes[start..].iter().position(|&byte| !belongs(byte)).map_or(bytes.len(), |length| start + length)
}

/// The end of a number that starts with a digit here.
fn number(bytes: &[u8], start: usize) -> usize {
    let mut position = start;
    while let Some(&byte) = bytes.get(position) {
        let next_is_digit = bytes.get(position + 1).is_some_and(u8::is_ascii_digit);
        let belongs = match byte {
            b'.' => next_is_digit,
            b'-' | b'+' => next_is_digit && bytes[position - 1] == b'e',
            _ => byte.is_ascii_alphanumeric(),
        };
        if !belongs {
            break;
        }
        position += 1;
    }
    position
}

/// The end of the string whose opening quote is here.
fn string(bytes: &[u8], quote: usize) -> Result<usize, LexicalError> {
    let mut position = quote + 1;
    loop {
        match bytes.get(position) {
            Some(b'"') => return Ok(position + 1),
            Some(b'\\') => position += 2,
            Some(b'\n') | None => {
                return Err(LexicalError { offset: quote, message: "this string has no end" });
            }
            Some(_) => position += 1,
        }
    }
}
