//! Exact linear integer arithmetic with divisibility (Presburger arithmetic).
//!
//! [`satisfiable`] decides conjunctions by the Omega test and is the last layer of the solver.
//! [`Set`] is a union of conjunctions with complement, projection and simplification; [`Bracket`] pairs an over- with
//! an under-approximation; [`Formula`] is the surface syntax with quantifiers.

mod affine;
mod bounds;
mod bracket;
mod budget;
mod coalesce;
mod conjunct;
mod constraint;
mod formula;
mod integer;
mod omega;
mod parse;
mod print;
mod project;
mod rows;
mod satisfiable;
mod set;
mod simplify;

pub use affine::{Affine, Variable};
pub use bracket::Bracket;
pub use budget::Budget;
pub use conjunct::Conjunct;
pub use constraint::{Constraint, Normal};
pub use formula::{Formula, Names};
pub use parse::ParseError;
pub use satisfiable::{Model, Satisfiability, satisfiable};
pub use set::Set;

#[cfg(test)]
mod paper_tests;
#[cfg(test)]
mod satisfiable_tests;
#[cfg(test)]
mod set_tests;
