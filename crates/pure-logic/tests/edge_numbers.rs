//! Hostile numbers.

use pure_logic::{Answer, Facts, Solver};
use std::collections::BTreeSet;

#[test]
fn numbers_at_the_edge_do_not_panic() {
    let numbers =
        [i128::MAX, i128::MAX - 1, i128::MIN, i128::MIN + 1, 1 << 126, -(1 << 126), (1 << 64) - 1, 3];
    for first in numbers {
        for second in numbers {
            for third in numbers {
                let mut solver = Solver::new();
                let (x, y) = (solver.terms.variable("x"), solver.terms.variable("y"));
                let left = solver.terms.linear(first, &[(second, x), (third, y)]);
                let right = solver.terms.linear(third, &[(first, y)]);
                let remainder = solver.terms.modulo(left, third);
                let quotient = solver.terms.divide(right, second);
                let masked = solver.terms.and_constant(left, second);
                let truncated = solver.terms.truncated_remainder(right, first);
                let mut facts = Facts::new();
                for fact in [
                    solver.terms.at_most(left, right),
                    solver.terms.not_equal(remainder, quotient),
                    solver.terms.at_most(masked, truncated),
                    solver.terms.divides(third.max(1), left),
                ] {
                    facts.assume(&mut solver, fact);
                }
                let goal = solver.terms.less_than(quotient, left);
                let answer = facts.proves(&mut solver, goal);
                if answer == Answer::Refuted {
                    let model = facts.counterexample(&mut solver, goal).expect("a model");
                    assert_eq!(model.satisfies(&solver.terms, goal), Some(false));
                }
                let other = Facts::from_facts(&mut solver, &[goal]);
                let join = facts.join(&mut solver, &other);
                let widened = facts.widen(&mut solver, &other, &[first, second, third], &BTreeSet::new());
                let projected = facts.forget(&mut solver, &[x]);
                for facts in [join, widened, projected] {
                    let text = facts.display(&solver.terms).to_string();
                    let parsed = pure_logic::parse::parse_facts(&mut solver.terms, &text);
                    assert!(parsed.is_ok(), "{text}");
                }
            }
        }
    }
}
