//! States with hundreds of facts and thousands of variables.

use pure_logic::{Answer, Facts, Solver, Term};

/// `v0 <= v1 - 0`, `v1 < v2`, … with a few equalities.
fn chain(solver: &mut Solver, length: usize) -> (Facts, Vec<Term>) {
    let variables: Vec<Term> = (0..length).map(|index| solver.terms.variable(&format!("v{index}"))).collect();
    let mut facts = Facts::new();
    for index in 1..length {
        let lower = solver.terms.add_constant(variables[index - 1], (index % 3) as i128);
        let fact = match index % 4 {
            0 => solver.terms.equal(variables[index], lower),
            2 => solver.terms.less_than(lower, variables[index]),
            _ => solver.terms.at_most(lower, variables[index]),
        };
        facts.assume(solver, fact);
    }
    (facts, variables)
}

#[test]
fn chains_of_differences() {
    for length in [10, 50, 200, 400] {
        let mut solver = Solver::new();
        let (facts, variables) = chain(&mut solver, length);
        let (first, last) = (variables[0], variables[length - 1]);
        let goal = solver.terms.less_than(first, last);
        assert_eq!(facts.proves(&mut solver, goal), Answer::Proved);
        let goal = solver.terms.less_than(last, first);
        assert_eq!(facts.proves(&mut solver, goal), Answer::Refuted);
        let middle = variables[length / 2];
        let sum = solver.terms.linear(5, &[(2, first), (1, middle), (-3, last)]);
        let goal = solver.terms.non_negative(sum);
        assert_eq!(facts.proves(&mut solver, goal), Answer::Refuted);
        let model = facts.counterexample(&mut solver, goal).expect("a model");
        assert!(facts.as_slice().iter().all(|fact| model.satisfies(&solver.terms, *fact) == Some(true)));
        let sum = solver.terms.linear(0, &[(-2, first), (-1, middle), (3, last)]);
        let goal = solver.terms.non_negative(sum);
        assert_eq!(facts.proves(&mut solver, goal), Answer::Proved);
        let mut facts = facts.clone();
        let back = solver.terms.at_most(last, first);
        facts.assume(&mut solver, back);
        assert_eq!(facts.is_unsat(&mut solver), Answer::Proved);
    }
}

#[test]
fn hundreds_of_distinct_blocks() {
    let mut solver = Solver::new();
    let mut facts = Facts::new();
    let mut members = vec![solver.terms.constant(0)];
    for index in 0..100 {
        let base = solver.terms.variable(&format!("b{index}"));
        let offset = solver.terms.variable(&format!("o{index}"));
        let zero = solver.terms.constant(0);
        let positive = solver.terms.less_than(zero, base);
        let aligned = solver.terms.divides(16, base);
        let inside = solver.terms.at_most(zero, offset);
        facts.assume_all(&mut solver, &[positive, aligned, inside]);
        members.push(base);
    }
    let distinct = solver.terms.distinct(&members);
    facts.assume(&mut solver, distinct);
    assert_eq!(facts.is_unsat(&mut solver), Answer::Refuted);
    let goal = solver.terms.not_equal(members[3], members[77]);
    assert_eq!(facts.proves(&mut solver, goal), Answer::Proved);
    let (left, right) = (solver.terms.variable("o2"), solver.terms.variable("o76"));
    let left = solver.terms.add(members[3], left);
    let right = solver.terms.add(members[77], right);
    let goal = solver.terms.not_equal(left, right);
    assert_eq!(facts.proves(&mut solver, goal), Answer::Refuted, "offsets may reach over");
}

#[test]
fn thousands_of_variables_in_one_fact() {
    let mut solver = Solver::new();
    let mut sum = solver.terms.constant(0);
    let mut facts = Facts::new();
    for index in 0..3000 {
        let variable = solver.terms.variable(&format!("v{index}"));
        sum = solver.terms.add(sum, variable);
        if index < 50 {
            let zero = solver.terms.constant(0);
            let fact = solver.terms.at_most(zero, variable);
            facts.assume(&mut solver, fact);
        }
    }
    let fact = solver.terms.non_negative(sum);
    facts.assume(&mut solver, fact);
    assert_eq!(facts.proves(&mut solver, fact), Answer::Proved);
    let above = solver.terms.add_constant(sum, -1);
    let goal = solver.terms.non_negative(above);
    assert_ne!(facts.proves(&mut solver, goal), Answer::Proved);
}
