//! Pure facts: terms over mathematical integers with machine widths, conjunctions of facts, and the layers that decide them.
//!
//! This crate knows nothing of C and nothing of heaps.
//! The term table, the limits, the statistics and the caches are one value, [`Solver`], that is passed explicitly.
//!
//! ```
//! use pure_logic::parse::{parse_fact, parse_facts};
//! use pure_logic::{Answer, Facts, Solver};
//!
//! let mut solver = Solver::new();
//! let known = parse_facts(&mut solver.terms, "size = 8*n && 0 <= i && i < n").unwrap();
//! let facts = Facts::from_facts(&mut solver, &known);
//! let inside = parse_fact(&mut solver.terms, "8*i + 8 <= size").unwrap();
//! assert_eq!(facts.proves(&mut solver, inside), Answer::Proved);
//! let too_far = parse_fact(&mut solver.terms, "8*i + 16 <= size").unwrap();
//! assert_eq!(facts.proves(&mut solver, too_far), Answer::Refuted);
//! ```

pub mod answer;
mod asked;
pub mod broken;
pub mod derivation;
mod explain;
pub mod fact;
pub mod facts;
pub mod fallback;
mod join;
mod layers;
mod limits;
pub mod model;
mod names;
pub mod number;
pub mod operations;
pub mod parse;
pub mod presburger;
pub mod print;
mod project;
pub mod smtlib;
pub mod solver;
mod substitute;
pub mod term;
pub mod trace;

pub use answer::{Answer, Reason};
pub use asked::AskedRules;
pub use fact::Fact;
pub use facts::{Facts, Range};
pub use join::Thresholds;
pub use model::Model;
pub use operations::Width;
pub use solver::{Layer, Limits, Solver, Statistics};
pub use term::{Atom, Term, TermTable};
