//! What the whole suite finds, misses and gets wrong.

use crate::expectation::{ExpectationKind, TestProgram};
use std::fmt;

/// Counts of expectations over many programs. Adding is all it does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Score {
    pub programs: usize,
    pub errors: usize,
    pub alarms: usize,
    pub false_alarms: usize,
    pub missed: usize,
    pub gave_up: usize,
}

impl Score {
    /// Counts a program whose expectations hold.
    pub fn add(&mut self, program: &TestProgram) {
        self.programs += 1;
        for expectation in &program.expectations {
            match expectation.kind {
                ExpectationKind::Error => self.errors += 1,
                ExpectationKind::Alarm => self.alarms += 1,
                ExpectationKind::FalseAlarm => self.false_alarms += 1,
                ExpectationKind::Missed => self.missed += 1,
                ExpectationKind::GaveUp => self.gave_up += 1,
                ExpectationKind::ErrorIfCalled
                | ExpectationKind::Warning
                | ExpectationKind::Note
                | ExpectationKind::Invariant => {}
            }
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score { programs, errors, alarms, false_alarms, missed, gave_up } = self;
        write!(
            f,
            "score of {programs} programs: {errors} errors found, {alarms} alarms, {false_alarms} false alarms, \
             {missed} missed, {gave_up} given up"
        )
    }
}
