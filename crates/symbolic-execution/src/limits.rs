//! All limits that steer the execution of single instructions and of the C library: what each of them bounds, and what happens when it is reached.
//!
//! They are counted in steps and things, never in seconds, so that answers are the same on every machine.
//! Facts about the language and about layouts are no limits, and stand where they are used.

// Memory.

/// So many bytes on each side of a foreign address are there; accesses further away are outside what is known.
pub(crate) const BYTES_AROUND_A_FOREIGN_ADDRESS: i128 = 1 << 12;

/// So often an instruction is started again after a segment was unfolded; then the execution is given up.
pub(crate) const RESTARTS_OF_AN_INSTRUCTION: usize = 64;

/// Constant tables with more cells than this are not worth a case for each entry: any value may be read.
pub(crate) const CELLS_OF_A_TABLE: usize = 24;

/// So many letters of a string are told apart from the others; where there are more, any letter may be read.
pub(crate) const LETTERS_TOLD_APART: usize = 8;

/// So many pointers of an array may be told apart by their places; with more they are told alike.
pub(crate) const POINTERS_TOLD_APART: usize = 3;

/// So many runs of stored bytes may lie before what was not stored: a string with its zero, or what it became. With
/// more, a read of both counts as one of what was not stored.
pub(crate) const STORED_RUNS_BEFORE_A_GAP: usize = 2;

/// Into so many cases an access to an array of pointers falls because its index is not known; the last of them
/// stands for the rest.
pub(crate) const PLACES_OF_AN_ACCESS: i128 = 8;

/// Larger parts of tables are not looked through: any value may be read.
pub(crate) const BYTES_OF_A_TABLE: i128 = 8192;

/// With so many other products one is compared; what it has to do with others is not known.
pub(crate) const PRODUCTS_COMPARED: usize = 6;

/// Initial contents beyond this many words are not kept word by word: they count as unknown.
pub(crate) const WORDS_OF_INITIAL_CONTENTS: usize = 4096;

/// After so many blocks of a program's start it is asked whether the work shall end.
pub(crate) const BLOCKS_BETWEEN_LOOKS: usize = 64;

/// Arrays with more runs than this are not summed up: their sum is any number.
pub(crate) const RUNS_SUMMED_UP: usize = 12;

/// Larger records are not told apart into members where they are copied.
pub(crate) const RECORD_OF_A_COPY: i128 = 256;

// Models of the C library.

/// Texts that are padded to more than this are not made: the execution is given up.
pub(crate) const WIDTH_OF_A_CONVERSION: i128 = 100_000;

/// So many bytes from outside are told apart while errors are hunted and memory is compared; further ones stay
/// unknown.
pub(crate) const BYTES_NAMED_FOR_COMPARISONS: usize = 48;

/// No row of letters is followed further than this: where it ends is unclear.
pub(crate) const LETTERS_FOLLOWED: usize = 4096;

/// So many values of a quotient are tried to say a size without a remainder; with more it stays.
pub(crate) const QUOTIENTS_TRIED: i128 = 3;

/// So many remainders of a size are looked at; further ones stay.
pub(crate) const REMAINDERS_TRIED: usize = 4;

/// So many bytes from outside are told apart while errors are hunted and the end of a text is looked for; further
/// ones stay unknown.
pub(crate) const BYTES_NAMED_FOR_TEXTS: usize = 48;

/// So many bytes that a program asks for as inputs are told apart; more at once stay unknown.
pub(crate) const BYTES_NAMED_FOR_INPUTS: i128 = 64;

/// Longer strings of wide characters are not looked at: where they end is unclear.
pub(crate) const WIDE_CHARACTERS_FOLLOWED: i128 = 4096;
