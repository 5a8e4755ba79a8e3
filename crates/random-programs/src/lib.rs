//! Random C programs without undefined or unspecified behaviour.
//!
//! A program is a batch of *cases*. Each case computes with integers of all types, floating-point
//! numbers, arrays, structs, unions, bit-fields, pointers, loops, switches and calls, and prints a
//! checksum of every variable it had. Whoever executes C correctly prints the same lines, so the
//! interpreter can be compared with compiled code.
//!
//! How undefined behaviour is kept out: signed arithmetic goes through guards that test first (and
//! are themselves C under test); shift counts are masked; indices are reduced to the array's
//! length; every variable is initialised; loops count to a small bound that nothing else changes;
//! expressions have no side effects, so that no order of evaluation can be observed; calls inside
//! expressions are of functions that depend on their arguments alone.

mod expression;
mod heap;
mod helpers;
mod mutants;
mod open;
mod program;
mod random;
mod statement;
mod types;

pub use heap::{HIDDEN_LABEL, HeapProgram};
pub use mutants::mutant;
pub use open::{OpenCaller, OpenProgram};
pub use program::{Options, generate};
pub use random::Random;
