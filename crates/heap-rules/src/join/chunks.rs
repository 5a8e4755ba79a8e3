//! What holds of the chunks of two runs that became one.

use crate::chunks::Places;
use crate::chunks::{
    Chunks, Measure, about_chunks, common_bounds, common_divisions, common_links, tells_length,
    without_divisions, without_hulls,
};
use crate::fold::Precision;
use crate::limits::POINTERS_INTO_CHUNKS;
use crate::relate::ChunksPair;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Fact, Facts, Solver};
use std::collections::BTreeSet;
use symbolic_heap::{Content, HeapRule, State, division, is_broken};

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

/// Notes to which chunks pointers lead: facts of the sides may say this by other terms.
pub(super) fn relate_starts(
    solver: &mut Solver,
    state: &mut State,
    pairs: &[ChunksPair],
    (left, right): &(Facts, Facts),
) {
    let mut known: BTreeSet<(Atom, Atom)> = BTreeSet::new();
    for pair in pairs {
        let base = solver.terms.as_atom(pair.base);
        known.extend(base.zip(pair.division.and_then(|division| solver.terms.as_atom(division))));
    }
    for (base, version) in known {
        let Some(size) = state.heap.block(base).map(|block| block.size) else { continue };
        let division = solver.terms.atom_term(version);
        let zero = solver.terms.constant(0);
        let is_common = |solver: &mut Solver, facts: &[Fact]| {
            [left, right].into_iter().all(|side| side.proves_all(solver, facts).is_proved())
        };
        let first = division::is_boundary(&mut solver.terms, division, zero);
        if is_common(solver, &[first]) {
            state.facts.assume(solver, first);
        }
        for pointer in Places::of(solver, state, base).pointers {
            let mut boundary = None;
            for distance in POINTERS_INTO_CHUNKS {
                let place = solver.terms.add_constant(pointer, -distance);
                let end = division::end(&mut solver.terms, division, place);
                let is_inside = solver.terms.at_most(zero, place);
                let is_start = division::is_start(&mut solver.terms, division, place);
                let is_boundary = division::is_boundary(&mut solver.terms, division, place);
                let facts = [is_start, is_inside, solver.terms.at_most(end, size)];
                if is_common(solver, &facts) {
                    state.facts.assume_all(solver, &facts);
                    boundary = None;
                    break;
                }
                if boundary.is_none() && is_common(solver, &[is_boundary, is_inside]) {
                    // No boundary lies behind the last chunk.
                    boundary = Some([is_boundary, is_inside, solver.terms.at_most(place, size)]);
                }
            }
            state.facts.assume_all(solver, boundary.as_ref().map_or(&[], |facts| &facts[..]));
        }
    }
}

/// The older of two divided runs, if what is known of its chunks, among themselves, holds of those of the newer one as well.
fn covering(solver: &mut Solver, pair: &ChunksPair, versions: &[Atom], newer: &Facts) -> Option<Chunks> {
    let (left, right) = pair.left.as_ref().zip(pair.right.as_ref())?;
    if versions.is_empty() || left.layout != pair.layout || right.layout != pair.layout {
        return None;
    }
    let own = Chunks::own_names(solver, &pair.layout);
    let mut is_alone = true;
    for &fact in &left.facts {
        solver.terms.for_each_atom_of_fact(fact, &mut |atom| {
            let is_name = matches!(solver.terms.kind(atom), AtomKind::Variable(_));
            is_alone &= !is_name || own.contains(&atom) || versions.contains(&atom);
        });
    }
    (is_alone && right.is_covered_by(solver, newer, &left.facts)).then(|| left.clone())
}

/// Finds what holds of every chunk: on either side its facts hold, by the names of the result. A side without chunks says nothing.
pub(super) fn join_chunks(
    solver: &mut Solver,
    state: &mut State,
    pair: &ChunksPair,
    (left, right): &(Facts, Facts),
    (precision, rests): (Precision, Option<&[i128]>),
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
    let versions: Vec<_> =
        pair.division.and_then(|version| solver.terms.as_atom(version)).into_iter().collect();
    names.extend(&versions);
    if let Some(run) = covering(solver, pair, &versions, right) {
        let content = Chunks { start: cell.start, end: cell.end, ..run }.cell(solver).content;
        if let Some(block) = state.heap.block_mut(base) {
            block.cells.set_content(pair.position, content);
        }
        return;
    }
    let known = |solver: &mut Solver, side: &Option<Chunks>, facts: &Facts| {
        let run = Chunks { start: cell.start, end: cell.end, ..side.clone()? };
        Some(run.known_by(solver, facts, &pair.layout, &names))
    };
    let (older, newer) = (known(solver, &pair.left, left), known(solver, &pair.right, right));
    let sides = older.clone().zip(newer.clone()).map(<[Facts; 2]>::from);
    let measures = match (&older, &newer) {
        (Some(older), Some(newer)) => {
            let both = [older.clone(), newer.clone()];
            let mut facts = Vec::new();
            if versions.is_empty() {
                facts.extend(Measure::common(solver, &pair.layout, &both));
                facts.extend(common_links(solver, &pair.layout, &both));
            }
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
    if let Some(sides) = sides.as_ref().filter(|_| !versions.is_empty() && !tells_length(solver, &facts)) {
        facts.extend(Measure::common(solver, &pair.layout, sides));
    }
    if let Some(sides) = &sides {
        if precision.tells_units() && !versions.is_empty() {
            facts.extend(Measure::common_unit(solver, sides));
        }
        facts = without_divisions(solver, facts, &pair.layout, !versions.is_empty());
        facts.extend(common_divisions(solver, &pair.layout, sides, &versions));
    }
    let run = Chunks { start: cell.start, end: cell.end, layout: pair.layout.clone(), facts };
    let cell = run.without_repetitions(solver, &state.facts).cell(solver);
    if let Some(block) = state.heap.block_mut(base) {
        block.cells.set_content(pair.position, cell.content);
    }
}
