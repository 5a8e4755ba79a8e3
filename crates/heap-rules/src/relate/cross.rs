//! The kinds of nodes of a segment on one side and of the row on the other.

use super::{Side, Walk};
use crate::fold::{
    Covering, NodeKinds, OpenBody, OpenContent, OpenField, Precision, Seen, Words, adapted, align,
    are_different_constants, are_told_apart, cover_fields, unify_bodies,
};
use crate::limits::KINDS_OF_NODES;
use pure_logic::Term;
use symbolic_heap::{FieldContent, HeapRule, Segment, is_broken};

/// Kinds over new names that cover both sides.
pub(super) struct Crossed {
    pub kinds: NodeKinds,
    /// They cover more than the segment's own.
    pub is_wider: bool,
}

impl Walk<'_> {
    /// `own` are the kinds of a segment of `side`, `row` those of the other side, if it has nodes.
    pub(super) fn cross_kinds(
        &mut self,
        side: Side,
        own: &NodeKinds,
        row: Option<&NodeKinds>,
        link: u64,
    ) -> Option<Crossed> {
        let no_nodes = Vec::new();
        let there = row.map_or(&no_nodes, |row| &row.bodies);
        let (numbers, count) = self.assign(side, &own.bodies, there)?;
        let lacks_kind = |number| number >= own.bodies.len() || !numbers.contains(&number);
        if self.likeness.tells_flags_apart && count > 1 && (0..count).any(lacks_kind) {
            return None;
        }
        let mut bodies = Vec::with_capacity(count);
        let mut is_wider = count > own.bodies.len();
        for number in 0..count {
            let partner = self.together(side.other(), there, &numbers, number)?;
            let body = match (own.bodies.get(number), partner) {
                (Some(body), Some(partner)) => {
                    let (body, changed) = self.cross_body(side, body, &partner)?;
                    is_wider |= changed;
                    body
                }
                (Some(body), None) => self.one_sided(side, body, row.is_none())?,
                (None, Some(partner)) => self.one_sided(side.other(), &partner, false)?,
                (None, None) => return None,
            };
            bodies.push(body);
        }
        // Nodes with a second link and nodes without one do not make a row.
        if bodies.iter().any(|body| has_second_link(body, link) != has_second_link(&bodies[0], link)) {
            return None;
        }
        let same: Vec<usize> = (0..own.bodies.len()).collect();
        let mut order = own.order.renumbered(&same, count);
        if let Some(row) = row {
            let other = row.order.renumbered(&numbers, count);
            if !is_broken(self.solver, HeapRule::JoinKeepsOrder) {
                is_wider |= !order.covers(&other);
                order = order.union(&other);
            }
        }
        Some(Crossed { kinds: NodeKinds { bodies, order }, is_wider })
    }

    /// Whether nodes of the other side are all of kinds that a segment of `side` has.
    pub(super) fn are_known_kinds(&mut self, side: Side, segment: &Segment, there: &NodeKinds) -> bool {
        let own = NodeKinds::of_segment(segment).bodies;
        there.bodies.iter().all(|body| self.find_partner(side, &own, body, Precision::Kinds).is_some())
    }

    /// Which kind each body of the row becomes, and how many kinds there are then.
    fn assign(&mut self, side: Side, own: &[OpenBody], there: &[OpenBody]) -> Option<(Vec<usize>, usize)> {
        let mut count = own.len();
        let mut numbers = Vec::new();
        for body in there {
            let precise = self.likeness.precision;
            let mut found = self.find_partner(side, own, body, precise);
            for fewer in [Precision::Shapes, Precision::Optional] {
                if found.is_none() && count >= KINDS_OF_NODES {
                    found = self.find_partner(side, own, body, fewer);
                }
            }
            match found {
                Some(number) => numbers.push(number),
                None if count < KINDS_OF_NODES => {
                    numbers.push(count);
                    count += 1;
                }
                None => return None,
            }
        }
        Some((numbers, count))
    }

    fn find_partner(
        &mut self,
        side: Side,
        own: &[OpenBody],
        body: &OpenBody,
        precision: Precision,
    ) -> Option<usize> {
        let exact = own.iter().position(|other| other == body);
        let mut alike = Vec::new();
        if exact.is_none() {
            alike.extend((0..own.len()).filter(|&kind| self.are_alike(side, &own[kind], body, precision)));
        }
        // Of several kinds, one that covers the body already is the best.
        let covering = match alike.len() {
            0 | 1 => None,
            _ => alike.iter().copied().find(|&kind| self.covers(side, &own[kind], body)),
        };
        exact.or(covering).or(alike.first().copied())
    }

    /// Whether a body of this side stays as it is when it becomes one with a body of the other side;
    /// shared values apart.
    fn covers(&mut self, side: Side, own: &OpenBody, there: &OpenBody) -> bool {
        let adapted_own = adapted(self.solver, own, there, Precision::Shapes);
        if *adapted_own != *own {
            return false;
        }
        let original = there;
        let there = adapted(self.solver, original, own, Precision::Shapes);
        let words = [Words::of(self.solver, own), Words::adapted(self.solver, original, &there)];
        let Some((own, there)) = align(&own.fields, &there.fields) else { return false };
        own.iter().zip(&there).all(|(x, y)| match (&x.content, &y.content) {
            (OpenContent::Value(a), OpenContent::Value(b)) => !are_different_constants(self.solver, *a, *b),
            (OpenContent::Value(_) | OpenContent::Partly { .. } | OpenContent::Counting { .. }, _) => false,
            (OpenContent::Fixed(content), _) => {
                self.together_on(side, x, y, &words, Precision::Shapes).as_ref() == Some(content)
            }
        })
    }

    /// Whether two bodies of different sides can become one; changes nothing.
    fn are_alike(&mut self, side: Side, own: &OpenBody, there: &OpenBody, precision: Precision) -> bool {
        let originals = [own, there];
        let (own, there) =
            (adapted(self.solver, own, there, precision), adapted(self.solver, there, own, precision));
        let words = [
            Words::adapted(self.solver, originals[0], &own),
            Words::adapted(self.solver, originals[1], &there),
        ];
        let Some((own, there)) = align(&own.fields, &there.fields) else { return false };
        own.iter().zip(&there).all(|(x, y)| match (&x.content, &y.content) {
            (OpenContent::Value(a), OpenContent::Value(b)) => {
                let same_sort = self.mentions_memory(side, *a) == self.mentions_memory(side.other(), *b);
                let differ = are_different_constants(self.solver, *a, *b);
                same_sort && !(differ && precision.tells_data_apart())
            }
            (
                OpenContent::Partly { value: a, undefined },
                OpenContent::Partly { value: b, undefined: other },
            ) if undefined == other => {
                !(precision.tells_data_apart() && are_different_constants(self.solver, *a, *b))
            }
            (OpenContent::Counting { step, .. }, OpenContent::Counting { step: other, .. })
                if step == other =>
            {
                true
            }
            _ => self.together_on(side, x, y, &words, precision).is_some(),
        })
    }

    /// The bodies of a side that become one kind, as one. The outer `None`: they cannot.
    fn together(
        &mut self,
        side: Side,
        bodies: &[OpenBody],
        numbers: &[usize],
        number: usize,
    ) -> Option<Option<OpenBody>> {
        let known = self.known_on(side);
        let mut all: Option<OpenBody> = None;
        for (body, _) in bodies.iter().zip(numbers).filter(|(_, own)| **own == number) {
            all = Some(match all {
                None => body.clone(),
                Some(so_far) => unify_bodies(self.solver, &so_far, body, Precision::Shapes, known)?,
            });
        }
        Some(all)
    }

    /// What covers a field of a body of `side` and the same of the other side, which are not both shared
    /// values. `None` if nothing does, or if they tell that nodes are of different kinds.
    fn together_on(
        &mut self,
        side: Side,
        own: &OpenField,
        there: &OpenField,
        words: &[Words<'_>; 2],
        precision: Precision,
    ) -> Option<FieldContent> {
        // What becomes a set of numbers for the first time need not be widened.
        let older = if side == Side::Left { &own.content } else { &there.content };
        let rests = self.rests.filter(|_| matches!(older, OpenContent::Fixed(_)));
        let covering = Covering { field: own.start, bytes: own.end - own.start, rests };
        let own = Seen { content: &own.content, known: self.known_on(side), words: &words[0] };
        let known = self.known_on(side.other());
        let there = Seen { content: &there.content, known, words: &words[1] };
        if are_told_apart(self.solver, own, there, covering.bytes, precision) {
            return None;
        }
        match side {
            Side::Left => cover_fields(self.solver, own, there, covering),
            Side::Right => cover_fields(self.solver, there, own, covering),
        }
    }

    /// One body for two, and whether it covers more than the first.
    fn cross_body(&mut self, side: Side, own: &OpenBody, there: &OpenBody) -> Option<(OpenBody, bool)> {
        let originals = [own, there];
        let (adapted_own, there) = (
            adapted(self.solver, own, there, Precision::Optional),
            adapted(self.solver, there, own, Precision::Optional),
        );
        let mut changed = *adapted_own != *own;
        let pointer_bytes = own.pointer_bytes;
        let words = [
            Words::adapted(self.solver, originals[0], &adapted_own),
            Words::adapted(self.solver, originals[1], &there),
        ];
        let (own, there) = align(&adapted_own.fields, &there.fields)?;
        let mut fields = Vec::with_capacity(own.len());
        for (x, y) in own.iter().zip(&there) {
            let content = match (&x.content, &y.content) {
                (OpenContent::Value(a), OpenContent::Value(b)) => {
                    OpenContent::Value(self.paired(side, *a, *b)?)
                }
                (
                    OpenContent::Partly { value: a, undefined },
                    OpenContent::Partly { value: b, undefined: other },
                ) if undefined == other => {
                    let value = self.paired_number(side, *a, *b)?;
                    OpenContent::Partly { value, undefined: *undefined }
                }
                (
                    OpenContent::Counting { last: a, step, count },
                    OpenContent::Counting { last: b, step: other, .. },
                ) if step == other => OpenContent::Counting {
                    last: self.paired_number(side, *a, *b)?,
                    step: *step,
                    count: *count,
                },
                (own, _) => {
                    let unified = self.together_on(side, x, y, &words, Precision::Shapes)?;
                    let unified = OpenContent::Fixed(unified);
                    changed |= unified != *own;
                    unified
                }
            };
            fields.push(OpenField { content, ..x.clone() });
        }
        Some((OpenBody { fields, node: None, pointer_bytes }, changed))
    }

    /// A body that only one side has: on the other its shared numbers may be anything, so they keep
    /// their values. It must not share addresses.
    fn one_sided(&mut self, side: Side, body: &OpenBody, other_is_empty: bool) -> Option<OpenBody> {
        let mut fields = Vec::with_capacity(body.fields.len());
        for field in &body.fields {
            let content = match &field.content {
                OpenContent::Value(value) => OpenContent::Value(self.lonely_number(side, *value)?),
                OpenContent::Counting { last, step, count } => {
                    let there = match other_is_empty {
                        true => self.counted_to_without_nodes(side, *last, *step, *count),
                        false => *last,
                    };
                    let last = self.paired_number(side, *last, there)?;
                    OpenContent::Counting { last, step: *step, count: *count }
                }
                OpenContent::Partly { value, undefined } => {
                    OpenContent::Partly { value: self.lonely_number(side, *value)?, undefined: *undefined }
                }
                fixed => fixed.clone(),
            };
            fields.push(OpenField { content, ..field.clone() });
        }
        Some(OpenBody { fields, node: None, pointer_bytes: body.pointer_bytes })
    }

    /// What a row without nodes counts to, which may be anything: what fits to where the other one began or
    /// ends, whichever is a constant, or the smaller one.
    fn counted_to_without_nodes(&mut self, side: Side, last: Term, step: i128, count: Term) -> Term {
        let before_first = self.solver.terms.add_scaled(last, step, count);
        let facts = &self.states[side as usize].facts;
        let ends = [last, before_first].map(|end| facts.bounds(self.solver, end).value());
        let constant = ends.into_iter().flatten().min_by_key(|end| end.unsigned_abs());
        constant.map_or(last, |constant| self.solver.terms.constant(constant))
    }

    fn lonely_number(&mut self, side: Side, value: Term) -> Option<Term> {
        if self.mentions_memory(side, value) {
            return None;
        }
        self.paired_number(side, value, value)
    }
}

/// Whether a field besides the link leads to the next node.
fn has_second_link(body: &OpenBody, link: u64) -> bool {
    body.fields.iter().any(|field| {
        matches!(field.content, OpenContent::Fixed(FieldContent::Like(sibling)) if sibling.field == link)
    })
}
