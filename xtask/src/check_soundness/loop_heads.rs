//! Executions of a proved program at its loop heads: every concrete state there must satisfy one of
//! the states that the proof ended with.

use interpreter::{BlockKind, Control, Machine, Observer};
use interprocedural::{LoopHead, Proof, function_info::FunctionInfo};
use ir::{BlockId, FunctionId, Module, RegisterId};
use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use symbolic_execution::Context;
use symbolic_heap::satisfy::{ConcreteBlock, ConcreteHeap, Satisfaction, Word, satisfies_within};
use symbolic_heap::{Region, Segment, Shape, State};

/// After so many different states a program has been looked at enough.
const STATES: usize = 60;

/// What a comparison of two states may cost.
const STEPS: u64 = 20_000;

/// Larger memories are not compared.
const BLOCKS: usize = 40;

/// Watches executions, and remembers the first state that the proof does not cover.
pub struct LoopHeads<'m> {
    context: Context<'m>,
    /// The states of each loop head; every loop head of the program has an entry.
    states: BTreeMap<(FunctionId, BlockId), Vec<LoopHead>>,
    seen: BTreeSet<u64>,
    pub tally: Tally,
    pub uncovered: Option<String>,
}

/// How many different concrete states were looked at.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub compared: usize,
    /// For which it is not known whether they satisfy one of the states.
    pub undecided: usize,
}

impl<'m> LoopHeads<'m> {
    pub fn new(module: &'m Module, proof: Proof<'m>) -> LoopHeads<'m> {
        let mut states: BTreeMap<(FunctionId, BlockId), Vec<LoopHead>> = BTreeMap::new();
        for (function, definition) in module.functions.iter() {
            let Some(body) = &definition.body else { continue };
            let info = FunctionInfo::new(body);
            let heads = body.blocks.iter().map(|(block, _)| block).filter(|&block| info.is_loop_head(block));
            states.extend(heads.map(|block| ((function, block), Vec::new())));
        }
        for mut head in proof.loop_heads {
            make_comparable(&mut head.state);
            states.entry((head.function, head.block)).or_default().push(head);
        }
        LoopHeads {
            context: proof.context,
            states,
            seen: BTreeSet::new(),
            tally: Tally::default(),
            uncovered: None,
        }
    }

    fn is_finished(&self) -> bool {
        self.uncovered.is_some() || self.tally.compared >= STATES || self.states.is_empty()
    }

    fn compare(&mut self, machine: &Machine<'_>, place: (FunctionId, BlockId)) {
        let memory = Memory::of(machine, place.0);
        if memory.heap.blocks.len() > BLOCKS || !self.seen.insert(memory.fingerprint(place)) {
            return;
        }
        self.tally.compared += 1;
        let mut is_undecided = false;
        let heads = self.states.get(&place).map_or(&[][..], Vec::as_slice);
        for head in heads {
            let concrete = memory.seen_from(machine, &self.context, head);
            match satisfies_within(&mut self.context.solver, &head.state, &concrete, STEPS) {
                Satisfaction::Satisfied(_) => return,
                Satisfaction::NotSatisfied => {}
                Satisfaction::Unknown(_) => is_undecided = true,
            }
        }
        if is_undecided {
            self.tally.undecided += 1;
            return;
        }
        let name = &machine.module().functions[place.0].name;
        let mut text = format!("none of {} states covers block {} of {name}:", heads.len(), place.1.index());
        for (base, block) in memory.heap.blocks.iter().filter(|(_, block)| block.region != Region::Code) {
            text.push_str(&format!("\n  {base:#x}: {:?}, {} bytes: ", block.region, block.bytes.len()));
            for byte in &block.bytes {
                text.push_str(&byte.map_or("--".to_owned(), |byte| format!("{byte:02x}")));
            }
        }
        for (register, word) in memory.heap.registers.iter().enumerate() {
            let is_known = heads.iter().any(|head| head.state.registers[register].is_some());
            if let (Some(word), true) = (word, is_known) {
                text.push_str(&format!("\n  register {register}: {:#x}", word.bits));
            }
        }
        for head in heads {
            let formula = symbolic_heap::print::display_state(&self.context.solver, &head.state);
            text.push_str(&format!("\n  state: {formula}"));
        }
        self.uncovered = Some(text);
    }
}

impl Observer for LoopHeads<'_> {
    fn before_instruction(&mut self, machine: &Machine<'_>) -> Control {
        if self.is_finished() {
            return Control::Stop;
        }
        if let Some(place) = machine.place()
            && place.instruction == 0
            && self.states.contains_key(&(place.function, place.block))
        {
            self.compare(machine, (place.function, place.block));
        }
        Control::Continue
    }
}

/// Leaves out what an execution does not tell: what callers hold, and whose a local is.
fn make_comparable(state: &mut State) {
    state.held.clear();
    let blocks: Vec<_> = state.heap.blocks().map(|block| block.base).collect();
    for base in blocks {
        if let Some(block) = state.heap.block_mut(base) {
            match block.region {
                Region::Stack(_) => block.region = Region::Stack(0),
                Region::Alloca(_) => block.region = Region::Alloca(0),
                _ => {}
            }
        }
    }
    for index in 0..state.heap.segments().len() {
        let mut segment = Segment::clone(&state.heap.segments()[index]);
        if let Region::Alloca(_) = segment.shape.region {
            segment.shape = Arc::new(Shape { region: Region::Alloca(0), ..Shape::clone(&segment.shape) });
            state.heap.replace_segment(index, segment);
        }
    }
}

/// The memory of an execution, with everything in it.
struct Memory {
    heap: ConcreteHeap,
    /// Where blocks began that have ended.
    ended: BTreeSet<u64>,
    /// How many bytes a pointer has.
    pointer_bytes: usize,
}

impl Memory {
    fn of(machine: &Machine<'_>, function: FunctionId) -> Memory {
        let module = machine.module();
        let constants: BTreeSet<u64> = module
            .globals
            .iter()
            .filter(|(_, global)| global.is_constant)
            .map(|(id, _)| machine.address_of_global(id).bits)
            .collect();
        let mut heap = ConcreteHeap::default();
        for view in machine.blocks().into_iter().filter(|view| view.is_alive) {
            let region = match view.kind {
                BlockKind::Heap => Region::Heap,
                BlockKind::Local | BlockKind::Temporary | BlockKind::Variadic => Region::Stack(0),
                BlockKind::Alloca => Region::Alloca(0),
                BlockKind::Global if constants.contains(&view.base) => Region::Constant,
                BlockKind::Global => Region::Static,
                BlockKind::Function => Region::Code,
                BlockKind::Opaque | BlockKind::External | BlockKind::Callback => continue,
            };
            let block = match region {
                Region::Code => ConcreteBlock::new(region, vec![Some(0)]),
                _ => ConcreteBlock::stored(region, view.bytes, view.initialised),
            };
            heap.blocks.insert(view.base, block);
        }
        let registers = module.functions[function].body.as_ref().map_or(0, |body| body.registers.len());
        heap.registers = (0..registers).map(|index| word(machine, RegisterId::from_index(index))).collect();
        let ended = machine.blocks().into_iter().filter(|view| !view.is_alive).map(|view| view.base);
        Memory { heap, ended: ended.collect(), pointer_bytes: module.pointer_scalar().bytes() as usize }
    }

    fn fingerprint(&self, place: (FunctionId, BlockId)) -> u64 {
        let mut hasher = DefaultHasher::new();
        (place.0.index(), place.1.index()).hash(&mut hasher);
        for (base, block) in &self.heap.blocks {
            (base, &block.bytes, &block.partly).hash(&mut hasher);
        }
        for word in self.heap.registers.iter().flatten() {
            (word.bits, word.undefined).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// What a state has to describe: of the globals and functions, those that it knows; and if it
    /// describes a part only, what can be reached from there may not be missing.
    fn seen_from(&self, machine: &Machine<'_>, context: &Context<'_>, head: &LoopHead) -> ConcreteHeap {
        let module = machine.module();
        let globals = module
            .globals
            .iter()
            .map(|(id, _)| (context.global_base(id), machine.address_of_global(id).bits));
        let functions = module
            .functions
            .iter()
            .map(|(id, _)| (context.function_base(id), machine.address_of_function(id).bits));
        let mut heap = self.heap.clone();
        heap.names = globals.chain(functions).collect();
        let known: BTreeSet<u64> = heap
            .names
            .iter()
            .filter(|(base, _)| head.state.heap.block(*base).is_some())
            .map(|&(_, address)| address)
            .collect();
        heap.blocks.retain(|address, block| !is_permanent(block) || known.contains(address));
        // Memory from `alloca` that nothing leads to is forgotten.
        let may_miss = |block: &ConcreteBlock| !head.is_whole || is_from_alloca(block);
        let starts = |block: &ConcreteBlock| match head.is_whole {
            true => !is_from_alloca(block),
            false => is_permanent(block),
        };
        let reached = self.reached(&heap, &head.state, &starts);
        let missing = heap.blocks.iter().filter(|(base, block)| may_miss(block) && !reached.contains(base));
        heap.frame = missing.map(|(base, _)| *base).collect();
        heap
    }

    /// The blocks that the registers the state knows, and the blocks to start with, lead to.
    fn reached(
        &self,
        heap: &ConcreteHeap,
        state: &State,
        starts: &dyn Fn(&ConcreteBlock) -> bool,
    ) -> BTreeSet<u64> {
        let mut work: Vec<u64> =
            heap.blocks.iter().filter(|(_, block)| starts(block)).map(|(base, _)| *base).collect();
        let known = state.registers.iter().zip(&heap.registers).filter(|(value, _)| value.is_some());
        let words = known.filter_map(|(_, word)| *word).filter(|word| word.undefined == 0);
        work.extend(words.filter_map(|word| u64::try_from(word.bits).ok()));
        let mut reached = BTreeSet::new();
        while let Some(address) = work.pop() {
            let Some((&base, block)) = heap.blocks.range(..=address).next_back() else { continue };
            // The address behind a block leads to it, unless it is where another block was.
            let leads_here = match (address - base).cmp(&(block.bytes.len() as u64)) {
                Ordering::Less => true,
                Ordering::Equal => address == base || !self.ended.contains(&address),
                Ordering::Greater => false,
            };
            if !leads_here || !reached.insert(base) {
                continue;
            }
            work.extend(block.bytes.chunks_exact(self.pointer_bytes).filter_map(|bytes| {
                bytes.iter().rev().try_fold(0u64, |sum, byte| Some(sum << 8 | u64::from((*byte)?)))
            }));
        }
        reached
    }
}

fn is_from_alloca(block: &ConcreteBlock) -> bool {
    matches!(block.region, Region::Alloca(_))
}

fn is_permanent(block: &ConcreteBlock) -> bool {
    matches!(block.region, Region::Static | Region::Constant | Region::Code)
}

fn word(machine: &Machine<'_>, register: RegisterId) -> Option<Word> {
    let place = machine.place()?;
    let body = machine.module().functions[place.function].body.as_ref()?;
    let width = body.registers.get(register)?.scalar.bits();
    let value = machine.register(register)?;
    Some(Word { bits: value.bits, width, undefined: value.undefined })
}
