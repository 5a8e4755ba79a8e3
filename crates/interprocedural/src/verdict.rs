//! The whole analysis of a closed program: hunt, prove, hunt again, and say what came out.

use crate::contracts::ContractTable;
use crate::explorer::{Limits, SideBySide};
use crate::finding::Finding;
use crate::inquiry::inquire;
use crate::invariants::Invariants;
use crate::limits::{CALL_DEPTH, FINDINGS_OF_A_SEARCH, WAITING_EXECUTIONS};
use crate::replay::Replay;
use crate::whole_program::WholeProgram;
use interpreter::FaultKind;
use ir::Module;
use pure_logic::Solver;
use symbolic_execution::{GaveUp, Options};

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub options: Options,
    /// Which kinds of errors count.
    pub counts: fn(FaultKind) -> bool,
    /// Memory that is not freed at the end counts as an error.
    pub check_cleanup: bool,
    pub hunt_steps: u64,
    pub proof_steps: u64,
}

/// What came out.
pub struct Answer {
    pub verdict: Verdict,
    pub effort: Effort,
    /// What the search for a proof knows, if there was one: of every execution if it succeeded.
    pub proof: Option<Knowledge>,
}

/// What the answer cost.
#[derive(Clone, Default, Debug)]
pub struct Effort {
    /// Instructions executed on symbolic states.
    pub steps: u64,
    /// Local heaps for which a function was analysed.
    pub contracts: u64,
    /// What the solver did in each of the searches.
    pub solver: Vec<pure_logic::Statistics>,
    /// What was tried, in this order.
    pub searches: Vec<SearchEffort>,
    /// Why executions one by one cannot be all there are, if that was found: what decides besides choices.
    pub not_executed: Option<&'static str>,
}

/// What one of the searches was, and what it cost.
#[derive(Clone, Debug)]
pub struct SearchEffort {
    pub what: String,
    pub steps: u64,
    /// How many errors it found that count, possible ones among them.
    pub findings: usize,
    /// At how many places it did not go on.
    pub gave_up: usize,
}

/// What holds at loop heads and at the ends of functions.
pub struct Knowledge {
    pub invariants: Invariants,
    pub contracts: ContractTable,
    /// Knows the terms of these states.
    pub solver: Solver,
}

pub enum Verdict {
    /// No execution has an error of the kinds that count.
    Proved,
    /// An execution with an error was replayed.
    Certain(Box<(Finding, Replay)>),
    /// Errors that may happen, and why the rest stayed open.
    Unknown { possible: Vec<Finding>, gave_up: Vec<GaveUp> },
    /// The program cannot be analysed: it has no `main`, say.
    NotStarted(String),
    /// A proof and a replayed error at the same time: one of them is wrong.
    Contradiction(Box<(Finding, Replay)>),
}

/// Analyses the program from its `main`.
pub fn check(module: &Module, request: &Request) -> Answer {
    match WholeProgram::new(module) {
        Ok(whole) => inquire(module, &whole, request),
        Err(why) => {
            let verdict = Verdict::NotStarted(why);
            Answer { verdict, effort: Effort::default(), proof: None }
        }
    }
}

impl Limits {
    /// The usual limits, for so many steps.
    pub(crate) fn of(steps: u64) -> Limits {
        Limits {
            steps,
            steps_without_repetition: steps,
            steps_without_a_model: steps,
            depth: CALL_DEPTH,
            waiting: WAITING_EXECUTIONS,
            side_by_side: SideBySide::MANY,
            findings: FINDINGS_OF_A_SEARCH,
            missing: 0,
            gave_up: usize::MAX,
            sums_up: false,
            stops_at_trees: false,
            pauses_at_findings: false,
        }
    }
}
