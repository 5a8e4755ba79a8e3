//! The passes of the front end, and how long each took.

use std::time::{Duration, Instant};

/// One step of the pipeline. The names are verbs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pass {
    Parse,
    Check,
    Lower,
    Verify,
}

impl Pass {
    /// In the order in which they run.
    pub const ALL: [Pass; 4] = [Pass::Parse, Pass::Check, Pass::Lower, Pass::Verify];

    pub fn name(self) -> &'static str {
        match self {
            Pass::Parse => "parse",
            Pass::Check => "check",
            Pass::Lower => "lower",
            Pass::Verify => "verify",
        }
    }

    pub fn description(self) -> &'static str {
        match self {
            Pass::Parse => "split the text into tokens and build the syntax tree",
            Pass::Check => "resolve names, compute types and layout, evaluate constants",
            Pass::Lower => "turn the typed tree into basic blocks over raw bytes",
            Pass::Verify => "check every invariant of the intermediate representation",
        }
    }
}

/// How long the passes took.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PassTimes {
    times: [Duration; Pass::ALL.len()],
}

impl PassTimes {
    /// Runs a pass and adds its time.
    pub fn measure<T>(&mut self, pass: Pass, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = run();
        self.times[pass as usize] += start.elapsed();
        result
    }

    pub fn of(&self, pass: Pass) -> Duration {
        self.times[pass as usize]
    }

    pub fn total(&self) -> Duration {
        self.times.iter().sum()
    }

    pub fn add(&mut self, other: &PassTimes) {
        for (time, more) in self.times.iter_mut().zip(&other.times) {
            *time += *more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_complete() {
        for (index, pass) in Pass::ALL.into_iter().enumerate() {
            assert_eq!(pass as usize, index);
            assert!(!pass.description().is_empty());
        }
    }

    #[test]
    fn times_add_up() {
        let mut times = PassTimes::default();
        assert_eq!(times.measure(Pass::Lower, || 7), 7);
        times.measure(Pass::Parse, || std::thread::sleep(Duration::from_millis(2)));
        assert!(times.of(Pass::Parse) >= Duration::from_millis(2));
        let mut sum = times.clone();
        sum.add(&times);
        assert_eq!(sum.total(), times.total() * 2);
    }
}
