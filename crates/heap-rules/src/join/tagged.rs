//! Nodes of trees whose numbers tell which of their words are null.
//!
//! ```text
//!   left: n = 0, w = 0        right: n = 2, w ≠ 0        gives  w ≠ 0 ∨ n = 0        w = 0 ∨ n = 2
//! ```
//!
//! Sound: each clause follows from the facts of either side under the names of the result. It ends: the numbers are few, and from one join to
//! the next the clauses only allow more.

use crate::fold::constant;
use crate::trees::TreeKinds;
use crate::trees::tags;
use pure_logic::{Facts, Solver, Term};
use symbolic_heap::{Content, State};

/// Assumes what numbers of nodes tell of their words on both sides; these are given by their facts under the names of the result.
pub(super) fn join_tags(
    solver: &mut Solver,
    state: &mut State,
    kinds: TreeKinds,
    (left, right): &(Facts, Facts),
) {
    if !kinds.have_tags() {
        return;
    }
    let roots: Vec<Term> = state.heap.instances().map(|(_, instance)| instance.root()).collect();
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    for block in &blocks {
        if kinds.of_block(&solver.terms, block).is_none() {
            continue;
        }
        let (mut cells, mut words) = (Vec::new(), Vec::new());
        for cell in block.cells.iter() {
            let (Some(start), Some(end)) = (constant(solver, cell.start), constant(solver, cell.end)) else {
                continue;
            };
            match cell.content.term().filter(|term| roots.contains(term)) {
                Some(word) => words.push((start, word)),
                None => cells.push((start, end, &cell.content)),
            }
        }
        if words.is_empty() {
            continue;
        }
        let [left, right] =
            [left, right].map(|facts| tags::describe(solver, facts, cells.iter().copied(), &words));
        for tag in tags::join(solver, &left, &right) {
            let number = cells.iter().find(|cell| cell.0 == tag.start);
            let Some((_, _, Content::Scalar(number))) = number else { continue };
            for clause in tag.clauses(&mut solver.terms, number.term, &words) {
                state.facts.assume(solver, clause);
            }
        }
    }
}
