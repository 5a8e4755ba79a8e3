//! One search for an answer: an exploration from the start of the program, and executions of what it found.

use crate::explorer::{Explorer, Limits, Mode, Paused, Report};
use crate::finding::Finding;
use crate::footprint::footprint;
use crate::inquiry::proved;
use crate::invariants::Invariants;
use crate::limits::{
    LONG_REPLAYS, REPLAYS_AT_ONCE, REPLAYS_OF_A_SEARCH, STEPS_OF_A_SHORT_REPLAY, STEPS_OF_INEXACT_REPLAYS,
};
use crate::more_errors::failing_allocations;
use crate::program::Program;
use crate::replay::{Replay, ReplayBudget, replay_within};
use crate::verdict::{Effort, Knowledge, Request, SearchEffort, Verdict};
use crate::whole_program::WholeProgram;
use call_graph::CallGraph;
use heap_rules::fold::Precision;
use interpreter::Image;
use ir::{FunctionId, Module, Parameter, Scalar};
use pure_logic::Solver;
use symbolic_execution::{Configuration, Context, GaveUp, Path};
use symbolic_heap::Value;

/// A search that has begun. It can be asked again for an answer, with more steps.
pub(crate) struct Search<'m> {
    context: Context<'m>,
    program: Program<'m>,
    mode: Mode,
    progress: Paused,
    /// An error that was executed.
    pub certain: Option<Box<(Finding, Replay)>>,
}

impl<'m> Search<'m> {
    pub fn begin(whole: &'m WholeProgram<'_>, request: &Request, mode: Mode) -> Search<'m> {
        let mut options = request.options;
        options.split_on_offsets = mode == Mode::Hunt;
        options.allocates_optional_blocks = mode == Mode::Prove(Precision::Optional);
        let mut context = Context::new(&whole.module, options);
        context.tell_origins();
        let configuration = start(&mut context, &whole.module, whole.root);
        let mut program = Program::new(&whole.module);
        let mut explorer = Explorer::new(&mut context, &mut program, mode, Limits::of(0), request.counts);
        explorer.start(whole.root, configuration);
        let progress = explorer.pause();
        Search { context, program, mode, progress, certain: None }
    }

    /// Goes on until there is an answer or the limits are reached.
    pub fn go_on(&mut self, image: &Image<'_>, request: &Request, limits: Limits, effort: &mut Effort) {
        let (steps, contracts) = (self.progress.report.steps, self.progress.contracts.len());
        let (is_new, known) = (steps == 0, self.counted(request).len());
        self.context.solver.statistics = Default::default();
        self.explore(image, request, limits);
        let more = self.progress.report.steps - steps;
        effort.steps += more;
        effort.contracts += (self.progress.contracts.len() - contracts) as u64;
        // What was known before was executed before.
        if self.certain.is_none() && self.counted(request).len() > known {
            self.certain = self.execute_findings(image, request);
        }
        effort.solver.push(self.context.solver.statistics);
        if more == 0 && !is_new {
            return;
        }
        let what = self.mode.describe(limits.side_by_side);
        effort.searches.push(SearchEffort {
            what: if is_new { what } else { format!("{what}, going on") },
            steps: more,
            findings: self.counted(request).len(),
            gave_up: self.progress.report.gave_up.len(),
        });
    }

    /// Explores; what is found on a path as it is, without a failing allocation, comes first among all candidates, so it is
    /// executed at once.
    fn explore(&mut self, image: &Image<'_>, request: &Request, limits: Limits) {
        let mut replays = REPLAYS_AT_ONCE;
        loop {
            let known = self.progress.report.findings.len();
            let limits = Limits { pauses_at_findings: replays > 0, ..limits };
            let (context, program) = (&mut self.context, &mut self.program);
            let mut explorer = Explorer::new(context, program, self.mode, limits, request.counts)
                .going_on_from(std::mem::take(&mut self.progress));
            let goes_on = explorer.explore();
            self.progress = explorer.pause();
            if !goes_on {
                return;
            }
            let terms = &self.context.solver.terms;
            let is_first =
                |finding: &&Finding| finding.is_exact() && failing_allocations(terms, finding) == 0;
            let news = &self.progress.report.findings[known..];
            let promising: Vec<Finding> = news.iter().filter(is_first).take(replays).cloned().collect();
            replays -= promising.len();
            let solver = &mut self.context.solver;
            self.certain = first_executable_briefly(solver, image, request, promising).0.map(Box::new);
            if self.certain.is_some() {
                return;
            }
        }
    }

    /// What needs no failing allocation comes first, then exact paths; but any path may be executable, and the execution decides.
    fn execute_findings(&mut self, image: &Image<'_>, request: &Request) -> Option<Box<(Finding, Replay)>> {
        let mut candidates: Vec<Finding> = self.counted(request).into_iter().cloned().collect();
        let terms = &self.context.solver.terms;
        candidates.sort_by_key(|finding| (failing_allocations(terms, finding) > 0, !finding.is_exact()));
        candidates.truncate(REPLAYS_OF_A_SEARCH);
        first_executable(&mut self.context.solver, image, request, candidates).map(Box::new)
    }

    pub fn report(&self) -> &Report {
        &self.progress.report
    }

    pub fn invariants(&self) -> &Invariants {
        &self.progress.invariants
    }

    pub fn solver(&self) -> &Solver {
        &self.context.solver
    }

    /// Nothing was found, and nothing was left open.
    pub fn is_proof(&self, request: &Request) -> bool {
        self.counted(request).is_empty() && self.report().is_complete()
    }

    fn counted(&self, request: &Request) -> Vec<&Finding> {
        let report = self.report();
        let cleanup = report.not_freed.iter().filter(|_| request.check_cleanup);
        report.findings.iter().chain(cleanup).collect()
    }

    /// What stayed open, as far as it came.
    pub fn left_open(&self, request: &Request) -> LeftOpen {
        let report = self.report();
        LeftOpen {
            possible: self.counted(request).into_iter().cloned().collect(),
            gave_up: report.gave_up.iter().cloned().collect(),
            joined_early: report.joined_early,
        }
    }

    pub fn certain_or_closed(self, image: &Image<'_>, request: &Request) -> Option<Verdict> {
        let is_closed = self.is_proof(request);
        match self.certain {
            Some(certain) if is_closed => Some(Verdict::Contradiction(certain)),
            Some(certain) => Some(Verdict::Certain(certain)),
            None => is_closed.then(|| proved(image, request)),
        }
    }

    pub fn into_knowledge(self) -> Knowledge {
        let Paused { invariants, contracts, .. } = self.progress;
        Knowledge { invariants, contracts, solver: self.context.solver }
    }
}

/// What a search that is no proof left open.
pub(crate) struct LeftOpen {
    /// Errors that may happen.
    possible: Vec<Finding>,
    gave_up: Vec<GaveUp>,
    /// Executions were joined that a closer look would have kept apart.
    pub joined_early: bool,
}

impl LeftOpen {
    /// Every execution was covered.
    pub fn is_complete(&self) -> bool {
        self.gave_up.is_empty()
    }

    pub fn has_errors(&self) -> bool {
        !self.possible.is_empty()
    }

    pub fn into_verdict(self) -> Verdict {
        Verdict::Unknown { possible: self.possible, gave_up: self.gave_up }
    }
}

/// One exploration from the start of the program.
pub(crate) fn explore<'m>(
    whole: &'m WholeProgram<'_>,
    request: &Request,
    mode: Mode,
    limits: Limits,
) -> (Context<'m>, Report) {
    let Search { mut context, mut program, progress, .. } = Search::begin(whole, request, mode);
    let mut explorer =
        Explorer::new(&mut context, &mut program, mode, limits, request.counts).going_on_from(progress);
    explorer.explore();
    let report = explorer.pause().into_report();
    (context, report)
}

/// The first finding whose execution ends in the error. All are tried with few steps before any of them gets many: a path on
/// which something was approximated may well lead into an endless loop.
fn first_executable(
    solver: &mut Solver,
    image: &Image<'_>,
    request: &Request,
    candidates: Vec<Finding>,
) -> Option<(Finding, Replay)> {
    let (found, unfinished) = first_executable_briefly(solver, image, request, candidates);
    if found.is_some() {
        return found;
    }
    let mut left = ReplayBudget { steps: STEPS_OF_INEXACT_REPLAYS, ..LONG_REPLAYS };
    unfinished.into_iter().find_map(|finding| {
        let mut alone = LONG_REPLAYS;
        let budget = if finding.is_exact() { &mut alone } else { &mut left };
        let replay = replay_within(solver, image, &finding, &request.options, budget)?;
        Some((finding, replay))
    })
}

/// As above, with few steps; also returns the findings whose executions were cut off.
fn first_executable_briefly(
    solver: &mut Solver,
    image: &Image<'_>,
    request: &Request,
    candidates: Vec<Finding>,
) -> (Option<(Finding, Replay)>, Vec<Finding>) {
    let mut left = ReplayBudget { steps_of_a_run: STEPS_OF_A_SHORT_REPLAY, ..LONG_REPLAYS };
    let mut unfinished = Vec::new();
    for finding in candidates {
        left.ran_out = false;
        if let Some(replay) = replay_within(solver, image, &finding, &request.options, &mut left) {
            return (Some((finding, replay)), unfinished);
        }
        if left.ran_out {
            unfinished.push(finding);
        }
    }
    (None, unfinished)
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
    let third = body.parameters.get(2).filter(|_| {
        is_usual && signature.parameters.get(2) == Some(&Parameter::Scalar(context.pointer_scalar()))
    });
    let environment = context.place_environment(&mut state, &footprint.globals, third.is_some());
    if let (Some(register), Some(address)) = (third, environment) {
        state.registers[register.index()] = Some(Value::defined(address));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorer::SideBySide;
    use interpreter::FaultKind;

    const LISTS: &str = "
        extern int __VERIFIER_nondet_int(void);
        extern void *malloc(unsigned long);
        extern void free(void *);
        struct node { struct node *next; int value; };
        static struct node *build(void) {
            struct node *list = 0;
            while (__VERIFIER_nondet_int()) {
                struct node *node = malloc(sizeof *node);
                if (!node) break;
                node->next = list; node->value = 1; list = node;
            }
            return list;
        }
        int main(void) {
            struct node *one = build(), *other = build();
            while (one) { struct node *next = one->next; free(one); one = next; }
            while (other) { struct node *next = other->next; free(other); other = next; }
            return 0;
        }";

    fn request() -> Request {
        let options = symbolic_execution::Options {
            allocation_may_fail: true,
            check_overflow: false,
            check_uninitialised: true,
            volatile_may_change: true,
            allocates_optional_blocks: false,
            keeps_derivation: false,
            check_shifts: false,
            split_on_offsets: false,
            broken_rule: None,
            stop: Default::default(),
        };
        let counts = |kind: FaultKind| kind != FaultKind::SignedOverflow;
        Request { options, counts, check_cleanup: false, hunt_steps: 0, proof_steps: 0 }
    }

    /// How many steps a proof takes that gets so many more of them each time, and at how many loop heads it arrives.
    fn proof_in_parts_of(module: &Module, steps: u64) -> (u64, usize) {
        let whole = WholeProgram::new(module).expect("there is a `main`");
        let (image, request, mut effort) = (Image::new(module), request(), Effort::default());
        let mut search = Search::begin(&whole, &request, Mode::Prove(Precision::Shapes));
        for part in 1..10_000 {
            let limits = Limits { side_by_side: SideBySide::USUAL, ..Limits::of(part * steps) };
            search.go_on(&image, &request, limits, &mut effort);
            if search.is_proof(&request) {
                assert_eq!(effort.steps, search.report().steps, "every step is counted once");
                return (effort.steps, search.invariants().loop_heads().len());
            }
            assert!(search.report().may_go_on(), "{:?}", search.report().gave_up);
        }
        panic!("no proof");
    }

    fn module_of(text: &str) -> Module {
        let parsed = c_syntax::parse(text.as_bytes(), 1);
        let checked = c_types::check(parsed.unit, source::DataModel::Lp64);
        ir_lowering::lower(&checked.program)
    }

    /// A search that has come to something without a model takes no more steps than it has for that, and says why.
    #[test]
    fn a_search_without_a_model_ends_early() {
        let text = LISTS.replacen(
            "int main(void) {",
            "extern void without_a_model(void);
             int main(void) { if (__VERIFIER_nondet_int()) without_a_model();",
            1,
        );
        let steps_of = |text: &str, steps_without_a_model: u64| {
            let module = module_of(text);
            let whole = WholeProgram::new(&module).expect("there is a `main`");
            let (image, request, mut effort) = (Image::new(&module), request(), Effort::default());
            let mut search = Search::begin(&whole, &request, Mode::Prove(Precision::Shapes));
            let limits =
                Limits { side_by_side: SideBySide::USUAL, steps_without_a_model, ..Limits::of(1_000_000) };
            search.go_on(&image, &request, limits, &mut effort);
            (search.report().steps, search.report().lacks_a_model, search.report().is_cut_off())
        };
        let (all, lacks_a_model, is_cut_off) = steps_of(&text, 1_000_000);
        assert!(lacks_a_model && !is_cut_off, "the whole search takes {all} steps");
        let few = all / 4;
        let (steps, lacks_a_model, is_cut_off) = steps_of(&text, few);
        assert!(lacks_a_model && is_cut_off);
        assert!((few..2 * few).contains(&steps), "{steps} of {all} steps");
        let (_, lacks_a_model, is_cut_off) = steps_of(LISTS, 1);
        assert!(!lacks_a_model && !is_cut_off, "the limit concerns only programs that lack a model");
    }

    /// A search that is interrupted after any number of steps comes to the same end in the same way.
    #[test]
    fn a_search_in_parts_is_the_same_as_one_at_once() {
        let module = module_of(LISTS);
        let at_once = proof_in_parts_of(&module, 1_000_000);
        for steps in [1, 3, 50, 777] {
            assert_eq!(proof_in_parts_of(&module, steps), at_once, "in parts of {steps}");
        }
    }
}
