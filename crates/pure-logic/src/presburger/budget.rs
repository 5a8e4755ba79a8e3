//! The step budget of one question.

use crate::answer::Reason;
use crate::broken::{self, BrokenRule};
use crate::limits::STEPS_OF_EXACT_ARITHMETIC;

/// How much work a question may cost. Counted in steps, never in time, so that answers are reproducible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    steps: u64,
    broken: Option<BrokenRule>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(STEPS_OF_EXACT_ARITHMETIC)
    }
}

impl Budget {
    /// A step is the work on one number of one row, roughly.
    pub fn new(steps: u64) -> Budget {
        Budget { steps, broken: None }
    }

    /// The same budget with one rule broken on purpose; has an effect only with the feature `broken-rules`.
    pub fn with_broken_rule(mut self, rule: Option<BrokenRule>) -> Budget {
        self.broken = rule;
        self
    }

    pub fn remaining(&self) -> u64 {
        self.steps
    }

    /// Pays for `steps` steps.
    #[inline]
    pub(super) fn spend(&mut self, steps: usize) -> Result<(), Reason> {
        let steps = steps as u64;
        if self.steps < steps {
            self.steps = 0;
            return Err(Reason::Steps);
        }
        self.steps -= steps;
        Ok(())
    }

    /// Whether any rule is broken on purpose. Then models are not checked, or the check would hide what is broken.
    #[inline(always)]
    pub(super) fn is_broken(&self) -> bool {
        cfg!(feature = "broken-rules") && self.broken.is_some()
    }

    #[inline(always)]
    pub(super) fn breaks(&self, rule: BrokenRule) -> bool {
        broken::is(self.broken, rule)
    }
}
