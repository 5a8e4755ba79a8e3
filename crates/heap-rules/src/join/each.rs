//! What holds of every node of two rows that became one: on either side its facts hold, by the names of the result.

use crate::each::{Told, joined, names_that_stay};
use crate::relate::EachPair;
use pure_logic::{Facts, Solver};
use symbolic_heap::{HeapRule, NodeWord, Segment, State, is_broken};

/// Puts what is found in the place of the names that stand for it.
pub(super) fn join_each(
    solver: &mut Solver,
    state: &mut State,
    pairs: &[EachPair],
    (left, right): &(Facts, Facts),
    rests: Option<&[i128]>,
) {
    if pairs.is_empty() {
        return;
    }
    let names = names_that_stay(solver, state);
    for pair in pairs {
        let is_pending =
            |segment: &Segment| segment.each.as_ref().is_some_and(|each| each.told() == pair.name);
        let Some(index) = state.heap.segments().iter().position(|segment| is_pending(segment)) else {
            continue;
        };
        let words: &[NodeWord] = &pair.words;
        let facts = match (&pair.left, &pair.right) {
            (Some(own), Some(_)) if is_broken(solver, HeapRule::EachJoinKeepsOlderFacts) => {
                joined(solver, words, (left, own), (left, own), &names, None)
            }
            (Some(own), Some(other)) => joined(solver, words, (left, own), (right, other), &names, rests),
            (Some(own), None) => joined(solver, words, (left, own), (left, own), &names, None),
            (None, Some(other)) => joined(solver, words, (right, other), (right, other), &names, None),
            (None, None) => Vec::new(),
        };
        let (words, first) = (pair.words.clone(), pair.first.clone());
        let told = Told { words, first, has_nodes: false, facts };
        let told = told.without_repetitions(solver, &state.facts, &state.heap.segments()[index].sorted);
        let each = told.each(solver);
        let segment = Segment { each, ..Segment::clone(&state.heap.segments()[index]) };
        state.heap.replace_segment(index, segment);
    }
}
