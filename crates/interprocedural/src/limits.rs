//! All limits that steer the analysis of programs and of open code: what each of them bounds, and what happens when it is reached.
//!
//! They are counted in steps and things, never in seconds, so that answers are the same on every machine.
//! Facts about the language and about layouts are no limits, and stand where they are used.

mod callers;
mod executions;
mod exploration;
mod open_code;
mod searches;

pub(crate) use callers::*;
pub(crate) use executions::*;
pub(crate) use exploration::*;
pub(crate) use open_code::*;
pub(crate) use searches::*;
