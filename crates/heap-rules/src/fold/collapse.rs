//! Forgetting what single elements of an array hold, so that a loop over it ends.
//!
//! ```text
//!   [s, m): c  *  [m, e): c         (c not a word)        [s, e): word that is no address
//!  ─────────────────────────────── merge                 ──────────────────────────────── forget
//!   [s, e): c                                             [s, e): unknown
//! ```
//!
//! Sound: a run of bytes with one content is two runs with it; some stored bytes are stored bytes.
//! Words are forgotten only in blocks whose size or cells are not constant: structures keep theirs.

use super::mentions_memory;
use pure_logic::Solver;
use pure_logic::term::Atom;
use symbolic_heap::{Cell, Cells, Content, State};

pub fn collapse_arrays(solver: &mut Solver, state: &mut State) {
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base).collect();
    for base in bases {
        let Some(block) = state.heap.block(base) else { continue };
        let is_array = block.cells.iter().any(|cell| {
            solver.terms.as_constant(cell.start).is_none() || solver.terms.as_constant(cell.end).is_none()
        });
        let mut merged: Vec<Cell> = Vec::new();
        for cell in block.cells.iter() {
            let content = match cell.content {
                Content::Scalar(value) if is_array && !mentions_memory(solver, state, value.term) => {
                    if value.is_defined() { Content::Unknown } else { Content::Uninitialised }
                }
                same => same,
            };
            let cell = Cell { content, ..*cell };
            match merged.last_mut() {
                Some(last) if last.content == content && !matches!(content, Content::Scalar(_)) => {
                    last.end = cell.end;
                }
                _ if cell.start == cell.end => {}
                _ => merged.push(cell),
            }
        }
        if merged.len() != block.cells.as_slice().len() || is_array {
            let cells = Cells::from_cells(merged);
            if let Some(block) = state.heap.block_mut(base) {
                block.cells = cells;
            }
        }
    }
}
