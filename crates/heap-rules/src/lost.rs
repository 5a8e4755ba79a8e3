//! Memory that nothing refers to any more: it is forgotten, and what should have been given back is told.

use crate::rearrange::release_elements;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term, TermTable};
use std::sync::Arc;
use symbolic_heap::reach::Reachable;
use symbolic_heap::{
    Block, Cells, Content, HeapRule, Instance, InstanceId, Lifetime, Region, Segment, State, Value, is_broken,
};

/// What of the heap no reference leads to.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Lost {
    /// Live heap blocks, and optional ones.
    pub blocks: Vec<Atom>,
    /// Positions of segments.
    pub segments: Vec<usize>,
    pub instances: Vec<InstanceId>,
}

impl Lost {
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty() && self.segments.is_empty() && self.instances.is_empty()
    }

    /// Forgets one thing of what is lost: the first block, else the first segment, else all instances.
    pub fn forget_first(&self, state: &mut State) {
        match (self.blocks.first(), self.segments.first()) {
            (Some(&base), _) => drop(forget_block(state, base)),
            (None, Some(&index)) => forget_segment(state, index),
            (None, None) => {
                self.instances.iter().for_each(|&id| drop(state.heap.remove_instance(id)));
            }
        }
    }
}

/// Goes on without a block.
pub fn forget_block(state: &mut State, base: Atom) -> Option<Arc<Block>> {
    state.heap.remove_block(base)
}

/// Goes on without a segment; later ones move up.
pub fn forget_segment(state: &mut State, index: usize) {
    state.heap.remove_segment(index);
}

/// Forgets lists in memory that ends with an activation: of them only addresses are left, which lead nowhere.
pub fn end_segments(state: &mut State, region: Region) {
    while let Some(index) = state.heap.segments().iter().position(|segment| segment.shape.region == region) {
        state.heap.remove_segment(index);
    }
}

/// Removes what nothing refers to and nobody has to give back: dead blocks, objects of the library and
/// memory from `alloca`. Lists live memory that nothing refers to.
pub fn collect(solver: &Solver, state: &mut State) -> Lost {
    let terms = &solver.terms;
    let reached = state.heap.reachable(terms, state.roots(terms));
    // What others keep, and what it leads to, is theirs.
    let kept = state.heap.blocks().filter(|block| block.is_live() && block.region == Region::Kept);
    let kept: Vec<Term> = kept.map(|block| terms.atom_term(block.base)).collect();
    let others = if kept.is_empty() { Reachable::default() } else { state.heap.reachable(terms, kept) };
    let mut lost = Lost::default();
    let mut gone = Vec::new();
    for block in state.heap.blocks() {
        if reached.blocks.contains(&block.base) {
            continue;
        }
        match (block.lifetime, block.region) {
            (Lifetime::Live | Lifetime::Optional, Region::Heap | Region::Kept)
                if others.blocks.contains(&block.base) =>
            {
                gone.push(block.base);
            }
            (Lifetime::Live | Lifetime::Optional, Region::Heap) => lost.blocks.push(block.base),
            // What its elements own is lost when it ends.
            (Lifetime::Live, Region::Alloca(_)) if has_owners(terms, block) => {}
            (Lifetime::Ended(_) | Lifetime::Reusable(_), _)
            | (Lifetime::Live, Region::Library | Region::Arguments | Region::Alloca(_)) => {
                gone.push(block.base);
            }
            (Lifetime::Live | Lifetime::Optional, _) => {}
        }
    }
    for base in gone {
        state.heap.remove_block(base);
    }
    if is_broken(solver, HeapRule::LostSegmentsUnnoticed) {
        return lost;
    }
    let instances = state.heap.instances().map(|(id, _)| id);
    lost.instances.extend(instances.filter(|id| !reached.instances.contains(id)));
    let unreached: Vec<usize> =
        (0..state.heap.segments().len()).filter(|index| !reached.segments.contains(index)).collect();
    // From the last one on, so that positions stay what they are.
    for &index in unreached.iter().rev() {
        match state.heap.segments()[index].shape.region {
            region if matches!(region, Region::Alloca(_)) || others.segments.contains(&index) => {
                state.heap.remove_segment(index);
                lost.segments.iter_mut().for_each(|later| *later -= 1);
            }
            _ => lost.segments.insert(0, index),
        }
    }
    lost
}

/// Whether a block has elements that own memory.
fn has_owners(terms: &TermTable, block: &Block) -> bool {
    block.cells.iter().any(|cell| match cell.content {
        Content::Owning(owning) => owning.owns_memory(terms),
        _ => false,
    })
}

/// All that matters of a heap when the program ends: one block, list or tree that was certainly not freed. If there is none,
/// everything that may be there: callers may know of each of them that it is not.
pub fn what_is_left(solver: &mut Solver, state: &State) -> State {
    let state = &with_elements(solver, state);
    let mut left = State::new(0);
    left.facts = state.facts.clone();
    left.held = vec![None; state.held.len()];
    let keep = |left: &mut State, base: Term| left.registers.push(Some(Value::defined(base)));
    let keep_block = |solver: &mut Solver, left: &mut State, block: &Block| {
        let cells = Cells::uniform(&mut solver.terms, block.size, Content::Unknown);
        keep(left, solver.terms.atom_term(block.base));
        left.heap.insert_block(Block { cells, ..block.clone() });
    };
    let blocks = || state.heap.blocks().filter(|block| block.region == Region::Heap);
    let segments = || state.heap.segments().iter().filter(|list| list.shape.region == Region::Heap);
    if let Some(block) = blocks().find(|block| block.is_live()) {
        keep_block(solver, &mut left, block);
        return left;
    }
    if let Some(segment) = segments().find(|segment| segment.minimum > 0) {
        keep(&mut left, segment.first);
        left.heap.push_segment(Segment::clone(segment));
        return left;
    }
    if let Some((_, instance)) = state.heap.instances().find(|(_, instance)| instance.has_nodes) {
        keep(&mut left, instance.root());
        left.heap.add_instance(Instance::clone(instance));
        return left;
    }
    for block in blocks().filter(|block| block.is_optional()) {
        keep_block(solver, &mut left, block);
    }
    for segment in segments() {
        let none = solver.terms.zero(segment.count);
        if !state.facts.proves(solver, none).is_proved() {
            keep(&mut left, segment.first);
            left.heap.push_segment(Segment::clone(segment));
        }
    }
    for (_, instance) in state.heap.instances() {
        keep(&mut left, instance.root());
        left.heap.add_instance(Instance::clone(instance));
    }
    left
}

/// The state with what elements of arrays own beside the arrays.
pub fn with_elements(solver: &mut Solver, state: &State) -> State {
    let mut state = state.clone();
    let bases: Vec<Atom> =
        state.heap.blocks().filter(|block| block.is_live()).map(|block| block.base).collect();
    for base in bases {
        release_elements(solver, &mut state, base);
    }
    state
}
