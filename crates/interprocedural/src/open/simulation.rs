//! Blocks that are lost, freed memory that is used and allocations that nobody checks, in functions that are too hard as a whole.
//!
//! ```text
//!   p = malloc(n)      on a way from there to a `return`: p is not null, is not freed, and nobody else gets its address
//!  ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
//!   the block is lost at this `return`
//!
//!   free(p)            on a way to this access: nothing else is stored in p
//!  ──────────────────────────────────────────────────────────────────────────
//!   freed memory is accessed
//! ```
//!
//! One block at a time is looked at, along all ways. Where ways meet on which the same has become of it, only what is true on both of them is
//! kept; where something else has become of it, they are kept apart, with what decided between them. So `if (flag) p = malloc(n); … if (flag) free(p);`
//! leads to nothing. What is told happens on a way of which nothing is known that excludes it. Whether an execution takes it is not known: it is likely
//! at most. An address is known by how it was computed ([`values`]). Once it is stored elsewhere or handed to a function that may keep it, nothing
//! more is said about its block being lost.
//!
//! A block may also be what another function returns, if the function frees it in several places, and on one way does not.

pub mod callees;
mod handlers;
mod sizes;
mod state;
mod values;

use crate::function_info::FunctionInfo;
use crate::limits::{FATES_OF_A_BLOCK, PLACES_THAT_FREE_A_RESULT, ROUNDS_OF_A_BLOCK, ROUNDS_OF_ALL_BLOCKS};
use callees::{Callees, Result as Returned, Use};
pub use handlers::{handles_failure, is_handled};
use interpreter::FaultKind;
use ir::{
    BlockId, Body, Callee, Conversion, FunctionId, Instruction, InstructionKind, Module, Operand, RegisterId,
    TerminatorKind,
};
use source::Span;
use state::{Key, State, Status};
use std::collections::{BTreeMap, BTreeSet};
use values::{Operation, Place, Value, ValueId, Values};

/// What happens to a block on some way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Misuse {
    pub kind: FaultKind,
    pub span: Span,
    /// Where the block was allocated, or freed.
    pub before: Span,
}

/// Which block is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Subject {
    /// What an allocation returns.
    New { may_fail: bool },
    /// What another call returns.
    Result,
    /// What is freed here.
    Freed,
    /// The arrays that the function has as variables.
    Variables,
}

/// The misuses of the blocks of a function, one for each block.
pub fn misuses(module: &Module, function: FunctionId, allocation_may_fail: bool) -> Vec<Misuse> {
    let own = &module.functions[function];
    let Some(body) = &own.body else { return Vec::new() };
    let mut callees = Callees::new(module);
    let subjects = subjects(body, &mut callees, allocation_may_fail);
    let info = FunctionInfo::new(body);
    let mut left = ROUNDS_OF_ALL_BLOCKS;
    let mut all = BTreeSet::new();
    for (origin, subject) in subjects {
        let mut run = Run::new(body, &info, &mut callees, (origin, subject));
        run.go(&mut left);
        let is_owned = subject != Subject::Result || run.frees.len() >= PLACES_THAT_FREE_A_RESULT;
        let before = body.blocks[origin.0].instructions.get(origin.1).map_or(own.span, |origin| origin.span);
        let lost = std::mem::take(&mut run.lost);
        let lost = lost.into_iter().filter(|(_, passed)| is_owned && passed.is_subset(&run.not_kept));
        // What `main` leaves behind at its end is another question.
        let first = lost.map(|(span, _)| span).next().filter(|_| own.name != "main");
        all.extend(first.map(|span| Misuse { kind: FaultKind::MemoryLost, span, before }));
        let mut kinds = BTreeSet::new();
        all.extend(run.found.into_iter().filter(|misuse| kinds.insert(misuse.kind)));
    }
    all.into_iter().collect()
}

/// The calls that give a block to the function, or take one.
fn subjects(body: &Body, callees: &mut Callees<'_>, allocation_may_fail: bool) -> Vec<(Place, Subject)> {
    let mut found = Vec::new();
    let is_variable = |one: &Instruction| matches!(one.kind, InstructionKind::StackAlloc { .. });
    if body.blocks.iter().any(|(_, block)| block.instructions.iter().any(is_variable)) {
        found.push(((body.entry(), usize::MAX), Subject::Variables));
    }
    let freed = results_that_are_freed(body, callees);
    for (id, block) in body.blocks.iter() {
        for (index, instruction) in block.instructions.iter().enumerate() {
            let InstructionKind::Call { callee, arguments, destination, .. } = &instruction.kind else {
                continue;
            };
            let at = (id, index);
            match (callees.result(callee), destination) {
                (Returned::New { may_fail, is_stream }, Some(_)) => {
                    found
                        .push((at, Subject::New { may_fail: may_fail && allocation_may_fail && !is_stream }));
                }
                (Returned::Unknown, Some(destination)) if freed.contains(destination) => {
                    found.push((at, Subject::Result));
                }
                _ => {}
            }
            if (0..arguments.len()).any(|index| callees.usage(callee, index) == Use::Frees) {
                found.push((at, Subject::Freed));
            }
        }
    }
    found
}

/// The registers with results of calls that are freed, and those that get what they hold.
fn results_that_are_freed(body: &Body, callees: &mut Callees<'_>) -> BTreeSet<RegisterId> {
    let mut found = BTreeSet::new();
    let instructions = || body.blocks.iter().flat_map(|(_, block)| &block.instructions);
    for instruction in instructions() {
        if let InstructionKind::Call { callee, arguments, .. } = &instruction.kind {
            for (index, argument) in arguments.iter().enumerate() {
                if let (Use::Frees, Operand::Register(register)) = (callees.usage(callee, index), argument) {
                    found.insert(*register);
                }
            }
        }
    }
    loop {
        let before = found.len();
        for instruction in instructions() {
            if let InstructionKind::Copy { destination, source: Operand::Register(source) } =
                &instruction.kind
                && found.contains(destination)
            {
                found.insert(*source);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Where a state comes from: the block before, which state there, and which of those that it leads to.
type Source = (BlockId, Key, usize);

struct Run<'a, 'm> {
    body: &'m Body,
    info: &'a FunctionInfo,
    callees: &'a mut Callees<'m>,
    values: Values,
    origin: Place,
    subject: Subject,
    found: BTreeSet<Misuse>,
    /// Where the block is lost, if none of these calls keeps it.
    lost: BTreeSet<(Span, BTreeSet<Place>)>,
    /// Where it is freed.
    frees: BTreeSet<Place>,
    /// Calls after which the function still frees the block, or hands it on.
    not_kept: BTreeSet<Place>,
    /// Whether the program does not go on where there is no block, as far as can be told ([`handlers`]).
    is_handled: bool,
}

impl<'a, 'm> Run<'a, 'm> {
    fn new(
        body: &'m Body,
        info: &'a FunctionInfo,
        callees: &'a mut Callees<'m>,
        (origin, subject): (Place, Subject),
    ) -> Run<'a, 'm> {
        Run {
            body,
            info,
            callees,
            values: Values::default(),
            origin,
            subject,
            found: BTreeSet::new(),
            lost: BTreeSet::new(),
            frees: BTreeSet::new(),
            not_kept: BTreeSet::new(),
            is_handled: false,
        }
    }

    fn go(&mut self, left: &mut usize) {
        let entry = self.body.entry();
        let first = State::new(&mut self.values, &self.body.parameters);
        let mut states: BTreeMap<BlockId, BTreeMap<Key, (State, BTreeSet<Source>)>> = BTreeMap::new();
        let mut work: BTreeSet<(usize, BlockId, Key)> = BTreeSet::new();
        let key = first.key(&[]);
        states.entry(entry).or_default().insert(key.clone(), (first, BTreeSet::new()));
        work.insert((0, entry, key));
        let mut rounds = ROUNDS_OF_A_BLOCK * self.body.blocks.iter().count();
        while let Some((_, block, key)) = work.pop_first() {
            if rounds == 0 || *left == 0 {
                return;
            }
            rounds -= 1;
            *left -= 1;
            let state = states.get(&block).and_then(|states| states.get(&key));
            let Some(state) = state.map(|(state, _)| state.clone()) else { continue };
            for (number, (successor, mut state)) in self.go_through(block, state).into_iter().enumerate() {
                let live = self.info.live_in(successor);
                state.keep_live(live);
                if !state.arrive(&mut self.values, successor) {
                    continue;
                }
                let source = (block, key.clone(), number);
                let next = state.key(live);
                let there = states.entry(successor).or_default();
                let has_room = there.len() < FATES_OF_A_BLOCK;
                let is_new = match there.get_mut(&next) {
                    // The same way again, of which less is known now.
                    Some((known, sources)) if sources.len() == 1 && sources.contains(&source) => {
                        let is_new = *known != state;
                        *known = state;
                        is_new
                    }
                    Some((known, sources)) => {
                        sources.insert(source);
                        known.meet(&mut self.values, successor, live, state)
                    }
                    None if has_room => {
                        there.insert(next.clone(), (state, BTreeSet::from([source])));
                        true
                    }
                    None => false,
                };
                let key = next;
                if is_new {
                    work.insert((self.info.position(successor), successor, key));
                }
            }
        }
    }

    /// The states before the successors of a block.
    fn go_through(&mut self, id: BlockId, state: State) -> Vec<(BlockId, State)> {
        let block = &self.body.blocks[id];
        let mut states = vec![state];
        for (index, instruction) in block.instructions.iter().enumerate() {
            let mut next = Vec::new();
            for state in states {
                self.step(state, (id, index), instruction, &mut next);
            }
            states = next;
        }
        let mut successors = Vec::new();
        for state in states {
            self.leave(state, id, &mut successors);
        }
        successors
    }

    fn leave(&mut self, mut state: State, id: BlockId, successors: &mut Vec<(BlockId, State)>) {
        let terminator = &self.body.blocks[id].terminator;
        let at = (id, usize::MAX);
        state.asked = None;
        match &terminator.kind {
            TerminatorKind::Goto(next) => successors.push((*next, state)),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let condition = state.operand(&mut self.values, at, condition);
                let is_open = state.truth(&self.values, condition).is_none();
                let asks = !is_open && self.asks_for_block(&state, condition);
                for (next, other, holds) in [(*then, *otherwise, true), (*otherwise, *then, false)] {
                    let mut state = state.clone();
                    if !state.assume(&self.values, condition, holds) {
                        continue;
                    }
                    // Who frees a block if something holds knows why.
                    if is_open && state.status == Status::Own && self.only_frees(&state, other, next) {
                        continue;
                    }
                    state.asked = Some(next).filter(|_| asks && !self.is_on_all_ways(next, other));
                    successors.push((next, state));
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let value = state.operand(&mut self.values, at, value);
                for case in cases {
                    let mut state = state.clone();
                    let first = i128::try_from(case.first).unwrap_or(i128::MAX);
                    let is_possible = case.first != case.last
                        || first > i128::from(i32::MAX)
                        || state.assume_equal(&self.values, value, first);
                    if is_possible {
                        successors.push((case.target, state));
                    }
                }
                successors.push((*default, state));
            }
            TerminatorKind::Return(result) => {
                let result = result.map(|result| state.operand(&mut self.values, at, &result));
                let block = state.block;
                if result.is_some_and(|result| Some(self.values.root(result)) == block) {
                    self.not_kept.extend(state.passed);
                } else if state.status == Status::Own {
                    self.lost.insert((terminator.span, state.passed));
                }
            }
            TerminatorKind::Unreachable => {}
        }
    }

    /// Whether a block of the function does nothing but free the block that is looked at, and goes on where the other way does.
    fn only_frees(&mut self, state: &State, id: BlockId, next: BlockId) -> bool {
        let block = &self.body.blocks[id];
        let goes_on = matches!(block.terminator.kind, TerminatorKind::Goto(after) if after == next);
        if !goes_on {
            return false;
        }
        let mut state = state.clone();
        let mut is_freed = false;
        for (index, instruction) in block.instructions.iter().enumerate() {
            match &instruction.kind {
                InstructionKind::Call { callee, arguments, .. } => {
                    let Some(argument) = arguments.first() else { return false };
                    let usage = self.callees.usage(callee, 0);
                    let argument = state.operand(&mut self.values, (id, index), argument);
                    is_freed |= matches!(usage, Use::Frees | Use::MayFree) && Some(argument) == state.block;
                }
                InstructionKind::Copy { destination, source } => {
                    let value = state.operand(&mut self.values, (id, index), source);
                    state.set(*destination, value);
                }
                InstructionKind::Load { destination, address, .. } => {
                    let address = state.operand(&mut self.values, (id, index), address);
                    let value = state.load(&mut self.values, (id, index), address);
                    state.set(*destination, value);
                }
                InstructionKind::PtrAdd { .. } | InstructionKind::Store { .. } => {}
                _ => return false,
            }
        }
        is_freed
    }

    fn step(&mut self, mut state: State, at: Place, instruction: &Instruction, next: &mut Vec<State>) {
        let span = instruction.span;
        match &instruction.kind {
            InstructionKind::Copy { destination, source } => {
                let value = state.operand(&mut self.values, at, source);
                state.set(*destination, value);
            }
            InstructionKind::Convert { destination, conversion, operand } => {
                let operand = state.operand(&mut self.values, at, operand);
                let zero = self.values.constant(0);
                let value = match conversion {
                    Conversion::ZeroExtend | Conversion::SignExtend => operand,
                    Conversion::Truncate => match self.values.as_constant(operand) {
                        Some(_) => operand,
                        None => {
                            self.values.computed(at, Value::Combined(Operation::Truncated, operand, zero))
                        }
                    },
                    _ => {
                        if !self.renew(&mut state, at) {
                            return;
                        }
                        self.values.plain(Value::Made(at))
                    }
                };
                state.set(*destination, value);
            }
            InstructionKind::Unary { destination, operator, operand, .. } => {
                let operand = state.operand(&mut self.values, at, operand);
                let value = Value::Combined(Operation::Unary(*operator), operand, operand);
                let value = self.values.computed(at, value);
                state.set(*destination, value);
            }
            InstructionKind::Binary { destination, operator, left, right, .. } => {
                self.combine(&mut state, at, *destination, Operation::Binary(*operator), (left, right));
            }
            InstructionKind::Compare { destination, comparison, domain, left, right } => {
                let operation = Operation::Compare(*comparison, *domain);
                self.combine(&mut state, at, *destination, operation, (left, right));
            }
            InstructionKind::PtrAdd { destination, base, index, scale } => {
                let base = state.operand(&mut self.values, at, base);
                let index = state.operand(&mut self.values, at, index);
                let known = state.fact(&self.values, index).constant();
                let value = match known.and_then(|number| number.checked_mul(i128::from(*scale))) {
                    Some(0) => base,
                    Some(distance) => match self.values.of(base) {
                        Value::Behind(base, before) if before.checked_add(distance) == Some(0) => base,
                        Value::Behind(base, before) => {
                            self.values.computed(at, Value::Behind(base, before.saturating_add(distance)))
                        }
                        _ => self.values.computed(at, Value::Behind(base, distance)),
                    },
                    None => {
                        self.values.computed(at, Value::Combined(Operation::Element(*scale), base, index))
                    }
                };
                state.set(*destination, value);
            }
            InstructionKind::Load { destination, address, is_volatile } => {
                let address = state.operand(&mut self.values, at, address);
                let width = self.body.registers[*destination].scalar.bytes();
                if !self.access(&state, address, span) || !self.is_inside(&state, address, width, span) {
                    return;
                }
                // Which element is read is not known: it may be the block, and what becomes of it is not followed.
                let is_element =
                    matches!(self.values.of(address), Value::Combined(Operation::Element(_), ..));
                let is_found =
                    is_element && state.status == Status::Own && state.is_held_by(&self.values, address);
                if is_found && !state.share() {
                    return;
                }
                // What a variable of the function holds is changed by nobody else; `volatile` keeps it over `longjmp`.
                let is_local = matches!(self.values.of(self.values.root(address)), Value::Local(_));
                let value = match *is_volatile && !is_local {
                    true if !self.renew(&mut state, at) => return,
                    true => self.values.plain(Value::Made(at)),
                    false => state.load(&mut self.values, at, address),
                };
                state.set(*destination, value);
            }
            InstructionKind::LoadBits { destination, address, bit_offset, bit_width, .. } => {
                let address = state.operand(&mut self.values, at, address);
                if !self.access(&state, address, span) {
                    return;
                }
                let word = state.load(&mut self.values, at, address);
                let value = Value::Combined(Operation::Bits(*bit_offset, *bit_width), word, word);
                let value = self.values.computed(at, value);
                state.set(*destination, value);
            }
            InstructionKind::Store { address, value, .. } => {
                let width = match value {
                    Operand::Register(register) => self.body.registers[*register].scalar.bytes(),
                    Operand::Constant(number) => number.scalar.bytes(),
                    Operand::Global(..) | Operand::Function(_) => 8,
                };
                let is_indexed = self.is_indexed(at, address);
                let address = state.operand(&mut self.values, at, address);
                let value = state.operand(&mut self.values, at, value);
                // Which elements of an array are there is told by numbers, which are not followed.
                let is_block = state.status == Status::Own && Some(self.values.root(value)) == state.block;
                if is_indexed && is_block && Some(self.values.root(address)) != state.block && !state.share()
                {
                    return;
                }
                let is_right =
                    self.access(&state, address, span) && self.is_inside(&state, address, width, span);
                if !is_right || !self.stores(&mut state, at, address, value) {
                    return;
                }
            }
            InstructionKind::StoreBits { address, .. } => {
                let address = state.operand(&mut self.values, at, address);
                if !self.access(&state, address, span) || !self.renew(&mut state, at) {
                    return;
                }
                state.copy(&mut self.values, at, (address, None), Some(1));
            }
            InstructionKind::BlockSet { destination, length, .. } => {
                let address = state.operand(&mut self.values, at, destination);
                let length = state.operand(&mut self.values, at, length);
                if !self.access(&state, address, span) || !self.renew(&mut state, at) {
                    return;
                }
                let length = self.values.as_constant(length);
                state.copy(&mut self.values, at, (address, None), length);
            }
            InstructionKind::BlockCopy { destination, source, length, .. } => {
                let source = state.operand(&mut self.values, at, source);
                let destination = state.operand(&mut self.values, at, destination);
                if !self.access(&state, source, span) || !self.access(&state, destination, span) {
                    return;
                }
                let length = state.operand(&mut self.values, at, length);
                let length = self.values.as_constant(length);
                let is_local = matches!(self.values.of(self.values.root(destination)), Value::Local(_));
                let is_held = state.status == Status::Own && state.is_held_by(&self.values, source);
                if is_held && !is_local && !state.share() || !self.renew(&mut state, at) {
                    return;
                }
                state.copy(&mut self.values, at, (destination, Some(source)), length);
            }
            InstructionKind::StackAlloc { destination, .. } => {
                if !self.renew(&mut state, at) {
                    return;
                }
                let value = self.values.plain(Value::Local(at));
                state.set(*destination, value);
            }
            InstructionKind::Assume { condition } => {
                let condition = state.operand(&mut self.values, at, condition);
                if !state.assume(&self.values, condition, true) {
                    return;
                }
            }
            InstructionKind::Call { destination, callee, arguments, .. } => {
                return self.call(state, at, span, (callee, arguments, *destination), next);
            }
            InstructionKind::Undefine { destination } => state.forget(*destination),
            InstructionKind::StackEnd { .. } => {}
            InstructionKind::Asm { .. } | InstructionKind::Unsupported { .. } => return,
            other => {
                let mut is_used = false;
                let block = state.block;
                other.for_each_operand(|operand| {
                    let value = state.operand(&mut self.values, at, operand);
                    is_used |= Some(self.values.root(value)) == block;
                });
                let ends = is_used && state.status == Status::Own && !state.share();
                if ends || !self.renew(&mut state, at) {
                    return;
                }
                let made = self.values.plain(Value::Made(at));
                other.for_each_written_register(|register| state.set(register, made));
            }
        }
        next.push(state);
    }

    /// An instruction makes something new. Returns whether the block is still known.
    fn renew(&mut self, state: &mut State, at: Place) -> bool {
        state.renew_made(&self.values, at)
    }

    fn combine(
        &mut self,
        state: &mut State,
        at: Place,
        destination: RegisterId,
        operation: Operation,
        (left, right): (&Operand, &Operand),
    ) {
        let left = state.operand(&mut self.values, at, left);
        let right = state.operand(&mut self.values, at, right);
        let value = self.values.computed(at, Value::Combined(operation, left, right));
        // Which question was asked matters where the answer is that there is no block.
        let known = state.fact(&self.values, value).constant().filter(|_| !self.asks_for_block(state, value));
        let value = known.map_or(value, |number| self.values.constant(number));
        state.set(destination, value);
    }

    /// Memory is accessed. Returns whether the way goes on.
    fn access(&mut self, state: &State, address: ValueId, span: Span) -> bool {
        if state.block != Some(self.values.root(address)) {
            return true;
        }
        let before = self.body.blocks[self.origin.0].instructions[self.origin.1].span;
        match state.status {
            Status::Freed(_) => {
                self.found.insert(Misuse { kind: FaultKind::UseAfterFree, span, before });
                false
            }
            Status::Null => {
                self.found.insert(Misuse { kind: FaultKind::NullDereference, span, before });
                false
            }
            Status::Own | Status::Shared | Status::Before => true,
        }
    }

    /// Whether an address is computed with an index that is a variable, whatever is known of it on this way.
    fn is_indexed(&self, (block, index): Place, address: &Operand) -> bool {
        let Operand::Register(address) = address else { return false };
        let before = self.body.blocks[block].instructions[..index].iter().rev();
        let mut defining = before.filter(|one| one.kind.destination() == Some(*address));
        defining.next().is_some_and(|one| {
            matches!(&one.kind, InstructionKind::PtrAdd { index: Operand::Register(_), .. })
        })
    }

    /// Returns whether there is still something to find out about the block.
    fn stores(&mut self, state: &mut State, at: Place, address: ValueId, value: ValueId) -> bool {
        let holder = self.values.of(self.values.root(address));
        if state.status == Status::Own && Some(self.values.root(value)) == state.block {
            let is_itself = Some(self.values.root(address)) == state.block;
            let is_known_again = !matches!(self.values.of(address), Value::Combined(..));
            let is_own_variable = matches!(holder, Value::Local(_)) && is_known_again;
            if !is_itself && !is_own_variable {
                self.not_kept.extend(state.passed.iter().copied());
                if !state.share() {
                    return false;
                }
            }
        }
        if !self.renew(state, at) {
            return false;
        }
        // What an address from memory leads to may be what others lead to as well.
        if self.subject == Subject::Freed && self.values.is_from_memory(address) {
            state.change_all(&self.values, at);
        }
        state.store(&self.values, at, address, value);
        true
    }

    fn call(
        &mut self,
        mut state: State,
        at: Place,
        span: Span,
        (callee, arguments, destination): (&Callee, &[Operand], Option<RegisterId>),
        next: &mut Vec<State>,
    ) {
        if self.callees.does_not_return(callee) || self.ends_without_block(&state, at, callee) {
            return;
        }
        let given: Vec<ValueId> =
            arguments.iter().map(|argument| state.operand(&mut self.values, at, argument)).collect();
        let uses: Vec<Use> = (0..given.len()).map(|index| self.callees.usage(callee, index)).collect();
        let has_body = self.callees.has_body(callee);
        for (&value, &usage) in given.iter().zip(&uses) {
            // What a function does with what it finds there is not looked at.
            let is_found = has_body && Some(self.values.root(value)) != state.block;
            let usage = if is_found { Use::Keeps } else { usage };
            if !self.is_given(&mut state, at, span, value, usage) {
                return;
            }
        }
        let name = self.callees.name(callee);
        let length = match (name, given.first()) {
            (Some("strlen"), Some(&text)) => {
                let what = state.load(&mut self.values, at, text);
                Some(self.values.computed(at, Value::Combined(Operation::Length, text, what)))
            }
            _ => None,
        };
        if let (Some("strcpy" | "stpcpy"), &[to, text]) = (name, &given[..]) {
            let what = state.load(&mut self.values, at, text);
            let length = self.values.computed(at, Value::Combined(Operation::Length, text, what));
            if !self.has_room_behind(&state, to, length, span) {
                return;
            }
        }
        let size = self.size_of_new(&mut state, at, callee, &given);
        // The block is lost if it is made anew while nothing but the place where it goes has the old one.
        if at == self.origin && state.status == Status::Own {
            let live = self.info.live_after(self.body, at.0, at.1);
            let mut others = live.into_iter().filter(|&register| Some(register) != destination);
            let is_held = others.any(|register| state.is_in(register))
                || self.is_held_elsewhere(&mut state, at, destination);
            if !is_held && self.subject != Subject::Freed {
                self.lost.insert((span, state.passed));
            }
            return;
        }
        let is_renewed = self.renew(&mut state, at);
        if !is_renewed {
            return;
        }
        for (&value, &usage) in given.iter().zip(&uses) {
            match usage {
                Use::Nothing | Use::Accesses | Use::Borrows if !has_body => {
                    state.change_bytes(&self.values, at, value);
                }
                _ => state.change(&self.values, at, value),
            }
            if self.subject == Subject::Freed && usage >= Use::MayFree {
                state.change_all(&self.values, at);
            }
        }
        let result = match (self.callees.result(callee), given.first()) {
            _ if length.is_some_and(|length| !self.values.mentions(length, &values::is_of(at))) => {
                length.unwrap_or(given[0])
            }
            (Returned::First, Some(&first)) => first,
            (Returned::InFirst, Some(&first)) => {
                let made = self.values.plain(Value::Made(at));
                self.values.computed(at, Value::Combined(Operation::Element(1), first, made))
            }
            _ => self.values.plain(Value::Made(at)),
        };
        if let Some(destination) = destination {
            state.set(destination, result);
        }
        if at != self.origin || state.status != Status::Before {
            next.push(state);
            return;
        }
        self.begin(state, (result, size), span, (&given, &uses), next);
    }

    /// Whether memory holds the address of the block, but for a variable in which the result of a call is stored then.
    fn is_held_elsewhere(&mut self, state: &mut State, at: Place, result: Option<RegisterId>) -> bool {
        let (_, _, _, _, _, places) = state.key(&[]);
        let later = &self.body.blocks[at.0].instructions[at.1 + 1..];
        let stored = later.iter().find_map(|one| match &one.kind {
            InstructionKind::Store { address, value: Operand::Register(value), .. }
                if Some(*value) == result =>
            {
                Some(address)
            }
            _ => None,
        });
        let variable = stored.map(|address| state.operand(&mut self.values, at, address));
        places.into_iter().any(|place| Some(place) != variable)
    }

    /// The block that is looked at is here from now on, or this time it is another one.
    fn begin(
        &mut self,
        state: State,
        (result, size): (ValueId, Option<ValueId>),
        span: Span,
        (given, uses): (&[ValueId], &[Use]),
        next: &mut Vec<State>,
    ) {
        if self.subject == Subject::Freed {
            let freed = given.iter().zip(uses).find(|(_, usage)| **usage == Use::Frees);
            if let Some((&freed, _)) = freed {
                let mut state = state.clone();
                state.status = Status::Freed(span);
                state.block = Some(freed);
                if state.assume(&self.values, freed, true) {
                    next.push(state);
                }
            }
        } else {
            for (status, holds) in [(Status::Own, true), (Status::Null, false)] {
                let is_looked_at = holds || self.subject == Subject::New { may_fail: true };
                let mut state = state.clone();
                state.status = status;
                state.block = Some(result);
                state.size = size.filter(|_| holds);
                if is_looked_at && state.assume(&self.values, result, holds) {
                    next.push(state);
                }
            }
        }
        next.push(state);
    }

    /// A call is given a value. Returns whether there is still something to find out about the block.
    fn is_given(&mut self, state: &mut State, at: Place, span: Span, value: ValueId, usage: Use) -> bool {
        if state.block.is_none() {
            return true;
        }
        let is_whole = state.block == Some(value);
        let is_inside = state.block == Some(self.values.root(value));
        let before = self.body.blocks[self.origin.0].instructions[self.origin.1].span;
        if !is_inside {
            let is_held = usage >= Use::Borrows && state.is_held_by(&self.values, value);
            return !(is_held && state.status == Status::Own) || state.share();
        }
        match (state.status, usage) {
            (Status::Freed(_), Use::Frees) if is_whole => {
                self.found.insert(Misuse { kind: FaultKind::DoubleFree, span, before });
                false
            }
            (_, Use::Accesses) => self.access(state, value, span),
            (Status::Shared, Use::Frees | Use::MayFree) => false,
            (Status::Own, Use::Frees | Use::MayFree) => {
                if is_whole {
                    self.frees.insert(at);
                    self.not_kept.extend(state.passed.iter().copied());
                }
                false
            }
            (Status::Own, Use::Borrows) => {
                state.passed.insert(at);
                true
            }
            (Status::Own, Use::Keeps) => state.share(),
            _ => true,
        }
    }
}
