//! From an address to its block, and the explanation when there is none.

use super::{BlockKind, Checked, Memory, Violation};
use crate::fault::{FaultKind, Subject};
use crate::value::{Provenance, Value};

/// Addresses below this are called null in messages: a null pointer plus a field offset.
const NULL_AREA: u64 = 4096;

impl Memory {
    /// The block, dead or alive, at an address: the one that contains it or, if none does, the one that
    /// ends closest below it.
    fn nearest(&self, address: u64) -> Option<u32> {
        // Descending addresses: the first stack block that starts at or below the address.
        let position = self.stack.partition_point(|&slot| self.blocks[slot as usize].base > address);
        let stack = self.stack.get(position).copied();
        let other = self.by_address.range(..=address).next_back().map(|(_, &slot)| slot);
        match (stack, other) {
            (Some(a), Some(b)) => {
                let (base_a, base_b) = (self.blocks[a as usize].base, self.blocks[b as usize].base);
                Some(if base_a > base_b { a } else { b })
            }
            (a, b) => a.or(b),
        }
    }

    /// The living block that contains an address (or ends there).
    pub fn resolve(&self, address: u64) -> Option<Provenance> {
        let slot = self.nearest(address)?;
        let block = &self.blocks[slot as usize];
        let extent = self.infos[slot as usize].size;
        (block.is_alive() && address - block.base <= extent).then(|| self.provenance_of(slot))
    }

    /// The provenance through which an address is accessed: its own or, for integers, that of the block
    /// that contains it.
    pub fn effective_provenance(&self, address: Value) -> Provenance {
        if !address.provenance.is_none() && address.provenance.part() == 0 {
            return address.provenance;
        }
        self.resolve(address.bits).unwrap_or(Provenance::NONE)
    }

    /// The slow way of `locate`: integers used as addresses, and the explanation of what is wrong.
    #[cold]
    pub(super) fn locate_slow(&self, address: Value, size: u64, is_write: bool) -> Checked<(usize, usize)> {
        let what = if is_write { "write" } else { "read" };
        if address.undefined != 0 {
            let message = format!("the address of this {what} is not initialised");
            return Err(Box::new(Violation::new(FaultKind::UninitialisedUse, message).of(Subject::Address)));
        }
        let own = address.provenance.whole();
        if address.provenance.is_none() || address.provenance.part() != 0 {
            return self.locate_by_address(address, size, is_write);
        }
        let Some(block) = self.block(own) else { return Err(self.dead_access(address, size, what)) };
        let offset = address.bits.wrapping_sub(block.base);
        let fits = offset <= block.size && block.size - offset >= size;
        if !fits {
            return Err(self.outside(address, own, size, what));
        }
        if is_write && block.is_constant {
            let message = format!("write of {size} bytes into constant memory");
            return Err(Box::new(Violation::new(FaultKind::WriteToConstant, message).about(own)));
        }
        Ok((own.slot as usize, offset as usize))
    }

    fn locate_by_address(&self, address: Value, size: u64, is_write: bool) -> Checked<(usize, usize)> {
        let what = if is_write { "write" } else { "read" };
        if address.bits < NULL_AREA || address.bits.wrapping_neg() & self.address_mask() < NULL_AREA {
            let message = if address.bits == 0 {
                format!("{what} of {size} bytes through a null pointer")
            } else {
                format!("{what} of {size} bytes at address {:#x}, close to null", address.bits)
            };
            return Err(Box::new(Violation::new(FaultKind::NullDereference, message)));
        }
        let nothing = || {
            let message =
                format!("{what} of {size} bytes at address {:#x}, where there is no block", address.bits);
            Box::new(Violation::new(FaultKind::NoProvenance, message))
        };
        let Some(slot) = self.nearest(address.bits) else { return Err(nothing()) };
        let provenance = self.provenance_of(slot);
        let extent = self.infos[slot as usize].size;
        let distance = address.bits - self.blocks[slot as usize].base;
        // An address far behind a block has nothing to do with it.
        if distance > extent.saturating_add(super::GAP) {
            return Err(nothing());
        }
        self.locate_slow(Value::pointer(address.bits, provenance), size, is_write)
    }

    fn address_mask(&self) -> u64 {
        crate::value::low_mask(self.pointer_bits())
    }

    fn dead_access(&self, address: Value, size: u64, what: &str) -> Box<Violation> {
        let own = address.provenance.whole();
        let slot_kind = self.infos[own.slot as usize].kind;
        let is_stack = slot_kind.is_stack();
        let kind = if is_stack { FaultKind::UseAfterScope } else { FaultKind::UseAfterFree };
        let message = match (self.info(own), is_stack) {
            (Some(info), true) => {
                format!(
                    "{what} of {size} bytes in a {} whose lifetime has ended",
                    info.kind.describe(info.size)
                )
            }
            (Some(info), false) => {
                format!("{what} of {size} bytes in a {} that was freed", info.kind.describe(info.size))
            }
            (None, true) => format!("{what} of {size} bytes in an object whose lifetime has ended"),
            (None, false) => format!("{what} of {size} bytes in a block that was freed"),
        };
        let mut violation = Violation::new(kind, message).about(own);
        if self.info(own).is_some() {
            let offset = address.bits.wrapping_sub(self.blocks[own.slot as usize].base) as i64;
            violation = violation.with_value("offset", offset);
        }
        Box::new(violation)
    }

    fn outside(&self, address: Value, own: Provenance, size: u64, what: &str) -> Box<Violation> {
        let info = &self.infos[own.slot as usize];
        let base = self.blocks[own.slot as usize].base;
        let name = info.kind.describe(info.size);
        let offset = self.signed_offset(address.bits, base);
        let (kind, message) = match info.kind {
            BlockKind::External => (
                FaultKind::UnknownExternal,
                format!("{what} of {size} bytes in an object that is declared but not defined"),
            ),
            BlockKind::Function | BlockKind::Opaque | BlockKind::Callback => (
                FaultKind::OutOfBounds,
                format!("{what} of {size} bytes in a {name}, which has no readable contents"),
            ),
            _ => {
                let place = if offset < 0 {
                    format!("{} bytes before the start of", offset.unsigned_abs())
                } else if offset as u64 >= info.size {
                    match offset as u64 - info.size {
                        0 => "just past the end of".to_owned(),
                        distance => format!("{distance} bytes past the end of"),
                    }
                } else {
                    "across the end of".to_owned()
                };
                (FaultKind::OutOfBounds, format!("{what} of {size} bytes {place} a {name}"))
            }
        };
        Box::new(Violation::new(kind, message).about(own).with_value("offset", offset))
    }

    /// How far an address lies from a base, negative before it.
    pub fn signed_offset(&self, address: u64, base: u64) -> i64 {
        crate::value::sign_extend(address.wrapping_sub(base), self.pointer_bits())
    }

    /// Whether a pointer may be freed; the provenance of its block if so.
    pub fn check_free(&self, pointer: Value, function: &str) -> Checked<Provenance> {
        if pointer.undefined != 0 {
            let message = format!("the argument of `{function}` is not initialised");
            return Err(Box::new(Violation::new(FaultKind::UninitialisedUse, message).of(Subject::Freed)));
        }
        let mut own = self.effective_provenance(pointer).whole();
        if own.is_none() {
            // An integer that holds the address of a freed block is a double free, too.
            if let Some(slot) = self.nearest(pointer.bits)
                && self.blocks[slot as usize].base == pointer.bits
            {
                own = self.provenance_of(slot);
            }
        }
        // A number that was computed from the address of a block is taken to mean this block.
        if own.is_none() && self.block(pointer.provenance).is_some() {
            own = pointer.provenance.whole();
        }
        if own.is_none() {
            let message = format!("`{function}` of address {:#x}, where there is no block", pointer.bits);
            return Err(Box::new(Violation::new(FaultKind::FreeNotHeap, message)));
        }
        let slot_kind = self.infos[own.slot as usize].kind;
        let Some(block) = self.block(own) else {
            if slot_kind.is_stack() {
                let message = format!("`{function}` of a local object whose lifetime has ended");
                return Err(Box::new(Violation::new(FaultKind::FreeNotHeap, message).about(own)));
            }
            let message = format!("`{function}` of a block that was already freed");
            return Err(Box::new(Violation::new(FaultKind::DoubleFree, message).about(own)));
        };
        if slot_kind != BlockKind::Heap {
            let size = self.infos[own.slot as usize].size;
            let message = format!("`{function}` of a {}", slot_kind.describe(size));
            return Err(Box::new(Violation::new(FaultKind::FreeNotHeap, message).about(own)));
        }
        let offset = self.signed_offset(pointer.bits, block.base);
        if offset != 0 {
            let size = self.infos[own.slot as usize].size;
            let message =
                format!("`{function}` of a pointer {offset} bytes into a {}", slot_kind.describe(size));
            let violation = Violation::new(FaultKind::FreeInsideBlock, message).about(own);
            return Err(Box::new(violation.with_value("offset", offset)));
        }
        Ok(own)
    }
}
