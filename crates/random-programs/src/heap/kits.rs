//! Kinds of lists that need types and functions of their own.
//!
//! A kit has everything that programs of its kind consist of, written correctly. Its pieces are put
//! together like those of the other programs; see `Assembler::expand` for the notation.

mod callers;
mod data;
mod links;
mod moves;
mod order;
mod owners;
mod places;
mod trees;
mod words;

use super::templates::Template;

pub struct Kit {
    /// What its programs are called in a table of results.
    pub label: &'static str,
    /// The members of `struct node` may be in any order.
    pub types: Template,
    /// Declarations of the lists, global or local, with their initial values.
    pub state: Template,
    pub functions: Template,
    /// Declarations of the working variables, each on a line.
    pub locals: Template,
    pub make: &'static [Template],
    pub change: &'static [Template],
    pub free: &'static [Template],
}

/// All kits, by what is special about them.
pub const ALL: &[&[Kit]] = &[
    links::KITS,
    owners::KITS,
    places::KITS,
    data::KITS,
    order::KITS,
    trees::KITS,
    words::KITS,
    moves::KITS,
    callers::KITS,
];
