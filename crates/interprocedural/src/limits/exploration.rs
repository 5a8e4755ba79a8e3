//! How far a single search goes: states side by side, what questions to the solver cost, memory.

/// So many states of one place are kept apart because registers hold different constants; further ones are joined.
pub(crate) const APART_BY_FLAGS: usize = 20;

/// So many states of one place are kept apart because a join would lose how numbers compare; further ones are
/// joined.
pub(crate) const APART_BY_COMPARISONS: usize = 10;

/// So many states of one place are kept apart because a register is null in one and refers to a node in another;
/// further ones are joined.
pub(crate) const APART_BY_NULL: usize = 6;

/// From so many growths of a state on, widening no longer stops at constants of the program: a bound that still
/// moves is dropped.
pub(crate) const GROWTHS_WITH_THRESHOLDS: u32 = 24;

/// From so many growths on, a join must not have more segments than the older state; otherwise the states stay
/// apart.
pub(crate) const GROWTHS_WITH_NEW_SEGMENTS: u32 = 16;

/// From so many segments on, those at the beginning of a list not counted, a join must not have more of them
/// either.
pub(crate) const SEGMENTS_OF_A_GROWING_STATE: usize = 7;

/// A state with more such segments is none that a proof ends with: the search gives up.
pub(crate) const SEGMENTS_OF_A_STATE: usize = 11;

/// So many states a loop head or a function may have; with one more the search gives up.
pub(crate) const STATES_OF_A_PLACE: usize = 32;

/// The same where executions are only enumerated: states are compared, not joined.
pub(crate) const STATES_OF_A_PLACE_ENUMERATED: usize = 600;

/// What a question costs that only exact arithmetic answers, in steps of the search: it takes as long as many
/// instructions, and nothing else bounds how many there are.
pub(crate) const COST_OF_EXACT_ARITHMETIC: u64 = 4;

/// On so many numbers exact arithmetic works for that price; what goes beyond costs steps of the search as well.
pub(crate) const USUAL_ARITHMETIC: u64 = 4_000;

/// So many numbers beyond the usual ones cost one step of the search.
pub(crate) const ARITHMETIC_OF_A_STEP: u64 = 500;

/// So many facts in a state make each of its steps cost one more.
pub(crate) const FACTS_OF_A_STEP: u64 = 256;

/// So many facts beyond a few that the solver goes through, one by one, cost one step of the search.
pub(crate) const FACT_WORK_OF_A_STEP: u64 = 2_048;

/// So many steps are taken between two looks whether the work shall end.
pub(crate) const STEPS_BETWEEN_LOOKS: u32 = 16;

/// Once so many executions came to one place, their number may grow beyond all bounds: the search has the usual
/// steps, not those of a large program.
pub(crate) const MANY_AT_A_PLACE: u32 = 64;

/// So many states of a search are looked through for nodes of trees; in further ones no trees are noticed.
pub(crate) const LOOKS_FOR_TREES: u32 = 1_000;

/// So many terms are kept in memory; a search that needs more gives up.
pub(crate) const TERMS_OF_A_SEARCH: usize = 2_000_000;

/// So many more terms may be kept for each instruction of the program.
pub(crate) const TERMS_OF_AN_INSTRUCTION: usize = 80;

/// So many executions of a search may wait to go on; with one more the search gives up.
pub(crate) const WAITING_EXECUTIONS: usize = 4_000;

/// So deep calls may nest in a search; deeper ones end it.
pub(crate) const CALL_DEPTH: u32 = 60;

/// After so many findings a search gives up: there are enough of them.
pub(crate) const FINDINGS_OF_A_SEARCH: usize = 200;

/// Executions that differ in more variables than this are not close, and are not joined early.
pub(crate) const FEW_DIFFERENCES: usize = 4;

/// What folding a state at a loop head, or comparing it with another one there, costs in steps.
pub(crate) const COST_OF_AN_ARRIVAL: u64 = 20;

/// So many executions go on side by side from a point where paths meet; further ones are joined to those that are
/// most alike.
pub(crate) const MANY_SIDE_BY_SIDE: usize = 48;

/// The same where those that are close to each other are joined early.
pub(crate) const FEW_SIDE_BY_SIDE: usize = 8;

/// The same where states differ in numbers alone.
pub(crate) const SIDE_BY_SIDE_WITHOUT_LISTS: usize = 8;

/// The same where there are trees: beyond so many, states are folded before they are compared.
pub(crate) const SIDE_BY_SIDE_UNFOLDED: usize = 3;

/// What comparing two states costs in steps: little, because most pairs differ at first sight.
pub(crate) const COST_OF_A_COMPARISON: u64 = 4;

/// So many facts of two states that are joined cost one step.
pub(crate) const FACTS_JOINED_IN_A_STEP: u64 = 8;

/// So many executions that wait at a point where paths meet are compared with each other; others go on as they are.
pub(crate) const COMPARED_WHERE_PATHS_MEET: usize = 120;

/// What asking for all words that a loop sums up costs, in steps.
pub(crate) const COST_OF_A_SUM: u64 = 20;

/// With more facts than this in a state at a call of a whole program, those that say little are forgotten.
pub(crate) const MANY_FACTS_AT_A_CALL: usize = 100;

/// What parting a heap and looking for a contract costs, in steps.
pub(crate) const COST_OF_A_CALL: u64 = 40;

/// So many entries of a function are kept apart; further ones are joined to one of them.
pub(crate) const ENTRIES_KEPT_APART: usize = 6;

/// So many exits of a contract are kept apart; further ones are folded and joined.
pub(crate) const EXITS_KEPT_APART: usize = 8;

/// As long as a function has fewer entries, one that has wider bounds for a search tree does not do for one with narrower ones.
pub(crate) const ENTRIES_WITH_THEIR_BOUNDS: usize = 26;

/// So often one place calls functions of the caller on one path of a hunt; then this path is given up.
pub(crate) const CALLBACKS_AT_A_PLACE: usize = 4;

/// So many entries a function may have in one search; where one more is needed, the search gives up.
pub(crate) const ENTRIES_OF_A_FUNCTION: usize = 40;

/// What looking for the memory of one known contract costs, in steps.
pub(crate) const COST_OF_A_CONTRACT: u64 = 8;

/// So many contracts of a callee say what is lacking at a call; where there are more, only the first one does.
pub(crate) const CONTRACTS_THAT_LACK: usize = 2;

/// So often one place calls a function without a body on one path of a hunt; then this path is given up.
pub(crate) const CALLS_WITHOUT_A_BODY_AT_A_PLACE: usize = 4;

/// Functions without loops of at most so many instructions, those of their callees included, are followed: that is
/// cheaper than parting the heap, and keeps what is known of single nodes. Larger ones are explored once for all
/// calls.
pub(crate) const INSTRUCTIONS_OF_A_FOLLOWED_FUNCTION: usize = 120;

/// Loops of more basic blocks are not taken for sums over an array.
pub(crate) const BLOCKS_OF_A_SUM: usize = 12;

/// So many basic blocks of one round of a sum are followed, over all paths; after that it is taken for no sum.
pub(crate) const BLOCKS_OF_A_ROUND: usize = 40;

/// So many constants of a loop stop widening, the smallest first: each of them may take one more look at the loop.
pub(crate) const THRESHOLDS_OF_A_LOOP: usize = 16;

/// Words of an array that are further apart are told of as any others.
pub(crate) const LONGEST_STRIDE_OF_FIELDS: i64 = 64;

/// So many words at a time a program may step through an array; larger factors are not taken for strides.
pub(crate) const WORDS_OF_A_STEP: i64 = 8;

/// Fewer bytes are no array that is worth a closer look after a failed proof.
pub(crate) const SHORTEST_ARRAY: i128 = 20;
