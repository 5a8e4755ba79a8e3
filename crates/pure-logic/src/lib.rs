//! Pure facts: terms over mathematical integers with machine widths, conjunctions of facts, and the layers that decide them.
//!
//! This crate knows nothing of C and nothing of heaps.
//! The term table, the limits, the statistics and the caches are one value, [`Solver`], that is passed explicitly.

pub mod answer;
pub mod broken;
pub mod fact;
pub mod number;
pub mod operations;
pub mod term;
pub mod presburger;
