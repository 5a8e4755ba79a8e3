//! Which rules were applied, for whoever asks.

use crate::limits::STEPS_OF_A_DERIVATION;
use std::fmt;

/// One application of a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// As the rule is called in the code and in the documentation.
    pub rule: &'static str,
    /// What it was applied to and what came of it, or why it did not apply.
    pub says: String,
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.rule, self.says)
    }
}

/// The steps of a search, in order. It belongs to the solver, which is passed to all rules, so nothing is global; while
/// nobody asks, nothing is noted and no text is made.
///
/// ```
/// use pure_logic::derivation::Derivation;
///
/// let mut derivation = Derivation::kept();
/// derivation.because(|| "one is null".into());
/// derivation.fails("join", || "register 2".into());
/// assert_eq!(derivation.steps()[0].to_string(), "join: fails at register 2: one is null");
/// let mut nobody_asks = Derivation::default();
/// nobody_asks.step("join", || unreachable!());
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Derivation {
    steps: Option<Vec<Step>>,
    /// Why the last thing that was tried did not succeed.
    why: Option<String>,
    /// How many steps were left out.
    more: usize,
}

impl Derivation {
    /// One that is kept, as far as the limit goes.
    pub fn kept() -> Derivation {
        Derivation { steps: Some(Vec::new()), ..Derivation::default() }
    }

    pub fn is_kept(&self) -> bool {
        self.steps.is_some()
    }

    /// A rule was applied.
    pub fn step(&mut self, rule: &'static str, says: impl FnOnce() -> String) {
        let Some(steps) = &mut self.steps else { return };
        match steps.len() < STEPS_OF_A_DERIVATION {
            true => steps.push(Step { rule, says: says() }),
            false => self.more += 1,
        }
    }

    /// Something that a rule needs does not hold. The rule may get by in another way, so this is told only if it fails.
    pub fn because(&mut self, why: impl FnOnce() -> String) {
        if self.is_kept() {
            self.why = Some(why());
        }
    }

    /// The rule goes on with something else: what did not hold before does not matter.
    pub fn goes_on(&mut self) {
        self.why = None;
    }

    /// A rule fails at some place, for the reason that was noted last.
    pub fn fails(&mut self, rule: &'static str, at: impl FnOnce() -> String) {
        if !self.is_kept() {
            return;
        }
        let why = self.why.take().unwrap_or_else(|| "what is there is not alike".into());
        self.step(rule, || format!("fails at {}: {why}", at()));
    }

    pub fn steps(&self) -> &[Step] {
        self.steps.as_deref().unwrap_or_default()
    }

    /// How many steps the limit left out.
    pub fn more(&self) -> usize {
        self.more
    }
}
