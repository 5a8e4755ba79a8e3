//! Whether a row of nodes leads out of itself.
//!
//! Segments are acyclic: neither end is the entry of a node of the segment. So before a row
//! becomes a segment, or is taken for one, its ends must be known to lie outside: null or another
//! number, an address inside a block that is not in the row, or the beginning of a segment outside the row, which,
//! if it may be empty, itself leads outside.

use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::{HeapRule, Location, State, is_broken};

/// The nodes and segments that make up a row.
pub(crate) struct Parts<'a> {
    pub nodes: &'a [Atom],
    pub segments: &'a [usize],
    /// How large the nodes are, and where links point to in them.
    pub node_size: u64,
    pub entry: u64,
}

/// Whether an end of a row is known to be no entry of its nodes.
pub(crate) fn leads_outside(solver: &mut Solver, state: &State, end: Term, parts: &Parts<'_>) -> bool {
    let mut end = end;
    // Each step leaves a segment behind, so this many suffice.
    for _ in 0..=state.heap.segments().len() {
        match state.heap.locate(&mut solver.terms, end) {
            Location::Number(_) => return true,
            Location::Block { base, offset } => {
                let Some(block) = state.heap.block(base) else { return false };
                // A node there would have bytes that the part has.
                if block.is_part() {
                    return solver.terms.as_constant(offset).is_some_and(|offset| {
                        let start = offset - i128::from(parts.entry);
                        block.has_byte_in(&solver.terms, (start, start + i128::from(parts.node_size)))
                    });
                }
                // Behind the end of a block there may be a node.
                let zero = solver.terms.constant(0);
                let inside = [solver.terms.at_most(zero, offset), solver.terms.less_than(offset, block.size)];
                return block.has_own_address()
                    && !parts.nodes.contains(&base)
                    && (state.facts.proves_all(solver, &inside).is_proved()
                        || is_broken(solver, HeapRule::NothingIsBehindBlocks));
            }
            Location::FirstNode { segment, .. } => {
                if parts.segments.contains(&segment) {
                    return false;
                }
                let outside = &state.heap.segments()[segment];
                if outside.minimum > 0 {
                    return true;
                }
                end = outside.next;
            }
            Location::LastNode { segment, .. } => {
                if parts.segments.contains(&segment) {
                    return false;
                }
                let outside = &state.heap.segments()[segment];
                match (outside.minimum, outside.back) {
                    (1.., _) => return true,
                    (0, Some(ends)) => end = ends.previous,
                    (0, None) => return false,
                }
            }
            Location::Root { .. }
            | Location::BeforeHole { .. }
            | Location::Member { .. }
            | Location::Unknown => return false,
        }
    }
    false
}
