//! From the syntax tree to the typed tree: names, types, layout, constants.
//!
//! [`check`] accepts what GCC accepts without warnings turned on. An error is reported with its
//! place and loses only the function it is in.

mod big;
mod check;
mod compatibility;
pub mod constant;
mod display;
pub mod dump;
mod float;
mod kinds;
pub mod layout;
mod query;
pub mod typed;
pub mod types;

use c_syntax::ast;
use source::{DataModel, Diagnostic};

/// The typed tree of everything that could be understood, and messages about the rest.
#[derive(Debug)]
pub struct Checked {
    pub program: typed::Program,
    /// In the order in which they were found, which is that of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Gives names and expressions of one translation unit their meaning.
pub fn check(unit: ast::TranslationUnit, data_model: DataModel) -> Checked {
    check_for(unit, data_model, PlainChar::Signed)
}

/// Whether plain `char` has a sign, which every machine decides for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlainChar {
    Signed,
    Unsigned,
}

/// As [`check`], for a machine on which plain `char` may be unsigned.
pub fn check_for(unit: ast::TranslationUnit, data_model: DataModel, plain_char: PlainChar) -> Checked {
    check::check(unit, data_model, plain_char)
}
