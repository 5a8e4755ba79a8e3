//! From preprocessed C text to a syntax tree.
//!
//! The tree says what the text says and nothing more: no types, no meaning. The parser knows just
//! enough of scopes to tell a typedef name from a variable.
//!
//! [`parse`] never fails as a whole: a declaration or function with a syntax error is reported and
//! left out, the rest of the file is in the tree. It recurses at most [`limits::MAX_DEPTH`]
//! constructs deep and wants a stack of [`limits::STACK_BYTES`] for that.

pub mod ast;
mod diagnostics;
pub mod dump;
mod lexer;
pub mod limits;
mod literal;
mod parser;
mod pragma;
mod scope;
mod splice;
mod token;

use ast::TranslationUnit;
use source::{Diagnostic, Span};

/// A tree of everything that could be understood, and messages about the rest.
#[derive(Debug)]
pub struct ParseResult {
    pub unit: TranslationUnit,
    /// In the order of the text. Empty if the file has no syntax error.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses one preprocessed file, whose text starts at `start_offset` in the source map.
pub fn parse(text: &[u8], start_offset: u32) -> ParseResult {
    let fits = u32::try_from(text.len()).is_ok_and(|length| start_offset.checked_add(length).is_some());
    if !fits {
        let message = "the text is too large: 4 GiB is the limit";
        let diagnostic = Diagnostic::error("syntax", Span::new(start_offset, start_offset), message);
        return ParseResult { unit: TranslationUnit::default(), diagnostics: vec![diagnostic] };
    }
    let source = splice::SplicedText::new(text, start_offset);
    let mut diagnostics = diagnostics::Diagnostics::default();
    let mut names = token::interner_with_keywords();
    let lexed = lexer::lex(&source, &mut names, &mut diagnostics);
    let (unit, diagnostics) = parser::parse(&source, lexed, names, diagnostics);
    ParseResult { unit, diagnostics: diagnostics.finish() }
}
