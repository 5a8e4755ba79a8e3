//! Z3 as the reference solver, over the integers and, for machine types, over bit-vectors.

use std::collections::HashMap;

use pure_logic::term::AtomKind;
use pure_logic::{Fact, Term, TermTable};
use z3::ast::{Ast, BV, Bool, Int};
use z3::{FuncDecl, Params, SatResult, Solver, Sort};

use crate::problem::{Condition, Expression, Problem, Relation};

/// Numbers in the bit-vector encoding have this many bits, more than any intermediate value of a drawn problem needs.
const VECTOR_BITS: u32 = 160;

/// Milliseconds for one question over the integers, with quantifiers, and over bit-vectors.
const TIMEOUT: u32 = 50;
const QUANTIFIED_TIMEOUT: u32 = 100;
const VECTOR_TIMEOUT: u32 = 400;

pub struct Oracle {
    solver: Solver,
    variables: Vec<Int>,
    functions: Vec<FuncDecl>,
    base: FuncDecl,
    /// Constants and functions of the solver under test, by name.
    named: HashMap<String, Int>,
    named_functions: HashMap<(String, usize), FuncDecl>,
}

impl Oracle {
    pub fn new() -> Oracle {
        let int = Sort::int();
        Oracle {
            solver: limited(Solver::new(), TIMEOUT),
            variables: (0..32).map(|i| Int::new_const(format!("v{i}"))).collect(),
            functions: (0..4).map(|i| FuncDecl::new(format!("f{i}"), &[&int], &int)).collect(),
            base: FuncDecl::new("base", &[&int], &int),
            named: HashMap::new(),
            named_functions: HashMap::new(),
        }
    }

    /// Whether the facts entail the goal.
    pub fn entails(&self, facts: &[Condition], goal: &Condition) -> Option<bool> {
        let mut formulas: Vec<Bool> = facts.iter().map(|fact| self.condition(fact)).collect();
        formulas.push(self.condition(goal).not());
        Some(!self.satisfiable(&formulas)?)
    }

    /// Whether the conditions imply a fact of the solver under test.
    pub fn entails_fact(&mut self, facts: &[Condition], terms: &TermTable, fact: Fact) -> Option<bool> {
        let mut formulas: Vec<Bool> = facts.iter().map(|fact| self.condition(fact)).collect();
        formulas.push(self.fact(terms, fact)?.not());
        Some(!self.satisfiable(&formulas)?)
    }

    pub fn satisfiable(&self, formulas: &[Bool]) -> Option<bool> {
        ask(&self.solver, formulas)
    }

    /// As [`Oracle::satisfiable`], for formulas with quantifiers.
    pub fn satisfiable_quantified(&self, formulas: &[Bool]) -> Option<bool> {
        ask_once("LIA", QUANTIFIED_TIMEOUT, formulas)
    }

    pub fn condition(&self, condition: &Condition) -> Bool {
        match condition {
            Condition::Compare(relation, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                match relation {
                    Relation::Equal => Ast::eq(&left, right),
                    Relation::NotEqual => Ast::eq(&left, right).not(),
                    Relation::AtMost => left.le(right),
                    Relation::Less => left.lt(right),
                }
            }
            Condition::Divides(modulus, inner) => {
                let remainder = self.expression(inner).modulo(number(*modulus));
                Ast::eq(&remainder, number(0))
            }
            Condition::AnyOf(parts) => {
                let parts: Vec<Bool> = parts.iter().map(|part| self.condition(part)).collect();
                Bool::or(&parts)
            }
            Condition::Distinct(parts) => {
                let parts: Vec<Int> = parts.iter().map(|part| self.expression(part)).collect();
                Int::distinct(&parts)
            }
            Condition::Disjoint(runs) => {
                let [a, a_length, b, b_length] = std::array::from_fn(|index| self.expression(&runs[index]));
                let before = Int::add(&[a.clone(), a_length]).le(b.clone());
                let after = Int::add(&[b, b_length]).le(a);
                Bool::or(&[before, after])
            }
        }
    }

    fn expression(&self, expression: &Expression) -> Int {
        match expression {
            Expression::Constant(value) => number(*value),
            Expression::Variable(index) => self.variables[*index].clone(),
            Expression::Sum(constant, parts) => {
                let mut summands = vec![number(*constant)];
                for (factor, part) in parts {
                    summands.push(Int::mul(&[number(*factor), self.expression(part)]));
                }
                Int::add(&summands)
            }
            Expression::Modulo(inner, modulus) => self.expression(inner).modulo(number(*modulus)),
            Expression::Divide(inner, divisor) => self.expression(inner).div(number(*divisor)),
            Expression::Wrap(inner, width) => {
                let inner = self.expression(inner);
                let modulus = 1i128 << width.bits;
                let remainder = inner.modulo(number(modulus));
                if !width.signed {
                    return remainder;
                }
                let reduced = Int::sub(&[remainder.clone(), number(modulus)]);
                remainder.lt(number(modulus / 2)).ite(&remainder, &reduced)
            }
            Expression::And(inner, mask) => and_mask(&self.expression(inner), *mask),
            Expression::Or(inner, mask) => {
                let inner = self.expression(inner);
                let both = and_mask(&inner, *mask);
                Int::sub(&[Int::add(&[inner, number(*mask)]), both])
            }
            Expression::Xor(inner, mask) => {
                let inner = self.expression(inner);
                let both = and_mask(&inner, *mask);
                Int::sub(&[Int::add(&[inner, number(*mask)]), both.clone(), both])
            }
            Expression::Complement(inner) => Int::sub(&[number(-1), self.expression(inner)]),
            Expression::ShiftLeft(inner, count) => {
                Int::mul(&[number(1i128 << count), self.expression(inner)])
            }
            Expression::ShiftRight(inner, count) => self.expression(inner).div(number(1i128 << count)),
            Expression::TruncatedDivide(inner, divisor) => {
                truncated_divide(&self.expression(inner), *divisor)
            }
            Expression::TruncatedRemainder(inner, divisor) => {
                let inner = self.expression(inner);
                let quotient = truncated_divide(&inner, *divisor);
                Int::sub(&[inner, Int::mul(&[number(*divisor), quotient])])
            }
            Expression::Truth(condition) => self.condition(condition).ite(&number(1), &number(0)),
            Expression::Apply(function, arguments) => {
                let arguments: Vec<Int> = arguments.iter().map(|a| self.expression(a)).collect();
                apply(&self.functions[*function], &arguments)
            }
            Expression::Base(address) => apply(&self.base, &[self.expression(address)]),
        }
    }

    /// A fact of the solver under test; `None` if a limit hides part of it.
    pub fn fact(&mut self, terms: &TermTable, fact: Fact) -> Option<Bool> {
        Some(match fact {
            Fact::True => Bool::from_bool(true),
            Fact::False => Bool::from_bool(false),
            Fact::Zero(term) => Ast::eq(&self.term(terms, term)?, number(0)),
            Fact::NonZero(term) => Ast::eq(&self.term(terms, term)?, number(0)).not(),
            Fact::NonNegative(term) => self.term(terms, term)?.ge(number(0)),
            Fact::AnyOf(clause) => {
                let alternatives = terms.alternatives(clause).iter();
                let parts: Option<Vec<Bool>> = alternatives.map(|part| self.fact(terms, *part)).collect();
                Bool::or(&parts?)
            }
            Fact::Distinct(list) => {
                let parts = terms.list(list).iter();
                let parts: Option<Vec<Int>> = parts.map(|part| self.term(terms, *part)).collect();
                Int::distinct(&parts?)
            }
        })
    }

    fn term(&mut self, terms: &TermTable, term: Term) -> Option<Int> {
        let mut summands = vec![number(terms.constant_part(term))];
        for &(atom, factor) in terms.summands(term) {
            let value = match terms.kind(atom) {
                AtomKind::Variable(symbol) => self.named(&terms.name(symbol)),
                AtomKind::Modulo(inner, modulus) => self.term(terms, inner)?.modulo(number(modulus)),
                AtomKind::Divide(inner, divisor) => self.term(terms, inner)?.div(number(divisor)),
                AtomKind::Truth(fact) => self.fact(terms, fact)?.ite(&number(1), &number(0)),
                AtomKind::Apply(symbol, arguments) => {
                    let arguments = terms.list(arguments).iter();
                    let arguments: Option<Vec<Int>> =
                        arguments.map(|argument| self.term(terms, *argument)).collect();
                    self.apply_named(&terms.name(symbol), &arguments?)
                }
                AtomKind::Opaque(_) => return None,
            };
            summands.push(Int::mul(&[number(factor), value]));
        }
        Some(Int::add(&summands))
    }

    fn named(&mut self, name: &str) -> Int {
        if let Some(known) = self.named.get(name) {
            return known.clone();
        }
        let constant = Int::new_const(name);
        self.named.insert(name.to_owned(), constant.clone());
        constant
    }

    fn apply_named(&mut self, name: &str, arguments: &[Int]) -> Int {
        let key = (name.to_owned(), arguments.len());
        let function = self.named_functions.entry(key).or_insert_with(|| {
            let int = Sort::int();
            FuncDecl::new(name, &vec![&int; arguments.len()], &int)
        });
        apply(function, arguments)
    }

    /// The question over bit-vectors; `None` if the problem has no such form or Z3 gives up.
    pub fn entails_as_vectors(&self, problem: &Problem) -> Option<bool> {
        let widths = problem.widths.as_ref()?;
        let variables: Vec<BV> = widths
            .iter()
            .enumerate()
            .map(|(index, width)| {
                let register = BV::new_const(format!("b{index}"), width.bits);
                let missing = VECTOR_BITS - width.bits;
                if width.signed { register.sign_ext(missing) } else { register.zero_ext(missing) }
            })
            .collect();
        let mut formulas = Vec::new();
        for fact in &problem.facts {
            formulas.push(vector_condition(fact, &variables)?);
        }
        formulas.push(vector_condition(&problem.goal, &variables)?.not());
        Some(!ask_once("QF_BV", VECTOR_TIMEOUT, &formulas)?)
    }
}

/// Sets a limit in milliseconds; Z3's own steps are not counted in all of its loops.
fn limited(solver: Solver, timeout: u32) -> Solver {
    let mut parameters = Params::new();
    parameters.set_u32("timeout", timeout);
    solver.set_params(&parameters);
    solver
}

/// Asks a new solver: without `push` Z3 uses the tactics of the logic.
fn ask_once(logic: &str, timeout: u32, formulas: &[Bool]) -> Option<bool> {
    let solver = limited(Solver::new_for_logic(logic)?, timeout);
    for formula in formulas {
        solver.assert(formula);
    }
    decided(solver.check())
}

fn decided(result: SatResult) -> Option<bool> {
    match result {
        SatResult::Sat => Some(true),
        SatResult::Unsat => Some(false),
        SatResult::Unknown => None,
    }
}

fn ask(solver: &Solver, formulas: &[Bool]) -> Option<bool> {
    solver.push();
    for formula in formulas {
        solver.assert(formula);
    }
    let result = solver.check();
    solver.pop(1);
    decided(result)
}

pub fn number(value: i128) -> Int {
    match i64::try_from(value) {
        Ok(value) => Int::from_i64(value),
        Err(_) => Int::from_i128(value),
    }
}

fn apply(function: &FuncDecl, arguments: &[Int]) -> Int {
    let arguments: Vec<&dyn Ast> = arguments.iter().map(|a| a as &dyn Ast).collect();
    let result = function.apply(&arguments).as_int();
    result.expect("the function was declared with integer range")
}

/// `value & mask`, one bit after the other.
fn and_mask(value: &Int, mask: i128) -> Int {
    if mask < 0 {
        return Int::sub(&[value.clone(), and_mask(value, !mask)]);
    }
    let mut summands = vec![number(0)];
    let mut bit = 0;
    while mask >> bit != 0 {
        // A run of ones is one remainder.
        let run = (mask >> bit).trailing_ones();
        if run > 0 {
            let shifted = value.div(number(1i128 << bit));
            let field = shifted.modulo(number(1i128 << run));
            summands.push(Int::mul(&[number(1i128 << bit), field]));
            bit += run;
        } else {
            bit += 1;
        }
    }
    Int::add(&summands)
}

/// Z3 divides so that the remainder is not negative; C rounds towards zero.
fn truncated_divide(value: &Int, divisor: i128) -> Int {
    let magnitude = number(divisor.abs());
    let positive = value.div(magnitude.clone());
    let negative = Int::sub(&[number(0), Int::sub(&[number(0), value.clone()]).div(magnitude)]);
    let quotient = value.ge(number(0)).ite(&positive, &negative);
    if divisor < 0 { Int::sub(&[number(0), quotient]) } else { quotient }
}

fn vector_number(value: i128) -> Option<BV> {
    if let Ok(value) = i64::try_from(value) {
        return Some(BV::from_i64(value, VECTOR_BITS));
    }
    // Decimal text of the two's complement: the modulus is added to negative numbers by complementing.
    let text = value.unsigned_abs().to_string();
    let magnitude = BV::from_str(VECTOR_BITS, &text)?;
    Some(if value < 0 { magnitude.bvneg() } else { magnitude })
}

fn vector_condition(condition: &Condition, variables: &[BV]) -> Option<Bool> {
    let at_most = |left: &BV, right: &BV| left.bvsle(right);
    Some(match condition {
        Condition::Compare(relation, left, right) => {
            let left = vector_expression(left, variables)?;
            let right = vector_expression(right, variables)?;
            match relation {
                Relation::Equal => Ast::eq(&left, right),
                Relation::NotEqual => Ast::eq(&left, right).not(),
                Relation::AtMost => at_most(&left, &right),
                Relation::Less => left.bvslt(&right),
            }
        }
        Condition::Divides(modulus, inner) => {
            let inner = vector_expression(inner, variables)?;
            let mask = vector_number(power_of_two(*modulus)? - 1)?;
            Ast::eq(&inner.bvand(&mask), vector_number(0)?)
        }
        Condition::AnyOf(parts) => {
            let parts: Option<Vec<Bool>> =
                parts.iter().map(|part| vector_condition(part, variables)).collect();
            Bool::or(&parts?)
        }
        Condition::Distinct(parts) => {
            let parts: Option<Vec<BV>> =
                parts.iter().map(|part| vector_expression(part, variables)).collect();
            BV::distinct(&parts?)
        }
        Condition::Disjoint(runs) => {
            let runs: Option<Vec<BV>> = runs.iter().map(|part| vector_expression(part, variables)).collect();
            let runs = runs?;
            let before = at_most(&runs[0].bvadd(&runs[1]), &runs[2]);
            let after = at_most(&runs[2].bvadd(&runs[3]), &runs[0]);
            Bool::or(&[before, after])
        }
    })
}

fn power_of_two(value: i128) -> Option<i128> {
    (value > 0 && value & (value - 1) == 0).then_some(value)
}

fn vector_expression(expression: &Expression, variables: &[BV]) -> Option<BV> {
    let inner = |inner: &Expression| vector_expression(inner, variables);
    Some(match expression {
        Expression::Constant(value) => vector_number(*value)?,
        Expression::Variable(index) => variables[*index].clone(),
        Expression::Sum(constant, parts) => {
            let mut sum = vector_number(*constant)?;
            for (factor, part) in parts {
                let part = inner(part)?;
                sum = sum.bvadd(part.bvmul(&vector_number(*factor)?));
            }
            sum
        }
        Expression::Modulo(e, modulus) => inner(e)?.bvand(&vector_number(power_of_two(*modulus)? - 1)?),
        Expression::Divide(e, divisor) => {
            let count = power_of_two(*divisor)?.trailing_zeros();
            inner(e)?.bvashr(&vector_number(i128::from(count))?)
        }
        Expression::Wrap(e, width) => {
            let low = inner(e)?.extract(width.bits - 1, 0);
            let missing = VECTOR_BITS - width.bits;
            if width.signed { low.sign_ext(missing) } else { low.zero_ext(missing) }
        }
        Expression::And(e, mask) => inner(e)?.bvand(&vector_number(*mask)?),
        Expression::Or(e, mask) => inner(e)?.bvor(&vector_number(*mask)?),
        Expression::Xor(e, mask) => inner(e)?.bvxor(&vector_number(*mask)?),
        Expression::Complement(e) => inner(e)?.bvnot(),
        Expression::ShiftLeft(e, count) => inner(e)?.bvshl(&vector_number(i128::from(*count))?),
        Expression::ShiftRight(e, count) => inner(e)?.bvashr(&vector_number(i128::from(*count))?),
        Expression::Truth(condition) => {
            let condition = vector_condition(condition, variables)?;
            condition.ite(&vector_number(1)?, &vector_number(0)?)
        }
        Expression::TruncatedDivide(..)
        | Expression::TruncatedRemainder(..)
        | Expression::Apply(..)
        | Expression::Base(_) => return None,
    })
}
