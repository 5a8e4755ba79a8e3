//! Rearranging: exposing the cell that an instruction needs.

pub mod normalise;
pub mod unfold;

pub use normalise::normalise;
pub use unfold::{unfold_first, unfold_last};
