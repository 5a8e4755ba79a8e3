//! Who calls whom.
//!
//! A call through a pointer may reach every function whose address is taken somewhere (in an operand
//! other than a direct callee, or in the initialiser of a global) and whose type fits the call. What
//! functions without a body do is unknown here: that `qsort` calls back is for its model to say.
//!
//! Calls through pointers of the same signature share one list of targets, so the graph stays
//! linear in the size of the program where a table of pairs would not.

mod address_taken;
mod fit;
mod graph;
mod output;

pub use address_taken::functions_with_taken_address;
pub use fit::may_call;
pub use graph::{CallGraph, Component};
pub use output::{print_dot, print_text};

#[cfg(test)]
mod tests;
