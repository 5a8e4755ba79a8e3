//! Buffers of constant size that are filled byte by byte.
//!
//! ```text
//!   [0, 1): c  *  [1, 9): uninit     n = 1           [0, 1): c  *  [1, 2): d  *  [2, 9): uninit     n = 2
//!  ──────────────────────────────────────────────────────────────────────────────────────────────────────
//!   [0, m): any  *  [m, 9): uninit        m = 1, n = 1   or   m = 2, n = 2
//! ```
//!
//! Sound: on either side the runs are those that lie there, with the place between them by a name.
//! Byte by byte the second one would be stored on one side only. It is told how far the buffer is filled only where a variable
//! of the program counts to that place; other bytes are words of their own.

use super::families::aligned;
use super::{Side, Walk};
use crate::letters::is_letters;
use pure_logic::Term;
use std::collections::BTreeSet;
use symbolic_heap::{Cell, Cells, Content, State};

impl Walk<'_> {
    /// Two rows of cells at constant places, run by run, if both are filled up to a place that a variable tells.
    pub(super) fn filled_rows(&mut self, left: &Cells, right: &Cells) -> Option<Vec<(Cell, Cell)>> {
        let borders = [left, right].map(borders);
        let is_common = |place: &Term| borders[0].contains(place) && borders[1].contains(place);
        let own = [0, 1].map(|side| -> Vec<Term> {
            borders[side].iter().copied().filter(|place| !is_common(place)).collect()
        });
        if own[0].is_empty() && own[1].is_empty() {
            return None;
        }
        if !(0..2).all(|side| self.is_counted_to(side, &own[side])) {
            return None;
        }
        self.runs_of_bytes(left, right)
    }

    /// Two rows of cells with bytes that are words of their own as runs.
    pub(super) fn runs_of_bytes(&mut self, left: &Cells, right: &Cells) -> Option<Vec<(Cell, Cell)>> {
        let plain =
            [(Side::Left, left), (Side::Right, right)].map(|(side, cells)| self.bytes_as_runs(side, cells));
        // Rows that differ in other ways are not alike.
        if plain[0] == *left && plain[1] == *right {
            return None;
        }
        let rows = aligned(self.solver, plain[0].as_slice(), plain[1].as_slice())?;
        self.generalises_left |= plain[0] != *left;
        Some(rows)
    }

    /// Whether a variable of a state holds one of these places.
    fn is_counted_to(&self, side: usize, places: &[Term]) -> bool {
        places.is_empty() || {
            let held = held_numbers(self.states[side]);
            places.iter().any(|place| held.contains(place))
        }
    }

    fn bytes_as_runs(&mut self, side: Side, cells: &Cells) -> Cells {
        let state = self.states[side as usize];
        let mut runs: Vec<Cell> = Vec::new();
        for cell in cells.iter() {
            let is_byte = self.solver.terms.constant_difference(cell.end, cell.start) == Some(1);
            let content = match cell.content {
                Content::Scalar(value) if is_byte && !self.mentions_memory(side, value.term) => {
                    match value.is_defined() {
                        true if is_letters(self.solver, &state.facts, cell) => Content::Letters,
                        true => Content::Unknown,
                        false => Content::Uninitialised,
                    }
                }
                same => same,
            };
            let both = runs.last().map(|last| (last.content, content));
            let joined = match both {
                Some((before, behind)) if before == behind && is_run(behind) => Some(behind),
                Some((Content::Letters, Content::Unknown) | (Content::Unknown, Content::Letters)) => {
                    Some(Content::Unknown)
                }
                _ => None,
            };
            match (runs.last_mut(), joined) {
                (Some(last), Some(content)) => *last = Cell { start: last.start, end: cell.end, content },
                _ => runs.push(Cell { content, ..*cell }),
            }
        }
        Cells::from_cells(runs)
    }
}

fn is_run(content: Content) -> bool {
    matches!(content, Content::Unknown | Content::Letters | Content::Uninitialised)
}

/// Where bytes that are stored begin and end.
fn borders(cells: &Cells) -> BTreeSet<Term> {
    let is_border = |pair: &&[Cell]| is_undefined(pair[0].content) != is_undefined(pair[1].content);
    cells.as_slice().windows(2).filter(is_border).map(|pair| pair[1].start).collect()
}

/// Whether what is there counts as not stored.
pub(super) fn is_undefined(content: Content) -> bool {
    match content {
        Content::Uninitialised => true,
        Content::Scalar(value) => !value.is_defined(),
        _ => false,
    }
}

/// What registers and words in memory hold.
fn held_numbers(state: &State) -> BTreeSet<Term> {
    let words = state.heap.blocks().filter(|block| block.is_live()).flat_map(|block| block.cells.iter());
    let words = words.filter_map(|cell| match cell.content {
        Content::Scalar(value) => Some(value.term),
        _ => None,
    });
    state.registers.iter().chain(&state.held).flatten().map(|value| value.term).chain(words).collect()
}

#[cfg(test)]
mod tests {
    use crate::fold::Precision;
    use crate::join::{JoinMode, join};
    use crate::relate::Likeness;
    use pure_logic::Solver;
    use symbolic_heap::parse::parse_state;
    use symbolic_heap::{Content, State};

    fn joined(solver: &mut Solver, texts: [&str; 2]) -> State {
        let likeness = Likeness { precision: Precision::Shapes, ..Likeness::default() };
        let [older, newer] = texts.map(|text| parse_state(solver, text).expect("the text is a state"));
        join(solver, &older, &newer, JoinMode::Join, likeness).expect("the heaps are alike")
    }

    /// Where the stored bytes of the only block end.
    fn filled_up_to(state: &State) -> Option<pure_logic::Term> {
        let cells = state.heap.blocks().next().expect("one block").cells.clone();
        let first = cells.as_slice().first().expect("a cell");
        (first.content == Content::Unknown).then_some(first.end)
    }

    const ONE: &str = "0 <= c && c <= 255 && registers[2] { 0: a, 1: 1 }
        && block a: heap[8] { 0..1: c, 1..8: uninit }";

    #[test]
    fn a_buffer_is_filled_up_to_what_a_variable_counts() {
        let two = "0 <= c && c <= 255 && registers[2] { 0: a, 1: 2 }
            && block a: heap[8] { 0..1: c, 1..2: c, 2..8: uninit }";
        let mut solver = Solver::default();
        let state = joined(&mut solver, [ONE, two]);
        let counter = state.registers[1].expect("the register is set").term;
        assert_eq!(filled_up_to(&state), Some(counter));
    }

    #[test]
    fn a_byte_that_one_side_lacks_is_not_stored() {
        let two = "0 <= c && c <= 255 && registers[2] { 0: a, 1: 1 }
            && block a: heap[8] { 0..1: c, 1..2: c, 2..8: uninit }";
        let mut solver = Solver::default();
        let state = joined(&mut solver, [ONE, two]);
        let cells = state.heap.blocks().next().expect("one block").cells.clone();
        assert!(cells.iter().skip(1).all(|cell| cell.content == Content::Uninitialised));
    }
}
