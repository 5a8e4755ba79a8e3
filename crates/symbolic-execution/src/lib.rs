//! Executes instructions on symbolic states.
//!
//! Code here is written as if a state always knew enough: where it does not, an operation returns
//! an [`Interrupt`] that says what is missing (a case split, an unfolding, a condition that must
//! hold), and [`step`] supplies it and executes the instruction again on each resulting state.

pub mod arguments;
pub mod arithmetic;
pub mod bits;
pub mod compare;
pub mod configuration;
pub mod context;
pub mod foreign;
pub mod instruction;
pub mod library;
mod limits;
pub mod memory;
mod origins;
pub mod outcome;
pub mod path;
mod products;
pub mod reason;
pub mod start;
pub mod stop;
pub mod told;
pub mod totals;
pub mod transfer;
mod unread;
pub mod variadic;

pub use configuration::Configuration;
pub use context::{Context, Options, Run};
pub use instruction::step;
pub use outcome::{Fault, GaveUp, Interrupt, Missing, Outcome, Step, Wanted};
pub use path::{Event, Path, ReadPiece};
pub use reason::Reason;
pub use stop::{Stop, StopReason, StopSignal};
