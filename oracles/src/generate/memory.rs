//! Offsets into blocks, disjoint runs of bytes, bases of addresses.

use super::{Draft, at_most, compare, equal, less};
use crate::problem::{Condition, Expression, Kind, Problem, Relation};
use crate::random::Random;

fn constant(value: i128) -> Expression {
    Expression::Constant(value)
}

/// An array of elements of constant size, indices into it, and addresses of elements.
pub fn offsets(random: &mut Random) -> Problem {
    let unit = *random.choose(&[1, 2, 4, 8, 8, 12, 16, 24, 40]);
    let enclosed = unit <= 4 && random.chance(30);
    let mut draft = Draft::new(Kind::Offsets, Vec::new());
    let length = if enclosed { random.between(1, 4) } else { random.between(1, 100) };
    let index = random.between(0, length - 1);
    let n = draft.variable(length);
    let i = draft.variable(index);
    let address = if enclosed { random.between(1, 3) } else { random.between(1, 1 << 40) };
    let base = draft.variable(address);
    let element = Expression::sum(0, &[(1, &base), (unit, &i)]);
    let end = Expression::sum(0, &[(1, &base), (unit, &n)]);
    if enclosed {
        draft.enclose(12);
    }
    draft.assume(less(constant(0), base.clone()));
    draft.assume(at_most(constant(0), i.clone()));
    draft.assume(less(i.clone(), n.clone()));
    let mut goals = vec![
        at_most(base.clone(), element.clone()),
        at_most(element.plus(unit), end.clone()),
        less(element.clone(), end.clone()),
        compare(Relation::NotEqual, element.clone(), end.clone()),
        less(constant(0), element.clone()),
        at_most(constant(unit), Expression::sum(0, &[(unit, &n)])),
    ];
    if !enclosed {
        extend_offsets(&mut draft, (&base, &i, &n, unit), &mut goals, random);
    }
    draft.finish_with_one_of(goals, random)
}

/// A second index, a cursor with what remains, an address from elsewhere, and an aligned base.
fn extend_offsets(
    draft: &mut Draft,
    (base, i, n, unit): (&Expression, &Expression, &Expression, i128),
    goals: &mut Vec<Condition>,
    random: &mut Random,
) {
    let element = Expression::sum(0, &[(1, base), (unit, i)]);
    let end = Expression::sum(0, &[(1, base), (unit, n)]);
    if random.chance(60) {
        let value = random.between(0, draft.value(n));
        let j = draft.variable(value);
        let other = Expression::sum(0, &[(1, base), (unit, &j)]);
        let relation = *random.choose(&[Relation::Less, Relation::AtMost, Relation::NotEqual]);
        draft.assume_if_true(compare(relation, i.clone(), j.clone()), random);
        draft.assume(at_most(constant(0), j.clone()));
        draft.assume(at_most(j.clone(), n.clone()));
        goals.push(compare(relation, element.clone(), other.clone()));
        goals.push(Condition::Disjoint(Box::new([
            element.clone(),
            constant(unit),
            other.clone(),
            constant(unit),
        ])));
        goals.push(at_most(other, end.clone()));
    }
    if random.chance(50) {
        let rest = draft.value(n) - draft.value(i);
        let left = draft.variable(rest);
        let here = draft.value(&element);
        let cursor = draft.variable(here);
        draft.assume(equal(cursor.clone(), element.clone()));
        draft.assume(equal(Expression::sum(0, &[(1, i), (1, &left)]), n.clone()));
        let reached = Expression::sum(0, &[(1, &cursor), (unit, &left)]);
        goals.push(equal(reached, end.clone()));
        goals.push(less(constant(0), left.clone()));
        goals.push(at_most(cursor.plus(unit), end.clone()));
    }
    if random.chance(40) {
        let alignment = *random.choose(&[4, 8, 16]);
        let value = draft.value(base).div_euclid(alignment) * alignment;
        draft.point.0[2] = value.max(alignment);
        draft.assume(Condition::Divides(alignment, base.clone()));
        if unit % alignment == 0 {
            goals.push(Condition::Divides(alignment, element.clone()));
        }
        let within = Expression::Modulo(Box::new(element.plus(1)), alignment);
        goals.push(compare(Relation::NotEqual, within, constant(0)));
    }
}

/// Runs of bytes, some inside others, some apart.
pub fn disjointness(random: &mut Random) -> Problem {
    let enclosed = random.chance(30);
    let mut draft = Draft::new(Kind::Disjointness, Vec::new());
    let reach = if enclosed { 2 } else { 1_000 };
    let count = if enclosed { 2 } else { random.between(2, 4) };
    let mut runs: Vec<(Expression, Expression)> = Vec::new();
    let mut position = random.between(-reach, 0);
    for _ in 0..count {
        let size = random.between(1, reach);
        let start = draft.variable(position);
        let length = if random.chance(30) && !enclosed { draft.variable(size) } else { constant(size) };
        position += size + random.between(0, 3);
        runs.push((start, length));
    }
    if enclosed {
        draft.enclose(8);
    }
    for (index, (start, length)) in runs.iter().enumerate() {
        draft.assume(at_most(constant(1), length.clone()));
        for (other, other_length) in &runs[index + 1..] {
            if random.chance(85) {
                draft.assume(Condition::Disjoint(Box::new([
                    start.clone(),
                    length.clone(),
                    other.clone(),
                    other_length.clone(),
                ])));
            }
        }
    }
    let mut goals = Vec::new();
    let mut parts = runs.clone();
    for (start, length) in &runs {
        // A part of a run is where the run is.
        let inside = draft.value(length);
        let offset = random.between(0, inside - 1);
        if random.chance(50) || enclosed {
            parts.push((start.plus(offset), constant(inside - offset)));
        } else {
            let place = draft.value(start) + offset;
            let within = draft.variable(place);
            draft.assume(at_most(start.clone(), within.clone()));
            let end = Expression::sum(0, &[(1, start), (1, length)]);
            draft.assume(less(within.clone(), end));
            parts.push((within, constant(1)));
        }
    }
    for (index, (start, length)) in parts.iter().enumerate() {
        for (other, other_length) in &parts[index + 1..] {
            goals.push(compare(Relation::NotEqual, start.clone(), other.clone()));
            goals.push(Condition::Disjoint(Box::new([
                start.clone(),
                length.clone(),
                other.clone(),
                other_length.clone(),
            ])));
        }
    }
    draft.finish_with_one_of(goals, random)
}

/// Addresses with bases, and uninterpreted functions of them.
pub fn bases(random: &mut Random) -> Problem {
    let mut draft = Draft::new(Kind::Bases, Vec::new());
    let count = random.between(2, 4);
    let addresses: Vec<Expression> = (0..count)
        .map(|_| {
            let place = random.between(1, 6) * 16 + random.between(0, 3) * 4;
            draft.variable(place)
        })
        .collect();
    let base = |address: &Expression| Expression::Base(Box::new(address.clone()));
    let apply = |argument: &Expression| Expression::Apply(0, vec![argument.clone()]);
    let all_bases: Vec<Expression> = addresses.iter().map(base).collect();
    if random.chance(30) {
        draft.assume_if_true(Condition::Distinct(all_bases.clone()), random);
    }
    let mut goals = Vec::new();
    for (index, left) in addresses.iter().enumerate() {
        if random.chance(50) {
            draft.assume_if_true(less(constant(0), base(left)), random);
            draft.assume_if_true(at_most(base(left), left.clone()), random);
            goals.push(less(constant(0), left.clone()));
        }
        for right in &addresses[index + 1..] {
            let offset = draft.value(left) - draft.value(right);
            match random.index(6) {
                0 => draft.assume(equal(left.clone(), right.plus(offset))),
                1 => {
                    draft.assume_if_true(at_most(left.clone(), right.plus(offset)), random);
                    draft.assume_if_true(at_most(right.plus(offset), left.clone()), random);
                }
                2 => draft.assume_if_true(equal(base(left), base(right)), random),
                3 => draft.assume_if_true(compare(Relation::NotEqual, base(left), base(right)), random),
                4 => draft.assume_if_true(compare(Relation::NotEqual, apply(left), apply(right)), random),
                _ => draft.assume_if_true(equal(apply(left), base(right)), random),
            }
            goals.push(equal(base(left), base(&right.plus(offset))));
            goals.push(equal(apply(left), apply(&right.plus(offset))));
            goals.push(compare(Relation::NotEqual, base(left), base(right)));
            goals.push(compare(Relation::NotEqual, left.clone(), right.clone()));
            goals.push(equal(base(left), base(right)));
            goals.push(equal(apply(&base(left)), apply(&base(right))));
        }
    }
    draft.finish_with_one_of(goals, random)
}
