//! Of several words of an array that lead to the same block or list all but one are forgotten.
//!
//! ```text
//!   a { …, [s, t): x, …, [u, v): x, … }  *  what x leads to          only these words refer to x
//!  ────────────────────────────────────────────────────────────────────────────────────────────── copies
//!   a { …, [s, t): x, …, [u, v): uninit, … }  *  what x leads to
//! ```
//!
//! Sound: bytes that may be anything may be these.
//! Loops that close a gap (`a[i] = a[i + 1]`), that open one, or put the last element in the place of another one leave a word behind
//! that they overwrite next, or that lies behind the elements that are still in use. So the word is forgotten to which a variable counts.

use super::elements::{counted_places, is_counted};
use super::gather::word_size;
use super::node::mentions_memory;
use crate::limits::COPIES_OF_A_WORD;
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::BTreeMap;
use symbolic_heap::{Block, Content, Location, Region, State};

/// Forgets all but one of the words of an array that lead to the same place, if nothing else does.
pub(super) fn forget_copies(solver: &mut Solver, state: &mut State, array: Atom) {
    let Some(block) = state.heap.block(array) else { return };
    let copies = copied_words(solver, state, block);
    if copies.is_empty() {
        return;
    }
    let bytes = match block.stride.element_size() {
        Some(size) => i128::from(size.bytes),
        None => {
            let first = copies[0][0];
            let cell = block.cells.as_slice()[first];
            match word_size(solver, &state.facts, &cell) {
                Some(bytes) => i128::from(bytes),
                None => return,
            }
        }
    };
    let starts: Vec<Term> = block.cells.iter().map(|cell| cell.start).collect();
    let places = counted_places(solver, state, (array, bytes));
    for positions in copies {
        let mut kept: Option<(usize, usize)> = None;
        for &position in &positions {
            // Where the element begins of which the word is a part, by the form of its place.
            let inside = solver.terms.constant_part(starts[position]).rem_euclid(bytes);
            let start = solver.terms.add_constant(starts[position], -inside);
            let distances = [&[0][..], &[bytes, -bytes][..]];
            let is_near = |distances: &&[i128]| is_counted(solver, state, &places, start, distances);
            let distance = distances.iter().position(is_near).unwrap_or(distances.len());
            if kept.is_none_or(|(farthest, _)| distance > farthest) {
                kept = Some((distance, position));
            }
        }
        let Some(block) = state.heap.block_mut(array) else { return };
        for position in positions {
            if kept.is_some_and(|(_, kept)| kept != position) {
                block.cells.set_content(position, Content::Uninitialised);
            }
        }
    }
}

/// The positions of words that lead to the same block of the heap, or list, to which nothing else leads; at least two each.
fn copied_words(solver: &mut Solver, state: &State, block: &Block) -> Vec<Vec<usize>> {
    let mut words: BTreeMap<Term, Vec<usize>> = BTreeMap::new();
    for (index, cell) in block.cells.iter().enumerate() {
        if let Content::Scalar(value) = cell.content
            && value.is_defined()
            && mentions_memory(solver, state, value.term)
        {
            words.entry(value.term).or_default().push(index);
        }
    }
    words.retain(|_, positions| positions.len() > 1 && positions.len() <= COPIES_OF_A_WORD);
    if words.is_empty() {
        return Vec::new();
    }
    let references = References::of(&solver.terms, state);
    words.retain(|&term, positions| {
        let is_own = match state.heap.locate(&mut solver.terms, term) {
            Location::Block { base, .. } => {
                state.heap.block(base).is_some_and(|block| block.region == Region::Heap)
            }
            Location::FirstNode { .. } => true,
            Location::LastNode { .. }
            | Location::Member { .. }
            | Location::Root { .. }
            | Location::BeforeHole { .. }
            | Location::Number(_)
            | Location::Unknown => false,
        };
        let Some(name) = solver.terms.summands(term).first().map(|summand| summand.0) else { return false };
        let is_here = |holder: &Holder| {
            matches!(holder, Holder::Cell(base, position) if *base == block.base && positions.contains(position))
        };
        is_own && references.to(name).iter().all(is_here)
    });
    words.into_values().collect()
}
