//! Problems: what the solver under test and the oracles are asked, independent of both.
//!
//! A problem has its own syntax and its own evaluation, so that a wrong rule in the construction of terms is noticed too.

use std::fmt;

use pure_logic::Width;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    LinearSmall,
    LinearWide,
    Offsets,
    Masks,
    Disjointness,
    Bases,
    WrapAround,
    IndexSets,
}

impl Kind {
    pub const ALL: [Kind; 8] = [
        Kind::LinearSmall,
        Kind::LinearWide,
        Kind::Offsets,
        Kind::Masks,
        Kind::Disjointness,
        Kind::Bases,
        Kind::WrapAround,
        Kind::IndexSets,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::LinearSmall => "linear-small",
            Kind::LinearWide => "linear-wide",
            Kind::Offsets => "offsets",
            Kind::Masks => "masks",
            Kind::Disjointness => "disjointness",
            Kind::Bases => "bases",
            Kind::WrapAround => "wrap-around",
            Kind::IndexSets => "index-sets",
        }
    }

    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    Constant(i128),
    Variable(usize),
    /// The constant plus the scaled expressions.
    Sum(i128, Vec<(i128, Expression)>),
    Modulo(Box<Expression>, i128),
    Divide(Box<Expression>, i128),
    Wrap(Box<Expression>, Width),
    And(Box<Expression>, i128),
    Or(Box<Expression>, i128),
    Xor(Box<Expression>, i128),
    Complement(Box<Expression>),
    ShiftLeft(Box<Expression>, u32),
    ShiftRight(Box<Expression>, u32),
    TruncatedDivide(Box<Expression>, i128),
    TruncatedRemainder(Box<Expression>, i128),
    Truth(Box<Condition>),
    Apply(usize, Vec<Expression>),
    Base(Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    NotEqual,
    AtMost,
    Less,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    Compare(Relation, Expression, Expression),
    Divides(i128, Expression),
    AnyOf(Vec<Condition>),
    Distinct(Vec<Expression>),
    /// Two runs of bytes, each a start and a length, do not overlap.
    Disjoint(Box<[Expression; 4]>),
}

#[derive(Clone, Debug)]
pub struct Problem {
    pub kind: Kind,
    pub variables: usize,
    pub facts: Vec<Condition>,
    pub goal: Condition,
    /// All variables lie in this cube around zero because of the facts; then enumeration is complete.
    pub radius: Option<i128>,
    /// The machine type of each variable, when the facts put all of them into one; then bit-vectors can be compared.
    pub widths: Option<Vec<Width>>,
}

/// Values for variables and functions.
pub trait Valuation {
    fn variable(&self, index: usize) -> i128;
    fn apply(&self, function: usize, arguments: &[i128]) -> i128;
    fn base(&self, address: i128) -> i128;
}

impl Expression {
    pub fn sum(constant: i128, parts: &[(i128, &Expression)]) -> Expression {
        let parts = parts.iter().map(|(factor, part)| (*factor, (*part).clone()));
        Expression::Sum(constant, parts.collect())
    }

    pub fn plus(&self, constant: i128) -> Expression {
        Expression::sum(constant, &[(1, self)])
    }

    /// The value; `None` when it leaves 128 bits.
    pub fn evaluate(&self, values: &dyn Valuation) -> Option<i128> {
        Some(match self {
            Expression::Constant(value) => *value,
            Expression::Variable(index) => values.variable(*index),
            Expression::Sum(constant, parts) => {
                let mut sum = *constant;
                for (factor, part) in parts {
                    sum = sum.checked_add(factor.checked_mul(part.evaluate(values)?)?)?;
                }
                sum
            }
            Expression::Modulo(inner, modulus) => inner.evaluate(values)?.rem_euclid(*modulus),
            Expression::Divide(inner, divisor) => inner.evaluate(values)?.div_euclid(*divisor),
            Expression::Wrap(inner, width) => wrap(inner.evaluate(values)?, *width),
            Expression::And(inner, mask) => inner.evaluate(values)? & mask,
            Expression::Or(inner, mask) => inner.evaluate(values)? | mask,
            Expression::Xor(inner, mask) => inner.evaluate(values)? ^ mask,
            Expression::Complement(inner) => !inner.evaluate(values)?,
            Expression::ShiftLeft(inner, count) => {
                inner.evaluate(values)?.checked_mul(1i128.checked_shl(*count)?)?
            }
            Expression::ShiftRight(inner, count) => inner.evaluate(values)? >> count,
            Expression::TruncatedDivide(inner, divisor) => inner.evaluate(values)?.checked_div(*divisor)?,
            Expression::TruncatedRemainder(inner, divisor) => {
                inner.evaluate(values)?.checked_rem(*divisor)?
            }
            Expression::Truth(condition) => i128::from(condition.evaluate(values)?),
            Expression::Apply(function, arguments) => {
                let arguments: Option<Vec<i128>> = arguments.iter().map(|a| a.evaluate(values)).collect();
                values.apply(*function, &arguments?)
            }
            Expression::Base(address) => values.base(address.evaluate(values)?),
        })
    }
}

/// What a machine register of the width keeps.
fn wrap(value: i128, width: Width) -> i128 {
    let unused = 128 - width.bits;
    if width.signed { value << unused >> unused } else { ((value as u128) << unused >> unused) as i128 }
}

impl Condition {
    pub fn evaluate(&self, values: &dyn Valuation) -> Option<bool> {
        Some(match self {
            Condition::Compare(relation, left, right) => {
                let (left, right) = (left.evaluate(values)?, right.evaluate(values)?);
                match relation {
                    Relation::Equal => left == right,
                    Relation::NotEqual => left != right,
                    Relation::AtMost => left <= right,
                    Relation::Less => left < right,
                }
            }
            Condition::Divides(modulus, inner) => inner.evaluate(values)?.rem_euclid(*modulus) == 0,
            Condition::AnyOf(parts) => {
                let mut any = false;
                for part in parts {
                    any |= part.evaluate(values)?;
                }
                any
            }
            Condition::Distinct(parts) => {
                let numbers: Option<Vec<i128>> = parts.iter().map(|p| p.evaluate(values)).collect();
                let mut numbers = numbers?;
                numbers.sort_unstable();
                numbers.windows(2).all(|pair| pair[0] != pair[1])
            }
            Condition::Disjoint(runs) => {
                let [a, a_length, b, b_length] = &**runs;
                let (a, a_length) = (a.evaluate(values)?, a_length.evaluate(values)?);
                let (b, b_length) = (b.evaluate(values)?, b_length.evaluate(values)?);
                a.checked_add(a_length)? <= b || b.checked_add(b_length)? <= a
            }
        })
    }

    /// The opposite of a comparison.
    pub fn opposite(&self) -> Option<Condition> {
        let Condition::Compare(relation, left, right) = self else {
            return None;
        };
        let (left, right) = (left.clone(), right.clone());
        Some(match relation {
            Relation::Equal => Condition::Compare(Relation::NotEqual, left, right),
            Relation::NotEqual => Condition::Compare(Relation::Equal, left, right),
            Relation::AtMost => Condition::Compare(Relation::Less, right, left),
            Relation::Less => Condition::Compare(Relation::AtMost, right, left),
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fact in &self.facts {
            writeln!(formatter, "  fact {fact:?}")?;
        }
        writeln!(formatter, "  goal {:?}", self.goal)
    }
}
