//! Programs written as IR text, executed and judged.

mod arithmetic;
mod choices;
mod common;
mod faults;
mod image;
mod leaks;
mod library;
mod provenance;
mod session;
