//! Requests from outside to come to an end: time is up, memory is short, or nobody wants to wait any longer.
//!
//! An exploration that is stopped has seen only a part of the executions, as if its steps were used up. So a limit turns an
//! answer into one that is open, and never into another answer.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// Why the work shall end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StopReason {
    TimeLimit,
    FunctionLimit,
    MemoryLimit,
    Interrupted,
}

impl StopReason {
    const ALL: [StopReason; 4] =
        [StopReason::TimeLimit, StopReason::FunctionLimit, StopReason::MemoryLimit, StopReason::Interrupted];

    /// In words, as the reason why something is not known.
    pub fn text(self) -> &'static str {
        match self {
            StopReason::TimeLimit => "the time limit is reached (--time-limit)",
            StopReason::FunctionLimit => "the time limit for one function is reached (--function-limit)",
            StopReason::MemoryLimit => "the memory limit is reached (--memory-limit)",
            StopReason::Interrupted => "the analysis was interrupted",
        }
    }
}

/// Where requests to end come in. It is shared by all that works on one question.
#[derive(Default, Debug)]
pub struct StopSignal(AtomicU8);

impl StopSignal {
    /// The first reason counts.
    pub fn raise(&self, reason: StopReason) {
        let number = reason as u8 + 1;
        // Whoever comes second is ignored.
        let _ = self.0.compare_exchange(0, number, Ordering::Relaxed, Ordering::Relaxed);
    }

    pub fn reason(&self) -> Option<StopReason> {
        StopReason::ALL.get(usize::from(self.0.load(Ordering::Relaxed)).wrapping_sub(1)).copied()
    }
}

/// What an exploration looks at before every step. By default nothing stops it.
#[derive(Clone, Copy, Default)]
pub struct Stop {
    /// It lives as long as the process: explorations are copied freely.
    signal: Option<&'static StopSignal>,
    /// What the clock of the thread shows then, which counts only while it runs: how far the work gets does not depend on what
    /// else the machine has to do.
    deadline: Option<Moment>,
}

/// A point in the life of this thread: for how long it has been running on a processor.
#[cfg(unix)]
pub type Moment = Duration;

/// Where threads have no clock of their own, that of the wall serves.
#[cfg(not(unix))]
pub type Moment = std::time::Instant;

/// For how long this thread has worked; where no clock tells, the time.
#[cfg(unix)]
pub fn now() -> Moment {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // The clock begins at nothing and goes forwards.
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

#[cfg(not(unix))]
pub fn now() -> Moment {
    Moment::now()
}

impl Stop {
    pub fn at(signal: &'static StopSignal) -> Stop {
        Stop { signal: Some(signal), deadline: None }
    }

    /// The same for this thread, with an end when it has worked for so long.
    #[must_use]
    pub fn with_limit(self, limit: Option<Duration>) -> Stop {
        Stop { deadline: limit.map(|limit| now() + limit), ..self }
    }

    /// Why to end now, if so.
    pub fn reason(&self) -> Option<StopReason> {
        let raised = self.signal.and_then(StopSignal::reason);
        let is_late = || self.deadline.is_some_and(|deadline| now() >= deadline);
        raised.or_else(|| is_late().then_some(StopReason::FunctionLimit))
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stop({:?})", self.reason())
    }
}

impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        let address = |stop: &Stop| stop.signal.map(std::ptr::from_ref);
        address(self) == address(other) && self.deadline == other.deadline
    }
}

impl Eq for Stop {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn nothing_stops_by_default() {
        assert_eq!(Stop::default().reason(), None);
    }

    #[test]
    fn the_first_reason_counts() {
        let signal: &'static StopSignal = Box::leak(Box::default());
        let stop = Stop::at(signal);
        assert_eq!(stop.reason(), None);
        signal.raise(StopReason::Interrupted);
        signal.raise(StopReason::TimeLimit);
        assert_eq!(stop.reason(), Some(StopReason::Interrupted));
    }

    #[test]
    fn deadlines_pass_while_the_thread_works() {
        let stop = Stop::default().with_limit(Some(Duration::from_millis(5)));
        // Sleep is no work.
        #[cfg(unix)]
        {
            std::thread::sleep(Duration::from_millis(20));
            assert_eq!(stop.reason(), None);
        }
        let start = now();
        while now() < start + Duration::from_millis(5) {}
        assert_eq!(stop.reason(), Some(StopReason::FunctionLimit));
        assert_eq!(Stop::default().with_limit(Some(Duration::from_secs(3600))).reason(), None);
    }
}
