//! `cargo xtask check-library`: the models of the C library against two libraries.
//!
//! Random calls of every function (borders, short and overlapping buffers, odd formats, the end of the input) are compiled against the
//! system's library, with and without its sanitizer, and against musl, and executed. What they return, write and set `errno` to must be
//! possible for the analysis: it must not prove that a program which looks for exactly this never finds it. Where the sanitizer sees an
//! error, the call must not be proved. The interpreter must do what one of the libraries does, unless docs/library.md names a freedom.

mod calls;
mod formats;
mod judge;
mod native;
mod recipes;

use crate::setup;
use calls::Call;
use clap::Args;
use native::{Effect, GLIBC, MUSL, SANITIZED};
use random_programs::Random;
use recipes::RECIPES;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Args)]
pub struct Arguments {
    /// How many calls of each function are tried
    #[arg(long, default_value_t = 20)]
    calls: usize,

    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many calls are judged at the same time; as many as there are processors if not given
    #[arg(short, long)]
    jobs: Option<usize>,

    /// Only these functions
    #[arg(long, num_args = 1..)]
    functions: Vec<String>,

    /// Print for each function how many of its calls were errors, and of how many the analysis knows the effect exactly
    #[arg(long)]
    table: bool,
}

/// So many calls are compiled together.
const CALLS_AT_A_TIME: usize = 2_000;

/// More disagreements than this are only counted.
const SHOWN: usize = 20;

/// What came of the calls of a function.
#[derive(Clone, Copy, Default)]
struct Tally {
    calls: usize,
    faults: usize,
    exact: usize,
    disagreements: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), String> {
    let has_musl = setup::ensure(&setup::MUSL);
    if !has_musl {
        println!("musl-tools is not installed and cannot be: the calls are compared with one library only");
    }
    let folder = std::env::temp_dir().join(format!("besom-check-library-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let result = check(arguments, has_musl, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn check(arguments: &Arguments, has_musl: bool, folder: &std::path::Path) -> Result<(), String> {
    std::panic::set_hook(Box::new(|_| {}));
    let is_wanted =
        |name: &str| arguments.functions.is_empty() || arguments.functions.iter().any(|own| own == name);
    let mut random = Random::new(arguments.seed);
    let calls: Vec<Call> = RECIPES
        .iter()
        .filter(|recipe| is_wanted(recipe.name))
        .flat_map(|recipe| {
            (0..arguments.calls).map(|_| Call::random(recipe, &mut random)).collect::<Vec<_>>()
        })
        .collect();
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut shown = 0;
    for part in calls.chunks(CALLS_AT_A_TIME) {
        let system = GLIBC.effects(part, folder)?;
        let musl = if has_musl { MUSL.effects(part, folder)? } else { vec![Effect::Absent; part.len()] };
        let sanitized = SANITIZED.effects(part, folder)?;
        let judge = |index: usize| {
            let libraries = [(GLIBC.name, system[index].clone()), (MUSL.name, musl[index].clone())];
            judge::judge(&part[index], &libraries, &sanitized[index], None)
        };
        for (index, judgement) in judge_all(part.len(), arguments.jobs, &judge) {
            let call = &part[index];
            let tally = tallies.entry(call.function).or_default();
            tally.calls += 1;
            tally.faults += usize::from(judgement.is_fault);
            tally.exact += usize::from(judgement.is_exact);
            tally.disagreements += usize::from(!judgement.disagreements.is_empty());
            for disagreement in judgement.disagreements {
                shown += 1;
                if shown <= SHOWN {
                    println!("{}: {disagreement}\n{}", call.function, judge::program(call, "..."));
                }
            }
        }
    }
    let _ = std::panic::take_hook();
    if arguments.table {
        for (name, tally) in &tallies {
            println!("{name:24} {:5} calls {:5} errors {:5} exact", tally.calls, tally.faults, tally.exact);
        }
    }
    let sum = |count: fn(&Tally) -> usize| tallies.values().map(count).sum::<usize>();
    println!(
        "seed {}: {} functions, {} calls, {} of them errors; the analysis knows the effect of {} exactly; {} disagreements",
        arguments.seed,
        tallies.len(),
        sum(|tally| tally.calls),
        sum(|tally| tally.faults),
        sum(|tally| tally.exact),
        sum(|tally| tally.disagreements)
    );
    match sum(|tally| tally.disagreements) {
        0 => Ok(()),
        _ => Err("models do not agree with libraries".to_owned()),
    }
}

/// Judges calls, several at the same time; in their order.
fn judge_all(
    count: usize,
    jobs: Option<usize>,
    judge: &(dyn Fn(usize) -> judge::Judgement + Sync),
) -> Vec<(usize, judge::Judgement)> {
    let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    let judgement = judge(index);
                    if let Ok(mut results) = results.lock() {
                        results.push((index, judgement));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(index, _)| *index);
    results
}
