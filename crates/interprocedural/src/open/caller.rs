//! Memories in which a function is called, as data: for programs that do what a caller would.
//!
//! They are those in which contracts and errors are executed ([`super::execute`]), copied just before the call.

use super::OpenContract;
use super::entry::Entry;
use super::execute::{Built, Call, Observed, explicit, without_exits};
use crate::limits::{ATTEMPTS_TO_SHOW_AN_ERROR, FAILURES_OF_A_CALL, STEPS_OF_A_CALL, VARIATIONS_OF_NUMBERS};
use interpreter::{
    BlockKind, ChoiceKind, ChoiceLog, FaultKind, Image, Machine, Provenance, Value, WideValue,
};
use ir::debug::TypeId;
use ir::{FunctionId, Scalar};
use source::Span;
use std::collections::BTreeMap;
use symbolic_execution::Context;
use symbolic_heap::State;

/// Where a block lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Home {
    /// The caller allocates it.
    Heap,
    /// A variable of the program, by its name for the linker.
    Global(String),
    /// A function of the program.
    Function(String),
    /// A function of the caller that changes nothing.
    Callback,
}

/// What a word holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Number(u128),
    /// So many bytes into a block of the memory.
    Address {
        block: usize,
        offset: i64,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallerBlock {
    pub home: Home,
    pub size: u64,
    /// The type of what lies in it, and where that begins.
    pub ty: Option<(TypeId, i128)>,
    /// Offset, number of bytes, and what is there. The other bytes are not initialised, or those of a variable are as they are.
    pub words: Vec<(u64, u64, Word)>,
}

/// A memory, and how the function is called in it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CallerMemory {
    pub blocks: Vec<CallerBlock>,
    /// One for each register of a parameter.
    pub arguments: Vec<(Scalar, Word)>,
    /// For each allocation of the call whether it fails, up to the last one that does.
    pub fails: Vec<bool>,
    /// It depends on inputs, on the clock or on files, too.
    pub has_inputs: bool,
}

/// A memory in which a call ends in this error. Memory that is lost has no place in an execution.
pub fn of_error(
    context: &mut Context<'_>,
    function: FunctionId,
    entry: &Entry,
    (kind, span): (FaultKind, Span),
) -> Option<CallerMemory> {
    let (contract, image) = (without_exits(context, entry), Image::new(context.module));
    let states = explicit(context, &contract.start);
    states.iter().find_map(|state| {
        (0..ATTEMPTS_TO_SHOW_AN_ERROR).find_map(|seed| {
            let mut call = Call { context, image: &image, function, contract: &contract, seed };
            let (memory, observed) = attempt(&mut call, state)?;
            let Observed::Fault(shown) = observed else { return None };
            let is_there = shown.fault.span == span || shown.fault.span == Span::NONE;
            (shown.fault.kind == kind && is_there).then_some(memory)
        })
    })
}

/// A memory that satisfies the precondition of a contract: the largest one that was found.
pub fn of_contract(
    context: &mut Context<'_>,
    function: FunctionId,
    contract: &OpenContract,
) -> Option<CallerMemory> {
    let image = Image::new(context.module);
    let mut largest: Option<CallerMemory> = None;
    for state in explicit(context, &contract.start) {
        for seed in 0..VARIATIONS_OF_NUMBERS {
            let mut call = Call { context, image: &image, function, contract, seed };
            let Some((memory, Observed::Ends)) = attempt(&mut call, &state) else { continue };
            // Equal sizes leave it with the first one, whose numbers are small.
            if largest.as_ref().is_none_or(|best| memory.blocks.len() > best.blocks.len()) {
                largest = Some(memory);
            }
        }
    }
    largest
}

fn attempt(call: &mut Call<'_, '_>, state: &State) -> Option<(CallerMemory, Observed)> {
    let mut machine = call.machine()?;
    let before: BTreeMap<u64, Vec<u8>> = machine
        .blocks()
        .into_iter()
        .filter(|view| view.kind == BlockKind::Global)
        .map(|view| (view.base, view.bytes.to_vec()))
        .collect();
    let built = call.build(&mut machine, state)?;
    let arguments = call.arguments(&machine, &built, state)?;
    let mut memory = copied(call, &mut machine, &built, &arguments, &before)?;
    let observed = call.called(&mut machine, &built, &arguments, STEPS_OF_A_CALL);
    listen(machine.choice_log(), &mut memory);
    Some((memory, observed))
}

/// What the choices of a call say about it.
fn listen(log: &ChoiceLog, memory: &mut CallerMemory) {
    for entry in &log.entries {
        match entry.kind {
            ChoiceKind::AllocationFails => {
                // Programs that allocate without end fail at the first allocation that matters, or not at all.
                let times = entry.times.min(FAILURES_OF_A_CALL) as usize;
                memory.fails.extend(std::iter::repeat_n(entry.value != 0, times));
            }
            ChoiceKind::Input | ChoiceKind::FileResult | ChoiceKind::Time => memory.has_inputs = true,
            ChoiceKind::Uninitialised | ChoiceKind::Address => {}
        }
    }
    while memory.fails.last() == Some(&false) {
        memory.fails.pop();
    }
}

/// A block of the machine, whose bytes are read afterwards.
struct Plain {
    home: Home,
    base: Value,
    size: u64,
    bytes: Vec<u8>,
    initialised: Vec<bool>,
}

/// Copies the memory just before the call.
fn copied(
    call: &Call<'_, '_>,
    machine: &mut Machine<'_>,
    built: &Built,
    arguments: &[WideValue],
    before: &BTreeMap<u64, Vec<u8>>,
) -> Option<CallerMemory> {
    let blocks = plain_blocks(machine);
    let index: BTreeMap<u64, usize> =
        blocks.iter().enumerate().map(|(index, block)| (block.base.bits, index)).collect();
    let mut memory = CallerMemory::default();
    for block in &blocks {
        let words = match block.home {
            Home::Heap | Home::Global(_) => {
                let old = before.get(&block.base.bits).map_or(&[][..], Vec::as_slice);
                words(machine, block, old, &index)?
            }
            Home::Function(_) | Home::Callback => Vec::new(),
        };
        let name = built.blocks.iter().find(|(_, address)| address.bits == block.base.bits);
        let ty = name.and_then(|(atom, _)| call.contract.entry.types.get(atom).copied());
        memory.blocks.push(CallerBlock { home: block.home.clone(), size: block.size, ty, words });
    }
    let body = call.context.module.functions[call.function].body.as_ref()?;
    for (&register, &argument) in body.parameters.iter().zip(arguments) {
        memory.arguments.push((body.registers[register].scalar, word(machine, argument, &index)?));
    }
    Some(memory)
}

fn plain_blocks(machine: &Machine<'_>) -> Vec<Plain> {
    let views = machine.blocks().into_iter().filter(|view| view.is_alive);
    views
        .filter_map(|view| {
            let home = match view.kind {
                BlockKind::Heap => Home::Heap,
                BlockKind::Global => Home::Global(view.name?.to_owned()),
                BlockKind::Function => Home::Function(view.name?.to_owned()),
                BlockKind::Callback => Home::Callback,
                _ => return None,
            };
            Some(Plain {
                home,
                base: Value { bits: view.base, undefined: 0, provenance: view.provenance },
                size: view.size,
                bytes: view.bytes.to_vec(),
                initialised: view.initialised.iter().map(|&mask| mask == 0xff).collect(),
            })
        })
        .collect()
}

/// The words of a block that differ from what was there before, by the widths in which they were stored.
fn words(
    machine: &mut Machine<'_>,
    block: &Plain,
    before: &[u8],
    index: &BTreeMap<u64, usize>,
) -> Option<Vec<(u64, u64, Word)>> {
    let pointer = machine.module().pointer_scalar();
    let wide = u64::from(pointer.bits() / 8);
    let mut words = Vec::new();
    let mut at = 0;
    while at < block.bytes.len() as u64 {
        let is_whole = |bytes: u64| {
            at.is_multiple_of(bytes)
                && at + bytes <= block.bytes.len() as u64
                && block.initialised[at as usize..(at + bytes) as usize].iter().all(|&is_there| is_there)
        };
        let is_new = |bytes: u64| {
            let range = at as usize..(at + bytes) as usize;
            before.get(range.clone()) != Some(&block.bytes[range])
        };
        let mut width = 1;
        if is_whole(wide) {
            let value = machine.read(block.base, at as i64, pointer).ok()?;
            if value.low().provenance != Provenance::NONE {
                if is_new(wide) {
                    words.push((at, wide, word(machine, value, index)?));
                }
                at += wide;
                continue;
            }
        }
        if is_whole(4) {
            width = 4;
        }
        if is_whole(width) && is_new(width) {
            let bytes = &block.bytes[at as usize..(at + width) as usize];
            let number = bytes.iter().rev().fold(0u128, |number, &byte| number << 8 | u128::from(byte));
            words.push((at, width, Word::Number(number)));
        }
        at += width;
    }
    Some(words)
}

/// A word as an address in one of the blocks, or as a number. `None` if it leads to anything else.
fn word(machine: &Machine<'_>, value: WideValue, index: &BTreeMap<u64, usize>) -> Option<Word> {
    let low = value.low();
    if low.provenance == Provenance::NONE {
        return Some(Word::Number(value.bits));
    }
    let base = machine.block_of(low)?.base;
    Some(Word::Address { block: *index.get(&base)?, offset: machine.offset_in_block(low)? })
}
