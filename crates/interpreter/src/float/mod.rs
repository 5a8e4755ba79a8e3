//! Floating point that the host does not have, and the way between binary and decimal.

pub mod decimal;
pub mod f80;

pub use f80::F80;
