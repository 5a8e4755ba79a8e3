//! The text form of a module: printing then parsing is the identity.
//!
//! ```text
//! module LP64
//!
//! signature s0 (i64) -> i64 #51d0f8a2
//!
//! global internal @nil size 8 align 8 = zero                   !3..18
//!
//! function external @length s0 (%0: i64) !20..90 {
//!     variable %0 "list" t1 in register parameter              !31..35
//! b0:
//!     %1: i64 = copy 0i64                                      !40..45
//!     goto b1
//! b1:
//!     %2: i32 = compare.pointer %0 != 0i64                     !53..57
//!     branch %2, b2, b3                                        !53..57
//! b2:
//!     %0: i64 = load [%0]                                      !70..80
//!     %1: i64 = add.signed %1, 1i64                            !59..62
//!     goto b1
//! b3:
//!     return %1                                                !82..88
//! }
//!
//! type t0 = record "struct list" size 8 { "next" at 0: t1 }
//! type t1 = pointer t0
//! ```
//!
//! A register's scalar stands wherever the register is assigned. `!start..end` is a span; nothing
//! stands for [`Span::NONE`](source::Span::NONE). A comment goes from `;` to the end of the line.
//! After a register's number its name may follow (`%0.list`, `%4.&buffer` for the address of a
//! variable), which is for the reader and means nothing.
//!
//! The exact form has spans; the readable form has names beside registers and places as comments.
//! Both parse; the readable form lacks only the spans.

mod cursor;
mod float;
mod lexer;
mod parse;
mod parse_instruction;
mod print;
mod print_instruction;
mod words;

#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

pub use cursor::ParseError;
pub use parse::parse;
pub use print::Printer;

use crate::Module;
use source::SourceMap;
use std::fmt;

/// Prints the exact form.
pub fn print(module: &Module, out: &mut dyn fmt::Write) -> fmt::Result {
    Printer::exact(module).print(out)
}

/// Prints the form for readers.
pub fn print_readable(module: &Module, sources: &SourceMap, out: &mut dyn fmt::Write) -> fmt::Result {
    Printer::readable(module, sources).print(out)
}

impl fmt::Display for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(self, f)
    }
}
