//! Random open code against callers that the analysis has not seen.
//!
//! An error that is called certain must happen to every caller that provides the memory, and what a contract promises must
//! hold in executions of it.

use super::case::counts;
use analyzer::{Input, execute_printed, front_end_here};
use interpreter::{FaultClass, FaultKind, FunctionOutcome, Machine, Options as RunOptions};
use interprocedural::Request;
use interprocedural::open::known::KnownContracts;
use interprocedural::open::{OpenFunction, analyse_with, callees_first, entry};
use ir::{FunctionId, Module};
use random_programs::OpenProgram;
use source::{DataModel, SourceMap};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use symbolic_execution::Options;

/// How many instructions the call of a caller may take.
const STEPS: u64 = 100_000;

/// In how many small memories each function is called, beside those of its contracts.
const MEMORIES: usize = 40;

/// What was seen of some programs.
#[derive(Clone, Default, Debug)]
pub struct OpenTotals {
    pub programs: usize,
    pub contracts: usize,
    pub conditional: usize,
    pub certain: usize,
    /// Callers that met an error that was called certain.
    pub met: usize,
    /// Executions of contracts.
    pub executions: usize,
    /// Executions in memories that printed contracts describe.
    pub printed: usize,
}

impl OpenTotals {
    fn add(&mut self, other: &OpenTotals) {
        self.programs += other.programs;
        self.contracts += other.contracts;
        self.conditional += other.conditional;
        self.certain += other.certain;
        self.met += other.met;
        self.executions += other.executions;
        self.printed += other.printed;
    }
}

impl fmt::Display for OpenTotals {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} open programs, {} contracts executed {} times, as they are printed {} times, {} errors that depend on the caller, {} certain ones met by {} callers",
            self.programs,
            self.contracts,
            self.executions,
            self.printed,
            self.conditional,
            self.certain,
            self.met
        )
    }
}

/// Judges random programs and prints what disagrees, or only shows one.
pub fn run(seed: u64, first: usize, count: usize, show: Option<usize>, jobs: usize) -> Result<(), String> {
    if let Some(number) = show {
        let program = OpenProgram::new(seed, number as u64);
        let verdict = judge(&program, &mut OpenTotals::default());
        println!("{}\n{}", program.closed, verdict.unwrap_or_else(|| "no disagreement".to_owned()));
        return Ok(());
    }
    std::panic::set_hook(Box::new(|_| {}));
    let next = AtomicUsize::new(first);
    let results: Mutex<(OpenTotals, Vec<(usize, String)>)> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= first + count {
                        break;
                    }
                    let mut totals = OpenTotals::default();
                    let wrong = judge(&OpenProgram::new(seed, number as u64), &mut totals);
                    if let Ok(mut results) = results.lock() {
                        results.0.add(&totals);
                        results.1.extend(wrong.map(|wrong| (number, wrong)));
                    }
                }
            });
        }
    });
    let _ = std::panic::take_hook();
    let (totals, mut wrong) = results.into_inner().unwrap_or_default();
    wrong.sort();
    for (number, wrong) in &wrong {
        println!("open program {number}: {wrong}");
    }
    println!("seed {seed}: {totals}; disagreements: {}", wrong.len());
    if wrong.is_empty() { Ok(()) } else { Err("the analysis does not agree with callers".to_owned()) }
}

/// Judges one program: what is wrong with what the analysis says.
pub fn judge(program: &OpenProgram, totals: &mut OpenTotals) -> Option<String> {
    totals.programs += 1;
    let (Some(open), Some(closed)) = (module(&program.open), module(&program.closed)) else {
        return Some("the generated program has errors".to_owned());
    };
    let judged = catch_unwind(AssertUnwindSafe(|| compare(program, &open, &closed, totals)));
    judged.unwrap_or_else(|_| Some("the analysis panics".to_owned()))
}

fn compare(
    program: &OpenProgram,
    module: &Module,
    closed: &Module,
    totals: &mut OpenTotals,
) -> Option<String> {
    let options = Options {
        allocation_may_fail: false,
        check_overflow: false,
        check_uninitialised: true,
        check_shifts: false,
        volatile_may_change: true,
        split_on_offsets: false,
        allocates_optional_blocks: false,
        keeps_derivation: false,
        broken_rule: None,
        stop: Default::default(),
    };
    let request =
        Request { options, counts: counts_in_open_code, check_cleanup: false, hunt_steps: 0, proof_steps: 0 };
    let functions: Vec<FunctionId> = entry::bodies(module).map(|(id, _)| id).collect();
    let mut known = KnownContracts::default();
    for id in callees_first(module, &functions) {
        let mut open = analyse_with(module, id, &request, &known);
        known.add(&open);
        totals.contracts += open.contracts.len();
        totals.conditional += open.conditional.len();
        let (execution, _, printed) = execute_printed(&mut open, MEMORIES);
        totals.executions += execution.calls;
        totals.printed += printed.calls;
        if let Some(wrong) = execution.wrong.into_iter().next() {
            return Some(format!("an execution contradicts a contract: {wrong}"));
        }
        if let Some(wrong) = printed.wrong.into_iter().next() {
            return Some(format!("an execution contradicts a contract as it is printed: {wrong}"));
        }
        if module.functions[id].name == "f"
            && let Some(wrong) = gets_by(program, closed, &open, totals)
        {
            return Some(wrong);
        }
    }
    None
}

/// Functions say themselves what is wrong, too: by assertions, and by `reach_error`, where the interpreter stops.
fn counts_in_open_code(kind: FaultKind) -> bool {
    counts(kind) || matches!(kind, FaultKind::AssertionFailure | FaultKind::ErrorReached)
}

/// A caller that meets no error although one is called certain.
fn gets_by(
    program: &OpenProgram,
    closed: &Module,
    open: &OpenFunction<'_>,
    totals: &mut OpenTotals,
) -> Option<String> {
    for error in &open.certain {
        totals.certain += 1;
        for caller in &program.callers {
            if !caller.provides_memory && !error.exceptions.is_empty() {
                continue;
            }
            match ends_well(closed, &caller.name) {
                Some(true) => {
                    let fault = &error.finding.fault;
                    let message = format!("{} [{}]", fault.message, fault.kind.id());
                    return Some(format!(
                        "`{}` gets by an error that is called certain: {message}",
                        caller.name
                    ));
                }
                Some(false) => totals.met += 1,
                None => {}
            }
        }
    }
    None
}

/// Whether a call ends without an error, if it comes to an end.
fn ends_well(module: &Module, name: &str) -> Option<bool> {
    let mut options = RunOptions::default();
    options.limits.steps = STEPS;
    let mut machine = Machine::new(module, options).ok()?;
    match machine.call_function(module.function_named(name)?, &[]) {
        FunctionOutcome::Returned(_) | FunctionOutcome::Ended(_) => Some(true),
        FunctionOutcome::Faulted(fault) if fault.kind.class() == FaultClass::Limit => None,
        FunctionOutcome::Faulted(_) => Some(false),
        FunctionOutcome::Stopped => None,
    }
}

fn module(text: &str) -> Option<Module> {
    let input =
        Input { name: "open.c".to_owned(), text: text.as_bytes().into(), data_model: DataModel::Lp64 };
    let result = front_end_here(&mut SourceMap::new(), &input);
    (!result.has_errors()).then_some(result.module)
}
