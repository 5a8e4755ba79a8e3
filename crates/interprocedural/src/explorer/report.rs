//! How a search goes on, how far, and what comes of it.

use super::SideBySide;
use crate::contracts::ContractTable;
use crate::finding::Finding;
use crate::invariants::Invariants;
use crate::limits::{STATES_OF_A_PLACE, STATES_OF_A_PLACE_ENUMERATED};
use heap_rules::apply::{Lack, Touched};
use heap_rules::fold::Precision;
use heap_rules::trees::TreeKinds;
use ir::FunctionId;
use std::collections::BTreeSet;
use symbolic_execution::{Configuration, GaveUp, Missing, Reason};
use symbolic_heap::State;

/// How an exploration treats loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Follow every execution as it is.
    Hunt,
    /// Follow every execution as it is, but go on from each state only once: this ends if there are few.
    Enumerate,
    /// Fold and join at loop heads, keeping so much of what is known.
    Prove(Precision),
}

impl Mode {
    pub(super) fn precision(self) -> Precision {
        match self {
            Mode::Hunt | Mode::Enumerate => Precision::Kinds,
            Mode::Prove(precision) => precision,
        }
    }

    /// In words, for those who want to know what was tried.
    pub(crate) fn describe(self, side_by_side: SideBySide) -> String {
        let what = match self {
            Mode::Hunt => return "hunt".to_owned(),
            Mode::Enumerate => return "enumeration".to_owned(),
            Mode::Prove(Precision::Shapes) => "shapes",
            Mode::Prove(Precision::Fields(_)) => "shapes, words and members of arrays",
            Mode::Prove(Precision::Words) => "shapes and words of arrays",
            Mode::Prove(Precision::Ordered) => "shapes and the order of words of arrays",
            Mode::Prove(Precision::Chunks) => "shapes and chunks inside blocks",
            Mode::Prove(Precision::FreeLists) => "shapes and chunks that lead to each other",
            Mode::Prove(Precision::Units) => "shapes and chunks of so many units that lead to each other",
            Mode::Prove(Precision::Walks) => "shapes and chunks from one to the next",
            Mode::Prove(Precision::Cells(_)) => "shapes and records of arrays",
            Mode::Prove(Precision::Kinds) => "kinds of nodes",
            Mode::Prove(Precision::Parts) => "parts of lists",
            Mode::Prove(Precision::Members) => "members of lists",
            Mode::Prove(Precision::Optional) => "shapes with optional blocks",
            Mode::Prove(Precision::Sorted) => "shapes and the order of nodes",
            Mode::Prove(Precision::Trees(_)) => "trees",
        };
        format!("proof by {what}, {}", side_by_side.describe())
    }

    /// States are made more general so that the exploration ends.
    pub(super) fn folds(self) -> bool {
        matches!(self, Mode::Prove(_))
    }

    /// How many states there may be at one place.
    pub(super) fn states_at_a_place(self) -> usize {
        match self {
            Mode::Hunt | Mode::Prove(_) => STATES_OF_A_PLACE,
            Mode::Enumerate => STATES_OF_A_PLACE_ENUMERATED,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions executed on states, all together.
    pub steps: u64,
    /// As above, as long as no place was come to by many executions: then their number grows with the program alone.
    pub steps_without_repetition: u64,
    /// As above, once the exploration has come to something that has no model: it will be no proof any more.
    pub steps_without_a_model: u64,
    /// Activations of functions on top of each other.
    pub depth: u32,
    /// Executions waiting at the same time.
    pub waiting: usize,
    /// Executions that go on from one point of a proof, before those that are alike are joined.
    pub side_by_side: SideBySide,
    /// Findings, after which it is enough.
    pub findings: usize,
    /// Places that are remembered at which memory is missing.
    pub missing: usize,
    /// Open questions, after which it is enough.
    pub gave_up: usize,
    /// Loops that only collect what arrays hold are not followed: their results are told by functions of those words.
    pub sums_up: bool,
    /// The exploration ends when a node is seen to branch that it does not take for one of a tree.
    pub stops_at_trees: bool,
    /// The exploration pauses when something was found.
    pub pauses_at_findings: bool,
}

/// What an exploration saw.
#[derive(Default)]
pub struct Report {
    pub findings: Vec<Finding>,
    /// Why something was left open, and where; without repetition.
    pub gave_up: BTreeSet<GaveUp>,
    /// Executions that need memory that is not there: each is also something left open.
    pub missing: Vec<Stuck>,
    /// Calls for which contracts of the callee lack something: each is also something left open.
    pub lacking: Vec<LackingCall>,
    /// Memory that was still in use when the program ended, by where it was allocated.
    pub not_freed: Vec<Finding>,
    /// How executions ended in which functions of an unknown caller are called: what these return tells
    /// them apart, though it is not part of the state.
    pub exits_after_callbacks: Vec<State>,
    /// Where functions of an unknown caller are called. They are assumed to leave the memory as it is.
    pub callbacks: BTreeSet<source::Span>,
    /// Functions without a body that were assumed to behave well.
    pub assumed: BTreeSet<String>,
    /// Words of the caller of open code that such functions may keep, by their positions among the values that are held.
    pub kept: BTreeSet<usize>,
    /// An exit of open code comes from a path on which something was approximated.
    pub has_inexact_exits: bool,
    /// One of them is so by more than what is assumed of functions that are not there.
    pub has_imprecise_exits: bool,
    /// Which bytes were changed.
    pub touched: Touched,
    /// Kinds of nodes that were seen to branch.
    pub trees: TreeKinds,
    /// Executions were joined that a closer look would have kept apart.
    pub joined_early: bool,
    /// A path ends at something that has no model.
    pub lacks_a_model: bool,
    pub steps: u64,
    pub most_waiting: usize,
    /// What holds at loop heads.
    pub invariants: Invariants,
    /// What functions do, for the heaps they were called with.
    pub contracts: ContractTable,
}

/// An execution that needs memory that is not there.
pub struct Stuck {
    pub missing: Missing,
    pub configuration: Configuration,
    /// The function in which it is, whose registers the configuration has.
    pub function: FunctionId,
}

/// A call for which contracts of the callee lack something.
pub struct LackingCall {
    /// What some of the contracts lack.
    pub lacks: Vec<Lack>,
    /// There are no other contracts that could fit.
    pub tells_all: bool,
    pub configuration: Configuration,
    /// The function that calls.
    pub function: FunctionId,
    pub span: source::Span,
}

impl Report {
    /// It ended because its limits were reached.
    pub fn is_cut_off(&self) -> bool {
        self.gave_up.iter().any(|gave_up| gave_up.reason.is_limit())
    }

    /// It ended only because its steps were used up.
    pub fn may_go_on(&self) -> bool {
        let has = |reason: &Reason| self.gave_up.iter().any(|gave_up| gave_up.reason == *reason);
        has(&Reason::StepsUsedUp) && !has(&Reason::MemoryUsedUp)
    }

    /// Every execution was covered.
    pub fn is_complete(&self) -> bool {
        self.gave_up.is_empty()
    }
}
