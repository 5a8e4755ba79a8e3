//! `malloc` and its relatives.
//!
//! `malloc(0)` gives a unique pointer to a block of no bytes. Requests above half the address space fail, or end
//! the run if only executions are considered in which allocations succeed.
//! `free(NULL)` does nothing. `realloc(p, 0)` frees and returns null, as glibc does.

use super::{Call, Entry, Outcome, entry};
use crate::choices::ChoiceKind;
use crate::machine::{Machine, Step, Stop};
use crate::memory::{BlockKind, NewBlock};
use crate::options::Exit;
use crate::value::{Value, low_mask};

pub(super) const TABLE: &[Entry] = &[
    entry("malloc", 1, malloc),
    entry("__builtin_malloc", 1, malloc),
    entry("calloc", 2, calloc),
    entry("__builtin_calloc", 2, calloc),
    entry("realloc", 2, realloc),
    entry("__builtin_realloc", 2, realloc),
    entry("reallocarray", 3, reallocarray),
    entry("free", 1, free),
    entry("__builtin_free", 1, free),
    entry("cfree", 1, free),
    entry("aligned_alloc", 2, aligned_alloc),
    entry("memalign", 2, aligned_alloc),
    entry("valloc", 1, valloc),
    entry("posix_memalign", 3, posix_memalign),
    entry("malloc_usable_size", 1, malloc_usable_size),
    entry("strdup", 1, strdup),
    entry("__strdup", 1, strdup),
    entry("__builtin_strdup", 1, strdup),
    entry("strndup", 2, strndup),
    entry("__strndup", 2, strndup),
    entry("__builtin_strndup", 2, strndup),
    entry("alloca", 1, alloca),
    entry("__builtin_alloca", 1, alloca),
];

const ENOMEM: i32 = 12;
const EINVAL: i32 = 22;

impl Machine<'_> {
    /// A new heap block, or `None` if the allocation fails.
    pub(super) fn allocate_heap(&mut self, size: u64, alignment: u64) -> Step<Option<Value>> {
        let largest = low_mask(self.memory.pointer_bits() - 1);
        if size > largest {
            self.block_is_too_large()?;
            return Ok(None);
        }
        if self.policies.allocations_may_fail && self.choices.choose(ChoiceKind::AllocationFails, 1) == 1 {
            self.set_errno(ENOMEM)?;
            return Ok(None);
        }
        self.check_memory_limit(size)?;
        let new = NewBlock { kind: BlockKind::Heap, size, alignment, origin: self.origin() };
        let block = self.memory.allocate(new);
        match block {
            Some(_) => self.statistics.heap_allocations += 1,
            None => self.set_errno(ENOMEM)?,
        }
        Ok(block)
    }

    /// No block is so large: the allocation fails, if such executions are considered at all.
    fn block_is_too_large(&mut self) -> Step<()> {
        if self.policies.large_blocks_end_the_run {
            return Err(Stop::Exit(Exit::AssumptionFailed));
        }
        self.set_errno(ENOMEM)
    }

    pub(super) fn free_heap(&mut self, pointer: Value, function: &str) -> Step<()> {
        if pointer.bits == 0 && pointer.undefined == 0 {
            return Ok(());
        }
        let provenance = self.memory.check_free(pointer, function)?;
        let origin = self.origin();
        self.memory.free(provenance, origin);
        self.statistics.heap_frees += 1;
        Ok(())
    }

    /// A heap block with a copy of these bytes and a terminating zero.
    pub(super) fn duplicate(&mut self, bytes: &[u8]) -> Step<Outcome> {
        let Some(block) = self.allocate_heap(bytes.len() as u64 + 1, 16)? else { return Outcome::null() };
        self.memory.write_bytes(block, bytes)?;
        self.memory.write_bytes(super::offset_by(block, bytes.len() as u64), &[0])?;
        Outcome::pointer(block)
    }
}

fn pointer_or_null(block: Option<Value>) -> Step<Outcome> {
    Outcome::pointer(block.unwrap_or(Value::ZERO))
}

fn malloc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let size = machine.size_argument(call, 0)?;
    pointer_or_null(machine.allocate_heap(size, 16)?)
}

fn calloc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let count = machine.size_argument(call, 0)?;
    let size = machine.size_argument(call, 1)?;
    let Some(total) = count.checked_mul(size).filter(|&total| total <= machine.address_mask()) else {
        machine.block_is_too_large()?;
        return Outcome::null();
    };
    let block = machine.allocate_heap(total, 16)?;
    if let Some(block) = block {
        machine.memory.mark_initialised(block.provenance);
        if total > 0 && !machine.uninitialised_is_zero() {
            machine.admit(total)?;
            machine.memory.set(block, Value::ZERO, total)?;
        }
    }
    pointer_or_null(block)
}

impl Machine<'_> {
    fn uninitialised_is_zero(&self) -> bool {
        self.policies.uninitialised == crate::options::UninitialisedContents::Byte(0)
    }

    fn reallocate(&mut self, pointer: Value, size: u64) -> Step<Outcome> {
        if pointer.bits == 0 {
            return pointer_or_null(self.allocate_heap(size, 16)?);
        }
        let old = self.memory.check_free(pointer, "realloc")?;
        if size == 0 {
            self.free_heap(pointer, "realloc")?;
            return Outcome::null();
        }
        let old_size = self.memory.info(old).map_or(0, |info| info.size);
        let Some(block) = self.allocate_heap(size, 16)? else { return Outcome::null() };
        let kept = old_size.min(size);
        if kept > 0 {
            self.admit(kept)?;
            self.memory.copy(block, pointer, kept)?;
        }
        self.free_heap(pointer, "realloc")?;
        Outcome::pointer(block)
    }
}

fn realloc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let size = machine.size_argument(call, 1)?;
    machine.reallocate(pointer, size)
}

fn reallocarray(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let count = machine.size_argument(call, 1)?;
    let size = machine.size_argument(call, 2)?;
    match count.checked_mul(size).filter(|&total| total <= machine.address_mask()) {
        Some(total) => machine.reallocate(pointer, total),
        None => {
            machine.block_is_too_large()?;
            Outcome::null()
        }
    }
}

fn free(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let name = machine.name_of(call);
    machine.free_heap(pointer, name)?;
    Ok(Outcome::Nothing)
}

fn aligned_alloc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let alignment = machine.size_argument(call, 0)?;
    let size = machine.size_argument(call, 1)?;
    if !alignment.is_power_of_two() {
        machine.set_errno(EINVAL)?;
        return Outcome::null();
    }
    pointer_or_null(machine.allocate_heap(size, alignment)?)
}

fn valloc(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let size = machine.size_argument(call, 0)?;
    pointer_or_null(machine.allocate_heap(size, 4096)?)
}

fn posix_memalign(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let place = machine.pointer_value(call, 0)?;
    let alignment = machine.size_argument(call, 1)?;
    let size = machine.size_argument(call, 2)?;
    if !alignment.is_power_of_two() || alignment % machine.memory.pointer_bytes as u64 != 0 {
        return Outcome::integer(i128::from(EINVAL));
    }
    match machine.allocate_heap(size, alignment)? {
        Some(block) => {
            machine.store_pointer(place, block)?;
            Outcome::integer(0)
        }
        None => Outcome::integer(i128::from(ENOMEM)),
    }
}

fn malloc_usable_size(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    if pointer.bits == 0 {
        return Outcome::integer(0);
    }
    let block = machine.memory.check_free(pointer, "malloc_usable_size")?;
    let size = machine.memory.info(block).map_or(0, |info| info.size);
    Outcome::integer(i128::from(size))
}

fn strdup(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let text = machine.string_argument(call, 0)?;
    machine.duplicate(&text)
}

fn strndup(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let pointer = machine.pointer_value(call, 0)?;
    let limit = machine.size_argument(call, 1)?;
    let text = machine.string_at(pointer, Some(limit))?;
    machine.duplicate(&text)
}

fn alloca(machine: &mut Machine<'_>, call: &Call<'_>) -> Step<Outcome> {
    let size = machine.defined(call, 0)?.value;
    let block = machine.stack_alloc(size, 16, ir::StorageKind::Alloca)?;
    Outcome::pointer(block)
}
