//! The exploration itself: a worklist of executions.

use crate::finding::Finding;
use crate::function_info::FunctionInfo;
use crate::invariants::{Arrival, Invariants};
use crate::thread::{Frame, Stack, Thread};
use crate::tidy::{Lost, clear_dead_registers, collect};
use interpreter::FaultKind;
use ir::{BlockId, Callee, Function, FunctionId, Instruction, InstructionKind, RegisterId, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_execution::instruction::{assuming, assuming_not};
use symbolic_execution::{Configuration, Context, Event, Fault, GaveUp, Outcome, step};
use symbolic_heap::{HeapRule, Location, Region, State, Value, is_broken};

/// How an exploration treats loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Follow every execution as it is.
    Hunt,
    /// Fold and join at loop heads.
    Prove,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions executed on states, all together.
    pub steps: u64,
    /// Activations of functions on top of each other.
    pub depth: u32,
    /// Executions waiting at the same time.
    pub waiting: usize,
    /// Findings, after which it is enough.
    pub findings: usize,
}

/// What folding a state and comparing it with others costs, in steps.
const COST_OF_AN_ARRIVAL: u64 = 40;

/// What an exploration saw.
#[derive(Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    /// Why something was left open, and where; without repetition.
    pub gave_up: BTreeSet<GaveUp>,
    /// Memory that was still in use when the program ended, by where it was allocated.
    pub not_freed: Vec<Finding>,
    pub steps: u64,
    pub most_waiting: usize,
}

impl Report {
    /// Every execution was covered.
    pub fn is_complete(&self) -> bool {
        self.gave_up.is_empty()
    }
}

pub struct Explorer<'c, 'm> {
    context: &'c mut Context<'m>,
    mode: Mode,
    limits: Limits,
    /// Which kinds of errors are findings.
    counts: fn(FaultKind) -> bool,
    infos: BTreeMap<FunctionId, Arc<FunctionInfo>>,
    invariants: Invariants,
    report: Report,
    /// Waiting executions in the order in which they are to go on.
    waiting: BTreeMap<Priority, Thread>,
    next_ticket: u64,
}

/// Inner calls first, then earlier blocks, then first come first served. The hunt goes by length of
/// the path alone, so that short executions come first.
type Priority = (u64, u64, u64);

impl<'c, 'm> Explorer<'c, 'm> {
    pub fn new(
        context: &'c mut Context<'m>,
        mode: Mode,
        limits: Limits,
        counts: fn(FaultKind) -> bool,
    ) -> Explorer<'c, 'm> {
        Explorer {
            context,
            mode,
            limits,
            counts,
            infos: BTreeMap::new(),
            invariants: Invariants::default(),
            report: Report::default(),
            waiting: BTreeMap::new(),
            next_ticket: 0,
        }
    }

    /// Explores all executions of a function from a configuration whose registers hold its arguments.
    pub fn run(mut self, function: FunctionId, configuration: Configuration) -> Report {
        let thread = Thread {
            configuration,
            callers: None,
            depth: 0,
            function,
            block: BlockId::from_raw(0),
            index: 0,
        };
        self.enqueue(thread);
        while let Some((_, thread)) = self.waiting.pop_first() {
            if self.report.steps > self.limits.steps {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: "the step budget is used up".into(), span });
                break;
            }
            if self.report.findings.len() >= self.limits.findings {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: "enough findings".into(), span });
                break;
            }
            self.advance(thread);
        }
        self.report
    }

    fn give_up(&mut self, gave_up: GaveUp) {
        self.report.gave_up.insert(gave_up);
    }

    fn place_of(&self, thread: &Thread) -> source::Span {
        let function = &self.context.module.functions[thread.function];
        let Some(body) = &function.body else { return function.span };
        let block = &body.blocks[thread.block];
        block.instructions.get(thread.index).map_or(block.terminator.span, |instruction| instruction.span)
    }

    fn info(&mut self, function: FunctionId) -> Arc<FunctionInfo> {
        let module = self.context.module;
        Arc::clone(self.infos.entry(function).or_insert_with(|| {
            let body =
                module.functions[function].body.as_ref().expect("only functions with a body are explored");
            Arc::new(FunctionInfo::new(body))
        }))
    }

    fn enqueue(&mut self, thread: Thread) {
        if self.waiting.len() >= self.limits.waiting {
            let span = self.place_of(&thread);
            self.give_up(GaveUp { reason: "too many executions at the same time".into(), span });
            return;
        }
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        let priority = match self.mode {
            Mode::Hunt => (thread.configuration.path.len() as u64, 0, ticket),
            Mode::Prove => {
                let position = self.info(thread.function).position(thread.block) as u64;
                (u64::MAX - u64::from(thread.depth), position, ticket)
            }
        };
        self.waiting.insert(priority, thread);
        self.report.most_waiting = self.report.most_waiting.max(self.waiting.len());
    }

    /// Executes a thread up to the end of its block.
    fn advance(&mut self, thread: Thread) {
        let module = self.context.module;
        let function: &Function = &module.functions[thread.function];
        let body = function.body.as_ref().expect("only functions with a body are explored");
        let block = &body.blocks[thread.block];
        let mut current = vec![thread];
        while let Some(thread) = current.pop() {
            self.context.depth = thread.depth;
            self.report.steps += 1;
            if self.report.steps > self.limits.steps {
                self.enqueue(thread);
                continue;
            }
            let Some(instruction) = block.instructions.get(thread.index) else {
                self.terminate(thread, function, &block.terminator.kind, block.terminator.span);
                continue;
            };
            if let InstructionKind::Call { callee, .. } = &instruction.kind
                && self.try_call(&thread, function, instruction, *callee)
            {
                continue;
            }
            let Thread { configuration, .. } = &thread;
            let outcomes = step(self.context, function, instruction, configuration.clone());
            for configuration in self.sort_outcomes(outcomes) {
                current.push(Thread { configuration, index: thread.index + 1, ..thread.clone() });
            }
        }
    }

    /// Keeps what goes on, and writes down the rest.
    fn sort_outcomes(&mut self, outcomes: Vec<Outcome>) -> Vec<Configuration> {
        let mut results = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Continue(configuration) => results.push(configuration),
                Outcome::Fault(fault, configuration) => self.found(fault, configuration),
                Outcome::Exit(configuration) => self.stop_here(configuration),
                Outcome::GaveUp(gave_up) => self.give_up(gave_up),
            }
        }
        results
    }

    /// An error that counts is a finding. After one that does not, the program either ends, or
    /// nothing can be said of what it does.
    fn found(&mut self, fault: Fault, configuration: Configuration) {
        if (self.counts)(fault.kind) {
            self.report.findings.push(Finding { fault, configuration });
        } else if ends_the_program(fault.kind) {
            self.stop_here(configuration);
        } else {
            let reason = format!("undefined behaviour of another kind ({})", fault.kind.id());
            self.give_up(GaveUp { reason, span: fault.span });
        }
    }

    /// Enters a function of the program. Returns false if the callee is not defined in it.
    fn try_call(
        &mut self,
        thread: &Thread,
        function: &Function,
        instruction: &Instruction,
        callee: Callee,
    ) -> bool {
        let span = instruction.span;
        match callee {
            Callee::Direct(target) => {
                let called = &self.context.module.functions[target];
                // Reaching such a function is the error, whatever its body does.
                let is_error = is_error_function(&called.name) && (self.counts)(FaultKind::ErrorReached);
                if called.body.is_none() || is_error {
                    return false;
                }
                self.enter(thread.clone(), function, instruction, target);
            }
            Callee::Indirect(operand) => {
                let mut thread = thread.clone();
                let value = self.context.operand(&mut thread.configuration.state, function, operand);
                let location =
                    thread.configuration.state.heap.locate(&mut self.context.solver.terms, value.term);
                let target = match location {
                    Location::Block { base, offset }
                        if self.context.solver.terms.as_constant(offset) == Some(0) =>
                    {
                        self.context.function_at(base)
                    }
                    _ => None,
                };
                match target {
                    Some(target) if self.context.module.functions[target].body.is_some() => {
                        self.enter(thread, function, instruction, target);
                    }
                    Some(target) => {
                        let InstructionKind::Call { destination, signature, arguments, .. } =
                            &instruction.kind
                        else {
                            return false;
                        };
                        let direct = Instruction {
                            kind: InstructionKind::Call {
                                destination: *destination,
                                callee: Callee::Direct(target),
                                signature: *signature,
                                arguments: arguments.clone(),
                            },
                            span,
                        };
                        let outcomes = step(self.context, function, &direct, thread.configuration.clone());
                        for configuration in self.sort_outcomes(outcomes) {
                            self.enqueue(Thread { configuration, index: thread.index + 1, ..thread.clone() });
                        }
                    }
                    None => {
                        let reason = "it is not known which function is called through this pointer".into();
                        self.give_up(GaveUp { reason, span });
                    }
                }
            }
        }
        true
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
        if thread.depth >= self.limits.depth {
            self.give_up(GaveUp { reason: "calls nest too deeply".into(), span });
            return;
        }
        let module = self.context.module;
        let callee = &module.functions[target];
        let body = callee.body.as_ref().expect("only functions with a body are entered");
        let signature = &module.signatures[callee.signature];
        if arguments.len() != body.parameters.len()
            && !(signature.is_variadic && arguments.len() > body.parameters.len())
        {
            self.give_up(GaveUp {
                reason: format!("`{}` is called with other arguments than it takes", callee.name),
                span,
            });
            return;
        }
        let Configuration { state, path } = &mut thread.configuration;
        let values: Vec<Value> =
            arguments.iter().map(|&argument| self.context.operand(state, function, argument)).collect();
        path.push(Event::Called { name: callee.name.as_str().into(), span });
        let frame = Frame {
            function: thread.function,
            block: thread.block,
            index: thread.index + 1,
            destination: *destination,
            registers: state.registers.len(),
        };
        state.held.append(&mut state.registers);
        state.registers = vec![None; body.registers.len()];
        for (parameter, value) in body.parameters.iter().zip(values) {
            state.registers[parameter.index()] = Some(value);
        }
        let thread = Thread {
            configuration: thread.configuration,
            callers: Some(Arc::new(Stack { frame, rest: thread.callers })),
            depth: thread.depth + 1,
            function: target,
            block: BlockId::from_raw(0),
            index: 0,
        };
        self.enqueue(thread);
    }

    fn terminate(
        &mut self,
        mut thread: Thread,
        function: &Function,
        terminator: &TerminatorKind,
        span: source::Span,
    ) {
        self.context.span = span;
        match terminator {
            TerminatorKind::Goto(target) => self.go(thread, *target),
            TerminatorKind::Branch { condition, then, otherwise } => {
                let value = self.context.operand(&mut thread.configuration.state, function, *condition);
                if !self.check_defined(&thread, value, span) {
                    return;
                }
                let scalar = self.context.scalar_of(function, *condition);
                let term =
                    self.context.unsigned(&thread.configuration.state.facts, value.term, scalar.bits());
                let fact = self.context.solver.terms.non_zero(term);
                let taken = assuming(self.context, &thread.configuration, &[fact]);
                let not_taken = assuming_not(self.context, &thread.configuration, fact);
                for (configuration, target, is_taken) in
                    [(taken, *then, true), (not_taken, *otherwise, false)]
                {
                    if let Some(mut configuration) = configuration {
                        configuration.path.push(Event::Branch { taken: is_taken, span });
                        self.go(Thread { configuration, ..thread.clone() }, target);
                    }
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let scalar = self.context.scalar_of(function, *value);
                let value = self.context.operand(&mut thread.configuration.state, function, *value);
                if !self.check_defined(&thread, value, span) {
                    return;
                }
                let facts = &thread.configuration.state.facts;
                let number = self.context.unsigned(facts, value.term, scalar.bits());
                let mut rest = Some(thread.configuration.clone());
                for case in cases {
                    let (Ok(first), Ok(last)) = (i128::try_from(case.first), i128::try_from(case.last))
                    else {
                        self.give_up(GaveUp { reason: "a switch on a very wide value".into(), span });
                        return;
                    };
                    let range = self.context.between(first, number, last);
                    let Some(remaining) = rest.take() else { break };
                    if let Some(configuration) = assuming(self.context, &remaining, &range) {
                        self.go(Thread { configuration, ..thread.clone() }, case.target);
                    }
                    // Below the case, or above it.
                    let [low, high] = range;
                    let outside = [low, high].map(|fact| self.context.solver.terms.negate_literal(fact));
                    let outside: Vec<_> = outside.into_iter().flatten().collect();
                    let fact = self.context.solver.terms.any_of(&outside);
                    rest = assuming(self.context, &remaining, &[fact]);
                }
                if let Some(configuration) = rest {
                    self.go(Thread { configuration, ..thread }, *default);
                }
            }
            TerminatorKind::Return(operand) => {
                let value = operand
                    .map(|operand| self.context.operand(&mut thread.configuration.state, function, operand));
                self.leave(thread, value);
            }
            TerminatorKind::Unreachable => {
                let fault = Fault {
                    kind: FaultKind::UnreachableReached,
                    message: "a place is reached that the program promises not to reach".into(),
                    span,
                    block: None,
                };
                self.found(fault, thread.configuration);
            }
        }
    }

    fn check_defined(&mut self, thread: &Thread, value: Value, span: source::Span) -> bool {
        if value.is_defined() || !self.context.options.check_uninitialised {
            return true;
        }
        let fault = Fault {
            kind: FaultKind::UninitialisedUse,
            message: "a branch depends on a value that was never initialised".into(),
            span,
            block: None,
        };
        self.found(fault, thread.configuration.clone());
        false
    }

    /// Goes to another block of the same function.
    fn go(&mut self, thread: Thread, target: BlockId) {
        let info = self.info(thread.function);
        let live: Vec<RegisterId> = info.live_in(target).to_vec();
        let mut thread = Thread { block: target, index: 0, ..thread };
        clear_dead_registers(&self.context.solver.terms, &mut thread.configuration.state, &live);
        let Some(mut thread) = self.check_lost(thread) else { return };
        if self.mode == Mode::Prove && info.is_loop_head(target) {
            // Folding and comparing states is worth many instructions.
            self.report.steps += COST_OF_AN_ARRIVAL;
            let place = thread.place();
            let Configuration { state, path } = &mut thread.configuration;
            let folded = heap_rules::fold::abstract_state(&mut self.context.solver, state);
            match self.invariants.arrive(&mut self.context.solver, place, folded) {
                Arrival::Covered => return,
                Arrival::Continue(next) => {
                    *state = next;
                    path.approximate("a loop");
                }
                Arrival::TooMany => {
                    let span = self.place_of(&thread);
                    self.give_up(GaveUp { reason: "a loop has too many different states".into(), span });
                    return;
                }
            }
        }
        self.enqueue(thread);
    }

    /// The program ends in the middle of a function; what was lost before that counts.
    fn stop_here(&mut self, configuration: Configuration) {
        if let Some(configuration) = self.without_lost(configuration) {
            self.program_ended(configuration);
        }
    }

    fn check_lost(&mut self, mut thread: Thread) -> Option<Thread> {
        thread.configuration = self.without_lost(thread.configuration)?;
        Some(thread)
    }

    /// Reports memory that nothing refers to any more, and goes on without it.
    fn without_lost(&mut self, mut configuration: Configuration) -> Option<Configuration> {
        loop {
            let lost = collect(&self.context.solver, &mut configuration.state);
            if lost.is_empty() {
                return Some(configuration);
            }
            configuration = self.report_lost(configuration, &lost)?;
        }
    }

    /// Reports the first lost block or segment. Returns the configuration without it, if one is left.
    fn report_lost(&mut self, configuration: Configuration, lost: &Lost) -> Option<Configuration> {
        let mut rest = configuration.clone();
        let span = self.context.span;
        if !(self.counts)(FaultKind::MemoryLost) {
            // Nobody asks for it, and what nothing refers to has no influence on what follows.
            match (lost.blocks.first(), lost.segments.first()) {
                (Some(&base), _) => {
                    rest.state.heap.remove_block(base);
                }
                (None, Some(&index)) => {
                    rest.state.heap.remove_segment(index);
                }
                (None, None) => {}
            }
            return Some(rest);
        }
        let fault = |block| Fault {
            kind: FaultKind::MemoryLost,
            message: "the last reference to allocated memory is lost".into(),
            span,
            block,
        };
        if let Some(&base) = lost.blocks.first() {
            let fault = fault(Some(base));
            self.found(fault, configuration);
            rest.state.heap.remove_block(base);
            return Some(rest);
        }
        let &index = lost.segments.first()?;
        let segment = Arc::clone(&configuration.state.heap.segments()[index]);
        let one = self.context.constant(1);
        let some = self.context.solver.terms.at_most(one, segment.count);
        let fault = fault(None);
        if let Some(failing) = assuming(self.context, &configuration, &[some]) {
            self.found(fault, failing);
        }
        if segment.minimum > 0 {
            return None;
        }
        rest.state.heap.remove_segment(index);
        assuming_not(self.context, &rest, some)
    }

    /// Returns to the caller, or ends the program.
    fn leave(&mut self, mut thread: Thread, value: Option<Value>) {
        let depth = thread.depth;
        let state = &mut thread.configuration.state;
        let locals: Vec<_> = state
            .heap
            .blocks()
            .filter(|block| block.is_live() && block.region == Region::Stack(depth))
            .map(|block| block.base)
            .collect();
        for base in locals {
            if !is_broken(&self.context.solver, HeapRule::LocalsOutliveReturn) {
                self.context.end_block(state, base);
            }
        }
        let Some(stack) = thread.callers.take() else {
            state.registers.clear();
            if let Some(thread) = self.check_lost(thread) {
                self.program_ended(thread.configuration);
            }
            return;
        };
        let Stack { frame, rest } = (*stack).clone();
        state.registers = state.held.split_off(state.held.len() - frame.registers);
        if let Some(destination) = frame.destination {
            state.registers[destination.index()] = value;
        }
        thread.configuration.path.push(Event::Returned { span: self.context.span });
        let thread = Thread {
            configuration: thread.configuration,
            callers: rest,
            depth: depth - 1,
            function: frame.function,
            block: frame.block,
            index: frame.index,
        };
        if let Some(thread) = self.check_lost(thread) {
            self.enqueue(thread);
        }
    }

    /// The program has ended: whatever is still allocated was not freed.
    fn program_ended(&mut self, configuration: Configuration) {
        let remaining = |state: &State| {
            state
                .heap
                .blocks()
                .find(|block| block.is_live() && block.region == Region::Heap)
                .map(|block| block.base)
        };
        let fault = |block, span| Fault {
            kind: FaultKind::NotFreedAtExit,
            message: "memory is not freed when the program ends".into(),
            span,
            block,
        };
        let span = self.context.span;
        if let Some(base) = remaining(&configuration.state) {
            self.report.not_freed.push(Finding { fault: fault(Some(base), span), configuration });
            return;
        }
        for index in 0..configuration.state.heap.segments().len() {
            if is_broken(&self.context.solver, HeapRule::SegmentsMayStayAtExit) {
                break;
            }
            let count = configuration.state.heap.segments()[index].count;
            let one = self.context.constant(1);
            let some = self.context.solver.terms.at_most(one, count);
            if let Some(failing) = assuming(self.context, &configuration, &[some]) {
                self.report.not_freed.push(Finding { fault: fault(None, span), configuration: failing });
                return;
            }
        }
    }
}

/// The program stops at such an error, whatever is checked: it is its own assertion, or a trap.
fn ends_the_program(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::AssertionFailure | FaultKind::ErrorReached | FaultKind::DivisionByZero)
}

/// The functions by which programs of the verification competition mark errors.
fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}
