//! Proofs with trees, once nodes were seen to branch.

use super::{Candidate, FIRST_ROUND, Inquiry, candidate, limits_of, part_of};
use crate::comparisons::{Compared, compared_words};
use crate::explorer::{Limits, SideBySide};
use crate::limits::{PROOFS_OF_TREES, STEPS_OF_TREES_IN_ORDER};
use crate::verdict::Verdict;
use heap_rules::fold::Precision;
use heap_rules::trees::TreeKinds;

/// How far a proof with trees has come.
enum Progress {
    Answered(Verdict),
    /// It has seen every execution, and left something open.
    Through,
    CutOff,
}

impl Inquiry<'_, '_> {
    /// Proofs with trees: folds and joins before it is necessary lose what tells their parts apart, so these come only where there are
    /// too many states without them.
    pub(super) fn prove_trees(
        &mut self,
        mut trees: TreeKinds,
        proof_steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        self.open = None;
        for [many, folded, without] in PROOFS_OF_TREES {
            for (side_by_side, hundredths) in [(SideBySide::MANY, many), (SideBySide::FOLDED, folded)] {
                let steps = part_of(proof_steps, hundredths);
                match self.prove_all_trees(&mut trees, side_by_side, steps, candidates) {
                    Progress::Answered(verdict) => return Some(verdict),
                    Progress::Through => {
                        let verdict = self.prove_tagged_trees(trees, proof_steps, candidates);
                        return verdict.or_else(|| self.prove_trees_in_order(trees, proof_steps, candidates));
                    }
                    Progress::CutOff => {}
                }
            }
            let shapes = (Precision::Shapes, SideBySide::MANY);
            // Where a proof with trees has come to errors, it tells too little of trees that are there; to tell these without trees is hard.
            let are_trees =
                candidates.iter().any(|candidate| candidate.has_trees() && candidate.is_too_coarse);
            let verdict = match without {
                1.. if !are_trees => self.go_on_with(shapes, part_of(proof_steps, without), candidates),
                _ => None,
            };
            let verdict = verdict.or_else(|| self.prove_kinds(proof_steps, candidates));
            if verdict.is_some() {
                return verdict;
            }
        }
        None
    }

    /// A proof with these trees, and with all others that it comes to.
    fn prove_all_trees(
        &mut self,
        trees: &mut TreeKinds,
        side_by_side: SideBySide,
        steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Progress {
        loop {
            let mut with_trees = candidate(candidates, Precision::Trees(*trees), side_by_side);
            if !with_trees.is_open {
                candidates.push(with_trees);
                return Progress::CutOff;
            }
            let limits = Limits { stops_at_trees: true, ..limits_of(&with_trees, steps) };
            let (verdict, seen) = self.attempt_within(&mut with_trees, limits);
            let all = trees.with(seen);
            if verdict.is_none() && all != *trees {
                // There are trees of other nodes as well.
                *trees = all;
                self.open = None;
                continue;
            }
            let is_through = !with_trees.is_open && self.is_complete();
            candidates.push(with_trees);
            return match verdict {
                Some(verdict) => Progress::Answered(verdict),
                None if is_through => Progress::Through,
                None => Progress::CutOff,
            };
        }
    }

    /// A proof with trees came to an end and left something open: numbers of nodes may tell which of their links are null.
    fn prove_tagged_trees(
        &mut self,
        trees: TreeKinds,
        proof_steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        let mut tagged = Candidate::new(Precision::Trees(trees.with_tags()), SideBySide::MANY);
        let verdict = self.attempt(&mut tagged, proof_steps / FIRST_ROUND);
        candidates.push(tagged);
        verdict
    }

    /// Where numbers of nodes are compared, they may be in order.
    fn prove_trees_in_order(
        &mut self,
        trees: TreeKinds,
        proof_steps: u64,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Verdict> {
        if compared_words(self.module) != Compared::Variables {
            return None;
        }
        let mut ordered = Candidate::new(Precision::Trees(trees.with_orders()), SideBySide::MANY);
        let verdict = self.attempt(&mut ordered, proof_steps / STEPS_OF_TREES_IN_ORDER);
        candidates.push(ordered);
        verdict
    }
}
