//! The first round: which preconditions a function seems to need.
//!
//! The function is executed exactly, without folding, from a precondition. Where an execution is
//! stuck because memory is missing, the precondition grows and the function is executed again; where
//! it ends, the precondition and what the execution assumed of it are a candidate. Everything here is
//! guessing: a guess that is wrong fails in the second round.

mod lacking;
mod lengths;

use super::effort;
use super::entry::{self, CALLERS, Dependence, Entry, Need};
use crate::contracts::{ContractId, Ending};
use crate::explorer::{Explorer, Limits, Mode, Report, Stuck};
use crate::finding::Finding;
use crate::limits::{
    BLOCKS_WITH_LISTS, CANDIDATES_COMPARED, FRUITLESS_ENTRIES, NEEDS_OF_AN_ENTRY, PRECONDITIONS_WITH_LOOPS,
    PROMISING, STEPS_OF_AN_ENTRY, STEPS_OF_AN_ENTRY_WITH_ALIASES, STEPS_OF_AN_ENTRY_WITH_LISTS,
};
use crate::program::Program;
use heap_rules::fold::Precision;
use interpreter::FaultKind;
use ir::{FunctionId, InstructionKind, Operand, RegisterId};
use pure_logic::Fact;
use pure_logic::term::Atom;
use std::collections::{BTreeMap, BTreeSet};
use symbolic_execution::{Context, Fault, GaveUp, Missing, Reason, Run, Wanted};
use symbolic_heap::print::display_state;
use symbolic_heap::{Region, State, Value};

/// How far preconditions grow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// How many blocks of the caller a precondition has at most.
    pub blocks: usize,
    /// How many addresses are taken to be equal at most.
    pub aliases: usize,
    /// How many blocks there may be when addresses are taken to be equal.
    pub blocks_with_aliases: usize,
    /// How many preconditions are executed.
    pub entries: usize,
    /// How many candidates are enough.
    pub candidates: usize,
    /// How many instructions all executions together may take, before no further preconditions are executed.
    pub steps: u64,
    /// How much all that may cost, with what is learned from executions ([`effort`]).
    pub effort: u64,
}

impl Bounds {
    /// Whether these are those of a function with loops.
    fn is_with_loops(self) -> bool {
        self.blocks == PRECONDITIONS_WITH_LOOPS.blocks
    }
}

/// How often each rule was applied.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub struct Rules {
    /// Preconditions that were executed.
    pub executed: u64,
    /// Bytes that were missing.
    pub learned: u64,
    /// Addresses that were taken to be equal.
    pub aliased: u64,
    /// Words that were read and got a name.
    pub named: u64,
    /// Blocks that are freed, and so come from an allocator.
    pub whole: u64,
    /// Lists that contracts of callees need.
    pub lists: u64,
    /// Lengths of arrays and strings.
    pub lengths: u64,
    /// Preconditions of the second round.
    pub confirmed: u64,
    pub refused: u64,
}

/// What the first round brought.
#[derive(Default)]
pub struct Inference {
    /// Preconditions from which some executions end well.
    pub candidates: Vec<Entry>,
    /// Errors whatever the caller does.
    pub certain: Vec<(Entry, Finding)>,
    /// Ways to errors on which nothing was approximated, with what they assume of the caller.
    pub ways: Vec<(Entry, Finding)>,
    /// Errors for callers that satisfy the precondition.
    pub conditional: Vec<(Entry, Finding)>,
    /// Why something stayed open.
    pub gave_up: BTreeSet<GaveUp>,
    /// Preconditions with more memory were left out.
    pub leaves_out_blocks: bool,
    /// Preconditions with equal addresses were left out, or there are too many of any kind.
    pub leaves_out_aliases: bool,
    pub steps: u64,
    pub rules: Rules,
}

/// The search for candidates, those with the fewest equal addresses and blocks first.
pub struct Search {
    function: FunctionId,
    counts: fn(FaultKind) -> bool,
    bounds: Bounds,
    waiting: BTreeMap<(usize, usize, u64), Entry>,
    /// Preconditions that were waiting before, with their facts, and whether calls were followed.
    seen: Vec<(State, Vec<Fact>, bool)>,
    ticket: u64,
    explored: usize,
    /// What the work has cost ([`effort`]).
    effort: u64,
    /// Some execution has come to the end of the function.
    has_ended: bool,
    /// How many errors were looked for on short strings.
    shown: usize,
    /// How many preconditions were executed on short strings because those of any length take too long.
    hunted: usize,
    pub result: Inference,
}

/// Whether nothing more is to be found out about a precondition.
pub type IsSettled<'a> = dyn FnMut(&mut Context<'_>, &Entry) -> bool + 'a;

impl Search {
    pub fn new(function: FunctionId, counts: fn(FaultKind) -> bool, bounds: Bounds, entry: Entry) -> Search {
        let mut search = Search::over(function, counts, bounds);
        search.enqueue(entry);
        search
    }

    /// A search for which nothing is left to be found.
    pub fn over(function: FunctionId, counts: fn(FaultKind) -> bool, bounds: Bounds) -> Search {
        Search {
            function,
            counts,
            bounds,
            waiting: BTreeMap::new(),
            seen: Vec::new(),
            ticket: 0,
            explored: 0,
            effort: 0,
            has_ended: false,
            shown: 0,
            hunted: 0,
            result: Inference::default(),
        }
    }

    /// Goes on with the preconditions that have at most so many equal addresses and are not settled.
    pub fn run<'m>(
        &mut self,
        context: &mut Context<'m>,
        program: &mut Program<'m>,
        aliases: usize,
        is_settled: &mut IsSettled<'_>,
    ) {
        while let Some((key, entry)) = self.waiting.pop_first() {
            if key.0 > aliases {
                self.waiting.insert(key, entry);
                break;
            }
            if self.is_enough() || context.is_stopped() {
                self.result.leaves_out_aliases = true;
                Rounds { context, program, search: self }.hunt_at_the_end(&entry);
                break;
            }
            if !is_settled(context, &entry) {
                self.explored += 1;
                let (steps, questions) = (self.result.steps, effort::of_questions(context));
                Rounds { context, program, search: self }.explore(entry);
                self.has_ended |= !self.result.candidates.is_empty();
                self.effort += self.result.steps - steps + effort::of_questions(context) - questions;
            }
        }
    }

    /// Whether no further preconditions are to be executed.
    fn is_enough(&self) -> bool {
        self.explored >= self.bounds.entries
            || self.result.candidates.len() >= self.bounds.candidates
            || self.result.steps >= self.bounds.steps
            || self.effort >= self.bounds.effort
            || self.is_fruitless()
    }

    /// Whether half of what may be spent on many preconditions has not led to a single end of the function: the rest seldom
    /// does.
    fn is_fruitless(&self) -> bool {
        !self.has_ended && self.explored >= FRUITLESS_ENTRIES && self.effort >= self.bounds.effort / 2
    }

    /// What the search has cost.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Half as much again may be spent from now on, or much more.
    pub fn add_effort(&mut self, is_promising: bool) {
        let more = if is_promising { PROMISING * self.bounds.effort } else { self.bounds.effort / 2 };
        self.bounds.effort = self.bounds.effort.min(self.effort) + more;
    }

    /// Executions that end after different decisions often assumed the same.
    fn add_candidate(&mut self, candidate: Entry) {
        let is_same = |other: &&Entry| {
            other.state.registers == candidate.state.registers
                && other.state.facts.as_slice() == candidate.state.facts.as_slice()
                && other.state.heap == candidate.state.heap
                && other.aliases == candidate.aliases
        };
        if !self.result.candidates.iter().rev().take(CANDIDATES_COMPARED).any(|other| is_same(&other)) {
            self.result.candidates.push(candidate);
        }
    }

    fn enqueue(&mut self, entry: Entry) {
        let bounds = self.bounds;
        if entry.aliases > 0 && entry.blocks > bounds.blocks_with_aliases || entry.aliases > bounds.aliases {
            self.result.leaves_out_aliases = true;
            return;
        }
        if entry.blocks > bounds.blocks {
            self.result.leaves_out_blocks = true;
            return;
        }
        // Beside a list, a row of a few nodes shows how it goes on.
        if entry.blocks > BLOCKS_WITH_LISTS && !entry.state.heap.segments().is_empty() {
            self.result.leaves_out_blocks = true;
            return;
        }
        let is_known = self.seen.iter().any(|(other, facts, follows)| {
            other.heap == entry.state.heap
                && other.registers == entry.state.registers
                && facts == entry.state.facts.as_slice()
                && *follows == entry.follows
        });
        if is_known {
            return;
        }
        self.seen.push((entry.state.clone(), entry.state.facts.as_slice().to_vec(), entry.follows));
        self.ticket += 1;
        self.waiting.insert((entry.aliases, entry.blocks, self.ticket), entry);
    }
}

struct Rounds<'c, 's, 'm> {
    context: &'c mut Context<'m>,
    program: &'c mut Program<'m>,
    search: &'s mut Search,
}

impl Rounds<'_, '_, '_> {
    fn run(&mut self, entry: &Entry) -> Report {
        let is_general = self.is_general(entry);
        self.run_generally(entry, is_general)
    }

    /// Executes the function; in general, executions are joined where loops begin.
    fn run_generally(&mut self, entry: &Entry, is_general: bool) -> Report {
        self.context.unknown_reads.clear();
        self.context.records = entry.records(self.context);
        self.context.copied.clear();
        self.context.doubtful_accesses.clear();
        self.context.doubtful_writes.clear();
        // Equal addresses make circles, on which loops may not end.
        self.context.options.split_on_offsets = !is_general || self.has_rows_alone(entry);
        let steps = match entry.aliases {
            0 if is_general => STEPS_OF_AN_ENTRY_WITH_LISTS,
            1.. if !is_general => STEPS_OF_AN_ENTRY_WITH_ALIASES,
            _ => STEPS_OF_AN_ENTRY,
        };
        let limits = Limits { missing: NEEDS_OF_AN_ENTRY, ..Limits::of(steps) };
        let state = entry.held(&self.context.solver);
        let told = entry.variables(&self.context.solver);
        self.context.tell(told);
        // Lists, strings and arrays have no end: executions on them are joined.
        let mode = if is_general { Mode::Prove(Precision::Shapes) } else { Mode::Hunt };
        let names = (!entry.follows).then(|| entry.variables(&self.context.solver));
        let report = Explorer::new(self.context, self.program, mode, limits, self.search.counts)
            .abducing(names)
            .run_open(self.search.function, &state);
        self.context.records.clear();
        self.search.result.steps += report.steps;
        report
    }

    /// Whether executions are joined where loops begin, because there are lists, strings or arrays of any length.
    fn is_general(&self, entry: &Entry) -> bool {
        !entry.state.heap.segments().is_empty()
            || entry.has_strings(&self.context.solver)
            || self.search.bounds.is_with_loops() && entry.has_open_arrays(self.context)
    }

    /// Whether lists are all that has no end.
    fn has_rows_alone(&self, entry: &Entry) -> bool {
        !entry.has_strings(&self.context.solver) && !entry.has_open_arrays(self.context)
    }

    /// Executes the function from a precondition, and learns from every execution.
    fn explore(&mut self, mut entry: Entry) {
        self.search.result.rules.executed += 1;
        let mut report = self.run(&entry);
        // Reading a word distinguishes no cases, so that it can be named for all executions at once.
        loop {
            let mut reads = std::mem::take(&mut self.context.unknown_reads);
            let copies = std::mem::take(&mut self.context.copied);
            reads.extend(entry.words_of_copies(self.context, &copies));
            let Some(named) = entry.naming(self.context, &reads) else { break };
            entry = named;
            self.search.result.rules.named += reads.len() as u64;
            report = self.run(&entry);
        }
        let mut missing: BTreeSet<_> = report.missing.iter().map(|stuck| stuck.missing.span).collect();
        missing.extend(report.lacking.iter().map(|call| call.span));
        let is_open = report.gave_up.iter().any(|open| !missing.contains(&open.span));
        if missing.is_empty() && report.findings.is_empty() && !is_open {
            self.search.result.candidates.push(entry);
            return;
        }
        let held = entry.held(&self.context.solver).held;
        if entry.aliases == 0 {
            // Equal addresses make circles, on which loops may not end.
            let open = report.gave_up.iter().filter(|open| !missing.contains(&open.span));
            self.search.result.gave_up.extend(open.cloned());
        }
        let exits = report.contracts.get(ContractId::OPEN).exits();
        let exits = exits.filter(|(ending, _)| *ending == Ending::Returns).map(|(_, exit)| exit);
        let accesses = std::mem::take(&mut self.context.doubtful_accesses);
        let is_long = self.is_general(&entry) && !self.has_rows_alone(&entry);
        let is_learned = is_long && self.learn_lengths(&entry, &report, &accesses, &held);
        let is_cut_off = report.gave_up.iter().any(|open| open.reason == Reason::StepsUsedUp);
        for exit in exits.chain(&report.exits_after_callbacks).filter(|_| !is_learned) {
            // What the execution assumed of numbers may not matter: the second round tells.
            let (weak, strong) = entry.assuming_more_or_less(self.context, &held, exit);
            weak.into_iter().chain(strong).for_each(|candidate| self.search.add_candidate(candidate));
        }
        for stuck in &report.missing {
            self.learn(&entry, stuck, &held);
        }
        for call in &report.lacking {
            let is_learned = self.learn_from_call(&entry, call, &held).is_some();
            if !is_learned || !call.tells_all {
                self.search.enqueue(Entry { follows: true, before: None, ..entry.clone() });
            }
        }
        if entry.aliases == 0 && (is_open || !report.findings.is_empty()) {
            self.follow_instead(&entry);
        }
        if is_long && is_cut_off && !is_learned && entry.aliases == 0 {
            self.hunt_on_short_strings(&entry);
        }
        for finding in report.findings {
            let state = finding.configuration.state.clone();
            let block =
                finding.fault.block.map(|base| entry::base_at_start(self.context, &held, &state, base));
            let block = block.filter(|&base| entry.owns(base));
            match (finding.fault.kind, block) {
                (FaultKind::UninitialisedUse, _) if is_long && entry.has_rests(&self.context.solver) => {
                    let stored = entry.with_stored_rests(&self.context.solver);
                    self.search.enqueue(stored);
                }
                (FaultKind::UninitialisedUse, None) if !entry.state.heap.segments().is_empty() => {
                    if let Some(stored) = entry.with_stored_data(self.context) {
                        self.search.enqueue(stored);
                    }
                }
                // That the caller's memory may be too small says no more than the contracts do.
                (FaultKind::OutOfBounds | FaultKind::UnterminatedString, Some(_)) if is_long => {}
                (FaultKind::OutOfBounds, Some(base)) => {
                    let larger = entry.with_larger_block(self.context, base, &accesses);
                    if let Some(larger) = larger {
                        self.note("learn memory", &larger);
                        self.search.enqueue(larger);
                    }
                }
                (FaultKind::FreeNotHeap, Some(base)) => {
                    self.learn_heap_block(&entry, base, &accesses, &held, &state);
                }
                _ => self.judge(&entry, finding, &held),
            }
        }
    }

    /// Missing memory: bytes of their own, or some that are already there.
    fn learn(&mut self, entry: &Entry, stuck: &Stuck, held: &[Option<Value>]) {
        let state = &stuck.configuration.state;
        let names = entry::names_at_start(self.context, held, state);
        let address = self.context.solver.terms.substitute(stuck.missing.address, &names);
        let missing = &Missing { address, ..stuck.missing.clone() };
        let mut entry = entry.clone();
        entry.learn_types(self.context, stuck.function, state);
        if entry.is_number(self.context, state, missing.address) && is_counted_from_null(self.context, stuck)
        {
            self.use_of_null_and_index(&entry, stuck, held);
            return;
        }
        self.learn_missing(entry, missing, state, held);
    }

    /// Notes in the derivation which precondition a rule of abduction makes of the one that was executed.
    pub(super) fn note(&mut self, rule: &'static str, entry: &Entry) {
        let solver = &mut self.context.solver;
        if solver.derivation.is_kept() {
            let says = display_state(solver, &entry.state);
            solver.derivation.step(rule, || says);
        }
    }

    fn learn_missing(&mut self, entry: Entry, missing: &Missing, state: &State, held: &[Option<Value>]) {
        if let Some(split) = entry.with_tags(self.context, missing.address) {
            self.search.result.rules.named += 1;
            self.note("name", &split);
            self.search.enqueue(split);
            return;
        }
        let Some((atom, distance)) = entry.origin(self.context, missing.address) else {
            self.follow_instead(&entry);
            let reason = "the address is computed in a way that does not tell which memory is needed";
            self.search.result.gave_up.insert(GaveUp { reason: reason.into(), span: missing.span });
            return;
        };
        if missing.wanted == Wanted::Stream {
            let stream = entry.with_stream(self.context, atom).filter(|_| distance == Some(0));
            if let Some(stream) = stream.and_then(|stream| stream.assuming(self.context, held, state)) {
                self.search.result.rules.learned += 1;
                self.note("learn a stream", &stream);
                self.search.enqueue(stream);
            }
            return;
        }
        if missing.wanted == Wanted::Text && distance.is_none_or(|distance| distance >= 0) {
            let string = entry.with_string(self.context, atom);
            if let Some(string) = string.and_then(|string| string.assuming(self.context, held, state)) {
                self.search.result.rules.learned += 1;
                self.note("learn a string", &string);
                self.search.enqueue(string);
                return;
            }
        }
        // An address that is a sum of words becomes one of the words of the caller itself. Where it is computed from
        // memory that is there, the execution has assumed that it lies outside of that: once it has a name, that
        // does not matter.
        if distance.is_none()
            && let Some(here) = match entry.mentions_memory(self.context, missing.address) {
                true => Some(entry.clone()),
                false => entry.assuming(self.context, held, state),
            }
            && let Some((renamed, _)) = here.with_sum(self.context, atom, missing.address)
        {
            self.search.result.rules.named += 1;
            self.note("name a sum", &renamed);
            self.search.enqueue(renamed);
            return;
        }
        let terms = &self.context.solver.terms;
        let need = Need {
            atom,
            distance,
            constant: terms.constant_part(missing.address),
            bytes: terms.as_constant(missing.bytes),
            is_read: missing.is_read,
        };
        // What the execution assumed may already follow from there being memory.
        let with_memory = entry.with_memory(self.context, &need).or_else(|| {
            let here = entry.assuming(self.context, held, state)?;
            let least = here.least_distance(self.context, atom, missing.address)?;
            entry.with_element(self.context, &need, least)
        });
        if let Some(larger) = with_memory.and_then(|larger| larger.assuming(self.context, held, state)) {
            self.search.result.rules.learned += 1;
            self.search.enqueue(larger);
        }
        if entry.aliases < self.search.bounds.aliases
            && let Some(here) = entry.assuming(self.context, held, state)
        {
            for alias in here.aliases_of(self.context, atom, need.extent()) {
                self.search.result.rules.aliased += 1;
                self.note("alias", &alias);
                self.search.enqueue(alias);
            }
        }
    }

    /// No caller has memory at null and an index, whatever the index is.
    fn use_of_null_and_index(&mut self, entry: &Entry, stuck: &Stuck, held: &[Option<Value>]) {
        let verb = if stuck.missing.is_read { "read" } else { "write" };
        let fault = Fault {
            kind: FaultKind::NullDereference,
            message: format!("{verb} through a null pointer and an index"),
            span: stuck.missing.span,
            block: None,
        };
        self.judge(entry, Finding { fault, configuration: stuck.configuration.clone() }, held);
    }

    /// Freed memory comes whole from an allocator, so that it is separate from all other; or it is
    /// memory that is there under another name.
    fn learn_heap_block(
        &mut self,
        entry: &Entry,
        base: Atom,
        accesses: &BTreeSet<Run>,
        held: &[Option<Value>],
        state: &State,
    ) {
        let from_heap = entry
            .with_heap_block(self.context, base, accesses)
            .and_then(|heap| heap.assuming(self.context, held, state));
        if let Some(mut from_heap) = from_heap {
            from_heap.dependence = from_heap.dependence.max(entry.dependence);
            self.search.result.rules.whole += 1;
            self.note("learn a whole block", &from_heap);
            self.search.enqueue(from_heap);
        }
        if entry.aliases < self.search.bounds.aliases
            && let Some(here) = entry.assuming(self.context, held, state)
        {
            for alias in here.aliases_of(self.context, base, None) {
                self.search.result.rules.aliased += 1;
                self.note("alias", &alias);
                self.search.enqueue(alias);
            }
        }
    }

    /// An error is certain if the execution assumed nothing of the caller but that it provides memory.
    fn judge(&mut self, entry: &Entry, finding: Finding, held: &[Option<Value>]) {
        let Some(condition) = entry.assuming(self.context, held, &finding.configuration.state) else {
            return;
        };
        // A word that was put together from pieces is not known to be one that was never stored.
        if finding.fault.kind == FaultKind::UninitialisedUse && !finding.is_exact() {
            let reason = format!("it is not known whether {}", finding.fault.message);
            self.search.result.gave_up.insert(GaveUp { reason: reason.into(), span: finding.fault.span });
            return;
        }
        // Where a block begins that the function frees was guessed.
        let is_guessed = finding.fault.kind == FaultKind::FreeInsideBlock
            && finding.fault.block.is_some_and(|base| entry.owns(base));
        if !finding.is_exact()
            && self.is_general(entry)
            && let Some(shown) = self.on_short_strings(entry, &finding)
        {
            self.search.result.conditional.push(shown);
            return;
        }
        let condition = Entry { is_joined: self.is_general(entry), ..condition };
        let is_told = !finding.configuration.path.is_decided_by_untold();
        if !finding.is_exact() || is_guessed || !is_told || condition.has_hooks {
            self.search.result.conditional.push((condition, finding));
            return;
        }
        let state = &finding.configuration.state;
        let dependence = match entry.has_to_meet_inputs(self.context, held, state) {
            true => Dependence::Values,
            false => condition.dependence,
        };
        let certain = match dependence {
            Dependence::Memory => Some((condition.clone(), finding.clone())),
            Dependence::Addresses => self.without_assumptions(&condition, &finding),
            Dependence::Values => None,
        };
        match certain {
            Some(certain) => self.search.result.certain.push(certain),
            None => {
                self.search.result.ways.push((condition.clone(), finding.clone()));
                self.search.result.conditional.push((condition, finding));
            }
        }
    }

    /// Addresses that differ on the way to an error may do so for every caller, because the memory at
    /// them is separate: the same error without assumptions, if there is one.
    fn without_assumptions(&mut self, condition: &Entry, finding: &Finding) -> Option<(Entry, Finding)> {
        let bare = condition.bare(self.context);
        let held = bare.held(&self.context.solver).held;
        let again = self.run(&bare).findings.into_iter().find(|again| again.is_at_place_of(finding))?;
        let condition = bare.assuming(self.context, &held, &again.configuration.state)?;
        let path = &again.configuration.path;
        let is_open_to_all = condition.dependence == Dependence::Memory
            && path.is_exact()
            && !path.is_decided_by_untold()
            && !bare.has_to_meet_inputs(self.context, &held, &again.configuration.state);
        is_open_to_all.then_some((condition, again))
    }
}

/// Whether the address of missing memory is that of an element behind a null pointer. A number that was made a pointer may be
/// any address.
fn is_counted_from_null(context: &Context<'_>, stuck: &Stuck) -> bool {
    let terms = &context.solver.terms;
    let Some(body) = &context.module.functions[stuck.function].body else { return false };
    let registers = &stuck.configuration.state.registers;
    let value = |register: RegisterId| registers.get(register.index()).copied().flatten();
    let is_null = |operand: Operand| match operand {
        Operand::Register(register) => {
            value(register).is_some_and(|value| terms.as_constant(value.term) == Some(0))
        }
        Operand::Constant(constant) => constant.bits() == 0,
        Operand::Global(..) | Operand::Function(_) => false,
    };
    let is_here = |register: RegisterId| {
        value(register).is_some_and(|value| {
            terms.constant_difference(stuck.missing.address, value.term).is_some_and(|distance| distance >= 0)
        })
    };
    body.blocks.iter().flat_map(|(_, block)| &block.instructions).any(|instruction| match instruction.kind {
        InstructionKind::PtrAdd { destination, base, .. } => is_here(destination) && is_null(base),
        _ => false,
    })
}

/// Whether a region is one of memory that a caller owns.
pub fn is_callers(region: Region) -> bool {
    matches!(region, CALLERS | Region::Heap | Region::Part)
}
