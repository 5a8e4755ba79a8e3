//! The second round: which preconditions hold.
//!
//! The function is explored from each of them as any proof does; nothing is added to them here.

use super::OpenContract;
use super::covers::{Silhouette, covers, has_rows, is_general, silhouette, trees_of};
use super::effort;
use super::entry::{self, Entry};
use super::execute::{self, FirstLook};
use super::generalise::{self, Branching};
use crate::contracts::{ContractId, Exit};
use crate::explorer::{Explorer, Limits, Mode, formats_list};
use crate::limits::{
    CONFIRMATION_EFFORT, CONFIRMATION_EFFORT_WITHOUT_LOOPS, CONFIRMED_FOR_REFUSED,
    CONTRACTS_OF_A_LARGE_FUNCTION, DIVISOR_OF_STEPS, ENDLESS_PRECONDITIONS, EXITS_KEPT_APART,
    GENERALISATION_EFFORT, NODES_TOLD_BESIDE_LISTS, NUMBERS_OF_A_MEMORY, PROMISING, SMALL_FUNCTION,
    STEPS_OF_A_CONFIRMATION, STEPS_OF_A_CONFIRMATION_WITH_CIRCLES, STEPS_OF_A_CONFIRMATION_WITH_LENGTHS,
    STEPS_OF_A_CONFIRMATION_WITH_SEVERAL_LISTS, STEPS_OF_A_CONFIRMATION_WITH_TREES,
};
use crate::program::Program;
use crate::verdict::Request;
use call_graph::CallGraph;
use heap_rules::apply::Touched;
use heap_rules::entail::entails;
use heap_rules::fold::Precision;
use interpreter::Image;
use ir::{FunctionId, InstructionKind, Module};
use pure_logic::Solver;
use pure_logic::term::Atom;
use source::Span;
use std::collections::BTreeSet;
use symbolic_execution::Context;
use symbolic_heap::{State, Value};

/// By how much the steps for a function are divided.
pub(super) fn divisor(module: &Module, graph: &CallGraph, function: FunctionId) -> u64 {
    let reachable = graph.reachable_from(&[function]);
    let bodies = reachable.iter().filter_map(|&id| module.functions[id].body.as_ref());
    let blocks = bodies.flat_map(|body| body.blocks.iter());
    let instructions: usize = blocks.map(|(_, block)| 1 + block.instructions.len()).sum();
    (instructions / SMALL_FUNCTION).clamp(1, DIVISOR_OF_STEPS as usize) as u64
}

/// Whether a function, or one that it calls, reads variadic arguments or hands them on.
fn reads_lists(module: &Module, graph: &CallGraph, function: FunctionId) -> bool {
    graph.reachable_from(&[function]).into_iter().any(|id| {
        let callee = &module.functions[id];
        let body = callee.body.as_ref();
        let starts = body.into_iter().flat_map(|body| body.blocks.iter()).any(|(_, block)| {
            block.instructions.iter().any(|one| matches!(one.kind, InstructionKind::VaStart { .. }))
        });
        starts || body.is_none() && formats_list(&callee.name)
    })
}

/// The candidates, without those that tell the same memory with other numbers again and again: on a circle a
/// counter goes on for ever.
fn with_few_numbers(candidates: &[Entry]) -> Vec<Entry> {
    let mut kept: Vec<Entry> = Vec::new();
    for candidate in candidates {
        let is_same = |other: &&Entry| {
            other.state.registers == candidate.state.registers && other.state.heap == candidate.state.heap
        };
        if candidate.aliases == 0 || kept.iter().filter(is_same).count() < NUMBERS_OF_A_MEMORY {
            kept.push(candidate.clone());
        }
    }
    kept
}

/// What a function does from one entry.
struct Explored {
    exits: Vec<Exit>,
    callbacks: BTreeSet<Span>,
    assumed: BTreeSet<String>,
    kept: BTreeSet<usize>,
    is_exact: bool,
    is_precise: bool,
    touched: Touched,
    is_decided_by_caller: bool,
}

impl Explored {
    fn into_contract(self, entry: Entry, start: State) -> OpenContract {
        let Explored { exits, callbacks, assumed, kept, is_exact, is_precise, touched, is_decided_by_caller } =
            self;
        OpenContract {
            entry,
            start,
            exits,
            callbacks,
            assumed,
            kept,
            is_exact,
            is_precise,
            touched,
            is_decided_by_caller,
        }
    }
}

/// The second round.
pub(super) struct Confirmation<'r, 'c, 'm> {
    pub context: &'c mut Context<'m>,
    pub program: &'c mut Program<'m>,
    /// What executions on few memories begin with.
    image: Image<'m>,
    function: FunctionId,
    request: &'r Request,
    has_loop: bool,
    /// Variadic arguments of the caller may be read, which executions do not have.
    has_unknown_lists: bool,
    confirmed: Vec<OpenContract>,
    refused: Vec<Entry>,
    /// What each of the refused ones looks like.
    silhouettes: Vec<Silhouette>,
    /// Preconditions from which no execution returns or makes an error.
    never_returning: Vec<Entry>,
    /// What the arguments are and where there is memory in preconditions with arrays.
    arrays: Vec<(Vec<Option<Value>>, Vec<Atom>)>,
    /// One of the contracts has lists or arrays.
    pub has_lists: bool,
    /// How many preconditions took too long.
    endless: usize,
    /// How much went into preconditions with lists and arrays.
    general_effort: u64,
    steps: u64,
    /// What the questions of other work, between calls of [`Confirmation::tell`], have cost.
    other_effort: u64,
    /// What all questions had cost at the end of the last call.
    questions: u64,
    /// How much those may cost before no further ones are tried.
    general_limit: u64,
    /// How much all may cost before the rest is left out.
    all_effort: u64,
    most_contracts: usize,
    /// Candidates were left out.
    pub leaves_out_candidates: bool,
}

impl<'r, 'c, 'm> Confirmation<'r, 'c, 'm> {
    pub fn new(
        context: &'c mut Context<'m>,
        program: &'c mut Program<'m>,
        function: FunctionId,
        request: &'r Request,
        (has_loop, divisor): (bool, u64),
    ) -> Confirmation<'r, 'c, 'm> {
        let has_unknown_lists = reads_lists(context.module, program.graph(), function);
        Confirmation {
            has_unknown_lists,
            image: Image::new(context.module),
            context,
            program,
            function,
            request,
            has_loop,
            confirmed: Vec::new(),
            refused: Vec::new(),
            silhouettes: Vec::new(),
            never_returning: Vec::new(),
            arrays: Vec::new(),
            has_lists: false,
            endless: 0,
            general_effort: 0,
            steps: 0,
            other_effort: 0,
            questions: 0,
            general_limit: GENERALISATION_EFFORT / divisor,
            all_effort: match has_loop || divisor > 1 {
                true => CONFIRMATION_EFFORT / divisor.min(2),
                false => CONFIRMATION_EFFORT_WITHOUT_LOOPS,
            },
            most_contracts: if divisor > 1 { CONTRACTS_OF_A_LARGE_FUNCTION } else { usize::MAX },
            leaves_out_candidates: false,
        }
    }

    /// Whether nearly all preconditions hold that were tried, so that more of them are worth looking for.
    pub fn is_promising(&self) -> bool {
        CONFIRMED_FOR_REFUSED * self.refused.len() <= self.confirmed.len()
    }

    /// Half as much again may be spent from now on, or much more.
    pub fn add_effort(&mut self, is_promising: bool) {
        let more = if is_promising { PROMISING * self.all_effort } else { self.all_effort / 2 };
        self.all_effort = self.all_effort.min(self.effort()) + more;
    }

    /// What the round has cost.
    fn effort(&self) -> u64 {
        self.steps + effort::of_questions(self.context) - self.other_effort
    }

    /// Confirms that a precondition which asks for nothing is enough. Where loops create what they work on, executions that are not joined
    /// come to no end; a function that works on memory of its caller is soon seen to lack it.
    pub fn is_enough(&mut self, entry: &Entry) -> bool {
        let start = entry.held(&self.context.solver);
        match self.explore(&start, Precision::Shapes, STEPS_OF_A_CONFIRMATION) {
            Some(explored) if !explored.exits.is_empty() => {
                self.confirmed.push(explored.into_contract(entry.clone(), start));
                true
            }
            _ => false,
        }
    }

    /// Confirms what candidates are examples of, and the candidates that stand for themselves.
    pub fn tell(&mut self, candidates: &[Entry]) {
        self.other_effort += effort::of_questions(self.context) - self.questions;
        self.tell_all(candidates);
        self.questions = effort::of_questions(self.context);
    }

    fn tell_all(&mut self, candidates: &[Entry]) {
        let candidates = with_few_numbers(candidates);
        let branching = match self.has_loop {
            true => generalise::branching(self.context, &candidates),
            false => Vec::new(),
        };
        for candidate in &candidates {
            if self.context.is_stopped() {
                break;
            }
            let is_enough = self.general_effort > self.general_limit || self.endless >= ENDLESS_PRECONDITIONS;
            if is_enough || self.arrays.contains(&candidate.places()) {
                continue;
            }
            let before = self.effort();
            if !self.tell_trees(candidate, &branching) {
                self.tell_generally(candidate);
            }
            self.general_effort += self.effort() - before;
        }
        // What the general ones do not cover stands for itself; longer rows of nodes are not worth telling.
        for candidate in candidates {
            let is_row = !candidate.state.heap.segments().is_empty()
                || generalise::row(self.context, &candidate) > NODES_TOLD_BESIDE_LISTS;
            let is_small = !self.has_loop || !is_row;
            let is_told = is_small || !self.has_lists && self.endless < ENDLESS_PRECONDITIONS;
            if !is_told || self.arrays.contains(&candidate.places()) {
                continue;
            }
            // After the end of its time nothing is confirmed, so that there is no need to compare what is left.
            let is_enough = self.effort() > self.all_effort || self.confirmed.len() >= self.most_contracts;
            if is_enough || self.context.is_stopped() {
                self.leaves_out_candidates = true;
                break;
            }
            self.confirm(candidate);
        }
    }

    /// Confirms a precondition with trees of which the candidate is an example.
    fn tell_trees(&mut self, candidate: &Entry, branching: &[Branching]) -> bool {
        for branching in branching {
            for general in generalise::with_trees(self.context, candidate, branching) {
                if self.confirm_within(general, STEPS_OF_A_CONFIRMATION_WITH_TREES) {
                    self.has_lists = true;
                    return true;
                }
            }
        }
        false
    }

    /// Confirms a precondition with lists or arrays of which the candidate is an example.
    fn tell_generally(&mut self, candidate: &Entry) {
        // Where nodes are linked, what they lead to is part of them.
        let is_row = self.has_loop && generalise::row(self.context, candidate) > 1;
        if is_row
            && candidate.has_open_arrays(self.context)
            && (self.tell_lists_beside_arrays(candidate) || self.tell_lists(candidate))
        {
            return;
        }
        // What was executed on strings and arrays of any length stands for all lengths as it is.
        let has_strings = candidate.has_strings(&self.context.solver);
        let mut with_arrays = Vec::new();
        if !has_strings {
            with_arrays.extend(generalise::with_lengths(self.context, candidate));
        }
        if has_strings || self.has_loop && candidate.has_open_arrays(self.context) {
            with_arrays.extend(candidate.with_lengths_alone(self.context));
            with_arrays.push(candidate.clone());
        }
        if with_arrays.into_iter().any(|general| self.confirm(general)) {
            self.arrays.push(candidate.places());
            self.has_lists = true;
            return;
        }
        // Without a loop there is no reason for more nodes than there are.
        if self.has_loop && !(candidate.aliases > 0 && self.is_covered(candidate)) {
            self.tell_lists(candidate);
        }
    }

    /// Confirms a precondition with lists in the place of rows of nodes, beside arrays as long as a number of the caller says.
    fn tell_lists_beside_arrays(&mut self, candidate: &Entry) -> bool {
        for sized in generalise::with_lengths(self.context, candidate) {
            let Some(mut general) = generalise::generalise(self.context, &sized).into_iter().next() else {
                continue;
            };
            // Numbers may be any others, but those that say how long arrays are.
            let sizes = sized.sizes(self.context);
            for &fact in sized.state.facts.as_slice() {
                let terms = &self.context.solver.terms;
                let mut is_about_size = false;
                terms.for_each_atom_of_fact(fact, &mut |atom| is_about_size |= sizes.contains(&atom));
                if is_about_size {
                    general.state.facts.assume(&mut self.context.solver, fact);
                }
            }
            if self.confirm(general) {
                self.arrays.push(candidate.places());
                self.has_lists = true;
                return true;
            }
        }
        false
    }

    /// Confirms a precondition with lists in the place of rows of nodes.
    fn tell_lists(&mut self, candidate: &Entry) -> bool {
        for general in generalise::generalise(self.context, candidate) {
            let circle = generalise::with_circle(self.context, &general);
            if self.confirm(general) {
                self.has_lists = true;
                if let Some(circle) = circle {
                    self.confirm_circle(circle);
                }
                return true;
            }
        }
        false
    }

    /// Confirms a precondition whose list ends in a circle, unless executions suggest that it has none that ends.
    fn confirm_circle(&mut self, circle: Entry) {
        match execute::first_look(self.context, &self.image, self.function, &circle) {
            FirstLook::Fails => {}
            FirstLook::GoesOn => self.never_returning.push(circle),
            FirstLook::Promising => _ = self.confirm_within(circle, STEPS_OF_A_CONFIRMATION_WITH_CIRCLES),
        }
    }

    /// The preconditions of which nothing more is to be found out.
    pub fn settled(&self) -> Vec<Entry> {
        let confirmed = self.confirmed.iter().map(|contract| &contract.entry);
        confirmed.chain(&self.never_returning).filter(|entry| has_rows(entry)).cloned().collect()
    }

    /// Confirms a precondition, unless a more general one is confirmed already. Returns whether it
    /// holds.
    fn confirm(&mut self, entry: Entry) -> bool {
        // Where one of several lists goes on at a time, there are as many more states.
        let is_several = entry.state.heap.segments().len() > 1;
        let limit =
            if is_several { STEPS_OF_A_CONFIRMATION_WITH_SEVERAL_LISTS } else { STEPS_OF_A_CONFIRMATION };
        self.confirm_within(entry, limit)
    }

    fn confirm_within(&mut self, entry: Entry, limit: u64) -> bool {
        if self.is_covered(&entry) {
            return true;
        }
        let silhouette = silhouette(self.context, &entry);
        let solver = &mut self.context.solver;
        let is_refused = |other: &Entry, solver: &mut Solver| {
            entails(solver, &entry.state, &other.state).is_proved()
                && entails(solver, &other.state, &entry.state).is_proved()
        };
        let alike = self.refused.iter().zip(&self.silhouettes).filter(|(_, other)| **other == silhouette);
        if alike.into_iter().any(|(other, _)| is_refused(other, solver)) {
            return false;
        }
        let start = entry.held(solver);
        let is_executed = !self.has_unknown_lists;
        if is_executed
            && execute::first_look(self.context, &self.image, self.function, &entry) == FirstLook::Fails
        {
            self.refuse(entry, silhouette);
            return false;
        }
        let before = self.steps;
        let trees = trees_of(self.context, &entry);
        let shapes = if trees.is_empty() { Precision::Shapes } else { Precision::Trees(trees) };
        let mut explored = self.explore(&start, shapes, limit);
        // What took too long takes no less time with more precision.
        if self.steps >= before + limit {
            self.endless += 1;
        } else if explored.is_none() && trees.is_empty() {
            explored = self.explore(&start, Precision::Kinds, limit);
        }
        let took = self.steps - before;
        match explored {
            Some(Explored { exits, .. }) if exits.is_empty() => {
                self.never_returning.push(entry);
                false
            }
            Some(explored) => {
                let (start, explored) = self.relating_lengths(&entry, (start, explored), took);
                self.confirmed.push(explored.into_contract(entry, start));
                true
            }
            None => {
                self.refuse(entry, silhouette);
                false
            }
        }
    }

    /// The same once more with the lengths of the caller's lists held, so that exits tell lengths by those. Where that takes
    /// much longer or tells more cases apart, it is left alone.
    fn relating_lengths(
        &mut self,
        entry: &Entry,
        (start, explored): (State, Explored),
        took: u64,
    ) -> (State, Explored) {
        let counted = entry.held_with_lengths(&self.context.solver);
        let Some(counted) = counted.filter(|counted| !counted.heap.has_instances()) else {
            return (start, explored);
        };
        match self.explore(&counted, Precision::Shapes, STEPS_OF_A_CONFIRMATION_WITH_LENGTHS + 2 * took) {
            Some(more) if (1..=explored.exits.len()).contains(&more.exits.len()) => (counted, more),
            _ => (start, explored),
        }
    }

    fn refuse(&mut self, entry: Entry, silhouette: Silhouette) {
        self.refused.push(entry);
        self.silhouettes.push(silhouette);
    }

    /// Explores the function from an entry. The exits, if no execution makes an error and all are covered;
    /// there is none if none returns; and where functions of the caller are called.
    fn explore(&mut self, start: &State, precision: Precision, limit: u64) -> Option<Explored> {
        self.context.options.split_on_offsets = false;
        let limits = Limits { findings: 1, gave_up: 1, ..Limits::of(limit) };
        let told = entry::visible(&self.context.solver, start);
        self.context.tell(told);
        let explorer =
            Explorer::new(self.context, self.program, Mode::Prove(precision), limits, self.request.counts);
        let report = explorer.run_open(self.function, start);
        let is_decided_by_caller = self.context.has_decisions_of_caller();
        self.steps += report.steps;
        if !report.is_complete() || !report.findings.is_empty() {
            return None;
        }
        let exits: Vec<Exit> = report
            .contracts
            .get(ContractId::OPEN)
            .exits()
            .map(|(ending, state)| (ending, state.clone()))
            .collect();
        let are_apart = exits.len() < EXITS_KEPT_APART;
        let is_exact = !report.has_inexact_exits && are_apart;
        let is_precise = !report.has_imprecise_exits && are_apart;
        let exits = self.without_covered(exits);
        let (callbacks, assumed, touched) = (report.callbacks, report.assumed, report.touched);
        let kept = report.kept;
        Some(Explored {
            exits,
            callbacks,
            assumed,
            kept,
            is_exact,
            is_precise,
            touched,
            is_decided_by_caller,
        })
    }

    /// The exits that no other one covers.
    fn without_covered(&mut self, exits: Vec<Exit>) -> Vec<Exit> {
        let solver = &mut self.context.solver;
        let mut kept: Vec<Exit> = Vec::new();
        for (ending, exit) in exits {
            let covers = |solver: &mut Solver, general: &Exit| {
                general.0 == ending && entails(solver, &exit, &general.1).is_proved()
            };
            if kept.iter().any(|general| covers(solver, general)) {
                continue;
            }
            kept.retain(|(other, special)| *other != ending || !entails(solver, special, &exit).is_proved());
            kept.push((ending, exit));
        }
        kept
    }

    /// Whether a precondition that is confirmed makes another one superfluous.
    fn is_covered(&mut self, entry: &Entry) -> bool {
        self.confirmed.iter().any(|contract| covers(self.context, &contract.entry, entry))
    }

    /// The contracts that no other one covers, and the preconditions that were refused.
    pub fn finish(self) -> (Vec<OpenContract>, Vec<Entry>, u64) {
        let Confirmation { context, confirmed, refused, steps, .. } = self;
        let mut kept: Vec<OpenContract> = Vec::new();
        // None is covered by one that was confirmed before it.
        for contract in confirmed {
            kept.retain(|other| !covers(context, &contract.entry, &other.entry));
            kept.push(contract);
        }
        // What holds for any number of nodes or elements comes first.
        kept.sort_by_key(|contract| !is_general(context, &contract.entry));
        let refused = refused
            .into_iter()
            .filter(|entry| !kept.iter().any(|other| covers(context, &other.entry, entry)))
            .collect();
        (kept, refused, steps)
    }
}
