//! Random problems of the kinds that the analysis asks.
//!
//! Most facts hold at a hidden point, so that few states are contradictory. A goal is a consequence of the facts by
//! construction, such a consequence made slightly wrong, or a random condition that is true or false at the point.

mod linear;
mod machine;
mod memory;

use crate::problem::{Condition, Expression, Kind, Problem, Relation, Valuation};
use crate::random::Random;
use pure_logic::Width;

/// Draws the kind of a problem: index sets in 104 of 1,000 cases, the other seven kinds alike.
pub fn kind(random: &mut Random) -> Kind {
    if random.next() % 1_000 < 104 {
        return Kind::IndexSets;
    }
    Kind::ALL[random.index(7)]
}

/// Draws a problem of a kind other than index sets.
pub fn problem(kind: Kind, random: &mut Random) -> Problem {
    match kind {
        Kind::LinearSmall => linear::small(random),
        Kind::LinearWide => linear::wide(random),
        Kind::Offsets => memory::offsets(random),
        Kind::Disjointness => memory::disjointness(random),
        Kind::Bases => memory::bases(random),
        Kind::Masks => machine::masks(random),
        Kind::WrapAround => machine::wrap_around(random),
        Kind::IndexSets => unreachable!("index sets are drawn as formulas with quantifiers"),
    }
}

/// The hidden point: values of variables, and some fixed functions.
pub struct Point(pub Vec<i128>);

impl Valuation for Point {
    fn variable(&self, index: usize) -> i128 {
        self.0[index]
    }

    fn apply(&self, function: usize, arguments: &[i128]) -> i128 {
        let sum = arguments
            .iter()
            .fold(function as i128, |sum, argument| sum.wrapping_mul(31).wrapping_add(*argument));
        sum.rem_euclid(11)
    }

    fn base(&self, address: i128) -> i128 {
        address.div_euclid(16) * 16
    }
}

/// A problem under construction.
struct Draft {
    kind: Kind,
    point: Point,
    facts: Vec<Condition>,
    radius: Option<i128>,
    widths: Option<Vec<Width>>,
}

impl Draft {
    fn new(kind: Kind, values: Vec<i128>) -> Draft {
        Draft { kind, point: Point(values), facts: Vec::new(), radius: None, widths: None }
    }

    /// A new variable with its value at the hidden point.
    fn variable(&mut self, value: i128) -> Expression {
        self.point.0.push(value);
        Expression::Variable(self.point.0.len() - 1)
    }

    fn value(&self, expression: &Expression) -> i128 {
        expression.evaluate(&self.point).unwrap_or(0)
    }

    fn holds(&self, condition: &Condition) -> bool {
        condition.evaluate(&self.point) == Some(true)
    }

    fn assume(&mut self, condition: Condition) {
        self.facts.push(condition);
    }

    /// Adds the fact if it holds at the point, and sometimes if it does not.
    fn assume_if_true(&mut self, condition: Condition, random: &mut Random) {
        if self.holds(&condition) || random.chance(2) {
            self.facts.push(condition);
        }
    }

    /// Makes a few states contradictory, by a fact that is the opposite of another or nearly so.
    fn contradict(&mut self, random: &mut Random) {
        if !self.facts.is_empty() && random.chance(5) {
            let opposite = random.choose(&self.facts).opposite();
            if let Some(opposite) = opposite {
                let opposite = if random.chance(30) { perturb(&opposite, random) } else { opposite };
                self.facts.push(opposite);
            }
        }
    }

    /// Puts every variable between minus and plus the radius.
    fn enclose(&mut self, radius: i128) {
        for index in 0..self.point.0.len() {
            let variable = Expression::Variable(index);
            self.assume(at_most(Expression::Constant(-radius), variable.clone()));
            self.assume(at_most(variable, Expression::Constant(radius)));
        }
        self.radius = Some(radius);
    }

    fn finish(self, goal: Condition) -> Problem {
        Problem {
            kind: self.kind,
            variables: self.point.0.len(),
            facts: self.facts,
            goal,
            radius: self.radius,
            widths: self.widths,
        }
    }

    /// Ends the draft with one of the goals that are meant to follow, or with something near it.
    fn finish_with_one_of(mut self, goals: Vec<Condition>, random: &mut Random) -> Problem {
        // Without one of its facts a goal often does not follow.
        if random.chance(15) && !self.facts.is_empty() {
            let index = random.index(self.facts.len());
            if self.radius.is_none() && self.widths.is_none() {
                self.facts.remove(index);
            }
        }
        self.contradict(random);
        let goal = random.choose(&goals).clone();
        let goal = match random.index(10) {
            0..=4 => goal,
            5..=7 => perturb(&goal, random),
            _ => goal.opposite().unwrap_or(goal),
        };
        self.finish(goal)
    }
}

fn compare(relation: Relation, left: Expression, right: Expression) -> Condition {
    Condition::Compare(relation, left, right)
}

fn at_most(left: Expression, right: Expression) -> Condition {
    compare(Relation::AtMost, left, right)
}

fn less(left: Expression, right: Expression) -> Condition {
    compare(Relation::Less, left, right)
}

fn equal(left: Expression, right: Expression) -> Condition {
    compare(Relation::Equal, left, right)
}

/// A condition that is off by a little.
fn perturb(condition: &Condition, random: &mut Random) -> Condition {
    let shift = *random.choose(&[-2, -1, -1, 1, 1, 2, 8, -8]);
    match condition {
        Condition::Compare(relation, left, right) => {
            if random.chance(15) {
                let relations = [Relation::Equal, Relation::NotEqual, Relation::AtMost, Relation::Less];
                return compare(*random.choose(&relations), left.clone(), right.clone());
            }
            compare(*relation, left.clone(), right.plus(shift))
        }
        Condition::Divides(modulus, inner) => Condition::Divides(*modulus, inner.plus(shift)),
        Condition::AnyOf(parts) => {
            let mut parts = parts.clone();
            let index = random.index(parts.len());
            parts[index] = perturb(&parts[index], random);
            Condition::AnyOf(parts)
        }
        Condition::Distinct(parts) => {
            let mut parts = parts.clone();
            parts[0] = parts[0].plus(shift);
            Condition::Distinct(parts)
        }
        Condition::Disjoint(runs) => {
            let mut runs = runs.clone();
            let index = random.index(4);
            runs[index] = runs[index].plus(shift);
            Condition::Disjoint(runs)
        }
    }
}
