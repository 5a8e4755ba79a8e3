//! Forgetting what no execution can see any more, and noticing what it should not have forgotten.

use ir::RegisterId;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term, TermTable};
use symbolic_heap::{Block, Content, HeapRule, InstanceId, Lifetime, Region, State, is_broken};

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
}

/// Clears registers that are not live, unless they alone refer to some memory: a variable that is
/// in scope keeps its block even if it is not read again. What is passed to a callee is the callee's.
pub fn clear_dead_registers(
    terms: &TermTable,
    state: &mut State,
    live: &[RegisterId],
    arguments: &[symbolic_heap::Value],
) {
    let mut dead: Vec<(usize, symbolic_heap::Value)> = Vec::new();
    for (index, register) in state.registers.iter_mut().enumerate() {
        if live.binary_search(&RegisterId::from_index(index)).is_err()
            && let Some(value) = register.take()
        {
            dead.push((index, value));
        }
    }
    let heap = state.heap.clone();
    let matters = |reached: &symbolic_heap::reach::Reachable, value: symbolic_heap::Value| {
        let reach = heap.reachable(terms, [value.term]);
        reach.blocks.iter().any(|base| {
            !reached.blocks.contains(base)
                && heap.block(*base).is_some_and(|block| block.may_be_live() && block.region.has_nodes())
        }) || !reach.segments.is_subset(&reached.segments)
            || !reach.instances.is_subset(&reached.instances)
    };
    let passed = || arguments.iter().map(|value| value.term);
    let mut reached = heap.reachable(terms, state.roots(terms).into_iter().chain(passed()));
    for (index, value) in dead {
        if terms.as_constant(value.term).is_none() && matters(&reached, value) {
            state.registers[index] = Some(value);
            reached = heap.reachable(terms, state.roots(terms).into_iter().chain(passed()));
        }
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
    let others = state.heap.reachable(terms, kept);
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
