//! The numbers that are left when all memory is described.

use super::GaveUp;
use super::assignment::Missing;
use super::search::{Branch, Outcome, Search, WordGoal};
use crate::division;
use crate::limits::ASSIGNMENTS_TRIED;
use pure_logic::{Answer, Fact, Facts};

impl Search<'_> {
    pub(super) fn solve_numbers(&mut self, branch: Branch) -> Outcome {
        let mut trials = ASSIGNMENTS_TRIED;
        if let Some(found) = self.try_words(branch.clone(), &mut trials) {
            return Outcome::Found(found.values);
        }
        self.ask_solver(branch)
    }

    /// Tries the values that words most likely have: as unsigned and as signed numbers.
    fn try_words(&mut self, mut branch: Branch, trials: &mut u32) -> Option<Branch> {
        self.propagate(&mut branch).ok()?;
        if branch.words.is_empty() && branch.facts.is_empty() {
            return Some(branch);
        }
        let (atom, value, modulus) = branch.words.iter().find_map(|goal| {
            let missing = branch.values.missing(&self.solver.terms, goal.term);
            let Missing::One { atom, coefficient: coefficient @ (1 | -1), rest } = missing else {
                return None;
            };
            if goal.width >= 127 || goal.defined != (1 << goal.width) - 1 {
                return None;
            }
            let modulus = 1i128 << goal.width;
            let value = (goal.bits as i128).checked_sub(rest)?.checked_mul(coefficient)?.rem_euclid(modulus);
            Some((atom, value, modulus))
        })?;
        for candidate in [value, value - modulus] {
            if *trials == 0 {
                return None;
            }
            *trials -= 1;
            let mut next = branch.clone();
            next.values.set(atom, candidate);
            if let Some(found) = self.try_words(next, trials) {
                return Some(found);
            }
        }
        None
    }

    fn ask_solver(&mut self, mut branch: Branch) -> Outcome {
        let replacements: Vec<_> =
            branch.values.iter().map(|(atom, value)| (atom, self.solver.terms.constant(value))).collect();
        let mut facts = Facts::new();
        for fact in &branch.facts {
            let fact = self.solver.terms.substitute_in_fact(*fact, &replacements);
            facts.assume(self.solver, fact);
        }
        for goal in &branch.words {
            let Some(fact) = self.word_fact(goal) else { return Outcome::GaveUp(GaveUp::Numbers) };
            let fact = self.solver.terms.substitute_in_fact(fact, &replacements);
            facts.assume(self.solver, fact);
        }
        for fact in division::axioms(self.solver, &facts) {
            facts.assume(self.solver, fact);
        }
        if let Some(model) = facts.model(self.solver) {
            branch.values.extend(&model);
            return Outcome::Found(branch.values);
        }
        match facts.is_unsat(self.solver) {
            Answer::Proved => Outcome::Nothing,
            Answer::Refuted | Answer::Unknown(_) => Outcome::GaveUp(GaveUp::Numbers),
        }
    }

    /// The defined bits of the term are those of the word.
    fn word_fact(&mut self, goal: &WordGoal) -> Option<Fact> {
        let terms = &mut self.solver.terms;
        let defined = i128::try_from(goal.defined).ok()?;
        let bits = terms.constant(i128::try_from(goal.bits & goal.defined).ok()?);
        let kept = terms.and_constant(goal.term, defined);
        Some(terms.equal(kept, bits))
    }
}
