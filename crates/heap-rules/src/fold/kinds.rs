//! The kinds of nodes of a row: where the nodes of two rows are alike their bodies become one, where
//! they are not they stay alternatives.
//!
//! ```text
//!   bodies A in order O        bodies B in order P        each b ∈ B unified with some a ∈ A, or added
//!  ─────────────────────────────────────────────────────────────────────────────────────────────── merge
//!                 bodies A ∪ B, in order O then P
//! ```
//!
//! Sound: a node of a body is a node of any body that generalises it, and the order allows every row
//! of the first followed by a row of the second.

use super::cover::{Covering, Seen, are_told_apart, cover_fields};
use super::known::Known;
use super::node::Node;
use super::unify::adapted;
use super::words::{NodeWords, Words};
use crate::limits::KINDS_OF_NODES;
use crate::trees::TreeKinds;
use pure_logic::{Solver, Term, TermTable};
use symbolic_heap::shape::{Body, FieldContent, Shape, ShapeField};
use symbolic_heap::{HeapRule, Order, Segment, is_broken};

/// What is kept of the data in nodes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Precision {
    /// Nodes that differ only in numbers are alike.
    #[default]
    Shapes,
    /// As `Shapes`, and of arrays what holds of every one of their words.
    Words,
    /// As `Words`, and of words that lie one of these strides apart: members of records, every second word, bytes.
    Fields(Strides),
    /// As `Shapes`, and in which order words of arrays are, and what holds of every one of them.
    Ordered,
    /// As `Shapes`, and chunks that lie side by side in one block, each as long as one of its words tells.
    Chunks,
    /// As `Chunks`, and words of chunks that lead to others.
    FreeLists,
    /// As `FreeLists`, and of what number the lengths of chunks are multiples.
    Units,
    /// As `Units`, and that where a chunk ends the next one begins.
    Walks,
    /// As `Shapes`, and arrays of records of these lengths as chunks that are all equally long.
    Cells(Strides),
    /// Nodes with different constants are of different kinds.
    Kinds,
    /// As `Kinds`, and as long as there are few of them, nodes of different kinds are not folded.
    Parts,
    /// As `Shapes`, and nodes that own a block and nodes with null instead are alike.
    Optional,
    /// As `Shapes`, and of nodes to which variables refer only that they are in their list, not where.
    Members,
    /// As `Shapes`, and in which order numbers in neighbouring nodes are.
    Sorted,
    /// As `Shapes`, and blocks of these kinds are nodes of trees.
    Trees(TreeKinds),
}

/// How many bytes the records of arrays have, the longest first; zero for none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Strides([u16; 3]);

impl Strides {
    /// Lengths in the order in which they are tried.
    pub const fn new(lengths: [u16; 3]) -> Strides {
        Strides(lengths)
    }

    /// The longest of some lengths.
    pub fn of(lengths: impl IntoIterator<Item = u16>) -> Strides {
        let lengths: std::collections::BTreeSet<u16> = lengths.into_iter().collect();
        let mut strides = Strides::default();
        for (place, length) in strides.0.iter_mut().zip(lengths.into_iter().rev()) {
            *place = length;
        }
        strides
    }

    pub fn iter(self) -> impl Iterator<Item = u16> {
        self.0.into_iter().filter(|&stride| stride > 0)
    }

    pub fn is_empty(self) -> bool {
        self == Strides::default()
    }
}

impl Precision {
    /// The lengths of the records that are told of arrays.
    pub fn strides(self) -> Strides {
        match self {
            Precision::Cells(strides) => strides,
            _ => Strides::default(),
        }
    }

    /// The kinds of nodes that are those of trees, and of no list.
    pub fn trees(self) -> TreeKinds {
        match self {
            Precision::Trees(kinds) => kinds,
            Precision::Shapes
            | Precision::Words
            | Precision::Fields(_)
            | Precision::Ordered
            | Precision::Chunks
            | Precision::FreeLists
            | Precision::Units
            | Precision::Walks
            | Precision::Cells(_)
            | Precision::Kinds
            | Precision::Members
            | Precision::Optional
            | Precision::Sorted
            | Precision::Parts => TreeKinds::default(),
        }
    }

    /// Whether it is told where the chunks of blocks begin, whatever their lengths.
    pub fn divides_blocks(self) -> bool {
        matches!(self, Precision::FreeLists | Precision::Units | Precision::Walks)
    }

    /// Whether it is told of what number the lengths of chunks are multiples.
    pub fn tells_units(self) -> bool {
        matches!(self, Precision::Units | Precision::Walks)
    }

    /// Whether it is told what holds of every word of an array.
    pub fn tells_words(self) -> bool {
        matches!(self, Precision::Words | Precision::Fields(_) | Precision::Ordered)
    }

    /// Whether it is told of words of arrays which of two things holds of each, where not the same holds of all.
    pub fn tells_alternatives(self) -> bool {
        matches!(self, Precision::Fields(_))
    }

    /// How far apart words of arrays are of which the same is told.
    pub fn fields(self) -> Strides {
        match self {
            Precision::Fields(strides) => strides,
            _ => Strides::default(),
        }
    }

    pub fn tells_data_apart(self) -> bool {
        matches!(self, Precision::Kinds | Precision::Parts)
    }
}

/// A body with values in the place of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenBody {
    pub fields: Vec<OpenField>,
    /// What the words hold, if it is the body of one node.
    pub node: Option<NodeWords>,
    pub pointer_bytes: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenField {
    pub start: u64,
    pub end: u64,
    pub content: OpenContent,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum OpenContent {
    /// The same in all nodes of the kind.
    Value(Term),
    /// As above, without the bits that were never stored.
    Partly { value: Term, undefined: u128 },
    /// Counts along a row of so many nodes, to this in the last one.
    Counting { last: Term, step: i128, count: Term },
    /// Not a shared value.
    Fixed(FieldContent),
}

/// The kinds of nodes of a row, and their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NodeKinds {
    pub bodies: Vec<OpenBody>,
    pub order: Order,
}

/// Two bodies and how alike they must be; the body that covers both.
pub(crate) type Unify<'a> =
    &'a mut dyn FnMut(&mut Solver, &OpenBody, &OpenBody, Precision) -> Option<OpenBody>;

impl NodeKinds {
    pub fn of_segment(segment: &Segment) -> NodeKinds {
        let pointer_bytes = segment.shape.link_bytes;
        let bodies = segment.shape.bodies.iter().map(|body| OpenBody {
            fields: open(body, &segment.parameters, Some(segment.count)),
            node: None,
            pointer_bytes,
        });
        NodeKinds { bodies: bodies.collect(), order: segment.order.clone() }
    }

    pub fn of_node(terms: &TermTable, node: &Node) -> NodeKinds {
        let words = NodeWords {
            base: terms.atom_term(node.base),
            values: node.words.clone(),
            numbers: node.numbers.clone(),
        };
        let bodies = node.shape.bodies.iter().map(|body| OpenBody {
            fields: open(body, &node.parameters, None),
            node: Some(words.clone()),
            pointer_bytes: node.shape.link_bytes,
        });
        NodeKinds { bodies: bodies.collect(), order: Order::single() }
    }

    /// A row of these kinds, then one of others, of so many nodes; either may have no nodes if its minimum
    /// is zero.
    pub fn then(
        &self,
        solver: &mut Solver,
        minimum: u64,
        (other, other_count): (&NodeKinds, Term),
        other_minimum: u64,
        precision: Precision,
        unify: Unify<'_>,
    ) -> Option<NodeKinds> {
        let own = self.followed_by(&mut solver.terms, other_count);
        let (bodies, numbers) = merge(solver, &own.bodies, &other.bodies, precision, unify)?;
        let own: Vec<usize> = (0..self.bodies.len()).collect();
        let first = self.order.renumbered(&own, bodies.len());
        let second = other.order.renumbered(&numbers, bodies.len());
        Some(NodeKinds { order: first.then(minimum, &second, other_minimum), bodies })
    }

    /// The bodies with parameters, and what those are.
    pub fn close(&self, layout: &Shape) -> (Shape, Vec<Term>) {
        let mut parameters: Vec<Term> = Vec::new();
        let mut parameter = |term: Term| {
            let known = parameters.iter().position(|other| *other == term);
            known.unwrap_or_else(|| {
                parameters.push(term);
                parameters.len() - 1
            })
        };
        let mut close_field = |field: &OpenField| {
            let content = match &field.content {
                OpenContent::Fixed(content) => content.clone(),
                OpenContent::Value(term) => FieldContent::Shared(parameter(*term)),
                OpenContent::Counting { last, step, .. } => {
                    FieldContent::Counting { index: parameter(*last), step: *step }
                }
                OpenContent::Partly { value, undefined } => {
                    FieldContent::Partly { index: parameter(*value), undefined: *undefined }
                }
            };
            ShapeField { start: field.start, end: field.end, content }
        };
        let bodies: Vec<Body> = self
            .bodies
            .iter()
            .map(|body| Body { fields: body.fields.iter().map(&mut close_field).collect() })
            .collect();
        (Shape { bodies, parameters: parameters.len(), ..layout.clone() }, parameters)
    }

    /// The kinds without those of which no row has a node; `None` if no row has nodes.
    pub fn pruned(&self) -> Option<NodeKinds> {
        let useful = self.order.useful();
        if useful.is_empty() {
            return None;
        }
        let kept: Vec<usize> = useful.iter().collect();
        let mut numbers = vec![usize::MAX; self.bodies.len()];
        for (number, &kind) in kept.iter().enumerate() {
            numbers[kind] = number;
        }
        let restrict = |kinds: symbolic_heap::Kinds| kinds.intersection(useful).renumbered(&numbers);
        let order = Order {
            firsts: restrict(self.order.firsts),
            lasts: restrict(self.order.lasts),
            follows: kept.iter().map(|&kind| restrict(self.order.follows[kind])).collect(),
        };
        Some(NodeKinds { bodies: kept.iter().map(|&kind| self.bodies[kind].clone()).collect(), order })
    }
}

/// The places of links and sizes are the same; only bodies may differ.
pub(crate) fn have_same_layout(a: &Shape, b: &Shape) -> bool {
    (a.node_size, a.tail, a.region, a.entry, a.back_entry, a.link, a.back, a.link_bytes)
        == (b.node_size, b.tail, b.region, b.entry, b.back_entry, b.link, b.back, b.link_bytes)
}

/// The fields of a body of a segment of so many nodes, or of a single node.
fn open(body: &Body, parameters: &[Term], count: Option<Term>) -> Vec<OpenField> {
    body.fields
        .iter()
        .map(|field| OpenField {
            start: field.start,
            end: field.end,
            content: match &field.content {
                FieldContent::Shared(index) => OpenContent::Value(parameters[*index]),
                FieldContent::Counting { index, step } => match count {
                    Some(count) => OpenContent::Counting { last: parameters[*index], step: *step, count },
                    None => OpenContent::Fixed(FieldContent::Anything),
                },
                FieldContent::Partly { index, undefined } => {
                    OpenContent::Partly { value: parameters[*index], undefined: *undefined }
                }
                content => OpenContent::Fixed(content.clone()),
            },
        })
        .collect()
}

/// One list of bodies for two, and which of them each of the second list became.
pub(crate) fn merge(
    solver: &mut Solver,
    left: &[OpenBody],
    right: &[OpenBody],
    precision: Precision,
    unify: Unify<'_>,
) -> Option<(Vec<OpenBody>, Vec<usize>)> {
    let mut bodies = left.to_vec();
    let mut numbers = Vec::new();
    for body in right {
        let alike = bodies.iter().position(|other| other == body);
        if let Some(number) = alike {
            // Still, the values of both sides have to be paired.
            if let Some(unified) = unify(solver, &bodies[number], body, precision) {
                bodies[number] = unified;
                numbers.push(number);
                continue;
            }
        }
        let mut unified = find_unifier(solver, &bodies, body, precision, unify);
        for fewer in [Precision::Shapes, Precision::Optional] {
            if unified.is_none() && bodies.len() >= KINDS_OF_NODES {
                unified = find_unifier(solver, &bodies, body, fewer, unify);
            }
        }
        match unified {
            Some((number, unified)) => {
                bodies[number] = unified;
                numbers.push(number);
            }
            None if bodies.len() < KINDS_OF_NODES => {
                bodies.push(body.clone());
                numbers.push(bodies.len() - 1);
            }
            None => return None,
        }
    }
    Some((bodies, numbers))
}

fn find_unifier(
    solver: &mut Solver,
    bodies: &[OpenBody],
    body: &OpenBody,
    precision: Precision,
    unify: Unify<'_>,
) -> Option<(usize, OpenBody)> {
    let mut first = None;
    for (number, other) in bodies.iter().enumerate() {
        let Some(unified) = unify(solver, other, body, precision) else { continue };
        // A kind that covers the body already is the best.
        if unified == *other {
            return Some((number, unified));
        }
        first.get_or_insert((number, unified));
    }
    first
}

/// The body that covers two of the same state.
pub(crate) fn unify_bodies(
    solver: &mut Solver,
    left: &OpenBody,
    right: &OpenBody,
    precision: Precision,
    known: Known<'_>,
) -> Option<OpenBody> {
    let originals = (left, right);
    let (left, right) = (&adapted(solver, left, right, precision), &adapted(solver, right, left, precision));
    let words = (Words::adapted(solver, originals.0, left), Words::adapted(solver, originals.1, right));
    let (left_fields, right_fields) = align(&left.fields, &right.fields)?;
    let mut unified = Vec::with_capacity(left_fields.len());
    for (x, y) in left_fields.iter().zip(&right_fields) {
        let covering = Covering { field: x.start, bytes: x.end - x.start, rests: None };
        let own = Seen { content: &x.content, known, words: &words.0 };
        let other = Seen { content: &y.content, known, words: &words.1 };
        let content = match (&x.content, &y.content) {
            (OpenContent::Value(a), OpenContent::Value(b))
                if a == b || is_broken(solver, HeapRule::FoldKeepsLeftData) =>
            {
                OpenContent::Value(*a)
            }
            (OpenContent::Partly { .. }, same) if *same == x.content => same.clone(),
            (
                OpenContent::Counting { last: a, step, count },
                OpenContent::Counting { last: b, step: other_step, .. },
            ) if step == other_step
                && (known.state.facts.equal(solver, *a, *b).is_proved()
                    || is_broken(solver, HeapRule::FoldCountsAnything)) =>
            {
                OpenContent::Counting { last: *b, step: *step, count: *count }
            }
            _ if are_told_apart(solver, own, other, covering.bytes, precision) => {
                return None;
            }
            _ => OpenContent::Fixed(cover_fields(solver, own, other, covering)?),
        };
        unified.push(OpenField { content, ..x.clone() });
    }
    Some(OpenBody { fields: unified, node: None, pointer_bytes: left.pointer_bytes })
}

pub(crate) fn are_different_constants(solver: &Solver, a: Term, b: Term) -> bool {
    match (solver.terms.as_constant(a), solver.terms.as_constant(b)) {
        (Some(a), Some(b)) => a != b,
        _ => false,
    }
}

/// Both rows of fields, cut at the same places. A word is not cut.
pub(crate) fn align(left: &[OpenField], right: &[OpenField]) -> Option<(Vec<OpenField>, Vec<OpenField>)> {
    let mut cuts: Vec<u64> = left.iter().chain(right).flat_map(|field| [field.start, field.end]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let cut = |fields: &[OpenField]| -> Option<Vec<OpenField>> {
        let mut result = Vec::new();
        for field in fields {
            let inner: Vec<u64> =
                cuts.iter().copied().filter(|&cut| cut > field.start && cut < field.end).collect();
            if inner.is_empty() {
                result.push(field.clone());
                continue;
            }
            let content = match &field.content {
                OpenContent::Fixed(
                    FieldContent::Uninitialised | FieldContent::Fill(_) | FieldContent::Anything,
                ) => field.content.clone(),
                // Half of a number is a number like any other.
                OpenContent::Fixed(FieldContent::Within(_)) => OpenContent::Fixed(FieldContent::Anything),
                // Where its zero is, is not known.
                OpenContent::Fixed(FieldContent::Text) => OpenContent::Fixed(FieldContent::Uninitialised),
                OpenContent::Value(_)
                | OpenContent::Partly { .. }
                | OpenContent::Counting { .. }
                | OpenContent::Fixed(
                    FieldContent::Shared(_)
                    | FieldContent::Partly { .. }
                    | FieldContent::Counting { .. }
                    | FieldContent::Own(_)
                    | FieldContent::Like(_)
                    | FieldContent::Link(_)
                    | FieldContent::Owned(_),
                ) => return None,
            };
            let mut start = field.start;
            for end in inner.into_iter().chain([field.end]) {
                result.push(OpenField { start, end, content: content.clone() });
                start = end;
            }
        }
        Some(result)
    };
    let (left, right) = (cut(left)?, cut(right)?);
    let same = left.len() == right.len()
        && left.iter().zip(&right).all(|(a, b)| (a.start, a.end) == (b.start, b.end));
    same.then_some((left, right))
}
