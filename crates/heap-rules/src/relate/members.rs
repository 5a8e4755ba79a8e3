//! Members of segments, paired.
//!
//! ```text
//!   seg(x → y; members a)      row(x' → y')       b is null or a node of the row      both become seg(z → w)
//!  ───────────────────────────────────────────────────────────────────────────────────────────────────────── member
//!                              seg(z → w; members n)      with n = a on the left, n = b on the right
//! ```
//!
//! Sound: `n` is null or a node of the segment on either side.

use super::rows::Part;
use super::{Side, Walk};
use crate::fold::Precision;
use pure_logic::Term;
use symbolic_heap::{Location, Segment};

/// Pairs of members, and the rows in which they may be.
#[derive(Default)]
pub(super) struct Members {
    /// A name, and what it is on either side.
    pairs: Vec<(Term, Term, Term)>,
    rows: Vec<RowPair>,
}

/// What a segment of the result is on either side, by the position of the segment.
struct RowPair {
    position: usize,
    sides: [Vec<Part>; 2],
}

impl Walk<'_> {
    /// A segment of a side and a row of the other one become the next segment of the result.
    pub(super) fn note_row(&mut self, side: Side, own: Part, there: Vec<Part>) {
        let position = self.heap.segments().len();
        let sides = match side {
            Side::Left => [vec![own], there],
            Side::Right => [there, vec![own]],
        };
        self.members.rows.push(RowPair { position, sides });
    }

    /// The name for two addresses, one of which is at some distance from a member of a segment.
    pub(super) fn member_pair(&mut self, (a, b): (Term, Term), at: [Location; 2]) -> Option<Term> {
        let distance = at.iter().find_map(|location| match location {
            Location::Member { distance, .. } => Some(*distance),
            _ => None,
        })?;
        let entries = self.entries((a, b), distance);
        if let Some(&name) = self.known.get(&entries) {
            return Some(self.solver.terms.add_constant(name, distance));
        }
        let name = self.solver.terms.fresh_variable("m");
        self.note_members(entries, name);
        Some(self.solver.terms.add_constant(name, distance))
    }

    fn entries(&mut self, (a, b): (Term, Term), distance: i128) -> (Term, Term) {
        (self.solver.terms.add_constant(a, -distance), self.solver.terms.add_constant(b, -distance))
    }

    fn note_members(&mut self, entries: (Term, Term), name: Term) {
        self.numbers.push((name, entries.0, entries.1));
        self.members.pairs.push((name, entries.0, entries.1));
        self.known.insert(entries, name);
    }

    /// In which order deferred pairs are looked at: where members are looked for, the beginnings of two segments tell
    /// what these are paired with, and then another node, or null, is a member. Where trees are in order, those that are alike tell between
    /// which bounds there is nothing in the place of another one.
    pub(super) fn order_of_deferred(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.deferred.len()).collect();
        if self.likeness.precision.trees().have_orders() {
            let deferred = self.deferred.clone();
            order.sort_by_key(|&position| {
                let (a, b, _) = deferred[position];
                !self.are_trees_alike(a, b)
            });
        }
        if self.likeness.precision == Precision::Members {
            let deferred = self.deferred.clone();
            order.sort_by_key(|&position| {
                let (a, b, _) = deferred[position];
                let places = (self.locate(Side::Left, a), self.locate(Side::Right, b));
                !matches!(places, (Location::FirstNode { .. }, Location::FirstNode { .. }))
            });
        }
        order
    }

    /// Whether trees begin there, both with a hole or both without.
    fn are_trees_alike(&mut self, a: Term, b: Term) -> bool {
        let has_hole =
            [(Side::Left, a), (Side::Right, b)].map(|(side, term)| match self.locate(side, term) {
                Location::Root { instance, .. } => {
                    self.state(side).heap.instance(instance).map(|instance| instance.hole.is_some())
                }
                _ => None,
            });
        has_hole[0].is_some() && has_hole[0] == has_hole[1]
    }

    /// Whether two addresses have a name. Where members are looked for, null and the beginning of a list may turn out
    /// to be members: then they do not say where rows end.
    pub(super) fn is_paired(&self, pair: (Term, Term)) -> bool {
        self.known.get(&pair).is_some_and(|name| {
            self.likeness.precision != Precision::Members
                || !self.deferred.iter().any(|pending| pending.2 == *name)
        })
    }

    /// Two addresses that are null or at an end of a segment which is paired already, but not with each other's.
    pub(super) fn settle_as_members(
        &mut self,
        (a, b): (Term, Term),
        at: [Location; 2],
        own_name: Term,
    ) -> Option<Term> {
        if self.likeness.precision != Precision::Members {
            return None;
        }
        let distance_in = |side: Side| match at[side as usize] {
            Location::FirstNode { segment, distance } | Location::LastNode { segment, distance } => {
                self.used_segments[side as usize].contains(&segment).then_some(Some(distance))
            }
            Location::Number(0) => Some(None),
            _ => None,
        };
        let distance = match (distance_in(Side::Left)?, distance_in(Side::Right)?) {
            (Some(x), Some(y)) if x == y => x,
            (Some(0), None) | (None, Some(0)) => 0,
            _ => return None,
        };
        let entries = self.entries((a, b), distance);
        let name = match distance {
            0 => own_name,
            _ => self.solver.terms.fresh_variable("m"),
        };
        self.note_members(entries, name);
        Some(self.solver.terms.add_constant(name, distance))
    }

    /// Finds which names are members of which segments of the result. `None` if an address of memory would be lost.
    pub(super) fn settle_members(&mut self) -> Option<()> {
        let pairs = std::mem::take(&mut self.members.pairs);
        let rows = std::mem::take(&mut self.members.rows);
        let has_members = self.states[0].heap.segments().iter().any(|segment| !segment.members.is_empty());
        if pairs.is_empty() && !has_members {
            return Some(());
        }
        let mut settled = Vec::new();
        for &(name, a, b) in &pairs {
            let row = rows.iter().find(|row| {
                let is_in = |side: Side, entry: Term| self.is_in_row(side, &row.sides[side as usize], entry);
                is_in(Side::Left, a) && is_in(Side::Right, b)
            });
            match row {
                Some(row) => {
                    let segment = Segment::clone(&self.heap.segments()[row.position]);
                    let members = [segment.members.as_slice(), &[name]].concat();
                    let members = Segment::canonical_members(&self.solver.terms, &members);
                    self.heap.replace_segment(row.position, Segment { members, ..segment });
                    settled.push(a);
                }
                None => {
                    let is_memory = [(Side::Left, a), (Side::Right, b)].into_iter().any(|(side, entry)| {
                        !matches!(
                            self.locate(side, entry),
                            Location::Member { .. } | Location::Number(_) | Location::Unknown
                        )
                    });
                    if is_memory {
                        return None;
                    }
                    self.generalises_left = true;
                }
            }
        }
        // What the left state says of a member must be said by the result, whatever it is paired with.
        let left = self.states[0];
        let mut members = left.heap.segments().iter().flat_map(|segment| &segment.members);
        if !members.all(|member| settled.contains(member)) {
            self.generalises_left = true;
        }
        Some(())
    }

    /// Whether an address is null or, by its form, the entry of a node of a row.
    fn is_in_row(&self, side: Side, row: &[Part], entry: Term) -> bool {
        let heap = &self.states[side as usize].heap;
        if self.solver.terms.as_constant(entry) == Some(0) {
            return true;
        }
        row.iter().any(|part| match *part {
            Part::Segment(index) => heap.segments()[index].has_member(&self.solver.terms, entry),
            Part::Node(_) => false,
        })
    }
}
