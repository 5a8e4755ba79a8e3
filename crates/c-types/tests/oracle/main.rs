//! The C compiler as judge: random types, constants and initialisers mean the same to both.
//!
//! `ORACLE_SEED` sets the seed. Without `gcc` there is nothing to compare with, and the tests say so.

mod compiler;
mod constants;
mod initializers;
mod layout;
mod random;
