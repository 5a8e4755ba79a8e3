//! Open code: functions whose callers are not known, and the contracts they have.
//!
//! Two rounds, as in low-level bi-abduction. The first ([`infer`]) guesses preconditions from what
//! executions of the function miss, and generalises rows of nodes to lists ([`generalise`]). The second
//! explores the function from such a precondition as any proof does: it has no means to add memory to
//! it, so what it confirms holds however the precondition was found.

pub mod caller;
pub mod completeness;
pub mod entry;
pub mod execute;
mod generalise;
pub mod hints;
mod infer;
pub mod known;
mod likely;
pub mod reallocations;
pub mod seen;
pub mod tails;
mod ways;

use crate::contracts::{ContractId, Ending, Exit};
use crate::explorer::{EXITS_KEPT_APART, Explorer, Limits, Mode, STEP_BUDGET_IS_USED_UP};
use crate::finding::Finding;
use crate::footprint::footprint;
use crate::function_info::FunctionInfo;
use crate::program::Program;
use crate::verdict::Request;
use call_graph::CallGraph;
use completeness::callers::{self, Attempts, Exception};
use entry::Entry;
use execute::{FirstLook, Shown};
use generalise::Branching;
use heap_rules::apply::Touched;
use heap_rules::entail::entails;
use heap_rules::fold::{Precision, abstract_state};
use heap_rules::trees::TreeKinds;
pub use infer::Rules;
use infer::{Bounds, Inference, Search};
use ir::{FunctionId, Module};
use known::KnownContracts;
use pure_logic::term::Atom;
use pure_logic::{Solver, Term};
use source::Span;
use std::collections::BTreeSet;
use symbolic_execution::{Context, GaveUp};
use symbolic_heap::part::are_apart;
use symbolic_heap::{Cell, Cells, Content, Region, State, Value};

/// How many nodes are linked in preconditions that are told besides those with lists.
const ROW_BESIDE_LISTS: usize = 2;

/// How many instructions the confirmation of all preconditions with lists and arrays may take, before no
/// further ones are tried.
const GENERALISATION_STEPS: u64 = 80_000;

/// How many instructions the confirmation of one precondition may take.
const CONFIRMATION_STEPS: u64 = 12_000;

/// How many it may take where the list ends in a circle, of which a loop sees more parts.
const STEPS_ON_CIRCLES: u64 = 24_000;

/// How many it may take where there are trees, of which recursion sees many parts.
const STEPS_ON_TREES: u64 = 40_000;

/// How many instructions the confirmation of all preconditions may take: where each of many takes long, the first of them tell
/// most of what there is to know.
const ALL_CONFIRMATION_STEPS: u64 = 120_000;

/// So many contracts of a function that is not small are enough: nobody reads more, and callers look up fewer.
const MAXIMAL_CONTRACTS: usize = 40;

/// A function with so many instructions, those of its callees included, is no longer small: the steps for all that is tried are
/// divided by how often it contains this number. Large functions are left open sooner, because longer executions of
/// them seldom tell more.
const SMALL_FUNCTION: usize = 50;

/// By how much steps are divided at most.
const MAXIMAL_DIVISOR: u64 = 12;

/// So many preconditions of a function whose exploration takes too long are enough.
const MAXIMAL_ENDLESS: usize = 8;

/// From how many preconditions one error is executed, until it happens.
const MEMORIES_TO_SHOW: usize = 3;

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
    /// No exit describes more than executions leave behind.
    pub is_exact: bool,
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
    let mut context = Context::new(module, request.options);
    let mut program = Program::with_contracts(module, known.clone());
    let footprint = footprint(module, program.graph(), function);
    let state = context.initial_state(&footprint.globals, &footprint.functions);
    let has_loop = has_loop(module, program.graph(), function);
    let first = Entry::new(&mut context, function, state, has_loop);
    let divisor = divisor(module, program.graph(), function);
    let bounds = if has_loop { Bounds::WITH_LOOPS } else { Bounds::WITHOUT_LOOPS };
    let bounds = Bounds { steps: bounds.steps / divisor, ..bounds };
    let mut search = Search::new(function, request.counts, bounds, first);
    let mut round = Confirmation::new(&mut context, &mut program, function, request, (has_loop, divisor));
    // Equal addresses make circles, on which executions may go on for ever: what is known without them, and of lists that end
    // in a circle, need not be found out again.
    search.run(round.context, round.program, 0, &mut |_, _| false);
    round.tell(&std::mem::take(&mut search.result.candidates));
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
    let (certain, mut conditional) = certain_errors(&mut context, function, &mut inference);
    conditional.extend(inference.conditional);
    let likely: Vec<(Entry, Finding)> = conditional
        .iter()
        .filter(|(entry, finding)| likely::is_likely(&mut context, function, &contracts, entry, finding))
        .cloned()
        .collect();
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
            .filter(|open| !has_lists || open.reason != STEP_BUDGET_IS_USED_UP)
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

/// The errors of all callers, and those that only seemed to be: an error is certain once it was executed.
fn certain_errors(
    context: &mut Context<'_>,
    function: FunctionId,
    inference: &mut Inference,
) -> (Vec<CertainError>, Vec<(Entry, Finding)>) {
    let mut certain: Vec<CertainError> = Vec::new();
    let mut conditional = Vec::new();
    let together = ways::certain_together(context, &inference.ways);
    for (entry, finding) in std::mem::take(&mut inference.certain).into_iter().chain(together) {
        let is_same = |other: &Finding| other.is_at_place_of(&finding);
        let tried = conditional.iter().filter(|(_, other)| is_same(other)).count();
        if certain.iter().any(|other| is_same(&other.finding)) || tried >= MEMORIES_TO_SHOW {
            continue;
        }
        let place = (finding.fault.kind, finding.fault.span);
        match execute::show(context, function, &entry, place) {
            // Nor is it if a caller gets by.
            Some(shown) => match callers::attempt(context, function, &entry) {
                Attempts::Stands(exceptions) => {
                    certain.push(CertainError { entry, finding, shown, exceptions });
                }
                Attempts::Refuted(_) => conditional.push((entry, finding)),
            },
            None => conditional.push((entry, finding)),
        }
    }
    (certain, conditional)
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

/// How many candidates there may be with the same memory that differ in their numbers.
const NUMBERS_OF_A_MEMORY: usize = 4;

/// The candidates, without those that tell the same memory with other numbers again and again: on a circle a
/// counter goes on for ever.
fn with_few_numbers(candidates: &[Entry]) -> Vec<Entry> {
    let mut kept: Vec<Entry> = Vec::new();
    for candidate in candidates {
        let is_same = |other: &&Entry| {
            other.state.registers == candidate.state.registers && other.state.heap == candidate.state.heap
        };
        if candidate.aliases == 0 || kept.iter().filter(is_same).count() < NUMBERS_OF_A_MEMORY {
            kept.push(candidate.clone());
        }
    }
    kept
}

/// By how much the steps for a function are divided.
fn divisor(module: &Module, graph: &CallGraph, function: FunctionId) -> u64 {
    let reachable = graph.reachable_from(&[function]);
    let bodies = reachable.iter().filter_map(|&id| module.functions[id].body.as_ref());
    let blocks = bodies.flat_map(|body| body.blocks.iter());
    let instructions: usize = blocks.map(|(_, block)| 1 + block.instructions.len()).sum();
    (instructions / SMALL_FUNCTION).clamp(1, MAXIMAL_DIVISOR as usize) as u64
}

/// Whether the function, or one that it calls, has a loop.
fn has_loop(module: &Module, graph: &CallGraph, function: FunctionId) -> bool {
    graph.reachable_from(&[function]).into_iter().any(|function| {
        let Some(body) = &module.functions[function].body else { return false };
        let info = FunctionInfo::new(body);
        graph.is_recursive(function) || body.blocks.iter().any(|(block, _)| info.is_loop_head(block))
    })
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

/// Whether a precondition has lists, or arrays of any length.
fn is_general(context: &Context<'_>, entry: &Entry) -> bool {
    let heap = &entry.state.heap;
    let is_array = |base: Term| context.solver.terms.as_constant(base).is_none();
    has_rows(entry) || heap.blocks().any(|block| block.region == entry::CALLERS && is_array(block.size))
}

/// Whether a precondition has lists or trees.
fn has_rows(entry: &Entry) -> bool {
    !entry.state.heap.segments().is_empty() || entry.state.heap.has_instances()
}

/// The kinds of nodes of the trees of a precondition.
fn trees_of(context: &Context<'_>, entry: &Entry) -> TreeKinds {
    let instances = entry.state.heap.instances();
    TreeKinds::of_definitions(&context.solver.terms, instances.map(|(_, instance)| &*instance.definition))
}

/// Whether one precondition makes another superfluous: it wants no other memory, and of that no other
/// bytes. Where the general one wants nodes of a list to come from an allocator, the special one is
/// taken to mean such nodes, too.
fn covers(context: &mut Context<'_>, general: &Entry, special: &Entry) -> bool {
    let is_list = has_rows(general);
    let parts = |entry: &Entry| entry.state.heap.blocks().filter(|block| block.is_part()).count();
    if !is_list && parts(general) != parts(special) {
        return false;
    }
    if !is_list && outline(context, general, general) != outline(context, special, general) {
        return false;
    }
    let special = with_bytes_of(context, special, general);
    let special = with_names_of(context, &special, general);
    let (a, b) = (&special.state, &general.state);
    let is_same_heap = a.heap == b.heap && a.registers == b.registers;
    let solver = &mut context.solver;
    if is_same_heap && a.facts.proves_all(solver, b.facts.as_slice()).is_proved() {
        return true;
    }
    if entails(solver, a, b).is_proved() {
        return true;
    }
    if !is_list {
        return false;
    }
    let is_node = |base: &Atom| {
        let stays = general.state.heap.block(*base).is_some_and(|block| block.region != Region::Heap);
        let block = special.state.heap.block(*base);
        !stays && block.is_some_and(|block| matches!(block.region, entry::CALLERS | Region::Part))
    };
    let bases: Vec<Atom> = special.state.heap.blocks().map(|block| block.base).collect();
    let nodes: BTreeSet<Atom> = bases.into_iter().filter(is_node).collect();
    if nodes.iter().any(|&node| may_coincide(context, &special, node)) {
        return false;
    }
    let whole = match trees_of(context, general) {
        trees if trees.is_empty() => generalise::with_nodes(context, &special, &nodes),
        trees => generalise::with_all_links(context, &special, trees, &nodes),
    };
    let Some(whole) = whole else { return false };
    let solver = &mut context.solver;
    if entails(solver, &whole.state, &general.state).is_proved() {
        return true;
    }
    // Nodes of which some lack a block are alike only where all may.
    let folded = abstract_state(solver, &whole.state, Precision::Optional);
    !folded.heap.segments().is_empty() && entails(solver, &folded, &general.state).is_proved()
}

/// Which bytes the parts of a precondition have, whatever the parts are called, without those that another one does not
/// need. Where these differ, there is no need to compare what is in them.
fn outline(context: &Context<'_>, entry: &Entry, needed: &Entry) -> Vec<(i128, i128, i128)> {
    let terms = &context.solver.terms;
    let parts = entry.state.heap.blocks().filter(|block| block.is_part());
    let mut outline: Vec<(i128, i128, i128)> = parts
        .map(|part| {
            let other = needed.state.heap.block(part.base).filter(|block| block.is_part());
            let extents = part.present(terms).into_iter();
            let kept = extents.filter(|&extent| other.is_none_or(|other| other.has_byte_in(terms, extent)));
            // The first byte, the last, and how many there are.
            kept.fold((i128::MAX, i128::MIN, 0), |(first, last, count), (start, end)| {
                (first.min(start), last.max(end), count + end - start)
            })
        })
        .collect();
    outline.sort_unstable();
    outline
}

/// What is the same of preconditions that mean the same: the constants among their arguments, how many lists they have, and
/// where their memory lives and which bytes of it are there.
type Silhouette = (Vec<Option<i128>>, usize, Vec<(Region, Option<i128>, usize)>);

/// Comparing two preconditions is work; most of those that differ do so at first sight. (Two that mean the same, but do not look
/// so, are both tried.)
fn silhouette(context: &Context<'_>, entry: &Entry) -> Silhouette {
    let terms = &context.solver.terms;
    let state = &entry.state;
    let arguments = state.registers.iter().flatten().map(|value| terms.as_constant(value.term)).collect();
    let blocks = state.heap.blocks();
    let mut blocks: Vec<_> = blocks
        .map(|block| (block.region, terms.as_constant(block.size), block.cells.iter().count()))
        .collect();
    blocks.sort_unstable();
    (arguments, state.heap.segments().len(), blocks)
}

/// Whether a part may have the address of another one. As a node, which is a whole block, it could not.
fn may_coincide(context: &mut Context<'_>, entry: &Entry, base: Atom) -> bool {
    let zero = context.constant(0);
    let Some(node) = entry.state.heap.block(base).filter(|block| block.is_part()) else { return false };
    let others = entry.state.heap.blocks().filter(|block| block.is_part() && block.base != base);
    others.into_iter().any(|other| {
        let (a, b) = (context.solver.terms.atom_term(base), context.solver.terms.atom_term(other.base));
        let differ = context.solver.terms.not_equal(a, b);
        let facts = &entry.state.facts;
        !are_apart(&mut context.solver, facts, (node, zero), (other, zero))
            && !facts.proves(&mut context.solver, differ).is_proved()
    })
}

/// The special precondition, with its rows called as in the general one where they are at the same places.
fn with_names_of(context: &mut Context<'_>, special: &Entry, general: &Entry) -> Entry {
    let mut entry = special.clone();
    let (own, other) = (special.state.heap.segments(), general.state.heap.segments());
    if own.len() != other.len() {
        return entry;
    }
    let taken = entry::visible(&context.solver, &special.state);
    let mut names: Vec<(Atom, Term)> = Vec::new();
    for (a, b) in own.iter().zip(other) {
        for (from, to) in [(a.first, b.first), (a.next, b.next), (a.count, b.count)] {
            let terms = &context.solver.terms;
            let (Some(atom), Some(name)) = (terms.as_atom(from), terms.as_atom(to)) else { continue };
            // Two names must not become one.
            let is_new =
                !taken.contains(&name) && !names.iter().any(|(known, by)| *known == atom || *by == to);
            if is_new && special.state.heap.block(atom).is_none() {
                names.push((atom, to));
            }
        }
    }
    entry.state.substitute(&mut context.solver, &names);
    entry
}

/// The special precondition, without the bytes of its parts that the general one does not need.
fn with_bytes_of(context: &Context<'_>, special: &Entry, general: &Entry) -> Entry {
    let terms = &context.solver.terms;
    let mut entry = special.clone();
    for needed in general.state.heap.blocks().filter(|block| block.is_part()) {
        let Some(part) = entry.state.heap.block_mut(needed.base).filter(|block| block.is_part()) else {
            continue;
        };
        let constant = |cell: &Cell| Some((terms.as_constant(cell.start)?, terms.as_constant(cell.end)?));
        let is_needed = |cell: &Cell| constant(cell).is_none_or(|extent| needed.has_byte_in(terms, extent));
        let cells = part.cells.iter().map(|cell| {
            let content = if is_needed(cell) { cell.content } else { Content::Absent };
            Cell { content, ..*cell }
        });
        part.cells = Cells::of_part(cells);
        if let Some(last) = part.cells.iter().last() {
            part.size = last.end;
        }
    }
    entry
}

/// What a function does from one entry.
struct Explored {
    exits: Vec<Exit>,
    callbacks: BTreeSet<Span>,
    assumed: BTreeSet<String>,
    is_exact: bool,
    touched: Touched,
    is_decided_by_caller: bool,
}

/// The second round.
struct Confirmation<'r, 'c, 'm> {
    context: &'c mut Context<'m>,
    program: &'c mut Program<'m>,
    function: FunctionId,
    request: &'r Request,
    has_loop: bool,
    confirmed: Vec<OpenContract>,
    refused: Vec<Entry>,
    /// What each of the refused ones looks like.
    silhouettes: Vec<Silhouette>,
    /// Preconditions from which no execution returns or makes an error.
    never_returning: Vec<Entry>,
    /// What the arguments are and where there is memory in preconditions with arrays.
    arrays: Vec<(Vec<Option<Value>>, Vec<Atom>)>,
    /// One of the contracts has lists or arrays.
    has_lists: bool,
    /// How many preconditions took too long.
    endless: usize,
    /// How many steps went into preconditions with lists and arrays.
    general_steps: u64,
    steps: u64,
    /// How many steps there may be for those before no further ones are tried.
    general_limit: u64,
    /// How many steps there may be before the rest is left out.
    all_steps: u64,
    most_contracts: usize,
    /// Candidates were left out.
    leaves_out_candidates: bool,
}

impl<'r, 'c, 'm> Confirmation<'r, 'c, 'm> {
    fn new(
        context: &'c mut Context<'m>,
        program: &'c mut Program<'m>,
        function: FunctionId,
        request: &'r Request,
        (has_loop, divisor): (bool, u64),
    ) -> Confirmation<'r, 'c, 'm> {
        Confirmation {
            context,
            program,
            function,
            request,
            has_loop,
            confirmed: Vec::new(),
            refused: Vec::new(),
            silhouettes: Vec::new(),
            never_returning: Vec::new(),
            arrays: Vec::new(),
            has_lists: false,
            endless: 0,
            general_steps: 0,
            steps: 0,
            general_limit: GENERALISATION_STEPS / divisor,
            all_steps: if has_loop || divisor > 1 { ALL_CONFIRMATION_STEPS / divisor } else { u64::MAX },
            most_contracts: if divisor > 1 { MAXIMAL_CONTRACTS } else { usize::MAX },
            leaves_out_candidates: false,
        }
    }

    /// Confirms what candidates are examples of, and the candidates that stand for themselves.
    fn tell(&mut self, candidates: &[Entry]) {
        let candidates = with_few_numbers(candidates);
        let branching = match self.has_loop {
            true => generalise::branching(self.context, &candidates),
            false => Vec::new(),
        };
        for candidate in &candidates {
            if self.context.is_stopped() {
                break;
            }
            let is_enough = self.general_steps > self.general_limit || self.endless >= MAXIMAL_ENDLESS;
            if is_enough || self.arrays.contains(&candidate.places()) {
                continue;
            }
            let before = self.steps;
            if !self.tell_trees(candidate, &branching) {
                self.tell_generally(candidate);
            }
            self.general_steps += self.steps - before;
        }
        // What the general ones do not cover stands for itself; longer rows of nodes are not worth telling.
        for candidate in candidates {
            let is_row = !candidate.state.heap.segments().is_empty()
                || generalise::row(self.context, &candidate) > ROW_BESIDE_LISTS;
            let is_small = !self.has_loop || !is_row;
            let is_told = is_small || !self.has_lists && self.endless < MAXIMAL_ENDLESS;
            if !is_told || self.arrays.contains(&candidate.places()) {
                continue;
            }
            // After the end of its time nothing is confirmed, so that there is no need to compare what is left.
            let is_enough = self.steps > self.all_steps || self.confirmed.len() >= self.most_contracts;
            if is_enough || self.context.is_stopped() {
                self.leaves_out_candidates = true;
                break;
            }
            self.confirm(candidate);
        }
    }

    /// Confirms a precondition with trees of which the candidate is an example.
    fn tell_trees(&mut self, candidate: &Entry, branching: &[Branching]) -> bool {
        for branching in branching {
            for general in generalise::with_trees(self.context, candidate, branching) {
                if self.confirm_within(general, STEPS_ON_TREES) {
                    self.has_lists = true;
                    return true;
                }
            }
        }
        false
    }

    /// Confirms a precondition with lists or arrays of which the candidate is an example.
    fn tell_generally(&mut self, candidate: &Entry) {
        // Where nodes are linked, what they lead to is part of them.
        let is_row = self.has_loop && generalise::row(self.context, candidate) > 1;
        if is_row && candidate.has_open_arrays(self.context) && self.tell_lists(candidate) {
            return;
        }
        // What was executed on strings and arrays of any length stands for all lengths as it is.
        let has_strings = candidate.has_strings(&self.context.solver);
        let mut with_arrays = Vec::new();
        if !has_strings {
            with_arrays.extend(generalise::with_lengths(self.context, candidate));
        }
        if has_strings || self.has_loop && candidate.has_open_arrays(self.context) {
            with_arrays.extend(candidate.with_lengths_alone(self.context));
            with_arrays.push(candidate.clone());
        }
        if with_arrays.into_iter().any(|general| self.confirm(general)) {
            self.arrays.push(candidate.places());
            self.has_lists = true;
            return;
        }
        // Without a loop there is no reason for more nodes than there are.
        if self.has_loop && !(candidate.aliases > 0 && self.is_covered(candidate)) {
            self.tell_lists(candidate);
        }
    }

    /// Confirms a precondition with lists in the place of rows of nodes.
    fn tell_lists(&mut self, candidate: &Entry) -> bool {
        for general in generalise::generalise(self.context, candidate) {
            let circle = generalise::with_circle(self.context, &general);
            if self.confirm(general) {
                self.has_lists = true;
                if let Some(circle) = circle {
                    self.confirm_circle(circle);
                }
                return true;
            }
        }
        false
    }

    /// Confirms a precondition whose list ends in a circle, unless executions suggest that it has none that ends.
    fn confirm_circle(&mut self, circle: Entry) {
        match execute::first_look(self.context, self.function, &circle) {
            FirstLook::Fails => {}
            FirstLook::GoesOn => self.never_returning.push(circle),
            FirstLook::Promising => _ = self.confirm_within(circle, STEPS_ON_CIRCLES),
        }
    }

    /// The preconditions of which nothing more is to be found out.
    fn settled(&self) -> Vec<Entry> {
        let confirmed = self.confirmed.iter().map(|contract| &contract.entry);
        confirmed.chain(&self.never_returning).filter(|entry| has_rows(entry)).cloned().collect()
    }

    /// Confirms a precondition, unless a more general one is confirmed already. Returns whether it
    /// holds.
    fn confirm(&mut self, entry: Entry) -> bool {
        self.confirm_within(entry, CONFIRMATION_STEPS)
    }

    fn confirm_within(&mut self, entry: Entry, limit: u64) -> bool {
        if self.is_covered(&entry) {
            return true;
        }
        let silhouette = silhouette(self.context, &entry);
        let solver = &mut self.context.solver;
        let is_refused = |other: &Entry, solver: &mut Solver| {
            entails(solver, &entry.state, &other.state).is_proved()
                && entails(solver, &other.state, &entry.state).is_proved()
        };
        let alike = self.refused.iter().zip(&self.silhouettes).filter(|(_, other)| **other == silhouette);
        if alike.into_iter().any(|(other, _)| is_refused(other, solver)) {
            return false;
        }
        let start = entry.held(solver);
        if execute::first_look(self.context, self.function, &entry) == FirstLook::Fails {
            self.refuse(entry, silhouette);
            return false;
        }
        let before = self.steps;
        let trees = trees_of(self.context, &entry);
        let shapes = if trees.is_empty() { Precision::Shapes } else { Precision::Trees(trees) };
        let mut explored = self.explore(&start, shapes, limit);
        // What took too long takes no less time with more precision.
        if self.steps >= before + limit {
            self.endless += 1;
        } else if explored.is_none() && trees.is_empty() {
            explored = self.explore(&start, Precision::Kinds, limit);
        }
        match explored {
            Some(Explored { exits, .. }) if exits.is_empty() => {
                self.never_returning.push(entry);
                false
            }
            Some(Explored { exits, callbacks, assumed, is_exact, touched, is_decided_by_caller }) => {
                self.confirmed.push(OpenContract {
                    entry,
                    start,
                    exits,
                    callbacks,
                    assumed,
                    is_exact,
                    touched,
                    is_decided_by_caller,
                });
                true
            }
            None => {
                self.refuse(entry, silhouette);
                false
            }
        }
    }

    fn refuse(&mut self, entry: Entry, silhouette: Silhouette) {
        self.refused.push(entry);
        self.silhouettes.push(silhouette);
    }

    /// Explores the function from an entry. The exits, if no execution makes an error and all are covered;
    /// there is none if none returns; and where functions of the caller are called.
    fn explore(&mut self, start: &State, precision: Precision, limit: u64) -> Option<Explored> {
        self.context.options.split_on_offsets = false;
        let limits = Limits { findings: 1, gave_up: 1, ..Limits::of(limit) };
        let told = entry::visible(&self.context.solver, start);
        self.context.tell(told);
        let explorer =
            Explorer::new(self.context, self.program, Mode::Prove(precision), limits, self.request.counts);
        let report = explorer.run_open(self.function, start);
        let is_decided_by_caller = self.context.has_decisions_of_caller();
        self.steps += report.steps;
        if !report.is_complete() || !report.findings.is_empty() {
            return None;
        }
        let exits: Vec<Exit> = report
            .contracts
            .get(ContractId::OPEN)
            .exits()
            .map(|(ending, state)| (ending, state.clone()))
            .collect();
        let is_exact = !report.has_inexact_exits && exits.len() < EXITS_KEPT_APART;
        let exits = self.without_covered(exits);
        let (callbacks, assumed, touched) = (report.callbacks, report.assumed, report.touched);
        Some(Explored { exits, callbacks, assumed, is_exact, touched, is_decided_by_caller })
    }

    /// The exits that no other one covers.
    fn without_covered(&mut self, exits: Vec<Exit>) -> Vec<Exit> {
        let solver = &mut self.context.solver;
        let mut kept: Vec<Exit> = Vec::new();
        for (ending, exit) in exits {
            let covers = |solver: &mut Solver, general: &Exit| {
                general.0 == ending && entails(solver, &exit, &general.1).is_proved()
            };
            if kept.iter().any(|general| covers(solver, general)) {
                continue;
            }
            kept.retain(|(other, special)| *other != ending || !entails(solver, special, &exit).is_proved());
            kept.push((ending, exit));
        }
        kept
    }

    /// Whether a precondition that is confirmed makes another one superfluous.
    fn is_covered(&mut self, entry: &Entry) -> bool {
        self.confirmed.iter().any(|contract| covers(self.context, &contract.entry, entry))
    }

    /// The contracts that no other one covers, and the preconditions that were refused.
    fn finish(self) -> (Vec<OpenContract>, Vec<Entry>, u64) {
        let Confirmation { context, confirmed, refused, steps, .. } = self;
        let mut kept: Vec<OpenContract> = Vec::new();
        // None is covered by one that was confirmed before it.
        for contract in confirmed {
            kept.retain(|other| !covers(context, &contract.entry, &other.entry));
            kept.push(contract);
        }
        // What holds for any number of nodes or elements comes first.
        kept.sort_by_key(|contract| !is_general(context, &contract.entry));
        let refused = refused
            .into_iter()
            .filter(|entry| !kept.iter().any(|other| covers(context, &other.entry, entry)))
            .collect();
        (kept, refused, steps)
    }
}

impl OpenContract {
    /// The states in which the function returns.
    pub fn returns(&self) -> impl Iterator<Item = &State> {
        self.exits.iter().filter(|(ending, _)| *ending == Ending::Returns).map(|(_, state)| state)
    }
}
