//! Analyses of one function: the shape of its control flow and the life of its registers.
//!
//! All are iterative, so that the depth of the code does not matter to the stack, and all take
//! time and space in proportion to what they look at and give back, or nearly so.

pub mod dominators;
pub mod flow_graph;
pub mod liveness;
pub mod loops;
pub mod reverse_postorder;
pub mod weak_order;

#[cfg(test)]
mod small_graphs;

pub use dominators::Dominators;
pub use flow_graph::FlowGraph;
pub use liveness::{Liveness, RegisterSet};
pub use loops::{Loop, LoopForest, LoopId};
pub use reverse_postorder::ReversePostorder;
pub use weak_order::{WeakItem, WeakTopologicalOrder};
