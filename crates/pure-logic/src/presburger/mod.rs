//! Exact linear integer arithmetic with divisibility (Presburger arithmetic).
//!
//! [`satisfiable`] decides conjunctions by the Omega test and is the last layer of the solver.

mod affine;
mod bounds;
mod budget;
mod constraint;
mod integer;
mod omega;
mod rows;
mod satisfiable;

pub use affine::{Affine, Variable};
pub use budget::{Budget, DEFAULT_STEPS};
pub use constraint::{Constraint, Normal};
pub use satisfiable::{Model, Satisfiability, satisfiable};

#[cfg(test)]
mod satisfiable_tests;
