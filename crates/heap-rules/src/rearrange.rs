//! Rearranging: exposing the cell that an instruction needs.

pub mod element;
mod materialise;
pub mod member;
pub mod normalise;
pub mod unfold;

pub use element::{expose_element, release_elements};
pub use member::{glimpse, note_member, overwrite};
pub use normalise::normalise;
pub use unfold::{unfold_first, unfold_last};
