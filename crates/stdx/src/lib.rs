//! General-purpose data structures that know nothing about C: typed arenas, strings as numbers,
//! strongly connected components, work on several threads.

pub mod arena;
pub mod interner;
pub mod parallel;
pub mod scc;

pub use arena::{Arena, Id};
pub use interner::{Interner, Symbol};
