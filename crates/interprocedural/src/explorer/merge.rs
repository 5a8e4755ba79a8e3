//! Where ways meet: executions that one of them covers are dropped, and if too many are left they
//! are joined.

use super::alike::Pairs;
use super::{Explorer, Mode, Priority, Work};
use crate::limits::{
    COMPARED_WHERE_PATHS_MEET, COST_OF_A_COMPARISON, FACTS_JOINED_IN_A_STEP, FEW_SIDE_BY_SIDE,
    MANY_SIDE_BY_SIDE, SIDE_BY_SIDE_UNFOLDED, SIDE_BY_SIDE_WITHOUT_LISTS,
};
use crate::thread::Thread;
use heap_rules::entail::entails_by;
use heap_rules::fold::{Precision, abstract_state, collapse_arrays};
use heap_rules::join::{JoinMode, join};
use heap_rules::relate::Likeness;
use std::collections::VecDeque;
use symbolic_heap::{HeapRule, Region, State, is_broken};

/// How many executions may go on side by side, before those that are close to each other are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideBySide {
    /// Where there are blocks of the heap.
    blocks: usize,
    /// Where there are lists.
    lists: usize,
    /// How many go on as they are, before they are folded.
    unfolded: usize,
}

impl SideBySide {
    /// Which memory belongs to which list is worth more than which of some blocks are there.
    pub const USUAL: SideBySide = SideBySide { blocks: FEW_SIDE_BY_SIDE, ..SideBySide::MANY };
    pub const MANY: SideBySide =
        SideBySide { blocks: MANY_SIDE_BY_SIDE, lists: MANY_SIDE_BY_SIDE, unfolded: MANY_SIDE_BY_SIDE };
    pub const FEW: SideBySide =
        SideBySide { blocks: FEW_SIDE_BY_SIDE, lists: FEW_SIDE_BY_SIDE, ..SideBySide::MANY };

    /// Where there are trees, states differ in all that a walk has seen of one, and are mostly the same once that is folded.
    pub const FOLDED: SideBySide = SideBySide { unfolded: SIDE_BY_SIDE_UNFOLDED, ..SideBySide::FEW };

    /// Whether states with lists are joined before there are too many of them.
    pub fn joins_early(self) -> bool {
        self.lists < MANY_SIDE_BY_SIDE
    }

    pub(super) fn describe(self) -> String {
        format!("at most {} executions side by side, {} with lists", self.blocks, self.lists)
    }
}

/// Executions that have come to one place and are compared.
pub(super) struct Meeting {
    /// None of them covers another.
    kept: Vec<Thread>,
    arriving: VecDeque<Thread>,
}

impl Meeting {
    /// One of those that meet.
    pub fn some(&self) -> Option<&Thread> {
        self.kept.first().or(self.arriving.front())
    }
}

impl Explorer<'_, '_> {
    /// Lets the executions meet that wait where `first` does.
    pub(super) fn begin_meeting(&mut self, priority: Priority, first: Thread) -> Meeting {
        if self.mode == Mode::Hunt {
            return Meeting { kept: vec![first], arriving: VecDeque::new() };
        }
        let group = self.take_group(priority, &first);
        if group.is_empty() {
            return Meeting { kept: vec![first], arriving: VecDeque::new() };
        }
        Meeting { kept: Vec::new(), arriving: std::iter::once(first).chain(group).collect() }
    }

    /// The executions that go on after a meeting, or how far it came when the steps were used up: there may be thousands of
    /// comparisons.
    pub(super) fn meet(&mut self, mut meeting: Meeting) -> Result<Vec<Thread>, Meeting> {
        let are_several = meeting.kept.len() + meeting.arriving.len() > 1;
        while let Some(thread) = meeting.arriving.pop_front() {
            if self.report.steps > self.most_steps() {
                meeting.arriving.push_front(thread);
                return Err(meeting);
            }
            self.arrive_at_meeting(&mut meeting.kept, thread);
        }
        let mut kept = meeting.kept;
        if are_several && self.mode.folds() {
            if kept.len() > self.limits.side_by_side.unfolded {
                kept = self.fold_all(kept);
            }
            self.join_until_few(&mut kept);
        }
        Ok(kept)
    }

    fn arrive_at_meeting(&mut self, kept: &mut Vec<Thread>, thread: Thread) {
        self.report.steps += COST_OF_A_COMPARISON * (1 + kept.len() as u64);
        let precision = self.mode.precision();
        let solver = &mut self.context.solver;
        let state = &thread.configuration.state;
        let is_dropped = !kept.is_empty() && is_broken(solver, HeapRule::MeetingKeepsFirst);
        let is_covered = is_dropped
            || kept.iter().any(|other| entails_by(solver, state, &other.configuration.state, precision));
        if !is_covered {
            kept.retain(|other| !entails_by(solver, &other.configuration.state, state, precision));
            kept.push(thread);
        }
    }

    /// Folds what is about to be joined, and drops what is covered then: pieces of rows are joined to rows
    /// that may lack nodes.
    fn fold_all(&mut self, threads: Vec<Thread>) -> Vec<Thread> {
        let precision = self.mode.precision();
        let mut kept: Vec<Thread> = Vec::new();
        for mut thread in threads {
            self.report.steps += COST_OF_A_COMPARISON * (1 + kept.len() as u64);
            let solver = &mut self.context.solver;
            let configuration = &mut thread.configuration;
            configuration.state = abstract_state(solver, &configuration.state, precision);
            configuration.path.join("a fold");
            let state = &configuration.state;
            if kept.iter().any(|other| entails_by(solver, state, &other.configuration.state, precision)) {
                continue;
            }
            kept.retain(|other| !entails_by(solver, &other.configuration.state, state, precision));
            kept.push(thread);
        }
        kept
    }

    /// Removes from the worklist what waits at the same place.
    fn take_group(&mut self, priority: Priority, first: &Thread) -> Vec<Thread> {
        let last = Priority { ticket: u64::MAX, ..priority };
        let keys: Vec<Priority> = self
            .waiting
            .range(priority..=last)
            .map(|(&key, _)| key)
            .take(COMPARED_WHERE_PATHS_MEET)
            .collect();
        let place = first.place();
        let mut group = Vec::new();
        for key in keys {
            let is_there = matches!(&self.waiting[&key], Work::Go(thread) if thread.place() == place);
            if is_there && let Some(Work::Go(thread)) = self.waiting.remove(&key) {
                group.push(thread);
            }
        }
        group
    }

    /// Joins the executions that are most alike, until few are left or none are alike.
    fn join_until_few(&mut self, threads: &mut Vec<Thread>) {
        let precision = self.mode.precision();
        let likeness = Likeness {
            precision,
            tells_flags_apart: precision.tells_data_apart(),
            same_kinds: precision == Precision::Parts,
            alternatives: self.is_whole_program && precision.trees().is_empty(),
        };
        let states = || threads.iter().map(|thread| &thread.configuration.state);
        let has_blocks = states().any(has_blocks);
        let has_lists = states().any(|state| !state.heap.segments().is_empty() || state.heap.has_instances());
        let limit = match (has_lists, has_blocks) {
            (true, _) => self.limits.side_by_side.lists,
            (false, true) => self.limits.side_by_side.blocks,
            (false, false) => SIDE_BY_SIDE_WITHOUT_LISTS,
        };
        if threads.len() <= limit {
            return;
        }
        if threads.len() > MANY_SIDE_BY_SIDE || !has_blocks {
            // Single letters of a text, and the like, are not worth the end of the text.
            for thread in threads.iter_mut() {
                collapse_arrays(&mut self.context.solver, &mut thread.configuration.state, precision);
                thread.configuration.path.join("a join");
            }
        }
        let mut pairs = Pairs::new(&mut self.context.solver, threads, precision);
        while threads.len() > limit / 2 {
            let only_close = has_blocks && threads.len() <= MANY_SIDE_BY_SIDE;
            let Some((one, other)) = pairs.closest(only_close) else { return };
            let solver = &mut self.context.solver;
            let (a, b) = (&threads[one].configuration, &threads[other].configuration);
            self.report.steps += COST_OF_A_COMPARISON + cost_of_a_join(&a.state, &b.state);
            match join(solver, &a.state, &b.state, JoinMode::Join, likeness) {
                Some(state) => {
                    self.report.joined_early |= only_close;
                    let configuration = &mut threads[one].configuration;
                    configuration.state = state;
                    configuration.path.join("a join");
                    if threads[one].origin != threads[other].origin {
                        threads[one].origin = None;
                    }
                    threads.remove(other);
                    pairs.joined(solver, (one, other), threads);
                }
                None => pairs.are_not_alike(one, other),
            }
        }
    }
}

/// What is known of numbers on both sides is compared, name by name.
fn cost_of_a_join(left: &State, right: &State) -> u64 {
    (left.facts.as_slice().len() + right.facts.as_slice().len()) as u64 / FACTS_JOINED_IN_A_STEP
}

/// Which memory belongs to whom is worth more than what is known of numbers.
fn has_blocks(state: &State) -> bool {
    !state.heap.segments().is_empty()
        || state.heap.has_instances()
        || state.heap.blocks().any(|block| block.may_be_live() && block.region == Region::Heap)
}
