//! Programs of `tests/programs` with a change, as the analysis sees them and as sanitizers see them.
//!
//! The analysis and the interpreter have the models of the C library and of memory in common; compiled code has not. So where a changed
//! program is called proved, it is compiled with sanitizers and executed many times.

use super::case::PRECISIONS;
use super::sanitized::{Effect, Execution, Sanitizer};
use analyzer::{Conclusion, Question, check_closed, front_end, on_large_stack};
use clap::Parser as _;
use cli::arguments::{Arguments, Command};
use cli::compiler_flags::CompilerFlags;
use heap_rules::fold::Precision;
use indicatif::ProgressBar;
use interprocedural::prove;
use ir::Module;
use random_programs::{Random, mutant};
use source::{DataModel, SourceMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use test_kit::Directives;

/// How often a compiled program is executed.
const RUNS: usize = 48;

/// One in so many wrong programs is compiled as well.
const FOUND_ONES_EXECUTED: u64 = 8;

const HUNT_STEPS: u64 = 8_000;
const PROOF_STEPS: u64 = 60_000;

/// A program that `besom check` analyses from its `main` on.
struct Original {
    path: PathBuf,
    text: String,
    directives: Directives,
}

/// A changed program with what is asked about it.
struct Mutant<'a> {
    original: &'a Original,
    text: String,
    data_model: DataModel,
    arguments: Vec<String>,
    seed: u64,
    /// How closely a proof looks that is searched for alone.
    precision: Precision,
}

/// What came of a changed program.
enum Outcome {
    NotC,
    /// Some of these are executed as well; then it is known whether the sanitizers see the error.
    Found {
        is_seen: Option<bool>,
    },
    Open,
    /// The analysis says so; the compiler does not accept it.
    NotCompiled,
    Executed,
    Disagreement(String),
}

/// What came of all.
#[derive(Default)]
pub struct Totals {
    mutants: usize,
    not_c: usize,
    found: usize,
    found_and_executed: usize,
    seen: usize,
    open: usize,
    not_compiled: usize,
    executed: usize,
    pub disagreements: usize,
}

pub fn run(seed: u64, first: usize, count: usize, show: Option<usize>, jobs: usize) -> Result<(), String> {
    let originals = originals(&root().join("tests/programs"))?;
    let folder = std::env::temp_dir().join(format!("besom-mutants-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let result = judge_all(&originals, &folder, seed, first, count, show, jobs);
    // Nothing in it is needed any more.
    let _ = std::fs::remove_dir_all(&folder);
    let totals = result?;
    println!("seed {seed}: {totals}, of {} programs", originals.len());
    match totals.disagreements {
        0 => Ok(()),
        _ => Err("the analysis does not agree with compiled code".to_owned()),
    }
}

fn judge_all(
    originals: &[Original],
    folder: &Path,
    seed: u64,
    first: usize,
    count: usize,
    show: Option<usize>,
    jobs: usize,
) -> Result<Totals, String> {
    let sanitizer = Sanitizer::new(folder)?;
    if !sanitizer.sees_leaks {
        println!("lost blocks are not looked for: the sanitizer cannot do that on this machine");
    }
    if let Some(number) = show {
        let mutant = Mutant::new(originals, seed, number, &sanitizer);
        println!("{}\n// {}", mutant.text, mutant.describe());
        let mut totals = Totals::default();
        let outcome = mutant.judge(&folder.join("mutant.c"), &sanitizer)?;
        totals.add(number, &mutant, &outcome);
        return Ok(totals);
    }
    // A panic is a disagreement and is shown with its program.
    std::panic::set_hook(Box::new(|_| {}));
    let progress = ProgressBar::new(count as u64);
    let next = AtomicUsize::new(first);
    let results = Mutex::new((Totals::default(), Ok(())));
    std::thread::scope(|scope| {
        for worker in 0..jobs {
            let (next, results, progress, sanitizer) = (&next, &results, &progress, &sanitizer);
            let path = folder.join(format!("mutant-{worker}.c"));
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= first + count {
                        break;
                    }
                    let mutant = Mutant::new(originals, seed, number, sanitizer);
                    let outcome = mutant.judge(&path, sanitizer);
                    if let Ok(mut results) = results.lock() {
                        match outcome {
                            Ok(outcome) => progress.suspend(|| results.0.add(number, &mutant, &outcome)),
                            Err(error) => results.1 = Err(error),
                        }
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let _ = std::panic::take_hook();
    let (totals, problem) = results.into_inner().map_err(|_| "a worker panicked".to_owned())?;
    problem.map(|()| totals)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The programs below a folder that are analysed from `main` on, in order.
fn originals(folder: &Path) -> Result<Vec<Original>, String> {
    let unreadable = |error| format!("cannot read {}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut result = Vec::new();
    for path in paths {
        if path.is_dir() {
            result.extend(originals(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let text = std::fs::read_to_string(&path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            let directives = test_kit::parse(&text).map_err(|error| error.to_string())?.directives;
            let parent = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let is_closed = parent.starts_with("closed-") || parent.starts_with("lists-");
            let is_checked = directives.mode.as_deref().map_or(is_closed, |mode| mode == "check");
            // Models are for functions that nobody can execute.
            let has_models = directives.options.iter().any(|option| option == "--model");
            if is_checked && !has_models && text.contains("main(") {
                result.push(Original { path, text, directives });
            }
        }
    }
    Ok(result)
}

impl<'a> Mutant<'a> {
    fn new(originals: &'a [Original], seed: u64, number: usize, sanitizer: &Sanitizer) -> Mutant<'a> {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(number as u64));
        let original = random.pick(originals);
        let mut text = original.text.clone();
        for _ in 0..1 + usize::from(random.chance(25)) {
            text = mutant(&text, &mut random).unwrap_or(text);
        }
        let is_free = original.directives.flags.is_empty();
        let is_small = is_free && random.chance(25) && sanitizer.can(DataModel::Ilp32);
        let arguments = match original.directives.arguments.is_empty() {
            true => {
                (0..random.below(4)).map(|_| (*random.pick(&["", "a", "-1", "xyz"])).to_owned()).collect()
            }
            false => original.directives.arguments.clone(),
        };
        Mutant {
            original,
            text,
            data_model: if is_small { DataModel::Ilp32 } else { DataModel::Lp64 },
            arguments,
            seed: random.next_u64() >> 1,
            precision: *random.pick(&PRECISIONS),
        }
    }

    /// Where it differs from its original.
    fn describe(&self) -> String {
        let name = self.original.path.strip_prefix(root()).unwrap_or(&self.original.path).display();
        let (old, new): (Vec<&str>, Vec<&str>) =
            (self.original.text.lines().collect(), self.text.lines().collect());
        let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let line = |lines: &[&str]| lines.get(same).map_or("the end", |line| line.trim()).to_owned();
        format!("{name} ({:?}), line {}: `{}` became `{}`", self.data_model, same + 1, line(&old), line(&new))
    }

    fn judge(&self, path: &Path, sanitizer: &Sanitizer) -> Result<Outcome, String> {
        std::fs::write(path, &self.text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        let question = self.question(path)?;
        let Some(module) = self.module(path) else { return Ok(Outcome::NotC) };
        match check_closed(&module, &question).conclusion {
            Conclusion::NotStarted(_) => Ok(Outcome::NotC),
            Conclusion::Open { open, .. } => {
                let panic = open.into_iter().find(|open| open.reason.starts_with("the analysis failed"));
                Ok(panic.map_or(Outcome::Open, |panic| Outcome::Disagreement(panic.reason)))
            }
            Conclusion::Found(certain) => {
                // Where the hunt is fast, the proof is never asked: so it is asked alone.
                let is_proved =
                    on_large_stack(|| prove(&module, &question.request(), self.precision).is_some());
                match is_proved {
                    Ok(false) => {}
                    Ok(true) => {
                        return Ok(Outcome::Disagreement(format!(
                            "proved by itself ({:?}), but executed: {}",
                            self.precision, certain.fault.message
                        )));
                    }
                    Err(message) => {
                        return Ok(Outcome::Disagreement(format!("the proof alone panics: {message}")));
                    }
                }
                // How much the sanitizers see tells how much their silence says.
                let is_seen = match self.seed.is_multiple_of(FOUND_ONES_EXECUTED) {
                    true => match sanitizer.execute(path, &self.execution(&question))? {
                        Effect::NotCompiled => None,
                        Effect::Quiet => Some(false),
                        Effect::Error(_) => Some(true),
                    },
                    false => None,
                };
                Ok(Outcome::Found { is_seen })
            }
            Conclusion::Proved => Ok(match sanitizer.execute(path, &self.execution(&question))? {
                Effect::NotCompiled => Outcome::NotCompiled,
                Effect::Quiet => Outcome::Executed,
                Effect::Error(message) => Outcome::Disagreement(format!("proved, but compiled: {message}")),
            }),
        }
    }

    /// What the original's test asks, in less time.
    fn question(&self, path: &Path) -> Result<Question, String> {
        let mut words: Vec<OsString> = vec!["besom".into(), "check".into()];
        words.extend(self.original.directives.options.iter().map(OsString::from));
        words.push(path.into());
        match Arguments::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Check(arguments) => Ok(Question {
                hunt_steps: HUNT_STEPS,
                proof_steps: PROOF_STEPS,
                all_errors: false,
                ..cli::commands::check::question(&arguments)
            }),
            _ => Err(format!("the options of {} make another command", self.original.path.display())),
        }
    }

    fn module(&self, path: &Path) -> Option<Module> {
        let mut flags = CompilerFlags::default();
        flags.extend(self.flags().into_iter().map(OsString::from).collect());
        let data_model = flags.data_model.unwrap_or(self.data_model);
        let loaded = cli::input::load(path, &flags, data_model).ok()?;
        let result = front_end(&mut SourceMap::new(), &loaded.input, &|_| {});
        (!result.has_errors()).then_some(result.module)
    }

    /// Flags for the compiler; files beside the original may be included.
    fn flags(&self) -> Vec<String> {
        let mut flags = self.original.directives.flags.clone();
        flags.extend(self.original.path.parent().map(|folder| format!("-I{}", folder.display())));
        flags
    }

    fn execution(&self, question: &Question) -> Execution<'_> {
        Execution {
            flags: &self.original.directives.flags,
            data_model: self.data_model,
            arguments: &self.arguments,
            seed: self.seed,
            runs: RUNS,
            allocation_may_fail: question.allocation_may_fail,
            check_exit: question.check_exit,
            check_overflow: question.request().options.check_overflow,
        }
    }
}

impl Totals {
    fn add(&mut self, number: usize, mutant: &Mutant<'_>, outcome: &Outcome) {
        self.mutants += 1;
        match outcome {
            Outcome::NotC => self.not_c += 1,
            Outcome::Found { is_seen } => {
                self.found += 1;
                self.found_and_executed += usize::from(is_seen.is_some());
                self.seen += usize::from(*is_seen == Some(true));
            }
            Outcome::Open => self.open += 1,
            Outcome::NotCompiled => self.not_compiled += 1,
            Outcome::Executed => self.executed += 1,
            Outcome::Disagreement(text) => {
                self.disagreements += 1;
                println!("mutant {number}, {}: {text}", mutant.describe());
            }
        }
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} mutants, {} not C, {} found (sanitizers see {} of {}), {} unknown, {} proved and not accepted by the compiler, {} proved and executed {RUNS} times each without an error, {} disagreements",
            self.mutants,
            self.not_c,
            self.found,
            self.seen,
            self.found_and_executed,
            self.open,
            self.not_compiled,
            self.executed,
            self.disagreements
        )
    }
}
