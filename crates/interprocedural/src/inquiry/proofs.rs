//! Kinds of proofs, when each of them is tried, and how far it goes before others are.

use super::{Candidate, FIRST_ROUND, Inquiry, limits_of, part_of, run_at_random};
use crate::chunk_walks::{divides_chunks, links_chunks, walks_through_chunks};
use crate::comparisons::{Compared, compared_words};
use crate::constants_of_words::tells_words_apart_by_constants;
use crate::explorer::{Limits, SideBySide};
use crate::field_strides::field_strides;
use crate::limits::{
    FIRST_LOOK, FIRST_PROOF, KINDS_BESIDE_SHAPES, RUNS_THROUGH_LARGE_ARRAYS, STEPS_OF_DIVISIONS,
    STEPS_OF_ORDER,
};
use crate::linked_records::linked_records;
use crate::reductions::has_reductions;
use crate::verdict::Verdict;
use heap_rules::fold::Precision;
use heap_rules::trees::TreeKinds;

impl Inquiry<'_, '_> {
    /// The first proof: of shapes, or of trees once nodes were seen to branch.
    pub(super) fn prove_shapes(
        &mut self,
        trees: TreeKinds,
        proof_steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        let mut trees = trees;
        if trees.is_empty() {
            // No other proof is through with these programs; pools of records are told otherwise.
            if linked_records(self.module).is_empty()
                && let Some(verdict) = self.prove_divisions(proof_steps, candidates)
            {
                return Some(verdict);
            }
            let mut shapes = Candidate::new(Precision::Shapes, SideBySide::USUAL);
            let steps = part_of(proof_steps, FIRST_PROOF);
            let few = proof_steps / FIRST_LOOK;
            // A large program takes many steps without an explosion of states.
            let brief = Limits {
                stops_at_trees: true,
                steps_without_repetition: few.max(steps).max(self.steps_of_its_size),
                ..limits_of(&shapes, few)
            };
            let (mut verdict, mut seen) = self.attempt_within(&mut shapes, brief);
            if verdict.is_none() && seen.is_empty() && shapes.is_open {
                verdict = self.prove_with_fewer_states(few, candidates);
                if verdict.is_none() {
                    (verdict, seen) = self.prove_in_rounds(&mut shapes, proof_steps, candidates);
                }
            }
            if verdict.is_some() {
                return verdict;
            }
            trees = seen;
            if trees.is_empty() && shapes.is_open && !self.has_lists {
                // Closer looks are mostly at nodes, and there are none.
                if let Some(verdict) = self.attempt(&mut shapes, proof_steps) {
                    return Some(verdict);
                }
                shapes.is_open = false;
            }
            if trees.is_empty() {
                candidates.push(shapes);
            }
        }
        if !trees.is_empty() {
            return self.prove_trees(trees, proof_steps, candidates);
        }
        let is_through = candidates.last().is_some_and(|shapes| !shapes.is_open);
        if is_through && self.open.as_ref().is_some_and(|open| open.joined_early) {
            let mut apart = Candidate::new(Precision::Shapes, SideBySide::MANY);
            let verdict = self.attempt(&mut apart, proof_steps / FIRST_ROUND);
            candidates.push(apart);
            return verdict;
        }
        None
    }

    /// The proof of shapes goes on; where nodes seem to be told apart by constants, beside one that does the same. Also returns the nodes
    /// that were seen to branch.
    fn prove_in_rounds(
        &mut self,
        shapes: &mut Candidate,
        proof_steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> (Option<Verdict>, TreeKinds) {
        let has_kinds = self.has_lists && tells_words_apart_by_constants(self.module);
        let rounds = if has_kinds { &KINDS_BESIDE_SHAPES[..] } else { &[(0, FIRST_PROOF)] };
        for &(of_kinds, of_shapes) in rounds {
            if of_kinds > 0 {
                let kinds = (Precision::Kinds, SideBySide::MANY);
                let verdict = self.go_on_with(kinds, part_of(proof_steps, of_kinds), candidates);
                if verdict.is_some() {
                    return (verdict, TreeKinds::default());
                }
            }
            if shapes.is_open && !shapes.is_too_coarse {
                let steps = part_of(proof_steps, of_shapes);
                let limits = Limits { stops_at_trees: true, ..limits_of(shapes, steps) };
                let (verdict, seen) = self.attempt_within(shapes, limits);
                if verdict.is_some() || !seen.is_empty() {
                    return (verdict, seen);
                }
            }
        }
        (None, TreeKinds::default())
    }

    /// Where a proof of shapes is through and tells too little, and nodes seem to be told apart by constants, the one by kinds of nodes
    /// mostly does.
    pub(super) fn prove_kinds(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        let is_too_coarse = candidates.iter().any(|candidate| {
            candidate.precision == Precision::Shapes && candidate.is_too_coarse && !candidate.is_open
        });
        if !is_too_coarse || !self.has_lists || !tells_words_apart_by_constants(self.module) {
            return None;
        }
        self.go_on_with((Precision::Kinds, SideBySide::MANY), steps, candidates)
    }

    /// Proofs that have one state where others have many: before long ones are tried that will be cut off all the same.
    fn prove_with_fewer_states(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        // Loops over arrays of records that lead to each other come to an end in few steps, or not at all.
        let verdict = self.prove_cells(steps, candidates);
        if verdict.is_some() {
            return verdict;
        }
        let allocates = self.request.options.allocation_may_fail;
        let are_optional = allocates && (self.has_optional_blocks || self.has_loops && !self.has_lists);
        let looks = [(Precision::Optional, are_optional), (Precision::Members, self.has_lists)];
        for (precision, _) in looks.into_iter().filter(|look| look.1) {
            let mut fewer = Candidate::new(precision, SideBySide::FEW);
            let verdict = self.attempt(&mut fewer, steps);
            candidates.push(fewer);
            if verdict.is_some() {
                return verdict;
            }
        }
        None
    }

    /// What arrays hold is asked only where there are any, and where it matters.
    pub(super) fn prove_words(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        if !self.has_arrays {
            return None;
        }
        // Loops over large arrays have to end before what comes behind them is executed.
        let mut runs = RUNS_THROUGH_LARGE_ARRAYS;
        if self.has_lists {
            runs.steps /= 2;
        }
        // Where inputs decide how long lists become, those that are all the same lead to no end.
        let found = run_at_random(&self.image, self.request, runs)
            .or_else(|| if self.has_lists { None } else { self.persist(runs.steps) });
        if let Some(found) = found {
            return Some(Verdict::Certain(Box::new(found)));
        }
        let mut words = Candidate::new(Precision::Words, SideBySide::USUAL);
        let verdict = self.attempt(&mut words, steps);
        candidates.push(words);
        if verdict.is_some() || !has_reductions(self.module) {
            return verdict;
        }
        // Sums and the like, which no relation between a few numbers tells.
        let mut sums = Candidate::new(Precision::Words, SideBySide::USUAL);
        let limits = Limits { sums_up: true, ..limits_of(&sums, steps) };
        let verdict = self.attempt_within(&mut sums, limits).0;
        // It knows nothing of the heads of loops that it did not follow.
        self.proof = None;
        self.paused.retain(|(kind, _)| !kind.sums_up);
        verdict
    }

    /// What members of records in arrays hold, or every second word, or bytes, and what holds of some words or else of others.
    pub(super) fn prove_fields(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        if !self.has_arrays {
            return None;
        }
        let precision = Precision::Fields(field_strides(self.module));
        self.go_on_with((precision, SideBySide::USUAL), steps, candidates)
    }

    /// In which order words of arrays are is asked only where words are compared with each other.
    /// It does not go on later: what it can prove, it does in few steps, and others need theirs.
    pub(super) fn prove_words_in_order(&mut self, steps: u64) -> Option<Verdict> {
        if !self.has_arrays || compared_words(self.module) != Compared::Variables {
            return None;
        }
        let mut ordered = Candidate::new(Precision::Ordered, SideBySide::USUAL);
        let verdict = self.attempt(&mut ordered, steps.saturating_mul(STEPS_OF_ORDER));
        self.paused.retain(|(kind, _)| kind.precision != Precision::Ordered);
        verdict
    }

    /// Records of arrays are told where words of them are indices or addresses of others.
    pub(super) fn prove_cells(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        let strides = linked_records(self.module);
        if strides.is_empty() {
            return None;
        }
        self.go_on_with((Precision::Cells(strides), SideBySide::USUAL), steps, candidates)
    }

    /// Chunks are looked for only where a loop computes an address from a word that it has read.
    pub(super) fn prove_chunks(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        if !self.has_arrays || !walks_through_chunks(self.module) {
            return None;
        }
        let mut chunks = Candidate::new(Precision::Chunks, SideBySide::USUAL);
        let verdict = self.attempt(&mut chunks, steps);
        candidates.push(chunks);
        verdict
    }

    /// Chunks that lead to each other are looked for only where a list is walked and the address of a header is computed, boundaries
    /// between chunks where the address of the next one is computed.
    /// Mostly these are the programs that no other proof is through with, so they have more steps than others, all at once.
    pub(super) fn prove_divisions(
        &mut self,
        proof_steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        if candidates.iter().any(|candidate| candidate.precision.divides_blocks()) {
            return None;
        }
        let steps = proof_steps.saturating_mul(STEPS_OF_DIVISIONS);
        let (has_links, has_walks) = (links_chunks(self.module), divides_chunks(self.module));
        let looks =
            [(Precision::FreeLists, has_links), (Precision::Units, has_links), (Precision::Walks, has_walks)];
        looks
            .into_iter()
            .filter(|look| look.1)
            .find_map(|(precision, _)| self.go_on_with((precision, SideBySide::FOLDED), steps, candidates))
    }

    /// In which order nodes are, and what holds of each of them, is asked only where words of nodes are compared; where it is only with
    /// constants, this is asked after other closer looks.
    pub(super) fn prove_order(
        &mut self,
        compared: Compared,
        steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        if !self.has_lists || compared_words(self.module) != compared {
            return None;
        }
        let mut sorted = Candidate::new(Precision::Sorted, SideBySide::USUAL);
        let verdict = self.attempt(&mut sorted, steps);
        let joins_too_much = !sorted.is_open && sorted.joined_early;
        candidates.push(sorted);
        if verdict.is_none() && joins_too_much {
            // What was joined may have told whether a cursor has left its list.
            let mut apart = Candidate::new(Precision::Sorted, SideBySide::MANY);
            let verdict = self.attempt(&mut apart, steps);
            candidates.push(apart);
            return verdict;
        }
        verdict
    }

    /// Proofs that tell more apart.
    pub(super) fn look_closer(&mut self, steps: u64, candidates: &mut Vec<Candidate>) -> Option<Verdict> {
        let had_trees = candidates.iter().any(|candidate| matches!(candidate.precision, Precision::Trees(_)));
        // What branches may be lists of lists all the same.
        let mut closer_looks = vec![Precision::Kinds, Precision::Parts];
        if had_trees {
            closer_looks.insert(0, Precision::Shapes);
        }
        for precision in closer_looks {
            if precision == Precision::Parts && !self.has_lists {
                // There are no lists to be left in parts.
                continue;
            }
            let verdict = self.go_on_with((precision, SideBySide::MANY), steps, candidates);
            if verdict.is_some() {
                return verdict;
            }
        }
        None
    }
}
