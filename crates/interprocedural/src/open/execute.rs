//! Contracts are executed: memories that satisfy the precondition are built in the interpreter, the
//! function is called, and what it leaves behind must satisfy one of the exits.

mod build;

use super::entry::Entry;
use super::seen::{Memory, Observer, Seen};
use super::{OpenContract, OpenFunction};
use crate::contracts::Ending;
use crate::limits::{
    ATTEMPTS_TO_SHOW_AN_ERROR, COINCIDENCES, MEMORIES_OF_A_FIRST_LOOK, NODES_OF_EXPLICIT_LISTS,
    STEPS_OF_A_CALL, STEPS_OF_A_FIRST_LOOK, VARIATIONS_OF_NUMBERS,
};
use crate::story::{Episode, Listener};
use heap_rules::apply::Touched;
use heap_rules::rearrange::{normalise, unfold_first};
use heap_rules::trees::expose::expose_root;
use interpreter::{
    BlockKind, Exit, Fault, FaultClass, FaultKind, FunctionOutcome, Image, Machine, Options, SeededChoices,
    Value as Word64, WideValue,
};
use ir::FunctionId;
use pure_logic::Model;
use pure_logic::term::Atom;
use source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_execution::Context;
use symbolic_heap::print::display_state;
use symbolic_heap::satisfy::{ConcreteBlock, ConcreteHeap, Satisfaction, Word, satisfies};
use symbolic_heap::{Region, State};

/// How one call went.
pub(super) enum Observed {
    /// The state was not found to describe a memory.
    NoMemory,
    Fault(Shown),
    Ends,
    /// It took more steps than allowed.
    GoesOn,
}

/// What came of executing contracts.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Execution {
    /// Calls of functions on memories that satisfy a precondition.
    pub calls: usize,
    /// Calls after which it is not known whether the memory satisfies an exit, or that took too long.
    pub undecided: usize,
    /// Contracts for which no memory was found.
    pub without_memory: usize,
    /// What contradicts a contract.
    pub wrong: Vec<String>,
}

impl Execution {
    pub fn add(&mut self, other: Execution) {
        self.calls += other.calls;
        self.undecided += other.undecided;
        self.without_memory += other.without_memory;
        self.wrong.extend(other.wrong);
    }
}

/// Executes every contract of a function.
pub fn execute(open: &mut OpenFunction<'_>) -> Execution {
    execute_before(open, None)
}

/// Executes every contract of a function in front of somebody who hears of the calls.
pub fn execute_before(open: &mut OpenFunction<'_>, mut observer: Observer<'_>) -> Execution {
    let mut execution = Execution::default();
    let image = Image::new(open.context.module);
    for contract in &open.contracts {
        let calls = execution.calls;
        for state in explicit(&mut open.context, &contract.start) {
            for seed in 0..VARIATIONS_OF_NUMBERS {
                let (context, function) = (&mut open.context, open.function);
                let mut call = Call { context, image: &image, function, contract, seed };
                match call.run(&state, &mut observer) {
                    Verdict::NoMemory => {}
                    Verdict::Right => execution.calls += 1,
                    Verdict::Undecided => {
                        execution.calls += 1;
                        execution.undecided += 1;
                    }
                    Verdict::Wrong(why) => {
                        execution.calls += 1;
                        execution.wrong.push(why);
                    }
                }
            }
        }
        execution.without_memory += usize::from(execution.calls == calls);
    }
    execution
}

/// An error that was executed, and what led to it.
#[derive(Clone, Debug)]
pub struct Shown {
    pub fault: Fault,
    pub story: Vec<Episode>,
}

/// Calls the function on memories that the entry describes, until an error of this kind happens at this place.
/// Memory that is lost has no place in an execution.
pub fn show<'m>(
    context: &mut Context<'m>,
    image: &Image<'m>,
    function: FunctionId,
    entry: &Entry,
    (kind, span): (FaultKind, Span),
) -> Option<Shown> {
    let contract = without_exits(context, entry);
    explicit(context, &contract.start).iter().find_map(|state| {
        (0..ATTEMPTS_TO_SHOW_AN_ERROR).find_map(|seed| {
            let mut call = Call { context, image, function, contract: &contract, seed };
            let shown = call.fault(state)?;
            let is_there = shown.fault.span == span || shown.fault.span == Span::NONE;
            (shown.fault.kind == kind && is_there).then_some(shown)
        })
    })
}

/// A precondition of which nothing is promised.
pub(super) fn without_exits(context: &Context<'_>, entry: &Entry) -> OpenContract {
    OpenContract {
        entry: entry.clone(),
        start: entry.held(&context.solver),
        exits: Vec::new(),
        callbacks: BTreeSet::new(),
        assumed: BTreeSet::new(),
        kept: BTreeSet::new(),
        is_exact: false,
        is_precise: false,
        touched: Touched::default(),
        is_decided_by_caller: true,
    }
}

/// What executions on a few memories suggest about a precondition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstLook {
    /// One of them makes an error. That is found out faster than by a proof that fails.
    Fails,
    /// None of them comes to an end.
    GoesOn,
    /// Nothing speaks against it.
    Promising,
}

/// Calls the function on the first memories that the entry describes.
pub fn first_look<'m>(
    context: &mut Context<'m>,
    image: &Image<'m>,
    function: FunctionId,
    entry: &Entry,
) -> FirstLook {
    let contract = without_exits(context, entry);
    let states = explicit(context, &contract.start);
    let (mut ended, mut stopped) = (0, 0);
    for (seed, state) in (0..).zip(states.iter().rev().take(MEMORIES_OF_A_FIRST_LOOK)) {
        let mut call = Call { context, image, function, contract: &contract, seed };
        match call.observed(state, STEPS_OF_A_FIRST_LOOK) {
            Observed::Fault(shown) if call.counts(shown.fault.kind) => return FirstLook::Fails,
            Observed::Fault(_) | Observed::Ends => ended += 1,
            Observed::GoesOn => stopped += 1,
            Observed::NoMemory => {}
        }
    }
    if ended == 0 && stopped > 0 { FirstLook::GoesOn } else { FirstLook::Promising }
}

/// The states that a state stands for, with all nodes of its lists and trees told one by one.
pub(super) fn explicit(context: &mut Context<'_>, state: &State) -> Vec<State> {
    let mut found = Vec::new();
    let mut work = vec![(state.clone(), NODES_OF_EXPLICIT_LISTS)];
    while let Some((state, nodes)) = work.pop() {
        let tree = state.heap.instances().map(|(id, _)| id).next();
        let solver = &mut context.solver;
        let unfolded = match (state.heap.segments().is_empty(), tree) {
            (false, _) => unfold_first(solver, &state, 0),
            (true, Some(tree)) => expose_root(solver, &state, tree),
            (true, None) => {
                found.extend(coincidences(context, state));
                continue;
            }
        };
        let blocks = state.heap.blocks().count();
        for next in unfolded {
            let has_node = next.heap.blocks().count() > blocks;
            match nodes.checked_sub(usize::from(has_node)) {
                Some(rest) => work.push((next, rest)),
                None => continue,
            }
        }
    }
    found
}

/// The state, and those in which bases of parts are the same address: as far as no byte is then in two
/// of them.
fn coincidences(context: &mut Context<'_>, state: State) -> Vec<State> {
    let parts: Vec<Atom> =
        state.heap.blocks().filter(|block| block.is_part()).map(|block| block.base).collect();
    let mut found = vec![state];
    for (position, &part) in parts.iter().enumerate() {
        for state in found.clone() {
            for &earlier in &parts[..position] {
                if found.len() >= COINCIDENCES {
                    return found;
                }
                if state.heap.block(part).is_none() || state.heap.block(earlier).is_none() {
                    continue;
                }
                let terms = &mut context.solver.terms;
                let (a, b) = (terms.atom_term(earlier), terms.atom_term(part));
                let fact = terms.equal(a, b);
                let mut merged = state.clone();
                merged.assume(&mut context.solver, fact);
                found.extend(normalise(&mut context.solver, merged));
            }
        }
    }
    found
}

enum Verdict {
    /// No memory was found that satisfies the precondition.
    NoMemory,
    Right,
    Undecided,
    Wrong(String),
}

pub(super) struct Call<'a, 'm> {
    pub context: &'a mut Context<'m>,
    pub image: &'a Image<'m>,
    pub function: FunctionId,
    pub contract: &'a OpenContract,
    pub seed: u64,
}

/// A memory that satisfies a state.
pub(super) struct Built {
    pub blocks: BTreeMap<Atom, Word64>,
    model: Arc<Model>,
}

impl<'m> Call<'_, 'm> {
    pub fn machine(&self) -> Option<Machine<'m>> {
        let mut options = Options { choices: Box::new(SeededChoices::new(self.seed)), ..Options::default() };
        options.policies.allocations_may_fail = self.context.options.allocation_may_fail;
        options.policies.large_blocks_end_the_run = !self.context.options.allocation_may_fail;
        options.limits.steps = STEPS_OF_A_CALL;
        Machine::of(self.image, options).ok()
    }

    /// Whether contracts promise that there is no such error.
    fn counts(&self, kind: FaultKind) -> bool {
        let is_checked = kind != FaultKind::SignedOverflow || self.context.options.check_overflow;
        is_checked && kind.class() != FaultClass::Limit
    }

    /// The error of a call, losing memory included.
    fn fault(&mut self, state: &State) -> Option<Shown> {
        match self.observed(state, STEPS_OF_A_CALL) {
            Observed::Fault(shown) => Some(shown),
            Observed::NoMemory | Observed::Ends | Observed::GoesOn => None,
        }
    }

    /// Calls the function on a memory that the state describes.
    fn observed(&mut self, state: &State, steps: u64) -> Observed {
        let Some(mut machine) = self.machine() else { return Observed::NoMemory };
        let Some(built) = self.build(&mut machine, state) else { return Observed::NoMemory };
        let Some(arguments) = self.arguments(&machine, &built, state) else { return Observed::NoMemory };
        self.called(&mut machine, &built, &arguments, steps)
    }

    /// Calls the function on a memory that was built.
    pub fn called(
        &self,
        machine: &mut Machine<'m>,
        built: &Built,
        arguments: &[WideValue],
        steps: u64,
    ) -> Observed {
        let mut listener = Listener::until(steps);
        let fault = match machine.call_function_observed(self.function, arguments, &mut listener) {
            FunctionOutcome::Returned(result) => {
                // The caller keeps what it has, and gets the result.
                let mut roots: Vec<Word64> = built.blocks.values().copied().collect();
                roots.extend(arguments.iter().chain(&result).map(|word| word.low()));
                if machine.unreachable_blocks(&roots).is_empty() {
                    return Observed::Ends;
                }
                Fault::new(FaultKind::MemoryLost, FaultKind::MemoryLost.description())
            }
            FunctionOutcome::Faulted(fault) => *fault,
            FunctionOutcome::Ended(_) => return Observed::Ends,
            FunctionOutcome::Stopped => return Observed::GoesOn,
        };
        Observed::Fault(Shown { fault, story: listener.into_story() })
    }

    pub fn arguments(
        &mut self,
        machine: &Machine<'_>,
        built: &Built,
        state: &State,
    ) -> Option<Vec<WideValue>> {
        let module = self.context.module;
        let mut arguments = Vec::new();
        let body = module.functions[self.function].body.as_ref();
        let scalars =
            body.map(|body| body.parameters.iter().map(|&parameter| body.registers[parameter].scalar));
        for (value, scalar) in state.registers.iter().flatten().zip(scalars.into_iter().flatten()) {
            let mut word = self.word(machine, built, state, value.term)?;
            word.bits &= if scalar.bits() >= 128 { u128::MAX } else { (1 << scalar.bits()) - 1 };
            arguments.push(word);
        }
        Some(arguments)
    }

    fn run(&mut self, state: &State, observer: &mut Observer<'_>) -> Verdict {
        let Some(mut machine) = self.machine() else { return Verdict::NoMemory };
        let Some(built) = self.build(&mut machine, state) else { return Verdict::NoMemory };
        let Some(arguments) = self.arguments(&machine, &built, state) else { return Verdict::NoMemory };
        let before = observer.as_ref().map(|_| Memory::of(&machine));
        let outcome = machine.call_function(self.function, &arguments);
        let counts = match &outcome {
            FunctionOutcome::Faulted(fault) => self.counts(fault.kind),
            FunctionOutcome::Returned(_) | FunctionOutcome::Ended(_) | FunctionOutcome::Stopped => true,
        };
        if let (Some(observer), Some(before), true) = (observer, before, counts) {
            let kept: Vec<Word64> = built.blocks.values().copied().collect();
            Seen::of(&machine, before, &arguments, &kept, &outcome).into_iter().for_each(observer);
        }
        let (ending, result) = match outcome {
            FunctionOutcome::Returned(value) => (Ending::Returns, value),
            FunctionOutcome::Ended(Exit::AssumptionFailed) => return Verdict::NoMemory,
            FunctionOutcome::Ended(_) => (Ending::EndsProgram, None),
            FunctionOutcome::Stopped => return Verdict::Undecided,
            FunctionOutcome::Faulted(fault) if !self.counts(fault.kind) => return Verdict::Undecided,
            // That there is a function is what the contract assumes of the caller.
            FunctionOutcome::Faulted(fault)
                if fault.kind == FaultKind::BadCallTarget
                    && self.contract.callbacks.contains(&fault.span) =>
            {
                return Verdict::NoMemory;
            }
            FunctionOutcome::Faulted(fault) => {
                let why = format!("the interpreter stops: {} [{}]", fault.message, fault.kind.id());
                return Verdict::Wrong(self.complaint(state, &why));
            }
        };
        self.judge(&machine, &built, state, ending, result)
    }

    /// Whether what the call left behind satisfies one of the exits.
    fn judge(
        &mut self,
        machine: &Machine<'_>,
        built: &Built,
        state: &State,
        ending: Ending,
        result: Option<WideValue>,
    ) -> Verdict {
        let memory = self.memory_after(machine, built, state, result);
        let mut is_undecided = false;
        for (own_ending, exit) in &self.contract.exits {
            if *own_ending != ending {
                continue;
            }
            if ending == Ending::EndsProgram {
                return Verdict::Right;
            }
            let mut exit = exit.clone();
            let mut memory = memory.clone();
            memory.blocks.retain(|address, block| {
                let is_permanent = matches!(block.region, Region::Static | Region::Constant | Region::Code);
                let name = memory.names.iter().find(|(_, known)| known == address);
                !is_permanent || name.is_some_and(|(atom, _)| exit.heap.block(*atom).is_some())
            });
            // What the caller holds is known.
            for (now, before) in exit.held.clone().iter().zip(&state.held) {
                let (Some(now), Some(before)) = (now, before) else { continue };
                let Some(number) = built.model.evaluate(&self.context.solver.terms, before.term) else {
                    continue;
                };
                if let (Some(atom), Ok(address)) =
                    (self.context.solver.terms.as_atom(now.term), u64::try_from(number))
                {
                    memory.names.push((atom, address));
                }
                let number = self.context.constant(number);
                let fact = self.context.solver.terms.equal(now.term, number);
                exit.facts.assume(&mut self.context.solver, fact);
            }
            exit.held.clear();
            match satisfies(&mut self.context.solver, &exit, &memory) {
                Satisfaction::Satisfied(_) => return Verdict::Right,
                Satisfaction::NotSatisfied => {}
                Satisfaction::Unknown(_) => is_undecided = true,
            }
        }
        if is_undecided {
            return Verdict::Undecided;
        }
        let mut why = "no exit describes what is left behind".to_owned();
        if let Some(result) = result {
            why.push_str(&format!("\n  result: {:#x}", result.bits));
        }
        for (base, block) in memory.blocks.iter().filter(|(_, block)| block.region != Region::Code) {
            why.push_str(&format!("\n  {base:#x}: {:?}, {} bytes: ", block.region, block.bytes.len()));
            for byte in &block.bytes {
                why.push_str(&byte.map_or("--".to_owned(), |byte| format!("{byte:02x}")));
            }
        }
        Verdict::Wrong(self.complaint(state, &why))
    }

    fn memory_after(
        &mut self,
        machine: &Machine<'_>,
        built: &Built,
        state: &State,
        result: Option<WideValue>,
    ) -> ConcreteHeap {
        let module = self.context.module;
        let mut heap = ConcreteHeap::default();
        let regions: BTreeMap<u64, Region> = state
            .heap
            .blocks()
            .filter_map(|block| Some((built.blocks.get(&block.base)?.bits, block.region)))
            .collect();
        for view in machine.blocks().into_iter().filter(|view| view.is_alive) {
            let region = match (regions.get(&view.base), view.kind) {
                (Some(region), _) => *region,
                (None, BlockKind::Heap) => Region::Heap,
                (None, BlockKind::Global) => Region::Static,
                (None, BlockKind::Function) => Region::Code,
                (None, _) => continue,
            };
            let block = match region {
                Region::Code => ConcreteBlock::new(region, vec![Some(0)]),
                _ => ConcreteBlock::stored(region, view.bytes, view.initialised),
            };
            heap.blocks.insert(view.base, block);
        }
        let signature = &module.signatures[module.functions[self.function].signature];
        let width = match signature.result {
            ir::ResultKind::Scalar(scalar) => scalar.bits(),
            _ => module.pointer_scalar().bits(),
        };
        heap.registers =
            vec![result.map(|value| Word { bits: value.bits, width, undefined: value.undefined })];
        let permanent = module
            .globals
            .iter()
            .map(|(id, _)| self.context.global_base(id))
            .chain(module.functions.iter().map(|(id, _)| self.context.function_base(id)));
        heap.names = permanent.filter_map(|base| Some((base, built.blocks.get(&base)?.bits))).collect();
        heap
    }

    fn complaint(&self, state: &State, why: &str) -> String {
        let name = &self.context.module.functions[self.function].name;
        let solver = &self.context.solver;
        let mut text = format!("`{name}`: {why}\n  called in: {}", display_state(solver, state));
        for (_, exit) in &self.contract.exits {
            text.push_str(&format!("\n  exit: {}", display_state(solver, exit)));
        }
        text
    }
}
