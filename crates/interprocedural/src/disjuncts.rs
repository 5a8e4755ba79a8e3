//! A few states, each of which covers all executions seen like it: at loop heads, at the exits of
//! functions.

use crate::limits::{
    APART_BY_COMPARISONS, APART_BY_FLAGS, APART_BY_NULL, GROWTHS_WITH_NEW_SEGMENTS, GROWTHS_WITH_THRESHOLDS,
    SEGMENTS_OF_A_GROWING_STATE, SEGMENTS_OF_A_STATE,
};
use heap_rules::entail::entails_by;
use heap_rules::fold::Precision;
use heap_rules::join::JoinMode;
use heap_rules::relate::Likeness;
use ir::RegisterId;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::{HeapRule, Location, Segment, State, is_broken};

#[derive(Default)]
pub struct Disjuncts {
    disjuncts: Vec<Disjunct>,
    /// How many times something was new.
    clock: u64,
    /// The one that covered the last state that was covered: it is the most likely to cover the next one, too.
    last_cover: usize,
}

struct Disjunct {
    state: State,
    /// How often it has grown: from the third time on it is widened.
    growth: u32,
    /// When it last changed.
    changed: u64,
    /// Which executions go on from it.
    stamp: u64,
    /// It was kept apart, as it was: what is joined later is folded, and does not fit to it.
    is_kept: bool,
}

/// How states that arrive are treated.
#[derive(Clone, Copy, Debug)]
pub struct Treatment<'a> {
    /// As long as there are fewer they are not joined.
    pub kept_apart: usize,
    /// There may not be more.
    pub at_most: usize,
    pub precision: Precision,
    /// Where bounds that move rest first.
    pub thresholds: &'a [i128],
    /// Registers that tell what has happened: where they hold different constants, what is known of arrays is not joined.
    pub flags: &'a [RegisterId],
    /// A mark of the executions that go on from here.
    pub stamp: u64,
}

/// What became of a state that arrived.
pub enum Arrival {
    /// It is covered by what was seen before.
    Covered,
    /// Go on with this state, which covers it and the states from which executions with other stamps went on.
    Continue { state: State, outdated: Vec<u64> },
    /// The states there become too many.
    TooMany,
}

/// How many segments go on with what another segment or a node ends with, or are owned by a node: however many lists there are, the first
/// segment of each is none.
fn parts(state: &State) -> usize {
    let mut continued = BTreeSet::new();
    for segment in state.heap.segments() {
        continued.insert(segment.next);
        continued.extend(segment.back.map(|ends| ends.previous));
    }
    for block in state.heap.blocks().filter(|block| block.region.has_nodes()) {
        continued.extend(block.cells.iter().filter_map(|cell| cell.content.term()));
    }
    let is_continued = |segment: &&Arc<Segment>| {
        continued.contains(&segment.first) || segment.back.is_some_and(|ends| continued.contains(&ends.last))
    };
    let beginnings = state.heap.segments().iter().filter(|segment| !is_continued(segment)).count();
    state.heap.segments().len().saturating_sub(beginnings.max(1))
}

/// How many facts compare numbers that variables hold, or nodes that variables refer to.
fn comparisons(solver: &Solver, state: &State) -> usize {
    let at_hand = names_at_hand(solver, state);
    let compares = |fact: &&Fact| {
        let (mut names, mut is_about_memory) = (BTreeSet::new(), false);
        solver.terms.for_each_term_of_fact(**fact, &mut |term| {
            is_about_memory |= heap_rules::fold::mentions_memory(solver, state, term);
            solver.terms.for_each_atom(term, &mut |atom| {
                names.insert(atom);
            });
        });
        names.len() > 1 && !is_about_memory && names.is_subset(&at_hand)
    };
    state.facts.as_slice().iter().filter(compares).count()
}

/// The names in registers and held values, and those in the blocks that these refer to.
fn names_at_hand(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let mut direct = BTreeSet::new();
    for value in state.registers.iter().chain(&state.held).flatten() {
        solver.terms.for_each_atom(value.term, &mut |atom| {
            direct.insert(atom);
        });
    }
    let mut names = direct.clone();
    for block in direct.iter().filter_map(|&base| state.heap.block(base)) {
        for term in block.cells.iter().filter_map(|cell| cell.content.term()) {
            solver.terms.for_each_atom(term, &mut |atom| {
                names.insert(atom);
            });
        }
    }
    names
}

/// Whether one of these registers holds different constants in two states.
fn differ(solver: &Solver, one: &State, other: &State, flags: &[RegisterId]) -> bool {
    flags.iter().any(|flag| {
        let [one, other] = [one, other].map(|state| {
            let value = state.registers.get(flag.index()).copied().flatten()?;
            solver.terms.as_constant(value.term)
        });
        one.zip(other).is_some_and(|(one, other)| one != other)
    })
}

/// Whether a register is null in one of two states and refers to a node in the other: a cursor that marks where a part of a list ends
/// is null before there is such a part.
fn differ_by_null(solver: &mut Solver, one: &State, other: &State) -> bool {
    let mut refers = |state: &State, term: Term| match state.heap.locate(&mut solver.terms, term) {
        Location::Block { base, .. } => state.heap.block(base).is_some_and(|block| block.region.has_nodes()),
        Location::FirstNode { segment, .. } => state.heap.segments()[segment].minimum > 0,
        _ => false,
    };
    let pairs = one.registers.iter().zip(&other.registers);
    let pairs: Vec<(Term, Term)> = pairs.filter_map(|(a, b)| Some(((*a)?.term, (*b)?.term))).collect();
    let refers: Vec<(bool, bool)> = pairs.iter().map(|&(a, b)| (refers(one, a), refers(other, b))).collect();
    let is_null = |term: Term| solver.terms.as_constant(term) == Some(0);
    pairs.iter().zip(refers).any(|(&(a, b), (left, right))| left && is_null(b) || right && is_null(a))
}

impl Disjuncts {
    /// Enters a state.
    pub fn arrive(&mut self, solver: &mut Solver, state: State, treatment: Treatment<'_>) -> Arrival {
        let Treatment { kept_apart, at_most, precision, thresholds, flags, .. } = treatment;
        if self.is_covered(solver, &state, precision) {
            return Arrival::Covered;
        }
        if self.disjuncts.len() >= kept_apart {
            // Where data matters, flags do; but not everything can be kept apart.
            let tells_flags_apart = precision.tells_data_apart() && self.disjuncts.len() < APART_BY_FLAGS;
            let likeness = Likeness {
                precision,
                tells_flags_apart,
                same_kinds: tells_flags_apart && precision == Precision::Parts,
                alternatives: false,
            };
            // Where a tree may be null, what was compared tells which child it is.
            let keeps_comparisons =
                matches!(precision, Precision::Trees(_)) && self.disjuncts.len() < APART_BY_COMPARISONS;
            let tells_what_has_happened = precision.tells_words() && self.disjuncts.len() < APART_BY_FLAGS;
            let tells_null_apart = precision == Precision::Sorted && self.disjuncts.len() < APART_BY_NULL;
            for position in 0..self.disjuncts.len() {
                let Disjunct { state: older, growth, is_kept, .. } = &self.disjuncts[position];
                if *is_kept || tells_what_has_happened && differ(solver, older, &state, flags) {
                    continue;
                }
                if tells_null_apart && differ_by_null(solver, older, &state) {
                    continue;
                }
                let mode = match *growth {
                    0..2 => JoinMode::Join,
                    2..GROWTHS_WITH_THRESHOLDS => JoinMode::Widen(thresholds),
                    GROWTHS_WITH_THRESHOLDS.. => JoinMode::Widen(&[]),
                };
                // A list that falls into more and more parts is not on the way to an invariant.
                let most =
                    match *growth < GROWTHS_WITH_NEW_SEGMENTS && parts(older) < SEGMENTS_OF_A_GROWING_STATE {
                        true => usize::MAX,
                        false => older.heap.segments().len(),
                    };
                if let Some(joined) =
                    heap_rules::join::join_within(solver, older, &state, mode, likeness, most)
                {
                    let loses = |side: &State| comparisons(solver, side) > comparisons(solver, &joined);
                    if keeps_comparisons && (loses(older) || loses(&state)) {
                        continue;
                    }
                    let growth = growth + 1;
                    let outdated = self.put(solver, position, &joined, (growth, false), treatment);
                    return Arrival::Continue { state: joined, outdated };
                }
            }
        }
        if self.disjuncts.len() >= at_most || parts(&state) > SEGMENTS_OF_A_STATE {
            return Arrival::TooMany;
        }
        let last = self.disjuncts.len();
        let outdated = self.put(solver, last, &state, (0, last < kept_apart), treatment);
        Arrival::Continue { state, outdated }
    }

    fn is_covered(&mut self, solver: &mut Solver, state: &State, precision: Precision) -> bool {
        let is_third = |disjunct: &Disjunct| disjunct.growth == 2;
        if self.disjuncts.iter().any(is_third) && is_broken(solver, HeapRule::ThirdArrivalIsCovered) {
            return true;
        }
        let last = self.last_cover;
        let order = std::iter::once(last).chain((0..self.disjuncts.len()).filter(|&other| other != last));
        let cover = order
            .filter(|&position| position < self.disjuncts.len())
            .find(|&position| entails_by(solver, state, &self.disjuncts[position].state, precision));
        self.last_cover = cover.unwrap_or(last);
        cover.is_some()
    }

    /// Puts a state in the place of one that it covers, or at the end, and drops what it covers
    /// besides. Returns the stamps of what is covered.
    fn put(
        &mut self,
        solver: &mut Solver,
        position: usize,
        state: &State,
        (growth, is_kept): (u32, bool),
        Treatment { precision, stamp, .. }: Treatment<'_>,
    ) -> Vec<u64> {
        self.clock += 1;
        let now = self.clock;
        let mut outdated = Vec::new();
        let disjunct = Disjunct { state: state.clone(), growth, changed: now, stamp, is_kept };
        match self.disjuncts.get_mut(position) {
            Some(older) => {
                outdated.push(older.stamp);
                *older = disjunct;
            }
            None => self.disjuncts.push(disjunct),
        }
        self.disjuncts.retain(|other| {
            let is_covered = other.changed != now && entails_by(solver, &other.state, state, precision);
            if is_covered {
                outdated.push(other.stamp);
            }
            !is_covered
        });
        outdated
    }

    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// What is new since the clock showed this.
    pub fn since(&self, clock: u64) -> impl Iterator<Item = &State> {
        self.disjuncts.iter().filter(move |disjunct| disjunct.changed > clock).map(|disjunct| &disjunct.state)
    }

    pub fn len(&self) -> usize {
        self.disjuncts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.disjuncts.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &State> {
        self.disjuncts.iter().map(|disjunct| &disjunct.state)
    }
}
