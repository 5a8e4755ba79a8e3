//! Putting a segment in the place of two neighbours.
//!
//! ```text
//!   node(b; link = y) * seg(y → z; count)          node(b) * node(c)       seg * node       seg * seg
//!  ─────────────────────────────────────── fold    (and the same for these)
//!   seg(b + entry → z; count + 1)
//! ```
//!
//! Sound: the segment's definition unfolds to the premise; the side conditions (acyclic, border
//! not referred to from outside) were checked when the candidate was found.

use super::find::{Candidate, End};
use pure_logic::Solver;
use pure_logic::term::Atom;
use symbolic_heap::{Segment, State};

pub fn apply(solver: &mut Solver, state: &State, candidate: &Candidate) -> State {
    replace(solver, state, &[(&candidate.left, true), (&candidate.right, false)], &candidate.segment)
}

/// Puts a segment in the place of its parts; of each it is said whether the segment begins with it.
pub(super) fn replace(
    solver: &mut Solver,
    state: &State,
    parts: &[(&End, bool)],
    segment: &Segment,
) -> State {
    let mut state = state.clone();
    let mut segments: Vec<usize> = Vec::new();
    let mut nodes: Vec<(Atom, u64)> = Vec::new();
    for &(end, is_left) in parts {
        match end {
            End::Segment(index) => segments.push(*index),
            End::Node(node) => {
                // The left node is where the segment begins, the right one where it ends.
                let entry = if is_left { node.shape.entry } else { node.shape.back_entry };
                nodes.push((node.base, entry));
                for &base in &node.owned_blocks {
                    state.heap.remove_block(base);
                }
                segments.extend(&node.owned_lists);
            }
        }
    }
    segments.sort_unstable();
    for index in segments.into_iter().rev() {
        state.heap.remove_segment(index);
    }
    for &(base, _) in &nodes {
        state.heap.remove_block(base);
    }
    // The length is remembered by a variable of its own, so that it can be generalised.
    let count = solver.terms.fresh_variable("count");
    let fact = solver.terms.equal(count, segment.count);
    state.facts.assume(solver, fact);
    let least = solver.terms.constant(i128::from(segment.minimum));
    let fact = solver.terms.at_most(least, count);
    state.facts.assume(solver, fact);
    for sorted in &segment.sorted {
        let fact = sorted.fact(&mut solver.terms);
        state.facts.assume(solver, fact);
    }
    state.heap.push_segment(Segment { count, ..segment.clone() });
    // The ends that were addresses of nodes get names of their own: the nodes are no blocks any more.
    let mut replacements = Vec::new();
    for (base, entry) in nodes {
        let name = solver.terms.fresh_variable("x");
        replacements.push((base, solver.terms.add_constant(name, -i128::from(entry))));
    }
    state.substitute(solver, &replacements);
    state
}
