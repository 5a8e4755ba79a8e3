//! `cargo xtask check-interpreter`: the interpreter against compiled code, on random programs.
//!
//! A batch is one program of many cases (crate `random-programs`), each of which prints one line. It is
//! compiled with and without optimisation and executed by the interpreter; all must print the same lines.
//! With `--self-test`, rules of the interpreter are broken on purpose, and every one must be noticed.

use crate::release;
use analyzer::{front_end, on_large_stack};
use clap::Args;
use cli::compiler_flags::CompilerFlags;
use indicatif::ProgressBar;
use interpreter::{BrokenRule, Limits};
use ir::Module;
use random_programs::generate;
use source::{DataModel, SourceMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Args)]
pub struct Arguments {
    /// How many cases are generated
    #[arg(long, default_value_t = 400)]
    cases: usize,

    /// Where the random numbers start
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// How many cases a program has
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..))]
    batch: u16,

    /// Also break rules of the interpreter on purpose; each must be noticed
    #[arg(long)]
    self_test: bool,
}

/// More disagreements than this are only counted.
const SHOWN_DISAGREEMENTS: usize = 5;

/// A broken rule may let a loop run forever; correct programs take far fewer steps.
const STEPS_OF_A_BROKEN_RUN: u64 = 50_000_000;

/// How many programs are executed with broken rules.
const BATCHES_OF_THE_SELF_TEST: usize = 10;

pub fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.self_test && !cfg!(feature = "broken-rules") {
        return release::again(&["--release", "--features", "broken-rules"]);
    }
    release::or_here(|| check(arguments))
}

fn check(arguments: &Arguments) -> Result<(), String> {
    let folder = folder()?;
    let data_models = data_models(&folder)?;
    let batches = batches(arguments, &data_models);
    let judged = judge_all(&batches, &folder, arguments.self_test)?;
    let mut disagreements = 0;
    for (batch, judgement) in batches.iter().zip(&judged) {
        for problem in &judgement.problems {
            disagreements += 1;
            if disagreements <= SHOWN_DISAGREEMENTS {
                show(batch, problem, &folder)?;
            }
        }
    }
    let unnoticed = if arguments.self_test { self_test(&batches, &judged) } else { 0 };
    let names: Vec<&str> = data_models.iter().map(|&model| name_of(model)).collect();
    println!(
        "seed {}, {}, cc -O0 and -O2: {} cases, {} agreed, {disagreements} disagreements",
        arguments.seed,
        names.join(" and "),
        arguments.cases,
        arguments.cases - disagreements
    );
    match (disagreements, unnoticed) {
        (0, 0) => Ok(()),
        (0, _) => Err(format!("{unnoticed} broken rules were not noticed")),
        _ => Err("the interpreter does not agree with compiled code".to_owned()),
    }
}

fn name_of(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Lp64 => "LP64",
        DataModel::Ilp32 => "ILP32",
    }
}

/// Programs of cases that disagree stay here.
fn folder() -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let folder = target.join("check-interpreter");
    std::fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

/// The data models whose programs can be compiled and run here. Without the first there is no check.
fn data_models(folder: &Path) -> Result<Vec<DataModel>, String> {
    let source = folder.join("probe.c");
    let text = "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n";
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    compiled_output(&source, DataModel::Lp64, "-O0")?;
    if compiled_output(&source, DataModel::Ilp32, "-O0").is_ok() {
        return Ok(vec![DataModel::Lp64, DataModel::Ilp32]);
    }
    println!("programs for 32 bits cannot be compiled here (gcc-multilib): only LP64 is checked");
    Ok(vec![DataModel::Lp64])
}

/// One program.
struct Batch {
    seed: u64,
    cases: usize,
    data_model: DataModel,
}

impl Batch {
    fn options(&self, only: Option<usize>) -> random_programs::Options {
        // In both data models the compiler is told to compute `double` as `double`.
        random_programs::Options { seed: self.seed, cases: self.cases, floats: true, only }
    }

    fn name(&self) -> String {
        format!("seed-{}-{}", self.seed, name_of(self.data_model))
    }
}

/// The batches, which take the data models in turn.
fn batches(arguments: &Arguments, data_models: &[DataModel]) -> Vec<Batch> {
    let size = usize::from(arguments.batch);
    let count = arguments.cases.div_ceil(size);
    let batch = |index: usize| Batch {
        seed: arguments.seed.wrapping_mul(1_000_003).wrapping_add(index as u64),
        cases: size.min(arguments.cases - index * size),
        data_model: data_models[index % data_models.len()],
    };
    (0..count).map(batch).collect()
}

/// What came of one batch.
struct Judgement {
    /// Kept for the self-test only: modules are large.
    module: Option<Module>,
    /// What compiled code prints.
    expected: Vec<u8>,
    problems: Vec<Problem>,
}

/// A case on which there is no agreement.
struct Problem {
    case: usize,
    text: String,
}

/// Judges all batches, some at the same time.
fn judge_all(batches: &[Batch], folder: &Path, self_test: bool) -> Result<Vec<Judgement>, String> {
    let progress = ProgressBar::new(batches.len() as u64);
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<Judgement, String>)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(batches.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(batch) = batches.get(index) else { break };
                    let keep = self_test && index < BATCHES_OF_THE_SELF_TEST;
                    let result =
                        judge(batch, folder, keep).map_err(|error| format!("{}: {error}", batch.name()));
                    if let Ok(mut results) = results.lock() {
                        results.push((index, result));
                    }
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();
    let mut results = results.into_inner().map_err(|_| "a thread has failed".to_owned())?;
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn judge(batch: &Batch, folder: &Path, keep_module: bool) -> Result<Judgement, String> {
    let source = folder.join(format!("{}.c", batch.name()));
    std::fs::write(&source, generate(&batch.options(None))).map_err(|error| error.to_string())?;
    let plain = compiled_output(&source, batch.data_model, "-O0")?;
    let optimised = compiled_output(&source, batch.data_model, "-O2")?;
    let module = module(&source, batch.data_model)?;
    std::fs::remove_file(&source).map_err(|error| error.to_string())?;
    if plain != optimised {
        // Then the program has undefined behaviour (or the compiler is wrong): nothing can be learnt.
        let case =
            differing_case(&plain, &optimised).map_or_else(String::new, |case| format!(" in case {case}"));
        return Err(format!("the compiler disagrees with itself at -O0 and -O2{case}"));
    }
    let (output, fault) = interpret(&module, None, u64::MAX)?;
    let problems = problems(&output, fault.as_deref(), &plain, batch.cases);
    Ok(Judgement { module: keep_module.then_some(module), expected: plain, problems })
}

/// The cases whose lines are missing or different.
fn problems(output: &[u8], fault: Option<&str>, expected: &[u8], cases: usize) -> Vec<Problem> {
    let (output, expected) = (String::from_utf8_lossy(output), String::from_utf8_lossy(expected));
    let (mut ours, mut theirs) = (output.lines(), expected.lines());
    let mut problems = Vec::new();
    for case in 0..cases {
        let text = match (ours.next(), theirs.next()) {
            (Some(a), Some(b)) if a == b => continue,
            (None, _) if fault.is_some() => format!("the interpreter stops: {}", fault.unwrap_or_default()),
            (a, b) => format!("the interpreter prints {a:?}, compiled code {b:?}"),
        };
        problems.push(Problem { case, text });
    }
    problems
}

fn differing_case(a: &[u8], b: &[u8]) -> Option<usize> {
    a.split(|&byte| byte == b'\n').zip(b.split(|&byte| byte == b'\n')).position(|(a, b)| a != b)
}

/// What a program prints when compiled. For 32 bits, the old floating-point unit is avoided: it computes
/// `double` with more digits than the type has.
fn compiled_output(source: &Path, data_model: DataModel, optimisation: &str) -> Result<Vec<u8>, String> {
    let flags: &[&str] = match data_model {
        DataModel::Lp64 => &["-m64"],
        DataModel::Ilp32 => &["-m32", "-msse2", "-mfpmath=sse"],
    };
    let executable = source.with_extension(format!("{}{optimisation}", name_of(data_model)));
    let compiler = std::env::var_os("CC").filter(|name| !name.is_empty()).unwrap_or_else(|| "cc".into());
    let mut command = Command::new(compiler);
    command.args(flags).args(["-w", optimisation]).arg(source).arg("-o").arg(&executable);
    let compiled = command.output().map_err(|error| format!("the C compiler cannot be started: {error}"))?;
    if !compiled.status.success() {
        return Err(format!("the C compiler fails:\n{}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let output = Command::new(&executable).output();
    let _ = std::fs::remove_file(&executable);
    let output = output.map_err(|error| format!("the compiled program cannot be started: {error}"))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(format!("the compiled program ends with {}", output.status)),
    }
}

fn module(source: &Path, data_model: DataModel) -> Result<Module, String> {
    let mut flags = CompilerFlags::default();
    flags.extend(vec![machine_flag(data_model).into()]);
    let loaded = cli::input::load(source, &flags, data_model).map_err(|error| error.diagnostic.message)?;
    let mut map = SourceMap::new();
    let result = front_end(&mut map, &loaded.input, &|_| {});
    match result.diagnostics.iter().find(|_| result.has_errors()) {
        None => Ok(result.module),
        Some(diagnostic) => Err(format!("the front end refuses the program: {}", diagnostic.message)),
    }
}

/// What a program prints in the interpreter, and the fault that ended it.
fn interpret(
    module: &Module,
    broken_rule: Option<BrokenRule>,
    steps: u64,
) -> Result<(Vec<u8>, Option<String>), String> {
    let result = on_large_stack(|| {
        let limits = Limits { steps, ..Limits::default() };
        interpreter::run_main(module, interpreter::Options { broken_rule, limits, ..Default::default() })
    })?;
    Ok((result.stdout, result.fault.map(|fault| format!("{} [{}]", fault.message, fault.kind.id()))))
}

/// Prints a disagreement and leaves a program with only that case.
fn show(batch: &Batch, problem: &Problem, folder: &Path) -> Result<(), String> {
    let case = problem.case;
    let text = generate(&batch.options(Some(case)));
    let path = folder.join(format!("{}-case-{case}.c", batch.name()));
    std::fs::write(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    let start = text.find(&format!("static void case_{case}(void)")).unwrap_or(0);
    let function = text[start..].split_once("\n}\n").map_or(&text[start..], |(function, _)| function);
    println!("{}, case {case}: {}\n{function}\n}}", batch.name(), problem.text);
    println!("reproduce with: besom run {} {}\n", machine_flag(batch.data_model), path.display());
    Ok(())
}

fn machine_flag(data_model: DataModel) -> &'static str {
    match data_model {
        DataModel::Lp64 => "-m64",
        DataModel::Ilp32 => "-m32",
    }
}

/// Breaks every rule in turn and counts those that no batch notices.
fn self_test(batches: &[Batch], judged: &[Judgement]) -> usize {
    let mut unnoticed = 0;
    for &rule in BrokenRule::ALL {
        let notice = batches.iter().zip(judged).find_map(|(batch, judgement)| {
            match interpret(judgement.module.as_ref()?, Some(rule), STEPS_OF_A_BROKEN_RUN) {
                Ok((output, fault)) if output == judgement.expected && fault.is_none() => None,
                Ok((output, fault)) => {
                    let problems = problems(&output, fault.as_deref(), &judgement.expected, batch.cases);
                    let case = problems.first().map_or(0, |problem| problem.case);
                    Some(format!(
                        "noticed in {} of {} cases, first in case {case}",
                        problems.len(),
                        batch.cases
                    ))
                }
                Err(message) => Some(format!("noticed: the interpreter fails ({message})")),
            }
        });
        let word = notice.unwrap_or_else(|| {
            unnoticed += 1;
            "NOT NOTICED".to_owned()
        });
        println!("{:32} {word}", format!("{rule:?}"));
    }
    println!("{} rules broken, {} noticed", BrokenRule::ALL.len(), BrokenRule::ALL.len() - unnoticed);
    unnoticed
}
