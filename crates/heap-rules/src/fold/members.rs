//! Nodes of which it is only remembered that they are in their list.
//!
//! ```text
//!   seg(x → p) * seg(p → y)      p is a node, or null        seg(x → y; members m, ms)     nothing refers to m
//!  ────────────────────────────────────────────────── join  ─────────────────────────────────────────────────── forget
//!   seg(x → y; members p)                                    seg(x → y; members ms)
//! ```
//!
//! Sound: a node of a part is a node of the whole, and null is a member of every segment.
//!
//! Loses: in which order the nodes come to which variables refer, and which of them are the same. So there is one
//! state for all orders, where there would be a power of the number of variables.

use super::Precision;
use crate::references::{Holder, References};
use pure_logic::{Solver, Term};
use symbolic_heap::segment::BackEnds;
use symbolic_heap::shape::{Shape, Tail};
use symbolic_heap::{Segment, State};

/// What a part of a row says of its ends.
pub(super) struct Border<'a> {
    pub shape: &'a Shape,
    pub first: Term,
    pub next: Term,
    pub back: Option<BackEnds>,
    pub minimum: u64,
}

/// Whether a place that refers to a node belongs to a variable of the program.
pub(super) fn is_variable(state: &State, holder: &Holder) -> bool {
    match *holder {
        Holder::Register(_) | Holder::Held(_) => true,
        Holder::Cell(base, _) => {
            state.heap.block(base).is_some_and(|block| block.is_live() && !block.region.has_nodes())
        }
        Holder::SegmentNext(_)
        | Holder::SegmentPrevious(_)
        | Holder::SegmentParameter(_)
        | Holder::Instance(_)
        | Holder::Arithmetic => false,
    }
}

/// The addresses at the border of two parts that are members of the whole; `None` if one of them may be neither a
/// node nor null, or if members are not looked for.
pub(super) fn of_border(
    solver: &Solver,
    left: Border<'_>,
    right: Border<'_>,
    precision: Precision,
) -> Option<Vec<Term>> {
    let is_plain = right.shape.turn() == 0 && right.shape.tail == Tail::Empty;
    if precision != Precision::Members || !is_plain {
        return None;
    }
    let is_null = |term: Term| solver.terms.as_constant(term) == Some(0);
    if right.minimum == 0 && !is_null(right.next) {
        return None;
    }
    let mut members = vec![right.first];
    if let Some(ends) = left.back {
        if left.minimum == 0 && !is_null(ends.previous) {
            return None;
        }
        members.push(ends.last);
    }
    Some(members)
}

/// Forgets members to which nothing refers any more.
pub(crate) fn forget_unused(solver: &mut Solver, state: &mut State) {
    if state.heap.segments().iter().all(|segment| segment.members.is_empty()) {
        return;
    }
    let references = References::of(&solver.terms, state);
    for index in 0..state.heap.segments().len() {
        let segment = &state.heap.segments()[index];
        let is_used = |&member: &Term| {
            let mut summands = solver.terms.summands(member).iter();
            summands.any(|&(atom, _)| !references.to(atom).is_empty())
        };
        let members: Vec<Term> = segment.members.iter().copied().filter(is_used).collect();
        if members.len() < segment.members.len() {
            let segment = Segment { members, ..Segment::clone(segment) };
            state.heap.replace_segment(index, segment);
        }
    }
}
