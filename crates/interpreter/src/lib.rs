//! The interpreter: the executable meaning of the intermediate representation.
//!
//! It executes a program on concrete bytes, in blocks with a lifetime, and stops at the first error with
//! an explanation. Everything that C leaves open comes from the caller ([`Choices`]), so that a run can be
//! repeated exactly. The decisions about C's corner cases are listed in `docs/interpreter.md`.
//!
//! This crate does no input or output: the caller supplies the program's standard input and receives what
//! it writes.

mod arithmetic;
pub mod broken;
mod calls;
pub mod choices;
mod code;
mod decode;
mod execute;
mod extra;
pub mod fault;
pub mod float;
mod freedom;
mod heap_shape;
mod image;
mod leaks;
mod library;
mod liveness;
mod machine;
mod memory;
mod native;
mod observer;
pub mod options;
mod run;
mod session;
mod value;

pub use broken::BrokenRule;
pub use choices::{
    ChoiceEntry, ChoiceKind, ChoiceLog, ChoiceRequest, Choices, ListedChoices, SeededChoices, Zeroes,
};
pub use fault::{CallSite, Event, Fault, FaultClass, FaultKind, FaultSet, NamedValue, Subject};
pub use freedom::FreedomWatch;
pub use heap_shape::HeapLook;
pub use image::Image;
pub use library::is_modelled;
pub use machine::Machine;
pub use memory::BlockKind;
pub use observer::{Control, NoObserver, Observer};
pub use options::{
    Exit, Limits, Options, OutputSink, Policies, RunResult, Statistics, Stream, UninitialisedContents,
};
pub use run::{run_image, run_main, run_main_observed};
pub use session::{BlockView, FunctionOutcome, Place};
pub use value::{Provenance, Value, WideValue};
