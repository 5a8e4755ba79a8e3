//! Finding two neighbours that can become one segment.

mod conditions;

pub(crate) use conditions::ends_are_addresses;

use super::counting::{Counter, counted_by_a_variable, progressions};
use super::kinds::{NodeKinds, Precision, unify_bodies};
use super::known::Known;
use super::members;
use super::neighbours::{each_of, orders_of};
use super::node::{Node, NodePattern, absolute, constant, describe_node};
use super::tail::possible_tails;
use crate::acyclic::{Parts, leads_outside};
use crate::references::References;
use crate::trees::TreeKinds;
use conditions::{
    border_members, closes_ring, has_known_length, have_second_links, is_anchored, is_convincing,
};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::collections::BTreeSet;
use std::sync::Arc;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::shape::{Shape, Tail};
use symbolic_heap::{Block, Content, HeapRule, Location, Origin, Region, Segment, State, is_broken};

/// One of the two neighbours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Node(Box<Node>),
    Segment(usize),
}

/// Two neighbours and the segment they become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub left: End,
    pub right: End,
    pub segment: Segment,
}

/// What an end contributes.
pub(super) struct View {
    pub(super) end: End,
    /// Where the links are.
    pub(super) shape: Shape,
    kinds: NodeKinds,
    first: Term,
    next: Term,
    back: Option<BackEnds>,
    minimum: u64,
    count: Term,
}

impl View {
    fn border(&self) -> members::Border<'_> {
        members::Border {
            shape: &self.shape,
            first: self.first,
            next: self.next,
            back: self.back,
            minimum: self.minimum,
        }
    }
}

/// Which neighbours are folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eagerness {
    pub precision: Precision,
    /// Nodes of other kinds than those that are there already stay by themselves.
    pub same_kinds: bool,
}

/// The first pair of neighbours that can be folded, in a deterministic order.
pub fn find(solver: &mut Solver, state: &State, eagerness: Eagerness) -> Option<Candidate> {
    let references = References::of(&solver.terms, state);
    for pattern in patterns(solver, state, eagerness.precision.trees()) {
        let views = views(solver, state, &references, pattern);
        for left in &views {
            for right in &views {
                let counters = counters_of(solver, state, left, right, &views, eagerness.precision);
                if let Some(candidate) =
                    fold_pair(solver, state, &references, (left, right), &counters, eagerness)
                    && is_convincing(solver, state, left, right, &views)
                {
                    return Some(candidate);
                }
            }
        }
    }
    None
}

/// How many neighbours in a row could be folded to one segment, at most.
pub fn longest_row(solver: &mut Solver, state: &State, eagerness: Eagerness) -> usize {
    let references = References::of(&solver.terms, state);
    let mut longest = 0;
    for pattern in patterns(solver, state, eagerness.precision.trees()) {
        let views = views(solver, state, &references, pattern);
        let mut successor = vec![None; views.len()];
        for (position, left) in views.iter().enumerate() {
            successor[position] = views.iter().position(|right| {
                fold_pair(solver, state, &references, (left, right), &[], eagerness).is_some()
            });
        }
        for start in 0..views.len() {
            let (mut at, mut length) = (start, 1);
            while let Some(next) = successor[at].filter(|_| length <= views.len()) {
                at = next;
                length += 1;
            }
            longest = longest.max(length);
        }
    }
    longest
}

/// The places of links that occur in the heap: those of segments, and those by which one heap
/// block points to another of its size. Doubly linked patterns come first: they explain more.
fn patterns(solver: &mut Solver, state: &State, trees: TreeKinds) -> Vec<NodePattern> {
    let mut found = BTreeSet::new();
    for segment in state.heap.segments() {
        let pattern = NodePattern::of(&segment.shape);
        found.insert(pattern);
        found.extend(segment.shape.second_links().map(|link| NodePattern { link, ..pattern }));
    }
    let links = links_between_twins(solver, state, trees);
    for link in &links {
        // What is beyond the alignment of links is a tag.
        let entry = link.entry - link.entry % link.bytes.max(1);
        let plain = NodePattern {
            entry,
            back_entry: entry,
            link: link.offset,
            back: None,
            link_bytes: link.bytes,
            region: link.region,
            tail: None,
            has_tags: entry != link.entry,
        };
        if link.tails.is_empty() {
            found.insert(plain);
        }
        found.extend(link.tails.iter().map(|&tail| NodePattern { tail: Some(tail), ..plain }));
        let single = NodePattern { entry: link.entry, back_entry: link.entry, has_tags: false, ..plain };
        for back in &links {
            let is_mutual = back.from == link.to && back.to == link.from && back.bytes == link.bytes;
            // One of the two directions is enough.
            if is_mutual
                && back.offset != link.offset
                && (link.entry, link.offset) < (back.entry, back.offset)
            {
                let double = NodePattern { back: Some(back.offset), back_entry: back.entry, ..single };
                if link.tails.is_empty() {
                    found.insert(double);
                }
                found.extend(link.tails.iter().map(|&tail| NodePattern { tail: Some(tail), ..double }));
            }
        }
    }
    // One pattern is enough for links with and without tags.
    let tagged: Vec<NodePattern> = found.iter().filter(|pattern| pattern.has_tags).copied().collect();
    let mut found: Vec<NodePattern> = found
        .into_iter()
        .filter(|pattern| pattern.has_tags || !tagged.iter().any(|other| other.is_like(pattern)))
        .collect();
    found.sort_by_key(|pattern| (pattern.back.is_none(), *pattern));
    found
}

struct Link {
    from: Atom,
    to: Atom,
    offset: u64,
    entry: u64,
    bytes: u64,
    region: Region,
    /// If the two are not of the same constant size, what is behind their constant parts.
    tails: Vec<(u64, Tail)>,
}

fn links_between_twins(solver: &mut Solver, state: &State, trees: TreeKinds) -> Vec<Link> {
    let mut links = Vec::new();
    let blocks: Vec<_> = state.heap.blocks().cloned().collect();
    for block in blocks.iter().filter(|block| block.is_live() && block.region.has_nodes()) {
        if trees.of_block(&solver.terms, block).is_some() {
            continue;
        }
        for cell in block.cells.iter() {
            let Content::Scalar(value) = cell.content else { continue };
            let (Some(start), Some(end)) = (constant(solver, cell.start), constant(solver, cell.end)) else {
                continue;
            };
            let (address, _) = absolute(solver, block.base, value.term);
            let Location::Block { base, offset } = state.heap.locate(&mut solver.terms, address) else {
                continue;
            };
            let Some(entry) = constant(solver, offset) else { continue };
            let origin = Origin::of(block.allocated_at);
            let is_node = |other: &&Arc<Block>| {
                other.is_live()
                    && other.region == block.region
                    && !origin.is_other_than(Origin::of(other.allocated_at))
            };
            let Some(other) = state.heap.block(base).filter(is_node).filter(|_| base != block.base) else {
                continue;
            };
            let sizes = (constant(solver, block.size), constant(solver, other.size));
            let mut tails = Vec::new();
            if sizes.0.is_none() || sizes.1.is_none() {
                tails = possible_tails(solver, state, block);
                tails.extend(possible_tails(solver, state, other));
            }
            if !tails.is_empty() || (sizes.0 == sizes.1 && sizes.0.is_some()) {
                let (from, to, bytes) = (block.base, base, end - start);
                links.push(Link { from, to, offset: start, entry, bytes, region: block.region, tails });
            }
        }
    }
    links
}

/// The words that count in two neighbours: in a segment they do already, or the row of nodes shows it.
fn counters_of(
    solver: &Solver,
    state: &State,
    left: &View,
    right: &View,
    views: &[View],
    precision: Precision,
) -> Vec<Counter> {
    if precision != Precision::Parts || left.next != right.first || left.shape.back.is_some() {
        return Vec::new();
    }
    let mut counters = left.kinds.counters();
    counters.extend(right.kinds.counters());
    let (End::Node(_), End::Node(_)) = (&left.end, &right.end) else { return counters };
    let known = Known { state, precision };
    let steps = progressions(solver, known, &[&left.kinds, &right.kinds]);
    if steps.is_empty() {
        return counters;
    }
    let is_node = |view: &&View| matches!(view.end, End::Node(_));
    let (mut row, mut neighbours) = (vec![left, right], Vec::new());
    while let Some(view) = views.iter().find(|view| view.next == row[0].first) {
        neighbours.push(view);
        match row.len() <= views.len() && is_node(&view) {
            true => row.insert(0, view),
            false => break,
        }
    }
    while let Some(view) = views.iter().find(|view| view.first == row[row.len() - 1].next) {
        neighbours.push(view);
        match row.len() <= views.len() && is_node(&view) {
            true => row.push(view),
            false => break,
        }
    }
    for counter in steps {
        let goes_on = |view: &&View| view.kinds.counters().contains(&counter);
        let is_counted = || {
            let kinds: Vec<&NodeKinds> = row.iter().map(|view| &view.kinds).collect();
            counted_by_a_variable(solver, state, known, &kinds, counter)
        };
        if neighbours.iter().copied().any(|view| goes_on(&view)) || is_counted() {
            counters.push(counter);
        }
    }
    counters
}

/// All nodes and segments of a pattern.
fn views(solver: &mut Solver, state: &State, references: &References, pattern: NodePattern) -> Vec<View> {
    let mut views = Vec::new();
    for (index, segment) in state.heap.segments().iter().enumerate() {
        let segment = match segment.shape.link == pattern.link {
            true => Some(Arc::clone(segment)),
            false => segment.relinked(pattern.link).map(Arc::new),
        };
        if let Some(segment) = segment.filter(|segment| NodePattern::of(&segment.shape).is_like(&pattern)) {
            views.push(View {
                end: End::Segment(index),
                shape: (*segment.shape).clone(),
                kinds: NodeKinds::of_segment(&segment),
                first: segment.first,
                next: segment.next,
                back: segment.back,
                minimum: segment.minimum,
                count: segment.count,
            });
        }
    }
    let bases: Vec<Atom> = state.heap.blocks().map(|block| block.base).collect();
    for base in bases {
        let Some(node) = describe_node(solver, state, references, base, pattern) else { continue };
        let address = solver.terms.atom_term(base);
        let entry = solver.terms.add_constant(address, i128::from(pattern.entry));
        let last = solver.terms.add_constant(address, i128::from(pattern.back_entry));
        views.push(View {
            shape: node.shape.clone(),
            kinds: NodeKinds::of_node(&solver.terms, &node),
            first: entry,
            next: node.link,
            back: node.back.map(|previous| BackEnds { last, previous }),
            minimum: 1,
            count: solver.terms.constant(1),
            end: End::Node(Box::new(node)),
        });
    }
    views
}

/// Folds `left` and `right` if the one is followed by the other and nothing outside needs to tell
/// where one ends and the other begins.
fn fold_pair(
    solver: &mut Solver,
    state: &State,
    references: &References,
    (left, right): (&View, &View),
    counters: &[Counter],
    eagerness: Eagerness,
) -> Option<Candidate> {
    if left.next != right.first
        || left.end == right.end
        || left.shape.node_size != right.shape.node_size
        || left.shape.origin.is_other_than(right.shape.origin)
    {
        return None;
    }
    if let (Some(a), Some(b)) = (left.back, right.back)
        && a.last != b.previous
        && !is_broken(solver, HeapRule::FoldIgnoresBackLinks)
    {
        return None;
    }
    // The result must be acyclic: neither end leads back into it.
    let (mut nodes, mut segments) = (Vec::new(), Vec::new());
    for end in [&left.end, &right.end] {
        match end {
            End::Node(node) => nodes.push(node.base),
            End::Segment(index) => segments.push(*index),
        }
    }
    let (node_size, entry) = (left.shape.node_size, left.shape.entry);
    let parts = Parts { nodes: &nodes, segments: &segments, node_size, entry };
    let is_acyclic = leads_outside(solver, state, right.next, &parts)
        && left.back.is_none_or(|ends| leads_outside(solver, state, ends.previous, &parts));
    if !is_acyclic && !is_broken(solver, HeapRule::RowsAreAcyclic) {
        return None;
    }
    if closes_ring(solver, state, left, right)
        && [left, right].into_iter().any(|view| is_anchored(state, references, view))
    {
        return None;
    }
    let members = border_members(solver, state, references, (left, right), eagerness.precision)?;
    if [left, right].into_iter().any(|view| has_known_length(solver, state, references, view)) {
        return None;
    }
    let known = Known { state, precision: eagerness.precision };
    let counted = |view: &View, solver: &mut Solver| match view.end {
        End::Node(_) => view.kinds.clone().counted(counters, solver, known),
        End::Segment(_) => view.kinds.clone(),
    };
    let (first, second) = (counted(left, solver), counted(right, solver));
    let kinds = first.then(
        solver,
        left.minimum,
        (&second, right.count),
        right.minimum,
        eagerness.precision,
        &mut |solver, a, b, precision| unify_bodies(solver, a, b, precision, known),
    )?;
    let most = left.kinds.bodies.len().max(right.kinds.bodies.len());
    if kinds.bodies.len() > most && (eagerness.same_kinds || have_second_links(solver, state, &kinds, left)) {
        return None;
    }
    let (mut shape, parameters) = kinds.close(&left.shape);
    shape.origin = left.shape.origin.join(right.shape.origin);
    let back = match (left.back, right.back) {
        (Some(a), Some(b)) => Some(BackEnds { last: b.last, previous: a.previous }),
        (None, None) => None,
        _ => return None,
    };
    let count = match is_broken(solver, HeapRule::FoldCountsFirstPart) {
        false => solver.terms.add(left.count, right.count),
        true => left.count,
    };
    let sorted = orders_of(solver, state, left, right, eagerness.precision);
    let each = each_of(solver, state, (left, right), &sorted, eagerness.precision);
    let segment = Segment {
        shape: Arc::new(shape),
        first: left.first,
        next: right.next,
        back,
        minimum: left.minimum + right.minimum + u64::from(is_broken(solver, HeapRule::FoldCountsOneMore)),
        count,
        parameters,
        order: kinds.order,
        members,
        sorted,
        each,
    };
    ends_are_addresses(solver, state, &segment).then(|| Candidate {
        left: left.end.clone(),
        right: right.end.clone(),
        segment,
    })
}
