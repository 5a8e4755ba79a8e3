//! What came out of functions that were analysed for all callers, in numbers and in one line.

use analyzer::{FunctionContracts, Question};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Default, Debug)]
pub struct OpenCounts {
    pub functions: usize,
    /// Those that a limit kept from being begun.
    #[serde(default)]
    pub not_begun: usize,
    /// Those whose contracts are for all cases that were looked at.
    pub proved: usize,
    /// Those with contracts for some of their cases.
    pub partly: usize,
    pub errors: usize,
    pub likely: usize,
    pub conditions: usize,
    pub open: usize,
    /// Functions without a body that contracts assume something of, and in how many functions.
    pub assumed: BTreeMap<String, usize>,
}

/// Whether a function was looked at, before a limit was reached.
pub fn is_begun(function: &FunctionContracts) -> bool {
    function.steps > 0 || !function.is_cut_short
}

impl OpenCounts {
    pub fn add(&mut self, function: &FunctionContracts) {
        let has_contracts = !function.contracts.is_empty();
        self.functions += 1;
        self.not_begun += usize::from(!is_begun(function));
        self.proved += usize::from(has_contracts && !function.is_cut_short);
        self.partly += usize::from(has_contracts && function.is_cut_short);
        let assumed = function.contracts.iter().flat_map(|contract| &contract.assumed);
        for name in assumed.collect::<BTreeSet<_>>() {
            *self.assumed.entry(name.clone()).or_default() += 1;
        }
        self.conditions += function.conditional.len();
        self.open += function.open.len();
    }

    pub fn with_contracts(&self) -> usize {
        self.proved + self.partly
    }

    /// Something is not known.
    pub fn is_open(&self) -> bool {
        self.open > 0 || self.proved < self.functions
    }

    /// The closing line. `what` says which functions these are.
    pub fn summary(&self, what: &str, question: &Question, explains_unknown: bool) -> String {
        let allocation =
            if question.allocation_may_fail { "allocations may fail" } else { "allocations never fail" };
        let partly = match self.partly {
            0 => String::new(),
            count => format!(", {count} for some of their cases"),
        };
        let conditions = match self.conditions {
            0 => String::new(),
            count => format!(
                "; errors that depend on the caller: {count} (`--strict` and `besom contracts` tell them)"
            ),
        };
        let questions = match self.open {
            0 => String::new(),
            open if explains_unknown => format!("; open questions: {open}"),
            open => format!("; open questions: {open} (`--explain-unknown` tells them)"),
        };
        let assumed = match self.assumed.len() {
            0 => String::new(),
            count => format!("; functions without a body that are assumed to free nothing: {count}"),
        };
        let is_assumed = |names: &[&str]| names.iter().any(|&name| self.assumed.contains_key(name));
        let threads = match is_assumed(&["pthread_create", "thrd_create"]) {
            true => "; what threads do at the same time is out of scope",
            false => "",
        };
        let jumps = match is_assumed(&["_longjmp", "longjmp", "siglongjmp"]) {
            true => "; that `longjmp` goes back to `setjmp` with what was changed meanwhile is not followed",
            false => "",
        };
        format!(
            "open code ({what}): {} of {} functions have proved contracts{partly}; errors for every caller, each of them \
             executed: {}; likely errors: {}{conditions}{questions}{assumed}{threads}{jumps} ({allocation})",
            self.proved, self.functions, self.errors, self.likely
        )
    }
}
