//! Concrete memory: blocks of bytes with addresses, lifetimes, provenance and initialisation.

mod access;
mod block;
mod lookup;
pub(crate) mod pointers;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use access::extend_bits;
pub(crate) use block::{Block, BlockInfo};
pub use block::{BlockKind, Origin};
pub(crate) use run::{ReadString, Run};

use crate::fault::{FaultKind, NamedValue, Subject};
use crate::options::Policies;
use crate::options::UninitialisedContents;
use crate::value::{Provenance, Value};
use source::DataModel;
use std::collections::{BTreeMap, VecDeque};

/// An operation on memory that is not allowed. The machine adds where it happened.
#[derive(Clone, Debug)]
pub(crate) struct Violation {
    pub kind: FaultKind,
    pub message: String,
    /// The block concerned.
    pub block: Provenance,
    pub values: Vec<NamedValue>,
    pub subject: Subject,
}

impl Violation {
    pub fn new(kind: FaultKind, message: impl Into<String>) -> Violation {
        let (block, subject) = (Provenance::NONE, Subject::Value);
        Violation { kind, message: message.into(), block, values: Vec::new(), subject }
    }

    pub fn of(mut self, subject: Subject) -> Violation {
        self.subject = subject;
        self
    }

    pub fn about(mut self, block: Provenance) -> Violation {
        self.block = block;
        self
    }

    pub fn with_value(mut self, name: &str, value: impl std::fmt::Display) -> Violation {
        self.values.push(NamedValue { name: name.to_owned(), value: value.to_string() });
        self
    }
}

pub(crate) type Checked<T> = Result<T, Box<Violation>>;

/// What a new block is to be.
pub(crate) struct NewBlock {
    pub kind: BlockKind,
    pub size: u64,
    pub alignment: u64,
    pub origin: Origin,
}

/// The address space is cut into regions, so that addresses look as on the real machine.
#[derive(Clone, Copy, Debug)]
struct Regions {
    functions: u64,
    globals: u64,
    heap: u64,
    heap_end: u64,
    stack: u64,
    stack_end: u64,
}

impl Regions {
    fn of(data_model: DataModel) -> Regions {
        match data_model {
            DataModel::Ilp32 => Regions {
                functions: 0x0804_8000,
                globals: 0x0900_0000,
                heap: 0x2000_0000,
                heap_end: 0xa000_0000,
                stack: 0xbfff_f000,
                stack_end: 0xa000_0000,
            },
            DataModel::Lp64 => Regions {
                functions: 0x0040_0000,
                globals: 0x0100_0000,
                heap: 0x5555_5600_0000,
                heap_end: 0x7000_0000_0000,
                stack: 0x7fff_ffff_0000,
                stack_end: 0x7000_0000_0000,
            },
        }
    }
}

/// At least this many bytes lie between two blocks, so that one past the end of one is never another.
const GAP: u64 = 16;

/// How many dead blocks are remembered, for reports about their use, before their slots are used again.
const REMEMBERED_HEAP_BLOCKS: usize = 100_000;
const REMEMBERED_STACK_BLOCKS: usize = 1_000;

/// Generations are counted up to this; then a slot is given up.
const LAST_GENERATION: u32 = (1 << 28) - 2;

#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) blocks: Vec<Block>,
    infos: Vec<BlockInfo>,
    pub(crate) pointer_bytes: usize,
    regions: Regions,
    policies: Policies,
    next_function: u64,
    next_global: u64,
    next_heap: u64,
    pub(crate) stack_pointer: u64,
    /// The stack blocks in the order of allocation, which is the order of descending addresses.
    stack: Vec<u32>,
    /// Blocks that are neither on the stack nor on the heap and can hold pointers: they live as long as the program.
    statics: Vec<u32>,
    /// All other blocks by address; freed ones stay as long as they are remembered.
    by_address: BTreeMap<u64, u32>,
    dead_heap_slots: VecDeque<u32>,
    dead_stack_slots: VecDeque<u32>,
    /// With `reuse_addresses`: the addresses of freed blocks by the size they take.
    recycled: BTreeMap<u64, Vec<u64>>,
    pub(crate) live_bytes: u64,
    pub(crate) live_heap_blocks: u64,
    pub(crate) peak_bytes: u64,
    next_ordinal: u64,
    /// Room for copies, kept to avoid allocations.
    scratch: Run,
}

impl Memory {
    pub fn new(data_model: DataModel, policies: Policies, heap_slide: u64) -> Memory {
        let regions = Regions::of(data_model);
        let mut memory = Memory {
            blocks: Vec::new(),
            infos: Vec::new(),
            pointer_bytes: data_model.pointer_bytes() as usize,
            regions,
            policies,
            next_function: regions.functions,
            next_global: regions.globals,
            next_heap: regions.heap + heap_slide,
            stack_pointer: regions.stack,
            stack: Vec::new(),
            statics: Vec::new(),
            by_address: BTreeMap::new(),
            dead_heap_slots: VecDeque::new(),
            dead_stack_slots: VecDeque::new(),
            recycled: BTreeMap::new(),
            live_bytes: 0,
            live_heap_blocks: 0,
            peak_bytes: 0,
            next_ordinal: 0,
            scratch: Run::default(),
        };
        // Slot 0 stands for "no block".
        let none = NewBlock { kind: BlockKind::Opaque, size: 0, alignment: 1, origin: Origin::default() };
        memory.new_slot(none, 0);
        memory.blocks[0].tag = Block::DEAD;
        memory
    }

    /// How many bits an address has.
    pub fn pointer_bits(&self) -> u32 {
        self.pointer_bytes as u32 * 8
    }

    /// How many slots there are; blocks are at positions from 1.
    pub fn slot_count(&self) -> usize {
        self.blocks.len()
    }

    /// The slots of all blocks that are not on the heap and may hold pointers; some of them may have ended.
    pub fn slots_of_variables(&self) -> impl Iterator<Item = u32> {
        self.statics.iter().chain(&self.stack).copied()
    }

    pub fn provenance_of(&self, slot: u32) -> Provenance {
        Provenance::new(slot, self.infos[slot as usize].generation)
    }

    pub fn info_of_slot(&self, slot: u32) -> &BlockInfo {
        &self.infos[slot as usize]
    }

    /// What is known about a block, even a dead one, unless its slot is used for another one.
    pub fn info(&self, provenance: Provenance) -> Option<&BlockInfo> {
        let info = self.infos.get(provenance.slot as usize)?;
        (!provenance.is_none() && info.generation == provenance.generation()).then_some(info)
    }

    /// The living block that a provenance names.
    pub fn block(&self, provenance: Provenance) -> Option<&Block> {
        let block = self.blocks.get(provenance.slot as usize)?;
        (block.tag == provenance.whole().tag && !provenance.is_none()).then_some(block)
    }

    fn address_in_use(&self, new: &NewBlock) -> Option<u64> {
        let span = new.size.max(1);
        let alignment = new.alignment.max(1);
        match new.kind {
            BlockKind::Function => align_up(self.next_function, 16),
            BlockKind::Global | BlockKind::Opaque | BlockKind::External | BlockKind::Callback => {
                align_up(self.next_global.checked_add(GAP)?, alignment)
                    .filter(|base| base.checked_add(span).is_some_and(|end| end <= self.regions.heap))
            }
            BlockKind::Heap => {
                let gap = if self.policies.blocks_may_touch { 0 } else { GAP };
                align_up(self.next_heap.checked_add(gap)?, alignment.max(16))
                    .filter(|base| base.checked_add(span).is_some_and(|end| end <= self.regions.heap_end))
            }
            BlockKind::Local | BlockKind::Temporary | BlockKind::Alloca | BlockKind::Variadic => {
                let lowest = self.stack_pointer.checked_sub(new.size.checked_add(GAP)?)?;
                let base = lowest & !(alignment - 1);
                (base > self.regions.stack_end).then_some(base)
            }
        }
    }

    /// A new block with uninitialised contents, or `None` when the address space is full.
    pub fn allocate(&mut self, new: NewBlock) -> Option<Value> {
        let size = new.size;
        let kind = new.kind;
        if kind == BlockKind::Heap && self.policies.reuse_addresses {
            let recycled = self.recycled.get_mut(&heap_extent(size)).and_then(Vec::pop);
            if let Some(base) = recycled.filter(|base| base % new.alignment.max(1) == 0) {
                return Some(self.place(new, base));
            }
        }
        let base = match self.address_in_use(&new) {
            Some(base) => base,
            None if kind == BlockKind::Heap => self.find_hole(&new)?,
            None => return None,
        };
        match kind {
            BlockKind::Function => self.next_function = base + 16,
            BlockKind::Global | BlockKind::Opaque | BlockKind::External | BlockKind::Callback => {
                self.next_global = base + size.max(1);
            }
            BlockKind::Heap => self.next_heap = self.next_heap.max(base + size.max(1)),
            _ => self.stack_pointer = base,
        }
        Some(self.place(new, base))
    }

    /// When the heap's region is used up, addresses of freed blocks are used again.
    fn find_hole(&mut self, new: &NewBlock) -> Option<u64> {
        let dead: Vec<u64> = self
            .by_address
            .iter()
            .filter(|&(_, &slot)| !self.blocks[slot as usize].is_alive())
            .map(|(&base, _)| base)
            .collect();
        for base in dead {
            self.by_address.remove(&base);
        }
        let mut candidate = self.regions.heap;
        let needed = new.size.max(1).checked_add(GAP)?;
        for (&base, &slot) in self.by_address.range(self.regions.heap..self.regions.heap_end) {
            let start = align_up(candidate.checked_add(GAP)?, new.alignment.max(16))?;
            if start.checked_add(needed)? <= base {
                return Some(start);
            }
            candidate = base + self.infos[slot as usize].size.max(1);
        }
        let start = align_up(candidate.checked_add(GAP)?, new.alignment.max(16))?;
        (start.checked_add(needed)? <= self.regions.heap_end).then_some(start)
    }

    fn place(&mut self, new: NewBlock, base: u64) -> Value {
        let is_stack = new.kind.is_stack();
        self.live_bytes += new.size;
        self.live_heap_blocks += u64::from(new.kind == BlockKind::Heap);
        self.peak_bytes = self.peak_bytes.max(self.live_bytes);
        let is_static = !is_stack && !matches!(new.kind, BlockKind::Heap | BlockKind::Function);
        let slot = self.new_slot(new, base);
        if is_static {
            self.statics.push(slot);
        }
        if is_stack {
            self.stack.push(slot);
        } else {
            self.by_address.insert(base, slot);
        }
        Value::pointer(base, self.provenance_of(slot))
    }

    fn new_slot(&mut self, new: NewBlock, base: u64) -> u32 {
        let readable = match new.kind {
            BlockKind::Function | BlockKind::Opaque | BlockKind::External | BlockKind::Callback => 0,
            _ => new.size,
        };
        let (queue, remembered) = if new.kind.is_stack() {
            (&mut self.dead_stack_slots, REMEMBERED_STACK_BLOCKS)
        } else {
            (&mut self.dead_heap_slots, REMEMBERED_HEAP_BLOCKS)
        };
        let reused = if queue.len() > remembered { queue.pop_front() } else { None };
        let ordinal = self.next_ordinal;
        self.next_ordinal += 1;
        let mut info = BlockInfo {
            generation: 1,
            kind: new.kind,
            size: new.size,
            ordinal,
            symbol: 0,
            exposed: false,
            allocated: new.origin,
            freed: None,
        };
        let mut data = Vec::new();
        let slot = match reused {
            Some(slot) => {
                let old = &self.infos[slot as usize];
                info.generation = old.generation + 1;
                let old_base = self.blocks[slot as usize].base;
                if self.by_address.get(&old_base) == Some(&slot) {
                    self.by_address.remove(&old_base);
                }
                data = std::mem::take(&mut self.blocks[slot as usize].data);
                slot
            }
            None => self.blocks.len() as u32,
        };
        let size = readable as usize;
        if data.capacity() >= 2 * size && size <= 4096 {
            data.clear();
            data.resize(2 * size, 0);
        } else {
            data = vec![0; 2 * size];
        }
        if let UninitialisedContents::Byte(byte) = self.policies.uninitialised
            && byte != 0
        {
            data[..size].fill(byte);
        }
        let chosen = match self.policies.uninitialised {
            UninitialisedContents::Chosen if size > 0 => Some(vec![false; size].into_boxed_slice()),
            _ => None,
        };
        let block = Block {
            tag: Provenance::new(slot, info.generation).tag,
            is_constant: false,
            base,
            size: readable,
            data,
            pointers: None,
            chosen,
        };
        if reused.is_some() {
            self.blocks[slot as usize] = block;
            self.infos[slot as usize] = info;
        } else {
            self.blocks.push(block);
            self.infos.push(info);
        }
        slot
    }

    /// Ends the life of a heap block that `check_free` has approved.
    pub fn free(&mut self, provenance: Provenance, origin: Origin) {
        let slot = provenance.slot;
        let size = self.infos[slot as usize].size;
        let base = self.blocks[slot as usize].base;
        self.live_heap_blocks -= 1;
        self.kill(slot, origin);
        // Freed heap blocks are remembered for long; their contents need not be.
        self.blocks[slot as usize].data = Vec::new();
        if self.policies.reuse_addresses {
            self.recycled.entry(heap_extent(size)).or_default().push(base);
        }
        self.dead_heap_slots.push_back(slot);
    }

    fn kill(&mut self, slot: u32, origin: Origin) {
        let block = &mut self.blocks[slot as usize];
        block.tag = Block::DEAD;
        block.pointers = None;
        block.chosen = None;
        let info = &mut self.infos[slot as usize];
        self.live_bytes -= info.size;
        info.freed = Some(origin);
    }

    fn retire_stack_slot(&mut self, slot: u32) {
        if self.infos[slot as usize].generation < LAST_GENERATION {
            self.dead_stack_slots.push_back(slot);
        }
    }

    /// Ends a stack block; its address becomes free when the blocks allocated after it have ended too.
    pub fn end_stack_block(&mut self, slot: u32, origin: Origin) {
        self.kill(slot, origin);
        while let Some(&top) = self.stack.last() {
            let block = &self.blocks[top as usize];
            if block.is_alive() {
                break;
            }
            self.stack_pointer = block.base + self.infos[top as usize].size + GAP;
            self.stack.pop();
            self.retire_stack_slot(top);
        }
    }

    /// How many stack blocks there are: what `end_stack_blocks` takes.
    pub fn stack_mark(&self) -> usize {
        self.stack.len()
    }

    /// Ends all stack blocks that were made after the mark, and resets the stack pointer.
    pub fn end_stack_blocks(&mut self, mark: usize, stack_pointer: u64, span: source::Span) {
        while self.stack.len() > mark {
            let Some(slot) = self.stack.pop() else { break };
            if self.blocks[slot as usize].is_alive() {
                self.kill(slot, Origin { span, frames: Box::default() });
            }
            self.retire_stack_slot(slot);
        }
        self.stack_pointer = stack_pointer;
    }

    /// Notes which global or function a block is.
    pub fn set_symbol(&mut self, provenance: Provenance, symbol: u32) {
        self.infos[provenance.slot as usize].symbol = symbol;
    }

    /// From now on the block may be reached in ways that provenance does not show.
    pub fn expose(&mut self, provenance: Provenance) {
        if let Some(info) = self.infos.get_mut(provenance.slot as usize)
            && info.generation == provenance.generation()
        {
            info.exposed = true;
        }
    }

    /// Makes all bytes of a block count as initialised.
    pub fn mark_initialised(&mut self, provenance: Provenance) {
        let block = &mut self.blocks[provenance.slot as usize];
        let size = block.size as usize;
        block.masks_mut(0, size).fill(0xff);
    }

    pub fn set_constant(&mut self, provenance: Provenance) {
        self.blocks[provenance.slot as usize].is_constant = true;
    }
}

/// How much of the address space a heap block takes, for using it again.
fn heap_extent(size: u64) -> u64 {
    (size.max(1)).saturating_add(15) & !15
}

fn align_up(address: u64, alignment: u64) -> Option<u64> {
    Some(address.checked_add(alignment - 1)? & !(alignment - 1))
}
