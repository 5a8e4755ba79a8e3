//! Watching a call: which words of the caller it is about to read, and where it leaves an object.

use super::world::{Vocabulary, World};
use crate::open::hints;
use interpreter::{Control, Machine, Observer, Value};
use ir::debug::TypeId;
use ir::{Body, Callee, Instruction, InstructionKind, Operand, RegisterId};
use std::collections::BTreeMap;

/// What a world has to settle before the call can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// What this many bytes at an offset of an object hold.
    Word { object: usize, offset: u64, bytes: u64 },
    /// The object is accessed outside of it.
    Room { object: usize, offset: i64, bytes: u64 },
}

/// Stops the call at the first word that was not chosen.
pub struct Watch<'w, 'm> {
    pub vocabulary: &'w Vocabulary<'m>,
    pub world: &'w World,
    /// The objects by their addresses.
    pub addresses: &'w BTreeMap<u64, usize>,
    pub request: Option<Request>,
    /// A record is used that overlaps another one: no program of C has such a memory.
    pub has_overlap: bool,
}

impl Observer for Watch<'_, '_> {
    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        let Some((body, instructions)) = instructions_up_to_the_next(machine) else {
            return Control::Continue;
        };
        self.request = self.look(machine, body, instructions);
        // A caller that gets by an error counts, whatever it does with types.
        let is_typed = !self.vocabulary.overlaps;
        self.has_overlap = is_typed && self.overlaps(machine, body, instructions).unwrap_or(false);
        if self.request.is_some() || self.has_overlap { Control::Stop } else { Control::Continue }
    }
}

/// What comes before the next instruction in its block, and that one, last.
fn instructions_up_to_the_next<'m>(machine: &Machine<'m>) -> Option<(&'m Body, &'m [Instruction])> {
    let place = machine.place()?;
    let body = machine.module().functions[place.function].body.as_ref()?;
    Some((body, body.blocks[place.block].instructions.get(..=place.instruction as usize)?))
}

/// The pointer to a record from which an address was computed by adding constants just before, and what it points to.
fn record_of(body: &Body, before: &[Instruction], mut register: RegisterId) -> Option<(RegisterId, TypeId)> {
    let mut instructions = before.iter().rev();
    loop {
        let variable = body.names.variables.get(&register).map(|variable| variable.ty);
        let ty = variable.or_else(|| body.names.temporaries.get(&register).copied());
        if let Some(ty) = ty {
            return Some((register, ty));
        }
        register = instructions.find_map(|instruction| match instruction.kind {
            InstructionKind::PtrAdd { destination, base: Operand::Register(base), index, .. }
                if destination == register && matches!(index, Operand::Constant(_)) =>
            {
                Some(base)
            }
            _ => None,
        })?;
    }
}

impl Watch<'_, '_> {
    /// Whether the next access is one to a member of a record that lies in the middle of an object of another type.
    fn overlaps(&self, machine: &Machine<'_>, body: &Body, instructions: &[Instruction]) -> Option<bool> {
        let module = machine.module();
        let (next, before) = instructions.split_last()?;
        let (InstructionKind::Load { address: Operand::Register(address), .. }
        | InstructionKind::Store { address: Operand::Register(address), .. }) = next.kind
        else {
            return None;
        };
        let (pointer, ty) = record_of(body, before, address)?;
        let record = hints::pointee(&module.types, ty)?;
        let (object, offset) = self.target(machine, machine.register(pointer)?.low())?;
        let object = &self.world.objects[object];
        Some(!hints::may_lie_in(module, record, object.ty?, i128::from(offset) - i128::from(object.shift)))
    }

    fn look(&self, machine: &Machine<'_>, body: &Body, instructions: &[Instruction]) -> Option<Request> {
        let module = machine.module();
        let instruction = instructions.last()?;
        let value = |operand: Operand| -> Option<Value> {
            match operand {
                Operand::Register(register) => Some(machine.register(register)?.low()),
                Operand::Global(id, offset) => Some(machine.moved(machine.address_of_global(id), offset)),
                Operand::Constant(_) | Operand::Function(_) => None,
            }
        };
        let length = |operand: Operand| -> Option<u64> {
            match operand {
                Operand::Register(register) => Some(machine.register(register)?.low().bits),
                Operand::Constant(constant) => u64::try_from(constant.bits()).ok(),
                Operand::Global(..) | Operand::Function(_) => None,
            }
        };
        match &instruction.kind {
            InstructionKind::Load { destination, address, .. } => {
                self.access(machine, value(*address)?, body.registers[*destination].scalar.bytes(), true)
            }
            InstructionKind::Store { address, value: stored, .. } => {
                let scalar = body.scalar_of(*stored, module.pointer_scalar());
                self.access(machine, value(*address)?, scalar.bytes(), false)
            }
            InstructionKind::LoadBits { address, bit_offset, bit_width, .. }
            | InstructionKind::StoreBits { address, bit_offset, bit_width, .. } => {
                let bytes = u64::from((bit_offset + bit_width).div_ceil(8));
                self.access(machine, value(*address)?, bytes, true)
            }
            InstructionKind::BlockCopy { destination, source, length: bytes, .. } => {
                let bytes = length(*bytes)?;
                self.run(machine, value(*source)?, bytes, true)
                    .or_else(|| self.run(machine, value(*destination)?, bytes, false))
            }
            InstructionKind::BlockSet { destination, length: bytes, .. } => {
                self.run(machine, value(*destination)?, length(*bytes)?, false)
            }
            InstructionKind::Call { callee: Callee::Direct(callee), arguments, .. } => {
                let callee = &module.functions[*callee];
                if callee.body.is_some() || callee.name == "memset" {
                    return None;
                }
                if matches!(callee.name.as_str(), "free" | "realloc") {
                    return self.start(machine, value(*arguments.first()?)?);
                }
                // What a function of the library reads is not known: all of it.
                arguments.iter().find_map(|&argument| self.rest(machine, value(argument)?))
            }
            _ => None,
        }
    }

    /// The object that a value points into and the offset there.
    fn target(&self, machine: &Machine<'_>, address: Value) -> Option<(usize, i64)> {
        let block = machine.block_of(address).filter(|block| block.is_alive)?;
        let object = *self.addresses.get(&block.base)?;
        Some((object, machine.offset_in_block(address)?))
    }

    fn room(&self, object: usize, offset: i64, bytes: u64) -> Result<u64, Request> {
        let size = self.world.objects[object].size;
        let start = u64::try_from(offset).ok().filter(|start| start.saturating_add(bytes) <= size);
        start.ok_or(Request::Room { object, offset, bytes })
    }

    /// Whether the program has stored something in the whole range.
    fn is_stored(&self, machine: &Machine<'_>, address: Value, start: u64, bytes: u64) -> bool {
        let view = machine.block_of(address);
        let range = start as usize..(start + bytes) as usize;
        view.and_then(|view| view.initialised.get(range))
            .is_some_and(|masks| masks.iter().all(|&mask| mask == 0xff))
    }

    fn access(&self, machine: &Machine<'_>, address: Value, bytes: u64, reads: bool) -> Option<Request> {
        // An access that is not aligned is an error in any memory.
        if bytes.is_power_of_two() && !address.bits.is_multiple_of(bytes) {
            return None;
        }
        let (object, offset) = self.target(machine, address)?;
        let start = match self.room(object, offset, bytes) {
            Ok(start) => start,
            Err(request) => return Some(request),
        };
        let is_known = self.world.objects[object].is_chosen(start, bytes);
        if !reads || is_known || self.is_stored(machine, address, start, bytes) {
            return None;
        }
        Some(Request::Word { object, offset: start, bytes })
    }

    /// A block is freed that begins before the object.
    fn start(&self, machine: &Machine<'_>, address: Value) -> Option<Request> {
        let (object, offset) = self.target(machine, address)?;
        (offset < 0).then_some(Request::Room { object, offset, bytes: 1 })
    }

    /// A run of bytes is copied or set.
    fn run(&self, machine: &Machine<'_>, address: Value, bytes: u64, reads: bool) -> Option<Request> {
        let (object, offset) = self.target(machine, address).filter(|_| bytes > 0)?;
        let start = match self.room(object, offset, bytes) {
            Ok(start) => start,
            Err(request) => return Some(request),
        };
        if reads { self.first_open(machine, address, object, start, start + bytes) } else { None }
    }

    fn rest(&self, machine: &Machine<'_>, address: Value) -> Option<Request> {
        let (object, offset) = self.target(machine, address)?;
        let size = self.world.objects[object].size;
        self.first_open(machine, address, object, u64::try_from(offset).ok()?, size)
    }

    fn first_open(
        &self,
        machine: &Machine<'_>,
        address: Value,
        object: usize,
        start: u64,
        end: u64,
    ) -> Option<Request> {
        let words = self.vocabulary.open_words(&self.world.objects[object], start, end);
        let open =
            words.into_iter().find(|&(offset, bytes)| !self.is_stored(machine, address, offset, bytes));
        open.map(|(offset, bytes)| Request::Word { object, offset, bytes })
    }
}
