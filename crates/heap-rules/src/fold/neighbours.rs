//! What the numbers of two neighbours are to each other: in which order they are, and what holds of all of them.

use super::find::{End, View};
use super::kinds::Precision;
use crate::{each, sorted};
use pure_logic::Solver;
use std::sync::Arc;
use symbolic_heap::{Block, EachNode, Key, Segment, Sorted, State};

fn segment_of(state: &State, view: &View) -> Option<Arc<Segment>> {
    match view.end {
        End::Segment(index) => Some(Arc::clone(&state.heap.segments()[index])),
        End::Node(_) => None,
    }
}

fn block_of(state: &State, view: &View) -> Option<Arc<Block>> {
    match &view.end {
        End::Node(node) => state.heap.block(node.base).cloned(),
        End::Segment(_) => None,
    }
}

/// In which orders the two are one after the other.
pub(super) fn orders_of(
    solver: &mut Solver,
    state: &State,
    left: &View,
    right: &View,
    precision: Precision,
) -> Vec<Sorted> {
    if let (Some(first), Some(second)) = (block_of(state, left), block_of(state, right)) {
        if precision != Precision::Sorted {
            return Vec::new();
        }
        let links: Vec<u64> = std::iter::once(left.shape.link).chain(left.shape.back).collect();
        return sorted::orders_of_nodes(solver, state, (&first, &second), &links);
    }
    let known = segment_of(state, left).or_else(|| segment_of(state, right));
    let keys = known.iter().flat_map(|segment| &segment.sorted).map(|sorted| sorted.key);
    let stretch = |solver: &mut Solver, view: &View, key: Key| match segment_of(state, view) {
        Some(segment) => sorted::stretch_of_segment(&segment, key),
        None => sorted::stretch_of_block(solver, state, &*block_of(state, view)?, key),
    };
    keys.filter_map(|key| {
        let (first, second) = (stretch(solver, left, key)?, stretch(solver, right, key)?);
        let whole = first.then(solver, &state.facts, &second)?;
        sorted::sorted_of(&whole)
    })
    .collect()
}

/// What holds of every node of the two.
pub(super) fn each_of(
    solver: &mut Solver,
    state: &State,
    (left, right): (&View, &View),
    orders: &[Sorted],
    precision: Precision,
) -> Option<EachNode> {
    if precision != Precision::Sorted {
        return None;
    }
    let words = match (block_of(state, left), block_of(state, right)) {
        (Some(first), Some(second)) => {
            let links: Vec<u64> = std::iter::once(left.shape.link).chain(left.shape.back).collect();
            each::words_of_nodes(solver, state, (&first, &second), &links)
        }
        (first, second) => {
            let segments = [segment_of(state, left), segment_of(state, right)];
            let known: Vec<Arc<Segment>> = segments.into_iter().flatten().collect();
            each::words_of_parts(solver, state, &known, first.or(second).as_deref())
        }
    };
    if words.is_empty() {
        return None;
    }
    let told = |solver: &mut Solver, view: &View| match segment_of(state, view) {
        Some(segment) => Some(each::of_segment(solver, state, &segment, &words)),
        None => Some(each::of_block(solver, state, &*block_of(state, view)?, &words)),
    };
    let (first, second) = (told(solver, left)?, told(solver, right)?);
    first.then(solver, state, &second).without_repetitions(solver, &state.facts, orders).each(solver)
}
