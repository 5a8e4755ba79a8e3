//! Segments: zero or more nodes of one shape in a row.

use crate::each_node::EachNode;
use crate::order::Order;
use crate::shape::Shape;
use crate::sorted::Sorted;
use pure_logic::term::Atom;
use pure_logic::{Fact, Term, TermTable};
use std::sync::Arc;

/// Represents: `count` nodes of a shape, each a whole live block of the shape's region, linked forward from `first`;
/// the last node's link holds `next`. With a backward link, the first node's holds `previous`, and
/// `last` is the entry address of the last node.
///
/// Requires: `count ≥ minimum`. The ends are numbers in the range of a pointer. Acyclic: neither `next` nor `previous` is the entry of a node of
/// the segment. If `count = 0` then `first = next` and, with a backward link, `last = previous`.
///
/// Each node has one of the bodies of the shape, in an order that `order` allows.
///
/// Unfolds to: nothing (if `count` may be zero), or its first node and a segment of one node
/// fewer, or, with a backward link, its last node and a segment of one node fewer.
///
/// Folds from: two linked nodes, a node and a segment, two segments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    pub shape: Arc<Shape>,
    pub first: Term,
    pub next: Term,
    /// Only with a backward link.
    pub back: Option<BackEnds>,
    /// At least this many nodes.
    pub minimum: u64,
    /// The number of nodes: a variable, or a linear term over lengths of what it was folded from.
    pub count: Term,
    /// The values that all nodes share: as many as the shape has parameters.
    pub parameters: Vec<Term>,
    /// Which kinds of nodes may follow each other.
    pub order: Order,
    /// Addresses of which it is only known that each is null or the entry of one of the nodes. Only where
    /// both kinds of links lead to the same byte of a node.
    pub members: Vec<Term>,
    /// In which order numbers in the nodes are. At most one for each key, in the order of keys.
    pub sorted: Vec<Sorted>,
    /// What holds of numbers in every node.
    pub each: Option<EachNode>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BackEnds {
    /// What a backward link to the last node holds.
    pub last: Term,
    /// What the backward link of the first node holds.
    pub previous: Term,
}

impl Segment {
    pub fn substitute(&self, terms: &mut TermTable, replacements: &[(Atom, Term)]) -> Segment {
        let members: Vec<Term> =
            self.members.iter().map(|&term| terms.substitute(term, replacements)).collect();
        Segment {
            shape: Arc::clone(&self.shape),
            first: terms.substitute(self.first, replacements),
            next: terms.substitute(self.next, replacements),
            back: self.back.map(|ends| BackEnds {
                last: terms.substitute(ends.last, replacements),
                previous: terms.substitute(ends.previous, replacements),
            }),
            minimum: self.minimum,
            count: terms.substitute(self.count, replacements),
            parameters: self.parameters.iter().map(|&term| terms.substitute(term, replacements)).collect(),
            order: self.order.clone(),
            members: Segment::canonical_members(terms, &members),
            sorted: self.sorted.iter().map(|sorted| sorted.substitute(terms, replacements)).collect(),
            each: self.each.as_ref().map(|each| each.substitute(terms, replacements)),
        }
    }

    /// Members without those that are null, each once.
    pub fn canonical_members(terms: &TermTable, members: &[Term]) -> Vec<Term> {
        let mut members: Vec<Term> =
            members.iter().copied().filter(|&member| terms.as_constant(member).is_none()).collect();
        members.sort_unstable();
        members.dedup();
        members
    }

    /// Whether an address is, by its form, null or the entry of a node of the segment.
    pub fn has_member(&self, terms: &TermTable, address: Term) -> bool {
        let is_null = |term: Term| terms.as_constant(term) == Some(0);
        // The beginning of a segment without nodes is its end.
        let is_first = address == self.first && (self.minimum > 0 || is_null(self.next));
        let is_last = self.back.is_some_and(|ends| {
            address == ends.last && self.shape.turn() == 0 && (self.minimum > 0 || is_null(ends.previous))
        });
        is_null(address) || is_first || is_last || self.members.contains(&address)
    }

    /// The same row of nodes, read from its end. `None` without links that lead back.
    #[must_use]
    pub fn reversed(&self, terms: &mut TermTable) -> Option<Segment> {
        let ends = self.back?;
        let mut sorted: Vec<Sorted> = self.sorted.iter().map(|sorted| sorted.reversed(terms)).collect();
        sorted.sort_by_key(|sorted| sorted.key);
        Some(Segment {
            shape: Arc::new(self.shape.reversed()?),
            first: ends.last,
            next: ends.previous,
            back: Some(BackEnds { last: self.first, previous: self.next }),
            minimum: self.minimum,
            count: self.count,
            parameters: self.parameters.clone(),
            order: self.order.reversed(),
            members: if self.shape.turn() == 0 { self.members.clone() } else { Vec::new() },
            sorted,
            each: self.each.as_ref().map(EachNode::behind),
        })
    }

    /// The same row of nodes, linked by a second link (see [`Shape::second_links`]).
    #[must_use]
    pub fn relinked(&self, link: u64) -> Option<Segment> {
        Some(Segment { shape: Arc::new(self.shape.relinked(link)?), ..self.clone() })
    }

    /// The same row of nodes, read in the direction of its shape that is canonical.
    #[must_use]
    pub fn canonical(self, terms: &mut TermTable) -> Segment {
        if self.shape.is_canonical() { self } else { self.reversed(terms).unwrap_or(self) }
    }

    /// Whether the first node is the last, by the form of the ends.
    pub fn has_one_node(&self, terms: &mut TermTable) -> bool {
        let Some(ends) = self.back else { return false };
        terms.constant_difference(ends.last, self.first) == Some(self.shape.turn())
    }

    /// The facts that an end is in the range of a pointer.
    pub fn range_of_end(&self, terms: &mut TermTable, end: Term) -> [Fact; 2] {
        let (lowest, highest) = (terms.constant(0), terms.constant((1 << (8 * self.shape.link_bytes)) - 1));
        [terms.at_most(lowest, end), terms.at_most(end, highest)]
    }

    /// Every term the segment mentions.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        [self.first, self.next, self.count]
            .into_iter()
            .chain(self.back.into_iter().flat_map(|ends| [ends.last, ends.previous]))
            .chain(self.parameters.iter().copied())
            .chain(self.members.iter().copied())
            .chain(self.sorted.iter().flat_map(|sorted| [sorted.entry, sorted.exit]))
            .chain(self.each.iter().flat_map(EachNode::terms))
    }
}
