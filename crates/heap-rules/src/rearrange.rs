//! Rearranging: exposing the cell that an instruction needs.

mod materialise;
pub mod normalise;
pub mod unfold;

pub use normalise::normalise;
pub use unfold::{unfold_first, unfold_last};
