//! Explores the executions of a whole program and says what it found.
//!
//! Two searches share one engine. The *hunt* follows executions exactly, breadth first, within a
//! budget: what it finds is replayed in the interpreter. The *proof* folds and joins states at
//! loop heads, so that it ends, and looks up calls in a table of contracts: what it does not find
//! cannot happen.

mod branching;
mod chunk_walks;
mod comparisons;
mod constants_of_words;
pub mod contracts;
pub mod disjuncts;
mod executions;
pub mod explorer;
pub mod fewer_choices;
mod field_strides;
mod finding;
pub mod footprint;
pub mod function_info;
mod guided_runs;
mod input_words;
mod inquiry;
pub mod invariants;
mod limits;
mod linked_records;
pub mod more_errors;
pub mod open;
pub mod program;
pub mod proof;
pub mod random_runs;
mod reductions;
pub mod replay;
mod search;
pub mod story;
pub mod thread;
mod thresholds;
pub mod tidy;
pub mod verdict;
pub mod whole_program;

pub use explorer::{Explorer, Limits, Mode, Report};
pub use finding::{CallOnPath, Finding};
pub use proof::{LoopHead, Proof, prove, prove_and_tell_rules};
pub use replay::{Replay, replay};
pub use story::{Episode, Happening};
pub use verdict::{Answer, Effort, Knowledge, Request, SearchEffort, Verdict, check};
