//! What functions of open code may cost: learning preconditions, confirming them, showing errors.

use crate::open::infer::Bounds;

/// From so many preconditions one error is executed, until it happens; then it stays unconfirmed.
pub(crate) const MEMORIES_TO_SHOW: usize = 3;

/// So many questions to the solver cost as much as one step in open code.
pub(crate) const QUESTIONS_OF_A_STEP: u64 = 10;

/// What a question costs in open code that only exact arithmetic answers, in steps.
pub(crate) const STEPS_OF_AN_EXACT_ANSWER: u64 = 5;

/// So much exact arithmetic one question may take in open code; then it is not answered. A whole program is one
/// proof, in which every question counts; here, a question that takes this long leaves one precondition open, of
/// which there are many.
pub(crate) const ARITHMETIC_STEPS: u64 = 20_000;

/// So many cases one question may distinguish in open code; then it is not answered.
pub(crate) const ARITHMETIC_CASES: u32 = 60;

/// How preconditions of functions with loops may grow, each bound leaving the rest open: three nodes of a list, its
/// head and what lies behind it show how it goes on.
pub(crate) const PRECONDITIONS_WITH_LOOPS: Bounds = Bounds {
    blocks: 5,
    aliases: 2,
    blocks_with_aliases: 5,
    entries: 400,
    candidates: 200,
    steps: 60_000,
    effort: 36_000,
};

/// The same without loops, where executions are short.
pub(crate) const PRECONDITIONS_WITHOUT_LOOPS: Bounds = Bounds {
    blocks: 8,
    aliases: 8,
    blocks_with_aliases: 8,
    entries: 6_000,
    candidates: 3_000,
    steps: 200_000,
    effort: 60_000,
};

/// The same for a tail of a function, of which only what is short is told.
pub(crate) const PRECONDITIONS_OF_TAILS: Bounds = Bounds {
    blocks: 6,
    aliases: 0,
    blocks_with_aliases: 0,
    entries: 200,
    candidates: 200,
    steps: 20_000,
    effort: 12_000,
};

/// So many blocks and lists a precondition with lists may have; larger ones are left out.
pub(crate) const BLOCKS_WITH_LISTS: usize = 4;

/// So many times the effort may be spent on equal addresses where nearly all that was found without them holds;
/// elsewhere half of it.
pub(crate) const PROMISING: u64 = 8;

/// With so many of the last candidates a new one is compared; the same one may be kept twice where they are further
/// apart.
pub(crate) const CANDIDATES_COMPARED: usize = 64;

/// After so many preconditions one of them should have led to the end of a function; otherwise half the effort is
/// enough.
pub(crate) const FRUITLESS_ENTRIES: usize = 10;

/// So many instructions one execution of a precondition may take; one that is not through leaves it open.
pub(crate) const STEPS_OF_AN_ENTRY: u64 = 3_000;

/// The same where addresses are taken to be equal.
pub(crate) const STEPS_OF_AN_ENTRY_WITH_ALIASES: u64 = 800;

/// The same where lists are there as a whole, whose executions are joined.
pub(crate) const STEPS_OF_AN_ENTRY_WITH_LISTS: u64 = 12_000;

/// So many things that executions of a precondition miss are kept; further ones are not learned from it.
pub(crate) const NEEDS_OF_AN_ENTRY: usize = 100;

/// So often a precondition grows by constants alone; then it stays open. Where a loop runs along an array whose end
/// nothing tells, there is always one more element.
pub(crate) const GROWTHS_BY_CONSTANTS: usize = 6;

/// Strings of so many letters are tried where an error was found on strings of any length, and no others: short
/// ones, and one that is too long for most buffers of fixed size.
pub(crate) const LENGTHS_SHOWN: [i128; 4] = [0, 1, 2, 40];

/// The same for blocks that are too short: those for an empty string may only be made where there is none, those
/// for letters as well are too short anyway.
pub(crate) const LENGTHS_SHOWN_OF_SHORT_BLOCKS: [i128; 4] = [2, 1, 0, 40];

/// Strings of so many letters are tried where those of any length take too long.
pub(crate) const LENGTHS_HUNTED: [i128; 3] = [0, 1, 2];

/// So many accesses that may be outside are looked at for one length of an array; further ones do not bound it.
pub(crate) const ACCESSES_OF_A_LENGTH: usize = 6;

/// So many places where they are outside are looked at for one length, the last ones.
pub(crate) const FINDINGS_OF_A_LENGTH: usize = 4;

/// So many preconditions of a function are executed on short strings where those of any length take too long.
pub(crate) const HUNTED_ON_SHORT_STRINGS: usize = 3;

/// So many errors of a function are looked for on short strings; others stay as they were found.
pub(crate) const SHOWN_ON_SHORT_STRINGS: usize = 12;

/// So many linked nodes a precondition may have that is told besides those with lists; with more it is one that
/// lists describe.
pub(crate) const NODES_TOLD_BESIDE_LISTS: usize = 2;

/// So much the confirmation of all preconditions with lists and arrays may cost (`open::effort`), before no further
/// ones are tried.
pub(crate) const GENERALISATION_EFFORT: u64 = 80_000;

/// So many instructions the confirmation of one precondition may take; one that is not through is not confirmed.
pub(crate) const STEPS_OF_A_CONFIRMATION: u64 = 12_000;

/// The same where there are several lists.
pub(crate) const STEPS_OF_A_CONFIRMATION_WITH_SEVERAL_LISTS: u64 = 60_000;

/// The same where the list ends in a circle, of which a loop sees more parts.
pub(crate) const STEPS_OF_A_CONFIRMATION_WITH_CIRCLES: u64 = 24_000;

/// So many more than twice those of the confirmation before it may take to relate lengths of lists; else they stay
/// unrelated.
pub(crate) const STEPS_OF_A_CONFIRMATION_WITH_LENGTHS: u64 = 500;

/// The same where there are trees, of which recursion sees many parts.
pub(crate) const STEPS_OF_A_CONFIRMATION_WITH_TREES: u64 = 40_000;

/// So much the confirmation of all preconditions may cost, before no further ones are tried: where each of many
/// takes long, the first of them tell most of what there is to know.
pub(crate) const CONFIRMATION_EFFORT: u64 = 120_000;

/// The same for small functions without loops, which are seldom long in coming to an end.
pub(crate) const CONFIRMATION_EFFORT_WITHOUT_LOOPS: u64 = 60_000;

/// Where at least so many preconditions hold for each one that does not, more are likely to, and more effort is
/// spent.
pub(crate) const CONFIRMED_FOR_REFUSED: usize = 8;

/// So many contracts of a function that is not small are enough, and no more are confirmed: nobody reads more, and
/// callers look up fewer.
pub(crate) const CONTRACTS_OF_A_LARGE_FUNCTION: usize = 40;

/// A function with so many instructions, those of its callees included, is no longer small: the steps for all that
/// is tried are divided by how often it contains this number. Large functions are left open sooner, because longer
/// executions of them seldom tell more.
pub(crate) const SMALL_FUNCTION: usize = 50;

/// By so much steps are divided at most, however large a function is.
pub(crate) const DIVISOR_OF_STEPS: u64 = 12;

/// After so many preconditions of a function whose exploration takes too long no further general ones are tried.
pub(crate) const ENDLESS_PRECONDITIONS: usize = 8;

/// So many candidates with the same memory are kept that differ in their numbers.
pub(crate) const NUMBERS_OF_A_MEMORY: usize = 4;

/// So many contracts of a function are kept for its callers, the first ones.
pub(crate) const CONTRACTS_KEPT: usize = 12;

/// A contract with more exits is not kept for callers: looking it up costs more than following the call.
pub(crate) const EXITS_OF_A_KEPT_CONTRACT: usize = 7;

/// A record that is copied as a whole is told apart into at most so many words; a longer one stays one run of
/// bytes.
pub(crate) const WORDS_OF_A_COPY: usize = 12;

/// Words of which more than this alignment is masked are not taken for addresses with a tag.
pub(crate) const ALIGNMENT_OF_A_TAG: i128 = 64;

/// So many numbers of the caller are tried as the length of an array.
pub(crate) const COUNTS_TRIED: usize = 12;

/// Blocks of callers larger than this are not guessed: the precondition stays open.
pub(crate) const SIZE_OF_A_CALLERS_BLOCK: i128 = 1 << 20;

/// So many records beside a row are taken for the beginnings of other rows in step with it; with more, no such rows
/// are learned.
pub(crate) const BEGINNINGS_BESIDE_A_ROW: usize = 2;

/// So deep it is looked into how an address was computed; deeper ones are not known.
pub(crate) const DEPTH_OF_AN_ADDRESS: usize = 8;

/// So many instructions after a reallocation are looked at.
pub(crate) const PLACES_AFTER_A_REALLOCATION: usize = 128;

/// So many tails of a function are looked at, the last ones.
pub(crate) const TAILS_OF_A_FUNCTION: usize = 16;

/// So many basic blocks a tail has; what follows is cut off.
pub(crate) const BLOCKS_OF_A_TAIL: usize = 32;

/// So much all tails of a function may cost (`open::effort`); then no further ones are looked at.
pub(crate) const EFFORT_OF_TAILS: u64 = 40_000;

/// From so many instructions an address may be computed; longer computations are not followed back.
pub(crate) const INSTRUCTIONS_OF_AN_ADDRESS: usize = 8;

/// So many values are few for a number: no more than one record has bytes. A number with more of them is not one
/// that callers must choose well.
pub(crate) const FEW_VALUES: i128 = 4096;

/// No array that is meant to be short has so many elements; no number is smaller because its type is.
pub(crate) const MANY_ELEMENTS: i128 = 127;

/// Numbers of usual callers are not larger; errors that need larger ones are not told as likely.
pub(crate) const USUAL_NUMBER: i128 = 1 << 20;

/// So many paths to an error are looked at together, and so many facts of each; where there are more, none are
/// united.
pub(crate) const PATHS_TO_AN_ERROR: usize = 5;

/// So many nodes the lists of a precondition have together where it is executed.
pub(crate) const NODES_OF_EXPLICIT_LISTS: usize = 4;

/// So many memories are built from one list of nodes, with different numbers in them.
pub(crate) const VARIATIONS_OF_NUMBERS: u64 = 6;

/// Blocks whose size is not fixed have at most so many bytes where a precondition is executed, if the facts allow.
pub(crate) const SIZE_OF_AN_EXPLICIT_BLOCK: i128 = 64;

/// A precondition with a block of so many bytes, or more, is not executed.
pub(crate) const BYTES_OF_AN_EXPLICIT_BLOCK: u64 = 1 << 20;

/// So many failing allocations of one call are repeated; a program that allocates without end fails at the first one that
/// matters, or not at all.
pub(crate) const FAILURES_OF_A_CALL: u64 = 10_000;

/// So many instructions one execution of a precondition in the interpreter may take; a longer one shows nothing.
pub(crate) const STEPS_OF_A_CALL: u64 = 50_000;

/// So many executions are tried to show an error; then it stays unconfirmed.
pub(crate) const ATTEMPTS_TO_SHOW_AN_ERROR: u64 = 48;

/// So many memories are tried in the interpreter before a precondition is explored.
pub(crate) const MEMORIES_OF_A_FIRST_LOOK: usize = 8;

/// So many instructions each of these executions may take; a longer one says nothing.
pub(crate) const STEPS_OF_A_FIRST_LOOK: u64 = 2_000;

/// So many ways to let parts of a precondition coincide are tried.
pub(crate) const COINCIDENCES: usize = 32;

// Blocks that are followed along all ways of functions that stay open.

/// So many blocks of code are gone through for one block of memory, for each block of the function; then nothing is told of it.
pub(crate) const ROUNDS_OF_A_BLOCK: usize = 24;

/// So many are gone through for all blocks of memory of a function; the rest of these are left out.
pub(crate) const ROUNDS_OF_ALL_BLOCKS: usize = 60_000;

/// So many fates of a block of memory are told apart at one place; further ones are not followed.
pub(crate) const FATES_OF_A_BLOCK: usize = 16;

/// What another function returns belongs to the function if it is freed in so many places; otherwise its loss is not told.
pub(crate) const PLACES_THAT_FREE_A_RESULT: usize = 2;

/// Values are not looked into more deeply: then they are what an instruction has made.
pub(crate) const DEPTH_OF_A_VALUE: usize = 8;

/// Calls are looked into so deep; what is deeper may do anything.
pub(crate) const DEPTH_OF_CALLS_LOOKED_INTO: usize = 4;
