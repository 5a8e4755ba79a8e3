//! Pure facts: terms over mathematical integers with machine widths, conjunctions of facts, and the layers that decide them.
//!
//! This crate knows nothing of C and nothing of heaps.
//! The term table, the limits, the statistics and the caches are one value, [`Solver`], that is passed explicitly.

pub mod answer;
pub mod broken;
mod explain;
pub mod fact;
pub mod facts;
pub mod fallback;
mod join;
mod layers;
pub mod model;
pub mod number;
pub mod operations;
pub mod parse;
pub mod presburger;
pub mod print;
mod project;
pub mod smtlib;
pub mod solver;
mod substitute;
pub mod term;
pub mod trace;

pub use answer::{Answer, Reason};
pub use fact::Fact;
pub use facts::{Facts, Range};
pub use model::Model;
pub use operations::Width;
pub use solver::{Layer, Limits, Solver, Statistics};
pub use term::{Atom, Term, TermTable};
