//! A segment on one side, a row of nodes and segments on the other.

use super::rows::{Part, Row};
use super::{Side, Walk};
use crate::acyclic::{Parts, leads_outside};
use crate::fold::{NodeKinds, have_same_layout, lifted};
use crate::references::Holder;
use pure_logic::Term;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_heap::segment::BackEnds;
use symbolic_heap::{Content, HeapRule, Location, Segment, Value, is_broken};

/// Whether two segments are linked by the same word, perhaps by a second link.
fn are_alike(a: &Segment, b: &Segment) -> bool {
    have_same_layout(&a.shape, &b.shape)
        || a.relinked(b.shape.link).is_some_and(|a| have_same_layout(&a.shape, &b.shape))
        || b.relinked(a.shape.link).is_some_and(|b| have_same_layout(&a.shape, &b.shape))
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
    pub(super) fn lifted(&mut self, side: Side, row: &Segment, other: &Segment) -> Option<NodeKinds> {
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
        // A segment of the right side generalises whatever stands in its place.
        if self.is_instance && side == Side::Right {
            return None;
        }
        self.used_segments[side as usize].insert(index);
        let (segment, row) = self.segment_and_row(side, index, entry)?;
        let minimum = match is_broken(self.solver, HeapRule::JoinTakesLongerRow) {
            false => segment.minimum.min(row.minimum),
            true => segment.minimum.max(row.minimum),
        };
        if self.is_instance && minimum < segment.minimum {
            return None;
        }
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
        match side {
            Side::Left => {
                let is_other_data =
                    crossed.is_wider && !is_broken(self.solver, HeapRule::EntailmentIgnoresData);
                self.generalises_left |= minimum < segment.minimum || is_other_data;
                if self.is_instance && self.generalises_left {
                    return None;
                }
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
}
