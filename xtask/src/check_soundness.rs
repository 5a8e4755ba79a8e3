//! `cargo xtask check-soundness`: the analysis against executions, on random heap programs.
//!
//! Every program is analysed, and executed many times with different inputs. No execution of a
//! program that is called proved may have an error, every error that is called certain must happen
//! again when its choices are repeated, and the analysis must neither contradict itself nor panic.
//! With `--self-test`, rules of the analysis are broken on purpose, and every one must be noticed.

mod arithmetic;
mod case;
mod loop_heads;
mod mutants;
mod open_probes;
mod open_programs;
mod probes;
mod sanitized;
mod sanitized_start;
mod self_test;
mod totals;

use crate::release;
use case::{Case, Execution, Judgement};
use clap::Args;
use indicatif::ProgressBar;
use random_programs::HeapProgram;
use source::DataModel;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use totals::{Reasons, Table, Totals};

#[derive(Args)]
pub struct Arguments {
    /// How many programs are generated
    #[arg(long, default_value_t = 1000)]
    programs: usize,

    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The number of the first program
    #[arg(long, default_value_t = 0)]
    first: usize,

    /// How many programs are judged at the same time; as many as there are processors if not given
    #[arg(short, long)]
    jobs: Option<usize>,

    /// Print the programs whose number this is, and what is said about them
    #[arg(long)]
    show: Option<usize>,

    /// With --show: make the program smaller as long as it is safe and stays open
    #[arg(long, requires = "show")]
    reduce: bool,

    /// Judge these programs instead of random ones
    #[arg(long, num_args = 1..)]
    files: Vec<PathBuf>,

    /// With --files: search for proofs only, one of each precision, and compare these with executions
    #[arg(long, requires = "files")]
    proofs_alone: bool,

    /// Print which programs stay open, with the reasons
    #[arg(long)]
    explain_unknown: bool,

    /// Generate functions whose callers the analysis does not see, instead of whole programs
    #[arg(long)]
    open: bool,

    /// Change so many programs of the tests in random ways instead, and compile those that are called proved with sanitizers
    #[arg(long, value_name = "N")]
    mutants: Option<usize>,

    /// Break every rule of the analysis in turn and see that it is noticed
    #[arg(long)]
    self_test: bool,

    /// Break only the rules with one of these words in their names
    #[arg(long, requires = "self_test", value_delimiter = ',')]
    rules: Vec<String>,

    /// Try them only on the short programs with one of these words in their names
    #[arg(long, requires = "self_test", value_delimiter = ',')]
    probes: Vec<String>,
}

/// More disagreements than this are only counted.
const SHOWN_DISAGREEMENTS: usize = 10;

/// How long a proof of a program from a file is looked for.
const STEPS_OF_A_LONG_PROOF: u64 = 100_000;

/// Disagreements are shown after so many programs.
const PROGRAMS_AT_A_TIME: usize = 100;

pub fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.self_test && !cfg!(feature = "broken-rules") {
        return release::again(&["--release", "--features", "broken-rules"]);
    }
    release::or_here(|| check(arguments))
}

fn check(arguments: &Arguments) -> Result<(), String> {
    let jobs = arguments.jobs.unwrap_or_else(workers).max(1);
    if arguments.self_test {
        return self_test::run(self_test::Choice {
            seed: arguments.seed,
            programs: arguments.programs,
            rules: &arguments.rules,
            probes: &arguments.probes,
            jobs,
        });
    }
    if !arguments.files.is_empty() {
        return match arguments.proofs_alone {
            true => judge_proofs(&arguments.files),
            false => judge_files(&arguments.files),
        };
    }
    if arguments.open {
        return open_programs::run(arguments.seed, arguments.first, arguments.programs, arguments.show, jobs);
    }
    if let Some(count) = arguments.mutants {
        return mutants::run(arguments.seed, arguments.first, count, arguments.show, jobs);
    }
    if let Some(number) = arguments.show {
        let case = Case::new(arguments.seed, number);
        let program = if arguments.reduce { case.reduce_open() } else { case.program.clone() };
        println!("{}", program.text());
        println!("{}", describe(&case.judge(&program)));
        return Ok(());
    }
    // A panic is a disagreement and is shown with its program.
    std::panic::set_hook(Box::new(|_| {}));
    let progress = ProgressBar::new(arguments.programs as u64);
    let mut totals = Totals::default();
    let mut reasons = Reasons::default();
    let mut table = Table::default();
    let last = arguments.first + arguments.programs;
    for start in (arguments.first..last).step_by(PROGRAMS_AT_A_TIME) {
        let end = (start + PROGRAMS_AT_A_TIME).min(last);
        for (case, judgement) in judge_all(arguments.seed, start..end, jobs, &progress) {
            totals.add(&case, &judgement);
            reasons.add(&case, &judgement);
            table.add(&case, &judgement);
            if let Some(disagreement) = &judgement.disagreement {
                totals.disagreements += 1;
                if totals.disagreements <= SHOWN_DISAGREEMENTS {
                    progress.suspend(|| show(&case, disagreement));
                }
            }
        }
    }
    for probe in probes::all() {
        let case = Case::of(probe);
        if let Some(disagreement) = case.judge(&case.program).disagreement {
            totals.disagreements += 1;
            println!("the program that {}: {disagreement}", probe.name);
        }
    }
    progress.finish_and_clear();
    let sums = arithmetic::run(arguments.seed, arguments.programs / 3, None)?;
    for disagreement in sums.disagreements.iter().take(SHOWN_DISAGREEMENTS) {
        println!("arithmetic: {disagreement}");
    }
    totals.disagreements += sums.disagreements.len();
    let _ = std::panic::take_hook();
    if arguments.explain_unknown {
        print!("{reasons}");
    }
    print!("{table}");
    println!("seed {}: {totals}", arguments.seed);
    println!(
        "arithmetic behind a start that no search passes: {} programs, the results of {} known exactly, {} compared with compiled code, {} disagreements",
        sums.programs,
        sums.exact,
        sums.compared,
        sums.disagreements.len()
    );
    match totals.disagreements {
        0 => Ok(()),
        _ => Err("the analysis does not agree with executions".to_owned()),
    }
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Searches for proofs of programs from files, whatever a hunt would find in them.
fn judge_proofs(files: &[PathBuf]) -> Result<(), String> {
    let mut disagreements = 0;
    for path in files {
        let program = HeapProgram::from_text(&read(path)?);
        let case = Case {
            check_cleanup: false,
            program,
            allocation_may_fail: true,
            data_model: DataModel::Lp64,
            proof_steps: STEPS_OF_A_LONG_PROOF,
            ..Case::new(0, 0)
        };
        let module =
            case.module(&case.program).map_err(|message| format!("{}: {message}", path.display()))?;
        let error = case.first_error(&module);
        let found = error.as_ref().map_or("none".to_owned(), Execution::to_string);
        println!(
            "{}: proved {:?}, an execution's error: {found}",
            path.display(),
            case.proofs(&case.program)
        );
        for disagreement in case.contradictions(&case.program, error.as_ref()) {
            println!("DISAGREEMENT: {disagreement}");
            disagreements += 1;
        }
    }
    match disagreements {
        0 => Ok(()),
        _ => Err("the analysis does not agree with executions".to_owned()),
    }
}

/// Judges programs from files, each with and without a check for what is freed at exit.
fn judge_files(files: &[PathBuf]) -> Result<(), String> {
    let mut disagreements = 0;
    for (number, path) in files.iter().enumerate() {
        let text = read(path)?;
        for check_cleanup in [false, true] {
            let program = HeapProgram::from_text(&text);
            let case = Case { check_cleanup, program, allocation_may_fail: false, ..Case::new(0, number) };
            let judgement = case.judge(&case.program);
            println!("{}: {}", path.display(), describe(&judgement));
            let closer = case.contradictions(&case.program, judgement.error.as_ref());
            for disagreement in judgement.disagreement.into_iter().chain(closer) {
                println!("DISAGREEMENT: {disagreement}");
                disagreements += 1;
            }
        }
    }
    match disagreements {
        0 => Ok(()),
        _ => Err("the analysis does not agree with executions".to_owned()),
    }
}

/// Judges some programs, several at the same time; in the order of their numbers.
fn judge_all(
    seed: u64,
    numbers: Range<usize>,
    jobs: usize,
    progress: &ProgressBar,
) -> Vec<(Case, Judgement)> {
    let next = AtomicUsize::new(numbers.start);
    let results: Mutex<Vec<(Case, Judgement)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= numbers.end {
                        break;
                    }
                    let case = Case::new(seed, number);
                    let judgement = case.judge(&case.program);
                    if let Ok(mut results) = results.lock() {
                        results.push((case, judgement));
                    }
                    progress.inc(1);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(case, _)| case.number);
    results
}

fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn show(case: &Case, disagreement: &str) {
    println!("program {} ({:?}): {disagreement}", case.number, case.data_model);
    let smaller = case.reduce();
    let judgement = case.judge(&smaller);
    let words = judgement.disagreement.unwrap_or_default();
    println!("smaller: {words}\n{}", smaller.text());
}

fn describe(judgement: &Judgement) -> String {
    let error = match &judgement.error {
        Some(error) => error.to_string(),
        None => "none".to_owned(),
    };
    format!("the analysis says: {:?}\nan execution's error: {error}", judgement.claim)
}
