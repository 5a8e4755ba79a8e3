//! The orders of a segment of one side, and of the row that stands in its place on the other.
//!
//! ```text
//!   segment(entry a, exit b)      row(entry c, exit d)      n = a on one side and n = c on the other, m = b and m = d
//!  ────────────────────────────────────────────────────────────────────────────────────────────────────────────── pair
//!   segment(entry n, exit m)
//! ```
//!
//! Sound: on either side the row is in order between the bounds that the names stand for there. A row without nodes is in order between any
//! bound and itself: the one that is taken lies between what comes before it and what comes behind it.

use super::rows::{Part, Row};
use super::{Side, Walk};
use crate::references::Holder;
use crate::sorted::{Stretch, stretch_of_block, stretch_of_segment};
use pure_logic::Term;
use symbolic_heap::{HeapRule, Key, Location, Segment, Sorted, is_broken};

/// Which of the bounds of a row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RowEnd {
    Entry,
    Exit,
    /// There are no nodes on the right, so any bound will do.
    Nothing,
}

/// A bound of a row in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoundPair {
    /// The new name.
    pub name: Term,
    /// What it is on either side.
    pub left: Term,
    pub right: Term,
    pub end: RowEnd,
    pub key: Key,
}

impl Walk<'_> {
    /// The orders that a segment of `side` and a row of the other side have in common.
    pub(super) fn matched_orders(&mut self, side: Side, segment: &Segment, row: &Row) -> Vec<Sorted> {
        let mut matched = Vec::with_capacity(segment.sorted.len());
        for own in &segment.sorted {
            let there = self.order_of_row(side.other(), row, segment.shape.link, own.key);
            let there = there.and_then(|there| {
                let strict = there.as_sorted(self.solver, true).filter(|_| own.is_strict);
                strict.or_else(|| there.as_sorted(self.solver, false))
            });
            let Some(there) = there else {
                self.generalises_left |= side == Side::Left;
                continue;
            };
            self.generalises_left |= side == Side::Left && own.is_strict && !there.is_strict;
            let is_strict = match is_broken(self.solver, HeapRule::JoinKeepsStrictness) {
                false => own.is_strict && there.is_strict,
                true => own.is_strict || there.is_strict,
            };
            let entry_is_first = own.entry_is_first && there.entry_is_first;
            let exit_is_last = own.exit_is_last && there.exit_is_last;
            let is_less = own.entry_is_first && !entry_is_first || own.exit_is_last && !exit_is_last;
            self.generalises_left |= side == Side::Left && is_less;
            // Without nodes no bound is that of a node.
            let is_exact = |is_exact: bool| is_exact && !row.parts.is_empty();
            let entry = (Self::ordered(side, own.entry, there.entry), RowEnd::Entry);
            let entry = self.paired_bound(own.key, entry, is_exact(entry_is_first));
            let exit = (Self::ordered(side, own.exit, there.exit), RowEnd::Exit);
            let exit = self.paired_bound(own.key, exit, is_exact(exit_is_last));
            let (Some(entry), Some(exit)) = (entry, exit) else {
                self.generalises_left = true;
                continue;
            };
            matched.push(Sorted { key: own.key, is_strict, entry, exit, entry_is_first, exit_is_last });
        }
        matched
    }

    /// The order of a row of a side, if it has one for the key.
    fn order_of_row(&mut self, side: Side, row: &Row, link: u64, key: Key) -> Option<Stretch> {
        if row.is_lifted {
            return None;
        }
        let state = self.states[side as usize];
        let mut whole: Option<Stretch> = None;
        for part in &row.parts {
            let next = match *part {
                Part::Node(base) => stretch_of_block(self.solver, state, state.heap.block(base)?, key)?,
                Part::Segment(index) => stretch_of_segment(&state.heap.segments()[index], key)?,
            };
            whole = Some(match whole {
                Some(before) => before.then(self.solver, &state.facts, &next)?,
                None => next,
            });
        }
        if whole.is_some() {
            return whole;
        }
        let bound = self.bound_of_nothing(side, row.next, link, key);
        Some(Stretch::empty(key, bound))
    }

    /// The bound of a row without nodes at an address, chosen so that what is mostly known of bounds is true of it: it is not below what the
    /// nodes before pass on, and not above what the nodes behind have.
    fn bound_of_nothing(&mut self, side: Side, at: Term, link: u64, key: Key) -> Term {
        let state = self.states[side as usize];
        let behind = match self.locate(side, at) {
            Location::Block { base, .. } => {
                let block = state.heap.block(base);
                block.and_then(|block| stretch_of_block(self.solver, state, block, key))
            }
            Location::FirstNode { segment, distance: 0 } => {
                stretch_of_segment(&state.heap.segments()[segment], key)
            }
            _ => None,
        };
        // More than any node has: whatever is less than all nodes that there are is less than this.
        let Some(behind) = behind else { return self.solver.terms.constant(key.after_all()) };
        let before = self.stretch_before(side, at, link, key);
        let passed = before.filter(|before| before.then(self.solver, &state.facts, &behind).is_some());
        match passed.and_then(|before| before.as_sorted(self.solver, false)) {
            Some(before) => before.exit,
            None => self.solver.terms.constant(key.before_all()),
        }
    }

    /// What leads to an address, if it is in order.
    fn stretch_before(&mut self, side: Side, at: Term, link: u64, key: Key) -> Option<Stretch> {
        let state = self.states[side as usize];
        if let Some(segment) = state.heap.segments().iter().find(|segment| segment.next == at) {
            return stretch_of_segment(segment, key);
        }
        let atom = self.solver.terms.as_atom(at)?;
        let references = self.references(side);
        let block = references.to(atom).iter().find_map(|holder| {
            let Holder::Cell(base, position) = *holder else { return None };
            let block = state.heap.block(base)?;
            let start = block.cells.as_slice().get(position)?.start;
            let is_link = self.solver.terms.as_constant(start) == Some(i128::from(link));
            (is_link && block.is_live() && block.region.has_nodes()).then_some(block)
        });
        stretch_of_block(self.solver, state, block?, key)
    }

    /// The name for a pair of bounds; `None` if they cannot be the same number, but have to.
    fn paired_bound(
        &mut self,
        key: Key,
        ((left, right), end): ((Term, Term), RowEnd),
        is_exact: bool,
    ) -> Option<Term> {
        if is_exact {
            return self.number(left, right);
        }
        if left == right && self.solver.terms.as_constant(left).is_some() {
            return Some(left);
        }
        if let Some(&name) = self.known.get(&(left, right)) {
            return Some(name);
        }
        let name = self.solver.terms.fresh_variable("n");
        self.bounds.push(BoundPair { name, left, right, end, key });
        Some(name)
    }
}
