//! Strings of which only is known that they are there.
//!
//! ```text
//!   [s, e): text
//!  ───────────────────────────────────────────────────────────────────── open
//!   [s, z): any  *  [z, z + 1): fill 0  *  [z + 1, e): uninit        s <= z < e
//! ```
//!
//! Sound in both directions: that is what a string is; its zero is somewhere. What is not spoken of need not have a name, so
//! that buffers, fields of records and nodes with strings of any length are the same heap.

use crate::fold::{cover, is_text};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::{Cell, Cells, Content, State};

/// A string between two places, with its zero at a third: letters, the zero, and what is behind it.
pub(crate) fn cells_of(
    solver: &mut Solver,
    (start, zero, end): (Term, Term, Term),
    content: Content,
) -> [Cell; 3] {
    let behind = solver.terms.add_constant(zero, 1);
    [
        Cell { start, end: zero, content: Content::Unknown },
        Cell { start: zero, end: behind, content: Content::Fill(0) },
        Cell { start: behind, end, content },
    ]
}

/// Gives names to the places of the zeros of strings in a block.
pub fn open_texts(
    solver: &mut Solver,
    state: &mut State,
    base: Atom,
    is_concerned: &mut dyn FnMut(&Cell) -> bool,
) {
    let Some(block) = state.heap.block(base) else { return };
    let own = block.cells.clone();
    let mut cells: Vec<Cell> = Vec::with_capacity(own.as_slice().len());
    let mut is_changed = false;
    for cell in own.iter() {
        if cell.content != Content::Text || !is_concerned(cell) {
            cells.push(*cell);
            continue;
        }
        is_changed = true;
        let zero = solver.terms.fresh_variable("zero");
        let facts = [solver.terms.at_most(cell.start, zero), solver.terms.less_than(zero, cell.end)];
        state.facts.assume_all(solver, &facts);
        cells.extend(cells_of(solver, (cell.start, zero, cell.end), Content::Uninitialised));
    }
    if let Some(block) = state.heap.block_mut(base).filter(|_| is_changed) {
        block.cells = Cells::from_cells(cells);
    }
}

/// The cells of a block with one cell where another block has a string: cells that make up the same run are stored up to a zero, too.
pub(crate) fn with_texts(solver: &mut Solver, state: &State, cells: &Cells, other: &Cells) -> Cells {
    let mut result = cells.clone();
    for text in other.iter().filter(|cell| cell.content == Content::Text) {
        let own = result.as_slice();
        let first = own.iter().position(|cell| cell.start == text.start);
        let last = own.iter().position(|cell| cell.end == text.end);
        let (Some(first), Some(last)) = (first, last) else { continue };
        if first >= last || !is_plain_text(solver, state, &own[first..=last]) {
            continue;
        }
        result.replace(first..last + 1, *text);
    }
    result
}

/// The cells of a block with strings that begin earlier, where only from there on another block has a string as well: bytes before a string
/// that were stored and are no addresses are a part of it.
///
/// ```text
///   [0, 2): letters  *  [2, 9): text        beside        [0, 1): fill 0  *  [1, 9): uninit
///  ──────────────────────────────────────────────────────────────────────────────────────── begin earlier
///   [0, 9): text
/// ```
pub(crate) fn with_earlier_texts(
    solver: &mut Solver,
    (state, cells): (&State, &Cells),
    (other_state, other): (&State, &Cells),
) -> Cells {
    let is_string_of_other = |solver: &mut Solver, start: Term, end: Term| {
        let cells = other.as_slice();
        let first = cells.iter().position(|cell| cell.start == start);
        let last = cells.iter().position(|cell| cell.end == end);
        let run = first.zip(last).and_then(|(first, last)| cells.get(first..last + 1));
        run.is_some_and(|run| is_plain_text(solver, other_state, run))
    };
    let mut result = cells.clone();
    let texts: Vec<Cell> = cells.iter().filter(|cell| cell.content == Content::Text).copied().collect();
    for text in texts {
        if is_string_of_other(solver, text.start, text.end) {
            continue;
        }
        let own = result.as_slice();
        let Some(last) = own.iter().position(|cell| cell.end == text.end) else { continue };
        let first = (0..last).rev().find(|&first| {
            is_plain_text(solver, state, &own[first..=last])
                && is_string_of_other(solver, own[first].start, text.end)
        });
        if let Some(first) = first {
            let start = own[first].start;
            result.replace(first..last + 1, Cell { start, ..text });
        }
    }
    result
}

/// Whether cells are a string and hold no address.
pub(crate) fn is_plain_text(solver: &mut Solver, state: &State, cells: &[Cell]) -> bool {
    cells.iter().all(|cell| cover(solver, state, cell.content, cell.content).is_some())
        && is_text(solver, state, cells)
}
