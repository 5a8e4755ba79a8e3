//! Recursive descent, with precedence climbing for binary operators.
//!
//! A function that parses a construct returns [`Failed`] after it has reported what is wrong; the
//! error then travels up to the next place that can recover: the function body or the item at
//! file scope (`items.rs`).

mod arithmetic;
mod asm;
mod attributes;
mod declarators;
mod expressions;
mod initializers;
mod items;
mod operands;
mod records;
mod specifiers;
mod statements;

use crate::ast::*;
use crate::diagnostics::Diagnostics;
use crate::lexer::Lexed;
use crate::limits::MAX_DEPTH;
use crate::pragma::PackPragmas;
use crate::scope::Scopes;
use crate::splice::SplicedText;
use crate::token::{Token, TokenKind};
use source::{Diagnostic, Span};
use stdx::{Interner, Symbol};

/// A construct could not be parsed; a message says why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failed;

pub(crate) type Parse<T> = Result<T, Failed>;

pub fn parse(
    source: &SplicedText<'_>,
    lexed: Lexed,
    names: Interner,
    diagnostics: Diagnostics,
) -> (TranslationUnit, Diagnostics) {
    let mut parser = Parser {
        source,
        tokens: lexed.tokens,
        pack_pragmas: lexed.pack_pragmas,
        position: 0,
        unit: TranslationUnit { names, ..TranslationUnit::default() },
        scopes: Scopes::default(),
        diagnostics,
        depth: 0,
        height: 0,
        unbalanced: 0,
    };
    parser.translation_unit();
    (parser.unit, parser.diagnostics)
}

struct Parser<'a> {
    source: &'a SplicedText<'a>,
    /// INVARIANT: not empty; the last token, and only that, is the end of the file.
    tokens: Vec<Token>,
    pack_pragmas: PackPragmas,
    /// INVARIANT: less than the number of tokens.
    position: usize,
    unit: TranslationUnit,
    scopes: Scopes,
    diagnostics: Diagnostics,
    /// How many nested constructs are being parsed.
    depth: u32,
    /// The height of the tallest tree built inside the innermost construct so far.
    height: u32,
    /// How often recovery met braces that are never closed.
    unbalanced: usize,
}

impl Parser<'_> {
    // -----------------------------------------------------------------------------------------
    // Tokens

    #[inline]
    fn peek(&self) -> TokenKind {
        self.tokens[self.position].kind
    }

    /// The kind of the token `distance` after the current one.
    #[inline]
    fn peek_at(&self, distance: usize) -> TokenKind {
        self.tokens.get(self.position + distance).map_or(TokenKind::EndOfFile, |token| token.kind)
    }

    #[inline]
    fn token(&self) -> Token {
        self.tokens[self.position]
    }

    /// Goes on to the next token, but never beyond the end of the file.
    #[inline]
    fn advance(&mut self) -> Token {
        let token = self.tokens[self.position];
        if token.kind != TokenKind::EndOfFile {
            self.position += 1;
        }
        token
    }

    /// Takes the token if it is of this kind.
    #[inline]
    fn accept(&mut self, kind: TokenKind) -> bool {
        let is_kind = self.peek() == kind;
        if is_kind {
            self.advance();
        }
        is_kind
    }

    /// Takes a token of this kind or fails; `context` completes "expected `;` …".
    #[inline]
    fn expect(&mut self, kind: TokenKind, context: &str) -> Parse<Token> {
        if self.peek() == kind {
            return Ok(self.advance());
        }
        Err(self.missing(kind, context))
    }

    fn expect_name(&mut self, context: &str) -> Parse<(Symbol, Span)> {
        if self.peek() == TokenKind::Identifier {
            let token = self.advance();
            return Ok((token.symbol, self.span_of(token)));
        }
        Err(self.unexpected(&format!("the name {context}")))
    }

    fn text_of(&self, token: Token) -> &[u8] {
        &self.source.text[token.start as usize..token.end as usize]
    }

    // -----------------------------------------------------------------------------------------
    // Places

    #[inline]
    fn span_of(&self, token: Token) -> Span {
        self.source.span(token.start, token.end)
    }

    #[inline]
    fn span(&self) -> Span {
        self.span_of(self.token())
    }

    /// The span of the token before the current one.
    #[inline]
    fn previous_span(&self) -> Span {
        match self.position.checked_sub(1) {
            Some(previous) => self.span_of(self.tokens[previous]),
            None => self.span().at_start(),
        }
    }

    fn previous_kind(&self) -> Option<TokenKind> {
        self.position.checked_sub(1).map(|previous| self.tokens[previous].kind)
    }

    /// From the start of `start` to the end of the previous token.
    #[inline]
    fn span_from(&self, start: Span) -> Span {
        start.to(self.previous_span())
    }

    // -----------------------------------------------------------------------------------------
    // Messages

    fn error(&mut self, span: Span, message: impl Into<String>) -> Failed {
        self.diagnostics.push(Diagnostic::error("syntax", span, message));
        Failed
    }

    /// Reports that something else was expected at the current token.
    fn unexpected(&mut self, expected: &str) -> Failed {
        let span = self.span();
        // The lexer has reported an invalid token already.
        if self.peek() != TokenKind::Invalid {
            let found = self.describe(self.token());
            self.error(span, format!("expected {expected}, found {found}"));
        }
        Failed
    }

    /// Reports a missing token where it ought to be: right after the one before.
    fn missing(&mut self, kind: TokenKind, context: &str) -> Failed {
        let found = self.token();
        if found.kind != TokenKind::Invalid {
            let (expected, found_text) = (kind.description(), self.describe(found));
            let message = format!("expected {expected} {context}, found {found_text}");
            let mut diagnostic = Diagnostic::error("syntax", self.previous_span(), message);
            if found.kind != TokenKind::EndOfFile {
                diagnostic = diagnostic.with_label(self.span_of(found), format!("{found_text} stands here"));
            }
            self.diagnostics.push(diagnostic);
        }
        Failed
    }

    fn describe(&self, token: Token) -> String {
        match token.kind {
            TokenKind::EndOfFile => "the end of the file".to_owned(),
            TokenKind::String => "a string literal".to_owned(),
            _ => {
                let text = String::from_utf8_lossy(self.text_of(token));
                let shown: String = text.chars().take(40).collect();
                let ellipsis = if shown.len() < text.len() { "…" } else { "" };
                format!("`{shown}{ellipsis}`")
            }
        }
    }

    // -----------------------------------------------------------------------------------------
    // Depth

    /// Parses a construct that lies inside another one, unless that is too deep.
    #[inline]
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer_height = std::mem::replace(&mut self.height, 0);
        self.depth += 1;
        let result = if self.depth > MAX_DEPTH { Err(self.too_deep()) } else { parse(self) };
        self.depth -= 1;
        self.height = outer_height.max(self.height + 1);
        result
    }

    /// Parses a chain such as `a + b + c`, in which [`Parser::grow`] counts the links.
    #[inline]
    fn chain<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        let outer_height = std::mem::replace(&mut self.height, 0);
        let result = parse(self);
        self.height = outer_height.max(self.height);
        result
    }

    /// Everything built in this chain so far is now one level below a new node.
    #[inline]
    fn grow(&mut self) -> Parse<()> {
        self.height += 1;
        if self.depth + self.height > MAX_DEPTH {
            return Err(self.too_deep());
        }
        Ok(())
    }

    fn too_deep(&mut self) -> Failed {
        let message = format!("this is nested too deeply: {MAX_DEPTH} levels are the limit");
        self.diagnostics.push(Diagnostic::error("too-deep", self.span(), message));
        Failed
    }

    // -----------------------------------------------------------------------------------------
    // Names

    fn push_expr(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.unit.exprs.push(Expr { kind, span })
    }

    /// After an opening bracket: goes behind the bracket that closes it, or to the end of the file.
    fn skip_to_closing_bracket(&mut self) {
        let mut open = 1u32;
        while self.peek() != TokenKind::EndOfFile {
            match self.advance().kind {
                TokenKind::LeftParen | TokenKind::LeftBracket | TokenKind::LeftBrace => open += 1,
                TokenKind::RightParen | TokenKind::RightBracket | TokenKind::RightBrace => {
                    open -= 1;
                    if open == 0 {
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}
