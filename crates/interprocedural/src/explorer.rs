//! The exploration itself: a worklist of executions.

mod abandoned;
mod alike;
mod branches;
mod calls;
mod constants;
mod known;
mod lost;
mod merge;
mod overwritten;
mod paused;
mod reduce;
mod report;
mod touched;
pub(crate) mod without_body;

pub use report::{LackingCall, Limits, Mode, Report, Stuck};

use merge::Meeting;
pub use merge::SideBySide;
pub(crate) use paused::Paused;
pub(crate) use without_body::formats_list;

use crate::contracts::{ContractId, ContractTable};
use crate::finding::Finding;
use crate::invariants::Invariants;
use crate::limits::{
    ARITHMETIC_OF_A_STEP, COST_OF_EXACT_ARITHMETIC, FACT_WORK_OF_A_STEP, FACTS_OF_A_STEP, LOOKS_FOR_TREES,
    MANY_AT_A_PLACE, STEPS_BETWEEN_LOOKS, TERMS_OF_A_SEARCH, TERMS_OF_AN_INSTRUCTION, USUAL_ARITHMETIC,
};
use crate::program::Program;
use crate::thread::Thread;
use heap_rules::fold::assume_room;
use heap_rules::trees::{TreeKinds, further_links, kinds_of, lists_in_trees, lists_of_trees};
use interpreter::FaultKind;
use ir::{BlockId, Function, FunctionId, InstructionKind};
use pure_logic::term::Atom;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symbolic_execution::{Configuration, Context, Fault, GaveUp, Outcome, Path, Reason, step};
use symbolic_heap::{State, Value};

const PART_IS_GIVEN_BACK: &str = "memory of others is given back of which only parts are known";

pub struct Explorer<'c, 'm> {
    context: &'c mut Context<'m>,
    mode: Mode,
    limits: Limits,
    /// Which kinds of errors are findings.
    counts: fn(FaultKind) -> bool,
    program: &'c mut Program<'m>,
    /// Bases of globals and functions: the same in every state.
    permanent: Arc<BTreeSet<Atom>>,
    invariants: Invariants,
    contracts: ContractTable,
    report: Report,
    /// What is waiting, in the order in which it is to go on.
    waiting: BTreeMap<Priority, Work>,
    /// Executions that were on their way through a block when the steps were used up, by block.
    interrupted: Vec<Vec<Thread>>,
    /// Executions that were about to meet then.
    meeting: Option<Meeting>,
    next_ticket: u64,
    /// How often states were searched for nodes of trees.
    looks_for_trees: u32,
    /// How many executions came to each place, and to the one that most came to.
    visits: FxHashMap<(FunctionId, BlockId, usize), u32>,
    most_visits: u32,
    /// How many steps were taken since the last look at the clock.
    steps_unlooked: u32,
    /// How many terms there may be, computed when there are many.
    most_terms: Option<usize>,
    /// It starts where the program does.
    is_whole_program: bool,
    /// Only while preconditions are guessed: the names that come from an unknown caller, of whose memory something may
    /// be lacking at calls.
    callers_names: Option<BTreeSet<Atom>>,
}

/// What there is to do.
enum Work {
    Go(Thread),
    /// Tell the callers of new exits.
    Announce(ContractId),
}

/// In a proof: inner contracts first, one after the other; inner activations first, then earlier
/// blocks, then first come first served; callers hear of exits when all else is done. The hunt
/// goes by length of the path alone, so that short executions come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    shallowness: u64,
    contract: ContractId,
    activation: u64,
    position: u64,
    ticket: u64,
}

impl<'c, 'm> Explorer<'c, 'm> {
    pub fn new(
        context: &'c mut Context<'m>,
        program: &'c mut Program<'m>,
        mode: Mode,
        limits: Limits,
        counts: fn(FaultKind) -> bool,
    ) -> Explorer<'c, 'm> {
        Explorer {
            permanent: program.permanent(context),
            program,
            context,
            mode,
            limits,
            counts,
            invariants: Invariants::default(),
            contracts: ContractTable::default(),
            report: Report::default(),
            waiting: BTreeMap::new(),
            interrupted: Vec::new(),
            meeting: None,
            next_ticket: 0,
            looks_for_trees: 0,
            visits: FxHashMap::default(),
            most_visits: 0,
            steps_unlooked: 0,
            most_terms: None,
            is_whole_program: false,
            callers_names: None,
        }
    }

    /// Lets contracts of callees say what is lacking, of memory that these names lead to.
    #[must_use]
    pub fn abducing(self, callers_names: Option<BTreeSet<Atom>>) -> Self {
        Explorer { callers_names, ..self }
    }

    /// Explores all executions of a function from a configuration whose registers hold its arguments.
    pub fn run(mut self, function: FunctionId, configuration: Configuration) -> Report {
        self.start(function, configuration);
        self.explore();
        self.into_report()
    }

    /// Lets the exploration of a program begin at this function.
    pub(crate) fn start(&mut self, function: FunctionId, configuration: Configuration) {
        self.is_whole_program = true;
        let contract = self.contracts.add_program(function, configuration.state.clone());
        self.begin(contract, function, configuration);
    }

    /// Explores a function that nobody calls from an entry: registers are the arguments, held values
    /// what callers hold. The report has its contract under [`ContractId::OPEN`].
    pub fn run_open(mut self, function: FunctionId, entry: &State) -> Report {
        self.contracts.add_program(function, State::new(0));
        let contract = self.contracts.add(function, entry.clone(), 1);
        debug_assert_eq!(contract, ContractId::OPEN, "the first contract after that of the program");
        let mut state = entry.clone();
        let values: Vec<Value> = state.registers.iter().flatten().copied().collect();
        self.set_parameters(&mut state, function, &values);
        self.begin(contract, function, Configuration { state, path: Path::default() });
        self.explore();
        self.into_report()
    }

    fn begin(&mut self, contract: ContractId, function: FunctionId, configuration: Configuration) {
        let block = BlockId::from_raw(0);
        self.enqueue(Thread {
            configuration,
            contract,
            callers: None,
            depth: 1,
            function,
            block,
            index: 0,
            origin: None,
        });
    }

    /// Explores until nothing is left, a limit is reached, or, if that is asked for, something was found. Returns whether it
    /// goes on as it is.
    pub(crate) fn explore(&mut self) -> bool {
        let findings = self.report.findings.len();
        self.at_the_cost_of_arithmetic(|explorer| {
            for stack in std::mem::take(&mut explorer.interrupted) {
                explorer.advance(stack);
            }
        });
        if let Some(meeting) = self.meeting.take() {
            self.hold(meeting);
        }
        loop {
            if self.limits.pauses_at_findings && self.report.findings.len() > findings {
                return true;
            }
            let unfinished = self.interrupted.first().and_then(|stack| stack.last());
            if let Some(thread) = unfinished.or_else(|| self.meeting.as_ref().and_then(Meeting::some)) {
                let span = self.place_of(thread);
                let stop = self.context.options.stop.reason();
                let reason = stop.map_or(Reason::StepsUsedUp, Reason::Stopped);
                self.give_up(GaveUp { reason, span });
                return false;
            }
            let Some((priority, work)) = self.waiting.pop_first() else { return false };
            let thread = match work {
                Work::Go(thread) => thread,
                Work::Announce(contract) => {
                    for (subscriber, news) in self.contracts.take_news(contract) {
                        for (ending, exit) in news {
                            self.resume(&subscriber, ending, &exit);
                        }
                    }
                    continue;
                }
            };
            if self.report.steps > self.most_steps() {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: Reason::StepsUsedUp, span });
                self.waiting.insert(priority, Work::Go(thread));
                return false;
            }
            if self.is_stopped()
                && let Some(stop) = self.context.options.stop.reason()
            {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: Reason::Stopped(stop), span });
                return false;
            }
            if self.has_too_many_terms() {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: Reason::MemoryUsedUp, span });
                return false;
            }
            if self.report.findings.len() >= self.limits.findings {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: Reason::EnoughFindings, span });
                return false;
            }
            if self.report.gave_up.len() >= self.limits.gave_up {
                return false;
            }
            if self.limits.stops_at_trees && self.has_seen_other_trees() {
                let span = self.place_of(&thread);
                self.give_up(GaveUp { reason: Reason::NodesBranch, span });
                return false;
            }
            let meeting = self.begin_meeting(priority, thread);
            self.hold(meeting);
        }
    }

    /// Lets executions meet, and those that are left go on.
    fn hold(&mut self, meeting: Meeting) {
        self.at_the_cost_of_arithmetic(|explorer| match explorer.meet(meeting) {
            Ok(threads) => {
                for thread in threads {
                    explorer.note_visit(&thread);
                    explorer.advance(vec![thread]);
                }
            }
            Err(meeting) => explorer.meeting = Some(meeting),
        });
    }

    fn has_too_many_terms(&mut self) -> bool {
        let terms = self.context.solver.terms.len();
        if terms <= TERMS_OF_A_SEARCH {
            return false;
        }
        let module = self.context.module;
        let most = *self.most_terms.get_or_insert_with(|| {
            TERMS_OF_A_SEARCH.saturating_add(TERMS_OF_AN_INSTRUCTION * crate::inquiry::size(module) as usize)
        });
        terms > most
    }

    fn note_visit(&mut self, thread: &Thread) {
        let visits = self.visits.entry((thread.function, thread.block, thread.index)).or_default();
        *visits += 1;
        self.most_visits = self.most_visits.max(*visits);
    }

    /// How many steps the exploration may take, as far as one sees now.
    fn most_steps(&self) -> u64 {
        let steps = match self.most_visits >= MANY_AT_A_PLACE {
            true => self.limits.steps,
            false => self.limits.steps_without_repetition,
        };
        match self.report.lacks_a_model {
            true => steps.min(self.limits.steps_without_a_model),
            false => steps,
        }
    }

    /// Whether there was a request to end. The clock is asked now and then: it takes as long as a step.
    fn is_stopped(&mut self) -> bool {
        self.steps_unlooked += 1;
        if self.steps_unlooked < STEPS_BETWEEN_LOOKS {
            return false;
        }
        self.steps_unlooked = 0;
        self.context.options.stop.reason().is_some()
    }

    /// Counts what exact arithmetic costs on the way.
    fn at_the_cost_of_arithmetic(&mut self, act: impl FnOnce(&mut Self)) {
        let before = self.context.solver.statistics;
        act(self);
        let after = self.context.solver.statistics;
        let calls = after.exact_calls - before.exact_calls;
        let work = (after.exact_work - before.exact_work).saturating_sub(USUAL_ARITHMETIC * calls);
        let facts = after.fact_work - before.fact_work;
        self.report.steps +=
            COST_OF_EXACT_ARITHMETIC * calls + work / ARITHMETIC_OF_A_STEP + facts / FACT_WORK_OF_A_STEP;
    }

    fn into_report(self) -> Report {
        Report { invariants: self.invariants, contracts: self.contracts, ..self.report }
    }

    /// Whether nodes were seen to branch that the exploration does not take for nodes of trees.
    fn has_seen_other_trees(&self) -> bool {
        let known = self.mode.precision().trees();
        known.with(self.report.trees) != known
    }

    /// Notes kinds of nodes of trees.
    fn look_for_trees(&mut self, state: &State) {
        let looks = self.mode == Mode::Hunt || self.limits.stops_at_trees;
        if looks && self.looks_for_trees < LOOKS_FOR_TREES {
            self.looks_for_trees += 1;
            let solver = &mut self.context.solver;
            let (known, mut seen) = (self.mode.precision().trees(), TreeKinds::default());
            kinds_of(solver, state, known, &mut seen);
            if !known.is_empty() {
                lists_of_trees(solver, state, known, &mut seen);
                lists_in_trees(solver, state, known, &mut seen);
                further_links(solver, state, known, &mut seen);
            }
            self.report.trees = self.report.trees.with(seen);
        }
    }

    /// Lists of a whole program fit into memory. Contracts of open code do not speak of that.
    fn assume_room(&mut self, state: &mut State) {
        if self.is_whole_program {
            assume_room(&mut self.context.solver, state);
        }
    }

    fn give_up(&mut self, gave_up: GaveUp) {
        self.report.lacks_a_model |= matches!(gave_up.reason, Reason::NotModelled(_));
        self.report.gave_up.insert(gave_up);
    }

    fn place_of(&self, thread: &Thread) -> source::Span {
        let function = &self.context.module.functions[thread.function];
        let Some(body) = &function.body else { return function.span };
        let block = &body.blocks[thread.block];
        block.instructions.get(thread.index).map_or(block.terminator.span, |instruction| instruction.span)
    }

    fn enqueue(&mut self, thread: Thread) {
        if self.waiting.len() >= self.limits.waiting {
            let span = self.place_of(&thread);
            self.give_up(GaveUp { reason: Reason::TooManyExecutions, span });
            return;
        }
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        let priority = match self.mode {
            Mode::Hunt => Priority {
                shallowness: thread.configuration.path.len() as u64,
                contract: thread.contract,
                activation: 0,
                position: 0,
                ticket,
            },
            Mode::Enumerate | Mode::Prove(_) => Priority {
                shallowness: u64::MAX - u64::from(self.contracts.get(thread.contract).depth),
                contract: thread.contract,
                activation: u64::from(u32::MAX - thread.depth),
                position: self.program.info(thread.function).position(thread.block) as u64,
                ticket,
            },
        };
        self.waiting.insert(priority, Work::Go(thread));
        self.report.most_waiting = self.report.most_waiting.max(self.waiting.len());
    }

    /// Makes the callers hear of new exits once the callee has nothing else to do.
    fn announce(&mut self, contract: ContractId) {
        let priority = Priority {
            shallowness: u64::MAX - u64::from(self.contracts.get(contract).depth),
            contract,
            activation: u64::MAX,
            position: 0,
            ticket: 0,
        };
        self.waiting.insert(priority, Work::Announce(contract));
    }

    /// Executes threads up to the end of the block in which all of them are, the last one first.
    fn advance(&mut self, mut current: Vec<Thread>) {
        let module = self.context.module;
        let Some(thread) = current.last() else { return };
        let function: &Function = &module.functions[thread.function];
        let body = function.body.as_ref().expect("only functions with a body are explored");
        let block = &body.blocks[thread.block];
        while let Some(thread) = current.pop() {
            self.context.depth = thread.depth;
            // What is known of all inputs of a long execution makes every step of it slower.
            let cost = 1 + thread.configuration.state.facts.as_slice().len() as u64 / FACTS_OF_A_STEP;
            let is_over = self.report.steps + cost > self.most_steps();
            if is_over || self.is_stopped() {
                current.push(thread);
                self.interrupted.push(current);
                return;
            }
            self.report.steps += cost;
            let Some(instruction) = block.instructions.get(thread.index) else {
                self.terminate(thread, function, &block.terminator.kind, block.terminator.span);
                continue;
            };
            if let InstructionKind::Call { callee, .. } = &instruction.kind
                && self.try_call(&thread, function, instruction, *callee)
            {
                continue;
            }
            let outcomes = step(self.context, function, instruction, thread.configuration.clone());
            if let Some(target) = self.left_to_format(&instruction.kind, &outcomes) {
                self.call_without_body(thread, function, instruction, target);
                continue;
            }
            if let Some(begun) = self.start_unknown_list(&thread, function, &instruction.kind, &outcomes) {
                current.push(begun);
                continue;
            }
            for configuration in self.sort_outcomes(&thread, outcomes) {
                self.note_changes(&instruction.kind, &thread.configuration.state, &configuration.state);
                current.push(Thread { configuration, index: thread.index + 1, ..thread.clone() });
            }
        }
    }

    /// Keeps what goes on, and writes down the rest.
    fn sort_outcomes(&mut self, thread: &Thread, outcomes: Vec<Outcome>) -> Vec<Configuration> {
        let mut results = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Continue(configuration) => results.push(configuration),
                Outcome::Fault(fault, configuration) => {
                    let thread = Thread { configuration, ..thread.clone() };
                    if fault.kind != FaultKind::FreeNotHeap || !self.is_given_back(&thread, fault.block) {
                        match self.is_foreign_part(&thread, &fault) {
                            true => {
                                self.give_up(GaveUp { reason: PART_IS_GIVEN_BACK.into(), span: fault.span })
                            }
                            false => self.found(fault, thread),
                        }
                    }
                }
                Outcome::Exit(configuration) => {
                    self.stop_here(Thread { configuration, ..thread.clone() });
                }
                Outcome::Missing(missing, configuration)
                    if self.is_provided(thread, &missing, &configuration) => {}
                Outcome::Missing(missing, configuration) => {
                    self.miss(Stuck { missing, configuration, function: thread.function });
                }
                Outcome::GaveUp(gave_up) => self.give_up(gave_up),
            }
        }
        results
    }

    /// Memory that a caller may own is missing: this exploration cannot go on here.
    fn miss(&mut self, stuck: Stuck) {
        self.give_up(GaveUp { reason: stuck.missing.reason.clone().into(), span: stuck.missing.span });
        if self.report.missing.len() < self.limits.missing {
            self.report.missing.push(stuck);
        }
    }

    /// An error that counts is a finding. After one that does not, the program either ends, or
    /// nothing can be said of what it does.
    fn found(&mut self, fault: Fault, thread: Thread) {
        if (self.counts)(fault.kind) {
            self.report.findings.push(Finding { fault, configuration: thread.configuration });
        } else if ends_the_program(fault.kind) {
            self.stop_here(thread);
        } else {
            let reason = format!("undefined behaviour of another kind ({})", fault.kind.id());
            self.give_up(GaveUp { reason: reason.into(), span: fault.span });
        }
    }
}

/// The program stops at such an error, whatever is checked: it is its own assertion, or a trap.
fn ends_the_program(kind: FaultKind) -> bool {
    matches!(kind, FaultKind::AssertionFailure | FaultKind::ErrorReached | FaultKind::DivisionByZero)
}
