//! The interpreter: the executable meaning of the intermediate representation.
//!
//! It executes a program on concrete bytes, in blocks with a lifetime, and stops at the first error with
//! an explanation. Everything that C leaves open comes from the caller ([`Choices`]), so that a run can be
//! repeated exactly. The decisions about C's corner cases are listed in `docs/interpreter.md`.
//!
//! This crate does no input or output: the caller supplies the program's standard input and receives what
//! it writes.

pub mod broken;
pub mod choices;
pub mod fault;
pub mod options;

pub use broken::BrokenRule;
pub use choices::{
    ChoiceEntry, ChoiceKind, ChoiceLog, ChoiceRequest, Choices, ListedChoices, SeededChoices, Zeroes,
};
pub use fault::{CallSite, Event, Fault, FaultClass, FaultKind, FaultSet, NamedValue};
pub use options::{
    Exit, Limits, Options, OutputSink, Policies, RunResult, Statistics, Stream, UninitialisedContents,
};
