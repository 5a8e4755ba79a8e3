//! Forgetting what single elements of an array hold, so that a loop over it ends.
//!
//! ```text
//!   [s, m): c  *  [m, e): c         (c not a word)        [s, e): word that is no address
//!  ─────────────────────────────── merge                 ──────────────────────────────── forget
//!   [s, e): c                                             [s, e): unknown
//! ```
//!
//! Sound: a run of bytes with one content is two runs with it; some stored bytes are stored bytes.
//! What holds of all words of a run is told before single ones are forgotten (`gather`).
//! Words are forgotten only where the size of the block or the place of the word is not constant: structures keep theirs,
//! but for letters, and so do structures with an array at their end whose length they hold, or with a text.

use super::runs::with_few_runs;
use super::tail::is_text;
use super::{Precision, are_words_in_order, gathered, gathered_apart, learned, mentions_memory, stride_for};
use crate::letters::with_letters;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Block, Cell, Cells, Content, State};

pub fn collapse_arrays(solver: &mut Solver, state: &mut State, precision: Precision) {
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base).collect();
    for base in bases {
        let Some(block) = state.heap.block(base) else { continue };
        // Words of chunks that are not packaged say how long they are.
        if block.cells.iter().any(|cell| matches!(cell.content, Content::Tiles(_))) {
            continue;
        }
        let is_fixed = |cell: &Cell| {
            solver.terms.as_constant(cell.start).is_some() && solver.terms.as_constant(cell.end).is_some()
        };
        let beginning = block.cells.iter().take_while(|cell| is_fixed(cell)).count();
        let has_families =
            block.cells.iter().any(|cell| matches!(cell.content, Content::Each(_) | Content::Striped(_)));
        let is_array = beginning < block.cells.as_slice().len() || has_families;
        let has_fixed_size = solver.terms.as_constant(block.size).is_some();
        let apart = stride_for(solver, precision.fields(), block.stride, [&block.cells]);
        // The first words of an array of records are no head of the rest, even if that is all zero.
        let has_records = apart.is_some_and(|apart| apart.is_sure && apart.stride > 1);
        let is_record = !has_fixed_size
            && !has_records
            && (knows_its_length(solver, block) || ends_with_text(solver, state, block, beginning));
        let is_field = |cell: &Cell| {
            let place = |term| solver.terms.as_constant(term);
            place(cell.start).zip(place(cell.end)).is_some_and(|(start, end)| end - start >= 4)
        };
        let kept: BTreeSet<(Term, Term)> = (block.cells.iter().enumerate())
            .filter(|(index, cell)| {
                !is_array || has_fixed_size && is_field(cell) || is_record && *index < beginning
            })
            .map(|(_, cell)| (cell.start, cell.end))
            .collect();
        let is_kept = |_: usize, cell: &Cell| kept.contains(&(cell.start, cell.end));
        let own = block.cells.clone();
        let cells = if is_array { without_empty_runs(solver, state, &own) } else { own.clone() };
        let cells = match has_families {
            true => {
                // A word may lie in either of two runs of which the same is known.
                let cells = collapsed(solver, state, &cells, |_, _| true);
                let cells = learned(solver, state, base, &cells);
                without_empty_runs(solver, state, &cells)
            }
            false => cells,
        };
        if precision == Precision::Ordered && is_array && are_words_in_order(solver, state, &cells).is_some()
        {
            // Which words become one run is seen where states are joined.
            if let Some(block) = state.heap.block_mut(base) {
                block.cells = cells;
            }
            continue;
        }
        let is_told = is_array && (has_families || precision.tells_words());
        let cells = match apart {
            Some(apart) if is_told => gathered_apart(solver, state, &cells, apart, &is_kept),
            None if is_told => gathered(solver, state, &cells, precision.tells_alternatives(), &is_kept),
            _ => cells,
        };
        let cells = if is_array { with_letters(solver, state, &cells, is_kept) } else { cells };
        let cells = collapsed(solver, state, &cells, is_kept);
        let cells = with_few_runs(solver, state, base, &cells);
        if cells != own
            && let Some(block) = state.heap.block_mut(base)
        {
            block.cells = cells;
        }
    }
}

/// The cells without those that have no bytes, as the facts show: what a loop that has come to its end left to do.
fn without_empty_runs(solver: &mut Solver, state: &State, cells: &Cells) -> Cells {
    if cells.as_slice().len() < 2 {
        return cells.clone();
    }
    let mut kept: Vec<Cell> = Vec::new();
    let mut start = None;
    for cell in cells.iter() {
        let length = solver.terms.subtract(cell.end, cell.start);
        let is_empty = match solver.terms.as_constant(length) {
            Some(length) => length == 0,
            None if matches!(cell.content, Content::Scalar(_)) => false,
            None => {
                let none = solver.terms.zero(length);
                state.facts.proves(solver, none).is_proved()
            }
        };
        match is_empty {
            // The next cell begins where this one does.
            true => start = start.or(Some(cell.start)),
            false => {
                let start = start.take().unwrap_or_else(|| kept.last().map_or(cell.start, |last| last.end));
                // A place whose number is known is told by it.
                let end = match state.facts.bounds(solver, cell.end).value() {
                    Some(number) => solver.terms.constant(number),
                    None => cell.end,
                };
                kept.push(Cell { start, end, ..*cell });
            }
        }
    }
    match kept.last_mut() {
        Some(last) => last.end = cells.as_slice().last().map_or(last.end, |cell| cell.end),
        None => return cells.clone(),
    }
    Cells::from_cells(kept)
}

/// The cells without the words that are neither kept nor addresses, and with neighbours merged that hold the same.
pub(crate) fn collapsed(
    solver: &Solver,
    state: &State,
    cells: &Cells,
    is_kept: impl Fn(usize, &Cell) -> bool,
) -> Cells {
    let mut merged: Vec<Cell> = Vec::new();
    for (index, cell) in cells.iter().enumerate() {
        let content = match cell.content {
            Content::Scalar(value)
                if !is_kept(index, cell) && !mentions_memory(solver, state, value.term) =>
            {
                if value.is_defined() { Content::Unknown } else { Content::Uninitialised }
            }
            same => same,
        };
        match merged.last_mut() {
            Some(last)
                if last.content == content
                    && content.holds_of_unions()
                    && !matches!(
                        content,
                        // A word of stripes may have a part in either run.
                        Content::Scalar(_) | Content::Striped(_) | Content::Tiles(_) | Content::Text
                    ) =>
            {
                last.end = cell.end;
            }
            _ if cell.start == cell.end => {}
            _ => merged.push(Cell { content, ..*cell }),
        }
    }
    Cells::from_cells(merged)
}

/// Whether a block begins with a word, and a text is behind all that is at constant places.
fn ends_with_text(solver: &mut Solver, state: &State, block: &Block, beginning: usize) -> bool {
    let (first, behind) = block.cells.as_slice().split_at(beginning);
    let has_word = first.iter().any(|cell| {
        let bytes = solver.terms.constant_difference(cell.end, cell.start);
        matches!(cell.content, Content::Scalar(_)) && bytes.is_some_and(|bytes| bytes >= 4)
    });
    has_word && is_text(solver, state, behind)
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
        Content::Uninitialised
        | Content::Text
        | Content::Fill(_)
        | Content::Each(_)
        | Content::Striped(_)
        | Content::Owning(_)
        | Content::Tiles(_)
        | Content::Unknown
        | Content::Letters
        | Content::Absent => false,
    })
}
