//! Walking over the text of a state: words and symbols of its own, and the extents of the terms
//! and facts between them.

use crate::print::{KEYWORDS, is_name_character};
use pure_logic::parse::ParseError;
use std::ops::Range;

pub(super) struct Scanner<'a> {
    text: &'a str,
    /// INVARIANT: at the start of a character that is no white space, or at the end.
    position: usize,
}

/// What ends a term that is not inside parentheses or brackets.
const AFTER_TERM: [&str; 13] = [",", "}", ")", "]", ";", ":", "?", "{", "..", "->", "~>", ">=", "&&"];

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        let mut scanner = Scanner { text, position: 0 };
        scanner.advance(0);
        scanner
    }

    pub fn position(&self) -> usize {
        self.position
    }

    pub fn slice(&self, extent: &Range<usize>) -> &'a str {
        &self.text[extent.clone()]
    }

    pub fn fail<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        Err(ParseError { position: self.position, message: message.into() })
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn advance(&mut self, length: usize) {
        self.position += length;
        let rest = self.rest();
        self.position += rest.len() - rest.trim_start().len();
    }

    pub fn is_at(&self, symbol: &str) -> bool {
        self.rest().starts_with(symbol)
    }

    pub fn eat(&mut self, symbol: &str) -> bool {
        let found = self.is_at(symbol);
        if found {
            self.advance(symbol.len());
        }
        found
    }

    pub fn expect(&mut self, symbol: &str) -> Result<(), ParseError> {
        if self.eat(symbol) { Ok(()) } else { self.fail(format!("expected `{symbol}`")) }
    }

    pub fn expect_end(&self) -> Result<(), ParseError> {
        if self.rest().is_empty() { Ok(()) } else { self.fail("expected the end") }
    }

    fn word(&self) -> &'a str {
        let rest = self.rest();
        &rest[..word_length(rest)]
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        if found {
            self.advance(word.len());
        }
        found
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), ParseError> {
        if self.eat_word(word) { Ok(()) } else { self.fail(format!("expected `{word}`")) }
    }

    pub fn number(&mut self) -> Result<u64, ParseError> {
        let rest = self.rest();
        let length = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        match rest[..length].parse() {
            Ok(number) => {
                self.advance(length);
                Ok(number)
            }
            Err(_) => self.fail("expected a number below 2^64"),
        }
    }

    /// A number below 2^64, perhaps negated.
    pub fn integer(&mut self) -> Result<i128, ParseError> {
        let is_negative = self.eat("-");
        let magnitude = i128::from(self.number()?);
        Ok(if is_negative { -magnitude } else { magnitude })
    }

    pub fn signed_number(&mut self) -> Result<i64, ParseError> {
        let position = self.position;
        i64::try_from(self.integer()?)
            .map_err(|_| ParseError { position, message: "expected a number of 64 bits".into() })
    }

    /// A hexadecimal mask after `0x`, if there is one.
    pub fn optional_mask(&mut self) -> Result<Option<u128>, ParseError> {
        let Some(digits) = self.rest().strip_prefix("0x") else { return Ok(None) };
        let length = digits.find(|character: char| !character.is_ascii_hexdigit()).unwrap_or(digits.len());
        match u128::from_str_radix(&digits[..length], 16) {
            Ok(mask) => {
                self.advance(2 + length);
                Ok(Some(mask))
            }
            Err(_) => self.fail("expected a mask of at most 128 bits"),
        }
    }

    /// Whether a part that is not a fact begins here.
    pub fn is_at_part(&self) -> bool {
        KEYWORDS.contains(&self.word())
    }

    /// The term that begins here, up to what ends it.
    pub fn term_extent(&mut self) -> Range<usize> {
        self.extent(|rest| AFTER_TERM.iter().any(|symbol| rest.starts_with(symbol)))
    }

    /// The facts that begin here, up to the `&&` before a part that is not a fact.
    pub fn facts_extent(&mut self) -> Range<usize> {
        self.extent(|rest| {
            rest.strip_prefix("&&").is_some_and(|after| {
                let after = after.trim_start();
                KEYWORDS.contains(&&after[..word_length(after)])
            })
        })
    }

    /// Moves past a stretch of balanced text, up to where `ends` holds outside of all parentheses
    /// and names, and returns the stretch.
    fn extent(&mut self, ends: impl Fn(&str) -> bool) -> Range<usize> {
        let start = self.position;
        let mut depth = 0u32;
        let mut at = start;
        while let Some(character) = self.text[at..].chars().next() {
            let rest = &self.text[at..];
            if depth == 0 && ends(rest) {
                break;
            }
            at += match character {
                '(' | '[' => {
                    depth += 1;
                    1
                }
                ')' | ']' => {
                    depth = depth.saturating_sub(1);
                    1
                }
                '`' => rest[1..].find('`').map_or(rest.len(), |length| length + 2),
                _ => match word_length(rest) {
                    0 => character.len_utf8(),
                    length => length,
                },
            };
        }
        self.position = at;
        self.advance(0);
        let length = self.text[start..at].trim_end().len();
        start..start + length
    }
}

/// The length of the name that the text begins with; zero if it begins with something else.
fn word_length(text: &str) -> usize {
    let begins = text.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_');
    if !begins {
        return 0;
    }
    text.find(|character| !is_name_character(character)).unwrap_or(text.len())
}
