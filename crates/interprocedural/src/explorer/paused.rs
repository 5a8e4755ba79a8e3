//! An exploration that is set aside, to go on later with more steps: what was done before need not be done again.

use super::{Explorer, Report, STEP_BUDGET_IS_USED_UP, Work};
use crate::contracts::ContractTable;
use crate::explorer::Priority;
use crate::invariants::Invariants;
use crate::thread::Thread;
use std::collections::BTreeMap;

/// How far an exploration of a whole program came, besides what it knows of terms and of the code.
#[derive(Default)]
pub(crate) struct Paused {
    pub invariants: Invariants,
    pub contracts: ContractTable,
    pub report: Report,
    waiting: BTreeMap<Priority, Work>,
    interrupted: Vec<Vec<Thread>>,
    next_ticket: u64,
    looks_for_trees: u32,
}

impl Explorer<'_, '_> {
    /// Sets the exploration aside.
    pub(crate) fn pause(self) -> Paused {
        Paused {
            invariants: self.invariants,
            contracts: self.contracts,
            report: self.report,
            waiting: self.waiting,
            interrupted: self.interrupted,
            next_ticket: self.next_ticket,
            looks_for_trees: self.looks_for_trees,
        }
    }

    /// Lets an exploration of a whole program go on that was set aside. It must have been one in the same context, of the same
    /// mode, and with the same limits but for its steps.
    #[must_use]
    pub(crate) fn going_on_from(mut self, paused: Paused) -> Self {
        let Paused { invariants, contracts, mut report, waiting, interrupted, next_ticket, looks_for_trees } =
            paused;
        report.gave_up.retain(|gave_up| gave_up.reason != STEP_BUDGET_IS_USED_UP);
        self.is_whole_program = true;
        Explorer { invariants, contracts, report, waiting, interrupted, next_ticket, looks_for_trees, ..self }
    }
}

impl Paused {
    /// What is told of it if it does not go on.
    pub fn into_report(self) -> Report {
        Report { invariants: self.invariants, contracts: self.contracts, ..self.report }
    }
}
