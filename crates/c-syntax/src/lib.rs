//! From preprocessed C text to a syntax tree.
//!
//! The tree says what the text says and nothing more: no types, no meaning. The parser knows just
//! enough of scopes to tell a typedef name from a variable.

pub mod ast;
