//! Answers and operations against the enumeration of a small world.

mod answers;
mod operations;
mod world;
