//! Reading a block as a node of a list: which shape it has.

use crate::references::{Holder, References};
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{Body, FieldContent, OwnedHeap, Shape, ShapeField};
use symbolic_heap::{Block, Content, HeapRule, Location, Region, Segment, State, Value, is_broken};

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
            bodies: vec![Body::default()],
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
        node.shape.bodies[0].fields.push(ShapeField { start, end, content });
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
                    Content::Scalar(value) if is_zero(solver, value) => FieldContent::Fill(0),
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
            let is_null = |term| solver.terms.as_constant(term) == Some(0);
            let ends_are_hidden = match segment.back {
                None => true,
                Some(ends) => {
                    let last = solver.terms.as_atom(ends.last)?;
                    is_null(ends.previous) && references.to(last).is_empty()
                }
            };
            if !ends_are_hidden || !is_null(segment.next) || references.to(first) != [holder] {
                return None;
            }
            let shape = without_parameters(solver, state, &segment)?;
            node.owned_lists.push(segment.first);
            let heap = OwnedHeap::List { shape: Arc::new(shape), minimum: segment.minimum };
            Some(FieldContent::Owned { heap: Arc::new(heap), may_be_null: segment.minimum == 0 })
        }
        _ => None,
    }
}

fn is_zero(solver: &Solver, value: Value) -> bool {
    value.is_defined() && solver.terms.as_constant(value.term) == Some(0)
}

/// The shape of a segment with its shared numbers forgotten; `None` if it shares addresses.
fn without_parameters(solver: &Solver, state: &State, segment: &Segment) -> Option<Shape> {
    if segment.parameters.iter().any(|&term| mentions_memory(solver, state, term)) {
        return None;
    }
    let mut shape = (*segment.shape).clone();
    shape.parameters = 0;
    for field in shape.bodies.iter_mut().flat_map(|body| &mut body.fields) {
        if let FieldContent::Shared(index) = field.content {
            let is_zero = solver.terms.as_constant(segment.parameters[index]) == Some(0);
            field.content = if is_zero { FieldContent::Fill(0) } else { FieldContent::Anything };
        }
    }
    Some(shape)
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
