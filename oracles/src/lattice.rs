//! Bounds, explanations, join, widening and projection of states.

use pure_logic::{Fact, Facts, Solver, Term};

use crate::check::Report;
use crate::generate;
use crate::problem::{Condition, Expression, Problem, Relation};
use crate::random::Random;
use crate::to_terms::{self, variable_name};
use crate::z3_oracle::Oracle;
use std::collections::BTreeSet;

/// The solver under test, its oracle, and what was found.
pub struct Session<'a> {
    pub solver: &'a mut Solver,
    pub oracle: &'a mut Oracle,
    pub report: &'a mut Report,
}

pub fn check(problem: &Problem, facts: &Facts, random: &mut Random, session: &mut Session) {
    session.check_bounds(problem, facts, random);
    session.check_explanation(problem, facts);
    session.check_join(problem, facts, random);
    session.check_projection(problem, facts, random);
}

impl Session<'_> {
    /// Expects that the conditions of the problem imply each of the facts.
    fn expect_implied(&mut self, conditions: &[Condition], facts: &[Fact], what: &str, problem: &Problem) {
        for &fact in facts {
            let implied = self.oracle.entails_fact(conditions, &self.solver.terms, fact);
            if implied == Some(false) {
                let text = self.solver.terms.display_fact(fact);
                self.report.disagree(problem.kind, || {
                    format!("{what}: {text} does not follow from {conditions:?}\n{problem}")
                });
            }
        }
    }

    /// The bounds of a variable and of a difference of two follow from the facts.
    fn check_bounds(&mut self, problem: &Problem, facts: &Facts, random: &mut Random) {
        let first = Expression::Variable(random.index(problem.variables));
        let second = Expression::Variable(random.index(problem.variables));
        let difference = Expression::sum(0, &[(1, &first), (-1, &second)]);
        for expression in [first, difference] {
            let term = to_terms::term(self.solver, &expression);
            let range = facts.bounds(self.solver, term);
            let mut claims = Vec::new();
            if let Some(lower) = range.lower {
                let lower = Expression::Constant(lower);
                claims.push(Condition::Compare(Relation::AtMost, lower, expression.clone()));
            }
            if let Some(upper) = range.upper {
                let upper = Expression::Constant(upper);
                claims.push(Condition::Compare(Relation::AtMost, expression.clone(), upper));
            }
            for claim in claims {
                if self.oracle.entails(&problem.facts, &claim) == Some(false) {
                    self.report.disagree(problem.kind, || format!("wrong bounds: {claim:?}\n{problem}"));
                }
            }
        }
    }

    /// The facts named by an explanation entail the goal without the others.
    fn check_explanation(&mut self, problem: &Problem, facts: &Facts) {
        let goal = to_terms::fact(self.solver, &problem.goal);
        let Some(used) = facts.explain(self.solver, goal) else {
            return;
        };
        let mut formulas = Vec::new();
        for index in used {
            let formula = self.oracle.fact(&self.solver.terms, facts.as_slice()[index]);
            let Some(formula) = formula else {
                return;
            };
            formulas.push(formula);
        }
        formulas.push(self.oracle.condition(&problem.goal).not());
        if self.oracle.satisfiable(&formulas) == Some(true) {
            self.report.disagree(problem.kind, || format!("the explanation does not suffice\n{problem}"));
        }
    }

    /// Join and widening follow from both states.
    fn check_join(&mut self, problem: &Problem, facts: &Facts, random: &mut Random) {
        let other = generate::problem(problem.kind, random);
        let other_facts = to_terms::facts(self.solver, &other.facts);
        let join = facts.join(self.solver, &other_facts);
        let widened = facts.widen(self.solver, &other_facts, &[-1, 0, 1, 100], &BTreeSet::new());
        for (what, result) in [("join", &join), ("widening", &widened)] {
            let result = result.as_slice().to_vec();
            self.expect_implied(&problem.facts, &result, what, problem);
            self.expect_implied(&other.facts, &result, what, problem);
        }
    }

    /// Projection follows from the state and no longer mentions what was forgotten.
    fn check_projection(&mut self, problem: &Problem, facts: &Facts, random: &mut Random) {
        let forgotten: Vec<Term> = (0..problem.variables)
            .filter(|_| random.chance(40))
            .map(|index| self.solver.terms.variable(&variable_name(index)))
            .collect();
        let projected = facts.forget(self.solver, &forgotten);
        let result = projected.as_slice().to_vec();
        self.expect_implied(&problem.facts, &result, "projection", problem);
        for fact in result {
            let mut mentions = false;
            let terms = &self.solver.terms;
            terms.for_each_atom_of_fact(fact, &mut |atom| {
                mentions |= forgotten.contains(&terms.atom_term(atom));
            });
            if mentions {
                let text = terms.display_fact(fact);
                self.report.disagree(problem.kind, || format!("projection kept {text}\n{problem}"));
            }
        }
    }
}
