//! `cargo xtask check-soundness`: the analysis against executions, on random heap programs.
//!
//! Every program is analysed, and executed many times with different inputs. No execution of a
//! program that is called proved may have an error, every error that is called certain must happen
//! again when its choices are repeated, and the analysis must neither contradict itself nor panic.

use analyzer::{Input, front_end_here};
use clap::Args;
use indicatif::ProgressBar;
use interpreter::{
    ChoiceKind, FaultKind, FaultSet, Limits, ListedChoices, Policies, RunResult, UninitialisedContents,
};
use interprocedural::{Request, Verdict, check};
use ir::Module;
use random_programs::{HeapProgram, Random};
use source::{DataModel, SourceMap};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use symbolic_execution::Options;

#[derive(Args)]
pub struct Arguments {
    /// How many programs are generated
    #[arg(long, default_value_t = 1000)]
    programs: usize,

    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print the programs whose number this is, and what is said about them
    #[arg(long)]
    show: Option<usize>,

    /// Judge these programs instead of random ones
    #[arg(long, num_args = 1..)]
    files: Vec<PathBuf>,

    /// Print which programs stay open, with the reasons
    #[arg(long)]
    explain_unknown: bool,
}

/// How often each program is executed.
const RUNS: usize = 64;

/// Executions that take longer are not considered.
const STEPS_OF_A_RUN: u64 = 20_000;

const HUNT_STEPS: u64 = 4_000;
const PROOF_STEPS: u64 = 12_000;

/// More disagreements than this are only counted.
const SHOWN_DISAGREEMENTS: usize = 10;

/// Disagreements are shown after so many programs.
const PROGRAMS_AT_A_TIME: usize = 100;

/// How many smaller programs are tried to make a disagreement easier to understand.
const REDUCTIONS: usize = 2_000;

pub fn run(arguments: &Arguments) -> Result<(), String> {
    if !arguments.files.is_empty() {
        return judge_files(&arguments.files);
    }
    if let Some(number) = arguments.show {
        let case = Case::new(arguments.seed, number);
        println!("{}", case.program.text());
        println!("{}", describe(&case.judge(&case.program)));
        return Ok(());
    }
    // A panic is a disagreement and is shown with its program.
    std::panic::set_hook(Box::new(|_| {}));
    let progress = ProgressBar::new(arguments.programs as u64);
    let mut totals = Totals::default();
    let mut reasons = Reasons::default();
    for start in (0..arguments.programs).step_by(PROGRAMS_AT_A_TIME) {
        let end = (start + PROGRAMS_AT_A_TIME).min(arguments.programs);
        for (case, judgement) in judge_all(arguments.seed, start..end, &progress) {
            totals.add(&judgement);
            reasons.add(&case, &judgement);
            if let Some(disagreement) = &judgement.disagreement {
                totals.disagreements += 1;
                if totals.disagreements <= SHOWN_DISAGREEMENTS {
                    progress.suspend(|| show(&case, disagreement));
                }
            }
        }
    }
    progress.finish_and_clear();
    let _ = std::panic::take_hook();
    if arguments.explain_unknown {
        print!("{reasons}");
    }
    println!("seed {}: {totals}", arguments.seed);
    match totals.disagreements {
        0 => Ok(()),
        _ => Err("the analysis does not agree with executions".to_owned()),
    }
}

/// Judges programs from files, each with and without a check for what is freed at exit.
fn judge_files(files: &[PathBuf]) -> Result<(), String> {
    let mut disagreements = 0;
    for (number, path) in files.iter().enumerate() {
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        for check_cleanup in [false, true] {
            let program = HeapProgram::from_text(&text);
            let case = Case { check_cleanup, program, allocation_may_fail: false, ..Case::new(0, number) };
            let judgement = case.judge(&case.program);
            println!("{}: {}", path.display(), describe(&judgement));
            if let Some(disagreement) = judgement.disagreement {
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

/// One program with what is asked about it.
struct Case {
    number: usize,
    allocation_may_fail: bool,
    check_cleanup: bool,
    data_model: DataModel,
    /// Where the random inputs start.
    seed: u64,
    program: HeapProgram,
}

/// What the analysis said.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Claim {
    Refused(String),
    Proved,
    Found(FaultKind),
    Unknown(Vec<String>),
    Contradiction(String),
    Panicked(String),
}

struct Judgement {
    claim: Claim,
    /// The first execution with an error that counts.
    error: Option<Execution>,
    disagreement: Option<String>,
}

struct Execution {
    kind: FaultKind,
    message: String,
    inputs: String,
}

impl Case {
    fn new(seed: u64, number: usize) -> Case {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
        let allocation_may_fail = random.chance(20);
        Case {
            number,
            allocation_may_fail,
            check_cleanup: random.chance(50),
            data_model: if random.chance(50) { DataModel::Lp64 } else { DataModel::Ilp32 },
            seed: random.next_u64(),
            program: HeapProgram::generate(random.next_u64(), allocation_may_fail),
        }
    }

    fn counts(&self, kind: FaultKind) -> bool {
        counts(kind) || self.check_cleanup && kind == FaultKind::NotFreedAtExit
    }

    fn judge(&self, program: &HeapProgram) -> Judgement {
        let module = match self.module(program) {
            Ok(module) => module,
            Err(message) => {
                let claim = Claim::Refused(message);
                return Judgement { claim, error: None, disagreement: None };
            }
        };
        let (claim, replay) = self.analyse(&module, HUNT_STEPS);
        let error = self.first_error(&module);
        // Where the hunt is fast, the proof is never asked: so it is asked alone, and must not succeed.
        let proof = match (&claim, &error) {
            (Claim::Found(_), Some(_)) => self.analyse(&module, 0).0,
            _ => claim.clone(),
        };
        let disagreement = match (&claim, &error) {
            (_, Some(error)) if proof == Claim::Proved => {
                Some(format!("proved, but {} [{}] with {}", error.message, error.kind.id(), error.inputs))
            }
            (Claim::Found(kind), _) if replay.as_ref().is_none_or(|again| again.0 != *kind) => Some(format!(
                "certain {}, but with these choices {}",
                kind.id(),
                replay.map_or("nothing happens".to_owned(), |(kind, text)| format!("{text} [{}]", kind.id()))
            )),
            _ if matches!(proof, Claim::Panicked(_)) => Some("the proof alone panics".to_owned()),
            (_, Some(error)) if matches!(proof, Claim::Contradiction(_)) => Some(format!(
                "proved by itself, but {} [{}] with {}",
                error.message,
                error.kind.id(),
                error.inputs
            )),
            (Claim::Contradiction(text), _) => Some(format!("proved, and certain at the same time: {text}")),
            (Claim::Panicked(message), _) => Some(format!("panic: {message}")),
            _ => None,
        };
        Judgement { claim, error, disagreement }
    }

    fn module(&self, program: &HeapProgram) -> Result<Module, String> {
        let text = program.text();
        let input =
            Input { name: "program.c".to_owned(), text: text.as_bytes().into(), data_model: self.data_model };
        let mut map = SourceMap::new();
        let result = front_end_here(&mut map, &input);
        match result.diagnostics.iter().find(|_| result.has_errors()) {
            None => Ok(result.module),
            Some(diagnostic) => Err(diagnostic.message.clone()),
        }
    }

    /// What the analysis says; and for a certain error, what the interpreter does with its choices.
    fn analyse(&self, module: &Module, hunt_steps: u64) -> (Claim, Option<(FaultKind, String)>) {
        catch_unwind(AssertUnwindSafe(|| self.ask(module, hunt_steps))).unwrap_or_else(|payload| {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| (*text).to_owned()));
            (Claim::Panicked(text.unwrap_or_default()), None)
        })
    }

    fn ask(&self, module: &Module, hunt_steps: u64) -> (Claim, Option<(FaultKind, String)>) {
        let request = Request {
            options: Options {
                allocation_may_fail: self.allocation_may_fail,
                check_overflow: false,
                check_uninitialised: true,
                split_on_offsets: false,
                broken_rule: None,
            },
            counts,
            check_cleanup: self.check_cleanup,
            hunt_steps,
            proof_steps: PROOF_STEPS,
        };
        match check(module, &request).verdict {
            Verdict::Proved => (Claim::Proved, None),
            Verdict::Contradiction(found) => {
                let (finding, replay) = *found;
                (Claim::Contradiction(format!("{} with {:?}", finding.fault.message, replay.choices)), None)
            }
            Verdict::NotStarted(message) => (Claim::Refused(message), None),
            Verdict::Unknown { possible, gave_up } => {
                let mut reasons: Vec<String> =
                    possible.iter().map(|finding| format!("possible {}", finding.fault.kind.id())).collect();
                reasons.extend(gave_up.iter().map(|open| open.reason.to_string()));
                reasons.sort();
                reasons.dedup();
                (Claim::Unknown(reasons), None)
            }
            Verdict::Certain(found) => {
                let kind = found.0.fault.kind;
                let mut choices = ListedChoices::default();
                for &(kind, value) in &found.1.choices {
                    choices.push(kind, value);
                }
                let result = self.execute(module, choices, kind == FaultKind::NotFreedAtExit, 20_000_000);
                (Claim::Found(kind), result.fault.map(|fault| (fault.kind, fault.message)))
            }
        }
    }

    fn execute(&self, module: &Module, choices: ListedChoices, until_exit: bool, steps: u64) -> RunResult {
        // What is not asked about does not end the execution.
        let mut stop_on = FaultSet::default_stops();
        for &kind in FaultKind::ALL {
            let is_limit = kind.class() == interpreter::FaultClass::Limit;
            let goes_on = until_exit && kind == FaultKind::MemoryLost;
            stop_on = match (self.counts(kind) && !goes_on) || is_limit {
                true => stop_on.with(kind),
                false => stop_on.without(kind),
            };
        }
        interpreter::run_main(
            module,
            interpreter::Options {
                choices: Box::new(choices),
                stop_on,
                policies: Policies {
                    allocations_may_fail: self.allocation_may_fail,
                    uninitialised: UninitialisedContents::Byte(0),
                    ..Policies::default()
                },
                limits: Limits { steps, memory_bytes: 1 << 24, ..Limits::default() },
                ..interpreter::Options::default()
            },
        )
    }

    /// Executes the program with all short lists of zeroes and ones, then with random inputs.
    fn first_error(&self, module: &Module) -> Option<Execution> {
        let mut random = Random::new(self.seed);
        for run in 0..RUNS {
            let inputs = inputs(&mut random, run);
            let mut choices = ListedChoices::of_inputs(inputs.iter().copied());
            let mut failing = None;
            if self.allocation_may_fail && run % 2 == 1 {
                let succeeding = random.below(5);
                for _ in 0..succeeding {
                    choices.push(ChoiceKind::AllocationFails, 0);
                }
                choices.push(ChoiceKind::AllocationFails, 1);
                failing = Some(succeeding);
            }
            let Some(fault) = self.execute(module, choices, false, STEPS_OF_A_RUN).fault else { continue };
            if self.counts(fault.kind) {
                let mut text = format!("inputs {inputs:?}, then 0");
                if let Some(succeeding) = failing {
                    text.push_str(&format!("; allocation {} fails", succeeding + 1));
                }
                return Some(Execution { kind: fault.kind, message: fault.message, inputs: text });
            }
        }
        None
    }

    /// The smallest program found that shows the same kind of disagreement.
    fn reduce(&self) -> HeapProgram {
        let class = |judgement: &Judgement| {
            let kind = judgement.error.as_ref().map(|error| error.kind);
            match &judgement.claim {
                Claim::Proved => (0, kind),
                Claim::Found(_) => (1, kind),
                Claim::Contradiction(_) => (2, None),
                Claim::Panicked(_) => (3, None),
                Claim::Refused(_) | Claim::Unknown(_) => (4, None),
            }
        };
        let wanted = class(&self.judge(&self.program));
        let mut smallest = self.program.clone();
        let mut tries = 0;
        'again: loop {
            for smaller in smallest.reductions() {
                tries += 1;
                if tries > REDUCTIONS {
                    return smallest;
                }
                let judgement = self.judge(&smaller);
                if judgement.disagreement.is_some() && class(&judgement) == wanted {
                    smallest = smaller;
                    continue 'again;
                }
            }
            return smallest;
        }
    }
}

/// The inputs of one of the executions. When a list is used up, zeroes follow.
fn inputs(random: &mut Random, run: usize) -> Vec<i128> {
    // 0, 1, 00, 01, 10, 11, 000, …: the run's number in binary, without its first digit.
    let number = run + 2;
    if number < 32 {
        let digits = number.ilog2();
        return (0..digits).rev().map(|digit| (number >> digit & 1) as i128).collect();
    }
    let values = [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 3, 4, 5, 9, -1, 77, 1 << 31, (1 << 31) - 1];
    let length = 2 + random.below(20);
    // A share of the executions has small inputs only, so that loops end.
    let choice = if run % 2 == 0 { 12 } else { values.len() };
    (0..length).map(|_| values[random.below(choice)]).collect()
}

fn counts(kind: FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::NullDereference
            | FaultKind::UseAfterFree
            | FaultKind::OutOfBounds
            | FaultKind::UseAfterScope
            | FaultKind::NoProvenance
            | FaultKind::UninitialisedUse
            | FaultKind::BadCallTarget
            | FaultKind::WriteToConstant
            | FaultKind::UnterminatedString
            | FaultKind::DoubleFree
            | FaultKind::FreeInsideBlock
            | FaultKind::FreeNotHeap
            | FaultKind::MemoryLost
    )
}

/// Judges some programs, several at the same time; in the order of their numbers.
fn judge_all(seed: u64, numbers: Range<usize>, progress: &ProgressBar) -> Vec<(Case, Judgement)> {
    let next = AtomicUsize::new(numbers.start);
    let results: Mutex<Vec<(Case, Judgement)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
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

fn show(case: &Case, disagreement: &str) {
    println!("program {} ({:?}): {disagreement}", case.number, case.data_model);
    let smaller = case.reduce();
    let judgement = case.judge(&smaller);
    let words = judgement.disagreement.unwrap_or_default();
    println!("smaller: {words}\n{}", smaller.text());
}

fn describe(judgement: &Judgement) -> String {
    let error = match &judgement.error {
        Some(error) => format!("{} [{}] with {}", error.message, error.kind.id(), error.inputs),
        None => "none".to_owned(),
    };
    format!("the analysis says: {:?}\nan execution's error: {error}", judgement.claim)
}

/// What stays open, by reason, apart for programs with and without an error.
#[derive(Default)]
struct Reasons {
    programs: BTreeMap<(bool, String), Vec<usize>>,
}

impl Reasons {
    fn add(&mut self, case: &Case, judgement: &Judgement) {
        if let Claim::Unknown(texts) = &judgement.claim {
            for text in texts {
                let key = (judgement.error.is_some(), text.clone());
                self.programs.entry(key).or_default().push(case.number);
            }
        }
    }
}

impl std::fmt::Display for Reasons {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for ((is_wrong, text), numbers) in &self.programs {
            let word = if *is_wrong { "wrong" } else { "safe" };
            let some: Vec<String> = numbers.iter().take(5).map(usize::to_string).collect();
            writeln!(f, "{:5} {word:5} {text} (programs {} …)", numbers.len(), some.join(", "))?;
        }
        Ok(())
    }
}

#[derive(Default)]
struct Totals {
    programs: usize,
    refused: usize,
    proved: usize,
    found: usize,
    unknown: usize,
    disagreements: usize,
    safe: usize,
    safe_and_proved: usize,
    wrong: usize,
    wrong_and_found: usize,
}

impl Totals {
    fn add(&mut self, judgement: &Judgement) {
        self.programs += 1;
        match &judgement.claim {
            Claim::Refused(_) => self.refused += 1,
            Claim::Proved => self.proved += 1,
            Claim::Found(_) => self.found += 1,
            Claim::Unknown(_) | Claim::Contradiction(_) | Claim::Panicked(_) => self.unknown += 1,
        }
        let is_found = matches!(judgement.claim, Claim::Found(_));
        // An error that only the analysis found, and replayed, is one as well.
        if judgement.error.is_some() || is_found {
            self.wrong += 1;
            self.wrong_and_found += usize::from(is_found);
        } else if !matches!(judgement.claim, Claim::Refused(_)) {
            self.safe += 1;
            self.safe_and_proved += usize::from(judgement.claim == Claim::Proved);
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        write!(
            f,
            "{} programs, {} not C, {} proved, {} found, {} unknown; {:.1} % of {} safe ones proved, {:.1} % of {} wrong ones found; {} disagreements",
            self.programs,
            self.refused,
            self.proved,
            self.found,
            self.unknown,
            percent(self.safe_and_proved, self.safe),
            self.safe,
            percent(self.wrong_and_found, self.wrong),
            self.wrong,
            self.disagreements
        )
    }
}
