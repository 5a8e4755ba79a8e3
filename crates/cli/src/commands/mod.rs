//! One file for each command.

pub mod explain;
pub mod ir;
pub mod run;
pub mod svcomp;
pub mod trace;
