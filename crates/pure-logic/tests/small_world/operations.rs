//! Join, widening, projection, substitution, explanation.

use crate::world::{Random, Statement, any_world};
use pure_logic::broken::BrokenRule;
use pure_logic::parse::{parse_fact, parse_facts};
use pure_logic::{Answer, Facts, Solver};
use std::collections::BTreeSet;

fn state(solver: &mut Solver, text: &str) -> Facts {
    let facts = parse_facts(&mut solver.terms, text).expect("well-formed facts");
    Facts::from_facts(solver, &facts)
}

#[track_caller]
fn assert_proves(solver: &mut Solver, facts: &Facts, goal: &str) {
    let goals = parse_facts(&mut solver.terms, goal).expect("well-formed goal");
    let answer = facts.proves_all(solver, &goals);
    assert_eq!(answer, Answer::Proved, "{} |- {goal}", facts.display(&solver.terms));
}

#[track_caller]
fn assert_join(left: &str, right: &str, goal: &str) {
    let mut solver = Solver::new();
    let (left, right) = (state(&mut solver, left), state(&mut solver, right));
    let join = left.join(&mut solver, &right);
    assert_proves(&mut solver, &join, goal);
    for fact in join.as_slice() {
        assert_eq!(left.proves(&mut solver, *fact), Answer::Proved);
        assert_eq!(right.proves(&mut solver, *fact), Answer::Proved);
    }
}

#[test]
fn join_finds_relations() {
    assert_join("i = 0 && len = n", "i = 1 && len = n - 1", "i + len = n");
    assert_join("i = 0 && j = 0", "i = 1 && j = 2", "2*i = j && 0 <= i && i <= 1");
    assert_join("p = b && i = 0", "p = b + 8 && i = 1", "p = b + 8*i");
    assert_join("i = 0 && 0 <= n", "i = 1 && 1 <= n", "i <= n && 0 <= i");
    assert_join("(i - j) mod 4 = 0 && i = 3", "(i - j) mod 4 = 0 && j = 9", "(i - j) mod 4 = 0");
    assert_join("i = j", "i = j + 4", "(i - j) mod 4 = 0 && j <= i && i <= j + 4");
    assert_join("i = 0", "i = 8", "i mod 8 = 0 && 0 <= i && i <= 8");
    assert_join("i mod 6 = 1", "i mod 4 = 3", "i mod 2 = 1");
    assert_join("x = 2*k && y = 3*k", "x = 2*k + 2 && y = 3*k + 3", "3*x = 2*y");
}

#[test]
fn join_keeps_what_both_sides_say() {
    assert_join(
        "x != 0 && distinct(a, b, c)",
        "1 <= x && distinct(a, b, c, d)",
        "x != 0 && distinct(a, b, c)",
    );
    assert_join("base(p) = b && p = b + 4", "base(p) = b && p = b + 8", "base(p) = b && p mod 4 = b mod 4");
    assert_join("x < y && y < x && z = 1", "z = 2", "z = 2");
    assert_join("disjoint(p, 8, q, 8) && x = 1", "disjoint(p, 8, q, 8) && x = 2", "disjoint(p, 8, q, 8)");
    assert_join("x = y && y <= 10", "x = y + 1 && y <= 20", "y <= 20 && y <= x && x <= y + 1");
}

#[test]
fn widening_keeps_relations_to_loop_bounds() {
    // for (i = 0; i < n; i++) p += 8;
    let mut solver = Solver::new();
    let mut head = state(&mut solver, "i = 0 && p = b && 0 <= n && n <= 1000");
    let thresholds = [0];
    let (i, p) = (solver.terms.variable("i"), solver.terms.variable("p"));
    for round in 0.. {
        assert!(round < 6, "the iteration does not end: {}", head.display(&solver.terms));
        let mut body = head.clone();
        let guard = parse_fact(&mut solver.terms, "i < n").expect("guard");
        body.assume(&mut solver, guard);
        let (old_i, old_p) = (solver.terms.fresh_variable("i"), solver.terms.fresh_variable("p"));
        let mut body = body.rename(&mut solver, &[(i, old_i), (p, old_p)]);
        let next_i = solver.terms.add_constant(old_i, 1);
        let next_p = solver.terms.add_constant(old_p, 8);
        let step_i = solver.terms.equal(i, next_i);
        let step_p = solver.terms.equal(p, next_p);
        body.assume(&mut solver, step_i);
        body.assume(&mut solver, step_p);
        let body = body.forget(&mut solver, &[old_i, old_p]);
        if body.proves_all(&mut solver, head.as_slice()) == Answer::Proved {
            break;
        }
        head = head.widen(&mut solver, &body, &thresholds, &BTreeSet::new());
    }
    assert_proves(&mut solver, &head, "0 <= i && i <= n && p = b + 8*i && i <= 1000");
    let done = parse_fact(&mut solver.terms, "n <= i").expect("exit");
    head.assume(&mut solver, done);
    assert_proves(&mut solver, &head, "i = n && p = b + 8*n");
}

#[test]
fn widening_rests_at_thresholds() {
    let mut solver = Solver::new();
    let old = state(&mut solver, "0 <= i && i <= 3");
    let new = state(&mut solver, "0 <= i && i <= 5");
    let widened = old.widen(&mut solver, &new, &[10, 100], &BTreeSet::new());
    assert_proves(&mut solver, &widened, "0 <= i && i <= 10");
    let new = state(&mut solver, "-2 <= i && i <= 11");
    let widened = widened.widen(&mut solver, &new, &[-5, 10, 100], &BTreeSet::new());
    assert_proves(&mut solver, &widened, "-5 <= i && i <= 100");
    let goal = parse_fact(&mut solver.terms, "i <= 99").expect("goal");
    assert_eq!(widened.proves(&mut solver, goal), Answer::Refuted);
}

#[track_caller]
fn assert_projection(facts: &str, variables: &[&str], goal: &str) {
    let mut solver = Solver::new();
    let facts = state(&mut solver, facts);
    let variables: Vec<_> = variables.iter().map(|name| solver.terms.variable(name)).collect();
    let projected = facts.forget(&mut solver, &variables);
    for variable in &variables {
        let atom = solver.terms.as_atom(*variable).expect("a variable");
        for fact in projected.as_slice() {
            solver.terms.for_each_atom_of_fact(*fact, &mut |found| assert_ne!(found, atom));
        }
    }
    assert_proves(&mut solver, &projected, goal);
}

#[test]
fn projection_keeps_what_follows() {
    assert_projection("x = y + 1 && y = z + 1", &["y"], "x = z + 2");
    assert_projection("j = 2*i && 0 <= i && i < n", &["i"], "j mod 2 = 0 && 0 <= j && j <= 2*n - 2");
    assert_projection("x <= y && y <= z", &["y"], "x <= z");
    assert_projection("p = b + o && base(p) = b && 0 <= o", &["o"], "base(p) = b && b <= p");
    assert_projection("y = x mod 4 && x = 4*k + 3", &["x", "k"], "y = 3");
    assert_projection("(x + a) mod 4 = 0 && (x + b) mod 4 = 1", &["x"], "(b - a) mod 4 = 1");
    assert_projection("2*x = 3*y && 1 <= x && x <= 7", &["x"], "y mod 2 = 0 && 1 <= y && y <= 4");
    assert_projection("distinct(a, b, c, d)", &["d"], "distinct(a, b, c)");
    assert_projection("x < 0 && 0 < x", &["x"], "false");
    assert_projection("f(x) = 3 && x = y", &["x"], "f(y) = 3");
}

#[test]
fn explanations_are_small() {
    let mut solver = Solver::new();
    let facts = state(&mut solver, "a = 1 && x < y && b = 2 && y < z && c = 3 && z < x && d = 4");
    let goal = parse_fact(&mut solver.terms, "false").expect("goal");
    assert_eq!(facts.explain(&mut solver, goal), Some(vec![1, 3, 5]));
    let facts = state(&mut solver, "0 <= i && i < n && n <= 10 && 0 <= k");
    let goal = parse_fact(&mut solver.terms, "i <= 9").expect("goal");
    assert_eq!(facts.explain(&mut solver, goal), Some(vec![1, 2]));
    let goal = parse_fact(&mut solver.terms, "i <= 8").expect("goal");
    assert_eq!(facts.explain(&mut solver, goal), None);
}

#[test]
fn substitution_replaces_all_variables_at_once() {
    let mut solver = Solver::new();
    let facts = state(&mut solver, "x < y && f(x mod 4) = y");
    let (x, y) = (solver.terms.variable("x"), solver.terms.variable("y"));
    let swapped = facts.rename(&mut solver, &[(x, y), (y, x)]);
    assert_eq!(swapped.display(&solver.terms).to_string(), "y < x && f(y mod 4) = x");
}

fn random_state(random: &mut Random, solver: &mut Solver) -> (Vec<Statement>, Facts) {
    let count = random.between(1, 4);
    let interesting = random.below(2) == 0;
    let statements: Vec<Statement> = (0..count).map(|_| Statement::random(random, 1, interesting)).collect();
    let mut facts = Facts::new();
    for statement in &statements {
        let fact = statement.build(solver);
        facts.assume(solver, fact);
    }
    (statements, facts)
}

/// A fact evaluated in a world, by a model that says the same.
fn holds(solver: &mut Solver, world: &crate::world::World, fact: pure_logic::Fact) -> bool {
    let mut variables = Vec::new();
    for (name, value) in crate::world::NAMES.iter().zip(world.variables) {
        let variable = solver.terms.variable(name);
        variables.push((solver.terms.as_atom(variable).expect("a variable"), value));
    }
    let mut model = pure_logic::Model::new(variables);
    let function = solver.terms.symbol("f");
    for (argument, value) in &world.function {
        model.set_function(function, Box::new([*argument]), *value);
    }
    model.satisfies(&solver.terms, fact).expect("small numbers")
}

/// Joins and widens two random states; an error describes a fact that does not hold on both sides.
pub fn check_join(seed: u64, broken: Option<BrokenRule>) -> Result<(), String> {
    let mut random = Random::new(seed + 77);
    let mut solver = Solver::new();
    solver.break_rule(broken);
    let (left_statements, left) = random_state(&mut random, &mut solver);
    let (right_statements, right) = random_state(&mut random, &mut solver);
    let join = left.join(&mut solver, &right);
    let widened = left.widen(&mut solver, &right, &[-1, 0, 4], &BTreeSet::new());
    let (a, b) =
        (solver.terms.variable(crate::world::NAMES[0]), solver.terms.variable(crate::world::NAMES[1]));
    let forms = [1, -1, 2, -2].map(|factor| solver.terms.add_scaled(a, factor, b)).into_iter().collect();
    let mut related = Facts::new();
    left.relate_forms(&mut solver, &right, &forms, &mut related);
    let mut wrong = None;
    any_world(|world| {
        let covered = left_statements.iter().all(|statement| statement.holds(world))
            || right_statements.iter().all(|statement| statement.holds(world));
        if covered {
            let mut facts = join.as_slice().iter().chain(widened.as_slice()).chain(related.as_slice());
            wrong = facts.find(|fact| !holds(&mut solver, world, **fact)).copied();
        }
        wrong.is_some()
    });
    match wrong {
        None => Ok(()),
        Some(fact) => Err(format!(
            "seed {seed}: {} of {left_statements:?} and {right_statements:?}",
            solver.terms.display_fact(fact)
        )),
    }
}

/// Forgets a variable of a random state; an error describes a fact that does not follow.
pub fn check_projection(seed: u64, broken: Option<BrokenRule>) -> Result<(), String> {
    let mut random = Random::new(seed + 991);
    let mut solver = Solver::new();
    solver.break_rule(broken);
    let (statements, facts) = random_state(&mut random, &mut solver);
    let name = crate::world::NAMES[random.below(3) as usize];
    let variable = solver.terms.variable(name);
    let atom = solver.terms.as_atom(variable).expect("a variable");
    let projected = facts.forget(&mut solver, &[variable]);
    for fact in projected.as_slice() {
        solver.terms.for_each_atom_of_fact(*fact, &mut |found| assert_ne!(found, atom));
    }
    let mut wrong = None;
    any_world(|world| {
        if statements.iter().all(|statement| statement.holds(world)) {
            wrong = projected.as_slice().iter().find(|fact| !holds(&mut solver, world, **fact)).copied();
        }
        wrong.is_some()
    });
    match wrong {
        None => Ok(()),
        Some(fact) => {
            Err(format!("seed {seed}: {} of {statements:?} without {name}", solver.terms.display_fact(fact)))
        }
    }
}

fn facts_of(solver: &mut Solver, text: &str) -> Facts {
    let facts = parse_facts(&mut solver.terms, text).expect("facts");
    Facts::from_facts(solver, &facts)
}

#[test]
fn what_a_side_entails_is_kept_though_its_intervals_are_wider() {
    // `8·h + 12 <= s` and `4 <= s` entail `4·h + 4 <= s`, which the intervals of `h` and `s` do not show.
    let mut solver = Solver::new();
    let old = facts_of(&mut solver, "s = 4*h + 4 && 0 <= h && h <= 1000");
    let new = facts_of(&mut solver, "8*h + 12 <= s && -1 <= h && h <= 1000 && 4 <= s && s <= 4004");
    let inside = parse_fact(&mut solver.terms, "4*h + 4 <= s").expect("a fact");
    let widened = old.widen(&mut solver, &new, &[0], &BTreeSet::new());
    assert_eq!(widened.proves(&mut solver, inside), Answer::Proved);
    let joined = old.join(&mut solver, &new);
    assert_eq!(joined.proves(&mut solver, inside), Answer::Proved);
}

#[test]
fn forms_are_related_where_one_side_is_near_and_the_other_entails_it() {
    let mut solver = Solver::new();
    let old =
        facts_of(&mut solver, "4*i + 4*j + 4 <= s && 0 <= i && i <= 90 && -1 <= j && j <= 90 && s <= 900");
    let new = facts_of(&mut solver, "i = 1 && s = 4*j + 4 && 0 <= j && j <= 90");
    let (s, j) = (solver.terms.variable("s"), solver.terms.variable("j"));
    let forms = [solver.terms.add_scaled(s, -4, j)].into_iter().collect();
    let mut result = Facts::new();
    old.relate_forms(&mut solver, &new, &forms, &mut result);
    let (inside, behind) = (["4*j + 4 <= s", "4*j + 5 <= s"])
        .map(|text| parse_fact(&mut solver.terms, text).expect("a fact"))
        .into();
    assert_eq!(result.proves(&mut solver, inside), Answer::Proved);
    assert_ne!(result.proves(&mut solver, behind), Answer::Proved);
}

#[test]
fn join_and_widening_are_upper_bounds() {
    for seed in 0..400 {
        check_join(seed, None).unwrap_or_else(|message| panic!("{message}"));
    }
}

#[test]
fn projection_is_sound() {
    for seed in 0..400 {
        check_projection(seed, None).unwrap_or_else(|message| panic!("{message}"));
    }
}

#[test]
fn widening_terminates() {
    for seed in 0..150 {
        let mut random = Random::new(seed + 5);
        let mut solver = Solver::new();
        let thresholds = [-10, 0, 10];
        let (_, mut current) = random_state(&mut random, &mut solver);
        let mut changes = 0;
        for _ in 0..60 {
            let (_, next) = random_state(&mut random, &mut solver);
            let joined = current.join(&mut solver, &next);
            if joined.proves_all(&mut solver, current.as_slice()) == Answer::Proved {
                continue;
            }
            changes += 1;
            current = current.widen(&mut solver, &joined, &thresholds, &BTreeSet::new());
        }
        assert!(changes < 25, "seed {seed}: {changes} changes");
    }
}

#[test]
fn random_facts_print_and_parse_back() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let mut solver = Solver::new();
        let fact = Statement::random(&mut random, 3, true).build(&mut solver);
        let text = solver.terms.display_fact(fact);
        let parsed = parse_facts(&mut solver.terms, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let expected = if fact == pure_logic::Fact::True { vec![] } else { vec![fact] };
        assert_eq!(parsed, expected, "{text}");
        let mut fresh = Solver::new();
        let parsed = parse_facts(&mut fresh.terms, &text).expect("printed text");
        assert_eq!(fresh.terms.display_facts(&parsed), text);
    }
}
