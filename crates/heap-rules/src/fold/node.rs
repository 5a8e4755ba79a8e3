//! Reading a block as a node of a list: which shape it has.

use crate::references::{Holder, References};
use pure_logic::term::{Atom, AtomKind};
use pure_logic::{Solver, Term};
use std::sync::Arc;
use symbolic_heap::shape::{Body, FieldContent, OwnedHeap, Shape, ShapeField};
use symbolic_heap::{Block, Cell, Content, HeapRule, Location, Region, Segment, State, Value, is_broken};

/// How deep blocks own blocks inside one node.
const MAXIMAL_NESTING: usize = 3;

/// Where the links of a node are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodePattern {
    pub entry: u64,
    pub back_entry: u64,
    pub link: u64,
    pub back: Option<u64>,
    pub link_bytes: u64,
}

impl NodePattern {
    pub fn of(shape: &Shape) -> NodePattern {
        NodePattern {
            entry: shape.entry,
            back_entry: shape.back_entry,
            link: shape.link,
            back: shape.back,
            link_bytes: shape.link_bytes,
        }
    }
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
            back_entry: pattern.back_entry,
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
    let mut description = Description { solver, state, references, owned: Owned::default() };
    let mut ring_ends: Vec<usize> = Vec::new();
    for (index, cell) in block.cells.iter().enumerate() {
        let (start, end) = description.extent(cell)?;
        if start == end || ring_ends.contains(&index) {
            continue;
        }
        let link_at = |offset: u64| start == offset && end == offset + pattern.link_bytes;
        if link_at(pattern.link) || pattern.back.is_some_and(link_at) {
            let word = word_of(description.solver, cell.content)?;
            if link_at(pattern.link) {
                node.link = word;
                has_link = true;
            } else {
                node.back = Some(word);
                has_back = true;
            }
            continue;
        }
        if let Some((content, last)) = description.ring(block, index, start) {
            ring_ends.extend(last);
            node.shape.bodies[0].fields.retain(|field| {
                !ring_ends.iter().any(|&end| description.starts_at(block, end) == Some(field.start))
            });
            node.shape.bodies[0].fields.push(ShapeField { start, end, content });
            continue;
        }
        let content = description.field(&mut node, index, cell.content)?;
        node.shape.bodies[0].fields.push(ShapeField { start, end, content });
    }
    node.owned_blocks = description.owned.blocks;
    node.owned_lists = description.owned.lists;
    node.shape.parameters = node.parameters.len();
    (has_link && has_back).then_some(node)
}

/// What vanishes into a node.
#[derive(Clone, Default)]
struct Owned {
    blocks: Vec<Atom>,
    lists: Vec<Term>,
}

/// A node being described.
struct Description<'a> {
    solver: &'a mut Solver,
    state: &'a State,
    references: &'a References,
    owned: Owned,
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

impl Description<'_> {
    fn extent(&self, cell: &Cell) -> Option<(u64, u64)> {
        Some((constant(self.solver, cell.start)?, constant(self.solver, cell.end)?))
    }

    fn starts_at(&self, block: &Block, index: usize) -> Option<u64> {
        constant(self.solver, block.cells.as_slice().get(index)?.start)
    }

    fn field(&mut self, node: &mut Node, index: usize, content: Content) -> Option<FieldContent> {
        let value = match content {
            Content::Uninitialised => return Some(FieldContent::Uninitialised),
            Content::Fill(byte) => return Some(FieldContent::Fill(byte)),
            Content::Unknown => return Some(FieldContent::Anything),
            Content::Absent => return None,
            Content::Scalar(value) => value,
        };
        if !mentions_memory(self.solver, self.state, value.term) {
            if !value.is_defined() {
                return Some(FieldContent::Uninitialised);
            }
            let term = self.decided_flag(value.term).unwrap_or(value.term);
            node.parameters.push(term);
            return Some(FieldContent::Shared(node.parameters.len() - 1));
        }
        if !value.is_defined() {
            return None;
        }
        if let Some(distance) = self.own_distance(node.base, value.term) {
            return Some(FieldContent::Own(distance));
        }
        if let Some(owned) = self.owned(Holder::Cell(node.base, index), value, 0) {
            if is_broken(self.solver, HeapRule::FoldForgetsOwned) {
                return Some(FieldContent::Anything);
            }
            return Some(owned);
        }
        node.parameters.push(value.term);
        Some(FieldContent::Shared(node.parameters.len() - 1))
    }

    /// What a truth value is, if the facts decide it: a flag that was tested is a constant.
    fn decided_flag(&mut self, term: Term) -> Option<Term> {
        let atom = self.solver.terms.as_atom(term)?;
        if !matches!(self.solver.terms.kind(atom), AtomKind::Truth(_)) {
            return None;
        }
        let flags = [0, 1].map(|number| self.solver.terms.constant(number));
        flags.into_iter().find(|&flag| self.state.facts.equal(self.solver, term, flag).is_proved())
    }

    /// How far an address lies from the base of the block that holds it.
    fn own_distance(&mut self, base: Atom, address: Term) -> Option<i64> {
        let own = self.solver.terms.atom_term(base);
        i64::try_from(self.solver.terms.constant_difference(address, own)?).ok()
    }

    /// Something that only one field refers to: a block, a whole list, or a block that has ended.
    fn owned(&mut self, holder: Holder, value: Value, nesting: usize) -> Option<FieldContent> {
        let before = self.owned.clone();
        let owned = match self.state.heap.locate(&mut self.solver.terms, value.term) {
            Location::Block { base, offset } => self.owned_block(holder, base, offset, nesting),
            Location::FirstNode { segment, distance: 0 } => {
                let segment = Arc::clone(&self.state.heap.segments()[segment]);
                self.owned_list(holder, &segment, segment.first)
            }
            Location::LastNode { segment, distance: 0 } => {
                let segment = Arc::clone(&self.state.heap.segments()[segment]);
                let reversed = segment.reversed()?;
                self.owned_list(holder, &reversed, segment.first)
            }
            _ => None,
        };
        if owned.is_none() {
            self.owned = before;
        }
        owned
    }

    fn owned_block(
        &mut self,
        holder: Holder,
        base: Atom,
        offset: Term,
        nesting: usize,
    ) -> Option<FieldContent> {
        let block: Arc<Block> = Arc::clone(self.state.heap.block(base)?);
        if block.region != Region::Heap || self.references.to(base) != [holder] || nesting > MAXIMAL_NESTING {
            return None;
        }
        let (size, entry) = (constant(self.solver, block.size)?, constant(self.solver, offset)?);
        self.owned.blocks.push(base);
        if !block.is_live() {
            let heap = Arc::new(OwnedHeap::Ended { size, entry });
            return Some(FieldContent::Owned { heap, may_be_null: false });
        }
        let mut fields = Vec::new();
        for (index, cell) in block.cells.iter().enumerate() {
            let (start, end) = self.extent(cell)?;
            let content = match cell.content {
                Content::Uninitialised => FieldContent::Uninitialised,
                Content::Fill(byte) => FieldContent::Fill(byte),
                Content::Unknown => FieldContent::Anything,
                Content::Absent => return None,
                Content::Scalar(value) if mentions_memory(self.solver, self.state, value.term) => {
                    if !value.is_defined() {
                        return None;
                    }
                    match self.own_distance(base, value.term) {
                        Some(distance) => FieldContent::Own(distance),
                        None => self.owned(Holder::Cell(base, index), value, nesting + 1)?,
                    }
                }
                Content::Scalar(value) if is_zero(self.solver, value) => FieldContent::Fill(0),
                Content::Scalar(value) if value.is_defined() => FieldContent::Anything,
                Content::Scalar(_) => FieldContent::Uninitialised,
            };
            fields.push(ShapeField { start, end, content });
        }
        let heap = Arc::new(OwnedHeap::Block { size, entry, fields });
        Some(FieldContent::Owned { heap, may_be_null: false })
    }

    /// A whole list, in the direction in which it is read from its holder; `first_in_heap` is where
    /// it begins in the heap's own direction.
    fn owned_list(&mut self, holder: Holder, segment: &Segment, first_in_heap: Term) -> Option<FieldContent> {
        if segment.shape.turn() != 0 {
            return None;
        }
        let first = self.solver.terms.as_atom(segment.first)?;
        let is_null = |term| self.solver.terms.as_constant(term) == Some(0);
        let ends_are_hidden = match segment.back {
            None => true,
            Some(ends) => {
                let last = self.solver.terms.as_atom(ends.last)?;
                is_null(ends.previous) && self.references.to(last).is_empty()
            }
        };
        if !ends_are_hidden || !is_null(segment.next) || self.references.to(first) != [holder] {
            return None;
        }
        let shape = without_parameters(self.solver, self.state, segment)?;
        self.owned.lists.push(first_in_heap);
        let heap = OwnedHeap::List { shape: Arc::new(shape), minimum: segment.minimum };
        Some(FieldContent::Owned { heap: Arc::new(heap), may_be_null: segment.minimum == 0 })
    }

    /// A cell that is the head of a ring of which all else is a segment; and the position of the
    /// cell that holds the ring's last node.
    fn ring(&mut self, block: &Block, index: usize, start: u64) -> Option<(FieldContent, Option<usize>)> {
        let Content::Scalar(value) = block.cells.as_slice().get(index)?.content else { return None };
        let located = self.state.heap.locate(&mut self.solver.terms, value.term);
        let Location::FirstNode { segment, distance: 0 } = located else { return None };
        let segment = Arc::clone(&self.state.heap.segments()[segment]);
        let own = self.solver.terms.atom_term(block.base);
        let head = self.solver.terms.add_constant(own, i128::from(start));
        let first = self.solver.terms.as_atom(segment.first)?;
        let holder = Holder::Cell(block.base, index);
        if segment.next != head || self.references.to(first) != [holder] || segment.shape.turn() != 0 {
            return None;
        }
        let (last, back) = match segment.back {
            None => (None, None),
            Some(ends) => {
                let held = |cell: &Cell| cell.content == Content::Scalar(Value::defined(ends.last));
                let position = block.cells.iter().position(held)?;
                let last = self.solver.terms.as_atom(ends.last)?;
                let is_hidden = self.references.to(last) == [Holder::Cell(block.base, position)];
                let distance = self.starts_at(block, position)?.checked_sub(start)?;
                if ends.previous != head || !is_hidden {
                    return None;
                }
                (Some(position), Some(distance))
            }
        };
        let shape = Arc::new(without_parameters(self.solver, self.state, &segment)?);
        self.owned.lists.push(segment.first);
        let heap = Arc::new(OwnedHeap::Ring { shape, minimum: segment.minimum, back });
        Some((FieldContent::Owned { heap, may_be_null: false }, last))
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
