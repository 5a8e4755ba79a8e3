//! One file for each command.

pub mod check;
pub mod check_build;
pub mod contracts;
pub mod explain;
pub mod harness;
pub mod init;
pub mod ir;
pub mod lsp;
pub mod manual;
pub mod open_counts;
pub mod open_questions;
pub mod plan;
pub mod repeat;
pub mod run;
pub mod svcomp;
pub mod trace;
