//! The whole analysis of a closed program: hunt, prove, hunt again, and say what came out.

use crate::contracts::ContractTable;
use crate::explorer::{Explorer, Limits, Mode, Report, SideBySide};
use crate::finding::Finding;
use crate::footprint::footprint;
use crate::inquiry::{inquire, proved};
use crate::invariants::Invariants;
use crate::more_errors::failing_allocations;
use crate::program::Program;
use crate::replay::{Replay, ReplayBudget, replay_within};
use crate::whole_program::WholeProgram;
use call_graph::CallGraph;
use heap_rules::fold::Precision;
use interpreter::{FaultKind, Image};
use ir::{FunctionId, Module, Parameter, Scalar};
use pure_logic::Solver;
use symbolic_execution::{Configuration, Context, GaveUp, Options, Path};
use symbolic_heap::Value;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    pub options: Options,
    /// Which kinds of errors count.
    pub counts: fn(FaultKind) -> bool,
    /// Memory that is not freed at the end counts as an error.
    pub check_cleanup: bool,
    pub hunt_steps: u64,
    pub proof_steps: u64,
}

/// What came out.
pub struct Answer {
    pub verdict: Verdict,
    pub effort: Effort,
    /// What the search for a proof knows, if there was one: of every execution if it succeeded.
    pub proof: Option<Knowledge>,
}

/// What the answer cost.
#[derive(Clone, Default, Debug)]
pub struct Effort {
    /// Instructions executed on symbolic states.
    pub steps: u64,
    /// Local heaps for which a function was analysed.
    pub contracts: u64,
    /// What the solver did in each of the searches.
    pub solver: Vec<pure_logic::Statistics>,
    /// What was tried, in this order.
    pub searches: Vec<SearchEffort>,
}

/// What one of the searches was, and what it cost.
#[derive(Clone, Debug)]
pub struct SearchEffort {
    pub what: String,
    pub steps: u64,
    /// How many errors it found that count, possible ones among them.
    pub findings: usize,
    /// At how many places it did not go on.
    pub gave_up: usize,
}

/// What holds at loop heads and at the ends of functions.
pub struct Knowledge {
    pub invariants: Invariants,
    pub contracts: ContractTable,
    /// Knows the terms of these states.
    pub solver: Solver,
}

pub enum Verdict {
    /// No execution has an error of the kinds that count.
    Proved,
    /// An execution with an error was replayed.
    Certain(Box<(Finding, Replay)>),
    /// Errors that may happen, and why the rest stayed open.
    Unknown { possible: Vec<Finding>, gave_up: Vec<GaveUp> },
    /// The program cannot be analysed: it has no `main`, say.
    NotStarted(String),
    /// A proof and a replayed error at the same time: one of them is wrong.
    Contradiction(Box<(Finding, Replay)>),
}

const WAITING: usize = 4_000;
const MAXIMAL_REPLAYS: usize = 20;

/// So many steps each execution of a finding may take at first.
const STEPS_OF_A_SHORT_REPLAY: u64 = 50_000;

/// So many steps all executions of findings may take on whose paths something was approximated.
const STEPS_OF_INEXACT_REPLAYS: u64 = 4_000_000;

const DEPTH: u32 = 60;

/// Analyses the program from its `main`.
pub fn check(module: &Module, request: &Request) -> Answer {
    match WholeProgram::new(module) {
        Ok(whole) => inquire(module, &whole, request),
        Err(why) => {
            let verdict = Verdict::NotStarted(why);
            Answer { verdict, effort: Effort::default(), proof: None }
        }
    }
}

/// What one search brought.
pub(crate) struct Search {
    solver: Solver,
    pub report: Report,
    pub certain: Option<Box<(Finding, Replay)>>,
}

impl Search {
    /// Nothing was found, and nothing was left open.
    pub fn is_proof(&self, request: &Request) -> bool {
        self.counted(request).is_empty() && self.report.is_complete()
    }

    pub fn into_knowledge(mut self) -> (Search, Knowledge) {
        let proof = Knowledge {
            invariants: std::mem::take(&mut self.report.invariants),
            contracts: std::mem::take(&mut self.report.contracts),
            solver: std::mem::take(&mut self.solver),
        };
        (self, proof)
    }

    fn counted(&self, request: &Request) -> Vec<&Finding> {
        let cleanup = self.report.not_freed.iter().filter(|_| request.check_cleanup);
        self.report.findings.iter().chain(cleanup).collect()
    }

    pub fn unknown(self, request: &Request) -> Verdict {
        let possible = self.counted(request).into_iter().cloned().collect();
        Verdict::Unknown { possible, gave_up: self.report.gave_up.into_iter().collect() }
    }

    pub fn certain_or_closed(self, image: &Image<'_>, request: &Request) -> Option<Verdict> {
        let is_closed = self.is_proof(request);
        match self.certain {
            Some(certain) if is_closed => Some(Verdict::Contradiction(certain)),
            Some(certain) => Some(Verdict::Certain(certain)),
            None => is_closed.then(|| proved(image, request)),
        }
    }
}

impl Limits {
    /// The usual limits, for so many steps.
    pub(crate) fn of(steps: u64) -> Limits {
        Limits {
            steps,
            depth: DEPTH,
            waiting: WAITING,
            side_by_side: SideBySide::MANY,
            findings: 200,
            missing: 0,
            gave_up: usize::MAX,
            sums_up: false,
            stops_at_trees: false,
        }
    }
}

/// One exploration from the start of the program.
pub(crate) fn explore<'m>(
    whole: &'m WholeProgram<'_>,
    request: &Request,
    mode: Mode,
    limits: Limits,
) -> (Context<'m>, Report) {
    let mut options = request.options;
    options.split_on_offsets = mode == Mode::Hunt;
    options.allocates_optional_blocks = mode == Mode::Prove(Precision::Optional);
    let mut context = Context::new(&whole.module, options);
    context.tell_origins();
    let configuration = start(&mut context, &whole.module, whole.root);
    let mut program = Program::new(&whole.module);
    let report = Explorer::new(&mut context, &mut program, mode, limits, request.counts)
        .run(whole.root, configuration);
    (context, report)
}

pub(crate) fn search(
    image: &Image<'_>,
    whole: &WholeProgram<'_>,
    request: &Request,
    mode: Mode,
    limits: Limits,
    effort: &mut Effort,
) -> Search {
    let (mut context, report) = explore(whole, request, mode, limits);
    effort.steps += report.steps;
    effort.contracts += report.contracts.len().saturating_sub(1) as u64;
    let mut search = Search { solver: Default::default(), report, certain: None };
    // What needs no failing allocation comes first, then exact paths; but any path may be executable, and the execution decides.
    let mut candidates: Vec<Finding> = search.counted(request).into_iter().cloned().collect();
    let terms = &context.solver.terms;
    candidates.sort_by_key(|finding| (failing_allocations(terms, finding) > 0, !finding.is_exact()));
    candidates.truncate(MAXIMAL_REPLAYS);
    search.certain = first_executable(&mut context.solver, image, request, candidates).map(Box::new);
    effort.solver.push(context.solver.statistics);
    effort.searches.push(SearchEffort {
        what: mode.describe(limits.side_by_side),
        steps: search.report.steps,
        findings: search.counted(request).len(),
        gave_up: search.report.gave_up.len(),
    });
    search.solver = context.solver;
    search
}

/// The first finding whose execution ends in the error. All are tried with few steps before any of them gets many: a path on
/// which something was approximated may well lead into an endless loop.
fn first_executable(
    solver: &mut Solver,
    image: &Image<'_>,
    request: &Request,
    candidates: Vec<Finding>,
) -> Option<(Finding, Replay)> {
    let mut left = ReplayBudget { steps_of_a_run: STEPS_OF_A_SHORT_REPLAY, ..ReplayBudget::LONG };
    let mut unfinished = Vec::new();
    for finding in candidates {
        left.ran_out = false;
        if let Some(replay) = replay_within(solver, image, &finding, &request.options, &mut left) {
            return Some((finding, replay));
        }
        if left.ran_out {
            unfinished.push(finding);
        }
    }
    let mut left = ReplayBudget { steps: STEPS_OF_INEXACT_REPLAYS, ..ReplayBudget::LONG };
    unfinished.into_iter().find_map(|finding| {
        let mut alone = ReplayBudget::LONG;
        let budget = if finding.is_exact() { &mut alone } else { &mut left };
        let replay = replay_within(solver, image, &finding, &request.options, budget)?;
        Some((finding, replay))
    })
}

/// The state at the beginning of the program. The arguments of `main`, if it has any, are not known.
fn start(context: &mut Context<'_>, module: &Module, root: FunctionId) -> Configuration {
    let graph = CallGraph::new(module);
    let footprint = footprint(module, &graph, root);
    let mut state = context.initial_state(&footprint.globals, &footprint.functions);
    let mut path = Path::default();
    let function = &module.functions[root];
    let body = function.body.as_ref().expect("the program begins with a body");
    state.registers = vec![None; body.registers.len()];
    let signature = &module.signatures[function.signature];
    let is_usual = match signature.parameters[..] {
        [Parameter::Scalar(count), Parameter::Scalar(addresses), ..] => {
            count == Scalar::I32 && addresses == context.pointer_scalar()
        }
        _ => false,
    };
    let mut registers = body.parameters.iter();
    if let (true, Some(count), Some(addresses)) = (is_usual, registers.next(), registers.next()) {
        let (number, address) = context.place_arguments(&mut state, &mut path);
        state.registers[count.index()] = Some(Value::defined(number));
        state.registers[addresses.index()] = Some(Value::defined(address));
    }
    for (&register, parameter) in body.parameters.iter().zip(&signature.parameters) {
        if let (Parameter::Scalar(scalar), None) = (parameter, state.registers[register.index()]) {
            path.approximate("the arguments of main");
            let term = context.unknown_word(&mut state, *scalar, "argument");
            state.registers[register.index()] = Some(Value::defined(term));
        }
    }
    Configuration { state, path }
}
