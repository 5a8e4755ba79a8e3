//! Arrays of records as chunks that are all equally long.
//!
//! ```text
//!   [16·i, 16·i + 8): a + 16·j  *  [16·i + 8, 16·i + 16): anything that holds no address
//!  ───────────────────────────────────────────────────────────────────────────────────── package
//!   [16·i, 16·i + 16): tiles { link 8 at 0 null 16, len = 16 ∧ at = 16·i ∧ it0 = 16·j }
//! ```
//!
//! How long the records of a program are is a guess, from the indices with which it computes addresses; that a chunk begins at a multiple
//! of this length, and is so long, is seen from its bytes. Any chunk of such a run can be exposed, so no boundary has to be kept: what the
//! links of a pool lead to is told by the facts, each of them null or the offset of a chunk.

use super::fold::{arenas, packaged};
use crate::fold::{Strides, word_size};
use crate::limits::FEW_RECORDS;
use pure_logic::term::Atom;
use pure_logic::{Facts, Solver, Term};
use symbolic_heap::{Cell, Cells, Content, State};

/// Packages the records of all arrays.
pub fn fold_cells(solver: &mut Solver, state: &mut State, strides: Strides) {
    for base in arenas(state) {
        let Some(stride) = record_of(solver, state, base, strides) else { continue };
        let Some(cells) = packaged(solver, state, base, &[], Some(stride)) else { continue };
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = cells;
        }
    }
}

/// How long the records of a block are, if it is an array of them: the longest that fit.
pub(crate) fn record_of(solver: &mut Solver, state: &State, base: Atom, strides: Strides) -> Option<i128> {
    let block = state.heap.block(base)?;
    strides.iter().map(i128::from).find(|&stride| {
        let is_large = match solver.terms.as_constant(block.size) {
            Some(size) => size >= FEW_RECORDS * stride,
            None => true,
        };
        let fits = solver.terms.divides(stride, block.size);
        is_large && state.facts.proves(solver, fits).is_proved()
    })
}

/// The cells of a block, where every word begins as many bytes before its end as it has, whatever name that place had.
pub(super) fn measured(solver: &mut Solver, facts: &Facts, cells: &Cells) -> Cells {
    let mut result: Vec<Cell> = Vec::new();
    for &cell in cells.iter() {
        let mut cell = cell;
        if matches!(cell.content, Content::Scalar(_))
            && solver.terms.constant_difference(cell.end, cell.start).is_none()
            && let Some(bytes) = word_size(solver, facts, &cell)
        {
            cell.start = solver.terms.add_constant(cell.end, -i128::from(bytes));
            if let Some(last) = result.last_mut() {
                last.end = cell.start;
            }
        }
        result.push(cell);
    }
    Cells::from_cells(result)
}

/// The cells of a block with bytes that are all alike cut where the record of a word begins that is behind them.
pub(super) fn aligned(solver: &mut Solver, facts: &Facts, row: &Cells, stride: i128) -> Cells {
    let mut cells: Vec<Cell> = Vec::new();
    for &cell in row.iter() {
        if let (Content::Scalar(_), Some(&last)) = (cell.content, cells.last())
            && matches!(
                last.content,
                Content::Fill(_) | Content::Unknown | Content::Letters | Content::Uninitialised
            )
            && let Some(within @ 1..) = remainder(solver, facts, cell.start, stride)
        {
            let start = solver.terms.add_constant(cell.start, -within);
            let is_inside = solver.terms.less_than(last.start, start);
            if facts.proves(solver, is_inside).is_proved() {
                cells.pop();
                cells.extend([Cell { end: start, ..last }, Cell { start, ..last }]);
            } else if last.start != start && facts.equal(solver, last.start, start).is_proved() {
                // The record begins there, and its words are told by their distance from this place.
                let count = cells.len();
                cells[count - 1].start = start;
                if count > 1 {
                    cells[count - 2].end = start;
                }
            }
        }
        cells.push(cell);
    }
    Cells::from_cells(cells)
}

/// What is left of an offset when it is divided by a number, if that is known.
pub(super) fn remainder(solver: &mut Solver, facts: &Facts, offset: Term, stride: i128) -> Option<i128> {
    let within = solver.terms.modulo(offset, stride);
    if let Some(number) = facts.bounds(solver, within).value() {
        return Some(number);
    }
    // Mostly that of its constant part: what is told of two places together tells the rest.
    let number = solver.terms.constant_part(offset).rem_euclid(stride);
    let beginning = solver.terms.add_constant(offset, -number);
    let is_multiple = solver.terms.divides(stride, beginning);
    facts.proves(solver, is_multiple).is_proved().then_some(number)
}
