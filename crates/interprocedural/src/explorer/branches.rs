//! The ends of blocks: where an execution goes on.

use super::{Explorer, Mode, Work};
use crate::disjuncts::{Arrival, Treatment};
use crate::limits::COST_OF_AN_ARRIVAL;
use crate::thread::Thread;
use crate::tidy::clear_dead_registers;
use heap_rules::fold::abstract_state;
use interpreter::FaultKind;
use ir::{BlockId, Function, TerminatorKind};
use symbolic_execution::instruction::{assuming, assuming_not};
use symbolic_execution::{Configuration, Event, Fault, GaveUp};
use symbolic_heap::Value;

const WHAT_DECIDES: &str = "the value that a branch depends on";

impl Explorer<'_, '_> {
    pub(super) fn terminate(
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
                if !self.check_defined(&thread, value, WHAT_DECIDES, span) {
                    return;
                }
                let scalar = self.context.scalar_of(function, *condition);
                let term =
                    self.context.unsigned(&thread.configuration.state.facts, value.term, scalar.bits());
                let fact = self.context.solver.terms.non_zero(term);
                let taken = assuming(self.context, &thread.configuration, &[fact]);
                let not_taken = assuming_not(self.context, &thread.configuration, fact);
                for (configuration, target) in [(taken, *then), (not_taken, *otherwise)] {
                    if let Some(mut configuration) = configuration {
                        configuration.path.push(Event::Branch);
                        self.go(Thread { configuration, ..thread.clone() }, target);
                    }
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let scalar = self.context.scalar_of(function, *value);
                let value = self.context.operand(&mut thread.configuration.state, function, *value);
                if !self.check_defined(&thread, value, WHAT_DECIDES, span) {
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
                self.found(fault, thread);
            }
        }
    }

    /// A value that decides something must have been initialised.
    pub(super) fn check_defined(
        &mut self,
        thread: &Thread,
        value: Value,
        what: &str,
        span: source::Span,
    ) -> bool {
        if value.is_defined() || !self.context.options.check_uninitialised {
            return true;
        }
        let fault = Fault {
            kind: FaultKind::UninitialisedUse,
            message: format!("{what} is not initialised"),
            span,
            block: None,
        };
        self.found(fault, thread.clone());
        false
    }

    /// Drops executions that have left the loop at whose head a thread is, and that went on from states that are covered by now: the
    /// same executions leave it again.
    fn drop_outdated(&mut self, thread: &Thread, outdated: &[u64]) {
        if !self.mode.precision().tells_words() || !self.mode.folds() || outdated.is_empty() {
            return;
        }
        let info = self.program.info(thread.function);
        let Some(end) = info.loop_end(thread.block) else { return };
        let is_outdated = |other: &Thread| {
            other.origin.is_some_and(|stamp| outdated.contains(&stamp))
                && other.contract == thread.contract
                && other.depth == thread.depth
                && other.function == thread.function
                && info.position(other.block) >= end
        };
        self.waiting.retain(|_, work| !matches!(work, Work::Go(other) if is_outdated(other)));
    }

    /// Goes to another block of the same function.
    fn go(&mut self, thread: Thread, target: BlockId) {
        let info = self.program.info(thread.function);
        let enters = info.is_loop_head(target) && !info.is_in_loop(target, thread.block);
        let mut thread = Thread { block: target, index: 0, ..thread };
        clear_dead_registers(
            &self.context.solver.terms,
            &mut thread.configuration.state,
            info.live_in(target),
            &[],
        );
        if self.mode.folds() && info.is_loop_head(target) {
            self.context.forget_arguments(&mut thread.configuration.state);
        }
        let Some(mut thread) = self.check_lost(thread) else { return };
        if info.is_loop_head(target) {
            self.look_for_trees(&thread.configuration.state);
        }
        if enters && let Some(threads) = self.sum_up(&thread) {
            threads.into_iter().for_each(|thread| self.enqueue(thread));
            return;
        }
        if self.mode != Mode::Hunt && info.is_loop_head(target) {
            // Folding a state and comparing it with others is worth many instructions.
            let place = thread.place();
            self.report.steps += COST_OF_AN_ARRIVAL * (1 + self.invariants.count(&place) as u64);
            let precision = self.mode.precision();
            let Configuration { state, path } = &mut thread.configuration;
            let (mut folded, kept_apart) = if self.mode.folds() {
                (abstract_state(&mut self.context.solver, state, precision), 0)
            } else {
                heap_rules::fold::forget(&mut self.context.solver, state);
                (state.clone(), usize::MAX)
            };
            self.assume_room(&mut folded);
            let thresholds = self.program.thresholds();
            let thresholds = thresholds.of(thread.function);
            let at_most = self.mode.states_at_a_place();
            let stamp = self.next_ticket;
            self.next_ticket += 1;
            let flags = info.flags();
            let treatment = Treatment { kept_apart, at_most, precision, thresholds, flags, stamp };
            match self.invariants.arrive(&mut self.context.solver, place, folded, treatment) {
                Arrival::Covered => return,
                Arrival::Continue { state: next, outdated } => {
                    *state = next;
                    thread.origin = Some(stamp);
                    if self.is_whole_program {
                        self.context.assume_sizes(state);
                    }
                    path.join("a loop");
                    let contract = thread.contract;
                    self.assume_of_entry(contract, &mut thread.configuration.state);
                    self.drop_outdated(&thread, &outdated);
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
}
