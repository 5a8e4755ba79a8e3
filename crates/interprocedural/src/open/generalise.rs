//! From preconditions with a few nodes to preconditions with lists.
//!
//! A loop over a caller's list is executed for lists of no, one, two, … nodes. The rows of nodes are
//! folded, with any number of nodes from zero on, then from one on, then as many as there were. The
//! second round says which of these hold.

use super::entry::{CALLERS, Entry, visible};
use super::hints;
use heap_rules::fold::{Precision, abstract_state};
use pure_logic::term::Atom;
use pure_logic::{Facts, Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_execution::Context;
use symbolic_heap::{Cells, Content, Location, Region, Segment, State};

/// More general preconditions, the most general first.
pub fn generalise(solver: &mut Solver, entry: &Entry) -> Vec<Entry> {
    let Some(folded) = fold(solver, entry) else { return Vec::new() };
    let least = folded.state.heap.segments().iter().map(|segment| segment.minimum).min().unwrap_or(0);
    let mut entries = Vec::new();
    for minimum in 0..least.min(2) {
        entries.extend(with_minimum(solver, &folded, minimum));
    }
    entries.push(folded);
    entries
}

/// Preconditions of loops over arrays: a block of unknown size has as many elements as an argument says.
pub fn with_lengths(context: &mut Context<'_>, entry: &Entry) -> Vec<Entry> {
    let solver = &mut context.solver;
    let arrays: Vec<_> = entry
        .state
        .heap
        .blocks()
        .filter(|block| block.region == CALLERS && solver.terms.as_constant(block.size).is_none())
        .cloned()
        .collect();
    if arrays.is_empty() {
        return Vec::new();
    }
    let is_number = |term: Term| !entry.pointers.iter().any(|(pointer, _)| *pointer == term);
    let lengths: Vec<Term> = entry
        .state
        .registers
        .iter()
        .flatten()
        .map(|value| value.term)
        .filter(|&term| solver.terms.as_atom(term).is_some_and(|atom| entry.state.heap.block(atom).is_none()))
        .filter(|&term| is_number(term))
        .collect();
    let mut entries = Vec::new();
    for length in lengths {
        let mut more = entry.clone();
        more.is_plain = false;
        more.state.facts = Facts::from_facts(solver, &entry.trivial);
        for block in entry.state.heap.blocks() {
            let base = solver.terms.atom_term(block.base);
            let end = solver.terms.add(base, block.size);
            let (zero, one) = (solver.terms.constant(0), solver.terms.constant(1));
            let highest = solver.terms.constant((1 << (8 * context.module.pointer_scalar().bytes())) - 1);
            let facts = [
                solver.terms.at_most(one, base),
                solver.terms.at_most(zero, block.size),
                solver.terms.at_most(end, highest),
            ];
            more.state.facts.assume_all(solver, &facts);
        }
        for block in &arrays {
            let ty = entry.types.get(&block.base).map(|&(ty, _)| ty);
            let element = ty.and_then(|ty| hints::size_of(&context.module.types, ty)).unwrap_or(1).max(1);
            let bytes = solver.terms.scale(i128::from(element), length);
            let fact = solver.terms.at_most(bytes, block.size);
            more.state.facts.assume(solver, fact);
            let cells = Cells::uniform(&mut solver.terms, block.size, Content::Unknown);
            if let Some(block) = more.state.heap.block_mut(block.base) {
                block.cells = cells;
            }
        }
        entries.push(more);
    }
    entries
}

/// The entry with its rows of nodes folded; `None` if it has none.
fn fold(solver: &mut Solver, entry: &Entry) -> Option<Entry> {
    let nodes = linked_blocks(solver, &entry.state);
    if nodes.is_empty() {
        return None;
    }
    let mut state = entry.state.clone();
    for &base in &nodes {
        state.heap.block_mut(base)?.region = Region::Heap;
    }
    let mut folded = abstract_state(solver, &state, Precision::Shapes);
    if folded.heap.segments().is_empty() {
        return None;
    }
    // What did not become part of a list need not come from an allocator.
    for &base in &nodes {
        let was_callers = entry.state.heap.block(base).is_some_and(|block| block.region == CALLERS);
        if let Some(block) = folded.heap.block_mut(base).filter(|_| was_callers) {
            block.region = CALLERS;
        }
    }
    keep_names(solver, &entry.state, &mut folded);
    Some(Entry { state: folded, is_plain: false, ..entry.clone() })
}

/// The caller's blocks that point to, or are pointed to by, others of their size.
fn linked_blocks(solver: &mut Solver, state: &State) -> BTreeSet<Atom> {
    let mut linked = BTreeSet::new();
    let blocks: Vec<_> = state.heap.blocks().filter(|block| block.is_live()).cloned().collect();
    for block in blocks.iter().filter(|block| super::infer::is_callers(block.region)) {
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let Location::Block { base, .. } = state.heap.locate(&mut solver.terms, value.term) else {
                continue;
            };
            let twin = state.heap.block(base).is_some_and(|other| {
                super::infer::is_callers(other.region) && other.size == block.size && base != block.base
            });
            if twin {
                linked.extend([base, block.base]);
            }
        }
    }
    linked
}

/// Folding gives the ends of segments new names; where a word of the caller was that end, its name
/// comes back.
fn keep_names(solver: &mut Solver, before: &State, after: &mut State) {
    let mut pairs: Vec<(Term, Term)> = Vec::new();
    for (old, new) in before.registers.iter().zip(&after.registers) {
        pairs.extend(old.zip(*new).map(|(old, new)| (old.term, new.term)));
    }
    for block in after.heap.blocks() {
        let Some(old) = before.heap.block(block.base) else { continue };
        for (old, new) in old.cells.iter().zip(block.cells.iter()) {
            if let (Content::Scalar(old), Content::Scalar(new)) = (old.content, new.content) {
                pairs.push((old.term, new.term));
            }
        }
    }
    for (old, new) in pairs {
        let taken = visible(solver, after);
        if let (Some(old), Some(atom)) = (solver.terms.as_atom(old), solver.terms.as_atom(new))
            && old != atom
            && taken.contains(&atom)
            && !taken.contains(&old)
            && after.heap.block(atom).is_none()
        {
            let name = solver.terms.atom_term(old);
            after.substitute(solver, &[(atom, name)]);
        }
    }
}

/// The entry with segments of at least so many nodes.
fn with_minimum(solver: &mut Solver, entry: &Entry, minimum: u64) -> Option<Entry> {
    let mut entry = entry.clone();
    let state = &mut entry.state;
    let mut forgotten: BTreeSet<Atom> = BTreeSet::new();
    for segment in state.heap.segments() {
        let ends = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
        for term in [segment.first, segment.next, segment.count].into_iter().chain(ends) {
            forgotten.extend(solver.terms.as_atom(term).filter(|&atom| state.heap.block(atom).is_none()));
        }
    }
    state.facts = state.facts.project(solver, &|atom| !forgotten.contains(&atom));
    for index in 0..state.heap.segments().len() {
        let segment: Arc<Segment> = Arc::clone(&state.heap.segments()[index]);
        let count = solver.terms.fresh_variable("count");
        let least = solver.terms.constant(i128::from(minimum));
        let mut facts = vec![solver.terms.at_most(least, count)];
        let ends = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
        for end in [segment.first, segment.next].into_iter().chain(ends) {
            facts.extend(segment.range_of_end(&mut solver.terms, end));
        }
        state.facts.assume_all(solver, &facts);
        state.heap.replace_segment(index, Segment { minimum, count, ..Segment::clone(&segment) });
    }
    entry.state = heap_rules::rearrange::normalise(solver, entry.state)?;
    Some(entry)
}
