//! C files that say what is to be found in them.
//!
//! A test program declares in comments what the tool reports about it. [`parse`] reads the
//! comments, [`check`] compares them with what was reported, [`rewrite`] brings them up to date,
//! and a [`Score`] counts what the suite as a whole finds, misses and gets wrong.
//!
//! Nothing here runs anything: the caller turns a program into an [`Observed`] however it likes.
//! The syntax of the comments is described in CONTRIBUTING.md.

mod contracts;
mod directives;
mod expectation;
mod matcher;
mod observed;
mod rewrite;
mod score;

pub use contracts::{ContractExpectation, Strength};
pub use directives::Directives;
pub use expectation::{Expectation, ExpectationKind, Place, TestProgram, parse};
pub use matcher::{Mismatch, check};
pub use observed::{Certainty, Finding, FormulaJudge, InferredContract, NoFormulas, Observed, TraceStep};
pub use rewrite::rewrite;
pub use score::Score;
