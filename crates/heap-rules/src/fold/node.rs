//! Reading a block as a node of a list: which shape it has.

use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{FieldContent, OwnedHeap, Shape, ShapeField};
use symbolic_heap::{Block, Content, HeapRule, Location, Region, State, Value, is_broken};

/// Where the links of a node are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodePattern {
    pub entry: u64,
    pub link: u64,
    pub back: Option<u64>,
    pub link_bytes: u64,
}

/// A block read as a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub base: Atom,
    pub shape: Shape,
    /// What the fields of kind `Shared` hold, in order.
    pub parameters: Vec<Term>,
    pub link: Term,
    pub back: Option<Term>,
    /// Blocks that the node owns and that vanish into it.
    pub owned_blocks: Vec<Atom>,
    /// Entry variables of lists that the node owns and that vanish into it.
    pub owned_lists: Vec<Term>,
}

/// Describes a live heap block of constant size as a node with links at the given places.
pub fn describe_node(
    solver: &mut Solver,
    state: &State,
    references: &References,
    base: Atom,
    pattern: NodePattern,
) -> Option<Node> {
    let block = state.heap.block(base)?;
    if !block.is_live() || block.region != Region::Heap {
        return None;
    }
    let node_size = constant(solver, block.size)?;
    let mut node = Node {
        base,
        shape: Shape {
            node_size,
            entry: pattern.entry,
            link: pattern.link,
            back: pattern.back,
            link_bytes: pattern.link_bytes,
            fields: Vec::new(),
            parameters: 0,
        },
        parameters: Vec::new(),
        link: block.size,
        back: None,
        owned_blocks: Vec::new(),
        owned_lists: Vec::new(),
    };
    let (mut has_link, mut has_back) = (false, pattern.back.is_none());
    for (index, cell) in block.cells.iter().enumerate() {
        let (start, end) = (constant(solver, cell.start)?, constant(solver, cell.end)?);
        if start == end {
            continue;
        }
        let link_at = |offset: u64| start == offset && end == offset + pattern.link_bytes;
        if link_at(pattern.link) || pattern.back.is_some_and(link_at) {
            let word = word_of(solver, cell.content)?;
            if link_at(pattern.link) {
                node.link = word;
                has_link = true;
            } else {
                node.back = Some(word);
                has_back = true;
            }
            continue;
        }
        let holder = Holder::Cell(base, index);
        let content = describe_field(solver, state, references, &mut node, holder, cell.content)?;
        node.shape.fields.push(ShapeField { start, end, content });
    }
    node.shape.parameters = node.parameters.len();
    (has_link && has_back).then_some(node)
}

/// The defined word that a content is, if it is one.
fn word_of(solver: &mut Solver, content: Content) -> Option<Term> {
    match content {
        Content::Scalar(value) if value.is_defined() => Some(value.term),
        Content::Fill(0) => Some(solver.terms.constant(0)),
        _ => None,
    }
}

pub(crate) fn constant(solver: &Solver, term: Term) -> Option<u64> {
    solver.terms.as_constant(term).and_then(|number| u64::try_from(number).ok())
}

fn describe_field(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &mut Node,
    holder: Holder,
    content: Content,
) -> Option<FieldContent> {
    let value = match content {
        Content::Uninitialised => return Some(FieldContent::Uninitialised),
        Content::Fill(byte) => return Some(FieldContent::Fill(byte)),
        Content::Unknown => return Some(FieldContent::Anything),
        Content::Scalar(value) => value,
    };
    if !mentions_memory(solver, state, value.term) {
        if !value.is_defined() {
            return Some(FieldContent::Uninitialised);
        }
        node.parameters.push(value.term);
        return Some(FieldContent::Shared(node.parameters.len() - 1));
    }
    if !value.is_defined() {
        return None;
    }
    let own = solver.terms.atom_term(node.base);
    let distance = solver.terms.subtract(value.term, own);
    if let Some(distance) = solver.terms.as_constant(distance) {
        return i64::try_from(distance).ok().map(FieldContent::Own);
    }
    if let Some(owned) = describe_owned(solver, state, references, node, holder, value) {
        if is_broken(solver, HeapRule::FoldForgetsOwned) {
            return Some(FieldContent::Anything);
        }
        return Some(owned);
    }
    node.parameters.push(value.term);
    Some(FieldContent::Shared(node.parameters.len() - 1))
}

/// Something that only this field refers to: a block without pointers of its own, or a whole list.
fn describe_owned(
    solver: &mut Solver,
    state: &State,
    references: &References,
    node: &mut Node,
    holder: Holder,
    value: Value,
) -> Option<FieldContent> {
    match state.heap.locate(&mut solver.terms, value.term) {
        Location::Block { base, offset } => {
            let block: Arc<Block> = Arc::clone(state.heap.block(base)?);
            if !block.is_live() || block.region != Region::Heap || references.to(base) != [holder] {
                return None;
            }
            let (size, entry) = (constant(solver, block.size)?, constant(solver, offset)?);
            let mut fields = Vec::new();
            for cell in block.cells.iter() {
                let (start, end) = (constant(solver, cell.start)?, constant(solver, cell.end)?);
                let content = match cell.content {
                    Content::Uninitialised => FieldContent::Uninitialised,
                    Content::Fill(byte) => FieldContent::Fill(byte),
                    Content::Unknown => FieldContent::Anything,
                    Content::Scalar(value) if mentions_memory(solver, state, value.term) => return None,
                    Content::Scalar(value) if value.is_defined() => FieldContent::Anything,
                    Content::Scalar(_) => FieldContent::Uninitialised,
                };
                fields.push(ShapeField { start, end, content });
            }
            node.owned_blocks.push(base);
            let heap = Arc::new(OwnedHeap::Block { size, entry, fields });
            Some(FieldContent::Owned { heap, may_be_null: false })
        }
        Location::FirstNode { segment, distance: 0 } => {
            let segment = Arc::clone(&state.heap.segments()[segment]);
            let first = solver.terms.as_atom(segment.first)?;
            let is_simple = segment.back.is_none()
                && segment.parameters.is_empty()
                && solver.terms.as_constant(segment.next) == Some(0)
                && references.to(first) == [holder];
            if !is_simple {
                return None;
            }
            node.owned_lists.push(segment.first);
            let heap = OwnedHeap::List { shape: Arc::clone(&segment.shape), minimum: segment.minimum };
            Some(FieldContent::Owned { heap: Arc::new(heap), may_be_null: segment.minimum == 0 })
        }
        _ => None,
    }
}

/// Whether a term is computed from the address of a block or the end of a segment.
pub(crate) fn mentions_memory(solver: &Solver, state: &State, term: Term) -> bool {
    let mut found = false;
    solver.terms.for_each_atom(term, &mut |atom| {
        found |= state.heap.block(atom).is_some()
            || state.heap.segments().iter().any(|segment| {
                solver.terms.mentions(segment.first, atom)
                    || segment.back.is_some_and(|ends| solver.terms.mentions(ends.last, atom))
            });
    });
    found
}

/// One shape for two: the fields that agree stay, data that differs becomes anything.
/// Returns the shape, and the values of its parameters from those of both sides.
pub fn unify_shapes(
    solver: &mut Solver,
    left: (&Shape, &[Term]),
    right: (&Shape, &[Term]),
    is_plain: &mut dyn FnMut(&mut Solver, Term) -> bool,
) -> Option<(Shape, Vec<Term>)> {
    let (a, b) = (left.0, right.0);
    if (a.node_size, a.entry, a.link, a.back, a.link_bytes)
        != (b.node_size, b.entry, b.link, b.back, b.link_bytes)
    {
        return None;
    }
    let (a_fields, b_fields) = align_fields(&a.fields, &b.fields)?;
    let mut parameters = Vec::new();
    let mut fields = Vec::new();
    for (x, y) in a_fields.iter().zip(&b_fields) {
        let content = match (&x.content, &y.content) {
            (FieldContent::Shared(i), FieldContent::Shared(j)) => {
                let (first, second) = (left.1[*i], right.1[*j]);
                if first == second || is_broken(solver, HeapRule::FoldKeepsLeftData) {
                    parameters.push(first);
                    FieldContent::Shared(parameters.len() - 1)
                } else if is_plain(solver, first) && is_plain(solver, second) {
                    FieldContent::Anything
                } else {
                    return None;
                }
            }
            (FieldContent::Shared(i), other) | (other, FieldContent::Shared(i)) => {
                let value =
                    if matches!(x.content, FieldContent::Shared(_)) { left.1[*i] } else { right.1[*i] };
                unify_with_value(solver, value, other, is_plain)?
            }
            (first, second) => unify_contents(first, second)?,
        };
        fields.push(ShapeField { content, ..x.clone() });
    }
    let parameter_count = parameters.len();
    Some((Shape { fields, parameters: parameter_count, ..a.clone() }, parameters))
}

/// Both rows of fields, cut at the same places.
pub(crate) fn align_fields(
    left: &[ShapeField],
    right: &[ShapeField],
) -> Option<(Vec<ShapeField>, Vec<ShapeField>)> {
    let cuts = |fields: &[ShapeField]| fields.iter().flat_map(|f| [f.start, f.end]).collect::<Vec<_>>();
    let mut all: Vec<u64> = cuts(left).into_iter().chain(cuts(right)).collect();
    all.sort_unstable();
    all.dedup();
    let cut = |fields: &[ShapeField]| -> Option<Vec<ShapeField>> {
        let mut result = Vec::new();
        for field in fields {
            let inner: Vec<u64> =
                all.iter().copied().filter(|&cut| cut > field.start && cut < field.end).collect();
            if inner.is_empty() {
                result.push(field.clone());
                continue;
            }
            let content = match &field.content {
                same @ (FieldContent::Uninitialised | FieldContent::Fill(_) | FieldContent::Anything) => {
                    same.clone()
                }
                // Half of a word is a number like any other.
                FieldContent::Shared(_) | FieldContent::Own(_) | FieldContent::Owned { .. } => return None,
            };
            let mut start = field.start;
            for end in inner.into_iter().chain([field.end]) {
                result.push(ShapeField { start, end, content: content.clone() });
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

/// A field that holds a number here and something else there.
pub(crate) fn unify_with_value(
    solver: &mut Solver,
    value: Term,
    other: &FieldContent,
    is_plain: &mut dyn FnMut(&mut Solver, Term) -> bool,
) -> Option<FieldContent> {
    if !is_plain(solver, value) {
        return None;
    }
    let is_null = solver.terms.as_constant(value) == Some(0);
    match other {
        FieldContent::Uninitialised if is_broken(solver, HeapRule::FoldForgetsUninitialised) => {
            Some(FieldContent::Anything)
        }
        FieldContent::Uninitialised => Some(FieldContent::Uninitialised),
        FieldContent::Fill(0) if is_null => Some(FieldContent::Fill(0)),
        FieldContent::Fill(_) | FieldContent::Anything => Some(FieldContent::Anything),
        FieldContent::Owned { heap, .. } if is_null => match &**heap {
            OwnedHeap::List { shape, .. } => {
                let heap = Arc::new(OwnedHeap::List { shape: Arc::clone(shape), minimum: 0 });
                Some(FieldContent::Owned { heap, may_be_null: true })
            }
            OwnedHeap::Block { .. } | OwnedHeap::Ring { .. } => None,
        },
        FieldContent::Shared(_) | FieldContent::Own(_) | FieldContent::Owned { .. } => None,
    }
}

pub(crate) fn unify_contents(left: &FieldContent, right: &FieldContent) -> Option<FieldContent> {
    if left == right {
        return Some(left.clone());
    }
    match (left, right) {
        (FieldContent::Uninitialised, FieldContent::Fill(_) | FieldContent::Anything)
        | (FieldContent::Fill(_) | FieldContent::Anything, FieldContent::Uninitialised) => {
            Some(FieldContent::Uninitialised)
        }
        (FieldContent::Fill(_) | FieldContent::Anything, FieldContent::Fill(_) | FieldContent::Anything) => {
            Some(FieldContent::Anything)
        }
        (FieldContent::Owned { heap, .. }, FieldContent::Fill(0))
        | (FieldContent::Fill(0), FieldContent::Owned { heap, .. }) => match &**heap {
            OwnedHeap::List { shape, .. } => Some(FieldContent::Owned {
                heap: Arc::new(OwnedHeap::List { shape: Arc::clone(shape), minimum: 0 }),
                may_be_null: true,
            }),
            OwnedHeap::Block { .. } | OwnedHeap::Ring { .. } => None,
        },
        (FieldContent::Owned { heap: a, .. }, FieldContent::Owned { heap: b, .. }) => match (&**a, &**b) {
            (OwnedHeap::List { shape: s, minimum: m }, OwnedHeap::List { shape: t, minimum: n })
                if s == t =>
            {
                let minimum = *m.min(n);
                let heap = Arc::new(OwnedHeap::List { shape: Arc::clone(s), minimum });
                Some(FieldContent::Owned { heap, may_be_null: minimum == 0 })
            }
            (
                OwnedHeap::Block { size, entry, fields: f },
                OwnedHeap::Block { size: other_size, entry: other_entry, fields: g },
            ) if (size, entry) == (other_size, other_entry) => {
                let (f, g) = align_fields(f, g)?;
                let fields = f
                    .iter()
                    .zip(&g)
                    .map(|(x, y)| {
                        Some(ShapeField { content: unify_contents(&x.content, &y.content)?, ..x.clone() })
                    })
                    .collect::<Option<Vec<_>>>()?;
                let heap = Arc::new(OwnedHeap::Block { size: *size, entry: *entry, fields });
                Some(FieldContent::Owned { heap, may_be_null: false })
            }
            _ => None,
        },
        _ => None,
    }
}
