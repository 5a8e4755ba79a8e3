//! Functions of open code on several cores: callees before their callers, and the same answers whatever the number of
//! cores.
//!
//! Functions that call each other in a circle are one piece of work. A piece sees the contracts of the functions that it can
//! call, and no others, so it does not matter what else has been finished when it starts. Results are handed over in the
//! order of the pieces, each as soon as all before it are there.

use super::keep::{Answer, Digest, Keep, Kept};
use super::{FunctionContracts, Notation, describe, errors, left_open};
use crate::closed::{OpenQuestion, Question};
use crate::stack::{on_large_stack, panic_message};
use call_graph::CallGraph;
use interprocedural::open::analyse_with;
use interprocedural::open::known::KnownContracts;
use interprocedural::open::reallocations::lost_reallocations;
use interprocedural::open::simulation::misuses;
use interprocedural::open::tails::errors_of_tails;
use ir::content::{Content, Contents};
use ir::mentions::{Members, Mentions};
use ir::{FunctionId, Module, Slice};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, mpsc};
use std::time::Duration;
use symbolic_execution::StopReason;
use symbolic_execution::stop::now;

/// How the work is done.
#[derive(Clone, Copy)]
pub struct Workers<'k> {
    /// How many pieces are worked on at the same time.
    pub jobs: usize,
    /// For how long a processor may work on one function.
    pub function_limit: Option<Duration>,
    /// What is known from earlier runs.
    pub keep: Option<&'k dyn Keep>,
}

impl Default for Workers<'_> {
    fn default() -> Self {
        Workers { jobs: 1, function_limit: None, keep: None }
    }
}

/// Functions that call each other in a circle, or a single one.
struct Piece {
    /// Those that are wanted; the others are only on the way to callees.
    functions: Vec<FunctionId>,
    callers: Vec<usize>,
    /// How much work it is, in blocks of instructions.
    own: usize,
    /// How much work waits for it, at least: its own and that of the longest chain of callers.
    chain: usize,
}

/// What the workers share.
struct Shared {
    /// Pieces whose callees are all done; those that are urgent come last, and are taken first.
    ready: BTreeSet<(usize, Reverse<usize>)>,
    /// How many callees of a piece are not done.
    waiting_for: Vec<usize>,
    unfinished: usize,
    known: KnownContracts,
    /// What these contracts say, if answers are kept.
    digests: BTreeMap<FunctionId, Digest>,
    /// A worker has failed: the others need not wait for it.
    is_broken: bool,
}

/// Analyses the functions and hands over what is found out, piece by piece. `on_start` hears which function is begun.
pub(super) fn run(
    module: &Module,
    question: &Question,
    wanted: &[FunctionId],
    notation: Notation,
    workers: &Workers<'_>,
    on_start: &(dyn Fn(&str) + Sync),
    on_result: &mut dyn FnMut(Vec<FunctionContracts>),
) -> Result<(), String> {
    let graph = CallGraph::new(module);
    let pieces = pieces(&graph, module, wanted);
    let mut waiting_for = vec![0; pieces.len()];
    for piece in &pieces {
        piece.callers.iter().for_each(|&caller| waiting_for[caller] += 1);
    }
    // A chain of callers that takes as long as the share of one worker must not be left for the end. All other pieces are taken in
    // their order, so that results can be handed over soon.
    let all: usize = pieces.iter().map(|piece| piece.own).sum();
    let is_urgent = |piece: &Piece| workers.jobs > 1 && 2 * workers.jobs * piece.chain > all;
    let urgency = |piece: &Piece| if is_urgent(piece) { piece.chain } else { 0 };
    let place_in_line = |piece: usize| (urgency(&pieces[piece]), Reverse(piece));
    let ready = (0..pieces.len()).filter(|&piece| waiting_for[piece] == 0).map(place_in_line).collect();
    let unfinished = pieces.len();
    let shared = Mutex::new(Shared {
        ready,
        waiting_for,
        unfinished,
        known: KnownContracts::default(),
        digests: BTreeMap::new(),
        is_broken: false,
    });
    let changed = Condvar::new();
    let (sender, receiver) = mpsc::channel();
    let mentions = Mentions::new(module);
    let contents = workers.keep.map(|_| Contents::new(&mentions, workers.jobs));
    let job = Job {
        graph: &graph,
        mentions: &mentions,
        contents: contents.as_ref(),
        question,
        notation,
        workers: *workers,
        shared: &shared,
    };
    let work = |sender: mpsc::Sender<(usize, Vec<FunctionContracts>)>| {
        while let Some(index) = next(&shared, &changed) {
            let told = job.analyse_piece(&pieces[index], on_start);
            let mut state = lock(&shared);
            state.unfinished -= 1;
            for &caller in &pieces[index].callers {
                state.waiting_for[caller] -= 1;
                if state.waiting_for[caller] == 0 {
                    state.ready.insert(place_in_line(caller));
                }
            }
            drop(state);
            changed.notify_all();
            // The receiver goes away only if handing over fails.
            if sender.send((index, told)).is_err() {
                break;
            }
        }
    };
    let mut failure = None;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers.jobs.clamp(1, pieces.len().max(1)))
            .map(|_| {
                let (sender, work, shared, changed) = (sender.clone(), &work, &shared, &changed);
                scope.spawn(move || {
                    let result = on_large_stack(|| work(sender));
                    if result.is_err() {
                        lock(shared).is_broken = true;
                        changed.notify_all();
                    }
                    result
                })
            })
            .collect();
        drop(sender);
        let mut own_errors = BTreeMap::new();
        let mut early: BTreeMap<usize, Vec<FunctionContracts>> = BTreeMap::new();
        let mut due = 0;
        for (index, told) in receiver {
            early.insert(index, told);
            while let Some(mut told) = early.remove(&due) {
                due += 1;
                errors::without_repetition(&mut told, &mut own_errors);
                if !told.is_empty() {
                    on_result(told);
                }
            }
        }
        for thread in threads {
            let result = thread.join().unwrap_or_else(|_| Err("a worker failed".to_owned()));
            failure = failure.take().or(result.err());
        }
    });
    failure.map_or(Ok(()), Err)
}

/// The components of the call graph, callees first.
fn pieces(graph: &CallGraph, module: &Module, wanted: &[FunctionId]) -> Vec<Piece> {
    let empty = || Piece { functions: Vec::new(), callers: Vec::new(), own: 0, chain: 0 };
    let mut pieces: Vec<Piece> = graph.components().iter().map(|_| empty()).collect();
    let mut ordered = wanted.to_vec();
    ordered.sort_by_key(|&id| (module.functions[id].span.start, id));
    for function in ordered {
        pieces[graph.component_of(function)].functions.push(function);
    }
    for (id, _) in module.functions.iter() {
        let caller = graph.component_of(id);
        let callees: BTreeSet<usize> =
            graph.callees(id).into_iter().map(|id| graph.component_of(id)).collect();
        for callee in callees {
            if callee != caller && pieces[callee].callers.last() != Some(&caller) {
                pieces[callee].callers.push(caller);
            }
        }
    }
    for piece in &mut pieces {
        piece.callers.sort_unstable();
        piece.callers.dedup();
    }
    // Callers stand behind their callees.
    for index in (0..pieces.len()).rev() {
        let blocks =
            |&id: &FunctionId| module.functions[id].body.as_ref().map_or(0, |body| body.blocks.len());
        let own: usize = pieces[index].functions.iter().map(blocks).sum();
        let after = pieces[index].callers.iter().map(|&caller| pieces[caller].chain).max();
        (pieces[index].own, pieces[index].chain) = (own, own + after.unwrap_or(0));
    }
    pieces
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The next piece of work; `None` if there is none left.
fn next(shared: &Mutex<Shared>, changed: &Condvar) -> Option<usize> {
    let mut state = lock(shared);
    loop {
        if state.unfinished == 0 || state.is_broken {
            return None;
        }
        if let Some((_, Reverse(piece))) = state.ready.pop_last() {
            return Some(piece);
        }
        state = changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
    }
}

/// Everything that the work on one function needs.
#[derive(Clone, Copy)]
struct Job<'a> {
    graph: &'a CallGraph,
    mentions: &'a Mentions<'a>,
    /// If answers are kept.
    contents: Option<&'a Contents<'a, 'a>>,
    question: &'a Question,
    notation: Notation,
    workers: Workers<'a>,
    shared: &'a Mutex<Shared>,
}

/// What the functions of a piece can refer to. They are analysed in this part of the module, so that what is done for whole
/// modules costs no more than that.
struct Surroundings<'a> {
    members: Members,
    /// Functions that they can call, with their numbers among the members.
    callees: Vec<(usize, FunctionId)>,
    /// If answers are kept.
    content: Option<Content<'a>>,
}

impl<'a> Job<'a> {
    /// What is known of the functions of a piece. All of them reach the same, so this is looked for once.
    fn analyse_piece(self, piece: &Piece, on_start: &dyn Fn(&str)) -> Vec<FunctionContracts> {
        let module = self.mentions.module;
        let mut surroundings = None;
        let analyse = |&function: &FunctionId| {
            on_start(&module.functions[function].name);
            if let Some(stop) = self.question.stop.reason() {
                return left_open(module, function, stop.text().to_owned());
            }
            self.analyse(function, surroundings.get_or_insert_with(|| self.surroundings(function)))
        };
        piece.functions.iter().map(analyse).collect()
    }

    fn surroundings(self, function: FunctionId) -> Surroundings<'a> {
        let reachable = self.graph.reachable_from(&[function]);
        let members = self.mentions.members(reachable.iter().copied());
        let content = self.contents.map(|contents| contents.of(&members));
        // The slice also has functions whose addresses it only mentions, in tables for example. Nothing waits for those:
        // whether they are done already is chance.
        let numbered = members.functions.iter().enumerate();
        let callees =
            numbered.filter(|(_, id)| reachable.binary_search(id).is_ok()).map(|(number, &id)| (number, id));
        Surroundings { callees: callees.collect(), members, content }
    }

    /// Finds out what there is to know of a function, or remembers it, and enters its contracts into those that are known.
    fn analyse(self, function: FunctionId, surroundings: &Surroundings<'_>) -> FunctionContracts {
        let members = &surroundings.members;
        let Ok(own) = members.functions.binary_search(&function) else {
            let reason = "the function is not part of the program".to_owned();
            return left_open(self.mentions.module, function, reason);
        };
        let kept = self.workers.keep.zip(surroundings.content.as_ref()).map(|(keep, content)| {
            let asked = (self.question, self.notation, self.workers.function_limit);
            let state = lock(self.shared);
            let callees = surroundings.callees.iter();
            let callees = callees.filter_map(|(number, id)| Some((*number, *state.digests.get(id)?)));
            Kept::new(keep, content, asked, own, callees)
        });
        if let Some(Answer { told, contracts }) = kept.as_ref().and_then(Kept::get) {
            let mut state = lock(self.shared);
            state.digests.insert(function, Digest::new(&contracts));
            state.known.insert(function, contracts);
            return told;
        }
        let begin = now();
        let (mut told, stopped) = self.find_out(function, members);
        told.time = now() - begin;
        let Some(kept) = kept else { return told };
        let contracts = lock(self.shared).known.texts(function).to_vec();
        lock(self.shared).digests.insert(function, Digest::new(&contracts));
        let answer = Answer { told, contracts };
        if stopped.is_none_or(|reason| reason == StopReason::FunctionLimit) {
            kept.put(&answer, stopped.is_some());
        }
        answer.told
    }

    /// Analyses a function. A defect that panics leaves the function open, and no other. Also says why the work ended early,
    /// if it did.
    fn find_out(self, function: FunctionId, members: &Members) -> (FunctionContracts, Option<StopReason>) {
        let (module, question) = (self.mentions.module, self.question);
        let mut request = question.request();
        request.options.stop = question.stop.with_limit(self.workers.function_limit);
        let mut slice = Slice::of(module, members.clone());
        let own = slice.function(function).expect("a function is a member of its slice");
        let mut known = lock(self.shared).known.within(&slice);
        slice.leave_out_replaceable(own).into_iter().for_each(|replaceable| known.forget(replaceable));
        let work = || {
            let open = analyse_with(&slice.module, own, &request, &known);
            lock(self.shared).known.add_as(function, &open);
            describe(open, self.notation)
        };
        let mut told = match catch_unwind(AssertUnwindSafe(work)) {
            Ok(told) => told,
            Err(payload) => {
                let reason = failed(payload.as_ref());
                return (left_open(module, function, reason), question.stop.reason());
            }
        };
        if !told.open.is_empty() || told.is_cut_short || told.contracts.is_empty() {
            // What is known of the function is not lost with what its ends may tell.
            let tails = || errors_of_tails(&slice.module, own, &request, &known);
            match catch_unwind(AssertUnwindSafe(tails)) {
                Ok(more) => errors::add_likely(&mut told, &more),
                Err(payload) => {
                    told.open.push(OpenQuestion { reason: failed(payload.as_ref()), span: told.span });
                }
            }
            if request.options.allocation_may_fail {
                errors::add_lost_reallocations(&mut told, &lost_reallocations(&slice.module, own));
            }
            let may_fail = request.options.allocation_may_fail;
            errors::add_misuses(&mut told, &misuses(&slice.module, own, may_fail));
        }
        let stopped = request.options.stop.reason();
        if let Some(stop) = stopped {
            let reason = stop.text().to_owned();
            if !told.open.iter().any(|open| open.reason == reason) {
                told.open.push(OpenQuestion { reason, span: told.span });
            }
        }
        (told, stopped)
    }
}

fn failed(payload: &(dyn std::any::Any + Send)) -> String {
    format!("the analysis failed: {}; this is a defect of besom", panic_message(payload))
}
