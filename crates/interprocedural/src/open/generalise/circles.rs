//! Lists that end in a circle of their own nodes: a loop over them may be ended by a counter, by what it finds, or by a
//! function of the caller.

use super::super::entry::Entry;
use heap_rules::fold::forget;
use heap_rules::rearrange::{normalise, unfold_first};
use std::sync::Arc;
use symbolic_execution::Context;
use symbolic_heap::Segment;

/// The entry whose list, instead of ending with null, leads into a circle:
///
/// ```text
///   list a → 0: at least m
///  ─────────────────────────────────────────────────────────────────
///   list a → c: at least 0 * c { link: x } * list x → c: at least 0
/// ```
///
/// `None` where there is not one such list, or where its nodes differ or are linked back.
pub fn with_circle(context: &mut Context<'_>, entry: &Entry) -> Option<Entry> {
    let [segment] = entry.state.heap.segments() else { return None };
    let segment = Arc::clone(segment);
    let solver = &mut context.solver;
    let ends_with_null = solver.terms.as_constant(segment.next) == Some(0);
    if !ends_with_null || segment.back.is_some() || segment.shape.bodies.len() != 1 {
        return None;
    }
    let mut circle = entry.clone();
    let state = &mut circle.state;
    let forgotten = solver.terms.as_atom(segment.count);
    state.facts = state.facts.project(solver, &|atom| Some(atom) != forgotten);
    let (meeting, end) = (solver.terms.fresh_variable("meeting"), solver.terms.fresh_variable("end"));
    let (before, others) = (solver.terms.fresh_variable("count"), solver.terms.fresh_variable("count"));
    let around = solver.terms.add_constant(others, 1);
    let zero = solver.terms.constant(0);
    let mut facts = vec![solver.terms.at_most(zero, before), solver.terms.at_most(zero, others)];
    facts.extend(segment.range_of_end(&mut solver.terms, meeting));
    facts.extend(segment.range_of_end(&mut solver.terms, end));
    state.facts.assume_all(solver, &facts);
    let segment = Segment { members: Vec::new(), ..Segment::clone(&segment) };
    let stem = Segment { next: meeting, minimum: 0, count: before, ..Segment::clone(&segment) };
    let ring = Segment { first: meeting, next: end, minimum: 1, count: around, ..Segment::clone(&segment) };
    state.heap.replace_segment(0, stem);
    state.heap.push_segment(ring);
    // The row around the circle ends where it begins, so that one of its nodes is told by itself.
    let mut begun = unfold_first(solver, state, 1).into_iter().next()?;
    let meeting = begun.heap.segments().first()?.next;
    let closed = solver.terms.equal(end, meeting);
    begun.assume(solver, closed);
    circle.state = normalise(solver, begun)?;
    forget(solver, &mut circle.state);
    let base = solver.terms.as_atom(meeting).filter(|&base| circle.state.heap.block(base).is_some());
    let list = entry.pointers.iter().find(|(pointer, _)| *pointer == segment.first);
    if let (Some(base), Some(&(_, ty))) = (base, list) {
        circle.types.insert(base, (ty, 0));
    }
    Some(circle)
}
