//! Bytes that are stored and none of which is zero: the letters of a string.
//!
//! ```text
//!   [s, s + 1): c        c ≠ 0                 [s, m): letters  *  [m, e): letters
//!  ──────────────────────────── letter        ───────────────────────────────────── merge
//!   [s, s + 1): letters                        [s, e): letters
//! ```
//!
//! Sound: that is what letters are. A string whose first zero has a name is `[s, z): letters, [z, z + 1): fill 0`: whoever looks for its
//! end finds it there and nowhere before, as often as it is looked for, by hand or by a call.
//! A word becomes letters only where this leaves no more runs behind than forgetting it would: beside letters, or where no bytes
//! lie beside it of which only is known that they were stored.

use crate::fold::mentions_memory;
use pure_logic::{Facts, Solver};
use symbolic_heap::{Cell, Cells, Content, HeapRule, State, is_broken};

/// Whether the bytes of a cell are stored, and none of them is zero.
pub fn is_letters(solver: &mut Solver, facts: &Facts, cell: &Cell) -> bool {
    match cell.content {
        Content::Letters => true,
        Content::Fill(byte) => byte != 0,
        Content::Scalar(value) if value.is_defined() => {
            let Some(length) = solver.terms.constant_difference(cell.end, cell.start) else { return false };
            if let Some(number) = solver.terms.as_constant(value.term) {
                let bytes = usize::try_from(length).unwrap_or(0).min(16);
                return number.to_le_bytes()[..bytes].iter().all(|&byte| byte != 0);
            }
            let byte = solver.terms.modulo(value.term, 256);
            let is_letter = solver.terms.non_zero(byte);
            length == 1 && facts.proves(solver, is_letter).is_proved()
        }
        Content::Scalar(_)
        | Content::Uninitialised
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Unknown
        | Content::Text
        | Content::Absent => false,
    }
}

/// The cells with letters in the place of bytes that are not kept, of which is known that they are no zeros.
pub(crate) fn with_letters(
    solver: &mut Solver,
    state: &State,
    cells: &Cells,
    is_kept: impl Fn(usize, &Cell) -> bool,
) -> Cells {
    let mut result = cells.clone();
    let is_alone = |cells: &[Cell], index: usize| {
        let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
        let beside: Vec<Content> =
            beside.filter_map(|other| cells.get(other)).map(|cell| cell.content).collect();
        beside.contains(&Content::Letters) || !beside.contains(&Content::Unknown)
    };
    for index in 0..cells.as_slice().len() {
        let cell = cells.as_slice()[index];
        let Content::Scalar(value) = cell.content else { continue };
        if is_kept(index, &cell)
            || mentions_memory(solver, state, value.term)
            || !is_alone(result.as_slice(), index)
        {
            continue;
        }
        let is_broken = is_broken(solver, HeapRule::EveryByteIsALetter) && value.is_defined();
        if is_letters(solver, &state.facts, &cell) || is_broken {
            result.set_content(index, Content::Letters);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use symbolic_heap::parse::parse_state;

    fn settled(text: &str) -> Vec<Content> {
        let mut solver = Solver::default();
        let state = parse_state(&mut solver, text).expect("the text is a state");
        let block = state.heap.blocks().next().expect("one block");
        let cells = with_letters(&mut solver, &state, &block.cells, |_, _| false);
        cells.iter().map(|cell| cell.content).collect()
    }

    const LETTER: &str = "1 <= c && c <= 255 && 1 <= i && i < n";

    #[test]
    fn a_byte_that_is_not_zero_is_a_letter() {
        let cells = "block a: heap[n] { 0..i: letters, i .. i + 1: c, i + 1 .. n: uninit }";
        let contents = settled(&format!("{LETTER} && registers[1] {{ 0: a }} && {cells}"));
        assert_eq!(contents, [Content::Letters, Content::Letters, Content::Uninitialised]);
    }

    #[test]
    fn a_byte_that_may_be_zero_is_none() {
        let cells = "block a: heap[n] { 0..i: letters, i .. i + 1: d, i + 1 .. n: uninit }";
        let contents =
            settled(&format!("{LETTER} && 0 <= d && d <= 255 && registers[1] {{ 0: a }} && {cells}"));
        assert!(matches!(contents[1], Content::Scalar(_)));
    }

    #[test]
    fn a_word_with_a_zero_among_its_bytes_is_none() {
        for (number, is_text) in [("1819043144", true), ("256", false), ("4278190081", false)] {
            let cells = format!("block a: heap[n] {{ 0..4: {number}, 4 .. n: letters }}");
            let contents = settled(&format!("5 <= n && registers[1] {{ 0: a }} && {cells}"));
            assert_eq!(contents[0] == Content::Letters, is_text);
        }
    }

    #[test]
    fn bytes_beside_others_of_which_nothing_is_known_are_forgotten() {
        let cells = "block a: heap[n] { 0..i: any, i .. i + 1: c, i + 1 .. n: any }";
        let contents = settled(&format!("{LETTER} && registers[1] {{ 0: a }} && {cells}"));
        assert!(matches!(contents[1], Content::Scalar(_)));
    }
}
