use super::satisfiable_tests::{Random, random_constraint};
use super::*;
use crate::answer::Answer;

const VARIABLES: u32 = 3;
const RADIUS: i128 = 6;

fn random_set(random: &mut Random, variables: u32) -> Set {
    let mut set = Set::empty();
    for _ in 0..random.within(1, 3) {
        let constraints: Vec<_> =
            (0..random.within(1, 3)).map(|_| random_constraint(random, variables, 3)).collect();
        set = set.union(&Set::from_constraints(constraints));
    }
    set
}

/// All points of the cube.
fn points(variables: u32, radius: i128) -> Vec<Vec<i128>> {
    let mut points = vec![Vec::new()];
    for _ in 0..variables {
        points = points
            .into_iter()
            .flat_map(|point| {
                (-radius..=radius).map(move |coordinate| {
                    let mut longer = point.clone();
                    longer.push(coordinate);
                    longer
                })
            })
            .collect();
    }
    points
}

fn contains(set: &Set, point: &[i128]) -> bool {
    set.contains(&|variable| point[variable.0 as usize]).unwrap()
}

#[test]
fn boolean_operations_agree_with_membership() {
    let mut random = Random::new(11);
    let cube = points(2, RADIUS);
    for _ in 0..300 {
        let (left, right) = (random_set(&mut random, 2), random_set(&mut random, 2));
        let mut budget = Budget::default();
        let both = left.intersect(&right, &mut budget).unwrap();
        let either = left.union(&right);
        let without = left.subtract(&right, &mut budget).unwrap();
        let complement = left.complement(&mut budget).unwrap();
        let simple = either.simplify(&mut budget);
        for point in &cube {
            let (l, r) = (contains(&left, point), contains(&right, point));
            assert_eq!(contains(&both, point), l && r);
            assert_eq!(contains(&either, point), l || r);
            assert_eq!(contains(&without, point), l && !r);
            assert_eq!(contains(&complement, point), !l);
            assert_eq!(contains(&simple, point), l || r, "{either:?} {simple:?} {point:?}");
        }
        assert_eq!(simple.equals(&either, &mut budget), Answer::Proved);
        assert_eq!(without.is_subset(&left, &mut budget), Answer::Proved);
        assert_eq!(both.is_subset(&left, &mut budget), Answer::Proved);
    }
}

#[test]
fn projection_agrees_with_search() {
    let mut random = Random::new(5);
    let cube = points(VARIABLES - 1, 4);
    for _ in 0..400 {
        let mut constraints: Vec<_> =
            (0..random.within(1, 3)).map(|_| random_constraint(&mut random, VARIABLES, 4)).collect();
        // The eliminated variable is bounded so that a search is complete.
        let last = Variable(VARIABLES - 1);
        constraints.push(Constraint::NonNegative(Affine::new(9, &[(last, 1)]).unwrap()));
        constraints.push(Constraint::NonNegative(Affine::new(9, &[(last, -1)]).unwrap()));
        let set = Set::from_constraints(constraints);
        let mut budget = Budget::default();
        let projected = set.project_exactly(&[last], &mut budget).unwrap();
        assert!(!projected.variables().contains(&last));
        let simple = projected.simplify(&mut budget);
        for point in &cube {
            let expected = (-9..=9).any(|value| {
                let mut longer = point.clone();
                longer.push(value);
                contains(&set, &longer)
            });
            assert_eq!(contains(&projected, point), expected, "{set:?} at {point:?}");
            assert_eq!(contains(&simple, point), expected, "{set:?} at {point:?}");
        }
    }
}

#[test]
fn projection_out_of_budget_still_brackets_the_set() {
    let mut random = Random::new(23);
    let cube = points(VARIABLES - 1, 3);
    for _ in 0..200 {
        let set = random_set(&mut random, VARIABLES);
        let last = Variable(VARIABLES - 1);
        let exact = set.project_exactly(&[last], &mut Budget::default()).unwrap();
        let mut small = Budget::new(u64::try_from(random.within(10, 600)).unwrap());
        let rough = set.project(&[last], &mut small);
        for point in &cube {
            let inside = contains(&exact, point);
            assert!(!inside || contains(rough.necessary(), point));
            assert!(inside || !contains(rough.sufficient(), point));
        }
    }
}

#[test]
fn bracket_operations_keep_the_bracket() {
    // Lemma 1 and Lemma 2 of paper 004 on random brackets, and the laws of join and widening.
    let mut random = Random::new(31);
    for _ in 0..120 {
        let mut budget = Budget::new(10_000_000);
        let mut bracket = || {
            let inner = random_set(&mut random, 2);
            let outer = inner.union(&random_set(&mut random, 2));
            Bracket::new_unchecked(outer, inner)
        };
        let (a, b) = (bracket(), bracket());
        let not = a.not(&mut budget);
        for result in [a.and(&b, &mut budget), a.or(&b), not.clone()] {
            assert_eq!(result.is_well_formed(&mut budget), Answer::Proved);
        }
        let excluded_middle = a.or(&not).necessary().clone();
        let valid = Set::universe().is_subset(&excluded_middle, &mut budget);
        assert_eq!(valid, Answer::Proved);
        let contradiction = a.and(&not, &mut budget).sufficient().clone();
        assert_eq!(contradiction.is_empty(&mut budget), Answer::Proved);
        let join = a.join(&b, &mut budget);
        let widened = a.widen(&b, &mut budget);
        for upper in [&join, &widened] {
            assert_eq!(a.is_within(upper, &mut budget), Answer::Proved);
            assert_eq!(b.is_within(upper, &mut budget), Answer::Proved);
        }
    }
}

#[test]
fn widening_chains_end() {
    let mut random = Random::new(41);
    for _ in 0..50 {
        let mut current = Bracket::exactly(random_set(&mut random, 2));
        let mut changes = 0;
        for _ in 0..20 {
            let next = Bracket::exactly(random_set(&mut random, 2));
            let mut budget = Budget::new(10_000_000);
            let widened = current.widen(&current.join(&next, &mut budget), &mut budget);
            if widened != current {
                changes += 1;
                current = widened;
            }
        }
        assert!(changes <= 12, "{changes}");
    }
}

#[test]
fn printing_then_parsing_is_the_identity() {
    let mut random = Random::new(47);
    for _ in 0..200 {
        let set = random_set(&mut random, 3);
        let mut names = Names::new();
        for name in ["x", "y", "z"] {
            names.variable(name);
        }
        let text = set.display(&names);
        let parsed = Formula::parse(&text, &mut names).unwrap();
        let mut budget = Budget::default();
        let back = parsed.eliminate(&mut budget);
        let back = back.exact().unwrap();
        assert_eq!(back.equals(&set, &mut budget), Answer::Proved, "{text}");
    }
}

#[test]
fn malformed_text_is_refused_with_its_position() {
    let cases = [
        ("", 0, "a number, a variable"),
        ("0 <= ", 5, "a number, a variable"),
        ("i <= 3 &&& j", 9, "the character '&'"),
        ("exists . i = 0", 7, "a variable was expected"),
        ("i * j = 0", 6, "not linear"),
        ("i mod 0 = 0", 6, "positive modulus"),
        ("i mod 2 < 1", 11, "only `=` and `!=`"),
        ("(i = 0", 6, "`)` was expected"),
        ("i = 0)", 5, "the end of the formula"),
        ("i = 999999999999999999999999999999999999999999", 4, "128 bits"),
    ];
    for (text, position, message) in cases {
        let error = Formula::parse(text, &mut Names::new()).unwrap_err();
        assert_eq!(error.position, position, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
    }
    let deep = format!("{}0 <= i{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(Formula::parse(&deep, &mut Names::new()).is_err());
    let negated = format!("{} i = 0", "!".repeat(10_000));
    assert!(Formula::parse(&negated, &mut Names::new()).is_err());
}

#[test]
fn huge_numbers_in_sets_do_not_overflow() {
    let x = Variable(0);
    let huge = i128::MAX;
    let above = Constraint::NonNegative(Affine::new(huge, &[(x, 1)]).unwrap());
    let below = Constraint::NonNegative(Affine::new(huge, &[(x, -1)]).unwrap());
    let wide = Set::from_constraints([above.clone(), below.clone()]);
    assert_eq!(wide.is_empty(&mut Budget::default()), Answer::Refuted);
    let far = Constraint::NonNegative(Affine::new(-huge, &[(x, 1)]).unwrap());
    let near = Constraint::NonNegative(Affine::new(-huge, &[(x, -1)]).unwrap());
    assert!(Set::from_constraints([far.clone(), near]).is_plainly_empty());
    // The complement of the bound does not fit 128 bits: an answer or a reason, never a wrong set.
    let complement = Set::from_constraints([above, far]).complement(&mut Budget::default());
    assert!(complement.is_ok_and(|set| set.contains(&|_| 0) == Some(true)));
    let product = Constraint::Zero(Affine::new(1, &[(x, huge), (Variable(1), huge - 2)]).unwrap());
    let set = Set::from_constraints([product, below]);
    let bracket = set.project(&[x], &mut Budget::default());
    assert!(!bracket.necessary().is_plainly_empty());
}
