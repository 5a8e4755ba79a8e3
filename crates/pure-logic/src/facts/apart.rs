//! Taking facts out of a conjunction without solving again what has nothing to do with them.
//!
//! ```text
//!   K ∧ C solved        near: the atoms that facts lead to from those of C
//!  ──────────────────────────────────────────────────────────────────────────────
//!   K solved: rows without near atoms as they are; facts of K with near atoms anew
//! ```
//!
//! *Sound because* rows that share no atom with others come from facts that do not, either; and whatever is kept follows from `K ∧ C`,
//! which is all that a projection promises.
//! Lists of distinct terms lead nowhere: they are never combined with rows. A program has thousands of variables whose addresses are
//! distinct and otherwise have nothing to do with each other.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Facts, propagate};
use crate::fact::Fact;
use crate::facts::state::{ORIGIN, State};
use crate::limits::FACTS_SOLVED_AGAIN;
use crate::solver::Solver;
use crate::term::{Atom, Term, TermTable, signature_bit};

impl Facts {
    /// The conjunction of `kept`, which are the facts of this one that mention none of the dead atoms, in their order; `taken_out` are
    /// the others.
    pub(crate) fn without(
        &self,
        solver: &mut Solver,
        dead: &[Atom],
        kept: Vec<Fact>,
        taken_out: &[Fact],
    ) -> Facts {
        if kept.len() < FACTS_SOLVED_AGAIN {
            let mut result = Facts::with_models_of(solver, &[self]);
            result.assume_all(solver, &kept);
            return result;
        }
        let near = Near::new(&solver.terms, self.as_slice(), dead, taken_out);
        let is_near = |fact: &Fact| near.is_in_fact(&solver.terms, *fact);
        let again: Vec<Fact> = kept.iter().copied().filter(is_near).collect();
        let mut state = (*self.state).clone();
        keep_far(&solver.terms, &mut state, &near);
        state.facts = kept;
        state.stamp = solver.fresh_stamp();
        for fact in again {
            propagate::assume(&mut solver.terms, &mut state, fact);
        }
        if !state.models.is_empty() {
            state.touched.clear();
            state.stale_model = None;
        }
        Facts { state: Arc::new(state) }
    }
}

/// The atoms that facts lead to from dead ones, or from those of given facts.
struct Near {
    atoms: BTreeSet<Atom>,
    /// The bits that stand for them: most terms have none of these.
    signature: u64,
}

impl Near {
    fn new(terms: &TermTable, facts: &[Fact], dead: &[Atom], given: &[Fact]) -> Near {
        let leads_on = |fact: &Fact| !matches!(fact, Fact::Distinct(_));
        let atoms_of = |fact: Fact| {
            let mut atoms = Vec::new();
            terms.for_each_atom_of_fact(fact, &mut |atom| atoms.push(atom));
            atoms
        };
        let mut occurrences: Vec<(Atom, u32)> = Vec::with_capacity(2 * facts.len());
        for (index, fact) in facts.iter().enumerate().filter(|entry| leads_on(entry.1)) {
            terms.for_each_atom_of_fact(*fact, &mut |atom| occurrences.push((atom, index as u32)));
        }
        occurrences.sort_unstable();
        let mut is_taken = vec![false; facts.len()];
        let mut atoms = BTreeSet::new();
        let mut pending: Vec<Atom> = given.iter().copied().filter(leads_on).flat_map(atoms_of).collect();
        pending.extend(dead);
        while let Some(atom) = pending.pop() {
            if !atoms.insert(atom) {
                continue;
            }
            let first = occurrences.partition_point(|entry| entry.0 < atom);
            for &(_, index) in occurrences[first..].iter().take_while(|entry| entry.0 == atom) {
                let index = index as usize;
                if !std::mem::replace(&mut is_taken[index], true) {
                    pending.extend(atoms_of(facts[index]));
                }
            }
        }
        let signature = atoms.iter().fold(0, |signature, atom| signature | signature_bit(*atom));
        Near { atoms, signature }
    }

    fn is_in(&self, terms: &TermTable, term: Term) -> bool {
        if terms.signature(term) & self.signature == 0 {
            return false;
        }
        let mut is_in = false;
        terms.for_each_atom(term, &mut |atom| is_in = is_in || self.atoms.contains(&atom));
        is_in
    }

    fn is_in_atom(&self, terms: &TermTable, atom: Atom) -> bool {
        self.is_in(terms, terms.atom_term(atom))
    }

    fn is_in_fact(&self, terms: &TermTable, fact: Fact) -> bool {
        let mut is_in = false;
        terms.for_each_term_of_fact(fact, &mut |term| is_in = is_in || self.is_in(terms, term));
        is_in
    }
}

/// Leaves in a state what mentions none of these atoms.
fn keep_far(terms: &TermTable, state: &mut State, near: &Near) {
    let is_far = |term: Term| !near.is_in(terms, term);
    let is_far_atom = |atom: Atom| !near.is_in_atom(terms, atom);
    let is_far_end = |atom: Atom| atom == ORIGIN || is_far_atom(atom);
    state.eliminated.retain(|&(atom, replacement)| is_far_atom(atom) && is_far(replacement));
    state.eliminated_signature =
        state.eliminated.iter().fold(0, |signature, entry| signature | signature_bit(entry.0));
    state.rows.retain(|row| is_far(row.shape));
    state.edges.retain(|from, to| is_far_end(from) && is_far_end(to));
    state.disequalities.retain(|term| is_far(*term));
    state.clauses.retain(|clause| !near.is_in_fact(terms, Fact::AnyOf(*clause)));
    state.distinct.retain(|list| !near.is_in_fact(terms, Fact::Distinct(*list)));
    for atoms in [&mut state.quotients, &mut state.applications, &mut state.truths] {
        atoms.retain(|atom| is_far_atom(*atom));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Answer;

    const COUNT: u64 = 210;

    /// Facts about many variables, some of them connected; a seed decides which.
    fn facts_of(solver: &mut Solver, seed: u64) -> (Facts, Vec<Term>) {
        let mut random = seed;
        let mut next = |below: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        let variables: Vec<Term> =
            (0..COUNT).map(|index| solver.terms.variable(&format!("v{index}"))).collect();
        let mut facts = vec![solver.terms.distinct(&variables)];
        // All of them hold if the value of each variable is eight times its index.
        for _ in 0..2 * COUNT {
            let (left, right) = (next(COUNT), next(COUNT));
            let (one, other) = (variables[left as usize], variables[right as usize]);
            let (value, distance) = (8 * left as i128, 8 * (left as i128 - right as i128));
            let room = next(30) as i128;
            let terms = &mut solver.terms;
            let [below, at, above] = [value - room, value, value + room].map(|number| terms.constant(number));
            facts.push(match next(12) {
                0 => {
                    let shifted = terms.add_constant(other, distance);
                    terms.equal(one, shifted)
                }
                1 | 2 => terms.at_most(below, one),
                3 | 4 => terms.at_most(one, above),
                5 => {
                    let shifted = terms.add_constant(other, distance + room);
                    terms.at_most(one, shifted)
                }
                6 => terms.divides(4, one),
                7 => {
                    let rest = terms.modulo(one, 16);
                    let bound = terms.constant(8);
                    terms.at_most(rest, bound)
                }
                8 => {
                    let alternatives = [terms.equal(one, at), terms.at_most(other, below)];
                    terms.any_of(&alternatives)
                }
                _ => {
                    let bound = terms.add_constant(above, 1);
                    terms.not_equal(one, bound)
                }
            });
        }
        (Facts::from_facts(solver, &facts), variables)
    }

    /// What is left after variables were forgotten answers as if it had been assumed fact by fact.
    #[test]
    fn what_is_kept_knows_what_its_facts_say() {
        let (mut compared, mut proved) = (0, 0);
        let mut solver = Solver::new();
        let (facts, variables) = facts_of(&mut solver, 1);
        let dead = [variables[3], variables[17]];
        let left = facts.forget(&mut solver, &dead);
        let anew = Facts::from_facts(&mut solver, left.as_slice());
        for (index, &one) in variables.iter().enumerate() {
            let range = anew.bounds(&mut solver, one);
            let known = left.bounds(&mut solver, one);
            assert_eq!(known.meet(&range), known, "v{index} is {range:?}, but {known:?}");
            for &other in variables[index + 1..].iter().step_by(120) {
                for goal in [solver.terms.at_most(one, other), solver.terms.at_most(other, one)] {
                    let own = left.proves(&mut solver, goal) == Answer::Proved;
                    let fresh = anew.proves(&mut solver, goal) == Answer::Proved;
                    assert_eq!(own, fresh, "{goal:?}");
                    // Whatever it proves follows from the facts before.
                    assert!(!own || facts.proves(&mut solver, goal) == Answer::Proved);
                    proved += u32::from(own);
                    compared += 1;
                }
            }
        }
        assert!(compared > 400 && proved > 20, "{proved} of {compared}");
    }
}
