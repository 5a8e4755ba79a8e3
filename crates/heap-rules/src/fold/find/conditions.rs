//! What keeps two neighbours from being folded, and what speaks for it.

use super::super::kinds::{NodeKinds, OpenBody, OpenContent, OpenField, Precision, unify_bodies};
use super::super::known::Known;
use super::super::members;
use super::super::node::{Node, constant};
use super::super::unify::{adapted, with_texts};
use super::{End, View};
use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use symbolic_heap::shape::{FieldContent, Shape, Tail};
use symbolic_heap::{Content, Location, Region, Segment, State};

/// Whether variables hold a node and the length of its tail: it is being filled, and stays a node.
pub(super) fn has_known_length(solver: &Solver, state: &State, references: &References, view: &View) -> bool {
    let (End::Node(node), true) = (&view.end, view.shape.tail != Tail::Empty) else { return false };
    let is_variable = |holder: &Holder| matches!(holder, Holder::Register(_) | Holder::Held(_));
    let Some(block) = state.heap.block(node.base) else { return false };
    let values = || state.registers.iter().chain(&state.held).flatten();
    let is_held = |atom: Atom| values().any(|value| solver.terms.mentions(value.term, atom));
    references.to(node.base).iter().any(is_variable)
        && solver.terms.summands(block.size).iter().any(|summand| is_held(summand.0))
}

/// Whether a kind of nodes has a second link to one of the nodes: that is no kind that comes again.
pub(super) fn have_second_links(solver: &mut Solver, state: &State, kinds: &NodeKinds, view: &View) -> bool {
    let mut fields = kinds.bodies.iter().flat_map(|body| &body.fields);
    fields.any(|field| leads_to_a_node(solver, state, field, &view.shape))
}

pub(super) fn leads_to_a_node(solver: &mut Solver, state: &State, field: &OpenField, shape: &Shape) -> bool {
    let value = match &field.content {
        OpenContent::Value(value) => *value,
        OpenContent::Fixed(FieldContent::Like(sibling)) => return sibling.field == shape.link,
        OpenContent::Partly { .. } | OpenContent::Counting { .. } | OpenContent::Fixed(_) => return false,
    };
    match state.heap.locate(&mut solver.terms, value) {
        Location::Block { base, .. } => state.heap.block(base).is_some_and(|block| {
            block.region == shape.region && constant(solver, block.size) == Some(shape.node_size)
        }),
        Location::FirstNode { segment, .. } | Location::LastNode { segment, .. } => {
            state.heap.segments()[segment].shape.node_size == shape.node_size
        }
        Location::Root { .. }
        | Location::BeforeHole { .. }
        | Location::Member { .. }
        | Location::Number(_)
        | Location::Unknown => false,
    }
}

/// Two nodes that differ in what they have initialised, or of which only one owns something, are a row
/// only if it goes on: a node and a different one that it owns look the same, and so does a structure that
/// points to the first and to the last node of a list.
pub(super) fn is_convincing(
    solver: &mut Solver,
    state: &State,
    left: &View,
    right: &View,
    views: &[View],
) -> bool {
    let (End::Node(_), End::Node(_)) = (&left.end, &right.end) else { return true };
    let known = Known { state, precision: Precision::Shapes };
    // How links hold addresses makes no difference.
    let is_data = |field: &OpenField| !matches!(field.content, OpenContent::Fixed(FieldContent::Link(_)));
    let data = |view: &View| {
        let mut body = view.kinds.bodies[0].clone();
        body.fields.retain(is_data);
        body
    };
    let (own, other) = (&data(left), &data(right));
    // Nor does it where a text ends.
    let (own, other) = (&*with_texts(solver, own, other), &*with_texts(solver, other, own));
    let unified = unify_bodies(solver, own, other, Precision::Shapes, known);
    let neighbours = || views.iter().filter(|view| view.first == right.next || view.next == left.first);
    // Nor does a common address of a third node say that they are alike, unless that has it too.
    if let Some(body) = &unified {
        let marks: Vec<&OpenField> =
            body.fields.iter().filter(|field| leads_to_a_node(solver, state, field, &left.shape)).collect();
        let has_marks = |view: &View| {
            view.kinds.bodies.iter().all(|body| marks.iter().all(|mark| body.fields.contains(mark)))
        };
        if marks.iter().any(|mark| matches!(mark.content, OpenContent::Value(_)))
            && !neighbours().any(has_marks)
        {
            return false;
        }
    }
    let is_like = unified.is_some_and(|body| {
        let initialised = initialised_bytes(&body);
        initialised == initialised_bytes(own) && initialised == initialised_bytes(other)
    });
    let owns_alike = *adapted(solver, own, other, Precision::Shapes) == *own
        && *adapted(solver, other, own, Precision::Shapes) == *other;
    (is_like && owns_alike) || neighbours().next().is_some()
}

pub(super) fn initialised_bytes(body: &OpenBody) -> u64 {
    let uninitialised = OpenContent::Fixed(FieldContent::Uninitialised);
    body.fields
        .iter()
        .filter(|field| field.content != uninitialised)
        .map(|field| field.end - field.start)
        .sum()
}

/// Whether the row that begins with the two comes back to its beginning, through nodes alone.
pub(super) fn closes_ring(solver: &mut Solver, state: &State, left: &View, right: &View) -> bool {
    let shape = &left.shape;
    let mut at = right.next;
    for _ in 0..=state.heap.blocks().count() + state.heap.segments().len() {
        if at == left.first {
            return true;
        }
        at = match state.heap.locate(&mut solver.terms, at) {
            Location::FirstNode { segment, distance: 0 } => state.heap.segments()[segment].next,
            Location::Block { base, .. } => {
                let Some(block) = state.heap.block(base) else { return false };
                // A head of another kind is where the row ends.
                let is_node =
                    shape.tail != Tail::Empty || constant(solver, block.size) == Some(shape.node_size);
                if block.region != shape.region || !is_node {
                    return false;
                }
                let link = block.cells.iter().find(|cell| constant(solver, cell.start) == Some(shape.link));
                match link.map(|cell| cell.content) {
                    Some(Content::Scalar(value)) => value.term,
                    _ => return false,
                }
            }
            _ => return false,
        };
    }
    false
}

/// Whether a variable, or memory that is no node of this size, refers to the node. In a ring such
/// nodes stay nodes: they are where the ring begins and ends.
pub(super) fn is_anchored(state: &State, references: &References, view: &View) -> bool {
    let End::Node(node) = &view.end else { return false };
    references.to(node.base).iter().any(|holder| match *holder {
        Holder::Register(_) | Holder::Held(_) => true,
        Holder::Cell(base, _) => state.heap.block(base).is_some_and(|block| {
            let own_size = state.heap.block(node.base).map(|own| own.size);
            block.region != Region::Heap || Some(block.size) != own_size
        }),
        Holder::SegmentNext(_)
        | Holder::SegmentPrevious(_)
        | Holder::SegmentParameter(_)
        | Holder::Instance(_)
        | Holder::Arithmetic => false,
    })
}

/// The ends are numbers in the range of a pointer, so that they may be compared as numbers.
pub(crate) fn ends_are_addresses(solver: &mut Solver, state: &State, segment: &Segment) -> bool {
    let ends = [segment.first, segment.next]
        .into_iter()
        .chain(segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]));
    ends.collect::<Vec<_>>().into_iter().all(|end| {
        let range = segment.range_of_end(&mut solver.terms, end);
        state.facts.proves_all(solver, &range).is_proved()
    })
}

/// The members of the segment that the two become, if nobody but themselves has to tell where the border
/// between them is.
pub(super) fn border_members(
    solver: &mut Solver,
    state: &State,
    references: &References,
    (left, right): (&View, &View),
    precision: Precision,
) -> Option<Vec<Term>> {
    let of_end = |end: &End| match end {
        End::Segment(index) => state.heap.segments()[*index].members.as_slice(),
        End::Node(_) => &[],
    };
    let mut members = [of_end(&left.end), of_end(&right.end)].concat();
    if !is_hidden(solver, references, left, right, &|_| false) {
        let known = members::of_border(solver, left.border(), right.border(), precision)?;
        if !is_hidden(solver, references, left, right, &|holder| members::is_variable(state, holder)) {
            return None;
        }
        members.extend(known);
    }
    Some(Segment::canonical_members(&solver.terms, &members))
}

/// The border between the two is referred to by nobody but themselves and holders that may forget where it is.
pub(super) fn is_hidden(
    solver: &mut Solver,
    references: &References,
    left: &View,
    right: &View,
    may_forget: &dyn Fn(&Holder) -> bool,
) -> bool {
    let right_base = match &right.end {
        End::Node(node) => Some(node.base),
        End::Segment(_) => None,
    };
    let any_node = |is_so: &dyn Fn(&Node) -> bool| {
        [&left.end, &right.end].into_iter().any(|end| matches!(end, End::Node(node) if is_so(node)))
    };
    let is_owned = |index: usize| any_node(&|node| node.owned_lists.contains(&index));
    let inner = |holder: &Holder| match *holder {
        _ if may_forget(holder) => true,
        Holder::Cell(base, _) => any_node(&|node| node.base == base || node.owned_blocks.contains(&base)),
        Holder::SegmentNext(index) => left.end == End::Segment(index) || is_owned(index),
        Holder::SegmentPrevious(index) => right.end == End::Segment(index) || is_owned(index),
        Holder::SegmentParameter(index) => is_owned(index),
        Holder::Register(_) | Holder::Held(_) | Holder::Instance(_) | Holder::Arithmetic => false,
    };
    let doubly = left.back.is_some();
    // The right end: with a backward link its last node may be known outside, but only if that
    // is not also the border, that is if it is a segment with a first variable of its own.
    let right_is_hidden = match (&right.end, right_base) {
        (End::Node(_), Some(base)) => doubly || references.to(base).iter().all(inner),
        (End::Segment(_), _) => {
            let atom = solver.terms.as_atom(right.first);
            atom.is_some_and(|atom| references.to(atom).iter().all(inner))
        }
        _ => false,
    };
    // The left end: its first node may be known outside; the last of a doubly linked segment not.
    let left_is_hidden = match (&left.end, left.back) {
        (End::Segment(_), Some(ends)) => {
            let atom = solver.terms.as_atom(ends.last);
            atom.is_some_and(|atom| references.to(atom).iter().all(inner))
        }
        _ => true,
    };
    right_is_hidden && left_is_hidden && fields_stay_inside(left, right)
}

/// Nothing is shared between what the two nodes own, and neither row is what a node owns.
pub(super) fn fields_stay_inside(left: &View, right: &View) -> bool {
    let owns = |end: &End, other: &End| match (end, other) {
        (End::Node(node), End::Segment(index)) => node.owned_lists.contains(index),
        (End::Node(node), End::Node(other)) => {
            node.owned_blocks.contains(&other.base)
                || node.owned_blocks.iter().any(|base| other.owned_blocks.contains(base))
                || node.owned_lists.iter().any(|list| other.owned_lists.contains(list))
        }
        (End::Segment(_), _) => false,
    };
    !owns(&left.end, &right.end) && !owns(&right.end, &left.end)
}
