//! Members of a segment: addresses of which it is only known that each is null or one of the nodes.
//!
//! ```text
//!        seg(x → y; members m, ms)                          seg(x → 0; members ms)     m in ms, not null
//!  ──────────────────────────────────────────── tell apart  ──────────────────────────────────────────── step
//!   m = x    ∨    m ≠ x, m is null or behind x               m.link is null or a node: seg(x → 0; members m.link, ms)
//! ```
//!
//! What a node holds is read without exposing it (*glimpse*): what all nodes hold, this one holds. What is written to
//! it makes the word one that may differ from node to node (*overwrite*). So neither depends on where the node is.

use crate::each;
use crate::fold::{NodeKinds, OpenContent, forget_members, mentions_memory};
use crate::limits::MEMBERS_LOOKED_AT;
use crate::rearrange::materialise::{Added, Node, add_node};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{FieldContent, OwnedHeap, RelativeAddress, Tail};
use symbolic_heap::{Segment, Sorted, State};

/// The cases in which each member is the node at an end of its segment, or another one.
pub(super) fn told_apart(solver: &mut Solver, state: &State, index: usize, end: Term) -> Vec<State> {
    let mut state = state.clone();
    forget_members(solver, &mut state);
    let segment = Arc::clone(&state.heap.segments()[index]);
    let others: Vec<Term> = segment.members.iter().copied().filter(|&member| member != end).collect();
    if others.len() > MEMBERS_LOOKED_AT as usize {
        state.heap.replace_segment(index, Segment { members: Vec::new(), ..Segment::clone(&segment) });
        return vec![state];
    }
    let mut cases = Vec::new();
    for chosen in 0..1usize << others.len() {
        let is_end = |position: usize| chosen >> position & 1 == 1;
        let behind = (0..others.len()).filter(|&position| !is_end(position)).map(|position| others[position]);
        let mut case = state.clone();
        let members: Vec<Term> = behind.collect();
        case.heap.replace_segment(index, Segment { members: members.clone(), ..Segment::clone(&segment) });
        for member in members {
            let fact = solver.terms.not_equal(member, end);
            case.assume(solver, fact);
        }
        for position in (0..others.len()).filter(|&position| is_end(position)) {
            let fact = solver.terms.equal(others[position], end);
            case.assume(solver, fact);
        }
        cases.push(case);
    }
    cases
}

/// Adds a member to a segment.
pub fn note_member(solver: &mut Solver, state: &mut State, index: usize, member: Term) {
    let segment = Arc::clone(&state.heap.segments()[index]);
    for fact in segment.range_of_end(&mut solver.terms, member) {
        state.facts.assume(solver, fact);
    }
    let mut members = segment.members.clone();
    members.push(member);
    let members = Segment::canonical_members(&solver.terms, &members);
    state.heap.replace_segment(index, Segment { members, ..Segment::clone(&segment) });
}

/// The state with a copy, beside the segment, of one of its nodes, to look at; and the base of the copy. Nothing but
/// numbers that are read in it may be used: what it says of its links and of what it owns is no memory of the state.
pub fn glimpse(solver: &mut Solver, state: &State, index: usize, kind: usize) -> (State, Atom) {
    let segment = Arc::clone(&state.heap.segments()[index]);
    let mut state = state.clone();
    // How many nodes come after it is not known.
    let count = solver.terms.fresh_variable("count");
    let fact = solver.terms.at_most(count, segment.count);
    state.facts.assume(solver, fact);
    let copied = Segment { count, ..Segment::clone(&segment) };
    let link = solver.terms.fresh_variable("next");
    let back = segment.back.map(|_| solver.terms.fresh_variable("previous"));
    for end in std::iter::once(link).chain(back) {
        for fact in segment.range_of_end(&mut solver.terms, end) {
            state.facts.assume(solver, fact);
        }
    }
    let Added { entry, .. } = add_node(solver, &mut state, &copied, &Node { kind, link, back });
    let base = solver.terms.add_constant(entry, -i128::from(segment.shape.entry));
    (state, solver.terms.as_atom(base).expect("a new node has a name of its own"))
}

/// Whether the bytes of every node hold numbers, which nothing else in the node is told by.
fn are_loose(solver: &Solver, state: &State, segment: &Segment, (start, end): (u64, u64)) -> bool {
    let shape = &segment.shape;
    let overlaps = |offset: u64, bytes: u64| offset < end && start < offset + bytes;
    if overlaps(shape.link, shape.link_bytes)
        || shape.back.is_some_and(|back| overlaps(back, shape.link_bytes))
        || end > shape.node_size
        || matches!(shape.tail, Tail::Told(measure) if overlaps(measure.field, measure.bytes))
    {
        return false;
    }
    let is_word = |place: &RelativeAddress| matches!(place, RelativeAddress::Like(sibling) if overlaps(sibling.field, shape.link_bytes));
    shape.bodies.iter().flat_map(|body| &body.fields).all(|field| {
        let is_inside = field.start <= start && end <= field.end;
        let is_apart = field.end <= start || end <= field.start;
        match &field.content {
            FieldContent::Anything | FieldContent::Within(_) | FieldContent::Fill(_) => is_inside || is_apart,
            FieldContent::Shared(index) | FieldContent::Counting { index, .. } => {
                is_apart || is_inside && !mentions_memory(solver, state, segment.parameters[*index])
            }
            FieldContent::Uninitialised
            | FieldContent::Text
            | FieldContent::Partly { .. }
            | FieldContent::Own(_) => is_apart,
            FieldContent::Like(sibling) => is_apart && !overlaps(sibling.field, shape.link_bytes),
            FieldContent::Link(_) => is_apart,
            FieldContent::Owned(heap) => {
                let is_told_elsewhere = match &**heap {
                    OwnedHeap::Block { tail, parameters, .. } => {
                        let is_measured =
                            matches!(tail, Tail::Told(measure) if overlaps(measure.field, measure.bytes));
                        !is_measured && !parameters.iter().any(is_word)
                    }
                    OwnedHeap::Ended { .. } => true,
                    OwnedHeap::List(list) => {
                        let ends = [list.next, list.previous];
                        !list.last.is_some_and(|last| overlaps(last, shape.link_bytes))
                            && !list.parameters.iter().chain(&ends).any(is_word)
                    }
                };
                is_apart && is_told_elsewhere
            }
        }
    })
}

/// Writes a number to these bytes of one of the nodes, which may be any of them. `false` if that cannot be told.
///
/// Sound: the bytes held a number in every node, and do so after the write; nothing more is said of them.
pub fn overwrite(
    solver: &mut Solver,
    state: &mut State,
    index: usize,
    (start, end): (u64, u64),
    value: Term,
) -> bool {
    let segment = Arc::clone(&state.heap.segments()[index]);
    if mentions_memory(solver, state, value) || !are_loose(solver, state, &segment, (start, end)) {
        return false;
    }
    let mut kinds = NodeKinds::of_segment(&segment);
    let mut is_changed = false;
    for body in &mut kinds.bodies {
        for field in body.fields.iter_mut().filter(|field| field.start <= start && end <= field.end) {
            let holds_it =
                field.content == OpenContent::Value(value) && (field.start, field.end) == (start, end);
            if !holds_it {
                field.content = OpenContent::Fixed(FieldContent::Anything);
                is_changed = true;
            }
        }
    }
    if is_changed {
        let (shape, parameters) = kinds.close(&segment.shape);
        let shape = Arc::new(shape);
        let order = kinds.order.clone();
        let sorted = untouched_orders(&segment, (start, end));
        let each = each::untouched(solver, segment.each.as_ref(), (start, end));
        let known = Segment { shape, parameters, order, sorted, each, ..Segment::clone(&segment) };
        state.heap.replace_segment(index, known);
    }
    true
}

/// The orders of a segment that do not depend on these bytes of its nodes.
fn untouched_orders(segment: &Segment, (start, end): (u64, u64)) -> Vec<Sorted> {
    let is_apart = |offset: u64, bytes: u64| offset + bytes <= start || end <= offset;
    let orders = segment.sorted.iter().copied();
    orders
        .filter(|Sorted { key, .. }| is_apart(key.enter, key.bytes) && is_apart(key.leave, key.bytes))
        .collect()
}
