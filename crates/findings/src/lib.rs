//! The results of an analysis as data: findings with their stories, functions with their contracts.
//!
//! Whoever shows results (text, SARIF, JSON, JUnit, a web page, an editor) reads a [`Report`] and
//! nothing else, so all of them tell the same. Nothing here knows how results are found or shown.

pub mod baseline;
pub mod cwe;
mod finding;
mod fingerprint;
pub mod formula;
pub mod picture;
mod report;
pub mod suppression;

pub use baseline::Baseline;
pub use finding::{
    Certainty, Event, EventKind, Finding, Frame, Level, Location, NamedValue, Suppression, SuppressionKind,
};
pub use fingerprint::Fingerprints;
pub use formula::{Assertion, Formula};
pub use report::{
    Answer, ConditionalError, Contract, FunctionResult, OpenQuestion, Outcome, ProgramResult, Report, Tool,
};
