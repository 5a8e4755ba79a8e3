//! Masks, tags and alignment; wrap-around at the widths of both data models.

use pure_logic::Width;

use super::{Draft, at_most, compare, equal, less, perturb};
use crate::problem::{Condition, Expression, Kind, Problem, Relation};
use crate::random::Random;

fn constant(value: i128) -> Expression {
    Expression::Constant(value)
}

fn boxed(expression: &Expression) -> Box<Expression> {
    Box::new(expression.clone())
}

fn range(width: Width) -> (i128, i128) {
    width.range().expect("the drawn widths are at most 64 bits")
}

/// Puts a variable into its machine type.
fn assume_range(draft: &mut Draft, variable: &Expression, width: Width) {
    let (least, greatest) = range(width);
    draft.assume(at_most(constant(least), variable.clone()));
    draft.assume(at_most(variable.clone(), constant(greatest)));
}

/// A number of the type: small, near an end, or anything.
fn machine_value(width: Width, random: &mut Random) -> i128 {
    let (least, greatest) = range(width);
    match random.index(5) {
        0 | 1 => random.between(least.max(-100), greatest.min(100)),
        2 => greatest - random.between(0, 9),
        3 => least + random.between(0, 9),
        _ => random.between(least, greatest),
    }
}

pub fn masks(random: &mut Random) -> Problem {
    let mut draft = Draft::new(Kind::Masks, Vec::new());
    let width = *random.choose(&[
        Width::unsigned(64),
        Width::unsigned(32),
        Width::signed(32),
        Width::signed(64),
        Width::unsigned(8),
    ]);
    let enclosed = random.chance(40);
    let bits = if enclosed { random.between(1, 3) } else { random.between(1, 12) };
    let low = (1i128 << bits) - 1;
    let count = random.between(1, if enclosed { 2 } else { 3 });
    let mut variables = Vec::new();
    for _ in 0..count {
        let mut value = machine_value(width, random);
        if enclosed {
            value = value.rem_euclid(30) - 15;
        }
        if random.chance(50) {
            value -= value.rem_euclid(low + 1);
        }
        variables.push(draft.variable(value));
    }
    if enclosed {
        draft.enclose(16);
    } else {
        for variable in &variables {
            assume_range(&mut draft, variable, width);
        }
        draft.widths = Some(vec![width; variables.len()]);
    }
    let p = random.choose(&variables).clone();
    let q = random.choose(&variables).clone();
    let mask = random.between(0, 4 * low + 3);
    for variable in &variables {
        match random.index(4) {
            0 | 1 => draft.assume_if_true(Condition::Divides(low + 1, variable.clone()), random),
            2 => draft.assume_if_true(at_most(constant(0), variable.clone()), random),
            _ => {
                let tag = Expression::And(boxed(variable), low);
                let value = draft.value(&tag);
                draft.assume_if_true(equal(tag, constant(value)), random);
            }
        }
    }
    for _ in 0..random.between(0, 2) {
        let expression = bit_expression(&variables, random, 2);
        let value = draft.value(&expression);
        draft.assume_if_true(at_most(expression, constant(value + random.between(0, 5))), random);
    }
    let mut goals = mask_laws(&p, &q, low, mask, bits as u32);
    if random.chance(35) {
        let expression = bit_expression(&variables, random, 2);
        let value = draft.value(&expression);
        let relation = *random.choose(&[Relation::Equal, Relation::AtMost, Relation::NotEqual]);
        goals = vec![compare(relation, expression, constant(value))];
    }
    if random.chance(15) {
        let goal = random.choose(&goals).clone();
        let goal = perturb(&goal, random);
        // A comparison result as a term.
        let truth = Expression::Truth(Box::new(goal));
        goals = vec![equal(truth, constant(1))];
    }
    draft.finish_with_one_of(goals, random)
}

/// Statements about masks that hold always, or for aligned or non-negative numbers.
fn mask_laws(p: &Expression, q: &Expression, low: i128, mask: i128, bits: u32) -> Vec<Condition> {
    let cleared = Expression::And(boxed(p), !low);
    let tag = Expression::And(boxed(p), low);
    let tagged = Expression::Or(boxed(p), 1);
    let masked = Expression::And(boxed(p), mask);
    let shifted = Expression::ShiftRight(boxed(p), bits);
    vec![
        equal(Expression::And(boxed(&tagged), !1), p.clone()),
        equal(Expression::And(boxed(&tagged), !1), Expression::And(boxed(p), !1)),
        equal(cleared.clone(), p.clone()),
        at_most(cleared.clone(), p.clone()),
        less(p.clone(), cleared.plus(low + 1)),
        less(tag.clone(), constant(low + 1)),
        equal(Expression::sum(0, &[(1, &cleared), (1, &tag)]), p.clone()),
        equal(Expression::Xor(Box::new(Expression::Xor(boxed(p), mask)), mask), p.clone()),
        equal(Expression::sum(0, &[(1, &masked), (1, &Expression::And(boxed(p), !mask))]), p.clone()),
        at_most(masked.clone(), constant(mask)),
        at_most(masked, p.clone()),
        equal(Expression::ShiftLeft(boxed(&shifted), bits), cleared.clone()),
        Condition::Divides(low + 1, cleared.clone()),
        equal(Expression::Complement(boxed(p)), Expression::sum(-1, &[(-1, p)])),
        equal(Expression::Or(boxed(p), mask), Expression::sum(mask, &[(1, p)])),
        Condition::Divides(2, Expression::sum(0, &[(1, &cleared), (2, q)])),
        equal(Expression::Divide(boxed(p), low + 1), shifted),
        equal(Expression::Modulo(boxed(p), low + 1), tag),
        at_most(Expression::TruncatedRemainder(boxed(p), low + 1), constant(low)),
        at_most(Expression::TruncatedDivide(boxed(p), 3), p.clone()),
    ]
}

/// A random nest of bit operations.
fn bit_expression(variables: &[Expression], random: &mut Random, depth: usize) -> Expression {
    if depth == 0 {
        return random.choose(variables).clone();
    }
    let inner = Box::new(bit_expression(variables, random, depth - 1));
    let count = random.between(1, 5);
    let mask = random.between(-40, 40);
    match random.index(10) {
        0 => Expression::And(inner, mask),
        1 => Expression::Or(inner, mask),
        2 => Expression::Xor(inner, mask),
        3 => Expression::ShiftLeft(inner, count as u32),
        4 => Expression::ShiftRight(inner, count as u32),
        5 => Expression::Modulo(inner, 1 << count),
        6 => Expression::Complement(inner),
        7 => Expression::Modulo(inner, random.between(2, 7)),
        8 => {
            let other = bit_expression(variables, random, depth - 1);
            Expression::Sum(mask, vec![(1, *inner), (random.between(-2, 2), other)])
        }
        _ => Expression::TruncatedRemainder(inner, random.between(2, 9)),
    }
}

pub fn wrap_around(random: &mut Random) -> Problem {
    let mut draft = Draft::new(Kind::WrapAround, Vec::new());
    let enclosed = random.chance(25);
    // The types of the two data models: int and unsigned, and size_t and pointers of ILP32 and LP64.
    let width = if enclosed {
        *random.choose(&[Width::unsigned(4), Width::signed(4), Width::signed(3)])
    } else {
        *random.choose(&[
            Width::signed(32),
            Width::unsigned(32),
            Width::unsigned(64),
            Width::signed(64),
            Width::unsigned(8),
            Width::signed(16),
        ])
    };
    let (least, greatest) = range(width);
    let count = random.between(2, if enclosed { 2 } else { 3 });
    let variables: Vec<Expression> = (0..count)
        .map(|_| {
            let value = machine_value(width, random);
            draft.variable(value)
        })
        .collect();
    for variable in &variables {
        assume_range(&mut draft, variable, width);
    }
    if enclosed {
        draft.radius = Some(16);
    } else {
        draft.widths = Some(vec![width; variables.len()]);
    }
    let (x, y) = (variables[0].clone(), variables[1].clone());
    let unit = *random.choose(&[1, 1, 2, 4, 8]);
    let sum = Expression::sum(0, &[(1, &x), (unit, &y)]);
    let difference = Expression::sum(0, &[(1, &x), (-1, &y)]);
    // Facts that exclude wrap-around, if they happen to hold.
    for fact in [
        at_most(sum.clone(), constant(greatest)),
        at_most(constant(least), sum.clone()),
        at_most(y.clone(), x.clone()),
        less(constant(0), y.clone()),
        at_most(constant(0), x.clone()),
    ] {
        if random.chance(60) && draft.holds(&fact) {
            draft.assume(fact);
        }
    }
    let wrap = |expression: &Expression| Expression::Wrap(boxed(expression), width);
    let other = Width { bits: width.bits, signed: !width.signed };
    let cast = |expression: &Expression| Expression::Wrap(boxed(expression), other);
    let wide = Width { bits: 64, signed: width.signed };
    let goals = vec![
        equal(wrap(&sum), sum.clone()),
        equal(wrap(&difference), difference.clone()),
        at_most(x.clone(), wrap(&sum)),
        less(x.clone(), wrap(&x.plus(1))),
        at_most(wrap(&difference), x.clone()),
        equal(wrap(&Expression::sum(0, &[(1, &wrap(&sum)), (-unit, &y)])), x.clone()),
        equal(wrap(&wrap(&sum).plus(3)), wrap(&sum.plus(3))),
        equal(wrap(&cast(&x)), x.clone()),
        equal(cast(&x), x.clone()),
        equal(Expression::Wrap(boxed(&x), wide), x.clone()),
        at_most(wrap(&sum), constant(greatest)),
        at_most(constant(least), wrap(&sum)),
        Condition::AnyOf(vec![
            equal(wrap(&difference), difference.clone()),
            equal(wrap(&difference), difference.plus(1 << width.bits)),
            equal(wrap(&difference), difference.plus(-(1 << width.bits))),
        ]),
        compare(Relation::NotEqual, wrap(&x.plus(1)), x.clone()),
        equal(Expression::Modulo(Box::new(wrap(&sum)), 4), Expression::Modulo(boxed(&sum), 4)),
        equal(Expression::And(Box::new(wrap(&sum)), 7), Expression::And(boxed(&sum), 7)),
    ];
    draft.finish_with_one_of(goals, random)
}
