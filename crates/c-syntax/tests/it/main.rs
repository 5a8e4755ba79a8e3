//! The parser from outside: text in, tree and messages out.

mod bad_input;
mod fuzz_smoke;
mod limits;
mod probes;
mod support;
mod trees;
