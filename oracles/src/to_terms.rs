//! Problems in the language of the solver under test.

use pure_logic::{Fact, Facts, Solver, Term};

use crate::problem::{Condition, Expression, Problem, Relation};

/// A problem as facts and a goal.
pub struct Question {
    pub facts: Facts,
    pub goal: Fact,
}

pub fn variable_name(index: usize) -> String {
    format!("v{index}")
}

pub fn question(solver: &mut Solver, problem: &Problem) -> Question {
    let facts = facts(solver, &problem.facts);
    let goal = fact(solver, &problem.goal);
    Question { facts, goal }
}

pub fn facts(solver: &mut Solver, conditions: &[Condition]) -> Facts {
    let mut facts = Facts::new();
    for condition in conditions {
        let fact = fact(solver, condition);
        facts.assume(solver, fact);
    }
    facts
}

pub fn fact(solver: &mut Solver, condition: &Condition) -> Fact {
    match condition {
        Condition::Compare(relation, left, right) => {
            let (left, right) = (term(solver, left), term(solver, right));
            let terms = &mut solver.terms;
            match relation {
                Relation::Equal => terms.equal(left, right),
                Relation::NotEqual => terms.not_equal(left, right),
                Relation::AtMost => terms.at_most(left, right),
                Relation::Less => terms.less_than(left, right),
            }
        }
        Condition::Divides(modulus, inner) => {
            let inner = term(solver, inner);
            solver.terms.divides(*modulus, inner)
        }
        Condition::AnyOf(parts) => {
            let parts: Vec<Fact> = parts.iter().map(|part| fact(solver, part)).collect();
            solver.terms.any_of(&parts)
        }
        Condition::Distinct(parts) => {
            let parts: Vec<Term> = parts.iter().map(|part| term(solver, part)).collect();
            solver.terms.distinct(&parts)
        }
        Condition::Disjoint(runs) => {
            let [a, b, c, d] = std::array::from_fn(|index| term(solver, &runs[index]));
            solver.terms.disjoint((a, b), (c, d))
        }
    }
}

pub fn term(solver: &mut Solver, expression: &Expression) -> Term {
    let inner = |solver: &mut Solver, inner: &Expression| term(solver, inner);
    match expression {
        Expression::Constant(value) => solver.terms.constant(*value),
        Expression::Variable(index) => solver.terms.variable(&variable_name(*index)),
        Expression::Sum(constant, parts) => {
            let parts: Vec<(i128, Term)> =
                parts.iter().map(|(factor, part)| (*factor, term(solver, part))).collect();
            solver.terms.linear(*constant, &parts)
        }
        Expression::Modulo(e, modulus) => {
            let e = inner(solver, e);
            solver.terms.modulo(e, *modulus)
        }
        Expression::Divide(e, divisor) => {
            let e = inner(solver, e);
            solver.terms.divide(e, *divisor)
        }
        Expression::Wrap(e, width) => {
            let e = inner(solver, e);
            solver.terms.wrap(e, *width)
        }
        Expression::And(e, mask) => {
            let e = inner(solver, e);
            solver.terms.and_constant(e, *mask)
        }
        Expression::Or(e, mask) => {
            let e = inner(solver, e);
            solver.terms.or_constant(e, *mask)
        }
        Expression::Xor(e, mask) => {
            let e = inner(solver, e);
            solver.terms.xor_constant(e, *mask)
        }
        Expression::Complement(e) => {
            let e = inner(solver, e);
            solver.terms.complement(e)
        }
        Expression::ShiftLeft(e, count) => {
            let e = inner(solver, e);
            solver.terms.shift_left(e, *count)
        }
        Expression::ShiftRight(e, count) => {
            let e = inner(solver, e);
            solver.terms.shift_right(e, *count)
        }
        Expression::TruncatedDivide(e, divisor) => {
            let e = inner(solver, e);
            solver.terms.truncated_divide(e, *divisor)
        }
        Expression::TruncatedRemainder(e, divisor) => {
            let e = inner(solver, e);
            solver.terms.truncated_remainder(e, *divisor)
        }
        Expression::Truth(condition) => {
            let fact = fact(solver, condition);
            solver.terms.truth(fact)
        }
        Expression::Apply(function, arguments) => {
            let arguments: Vec<Term> = arguments.iter().map(|a| term(solver, a)).collect();
            let symbol = solver.terms.symbol(&format!("f{function}"));
            solver.terms.apply(symbol, &arguments)
        }
        Expression::Base(address) => {
            let address = inner(solver, address);
            solver.terms.base(address)
        }
    }
}
