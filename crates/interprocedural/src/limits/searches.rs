//! How the steps of a whole program are dealt out to the searches that are tried one after the other.

use crate::guided_runs;
use crate::random_runs::Runs;
use crate::replay::ReplayBudget;

/// So many more steps proofs have for each instruction of the program, up to the size of a large one.
pub(crate) const STEPS_PER_INSTRUCTION: u64 = 240;

/// With more instructions than this, only the proof that is tried first has more steps, as long as its states do
/// not explode: what all kinds of proofs cost together shall not grow with programs that none of them can do.
pub(crate) const LARGE_PROGRAM: u64 = 8_000;

/// The same once something was met that has no model, so that only errors can still be found.
pub(crate) const LARGE_PROGRAM_WITHOUT_A_MODEL: u64 = 1_500;

/// So many steps the first proof has for each instruction of a large program.
pub(crate) const STEPS_OF_A_LARGE_PROGRAM: u64 = 120;

/// One in so many of its steps a proof has before errors are looked for by executions; then it is paused.
pub(crate) const FIRST_ROUND: u64 = 5;

/// So many hundredths of their steps paused proofs have in each of the rounds after that, one proof after the
/// other: none of them waits for one that will not be through. After the last round they have failed.
pub(crate) const ROUNDS: [u64; 2] = [40, 100];

/// So many times the steps of the first hunt are those of the last search for errors; after it the answer is open.
pub(crate) const DEEP_HUNT: u64 = 5;

/// So many instructions are executed before the first proof to see that a program has few executions; where there
/// are more, it is proved first.
pub(crate) const INSTRUCTIONS_OF_FEW_EXECUTIONS: u64 = 1_000_000;

/// So many are executed for that after proofs have failed; where there are more, not all executions are tried.
pub(crate) const INSTRUCTIONS_OF_LONG_EXECUTIONS: u64 = 80_000_000;

/// So many random executions of so many steps try to contradict a proof; one that goes on is cut off.
pub(crate) const RUNS_AFTER_A_PROOF: Runs = Runs { count: 24, steps: 20_000 };

/// So many executions are guided by what others compared, with so many steps together and each; then other searches
/// go on.
pub(crate) const GUIDED_RUNS: guided_runs::Effort =
    guided_runs::Effort { runs: 20_000, steps: 12_000_000, steps_of_a_run: 20_000 };

/// So many random executions of so many steps look for an error that no proof excludes.
pub(crate) const RUNS_WITHOUT_A_PROOF: Runs = Runs { count: 150, steps: 300_000 };

/// So many terms are kept for all paused searches together, because these take most of the memory; one that would
/// need more is dropped.
pub(crate) const TERMS_OF_PAUSED_SEARCHES: usize = 600_000;

/// So many hundredths of its steps the proof that does for most programs has before errors are looked for by
/// executions.
pub(crate) const FIRST_PROOF: u64 = 80;

/// One in so many of its steps it has before proofs with fewer states are tried.
pub(crate) const FIRST_LOOK: u64 = 8;

/// The proof that tells in which order words of arrays are has so many times the steps of others, all at once; it does not go on
/// after that.
pub(crate) const STEPS_OF_ORDER: u64 = 2;

/// So many times the steps of other proofs are those of one with chunks that are told by where they begin.
pub(crate) const STEPS_OF_DIVISIONS: u64 = 5;

/// Rounds where constants tell nodes apart: so many hundredths of their steps have first the proof by kinds of
/// nodes and then the one of shapes.
pub(crate) const KINDS_BESIDE_SHAPES: [(u64, u64); 2] = [(40, 40), (100, FIRST_PROOF)];

/// So few random executions are so long that they come through large arrays, before proofs about arrays are tried.
pub(crate) const RUNS_THROUGH_LARGE_ARRAYS: Runs = Runs { count: 2, steps: 12_000_000 };

/// The part of the steps of a proof that one about the order of trees has: it follows all cases of comparisons side by side, so it takes more
/// steps than one of shapes.
pub(crate) const STEPS_OF_TREES_IN_ORDER: u64 = 2;

/// So many hundredths of their steps proofs have, in rounds: with many executions side by side, with few, and
/// without trees. What branches may be lists of lists all the same, and most proofs of either kind take few steps.
pub(crate) const PROOFS_OF_TREES: [[u64; 3]; 2] = [[6, 6, 6], [25, 20, 0]];

/// So many findings of a search are executed at its end, those without failing allocations first; the others stay
/// unconfirmed.
pub(crate) const REPLAYS_OF_A_SEARCH: usize = 20;

/// So many findings are executed as soon as they are found; later ones wait for the end of the search.
pub(crate) const REPLAYS_AT_ONCE: usize = 3;

/// So many steps each execution of a finding has at first; one that is not through is tried again after the others.
pub(crate) const STEPS_OF_A_SHORT_REPLAY: u64 = 50_000;

/// So many steps have all executions together of findings on whose paths something was approximated; then such
/// findings stay unconfirmed.
pub(crate) const STEPS_OF_INEXACT_REPLAYS: u64 = 4_000_000;

/// So many steps each execution of a finding has that is not cut short, and so many all of them together; then
/// findings stay unconfirmed.
pub(crate) const LONG_REPLAYS: ReplayBudget =
    ReplayBudget { steps_of_a_run: 2_000_000, steps: 12_000_000, ran_out: false };

/// So many further errors are told beside the first one.
pub(crate) const FURTHER_ERRORS: usize = 8;

/// So many executions are replayed to show further errors; then no more are told.
pub(crate) const REPLAYS_OF_FURTHER_ERRORS: usize = 24;
