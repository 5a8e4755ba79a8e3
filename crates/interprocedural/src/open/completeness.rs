//! How much of what a function can do its contracts tell: small memories are enumerated, the function is
//! called in each, and every memory in which it makes no error must satisfy one of the preconditions.
//!
//! A word of the caller is chosen when the function first reads it, so the enumeration is over what the
//! function observes. What it never reads is filled in two ways, and both must be described. Types of the
//! source say what a word may hold; they only decide what is tried.

pub mod callers;
mod trial;
mod watch;
mod world;

use super::entry::CALLERS;
use super::seen::Observer;
use super::{OpenFunction, hints};
use crate::footprint::{Footprint, footprint};
use crate::limits::{
    COMPARED_NUMBERS_OF_MEMORIES, STEPS_OF_A_COVERED_MEMORY, UNCOVERED_MEMORIES, UNREAD_BYTES,
};
use call_graph::CallGraph;
use heap_rules::posed;
use interpreter::{BlockKind, Image, Machine};
use ir::debug::{Type, TypeId};
use ir::{BinaryOperator, FunctionId, InstructionKind, Module, Operand, Parameter, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::Context;
use symbolic_heap::satisfy::{
    ConcreteBlock, ConcreteHeap, GaveUp, Satisfaction, Word as HeapWord, satisfies_within,
};
use symbolic_heap::{Region, State};
use trial::{Outcome, Trial};
use watch::Request;
use world::{ParameterKind, Place, Vocabulary, Word, World};

/// How far the contracts of a function reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Coverage {
    /// Every memory in which the function makes no error is described.
    Complete,
    /// Some are, others are not.
    Partial,
    /// None is, though there are some, or may be.
    Nothing,
}

/// What was measured of one function.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Completeness {
    /// Memories that were tried.
    pub tried: usize,
    /// Those in which the function makes no error.
    pub good: usize,
    /// Those of the good ones that satisfy a precondition.
    pub covered: usize,
    /// Good ones for which this could not be decided.
    pub undecided: usize,
    /// Memories in which a call took too long, or did what the interpreter cannot do.
    pub unfinished: usize,
    /// How many contracts were measured.
    pub contracts: usize,
    /// There are more memories than were tried.
    pub is_cut_short: bool,
    /// Good memories that no precondition describes, the smallest first, as many as are worth reading.
    pub uncovered: Vec<String>,
}

impl Completeness {
    pub fn coverage(&self) -> Coverage {
        let is_seen = self.good > 0 || self.unfinished == 0 || self.contracts > 0;
        match () {
            () if self.covered == self.good && is_seen => Coverage::Complete,
            () if self.covered > 0 => Coverage::Partial,
            () => Coverage::Nothing,
        }
    }
}

/// Measures the contracts of a function on at most so many memories.
pub fn completeness(open: &mut OpenFunction<'_>, memories: usize) -> Completeness {
    completeness_before(open, memories, None)
}

/// As [`completeness`], in front of somebody who hears of the calls.
pub fn completeness_before(
    open: &mut OpenFunction<'_>,
    memories: usize,
    mut observer: Observer<'_>,
) -> Completeness {
    let module = open.context.module;
    let graph = CallGraph::new(module);
    let reached = graph.reachable_from(&[open.function]);
    let vocabulary = vocabulary(module, &reached, COMPARED_NUMBERS_OF_MEMORIES);
    let Some(parameters) = parameters(module, open.function) else { return Completeness::default() };
    let names: Vec<String> = parameters.iter().map(|(name, _)| name.clone()).collect();
    let kinds: Vec<ParameterKind> = parameters.iter().map(|&(_, kind)| kind).collect();
    let footprint = footprint(module, &graph, open.function);
    let permanent = permanent(&open.context, &footprint);
    let image = Image::new(module);
    let trial = Trial {
        vocabulary: &vocabulary,
        image: &image,
        function: open.function,
        allocation_may_fail: open.context.options.allocation_may_fail,
    };
    let mut preconditions: Vec<State> =
        open.contracts.iter().map(|contract| anywhere(&contract.entry.state)).collect();
    let mut result = Completeness { contracts: preconditions.len(), ..Completeness::default() };
    let mut work: BTreeMap<(usize, usize), Vec<World>> = BTreeMap::new();
    let add = |work: &mut BTreeMap<(usize, usize), Vec<World>>, worlds: Vec<World>| {
        for world in worlds {
            work.entry(world.weight()).or_default().push(world);
        }
    };
    add(&mut work, vocabulary.initial(&footprint.globals, &kinds));
    while let Some(mut smallest) = work.first_entry() {
        let Some(world) = smallest.get_mut().pop() else {
            smallest.remove();
            continue;
        };
        if result.tried == memories {
            result.is_cut_short = true;
            break;
        }
        result.tried += 1;
        match trial.run(&world, &mut observer) {
            Outcome::Asks(Request::Word { object, offset, bytes }) => {
                add(&mut work, vocabulary.choose(&world, object, offset, bytes));
            }
            Outcome::Asks(Request::Room { object, offset, bytes }) => {
                add(&mut work, vocabulary.enlarge(&world, object, offset, bytes));
            }
            Outcome::Runs(places) => {
                result.good += 1;
                match covers(&mut open.context, &mut preconditions, &|context, unread| {
                    memory(context, &permanent, open.function, &world, &places, unread)
                }) {
                    Covered::Yes => result.covered += 1,
                    Covered::Undecided => {
                        result.covered += 1;
                        result.undecided += 1;
                    }
                    Covered::No if result.uncovered.len() < UNCOVERED_MEMORIES => {
                        result.uncovered.push(vocabulary.display(&world, &names));
                    }
                    Covered::No => {}
                }
            }
            Outcome::Open => result.unfinished += 1,
            Outcome::Fails => {}
        }
    }
    result
}

/// Numbers and marks that the code can tell apart.
fn vocabulary<'m>(module: &'m Module, reached: &[FunctionId], most: usize) -> Vocabulary<'m> {
    let mut numbers: BTreeSet<i64> = BTreeSet::from([0, 1, 3, -1]);
    let mut compared = BTreeSet::new();
    let mut has_tags = false;
    let pointer = module.pointer_scalar();
    for &function in reached {
        let Some(body) = &module.functions[function].body else { continue };
        for (_, block) in body.blocks.iter() {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Compare { left, right, .. } => {
                        for operand in [left, right] {
                            if let Operand::Constant(constant) = operand {
                                compared.extend(i64::try_from(constant.bits()).ok());
                            }
                        }
                    }
                    InstructionKind::Binary {
                        operator: BinaryOperator::And,
                        left,
                        right,
                        destination,
                        ..
                    } if body.registers[*destination].scalar == pointer => {
                        has_tags |= [left, right].into_iter().any(|operand| {
                            let Operand::Constant(constant) = operand else { return false };
                            let all = if pointer.bits() == 64 {
                                u128::from(u64::MAX)
                            } else {
                                u128::from(u32::MAX)
                            };
                            constant.bits() == 1 || constant.bits() == all - 1
                        });
                    }
                    _ => {}
                }
            }
            if let TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                compared.extend(cases.iter().filter_map(|case| i64::try_from(case.first).ok()));
            }
        }
    }
    if has_tags {
        // Links are found by the distance that a record tells.
        numbers.insert(8);
    }
    numbers.extend(compared.into_iter().filter(|number| number.abs() < 1 << 31).take(most));
    Vocabulary { module, numbers: numbers.into_iter().collect(), has_tags, overlaps: false }
}

/// The names of the parameters and how their arguments are made.
fn parameters(module: &Module, function: FunctionId) -> Option<Vec<(String, ParameterKind)>> {
    let definition = &module.functions[function];
    let body = definition.body.as_ref()?;
    let signature = &module.signatures[definition.signature];
    let hidden = body.parameters.len().saturating_sub(signature.parameters.len());
    let mut used = BTreeSet::new();
    let mut note = |operand: Operand| {
        if let Operand::Register(register) = operand {
            used.insert(register);
        }
    };
    for (_, block) in body.blocks.iter() {
        for instruction in &block.instructions {
            instruction.kind.for_each_operand(|operand| note(*operand));
        }
        if let Some(operand) = block.terminator.kind.operand() {
            note(*operand);
        }
    }
    let hints = hints::parameters(body);
    Some(
        hints
            .into_iter()
            .enumerate()
            .map(|(index, hint)| {
                let register = body.parameters[index];
                let aggregate =
                    match index.checked_sub(hidden).and_then(|index| signature.parameters.get(index)) {
                        None => Some(0),
                        Some(Parameter::Aggregate { size, .. }) => Some(*size),
                        Some(Parameter::Scalar(_)) => None,
                    };
                let kind = match aggregate {
                    Some(size) => ParameterKind::Copy { ty: hint.ty, size },
                    None if !used.contains(&register) => ParameterKind::Unused,
                    None => {
                        ParameterKind::Word { ty: hint.ty, bytes: body.registers[register].scalar.bytes() }
                    }
                };
                (hint.name, kind)
            })
            .collect(),
    )
}

/// A precondition whose memory may all come from an allocator, as that of the worlds does.
fn anywhere(state: &State) -> State {
    let mut state = state.clone();
    posed::with_region(&mut state, CALLERS, Region::Heap);
    state
}

enum Covered {
    Yes,
    No,
    Undecided,
}

/// Whether one of the preconditions describes a world, whatever the function does not read. The one that
/// does is moved to the front.
fn covers(
    context: &mut Context<'_>,
    preconditions: &mut [State],
    memory: &dyn Fn(&Context<'_>, u8) -> ConcreteHeap,
) -> Covered {
    let mut is_undecided = false;
    for unread in UNREAD_BYTES {
        let memory = memory(context, unread);
        let mut is_covered = false;
        for index in 0..preconditions.len() {
            let mut memory = memory.clone();
            for block in preconditions[index].heap.blocks() {
                let place =
                    memory.names.iter().find(|(atom, _)| *atom == block.base).map(|&(_, address)| address);
                if let Some(concrete) = place.and_then(|address| memory.blocks.get_mut(&address)) {
                    concrete.region = block.region;
                }
            }
            match satisfies_within(
                &mut context.solver,
                &preconditions[index],
                &memory,
                STEPS_OF_A_COVERED_MEMORY,
            ) {
                Satisfaction::Satisfied(_) => {
                    preconditions[..=index].rotate_right(1);
                    is_covered = true;
                    break;
                }
                Satisfaction::NotSatisfied => {}
                Satisfaction::Unknown(GaveUp::Steps | GaveUp::Numbers) => is_undecided = true,
            }
        }
        if !is_covered {
            return if is_undecided { Covered::Undecided } else { Covered::No };
        }
    }
    Covered::Yes
}

/// Objects and functions of the program that it can refer to, as they are at the start.
fn permanent(context: &Context<'_>, footprint: &Footprint) -> ConcreteHeap {
    let mut heap = ConcreteHeap::default();
    let Ok(machine) = Machine::new(context.module, interpreter::Options::default()) else { return heap };
    let globals =
        footprint.globals.iter().map(|&id| (context.global_base(id), machine.address_of_global(id)));
    let functions =
        footprint.functions.iter().map(|&id| (context.function_base(id), machine.address_of_function(id)));
    for (base, address) in globals.chain(functions) {
        let Some(view) = machine.block_of(address) else { continue };
        let (region, bytes) = match view.kind {
            BlockKind::Function => (Region::Code, vec![Some(0)]),
            _ => (Region::Static, view.bytes.iter().map(|&byte| Some(byte)).collect()),
        };
        heap.names.push((base, address.bits));
        heap.blocks.insert(address.bits, ConcreteBlock::new(region, bytes));
        heap.frame.insert(address.bits);
    }
    heap
}

/// The memory of a world, with a byte where the function never reads. The state need not describe all of it.
fn memory(
    context: &Context<'_>,
    permanent: &ConcreteHeap,
    function: FunctionId,
    world: &World,
    places: &[u64],
    unread: u8,
) -> ConcreteHeap {
    let module = context.module;
    let mut heap = permanent.clone();
    let value = |word: Word| match word {
        Word::Number(number) => number as u64,
        Word::Address { object, offset } => places[object].wrapping_add(offset as u64),
    };
    let is_function = |ty: TypeId| matches!(module.types.types.get(ty), Some(Type::Function { .. }));
    let objects = world.objects.iter().zip(places);
    for (object, &place) in objects.filter(|(object, _)| !object.ty.is_some_and(is_function)) {
        let mut block = ConcreteBlock::heap(object.size as usize);
        block.bytes.fill(Some(unread));
        for (&offset, &(bytes, word)) in &object.words {
            block.store(offset as usize, bytes as usize, value(word));
        }
        if let Place::Global(_) = object.place {
            block.region = Region::Static;
        }
        heap.blocks.insert(place, block);
        heap.frame.insert(place);
    }
    let Some(body) = &module.functions[function].body else { return heap };
    for (&word, &parameter) in world.arguments.iter().zip(&body.parameters) {
        let width = body.registers[parameter].scalar.bits();
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        heap.registers.push(Some(HeapWord { bits: u128::from(value(word)) & mask, width, undefined: 0 }));
    }
    heap
}
