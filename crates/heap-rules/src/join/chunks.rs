//! What holds of the chunks of two runs that became one.

use crate::chunks::{Chunks, Measure, about_chunks, common_bounds, common_links, without_hulls};
use crate::relate::ChunksPair;
use pure_logic::{Facts, Solver};
use std::collections::BTreeSet;
use symbolic_heap::{Content, HeapRule, State, is_broken};

/// Notes that no run of a block with chunks ends before it begins: of a place that moves along the block this is what a join forgets.
pub(super) fn assume_order(solver: &mut Solver, state: &mut State, pairs: &[ChunksPair]) {
    let bases: BTreeSet<_> = pairs.iter().filter_map(|pair| solver.terms.as_atom(pair.base)).collect();
    for base in bases {
        let Some(block) = state.heap.block(base).cloned() else { continue };
        for cell in block.cells.iter().filter(|cell| !matches!(cell.content, Content::Scalar(_))) {
            let fact = solver.terms.at_most(cell.start, cell.end);
            state.facts.assume(solver, fact);
        }
    }
}

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
    let sides = older.clone().zip(newer.clone()).map(<[Facts; 2]>::from);
    let measures = match (&older, &newer) {
        (Some(older), Some(newer)) => {
            let both = [older.clone(), newer.clone()];
            let mut facts = Measure::common(solver, &pair.layout, &both);
            facts.extend(common_links(solver, &pair.layout, &both));
            facts.extend(common_bounds(solver, &pair.layout, &both, rests));
            facts
        }
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
    if let Some(sides) = &sides {
        facts = without_hulls(solver, facts, sides);
    }
    facts.extend(measures);
    let run = Chunks { start: cell.start, end: cell.end, layout: pair.layout.clone(), facts };
    let cell = run.without_repetitions(solver, &state.facts).cell(solver);
    if let Some(block) = state.heap.block_mut(base) {
        block.cells.set_content(pair.position, cell.content);
    }
}
