//! Open code: functions whose callers are not known, and the contracts they have.
//!
//! Two rounds, as in low-level bi-abduction. The first ([`infer`]) guesses preconditions from what
//! executions of the function miss, and generalises rows of nodes to lists ([`generalise`]). The second ([`confirmation`])
//! explores the function from such a precondition as any proof does: it has no means to add memory to
//! it, so what it confirms holds however the precondition was found.

pub mod caller;
pub mod completeness;
mod confirmation;
mod covers;
mod effort;
pub mod entry;
pub mod execute;
mod generalise;
pub mod hints;
pub(crate) mod infer;
pub mod known;
mod leading_back;
mod likely;
pub mod reallocations;
pub mod seen;
pub mod simulation;
pub mod tails;
mod ways;

use crate::contracts::{Ending, Exit};
use crate::finding::Finding;
use crate::footprint::footprint;
use crate::function_info::FunctionInfo;
use crate::limits::{MEMORIES_TO_SHOW, PRECONDITIONS_WITH_LOOPS, PRECONDITIONS_WITHOUT_LOOPS};
use crate::more_errors;
use crate::program::Program;
use crate::verdict::Request;
use call_graph::CallGraph;
use completeness::callers::{self, Attempts, Exception};
use confirmation::{Confirmation, divisor};
use covers::covers;
use entry::Entry;
use execute::Shown;
use heap_rules::apply::Touched;
pub use infer::Rules;
use infer::{Bounds, Inference, Search};
use interpreter::{FaultKind, Image};
use ir::{FunctionId, Module};
use known::KnownContracts;
use source::Span;
use std::collections::BTreeSet;
use symbolic_execution::{Context, GaveUp, Reason};
use symbolic_heap::State;

/// What was found out about one function.
pub struct OpenFunction<'m> {
    pub function: FunctionId,
    /// Knows the terms of the contracts.
    pub context: Context<'m>,
    /// Each of them was confirmed.
    pub contracts: Vec<OpenContract>,
    /// Preconditions that were guessed and not confirmed.
    pub unconfirmed: Vec<Entry>,
    /// Errors whatever the caller does.
    pub certain: Vec<CertainError>,
    /// Errors for callers that satisfy a condition.
    pub conditional: Vec<(Entry, Finding)>,
    /// Those of them whose condition any caller may satisfy.
    pub likely: Vec<(Entry, Finding)>,
    pub gave_up: Vec<GaveUp>,
    /// There are more cases than were looked at.
    pub is_cut_short: bool,
    pub steps: u64,
    pub rules: Rules,
}

/// An error for every caller that provides some memory, and an execution that makes it.
pub struct CertainError {
    pub entry: Entry,
    pub finding: Finding,
    pub shown: Shown,
    /// Callers that do not get to it.
    pub exceptions: BTreeSet<Exception>,
}

/// Called in a state that the entry describes, the function makes no error, and ends in one of the
/// exits.
pub struct OpenContract {
    pub entry: Entry,
    /// The entry as the exits see it: its held values are the exits' held values before the call.
    pub start: State,
    pub exits: Vec<Exit>,
    /// Where functions of the caller are called. The contract holds if they leave its memory as it is.
    pub callbacks: BTreeSet<Span>,
    /// Functions without a body that are called. The contract holds if they free nothing and change no other memory.
    pub assumed: BTreeSet<String>,
    /// What these held values lead to, such a function may keep.
    pub kept: BTreeSet<usize>,
    /// No exit describes more than executions leave behind.
    pub is_exact: bool,
    /// Nor would they, if functions without a body do what is assumed of them.
    pub is_precise: bool,
    /// Which bytes of the caller's memory may be changed.
    pub touched: Touched,
    /// Which of the exits is taken is not a matter of the function alone.
    pub is_decided_by_caller: bool,
}

/// Analyses a function of a module for all callers.
pub fn analyse<'m>(module: &'m Module, function: FunctionId, request: &Request) -> OpenFunction<'m> {
    analyse_with(module, function, request, &KnownContracts::default())
}

/// As [`analyse`], with the contracts of other functions of the module that were asked the same.
pub fn analyse_with<'m>(
    module: &'m Module,
    function: FunctionId,
    request: &Request,
    known: &KnownContracts,
) -> OpenFunction<'m> {
    let mut context = effort::context(module, request.options);
    let mut program = Program::with_contracts(module, known.clone());
    let footprint = footprint(module, program.graph(), function);
    let Some(state) = context.initial_state_in_time(&footprint.globals, &footprint.functions) else {
        return not_begun(context, function);
    };
    let has_loop = has_loop(module, program.graph(), function);
    let loops = loops_itself(module, program.graph(), function);
    let first = Entry::new(&mut context, function, state, has_loop);
    let divisor = divisor(module, program.graph(), function);
    let bounds = if has_loop { PRECONDITIONS_WITH_LOOPS } else { PRECONDITIONS_WITHOUT_LOOPS };
    let bounds = Bounds { steps: bounds.steps / divisor, ..bounds };
    let mut round = Confirmation::new(&mut context, &mut program, function, request, (has_loop, divisor));
    // Loops of callees are behind their contracts.
    let is_enough = loops && round.is_enough(&first);
    let mut search = match is_enough {
        true => Search::over(function, request.counts, bounds),
        false => Search::new(function, request.counts, bounds, first),
    };
    // Equal addresses make circles, on which executions may go on for ever: what is known without them, and of lists that end
    // in a circle, need not be found out again.
    search.run(round.context, round.program, 0, &mut |_, _| false);
    round.tell(&std::mem::take(&mut search.result.candidates));
    let is_promising = !has_loop && round.is_promising();
    search.add_effort(is_promising);
    round.add_effort(is_promising);
    let settled = round.settled();
    // Nodes of trees that are reached on two ways are many cases, and seldom meant.
    let aliases = if settled.iter().any(|entry| entry.state.heap.has_instances()) { 0 } else { usize::MAX };
    search.run(round.context, round.program, aliases, &mut |context, entry| {
        settled.iter().any(|general| covers(context, general, entry))
    });
    round.tell(&std::mem::take(&mut search.result.candidates));
    let (has_lists, leaves_out_candidates) = (round.has_lists, round.leaves_out_candidates);
    let searched = search.result.steps;
    let mut inference = search.result;
    let (contracts, unconfirmed, steps) = round.finish();
    let rules =
        Rules { confirmed: contracts.len() as u64, refused: unconfirmed.len() as u64, ..inference.rules };
    let Judged { certain, refuted: mut conditional, kept_by_links } =
        certain_errors(&mut context, function, &contracts, &mut inference);
    conditional.extend(inference.conditional);
    let likely: Vec<(Entry, Finding)> = conditional
        .iter()
        .filter(|(entry, finding)| likely::is_likely(&mut context, function, &contracts, entry, finding))
        .cloned()
        .collect();
    conditional.extend(kept_by_links);
    OpenFunction {
        function,
        contracts,
        unconfirmed,
        likely: one_for_each_call(without_repetition(likely))
            .into_iter()
            .filter(|(_, likely)| !certain.iter().any(|error| is_same_error(&error.finding, likely)))
            .collect(),
        conditional: without_repetition(conditional)
            .into_iter()
            .filter(|(_, conditional)| {
                !certain.iter().any(|error| is_same_error(&error.finding, conditional))
            })
            .collect(),
        certain,
        // That single lengths of a list or an array take too long does not matter beside all lengths.
        gave_up: inference
            .gave_up
            .into_iter()
            .filter(|open| !has_lists || open.reason != Reason::StepsUsedUp)
            .collect(),
        is_cut_short: leaves_out_candidates
            || inference.leaves_out_aliases
            || aliases == 0
            || (inference.leaves_out_blocks && !has_lists),
        context,
        steps: searched + steps,
        rules,
    }
}

/// Nothing is known of a function for which there was no time.
fn not_begun(context: Context<'_>, function: FunctionId) -> OpenFunction<'_> {
    OpenFunction {
        context,
        function,
        contracts: Vec::new(),
        unconfirmed: Vec::new(),
        certain: Vec::new(),
        conditional: Vec::new(),
        likely: Vec::new(),
        gave_up: Vec::new(),
        is_cut_short: true,
        steps: 0,
        rules: Rules::default(),
    }
}

/// What became of errors that seemed to be those of all callers.
#[derive(Default)]
struct Judged {
    certain: Vec<CertainError>,
    /// They depend on the caller.
    refuted: Vec<(Entry, Finding)>,
    /// They do, and callers get by whose nodes lead back to what they were found in, as those of usual callers do.
    kept_by_links: Vec<(Entry, Finding)>,
}

/// The errors of all callers, and those that only seemed to be: an error is certain once it was executed.
fn certain_errors(
    context: &mut Context<'_>,
    function: FunctionId,
    contracts: &[OpenContract],
    inference: &mut Inference,
) -> Judged {
    let mut judged = Judged::default();
    let image = Image::new(context.module);
    let together = ways::certain_together(context, &inference.ways);
    for (entry, finding) in std::mem::take(&mut inference.certain).into_iter().chain(together) {
        let is_same = |other: &Finding| other.is_at_place_of(&finding);
        let refuted = judged.refuted.iter().chain(&judged.kept_by_links);
        let tried = refuted.filter(|(_, other)| is_same(other)).count();
        if judged.certain.iter().any(|other| is_same(&other.finding)) || tried >= MEMORIES_TO_SHOW {
            continue;
        }
        // With an assertion a program says itself that it ends where an allocation fails.
        let is_end_without_memory = finding.fault.kind == FaultKind::AssertionFailure
            && more_errors::last_failing_allocation(&context.solver.terms, &finding).is_some();
        // Nor is it for every caller if it is how nodes refer to each other that keeps usual ones from it.
        if is_end_without_memory || likely::depends_on_links(context, contracts, &entry) {
            judged.refuted.push((entry, finding));
            continue;
        }
        let place = (finding.fault.kind, finding.fault.span);
        match execute::show(context, &image, function, &entry, place) {
            // Nor is it if a caller gets by.
            Some(shown) => match callers::attempt(context, &image, function, &entry) {
                Attempts::Stands(exceptions) => {
                    judged.certain.push(CertainError { entry, finding, shown, exceptions });
                }
                Attempts::LeadsBack(_) if likely::is_of_freed_memory(&finding) => {
                    judged.kept_by_links.push((entry, finding));
                }
                Attempts::Refuted(_) | Attempts::LeadsBack(_) => judged.refuted.push((entry, finding)),
            },
            None => judged.refuted.push((entry, finding)),
        }
    }
    judged
}

/// Whether both are the same error, wherever it was met.
fn is_same_error(left: &Finding, right: &Finding) -> bool {
    left.fault.span == right.fault.span && left.fault.kind == right.fault.kind
}

/// Functions in an order in which those that others call come before them.
pub fn callees_first(module: &Module, functions: &[FunctionId]) -> Vec<FunctionId> {
    let graph = CallGraph::new(module);
    let mut ordered = functions.to_vec();
    ordered.sort_by_key(|&id| graph.component_of(id));
    ordered
}

/// The functions with a body that neither `main` nor what runs before or after it leads to.
pub fn unreached(module: &Module) -> Vec<FunctionId> {
    let mut started: Vec<FunctionId> = module.function_named("main").into_iter().collect();
    started.extend(module.constructors.iter().chain(&module.destructors));
    let reached: BTreeSet<FunctionId> = CallGraph::new(module).reachable_from(&started).into_iter().collect();
    entry::bodies(module).map(|(id, _)| id).filter(|id| !reached.contains(id)).collect()
}

/// Whether the function, or one that it calls, has a loop.
fn has_loop(module: &Module, graph: &CallGraph, function: FunctionId) -> bool {
    graph.reachable_from(&[function]).into_iter().any(|function| loops_itself(module, graph, function))
}

/// Whether the function has a loop, or calls itself.
fn loops_itself(module: &Module, graph: &CallGraph, function: FunctionId) -> bool {
    let Some(body) = &module.functions[function].body else { return false };
    let info = FunctionInfo::new(body);
    graph.is_recursive(function) || body.blocks.iter().any(|(block, _)| info.is_loop_head(block))
}

/// The first of each kind that a call of the function leads to, wherever inside of the callees it happens.
fn one_for_each_call(findings: Vec<(Entry, Finding)>) -> Vec<(Entry, Finding)> {
    let mut seen = BTreeSet::new();
    findings
        .into_iter()
        .filter(|(_, finding)| {
            let span = finding.calls().first().map_or(finding.fault.span, |call| call.span);
            seen.insert((span.start, span.end, finding.fault.kind))
        })
        .collect()
}

/// The first of each kind at each place.
fn without_repetition(findings: Vec<(Entry, Finding)>) -> Vec<(Entry, Finding)> {
    let mut seen = BTreeSet::new();
    findings
        .into_iter()
        .filter(|(_, finding)| {
            let fault = &finding.fault;
            seen.insert((fault.span.start, fault.span.end, fault.kind))
        })
        .collect()
}

impl OpenContract {
    /// The states in which the function returns.
    pub fn returns(&self) -> impl Iterator<Item = &State> {
        self.exits.iter().filter(|(ending, _)| *ending == Ending::Returns).map(|(_, state)| state)
    }
}
