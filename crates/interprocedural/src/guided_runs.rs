//! Plain executions whose inputs are made from those of earlier ones that showed something new.
//!
//! Errors that need six or seven inputs in a row (insert, insert, remove the smallest, …) are rare among
//! random inputs, and a search that follows all executions at once drowns before it gets there. Here an
//! execution is remembered as soon as it comes to a new way through the code, or to a heap of a new *shape*:
//! later ones repeat its inputs up to there and go on at random. So short executions to many different
//! heaps are kept, and each is the start of others. Where an execution compares something that stands in its input,
//! the next ones have the other side of the comparison there.

mod compared;

use self::compared::{Change, Comparisons};
use crate::limits::{
    BLOCKS_LOOKED_AT, CHOICES_OF_A_MATCHED_RUN, COST_OF_A_RUN, FRUITLESS_RUNS, FRUITLESS_RUNS_WITH_TEXTS,
    LOOKS_AT_THE_HEAP, REMEMBERED_BEGINNINGS, WAITING_MATCHED_RUNS,
};
use crate::random_runs::{Attempt, execute};
use crate::replay::Replay;
use crate::{finding::Finding, input_words::InputWords};
use interpreter::{ChoiceKind, ChoiceRequest, Choices, Control, HeapLook, Image, Machine, Observer};
use ir::{BlockId, FunctionId};
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// How much is executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Executions at most.
    pub runs: u64,
    /// Instructions of all executions together, and blocks looked at.
    pub steps: u64,
    /// Instructions of one execution.
    pub steps_of_a_run: u64,
}

/// What begins an execution that showed something new.
#[derive(Clone, Default)]
struct Beginning {
    choices: Vec<(ChoiceKind, u128)>,
    stdin: Vec<u8>,
    arguments: Vec<Vec<u8>>,
    /// How many executions were made from it.
    uses: u32,
}

impl Beginning {
    fn fingerprint(&self) -> u64 {
        fingerprint(&(&self.choices, &self.stdin, &self.arguments))
    }
}

fn fingerprint(what: &impl Hash) -> u64 {
    let mut hash = FxHasher::default();
    what.hash(&mut hash);
    hash.finish()
}

/// The first execution that ends in an error that counts.
pub fn search(image: &Image<'_>, attempt: &Attempt<'_>, effort: Effort) -> Option<(Finding, Replay)> {
    let mut words = InputWords::of(image.module());
    let mut dice = Dice::new(1);
    let mut known = FxHashSet::default();
    let mut look = HeapLook::default();
    let mut corpus = vec![Beginning::default()];
    let mut steps = 0;
    let mut fruitless = 0;
    let mut matched: VecDeque<(Rc<Beginning>, Change)> = VecDeque::new();
    let mut tried = FxHashSet::default();
    let enough = if words.has_texts() { FRUITLESS_RUNS_WITH_TEXTS } else { FRUITLESS_RUNS };
    for run in 0..effort.runs {
        if steps >= effort.steps || fruitless >= enough || attempt.stop.reason().is_some() {
            return None;
        }
        // In turn with others, because what was compared need not have to do with where it is found.
        let exact = if run % 2 == 1 { matched.pop_front() } else { None };
        let is_matched = exact.is_some();
        let (choices, repeated, stdin, arguments) = match exact {
            Some((inputs, change)) => {
                let mut exact = (*inputs).clone();
                change.apply(&mut exact);
                (GuidedChoices::exactly(&exact.choices, &words, &mut dice), 0, exact.stdin, exact.arguments)
            }
            None => {
                let beginning = pick(&mut corpus, &mut dice);
                let (stdin, arguments) = words.vary(&beginning.stdin, &beginning.arguments, &mut dice);
                let is_repeated = stdin == beginning.stdin && arguments == beginning.arguments;
                let (choices, repeated) = GuidedChoices::after(&beginning.choices, &words, &mut dice);
                (choices, if is_repeated { repeated } else { 0 }, stdin, arguments)
            }
        };
        let mut novelty = Novelty::new(&mut known, &mut look, repeated);
        let limits = attempt.with(effort.steps_of_a_run.min(effort.steps - steps), stdin, arguments);
        let (result, found) = execute(image, &limits, Box::new(choices), &mut novelty);
        if let Some(found) = found {
            return Some(found);
        }
        steps += COST_OF_A_RUN + result.statistics.steps + std::mem::take(&mut novelty.look.work);
        // Where nothing comes from outside, all executions are alike.
        if run == 0 && result.choices_used.entries.is_empty() && !words.has_texts() {
            return None;
        }
        let (fresh, comparisons) = (novelty.fresh, novelty.comparisons);
        fruitless = match fresh.is_empty() {
            true => fruitless + u64::from(!is_matched),
            false => 0,
        };
        let all: Vec<(ChoiceKind, u128)> = crate::random_runs::choices_of(&result.choices_used);
        comparisons.texts().for_each(|text| words.learn(text));
        // Inputs that were made to match and led to nothing new are no beginning of others.
        let is_beginning = !is_matched || !fresh.is_empty();
        if is_beginning && matched.len() < WAITING_MATCHED_RUNS && all.len() <= CHOICES_OF_A_MATCHED_RUN {
            let (stdin, arguments) = (limits.stdin.clone(), limits.arguments.clone());
            let inputs = Rc::new(Beginning { choices: all.clone(), stdin, arguments, uses: 0 });
            let own = inputs.fingerprint();
            let changes = comparisons.matches(&inputs).into_iter();
            let fresh_changes = changes.filter(|change| tried.insert(fingerprint(&(own, change))));
            matched.extend(fresh_changes.map(|change| (Rc::clone(&inputs), change)));
        }
        for length in fresh {
            if corpus.len() < REMEMBERED_BEGINNINGS {
                corpus.push(Beginning {
                    choices: all[..length.min(all.len())].to_vec(),
                    stdin: limits.stdin.clone(),
                    arguments: limits.arguments.clone(),
                    uses: 0,
                });
            }
        }
    }
    None
}

/// Of a few, the one that was used least; of these the shortest.
fn pick(corpus: &mut [Beginning], dice: &mut Dice) -> Beginning {
    let candidates: [usize; 4] = std::array::from_fn(|_| dice.below(corpus.len() as u64) as usize);
    let best = candidates.into_iter().min_by_key(|&index| (corpus[index].uses, corpus[index].choices.len()));
    let chosen = &mut corpus[best.unwrap_or(0)];
    chosen.uses += 1;
    chosen.clone()
}

/// Pseudo-random numbers, the same in every run: the generator `splitmix64`.
pub(crate) struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }
}

/// The answers of an earlier execution, then others.
struct GuidedChoices {
    beginning: [VecDeque<u128>; ChoiceKind::ALL.len()],
    dice: Dice,
    /// After so many inputs beyond the beginning all are zero, which ends most loops.
    left: u64,
    /// How large inputs are in this execution.
    below: u64,
    allocations_fail: bool,
    numbers: Vec<i128>,
}

impl GuidedChoices {
    /// The choices, and how many of the first are those of the beginning.
    fn after(beginning: &[(ChoiceKind, u128)], words: &InputWords, dice: &mut Dice) -> (GuidedChoices, u64) {
        let mut repeated = beginning.len() as u64;
        let mut choices = GuidedChoices::exactly(beginning, words, dice);
        // Now and then one of the old answers is another one.
        let inputs = &mut choices.beginning[ChoiceKind::Input as usize];
        if !inputs.is_empty() && dice.below(4) == 0 {
            let place = dice.below(inputs.len() as u64) as usize;
            inputs[place] = u128::from(dice.below(8));
            repeated = 0;
        }
        (choices, repeated)
    }

    /// The same answers as before, then others.
    fn exactly(beginning: &[(ChoiceKind, u128)], words: &InputWords, dice: &mut Dice) -> GuidedChoices {
        let mut queues: [VecDeque<u128>; ChoiceKind::ALL.len()] = Default::default();
        for &(kind, value) in beginning {
            queues[kind as usize].push_back(value);
        }
        GuidedChoices {
            beginning: queues,
            left: 1 + dice.below(24),
            below: [2, 4, 4, 8, 8, 16, 64, 1024][dice.below(8) as usize],
            allocations_fail: dice.below(4) == 0,
            numbers: words.numbers().to_vec(),
            dice: Dice::new(dice.next()),
        }
    }

    fn input(&mut self, bits: u32) -> u128 {
        if self.left == 0 {
            return 0;
        }
        self.left -= 1;
        match self.dice.below(12) {
            0..=7 => u128::from(self.dice.below(self.below)),
            8 | 9 if !self.numbers.is_empty() => {
                let number = self.numbers[self.dice.below(self.numbers.len() as u64) as usize];
                (number + i128::from(self.dice.below(3)) - 1) as u128
            }
            10 => (-1 - i128::from(self.dice.below(self.below))) as u128,
            _ => u128::from(self.dice.next()) >> self.dice.below(u64::from(bits.min(64))),
        }
    }
}

impl Choices for GuidedChoices {
    fn choose(&mut self, request: ChoiceRequest) -> u128 {
        if let Some(answer) = self.beginning[request.kind as usize].pop_front() {
            return answer;
        }
        match request.kind {
            ChoiceKind::Input => self.input(request.bits),
            ChoiceKind::AllocationFails => u128::from(self.allocations_fail && self.dice.below(16) == 0),
            ChoiceKind::FileResult => u128::from(self.dice.below(2)),
            ChoiceKind::Time | ChoiceKind::Address | ChoiceKind::Uninitialised => {
                u128::from(self.dice.next())
            }
        }
    }
}

/// Notices what no execution showed before: a step from one block of the code to another, or a heap of a
/// new shape where an input was read or `main` goes on.
struct Novelty<'k> {
    known: &'k mut FxHashSet<u64>,
    look: &'k mut HeapLook,
    /// So many choices are those of an earlier execution, which has shown the heaps up to there.
    repeated: u64,
    /// After how many choices something new was seen.
    fresh: Vec<usize>,
    /// What was compared.
    comparisons: Comparisons,
    looks: u32,
    last: (FunctionId, BlockId),
    /// Choices before the last entry of the log, its length, and how often its last answer was given.
    closed: u64,
    entries: usize,
    times: u64,
}

impl<'k> Novelty<'k> {
    fn new(known: &'k mut FxHashSet<u64>, look: &'k mut HeapLook, repeated: u64) -> Novelty<'k> {
        Novelty {
            known,
            look,
            repeated,
            fresh: Vec::new(),
            comparisons: Comparisons::default(),
            looks: LOOKS_AT_THE_HEAP,
            last: (FunctionId::from_raw(0), BlockId::from_raw(0)),
            closed: 0,
            entries: 0,
            times: 0,
        }
    }

    /// Whether a choice was made since the last call.
    fn has_chosen(&mut self, machine: &Machine<'_>) -> bool {
        let entries = &machine.choice_log().entries;
        let times = entries.last().map_or(0, |entry| entry.times);
        if entries.len() == self.entries && times == self.times {
            return false;
        }
        let done = &entries[self.entries.saturating_sub(1)..entries.len().saturating_sub(1)];
        self.closed += done.iter().map(|entry| entry.times).sum::<u64>();
        (self.entries, self.times) = (entries.len(), times);
        true
    }

    fn note(&mut self, what: impl Hash) {
        let length = (self.closed + self.times) as usize;
        if self.known.insert(fingerprint(&what)) && self.fresh.last() != Some(&length) {
            self.fresh.push(length);
        }
    }
}

/// The function that starts the program, and `main`.
const OUTERMOST: usize = 2;

impl Observer for Novelty<'_> {
    const SEES_LOSSES_AT_ONCE: bool = false;

    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        let has_chosen = self.has_chosen(machine);
        let Some(place) = machine.place() else { return Control::Continue };
        self.comparisons.note(machine, place);
        let is_start = place.instruction == 0;
        if is_start {
            let here = (place.function, place.block);
            self.note((0u8, self.last, here));
            self.last = here;
        }
        let is_place_to_look = has_chosen || is_start && place.depth <= OUTERMOST;
        if self.looks > 0 && is_place_to_look && self.closed + self.times >= self.repeated {
            self.looks -= 1;
            let shape = machine.heap_fingerprint(self.look, BLOCKS_LOOKED_AT);
            self.note((1u8, place.function, place.block, shape));
        }
        Control::Continue
    }
}
