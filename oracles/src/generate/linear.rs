//! Linear facts, with small and with 64-bit coefficients.

use super::{Draft, at_most, compare, perturb};
use crate::problem::{Condition, Expression, Kind, Problem, Relation};
use crate::random::Random;

pub fn small(random: &mut Random) -> Problem {
    let enclosed = random.chance(40);
    let count = random.between(2, if enclosed { 3 } else { 6 });
    let reach = if enclosed { 6 } else { 30 };
    let values = (0..count).map(|_| random.between(-reach, reach)).collect();
    let mut draft = Draft::new(Kind::LinearSmall, values);
    if enclosed {
        draft.enclose(6);
    }
    let shape = Shape {
        coefficient: |random| match random.index(10) {
            0..=5 => *random.choose(&[-1, 1]),
            6..=8 => *random.choose(&[-3, -2, 2, 3, 4]),
            _ => random.between(-9, 9),
        },
        slack: |random| random.between(0, 6),
    };
    for _ in 0..random.between(2, 8) {
        let fact = shape.true_condition(&draft, random);
        draft.assume_if_true(fact, random);
    }
    shape.finish(draft, random)
}

pub fn wide(random: &mut Random) -> Problem {
    let count = random.between(2, 4);
    let values = (0..count)
        .map(|_| {
            let bits = random.between(1, 62);
            random.between(-(1 << bits), 1 << bits)
        })
        .collect();
    let mut draft = Draft::new(Kind::LinearWide, values);
    for index in 0..draft.point.0.len() {
        if random.chance(60) {
            let limit = Expression::Constant((1 << 63) - 1);
            draft.assume(at_most(Expression::Variable(index), limit));
            let limit = Expression::Constant(-(1 << 63));
            draft.assume(at_most(limit, Expression::Variable(index)));
        }
    }
    let shape = Shape {
        coefficient: |random| match random.index(10) {
            0..=3 => *random.choose(&[-1, 1]),
            4 | 5 => *random.choose(&[-1, 1]) * (1 << random.between(3, 63)),
            6 => (1 << random.between(8, 62)) + *random.choose(&[-1, 1]),
            7 => random.between(-(1 << 20), 1 << 20),
            _ => random.between(-(1 << 63), 1 << 63),
        },
        slack: |random| {
            let bits = random.between(0, 40);
            random.between(0, 1 << bits)
        },
    };
    for _ in 0..random.between(1, 4) {
        let fact = shape.true_condition(&draft, random);
        draft.assume_if_true(fact, random);
    }
    shape.finish(draft, random)
}

struct Shape {
    coefficient: fn(&mut Random) -> i128,
    slack: fn(&mut Random) -> i128,
}

impl Shape {
    /// A condition with one to three variables that holds at the hidden point.
    fn true_condition(&self, draft: &Draft, random: &mut Random) -> Condition {
        let variables = draft.point.0.len();
        let length = random.between(1, 3.min(variables as i128));
        let parts: Vec<(i128, Expression)> = (0..length)
            .map(|_| {
                let variable = Expression::Variable(random.index(variables));
                ((self.coefficient)(random), variable)
            })
            .collect();
        let sum = Expression::Sum(0, parts);
        let value = draft.value(&sum);
        let slack = (self.slack)(random);
        match random.index(21) {
            0..=9 => at_most(sum, Expression::Constant(value + slack)),
            10..=12 => compare(Relation::Less, Expression::Constant(value - slack - 1), sum),
            13..=15 => compare(Relation::Equal, sum, Expression::Constant(value)),
            16 | 17 => {
                let other = value + *random.choose(&[-1, 1]) * (slack + 1);
                compare(Relation::NotEqual, sum, Expression::Constant(other))
            }
            18 => {
                let modulus = random.between(2, 9);
                Condition::Divides(modulus, sum.plus(-value.rem_euclid(modulus)))
            }
            _ if random.chance(50) => {
                let first = at_most(sum.clone(), Expression::Constant(value + slack));
                let second = at_most(Expression::Constant(value + 2 * slack + 3), sum);
                Condition::AnyOf(vec![first, second])
            }
            _ => {
                // One of a few values, as after a switch.
                let variable = Expression::Variable(random.index(variables));
                let value = draft.value(&variable);
                let mut values = vec![value, value + slack + 1, value - slack - 1];
                if random.chance(50) {
                    values.push(value + 2 * slack + 7);
                }
                let one =
                    |value: i128| compare(Relation::Equal, variable.clone(), Expression::Constant(value));
                Condition::AnyOf(values.into_iter().map(one).collect())
            }
        }
    }

    /// A non-negative combination of facts, which therefore follows from them.
    fn consequence(&self, draft: &Draft, random: &mut Random) -> Option<Condition> {
        let mut parts = Vec::new();
        let mut constant = 0i128;
        for _ in 0..random.between(1, 3) {
            let factor = random.between(1, 3);
            let Condition::Compare(relation, left, right) = random.choose(&draft.facts) else {
                continue;
            };
            match relation {
                Relation::AtMost | Relation::Equal => {}
                Relation::Less => constant -= factor,
                Relation::NotEqual => continue,
            }
            parts.push((factor, right.clone()));
            parts.push((-factor, left.clone()));
        }
        if parts.is_empty() {
            return None;
        }
        let slack = if random.chance(50) { 0 } else { (self.slack)(random) };
        let sum = Expression::Sum(constant + slack, parts);
        Some(at_most(Expression::Constant(0), sum))
    }

    fn finish(&self, mut draft: Draft, random: &mut Random) -> Problem {
        draft.contradict(random);
        let goal = match random.index(20) {
            0..=8 => self.consequence(&draft, random),
            9..=12 => self.consequence(&draft, random).map(|goal| perturb(&goal, random)),
            13..=15 => {
                let condition = self.true_condition(&draft, random);
                condition.opposite()
            }
            _ => None,
        };
        let goal = goal.unwrap_or_else(|| self.true_condition(&draft, random));
        draft.finish(goal)
    }
}
