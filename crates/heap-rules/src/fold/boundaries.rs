//! Boundaries inside a block of which nothing else speaks.
//!
//! ```text
//!   [s, m): c  *  [m, e): d     m = k                [s, m): c  *  [m, e): d     m occurs nowhere else
//!  ──────────────────────────────────── fix         ─────────────────────────────────────────────────── merge
//!   [s, k): c  *  [k, e): d                          [s, e): what covers c and d
//! ```
//!
//! Sound: the first changes a name; in the second every byte keeps a content that covers its own.
//! A loop that fills an array leaves such a boundary behind; without it the block has constant cells
//! again and can be part of a node.
//! The end of a string stays: zeros behind bytes that are all stored, from a constant place on.

use super::mentions_memory;
use crate::texts::is_plain_text;
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use symbolic_heap::{Cell, Cells, Content, State};

pub(super) fn settle_boundaries(solver: &mut Solver, state: &mut State) {
    let is_inner = |solver: &Solver, cell: &Cell| solver.terms.as_constant(cell.end).is_none();
    let bases: Vec<Atom> = state
        .heap
        .blocks()
        .filter(|block| block.is_live() && solver.terms.as_constant(block.size).is_some())
        .filter(|block| block.cells.iter().any(|cell| is_inner(solver, cell)))
        .map(|block| block.base)
        .collect();
    if bases.is_empty() {
        return;
    }
    let spoken_of = spoken_of(solver, state);
    for base in bases {
        let Some(block) = state.heap.block(base) else { continue };
        let mut cells: Vec<Cell> = match block.region.has_nodes() {
            true => with_closed_texts(solver, state, &spoken_of, block.cells.as_slice()),
            false => block.cells.as_slice().to_vec(),
        };
        let ends = ends_of_texts(solver, state, &mut cells);
        let mut settled: Vec<Cell> = Vec::with_capacity(cells.len());
        for cell in cells {
            let cell =
                Cell { start: fixed(solver, state, cell.start), end: fixed(solver, state, cell.end), ..cell };
            let is_loose = solver.terms.as_constant(cell.start).is_none()
                && !variables(solver, cell.start).iter().any(|atom| spoken_of.contains(atom));
            let is_end =
                ends.contains(&cell.start) || settled.last().is_some_and(|last| ends.contains(&last.start));
            let covering = match settled.last() {
                _ if is_end => None,
                // What is told of all words of a run is worth that its end is any place between two others.
                Some(last) if is_loose && !is_family(last.content) && !is_family(cell.content) => {
                    cover(solver, state, last.content, cell.content)
                }
                _ => None,
            };
            match (settled.last_mut(), covering) {
                (Some(last), Some(content)) => {
                    last.end = cell.end;
                    last.content = content;
                }
                _ if cell.start == cell.end => {}
                _ => settled.push(cell),
            }
        }
        if let Some(block) = state.heap.block_mut(base) {
            block.cells = Cells::from_cells(settled);
        }
    }
}

/// The cells of a record with strings between constant places as one cell each, if nothing else speaks of where they end.
fn with_closed_texts(
    solver: &mut Solver,
    state: &State,
    spoken_of: &BTreeSet<Atom>,
    cells: &[Cell],
) -> Vec<Cell> {
    let mut result: Vec<Cell> = Vec::with_capacity(cells.len());
    let mut rest = cells;
    while let Some(first) = rest.first() {
        let ends_field = |cell: &Cell| solver.terms.as_constant(cell.end).is_some();
        let length = rest.iter().position(ends_field).map_or(rest.len(), |last| last + 1);
        let (field, behind) = rest.split_at(length);
        let is_free =
            |cell: &Cell| variables(solver, cell.start).iter().all(|atom| !spoken_of.contains(atom));
        let is_whole = length < cells.len() && length > 1 && solver.terms.as_constant(first.start).is_some();
        if is_whole && field.iter().all(is_free) && is_plain_text(solver, state, field) {
            let end = field[length - 1].end;
            result.push(Cell { start: first.start, end, content: Content::Text });
        } else {
            result.extend_from_slice(field);
        }
        rest = behind;
    }
    result
}

/// Where the zeros begin that end strings, if these are no constant places: all bytes before them are stored, up to a constant place. What is
/// behind a single zero then begins at the next byte by name as well.
fn ends_of_texts(solver: &mut Solver, state: &State, cells: &mut [Cell]) -> Vec<Term> {
    let mut ends = Vec::new();
    let mut is_stored = true;
    for index in 0..cells.len() {
        let cell = cells[index];
        let begins = solver.terms.as_constant(cell.start).is_some();
        is_stored |= begins;
        match cell.content {
            Content::Fill(0) if is_stored && !begins => {
                let length = solver.terms.subtract(cell.end, cell.start);
                let length = state.facts.bounds(solver, length);
                if length.lower.is_none_or(|least| least < 1) {
                    continue;
                }
                if length.value() == Some(1) && solver.terms.as_constant(cell.end).is_none() {
                    let behind = solver.terms.add_constant(cell.start, 1);
                    cells[index].end = behind;
                    if let Some(next) = cells.get_mut(index + 1) {
                        next.start = behind;
                    }
                }
                ends.push(cell.start);
                is_stored = false;
            }
            Content::Fill(_) | Content::Unknown | Content::Letters => {}
            Content::Scalar(value) if value.is_defined() => {}
            Content::Uninitialised
            | Content::Text
            | Content::Scalar(_)
            | Content::Each(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Absent => is_stored = false,
        }
    }
    ends
}

fn is_family(content: Content) -> bool {
    matches!(content, Content::Each(_))
}

/// The constant that a boundary is, if the facts say so.
fn fixed(solver: &mut Solver, state: &State, boundary: Term) -> Term {
    if solver.terms.as_constant(boundary).is_some() {
        return boundary;
    }
    let range = state.facts.bounds(solver, boundary);
    match (range.lower, range.upper) {
        (Some(low), Some(high)) if low == high => solver.terms.constant(low),
        _ => boundary,
    }
}

/// What covers the contents of two runs, unless one of them is an address.
pub(crate) fn cover(solver: &Solver, state: &State, left: Content, right: Content) -> Option<Content> {
    let may_be_undefined = |content| match content {
        Content::Uninitialised | Content::Striped(_) | Content::Text => Some(true),
        Content::Scalar(value) if mentions_memory(solver, state, value.term) => None,
        Content::Scalar(value) => Some(!value.is_defined()),
        Content::Fill(_) | Content::Each(_) | Content::Unknown | Content::Letters => Some(false),
        Content::Owning(_) | Content::Tiles(_) | Content::Absent => None,
    };
    let is_undefined = may_be_undefined(left)? | may_be_undefined(right)?;
    Some(match (left, right) {
        (Content::Fill(x), Content::Fill(y)) if x == y => left,
        (Content::Letters | Content::Fill(1..), Content::Letters)
        | (Content::Letters, Content::Fill(1..)) => Content::Letters,
        _ if is_undefined => Content::Uninitialised,
        _ => Content::Unknown,
    })
}

fn variables(solver: &Solver, term: Term) -> BTreeSet<Atom> {
    let mut atoms = BTreeSet::new();
    solver.terms.for_each_atom(term, &mut |atom| {
        if matches!(solver.terms.kind(atom), AtomKind::Variable(_)) {
            atoms.insert(atom);
        }
    });
    atoms
}

/// The variables that something besides boundaries mentions, and those that facts connect with them.
fn spoken_of(solver: &Solver, state: &State) -> BTreeSet<Atom> {
    let mut spoken_of = BTreeSet::new();
    let values = state.registers.iter().chain(&state.held).flatten().map(|value| value.term);
    let segments = state.heap.segments().iter().flat_map(|segment| segment.terms());
    let sizes = state.heap.blocks().map(|block| block.size);
    let words =
        state.heap.blocks().flat_map(|block| block.cells.iter()).filter_map(|cell| match cell.content {
            Content::Scalar(value) => Some(value.term),
            Content::Uninitialised
            | Content::Text
            | Content::Fill(_)
            | Content::Each(_)
            | Content::Owning(_)
            | Content::Striped(_)
            | Content::Tiles(_)
            | Content::Unknown
            | Content::Letters
            | Content::Absent => None,
        });
    for term in values.chain(segments).chain(sizes).chain(words) {
        spoken_of.extend(variables(solver, term));
    }
    let connections: Vec<BTreeSet<Atom>> = state
        .facts
        .as_slice()
        .iter()
        .map(|&fact| {
            let mut atoms = BTreeSet::new();
            solver.terms.for_each_term_of_fact(fact, &mut |term| atoms.extend(variables(solver, term)));
            atoms
        })
        .filter(|atoms| atoms.len() > 1)
        .collect();
    loop {
        let before = spoken_of.len();
        for connection in &connections {
            if connection.iter().any(|atom| spoken_of.contains(atom)) {
                spoken_of.extend(connection);
            }
        }
        if spoken_of.len() == before {
            return spoken_of;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symbolic_heap::parse::parse_state;

    fn settled(text: &str) -> String {
        let mut solver = Solver::default();
        let mut state = parse_state(&mut solver, text).expect("the text is a state");
        settle_boundaries(&mut solver, &mut state);
        let block = state.heap.blocks().next().expect("one block");
        let ends: Vec<String> = block.cells.iter().map(|cell| solver.terms.display_term(cell.end)).collect();
        ends.join(" ")
    }

    #[test]
    fn a_boundary_is_fixed_merged_or_kept() {
        let cells = "block a: heap[16] { 0..n: any, n .. 16: uninit }";
        assert_eq!(settled(&format!("n = 8 && registers[1] {{ 0: a }} && {cells}")), "8 16");
        assert_eq!(settled(&format!("0 <= n && n <= 16 && registers[1] {{ 0: a }} && {cells}")), "16");
        let text = "block a: stack(0)[16] { 0..n: any, n .. n + 1: fill 0, n + 1 .. 16: uninit }";
        assert_eq!(settled(&format!("0 <= n && n <= 15 && registers[1] {{ 0: a }} && {text}")), "n n + 1 16");
        let is_known = "0 <= n && n <= 16 && n = 4*i && registers[2] { 0: a, 1: i }";
        assert_eq!(settled(&format!("{is_known} && {cells}")), "n 16");
        let address = "block a: heap[16] { 0..n: any, n .. n + 8: a, n + 8 .. 16: uninit }";
        assert_eq!(
            settled(&format!("0 <= n && n <= 8 && registers[1] {{ 0: a }} && {address}")),
            "n n + 8 16"
        );
    }
}
