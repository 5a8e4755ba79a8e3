use super::*;
use crate::answer::Reason;

/// A small deterministic generator; the tests need no better one.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    pub(super) fn within(&mut self, low: i128, high: i128) -> i128 {
        low + i128::from(self.next()) % (high - low + 1)
    }
}

pub(super) fn random_constraint(random: &mut Random, variables: u32, size: i128) -> Constraint {
    let terms: Vec<_> = (0..variables).map(|index| (Variable(index), random.within(-size, size))).collect();
    let affine = Affine::new(random.within(-3 * size, 3 * size), &terms).unwrap();
    match random.next() % 8 {
        0 | 1 => Constraint::Zero(affine),
        2 => Constraint::Divides(random.within(2, 5), affine),
        3 => Constraint::NotDivides(random.within(2, 4), affine),
        _ => Constraint::NonNegative(affine),
    }
}

fn boxed(variable: u32, low: i128, high: i128) -> [Constraint; 2] {
    let variable = Variable(variable);
    [
        Constraint::NonNegative(Affine::new(-low, &[(variable, 1)]).unwrap()),
        Constraint::NonNegative(Affine::new(high, &[(variable, -1)]).unwrap()),
    ]
}

/// Whether some point of the cube satisfies all constraints.
fn has_point(constraints: &[Constraint], variables: u32, radius: i128) -> bool {
    let mut point = vec![-radius; variables as usize];
    loop {
        let value = |variable: Variable| point[variable.0 as usize];
        if constraints.iter().all(|c| c.holds(&value).unwrap()) {
            return true;
        }
        let mut position = 0;
        loop {
            if position == point.len() {
                return false;
            }
            if point[position] < radius {
                point[position] += 1;
                break;
            }
            point[position] = -radius;
            position += 1;
        }
    }
}

#[test]
fn bounded_problems_agree_with_enumeration() {
    let mut random = Random::new(7);
    let mut decided = [0, 0];
    for round in 0..6_000 {
        let variables = 1 + (round % 3);
        let size = 1 + random.within(0, 6);
        let mut constraints = Vec::new();
        for variable in 0..variables {
            constraints.extend(boxed(variable, -4, 4));
        }
        for _ in 0..random.within(1, 4) {
            constraints.push(random_constraint(&mut random, variables, size));
        }
        let expected = has_point(&constraints, variables, 4);
        match satisfiable(&constraints, &mut Budget::default()) {
            Satisfiability::Satisfiable(_) => assert!(expected, "{constraints:?}"),
            Satisfiability::Unsatisfiable(core) => {
                assert!(!expected, "{constraints:?}");
                let core: Vec<_> = core.iter().map(|&i| constraints[i].clone()).collect();
                assert!(!has_point(&core, variables, 6), "core {core:?}");
            }
            Satisfiability::Unknown(reason) => panic!("{reason}: {constraints:?}"),
        }
        decided[usize::from(expected)] += 1;
    }
    assert!(decided.iter().all(|&count| count > 1_000), "{decided:?}");
}

#[test]
fn splinters_find_the_only_model() {
    // 27 <= 11x + 13y <= 45, -10 <= 7x - 9y <= 4 has real but no integer solutions (Pugh's example).
    let (x, y) = (Variable(0), Variable(1));
    let between = |a: i128, b: i128, low: i128, high: i128| {
        [
            Constraint::NonNegative(Affine::new(-low, &[(x, a), (y, b)]).unwrap()),
            Constraint::NonNegative(Affine::new(high, &[(x, -a), (y, -b)]).unwrap()),
        ]
    };
    let mut constraints = between(11, 13, 27, 45).to_vec();
    constraints.extend(between(7, -9, -10, 4));
    assert_eq!(
        satisfiable(&constraints, &mut Budget::default()),
        Satisfiability::Unsatisfiable(vec![0, 1, 2, 3])
    );
}

#[test]
fn exhausted_budget_is_unknown() {
    let mut random = Random::new(3);
    let constraints: Vec<_> = (0..30).map(|_| random_constraint(&mut random, 12, 9)).collect();
    assert_eq!(satisfiable(&constraints, &mut Budget::new(100)), Satisfiability::Unknown(Reason::Steps));
}

#[test]
fn thousands_of_variables_are_answered_or_refused() {
    let chain: Vec<_> = (0..3_000)
        .map(|i| {
            let terms = [(Variable(i), -1), (Variable(i + 1), 1)];
            Constraint::NonNegative(Affine::new(-1, &terms).unwrap())
        })
        .collect();
    let answer = satisfiable(&chain, &mut Budget::default());
    assert!(matches!(answer, Satisfiability::Unknown(_)), "{answer:?}");
    let answer = satisfiable(&chain[..60], &mut Budget::default());
    assert!(matches!(answer, Satisfiability::Satisfiable(_)), "{answer:?}");
}

#[test]
fn huge_coefficients_do_not_overflow_silently() {
    let (x, y) = (Variable(0), Variable(1));
    let huge = i128::MAX;
    let equal = Constraint::Zero(Affine::new(1, &[(x, huge), (y, huge - 2)]).unwrap());
    let bound = Constraint::NonNegative(Affine::new(huge, &[(x, -huge), (y, huge - 4)]).unwrap());
    let answer = satisfiable(&[equal, bound], &mut Budget::default());
    assert!(!matches!(answer, Satisfiability::Unsatisfiable(_)), "{answer:?}");
}

#[test]
fn an_address_is_not_both_even_and_odd() {
    let x = Affine::variable(Variable(0));
    let even = Constraint::Divides(2, x.clone());
    let odd = Constraint::NotDivides(2, x);
    let answer = satisfiable(&[even, odd], &mut Budget::default());
    assert_eq!(answer, Satisfiability::Unsatisfiable(vec![0, 1]));
}
