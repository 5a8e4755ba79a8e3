//! Answers and operations against the enumeration of a small world.

mod answers;
#[cfg(feature = "broken-rules")]
mod broken;
mod operations;
mod world;
