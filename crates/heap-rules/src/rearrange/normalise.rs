//! What separation says about the ends of segments (and, in `trees::normalise`, about the beginnings of instances).
//!
//! ```text
//!   seg(x → y)  with x null, or inside another block         ⟹  the segment is empty
//!   seg(x → y)  with x ≠ y                                     ⟹  it has at least one node
//!   seg(x → y)  with a member that is not null                 ⟹  it has at least one node
//!   seg(x → y; back x → z)  with at least one node             ⟹  it is one node, if all are of one kind
//!   empty, but minimum > 0                                     ⟹  the state describes nothing
//!   optional block at b  with b = 0, or with b ≠ 0             ⟹  it is not there, or it is live
//! ```
//!
//! Sound: a node's entry address lies inside a live block of its own, which is not null and, by
//! separation, no other block of the heap.

use crate::rearrange::unfold::{assume_empty, unfold_single};
use crate::trees;
use pure_logic::term::Atom;
use pure_logic::{Answer, Solver};
use std::sync::Arc;
use symbolic_heap::{Block, HeapRule, Lifetime, Location, Segment, State, is_broken};

/// The state with what follows from its segments drawn; `None` if nothing satisfies it.
pub fn normalise(solver: &mut Solver, state: State) -> Option<State> {
    let mut state = state;
    loop {
        if state.facts.is_unsat(solver) == Answer::Proved {
            return None;
        }
        match find_step(solver, &state) {
            None => match trees::normalise::step(solver, &mut state) {
                trees::normalise::Step::Nothing => return Some(state),
                trees::normalise::Step::Changed => {}
                trees::normalise::Step::Contradiction => return None,
            },
            Some(Deduction::Contradiction) => return None,
            Some(Deduction::Present(base)) => {
                if let Some(block) = state.heap.block_mut(base) {
                    block.lifetime = Lifetime::Live;
                }
                let (one, address) = (solver.terms.constant(1), solver.terms.atom_term(base));
                let fact = solver.terms.at_most(one, address);
                state.facts.assume(solver, fact);
            }
            Some(Deduction::NoBlock(base)) => {
                state.heap.remove_block(base);
                let address = solver.terms.atom_term(base);
                let fact = solver.terms.zero(address);
                state.assume(solver, fact);
                let null = solver.terms.constant(0);
                state.substitute_in_heap(solver, &[(base, null)]);
            }
            Some(Deduction::Empty(index)) => {
                let segment = state.heap.remove_segment(index);
                if segment.minimum > 0 {
                    return None;
                }
                assume_empty(solver, &mut state, &segment)?;
            }
            Some(Deduction::NotEmpty(index)) => {
                let segment = Segment { minimum: 1, ..(*state.heap.segments()[index]).clone() };
                let one = solver.terms.constant(1);
                let fact = solver.terms.at_most(one, segment.count);
                state.heap.replace_segment(index, segment);
                state.assume(solver, fact);
            }
            Some(Deduction::Single { index, kind }) => unfold_single(solver, &mut state, index, kind),
        }
    }
}

enum Deduction {
    Empty(usize),
    NotEmpty(usize),
    Single {
        index: usize,
        kind: usize,
    },
    Contradiction,
    /// An optional block is there, or it is not.
    Present(Atom),
    NoBlock(Atom),
}

fn find_step(solver: &mut Solver, state: &State) -> Option<Deduction> {
    for block in state.heap.blocks().filter(|block| block.is_optional()) {
        let address = solver.terms.atom_term(block.base);
        // What a branch has said of the address is seen by its bounds; more is not worth a proof for each block.
        let range = state.facts.bounds(solver, address);
        if range.lower.is_some_and(|lowest| lowest > 0) {
            return Some(Deduction::Present(block.base));
        }
        if range.upper.is_some_and(|highest| highest <= 0) {
            return Some(Deduction::NoBlock(block.base));
        }
    }
    for (index, segment) in state.heap.segments().iter().enumerate() {
        if first_is_elsewhere(solver, state, segment) || last_is_elsewhere(solver, state, segment) {
            return Some(Deduction::Empty(index));
        }
        if segment.minimum > 0 {
            // The entry of a node is not null; segments with nodes have no ends in common, and lead
            // outside of themselves.
            let is_null = solver.terms.zero(segment.first);
            let twin = state.heap.segments()[index + 1..]
                .iter()
                .any(|other| other.minimum > 0 && have_common_ends(solver, segment, other));
            let leads_back =
                segment.first == segment.next || segment.back.is_some_and(|ends| ends.last == ends.previous);
            if twin || leads_back || state.facts.proves(solver, is_null).is_proved() {
                return Some(Deduction::Contradiction);
            }
            if let Some(step) = single_node(solver, index, segment) {
                return Some(step);
            }
            continue;
        }
        if segment.first == segment.next || segment.back.is_some_and(|ends| ends.last == ends.previous) {
            return Some(Deduction::Empty(index));
        }
        // A member that is not null is a node.
        if segment
            .members
            .iter()
            .any(|&member| state.facts.bounds(solver, member).lower.is_some_and(|lowest| lowest > 0))
        {
            return Some(Deduction::NotEmpty(index));
        }
        let differ = solver.terms.not_equal(segment.first, segment.next);
        if state.facts.proves(solver, differ).is_proved() || is_broken(solver, HeapRule::SegmentsHaveNodes) {
            return Some(Deduction::NotEmpty(index));
        }
        let equal = solver.terms.equal(segment.first, segment.next);
        if state.facts.proves(solver, equal).is_proved() {
            return Some(Deduction::Empty(index));
        }
        if let Some(ends) = segment.back {
            let differ = solver.terms.not_equal(ends.last, ends.previous);
            if state.facts.proves(solver, differ).is_proved() {
                return Some(Deduction::NotEmpty(index));
            }
        }
        // Another segment with nodes begins here: this one has none.
        let shadowed = state.heap.segments().iter().enumerate().any(|(other, candidate)| {
            other != index && candidate.minimum > 0 && candidate.first == segment.first
        });
        if shadowed {
            return Some(Deduction::Empty(index));
        }
    }
    None
}

/// Whether a node is at an end of both.
fn have_common_ends(solver: &mut Solver, segment: &Segment, other: &Segment) -> bool {
    let mut bases = |segment: &Segment| {
        let first = solver.terms.add_constant(segment.first, -i128::from(segment.shape.entry));
        let last = segment
            .back
            .map(|ends| solver.terms.add_constant(ends.last, -i128::from(segment.shape.back_entry)));
        [Some(first), last]
    };
    let (own, there) = (bases(segment), bases(other));
    own.into_iter().flatten().any(|base| there.contains(&Some(base)))
}

/// The first node of a segment is its last: no two nodes have the same address.
fn single_node(solver: &mut Solver, index: usize, segment: &Segment) -> Option<Deduction> {
    if !segment.has_one_node(&mut solver.terms) {
        return None;
    }
    let kinds = segment.order.firsts.intersection(segment.order.lasts);
    let mut kinds = kinds.iter();
    match (kinds.next(), kinds.next()) {
        (Some(kind), None) if segment.minimum == 1 => Some(Deduction::Single { index, kind }),
        (None, _) => Some(Deduction::Contradiction),
        _ if segment.minimum > 1 => Some(Deduction::Contradiction),
        _ => None,
    }
}

/// The first node would have to begin at null or inside a block that is already there.
fn first_is_elsewhere(solver: &mut Solver, state: &State, segment: &Arc<Segment>) -> bool {
    is_elsewhere(solver, state, segment, segment.first, true)
}

fn last_is_elsewhere(solver: &mut Solver, state: &State, segment: &Arc<Segment>) -> bool {
    segment.back.is_some_and(|ends| is_elsewhere(solver, state, segment, ends.last, false))
}

fn is_elsewhere(
    solver: &mut Solver,
    state: &State,
    segment: &Arc<Segment>,
    entry: pure_logic::Term,
    is_first: bool,
) -> bool {
    // Bypass the segments: an entry is of course found at its own segment's end.
    if let Some(number) = solver.terms.as_constant(entry) {
        // A node is aligned for every type.
        let base = number - i128::from(if is_first { segment.shape.entry } else { segment.shape.back_entry });
        return number == 0 || base.rem_euclid(2 * i128::from(segment.shape.link_bytes)) != 0;
    }
    let mut without = state.heap.clone();
    while !without.segments().is_empty() {
        without.remove_segment(0);
    }
    let Location::Block { base, offset } = without.locate(&mut solver.terms, entry) else { return false };
    let Some(block) = state.heap.block(base) else { return false };
    if !block.has_own_address() {
        return false;
    }
    if block.is_part() {
        return has_no_room(solver, block, offset, segment);
    }
    // The whole node, from `entry` back to its base, must not fit: it is enough that the entry
    // byte lies inside the other block.
    let zero = solver.terms.constant(0);
    let inside = if segment.shape.node_size > segment.shape.entry {
        [solver.terms.at_most(zero, offset), solver.terms.less_than(offset, block.size)]
    } else {
        return false;
    };
    inside.into_iter().all(|fact| state.facts.proves(solver, fact).is_proved())
}

/// A node with its entry at this offset of a part would have bytes that the part has.
fn has_no_room(solver: &Solver, part: &Block, offset: pure_logic::Term, segment: &Segment) -> bool {
    solver.terms.as_constant(offset).is_some_and(|offset| {
        let start = offset - i128::from(segment.shape.entry);
        part.has_byte_in(&solver.terms, (start, start + i128::from(segment.shape.node_size)))
    })
}
