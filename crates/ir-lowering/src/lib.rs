//! From the typed tree to the intermediate representation: structured statements become basic
//! blocks, scopes become lifetimes, types become sizes.
//!
//! What C leaves open is settled here; `docs/lowering.md` lists the choices.

mod aggregate;
mod arithmetic;
mod asm;
mod assign;
mod builtin;
mod call;
mod condition;
mod debug_types;
mod effects;
mod expression;
mod function;
mod image;
mod initialize;
mod library;
mod module;
mod padding;
mod place;
mod promises;
mod scope;
mod shape;
mod signatures;
mod simplify;
mod statement;
mod static_data;
mod switch;
mod unordered;

use c_types::typed::Program;

/// Lowers a program. Functions with errors get a body that says so.
pub fn lower(program: &Program) -> ir::Module {
    module::lower(program)
}
