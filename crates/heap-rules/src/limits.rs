//! All limits that steer the rules of heaps: what each of them bounds, and what happens when it is reached.
//!
//! They are counted in steps and things, never in seconds, so that answers are the same on every machine.
//! Facts about the language and about layouts are no limits, and stand where they are used.

// Told of nodes and chunks.

/// So many facts are told of every node of a segment, and so many pairs of names looked at for them; further ones
/// are forgotten.
pub(crate) const FACTS_OF_NODES: usize = 12;

/// Facts that relate more names than this are those of a few nodes by chance, and are not told of all.
pub(crate) const NAMES_OF_A_FACT_OF_NODES: usize = 3;

/// Facts in which several names have larger coefficients are not told of nodes.
pub(crate) const COEFFICIENT_OF_A_FACT_OF_NODES: i128 = 1 << 12;

/// That two numbers are at most so far apart says no more than that each of them is a number: it is not told of
/// nodes.
pub(crate) const DISTANCE_OF_NUMBERS_OF_NODES: i128 = 1 << 30;

/// Facts are told of so many words of nodes; further words are not named.
pub(crate) const WORDS_TOLD_OF_NODES: usize = 4;

/// In so many ways a segment is in order; further ones are forgotten.
pub(crate) const ORDERS_OF_A_SEGMENT: usize = 6;

/// With more words than this it is not asked whether one of a node is before another one of the next.
pub(crate) const WORDS_OF_ORDERED_PAIRS: usize = 3;

/// Where a segment has more members than this, it is forgotten where they are, rather than looking at all cases.
pub(crate) const MEMBERS_LOOKED_AT: u32 = 3;

/// So many facts are told of every chunk of a row; further ones are forgotten.
pub(crate) const FACTS_OF_CHUNKS: usize = 12;

// Lists.

/// A list that falls into more segments because its nodes differ is folded again, with nodes of fewer kinds.
pub(crate) const SEGMENTS_OF_A_LIST: usize = 5;

/// So many kinds of nodes a segment tells apart; with one more, those are unified that lose least.
pub(crate) const KINDS_OF_NODES: usize = 5;

/// So deep blocks own blocks inside one node; deeper ones keep a node from being folded.
pub(crate) const BLOCKS_IN_BLOCKS: usize = 3;

/// So many nodes in a row whose numbers count are no chance; fewer are not taken for it.
pub(crate) const NODES_THAT_COUNT: usize = 4;

/// So many words of a node may be told by each other in a row; a longer way is not resolved.
pub(crate) const WORDS_TOLD_BY_EACH_OTHER: usize = 8;

/// So many pointers make an array whose lists are all told alike; fewer are told one by one.
pub(crate) const POINTERS_OF_AN_ARRAY: u64 = 3;

/// The same on the heap, where structures have many pointers, too.
pub(crate) const POINTERS_OF_A_HEAP_ARRAY: u64 = 4;

// Trees.

/// So many kinds of nodes of trees are told apart; further ones are not taken for nodes of trees.
pub(crate) const KINDS_OF_TREE_NODES: usize = 4;

/// A run of more zero words in a node is not taken apart into words: it is no node of a tree.
pub(crate) const ZERO_WORDS_OF_A_NODE: u64 = 16;

/// The greatest number that is taken for a tag: it is the same as a signed and as an unsigned one, in every width.
pub(crate) const GREATEST_TAG: i128 = 127;

/// Numbers of nodes that are further apart than this are not taken for tags.
pub(crate) const WIDTH_OF_TAGS: i128 = 16;

/// Trees are told to be in order by the first words of their nodes, so many of them.
pub(crate) const KEYS_OF_TREE_NODES: usize = 3;

/// The numbers of what is left out of a tree are looked for in so many nodes, one below the other; those of further nodes
/// are not asked for.
pub(crate) const DEPTH_OF_NODES_AT_HOLES: usize = 3;

// Calls.

/// So many ways in which a contract may be made to fit are looked at.
pub(crate) const LACKS_OF_A_CONTRACT: usize = 4;

/// A list is taken to lead to a record that is there if there are at most so many.
pub(crate) const RECORDS_TO_LEAD_TO: usize = 2;

/// So many rows are tried for the lists of a contract whose ends are not known beforehand; then it does not fit.
pub(crate) const CHAINS_TRIED: usize = 12;

// Chunks of a block.

/// Blocks with fewer records than this are no arrays of them.
pub(crate) const FEW_RECORDS: i128 = 3;

/// Blocks with more cells than this are not divided into chunks.
pub(crate) const CELLS_OF_A_DIVIDED_BLOCK: usize = 48;

/// So many chunks that are no longer part of a run are followed; with more, the block is not folded.
pub(crate) const CHUNKS_FOLLOWED: usize = 12;

/// Pointers that lead further behind the beginning of a chunk are not told by it.
pub(crate) const POINTER_INTO_A_CHUNK: i128 = 64;

/// Chunks with more links than this are not exposed: each of them makes two cases.
pub(crate) const LINKS_OF_AN_EXPOSED_CHUNK: usize = 4;

/// Blocks with more cells than this are no rows of chunks.
pub(crate) const CELLS_OF_A_ROW_OF_CHUNKS: usize = 48;

/// So far from the beginning of a chunk its words are looked for.
pub(crate) const HEADER_OF_A_CHUNK: i128 = 64;

/// So many words of a chunk are told; further ones are forgotten.
pub(crate) const WORDS_OF_A_CHUNK: usize = 6;

/// So many bytes of a chunk its header may leave out when it counts: other numbers are not tried.
pub(crate) const UNCOUNTED_BYTES: [i128; 7] = [8, 16, 24, 32, 4, 12, 40];

/// Of these numbers the lengths of chunks may be multiples that is told of them.
pub(crate) const UNITS_OF_LENGTHS: [i128; 5] = [64, 32, 16, 8, 4];

/// What the number in a header may count, in bytes: other units are not tried.
pub(crate) const UNITS_OF_A_HEADER: [i128; 9] = [1, 8, 16, 4, 2, 12, 24, 32, 64];

/// Below these powers of two the bits of a header may be flags: others are not tried.
pub(crate) const FLAGS_OF_A_HEADER: [i128; 5] = [1, 8, 2, 4, 16];

/// By so many bytes an index may be multiplied to lead to a chunk: other strides are not tried.
pub(crate) const STRIDES_OF_CHUNKS: [i128; 5] = [1, 8, 4, 16, 2];

/// So far behind the beginning of a chunk a pointer may lead that a join tells by it: other distances are not
/// tried.
pub(crate) const POINTERS_INTO_CHUNKS: [i128; 5] = [0, 16, 8, 32, 24];

/// Blocks with more cells than this are not aligned with each other: the states are not comparable.
pub(crate) const CELLS_ALIGNED: usize = 24;

/// By so many bytes an index may be multiplied to lead to a boundary of cells: other strides are not tried.
pub(crate) const STRIDES_OF_BOUNDARIES: [i128; 5] = [1, 2, 4, 8, 16];

// Arrays.

/// So many facts are told of every word of an array; further ones are forgotten.
pub(crate) const FACTS_OF_WORDS: usize = 10;

/// So many facts of either run become alternatives, equations first.
pub(crate) const FACTS_OF_AN_ALTERNATIVE: usize = 3;

/// So many clauses are told of a run; further ones are forgotten.
pub(crate) const CLAUSES_OF_A_RUN: usize = 5;

/// So many kinds of elements are told apart; with one more the run is not folded.
pub(crate) const KINDS_OF_ELEMENTS: usize = 4;

/// So many words of an array may lead to the same place where all but one are forgotten; with more they stay.
pub(crate) const COPIES_OF_A_WORD: usize = 64;

/// So many ends of runs are compared with products of two variables at a join; of others it is forgotten where they are.
pub(crate) const ENDS_OF_PRODUCTS: usize = 6;

/// So many variables are tried as the first factor of such a product.
pub(crate) const VARIABLES_OF_PRODUCTS: usize = 8;

/// So many names are tried as its second factor.
pub(crate) const FACTORS_OF_PRODUCTS: usize = 4;

/// So many sizes of elements are tried with it.
pub(crate) const STRIDES_OF_PRODUCTS: usize = 3;

/// So many variables are tried as what is added to it.
pub(crate) const RESTS_OF_PRODUCTS: usize = 5;

/// So many runs of elements an array may have; where there are more, some are folded together.
pub(crate) const RUNS_OF_ELEMENTS: usize = 3;

/// A run of fewer words is no array whose elements are looked at.
pub(crate) const WORDS_OF_AN_ARRAY_OF_ELEMENTS: i128 = 5;

/// So many families may lie side by side; with more, two neighbours become one.
pub(crate) const FAMILIES_SIDE_BY_SIDE: usize = 3;

/// Arrays with more cells than this are not told in order: their words become runs as those of other arrays do.
pub(crate) const CELLS_IN_ORDER: usize = 20;

/// A border between words belongs to a variable that counts to a word at most so many words away.
pub(crate) const WORDS_FROM_A_CURSOR: i128 = 2;

/// What it is worth to cut two arrays where a variable counts to that has moved: of several ways to cut them, the one that is worth most
/// is taken, and what the others would have kept is forgotten.
pub(crate) const WORTH_OF_A_CURSOR: i64 = 5;

/// The same, where a variable counts to that is where it was.
pub(crate) const WORTH_OF_A_STANDING_CURSOR: i64 = 2;

/// The same, where a constant is that a variable holds.
pub(crate) const WORTH_OF_A_CONSTANT: i64 = 2;

/// What it is worth if there are words, or bytes that nobody stored, between two cuts on both sides.
pub(crate) const WORTH_OF_A_PAIR: i64 = 3;

/// The same, for a single word on both sides, which stays one.
pub(crate) const WORTH_OF_TWO_WORDS: i64 = 4;

/// For so many words it is looked what is known of them; further ones are gathered without it.
pub(crate) const WORDS_LOOKED_AT: usize = 8;

/// So many facts about words of other arrays are told beside a word; further ones are forgotten.
pub(crate) const FACTS_BESIDE_A_WORD: usize = 4;

/// Facts with larger constants say no more than that a word is a number, and are not told beside it.
pub(crate) const CONSTANT_BESIDE_A_WORD: i128 = 1 << 30;

/// So many runs of bytes may lie side by side: those that two cursors leave, which run towards each other. With
/// more, neighbours become one.
pub(crate) const RUNS_SIDE_BY_SIDE: usize = 3;

/// The same where a string is cut into parts: what is before the place of the last cut, its zero, and the rest with
/// its own.
pub(crate) const RUNS_OF_A_CUT_STRING: usize = 4;

/// The same where variables count to all places between them.
pub(crate) const RUNS_BETWEEN_COUNTED_PLACES: usize = 5;

/// Elements of arrays have so many bytes, as far as variables count them: other strides are not tried.
pub(crate) const STRIDES_OF_COUNTED_PLACES: [i128; 4] = [1, 2, 4, 8];

/// Places so far from one to which a variable counts belong to it: the element before it or behind it.
pub(crate) const NEAR_A_COUNTED_PLACE: [i128; 9] = [0, 1, 2, 4, 8, -1, -2, -4, -8];

/// So many runs of stripes may lie side by side; with more, neighbours become one.
pub(crate) const STRIPES_SIDE_BY_SIDE: usize = 3;

/// Blocks with room for fewer words are no arrays whose words are named.
pub(crate) const WORDS_OF_A_NAMED_ARRAY: i128 = 5;

/// More words are not named at once: they are what a program sets up one by one.
pub(crate) const WORDS_NAMED_AT_ONCE: usize = 6;

/// Arrays with fewer elements are not worth names for their boundaries.
pub(crate) const ELEMENTS_WORTH_NAMES: i128 = 5;

/// Arrays with more runs than this are not aligned with each other: the states are not comparable.
pub(crate) const RUNS_ALIGNED: usize = 12;

// Joins.

/// Values at which widening of bounds stops first: the ranges of the machine's words, so that a number that stays
/// in its word is known to.
pub(crate) const WORD_RANGES: [i128; 7] = [
    i64::MIN as i128,
    i32::MIN as i128,
    u8::MAX as i128,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    u64::MAX as i128,
];

/// Where a number, or a difference of two, stops that does not change its sign.
pub(crate) const SIGNS: [i128; 2] = [0, 1];

/// So many constants of variables are taken for bounds of others, the smallest ones.
pub(crate) const CONSTANTS_OF_VARIABLES: usize = 6;

/// So many names that differ are related with each other: one of them with each of the others. What further ones
/// have to do with each other is forgotten.
pub(crate) const NAMES_THAT_DIFFER: usize = 8;

/// Elements of arrays are taken to have at most so many bytes where ends of runs are related to variables.
pub(crate) const STRIDE_OF_AN_END: i128 = 64;

/// So many ends of runs are related to variables; further ones are not.
pub(crate) const ENDS_RELATED: usize = 6;

/// So many variables they are related to.
pub(crate) const VARIABLES_RELATED_TO_ENDS: usize = 10;

/// So many strides are tried for that.
pub(crate) const STRIDES_RELATED: usize = 3;

/// So many cursors in texts are related to what is left of them; further ones are not.
pub(crate) const CURSORS_OF_TEXTS: usize = 5;

/// So many numbers that count what is left are related to them.
pub(crate) const COUNTERS_OF_TEXTS: usize = 5;

/// By so many strides they may count, single bytes among them.
pub(crate) const STRIDES_OF_COUNTERS: usize = 2;

/// So many places are looked at where a text may end, the first ones.
pub(crate) const ENDS_OF_A_TEXT: usize = 2;

/// So many variables that are zero on one side and letters on the other are related to where texts end.
pub(crate) const LETTERS_THAT_END_TEXTS: usize = 2;
