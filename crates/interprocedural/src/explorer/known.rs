//! Calls of functions whose contracts are known from an analysis before this one.

use super::Explorer;
use crate::contracts::ContractId;
use crate::open::known::KnownContract;
use crate::thread::Thread;
use heap_rules::apply::{Applied, Call, apply, fit};
use ir::{FunctionId, RegisterId};
use std::sync::Arc;
use symbolic_execution::{Configuration, Event};
use symbolic_heap::{State, Value};

/// What looking for the bytes of a contract costs, in steps.
const COST_OF_A_CONTRACT: u64 = 8;

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
        for contract in known.iter() {
            self.report.steps += COST_OF_A_CONTRACT;
            let Some(outcomes) = self.outcomes(thread, contract, values) else {
                continue;
            };
            self.report.callbacks.extend(contract.callbacks.iter().copied());
            for (state, result) in outcomes {
                let Configuration { mut path, .. } = thread.configuration.clone();
                path.push(Event::Returned { span: self.context.span });
                if !contract.is_exact {
                    path.approximate("a contract");
                }
                if !contract.callbacks.is_empty() {
                    path.approximate("a function of the caller");
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
            return true;
        }
        false
    }

    /// How a contract lets the caller go on; `None` if it does not fit.
    fn outcomes(
        &mut self,
        thread: &Thread,
        contract: &KnownContract,
        arguments: &[Value],
    ) -> Option<Vec<(State, Option<Value>)>> {
        let state = &thread.configuration.state;
        let names = match thread.contract {
            ContractId::OPEN => self.contracts.get(ContractId::OPEN).entry.held.len(),
            _ => 0,
        };
        let solver = &mut self.context.solver;
        let precondition = contract.precondition();
        let fit = fit(solver, Call { state, arguments, names }, precondition)?;
        let permanent = Arc::clone(&self.permanent);
        let mut outcomes = Vec::new();
        for exit in &contract.exits {
            let applied =
                apply(solver, state, &fit, (precondition, exit), &|atom| permanent.contains(&atom))?;
            if let Applied::Goes(state, result) = applied {
                outcomes.push((*state, result));
            }
        }
        self.report.touched.extend(&fit.changes(solver, state, precondition));
        Some(outcomes)
    }
}
