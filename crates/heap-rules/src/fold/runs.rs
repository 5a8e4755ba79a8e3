//! Few runs of bytes of which no more is known than whether they were stored.
//!
//! ```text
//!   [s, m): c  *  [m, e): d        m is no place to which a variable counts, and there are many runs
//!  ────────────────────────────────────────────────────────────────────────────────────────────────── merge
//!   [s, e): what covers c and d
//! ```
//!
//! Sound: every byte keeps a content that covers its own.
//! Stores at places that jump leave one run after the other behind; a loop that makes them would have no end of states. What a loop
//! has filled up to, or down to, ends where one of its variables stands.

use super::boundaries::cover;
use super::elements::{counted_places, is_counted};
use crate::limits::{
    NEAR_A_COUNTED_PLACE, RUNS_BETWEEN_COUNTED_PLACES, RUNS_OF_A_CUT_STRING, RUNS_SIDE_BY_SIDE,
    STRIDES_OF_COUNTED_PLACES,
};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::{Cell, Cells, Content, State};

/// Merges runs in all arrays where there are many.
pub(crate) fn limit_runs(solver: &mut Solver, state: &mut State) {
    let is_long = |cells: &Cells| cells.as_slice().len() > RUNS_SIDE_BY_SIDE;
    let live = state.heap.blocks().filter(|block| block.is_live() && is_long(&block.cells));
    let bases: Vec<Atom> = live.map(|block| block.base).collect();
    for base in bases {
        let Some(block) = state.heap.block(base) else { continue };
        let own = block.cells.clone();
        let cells = with_few_runs(solver, state, base, &own);
        if cells != own
            && let Some(block) = state.heap.block_mut(base)
        {
            block.cells = cells;
        }
    }
}

pub(super) fn with_few_runs(solver: &mut Solver, state: &State, base: Atom, cells: &Cells) -> Cells {
    if cells.as_slice().len() <= RUNS_SIDE_BY_SIDE {
        return cells.clone();
    }
    let mut runs: Vec<Cell> = cells.as_slice().to_vec();
    let mut places: Option<Vec<Term>> = None;
    while longest_row(solver, &runs) > RUNS_SIDE_BY_SIDE {
        let places = places.get_or_insert_with(|| {
            STRIDES_OF_COUNTED_PLACES
                .iter()
                .flat_map(|&bytes| counted_places(solver, state, (base, bytes)))
                .collect()
        });
        let count = longest_row(solver, &runs);
        let candidates: Vec<usize> = (1..runs.len())
            .filter(|&index| is_plain(solver, &runs[index - 1]) && is_plain(solver, &runs[index]))
            .filter(|&index| solver.terms.as_constant(runs[index].start).is_none())
            .collect();
        // Where equal bytes begin or end, a string may end.
        let is_text = |index: usize| matches!(runs[index].content, Content::Fill(_));
        let loose = candidates.iter().copied().find(|&index| {
            !is_text(index - 1)
                && !is_text(index)
                && !is_counted(solver, state, places, runs[index].start, &NEAR_A_COUNTED_PLACE)
        });
        // A string that was cut into parts has zeros before the place where it is cut next; the last one ends what is left.
        let last_zero = runs.iter().rposition(|run| run.content == Content::Fill(0)).unwrap_or(runs.len());
        let passed = candidates
            .iter()
            .copied()
            .find(|&index| index < last_zero && !is_counted(solver, state, places, runs[index].start, &[0]));
        let passed = passed.filter(|_| count > RUNS_OF_A_CUT_STRING);
        let rest = candidates.last().copied().filter(|_| count > RUNS_BETWEEN_COUNTED_PLACES);
        let Some(index) = loose.or(passed).or(rest) else {
            break;
        };
        let Some(content) = cover(solver, state, runs[index - 1].content, runs[index].content) else { break };
        runs[index - 1] = Cell { start: runs[index - 1].start, end: runs[index].end, content };
        runs.remove(index);
    }
    Cells::from_cells(runs)
}

/// How many plain runs lie side by side, without a constant place between them.
fn longest_row(solver: &Solver, runs: &[Cell]) -> usize {
    let (mut longest, mut length) = (0, 0);
    for run in runs {
        let before = if solver.terms.as_constant(run.start).is_some() { 0 } else { length };
        length = if is_plain(solver, run) { before + 1 } else { 0 };
        longest = longest.max(length);
    }
    longest
}

/// A run of which only is known whether it was stored, and one end of which is a name.
fn is_plain(solver: &Solver, run: &Cell) -> bool {
    let is_fixed =
        solver.terms.as_constant(run.start).is_some() && solver.terms.as_constant(run.end).is_some();
    match run.content {
        Content::Uninitialised | Content::Unknown | Content::Letters | Content::Fill(_) => !is_fixed,
        Content::Scalar(_)
        | Content::Each(_)
        | Content::Owning(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Text
        | Content::Absent => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symbolic_heap::parse::parse_state;

    fn limited(text: &str) -> String {
        let mut solver = Solver::default();
        let mut state = parse_state(&mut solver, text).expect("the text is a state");
        limit_runs(&mut solver, &mut state);
        let block = state.heap.blocks().next().expect("one block");
        let run = |cell: &Cell| {
            let kind = match cell.content {
                Content::Unknown => "any",
                Content::Uninitialised => "uninit",
                _ => "other",
            };
            format!("{kind} to {}", solver.terms.display_term(cell.end))
        };
        block.cells.iter().map(run).collect::<Vec<String>>().join(", ")
    }

    const ORDER: &str = "0 <= i && i <= k && k <= m && m <= n";

    #[test]
    fn a_run_to_whose_end_nobody_counts_is_merged_where_there_are_many() {
        let cells = "block a: heap[n] { 0..i: any, i .. k: uninit, k .. m: any, m .. n: uninit }";
        assert_eq!(
            limited(&format!("{ORDER} && registers[3] {{ 0: a, 1: i, 2: m }} && {cells}")),
            "any to i, uninit to m, uninit to n"
        );
    }

    #[test]
    fn few_runs_stay_and_so_do_those_to_which_variables_count() {
        let few = "block a: heap[n] { 0..i: any, i .. k: uninit, k .. n: any }";
        assert_eq!(
            limited(&format!("{ORDER} && registers[1] {{ 0: a }} && {few}")),
            "any to i, uninit to k, any to n"
        );
        let counted = "block a: heap[n] { 0..i: any, i .. k: uninit, k .. m: any, m .. n: uninit }";
        assert_eq!(
            limited(&format!("{ORDER} && registers[4] {{ 0: a, 1: i, 2: k, 3: m }} && {counted}")),
            "any to i, uninit to k, any to m, uninit to n"
        );
    }

    #[test]
    fn words_that_hold_addresses_stay() {
        let cells =
            "block a: heap[n] { 0..i: any, i .. i + 8: a, i + 8 .. k: uninit, k .. m: any, m .. n: uninit }";
        assert_eq!(
            limited(&format!("{ORDER} && i + 8 <= k && registers[1] {{ 0: a }} && {cells}")),
            "any to i, other to i + 8, uninit to k, any to m, uninit to n"
        );
    }
}
