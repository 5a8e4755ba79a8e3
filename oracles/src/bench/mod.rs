//! Speed, side by side in one run with the reference solvers.

mod growth;
#[cfg(feature = "isl")]
mod sets;
mod trace;

use std::path::Path;
use std::time::Duration;

/// Prints all tables; returns whether the marks were met.
pub fn run(traces: &Path, repetitions: u32) -> Result<bool, String> {
    let mut met = trace::run(traces, repetitions)?;
    met &= growth::run(repetitions);
    #[cfg(feature = "isl")]
    {
        met &= sets::run(repetitions);
    }
    #[cfg(not(feature = "isl"))]
    println!("\nindex sets: not compared, isl is not installed");
    println!("\nbench-solver: {}", if met { "all marks met" } else { "a mark was missed" });
    Ok(met)
}

/// Times of many measurements, sorted.
struct Times(Vec<Duration>);

impl Times {
    fn new(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        Times(times)
    }

    /// The time that the given share of the measurements does not exceed.
    fn quantile(&self, share: f64) -> f64 {
        let last = self.0.len().saturating_sub(1);
        let index = (share * last as f64).round() as usize;
        self.0.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e6)
    }

    fn mean(&self) -> f64 {
        let sum: Duration = self.0.iter().sum();
        sum.as_secs_f64() * 1e6 / self.0.len().max(1) as f64
    }
}

/// Keeps the least time of each measurement.
fn keep_least(best: &mut Vec<Duration>, times: Vec<Duration>) {
    if best.is_empty() {
        *best = times;
    } else {
        for (least, time) in best.iter_mut().zip(times) {
            *least = time.min(*least);
        }
    }
}
