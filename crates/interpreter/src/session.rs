//! The interface for other crates: build memory by hand, run one function on it, look at it afterwards.

use crate::choices::ChoiceLog;
use crate::fault::Fault;
use crate::library::Argument;
use crate::machine::{Machine, Stop};
use crate::memory::{BlockKind, NewBlock, Violation};
use crate::native::Native;
use crate::observer::{NoObserver, Observer};
use crate::options::Exit;
use crate::value::{Provenance, Value, WideValue, wide_mask};
use ir::{BlockId, FunctionId, GlobalId, Parameter, RegisterId, Scalar};
use source::Span;

/// How the run of one function ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FunctionOutcome {
    /// It returned this value, if any.
    Returned(Option<WideValue>),
    Faulted(Box<Fault>),
    /// The program ended inside it, or an assumption did not hold.
    Ended(Exit),
    /// The observer stopped it.
    Stopped,
}

/// A block as it is now.
#[derive(Clone, Copy, Debug)]
pub struct BlockView<'m> {
    pub provenance: Provenance,
    pub kind: BlockKind,
    pub base: u64,
    pub size: u64,
    pub is_alive: bool,
    /// Counts the blocks of a run in the order of their allocation.
    pub ordinal: u64,
    /// The name of a global or function.
    pub name: Option<&'m str>,
    /// The bytes, if the block is alive and can be read.
    pub bytes: &'m [u8],
    /// For every byte, which of its bits are initialised.
    pub initialised: &'m [u8],
}

/// Where the innermost function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub function: FunctionId,
    pub block: BlockId,
    /// The position in the block; the terminator comes behind the last instruction.
    pub instruction: u32,
    pub span: Span,
    /// How many functions are active, including this one and those of the library that wait for one:
    /// at least one starts the program.
    pub depth: usize,
}

impl<'a> Machine<'a> {
    /// The program that is executed.
    pub fn module(&self) -> &'a ir::Module {
        self.module
    }

    /// A new block of memory with uninitialised contents; the result points to its start.
    pub fn allocate(&mut self, kind: BlockKind, size: u64, alignment: u64) -> Result<Value, Box<Fault>> {
        self.check_memory_limit(size).map_err(|stop| self.as_fault(stop))?;
        let origin = self.origin();
        let new = NewBlock { kind, size, alignment: alignment.max(1).next_power_of_two(), origin };
        let full = || Violation::new(crate::fault::FaultKind::MemoryLimit, "the address space is full");
        self.memory.allocate(new).ok_or_else(|| self.report(full()))
    }

    /// Ends the life of a heap block.
    pub fn free(&mut self, pointer: Value) -> Result<(), Box<Fault>> {
        let checked = self.memory.check_free(pointer, "free");
        let provenance = checked.map_err(|violation| self.report(*violation))?;
        let origin = self.origin();
        self.memory.free(provenance, origin);
        Ok(())
    }

    /// Writes a value at `pointer + offset`.
    pub fn write(
        &mut self,
        pointer: Value,
        offset: i64,
        scalar: Scalar,
        value: WideValue,
    ) -> Result<(), Box<Fault>> {
        let place = self.moved(pointer, offset);
        let stored = self.memory.store_wide(place, value, scalar.bytes() as usize);
        stored.map_err(|violation| self.report(*violation))
    }

    /// Writes an integer.
    pub fn write_integer(
        &mut self,
        pointer: Value,
        offset: i64,
        scalar: Scalar,
        value: i128,
    ) -> Result<(), Box<Fault>> {
        let bits = value as u128 & wide_mask(scalar.bits());
        self.write(pointer, offset, scalar, WideValue::new(bits))
    }

    /// Writes a pointer.
    pub fn write_pointer(&mut self, pointer: Value, offset: i64, target: Value) -> Result<(), Box<Fault>> {
        let scalar = self.module.pointer_scalar();
        self.write(pointer, offset, scalar, target.into())
    }

    /// Makes bytes count as never initialised.
    pub fn write_undefined(&mut self, pointer: Value, offset: i64, length: u64) -> Result<(), Box<Fault>> {
        if length == 0 {
            return Ok(());
        }
        let place = self.moved(pointer, offset);
        let set = self.memory.set(place, Value::undefined(8), length);
        set.map_err(|violation| self.report(*violation))
    }

    /// Reads a value at `pointer + offset`.
    pub fn read(&mut self, pointer: Value, offset: i64, scalar: Scalar) -> Result<WideValue, Box<Fault>> {
        let place = self.moved(pointer, offset);
        let loaded = self.memory.load_wide(place, scalar.bytes() as usize);
        loaded.map_err(|violation| self.report(*violation))
    }

    /// A pointer moved by so many bytes; it still points into the same block.
    pub fn moved(&self, pointer: Value, offset: i64) -> Value {
        Value { bits: pointer.bits.wrapping_add(offset as u64) & self.address_mask(), ..pointer }
    }

    pub fn address_of_global(&self, global: GlobalId) -> Value {
        self.symbols.globals[global.index()]
    }

    pub fn address_of_function(&self, function: FunctionId) -> Value {
        self.symbols.functions[function.index()]
    }

    /// Calls a function with these arguments, of the scalars of its parameters, and runs it to its end.
    pub fn call_function(&mut self, function: FunctionId, arguments: &[WideValue]) -> FunctionOutcome {
        self.call_function_observed(function, arguments, &mut NoObserver)
    }

    /// As [`call_function`](Self::call_function), with somebody watching.
    pub fn call_function_observed<O: Observer>(
        &mut self,
        function: FunctionId,
        arguments: &[WideValue],
        observer: &mut O,
    ) -> FunctionOutcome {
        let pointer = self.module.pointer_scalar();
        let signature = &self.module.signatures[self.module.functions[function].signature];
        let hidden = usize::from(matches!(signature.result, ir::ResultKind::Aggregate { .. }));
        let arguments: Vec<Argument> = arguments
            .iter()
            .enumerate()
            .map(|(index, &value)| {
                let parameter = index.checked_sub(hidden).and_then(|index| signature.parameters.get(index));
                let scalar = match parameter {
                    Some(Parameter::Scalar(scalar)) => *scalar,
                    Some(Parameter::Aggregate { .. }) | None => pointer,
                };
                Argument { value, scalar }
            })
            .collect();
        let depth = self.activations.len();
        let cells = self.values.len();
        // The caller holds references that the machine does not see.
        let watches = std::mem::replace(&mut self.leaks.is_enabled, false);
        self.pause_at = self.limits.steps;
        let stop =
            self.push_native(Native::Single).and_then(|()| self.invoke(function, &arguments)).map_or_else(
                |stop| stop,
                |invoked| match invoked {
                    crate::native::Invoked::Entered => self.run(observer),
                    crate::native::Invoked::Returned(value) => Stop::Returned(value),
                },
            );
        let outcome = match stop {
            Stop::Returned(value) => FunctionOutcome::Returned(value),
            Stop::Exit(exit) => FunctionOutcome::Ended(exit),
            Stop::Observer => FunctionOutcome::Stopped,
            Stop::Fault(_) | Stop::Violation(_) => FunctionOutcome::Faulted(self.as_fault(stop)),
        };
        self.activations.truncate(depth);
        self.values.truncate(cells);
        self.leaks.is_enabled = watches;
        outcome
    }

    fn as_fault(&self, stop: Stop) -> Box<Fault> {
        self.explain(stop).unwrap_or_else(|_| {
            self.report(Violation::new(crate::fault::FaultKind::Unsupported, "the program has ended"))
        })
    }

    /// All blocks that are remembered, dead ones included, in the order of their allocation.
    pub fn blocks(&self) -> Vec<BlockView<'_>> {
        let mut blocks: Vec<BlockView<'_>> =
            (1..self.memory.slot_count() as u32).map(|slot| self.view(slot)).collect();
        blocks.sort_by_key(|block| block.ordinal);
        blocks
    }

    /// The living heap blocks that cannot be reached from globals and from these values, in the order of
    /// their allocation.
    pub fn unreachable_blocks(&self, roots: &[Value]) -> Vec<BlockView<'_>> {
        let mut blocks: Vec<BlockView<'_>> =
            self.unreachable(roots).0.into_iter().map(|slot| self.view(slot)).collect();
        blocks.sort_by_key(|block| block.ordinal);
        blocks
    }

    /// The block that a value points into.
    pub fn block_of(&self, value: Value) -> Option<BlockView<'_>> {
        let provenance = self.memory.effective_provenance(value);
        self.memory.info(provenance).map(|_| self.view(provenance.slot))
    }

    /// How far into its block a value points.
    pub fn offset_in_block(&self, value: Value) -> Option<i64> {
        let base = self.block_of(value)?.base;
        Some(self.memory.signed_offset(value.bits, base))
    }

    fn view(&self, slot: u32) -> BlockView<'_> {
        let provenance = self.memory.provenance_of(slot);
        let info = self.memory.info_of_slot(slot);
        let block = &self.memory.blocks[slot as usize];
        let readable = if block.is_alive() { block.size as usize } else { 0 };
        BlockView {
            provenance,
            kind: info.kind,
            base: block.base,
            size: info.size,
            is_alive: block.is_alive(),
            ordinal: info.ordinal,
            name: self.name_of_block(provenance),
            bytes: if readable > 0 { block.bytes(0, readable) } else { &[] },
            initialised: if readable > 0 { block.masks(0, readable) } else { &[] },
        }
    }

    /// Where the innermost function is; `None` between functions.
    pub fn place(&self) -> Option<Place> {
        let frame = self.frame()?;
        let position = self.position as usize;
        let &(block, instruction) = frame.code.origins.get(position)?;
        Some(Place {
            function: frame.code.function,
            block,
            instruction,
            span: frame.code.spans[position],
            depth: self.activations.len(),
        })
    }

    /// The answers to open questions so far.
    pub fn choice_log(&self) -> &ChoiceLog {
        &self.choices.log
    }

    /// Whether the next instruction is the first of its block.
    pub fn is_at_block_start(&self) -> bool {
        self.place().is_some_and(|place| place.instruction == 0)
    }

    /// The value of a register of the innermost function.
    pub fn register(&self, register: RegisterId) -> Option<WideValue> {
        let frame = self.frame()?;
        let body = self.module.functions[frame.code.function].body.as_ref()?;
        let scalar = body.registers.get(register)?.scalar;
        let cell = *frame.code.cells.get(register.index())?;
        Some(crate::code::read(&self.values[frame.base..], cell, scalar))
    }
}
