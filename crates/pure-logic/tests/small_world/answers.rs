//! Every answer of every layer against the enumeration of a small world.

use crate::world::{Expression, Random, Statement, any_world, ranges};
use pure_logic::{Answer, Facts, Layer, Solver};

/// What enumeration says: whether the statements entail the goal.
fn entails(statements: &[Statement], goal: &Statement) -> bool {
    !any_world(|world| statements.iter().all(|statement| statement.holds(world)) && !goal.holds(world))
}

fn check(rounds: u64, seed: u64, interesting: bool) -> (u64, u64, u64) {
    let (mut proved, mut refuted, mut unknown) = (0, 0, 0);
    for round in 0..rounds {
        let mut random = Random::new(seed + round);
        let count = random.below(5) as usize;
        let statements: Vec<Statement> =
            (0..count).map(|_| Statement::random(&mut random, 2, interesting)).collect();
        let goal = Statement::random(&mut random, 2, interesting);
        let expected = entails(&statements, &goal);
        let mut solver = Solver::new();
        let mut facts = Facts::new();
        let ranges = ranges(&mut solver);
        facts.assume_all(&mut solver, &ranges);
        for statement in &statements {
            let fact = statement.build(&mut solver);
            facts.assume(&mut solver, fact);
        }
        let fact = goal.build(&mut solver);
        let mut layers: Vec<Option<Layer>> = vec![None];
        layers.extend(Layer::ALL.map(Some));
        for layer in layers {
            solver.use_only(layer);
            let answer = facts.proves(&mut solver, fact);
            let context = || {
                format!(
                    "seed {}, {layer:?}: {} |- {} is {expected}\n{statements:?}\n{goal:?}",
                    seed + round,
                    facts.display(&solver.terms),
                    solver.terms.display_fact(fact)
                )
            };
            match answer {
                Answer::Proved => assert!(expected, "wrongly proved: {}", context()),
                Answer::Refuted => assert!(!expected, "wrongly refuted: {}", context()),
                Answer::Unknown(_) => {}
            }
            if layer.is_none() {
                match answer {
                    Answer::Proved => proved += 1,
                    Answer::Refuted => refuted += 1,
                    Answer::Unknown(_) => unknown += 1,
                }
            }
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
        let atoms: Vec<_> = crate::world::NAMES
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
            let mut model = pure_logic::Model::new(atoms.iter().copied().zip(variables).collect());
            for (argument, value) in &table {
                assert!(model.set_function(function, Box::new([*argument]), *value));
            }
            let world = crate::world::World { variables, function: table };
            assert_eq!(
                model.evaluate(&solver.terms, term),
                Some(expression.value(&world)),
                "seed {seed}: {expression:?} is not {}",
                solver.terms.display_term(term)
            );
        }
    }
}
