//! How many concrete executions are tried, how long they are, and what is remembered of them.

/// So many executions are tried where all of them shall be; a program with more has too many.
pub(crate) const EXECUTIONS_OF_ALL: usize = 2_000;

/// After so many instructions of an execution it is asked whether the work shall end.
pub(crate) const INSTRUCTIONS_BETWEEN_LOOKS: u32 = 1 << 16;

/// So many choices of an execution can be read as they are, and are not made fewer.
pub(crate) const READABLE_CHOICES: usize = 16;

/// So many executions are tried to make the choices of an error fewer; then the best one so far is told.
pub(crate) const EXECUTIONS_FOR_FEWER_CHOICES: usize = 60;

/// So many steps they have all together.
pub(crate) const STEPS_FOR_FEWER_CHOICES: u64 = 6_000_000;

/// After so many guided executions in a row that showed nothing new no more are tried.
pub(crate) const FRUITLESS_RUNS: u64 = 400;

/// The same where the program compares texts: these can be changed in more ways than numbers.
pub(crate) const FRUITLESS_RUNS_WITH_TEXTS: u64 = 3_000;

/// What a guided execution costs besides its instructions, in steps.
pub(crate) const COST_OF_A_RUN: u64 = 100;

/// So many inputs that led to something new are remembered; later ones are not gone on from.
pub(crate) const REMEMBERED_BEGINNINGS: usize = 3_000;

/// Executions with more choices than this are not changed to match what they compare.
pub(crate) const CHOICES_OF_A_MATCHED_RUN: usize = 20_000;

/// So many inputs wait that have the other side of a comparison; further ones are not made.
pub(crate) const WAITING_MATCHED_RUNS: usize = 2_000;

/// So often the heap is looked at in one execution; what shapes it has after that is not seen.
pub(crate) const LOOKS_AT_THE_HEAP: u32 = 300;

/// So many blocks of the heap are looked at each time.
pub(crate) const BLOCKS_LOOKED_AT: usize = 48;

/// So many comparisons of one execution are looked at, the first ones.
pub(crate) const COMPARISONS_OF_A_RUN: usize = 256;

/// So many changes are made of the input of one execution; then it is left.
pub(crate) const CHANGES_OF_A_RUN: usize = 256;

/// So many answers of an execution are looked through for a number that was compared.
pub(crate) const ANSWERS_LOOKED_THROUGH: usize = 2_000;

/// In so many places of the input a compared value is replaced, the first ones.
pub(crate) const PLACES_OF_A_COMPARED_VALUE: usize = 4;

/// So many letters of texts that are compared are looked at.
pub(crate) const LETTERS_OF_A_COMPARED_TEXT: usize = 64;

/// So many numbers of a program are tried as inputs, those next to zero first.
pub(crate) const NUMBERS_OF_A_PROGRAM: usize = 64;

/// So many texts that were compared are tried as inputs, the first ones.
pub(crate) const TEXTS_OF_A_PROGRAM: usize = 64;

/// Inputs that are put together from texts are cut off after so many letters.
pub(crate) const LETTERS_OF_AN_INPUT: usize = 64;

/// So many arguments random executions pass to `main`.
pub(crate) const ARGUMENTS_TRIED: u64 = 4;

/// Random executions that copy or set more bytes at once are left out: they take longer than many others together.
pub(crate) const BYTES_AT_ONCE: u64 = 1 << 24;

/// Of these bytes memory consists that was never stored to, in the order in which they are tried; no others are.
pub(crate) const UNINITIALISED_BYTES: [u8; 2] = [0, b'u'];

/// So many arguments a replayed execution has; a path that needs more is not shown.
pub(crate) const ARGUMENTS_OF_A_REPLAY: usize = 32;

/// So many letters each of them has; longer ones are cut off.
pub(crate) const LETTERS_OF_AN_ARGUMENT: usize = 4096;

/// So many bytes of input are made up for one read of a replayed execution; longer reads get fewer.
pub(crate) const BYTES_OF_A_READ: i128 = 1 << 20;

/// So many functions that returned are remembered for a story, the last ones: each may be the one that matters.
pub(crate) const RETURNED_FUNCTIONS_REMEMBERED: usize = 64;

/// So many choices are remembered for a story, the first ones.
pub(crate) const CHOICES_REMEMBERED: usize = 64;
