//! Which searches are made for an answer, in which order, and how long each may be.
//!
//! Several kinds of proofs are tried in turn: what one of them cannot do, another often does in a few steps.
//! So all of them are tried with a part of their steps first; then errors are looked for by executions; and only
//! then those proofs get all their steps that were not through.

mod proofs;
mod trees;

use crate::branching::has_branching_recursion;
use crate::comparisons::Compared;
use crate::executions::{Executions, execute_all};
use crate::explorer::{Limits, Mode, SideBySide};
use crate::finding::Finding;
use crate::guided_runs;
use crate::limits::{
    DEEP_HUNT, FIRST_ROUND, GUIDED_RUNS, INSTRUCTIONS_OF_FEW_EXECUTIONS, INSTRUCTIONS_OF_LONG_EXECUTIONS,
    LARGE_PROGRAM, LARGE_PROGRAM_WITHOUT_A_MODEL, ROUNDS, RUNS_AFTER_A_PROOF, RUNS_WITHOUT_A_PROOF,
    STEPS_OF_A_LARGE_PROGRAM, STEPS_PER_INSTRUCTION, TERMS_OF_PAUSED_SEARCHES,
};
use crate::random_runs::{Attempt, Runs, persist, stumble};
use crate::replay::Replay;
use crate::search::{LeftOpen, Search};
use crate::verdict::{Answer, Effort, Knowledge, Request, Verdict};
use crate::whole_program::WholeProgram;
use heap_rules::fold::Precision;
use heap_rules::trees::TreeKinds;
use interpreter::{FaultKind, Image};
use ir::Module;

/// Searches until there is an answer, or nothing is left to try.
pub(crate) fn inquire(module: &Module, whole: &WholeProgram<'_>, request: &Request) -> Answer {
    let size = size(module);
    let steps_up_to = |most: u64| request.proof_steps.saturating_add(STEPS_PER_INSTRUCTION * size.min(most));
    let proof_steps = steps_up_to(LARGE_PROGRAM);
    let effort = Effort::default();
    let mut inquiry = Inquiry {
        module,
        image: Image::new(module),
        whole,
        request,
        effort,
        open: None,
        proof: None,
        paused: Vec::new(),
        has_arrays: false,
        has_loops: false,
        has_optional_blocks: false,
        has_lists: false,
        is_hunted: false,
        may_be_executed: true,
        steps_of_its_size: STEPS_OF_A_LARGE_PROGRAM * size,
        steps_without_a_model: steps_up_to(LARGE_PROGRAM_WITHOUT_A_MODEL),
    };
    let verdict = inquiry.run(proof_steps);
    let Inquiry { effort, proof, mut paused, is_hunted, .. } = inquiry;
    // What proves a program then is the hunt; the search for a proof does not know everything.
    let proof = match &verdict {
        Verdict::Proved => proof.filter(|_| !is_hunted),
        _ => proof.or_else(|| paused.pop().map(|(_, search)| search.into_knowledge())),
    };
    Answer { verdict, effort, proof }
}

/// A kind of proof, and how far it got.
struct Candidate {
    precision: Precision,
    side_by_side: SideBySide,
    /// More steps may help.
    is_open: bool,
    /// Executions were joined that would be kept apart if more of them could go on side by side.
    joined_early: bool,
    /// It has come to errors that may not happen. However long it goes on, it is no proof.
    is_too_coarse: bool,
}

impl Candidate {
    fn new(precision: Precision, side_by_side: SideBySide) -> Candidate {
        Candidate { precision, side_by_side, is_open: true, joined_early: false, is_too_coarse: false }
    }

    fn has_trees(&self) -> bool {
        !self.precision.trees().is_empty()
    }

    /// It tells more apart than proofs of shapes or trees.
    fn is_closer_look(&self) -> bool {
        self.precision.tells_data_apart()
    }
}

/// What tells searches for a proof apart that may be asked again with more steps.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SearchKind {
    precision: Precision,
    side_by_side: SideBySide,
    sums_up: bool,
}

struct Inquiry<'a, 'm> {
    module: &'a Module,
    /// The same, for executions.
    image: Image<'a>,
    whole: &'a WholeProgram<'m>,
    request: &'a Request,
    effort: Effort,
    /// The search that left the least open.
    open: Option<LeftOpen>,
    /// What the last proof knew, unless it was paused.
    proof: Option<Knowledge>,
    /// Searches for a proof whose steps were used up, the last one at the end.
    paused: Vec<(SearchKind, Search<'a>)>,
    /// Loops were seen to go on while there are arrays.
    has_arrays: bool,
    /// Loops were come to.
    has_loops: bool,
    /// Nodes of lists own a block, or hold null.
    has_optional_blocks: bool,
    /// Loops were seen to go on while there are lists or trees.
    has_lists: bool,
    /// The answer comes from executions as they are.
    is_hunted: bool,
    /// Nothing was seen yet that makes executions more than a few.
    may_be_executed: bool,
    /// How many steps a proof may take whose states do not explode.
    steps_of_its_size: u64,
    /// How many steps a search may take that has come to something without a model.
    steps_without_a_model: u64,
}

impl<'a> Inquiry<'a, '_> {
    fn run(&mut self, proof_steps: u64) -> Verdict {
        let mut trees = TreeKinds::default();
        let hunt_steps = self.request.hunt_steps;
        if let Some(verdict) = self.hunt(hunt_steps / 10, &mut trees) {
            return verdict;
        }
        if let Some(verdict) = self.execute_all(INSTRUCTIONS_OF_FEW_EXECUTIONS) {
            return verdict;
        }
        if trees.is_empty()
            && has_branching_recursion(self.module)
            && let Some(verdict) = self.hunt(hunt_steps, &mut trees)
        {
            return verdict;
        }
        let mut candidates = Vec::new();
        let quick = proof_steps / FIRST_ROUND;
        let first = self
            .prove_shapes(trees, proof_steps, &mut candidates)
            .or_else(|| self.prove_kinds(proof_steps, &mut candidates))
            .or_else(|| self.prove_words(quick, &mut candidates))
            .or_else(|| self.prove_fields(quick, &mut candidates))
            .or_else(|| self.prove_cells(quick, &mut candidates))
            .or_else(|| self.prove_chunks(quick, &mut candidates))
            .or_else(|| self.prove_divisions(proof_steps, &mut candidates))
            .or_else(|| self.execute_all(INSTRUCTIONS_OF_LONG_EXECUTIONS))
            .or_else(|| self.prove_order(Compared::Variables, quick, &mut candidates))
            .or_else(|| self.run_at_random(proof_steps))
            .or_else(|| self.look_closer(quick, &mut candidates))
            .or_else(|| self.prove_order(Compared::Constants, quick, &mut candidates))
            .or_else(|| self.run_guided())
            .or_else(|| self.hunt(hunt_steps, &mut trees));
        if let Some(verdict) = first {
            return verdict;
        }
        // These had all their steps.
        candidates.retain(|candidate| !candidate.precision.divides_blocks());
        let had_trees = candidates.iter().any(Candidate::has_trees);
        if !trees.is_empty() && !had_trees {
            candidates.push(Candidate::new(Precision::Trees(trees), SideBySide::MANY));
        }
        candidates.retain(|candidate| candidate.is_open);
        let is_cut_off = !candidates.is_empty();
        // The closer looks first: what is cut off in the first proof mostly comes to no end because it tells too little apart.
        let is_new = |candidate: &Candidate| candidate.has_trees() && !had_trees;
        candidates.sort_by_key(|candidate| !(candidate.is_closer_look() || is_new(candidate)));
        // What cannot become a proof may still come to an error that can be executed.
        candidates.sort_by_key(|candidate| candidate.is_too_coarse);
        for hundredths in ROUNDS {
            let steps = part_of(proof_steps, hundredths);
            for candidate in candidates.iter_mut().filter(|candidate| candidate.is_open) {
                if let Some(verdict) = self.attempt(candidate, steps) {
                    return verdict;
                }
            }
        }
        // What arrays hold is told without order first: that is mostly enough.
        if let Some(verdict) = self.prove_words_in_order(quick) {
            return verdict;
        }
        // Where there were too many executions, fewer of them.
        let mut coarser = is_cut_off.then(|| Candidate::new(Precision::Shapes, SideBySide::FEW));
        let last = coarser
            .as_mut()
            .and_then(|coarser| self.attempt(coarser, proof_steps))
            .or_else(|| self.enumerate())
            // Errors that only long executions have.
            .or_else(|| self.hunt(hunt_steps.saturating_mul(DEEP_HUNT), &mut trees));
        last.unwrap_or_else(|| match self.open.take() {
            Some(open) => open.into_verdict(),
            None => Verdict::Unknown { possible: Vec::new(), gave_up: Vec::new() },
        })
    }

    /// Whether nothing was left out in the search that left the least open.
    fn is_complete(&self) -> bool {
        self.open.as_ref().is_some_and(LeftOpen::is_complete)
    }

    /// Goes on with a search for a proof, or begins it, unless it is through or has come to errors that may not happen: however long it
    /// goes on, it is no proof then.
    fn go_on_with(
        &mut self,
        (precision, side_by_side): (Precision, SideBySide),
        steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        let mut candidate = candidate(candidates, precision, side_by_side);
        let may_be_a_proof = candidate.is_open && !candidate.is_too_coarse;
        let verdict = if may_be_a_proof { self.attempt(&mut candidate, steps) } else { None };
        candidates.push(candidate);
        verdict
    }

    fn attempt(&mut self, candidate: &mut Candidate, steps: u64) -> Option<Verdict> {
        self.attempt_within(candidate, limits_of(candidate, steps)).0
    }

    /// Searches for a proof of this kind; also returns the nodes that were seen to branch.
    fn attempt_within(&mut self, candidate: &mut Candidate, limits: Limits) -> (Option<Verdict>, TreeKinds) {
        self.proof = None;
        let limits = Limits { steps_without_a_model: self.steps_without_a_model, ..limits };
        let Limits { side_by_side, sums_up, .. } = limits;
        let kind = SearchKind { precision: candidate.precision, side_by_side, sums_up };
        let mut search = self
            .paused_search(kind)
            .unwrap_or_else(|| Search::begin(self.whole, self.request, Mode::Prove(candidate.precision)));
        search.go_on(&self.image, self.request, limits, &mut self.effort);
        self.has_lists |= search.invariants().have_lists();
        self.has_loops |= search.invariants().iter().next().is_some();
        self.has_optional_blocks |= search.invariants().have_optional_blocks();
        self.has_arrays |= search.invariants().have_arrays(search.solver());
        let trees = search.report().trees;
        let certain = search.certain.take();
        let (is_proof, left_open) = (search.is_proof(self.request), search.left_open(self.request));
        candidate.is_open = search.report().is_cut_off();
        candidate.joined_early = search.report().joined_early;
        candidate.is_too_coarse = left_open.has_errors();
        self.set_aside(kind, search);
        if is_proof {
            return (Some(proved(&self.image, self.request)), trees);
        }
        if let Some(certain) = certain {
            return (Some(Verdict::Certain(certain)), trees);
        }
        // What a closer look leaves open counts, unless it did not come to an end.
        let is_less = match &self.open {
            Some(open) => left_open.is_complete() || !open.is_complete(),
            None => true,
        };
        if is_less && (self.open.is_none() || !candidate.side_by_side.joins_early()) {
            self.open = Some(left_open);
        }
        (None, trees)
    }

    /// The search of this kind whose steps were used up before.
    fn paused_search(&mut self, kind: SearchKind) -> Option<Search<'a>> {
        let position = self.paused.iter().position(|(other, _)| *other == kind)?;
        Some(self.paused.remove(position).1)
    }

    /// Keeps a search that may go on, or else what it knows.
    fn set_aside(&mut self, kind: SearchKind, search: Search<'a>) {
        let terms = |search: &Search<'_>| search.solver().terms.len();
        let kept: usize = self.paused.iter().map(|(_, search)| terms(search)).sum();
        if search.report().may_go_on() && kept + terms(&search) <= TERMS_OF_PAUSED_SEARCHES {
            self.paused.push((kind, search));
        } else {
            self.proof = Some(search.into_knowledge());
        }
    }

    /// Executions as they are.
    fn hunt(&mut self, steps: u64, trees: &mut TreeKinds) -> Option<Verdict> {
        let limits = Limits::of(steps);
        let mut search = Search::begin(self.whole, self.request, Mode::Hunt);
        search.go_on(&self.image, self.request, limits, &mut self.effort);
        *trees = search.report().trees;
        let verdict = search.certain_or_closed(&self.image, self.request);
        self.is_hunted |= verdict.is_some();
        verdict
    }

    /// For programs with few states, each of which must be looked at.
    fn enumerate(&mut self) -> Option<Verdict> {
        let limits = Limits::of(self.request.hunt_steps);
        let mut search = Search::begin(self.whole, self.request, Mode::Enumerate);
        search.go_on(&self.image, self.request, limits, &mut self.effort);
        if !search.is_proof(self.request) {
            return None;
        }
        self.proof = Some(search.into_knowledge());
        Some(proved(&self.image, self.request))
    }

    /// Every execution there is, if the program has few of them.
    fn execute_all(&mut self, steps: u64) -> Option<Verdict> {
        if !self.may_be_executed {
            return None;
        }
        let counts = |kind| counts_in_executions(self.request, kind);
        match execute_all(&self.image, self.module, &counts, &self.request.options, steps) {
            Executions::All => {
                self.is_hunted = true;
                Some(Verdict::Proved)
            }
            Executions::Error(found) => Some(Verdict::Certain(found)),
            Executions::TooMany => None,
            Executions::Free(why) => {
                self.may_be_executed = false;
                self.effort.not_executed = Some(why);
                None
            }
        }
    }

    fn run_at_random(&self, proof_steps: u64) -> Option<Verdict> {
        let steps = RUNS_WITHOUT_A_PROOF.steps.min(proof_steps.saturating_mul(5));
        let request = self.request;
        let found = self
            .persist(steps)
            .or_else(|| run_at_random(&self.image, request, Runs { steps, ..RUNS_WITHOUT_A_PROOF }))?;
        Some(Verdict::Certain(Box::new(found)))
    }

    /// Executions whose inputs are all the same.
    fn persist(&self, steps: u64) -> Option<(Finding, Replay)> {
        let counts = |kind| counts_in_executions(self.request, kind);
        persist(&self.image, &counts, &self.request.options, steps)
    }

    fn run_guided(&self) -> Option<Verdict> {
        let counts = |kind| counts_in_executions(self.request, kind);
        let attempt = Attempt::new(&counts, &self.request.options);
        let found = guided_runs::search(&self.image, &attempt, GUIDED_RUNS)?;
        Some(Verdict::Certain(Box::new(found)))
    }
}

/// Takes out what is known of this kind of proof.
fn candidate(candidates: &mut Vec<Candidate>, precision: Precision, side_by_side: SideBySide) -> Candidate {
    let is_same = |other: &Candidate| other.precision == precision && other.side_by_side == side_by_side;
    match candidates.iter().position(is_same) {
        Some(position) => candidates.remove(position),
        None => Candidate::new(precision, side_by_side),
    }
}

fn part_of(steps: u64, hundredths: u64) -> u64 {
    steps.saturating_mul(hundredths) / 100
}

fn limits_of(candidate: &Candidate, steps: u64) -> Limits {
    Limits { side_by_side: candidate.side_by_side, ..Limits::of(steps) }
}

/// How many instructions a program has.
pub(crate) fn size(module: &Module) -> u64 {
    let bodies = module.functions.iter().filter_map(|(_, function)| function.body.as_ref());
    bodies.flat_map(|body| body.blocks.iter()).map(|(_, block)| block.instructions.len() as u64 + 1).sum()
}

/// A proof that an execution contradicts is no proof.
pub(crate) fn proved(image: &Image<'_>, request: &Request) -> Verdict {
    match run_at_random(image, request, RUNS_AFTER_A_PROOF) {
        Some(found) => Verdict::Contradiction(Box::new(found)),
        None => Verdict::Proved,
    }
}

fn run_at_random(image: &Image<'_>, request: &Request, runs: Runs) -> Option<(Finding, Replay)> {
    stumble(image, &|kind| counts_in_executions(request, kind), &request.options, runs)
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
