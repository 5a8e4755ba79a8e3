//! Every answer of every layer against enumeration.

use pure_logic::broken::BrokenRule;
use pure_logic::{Answer, Facts, Layer, Model, Solver};

use crate::world::{Expression, NAMES, Random, Statement, World, any_world, ranges};

/// What enumeration says: whether the statements entail the goal.
fn entails(statements: &[Statement], goal: &Statement) -> bool {
    !any_world(|world| statements.iter().all(|statement| statement.holds(world)) && !goal.holds(world))
}

/// Asks one random question, of all layers together and of each alone; an error describes a wrong answer.
pub fn check_question(seed: u64, interesting: bool, broken: Option<BrokenRule>) -> Result<Answer, String> {
    let mut random = Random::new(seed);
    let count = random.below(5) as usize;
    let statements: Vec<Statement> =
        (0..count).map(|_| Statement::random(&mut random, 2, interesting)).collect();
    let goal = Statement::random(&mut random, 2, interesting);
    let expected = entails(&statements, &goal);
    let mut solver = Solver::new();
    solver.break_rule(broken);
    let mut facts = Facts::new();
    let ranges = ranges(&mut solver);
    facts.assume_all(&mut solver, &ranges);
    for statement in &statements {
        let fact = statement.build(&mut solver);
        facts.assume(&mut solver, fact);
    }
    let fact = goal.build(&mut solver);
    let answer = facts.proves(&mut solver, fact);
    for layer in [None].into_iter().chain(Layer::ALL.map(Some)) {
        solver.use_only(layer);
        let is_wrong = match facts.proves(&mut solver, fact) {
            Answer::Proved => !expected,
            Answer::Refuted => expected,
            Answer::Unknown(_) => false,
        };
        if is_wrong {
            return Err(format!(
                "seed {seed}, layer {layer:?}: {} |- {} is {expected}\n{statements:?}\n{goal:?}",
                facts.display(&solver.terms),
                solver.terms.display_fact(fact)
            ));
        }
    }
    Ok(answer)
}

fn check(rounds: u64, seed: u64, interesting: bool) -> (u64, u64, u64) {
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for round in 0..rounds {
        match check_question(seed + round, interesting, None) {
            Ok(Answer::Proved) => proved += 1,
            Ok(Answer::Refuted) => refuted += 1,
            Ok(Answer::Unknown(_)) => unknown += 1,
            Err(message) => panic!("wrong answer: {message}"),
        }
    }
    (proved, refuted, unknown)
}

#[test]
fn linear_problems_agree_with_enumeration() {
    let (proved, refuted, unknown) = check(1500, 1, false);
    assert!(proved > 100 && refuted > 100, "{proved} proved, {refuted} refuted");
    assert_eq!(unknown, 0);
}

#[test]
fn all_kinds_of_problems_agree_with_enumeration() {
    let (proved, refuted, unknown) = check(1500, 1_000_000, true);
    assert!(proved > 100 && refuted > 100, "{proved} proved, {refuted} refuted");
    assert!(unknown <= 3, "{unknown} unknown");
}

#[test]
fn terms_mean_what_they_say() {
    for seed in 0..3000 {
        let mut random = Random::new(seed);
        let mut solver = Solver::new();
        let expression = Expression::random(&mut random, 4, true);
        let term = expression.build(&mut solver);
        let atoms: Vec<_> = NAMES
            .iter()
            .map(|name| {
                let variable = solver.terms.variable(name);
                solver.terms.as_atom(variable).expect("a variable is an atom")
            })
            .collect();
        let function = solver.terms.symbol("f");
        for _ in 0..20 {
            let variables = [0; 3].map(|_| random.between(-40, 40));
            let table: std::collections::BTreeMap<i128, i128> =
                variables.iter().map(|argument| (*argument, argument.rem_euclid(5))).collect();
            let mut model = Model::new(atoms.iter().copied().zip(variables).collect());
            for (argument, value) in &table {
                assert!(model.set_function(function, Box::new([*argument]), *value));
            }
            let world = World { variables, function: table };
            assert_eq!(
                model.evaluate(&solver.terms, term),
                Some(expression.value(&world)),
                "seed {seed}: {expression:?} is not {}",
                solver.terms.display_term(term)
            );
        }
    }
}
