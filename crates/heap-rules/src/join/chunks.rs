//! What holds of the chunks of two runs that became one.

use crate::chunks::{Chunks, Measure, about_chunks};
use crate::relate::ChunksPair;
use pure_logic::{Facts, Solver};
use std::collections::BTreeSet;
use symbolic_heap::{HeapRule, State, is_broken};

/// Finds what holds of every chunk: on either side its facts hold, by the names of the result. A side without chunks says nothing.
pub(super) fn join_chunks(
    solver: &mut Solver,
    state: &mut State,
    pair: &ChunksPair,
    (left, right): &(Facts, Facts),
    rests: Option<&[i128]>,
) {
    let Some(base) = solver.terms.as_atom(pair.base) else { return };
    let cell = state.heap.block(base).and_then(|block| block.cells.as_slice().get(pair.position).copied());
    let Some(cell) = cell else { return };
    let mut names = BTreeSet::new();
    state.for_each_term(&mut |term| {
        solver.terms.for_each_atom(term, &mut |atom| {
            names.insert(atom);
        });
    });
    names.retain(|&atom| state.heap.block(atom).is_none());
    let known = |solver: &mut Solver, side: &Option<Chunks>, facts: &Facts| {
        let run = Chunks { start: cell.start, end: cell.end, ..side.clone()? };
        Some(run.known_by(solver, facts, &pair.layout, &names))
    };
    let (older, newer) = (known(solver, &pair.left, left), known(solver, &pair.right, right));
    let measures = match (&older, &newer) {
        (Some(older), Some(newer)) => Measure::common(solver, &pair.layout, &[older.clone(), newer.clone()]),
        _ => Vec::new(),
    };
    let joined = match (older, newer) {
        (Some(older), Some(_)) if is_broken(solver, HeapRule::TilesJoinKeepsOlderFacts) => older,
        (Some(older), Some(newer)) => match rests {
            None => older.join(solver, &newer),
            Some(rests) => older.widen(solver, &newer, rests, &BTreeSet::new()),
        },
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => return,
    };
    let mut facts = about_chunks(solver, &joined, &pair.layout);
    facts.extend(measures);
    let run = Chunks { start: cell.start, end: cell.end, layout: pair.layout.clone(), facts };
    let cell = run.without_repetitions(solver, &state.facts).cell(solver);
    if let Some(block) = state.heap.block_mut(base) {
        block.cells.set_content(pair.position, cell.content);
    }
}
