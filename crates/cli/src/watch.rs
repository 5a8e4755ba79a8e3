//! How long a command may work, on how many cores, and what happens when it shall end early.
//!
//! An early end is asked for by a signal that the analysis looks at before every step ([`analyzer::StopSignal`]). Should the
//! analysis not come back in time all the same, the process ends from here: what was found is printed already.

use crate::Status;
use analyzer::{Stop, StopReason, StopSignal, Workers};
use clap::Args;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct LimitArguments {
    /// End after this time; what is not known by then stays open (`90`, `90s`, `5m`, `2h`)
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time)]
    pub time_limit: Option<Duration>,

    /// Give up on a function of open code after a processor has worked on it for this long
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_time)]
    pub function_limit: Option<Duration>,

    /// End when more memory is in use than this (`512M`, `4G`)
    #[arg(long, global = true, value_name = "BYTES", value_parser = crate::arguments::parse_bytes)]
    pub memory_limit: Option<u64>,

    /// Work on so many files and functions at the same time [default: the number of cores]
    #[arg(short = 'j', long = "jobs", global = true, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,
}

/// Watches over a running command.
#[derive(Debug)]
pub struct Watch {
    pub limits: LimitArguments,
    signal: &'static StopSignal,
    pub started: Instant,
    /// The clock stands still meanwhile.
    is_held: AtomicBool,
    /// Something was found and told.
    has_findings: AtomicBool,
    /// What stays open is a reason to fail.
    fail_on_unknown: AtomicBool,
    /// How many functions were analysed, and how many there are.
    done: AtomicUsize,
    all: AtomicUsize,
    /// What is printed at the end if the analysis does not come back.
    last_words: Mutex<Option<String>>,
}

/// How much longer than its limit a command may take before it is ended from outside: a tenth, but not less than this.
const GRACE: Duration = Duration::from_secs(2);

/// How long an interrupted command may take to print what it knows.
const GRACE_WHEN_INTERRUPTED: Duration = Duration::from_secs(2);

/// How often the clock is looked at that has been held.
const HOLD_INTERVAL: Duration = Duration::from_millis(20);

/// How often the memory in use is looked at.
const MEMORY_INTERVAL: Duration = Duration::from_millis(40);

/// When a command ends that nobody watches: never.
pub fn stop_of(watch: Option<&Watch>) -> Stop {
    watch.map_or_else(Stop::default, Watch::stop)
}

/// How a command works that nobody watches: alone.
pub fn workers_of(watch: Option<&Watch>) -> Workers<'static> {
    watch.map_or_else(Workers::default, Watch::workers)
}

impl Watch {
    /// Watches over work that only [`Watch::cancel`] ends. It lives as long as the process, as all do.
    pub fn unlimited(limits: LimitArguments) -> &'static Watch {
        Box::leak(Box::new(Watch {
            limits,
            signal: Box::leak(Box::default()),
            started: Instant::now(),
            is_held: AtomicBool::new(false),
            has_findings: AtomicBool::new(false),
            fail_on_unknown: AtomicBool::new(false),
            done: AtomicUsize::new(0),
            all: AtomicUsize::new(0),
            last_words: Mutex::new(None),
        }))
    }

    /// Ends the work; nobody waits for its results.
    pub fn cancel(&self) {
        self.signal.raise(StopReason::Interrupted);
    }

    /// Starts the clock.
    pub fn start(limits: LimitArguments) -> &'static Watch {
        let watch = Watch::unlimited(limits);
        if let Some(limit) = watch.limits.time_limit {
            std::thread::spawn(move || watch.end_after(limit));
        }
        if let Some(limit) = watch.limits.memory_limit {
            std::thread::spawn(move || watch.watch_memory(limit));
        }
        // Without the handler an interruption ends the process as it always did.
        let _ = ctrlc::set_handler(move || watch.interrupted());
        watch
    }

    pub fn stop(&self) -> Stop {
        Stop::at(self.signal)
    }

    pub fn reason(&self) -> Option<StopReason> {
        self.signal.reason()
    }

    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.limits.jobs.unwrap_or_else(cores)
    }

    pub fn workers(&self) -> Workers<'static> {
        Workers { jobs: self.jobs(), function_limit: self.limits.function_limit, keep: None }
    }

    /// Stops the clock, or lets it go on.
    pub fn hold(&self, is_held: bool) {
        self.is_held.store(is_held, Ordering::Relaxed);
    }

    pub fn note_findings(&self) {
        self.has_findings.store(true, Ordering::Relaxed);
    }

    pub fn set_fail_on_unknown(&self, fails: bool) {
        self.fail_on_unknown.store(fails, Ordering::Relaxed);
    }

    pub fn expect_functions(&self, count: usize) {
        self.all.fetch_add(count, Ordering::Relaxed);
    }

    pub fn note_function(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn set_last_words(&self, text: &str) {
        if let Ok(mut words) = self.last_words.lock() {
            *words = Some(text.to_owned());
        }
    }

    fn end_after(&self, limit: Duration) {
        let mut left = limit.saturating_sub(self.started.elapsed());
        while self.is_held.load(Ordering::Relaxed) || !left.is_zero() {
            let step = if left.is_zero() { HOLD_INTERVAL } else { left.min(HOLD_INTERVAL) };
            std::thread::sleep(step);
            if !self.is_held.load(Ordering::Relaxed) {
                left = left.saturating_sub(step);
            }
        }
        self.signal.raise(StopReason::TimeLimit);
        std::thread::sleep((limit / 10).max(GRACE));
        self.leave(StopReason::TimeLimit);
    }

    fn watch_memory(&self, limit: u64) {
        while memory_in_use().is_some_and(|bytes| bytes <= limit) {
            std::thread::sleep(MEMORY_INTERVAL);
        }
        self.signal.raise(StopReason::MemoryLimit);
        std::thread::sleep(GRACE);
        self.leave(StopReason::MemoryLimit);
    }

    fn interrupted(&'static self) {
        if self.signal.reason() == Some(StopReason::Interrupted) {
            std::process::exit(Status::Interrupted as i32);
        }
        self.signal.raise(StopReason::Interrupted);
        std::thread::spawn(move || {
            std::thread::sleep(GRACE_WHEN_INTERRUPTED);
            self.leave(StopReason::Interrupted);
        });
    }

    /// Ends the process although the analysis is still at it.
    fn leave(&self, reason: StopReason) -> ! {
        let words = self.last_words.lock().ok().and_then(|mut words| words.take());
        let words = words.unwrap_or_else(|| format!("{}\n", self.closing_line(reason)));
        // Nobody is left to be told about a closed output.
        let _ = std::io::stdout().lock().write_all(words.as_bytes());
        let status = match reason {
            StopReason::Interrupted => Status::Interrupted,
            _ if self.has_findings.load(Ordering::Relaxed) => Status::Findings,
            _ if self.fail_on_unknown.load(Ordering::Relaxed) => Status::Unknown,
            _ => Status::Success,
        };
        std::process::exit(status as i32);
    }

    /// What is said of work that came to an early end.
    pub fn closing_line(&self, reason: StopReason) -> String {
        let (done, all) = (self.done.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        let functions = match all {
            0 => String::new(),
            all => format!("; {} of {all} functions of open code were analysed", done.min(all)),
        };
        format!("ended early: {}; what was not told stays open{functions}", reason.text())
    }
}

/// The bytes of memory that the process has, where the system tells.
fn memory_in_use() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// A time: `90`, `90s`, `1.5s`, `500ms`, `5m`, `2h`.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (digits, factor) = units
        .iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, *factor)))
        .unwrap_or((text, 1.0));
    let number: f64 =
        digits.trim().parse().map_err(|_| "expected a time like 90, 500ms, 5m or 2h".to_owned())?;
    match Duration::try_from_secs_f64(number * factor) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("the time must be more than nothing".to_owned()),
    }
}

fn parse_jobs(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("expected a number from 1 on".to_owned()),
        Ok(jobs) => Ok(jobs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_time("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("2h"), Ok(Duration::from_secs(7200)));
        for bad in ["", "x", "-1", "0", "NaN", "inf", "1d", "99999999999999999999999h"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn memory_is_measured() {
        assert!(memory_in_use().is_none_or(|bytes| bytes > 1 << 18));
    }

    #[test]
    fn there_is_at_least_one_job() {
        assert!(parse_jobs("0").is_err() && parse_jobs("x").is_err());
        assert_eq!(parse_jobs("3"), Ok(3));
    }
}
