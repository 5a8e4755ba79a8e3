//! All limits that steer the solver: what each of them bounds, and what happens when it is reached.
//!
//! They are counted in steps and things, never in seconds, so that answers are the same on every machine.
//! Facts about the language and about layouts are no limits, and stand where they are used.

// Terms.

/// The deepest nesting of atoms; deeper terms become opaque, so that recursion over terms is bounded.
pub(crate) const DEPTH_OF_TERMS: u16 = 48;

/// The largest number of atoms in a term counted as a tree; larger terms become opaque, so that walks over them are
/// short.
pub(crate) const SIZE_OF_TERMS: u32 = 20_000;

/// The longest linear form; longer ones become opaque.
pub(crate) const SUMMANDS_OF_A_TERM: usize = 4096;

/// The largest number of terms or atoms in a table; beyond it all terms are the same opaque one, of which nothing
/// is known.
pub(crate) const TERMS_OF_A_TABLE: usize = 1 << 30;

// Formulas as text.

/// Formulas that are nested deeper are refused.
pub(crate) const NESTING_OF_FORMULAS: u32 = 200;

/// A formula with more clauses after distributing disjunctions over conjunctions is refused.
pub(crate) const CLAUSES_OF_A_FORMULA: usize = 4096;

/// Sets that are nested deeper are refused.
pub(crate) const NESTING_OF_SETS: usize = 100;

// Facts.

/// So many facts of a state are few: going through them is not counted as work.
pub(crate) const FEW_FACTS: u64 = 256;

/// Fewer facts than this are solved again when some are left out: that takes less time than to find out which of
/// them have to be.
pub(crate) const FACTS_SOLVED_AGAIN: usize = 400;

/// So many models of a state are kept to refute goals with; further ones are not.
pub(crate) const MODELS_KEPT: usize = 4;

/// So many models of each side are handed on to what follows from both; with none, one is searched for when a goal asks for it.
pub(crate) const MODELS_OF_ONE_SIDE: usize = 1;

/// So many values at the ends of a range are compared with those that disequalities exclude; further ends are not
/// tightened.
pub(crate) const EXCLUDED_ENDS: usize = 4;

/// So many consequences are drawn from one fact; the rest is left to the exact layer.
pub(crate) const CONSEQUENCES_OF_A_FACT: u32 = 20_000;

/// So often a disjunction is examined while one fact is assumed; the rest is left to the exact layer.
pub(crate) const ROUNDS_OF_A_DISJUNCTION: u32 = 4;

/// So many entries of a list are looked at one by one; longer lists get an index.
pub(crate) const ENTRIES_WITHOUT_AN_INDEX: usize = 12;

/// The deepest nesting of case splits; what needs deeper ones is not known.
pub(crate) const CASES_IN_CASES: u32 = 48;

/// Fewer difference bounds than this exact arithmetic takes as they are; of more, those between names that are
/// kept.
pub(crate) const SMALL_GRAPH: usize = 12;

/// An unknown with more combinations of lower and upper bounds than this is dropped with all its bounds.
pub(crate) const COMBINATIONS_OF_BOUNDS: usize = 256;

/// More constraints than this are not combined: the unknown is dropped with all its bounds.
pub(crate) const CONSTRAINTS_COMBINED: usize = 2_000;

// Derivations.

/// So many steps of a derivation are kept, the first ones; of further ones only the number is told.
pub(crate) const STEPS_OF_A_DERIVATION: usize = 20_000;

// Questions to the solver, unless its user says otherwise.

/// So many steps of exact arithmetic one question may take; then it is not answered.
pub(crate) const STEPS_OF_A_QUESTION: u64 = 400_000;

/// So many cases one question may distinguish; then it is not answered.
pub(crate) const SPLITS_OF_A_QUESTION: u32 = 400;

/// So many steps one search for a path of difference bounds may take; then it has found none.
pub(crate) const STEPS_OF_A_PATH: u32 = 4_000;

/// So many answers are kept; then all of them are forgotten.
pub(crate) const ANSWERS_KEPT: usize = 1 << 16;

// Joins of facts.

/// Equations over more unknowns than this are not joined exactly, but only as far as both sides state them.
pub(crate) const UNKNOWNS_OF_AN_EXACT_JOIN: usize = 40;

/// So many variables that changed are compared with others; how further ones relate is forgotten.
pub(crate) const CHANGED_VARIABLES: usize = 24;

/// So many variables are compared with those that changed.
pub(crate) const COMPARED_VARIABLES: usize = 48;

/// Two variables that are further apart than this are not close: that their difference is bounded says no more than
/// that each of them is, and is forgotten.
pub(crate) const CLOSE_VARIABLES: i128 = 1 << 30;

/// So many variables are looked at as those with whose steps bounds may move.
pub(crate) const STEPPING_VARIABLES: usize = 4;

/// A bound that moves faster than this, while a variable goes on by one, has nothing to do with it.
pub(crate) const SLOPE_OF_A_BOUND: i128 = 64;

/// Bounds that are further apart than this are not told by where they lie relative to each other.
pub(crate) const NEAR_BOUNDS: i128 = 64;

// Exact arithmetic.

/// The steps a question gets when nobody says otherwise; then it is not answered.
pub(crate) const STEPS_OF_EXACT_ARITHMETIC: u64 = 1_000_000;

/// So often all rows are visited to tighten bounds; then they stay as they are.
pub(crate) const ROUNDS_OF_BOUNDS: usize = 3;

/// Unions of more conjuncts than this are left as they are.
pub(crate) const CONJUNCTS_COALESCED: usize = 60;

/// Remainders modulo at most this are tried one by one when conjuncts are united; larger ones are not.
pub(crate) const MODULUS_OF_REMAINDERS: i128 = 8;

/// Numbers beyond this length mean that an elimination has exploded: the question is not answered.
pub(crate) const BITS_OF_A_NUMBER: u64 = 4_096;

/// More splinters than this in one step give up exactness.
pub(crate) const SPLINTERS_OF_A_STEP: i128 = 100;

/// Indivisibility by at most this is split into remainders; beyond, it gets a quotient variable.
pub(crate) const REMAINDERS_SPLIT: i128 = 8;

/// More numbers than this in the dense form are not attempted: the question is not answered.
pub(crate) const NUMBERS_OF_A_DENSE_FORM: usize = 2_000_000;

/// Sets of more conjuncts than this are not built: the question is not answered.
pub(crate) const CONJUNCTS_OF_A_SET: usize = 2_000;

/// More nested case splits than this end the attempt.
pub(crate) const SPLITS_IN_SPLITS: usize = 40;

/// More rows than this end the attempt.
pub(crate) const ROWS_OF_A_SHADOW: usize = 4_000;

/// More cases than this in one split end the attempt.
pub(crate) const CASES_OF_A_SPLIT: i128 = 2_000;
