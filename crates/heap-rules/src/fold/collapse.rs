//! Forgetting what single elements of an array hold, so that a loop over it ends.
//!
//! ```text
//!   [s, m): c  *  [m, e): c         (c not a word)        [s, e): word that is no address
//!  ─────────────────────────────── merge                 ──────────────────────────────── forget
//!   [s, e): c                                             [s, e): unknown
//! ```
//!
//! Sound: a run of bytes with one content is two runs with it; some stored bytes are stored bytes.
//! Words are forgotten only in blocks whose size or cells are not constant: structures keep theirs, and so
//! do structures with an array at their end whose length they hold.

use super::mentions_memory;
use pure_logic::Solver;
use pure_logic::term::Atom;
use symbolic_heap::{Block, Cell, Cells, Content, State};

pub fn collapse_arrays(solver: &mut Solver, state: &mut State) {
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base).collect();
    for base in bases {
        let Some(block) = state.heap.block(base) else { continue };
        let is_fixed = |cell: &&Cell| {
            solver.terms.as_constant(cell.start).is_some() && solver.terms.as_constant(cell.end).is_some()
        };
        let fixed = block.cells.iter().take_while(is_fixed).count();
        let is_array = fixed < block.cells.as_slice().len();
        let kept = if !is_array || knows_its_length(solver, block) { fixed } else { 0 };
        let cells = collapsed(solver, state, &block.cells, kept);
        if cells != block.cells
            && let Some(block) = state.heap.block_mut(base)
        {
            block.cells = cells;
        }
    }
}

/// The cells without words that are no addresses behind the first so many, and with neighbours merged that
/// hold the same.
pub(crate) fn collapsed(solver: &Solver, state: &State, cells: &Cells, kept: usize) -> Cells {
    let mut merged: Vec<Cell> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let content = match cell.content {
            Content::Scalar(value) if index >= kept && !mentions_memory(solver, state, value.term) => {
                if value.is_defined() { Content::Unknown } else { Content::Uninitialised }
            }
            same => same,
        };
        match merged.last_mut() {
            Some(last) if last.content == content && !matches!(content, Content::Scalar(_)) => {
                last.end = cell.end;
            }
            _ if cell.start == cell.end => {}
            _ => merged.push(Cell { content, ..*cell }),
        }
    }
    Cells::from_cells(merged)
}

/// Whether a block holds its own length: one of its words mentions what its size does.
fn knows_its_length(solver: &Solver, block: &Block) -> bool {
    block.cells.iter().any(|cell| match cell.content {
        Content::Scalar(value) => {
            let summands = solver.terms.summands(value.term);
            let mut atoms = summands.iter().map(|summand| summand.0);
            let is_part = |atom| solver.terms.summands(block.size).iter().any(|other| other.0 == atom);
            value.is_defined() && !summands.is_empty() && atoms.all(is_part)
        }
        Content::Uninitialised | Content::Fill(_) | Content::Unknown | Content::Absent => false,
    })
}
