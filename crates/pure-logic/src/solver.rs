//! The context of all questions: terms, limits, statistics, caches.

use std::fmt;
use std::sync::Arc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::answer::Answer;
use crate::asked::AskedRules;
use crate::broken::BrokenRule;
use crate::derivation::Derivation;
use crate::fact::Fact;
use crate::fallback::Fallback;
use crate::limits::{ANSWERS_KEPT, FEW_FACTS, SPLITS_OF_A_QUESTION, STEPS_OF_A_PATH, STEPS_OF_A_QUESTION};
use crate::model::Model;
use crate::term::TermTable;

/// How much work one question may cost; counted in steps, so that answers do not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of exact arithmetic per question.
    pub steps: u64,
    /// Case splits per question.
    pub splits: u32,
    /// Steps of one search for a path of difference bounds.
    pub path_steps: u32,
    /// Answers kept.
    pub cache_entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: STEPS_OF_A_QUESTION,
            splits: SPLITS_OF_A_QUESTION,
            path_steps: STEPS_OF_A_PATH,
            cache_entries: ANSWERS_KEPT,
        }
    }
}

/// The layers, cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// The goal is decided by its canonical form.
    Canonical,
    /// The goal is decided after replacing equals by equals.
    Equalities,
    /// A model that is already known refutes the goal.
    Models,
    /// The bounds and the congruence of the goal's own linear form, or of its atoms, decide it.
    Intervals,
    /// A path of difference bounds decides it.
    Differences,
    /// Assuming the opposite runs into a contradiction.
    Propagation,
    /// Exact linear integer arithmetic without any case split.
    Exact,
    /// Exact arithmetic below case splits.
    Split,
    /// The external back end.
    Fallback,
}

impl Layer {
    /// All layers, cheapest first.
    pub const ALL: [Layer; 9] = [
        Layer::Canonical,
        Layer::Equalities,
        Layer::Models,
        Layer::Intervals,
        Layer::Differences,
        Layer::Propagation,
        Layer::Exact,
        Layer::Split,
        Layer::Fallback,
    ];

    /// The name of the layer in statistics.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Canonical => "canonical form",
            Layer::Equalities => "equalities",
            Layer::Models => "known models",
            Layer::Intervals => "intervals and congruences",
            Layer::Differences => "difference bounds",
            Layer::Propagation => "propagation",
            Layer::Exact => "exact arithmetic",
            Layer::Split => "case split",
            Layer::Fallback => "external solver",
        }
    }
}

/// How many questions each layer answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Questions asked.
    pub questions: u64,
    /// Answers taken from the cache.
    pub cached: u64,
    /// Questions left open.
    pub unknown: u64,
    /// Calls of exact arithmetic.
    pub exact_calls: u64,
    /// Numbers of rows that exact arithmetic has worked on.
    pub exact_work: u64,
    /// Facts that were gone through one by one, where there are many of them.
    pub fact_work: u64,
    /// Case splits.
    pub splits: u64,
    answered: [u64; Layer::ALL.len()],
}

impl Statistics {
    /// The number of questions the layer answered.
    pub fn answered(&self, layer: Layer) -> u64 {
        self.answered[layer as usize]
    }

    /// Notes that so many facts were gone through. A few of them cost no more than what is done with them.
    pub(crate) fn count_facts(&mut self, facts: usize) {
        self.fact_work += (facts as u64).saturating_sub(FEW_FACTS);
    }

    pub(crate) fn count(&mut self, layer: Layer) {
        self.answered[layer as usize] += 1;
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "questions: {}", self.questions)?;
        writeln!(formatter, "  from the cache: {}", self.cached)?;
        for layer in Layer::ALL {
            writeln!(formatter, "  by {}: {}", layer.name(), self.answered(layer))?;
        }
        writeln!(formatter, "  unknown: {}", self.unknown)?;
        writeln!(formatter, "calls of exact arithmetic: {}", self.exact_calls)?;
        writeln!(formatter, "numbers that it worked on: {}", self.exact_work)?;
        writeln!(formatter, "facts gone through beyond a few: {}", self.fact_work)?;
        writeln!(formatter, "case splits: {}", self.splits)
    }
}

/// The context of all questions; passed explicitly, there is no global one.
#[derive(Clone, Default)]
pub struct Solver {
    /// The terms.
    pub terms: TermTable,
    /// The limits of one question.
    pub limits: Limits,
    /// What was asked so far.
    pub statistics: Statistics,
    /// Asked last, when the layers leave a question open; off by default.
    pub fallback: Option<Arc<dyn Fallback>>,
    /// A rule of a crate above this one that is broken on purpose, by its number there.
    pub broken_rule_above: Option<u16>,
    /// About which of them was asked; only in builds in which they can be broken.
    pub asked_rules_above: AskedRules,
    /// Which rules were applied; kept only for those who ask.
    pub derivation: Derivation,
    only_layer: Option<Layer>,
    next_stamp: u64,
    pub(crate) answers: HashMap<(u64, Fact), Answer, FxBuildHasher>,
    /// Models of a state that were found while answering questions about it.
    pub(crate) found_models: HashMap<u64, Vec<Arc<Model>>, FxBuildHasher>,
}

/// The state that no fact was assumed in has this stamp.
pub(crate) const EMPTY_STAMP: u64 = 0;

impl Solver {
    /// A solver with default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets only one layer answer; the others pass every question on.
    /// For the check that compares the answers of each layer with an oracle.
    pub fn use_only(&mut self, layer: Option<Layer>) {
        self.only_layer = layer;
        self.answers.clear();
        self.found_models.clear();
    }

    pub(crate) fn allows(&self, layer: Layer) -> bool {
        self.only_layer.is_none_or(|only| only == layer)
    }

    pub(crate) fn is_restricted(&self) -> bool {
        self.only_layer.is_some()
    }

    /// Breaks one rule on purpose; has no effect without the feature `broken-rules`.
    pub fn break_rule(&mut self, rule: Option<BrokenRule>) {
        self.terms.broken = rule;
        self.answers.clear();
        self.found_models.clear();
    }

    pub(crate) fn broken(&self) -> Option<BrokenRule> {
        self.terms.broken
    }

    pub(crate) fn fresh_stamp(&mut self) -> u64 {
        self.next_stamp += 1;
        self.next_stamp
    }

    pub(crate) fn remember(&mut self, stamp: u64, goal: Fact, answer: Answer) {
        if self.answers.len() >= self.limits.cache_entries {
            self.answers.clear();
            self.found_models.clear();
        }
        self.answers.insert((stamp, goal), answer);
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Solver")
            .field("limits", &self.limits)
            .field("statistics", &self.statistics)
            .finish_non_exhaustive()
    }
}
