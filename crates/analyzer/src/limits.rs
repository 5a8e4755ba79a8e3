//! All limits that steer what is told of an analysis: what each of them bounds, and what happens when it is reached.
//!
//! They are counted in steps and things, never in seconds, so that answers are the same on every machine.
//! Facts about the language and about layouts are no limits, and stand where they are used.

// Searches, unless the user says otherwise.

/// So many steps the first search for errors in a whole program has; later ones have a multiple of them.
pub(crate) const STEPS_OF_A_HUNT: u64 = 20_000;

/// So many steps a proof of a small program has; how they grow with the program `interprocedural` says.
pub(crate) const STEPS_OF_A_PROOF: u64 = 150_000;

// Executions that are told.

/// So many steps an execution may take that confirms a finding of another run; a longer one confirms nothing.
pub(crate) const STEPS_OF_AN_EXECUTION: u64 = 20_000_000;

/// Longer executions are not watched: their story has no order of events and no pictures.
pub(crate) const STEPS_OF_A_WATCHED_EXECUTION: u64 = 2_000_000;

/// Memory is looked for after every instruction so long before it is known to be lost: in all of a long execution
/// that would take too long.
pub(crate) const STEPS_BEFORE_A_LOSS: u64 = 100;

/// So many allocations at the place of interest are remembered, the first ones.
pub(crate) const ALLOCATIONS_REMEMBERED: usize = 1_000;

/// So many pictures are taken; later steps have none.
pub(crate) const PICTURES_OF_A_STORY: usize = 24;

/// A picture shows so many blocks: one with more cannot be read.
pub(crate) const BLOCKS_OF_A_PICTURE: usize = 16;

/// A picture shows so many cells of a block; how many there are besides is told.
pub(crate) const CELLS_OF_A_PICTURED_BLOCK: usize = 12;

/// A picture shows so many variables, the first ones.
pub(crate) const VARIABLES_OF_A_PICTURE: usize = 12;

/// A story tells so many choices, the first ones.
pub(crate) const CHOICES_TOLD: usize = 8;

/// A story tells so many branches, the last ones that mattered.
pub(crate) const BRANCHES_TOLD: usize = 4;

// Contracts that are printed.

/// So many ways to give values to names are looked at; beyond them it is open whether contracts match.
pub(crate) const WAYS_TO_MATCH: usize = 48;

/// So many bytes of a block are printed where a contract and an execution disagree.
pub(crate) const BYTES_OF_A_PRINTED_BLOCK: usize = 64;

/// Of functions with more contracts than this, none are united.
pub(crate) const CONTRACTS_UNITED: usize = 24;

/// Runs of more fields than this are told by their ends.
pub(crate) const FIELDS_TOLD_ONE_BY_ONE: usize = 8;

/// Of more facts than this, those that follow from others are told, too.
pub(crate) const FACTS_MINIMISED: usize = 40;

/// So many remainders are said without `mod`; further ones are told as they are.
pub(crate) const REMAINDERS_RESOLVED: usize = 8;

/// Casts in casts are written so deep; what is below is written with `mod`.
pub(crate) const CASTS_IN_CASTS: usize = 16;

// Invariants that are printed.

/// Between so many variables of a loop relations are looked for; those of further ones are not told.
pub(crate) const VARIABLES_RELATED: usize = 6;
