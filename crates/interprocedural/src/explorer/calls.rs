//! Calls: followed if the callee is small, otherwise by contract; and returns.

use super::overwritten::word_stored_next;
use super::{Explorer, Mode};
use crate::contracts::{ContractId, Covering, Ending, Subscriber};
use crate::disjuncts::{Arrival, Treatment};
use crate::limits::{
    CALLBACKS_AT_A_PLACE, COST_OF_A_CALL, ENTRIES_KEPT_APART, ENTRIES_OF_A_FUNCTION,
    ENTRIES_WITH_THEIR_BOUNDS, EXITS_KEPT_APART, MANY_FACTS_AT_A_CALL,
};
use crate::thread::{Activation, Stack, Thread};
use crate::tidy::clear_dead_registers;
use heap_rules::each::relations;
use heap_rules::entail::instance_by;
use heap_rules::fold::forget_unused_locals_at_call;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::frame::{self, Sight};
use heap_rules::join::{JoinMode, join};
use heap_rules::lost::end_segments;
use heap_rules::relate::Likeness;
use interpreter::FaultKind;
use ir::{BlockId, Callee, Function, FunctionId, Instruction, InstructionKind, RegisterId, ResultKind};
use pure_logic::Term;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_execution::{Configuration, Event, Fault, GaveUp, step};
use symbolic_heap::{HeapRule, Location, Region, State, Value, is_broken};

impl Explorer<'_, '_> {
    /// Enters a function of the program. Returns false if the callee is not defined in it.
    pub(super) fn try_call(
        &mut self,
        thread: &Thread,
        function: &Function,
        instruction: &Instruction,
        callee: Callee,
    ) -> bool {
        match callee {
            Callee::Direct(target) => {
                let called = &self.context.module.functions[target];
                // Reaching such a function is the error, whatever its body does.
                let is_error = is_error_function(&called.name) && (self.counts)(FaultKind::ErrorReached);
                if self.has_to_be_assumed(target) {
                    self.call_without_body(thread.clone(), function, instruction, target);
                    return true;
                }
                if called.body.is_none() || is_error {
                    return false;
                }
                self.enter(thread.clone(), function, instruction, target);
            }
            Callee::Indirect(operand) => {
                let mut thread = thread.clone();
                let value = self.context.operand(&mut thread.configuration.state, function, operand);
                if let Some(fault) =
                    self.fault_of_target(&thread.configuration.state, value, instruction.span)
                {
                    self.found(fault, thread);
                    return true;
                }
                match self.function_behind(&thread.configuration.state, value) {
                    Some(target) if self.context.module.functions[target].body.is_some() => {
                        self.enter(thread, function, instruction, target);
                    }
                    Some(target) if self.has_to_be_assumed(target) => {
                        self.call_without_body(thread, function, instruction, target);
                    }
                    Some(target) => self.call_library(&thread, function, instruction, target),
                    None if self.is_callers_function(&thread.configuration.state, value) => {
                        self.call_back(thread, function, instruction, value);
                    }
                    None => {
                        let reason = "it is not known which function is called through this pointer".into();
                        self.give_up(GaveUp { reason, span: instruction.span });
                    }
                }
            }
        }
        true
    }

    /// What is wrong with a pointer that is called, if it is known to point to no function.
    fn fault_of_target(&mut self, state: &State, value: Value, span: source::Span) -> Option<Fault> {
        let is_null = self.context.solver.terms.zero(value.term);
        let (kind, message) = if !value.is_defined() {
            (FaultKind::UninitialisedUse, "the address of a called function was never initialised")
        } else if self.context.proves(&state.facts, is_null) {
            (FaultKind::BadCallTarget, "a call through a null pointer")
        } else {
            return None;
        };
        Some(Fault { kind, message: message.into(), span, block: None })
    }

    fn function_behind(&mut self, state: &State, value: Value) -> Option<FunctionId> {
        match state.heap.locate(&mut self.context.solver.terms, value.term) {
            Location::Block { base, offset } if self.context.solver.terms.as_constant(offset) == Some(0) => {
                self.context.function_at(base)
            }
            _ => None,
        }
    }

    /// Whether a value that is called comes from an unknown caller.
    fn is_callers_function(&mut self, state: &State, value: Value) -> bool {
        let terms = &mut self.context.solver.terms;
        let is_word = terms.as_atom(value.term).is_some();
        !self.is_whole_program && is_word && matches!(state.heap.locate(terms, value.term), Location::Unknown)
    }

    /// Calls a function of the caller: it is there, leaves the memory as it is, and returns any value.
    /// Contracts tell this assumption.
    fn call_back(
        &mut self,
        mut thread: Thread,
        function: &Function,
        instruction: &Instruction,
        value: Value,
    ) {
        let InstructionKind::Call { destination, signature, arguments, .. } = &instruction.kind else {
            return;
        };
        let signature = &self.context.module.signatures[*signature];
        if matches!(signature.result, ResultKind::Aggregate { .. }) {
            let reason = "a function of the caller returns an aggregate".into();
            self.give_up(GaveUp { reason, span: instruction.span });
            return;
        }
        let Configuration { state, path } = &mut thread.configuration;
        let span = instruction.span;
        let is_same = |event: &&&Event| matches!(event, Event::CalledBack { span: other } if *other == span);
        if self.mode == Mode::Hunt && path.events().iter().filter(is_same).count() >= CALLBACKS_AT_A_PLACE {
            self.give_up(GaveUp {
                reason: "a function of the caller is called again and again".into(),
                span,
            });
            return;
        }
        let fact = self.context.solver.terms.non_zero(value.term);
        state.assume(&mut self.context.solver, fact);
        // What it is given it may keep.
        let given: Vec<Value> =
            arguments.iter().map(|&argument| self.context.operand(state, function, argument)).collect();
        let kept = state.heap.reachable(&self.context.solver.terms, given.iter().map(|value| value.term));
        for base in kept.blocks {
            self.context.let_others_keep(state, base);
        }
        if let (Some(register), Some(body)) = (destination, &function.body) {
            let value = self.context.foreign_word(state, body.registers[*register].scalar);
            state.registers[register.index()] = Some(value);
        }
        path.push(Event::CalledBack { span });
        path.assume("a function of the caller");
        self.report.callbacks.insert(instruction.span);
        thread.index += 1;
        self.enqueue(thread);
    }

    /// Calls a function that is not defined in the program through a pointer to it.
    fn call_library(
        &mut self,
        thread: &Thread,
        function: &Function,
        instruction: &Instruction,
        target: FunctionId,
    ) {
        let InstructionKind::Call { destination, signature, arguments, .. } = &instruction.kind else {
            return;
        };
        let direct = Instruction {
            kind: InstructionKind::Call {
                destination: *destination,
                callee: Callee::Direct(target),
                signature: *signature,
                arguments: arguments.clone(),
            },
            span: instruction.span,
        };
        let outcomes = step(self.context, function, &direct, thread.configuration.clone());
        for configuration in self.sort_outcomes(thread, outcomes) {
            self.note_changes(&direct.kind, &thread.configuration.state, &configuration.state);
            self.enqueue(Thread { configuration, index: thread.index + 1, ..thread.clone() });
        }
    }

    fn enter(
        &mut self,
        mut thread: Thread,
        function: &Function,
        instruction: &Instruction,
        target: FunctionId,
    ) {
        let span = instruction.span;
        let InstructionKind::Call { destination, arguments, .. } = &instruction.kind else { return };
        let module = self.context.module;
        let callee = &module.functions[target];
        let body = callee.body.as_ref().expect("only functions with a body are entered");
        let signature = &module.signatures[callee.signature];
        let fits = body.parameters.iter().zip(arguments).all(|(&parameter, &argument)| {
            let (expected, passed) =
                (body.registers[parameter].scalar, self.context.scalar_of(function, argument));
            expected.bytes() == passed.bytes() && expected.is_float() == passed.is_float()
        });
        let is_variadic = signature.is_variadic && arguments.len() > body.parameters.len();
        if !fits || arguments.len() != body.parameters.len() && !is_variadic {
            self.give_up(GaveUp {
                reason: format!("`{}` is called with other arguments than it takes", callee.name).into(),
                span,
            });
            return;
        }
        let Configuration { state, path } = &mut thread.configuration;
        let values: Vec<Value> =
            arguments.iter().map(|&argument| self.context.operand(state, function, argument)).collect();
        path.push(Event::Called { name: callee.name.as_str().into(), span });
        if signature.is_variadic {
            let beyond = values.iter().copied().zip(arguments).skip(body.parameters.len());
            let beyond: Vec<_> = beyond
                .map(|(value, &argument)| (value, self.context.scalar_of(function, argument)))
                .collect();
            self.context.pass_variadic(state, thread.depth + 1, &beyond);
            self.follow(thread, *destination, target, values);
        } else if self.call_by_known_contract(&thread, *destination, target, &values) {
            // What it does here is known.
        } else if self.mode != Mode::Hunt && self.program.is_summarised(target) {
            self.call_by_contract(thread, function, *destination, target, &values);
        } else {
            self.follow(thread, *destination, target, values);
        }
    }

    /// Executes the callee on the caller's whole heap.
    fn follow(
        &mut self,
        mut thread: Thread,
        destination: Option<RegisterId>,
        target: FunctionId,
        values: Vec<Value>,
    ) {
        if thread.depth >= self.limits.depth {
            let span = self.place_of(&thread);
            self.give_up(GaveUp { reason: "calls nest too deeply".into(), span });
            return;
        }
        let state = &mut thread.configuration.state;
        let activation = Activation {
            function: thread.function,
            block: thread.block,
            index: thread.index + 1,
            destination,
            registers: state.registers.len(),
        };
        state.held.append(&mut state.registers);
        self.set_parameters(state, target, &values);
        let thread = Thread {
            callers: Some(Arc::new(Stack { activation, rest: thread.callers })),
            depth: thread.depth + 1,
            function: target,
            block: BlockId::from_raw(0),
            index: 0,
            ..thread
        };
        self.enqueue(thread);
    }

    pub(super) fn set_parameters(&self, state: &mut State, target: FunctionId, values: &[Value]) {
        let body = self.context.module.functions[target].body.as_ref();
        let body = body.expect("only functions with a body are entered");
        state.registers = vec![None; body.registers.len()];
        for (parameter, &value) in body.parameters.iter().zip(values) {
            state.registers[parameter.index()] = Some(value);
        }
    }

    /// Looks up what the callee does on its part of the heap; finds it out if nobody asked before.
    fn call_by_contract(
        &mut self,
        thread: Thread,
        function: &Function,
        destination: Option<RegisterId>,
        target: FunctionId,
        values: &[Value],
    ) {
        self.report.steps += COST_OF_A_CALL;
        let span = self.place_of(&thread);
        self.context.span = span;
        let Some(mut thread) = self.check_lost(thread) else { return };
        let info = self.program.info(thread.function);
        let body = function.body.as_ref().expect("a function being executed has a body");
        let mut live = info.live_after(body, thread.block, thread.index);
        live.retain(|&register| Some(register) != destination);
        clear_dead_registers(&self.context.solver.terms, &mut thread.configuration.state, &live, values);
        let solver = &self.context.solver;
        forget_unused_locals_at_call(solver, &mut thread.configuration.state, values);
        let statics = self.program.statics(self.context, target);
        let overwritten = match self.mode.folds() && self.is_whole_program {
            true => word_stored_next(self.context, &mut thread, function),
            false => None,
        };
        let state = &thread.configuration.state;
        // Where a function that rebuilds a tree calls itself, what its callers hold is all over the tree.
        let keeps_cutpoints =
            !state.heap.has_instances() || self.contracts.get(thread.contract).function != target;
        let kinds = self.mode.precision().trees();
        let unread = match kinds.is_empty() {
            true => kinds,
            false => {
                let read = self.program.offsets_read(target);
                kinds.with_parents(|offset| !read.contains(&offset))
            }
        };
        // A function that calls itself compares what it has with what the call will leave behind.
        let precision = self.mode.precision();
        let keeps_comparisons = (precision == Precision::Sorted || precision.trees().have_orders())
            && self.contracts.get(thread.contract).function == target;
        let sight = Sight {
            arguments: values,
            statics: &statics,
            keeps_cutpoints,
            keeps_comparisons,
            unread,
            overwritten,
        };
        let parting = frame::part(&mut self.context.solver, state, sight);
        let Some((id, meaning)) = self.contract_for(&thread, target, &parting.local) else {
            let name = &self.context.module.functions[target].name;
            let reason = format!("`{name}` is called on too many different heaps").into();
            self.give_up(GaveUp { reason, span });
            return;
        };
        // The caller keeps only the frame; what it knew of the callee's part is in the contract.
        thread.configuration.state = State::new(0);
        let subscriber = Arc::new(Subscriber { thread, frame: parting.frame, destination, meaning });
        for (ending, exit) in self.contracts.subscribe(id, Arc::clone(&subscriber)) {
            self.resume(&subscriber, ending, &exit);
        }
    }

    /// A contract whose entry covers a local heap.
    fn contract_for(
        &mut self,
        thread: &Thread,
        target: FunctionId,
        local: &State,
    ) -> Option<(ContractId, Vec<(Atom, Term)>)> {
        let precision = self.mode.precision();
        let solver = &mut self.context.solver;
        let existing = self.contracts.of(target).to_vec();
        // What is behind a bound is lost with it: as long as there are few entries, another one is made for a tree with narrower ones.
        let suffices =
            |found: &Covering| found.wider_bounds == 0 || existing.len() >= ENTRIES_WITH_THEIR_BOUNDS;
        let covering = self.contracts.find(solver, target, local, precision);
        if let Some(found) = covering.as_ref().filter(|found| suffices(found)) {
            return Some((found.id, found.meaning.clone()));
        }
        let is_recursive = self.program.is_recursive(target);
        if !self.mode.folds() {
            let is_possible = existing.len() < self.mode.states_at_a_place();
            return is_possible.then(|| self.own_contract(thread, target, local));
        }
        let folds_entries = !precision.trees().is_empty() || precision.divides_blocks();
        if !is_recursive && existing.len() < ENTRIES_KEPT_APART && !folds_entries {
            return Some(self.own_contract(thread, target, local));
        }
        // General entries, so that their number is finite.
        let folded = abstract_state(solver, local, precision);
        // Folding trees hides names and gives none a new meaning: an instance of the folded heap is one of the heap.
        let has_trees = folded.heap.has_instances();
        if has_trees
            && let Some(found) = self.contracts.find(solver, target, &folded, precision).filter(suffices)
        {
            return Some((found.id, found.meaning));
        }
        if covering.is_some() {
            let meaning = instance_by(solver, local, &folded, precision)
                .or_else(|| instance_by(solver, &folded, &folded, precision))?;
            return Some((self.new_contract(thread, target, folded), meaning));
        }
        let likeness = Likeness { precision, ..Likeness::default() };
        let thresholds = self.program.thresholds();
        let mode = match existing.len() {
            0..=3 => JoinMode::Join,
            4.. => JoinMode::Widen(thresholds.of(target)),
        };
        let mut general: Vec<State> = Vec::new();
        // What nodes are to numbers that the caller holds is what it wants to know afterwards.
        let told = relations(solver, &folded);
        for &id in existing.iter().rev() {
            let joined = join(solver, &self.contracts.get(id).entry, &folded, mode, likeness);
            general.extend(joined.filter(|joined| relations(solver, joined) >= told));
        }
        general.push(folded.clone());
        if existing.len() >= ENTRIES_OF_A_FUNCTION {
            return None;
        }
        for entry in general {
            let solver = &mut self.context.solver;
            let mut meaning = instance_by(solver, local, &entry, precision);
            if meaning.is_none() && has_trees {
                meaning = instance_by(solver, &folded, &entry, precision);
            }
            if let Some(meaning) = meaning {
                return Some((self.new_contract(thread, target, entry), meaning));
            }
        }
        Some(self.own_contract(thread, target, local))
    }

    /// A contract for just this heap, under the names it has.
    fn own_contract(
        &mut self,
        thread: &Thread,
        target: FunctionId,
        local: &State,
    ) -> (ContractId, Vec<(Atom, Term)>) {
        let meaning = frame::names(&self.context.solver.terms, local);
        (self.new_contract(thread, target, local.clone()), meaning)
    }

    /// Begins to explore a function on an entry.
    fn new_contract(&mut self, thread: &Thread, target: FunctionId, entry: State) -> ContractId {
        let depth = self.contracts.get(thread.contract).depth + 1;
        let id = self.contracts.add(target, entry.clone(), depth);
        let mut state = entry;
        let values: Vec<Value> = state.registers.iter().flatten().copied().collect();
        self.set_parameters(&mut state, target, &values);
        let mut path = thread.configuration.path.clone();
        path.join("a contract");
        self.enqueue(Thread {
            configuration: Configuration { state, path },
            contract: id,
            callers: None,
            depth: 1,
            function: target,
            block: BlockId::from_raw(0),
            index: 0,
            origin: None,
        });
        id
    }

    /// Goes on in a caller with one exit of its callee.
    pub(super) fn resume(&mut self, subscriber: &Subscriber, ending: Ending, exit: &State) {
        self.report.steps += COST_OF_A_CALL;
        let mut thread = subscriber.thread.clone();
        let permanent = Arc::clone(&self.permanent);
        let reunited =
            frame::reunite(&mut self.context.solver, &subscriber.frame, exit, &subscriber.meaning, &|atom| {
                permanent.contains(&atom)
            });
        let (state, result) = match reunited {
            Ok(Some(reunited)) => reunited,
            Ok(None) => return,
            Err(frame::UnknownLocal) => {
                let span = self.place_of(&thread);
                let reason = "it is not known which local of the caller the callee leaves".into();
                self.give_up(GaveUp { reason, span });
                return;
            }
        };
        thread.configuration.state = state;
        thread.configuration.path.join("a contract");
        thread.configuration.path.push(Event::Returned { span: self.context.span });
        match ending {
            Ending::EndsProgram => self.ended(thread),
            Ending::Returns => {
                let call = self.place_of(&thread);
                self.context.tell_origin(&mut thread.configuration.state, call, result);
                if let Some(destination) = subscriber.destination {
                    thread.configuration.state.registers[destination.index()] = result;
                }
                thread.index += 1;
                if let Some(mut thread) = self.check_lost(thread) {
                    self.forget_if_much(&mut thread.configuration.state);
                    self.enqueue(thread);
                }
            }
        }
    }

    /// Forgets names that nothing refers to any more if much is known: after many calls in a row, most of it is about what they
    /// returned, and every further call would look through all of it.
    fn forget_if_much(&mut self, state: &mut State) {
        if self.mode.folds() && self.is_whole_program && state.facts.as_slice().len() > MANY_FACTS_AT_A_CALL {
            heap_rules::fold::forget(&mut self.context.solver, state);
        }
    }

    /// Returns to the caller, or ends the program.
    pub(super) fn leave(&mut self, mut thread: Thread, value: Option<Value>) {
        let depth = thread.depth;
        self.look_for_trees(&thread.configuration.state);
        let state = &mut thread.configuration.state;
        let locals: Vec<_> = state
            .heap
            .blocks()
            .filter(|block| {
                block.is_live()
                    && matches!(block.region, Region::Stack(own) | Region::Alloca(own) if own == depth)
            })
            .map(|block| block.base)
            .collect();
        for base in locals {
            if !is_broken(&self.context.solver, HeapRule::LocalsOutliveReturn) {
                self.context.end_block(state, base);
            }
        }
        end_segments(state, Region::Alloca(depth));
        let Some(stack) = thread.callers.take() else {
            if thread.contract == ContractId::PROGRAM {
                state.registers.clear();
                let span = self.context.span;
                if value.is_some_and(|status| !self.check_defined(&thread, status, "the exit status", span)) {
                    return;
                }
                if let Some(thread) = self.check_lost(thread) {
                    self.program_ended(thread.configuration);
                }
                return;
            }
            state.registers = vec![value];
            if let Some(thread) = self.check_lost(thread) {
                self.leave_contract(thread, Ending::Returns);
            }
            return;
        };
        let Stack { activation, rest } = (*stack).clone();
        state.registers = state.held.split_off(state.held.len() - activation.registers);
        if let Some(destination) = activation.destination {
            state.registers[destination.index()] = value;
        }
        thread.configuration.path.push(Event::Returned { span: self.context.span });
        let mut thread = Thread {
            configuration: thread.configuration,
            contract: thread.contract,
            callers: rest,
            depth: depth - 1,
            function: activation.function,
            block: activation.block,
            index: activation.index - 1,
            origin: thread.origin,
        };
        let call = self.place_of(&thread);
        self.context.tell_origin(&mut thread.configuration.state, call, value);
        thread.index = activation.index;
        if let Some(thread) = self.check_lost(thread) {
            self.enqueue(thread);
        }
    }

    /// Enters an exit into the contract; whoever waits for it hears of it when the callee rests.
    pub(super) fn leave_contract(&mut self, mut thread: Thread, ending: Ending) {
        if self.mode == Mode::Hunt && thread.contract == ContractId::OPEN && ending == Ending::Returns {
            self.check_abandoned(&thread);
        }
        let contract = self.contracts.get(thread.contract);
        let (function, cutpoints) = (contract.function, contract.entry.held.len());
        let are_many = contract.exits().filter(|exit| exit.0 == ending).count() >= EXITS_KEPT_APART;
        let precision = self.mode.precision();
        let solver = &mut self.context.solver;
        let state = &mut thread.configuration.state;
        // Activations in between end with the program.
        state.held.truncate(cutpoints);
        // Where there are trees, states as they are differ in all that a walk has seen of one.
        let has_trees = !precision.trees().is_empty();
        // Where chunks lead to each other, they differ in which of them were looked at.
        let has_chunks = precision.divides_blocks();
        let is_folded =
            ending == Ending::EndsProgram || has_trees || has_chunks || self.program.is_recursive(function);
        let (mut state, kept_apart) = if !self.mode.folds() {
            heap_rules::fold::forget(solver, state);
            (state.clone(), usize::MAX)
        } else if is_folded {
            (abstract_state(solver, state, precision), 0)
        } else if are_many {
            // What is joined from now on is folded first: rows in pieces become shorter rows.
            (abstract_state(solver, state, precision), EXITS_KEPT_APART)
        } else {
            heap_rules::fold::forget(solver, state);
            (state.clone(), EXITS_KEPT_APART)
        };
        self.assume_room(&mut state);
        if thread.contract == ContractId::OPEN {
            self.report.has_inexact_exits |= !thread.configuration.path.is_exact();
            self.report.has_imprecise_exits |= !thread.configuration.path.is_precise();
        }
        let is_open_hunt = self.mode == Mode::Hunt && thread.contract == ContractId::OPEN;
        if is_open_hunt
            && ending == Ending::Returns
            && !(self.report.callbacks.is_empty() && self.report.assumed.is_empty())
        {
            self.report.exits_after_callbacks.push(state.clone());
        }
        let thresholds = self.program.thresholds();
        let at_most = self.mode.states_at_a_place();
        let thresholds = thresholds.of(function);
        let treatment = Treatment { kept_apart, at_most, precision, thresholds, flags: &[], stamp: 0 };
        match self.contracts.exit(&mut self.context.solver, thread.contract, ending, state, treatment) {
            Arrival::Covered => {}
            Arrival::Continue { .. } => self.announce(thread.contract),
            Arrival::TooMany => {
                let span = self.place_of(&thread);
                let name = &self.context.module.functions[function].name;
                let reason = format!("`{name}` leaves too many different heaps behind").into();
                self.give_up(GaveUp { reason, span });
            }
        }
    }
}

/// The functions by which programs of the verification competition mark errors.
fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}
