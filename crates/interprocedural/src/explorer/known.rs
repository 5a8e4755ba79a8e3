//! Calls of functions whose contracts are known from an analysis before this one.

use super::{Explorer, LackingCall};
use crate::contracts::ContractId;
use crate::limits::{CONTRACTS_THAT_LACK, COST_OF_A_CONTRACT};
use crate::open::known::KnownContract;
use crate::thread::Thread;
use heap_rules::apply::{Applied, Call, Lack, apply, fit, lacking};
use heap_rules::rearrange::{unfold_first, unfold_last};
use ir::{FunctionId, RegisterId};
use pure_logic::Term;
use pure_logic::term::Atom;
use std::sync::Arc;
use symbolic_execution::{Configuration, Event, GaveUp};
use symbolic_heap::{Location, Region, State, Value};

impl Explorer<'_, '_> {
    /// Goes on after a call with what a contract of the callee ensures. Returns false if none fits: then the callee
    /// is analysed on the caller's memory.
    pub(super) fn call_by_known_contract(
        &mut self,
        thread: &Thread,
        destination: Option<RegisterId>,
        target: FunctionId,
        values: &[Value],
    ) -> bool {
        if self.is_whole_program {
            return false;
        }
        let known = self.program.known(self.context, target);
        if known.is_empty() {
            return false;
        }
        let outcomes = self.outcomes_of(thread, &known, values).or_else(|| {
            // Where a list has nodes, the contract may speak of the first or the last one.
            let mut outcomes = Vec::new();
            for (state, values) in self.unfolded(&thread.configuration.state, values) {
                let configuration = Configuration { state, ..thread.configuration.clone() };
                let thread = Thread { configuration, ..thread.clone() };
                outcomes.extend(self.outcomes_of(&thread, &known, &values)?);
            }
            (!outcomes.is_empty()).then_some(outcomes)
        });
        let Some(outcomes) = outcomes else { return self.lacks_something(thread, &known, values) };
        let are_many = outcomes.len() > 1;
        for (contract, state, result) in outcomes {
            let contract = &known[contract];
            self.report.callbacks.extend(contract.callbacks.iter().copied());
            self.report.assumed.extend(contract.assumed.iter().cloned());
            let Configuration { mut path, .. } = thread.configuration.clone();
            path.push(Event::Returned { span: self.context.span });
            if !contract.is_precise {
                path.join("a contract");
            } else if !contract.is_exact {
                path.assume("a contract");
            }
            if are_many && contract.is_decided_by_caller {
                path.decide_by_untold();
                self.context.note_decision_of_caller();
            }
            if !contract.callbacks.is_empty() || !contract.assumed.is_empty() {
                path.assume("a function of the caller");
            }
            let mut next = Thread {
                configuration: Configuration { state, path },
                index: thread.index + 1,
                ..thread.clone()
            };
            if let Some(destination) = destination {
                next.configuration.state.registers[destination.index()] = result;
            }
            if let Some(next) = self.check_lost(next) {
                self.enqueue(next);
            }
        }
        true
    }

    /// What the first contract that fits lets the caller go on with, and which contract that is.
    fn outcomes_of(
        &mut self,
        thread: &Thread,
        known: &[KnownContract],
        values: &[Value],
    ) -> Option<Vec<(usize, State, Option<Value>)>> {
        known.iter().enumerate().find_map(|(index, contract)| {
            self.report.steps += COST_OF_A_CONTRACT;
            let outcomes = self.outcomes(thread, contract, values)?;
            Some(outcomes.into_iter().map(|(state, result)| (index, state, result)).collect())
        })
    }

    /// The states in which the first list with nodes that an argument leads to begins, or ends, with a node of its own, and
    /// what the arguments are there.
    fn unfolded(&mut self, state: &State, values: &[Value]) -> Vec<(State, Vec<Value>)> {
        let solver = &mut self.context.solver;
        let has_nodes = |segment: usize| state.heap.segments()[segment].minimum > 0;
        let mut places = values.iter().map(|value| state.heap.locate(&mut solver.terms, value.term));
        let place = places.find(|place| match *place {
            Location::FirstNode { segment, .. } | Location::LastNode { segment, .. } => has_nodes(segment),
            Location::Block { .. }
            | Location::Root { .. }
            | Location::BeforeHole { .. }
            | Location::Member { .. }
            | Location::Number(_)
            | Location::Unknown => false,
        });
        let mut state = state.clone();
        let registers = state.registers.len();
        state.registers.extend(values.iter().copied().map(Some));
        let states = match place {
            Some(Location::FirstNode { segment, .. }) => unfold_first(solver, &state, segment),
            Some(Location::LastNode { segment, .. }) => unfold_last(solver, &state, segment),
            _ => Vec::new(),
        };
        let split = |mut state: State| {
            let values = state.registers.split_off(registers).into_iter().flatten().collect();
            (state, values)
        };
        states.into_iter().map(split).collect()
    }

    /// Where preconditions are guessed, what the contracts of a callee with lists lack is to become part of them.
    fn lacks_something(&mut self, thread: &Thread, known: &[KnownContract], arguments: &[Value]) -> bool {
        let Some(callers_names) = self.callers_names.as_ref().filter(|_| thread.contract == ContractId::OPEN)
        else {
            return false;
        };
        let call = Call { state: &thread.configuration.state, arguments, names: self.open_names() };
        let has_lists = |contract: &&KnownContract| !contract.entry.heap.segments().is_empty();
        // The first contracts are the most general ones. The others tell which memory may be the same, in many ways.
        let tells_all = known.iter().filter(has_lists).count() <= CONTRACTS_THAT_LACK;
        let most = if tells_all { CONTRACTS_THAT_LACK } else { 1 };
        let mut lacks: Vec<Lack> = Vec::new();
        for contract in known.iter().filter(has_lists).take(most) {
            self.report.steps += COST_OF_A_CONTRACT;
            let is_callers = |atom: Atom| callers_names.contains(&atom);
            let found = lacking(&mut self.context.solver, call, contract.precondition(), &is_callers);
            lacks.extend(found.into_iter().filter(|lack| !lacks.contains(lack)).collect::<Vec<_>>());
        }
        if lacks.is_empty() {
            return false;
        }
        let span = self.place_of(thread);
        let reason = "the contracts of the callee need more memory of the caller".into();
        self.give_up(GaveUp { reason, span });
        if self.report.lacking.len() < self.limits.missing {
            let (configuration, function) = (thread.configuration.clone(), thread.function);
            self.report.lacking.push(LackingCall { lacks, tells_all, configuration, function, span });
        }
        true
    }

    /// Whether an argument, or a word of memory that arguments lead to, is the address of a function that is known.
    fn leads_to_a_function(&self, state: &State, arguments: &[Value]) -> bool {
        let terms = &self.context.solver.terms;
        let reached = state.heap.reachable(terms, arguments.iter().map(|argument| argument.term));
        let mut blocks = reached.blocks.into_iter().filter_map(|base| state.heap.block(base));
        blocks.any(|block| block.region == Region::Code)
    }

    /// How many of the values that an execution of open code holds are the names of its entry.
    fn open_names(&self) -> usize {
        self.contracts.get(ContractId::OPEN).entry.held.len()
    }

    /// How a contract lets the caller go on; `None` if it does not fit.
    fn outcomes(
        &mut self,
        thread: &Thread,
        contract: &KnownContract,
        arguments: &[Value],
    ) -> Option<Vec<(State, Option<Value>)>> {
        let state = &thread.configuration.state;
        if !contract.callbacks.is_empty() && self.leads_to_a_function(state, arguments) {
            // The contract says what holds whatever function the caller names; this caller has named one, which may do more.
            return None;
        }
        let names = match thread.contract {
            ContractId::OPEN => self.open_names(),
            _ => 0,
        };
        let solver = &mut self.context.solver;
        let precondition = contract.precondition();
        let fit = fit(solver, Call { state, arguments, names }, precondition)?;
        let permanent = Arc::clone(&self.permanent);
        let held = contract.kept.iter().filter_map(|&index| *contract.entry.held.get(index)?);
        let kept: Vec<Term> = held.map(|value| fit.meaning_of(solver, value.term)).collect();
        let mut outcomes = Vec::new();
        let mut given_away = state.clone();
        for base in state.heap.reachable(&solver.terms, kept.iter().copied()).blocks {
            self.context.let_others_keep(&mut given_away, base);
        }
        let (given_away, solver) = (&given_away, &mut self.context.solver);
        for exit in &contract.exits {
            let applied =
                apply(solver, given_away, &fit, (precondition, exit), &|atom| permanent.contains(&atom))?;
            if let Applied::Goes(state, result) = applied {
                outcomes.push((*state, result));
            }
        }
        self.report.touched.extend(&fit.changes(solver, state, precondition));
        self.note_kept_words(thread, &kept);
        Some(outcomes)
    }
}
