//! Which of the executions at one point are most alike, by a look at what their variables hold.

use crate::limits::FEW_DIFFERENCES;
use crate::thread::Thread;
use heap_rules::fold::Precision;
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Content, Lifetime, Location, State};

/// What one sees of an execution at once.
struct Outline {
    variables: Vec<Look>,
    segments: usize,
}

/// What a variable holds, as far as one sees at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Look {
    Nothing,
    Number(i128),
    SomeNumber,
    /// The address of a block, or of an optional one.
    Block {
        is_live: bool,
    },
    OptionalBlock,
    List,
}

/// The distances between executions, by position.
pub(super) struct Pairs {
    looks: Vec<Outline>,
    /// Pairs of which it is known that they cannot be joined.
    not_alike: BTreeSet<(usize, usize)>,
    precision: Precision,
}

impl Pairs {
    pub(super) fn new(solver: &mut Solver, threads: &[Thread], precision: Precision) -> Pairs {
        let look = |thread: &Thread| look(solver, &thread.configuration.state, precision);
        Pairs { looks: threads.iter().map(look).collect(), not_alike: BTreeSet::new(), precision }
    }

    /// The pair that differs in the fewest variables; the first of several. If `only_close`, only pairs count that have the
    /// same lists and differ in few numbers, flags, and pointers that are null or not.
    pub(super) fn closest(&self, only_close: bool) -> Option<(usize, usize)> {
        let mut best: Option<(usize, (usize, usize))> = None;
        for one in 0..self.looks.len() {
            for other in one + 1..self.looks.len() {
                if self.not_alike.contains(&(one, other)) {
                    continue;
                }
                let (one_looks, other_looks) = (&self.looks[one], &self.looks[other]);
                let distance = distance(one_looks, other_looks);
                if only_close && (distance > FEW_DIFFERENCES || !have_same_lists(one_looks, other_looks)) {
                    continue;
                }
                if best.is_none_or(|(least, _)| distance < least) {
                    best = Some((distance, (one, other)));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }

    pub(super) fn are_not_alike(&mut self, one: usize, other: usize) {
        self.not_alike.insert((one, other));
    }

    /// The second of a pair was taken into the first: later ones have moved up.
    pub(super) fn joined(&mut self, solver: &mut Solver, (one, other): (usize, usize), threads: &[Thread]) {
        self.looks.remove(other);
        self.looks[one] = look(solver, &threads[one].configuration.state, self.precision);
        let moved = |position: usize| if position > other { position - 1 } else { position };
        let stays =
            |&(a, b): &(usize, usize)| ![a, b].iter().any(|&position| position == one || position == other);
        let kept = self.not_alike.iter().copied().filter(stays).map(|(a, b)| (moved(a), moved(b)));
        self.not_alike = kept.collect();
    }
}

fn distance(left: &Outline, right: &Outline) -> usize {
    let (left, right) = (&left.variables, &right.variables);
    left.iter().zip(right).filter(|(a, b)| a != b).count() + left.len().abs_diff(right.len())
}

/// Lists are in the same variables, and there are as many of them.
fn have_same_lists(left: &Outline, right: &Outline) -> bool {
    let is_list = |look: &Look| *look == Look::List;
    left.segments == right.segments
        && left.variables.iter().zip(&right.variables).all(|(a, b)| is_list(a) == is_list(b))
}

/// What the registers hold, and the variables in memory.
fn look(solver: &mut Solver, state: &State, precision: Precision) -> Outline {
    let mut looks = Vec::new();
    let mut lists = BTreeSet::new();
    // Where members of lists are told, a second variable that holds a list may as well hold a member of it.
    let mut look_at = |solver: &mut Solver, term: Term| match look_at(solver, state, term) {
        Look::List if precision == Precision::Members && !lists.insert(term) => Look::SomeNumber,
        look => look,
    };
    for value in state.registers.iter().chain(&state.held) {
        looks.push(value.map_or(Look::Nothing, |value| look_at(solver, value.term)));
    }
    let variables = state.heap.blocks().filter(|block| block.is_live() && !block.region.has_nodes());
    for cell in variables.flat_map(|block| block.cells.iter()) {
        looks.push(match cell.content {
            Content::Scalar(value) => look_at(solver, value.term),
            Content::Uninitialised
            | Content::Text
            | Content::Fill(_)
            | Content::Each(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Unknown
            | Content::Letters
            | Content::Absent => Look::Nothing,
        });
    }
    Outline { variables: looks, segments: state.heap.segments().len() + state.heap.instances().count() }
}

fn look_at(solver: &mut Solver, state: &State, term: Term) -> Look {
    match state.heap.locate(&mut solver.terms, term) {
        Location::Number(number) => Look::Number(number),
        Location::Block { base, .. } => match state.heap.block(base).map(|block| block.lifetime) {
            Some(Lifetime::Optional) => Look::OptionalBlock,
            Some(lifetime) => Look::Block { is_live: lifetime == Lifetime::Live },
            None => Look::SomeNumber,
        },
        Location::FirstNode { .. }
        | Location::LastNode { .. }
        | Location::Root { .. }
        | Location::BeforeHole { .. } => Look::List,
        Location::Member { .. } | Location::Unknown => Look::SomeNumber,
    }
}
