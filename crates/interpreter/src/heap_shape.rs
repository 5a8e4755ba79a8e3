//! What the heap looks like, whatever its addresses and numbers are.

use crate::machine::{Activation, Machine};
use crate::memory::BlockKind;
use crate::value::Provenance;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Stands for a pointer to memory that has ended.
const DANGLING: u32 = u32::MAX;

/// Stands for a block that was not met yet.
const NOT_MET: u32 = u32::MAX;

/// Memory for looks at heaps, kept from one look to the next.
#[derive(Default)]
pub struct HeapLook {
    /// For each slot of memory, which of the blocks that were met it is.
    ///
    /// INVARIANT: between two looks, none was met.
    numbers: Vec<u32>,
    /// Slots of heap blocks in the order in which they were met.
    queue: Vec<u32>,
    /// How many blocks were met, in all looks together.
    pub work: u64,
}

impl Machine<'_> {
    /// A number that is the same for memories in which heap blocks of the same sizes refer to each other in
    /// the same way, seen from registers, locals and globals; for others it is another one, most probably.
    /// What the blocks hold besides pointers does not count. Blocks beyond the first `most` are not looked at.
    pub fn heap_fingerprint(&self, look: &mut HeapLook, most: usize) -> u64 {
        if look.numbers.len() < self.memory.slot_count() {
            look.numbers.resize(self.memory.slot_count(), NOT_MET);
        }
        let mut walk = Walk { machine: self, look, most };
        let mut hash = FxHasher::default();
        for activation in &self.activations {
            let Activation::Code(frame) = activation else { continue };
            for &cell in frame.code.cells.iter() {
                let provenance = self.values[frame.base + cell as usize].provenance;
                // A register that nobody reads any more may hold what has ended.
                if let Some(number) = walk.number(provenance).filter(|&number| number != DANGLING) {
                    hash.write_u32(number);
                }
            }
        }
        for slot in self.memory.slots_of_variables() {
            if self.memory.blocks[slot as usize].is_alive() {
                walk.hash_pointers(slot, &mut hash);
            }
        }
        let mut next = 0;
        while let Some(&slot) = walk.look.queue.get(next) {
            next += 1;
            hash.write_u64(self.memory.info_of_slot(slot).size);
            walk.hash_pointers(slot, &mut hash);
        }
        look.work += look.queue.len() as u64;
        for slot in look.queue.drain(..) {
            look.numbers[slot as usize] = NOT_MET;
        }
        hash.finish()
    }
}

/// Heap blocks in the order in which they are met.
struct Walk<'m, 'a, 'l> {
    machine: &'m Machine<'a>,
    look: &'l mut HeapLook,
    most: usize,
}

impl Walk<'_, '_, '_> {
    /// The number of the heap block that a pointer leads to.
    fn number(&mut self, provenance: Provenance) -> Option<u32> {
        let memory = &self.machine.memory;
        if provenance.is_none() || memory.info(provenance).is_none_or(|info| info.kind != BlockKind::Heap) {
            return None;
        }
        if memory.block(provenance).is_none() {
            return Some(DANGLING);
        }
        let HeapLook { numbers, queue, .. } = &mut *self.look;
        let number = &mut numbers[provenance.slot as usize];
        if *number != NOT_MET {
            return Some(*number);
        }
        if queue.len() >= self.most {
            return None;
        }
        *number = queue.len() as u32;
        queue.push(provenance.slot);
        Some(*number)
    }

    fn hash_pointers(&mut self, slot: u32, hash: &mut FxHasher) {
        let machine = self.machine;
        let Some(pointers) = &machine.memory.blocks[slot as usize].pointers else { return };
        for (offset, provenance) in pointers.pointers() {
            if let Some(number) = self.number(provenance) {
                hash.write_usize(offset);
                hash.write_u32(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::value::Value;

    /// A heap of blocks of 16 bytes, of which some hold the addresses of others, behind one block on the stack.
    fn fingerprint(filler: u64, links: &[(usize, usize)]) -> u64 {
        let module = ir::Module::new(source::DataModel::Lp64);
        let mut machine = Machine::new(&module, Options::default()).expect("an empty program starts");
        machine.allocate(BlockKind::Heap, filler, 16).expect("there is room");
        let root = machine.allocate(BlockKind::Local, 8, 8).expect("there is room");
        let blocks: Vec<Value> =
            (0..3).map(|_| machine.allocate(BlockKind::Heap, 16, 16).expect("there is room")).collect();
        machine.write_pointer(root, 0, blocks[0]).expect("inside");
        for &(from, to) in links {
            machine.write_pointer(blocks[from], 0, blocks[to]).expect("inside");
            machine.write_integer(blocks[from], 8, ir::Scalar::I64, i128::from(filler)).expect("inside");
        }
        let mut look = HeapLook::default();
        let first = machine.heap_fingerprint(&mut look, 8);
        assert_eq!(machine.heap_fingerprint(&mut look, 8), first, "a look leaves no traces");
        first
    }

    #[test]
    fn addresses_and_numbers_do_not_count_but_links_do() {
        assert_eq!(fingerprint(16, &[(0, 1), (1, 2)]), fingerprint(4096, &[(0, 2), (2, 1)]));
        assert_ne!(fingerprint(16, &[(0, 1), (1, 2)]), fingerprint(16, &[(0, 1), (1, 0)]));
        assert_ne!(fingerprint(16, &[(0, 1)]), fingerprint(16, &[(0, 1), (1, 2)]));
    }
}
