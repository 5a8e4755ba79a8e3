//! All small memories of a given build, on which the laws of the rules are checked.
//!
//! Memories that differ only in the order of their addresses are made once: a pointer leads to a
//! block that was already reached, or to the one new block. So every block is reached from the
//! registers or from a root block.

use crate::block::Region;
use crate::satisfy::{ConcreteBlock, ConcreteHeap, Word};
use pure_logic::term::Atom;

/// What the memories are made of.
#[derive(Clone, Debug)]
pub struct World {
    pub kinds: Vec<BlockKind>,
    /// What the registers hold.
    pub registers: Vec<Slot>,
    /// Blocks that are always there: their kind, their region and their name.
    pub roots: Vec<Root>,
    /// The largest number of heap blocks.
    pub maximal_blocks: usize,
}

/// Blocks of one build.
#[derive(Clone, Debug)]
pub struct BlockKind {
    pub size: usize,
    /// Bytes outside of the slots are never stored.
    pub slots: Vec<Slot>,
}

#[derive(Clone, Debug)]
pub struct Root {
    pub kind: usize,
    pub region: Region,
    /// The variable that stands for the address, if it is a name of the program.
    pub name: Option<Atom>,
}

/// A word in a block (or a register, where the offset does not matter).
#[derive(Clone, Debug)]
pub struct Slot {
    pub offset: usize,
    pub bytes: usize,
    pub choice: Choice,
}

/// What a word may hold.
#[derive(Clone, Debug)]
pub enum Choice {
    /// One of these; `None` for nothing stored.
    Number(Vec<Option<u64>>),
    /// Null, or an address at this offset inside a block of this kind.
    Pointer(Vec<(usize, u64)>),
    /// As `Pointer`, or one.
    Tagged(Vec<(usize, u64)>),
    /// As `Tagged`; addresses are told by their distance from the block that holds the word.
    Distance(Vec<(usize, u64)>),
}

impl World {
    /// Calls `visit` for every memory of the world.
    pub fn for_each(&self, visit: &mut dyn FnMut(ConcreteHeap)) {
        let mut partial = Partial { blocks: Vec::new(), slots: Vec::new(), values: Vec::new() };
        partial.slots.extend(self.registers.iter().map(|slot| (None, slot.clone())));
        for root in &self.roots {
            partial.add_block(self, root.kind);
        }
        self.fill(&mut partial, visit);
    }

    /// All memories of the world.
    pub fn memories(&self) -> Vec<ConcreteHeap> {
        let mut memories = Vec::new();
        self.for_each(&mut |memory| memories.push(memory));
        memories
    }

    fn fill(&self, partial: &mut Partial, visit: &mut dyn FnMut(ConcreteHeap)) {
        let Some((holder, slot)) = partial.slots.get(partial.values.len()).cloned() else {
            visit(self.memory(partial));
            return;
        };
        match &slot.choice {
            Choice::Number(numbers) => {
                for number in numbers {
                    self.choose(partial, *number, visit);
                }
            }
            Choice::Pointer(targets) | Choice::Tagged(targets) | Choice::Distance(targets) => {
                let is_distance = matches!(slot.choice, Choice::Distance(_));
                let origin = holder.filter(|_| is_distance).map_or(0, address);
                let word = |index: usize, offset: u64| Some((address(index) + offset).wrapping_sub(origin));
                self.choose(partial, Some(0), visit);
                if !matches!(slot.choice, Choice::Pointer(_)) {
                    self.choose(partial, Some(1), visit);
                }
                for &(kind, offset) in targets {
                    for index in 0..partial.blocks.len() {
                        if partial.blocks[index] == kind {
                            self.choose(partial, word(index, offset), visit);
                        }
                    }
                    if partial.blocks.len() < self.roots.len() + self.maximal_blocks {
                        let (blocks, slots) = (partial.blocks.len(), partial.slots.len());
                        partial.add_block(self, kind);
                        self.choose(partial, word(blocks, offset), visit);
                        partial.blocks.truncate(blocks);
                        partial.slots.truncate(slots);
                    }
                }
            }
        }
    }

    fn choose(&self, partial: &mut Partial, value: Option<u64>, visit: &mut dyn FnMut(ConcreteHeap)) {
        partial.values.push(value);
        self.fill(partial, visit);
        partial.values.pop();
    }

    fn memory(&self, partial: &Partial) -> ConcreteHeap {
        let mut memory = ConcreteHeap::default();
        let mut blocks: Vec<ConcreteBlock> = partial
            .blocks
            .iter()
            .enumerate()
            .map(|(index, &kind)| ConcreteBlock {
                region: self.roots.get(index).map_or(Region::Heap, |root| root.region),
                ..ConcreteBlock::heap(self.kinds[kind].size)
            })
            .collect();
        for ((block, slot), value) in partial.slots.iter().zip(&partial.values) {
            match (block, value) {
                (Some(block), Some(value)) => blocks[*block].store(slot.offset, slot.bytes, *value),
                (Some(_), None) => {}
                (None, value) => memory.registers.push(value.map(|value| Word {
                    bits: u128::from(value),
                    width: 8 * u32::try_from(slot.bytes).unwrap_or(8),
                    undefined: 0,
                })),
            }
        }
        for (index, root) in self.roots.iter().enumerate() {
            memory.names.extend(root.name.map(|name| (name, address(index))));
        }
        memory.blocks =
            blocks.into_iter().enumerate().map(|(index, block)| (address(index), block)).collect();
        memory
    }
}

/// A memory under construction.
struct Partial {
    /// The kinds of the blocks that were reached.
    blocks: Vec<usize>,
    /// All words to be filled, in the order in which they were reached; with the block they are in.
    slots: Vec<(Option<usize>, Slot)>,
    /// INVARIANT: not longer than `slots`.
    values: Vec<Option<u64>>,
}

impl Partial {
    fn add_block(&mut self, world: &World, kind: usize) {
        let index = self.blocks.len();
        self.blocks.push(kind);
        self.slots.extend(world.kinds[kind].slots.iter().map(|slot| (Some(index), slot.clone())));
    }
}

/// Where the block of this number lies; aligned for every type.
fn address(index: usize) -> u64 {
    0x1000 * (index as u64 + 1)
}

impl Slot {
    /// A pointer of eight bytes.
    pub fn pointer(offset: usize, targets: &[(usize, u64)]) -> Slot {
        Slot { offset, bytes: 8, choice: Choice::Pointer(targets.to_vec()) }
    }

    /// A number that is always stored.
    pub fn number(offset: usize, bytes: usize, values: &[u64]) -> Slot {
        Slot { offset, bytes, choice: Choice::Number(values.iter().map(|value| Some(*value)).collect()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn list_world(maximal_blocks: usize) -> World {
        World {
            kinds: vec![BlockKind { size: 8, slots: vec![Slot::pointer(0, &[(0, 0)])] }],
            registers: vec![Slot::pointer(0, &[(0, 0)])],
            roots: Vec::new(),
            maximal_blocks,
        }
    }

    #[test]
    fn memories_are_made_once_up_to_the_order_of_addresses() {
        // Null; for n blocks in a row, the last points to null or to one of the n.
        assert_eq!(list_world(4).memories().len(), 1 + 2 + 3 + 4 + 5);
        let memories = list_world(3).memories();
        let texts: BTreeSet<String> = memories.iter().map(|memory| format!("{memory:?}")).collect();
        assert_eq!(texts.len(), memories.len());
    }

    #[test]
    fn every_pointer_leads_to_a_block_or_is_null() {
        list_world(3).for_each(&mut |memory| {
            for block in memory.blocks.values() {
                let link = block.defined_word(0, 8).expect("the link is stored").bits;
                assert!(link == 0 || memory.blocks.contains_key(&(link as u64)));
            }
        });
    }
}
