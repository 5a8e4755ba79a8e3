//! An exploration that is set aside, to go on later with more steps: what was done before need not be done again.

use super::{Explorer, Meeting, Report, Work};
use crate::contracts::ContractTable;
use crate::explorer::Priority;
use crate::invariants::Invariants;
use crate::thread::Thread;
use ir::{BlockId, FunctionId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use symbolic_execution::Reason;

/// How far an exploration of a whole program came, besides what it knows of terms and of the code.
#[derive(Default)]
pub(crate) struct Paused {
    pub invariants: Invariants,
    pub contracts: ContractTable,
    pub report: Report,
    waiting: BTreeMap<Priority, Work>,
    interrupted: Vec<Vec<Thread>>,
    meeting: Option<Meeting>,
    next_ticket: u64,
    looks_for_trees: u32,
    visits: FxHashMap<(FunctionId, BlockId, usize), u32>,
    most_visits: u32,
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
            meeting: self.meeting,
            next_ticket: self.next_ticket,
            looks_for_trees: self.looks_for_trees,
            visits: self.visits,
            most_visits: self.most_visits,
        }
    }

    /// Lets an exploration of a whole program go on that was set aside. It must have been one in the same context, of the same
    /// mode, and with the same limits but for its steps.
    #[must_use]
    pub(crate) fn going_on_from(self, mut paused: Paused) -> Self {
        paused.report.gave_up.retain(|gave_up| gave_up.reason != Reason::StepsUsedUp);
        Explorer {
            invariants: paused.invariants,
            contracts: paused.contracts,
            report: paused.report,
            waiting: paused.waiting,
            interrupted: paused.interrupted,
            meeting: paused.meeting,
            next_ticket: paused.next_ticket,
            looks_for_trees: paused.looks_for_trees,
            visits: paused.visits,
            most_visits: paused.most_visits,
            is_whole_program: true,
            ..self
        }
    }
}

impl Paused {
    /// What is told of it if it does not go on.
    pub fn into_report(self) -> Report {
        Report { invariants: self.invariants, contracts: self.contracts, ..self.report }
    }
}
