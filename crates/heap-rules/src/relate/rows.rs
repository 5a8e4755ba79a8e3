//! Rows of nodes and segments that may stand in the place of a segment.

use super::{Side, Walk};
use crate::fold::{Node, NodeKinds, NodePattern, describe_node, have_same_layout, unify_bodies};
use crate::references::Holder;
use pure_logic::Term;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_heap::{Content, Location, Segment, State};

/// A row that stands in the place of a segment.
#[derive(Clone)]
pub(super) struct Row {
    /// `None` for a row without nodes.
    pub kinds: Option<NodeKinds>,
    pub minimum: u64,
    pub count: Term,
    /// Where the row ends.
    pub next: Term,
    pub last: Option<Term>,
    pub nodes: Vec<Atom>,
    pub owned_blocks: Vec<Atom>,
    pub segments: Vec<usize>,
    /// The nodes and segments that the row consists of, without what they own.
    pub parts: Vec<Part>,
    /// Some of its nodes are no parts, but owned by another node.
    pub is_lifted: bool,
}

/// A part of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Node(Atom),
    Segment(usize),
}

impl Row {
    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.segments.is_empty()
    }

    /// Nothing, or one segment, leads outside of itself whatever its ends are.
    pub(super) fn is_acyclic(&self) -> bool {
        self.nodes.is_empty() && self.segments.len() <= 1
    }
}

impl Walk<'_> {
    /// A segment, and the row that stands in its place. Where the nodes of the segment have a second link
    /// to the next node, they may be linked by that one there.
    pub(super) fn segment_and_row(
        &mut self,
        side: Side,
        index: usize,
        entry: Term,
    ) -> Option<(Arc<Segment>, Row)> {
        let segment = Arc::clone(&self.state(side).heap.segments()[index]);
        let second_links: Vec<u64> = segment.shape.second_links().collect();
        let row = self.fitting_row(side, &segment, entry);
        if row.as_ref().is_none_or(Row::is_empty) {
            for link in second_links {
                let Some(relinked) = segment.relinked(link).map(Arc::new) else { continue };
                if let Some(row) = self.fitting_row(side, &relinked, entry).filter(|row| !row.is_empty()) {
                    return Some((relinked, row));
                }
            }
        }
        Some((segment, row?))
    }

    /// The longest row that ends where something like the segment's own end follows.
    fn fitting_row(&mut self, own_side: Side, segment: &Segment, entry: Term) -> Option<Row> {
        let mut rows = self.collect_rows(own_side, segment, entry);
        let fitting = (0..rows.len()).rev().find(|&length| {
            let end = rows[length].next;
            self.may_correspond(own_side, segment.next, end)
        });
        rows.truncate(fitting.map_or(rows.len(), |length| length + 1));
        rows.pop()
    }

    /// Whether an address of `side` and one of the other side can turn out to be a pair.
    fn may_correspond(&mut self, side: Side, own: Term, there: Term) -> bool {
        if self.is_paired(Self::ordered(side, own, there)) {
            return true;
        }
        let may_be_empty = |state: &State, segment: usize| state.heap.segments()[segment].minimum == 0;
        match (self.locate(side, own), self.locate(side.other(), there)) {
            (Location::FirstNode { segment, .. }, _) if may_be_empty(self.state(side), segment) => true,
            (_, Location::FirstNode { segment, .. }) if may_be_empty(self.state(side.other()), segment) => {
                true
            }
            (Location::Unknown, _) | (_, Location::Unknown) => true,
            (Location::Number(a), Location::Number(b)) => a == b,
            (Location::Number(_), _) | (_, Location::Number(_)) => false,
            (Location::Block { base: a, .. }, Location::Block { base: b, .. }) => {
                let names = (self.bases[side as usize].get(&a), self.bases[side.other() as usize].get(&b));
                names.0 == names.1
            }
            _ => true,
        }
    }

    /// The rows of nodes and segments, like those of a segment of `own_side`, that start at `entry` on
    /// the other side, shortest first. The longest ends before what is already paired with the segment's
    /// own end, and before what something outside the row refers to.
    fn collect_rows(&mut self, own_side: Side, segment: &Segment, entry: Term) -> Vec<Row> {
        let mut rows = Vec::new();
        let side = own_side.other();
        let pattern = NodePattern::of(&segment.shape);
        let mut row = Row {
            kinds: None,
            minimum: 0,
            count: self.solver.terms.constant(0),
            next: entry,
            last: None,
            nodes: Vec::new(),
            owned_blocks: Vec::new(),
            segments: Vec::new(),
            parts: Vec::new(),
            is_lifted: false,
        };
        loop {
            rows.push(row.clone());
            let is_end = self.is_paired(Self::ordered(own_side, segment.next, row.next));
            if is_end
                || (row.next != entry && !self.is_hidden_in(side, &row, pattern))
                || !self.is_last_hidden(side, &row)
            {
                return rows;
            }
            match self.locate(side, row.next) {
                Location::FirstNode { segment: index, distance: 0 }
                    if !self.used_segments[side as usize].contains(&index)
                        && !row.segments.contains(&index) =>
                {
                    let part = Arc::clone(&self.state(side).heap.segments()[index]);
                    let part = match part.shape.link == segment.shape.link {
                        true => part,
                        false => part.relinked(segment.shape.link).map_or(part, Arc::new),
                    };
                    let alike = have_same_layout(&part.shape, &segment.shape);
                    if !alike && part.minimum > 0 {
                        // The last node of the segment's level, which owns the rest of the row.
                        let one = self.solver.terms.constant(1);
                        let last = self.lifted(side, &part, segment);
                        if !last
                            .is_some_and(|last| self.extend_kinds(side, segment, &mut row, (last, one), 1))
                        {
                            return rows;
                        }
                        row.minimum += 1;
                        row.count = self.solver.terms.add_constant(row.count, 1);
                        row.next = part.next;
                        row.segments.push(index);
                        row.is_lifted = true;
                        continue;
                    }
                    let continues = row.last.is_none() || part.back.map(|ends| ends.previous) == row.last;
                    let kinds = NodeKinds::of_segment(&part);
                    if !alike
                        || !continues
                        || !self.extend_kinds(side, segment, &mut row, (kinds, part.count), part.minimum)
                    {
                        return rows;
                    }
                    row.minimum += part.minimum;
                    row.count = self.solver.terms.add(row.count, part.count);
                    row.next = part.next;
                    row.last = part.back.map(|ends| ends.last);
                    row.segments.push(index);
                    row.parts.push(Part::Segment(index));
                }
                Location::Block { base, offset } => {
                    let index = side as usize;
                    let is_free = !self.bases[index].contains_key(&base)
                        && !self.absorbed[index].contains(&base)
                        && !row.nodes.contains(&base)
                        && self.solver.terms.as_constant(offset) == Some(i128::from(pattern.entry));
                    let node = if is_free { self.describe(side, base, pattern) } else { None };
                    let Some(node) = node else { return rows };
                    // A single node counts by any step.
                    let counters = NodeKinds::of_segment(segment).counters();
                    let known = self.known_on(side);
                    let kinds =
                        NodeKinds::of_node(&self.solver.terms, &node).counted(&counters, self.solver, known);
                    let one = self.solver.terms.constant(1);
                    // Inside the row every backward link leads to the part before.
                    let continues = segment.back.is_none() || row.last.is_none() || node.back == row.last;
                    if !continues
                        || !have_same_layout(&node.shape, &segment.shape)
                        || !self.extend_kinds(side, segment, &mut row, (kinds, one), 1)
                    {
                        return rows;
                    }
                    row.minimum += 1;
                    row.count = self.solver.terms.add_constant(row.count, 1);
                    let turned = self.solver.terms.add_constant(row.next, segment.shape.turn());
                    row.last = segment.back.is_some().then_some(turned);
                    row.next = node.link;
                    row.nodes.push(base);
                    row.parts.push(Part::Node(base));
                    row.owned_blocks.extend(&node.owned_blocks);
                    row.segments.extend(&node.owned_lists);
                }
                _ => return rows,
            }
        }
    }

    /// Only the row itself refers to where it goes on.
    fn is_hidden_in(&mut self, side: Side, row: &Row, pattern: NodePattern) -> bool {
        let mut continuing: Option<(Atom, Option<usize>)> = None;
        match self.locate(side, row.next) {
            Location::Block { base, .. } => continuing = Some((base, None)),
            Location::FirstNode { segment, .. } => {
                if let Some(atom) = self.solver.terms.as_atom(row.next) {
                    continuing = Some((atom, Some(segment)));
                }
            }
            _ => {}
        }
        let Some((atom, segment)) = continuing else { return true };
        let successor = match segment {
            Some(_) => None,
            None => self.states[side as usize].heap.block(atom).map(|block| block.base),
        };
        let doubly = row.last.is_some();
        let holders = self.references(side).to(atom).to_vec();
        let is_known = |walk: &mut Self, holder: &Holder| match *holder {
            Holder::Cell(base, _) => {
                row.nodes.contains(&base)
                    || row.owned_blocks.contains(&base)
                    || (doubly && walk.points_back_to(side, base, successor))
            }
            Holder::SegmentNext(index) | Holder::SegmentParameter(index) => row.segments.contains(&index),
            Holder::SegmentPrevious(index) => Some(index) != segment || doubly,
            Holder::Register(_) | Holder::Held(_) | Holder::Instance(_) | Holder::Arithmetic => false,
        };
        let others: Vec<Holder> = holders.into_iter().filter(|holder| !is_known(self, holder)).collect();
        if others.is_empty() {
            return true;
        }
        // What the node owns may know it, and lists may end at it.
        let Some(node) = successor.and_then(|base| self.describe(side, base, pattern)) else { return false };
        others.iter().all(|holder| match *holder {
            Holder::Cell(base, _) => node.base == base || node.owned_blocks.contains(&base),
            Holder::SegmentNext(index) | Holder::SegmentPrevious(index) | Holder::SegmentParameter(index) => {
                node.owned_lists.contains(&index)
            }
            Holder::Register(_) | Holder::Held(_) | Holder::Instance(_) | Holder::Arithmetic => false,
        })
    }

    /// Where a segment ends the row so far, only what comes next refers to its last node.
    fn is_last_hidden(&mut self, side: Side, row: &Row) -> bool {
        let Some(last) = row.last else { return true };
        let Location::LastNode { .. } = self.locate(side, last) else { return true };
        let Some(atom) = self.solver.terms.as_atom(last) else { return true };
        let (mut successor, mut next_segment) = (None, None);
        match self.locate(side, row.next) {
            Location::Block { base, .. } => successor = Some(base),
            Location::FirstNode { segment, .. } => next_segment = Some(segment),
            _ => {}
        }
        let holders = self.references(side).to(atom).to_vec();
        holders.iter().all(|holder| match *holder {
            Holder::Cell(base, _) => Some(base) == successor,
            Holder::SegmentPrevious(index) => Some(index) == next_segment,
            Holder::SegmentNext(_)
            | Holder::Register(_)
            | Holder::Held(_)
            | Holder::SegmentParameter(_)
            | Holder::Instance(_)
            | Holder::Arithmetic => false,
        })
    }

    /// Whether a block's reference to `target` can only be its backward link: the target's own
    /// forward link leads to it.
    fn points_back_to(&mut self, side: Side, base: Atom, target: Option<Atom>) -> bool {
        let Some(target) = target else { return false };
        let state = self.states[side as usize];
        let Some(block) = state.heap.block(target) else { return false };
        let cells = block.cells.clone();
        cells.iter().any(|cell| match cell.content {
            Content::Scalar(value) => {
                matches!(self.locate(side, value.term), Location::Block { base: found, .. } if found == base)
            }
            _ => false,
        })
    }

    fn describe(&mut self, side: Side, base: Atom, pattern: NodePattern) -> Option<Node> {
        let state = self.states[side as usize];
        let references = self.references(side);
        describe_node(self.solver, state, &references, base, pattern)
    }

    /// Takes one more part into the row, on the same side.
    fn extend_kinds(
        &mut self,
        side: Side,
        segment: &Segment,
        row: &mut Row,
        (kinds, count): (NodeKinds, Term),
        minimum: u64,
    ) -> bool {
        if self.likeness.same_kinds && !self.are_known_kinds(side.other(), segment, &kinds) {
            return false;
        }
        let extended = match &row.kinds {
            None => Some(kinds),
            Some(so_far) => {
                let precision = self.likeness.precision;
                let known = self.known_on(side);
                so_far.then(
                    self.solver,
                    row.minimum,
                    (&kinds, count),
                    minimum,
                    precision,
                    &mut |solver, a, b, precision| unify_bodies(solver, a, b, precision, known),
                )
            }
        };
        let is_extended = extended.is_some();
        if is_extended {
            row.kinds = extended;
        }
        is_extended
    }
}
