//! A segment on one side, a row of nodes and segments on the other.

use super::{Side, Walk};
use crate::acyclic::{Parts, leads_outside};
use crate::fold::{Node, NodeKinds, NodePattern, describe_node, have_same_layout, lifted, unify_bodies};
use crate::references::Holder;
use pure_logic::Term;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::{Content, HeapRule, Location, Segment, State, Value, is_broken};

/// A row that stands in the place of a segment.
#[derive(Clone)]
pub(super) struct Row {
    /// `None` for a row without nodes.
    kinds: Option<NodeKinds>,
    minimum: u64,
    count: Term,
    /// Where the row ends.
    pub next: Term,
    last: Option<Term>,
    nodes: Vec<Atom>,
    owned_blocks: Vec<Atom>,
    segments: Vec<usize>,
    /// The nodes and segments that the row consists of, without what they own.
    pub parts: Vec<Part>,
    /// Some of its nodes are no parts, but owned by another node.
    pub is_lifted: bool,
}

/// Whether two segments are linked by the same word, perhaps by a second link.
fn are_alike(a: &Segment, b: &Segment) -> bool {
    have_same_layout(&a.shape, &b.shape)
        || a.relinked(b.shape.link).is_some_and(|a| have_same_layout(&a.shape, &b.shape))
        || b.relinked(a.shape.link).is_some_and(|b| have_same_layout(&a.shape, &b.shape))
}

/// A part of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Node(Atom),
    Segment(usize),
}

impl Row {
    fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.segments.is_empty()
    }

    /// Nothing, or one segment, leads outside of itself whatever its ends are.
    fn is_acyclic(&self) -> bool {
        self.nodes.is_empty() && self.segments.len() <= 1
    }
}

impl Walk<'_> {
    /// Settles the first deferred pair that can be settled. `false` if there is none left.
    pub(super) fn settle_one_deferred(&mut self) -> Option<bool> {
        if self.deferred.is_empty() {
            return Some(false);
        }
        for position in self.order_of_deferred() {
            let (a, b, name) = self.deferred.remove(position);
            if let Some(term) = self.settle(a, b, name)? {
                let atom = self.solver.terms.as_atom(name)?;
                if term != name && !self.aliases.iter().any(|alias| alias.0 == atom) {
                    self.aliases.push((atom, term));
                }
                return Some(true);
            }
            self.deferred.insert(position, (a, b, name));
        }
        None
    }

    /// What a pair is, if that can be told now. The outer `None`: the heaps are not alike.
    fn settle(&mut self, a: Term, b: Term, own_name: Term) -> Option<Option<Term>> {
        let (left, right) = (self.locate(Side::Left, a), self.locate(Side::Right, b));
        let is_tree = |place: Location| matches!(place, Location::Root { .. } | Location::BeforeHole { .. });
        if is_tree(left) || is_tree(right) {
            return self.settle_tree(a, b, own_name);
        }
        for location in [left, right] {
            if let Location::FirstNode { distance, .. } | Location::LastNode { distance, .. } = location
                && let Some(name) = self.settled_name(a, b, distance, own_name)
            {
                return Some(Some(name));
            }
        }
        if let Some(name) = self.settle_as_members((a, b), [left, right], own_name) {
            return Some(Some(name));
        }
        let is_free =
            |walk: &Self, side: Side, segment| !walk.used_segments[side as usize].contains(&segment);
        match (left, right) {
            (Location::FirstNode { segment: own, .. }, Location::FirstNode { segment, distance })
                if is_free(self, Side::Left, own)
                    && is_free(self, Side::Right, segment)
                    && self.comes_first(segment, own) =>
            {
                let entry = self.solver.terms.add_constant(a, -distance);
                let first = self.match_row(Side::Right, segment, entry)?;
                Some(Some(self.solver.terms.add_constant(first, distance)))
            }
            (Location::FirstNode { segment: own, .. }, Location::FirstNode { segment, .. })
                if is_free(self, Side::Left, own)
                    && is_free(self, Side::Right, segment)
                    && self.are_on_different_levels(own, segment) =>
            {
                None
            }
            (Location::FirstNode { segment, distance }, _) if is_free(self, Side::Left, segment) => {
                let entry = self.solver.terms.add_constant(b, -distance);
                let first = self.match_row(Side::Left, segment, entry)?;
                Some(Some(self.solver.terms.add_constant(first, distance)))
            }
            (_, Location::FirstNode { segment, distance }) if is_free(self, Side::Right, segment) => {
                let entry = self.solver.terms.add_constant(a, -distance);
                let first = self.match_row(Side::Right, segment, entry)?;
                Some(Some(self.solver.terms.add_constant(first, distance)))
            }
            (Location::LastNode { segment, distance }, _) if is_free(self, Side::Left, segment) => {
                self.settle_last(Side::Left, segment, (a, b), distance)
            }
            (_, Location::LastNode { segment, distance }) if is_free(self, Side::Right, segment) => {
                self.settle_last(Side::Right, segment, (a, b), distance)
            }
            _ => None,
        }
    }

    /// Whether a segment of the right side is of another shape than that of the left side in its place, and
    /// followed by one that is like it, or by what stands in its place: then nothing stands in its place.
    fn comes_first(&mut self, right: usize, left: usize) -> bool {
        let (right, left) = (&self.states[1].heap.segments()[right], &self.states[0].heap.segments()[left]);
        let (right, left) = (Arc::clone(right), Arc::clone(left));
        if are_alike(&right, &left) {
            return false;
        }
        if self.known.contains_key(&(left.first, right.next))
            || self.lifted(Side::Left, &left, &right).is_some()
        {
            return true;
        }
        match self.locate(Side::Right, right.next) {
            Location::FirstNode { segment, distance: 0 } => {
                are_alike(&self.states[1].heap.segments()[segment], &left)
            }
            _ => false,
        }
    }

    /// Whether a segment of the left side and one of the right side in its place are rows of the same nodes
    /// along different links, and nothing tells which of them comes first: one after the other they would
    /// be a row that changes from one level to another in the middle.
    fn are_on_different_levels(&mut self, left: usize, right: usize) -> bool {
        let (left, right) = (&self.states[0].heap.segments()[left], &self.states[1].heap.segments()[right]);
        let (left, right) = (Arc::clone(left), Arc::clone(right));
        let is_single = |segment: &Segment| segment.shape.back.is_none();
        let are_same_nodes =
            (left.shape.node_size, left.shape.entry) == (right.shape.node_size, right.shape.entry);
        if !are_same_nodes || !is_single(&left) || !is_single(&right) || are_alike(&right, &left) {
            return false;
        }
        let is_followed = match self.locate(Side::Left, left.next) {
            Location::FirstNode { segment, distance: 0 } => {
                are_alike(&self.states[0].heap.segments()[segment], &right)
            }
            _ => false,
        };
        !is_followed
            && !self.known.contains_key(&(left.next, right.first))
            && self.lifted(Side::Right, &right, &left).is_none()
    }

    /// A row of a side, read as the last node of the level that the other row is on. Not where only nodes
    /// of its own level lead to it.
    fn lifted(&mut self, side: Side, row: &Segment, other: &Segment) -> Option<NodeKinds> {
        let state = self.states[side as usize];
        let kinds = lifted(self.solver, state, row, &other.shape).filter(|_| row.minimum > 0)?;
        let first = self.solver.terms.as_atom(row.first)?;
        let references = self.references(side);
        let holders = references.to(first);
        let is_led_to_by = |link: u64| {
            let is_cell = |base: Atom| {
                let cells = state.heap.block(base).into_iter().flat_map(|block| block.cells.iter());
                cells
                    .filter(|cell| self.solver.terms.as_constant(cell.start) == Some(i128::from(link)))
                    .any(|cell| cell.content == Content::Scalar(Value::defined(row.first)))
            };
            holders.iter().any(|holder| match *holder {
                Holder::SegmentNext(index) => state.heap.segments()[index].shape.link == link,
                Holder::Cell(base, _) => is_cell(base),
                Holder::SegmentPrevious(_)
                | Holder::SegmentParameter(_)
                | Holder::Instance(_)
                | Holder::Register(_)
                | Holder::Held(_)
                | Holder::Arithmetic => false,
            })
        };
        let is_below = is_led_to_by(row.shape.link) && !is_led_to_by(other.shape.link);
        (!is_below).then_some(kinds)
    }

    /// The name of a pair of addresses, if the addresses this far before them have got one.
    pub(super) fn settled_name(&mut self, a: Term, b: Term, distance: i128, own_name: Term) -> Option<Term> {
        let pair =
            (self.solver.terms.add_constant(a, -distance), self.solver.terms.add_constant(b, -distance));
        let &name = self.known.get(&pair)?;
        let is_pending = name == own_name || self.deferred.iter().any(|pending| pending.2 == name);
        (!is_pending).then(|| self.solver.terms.add_constant(name, distance))
    }

    /// A pair of addresses that must turn out to be in the last nodes of a segment and a row.
    fn settle_last(
        &mut self,
        side: Side,
        segment: usize,
        (a, b): (Term, Term),
        distance: i128,
    ) -> Option<Option<Term>> {
        let pair =
            (self.solver.terms.add_constant(a, -distance), self.solver.terms.add_constant(b, -distance));
        let there = match side {
            Side::Left => pair.1,
            Side::Right => pair.0,
        };
        let entry = self.start_of_row(side, segment, there)?;
        // The name that the pair got provisionally is forgotten.
        self.known.remove(&pair);
        self.match_row(side, segment, entry)?;
        let &name = self.known.get(&pair)?;
        Some(Some(self.solver.terms.add_constant(name, distance)))
    }

    /// Where the row begins that ends with the node at `last` on the other side: back along the
    /// backward links, as far as nodes and segments are free, nothing is paired with the segment's own
    /// end, and nothing outside the row refers to where it begins.
    fn start_of_row(&mut self, own_side: Side, index: usize, last: Term) -> Option<Term> {
        let segment = Arc::clone(&self.state(own_side).heap.segments()[index]);
        let own_previous = segment.back?.previous;
        let side = own_side.other();
        let mut start = last;
        let mut parts = Vec::new();
        for _ in 0..=self.state(side).heap.blocks().count() + self.state(side).heap.segments().len() {
            let previous = match self.locate(side, start) {
                Location::LastNode { segment: index, distance: 0 } => {
                    let there = Arc::clone(&self.state(side).heap.segments()[index]);
                    start = there.first;
                    parts.push(Part::Segment(index));
                    there.back?.previous
                }
                Location::FirstNode { segment: index, distance } if distance == segment.shape.turn() => {
                    let there = Arc::clone(&self.state(side).heap.segments()[index]);
                    start = there.first;
                    parts.push(Part::Segment(index));
                    there.back?.previous
                }
                Location::Block { base, .. } => {
                    let address = self.solver.terms.atom_term(base);
                    start = self.solver.terms.add_constant(address, i128::from(segment.shape.entry));
                    parts.push(Part::Node(base));
                    self.backward_link(side, &segment, base)?
                }
                _ => return None,
            };
            if self.known.contains_key(&Self::ordered(own_side, own_previous, previous)) {
                return Some(start);
            }
            let goes_on = match self.locate(side, previous) {
                Location::LastNode { segment: there, distance: 0 } => {
                    !self.used_segments[side as usize].contains(&there)
                        && self.state(side).heap.segments()[there].next == start
                        && self.is_border_hidden(side, start, &parts, Part::Segment(there))
                }
                Location::Block { base, .. } => {
                    !self.bases[side as usize].contains_key(&base)
                        && !self.absorbed[side as usize].contains(&base)
                        && self.backward_link(side, &segment, base).is_some()
                        && self.is_border_hidden(side, start, &parts, Part::Node(base))
                }
                _ => false,
            };
            if !goes_on {
                return Some(start);
            }
            start = previous;
        }
        None
    }

    /// Only the parts of a row so far and the one before them refer to where they meet.
    fn is_border_hidden(&mut self, side: Side, start: Term, parts: &[Part], before: Part) -> bool {
        let first = match self.locate(side, start) {
            Location::Block { base, .. } => Some(base),
            _ => self.solver.terms.as_atom(start),
        };
        // A node may be known by others: it may be where the row begins.
        let last = match before {
            Part::Node(_) => None,
            Part::Segment(index) => {
                let ends = self.state(side).heap.segments()[index].back;
                ends.and_then(|ends| self.solver.terms.as_atom(ends.last))
            }
        };
        let references = self.references(side);
        let is_start_hidden = first.is_none_or(|first| {
            references.to(first).iter().all(|holder| match *holder {
                Holder::Cell(base, _) => before == Part::Node(base) || parts.contains(&Part::Node(base)),
                Holder::SegmentNext(index) => before == Part::Segment(index),
                Holder::SegmentPrevious(index) => parts.contains(&Part::Segment(index)),
                Holder::Register(_)
                | Holder::Held(_)
                | Holder::SegmentParameter(_)
                | Holder::Instance(_)
                | Holder::Arithmetic => false,
            })
        });
        let is_last_hidden = last.is_none_or(|last| {
            references.to(last).iter().all(|holder| match *holder {
                Holder::Cell(base, _) => parts.contains(&Part::Node(base)),
                Holder::SegmentPrevious(index) => parts.contains(&Part::Segment(index)),
                Holder::SegmentNext(_)
                | Holder::Register(_)
                | Holder::Held(_)
                | Holder::SegmentParameter(_)
                | Holder::Instance(_)
                | Holder::Arithmetic => false,
            })
        });
        is_start_hidden && is_last_hidden
    }

    fn backward_link(&self, side: Side, segment: &Segment, base: Atom) -> Option<Term> {
        let back = segment.shape.back?;
        let block = self.state(side).heap.block(base)?;
        let cell = block
            .cells
            .iter()
            .find(|cell| self.solver.terms.as_constant(cell.start) == Some(i128::from(back)))?;
        match cell.content {
            Content::Scalar(value) => Some(value.term),
            _ => None,
        }
    }

    /// Pairs a segment of `side` with the row that starts at `entry` on the other side. Returns the
    /// name of the first entry.
    fn match_row(&mut self, side: Side, index: usize, entry: Term) -> Option<Term> {
        self.used_segments[side as usize].insert(index);
        let (segment, row) = self.segment_and_row(side, index, entry)?;
        let there = self.states[side.other() as usize];
        let (node_size, offset) = (segment.shape.node_size, segment.shape.entry);
        let parts = Parts { nodes: &row.nodes, segments: &row.segments, node_size, entry: offset };
        let leads_outside = |walk: &mut Self, end: Term| {
            row.is_acyclic() || walk.ends_lie_outside || leads_outside(walk.solver, there, end, &parts)
        };
        if !leads_outside(self, row.next) {
            return None;
        }
        let range = segment.range_of_end(&mut self.solver.terms, row.next);
        if !there.facts.proves_all(self.solver, &range).is_proved() {
            return None;
        }
        self.used_segments[side.other() as usize].extend(&row.segments);
        self.absorbed[side.other() as usize].extend(row.nodes.iter().chain(&row.owned_blocks));
        let own = NodeKinds::of_segment(&segment);
        let crossed = self.cross_kinds(side, &own, row.kinds.as_ref(), segment.shape.link)?;
        let (shape, parameters) = crossed.kinds.close(&segment.shape);
        let minimum = match is_broken(self.solver, HeapRule::JoinTakesLongerRow) {
            false => segment.minimum.min(row.minimum),
            true => segment.minimum.max(row.minimum),
        };
        match side {
            Side::Left => {
                let is_other_data =
                    crossed.is_wider && !is_broken(self.solver, HeapRule::EntailmentIgnoresData);
                self.generalises_left |= minimum < segment.minimum || is_other_data;
            }
            Side::Right => {
                // A single segment of the same minimum on the left would have been the left's own.
                self.generalises_left = true;
            }
        }
        let first = self.solver.terms.fresh_variable("x");
        self.learn(side, segment.first, entry, first);
        let count = self.paired_number(side, segment.count, row.count)?;
        let next = self.paired(side, segment.next, row.next)?;
        let back = match segment.back {
            None => None,
            Some(ends) => {
                let last = self.solver.terms.fresh_variable("x");
                let previous_there = self.previous_of_row(side.other(), &segment, &row, entry)?;
                if !leads_outside(self, previous_there) {
                    return None;
                }
                let last_there = row.last.unwrap_or(previous_there);
                let previous = self.paired(side, ends.previous, previous_there)?;
                self.learn(side, ends.last, last_there, last);
                Some(BackEnds { last, previous })
            }
        };
        // Both sides keep what the ends are called, so that facts about them survive.
        self.note_number(side, first, segment.first, entry);
        if let (Some(ends), Some(own)) = (back, segment.back) {
            let there = match row.last {
                Some(last) => last,
                None => self.previous_of_row(side.other(), &segment, &row, entry)?,
            };
            self.note_number(side, ends.last, own.last, there);
        }
        let sorted = self.matched_orders(side, &segment, &row);
        let each = self.matched_each(side, &segment, &row);
        self.note_row(side, Part::Segment(index), row.parts);
        self.heap.push_segment(Segment {
            shape: Arc::new(shape),
            first,
            next,
            back,
            minimum,
            count,
            parameters,
            order: crossed.kinds.order,
            members: Vec::new(),
            sorted,
            each,
        });
        Some(first)
    }

    pub(super) fn ordered(side: Side, own: Term, there: Term) -> (Term, Term) {
        match side {
            Side::Left => (own, there),
            Side::Right => (there, own),
        }
    }

    fn learn(&mut self, side: Side, own: Term, there: Term, name: Term) {
        let pair = Self::ordered(side, own, there);
        if let Some(&earlier) = self.known.get(&pair)
            && let Some(atom) = self.solver.terms.as_atom(earlier)
            && earlier != name
        {
            self.deferred.retain(|pending| pending.2 != earlier);
            self.aliases.push((atom, name));
        }
        self.known.insert(pair, name);
    }

    fn note_number(&mut self, side: Side, name: Term, own: Term, there: Term) {
        let (a, b) = Self::ordered(side, own, there);
        self.numbers.push((name, a, b));
    }

    pub(super) fn paired(&mut self, side: Side, own: Term, there: Term) -> Option<Term> {
        let (a, b) = Self::ordered(side, own, there);
        self.term(a, b)
    }

    pub(super) fn paired_number(&mut self, side: Side, own: Term, there: Term) -> Option<Term> {
        let (a, b) = Self::ordered(side, own, there);
        self.number(a, b)
    }

    /// What stands before the row: what the first node's backward link holds; for a row without
    /// nodes, what the segment's own previous end is paired with already.
    fn previous_of_row(&mut self, other: Side, segment: &Segment, row: &Row, entry: Term) -> Option<Term> {
        let state = self.states[other as usize];
        if row.is_empty() {
            return self.counterpart(other, segment.back?.previous);
        }
        match state.heap.locate(&mut self.solver.terms, entry) {
            Location::Block { base, .. } if row.nodes.contains(&base) => {
                let back = segment.shape.back?;
                let cell = state
                    .heap
                    .block(base)?
                    .cells
                    .iter()
                    .find(|cell| self.solver.terms.as_constant(cell.start) == Some(i128::from(back)))?;
                match cell.content {
                    symbolic_heap::Content::Scalar(value) => Some(value.term),
                    symbolic_heap::Content::Fill(0) => Some(self.solver.terms.constant(0)),
                    _ => None,
                }
            }
            Location::FirstNode { segment: index, .. } if row.segments.contains(&index) => {
                state.heap.segments()[index].back.map(|ends| ends.previous)
            }
            _ => None,
        }
    }

    /// What a term of the other side is paired with on this one.
    pub(super) fn counterpart(&mut self, side: Side, term: Term) -> Option<Term> {
        if self.solver.terms.as_constant(term).is_some() {
            return Some(term);
        }
        let own = side.other();
        if let Location::Block { base, offset } = self.locate(own, term)
            && let Some(&name) = self.bases[own as usize].get(&base)
        {
            let (&there, _) = self.bases[side as usize].iter().find(|&(_, &other)| other == name)?;
            let address = self.solver.terms.atom_term(there);
            return self.solver.terms.as_constant(offset).map(|_| self.solver.terms.add(address, offset));
        }
        let pairs = self.known.iter().map(|(&pair, &name)| (pair, name));
        let settled = pairs.filter(|(_, name)| !self.deferred.iter().any(|pending| pending.2 == *name));
        let found: Vec<Term> = settled
            .filter_map(|((a, b), _)| match own {
                Side::Left => (a == term).then_some(b),
                Side::Right => (b == term).then_some(a),
            })
            .collect();
        // A single node is paired with both ends of a segment: what stands before a row is the last.
        let is_last = |walk: &mut Self, term| matches!(walk.locate(side, term), Location::LastNode { .. });
        found.iter().copied().find(|&term| is_last(self, term)).or(found.first().copied())
    }

    /// A segment, and the row that stands in its place. Where the nodes of the segment have a second link
    /// to the next node, they may be linked by that one there.
    fn segment_and_row(&mut self, side: Side, index: usize, entry: Term) -> Option<(Arc<Segment>, Row)> {
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
