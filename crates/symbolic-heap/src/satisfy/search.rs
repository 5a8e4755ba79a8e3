//! The search: propagate what is known, then try the choices that are left.

use super::assignment::{Assignment, Missing};
use super::memory::{ConcreteBlock, ConcreteHeap};
use super::propagate::{add_word, quotient};
use super::rows::Row;
use super::tiles::TilesGoal;
use super::{GaveUp, Satisfaction};
use crate::block::Block;
use crate::cells::{Cell, Content};
use crate::definition::Instance;
use crate::part::Extent;
use crate::state::State;
use pure_logic::term::Atom;
use pure_logic::{Fact, Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The bits of a word, where `defined` has ones, are those of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WordGoal {
    pub term: Term,
    pub bits: u128,
    pub width: u32,
    pub defined: u128,
}

/// A run of bytes of a concrete block that a cell describes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellGoal {
    pub base: u64,
    /// What the block's base is for the cell: an offset from where its cells count.
    pub shift: i128,
    pub cell: Cell,
}

/// What is known and what is left to show.
#[derive(Clone)]
pub(super) struct Branch {
    pub values: Assignment,
    /// Live blocks of the memory that are already described.
    pub used: BTreeSet<u64>,
    /// Bytes of other blocks that parts describe: the block's base, and where in it.
    pub taken: Vec<(u64, Extent)>,
    pub words: Vec<WordGoal>,
    /// Facts of the state and of the choices that were made.
    pub facts: Vec<Fact>,
    pub blocks: Vec<Arc<Block>>,
    pub cells: Vec<CellGoal>,
    pub tiles: Vec<TilesGoal>,
    pub rows: Vec<Row>,
    pub instances: Vec<Instance>,
}

/// How a branch ended.
pub(super) enum Outcome {
    Found(Assignment),
    Nothing,
    GaveUp(GaveUp),
}

/// What a goal contradicts is no way to satisfy the state.
pub(super) struct Contradiction;

pub(super) struct Search<'a> {
    pub solver: &'a mut Solver,
    pub memory: &'a ConcreteHeap,
    state: &'a State,
    steps: u64,
    /// Variables that stand for addresses.
    pub(super) addresses: BTreeSet<Atom>,
    /// Variables that the facts mention.
    constrained: BTreeSet<Atom>,
}

impl<'a> Search<'a> {
    pub fn new(solver: &'a mut Solver, state: &'a State, memory: &'a ConcreteHeap, steps: u64) -> Search<'a> {
        let mut addresses = BTreeSet::new();
        let mut note = |term| {
            solver.terms.for_each_atom(term, &mut |atom| {
                addresses.insert(atom);
            });
        };
        for segment in state.heap.segments() {
            note(segment.first);
            note(segment.next);
            if let Some(ends) = segment.back {
                note(ends.last);
                note(ends.previous);
            }
        }
        for (_, instance) in state.heap.instances() {
            instance.terms().for_each(&mut note);
        }
        addresses.extend(state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base));
        let mut constrained = BTreeSet::new();
        for fact in state.facts.as_slice() {
            solver.terms.for_each_atom_of_fact(*fact, &mut |atom| {
                constrained.insert(atom);
            });
        }
        Search { solver, memory, state, steps, addresses, constrained }
    }

    pub fn run(mut self) -> Satisfaction {
        let Ok(branch) = self.start() else { return Satisfaction::NotSatisfied };
        match self.solve(branch) {
            Outcome::Found(values) => Satisfaction::Satisfied(values),
            Outcome::Nothing => Satisfaction::NotSatisfied,
            Outcome::GaveUp(reason) => Satisfaction::Unknown(reason),
        }
    }

    fn start(&mut self) -> Result<Branch, Contradiction> {
        let mut branch = Branch {
            values: Assignment::default(),
            used: BTreeSet::new(),
            taken: Vec::new(),
            words: Vec::new(),
            facts: self.state.facts.as_slice().to_vec(),
            blocks: self.state.heap.blocks().filter(|block| block.is_live()).cloned().collect(),
            cells: Vec::new(),
            tiles: Vec::new(),
            rows: self.state.heap.segments().iter().map(Row::new).collect(),
            instances: self.state.heap.instances().map(|(_, instance)| Instance::clone(instance)).collect(),
        };
        for segment in self.state.heap.segments() {
            let back = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
            for end in [segment.first, segment.next].into_iter().chain(back) {
                branch.facts.extend(segment.range_of_end(&mut self.solver.terms, end));
            }
        }
        for &(atom, value) in &self.memory.names {
            branch.values.set(atom, i128::from(value));
        }
        let (state, memory) = (self.state, self.memory);
        if state.registers.len() != memory.registers.len() || state.held.len() != memory.held.len() {
            return Err(Contradiction);
        }
        // Most memories have too few blocks or, for a state without segments, too many.
        let live = memory.blocks.iter().filter(|(_, block)| block.live);
        let (own, frame): (Vec<u64>, Vec<u64>) =
            live.map(|(base, _)| *base).partition(|base| !memory.frame.contains(base));
        let (own, frame, least) = (own.len() as u64, frame.len() as u64, self.least_blocks());
        let has_rows = !state.heap.segments().is_empty() || state.heap.has_instances();
        let mut cells = state.heap.blocks().flat_map(|block| block.cells.iter());
        let has_rows = has_rows || cells.any(|cell| matches!(cell.content, Content::Owning(_)));
        let has_parts = state.heap.blocks().any(|block| block.is_part());
        if own + frame < least || (own > least && !has_rows && !has_parts) {
            return Err(Contradiction);
        }
        let described = state.registers.iter().chain(&state.held);
        let present = memory.registers.iter().chain(&memory.held);
        for (value, word) in described.zip(present) {
            match (value, word) {
                (None, _) => {}
                (Some(value), None) => {
                    if value.undefined != u128::MAX {
                        return Err(Contradiction);
                    }
                }
                (Some(value), Some(word)) => add_word(&mut branch, *value, *word)?,
            }
        }
        Ok(branch)
    }

    /// So many live blocks every memory of the state has.
    fn least_blocks(&self) -> u64 {
        let whole = self.state.heap.blocks().filter(|block| block.is_live() && !block.is_part());
        let blocks = whole.count() as u64;
        let nodes = self.state.heap.segments().iter().map(|segment| segment.minimum);
        let trees = self.state.heap.instances().filter(|(_, instance)| instance.has_nodes).count() as u64;
        nodes.fold(blocks + trees, u64::saturating_add)
    }

    /// Tries everything that is left to choose in a branch.
    pub fn solve(&mut self, mut branch: Branch) -> Outcome {
        if self.steps == 0 {
            return Outcome::GaveUp(GaveUp::Steps);
        }
        self.steps -= 1;
        if self.propagate(&mut branch).is_err() {
            return Outcome::Nothing;
        }
        if let Some(choices) = self.address_choices(&branch) {
            return self.try_values(&branch, choices.0, &choices.1);
        }
        if let Some(choices) = self.tile_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(choices) = self.row_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(choices) = self.instance_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(block) = branch.blocks.first() {
            let base = block.base;
            if block.is_part() {
                return match branch.values.get(base) {
                    // Where its cells end is not known.
                    Some(_) => Outcome::GaveUp(GaveUp::Numbers),
                    None => self.try_values(&branch, base, &self.places_of_part(block)),
                };
            }
            let candidates: Vec<i128> = self
                .free_blocks(&branch)
                .filter(|(_, other)| other.region == block.region)
                .map(|(at, _)| i128::from(at))
                .collect();
            return self.try_values(&branch, base, &candidates);
        }
        if let Some(choices) = self.unplaced_row_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some(choices) = self.unplaced_instance_choices(&branch) {
            return self.try_branches(choices);
        }
        if let Some((atom, candidates)) = self.boundary_choices(&branch) {
            return self.try_values(&branch, atom, &candidates);
        }
        if self.free_blocks(&branch).any(|(base, _)| !self.memory.frame.contains(&base)) {
            return Outcome::Nothing;
        }
        self.solve_numbers(branch)
    }

    /// Live blocks of the memory that nothing describes yet.
    pub fn free_blocks<'b>(
        &self,
        branch: &'b Branch,
    ) -> impl Iterator<Item = (u64, &'b ConcreteBlock)> + use<'b, 'a>
    where
        'a: 'b,
    {
        let memory = self.memory;
        memory
            .blocks
            .iter()
            .filter(|(base, block)| {
                let is_taken = branch.taken.iter().any(|(taken, _)| taken == *base);
                block.live && !branch.used.contains(base) && !is_taken
            })
            .map(|(base, block)| (*base, block))
    }

    fn try_values(&mut self, branch: &Branch, atom: Atom, candidates: &[i128]) -> Outcome {
        let branches = candidates.iter().map(|&value| {
            let mut next = branch.clone();
            next.values.set(atom, value);
            next
        });
        self.try_branches(branches.collect())
    }

    pub fn try_branches(&mut self, branches: Vec<Branch>) -> Outcome {
        let mut result = Outcome::Nothing;
        for branch in branches {
            match self.solve(branch) {
                found @ Outcome::Found(_) => return found,
                Outcome::Nothing => {}
                gave_up @ Outcome::GaveUp(GaveUp::Steps) => return gave_up,
                gave_up @ Outcome::GaveUp(GaveUp::Numbers) => result = gave_up,
            }
        }
        result
    }

    /// A variable for an address that a word determines, and what it may be.
    fn address_choices(&self, branch: &Branch) -> Option<(Atom, Vec<i128>)> {
        branch.words.iter().find_map(|goal| {
            let missing = branch.values.missing(&self.solver.terms, goal.term);
            let Missing::One { atom, coefficient: coefficient @ (1 | -1), rest } = missing else {
                return None;
            };
            let is_whole = goal.width < 127 && goal.defined == (1 << goal.width) - 1;
            if !self.addresses.contains(&atom) || !is_whole {
                return None;
            }
            let modulus = 1i128 << goal.width;
            let value = (goal.bits as i128).checked_sub(rest)?.checked_mul(coefficient)?.rem_euclid(modulus);
            let mut candidates = vec![value];
            if self.constrained.contains(&atom) {
                candidates.push(value - modulus);
            }
            Some((atom, candidates))
        })
    }

    /// A variable on which the end of a cell depends, and where the cell may end.
    fn boundary_choices(&self, branch: &Branch) -> Option<(Atom, Vec<i128>)> {
        branch.cells.iter().find_map(|goal| {
            let length = self.memory.blocks.get(&goal.base)?.bytes.len() as i128;
            [goal.cell.start, goal.cell.end].into_iter().find_map(|boundary| {
                let missing = branch.values.missing(&self.solver.terms, boundary);
                let Missing::One { atom, coefficient, rest } = missing else { return None };
                let candidates = (0..=length)
                    .filter_map(|offset| {
                        let distance = rest.checked_sub(offset)?;
                        (distance.checked_rem(coefficient)? == 0).then(|| quotient(distance, coefficient))?
                    })
                    .collect();
                Some((atom, candidates))
            })
        })
    }
}
