//! General-purpose data structures that know nothing about C: typed arenas, strings as numbers,
//! strongly connected components.

pub mod arena;
pub mod interner;
pub mod scc;

pub use arena::{Arena, Id};
pub use interner::{Interner, Symbol};
