//! Memory of callers that a precondition poses: what a function needs, and what it may be given besides.
//!
//! Each function here makes one precondition of another one; whether the function keeps its promise on it is shown
//! afterwards, by executing it. So none of them has to be sound.

use pure_logic::term::Atom;
use pure_logic::{Solver, Term, TermTable};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use symbolic_heap::{
    Block, Cell, Cells, Content, FieldContent, Instance, Lifetime, Order, PlaceTag, Region, Segment, Shape,
    State,
};

use crate::rearrange::{normalise, unfold_first};

/// Some bytes of a block that a precondition may tell something else of.
pub struct Slot {
    base: Atom,
    extent: (Term, Term),
    cells: Cells,
    range: Range<usize>,
}

impl Slot {
    /// These bytes of a block; `None` if they are not there.
    pub fn at(solver: &mut Solver, state: &State, base: Atom, (start, end): (Term, Term)) -> Option<Slot> {
        let mut cells = state.heap.block(base)?.cells.clone();
        let range = cells.isolate(solver, &state.facts, start, end).ok()?;
        Some(Slot { base, extent: (start, end), cells, range })
    }

    /// What they hold, if that is one thing.
    pub fn content(&self) -> Option<Content> {
        let [cell] = &self.cells.as_slice()[self.range.clone()] else { return None };
        Some(cell.content)
    }

    /// Puts something in their place.
    pub fn put(mut self, state: &mut State, content: Content) {
        let (start, end) = self.extent;
        self.cells.replace(self.range, Cell { start, end, content });
        set_cells(state, self.base, self.cells);
    }
}

/// Gives a block these contents.
pub fn set_cells(state: &mut State, base: Atom, cells: Cells) {
    if let Some(block) = state.heap.block_mut(base) {
        block.cells = cells;
    }
}

/// A block may hold anything.
pub fn forget_contents(terms: &mut TermTable, state: &mut State, base: Atom) {
    if let Some(block) = state.heap.block_mut(base) {
        block.cells = Cells::uniform(terms, block.size, Content::Unknown);
    }
}

/// What was never stored in a block may be anything.
pub fn with_stored_bytes(state: &mut State, base: Atom) {
    let Some(block) = state.heap.block_mut(base) else { return };
    let cells = block.cells.iter().map(|cell| match cell.content {
        Content::Uninitialised => Cell { content: Content::Unknown, ..*cell },
        _ => *cell,
    });
    block.cells = Cells::from_cells(cells.collect());
}

/// What is never stored in the nodes of segments may be anything; whether there was such a field.
pub fn with_stored_fields(state: &mut State) -> bool {
    let mut is_changed = false;
    for index in 0..state.heap.segments().len() {
        let segment = Arc::clone(&state.heap.segments()[index]);
        let mut shape = Shape::clone(&segment.shape);
        for field in shape.bodies.iter_mut().flat_map(|body| &mut body.fields) {
            if field.content == FieldContent::Uninitialised {
                field.content = FieldContent::Anything;
                is_changed = true;
            }
        }
        state.heap.replace_segment(index, Segment { shape: Arc::new(shape), ..(*segment).clone() });
    }
    is_changed
}

/// The block lies somewhere else: on the heap, say, where it was any memory of the caller.
pub fn set_region(state: &mut State, base: Atom, region: Region) {
    if let Some(block) = state.heap.block_mut(base) {
        block.region = region;
    }
}

/// All blocks of one region lie in another one.
pub fn with_region(state: &mut State, from: Region, to: Region) {
    let blocks = state.heap.blocks().filter(|block| block.region == from);
    let bases: Vec<Atom> = blocks.map(|block| block.base).collect();
    bases.into_iter().for_each(|base| set_region(state, base, to));
}

/// Cells, so many bytes later, in the place of what a block holds there.
pub fn shifted_into(
    solver: &mut Solver,
    state: &State,
    base: Atom,
    shifted: impl Iterator<Item = Cell>,
    by: i128,
) -> Option<Cells> {
    let mut cells = state.heap.block(base)?.cells.clone();
    for cell in shifted {
        let start = solver.terms.add_constant(cell.start, by);
        let end = solver.terms.add_constant(cell.end, by);
        let range = cells.isolate(solver, &state.facts, start, end).ok()?;
        cells.replace(range, Cell { start, end, content: cell.content });
    }
    Some(cells)
}

/// A block has the fields of another one, whatever they hold.
pub fn with_fields_of(state: &mut State, base: Atom, other: &Block) -> Option<()> {
    let fields = other.cells.iter().map(|cell| match cell.content {
        Content::Scalar(_) => Cell { content: Content::Unknown, ..*cell },
        _ => *cell,
    });
    let block = state.heap.block_mut(base)?;
    (block.allocated_at, block.cells) = (PlaceTag::default(), Cells::from_cells(fields.collect()));
    Some(())
}

/// A block that was taken for a node lies again where it lay before, and has no more bytes than it had; whether it is there.
pub fn restore(terms: &TermTable, state: &mut State, old: &Block) -> bool {
    let Some(block) = state.heap.block_mut(old.base) else { return false };
    block.region = old.region;
    if old.is_part() {
        block.cells = without_absent(terms, old, block);
        block.size = old.size;
    }
    true
}

/// The cells of a block that was a part before, without those bytes that were absent.
fn without_absent(terms: &TermTable, old: &Block, new: &Block) -> Cells {
    let is_absent = |cell: &Cell| match (terms.as_constant(cell.start), terms.as_constant(cell.end)) {
        (Some(start), Some(end)) => !old.has_byte_in(terms, (start, end)),
        _ => false,
    };
    let limit = terms.as_constant(old.size);
    // That other nodes have something stored there says nothing of this one.
    let is_unread = |cell: &Cell| {
        let before = old.cells.iter().find(|other| other.start == cell.start);
        before.is_some_and(|before| before.content == Content::Uninitialised)
    };
    let cells = new.cells.iter().filter(|cell| terms.as_constant(cell.start) < limit).map(|cell| Cell {
        content: match cell.content {
            _ if is_absent(cell) => Content::Absent,
            Content::Unknown if is_unread(cell) => Content::Uninitialised,
            same => same,
        },
        ..*cell
    });
    Cells::of_part(cells)
}

/// Who allocated the block is not known.
pub fn forget_place(state: &mut State, base: Atom) {
    if let Some(block) = state.heap.block_mut(base) {
        block.allocated_at = PlaceTag::default();
    }
}

/// Goes on without a block, in whose place something else is put.
pub fn take_block(state: &mut State, base: Atom) -> Option<Arc<Block>> {
    state.heap.remove_block(base)
}

/// Poses a segment.
pub fn place_segment(state: &mut State, segment: Segment) {
    state.heap.push_segment(segment);
}

/// Poses a part of a block, of which no bytes are needed yet.
pub fn place_part(state: &mut State, base: Atom, size: Term) {
    state.heap.insert_block(Block {
        base,
        size,
        region: Region::Part,
        lifetime: Lifetime::Live,
        allocated_at: PlaceTag::default(),
        stride: symbolic_heap::Stride::default(),
        cells: Cells::empty(),
    });
}

/// Poses a part as it has become.
pub fn replace_part(state: &mut State, part: Block) {
    state.heap.insert_block(part);
}

/// Leaves out those bytes of parts that another state does not need.
pub fn without_bytes_beyond(terms: &TermTable, state: &mut State, general: &State) {
    for needed in general.heap.blocks().filter(|block| block.is_part()) {
        let Some(part) = state.heap.block_mut(needed.base).filter(|block| block.is_part()) else { continue };
        let constant = |cell: &Cell| Some((terms.as_constant(cell.start)?, terms.as_constant(cell.end)?));
        let is_needed = |cell: &Cell| constant(cell).is_none_or(|extent| needed.has_byte_in(terms, extent));
        let cells = part.cells.iter().map(|cell| {
            let content = if is_needed(cell) { cell.content } else { Content::Absent };
            Cell { content, ..*cell }
        });
        part.cells = Cells::of_part(cells);
        if let Some(last) = part.cells.iter().last() {
            part.size = last.end;
        }
    }
}

/// A field that is read in one node is taken to be stored in all nodes of that size.
#[must_use]
pub fn with_equal_fields(solver: &mut Solver, mut state: State) -> State {
    let blocks: Vec<Arc<Block>> = state.heap.blocks().cloned().collect();
    for block in blocks.iter().filter(|block| block.region == Region::Heap && block.is_live()) {
        let twins = blocks.iter().filter(|other| {
            other.region == Region::Heap
                && other.is_live()
                && other.size == block.size
                && !Arc::ptr_eq(other, block)
        });
        let mut cells = block.cells.clone();
        for stored in twins.flat_map(|twin| twin.cells.iter()) {
            if matches!(stored.content, Content::Uninitialised | Content::Absent) {
                continue;
            }
            let facts = &state.facts;
            let Ok(range) = cells.isolate(solver, facts, stored.start, stored.end) else { continue };
            if let [cell] = &cells.as_slice()[range.clone()]
                && cell.content == Content::Uninitialised
            {
                cells.set_content(range.start, Content::Unknown);
            }
        }
        set_cells(&mut state, block.base, cells);
    }
    state
}

/// Segments of at least so many nodes, and of lengths of which nothing else is known.
#[must_use]
pub fn with_minimum(solver: &mut Solver, mut state: State, minimum: u64) -> Option<State> {
    let mut forgotten: BTreeSet<Atom> = BTreeSet::new();
    for segment in state.heap.segments() {
        let ends = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
        for term in [segment.first, segment.next, segment.count].into_iter().chain(ends) {
            forgotten.extend(solver.terms.as_atom(term).filter(|&atom| state.heap.block(atom).is_none()));
        }
    }
    state.facts = state.facts.project(solver, &|atom| !forgotten.contains(&atom));
    for index in 0..state.heap.segments().len() {
        let segment: Arc<Segment> = Arc::clone(&state.heap.segments()[index]);
        let count = solver.terms.fresh_variable("count");
        let least = solver.terms.constant(i128::from(minimum));
        let mut facts = vec![solver.terms.at_most(least, count)];
        let ends = segment.back.into_iter().flat_map(|ends| [ends.last, ends.previous]);
        for end in [segment.first, segment.next].into_iter().chain(ends) {
            facts.extend(segment.range_of_end(&mut solver.terms, end));
        }
        state.facts.assume_all(solver, &facts);
        // A shorter row may end with the nodes that a longer one begins with.
        let lasts = segment.order.lasts.union(segment.order.firsts);
        let order = Order { lasts, ..segment.order.clone() };
        state.heap.replace_segment(index, Segment { minimum, count, order, ..Segment::clone(&segment) });
    }
    normalise(solver, state)
}

/// In the place of the one list of a state: a list that ends in a circle.
///
/// ```text
///   list a → 0: at least n
///  ─────────────────────────────────────────────────────────────────
///   list a → c: at least 0 * c { link: x } * list x → c: at least 0
/// ```
///
/// With where the circle begins. `None` where the nodes of the list differ or are linked back.
#[must_use]
pub fn with_circle(solver: &mut Solver, state: &State) -> Option<(State, Term)> {
    let [segment] = state.heap.segments() else { return None };
    let segment = Arc::clone(segment);
    let ends_with_null = solver.terms.as_constant(segment.next) == Some(0);
    if !ends_with_null || segment.back.is_some() || segment.shape.bodies.len() != 1 {
        return None;
    }
    let mut state = state.clone();
    let forgotten = solver.terms.as_atom(segment.count);
    state.facts = state.facts.project(solver, &|atom| Some(atom) != forgotten);
    let (meeting, end) = (solver.terms.fresh_variable("meeting"), solver.terms.fresh_variable("end"));
    let (before, others) = (solver.terms.fresh_variable("count"), solver.terms.fresh_variable("count"));
    let around = solver.terms.add_constant(others, 1);
    let zero = solver.terms.constant(0);
    let mut facts = vec![solver.terms.at_most(zero, before), solver.terms.at_most(zero, others)];
    facts.extend(segment.range_of_end(&mut solver.terms, meeting));
    facts.extend(segment.range_of_end(&mut solver.terms, end));
    state.facts.assume_all(solver, &facts);
    let segment = Segment { members: Vec::new(), ..Segment::clone(&segment) };
    let stem = Segment { next: meeting, minimum: 0, count: before, ..Segment::clone(&segment) };
    let ring = Segment { first: meeting, next: end, minimum: 1, count: around, ..Segment::clone(&segment) };
    state.heap.replace_segment(0, stem);
    state.heap.push_segment(ring);
    // The row around the circle ends where it begins, so that one of its nodes is told by itself.
    let mut begun = unfold_first(solver, &state, 1).into_iter().next()?;
    let meeting = begun.heap.segments().first()?.next;
    let closed = solver.terms.equal(end, meeting);
    begun.assume(solver, closed);
    Some((normalise(solver, begun)?, meeting))
}

/// These blocks alone, with all facts: nothing outside keeps them from being folded.
pub fn alone<'a>(state: &'a State, blocks: impl Iterator<Item = &'a Arc<Block>>) -> State {
    let mut alone = State { facts: state.facts.clone(), ..State::new(0) };
    for block in blocks {
        alone.heap.insert_block(Block::clone(block));
    }
    alone
}

/// In the place of some blocks: the trees that they were folded to.
pub fn replace_by_trees(state: &mut State, alone: &State, folded: &State) {
    for block in alone.heap.blocks() {
        state.heap.remove_block(block.base);
    }
    for (_, instance) in folded.heap.instances() {
        state.heap.add_instance(Instance::clone(instance));
    }
}

/// All trees may have no nodes; the roots of which nothing is known any more.
pub fn with_possibly_empty_trees(solver: &Solver, state: &mut State) -> BTreeSet<Atom> {
    let instances: Vec<_> =
        state.heap.instances().map(|(id, instance)| (id, Instance::clone(instance))).collect();
    let mut roots = BTreeSet::new();
    for (id, instance) in instances {
        roots.extend(solver.terms.as_atom(instance.root()));
        state.heap.replace_instance(id, Instance { has_nodes: false, ..instance });
    }
    roots
}
