//! Runs of elements side by side, and which of them are one.
//!
//! A run is joined with the one beside it where both have the same kinds, so that a loop along the array that makes, frees or
//! clears one element after the other leaves two runs and a boundary that moves. What a loop has come to the end of has no elements
//! any more, and what it leaves behind where elements are taken out or moved down are bytes that may be anything.

use super::element_kinds::{covering, is_null, is_whole, kinds_of, rows_of, size_of, with_rows};
use super::elements::{counted_places, is_counted};
use crate::limits::RUNS_OF_ELEMENTS;
use pure_logic::term::Atom;
use pure_logic::{Facts, Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::shape::{FieldContent, OwnedHeap};
use symbolic_heap::{Cell, Content, State};

/// Runs of elements become one where they are alike, or where the place between them is not told by what the program counts with and
/// one covers the other, or there are too many.
pub(super) fn with_few_runs(solver: &mut Solver, state: &State, base: Atom, cells: &[Cell]) -> Vec<Cell> {
    let mut runs: Vec<Cell> = Vec::new();
    let cells = without_empty_elements(solver, &state.facts, cells);
    for cell in with_same_rows(solver, &state.facts, &cells) {
        // A null pointer beside elements is one of them.
        let content = match cell.content {
            Content::Scalar(_) | Content::Each(_) if is_element(solver, &cell) => Content::Fill(0),
            same => same,
        };
        match runs.last_mut() {
            Some(last) if last.content == content && is_element(solver, last) => last.end = cell.end,
            _ => runs.push(Cell { content, ..cell }),
        }
    }
    let bytes = runs.iter().find_map(|run| match run.content {
        Content::Owning(owning) => Some(owning.bytes()),
        _ => None,
    });
    let Some(bytes) = bytes else { return runs };
    let places = counted_places(solver, state, (base, bytes));
    let runs = with_holes(solver, state, &places, runs);
    let mut runs = without_ended_runs(solver, state, &places, runs);
    let inner: Vec<Term> = runs.iter().skip(1).map(|run| run.start).collect();
    let mut kept: BTreeSet<Term> = BTreeSet::new();
    // The place itself, or else the one before or behind it.
    for distances in [&[0][..], &[bytes, -bytes][..]] {
        if kept.is_empty() {
            kept.extend(inner.iter().filter(|&&place| is_counted(solver, state, &places, place, distances)));
        }
    }
    while let Some((index, content)) = pair_to_merge(solver, state, &runs, &kept) {
        runs[index - 1] = Cell { start: runs[index - 1].start, end: runs[index].end, content };
        runs.remove(index);
    }
    runs
}

/// The cells without runs of elements that have none, as the facts show: what a loop has come to the end of.
fn without_empty_elements(solver: &mut Solver, facts: &Facts, cells: &[Cell]) -> Vec<Cell> {
    let mut left: Vec<Cell> = Vec::with_capacity(cells.len());
    let mut start = None;
    for &cell in cells {
        let is_empty = matches!(cell.content, Content::Owning(_))
            && cells.len() > 1
            && facts.equal(solver, cell.start, cell.end).is_proved();
        match is_empty {
            // The next cell begins where this one does.
            true => start = start.or(Some(cell.start)),
            false => left.push(Cell { start: start.take().unwrap_or(cell.start), ..cell }),
        }
    }
    match left.last_mut() {
        Some(last) => last.end = cells.last().map_or(last.end, |cell| cell.end),
        None => return cells.to_vec(),
    }
    left
}

/// Whether all elements of a run are pointers to memory that has ended.
fn is_ended(solver: &Solver, cell: &Cell) -> bool {
    let Content::Owning(owning) = cell.content else { return false };
    owning.kinds(&solver.terms).iter().flatten().all(
        |field| matches!(&field.content, FieldContent::Owned(heap) if matches!(**heap, OwnedHeap::Ended { .. })),
    )
}

/// The runs with bytes that may be anything in the place of a single pointer to memory that has ended, where a variable counts to it:
/// the place of an element that was taken out, into which the next one is moved.
fn with_holes(solver: &mut Solver, state: &State, places: &[Term], mut runs: Vec<Cell>) -> Vec<Cell> {
    for run in &mut runs {
        let Content::Owning(owning) = run.content else { continue };
        let end = solver.terms.add_constant(run.start, owning.bytes());
        if is_ended(solver, run)
            && state.facts.equal(solver, end, run.end).is_proved()
            && is_counted(solver, state, places, run.start, &[0])
        {
            run.content = Content::Uninitialised;
        }
    }
    runs
}

/// The runs without pointers to memory that has ended beside bytes that may be anything, if no variable counts to the place between
/// them: nobody will ask for them.
fn without_ended_runs(solver: &mut Solver, state: &State, places: &[Term], runs: Vec<Cell>) -> Vec<Cell> {
    let is_open = |cell: &Cell| cell.content == Content::Uninitialised;
    let mut left: Vec<Cell> = Vec::with_capacity(runs.len());
    for cell in runs {
        let before = left.last().copied();
        let is_lost = before.is_some_and(|last| {
            is_open(&last) && is_ended(solver, &cell) || is_ended(solver, &last) && is_open(&cell)
        });
        match left.last_mut() {
            Some(last) if is_lost && !is_counted(solver, state, places, cell.start, &[0]) => {
                *last = Cell { start: last.start, end: cell.end, content: Content::Uninitialised };
            }
            _ => left.push(cell),
        }
    }
    left
}

/// The runs with one name for how large blocks are, where facts show that several names mean the same number.
pub(super) fn with_same_rows(solver: &mut Solver, facts: &Facts, cells: &[Cell]) -> Vec<Cell> {
    let mut known: Vec<Term> = Vec::new();
    let mut result = cells.to_vec();
    for cell in &mut result {
        let Some(rows) = rows_of(solver, cell.content) else { continue };
        match known.iter().find(|&&other| facts.equal(solver, rows, other).is_proved()) {
            Some(&other) => cell.content = with_rows(solver, cell.content, Some(other)),
            None => known.push(rows),
        }
    }
    result
}

/// Two runs side by side that become one, and what that holds: together they have no more kinds than one of them, or there are too
/// many runs and these differ least.
fn pair_to_merge(
    solver: &mut Solver,
    state: &State,
    runs: &[Cell],
    kept: &BTreeSet<Term>,
) -> Option<(usize, Content)> {
    let mut best: Option<(usize, usize, Content)> = None;
    for index in 1..runs.len() {
        let (left, right) = (runs[index - 1], runs[index]);
        if !is_element(solver, &left) || !is_element(solver, &right) || kept.contains(&right.start) {
            continue;
        }
        let Some(both) = covering(solver, left.content, right.content) else { continue };
        if size_of(both).is_some_and(|size| {
            [index - 1, index].iter().any(|&index| !is_whole(solver, &state.facts, (runs, index), size))
        }) {
            continue;
        }
        let growth = added_kinds(solver, (left.content, right.content), both);
        if best.as_ref().is_none_or(|known| growth < known.1) {
            best = Some((index, growth, both));
        }
    }
    let elements = runs.iter().filter(|run| is_element(solver, run)).count();
    best.filter(|best| best.1 == 0 || elements > RUNS_OF_ELEMENTS).map(|(index, _, content)| (index, content))
}

/// How many kinds two runs have together that neither has alone.
fn added_kinds(solver: &Solver, (left, right): (Content, Content), both: Content) -> usize {
    let Some(size) = size_of(both) else { return 0 };
    let count = |content: Content| kinds_of(solver, content, size).map_or(0, |kinds| kinds.len());
    count(both).saturating_sub(count(left).max(count(right)))
}

/// Whether one run of elements covers two without more kinds than either has.
pub(crate) fn are_alike(solver: &mut Solver, left: Content, right: Content) -> bool {
    covering(solver, left, right).is_some_and(|both| added_kinds(solver, (left, right), both) == 0)
}

fn is_element(solver: &Solver, cell: &Cell) -> bool {
    match cell.content {
        Content::Owning(_) | Content::Fill(0) => true,
        Content::Each(family) => is_null(solver, family),
        Content::Scalar(value) => value.is_defined() && solver.terms.as_constant(value.term) == Some(0),
        Content::Fill(_)
        | Content::Striped(_)
        | Content::Tiles(_)
        | Content::Uninitialised
        | Content::Text
        | Content::Unknown
        | Content::Letters
        | Content::Absent => false,
    }
}
