//! A row on a lower level that ends the list: its first node is the last one of the level above.
//!
//! ```text
//!   seg(x → y; linked by P)  *  seg(y → 0; linked by Q, the word at P is null in every node)
//!  ───────────────────────────────────────────────────────────────────────────────────────── lift
//!   seg(x → 0; linked by P, each node owns a row that is linked by Q and ends where P leads)
//! ```
//!
//! Sound: if the second row has nodes, the first of them is a node that P links to nothing and that owns the
//! others; without nodes the first row ends at null already. Nothing else refers to where they meet.
//! Otherwise the last node of a level, which is linked to nothing there, could not be told from a node that
//! is on the level below only, and the same heap would be described in two ways.

use super::find::{Candidate, Eagerness, End, ends_are_addresses};
use super::kinds::{NodeKinds, OpenBody, OpenContent, OpenField, unify_bodies};
use super::known::Known;
use super::mentions_memory;
use crate::references::{Holder, References};
use pure_logic::{Fact, Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{FieldContent, OwnedHeap, OwnedList, RelativeAddress, Shape, Sibling, Tail};
use symbolic_heap::{Order, Region, Segment, State};

/// Two rows of which the second is lifted into the first; what holds of the new length.
pub struct Lift {
    pub candidate: Candidate,
    pub facts: Vec<Fact>,
}

/// The first pair of rows that can become one in this way.
pub fn find_lift(solver: &mut Solver, state: &State, eagerness: Eagerness) -> Option<Lift> {
    let segments = state.heap.segments();
    let is_plain = |segment: &Segment| segment.shape.back.is_none() && segment.shape.bodies.len() == 1;
    if segments.iter().filter(|segment| is_plain(segment)).count() < 2 {
        return None;
    }
    let references = References::of(&solver.terms, state);
    for (upper, left) in segments.iter().enumerate() {
        for (lower, right) in segments.iter().enumerate() {
            if upper != lower
                && is_plain(left)
                && is_plain(right)
                && left.next == right.first
                && is_border(solver, &references, right.first, upper)
                && let Some(lift) = lift(solver, state, (upper, left), (lower, right), eagerness)
            {
                return Some(lift);
            }
        }
    }
    None
}

/// Whether only the end of a segment refers to an address.
fn is_border(solver: &Solver, references: &References, address: Term, segment: usize) -> bool {
    let atom = solver.terms.as_atom(address);
    atom.is_some_and(|atom| references.to(atom).iter().all(|holder| *holder == Holder::SegmentNext(segment)))
}

fn lift(
    solver: &mut Solver,
    state: &State,
    (upper, left): (usize, &Segment),
    (lower, right): (usize, &Segment),
    eagerness: Eagerness,
) -> Option<Lift> {
    let last = lifted(solver, state, right, &left.shape)?;
    let row = NodeKinds::of_segment(left);
    if !row.counters().is_empty() {
        return None;
    }
    let known = Known { state, precision: eagerness.precision };
    let (one, minimum) = (solver.terms.constant(1), right.minimum.min(1));
    let kinds = row.then(
        solver,
        left.minimum,
        (&last, one),
        minimum,
        eagerness.precision,
        &mut |solver, a, b, precision| unify_bodies(solver, a, b, precision, known),
    )?;
    if kinds.bodies.len() > 1 {
        return None;
    }
    let (shape, parameters) = kinds.close(&left.shape);
    let count = solver.terms.fresh_variable("count");
    let least = solver.terms.add_constant(left.count, i128::from(minimum));
    let most = solver.terms.add_constant(left.count, 1);
    let facts = vec![solver.terms.at_most(least, count), solver.terms.at_most(count, most)];
    let segment = Segment {
        shape: Arc::new(shape),
        first: left.first,
        next: right.next,
        back: None,
        minimum: left.minimum + minimum,
        count,
        parameters,
        order: kinds.order,
        members: Vec::new(),
        sorted: Vec::new(),
        each: None,
    };
    ends_are_addresses(solver, state, &segment).then_some(Lift {
        candidate: Candidate { left: End::Segment(upper), right: End::Segment(lower), segment },
        facts,
    })
}

/// A row with nodes as one node of a shape that is linked by another word.
pub(crate) fn lifted(solver: &mut Solver, state: &State, row: &Segment, shape: &Shape) -> Option<NodeKinds> {
    let same_nodes = (row.shape.node_size, row.shape.entry, row.shape.link_bytes)
        == (shape.node_size, shape.entry, shape.link_bytes);
    let is_linked_once = row.shape.back.is_none() && shape.back.is_none() && row.shape.bodies.len() == 1;
    // Only nodes on the heap own others.
    let is_usual = |shape: &Shape| shape.region == Region::Heap && shape.tail == Tail::Empty;
    if !same_nodes
        || row.shape.origin.is_other_than(shape.origin)
        || !is_linked_once
        || !is_usual(shape)
        || !is_usual(&row.shape)
        || row.shape.link == shape.link
        || solver.terms.as_constant(row.next) != Some(0)
    {
        return None;
    }
    let body = lifted_body(solver, state, row, shape.link)?;
    Some(NodeKinds { bodies: vec![body], order: Order::single() })
}

/// The first node of a row, which owns the rest of it and is linked to nothing by the word at `link`.
fn lifted_body(solver: &mut Solver, state: &State, row: &Segment, link: u64) -> Option<OpenBody> {
    let body = NodeKinds::of_segment(row).bodies.into_iter().next()?;
    if row.shape.bodies[0].fields.iter().any(|field| matches!(field.content, FieldContent::Link(_))) {
        return None;
    }
    let is_word = |field: &&OpenField| (field.start, field.end) == (link, link + row.shape.link_bytes);
    let is_null = match &body.fields.iter().find(is_word)?.content {
        OpenContent::Value(value) => solver.terms.as_constant(*value) == Some(0),
        OpenContent::Fixed(FieldContent::Fill(0)) => true,
        OpenContent::Fixed(_) | OpenContent::Partly { .. } | OpenContent::Counting { .. } => false,
    };
    if !is_null {
        return None;
    }
    let rest = OwnedList {
        shape: Arc::new(without_parameters(solver, state, row)?),
        minimum: row.minimum.saturating_sub(1),
        next: RelativeAddress::Like(Sibling { field: link, plus: 0 }),
        previous: RelativeAddress::Null,
        last: None,
        parameters: Vec::new(),
    };
    let mut fields: Vec<OpenField> = body.fields.into_iter().filter(|field| field.start != link).collect();
    fields.push(OpenField {
        start: row.shape.link,
        end: row.shape.link + row.shape.link_bytes,
        content: OpenContent::Fixed(FieldContent::Owned(Arc::new(OwnedHeap::List(rest)))),
    });
    fields.sort_by_key(|field| field.start);
    Some(OpenBody { fields, node: None, pointer_bytes: row.shape.link_bytes })
}

/// The shape of the rest of a row, as its owner sees it: shared numbers are forgotten, but for null.
fn without_parameters(solver: &Solver, state: &State, row: &Segment) -> Option<Shape> {
    let mut shape = (*row.shape).clone();
    for field in shape.bodies.iter_mut().flat_map(|body| &mut body.fields) {
        field.content = match &field.content {
            FieldContent::Shared(index) => {
                let value = row.parameters[*index];
                if mentions_memory(solver, state, value) {
                    return None;
                }
                match solver.terms.as_constant(value) {
                    Some(0) => FieldContent::Fill(0),
                    _ => FieldContent::Anything,
                }
            }
            FieldContent::Partly { .. } => FieldContent::Uninitialised,
            FieldContent::Counting { .. } => FieldContent::Anything,
            content => content.clone(),
        };
    }
    shape.parameters = 0;
    Some(shape)
}
