//! Unfolding a segment at one of its ends.
//!
//! ```text
//!                     seg(first → next; count ≥ m)
//!  ───────────────────────────────────────────────────────────────────── unfold-first
//!   first = next ∧ count = 0                                  (if m = 0)
//!   ∨  node(b; kind) * seg(b.link → next; count - 1 ≥ m - 1) ∧ first = b + entry    (for each kind)
//! ```
//!
//! Sound: the two cases are those of the definition of a segment. `unfold-last` is the mirror
//! image and needs a backward link, because nothing else says where the last node begins.
//! Whether a member (`rearrange::member`) is the node that is exposed makes a case of its own.

use crate::fold::NodeKinds;
use crate::rearrange::materialise::{Added, Node, add_node};
use crate::rearrange::member::told_apart;
use crate::rearrange::normalise;
use crate::relate::RowEnd;
use crate::{each, sorted};
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::part::are_apart;
use symbolic_heap::print::display_segment;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::{EachNode, HeapRule, Kinds, Location, Order, Segment, State, is_broken};

/// The states in which the segment at this position is empty, or begins with an explicit node of
/// one of the kinds that may come first.
pub fn unfold_first(solver: &mut Solver, state: &State, index: usize) -> Vec<State> {
    let segment = Arc::clone(&state.heap.segments()[index]);
    note(solver, "expose first", &segment);
    if !segment.members.is_empty() {
        let apart = told_apart(solver, state, index, segment.first);
        return apart.iter().flat_map(|state| unfold_first_of(solver, state, index)).collect();
    }
    unfold_first_of(solver, state, index)
}

fn unfold_first_of(solver: &mut Solver, state: &State, index: usize) -> Vec<State> {
    let segment = Arc::clone(&state.heap.segments()[index]);
    let mut results = empty_case(solver, state, index);
    if is_broken(solver, HeapRule::UnfoldForgetsNodes) {
        return results;
    }
    let kinds = match is_broken(solver, HeapRule::UnfoldTakesOneKind) {
        false => Kinds::MAXIMAL,
        true => 1,
    };
    for kind in segment.order.firsts.iter().take(kinds) {
        results.extend(with_first(solver, state, index, kind));
    }
    results
}

fn with_first(solver: &mut Solver, state: &State, index: usize, kind: usize) -> Option<State> {
    let mut state = state.clone();
    let segment = state.heap.remove_segment(index);
    let link = solver.terms.fresh_variable("next");
    let node = Node { kind, link, back: segment.back.map(|ends| ends.previous) };
    let Added { entry, keys, numbers } = add_node(solver, &mut state, &segment, &node);
    let firsts = match is_broken(solver, HeapRule::RestBeginsLikeRow) {
        false => segment.order.follows[kind],
        true => segment.order.firsts,
    };
    let previous = solver.terms.add_constant(entry, segment.shape.turn());
    let rest = Segment {
        first: link,
        back: segment.back.map(|ends| BackEnds { previous, ..ends }),
        order: Order { firsts, ..segment.order.clone() },
        sorted: sorted::behind(solver, &segment, &keys),
        each: segment.each.as_ref().map(EachNode::behind),
        ..rest_of(solver, &segment)
    };
    for fact in segment.range_of_end(&mut solver.terms, link) {
        state.facts.assume(solver, fact);
    }
    let may_be_only =
        segment.order.lasts.contains(kind) && !is_broken(solver, HeapRule::OnlyNodesAreNeverLast);
    add_rest(solver, &mut state, rest, may_be_only)?;
    sorted::assume_end(solver, &mut state, &segment, &keys, RowEnd::Entry);
    each::assume_first(solver, &mut state, &segment, numbers.as_deref());
    let fact = solver.terms.equal(segment.first, entry);
    state.assume(solver, fact);
    normalise(solver, state)
}

/// The states in which the segment is empty, or ends with an explicit node of one of the kinds that
/// may come last. The segment has a backward link.
pub fn unfold_last(solver: &mut Solver, state: &State, index: usize) -> Vec<State> {
    let segment = Arc::clone(&state.heap.segments()[index]);
    let Some(ends) = segment.back else { return vec![state.clone()] };
    note(solver, "expose last", &segment);
    if !segment.members.is_empty() {
        let apart = told_apart(solver, state, index, ends.last);
        return apart.iter().flat_map(|state| unfold_last_of(solver, state, index)).collect();
    }
    unfold_last_of(solver, state, index)
}

fn unfold_last_of(solver: &mut Solver, state: &State, index: usize) -> Vec<State> {
    let segment = Arc::clone(&state.heap.segments()[index]);
    let mut results = empty_case(solver, state, index);
    for kind in segment.order.lasts.iter() {
        results.extend(with_last(solver, state, index, kind));
    }
    results
}

fn with_last(solver: &mut Solver, state: &State, index: usize, kind: usize) -> Option<State> {
    let mut state = state.clone();
    let segment = state.heap.remove_segment(index);
    let ends = segment.back?;
    let back = solver.terms.fresh_variable("previous");
    let node = Node { kind, link: segment.next, back: Some(back) };
    let Added { entry, keys, .. } = add_node(solver, &mut state, &segment, &node);
    let last = if is_broken(solver, HeapRule::UnfoldLastKeepsLast) { ends.last } else { back };
    let rest = Segment {
        next: entry,
        back: Some(BackEnds { last, previous: ends.previous }),
        order: Order { lasts: segment.order.before(kind), ..segment.order.clone() },
        sorted: sorted::before(solver, &segment, &keys),
        ..rest_of(solver, &segment)
    };
    for fact in segment.range_of_end(&mut solver.terms, back) {
        state.facts.assume(solver, fact);
    }
    let may_be_only = segment.order.firsts.contains(kind);
    add_rest(solver, &mut state, rest, may_be_only)?;
    sorted::assume_end(solver, &mut state, &segment, &keys, RowEnd::Exit);
    let turned = solver.terms.add_constant(entry, segment.shape.turn());
    let fact = solver.terms.equal(ends.last, turned);
    state.assume(solver, fact);
    normalise(solver, state)
}

/// Puts a node in the place of a segment that has exactly one, of this kind.
pub(crate) fn unfold_single(solver: &mut Solver, state: &mut State, index: usize, kind: usize) {
    let segment = state.heap.remove_segment(index);
    let node = Node { kind, link: segment.next, back: segment.back.map(|ends| ends.previous) };
    let Added { entry, keys, numbers } = add_node(solver, state, &segment, &node);
    sorted::assume_end(solver, state, &segment, &keys, RowEnd::Entry);
    sorted::assume_end(solver, state, &segment, &keys, RowEnd::Exit);
    each::assume_first(solver, state, &segment, numbers.as_deref());
    let one = solver.terms.constant(1);
    let count = solver.terms.equal(segment.count, one);
    state.assume(solver, count);
    let first = solver.terms.equal(segment.first, entry);
    state.assume(solver, first);
    if let Some(ends) = segment.back {
        let turned = solver.terms.add_constant(entry, segment.shape.turn());
        let last = solver.terms.equal(ends.last, turned);
        state.assume(solver, last);
    }
}

/// Adds what is left of a segment after one of its nodes. `None` if there can be nothing such.
fn add_rest(solver: &mut Solver, state: &mut State, mut rest: Segment, may_be_empty: bool) -> Option<()> {
    if !may_be_empty && rest.minimum == 0 {
        rest.minimum = 1;
        let one = solver.terms.constant(1);
        let fact = solver.terms.at_most(one, rest.count);
        state.assume(solver, fact);
    }
    match NodeKinds::of_segment(&rest).pruned() {
        Some(kinds) => {
            let (shape, parameters) = kinds.close(&rest.shape);
            state.heap.push_segment(Segment {
                shape: Arc::new(shape),
                parameters,
                order: kinds.order,
                ..rest
            });
        }
        None if rest.minimum > 0 => return None,
        None => assume_empty(solver, state, &rest)?,
    }
    Some(())
}

fn empty_case(solver: &mut Solver, state: &State, index: usize) -> Vec<State> {
    let segment = Arc::clone(&state.heap.segments()[index]);
    if segment.minimum > 0 || is_broken(solver, HeapRule::UnfoldForgetsEmpty) {
        return Vec::new();
    }
    let mut state = state.clone();
    state.heap.remove_segment(index);
    if assume_empty(solver, &mut state, &segment).is_none() {
        return Vec::new();
    }
    normalise(solver, state).into_iter().collect()
}

/// What holds of the ends of a segment without nodes. `None` if it cannot: equal ends do not lie in
/// different blocks.
pub(crate) fn assume_empty(solver: &mut Solver, state: &mut State, segment: &Segment) -> Option<()> {
    if are_in_different_blocks(solver, state, segment.first, segment.next)
        || segment.back.is_some_and(|ends| are_in_different_blocks(solver, state, ends.last, ends.previous))
    {
        return None;
    }
    for &member in &segment.members {
        let fact = solver.terms.zero(member);
        state.assume(solver, fact);
    }
    for sorted in &segment.sorted {
        let fact = sorted.fact(&mut solver.terms);
        state.assume(solver, fact);
    }
    let fact = solver.terms.zero(segment.count);
    state.assume(solver, fact);
    let fact = solver.terms.equal(segment.first, segment.next);
    state.assume(solver, fact);
    if let Some(ends) = segment.back {
        let fact = solver.terms.equal(ends.last, ends.previous);
        state.assume(solver, fact);
    }
    Some(())
}

/// Two addresses inside different blocks, neither of which has the address of another.
fn are_in_different_blocks(solver: &mut Solver, state: &State, left: Term, right: Term) -> bool {
    if let Some(answer) = are_apart_by_parts(solver, state, left, right) {
        return answer;
    }
    let mut block_of = |address| {
        let Location::Block { base, offset } = state.heap.locate(&mut solver.terms, address) else {
            return None;
        };
        let block = state.heap.block(base)?;
        let offset = solver.terms.as_constant(offset)?;
        let size = solver.terms.as_constant(block.size)?;
        let is_inside = offset == 0 && block.is_distinct_when_empty() || (0..size).contains(&offset);
        (is_inside && block.has_own_address()).then_some(base)
    };
    match (block_of(left), block_of(right)) {
        (Some(left), Some(right)) => left != right,
        _ => false,
    }
}

/// Whether two addresses, one of them in a part, cannot be equal; nothing if none of them is.
fn are_apart_by_parts(solver: &mut Solver, state: &State, left: Term, right: Term) -> Option<bool> {
    let mut block_of = |address| match state.heap.locate(&mut solver.terms, address) {
        Location::Block { base, offset } => Some((Arc::clone(state.heap.block(base)?), offset)),
        _ => None,
    };
    let ((first, i), (second, j)) = (block_of(left)?, block_of(right)?);
    (first.is_part() || second.is_part())
        .then(|| first.base != second.base && are_apart(solver, &state.facts, (&first, i), (&second, j)))
}

fn rest_of(solver: &mut Solver, segment: &Segment) -> Segment {
    Segment {
        minimum: segment.minimum.saturating_sub(u64::from(!is_broken(solver, HeapRule::RestKeepsMinimum))),
        count: match is_broken(solver, HeapRule::RestKeepsCount) {
            false => solver.terms.add_constant(segment.count, -1),
            true => segment.count,
        },
        ..segment.clone()
    }
}

/// Notes in the derivation which list is looked into.
fn note(solver: &mut Solver, rule: &'static str, segment: &Segment) {
    let Solver { terms, derivation, .. } = &mut *solver;
    derivation.step(rule, || display_segment(terms, segment));
}
