//! C files that say what is to be found in them.
//!
//! A test program declares in comments what the tool reports about it. [`parse`] reads the
//! comments, [`check`] compares them with what was reported, [`rewrite`] brings them up to date,
//! and a [`Score`] counts what the suite as a whole finds, misses and gets wrong.
//!
//! No program is run for that: the caller turns it into an [`Observed`] however it likes.
//! [`tools`] says which tools of others are there to compare with.
//! The syntax of the comments is described in CONTRIBUTING.md.

mod contracts;
mod directives;
mod expectation;
mod matcher;
mod observed;
mod rewrite;
mod score;
pub mod tools;

pub use contracts::{ContractExpectation, Strength};
pub use directives::Directives;
pub use expectation::{Expectation, ExpectationKind, Place, TestProgram, parse};
pub use matcher::{Mismatch, check};
pub use observed::{Certainty, Finding, FormulaJudge, InferredContract, NoFormulas, Observed, TraceStep};
pub use rewrite::rewrite;
pub use score::Score;
