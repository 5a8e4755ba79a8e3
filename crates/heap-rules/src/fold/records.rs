//! Records of an array become elements that own what their fields lead to.
//!
//! ```text
//!   a { …, [p, p + f): x, [p + f, p + b): c, … }  *  what x leads to         only this record of a refers to it
//!  ─────────────────────────────────────────────────────────────────────────────────────────────────────────── record
//!   a { …, [p, p + b): own b { 0..f: owns …, f..b: c }, … }
//! ```
//!
//! Sound: what vanishes is told by the kind, and nobody else knows it. How large the elements of an array are is only a guess,
//! from how the program walks through it: any bytes side by side can be seen as a record.
//! Only records that own something, or have a string, are worth it; of others it is enough to know which bytes were stored.

use super::elements::remove_owned;
use super::mentions_memory;
use super::owned::{Description, Owner, Shared};
use super::tail::Layout;
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::owning::{ElementSize, Kind};
use symbolic_heap::shape::{FieldContent, OwnedHeap, RelativeAddress};
use symbolic_heap::{Block, Cell, Cells, Content, Owning, State};

/// Makes elements of the records of an array. Returns whether it is one of records.
pub(super) fn fold_records(solver: &mut Solver, state: &mut State, array: Atom) -> bool {
    let Some(block) = state.heap.block(array) else { return false };
    let Some(size) = block.stride.element_size() else { return false };
    let (total, is_worth) = (block.size, block.cells.iter().any(|cell| is_worth(solver, state, cell)));
    let is_more = solver.terms.as_constant(total).is_none_or(|total| total > i128::from(size.bytes));
    if !is_more || !is_multiple(solver, state, total, size) {
        return false;
    }
    let mut position = 0;
    while let Some(&cell) = state.heap.block(array).and_then(|block| block.cells.as_slice().get(position)) {
        if is_worth && let Some(begin) = beginning(solver, state, &cell, size) {
            fold_record(solver, state, array, (begin, size));
        }
        position += 1;
    }
    true
}

/// Whether a cell may be what makes a record worth to be told.
fn is_worth(solver: &Solver, state: &State, cell: &Cell) -> bool {
    match cell.content {
        Content::Scalar(value) => mentions_memory(solver, state, value.term),
        Content::Text => true,
        Content::Fill(byte) => byte == 0,
        _ => false,
    }
}

/// Whether a number is one of whole elements.
fn is_multiple(solver: &mut Solver, state: &State, number: Term, size: ElementSize) -> bool {
    let bytes = i128::from(size.bytes);
    let is_plain = solver.terms.constant_part(number) % bytes == 0
        && solver.terms.summands(number).iter().all(|summand| summand.1 % bytes == 0);
    is_plain
        || solver.terms.as_constant(number).is_none() && {
            let fact = solver.terms.divides(bytes, number);
            state.facts.proves(solver, fact).is_proved()
        }
}

/// Where the record begins that a cell may lie in: a constant number of bytes before it, by the form of its place.
fn beginning(solver: &mut Solver, state: &State, cell: &Cell, size: ElementSize) -> Option<Term> {
    let is_single = !matches!(cell.content, Content::Owning(_) | Content::Tiles(_) | Content::Absent);
    let inside = solver.terms.constant_part(cell.start).rem_euclid(i128::from(size.bytes));
    let begin = solver.terms.add_constant(cell.start, -inside);
    (is_single && is_multiple(solver, state, begin, size)).then_some(begin)
}

fn fold_record(
    solver: &mut Solver,
    state: &mut State,
    array: Atom,
    (begin, size): (Term, ElementSize),
) -> Option<()> {
    let end = solver.terms.add_constant(begin, i128::from(size.bytes));
    let mut cut = state.clone();
    let mut cells = cut.heap.block(array)?.cells.clone();
    let range = cells.isolate(solver, &state.facts, begin, end).ok()?;
    cut.heap.block_mut(array)?.cells = cells.clone();
    let references = References::of(&solver.terms, &cut);
    // The record, as if it were a block of its own.
    let mut own = Vec::new();
    for cell in &cells.as_slice()[range.clone()] {
        let [start, end] = [cell.start, cell.end].map(|place| distance(solver, state, place, begin));
        own.push(Cell { start, end, content: cell.content });
    }
    let total = solver.terms.constant(i128::from(size.bytes));
    let whole = cut.heap.block(array)?;
    let alone = Block { size: total, cells: Cells::from_cells(own), ..Block::clone(whole) };
    let layout = Layout::of(solver, &cut, &alone, None).filter(|layout| layout.tail.is_none())?;
    let owner = Owner::of(solver, &alone, layout, u64::from(size.word));
    let mut description = Description::new(solver, &cut, &references, &[]);
    let mut addresses: Vec<RelativeAddress> = Vec::new();
    let mut shared = Shared::Seen { from: &owner, at: 0, links: &[], addresses: &mut addresses };
    let kind: Kind = description.fields(&owner, &[], &mut shared, 0)?;
    let owned = description.finish(array, &[]).ok()?;
    let is_here = |holder: &Holder| match *holder {
        Holder::Cell(base, index) => base != array || range.contains(&index),
        _ => true,
    };
    let is_alone = owned.names.iter().all(|&name| references.to(name).iter().all(is_here));
    let is_worth = |content: &FieldContent| matches!(content, FieldContent::Owned(_) | FieldContent::Text);
    if !is_alone
        || !addresses.is_empty()
        || !kind.iter().all(|field| is_closed_in_record(&field.content))
        || !kind.iter().any(|field| is_worth(&field.content))
    {
        return None;
    }
    *state = cut;
    remove_owned(state, &owned.blocks, owned.lists);
    let content = Content::Owning(Owning::new(&mut solver.terms, size, vec![kind]));
    cells.replace(range, Cell { start: begin, end, content });
    state.heap.block_mut(array)?.cells = cells;
    Some(())
}

/// How far one place lies behind another. The same place may have several names.
fn distance(solver: &mut Solver, state: &State, place: Term, begin: Term) -> Term {
    let distance = solver.terms.subtract(place, begin);
    match state.facts.bounds(solver, distance).value() {
        Some(number) => solver.terms.constant(number),
        None => distance,
    }
}

/// Whether a field says what it holds without anything outside of its record.
pub(super) fn is_closed_in_record(content: &FieldContent) -> bool {
    let is_null = |place: &RelativeAddress| *place == RelativeAddress::Null;
    match content {
        FieldContent::Uninitialised
        | FieldContent::Fill(_)
        | FieldContent::Anything
        | FieldContent::Text
        | FieldContent::Within(_) => true,
        FieldContent::Shared(_)
        | FieldContent::Partly { .. }
        | FieldContent::Counting { .. }
        | FieldContent::Own(_)
        | FieldContent::Like(_)
        | FieldContent::Link(_) => false,
        FieldContent::Owned(heap) => match &**heap {
            OwnedHeap::Block { parameters, .. } => parameters.iter().all(is_null),
            OwnedHeap::Ended { .. } => true,
            OwnedHeap::List(list) => {
                let ends = [list.next, list.previous];
                list.last.is_none() && list.parameters.iter().chain(&ends).all(is_null)
            }
        },
    }
}
