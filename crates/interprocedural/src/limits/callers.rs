//! How much is tried to see whether contracts of open code are complete: callers, their worlds and their calls.

/// So many steps one question may take whether a memory satisfies a precondition; then it is undecided.
pub(crate) const STEPS_OF_A_COVERED_MEMORY: u64 = 20_000;

/// Of these bytes memory consists that the function never reads; no others are tried.
pub(crate) const UNREAD_BYTES: [u8; 2] = [0, 0x2b];

/// So many numbers that the code compares with are put into memories.
pub(crate) const COMPARED_NUMBERS_OF_MEMORIES: usize = 4;

/// So many memories are kept that no precondition describes; further ones are not told.
pub(crate) const UNCOVERED_MEMORIES: usize = 1_000;

/// So many callers are tried, each of which builds a world of its own.
pub(crate) const CALLERS_TRIED: u64 = 1_600;

/// So often they call the function all together in worlds that are not complete yet; then no further worlds are
/// built.
pub(crate) const CALLS_OF_CALLERS: usize = 16_000;

/// The same to see whether links that lead back keep usual callers from an error.
pub(crate) const CALLS_FOR_LINKS: usize = 12_000;

/// So much more frequent is null where few objects are preferred.
pub(crate) const TIMES_NULL: usize = 5;

/// So much more frequent are addresses of what is there already where few objects are preferred.
pub(crate) const TIMES_KNOWN: usize = 3;

/// So many numbers that the code compares with callers choose from.
pub(crate) const COMPARED_NUMBERS_OF_CALLERS: usize = 24;

/// So many instructions one call of a caller may take; a longer one shows nothing.
pub(crate) const STEPS_OF_A_TRIAL: u64 = 3_000;

/// So many calls one world is tried with.
pub(crate) const CALLS_OF_A_WORLD: usize = 24;

/// So many answers of functions without a body are chosen for one call; further ones are the usual ones.
pub(crate) const ANSWERS_OF_A_TRIAL: usize = 4;

/// So many objects of one type a world has; further pointers lead to those that are there.
pub(crate) const OBJECTS_OF_A_TYPE: usize = 3;

/// So many objects a world has besides globals.
pub(crate) const OBJECTS_OF_A_WORLD: usize = 6;

/// So large an object without a type becomes; calls that need more bytes are left out.
pub(crate) const BYTES_OF_AN_UNTYPED_OBJECT: u64 = 64;

/// So many elements an array of a world has.
pub(crate) const ELEMENTS_OF_AN_ARRAY: u64 = 4;

/// At so many of its pointers a record may be taken for another one, the first ones.
pub(crate) const PLACES_OF_ANOTHER_RECORD: usize = 4;
