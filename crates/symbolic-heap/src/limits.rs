//! All limits that steer descriptions of heaps: what each of them bounds, and what happens when it is reached.
//!
//! They are counted in steps and things, never in seconds, so that answers are the same on every machine.
//! Facts about the language and about layouts are no limits, and stand where they are used.

// Words of states.

/// Larger elements of arrays are not looked at as records.
pub const BYTES_OF_AN_ELEMENT: i64 = 4096;

/// Longer strides of an array are not told.
pub const LONGEST_STRIDE: u16 = 64;

/// So many elements of an interval of numbers can be left out; further ones count as elements.
pub const EXCEPTIONS_OF_AN_INTERVAL: usize = 4;

/// Intersections of at most so many numbers are looked at one by one; larger ones count as not empty.
pub const NUMBERS_LOOKED_AT: i128 = 16;

// States as text.

/// Shapes that are nested deeper are refused.
pub const NESTING_OF_SHAPES: u32 = 64;

/// A state with more registers is refused.
pub const REGISTERS_OF_A_STATE: u64 = 1 << 20;

// Whether a memory satisfies a state.

/// The number of steps after which a search is given up as undecided, unless told otherwise.
pub const STEPS_OF_A_SATISFACTION: u64 = 200_000;

/// So many assignments are tried by evaluation before the solver is asked.
pub const ASSIGNMENTS_TRIED: u32 = 16;
