//! Taking one element out of an array of words or records that own something.
//!
//! ```text
//!   a { …, [s, e): own b { k₁ | … | kₘ }, … }
//!  ───────────────────────────────────────────────────────────────────────────────────────────── expose-element
//!   ⋁ⱼ  a { …, [s, o): own b {…}, [o, o + b): w, [o + b, e): own b {…}, … }  *  what a word w of the kind kⱼ owns
//! ```
//!
//! Sound: these are the cases of the definition for the word at `o`; what it owns is separate from all else.

use super::materialise::add_element;
use super::normalise;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::ops::Range;
use symbolic_heap::owning::is_owner;
use symbolic_heap::{Cell, Cells, Content, HeapRule, Owning, State, is_broken};

/// The states in which the element that has the bytes `[start, end)` of an array is one of one of its kinds. The array has a boundary where
/// the element begins and ends, or can have.
pub fn expose_element(
    solver: &mut Solver,
    state: &State,
    array: Atom,
    run: (Term, Term),
) -> Option<Vec<State>> {
    let runs = &state.heap.block(array)?.cells;
    let (start, end, owning) = runs.iter().find_map(|cell| whole_element(solver, state, cell, run))?;
    let mut cells = runs.clone();
    let range = cells.isolate(solver, &state.facts, start, end).ok()?;
    let range = without_empty_runs(solver, state, &mut cells, range);
    let is_owner = |cell: &&Cell| matches!(cell.content, Content::Owning(_));
    let mut owners = cells.as_slice()[range.clone()].iter().filter(is_owner);
    let Content::Owning(owner) = owners.next()?.content else { return None };
    if owner.size != owning.size || owners.next().is_some() {
        return None;
    }
    let owning = owner;
    for run in runs.iter().filter(|run| run.content == Content::Owning(owning)) {
        let distance = solver.terms.subtract(start, run.start);
        let is_aligned = solver.terms.divides(owning.bytes(), distance);
        if !state.facts.proves(solver, is_aligned).is_proved() {
            return None;
        }
    }
    let position = range.start + cells.as_slice()[range].iter().position(|cell| is_owner(&cell))?;
    let kinds = owning.kinds(&solver.terms).to_vec();
    let mut states = Vec::new();
    for kind in &kinds {
        let mut state = state.clone();
        let element = add_element(solver, &mut state, array, owning, kind);
        let mut cells = cells.clone();
        let place = cells.as_slice()[position];
        let element = element.into_iter().map(|(from, to, content)| Cell {
            start: solver.terms.add_constant(place.start, i128::from(from)),
            end: match to == u64::from(owning.size.bytes) {
                true => place.end,
                false => solver.terms.add_constant(place.start, i128::from(to)),
            },
            content,
        });
        let element: Vec<Cell> = element.collect();
        cells.replace_with(position..position + 1, element);
        if let Some(block) = state.heap.block_mut(array) {
            block.cells = cells;
        }
        states.extend(normalise(solver, state));
        if is_broken(solver, HeapRule::ElementsAreOfOneKind) {
            break;
        }
    }
    Some(states)
}

/// Where the element begins and ends that has some bytes, if they may be those of one of a run. Bytes of two elements are none.
fn whole_element(
    solver: &mut Solver,
    state: &State,
    cell: &Cell,
    (start, end): (Term, Term),
) -> Option<(Term, Term, Owning)> {
    let Content::Owning(owning) = cell.content else { return None };
    let length = solver.terms.constant_difference(end, start)?;
    let distance = solver.terms.subtract(start, cell.start);
    // An address is that of an element and a constant.
    let inside = solver.terms.constant_part(distance).rem_euclid(owning.bytes());
    let begin = solver.terms.add_constant(start, -inside);
    let distance = solver.terms.subtract(begin, cell.start);
    let is_aligned = solver.terms.divides(owning.bytes(), distance);
    let is_one = inside + length <= owning.bytes();
    (is_one && state.facts.proves(solver, is_aligned).is_proved())
        .then(|| (begin, solver.terms.add_constant(begin, owning.bytes()), owning))
}

/// Takes runs of elements out of a range of cells that have none, as the facts show: what a loop that frees one element after the other
/// has not come to yet. Returns what is left of the range.
fn without_empty_runs(
    solver: &mut Solver,
    state: &State,
    cells: &mut Cells,
    range: Range<usize>,
) -> Range<usize> {
    let is_empty = |solver: &mut Solver, cell: &Cell| {
        let length = solver.terms.subtract(cell.end, cell.start);
        let none = solver.terms.zero(length);
        matches!(cell.content, Content::Owning(_)) && state.facts.proves(solver, none).is_proved()
    };
    let (mut left, mut last): (Vec<Cell>, usize) = (Vec::new(), range.end);
    let mut start = None;
    for (index, &cell) in cells.as_slice().iter().enumerate() {
        if range.contains(&index) && is_empty(solver, &cell) {
            // The cell behind it begins where it did, or the one before it reaches as far.
            start = start.or(Some(cell.start));
            last -= 1;
            continue;
        }
        left.push(Cell { start: start.take().unwrap_or(cell.start), ..cell });
    }
    match (start, left.last_mut(), cells.as_slice().last()) {
        (Some(_), Some(end), Some(cell)) => end.end = cell.end,
        (Some(_), None, _) => return range,
        (None, ..) | (Some(_), Some(_), None) => {}
    }
    *cells = Cells::from_cells(left);
    range.start..last
}

/// Leaves behind, when a block ends, what one of its elements owned, for every run of elements that may be there: nobody refers to it
/// any more.
pub fn release_elements(solver: &mut Solver, state: &mut State, array: Atom) {
    let Some(block) = state.heap.block(array) else { return };
    if is_broken(solver, HeapRule::ArraysEndWithTheirElements) {
        return;
    }
    let runs: Vec<_> = block.cells.iter().copied().collect();
    for cell in runs {
        let Content::Owning(owning) = cell.content else { continue };
        let length = solver.terms.subtract(cell.end, cell.start);
        let none = solver.terms.zero(length);
        let Some(kind) = owning.kinds(&solver.terms).iter().find(|kind| is_owner(kind)).cloned() else {
            continue;
        };
        if !state.facts.proves(solver, none).is_proved() {
            add_element(solver, state, array, owning, &kind);
        }
    }
}
