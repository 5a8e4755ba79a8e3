//! The whole analysis of a closed program: hunt, prove, hunt again, and say what came out.

use crate::contracts::ContractTable;
use crate::explorer::{Explorer, Limits, Mode, Report, SideBySide};
use crate::finding::Finding;
use crate::footprint::footprint;
use crate::guided_runs;
use crate::invariants::Invariants;
use crate::more_errors::failing_allocations;
use crate::program::Program;
use crate::random_runs::{Attempt, Runs, stumble};
use crate::replay::{Replay, replay};
use crate::whole_program::WholeProgram;
use call_graph::CallGraph;
use heap_rules::fold::Precision;
use heap_rules::trees::TreeKinds;
use interpreter::FaultKind;
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

/// A proof may take more steps, the larger the program is.
const STEPS_PER_INSTRUCTION: u64 = 240;

/// How much longer the last search for errors is than the one before the proof.
const DEEP_HUNT: u64 = 5;
const DEPTH: u32 = 60;
const AFTER_A_PROOF: Runs = Runs { count: 24, steps: 20_000 };
const GUIDED: guided_runs::Effort =
    guided_runs::Effort { runs: 20_000, steps: 8_000_000, steps_of_a_run: 20_000 };
const THROUGH_LARGE_ARRAYS: Runs = Runs { count: 2, steps: 6_000_000 };
const WITHOUT_A_PROOF: Runs = Runs { count: 150, steps: 300_000 };

/// Analyses the program from its `main`.
pub fn check(module: &Module, request: &Request) -> Answer {
    let whole = match WholeProgram::new(module) {
        Ok(whole) => whole,
        Err(why) => {
            let verdict = Verdict::NotStarted(why);
            return Answer { verdict, effort: Effort::default(), proof: None };
        }
    };
    let proof_steps = request.proof_steps.saturating_add(STEPS_PER_INSTRUCTION * size(module));
    let mut effort = Effort::default();
    let first = search(module, &whole, request, Mode::Hunt, Limits::of(request.hunt_steps / 10), &mut effort);
    let trees = first.report.trees;
    if let Some(verdict) = first.certain_or_closed(module, request) {
        return Answer { verdict, effort, proof: None };
    }
    let shapes = |trees: TreeKinds| match trees.is_empty() {
        true => Mode::Prove(Precision::Shapes),
        false => Mode::Prove(Precision::Trees(trees)),
    };
    let limits = |side_by_side| Limits { side_by_side, ..Limits::of(proof_steps) };
    let usual = limits(SideBySide::USUAL);
    let mut mode = shapes(trees);
    // Where there are trees, joins before it is necessary lose what tells their parts apart, and take long.
    let with_trees = limits(SideBySide::MANY);
    let first_limits = if trees.is_empty() { Limits { stops_at_trees: true, ..usual } } else { with_trees };
    let first_proof = search(module, &whole, request, mode, first_limits, &mut effort);
    let (mut search_for_proof, mut proof) = first_proof.into_knowledge();
    if search_for_proof.is_open(request) && trees.is_empty() && !search_for_proof.report.trees.is_empty() {
        mode = shapes(search_for_proof.report.trees);
        (search_for_proof, proof) =
            search(module, &whole, request, mode, with_trees, &mut effort).into_knowledge();
    }
    let is_cut_off = search_for_proof.report.is_cut_off();
    if search_for_proof.is_open(request) && !is_cut_off && search_for_proof.report.joined_early {
        // The states of one search are kept at a time: they take most of the memory.
        drop(proof);
        (search_for_proof, proof) =
            search(module, &whole, request, mode, limits(SideBySide::MANY), &mut effort).into_knowledge();
    }
    if search_for_proof.is_proof(request) {
        return Answer { verdict: proved(module, request), effort, proof: Some(proof) };
    }
    if let Some(certain) = search_for_proof.certain {
        return Answer { verdict: Verdict::Certain(certain), effort, proof: Some(proof) };
    }
    // What arrays hold is asked only where there are any, and where it matters.
    if proof.invariants.have_arrays(&proof.solver) {
        // Loops over large arrays have to end before what comes behind them is executed.
        if let Some(found) = run_at_random(module, request, THROUGH_LARGE_ARRAYS) {
            return Answer { verdict: Verdict::Certain(Box::new(found)), effort, proof: Some(proof) };
        }
        let mode = Mode::Prove(Precision::Words);
        let words = search(module, &whole, request, mode, usual, &mut effort);
        let (words, knowledge) = words.into_knowledge();
        if words.report.is_complete() && words.counted(request).is_empty() {
            return Answer { verdict: proved(module, request), effort, proof: Some(knowledge) };
        }
        if let Some(certain) = words.certain {
            return Answer { verdict: Verdict::Certain(certain), effort, proof: Some(knowledge) };
        }
    }
    let steps = WITHOUT_A_PROOF.steps.min(proof_steps.saturating_mul(5));
    if let Some(found) = run_at_random(module, request, Runs { steps, ..WITHOUT_A_PROOF }) {
        return Answer { verdict: Verdict::Certain(Box::new(found)), effort, proof: Some(proof) };
    }
    if let Some(found) = run_guided(module, request) {
        return Answer { verdict: Verdict::Certain(Box::new(found)), effort, proof: Some(proof) };
    }
    let second = search(module, &whole, request, Mode::Hunt, Limits::of(request.hunt_steps), &mut effort);
    if let Some(verdict) = second.certain_or_closed(module, request) {
        // What proves the program then is the hunt; the search for a proof does not know everything.
        let proof = (!matches!(verdict, Verdict::Proved)).then_some(proof);
        return Answer { verdict, effort, proof };
    }
    // What branches may be lists of lists all the same.
    let had_trees = search_for_proof.had_trees;
    let closer_looks = [Precision::Shapes, Precision::Kinds, Precision::Parts];
    let mut open = search_for_proof;
    let mut proof = Some(proof);
    let closer_looks = closer_looks.into_iter().skip(usize::from(!had_trees));
    let closer_looks = closer_looks.map(|precision| (precision, SideBySide::MANY));
    // Where there were too many executions, fewer of them.
    let coarser = is_cut_off.then_some((Precision::Shapes, SideBySide::FEW));
    for (precision, side_by_side) in closer_looks.chain(coarser) {
        // As above.
        drop(proof.take());
        let mode = Mode::Prove(precision);
        let closer = search(module, &whole, request, mode, limits(side_by_side), &mut effort);
        let (closer, knowledge) = closer.into_knowledge();
        proof = Some(knowledge);
        let is_complete = closer.report.is_complete();
        if is_complete && closer.counted(request).is_empty() {
            return Answer { verdict: proved(module, request), effort, proof };
        }
        if let Some(certain) = closer.certain {
            return Answer { verdict: Verdict::Certain(certain), effort, proof };
        }
        // What a closer look leaves open counts, unless it did not come to an end.
        let is_closer = side_by_side == SideBySide::MANY;
        if is_closer && (is_complete || !open.report.is_complete()) {
            open = closer;
        }
    }
    // Programs with few states, each of which must be looked at.
    let every_state =
        search(module, &whole, request, Mode::Enumerate, Limits::of(request.hunt_steps), &mut effort);
    if every_state.report.is_complete() && every_state.counted(request).is_empty() {
        return Answer {
            verdict: proved(module, request),
            effort,
            proof: Some(every_state.into_knowledge().1),
        };
    }
    // Errors that only long executions have.
    let steps = request.hunt_steps.saturating_mul(DEEP_HUNT);
    let third = search(module, &whole, request, Mode::Hunt, Limits::of(steps), &mut effort);
    if let Some(verdict) = third.certain_or_closed(module, request) {
        let proof = proof.filter(|_| !matches!(verdict, Verdict::Proved));
        return Answer { verdict, effort, proof };
    }
    Answer { verdict: open.unknown(request), effort, proof }
}

/// How many instructions a program has.
fn size(module: &Module) -> u64 {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    bodies.flat_map(|body| body.blocks.iter()).map(|(_, block)| block.instructions.len() as u64 + 1).sum()
}

/// A proof that an execution contradicts is no proof.
fn proved(module: &Module, request: &Request) -> Verdict {
    match run_at_random(module, request, AFTER_A_PROOF) {
        Some(found) => Verdict::Contradiction(Box::new(found)),
        None => Verdict::Proved,
    }
}

fn run_at_random(module: &Module, request: &Request, runs: Runs) -> Option<(Finding, Replay)> {
    stumble(module, &|kind| counts_in_executions(request, kind), request.options.allocation_may_fail, runs)
}

fn run_guided(module: &Module, request: &Request) -> Option<(Finding, Replay)> {
    let counts = |kind| counts_in_executions(request, kind);
    let attempt = Attempt::new(&counts, request.options.allocation_may_fail);
    guided_runs::search(module, &attempt, GUIDED)
}

fn counts_in_executions(request: &Request, kind: FaultKind) -> bool {
    // Uninitialised values count where they decide a branch only on request; an execution that goes on
    // with such a value as an address runs into the error itself.
    match kind {
        FaultKind::UninitialisedUse => request.options.check_uninitialised,
        FaultKind::NotFreedAtExit => request.check_cleanup,
        kind => (request.counts)(kind),
    }
}

/// What one search brought.
struct Search {
    solver: Solver,
    report: Report,
    certain: Option<Box<(Finding, Replay)>>,
    /// It was a proof that folds trees.
    had_trees: bool,
}

impl Search {
    /// Nothing was found, and nothing was left open.
    fn is_proof(&self, request: &Request) -> bool {
        self.counted(request).is_empty() && self.report.is_complete()
    }

    fn into_knowledge(mut self) -> (Search, Knowledge) {
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

    /// Neither a proof nor an error that was executed.
    fn is_open(&self, request: &Request) -> bool {
        !self.is_proof(request) && self.certain.is_none()
    }

    fn unknown(self, request: &Request) -> Verdict {
        let possible = self.counted(request).into_iter().cloned().collect();
        Verdict::Unknown { possible, gave_up: self.report.gave_up.into_iter().collect() }
    }

    fn certain_or_closed(self, module: &Module, request: &Request) -> Option<Verdict> {
        let is_closed = self.is_proof(request);
        match self.certain {
            Some(certain) if is_closed => Some(Verdict::Contradiction(certain)),
            Some(certain) => Some(Verdict::Certain(certain)),
            None => is_closed.then(|| proved(module, request)),
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
    let mut context = Context::new(&whole.module, options);
    let configuration = start(&mut context, &whole.module, whole.root);
    let mut program = Program::new(&whole.module);
    let report = Explorer::new(&mut context, &mut program, mode, limits, request.counts)
        .run(whole.root, configuration);
    (context, report)
}

fn search(
    module: &Module,
    whole: &WholeProgram<'_>,
    request: &Request,
    mode: Mode,
    limits: Limits,
    effort: &mut Effort,
) -> Search {
    let (mut context, report) = explore(whole, request, mode, limits);
    effort.steps += report.steps;
    effort.contracts += report.contracts.len().saturating_sub(1) as u64;
    let had_trees = matches!(mode, Mode::Prove(Precision::Trees(_)));
    let mut search = Search { solver: Default::default(), report, certain: None, had_trees };
    // What needs no failing allocation comes first, then exact paths; but any path may be executable, and the execution decides.
    let mut candidates: Vec<Finding> = search.counted(request).into_iter().cloned().collect();
    let terms = &context.solver.terms;
    candidates.sort_by_key(|finding| (failing_allocations(terms, finding) > 0, !finding.is_exact()));
    for finding in candidates.into_iter().take(MAXIMAL_REPLAYS) {
        if let Some(replay) = replay(&mut context.solver, module, &finding, &request.options) {
            search.certain = Some(Box::new((finding, replay)));
            break;
        }
    }
    effort.solver.push(context.solver.statistics);
    search.solver = context.solver;
    search
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
