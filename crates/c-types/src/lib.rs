//! From the syntax tree to the typed tree: names, types, layout, constants.

pub mod typed;
pub mod types;
